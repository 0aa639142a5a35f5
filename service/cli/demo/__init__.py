"""`taphouse demo`: a complete game between simple bots, played through the HTTP API alone.

It knows no rules: what it asks for comes from the service's schema, and what it plays from `legalMoves`. So it plays
whatever game the service knows.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from taphouse.service.cli.demo.graphql_client import Client, DemoFailed

if TYPE_CHECKING:
    from taphouse.service.cli.demo.play import Played

__all__ = ["DemoFailed", "demo"]


def demo(
    url: str | None = None,
    game: str | None = None,
    players: int | None = None,
    seed: str | None = None,
    quiet: bool = False,
    as_json: bool = False,
    delay: float = 0.0,
) -> Played:
    """Play one game to its end, and print it.

    Args:
        url: the service; without it one is started, and stopped at the end.
        game: the kind, as the catalogue names it; the first one when None.
        players: the number of seats; the fewest possible when None.
        seed: of the game's chance and of the bots' choices. The same seed gives the same moves.
        quiet: print the result only.
        as_json: print the result as one JSON document, and nothing else.
        delay: seconds to wait before each move, for who watches.

    Raises:
        DemoFailed: the game did not come to its end, or what was asked for does not exist.
    """
    from taphouse.service.cli.demo.own_service import house
    from taphouse.service.cli.demo.play import Silent, play
    from taphouse.service.cli.demo.screen import Screen, document

    with ExitStack() as stack:
        client = stack.enter_context(closing(Client(stack.enter_context(house()) if url is None else url)))
        screen = Screen()
        played = play(client, game, players, seed, Silent() if quiet or as_json else screen, delay)
    if as_json:
        print(document(played))
    else:
        screen.result(played)
    return played
