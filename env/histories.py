"""Positions that know how they came about: what each viewer saw of the game, and other worlds in which a seat saw the same."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import Any

import msgspec

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Event, Move, Seen
from taphouse.engine.notation import write
from taphouse.env.table import GameTable


class HistoryMove:
    """A move that was made. Positions that follow it share it.

    Args:
        table: the game.
        state: the position before the move, or what is known of it.
        move: the move.
        events: its events, as far as they are known.
    """

    __slots__ = ("_parts", "_seen")

    def __init__(self, table: GameTable, state: Any, move: Move, events: tuple[Event, ...]) -> None:
        self._parts = table, state, move, events
        self._seen: dict[int | None, tuple[Seen, str]] | None = None

    def seen(self, seat: int | None) -> Seen:
        """The move as a seat saw it; None for a spectator."""
        return self._by(seat)[0]

    def line(self, seat: int | None) -> str:
        """A digest of what a seat knew before the move and of the events that it saw, and the move in notation."""
        return self._by(seat)[1]

    def _by(self, seat: int | None) -> tuple[Seen, str]:
        if self._seen is None:  # most moves of a random game are never looked at
            self._seen = {}
        if seat not in self._seen:
            table, before, move, events = self._parts
            seen = table.rules.seen(before, table.rules.decider(before), move, events, seat)
            self._seen[seat] = seen, f"{_digest(seen.known, seen.events)} {write(seen.move)}"
        return self._seen[seat]

    def __reduce__(self) -> Any:
        return HistoryMove, self._parts


class HistoryPosition:
    """A position with its legal actions and its history; immutable, so copies share it.

    Args:
        table: the game.
        seed: the text from which the seed of all later draws is derived.
        state: the position.
        past: the moves that led to it.
    """

    def __init__(self, table: GameTable, seed: str, state: Any, past: tuple[HistoryMove, ...] = ()) -> None:
        self._table, self._seed, self.state, self._past = table, seed, state, past
        self.seat = table.rules.decider(state)
        """The seat that decides; None when the game is over."""
        moves = [*table.rules.moves(state)]
        self.legal: dict[int, Move] = dict(zip(*table.actions.numbered(moves), strict=True))
        """The legal moves by their numbers."""
        self._imagined: dict[int, tuple[Any, tuple[HistoryMove, ...]]] = {}

    def move(self, action: int) -> Move:
        """The move of a number.

        Raises:
            ValueError: it is not legal.
        """
        if action not in self.legal:
            raise ValueError(f"{action} is not the number of a legal move; see legal_actions()")
        return self.legal[action]

    def after(self, action: int) -> HistoryPosition:
        """The position after the move of a number.

        Raises:
            ValueError: it is not legal.
        """
        move = self.move(action)
        step = self._table.rules.make(self.state, move, _chance(self._seed))
        made = HistoryMove(self._table, self.state, move, step.events)
        return HistoryPosition(self._table, self._seed, step.state, (*self._past, made))

    def told(self, seat: int | None) -> str:
        """The history as a seat saw it, None for a spectator, as a line of text: it is equal exactly if the history is."""
        lines = [made.line(seat) for made in self._past]
        return "; ".join([*lines, _digest(self._table.rules.known(self.state, seat), ())])

    def world(self, seat: int, seed: str) -> HistoryPosition:
        """A position that the seat cannot tell from this one, by its history either, as likely as in a fair shuffle.

        Of the moves before, it holds what the seat saw. So another seat knows in it what that tells of its own past, and all of
        the position.

        Args:
            seat: the seat.
            seed: the text from which the draws are derived, also the later ones.
        """
        rules = self._table.rules
        if seat not in self._imagined:
            seen = [made.seen(seat) for made in self._past]
            own = [one for one in seen if getattr(one.known, "viewer", seat) == seat]
            past = tuple([HistoryMove(self._table, one.known, one.move, one.events) for one in seen])
            self._imagined[seat] = rules.remembered(own, seat), past
        memory, past = self._imagined[seat]
        world = rules.sample(rules.known(self.state, seat), seat, _chance(seed), memory)
        for decider in (*rules.deciders(self.state)[::-1], self.seat or 0):  # `known` puts that of its viewer on top
            world = rules.with_decider(world, decider)
        return HistoryPosition(self._table, seed, world, past)

    def __deepcopy__(self, memo: Any) -> HistoryPosition:
        return self

    def __reduce__(self) -> Any:
        return HistoryPosition, (self._table, self._seed, self.state, self._past)


@lru_cache(maxsize=64)
def _chance(seed: str) -> Chance:
    return Chance(seed_from(seed))


def _digest(known: Any, events: tuple[Event, ...]) -> str:
    return blake2b(msgspec.msgpack.encode((known, events)), digest_size=8).hexdigest()
