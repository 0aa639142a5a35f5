"""Observations of games that have no observer of their own: derived from the types of the view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import numpy as np
from msgspec import Meta

from taphouse.engine.contract import Rules
from taphouse.engine.messages.table_fields import Field, Holds, fields_of
from taphouse.engine.vocabulary import Public, hints, kebab
from taphouse.env.observers.base import MOST, Observer
from taphouse.env.observers.layout import Part

MOST_PLACES = 128
"""The most places that are counted apart in a list of things that name their place, such as taps by their numbers."""


class GeneralObserver(Observer):
    """Shows each field of the view but texts.

    A word, a seat or the name of an entry is counted in a place of its own, and so are numbers in a list whose bounds are close.
    Of a list, the items are counted, and the sums of what they hold; if they begin with a word, a seat or a number with close
    bounds, for each of these. What is null is 0, and has a number before it where that could be something else.

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

    def fields(self, known: Any, seat: int) -> Iterator[tuple[str, Any, tuple[int, ...]]]:
        """Each field that a seat is shown: its name, its value, and the numbers of it."""
        view = self._rules.view(known)
        for field in self._table:
            value = getattr(view, field.name)
            yield field.name, value, tuple(field.numbers(value, seat))
        for field in self._players:
            for player in getattr(view, field.name) or ():
                for inner in field.inner if player is not None else ():
                    value = getattr(player, inner.name)
                    yield f"{field.name}.{inner.name}", value, tuple(inner.numbers(value, seat))

    def hidden(self, world: Any, seat: int) -> list[int]:
        """All that a whole position shows: any of it may be hidden."""
        return self.observe(world, seat)


class _Coder:
    """A field of a view in numbers.

    Args:
        field: the field.
        names: the names of the edition's entries.
        seats: the number of seats.
        summed: True for a field within the items of a list, whose numbers are added up.
    """

    def __init__(self, field: Field, names: Sequence[str], seats: int, *, summed: bool = False) -> None:
        self.name, self._holds, self._many, self._seats = field.name, field.holds, field.many, seats
        groups = field.holds in (Holds.GROUP, Holds.AMOUNTS)
        direct = [*_direct(field.core)] if groups else []
        self.of_players = _of_players(field)
        summed = summed or (field.many and not self.of_players)
        self.inner = [_Coder(one, names, seats, summed=summed) for one in direct]
        self._places = {value: i for i, value in enumerate(_values(field, names, seats, summed=summed))}
        """The place of each value that is counted in a place of its own."""
        bounds = [(0, 1)] * len(self._places)
        if field.holds in (Holds.NUMBER, Holds.FLAG) and not self._places:
            bounds = [_bounds(field) if field.holds is Holds.NUMBER else (0, 1)]
        self.can_be_null: bool
        self.can_be_null, items_can_be_null = _nulls(field)
        first = self.inner[0] if self.inner and self._many and not self.of_players else None
        self._kinds: dict[Any, int] = {}
        """The place of each item, by what it begins with."""
        if first is not None and first._holds in (Holds.WORD, Holds.NAME, Holds.NUMBER, Holds.SEAT) and not first._many:
            self._kinds = first._places if len(first._places) <= MOST_PLACES else {}
        self._seated = bool(self._kinds) and first is not None and first._holds is Holds.SEAT
        self._told = self.inner[1:] if self._kinds else self.inner
        """The fields that an item has besides its place."""
        bounds += [bound for inner in self._told for bound in inner.bounds]
        null_kind = bool(self._kinds) and first is not None and first.can_be_null
        self._unsorted = not self._kinds or null_kind or (first is not None and first._holds is Holds.NAME)
        """True if a list has a place for items of no kind."""
        self._marked = self.can_be_null and not self._many and not self._places and all(low <= 0 for low, _ in bounds)
        """True if a number before the others tells null from zeros."""
        bounds = [(0, 1), *bounds] if self._marked else bounds
        self._width = len(bounds)
        self._before: list[tuple[int, int]] = []
        """The bounds of the numbers of a list before those of its items: it is not null, and the items that are."""
        if self._many:
            each = [(0, MOST), *[(-MOST if low < 0 else 0, MOST) for low, _ in bounds]]
            self._gaps = items_can_be_null
            self._before = [(0, 1)] * self.can_be_null + [(0, MOST)] * items_can_be_null
            bounds = self._before + each * (len(self._kinds) + self._unsorted)
        self.bounds: list[tuple[int, int]] = bounds
        """The lowest and the highest value of each number."""
        self.part: Part = Part(len(bounds), [high for _, high in bounds], [low for low, _ in bounds])

    def numbers(self, value: Any, seat: int) -> list[int]:
        """The numbers of a value of the field, as a seat counts seats."""
        if not self._many:
            return self.of_item(value, seat)
        row = [0] * self.part.size
        if value is None:
            return row
        if self.can_be_null:
            row[0] = 1
        for item in value:
            if item is None and self._gaps:
                row[len(self._before) - 1] += 1
                continue
            begins = getattr(item, self.inner[0].name) if self._kinds else None
            if self._seated and begins is not None:
                begins = (begins - seat) % self._seats + 1
            kind = self._kinds.get(begins, -1)
            at = len(self._before) + (kind + self._unsorted) * (1 + self._width)
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
            case Holds.WORD | Holds.NAME | Holds.NUMBER | Holds.FLAG if self._places:
                if item in self._places:
                    row[self._places[item]] = 1
            case Holds.NUMBER | Holds.FLAG:
                row[-1] = int(item)
            case Holds.GROUP | Holds.AMOUNTS:
                told = [n for inner in self._told for n in inner.numbers(getattr(item, inner.name), seat)]
                row = [0] * self._marked + told
        if self._marked:
            row[0] = 1
        return row


def lists_players(view: type[Public]) -> list[str]:
    """The names of the fields of a view that have an item for each seat."""
    return [field.name for field in _direct(view) if _of_players(field)]


def _of_players(field: Field) -> bool:
    return field.many and field.holds is Holds.GROUP and next(_direct(field.core)).name == "seat"


def _values(field: Field, names: Sequence[str], seats: int, *, summed: bool) -> Sequence[Any]:
    """The values of a field that are counted in places of their own; in a list, small numbers as well."""
    match field.holds:
        case Holds.WORD:
            return [*field.core]
        case Holds.NAME:
            return names
        case Holds.SEAT:
            return range(1, seats + 1)
        case Holds.FLAG if summed:
            return (False, True)
        case Holds.NUMBER if summed:
            least, most = _bounds(field)
            return range(least, most + 1) if most - least < MOST_PLACES else ()
    return ()


def _direct(owner: Any) -> Iterator[Field]:
    """The fields of a struct, without those within them."""
    return (field for field in fields_of(owner) if len(field.path) == 1)


def _nulls(field: Field) -> tuple[bool, bool]:
    """True if the value can be null, and true if an item of the list can be."""
    outer, *inner = [type(None) in found for found in _layers(hints(field.owner)[field.name])]
    return outer, any(inner)


def _layers(hint: Any) -> Iterator[tuple[Any, ...]]:
    """The alternatives of a type, and then those of the items of a list."""
    hint = _bare(hint)
    alternatives = [*map(_bare, get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,))]
    yield tuple(alternatives)
    for one in alternatives:
        if get_origin(one) is tuple:
            yield from _layers(get_args(one)[0])


def _bare(hint: Any) -> Any:
    """A type without annotations."""
    return _bare(get_args(hint)[0]) if get_origin(hint) is Annotated else hint


def _bounds(field: Field) -> tuple[int, int]:
    """The bounds of a number, or of those in a list, as its type says."""
    least, most, found = -MOST, MOST, [hints(field.owner)[field.name]]
    while found:
        hint = found.pop()
        if isinstance(hint, Meta):
            least = least if hint.ge is None else max(least, int(hint.ge))
            most = most if hint.le is None else min(most, int(hint.le))
        else:
            found += get_args(hint)
    return least, most
