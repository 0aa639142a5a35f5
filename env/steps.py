"""Moves in steps: a move with amounts, lists or several fields is chosen part by part, so few numbers make every legal move."""

from __future__ import annotations

import types
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from taphouse.engine.contract import Move
from taphouse.engine.vocabulary import SEAT, Amounts
from taphouse.env.actions import MOST_COUNT, Actions, bound
from taphouse.env.observers.base import packed
from taphouse.env.observers.layout import Part

MOST_WHOLE = 64
"""The most forms of a verb that are chosen in one step, each with a number of its own."""
DIGITS = 8
"""A count is chosen as 0 to 7, or as 8 and then the rest."""

Way = tuple[int, ...]
"""The numbers that choose a move, in order."""

_END, _DIGIT, _OTHER = "end", "digit", "other"
_MOST_MET = 1024


class Steps:
    """The numbers of the steps of moves, under one edition and for so many seats.

    A verb with few forms has a number for each. Another one has a number, and then each of its fields is chosen: a value, the
    items of a list and its end, each count of amounts in digits. A legal move that has no such steps is chosen by its place
    among those.

    Args:
        actions: the numbers of whole moves.
        verbs: the verbs of the game.
    """

    def __init__(self, actions: Actions, verbs: Sequence[type[Move]]) -> None:
        self._actions = actions
        keys = [*[key for verb in verbs for key in self._keys_of(verb)], (_OTHER,), *_digits((_OTHER,))]
        self.meanings: list[Hashable] = [*dict.fromkeys(keys)]
        """The meaning of each number: a whole move, a verb, or the verb, the field and what is chosen of it."""
        self.number = {meaning: number for number, meaning in enumerate(self.meanings)}
        """The number of each meaning."""
        self.size = len(self.meanings)
        """The number of steps."""
        self._most = [MOST_COUNT if _is_more(meaning) else 1 for meaning in self.meanings]
        self.part = Part(self.size, self._most)
        """The part of an observation that counts the steps that were made in the decision."""
        self._met: dict[Move, Way] = {}

    def ways(self, moves: Sequence[Move]) -> dict[Way, Move]:
        """The legal moves by their steps, in the same order. No way is the beginning of another one."""
        ways, others = {}, 0
        for move in moves:
            way = self._met.get(move)
            if way is None:
                if len(self._met) >= _MOST_MET:
                    self._met.clear()
                way = self._met[move] = self._way(move)
            if not way:
                place = [self.number[key] for key in _counted((_OTHER,), others)]
                way, others = (self.number[_OTHER,], *place), others + 1
            ways[way] = move
        return ways

    def shown(self, chosen: Way) -> bytes:
        """The numbers of `part`, as 16-bit integers of this machine."""
        row = [0] * self.size
        for number in chosen:
            row[number] = min(row[number] + 1, self._most[number])
        return packed(row)

    def _way(self, move: Move) -> Way:
        """The steps of a move; none if a part of it has no number."""
        if move in self.number:
            return (self.number[move],)
        verb = type(move)
        keys: list[Hashable] = [verb]
        for name in verb.__struct_fields__:
            keys += self._chosen((verb, name), getattr(move, name))
        numbers = [self.number.get(key) for key in keys]
        return () if None in numbers else tuple([number for number in numbers if number is not None])

    def _chosen(self, path: tuple[Hashable, ...], value: Any) -> Iterator[Hashable]:
        """The steps that choose the value of a field."""
        if isinstance(value, tuple):
            yield from [(*path, item) for item in value]
            yield *path, _END
        elif isinstance(value, Amounts):
            for name, count in msgspec.structs.asdict(value).items():
                yield from _counted((*path, name), count)
        elif (*path, _DIGIT, 0) in self.number and value is not None:
            yield from _counted(path, value)
        else:
            yield *path, value

    def _keys_of(self, verb: type[Move]) -> Iterator[Hashable]:
        """The meanings of the numbers of a verb."""
        hints = get_type_hints(verb, include_extras=True)
        parts = [[*self._keys(hints[name], (verb, name))] for name in verb.__struct_fields__]
        values = 1
        for part in parts:
            values *= len(part) if all(len(key) == 3 and key[-1] != _END for key in part) else MOST_WHOLE + 1
        if values <= MOST_WHOLE:
            yield from self._actions.forms(verb)
        else:
            yield verb
            yield from [key for part in parts for key in part]

    def _keys(
        self, hint: Any, path: tuple[Hashable, ...], bounds: tuple[Any, ...] = ()
    ) -> Iterator[tuple[Hashable, ...]]:
        """The meanings of the numbers of a field."""
        if get_origin(hint) is Annotated:
            inner, *more = get_args(hint)
            yield from self._keys(inner, path, (*bounds, *more))
        elif get_origin(hint) in (Union, types.UnionType):
            yield *path, None
            inner = next(part for part in get_args(hint) if part is not type(None))
            yield from self._keys(inner, path, bounds)
        elif get_origin(hint) is tuple:
            yield from [(*path, value) for value in self._actions.values(get_args(hint)[0], str(path[-1]))]
            yield *path, _END
        elif isinstance(hint, type) and issubclass(hint, Amounts):
            for name in hint.__struct_fields__:
                yield from _digits((*path, name))
        elif hint is int and SEAT not in bounds and (bound(bounds, "le") or MOST_COUNT + 1) > MOST_COUNT:
            yield from _digits(path)
        else:
            yield from [(*path, value) for value in self._actions.values(hint, str(path[-1]), bounds)]


class Choice:
    """A decision that is made in steps. A step that leaves no choice is skipped, unless the decision leaves none.

    Args:
        ways: the legal moves by their steps.
        chosen: the steps that were made.
    """

    def __init__(self, ways: Mapping[Way, Move], chosen: Way = ()) -> None:
        self._ways = ways
        asks = len(ways) == 1 and not chosen
        while len(legal := self._next(chosen)) == 1 and not asks:
            chosen = (*chosen, *legal)
        self.chosen = chosen
        """The steps that were made or skipped."""
        self.legal = legal
        """The numbers that go on from there, in the order of the moves; none if the move is chosen."""
        self.move = ways.get(chosen)
        """The move that is chosen; None before."""

    def _next(self, chosen: Way) -> list[int]:
        depth = len(chosen)
        return [*dict.fromkeys([way[depth] for way in self._ways if len(way) > depth and way[:depth] == chosen])]

    def after(self, number: int) -> Choice:
        """The choice after one of the legal numbers."""
        return Choice(self._ways, (*self.chosen, number))

    def to(self, move: Move) -> Iterator[tuple[Choice, int]]:
        """The choices that lead to a move, each with the number that goes on; none if it is not among the legal ones."""
        way = next((way for way, one in self._ways.items() if one == move), ())
        at = self
        while at.move is None and way:
            number = way[len(at.chosen)]
            yield at, number
            at = at.after(number)


def _is_more(meaning: Hashable) -> bool:
    return isinstance(meaning, tuple) and meaning[-2:] == (_DIGIT, DIGITS)


def _digits(path: tuple[Hashable, ...]) -> list[tuple[Hashable, ...]]:
    return [(*path, _DIGIT, digit) for digit in range(DIGITS + 1)]


def _counted(path: tuple[Hashable, ...], count: int) -> list[Hashable]:
    """The steps that choose a count; a negative one has none."""
    return [*[(*path, _DIGIT, DIGITS)] * (count // DIGITS), (*path, _DIGIT, count % DIGITS if count >= 0 else count)]
