"""What things cost, in points, and the price of a field or operation.

A point is about 0.1 ms of one core: the time to encode a legal move, or ten values of an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

READ = 0.5
"""A token of a document that is parsed and validated: one that was not sent lately."""
VALUE = 0.1
"""Any value of an answer."""
LOOK = 20
"""A game, a judgement, a preview: whatever opens a game."""
THINK = 500
"""A suggestion: a bot thinks."""
CREATE = 500
"""A new game, which is written and kept for a day at least."""
JOIN = 100
"""A seat that is taken: written, and a game may start."""
SHOWN = 30
"""A whole game written down, as REST answers it; GraphQL counts what is selected."""
BROWSED = 60
"""A page of games, for those that are looked at and not shown."""
LISTED = 1
"""A legal move or a version of the log, besides its values."""
SKIPPED = 0.01
"""A legal move before a page: it is made, and not shown."""
JUDGED = 2
"""Each move that is sent, in a list of several."""
TYPICAL = 4
"""The items of a list whose size is not declared: players, and what lies before each."""
BY_PARENT = 1
"""The size of a list that is a page, which is priced by an argument of the field that shows the page."""

MOST_POINTS = 1e9
"""Sums end here, or fragments that double would grow out of what a float can hold."""


class Price(Struct, frozen=True):
    """What a field costs besides the values that are selected of it."""

    once: float = 0
    """Whatever its arguments are."""
    each: float = 0
    """For each of its items."""
    size: float | None = None
    """How many items a list has that no argument limits; for another field, how often what is selected of it counts."""
    listed: str = ""
    """The argument that says how many items there are."""
    most: int = 0
    """The most that this argument is taken for."""
    skipped: str = ""
    """The argument that says how many are skipped before."""
    judged: str = ""
    """The argument that is a list of moves."""

    def of(self, inner: float, given: Mapping[str, Any]) -> float:
        """The points for the field with these arguments, where one item of it costs so much inside."""
        total, times = self.once, 1 if self.size is None else self.size
        if self.listed:
            times = max(1, min(given[self.listed], self.most))
        if self.skipped:
            total += SKIPPED * max(0, given[self.skipped])
        if self.judged:
            total += JUDGED * given[self.judged]
        return min(total + times * (self.each + VALUE + inner), MOST_POINTS)

    @property
    def counted(self) -> tuple[str, ...]:
        """The arguments that matter."""
        return tuple(filter(None, (self.listed, self.skipped, self.judged)))


def priced(price: Price) -> dict[Any, Any]:
    """The price of a field, as the `metadata` of a Strawberry field."""
    return {Price: price}
