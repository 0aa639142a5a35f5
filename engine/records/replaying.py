"""Plays a record again, and checks it: the commitment, every move, every draw, and the result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.chance import MOST_UNDOS, Chance, after_undos
from taphouse.engine.contract import Event, IllegalMove, Move, Outcome, Rules
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.notation import NotationError, parse, write
from taphouse.engine.records import headers, positions
from taphouse.engine.records import record as parts
from taphouse.engine.records.chances import RecordedDraws, Recording
from taphouse.engine.records.clocks import RecordedTimes
from taphouse.engine.records.record import Draw, Finished, Line, Record, RecordError, result_of
from taphouse.engine.resigning import outcome_of


class RecordPosition(Struct, frozen=True):
    """The position after a line of a record, or before the first."""

    line: Line | None
    """None before the first line."""
    move: Move | None
    """The move; None if the line is none."""
    state: Any
    events: tuple[Event, ...]


class RecordReplay:
    """Plays a record again.

    Args:
        record: the record.
        game: the kind of game.
        edition: the edition that the record names.

    Raises:
        RecordError: a header is wrong, or does not fit another one.
    """

    def __init__(self, record: Record, game: Game, edition: Edition) -> None:
        self.record, self._game = record, game
        self._edition = edition
        headers.check(record, game, edition)
        self.rules: Rules = parts.rules_of(record.rules, game, edition)
        """The rules in force after the last line that was played."""
        self.options = headers.options(record, game)
        headers.check_table(record, game, self.rules, self.options)
        fell = [draw for draw in record.draws if draw.fell]
        self.chance: Chance = RecordedDraws(record.draws)
        """The draws of the game: from its seed, or as the record lists them."""
        if record.seed is not None:
            seed = Chance(bytes.fromhex(record.seed))
            self.chance = RecordedDraws(fell, seed) if fell else seed
        self._recording = Recording(self.chance, record.draws)
        self._chance: Chance = self._recording  # the draws since the last undo
        self._undos = 0
        self._undoes = any(isinstance(line, parts.Undone) for line in record.lines)
        self._stands: list[tuple[Any, Rules]] = []  # before each move that stands, if any are taken back
        self.outcome: Outcome | None = None
        """The outcome by the rules of the game and of the service, once all lines were played; None if the game has none."""
        self.begins: Any = None
        """The position that the game begins from, with what nobody knows in order; None for a set-up."""
        if record.position is not None:
            with self._doubting_the_position():
                self.begins = positions.read(record.position, game, self.rules, self.options)

    @property
    def draws(self) -> tuple[Draw, ...]:
        """The draws so far, by number."""
        return tuple(draw for _, draw in sorted(self._recording.drawn.items()))

    def positions(self) -> Iterator[RecordPosition]:
        """The position before the first line, and after each line. At the end, the draws and the result are checked.

        Raises:
            RecordError: the record departs from the rules or from its seed. Names the place of the first fault.
        """
        with self._doubting_the_position():
            yield from self._positions()

    @contextmanager
    def _doubting_the_position(self) -> Iterator[None]:
        """Rules may fail in any way on a position that no game reaches, so that is an error of the record."""
        try:
            yield
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            if self.record.position is None or isinstance(error, RecordError):
                raise
            raise RecordError(f"The position is none of this game: {error!r}.", "position") from error

    def _positions(self) -> Iterator[RecordPosition]:
        record = self.record
        state = self._begun()
        yield RecordPosition(None, None, state, ())
        seats = _Seats(record)
        moves = 0
        timing = RecordedTimes(record)
        for number, line in enumerate(record.lines):
            place = f"lines[{number}]"
            if number and isinstance(ends := record.lines[number - 1], parts.Abandoned | parts.Drawn):
                how = "drawn" if isinstance(ends, parts.Drawn) else "abandoned"
                raise RecordError(f"The game was {how} before this.", place)
            if self.rules.outcome(state) is None and seats.ended(self.rules, state) is not None:
                raise RecordError("Seats had resigned before this, so the game was over.", place)
            seat = getattr(line, "seat", 1)
            if seat > len(record.seats):
                raise RecordError(f"There is no seat {seat}; the game has {len(record.seats)}.", place)
            seats.note(line, place, begun=moves > 0)
            move: Move | None = None
            events: tuple[Event, ...] = ()
            timing.check(line, self.rules, state, seats.resigned, place)
            if isinstance(line, parts.Covered | parts.Replaced):
                headers.check_bot(line.bot, place)
            match line:
                case parts.Played():
                    moves += 1
                    if self._undoes:
                        self._stands.append((state, self.rules))
                    service = line.seat in seats.resigned or line.seat == timing.passive
                    move, state, events = self._played(line, state, service, moves, place)
                case parts.Upgraded(rules=version):
                    if version <= self.rules.version:
                        raise RecordError(f"The game has version {self.rules.version} of the rules already.", place)
                    self.rules = parts.rules_of(version, self._game, self._edition, place)
                    refusal = self.rules.why_not_new(self.options, len(record.seats))
                    refusal = refusal or self.rules.why_not_from(self.rules.known(state, None))
                    if refusal is not None:
                        raise RecordError(self.rules.explained(refusal), place)
                case parts.Undone() if self.rules.outcome(state) is None:
                    state = self._undone(line, place)
            if not isinstance(line, parts.Played | parts.Joined) and self.rules.outcome(state) is not None:
                raise RecordError("The game was over before this.", place)
            yield RecordPosition(line, move, state, events)
        seats.check_headers(record)
        self._check_draws()
        self._check_result(seats.ended(self.rules, state), deserted=not seats.stay)

    def _begun(self) -> Any:
        """The position before the first line: the set-up, or the one that the record gives."""
        if self.begins is None:
            return self.rules.new(self.options, len(self.record.seats), self._chance)
        return self.rules.reshuffled(self.begins, self._chance)

    def _played(
        self, line: parts.Played, state: Any, service: bool, number: int, place: str
    ) -> tuple[Move, Any, tuple[Event, ...]]:
        def fail(reason: str) -> NoReturn:
            raise RecordError(f"Move {number}, {line.move}: {reason}", place)

        rules = self.rules
        deciders = rules.deciders(state)
        if not deciders:
            fail("the game was over before it.")
        if line.seat not in deciders:
            *others, last = map(str, deciders)
            deciding = f"seats {', '.join(others)} and {last} decide" if others else f"seat {last} decides"
            fail(f"{deciding}, not seat {line.seat}.")
        try:
            move = parse(line.move, self._game.verbs)
        except NotationError as error:
            fail(str(error))
        if service or line.automatic:
            passive = next(rules.moves(rules.known(state, line.seat)))
            if not service:
                fail(f"it is marked as automatic, but seat {line.seat} has not resigned, nor is its time over.")
            if not line.automatic or move != passive:
                why = f"seat {line.seat} has resigned or its time is over"
                fail(f"{why}, so its move is automatic: {write(passive)}.")
        try:
            step = rules.apply(rules.with_decider(state, line.seat), move, self._chance)
        except IllegalMove as error:
            fail(str(error))
        except RecordError as error:  # of a draw
            raise RecordError(f"Move {number}, {line.move}: {error.reason}", error.place) from None
        return move, step.state, step.events

    def _undone(self, line: parts.Undone, place: str) -> Any:
        """The position after moves are taken back. From there on, draws have later numbers."""
        if line.moves > len(self._stands):
            raise RecordError(f"There are {len(self._stands)} moves to take back, not {line.moves}.", place)
        if self._undos == MOST_UNDOS:
            raise RecordError(f"A game has at most {MOST_UNDOS} undos.", place)
        state, rules = self._stands[-line.moves]
        del self._stands[-line.moves :]
        self._undos += 1
        self._chance = after_undos(self._recording, self._undos)
        if line.anew:
            state = self.rules.reshuffled(state, self._chance)
        if rules is not self.rules:
            refusal = self.rules.why_not_from(self.rules.known(state, None))
            if refusal is not None:
                raise RecordError(self.rules.explained(refusal), place)
        return state

    def _check_draws(self) -> None:
        drawn = self._recording.drawn
        listed = set()
        for number, draw in enumerate(self.record.draws):
            place = f"draws[{number}]"
            by_seed = self.record.seed is not None and not draw.fell
            if draw.assumed and (by_seed or not {*draw.assumed} <= {*range(len(draw.drawn))}):
                raise RecordError(f"Draw {draw.number} cannot have these assumed places.", place)
            if draw.number not in drawn:
                raise RecordError(f"The game has no draw {draw.number}.", place)
            if drawn[draw.number] != draw:
                raise RecordError(f"Draw {draw.number} is not the one that the seed gives.", place)
            if draw.number in listed:
                raise RecordError(f"Draw {draw.number} is listed twice.", place)
            listed.add(draw.number)
        missing = min(drawn.keys() - listed, default=None)
        if missing is not None and not all(draw.fell for draw in self.record.draws):
            raise RecordError(f"Draw {missing} is not listed, but others are. List all or none.", "draws[0]")

    def _check_result(self, outcome: Outcome | None, *, deserted: bool) -> None:
        record = self.record
        last = record.lines[-1] if record.lines else None
        right: object = result_of(outcome)
        if outcome is not None and deserted and record.service_rules > 1:
            right, outcome = "abandoned", None
        elif isinstance(last, parts.Abandoned | parts.Drawn):
            right = "draw" if isinstance(last, parts.Drawn) else "abandoned"
        told = record.result
        if isinstance(told, Finished) and told.victory is None and isinstance(right, Finished):
            right = replace(right, victory=None)  # it states only the places
        if told != right:
            text = msgspec.json.encode(right).decode()
            raise RecordError(f"The result is not the one that the rules give: {text}.", "result")
        self.outcome = outcome


class _Seats:
    """The players of the seats, as far as they decide which lines may follow."""

    def __init__(self, record: Record) -> None:
        self._seats, self._service_rules = len(record.seats), record.service_rules
        self.resigned: list[int] = []
        """The seats that have resigned, in the order of their resignations."""
        self._covered: set[int] = set()
        """The seats of absent players, for whom bots play."""
        self._left: set[int] = set()
        """The seats that were opened, and that nobody has taken yet."""
        self._bots: dict[int, str | None] = {}
        """The bots, or None, of the seats that changed hands since the first move."""

    @property
    def stay(self) -> set[int]:
        """The seats that have a player: a person who is there, or a bot that plays for no absent person."""
        return {*range(1, self._seats + 1)} - {*self.resigned} - self._covered - self._left

    def ended(self, rules: Rules, state: Any) -> Outcome | None:
        """The outcome by the rules of the game and of the service."""
        return outcome_of(rules, state, self._seats, self.resigned, self._service_rules)

    def note(self, line: Line, place: str, *, begun: bool) -> None:
        """Note what a line says of a seat.

        Args:
            line: the line.
            place: its place, for errors.
            begun: whether a move was made before it.

        Raises:
            RecordError: the line cannot follow those before.
        """
        if isinstance(line, parts.Played | parts.Resigned | parts.Covered) and line.seat in self._left:
            raise RecordError(f"Nobody plays seat {line.seat}: it was opened, and nobody has joined.", place)
        if begun and isinstance(line, parts.Joined | parts.Opened | parts.Covered | parts.Replaced):
            self._bots[line.seat] = line.bot if isinstance(line, parts.Replaced) else None
        match line:
            case parts.Joined(seat=seat):
                if seat not in self._left and (begun or self.resigned):
                    raise RecordError(f"Seat {seat} joined after the game began.", place)
                self._left.discard(seat)
            case parts.Resigned(seat=seat):
                if seat in self.resigned:
                    raise RecordError(f"Seat {seat} has resigned already.", place)
                self._covered.discard(seat)
                self.resigned.append(seat)
            case parts.Returned(seat=seat):
                if seat not in self._covered:
                    raise RecordError(f"No bot plays for an absent player at seat {seat}.", place)
                self._covered.discard(seat)
            case parts.Covered(seat=seat) | parts.Replaced(seat=seat) | parts.Opened(seat=seat):
                if isinstance(line, parts.Covered) and seat in self.resigned and self._service_rules > 1:
                    raise RecordError(f"Seat {seat} has resigned, so nobody can return to it.", place)
                self.resigned = [one for one in self.resigned if one != seat]
                for seats in (self._covered, self._left):
                    seats.discard(seat)
                if isinstance(line, parts.Covered):
                    self._covered.add(seat)
                elif isinstance(line, parts.Opened):
                    self._left.add(seat)

    def check_headers(self, record: Record) -> None:
        """Check that the headers name the bots that play the seats at the end.

        Raises:
            RecordError: they do not.
        """
        for seat, bot in self._bots.items():
            if record.seats[seat - 1].bot != bot:
                raise RecordError(f"In the end, seat {seat} is played by {bot or 'no bot'}.", f"seats[{seat - 1}]")


def verify(record: Record, game: Game, edition: Edition) -> RecordReplay:
    """Play a record to its end, and check all of it. Returns the replay, with the draws.

    Raises:
        RecordError: the record is wrong. Names the place of the first fault.
    """
    replay = RecordReplay(record, game, edition)
    for _ in replay.positions():
        pass
    return replay
