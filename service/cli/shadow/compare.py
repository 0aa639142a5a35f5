"""Compares a game as it went with its shadow: the same draws and moves, replayed under other rules or under its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from taphouse.engine.chance import Chance, after_undos
from taphouse.engine.contract import Event, IllegalMove, Move, Refusal, Rules
from taphouse.engine.notation import write
from taphouse.engine.records.record import RecordError
from taphouse.schema.values.lifecycle import LifecycleEvent
from taphouse.service.games.kernel.replaying import Versions

OLDEST = 1
"""The first version of the rules of each game."""
MOST_SHOWN = 200
"""The most characters of a value that are shown."""


class NotReplayable(Exception):
    """A game cannot be replayed; the message says why."""


class LoggedStep(Struct, frozen=True):
    """One step of a game, read from a log or a record. The step that starts the game has the position."""

    number: int
    """The version in a log; in a record, the number of the last move."""
    seat: int | None
    move: Move | None
    events: tuple[Event, ...] | None = None
    """The events, if they are known."""
    position: Any = None
    """The position after it, if it is known."""
    rules: int | None = None
    """The version of the rules from here on, if it is known."""
    undone: tuple[int, bool] | None = None
    """The number of moves that were undone, and True if all that no seat knows was drawn anew; None if none were undone."""


class DifferingValue(Struct, frozen=True):
    """A value that differs."""

    what: str
    """`refused`, `draws`, `events`, `outcome`, or a part of the position, such as `position.hands`."""
    was: str
    """The value in the game."""
    now: str
    """The value in its shadow."""


class Difference(Struct, frozen=True):
    """The first step at which a game and its shadow differ."""

    number: int
    """As in `LoggedStep`."""
    seat: int | None
    """The seat that moved. None at the set-up of the game."""
    notation: str | None
    """The move. None at the set-up of the game."""
    differing: tuple[DifferingValue, ...]


class Shadow:
    """A game that is compared with its shadow, step by step.

    Args:
        versions: The rules of the game by their versions.
        under: The version of the rules that the shadow is played under. None: those of the game, also where they change.
        options: The options of the game.
        seats: The number of seats.
        chance: The draws, of the game and of its shadow.
        begins: The position that the game begins from, before its shuffle; None for a set-up.
    """

    def __init__(
        self, versions: Versions, under: int | None, options: Any, seats: int, chance: Chance, begins: Any = None
    ) -> None:
        self._versions, self._own = versions, under is None
        self._under: Rules = versions[OLDEST if under is None else under]
        self._options, self._seats, self._chance, self._begins = options, seats, chance, begins
        self._source, self._undos = chance, 0
        self._stands: list[Any] = []  # the shadow before each move that stands
        self._rules: Rules = self._under
        self._real: Any = None
        self._shadow: Any = None

    def compare(self, log: Iterable[LoggedStep]) -> Difference | None:
        """The first difference in these consecutive steps. None if there is none."""
        for logged in log:
            if logged.rules is not None:
                self._rules = self._versions[logged.rules]
                self._under = self._rules if self._own else self._under
            differing = tuple(self._begun(logged) if self._shadow is None else self._moved(logged))
            if differing:
                notation = None if logged.move is None else write(logged.move)
                return Difference(logged.number, logged.seat, notation, differing)
        return None

    def ends(self, position: Any) -> tuple[DifferingValue, ...]:
        """The difference of the shadow's last position from that of the game, which is None if it has not started."""
        if position is None or self._shadow is None:
            return (
                ()
                if position is self._shadow
                else (DifferingValue("position", _shown(position), _shown(self._shadow)),)
            )
        return tuple(_positions(position, self._shadow))

    def _begun(self, logged: LoggedStep) -> Iterator[DifferingValue]:
        """Set the shadow up when the game starts."""
        if logged.position is None:
            return
        self._real = logged.position
        refusal = self._under.why_not_new(self._options, self._seats)
        if refusal is not None:
            yield self._refused(refusal)
            return
        try:
            if self._begins is None:
                self._shadow = self._under.new(self._options, self._seats, self._chance)
            else:
                self._shadow = self._under.reshuffled(self._begins, self._chance)
        except RecordError as error:
            yield self._drawn(error)
            return
        yield from _positions(self._real, self._shadow)

    def _moved(self, logged: LoggedStep) -> Iterator[DifferingValue]:
        if logged.move is None:
            self._real = self._real if logged.position is None else logged.position
            if logged.undone is not None:
                self._go_back(*logged.undone)
            yield from _positions(self._real, self._shadow)
            return
        real, events, seat = logged.position, logged.events, logged.seat or 0
        if self._under is not self._rules and (real is None or events is None):
            try:
                step = self._rules.apply(self._rules.with_decider(self._real, seat), logged.move, self._chance)
            except IllegalMove as error:
                yield DifferingValue("refused", f"made under version {self._rules.version}", f"refused there: {error}")
                return
            real, events = step.state if real is None else real, step.events if events is None else events
        try:
            shadow = self._under.apply(self._under.with_decider(self._shadow, seat), logged.move, self._chance)
        except IllegalMove as error:
            yield self._refused(error.refusal)
            return
        except RecordError as error:
            yield self._drawn(error)
            return
        if events is not None:
            yield from _events(events, shadow.events)
        if real is not None:
            yield from _positions(real, shadow.state)
        real = shadow.state if real is None else real
        if self._under is not self._rules or real is not shadow.state:
            ended, ends = self._rules.outcome(real), self._under.outcome(shadow.state)
            if ended != ends:
                yield DifferingValue("outcome", _shown(ended), _shown(ends))
        self._stands.append(self._shadow)
        self._real, self._shadow = real, shadow.state

    def _go_back(self, moves: int, anew: bool) -> None:
        """Undo the last moves of the shadow. From there on, draws have later numbers."""
        self._undos += 1
        self._chance = after_undos(self._source, self._undos)
        self._shadow = self._stands[-moves]
        del self._stands[-moves:]
        if anew:
            self._shadow = self._under.reshuffled(self._shadow, self._chance)

    def _refused(self, refusal: Refusal) -> DifferingValue:
        now = f"refused under version {self._under.version}: {self._under.explained(refusal)}"
        return DifferingValue("refused", f"made under version {self._rules.version}", now)

    def _drawn(self, error: RecordError) -> DifferingValue:
        """The difference if the newest rules need a draw that a record without a seed does not list."""
        return DifferingValue("draws", f"as listed, under version {self._rules.version}", error.reason)


def _events(real: Iterable[Event], shadow: Iterable[Event]) -> Iterator[DifferingValue]:
    was, now = (tuple(event for event in events if not isinstance(event, LifecycleEvent)) for events in (real, shadow))
    if was != now:
        yield DifferingValue("events", _shown(was), _shown(now))


def _positions(real: Any, shadow: Any) -> Iterator[DifferingValue]:
    for name in real.__struct_fields__:
        was, now = getattr(real, name), getattr(shadow, name)
        if was != now:
            yield DifferingValue(f"position.{name}", _shown(was), _shown(now))


def _shown(value: object) -> str:
    text = str(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
