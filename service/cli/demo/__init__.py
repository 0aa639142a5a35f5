"""`taphouse demo`: a complete game between random bots, played through the HTTP API alone.

It knows no rules: it builds its queries from the service's schema and chooses its moves from `legalMoves`. So it plays any
kind of game that the service has.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from taphouse.service.cli.demo.graphql_client import Client, DemoFailed

if TYPE_CHECKING:
    from pathlib import Path

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
    record: Path | None = None,
) -> Played:
    """Play one game to its end, and print it.

    Args:
        url: The service's URL. If None, a service is started for this game.
        game: The kind of game, as in the catalogue. If None, the first kind.
        players: The number of seats. If None, the game's minimum.
        seed: The seed of the game and of the bots: the same seed gives the same moves.
        quiet: Print only the result.
        as_json: Print only the result, as one JSON document.
        delay: Seconds to wait before each move.
        record: The file to write the record of the game to, if any.

    Raises:
        DemoFailed: The game did not end, or an argument is invalid.
    """
    from taphouse.service.cli.demo.own_service import house
    from taphouse.service.cli.demo.play import Silent, play, record_of
    from taphouse.service.cli.demo.screen import Screen, document
    from taphouse.service.runtime.progress import Progress

    with ExitStack() as stack:
        progress = stack.enter_context(Progress("moves", hidden=not (quiet or as_json)))
        client = stack.enter_context(closing(Client(stack.enter_context(house()) if url is None else url)))
        screen = Screen()
        played = play(client, game, players, seed, Silent(progress.advance) if quiet or as_json else screen, delay)
        if record is not None:
            try:
                record.write_text(record_of(client, played.id), encoding="utf-8")
            except OSError as error:
                raise DemoFailed(f"{record}: {error.strerror}.") from None
    if as_json:
        print(document(played))
    else:
        screen.result(played)
    return played
