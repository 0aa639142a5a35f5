"""Lines: moves of all seats from a position on, tried in what one seat knows of it, as a player thinks ahead."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
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

    A move of another seat goes on in the worlds in which it is legal. The work can pause in each world: methods yield None there.

    Args:
        rules: the rules.
        known: the position as the seat knows it.
        seat: the seat.
    """

    def __init__(self, rules: Rules, known: Any, seat: int) -> None:
        self._rules, self._known, self._seat = rules, known, seat
        self._worlds: list[_World] = []

    def imagine(self) -> Iterator[None]:
        """Imagine the worlds, before anything else.

        Raises:
            ValueError: the position is not what the seat knows of a position of this edition.
        """
        for number in range(WORLDS if self._rules.hides or isinstance(self._rules, RollingRules) else 1):
            chance = Chance(seed_from(f"line {number}"))
            self._worlds.append(_World(number, self._rules.sample(self._known, self._seat, chance), chance, ()))
            yield

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

    def moves(self) -> Iterator[tuple[Any, Move] | None]:
        """The moves that can be next, each once, as the seat would see it made: with what its decider knows."""
        found, decider = set(), self.decider
        for world in self._worlds if decider is not None else ():
            yield None
            _, known = self._asked(world, decider)
            for move in islice(self._rules.moves(known), MOST_TRIED):
                shown = self._shown(move, decider)
                if shown not in found:
                    found.add(shown)
                    yield known, shown

    def play(self, move: Move) -> Generator[None, None, Refusal | None]:
        """Go on by a move of the decider. Returns the refusal if no world allows it; then the line stays where it was."""
        played, refusal, decider = list[_World](), None, self.decider
        for world in self._worlds:
            yield
            state, known = self._asked(world, decider)
            listed = islice(self._rules.moves(known), MOST_TRIED)
            meant = [one for one in listed if self._shown(one, decider) == move] or [move]
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

    def _asked(self, world: _World, decider: int | None) -> tuple[Any, Any]:
        """A world in which the decider decides, and what it knows there."""
        seat = decider or 0
        return self._rules.with_decider(world.state, seat), self._rules.known(world.state, seat)

    def _shown(self, move: Move, decider: int | None) -> Move:
        shown: Move = move if decider == self._seat else sealed(move)
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
