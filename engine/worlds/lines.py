"""Lines: moves of all seats from a position on, tried in what one seat knows of it, as a player thinks ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Move, Refusal, Rules, sealed
from taphouse.engine.decisions import RollingRules
from taphouse.engine.vocabulary import hints

WORLDS = 16
"""The worlds that are imagined, if something is hidden or drawn."""
MOST_TRIED = 500
"""The most moves that are looked at in a world."""


class _World(NamedTuple):
    number: int
    state: Any
    chance: Chance
    events: tuple[Any, ...]
    """The events of the moves as the seat sees them."""


class Line:
    """A line in worlds in which a seat may be. Nothing of it depends on more than what the seat knows of the position.

    A move of another seat goes on in the worlds in which it is legal.

    Args:
        rules: the rules.
        known: the position as the seat knows it.
        seat: the seat.

    Raises:
        ValueError: the position is not what the seat knows of a position of this edition.
    """

    def __init__(self, rules: Rules, known: Any, seat: int) -> None:
        self._rules, self._seat = rules, seat
        count = WORLDS if rules.hides or isinstance(rules, RollingRules) else 1
        chances = [Chance(seed_from(f"line {number}")) for number in range(count)]
        self._worlds = [_World(at, rules.sample(known, seat, one), one, ()) for at, one in enumerate(chances)]

    @property
    def decider(self) -> int | None:
        """The seat whose move is next: of several, the one that tries the line, else the first.

        None at the end, and where it depends on what the seat cannot know.
        """
        found = {self._rules.deciders(world.state) for world in self._worlds}
        deciders = found.pop() if len(found) == 1 else ()
        return self._seat if self._seat in deciders else next(iter(deciders), None)

    @property
    def over(self) -> bool:
        """True if the game is over in every world."""
        return not any(self._rules.deciders(world.state) for world in self._worlds)

    @property
    def known(self) -> list[Any]:
        """The position as the seat knows it in each world."""
        return [self._rules.known(world.state, self._seat) for world in self._worlds]

    @property
    def events(self) -> list[tuple[Any, ...]]:
        """The events of the line in each world, with what the seat sees of them."""
        return [world.events for world in self._worlds]

    def moves(self) -> Iterator[tuple[Any, Move]]:
        """The moves that can be next, each once, as the seat would see it made: with what its decider knows."""
        found = set()
        for world in self._worlds if self.decider is not None else ():
            _, known = self._asked(world)
            for move in islice(self._rules.moves(known), MOST_TRIED):
                shown = self._shown(move)
                if shown not in found:
                    found.add(shown)
                    yield known, shown

    def play(self, move: Move) -> Refusal | None:
        """Go on by a move of the decider. The refusal if no world allows it; then the line stays where it was."""
        played, refusal = list[_World](), None
        for world in self._worlds:
            state, known = self._asked(world)
            meant = [one for one in islice(self._rules.moves(known), MOST_TRIED) if self._shown(one) == move] or [move]
            made = meant[world.number % len(meant)]
            why = self._rules.why_not(known, made)
            if why is None:
                after = self._rules.make(state, made, world.chance)
                seen = [self._rules.redact(event, self._seat) for event in after.events]
                events = (*world.events, *[event for event in seen if event is not None])
                played.append(world._replace(state=after.state, events=events))
            refusal = refusal or why
        if not played:
            return refusal
        self._worlds = played
        return None

    def _asked(self, world: _World) -> tuple[Any, Any]:
        """A world in which the decider decides, and what it knows there."""
        decider = self.decider or 0
        return self._rules.with_decider(world.state, decider), self._rules.known(world.state, decider)

    def _shown(self, move: Move) -> Move:
        shown: Move = move if self.decider == self._seat else sealed(move)
        return shown


def agreed(values: Sequence[Any], hint: Any = None) -> Any:
    """The values of all worlds in one: what differs is null, as it is where it is hidden. What cannot be null is as in the first.

    Args:
        values: views, events or parts of them.
        hint: their type; None for structs.
    """
    first = values[0]
    if all(value == first for value in values):
        return first
    if all(type(value) is type(first) for value in values):
        if isinstance(first, Struct):
            types = hints(type(first))
            found = {name: agreed([getattr(value, name) for value in values], types[name]) for name in types}
            return replace(first, **found)
        if isinstance(first, tuple) and all(len(value) == len(first) for value in values):
            listed = next((one for one in _choices(hint) if get_origin(one) is tuple), tuple[Any, ...])
            return tuple([agreed(one, get_args(listed)[0]) for one in zip(*values, strict=True)])
    return None if NoneType in _choices(hint) else first


def _choices(hint: Any) -> tuple[Any, ...]:
    """The types of which a hint is a union; itself if it is none."""
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return get_args(plain) if get_origin(plain) in (Union, UnionType) else (plain,)
