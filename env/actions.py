"""Moves as numbers: every form that a move can have under an edition, in a fixed order, and a few places for all others."""

from __future__ import annotations

import types
from collections.abc import Iterator, Sequence
from itertools import combinations, count, product
from math import comb, prod
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from taphouse.engine.contract import Move
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import SEALED, SEAT, Amounts, Word

MOST_FORMS = 2048
"""A field of several numbers or amounts has at most so many forms with a number of their own: those with the smallest sums."""
MOST_OF_VERB = 100_000
"""The most forms of a verb with a number of their own: of several long fields, the later halves of the longest have none."""
MOST_COUNT = 15
"""The largest value of a count that has a number of its own."""
FURTHER = 128
"""The numbers at the end, for legal moves that have none of their own, in the order in which they are legal."""

_MOST_MET = 1024


class Actions:
    """The numbers of the moves of a game, under one edition and for so many seats.

    The verbs come in the order of `About.moves`. Of each verb, the forms come in the order of its fields, the last one changing
    fastest: words and names in their own order, null first, seats and counts ascending. Then come `FURTHER` numbers without a
    fixed meaning.
    """

    def __init__(self, game: Game, edition: Edition, seats: int) -> None:
        self._names: dict[str, dict[str, None]] = {}
        self._find_names(edition.model_dump())
        self.names = [*dict.fromkeys(name for names in self._names.values() for name in names)]
        """The names of the edition's entries."""
        self._seats = seats
        self.moves: list[Move] = [form for move in game.about.moves for form in self.forms(move)]
        """The moves that have a number of their own, by it."""
        self.number = {move: number for number, move in enumerate(self.moves)}
        """Their numbers."""
        self._met = _Met(self.number)
        self.size = len(self.moves) + FURTHER
        """The number of actions."""

    def numbered(self, moves: list[Move]) -> tuple[list[int], list[Move]]:
        """The numbers of legal moves, and the moves, in order. Moves for which `FURTHER` does not suffice are left out."""
        numbers = [*map(self._met.__getitem__, moves)]
        if None not in numbers:
            return numbers, moves
        further = count(len(self.moves))
        every = [
            (next(further) if number is None else number, move) for number, move in zip(numbers, moves, strict=True)
        ]
        chosen = [(number, move) for number, move in every if number < self.size]
        return [number for number, _ in chosen], [move for _, move in chosen]

    def forms(self, move: type[Move]) -> Iterator[Move]:
        """The forms of a verb."""
        hints = get_type_hints(move, include_extras=True)
        names = [field.name for field in msgspec.structs.fields(move)]
        every = [[*self.values(hints[name], name)] for name in names]
        while prod(map(len, every)) > MOST_OF_VERB:
            longest = max(every, key=len)
            del longest[len(longest) // 2 :]
        for values in product(*every):
            yield move(*values)

    def _find_names(self, part: Any, section: str = "") -> None:
        """Note the names of an edition's components, by the sections that list them, such as `recipes`."""
        if isinstance(part, dict):
            if isinstance(name := part.get("name"), str) and section:
                self._names.setdefault(section, {})[name] = None
            for key, value in part.items():
                self._find_names(value, key)
        elif isinstance(part, list | tuple):
            for one in part:
                self._find_names(one, section)

    def values(self, hint: Any, name: str, bounds: tuple[Any, ...] = ()) -> list[Any]:
        """The possible values of a field."""
        if get_origin(hint) is Annotated:
            inner, *more = get_args(hint)
            return self.values(inner, name, (*bounds, *more))
        if get_origin(hint) in (Union, types.UnionType):
            inner = next(part for part in get_args(hint) if part is not type(None))
            values = self.values(inner, name, bounds)
            return values if SEALED in bounds else [None, *values]
        if get_origin(hint) is tuple:
            return _subsets(self.values(get_args(hint)[0], name), bound(bounds, "max_length") or MOST_COUNT)
        if hint is bool:
            return [False, True]
        if hint is int and SEAT in bounds:
            return [*range(1, self._seats + 1)]
        if hint is int:
            return [*range(bound(bounds, "ge") or 0, min(bound(bounds, "le") or MOST_COUNT, MOST_COUNT) + 1)]
        if hint is str:
            of_section = [names for section, names in self._names.items() if section.startswith(name)]
            return [*dict.fromkeys(one for names in of_section for one in names)] or self.names
        if issubclass(hint, Word):
            return [*hint]
        if issubclass(hint, Amounts):
            return [hint(*counts) for counts in _amounts(len(hint.__struct_fields__))]
        raise TypeError(f"a field of type {hint} has no numbers")


class _Met(dict[Move, Any]):
    """The numbers of moves that were met, None for those that have none: few, so they stay in the processor's cache."""

    def __init__(self, number: dict[Move, int]) -> None:
        super().__init__()
        self._number = number

    def __missing__(self, move: Move) -> int | None:
        if len(self) >= _MOST_MET:
            self.clear()
        found = self[move] = self._number.get(move)
        return found


def bound(bounds: Sequence[Any], name: str) -> int | None:
    """The bound of this name among annotations of a type."""
    found = [getattr(one, name) for one in bounds if isinstance(one, Meta)]
    return next((one for one in found if one is not None), None)


def _subsets(values: list[Any], most: int) -> list[tuple[Any, ...]]:
    """Every choice of at most so many values, smaller ones first."""
    sizes = [size for size in range(most + 1) if sum(comb(len(values), k) for k in range(size + 1)) <= MOST_FORMS]
    return [chosen for size in sizes for chosen in combinations(values, size)]


def _amounts(kinds: int) -> list[tuple[int, ...]]:
    """Every way to have so many kinds of things, up to the sum that leaves at most `MOST_FORMS`; smaller sums first."""
    most = next(total for total in range(MOST_FORMS) if comb(total + 1 + kinds, kinds) > MOST_FORMS)
    ways = [counts for counts in product(range(most + 1), repeat=kinds) if sum(counts) <= most]
    return sorted(ways, key=lambda counts: (sum(counts), counts))
