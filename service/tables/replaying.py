"""What happened in a game, from its log. The log holds moves; applying them gives their events again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from taphouse.engine.chance import Chance
from taphouse.engine.game import Event, Move, Outcome, Rules
from taphouse.schema.game_view import Happening, shown_outcome
from taphouse.schema.values import GameEnded
from taphouse.service.store import Entry
from taphouse.service.tables.encoding import Codec, seat_of


def with_end(events: tuple[Event, ...], outcome: Outcome) -> tuple[Event, ...]:
    """The events of the last move of a game, with the event of its end."""
    return (*events, GameEnded(shown_outcome(outcome)))


class Replay:
    """Reads a log in order, and keeps the position.

    Args:
        codec: Decodes the game.
        rules: The rules of the game.
        chance: Its random draws.
        state: The position before the first entry; None if that entry has a snapshot, or the game has not started.
    """

    def __init__(self, codec: Codec, rules: Rules, chance: Chance, state: Any = None) -> None:
        self._codec, self._rules, self._chance = codec, rules, chance
        self._state = state
        self._pending: list[Move] = []  # applied only if the position is needed

    @property
    def state(self) -> Any:
        """The position after the last entry that was read."""
        for move in self._pending:
            self._state = self._rules.apply(self._state, move, self._chance).state
        self._pending.clear()
        return self._state

    def read(self, entries: Iterable[Entry], after: int = 0) -> Iterator[Happening]:
        """What happened in these entries, which follow each other, without those up to version `after`."""
        for entry in entries:
            new = entry.version > after
            move, automatic, events = self._codec.body(entry.body)
            if new and events is None and move is not None:
                step = self._rules.apply(self.state, move, self._chance)
                outcome = self._rules.outcome(step.state)
                self._state, events = step.state, step.events if outcome is None else with_end(step.events, outcome)
            elif entry.snapshot is not None:
                self._pending.clear()
                _, self._state = self._codec.position(entry.snapshot)
            elif move is not None:
                self._pending.append(move)
            if new:
                yield Happening(entry.version, entry.at, seat_of(entry.who), move, automatic, events or ())
