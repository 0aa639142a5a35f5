"""A game at one version, as one viewer sees it: everything that a response about a game can show.

This module enforces secrecy. Its results derive from `known(state, seat)` and from redacted events, or from a game that is
over, in which nothing is hidden (docs/design.md, section 6).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import islice, takewhile
from operator import attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from taphouse.engine.bots.reasons import reasons
from taphouse.engine.chance import BLIND, Chance, after_undos
from taphouse.engine.contract import Event, Move, Options, Outcome, Refusal, Rules, State, sealed, sealed_fields
from taphouse.engine.game import Game
from taphouse.engine.messages import Merit
from taphouse.engine.messages.templates import Names
from taphouse.engine.messages.wording import Wording
from taphouse.engine.notation import NotationError, write
from taphouse.engine.resigning import outcome_of
from taphouse.engine.vocabulary import kebab
from taphouse.engine.worlds.lines import Line, agreed
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.failures import Refused, told
from taphouse.schema.inputs import MOST_LISTED, MOST_MOVES
from taphouse.schema.move_inputs import NOTATION, member, move_input, read_move
from taphouse.schema.paging import Connection, number_of, numbered
from taphouse.schema.problems.base import Problem
from taphouse.schema.problems.callers import NotSeated
from taphouse.schema.problems.clocks import Paused
from taphouse.schema.problems.games import GameNotStarted, GameOver
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.moves import BatchTellsNews, MoveNotUnderstood, MoveRefused, NotYourTurn, WrongGame
from taphouse.schema.problems.reasons import OverBeforeMove
from taphouse.schema.values import games
from taphouse.schema.values.agreements import Agreed
from taphouse.schema.values.clocks import Clock
from taphouse.schema.values.games import (
    ABSENT_AFTER,
    OVER,
    RUNNING,
    WAITING,
    Decision,
    GameKind,
    LegalMove,
    LogEntry,
    MoveInputObject,
    MoveReason,
    Preview,
    Status,
    outcome_in,
    shown_decision,
    shown_outcome,
)
from taphouse.schema.values.kinds import GameTypes
from taphouse.schema.values.lifecycle import GameEnded, Happening, LifecycleEvent
from taphouse.schema.values.seats import Player, SeatInfo, Viewer
from taphouse.schema.values.terms import Terms
from taphouse.schema.values.versions import epoch_at, moment


def _of(path: str) -> Any:
    """A property that is read where it is: a move makes two views, of which few attributes are read."""
    return property(attrgetter(path))


class GameView:
    """A game at one version, as one viewer sees it.

    Args:
        loaded: the game at this version, as the service loads games: what is the same for all viewers.
        types: its types in the schema.
        texts: the language of what the viewer reads.
        latest: the game's newest version.
        open_to_all: whether the game is over, so that nothing is hidden.
        clock: the clocks at this version. None if the game has none.
        pinned: whether the client asked for this version.
        agreed: what the seats have proposed and agreed.
    """

    def __init__(
        self,
        loaded: Any,
        types: GameTypes,
        texts: str,
        latest: int,
        open_to_all: bool,
        viewer: Viewer,
        clock: Clock | None,
        pinned: bool,
        agreed: Agreed,
    ) -> None:
        self._loaded, self.types, self._texts, self.latest, self.open_to_all = loaded, types, texts, latest, open_to_all
        self.viewer, self.clock, self._pinned, self._agreed = viewer, clock, pinned, agreed
        self.wording: Wording = loaded.wordings[texts]

    game_id: str = _of("_loaded.id")
    game: Game = _of("_loaded.game")
    rules: Rules = _of("_loaded.rules")
    rules_version: int = _of("_loaded.rules.version")
    versions: Mapping[int, Rules] = _of("_loaded.versions")
    terms: Terms = _of("_loaded.terms")
    options: Options = _of("_loaded.options")
    version: int = _of("_loaded.record.version")
    epochs: str = _of("_loaded.record.epochs")
    status: Status = _of("_loaded.status")
    _state: State | None = _of("_loaded.state")

    @property
    def host(self) -> Player | None:
        """The profile of the host, if they have one."""
        profile = self._loaded.host.profile
        return None if profile is None else Player(*profile)

    @property
    def shown_by(self) -> Rules:
        """The rules in force at this version, with titles and texts in the language of the viewer. They make what they see."""
        rules: Rules = self._loaded.versions.languages[self._texts][self.rules_version]
        return rules

    @property
    def id(self) -> str:
        """Identifies what is shown. A version that is not simply the newest is not the live game."""
        pinned = self._pinned or self.version != self.latest
        return f"{self.game_id}@{self.version}" if pinned else self.game_id

    edition, visibility, start = _of("terms.edition"), _of("terms.visibility"), _of("terms.start")
    seeded, commitment, origin = _of("terms.seeded"), _of("terms.commitment"), _of("terms.origin")
    language, undo, advice = _of("terms.language"), _of("terms.undo"), _of("terms.advice")
    powers, people_only, rated = _of("terms.powers"), _of("terms.people_only"), _of("terms.rated")
    spectator_delay, spectator_delay_minutes = _of("terms.spectator_delay"), _of("terms.spectator_delay_minutes")
    undos, proposals = _of("_agreed.undos"), _of("_agreed.proposals")
    agreed_end, rematch = _of("_agreed.end"), _of("_agreed.rematch")
    absent_after = property(lambda self: ABSENT_AFTER if self.terms.timing is None else None)
    created_at = property(lambda self: moment(self._loaded.record.created), doc="The time when the game was created.")
    updated_at = property(
        lambda self: moment(self._loaded.record.updated), doc="The time when this version was created."
    )
    expires_at = property(lambda self: moment(self._loaded.expires), doc="The time when it expires if nothing happens.")

    @cached_property
    def epoch(self) -> str | None:
        """The epoch of this version."""
        return epoch_at(self.epochs, self.version) if self.epochs else None

    @property
    def kind(self) -> GameKind:
        """The kind of game."""
        return self.types.kind

    @cached_property
    def seats(self) -> tuple[SeatInfo, ...]:
        """The seats, in turn order."""
        seats: tuple[SeatInfo, ...] = self._loaded.shown_seats
        return seats

    @property
    def open_seats(self) -> list[int]:
        """The seats that anyone can join, in turn order."""
        joinable = self.status is WAITING or self.status is RUNNING
        return [seat.seat for seat in self.seats if joinable and not (seat.taken or seat.closed)]

    @property
    def chance(self) -> Chance:
        """The source of the game's random draws."""
        undos = self._agreed.undos
        return after_undos(self.terms.chance, undos) if undos else self.terms.chance

    @property
    def seed(self) -> str | None:
        """The seed in hexadecimal digits. None unless the game is over."""
        return self.terms.seed.hex() if self.open_to_all else None

    @property
    def salt(self) -> str | None:
        """The salt of the commitment in hexadecimal digits. None unless the game is over."""
        salt = self.terms.salt
        return salt.hex() if self.open_to_all and salt is not None else None

    def _as_known(self) -> State | None:
        """The position as the viewer knows it. None before the game starts."""
        if self._state is None or self.open_to_all:
            return self._state
        known: State = self.rules.known(self._state, self.viewer.seat)
        return known

    known = cached_property(_as_known)

    @property
    def table(self) -> Any:
        """The table as a typed view. None before the game starts."""
        known = self.known
        return None if known is None else self.shown_by.view(known)

    @cached_property
    def decision(self) -> Decision | None:
        """The decision to make now. None if the game is not running."""
        known = self.known
        if known is None or self.status is not RUNNING:
            return None
        return shown_decision(self.rules, known, self.wording, self.names, self.clock)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, for the API. None unless it is over."""
        if self.status is not OVER:
            return None
        outcome = self.outcome_by(self.shown_by)
        return None if outcome is None else shown_outcome(outcome)

    def outcome_by(self, rules: Rules) -> Outcome | None:
        """The outcome of a game that is over, as its rules in a language and those of the service give it."""
        return outcome_of(rules, self.known, len(self.seats), self._loaded.resigned, self.terms.service_rules)

    @cached_property
    def names(self) -> Names:
        """The names of the players in labels and sentences, in seat order."""
        return self.wording.names([seat.name for seat in self.seats])

    @property
    def decides(self) -> bool:
        """True if the viewer's seat must decide."""
        known = self.known
        running = known is not None and self.status is RUNNING
        return running and self.viewer.seat in self.rules.deciders(known)

    @property
    def awaited(self) -> Decision | None:
        """The decision that the viewer's seat can make now. None while the game is paused."""
        paused = self.clock is not None and self.clock.paused
        return self.decision if self.decides and not paused else None

    def shown(self) -> games.Game:
        """The game with all fields that take no argument."""
        make: Any = self.types.game
        terms, agreed, record = self.terms, self._agreed, self._loaded.record
        return make(  # type: ignore[no-any-return]
            id=self.id,
            game_id=self.game_id,
            version=self.version,
            epoch=self.epoch,
            latest=self.latest,
            status=self.status,
            visibility=terms.visibility,
            start=terms.start,
            powers=terms.powers,
            absent_after=self.absent_after,
            seats=self.seats,
            open_seats=tuple(self.open_seats),
            viewer=self.viewer,
            edition=terms.edition,
            rules_version=self.rules_version,
            seeded=terms.seeded,
            origin=terms.origin,
            commitment=terms.commitment,
            seed=self.seed,
            salt=self.salt,
            created_at=moment(record.created),
            updated_at=moment(record.updated),
            expires_at=moment(self._loaded.expires),
            clock=self.clock,
            decision=self.decision,
            outcome=self.outcome,
            undo=terms.undo,
            advice=terms.advice,
            people_only=terms.people_only,
            rated=terms.rated,
            language=terms.language,
            host=self.host,
            spectator_delay=terms.spectator_delay,
            spectator_delay_minutes=terms.spectator_delay_minutes,
            proposals=agreed.proposals,
            agreed_end=agreed.end,
            rematch=agreed.rematch,
            options=self.options,
            table=self.table,
        )

    async def legal_moves(self, first: int, after: str | None, scheduler: RequestScheduler) -> Connection:
        """A page of the legal moves of the viewer's seat. Empty while another seat decides.

        Args:
            first: the size of the page.
            after: the cursor of the move before the page.
            scheduler: the scheduler of the request.

        Raises:
            Refused: the cursor is not valid.
        """
        skipped = number_of(after)
        await scheduler.collect(islice(self._unlisted, max(0, skipped + first + 1 - len(self._listed))), self._listed)
        page = self._listed[skipped : skipped + first]
        nodes = await scheduler.collect((number, self.legal(move)) for number, move in enumerate(page, skipped + 1))
        return numbered(nodes, after, more=len(self._listed) > skipped + first)

    @cached_property
    def _listed(self) -> list[Move]:
        """The legal moves that were needed until now: a request can list them many times."""
        return []

    @cached_property
    def _unlisted(self) -> Iterator[Move]:
        return self.rules.moves(self.known) if self.decides else iter(())

    def legal(self, move: Move, known: State | None = None, *, seen: bool = False) -> LegalMove:
        """A legal move, ready to send.

        Args:
            move: the move.
            known: the position of the move; None for the one that is shown.
            seen: whether another seat sees the move, perhaps without what is sealed.
        """
        make: Any = self.types.legal_move
        labelled = self.rules.labelled(self.known if known is None else known, move)
        label = self.wording.label(labelled, self.names)
        sealed_part = seen and bool(sealed_fields(type(move)))
        sent = MoveInputObject({NOTATION: write(move)}) if sealed_part else move_input(move, self.game)
        return make(write(move), label, sent, move)  # type: ignore[no-any-return]

    def reasons(self, move: Move, *, best: bool) -> tuple[MoveReason, ...]:
        """The reasons for a legal move of the viewer's seat, by what it knew; at least one for the best move."""
        seat = self.viewer.seat or 0
        found = reasons(self.game, self.rules, self.rules.known(self.known, seat), move, seat, best=best)
        return tuple(map(self._reason, found))

    def _reason(self, merit: Merit | Event) -> MoveReason:
        sentence = self.wording.merit(merit, self.names)
        if isinstance(merit, Event):
            return MoveReason(str(merit.__struct_config__.tag), sentence, getattr(merit, "seat", None))
        seat, name, number = [getattr(merit, field, None) for field in ("seat", "name", "number")]
        return MoveReason(kebab(type(merit).__name__), sentence, seat, None if name is None else str(name), number)

    def why_not(self, sent: MoveInputObject) -> Problem | None:
        """The problem that prevents the viewer from making this move now. None if the move is legal."""
        try:
            self.judge([sent], preview=False)
        except Refused as refused:
            return refused.told(self.wording.language)
        return None

    def preview(self, sent: Sequence[MoveInputObject]) -> Preview:
        """The result of some moves, as the viewer can know it.

        Raises:
            Refused: for the same reasons as `play`.
        """
        steps = self.judge(sent, preview=True)
        seat = self.viewer.seat
        events = tuple(
            [seen for step in steps for e in step.blind_events if (seen := self.rules.redact(e, seat)) is not None]
        )
        known = steps[-1].blind
        decision = shown_decision(self.rules, known, self.wording, self.names)
        return self._previewed(steps[-1].news, decision, None, self.shown_by.view(known), events)

    def line(self, sent: Sequence[MoveInputObject]) -> Generator[None, None, Preview]:
        """The result of moves of all seats, as the viewer can foresee it, with the moves that can be next.

        It pauses in each world that is imagined, and for each move that is listed.

        Raises:
            Refused: the viewer has no seat in a running game, or a move cannot be made.
        """
        self.check_running()
        if (seat := self.viewer.seat) is None:
            raise Refused(NotSeated())
        if len(sent) > MOST_MOVES:
            message = f"Send at most {MOST_MOVES} moves in one request, not {len(sent)}."
            raise Refused(InputRefused(message=message, argument="moves"))
        line = Line(self.rules, self.rules.known(self.known, seat) if self.open_to_all else self.known, seat)
        yield from line.imagine()
        for index, sent_move in enumerate(sent, 1):
            if line.decider is None and line.over:
                raise Refused(GameOver(status=OVER), OverBeforeMove(index))
            if line.decider is None:
                message = f"You cannot know whose turn it is before move {index}: end the line there."
                raise Refused(InputRefused(message=message, argument="moves"))
            move = self._read(sent_move, index, seen=line.decider != seat)
            if (refusal := (yield from line.play(move))) is not None:
                raise self._refused(refusal, move, index)
        own = line.decider == seat
        found = list[LegalMove]()
        for next_move in line.moves():
            if next_move is not None:
                known, move = next_move
                found.append(self.legal(move, known, seen=not own))
            if len(found) == MOST_LISTED:
                break
            yield
        known = line.known
        news = any(one != known[0] for one in known)
        table = agreed([self.shown_by.view(one) for one in known])
        decision = None if line.decider is None else shown_decision(self.rules, known[0], self.wording, self.names)
        return self._previewed(news, decision, tuple(found), table, agreed(line.events))

    def _previewed(
        self,
        news: bool,
        decision: Decision | None,
        found: tuple[LegalMove, ...] | None,
        table: Any,
        events: tuple[Event, ...],
    ) -> Preview:
        make: Any = self.types.preview
        return make(news, decision, found, table, self._spoken(events))  # type: ignore[no-any-return]

    def check_running(self) -> None:
        """Refuse the request unless the game is running.

        Raises:
            Refused: the game has not started, or is over or abandoned.
        """
        if self.status is RUNNING:
            return
        if self.status is WAITING:
            raise Refused(GameNotStarted(open_seats=tuple(self.open_seats)))
        raise Refused(GameOver(status=self.status))

    def judge(self, sent: Sequence[MoveInputObject], *, preview: bool) -> list[Judged]:
        """Apply moves one after another, each judged on what the viewer's seat knows. Stores nothing.

        Args:
            sent: the moves.
            preview: whether to compute what the seat can know after the last move too.

        Raises:
            Refused: the first move that cannot be made, by its number in the request.
        """
        self.check_running()
        if (seat := self.viewer.seat) is None:
            raise Refused(NotSeated())
        if not 1 <= len(sent) <= MOST_MOVES:
            message = f"Send 1 to {MOST_MOVES} moves in one request, not {len(sent)}."
            raise Refused(InputRefused(message=message, argument="moves"))
        if self.clock is not None and self.clock.paused and not preview:
            raise Refused(Paused())
        state, known, chance = self._state, self._as_known(), self.chance
        judged: list[Judged] = []
        for index, sent_move in enumerate(sent, 1):
            self._check_turn(known, index)
            move = self._read(sent_move, index)
            if (refusal := self.rules.why_not(known, move)) is not None:
                raise self._refused(refusal, move, index)
            real = self.rules.make(self.rules.with_decider(state, seat), move, chance)
            step = Judged(move, real.state, real.events)
            if preview or index < len(sent):
                blind = self.rules.apply(known, move, BLIND)
                step.blind, step.blind_events = self.rules.known(blind.state, seat), blind.events
                state, known = real.state, self.rules.known(real.state, seat)
                # Whether a move reveals news depends only on what the seat knows, so the refusal reveals nothing.
                step.news = known != step.blind
                if step.news and index < len(sent):
                    raise Refused(BatchTellsNews(index=index))
            judged.append(step)
        return judged

    def _refused(self, refusal: Refusal, move: Move, index: int) -> Refused:
        message = self.wording.refusal(refusal, self.names)
        return Refused(MoveRefused(message=message, rules=(refusal.rule,), index=index, notation=write(move)))

    def _check_turn(self, known: State | None, index: int) -> None:
        seats = self.rules.deciders(known)
        if not seats:
            raise Refused(GameOver(status=OVER), OverBeforeMove(index))
        if self.viewer.seat not in seats:
            problem = NotYourTurn(index=index, seat=seats[0], seats=seats)
            raise Refused(told(problem, self.wording.language, names=self.names))

    def _read(self, sent: MoveInputObject, index: int, *, seen: bool = False) -> Move:
        try:
            field, value = member(sent)
            if field in self.types.other_games:
                message = f"This is a game of {self.game.about.title}. Send moves of that game."
                raise Refused(WrongGame(message=message, kind=self.kind))
            return read_move(field, value, self.game, seen=seen)
        except NotationError as error:
            raise Refused(MoveNotUnderstood(message=str(error), index=index)) from None

    def entries(self, happenings: Iterable[Happening]) -> Iterator[LogEntry]:
        """The log entries as the viewer sees them: redacted unless the game is over. Those who see the same share them."""
        language, names, viewer = self.wording.language, self.names, self.viewer.seat
        for happening in happenings:
            events, move = happening.events, happening.move
            if not self.open_to_all:
                redact = happening.rules.redact
                redacted = [e if isinstance(e, LifecycleEvent) else redact(e, viewer) for e in events]
                events = tuple([event for event in redacted if event is not None])
                if move is not None and happening.seat != viewer:
                    move = sealed(move)
            epoch = epoch_at(self.epochs, happening.version) if self.epochs else None
            shown = language, names, epoch, move, events
            for seen_before, made in happening.told:
                if seen_before == shown:
                    entry = made
                    break
            else:
                entry = self._entry(happening, epoch, move, events)
                happening.told.append((shown, entry))
            yield entry

    def _entry(self, happening: Happening, epoch: str | None, move: Move | None, events: Iterable[Event]) -> LogEntry:
        """The log entry of what is seen of a move and its events."""
        make: Any = self.types.log_entry
        seat, shown = happening.seat, self._spoken(events)
        sentences = tuple([event.sentence for event in shown])
        if move is None or seat is None:
            notation, sentence = None, " ".join(sentences)
        else:
            notation, sentence = write(move), self.wording.made(move, seat, self.names)
        version, automatic, at = happening.version, happening.automatic, moment(happening.at)
        entry: LogEntry = make(version, epoch, at, seat, notation, automatic, sentence, sentences, move, shown)
        return entry

    def _spoken(self, events: Iterable[Event]) -> tuple[Any, ...]:
        """Redacted events with their sentences."""
        shown: Mapping[type[Event], Any] = self.types.events
        say, names = self.wording.sentence, self.names
        return tuple([shown[type(e)](*self._fields(e), sentence=say(e, names)) for e in events])

    def _fields(self, event: Event) -> tuple[Any, ...]:
        """The fields of an event in the language of the viewer. Only the end of a game has words that the rules made."""
        if type(event) is GameEnded:
            return (outcome_in(event.outcome, self.wording.titles),)
        return astuple(event)


@cache
def game_view_type(game: Game) -> type[GameView]:
    """The class of views of this kind of game. It determines the GraphQL type of a view."""
    return type(f"{game.about.name}GameView", (GameView,), {"has_one_type": True})


class Judged:
    """A legal move and its result."""

    __slots__ = ("blind", "blind_events", "events", "move", "news", "state")

    def __init__(self, move: Move, state: Any, events: tuple[Event, ...]) -> None:
        self.move, self.state, self.events = move, state, events
        self.blind: Any = None
        """The position after the move as the seat can predict it: draws are unknown."""
        self.blind_events: tuple[Event, ...] = ()
        self.news = False
        """True if the real position shows the seat more than `blind`."""


class Changed(Struct, frozen=True):
    """A game after a change, as its viewer sees it: a `results.GameChanged` whose entries are made on demand."""

    game: GameView
    happened: Callable[[], Iterable[Happening]]
    """Returns the entries before redaction."""

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """The entries as the viewer of the game sees them, up to the version that is shown."""
        happened = islice(self.happened(), MOST_MOVES)
        return tuple(self.game.entries(takewhile(lambda one: one.version <= self.game.version, happened)))
