"""The nodes of a game tree: draws, outcome by outcome, and positions that know how they came about.

A position knows what each viewer saw of the game, and other worlds in which a seat saw the same.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Event, Move, Seen
from taphouse.engine.notation import write
from taphouse.env.draws import ChosenDraws, Draw, Drawn, Undrawn
from taphouse.env.table import GameTable


class HistoryMove:
    """A move that was made. Positions that follow it share it.

    Args:
        table: the game.
        state: the position before the move, or what is known of it.
        move: the move.
        events: its events, as they are known.
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


class ChanceNode:
    """The next pick of a draw, before a game has begun or while a move is made; immutable, so copies share it.

    Args:
        table: the game.
        before: the position before the move; None before the game.
        action: the number of the move; 0 before the game.
        drawn: the results of the draws that are over.
        draw: the draw.
        picked: the outcomes of its picks so far.
    """

    __slots__ = ("_parts", "before")

    def __init__(
        self,
        table: GameTable,
        before: HistoryPosition | None,
        action: int,
        drawn: Drawn,
        draw: Draw,
        picked: tuple[int, ...] = (),
    ) -> None:
        self._parts, self.before = (table, before, action, drawn, draw, picked), before

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the pick, with their probabilities."""
        *_, draw, picked = self._parts
        return draw.outcomes(picked)

    def after(self, outcome: int) -> Node:
        """The node after an outcome.

        Raises:
            ValueError: the pick does not have this outcome.
        """
        table, before, action, drawn, draw, picked = self._parts
        if not draw.allows(picked, outcome):
            raise ValueError(f"{outcome} is no outcome of this pick; see chance_outcomes()")
        picked = (*picked, outcome)
        if len(picked) < draw.picks:
            return ChanceNode(table, before, action, drawn, draw, picked)
        return reached(table, before, action, {**drawn, draw: draw.result(picked)})

    def told(self, seat: int | None) -> str:
        """The history as a seat saw it, None for a spectator, before the move is carried out."""
        return "drawing" if self.before is None else f"{self.before.told(seat)}; drawing"

    def __deepcopy__(self, memo: Any) -> ChanceNode:
        return self

    def __reduce__(self) -> Any:
        return ChanceNode, self._parts


class HistoryPosition:
    """A position with its legal actions and its history; immutable, so copies share it.

    Args:
        table: the game.
        state: the position.
        past: the moves that led to it.
    """

    def __init__(self, table: GameTable, state: Any, past: tuple[HistoryMove, ...] = ()) -> None:
        self._table, self.state, self._past = table, state, past
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

    def after(self, action: int) -> Node:
        """The position after the move of a number, or the first pick that it takes.

        Raises:
            ValueError: it is not legal.
        """
        return reached(self._table, self, action, {})

    def made(self, action: int, chance: Chance) -> HistoryPosition:
        """The position after the move of a number, with given draws.

        Raises:
            ValueError: it is not legal.
        """
        move = self.move(action)
        step = self._table.rules.make(self.state, move, chance)
        made = HistoryMove(self._table, self.state, move, step.events)
        return HistoryPosition(self._table, step.state, (*self._past, made))

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
            seed: the text from which the draws are derived.
        """
        rules = self._table.rules
        if seat not in self._imagined:
            seen = [made.seen(seat) for made in self._past]
            own = [one for one in seen if getattr(one.known, "viewer", seat) == seat]
            past = tuple([HistoryMove(self._table, one.known, one.move, one.events) for one in seen])
            self._imagined[seat] = rules.remembered(own, seat), past
        memory, past = self._imagined[seat]
        world = rules.sample(rules.known(self.state, seat), seat, Chance(seed_from(seed)), memory)
        for decider in (*rules.deciders(self.state)[::-1], self.seat or 0):  # `known` puts that of its viewer on top
            world = rules.with_decider(world, decider)
        return HistoryPosition(self._table, world, past)

    def __deepcopy__(self, memo: Any) -> HistoryPosition:
        return self

    def __reduce__(self) -> Any:
        return HistoryPosition, (self._table, self.state, self._past)


Node = HistoryPosition | ChanceNode


def reached(table: GameTable, before: HistoryPosition | None, action: int, drawn: Drawn) -> Node:
    """The node after a move, or at the beginning, once these draws have results: a position, or the first pick of another draw.

    Raises:
        ValueError: the move is not legal.
    """
    chance = ChosenDraws(drawn)
    try:
        return HistoryPosition(table, table.begun(chance)) if before is None else before.made(action, chance)
    except Undrawn as undrawn:
        return ChanceNode(table, before, action, drawn, undrawn.draw)


def _digest(known: Any, events: tuple[Event, ...]) -> str:
    return blake2b(msgspec.msgpack.encode((known, events)), digest_size=8).hexdigest()
