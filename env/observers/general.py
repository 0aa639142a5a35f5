"""Observations of games that have no observer of their own: derived from the types of the view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, get_args, get_origin

import numpy as np
from msgspec import Meta

from taphouse.engine.contract import Rules
from taphouse.engine.messages.table_fields import Field, Holds, fields_of
from taphouse.engine.vocabulary import hints, kebab
from taphouse.env.observers.base import MOST, Observer
from taphouse.env.observers.layout import Part

MOST_PLACES = 128
"""The most places that are counted apart in a list of things that name their place, such as taps by their numbers."""


class GeneralObserver(Observer):
    """Shows each field of the view but texts.

    A word, a seat or the name of an entry is counted in a place of its own. Of a list, the items are counted, and the sums of
    what they hold; if they begin with a word or a small number, these are counted for each one. What is null is 0.

    Args:
        view: the type of the view.
        names: the names of the edition's entries.
        rules: the rules.
        seats: the number of seats.
    """

    def __init__(self, view: Any, names: Sequence[str], rules: Rules, seats: int) -> None:
        fields = [_Coder(field, names, seats) for field in _direct(view)]
        self._table = [field for field in fields if not field.of_players]
        self._players = [field for field in fields if field.of_players]
        table = {kebab(field.name): field.part for field in self._table}
        player = {kebab(f"{field.name}.{inner.name}"): inner.part for field in self._players for inner in field.inner}
        every = {**table, **{f"player-{i}.{name}": part for i in range(seats) for name, part in player.items()}}
        super().__init__(rules, seats, table, player, hidden=every if rules.hides else None)

    def observe(self, known: Any, seat: int) -> list[int]:
        """The numbers."""
        view = self._rules.view(known)
        row = [number for field in self._table for number in field.numbers(getattr(view, field.name), seat)]
        players = [
            (field, {one.seat: one for one in getattr(view, field.name) or () if one is not None})
            for field in self._players
        ]
        for i in self._rounds[seat - 1]:
            for field, by_seat in players:
                row += field.of_item(by_seat.get(i + 1), seat)
        clipped: list[int] = np.clip(row, self.of_row.least, self.of_row.most).tolist()
        return clipped

    def hidden(self, world: Any, seat: int) -> list[int]:
        """All that a whole position shows: any of it may be hidden."""
        return self.observe(world, seat)


class _Coder:
    """A field of a view in numbers."""

    def __init__(self, field: Field, names: Sequence[str], seats: int) -> None:
        self.name, self._holds, self._many, self._seats = field.name, field.holds, field.many, seats
        groups = field.holds in (Holds.GROUP, Holds.AMOUNTS)
        self.inner: list[_Coder] = [_Coder(one, names, seats) for one in _direct(field.core)] if groups else []
        words = {Holds.WORD: field.core, Holds.NAME: names, Holds.SEAT: range(1, seats + 1)}.get(field.holds, ())
        least, most = _bounds(field)
        self._places = {value: i for i, value in enumerate(words)}
        bounds = [(0, 1)] * len(self._places)
        if field.holds in (Holds.NUMBER, Holds.FLAG):
            bounds = [(least, most) if field.holds is Holds.NUMBER else (0, 1)]
        first = self.inner[0] if self.inner and self._many else None
        self.of_players = first is not None and first.name == "seat"
        self._kinds: dict[Any, int] = {}
        """The place of each item, by what it begins with."""
        if first is not None and first._holds in (Holds.WORD, Holds.NAME, Holds.NUMBER) and not first._many:
            kinds = first._places or range(first.bounds[0][0], first.bounds[0][1] + 1)
            self._kinds = {kind: i for i, kind in enumerate(kinds)} if len(kinds) <= MOST_PLACES else {}
        self._told = self.inner[1:] if self._kinds else self.inner
        """The fields that an item has besides its place."""
        bounds += [bound for inner in self._told for bound in inner.bounds]
        self._width = len(bounds)
        if self._many:
            bounds = [(0, MOST), *[(-MOST if low < 0 else 0, MOST) for low, _ in bounds]] * max(1, len(self._kinds))
        self.bounds: list[tuple[int, int]] = bounds
        """The lowest and the highest value of each number."""
        self.part = Part(len(bounds), [high for _, high in bounds], [low for low, _ in bounds])

    def numbers(self, value: Any, seat: int) -> list[int]:
        """The numbers of a value of the field, as a seat counts seats."""
        if not self._many:
            return self.of_item(value, seat)
        row = [0] * self.part.size
        for item in value or ():
            kind = self._kinds.get(getattr(item, self.inner[0].name, None)) if self._kinds else 0
            if kind is None:  # hidden, or more values than can be distinguished
                continue
            at = kind * (1 + self._width)
            for i, number in enumerate((1, *self.of_item(item, seat)), at):
                row[i] += number
        return row

    def of_item(self, item: Any, seat: int) -> list[int]:
        """The numbers of an item of the list, or of the value where it is no list."""
        row = [0] * self._width
        if item is None:
            return row
        match self._holds:
            case Holds.SEAT:
                row[(item - seat) % self._seats] = 1
            case Holds.WORD | Holds.NAME:
                if item in self._places:
                    row[self._places[item]] = 1
            case Holds.NUMBER | Holds.FLAG:
                row[0] = int(item)
            case Holds.GROUP | Holds.AMOUNTS:
                row = [n for inner in self._told for n in inner.numbers(getattr(item, inner.name), seat)]
        return row


def _direct(owner: Any) -> Iterator[Field]:
    """The fields of a struct, without those within them."""
    return (field for field in fields_of(owner) if len(field.path) == 1)


def _bounds(field: Field) -> tuple[int, int]:
    """The bounds of a number, as its type says."""
    least, most, found = -MOST, MOST, [hints(field.owner)[field.name]]
    while found:
        hint = found.pop()
        if isinstance(hint, Meta):
            least = least if hint.ge is None else max(least, int(hint.ge))
            most = most if hint.le is None else min(most, int(hint.le))
        elif get_origin(hint) is Annotated:
            found += get_args(hint)
    return least, most
