"""A game at the service as the engine says that it goes: what every request is to be answered, and what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from taphouse.engine.chance import BLIND, Chance, after_undos, seed_from
from taphouse.engine.contract import Decision, Event, Move, Outcome, sealed
from taphouse.engine.notation import write
from taphouse.engine.resigning import SERVICE_RULES, outcome_of
from taphouse.engine.worlds.disclosure import discloses
from taphouse.schema.concepts.agreements import MOST_UNDONE, MovesUndone
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import GameAbandoned, GameEnded, GameStarted, SeatResigned
from taphouse.schema.words import wording
from tests.conformance.tables import GAMES, default_table, editions


class Refusal(Struct):
    """The answer that is due where nothing is changed; None is not looked at."""

    code: str
    rules: tuple[str, ...] = ()
    message: str | None = None
    index: int | None = None
    seat: int | None = None
    undoReason: str | None = None  # noqa: N815 - as answers have it


class Made(Struct):
    """A move, and what it came from."""

    version: int
    seat: int | None
    """None for one that the service made."""
    before: Any
    told: bool
    """True if it told anybody anything."""


class Entry(Struct):
    """A version, as the log holds it."""

    version: int
    seat: int | None
    move: Move | None
    automatic: bool
    events: tuple[Event, ...]


class Model:
    """A game whose seats are all taken from the start.

    Args:
        kind: of the game, with its first edition and its usual options.
        seats: how many.
        seed: as the service is told.
    """

    def __init__(self, kind: str, seats: int, seed: str) -> None:
        self.game, self.rules = GAMES[kind], default_table(kind).rules
        self.wording = wording(self.game, next(iter(editions(kind).values())))
        self.seats, self.resigned, self.seed = seats, list[int](), seed
        self.chance = Chance(seed_from(seed))
        self.state: Any = self.rules.new(self.game.about.options(), seats, self.chance)
        self.status = Status.RUNNING
        self.log = [Entry(1, None, None, False, ()), Entry(2, None, None, False, (GameStarted(seats),))]
        """The first entry's event, with the commitment to the seed, is not modelled."""
        self.undos, self.made, self.standing = 0, list[Made](), list[Made]()
        self.past: list[tuple[Any, Status]] = [(None, Status.WAITING), (self.state, Status.RUNNING)]

    @property
    def version(self) -> int:
        """The newest version."""
        return len(self.log)

    @property
    def decision(self) -> Decision | None:
        """The decision that is due."""
        return self.rules.decision(self.state) if self.status is Status.RUNNING else None

    @property
    def ended(self) -> bool:
        """True if nothing more can be done."""
        return self.status is not Status.RUNNING

    def outcome(self, state: Any) -> Outcome | None:
        """The outcome in a position, by the rules of the game and of the service."""
        return outcome_of(self.rules, state, self.seats, self.resigned, SERVICE_RULES)

    def legal(self, most: int) -> list[Move]:
        """The first of the legal moves."""
        return list(islice(self.rules.moves(self.state), most)) if self.decision else []

    # --- what is done ----------------------------------------------------------------------------------------------------------

    def play(self, seat: int | None, moves: Sequence[Move | None]) -> Refusal | list[Entry]:
        """Moves of a seat; None for one that is not understood."""
        refusal = self.refused(seat, moves)
        if refusal is not None:
            return refusal
        assert seat is not None
        before = self.version
        for move in moves:
            assert move is not None
            self._make(seat, move, automatic=False)
        self._automatic()
        return self.log[before:]

    def refused(self, seat: int | None, moves: Sequence[Move | None]) -> Refusal | None:
        """The reason why a seat may not make these moves; None when it may."""
        if self.ended:
            return Refusal("GAME_OVER")
        if seat is None:
            return Refusal("NOT_SEATED")
        state = self.state
        for index, move in enumerate(moves, 1):
            decision = self.rules.decision(state)
            if decision is None:
                return Refusal("GAME_OVER")
            if decision.seat != seat:
                return Refusal("NOT_YOUR_TURN", index=index, seat=decision.seat)
            if move is None:
                return Refusal("MOVE_NOT_UNDERSTOOD", index=index)
            known = self.rules.known(state, seat)
            why = self.rules.why_not(known, move)
            if why is not None:
                return Refusal("MOVE_REFUSED", (why.rule,), self.wording.refusal(why), index)
            state = self.rules.apply(state, move, self.chance).state
            expected = self.rules.known(self.rules.apply(known, move, BLIND).state, seat)
            if index < len(moves) and self.rules.known(state, seat) != expected:
                return Refusal("BATCH_TELLS_NEWS", index=index)
        return None

    def resign(self, seat: int | None) -> Refusal | list[Entry]:
        """A seat leaves its decisions to the first legal move."""
        if seat is None:
            return Refusal("NOT_SEATED")
        if self.ended:
            return Refusal("GAME_OVER")
        if seat in self.resigned:
            return Refusal("ALREADY_RESIGNED")
        before = self.version
        self.resigned.append(seat)
        events: tuple[Event, ...] = (SeatResigned(seat),)
        if (outcome := self.outcome(self.state)) is not None:
            self.status, events = Status.OVER, (*events, GameEnded(outcome))
        self._append(seat, None, events, automatic=False)
        self._automatic()
        return self.log[before:]

    def undo(self, seat: int | None) -> Refusal | list[Entry]:
        """A seat takes its last move back, if it told nobody anything and nobody else has decided since."""
        if seat is None:
            return Refusal("NOT_SEATED")
        if self.ended:
            return Refusal("GAME_OVER")
        own = [place for place, one in enumerate(self.standing) if one.seat == seat]
        if not own or self.standing[own[-1]].version <= self.version - MOST_UNDONE:
            return Refusal("UNDO_REFUSED", undoReason="NOTHING")
        back = self.standing[own[-1] :]
        if {one.seat for one in back} - {seat, None}:
            return Refusal("UNDO_REFUSED", undoReason="NOT_YOURS")
        if any(one.told for one in self.made if one.version >= back[0].version):
            return Refusal("UNDO_REFUSED", undoReason="REVEALED")
        self.undos += 1
        self.standing = self.standing[: own[-1]]
        self.state, self.chance = back[0].before, after_undos(Chance(seed_from(self.seed)), self.undos)
        self._append(seat, None, (MovesUndone(back[0].version - 1, len(back), False),), automatic=False)
        return self.log[-1:]

    def abandon(self, host: bool) -> Refusal | list[Entry]:
        """The game ends before its end."""
        if not host:
            return Refusal("NOT_HOST")
        if self.ended:
            return Refusal("GAME_OVER")
        self.status = Status.ABANDONED
        self._append(None, None, (GameAbandoned(),), automatic=False)
        return self.log[-1:]

    def _make(self, seat: int, move: Move, *, automatic: bool) -> None:
        step = self.rules.apply(self.state, move, self.chance)
        told = discloses(self.rules, self.state, move, step, self.seats)
        self.made.append(Made(self.version + 1, None if automatic else seat, self.state, told))
        self.standing.append(self.made[-1])
        self.state, events = step.state, step.events
        outcome = self.outcome(self.state)
        if outcome is not None:
            self.status, events = Status.OVER, (*events, GameEnded(outcome))
        self._append(seat, move, events, automatic=automatic)

    def _append(self, seat: int | None, move: Move | None, events: tuple[Event, ...], *, automatic: bool) -> None:
        self.log.append(Entry(self.version + 1, seat, move, automatic, events))
        self.past.append((self.state, self.status))

    def _automatic(self) -> None:
        while (decision := self.decision) is not None and decision.seat in self.resigned:
            self._make(decision.seat, next(self.rules.moves(self.state)), automatic=True)

    # --- what is seen ----------------------------------------------------------------------------------------------------------

    @property
    def open_to_all(self) -> bool:
        """True if nothing is hidden any more, at any version."""
        return self.status is Status.OVER

    def known(self, version: int, seat: int | None) -> Any:
        """The position at a version as a seat knows it; None before the start."""
        state, _ = self.past[version - 1]
        return state if state is None or self.open_to_all else self.rules.known(state, seat)

    def preview(self, seat: int, moves: Sequence[Move]) -> Any:
        """The table that moves would lead to, as far as the seat can know; they can be made."""
        state, blind = self.state, None
        for move in moves:
            blind = self.rules.apply(self.rules.known(state, seat), move, BLIND).state
            state = self.rules.apply(state, move, self.chance).state
        return self.rules.view(self.rules.known(blind, seat))

    def events(self, entry: Entry, seat: int | None) -> list[Event]:
        """The events of a version, as a seat sees them."""
        lifecycle = (GameStarted, GameEnded, GameAbandoned, MovesUndone, SeatResigned)
        if self.open_to_all:
            return list(entry.events)
        seen = [e if isinstance(e, lifecycle) else self.rules.redact(e, seat) for e in entry.events]
        return [event for event in seen if event is not None]

    def line(self, entry: Entry, seat: int | None) -> tuple[int, int | None, str | None, bool]:
        """A version without its events, as a seat sees it."""
        move = entry.move
        if move is not None and entry.seat != seat and not self.open_to_all:
            move = sealed(move)
        return entry.version, entry.seat, None if move is None else write(move), entry.automatic
