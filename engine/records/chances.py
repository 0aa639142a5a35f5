"""Chances of recorded games: one that writes down its draws, and one whose draws are written down."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from taphouse.engine.chance import BLIND, Chance
from taphouse.engine.records.record import Draw, RecordError


class Recording(Chance):
    """Draws from another chance, and writes down each draw that has more than one possible result.

    Args:
        source: the chance that draws.
        listed: draws as a record lists them, whose marks are kept: that they fell at a table, and what is assumed.
    """

    __slots__ = ("_listed", "_source", "drawn")

    def __init__(self, source: Chance, listed: Iterable[Draw] = ()) -> None:
        self._source, self._listed = source, {draw.number: draw for draw in listed}
        self.drawn: dict[int, Draw] = {}
        """The draws by number."""

    def order(self, draw: int, n: int) -> tuple[int, ...] | None:
        """The order of another chance."""
        return self._noted(draw, n, self._source.order(draw, n), BLIND.order(draw, n))

    def pick(self, draw: int, n: int, k: int) -> tuple[int, ...] | None:
        """The sample of another chance."""
        return self._noted(draw, n, self._source.pick(draw, n, k), BLIND.pick(draw, n, k))

    def _noted(
        self, draw: int, n: int, drawn: tuple[int, ...] | None, only: tuple[int, ...] | None
    ) -> tuple[int, ...] | None:
        if only is None and drawn is not None:
            listed = self._listed.get(draw)
            self.drawn[draw] = Draw(draw, n, drawn) if listed is None else replace(listed, of=n, drawn=drawn)
        return drawn


class RecordedDraws(Chance):
    """The draws of a game at a real table, as they fell.

    Args:
        draws: the draws.
        after: draws the others; None if there must be none.

    Raises:
        RecordError: two draws have the same number.
    """

    __slots__ = ("_after", "_draws")

    def __init__(self, draws: Iterable[Draw], after: Chance | None = None) -> None:
        self._after = after
        self._draws: dict[int, tuple[int, Draw]] = {}
        for place, draw in enumerate(draws):
            if draw.number in self._draws:
                raise RecordError(f"Draw {draw.number} is listed twice.", f"draws[{place}]")
            self._draws[draw.number] = place, draw

    def order(self, draw: int, n: int) -> tuple[int, ...] | None:
        """The order that fell.

        Raises:
            RecordError: the draw is missing, or it is not an order of so many positions.
        """
        if self._after is not None and draw not in self._draws:
            return self._after.order(draw, n)
        only = BLIND.order(draw, n)
        return self._fallen(draw, n, n) if only is None else only

    def pick(self, draw: int, n: int, k: int) -> tuple[int, ...] | None:
        """The sample that fell.

        Raises:
            RecordError: the draw is missing, or it is not a sample of this size.
        """
        if self._after is not None and draw not in self._draws:
            return self._after.pick(draw, n, k)
        only = BLIND.pick(draw, n, k)
        return self._fallen(draw, n, k) if only is None else only

    def _fallen(self, draw: int, n: int, k: int) -> tuple[int, ...]:
        if draw not in self._draws:
            raise RecordError(f"Draw {draw}, of {k} from {n}, is missing, and so is the seed.", "draws")
        place, fell = self._draws[draw]
        drawn = fell.drawn
        wrong = fell.of != n or len(drawn) != k or len({*drawn}) != k or max(drawn) >= n
        if wrong or (k < n and list(drawn) != sorted(drawn)):
            order = "a shuffle" if k == n else "ascending"
            raise RecordError(f"Draw {draw} must be {k} of the positions 0 to {n - 1}, {order}.", f"draws[{place}]")
        return drawn
