"""Proof that worlds which are compared can be dealt: where they differ, games of different seeds differ too.

To compare worlds that no seed leads to proves nothing. If hands are not shuffled, everybody knows each card by its place, and a
world with other cards there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Options, Rules, State

DEALT = 40
"""The games that are set up to see what differs between seeds."""
_ABSENT = object()


class Undealt(Exception):
    """A world is compared that no game begins with."""


def check_dealt(rules: Rules, options: Options, seats: int, here: State, there: State) -> None:
    """Check that both first positions can come from `new`.

    Args:
        rules: the rules.
        options: the options.
        seats: the number of seats.
        here: the first position of the game that was played.
        there: that of the other world.

    Raises:
        Undealt: they differ where all games are the same. The message names the place.
    """
    ours, theirs = dict(leaves(here)), dict(leaves(there))
    different = [path for path in ours | theirs if ours.get(path, _ABSENT) != theirs.get(path, _ABSENT)]
    if not different:
        return
    dealt = _dealt(rules, options, seats)
    for path in different:
        if len({str(deal.get(path, _ABSENT)) for deal in dealt}) == 1:
            raise Undealt(
                f"Two worlds differ in {path}, but `new` deals {ours.get(path)!r} there with each of {DEALT} seeds, so everybody "
                "knows it. Shuffle it in `new`, or let `other_world` leave it alone."
            )


@lru_cache(maxsize=8)
def _dealt(rules: Rules, options: Options, seats: int) -> list[dict[str, Any]]:
    """The first positions of several games, each by its leaves."""
    chances = (Chance(seed_from(f"deal {number}")) for number in range(DEALT))
    return [dict(leaves(rules.new(options, seats, chance))) for chance in chances]


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The values of a position by their places, such as `hands[1]`: a sorted hand varies, its first card perhaps not."""
    match value:
        case Struct():
            for name in value.__struct_fields__:
                yield from leaves(getattr(value, name), f"{path}.{name}".removeprefix("."))
        case tuple() | list() if any(isinstance(one, Struct | tuple | list) for one in value):
            for number, one in enumerate(value):
                yield from leaves(one, f"{path}[{number}]")
        case _:
            yield path, value
