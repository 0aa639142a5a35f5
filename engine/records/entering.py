"""Enters a game that was played at a real table: moves, and the cards that all saw. The rest is assumed, so that all fits.

`EnteredGame` keeps a world that agrees with everything so far. As long as the next move and the cards that it shows fit this
world, it stays; otherwise another one is drawn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.chance import BLIND, Chance
from taphouse.engine.contract import Decision, Event, IllegalMove, Move, Options, Outcome, Refusal, Transition
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.notation import NotationError, parse, write
from taphouse.engine.records.record import Draw, Played, Record, RecordedPlayer, Resigned, heading, result_of
from taphouse.engine.records.tracing import CannotEnter, CardQuestion, Draws, Shown, Trace, TracedWorld
from taphouse.engine.resigning import SERVICE_RULES, outcome_of
from taphouse.engine.worlds.beliefs import Contradiction
from taphouse.engine.worlds.hidden_cards import DrawResult


class EntryError(ValueError):
    """A line cannot be entered. Nothing was changed."""


class NotACard(EntryError):
    """The line is none of the cards that are asked for."""


class Impossible(EntryError):
    """No way in which the hidden cards may lie agrees with the line."""


class NotAMove(EntryError):
    """The line is no move. The message says what is valid."""


class NotLegal(EntryError):
    """The move is not legal.

    Args:
        refusal: the reason.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class NotFirst(EntryError):
    """The player of this move has resigned, and no way in which their cards may lie makes it their first legal move.

    Args:
        move: a move that may be it.
    """

    def __init__(self, move: Move) -> None:
        super().__init__(move)
        self.move = move


class CannotResign(EntryError):
    """The line is of no seat that can resign."""


class OthersResigned(EntryError):
    """The game is over: all players but one have resigned."""


NO_DRAWS = Draws({})
RESIGN = "resign"
"""The first word of the line that a player resigns. The number of their seat follows."""
_MOST_WORLDS = 500
"""The most worlds that are drawn, to find one in which all automatic moves are the first legal ones."""


class _Line(Struct, frozen=True):
    """A move that was entered."""

    seat: int
    move: Move
    cards: tuple[str, ...]
    """The names of the cards that it laid open, as `Trace.questions` has them."""
    automatic: bool
    """True if it is the first legal move of a seat that had resigned."""


class _Drawing(Chance):
    """Gives the draws of a world, and notes them. What the world does not have is drawn anew.

    Args:
        trace: the trace of the game; None for a game without one, in which nothing must be drawn.
        draws: the draws of the world.
        rng: draws the others.
    """

    __slots__ = ("_draws", "_later", "_moving", "_rng", "_taken", "_trace", "noted")

    def __init__(self, trace: Trace | None, draws: Draws, rng: random.Random) -> None:
        self._trace, self._draws, self._rng = trace, draws, rng
        self._later, self._taken = iter(draws.later), iter(draws.taken)
        self._moving: tuple[Any, Move, Sequence[str]] | None = None
        self.noted: dict[int, tuple[int, DrawResult]] = {}
        """The number of places and the result of each draw, by its number."""

    def moving(self, state: Any, line: _Line) -> Chance:
        """The chance of this move."""
        self._moving = state, line.move, line.cards
        return self

    def order(self, draw: int, n: int) -> tuple[int, ...]:
        """The order in this world."""
        drawn = self._draws.set_up.get(draw) or next(self._later, None)
        only = BLIND.order(draw, n)
        return self._noted(draw, n, n, drawn) if only is None else only

    def pick(self, draw: int, n: int, k: int) -> tuple[int, ...]:
        """The sample in this world."""
        places = None
        if self._moving is not None and self._trace is not None:
            places = self._trace.picked(*self._moving, draw)
        taken = next(self._taken, None) if places is None else None
        drawn = None if places is None else DrawResult(places)
        if taken is not None:
            drawn = DrawResult((taken.hand.index(taken.card),), (0,))
        only = BLIND.pick(draw, n, k)
        return self._noted(draw, n, k, drawn) if only is None else only

    def _noted(self, draw: int, n: int, k: int, drawn: DrawResult | None) -> tuple[int, ...]:
        if self._trace is None or (self._moving is None and k < n):
            raise CannotEnter("Choose each option that leaves something to the seed, such as the first seat.")
        if drawn is None or len(drawn.places) != k:
            places = self._rng.sample(range(n), k)
            drawn = DrawResult(tuple(places if k == n else sorted(places)), tuple(range(k)))
        self.noted[draw] = n, drawn
        return drawn.places


class EnteredGame:
    """The entry of a game, line by line.

    Args:
        game: the kind of game.
        edition: the edition.
        options: the options.
        players: the players, in turn order.
        seed: the text from which what nobody saw is drawn.
        version: the version of the rules; None for the newest.

    Raises:
        CannotEnter: a table cannot tell what this game draws.
        ValueError: there is no such version of the rules.
    """

    def __init__(
        self,
        game: Game,
        edition: Edition,
        options: Options,
        players: Sequence[RecordedPlayer],
        seed: str,
        version: int | None = None,
    ) -> None:
        self.rules = game.rules(edition, version)
        self._game, self._edition, self.options, self._players = game, edition, options, players
        self._trace: Trace | None = None if game.trace is None else game.trace(self.rules, options, len(players))
        self._seed = seed
        if self._trace is None and self.rules.hides:
            raise CannotEnter(
                f"{game.about.title} hides something, and has no `trace` that says what a table sees of it."
            )
        self._begin()

    def _begin(self) -> None:
        self.lines: list[str] = []
        """The lines that were entered: moves in notation, and names of cards."""
        self._past: list[_Line | Resigned] = []
        self._lessons: list[Any] = [] if self._trace is None else [*self._trace.dealt()]
        self._error: EntryError | None = None
        self._events: tuple[Event, ...] = ()
        self.state: Any
        """The position, in a world that agrees with all lines."""
        self._chance, step = self._world()
        self.state = step.state
        self._going = self._go()
        self.asks: CardQuestion | None = next(self._going)
        """The card that is asked for now; None for a move, or once the game is over."""

    # --- what is entered -----------------------------------------------------------------------------------------------

    def enter(self, line: str) -> tuple[Event, ...]:
        """Enter the next line: the name of the card that is asked for, or else a move in notation or `resign SEAT`.

        The first legal moves of seats that have resigned are made as well. Those that depend on hidden cards must be entered.

        Returns:
            What a spectator sees happen, once a move and all cards that it shows are entered; nothing before.

        Raises:
            EntryError: it is no such line, or with it nothing fits. A move is taken back with the cards that it showed.
        """
        self._events, self._error = (), None
        self.asks = self._going.send(line)
        if self._error is not None:
            raise self._error
        return self._events

    def undo(self) -> bool:
        """Take back the last line. Returns whether there was one."""
        *lines, last = self.lines or [""]
        if last:
            self._begin()
            for line in lines:
                self.enter(line)
        return bool(last)

    def record(self) -> Record:
        """The record of the moves so far. It follows from the lines and the seed."""
        chance, step = self._world()
        draws = [Draw(number, n, one.places, assumed=one.assumed) for number, (n, one) in sorted(chance.noted.items())]
        return replace(
            heading(self._game, self._edition, self.rules.version, self.options, self._players),
            draws=tuple(draws),
            lines=tuple(
                [
                    line if isinstance(line, Resigned) else Played(line.seat, write(line.move), line.automatic)
                    for line in self._past
                ]
            ),
            result=result_of(self._ended(step.state)),
        )

    @property
    def resigned(self) -> tuple[int, ...]:
        """The seats that have resigned, in the order of their resignations."""
        return tuple([line.seat for line in self._past if isinstance(line, Resigned)])

    @property
    def decision(self) -> Decision | None:
        """The decision to make; None if the game is over."""
        return None if self._ended(self.state) is not None else self.rules.decision(self.state)

    def _ended(self, state: Any) -> Outcome | None:
        """The outcome in a position, by the rules of the game and of the service."""
        return outcome_of(self.rules, state, len(self._players), self.resigned, SERVICE_RULES)

    # --- one line after another ----------------------------------------------------------------------------------------

    def _go(self) -> Generator[CardQuestion | None, str, None]:
        yield from self._see(None, Transition(self.state, ()))
        while True:
            yield from self._automatic()
            line, lines, lessons = (yield None), len(self.lines), len(self._lessons)
            try:
                if line.startswith(f"{RESIGN} "):
                    self._resign(line)
                else:
                    yield from self._move(line)
            except EntryError as error:
                del self.lines[lines:], self._lessons[lessons:]
                self._error = error

    def _resign(self, line: str) -> None:
        seats = {f"{RESIGN} {seat}": seat for seat in range(1, len(self._players) + 1) if seat not in self.resigned}
        if line not in seats or self.decision is None:
            raise CannotResign(line)
        self.lines.append(line)
        self._past.append(Resigned(seats[line]))

    def _automatic(self) -> Generator[CardQuestion | None, str, None]:
        """Make the moves of seats that have resigned, up to one that reveals something of hidden cards."""
        while (decision := self.decision) is not None and (seat := decision.seat) in self.resigned:
            move = self._first(self.state, seat)
            if self._trace is not None and (
                self._trace.questions(self.state, move) or self._trace.left(self.state, move, ())
            ):
                return
            line = _Line(seat, move, (), automatic=True)
            yield from self._see(line, self._made(line))

    def _first(self, state: Any, seat: int) -> Move:
        """The first legal move of the seat that must decide."""
        move: Move = next(self.rules.moves(self.rules.known(state, seat)))
        return move

    def _move(self, text: str) -> Generator[CardQuestion | None, str, None]:
        state, trace = self.state, self._trace
        try:
            move = parse(text, self._game.verbs)
        except NotationError as error:
            raise NotAMove(str(error)) from None
        decision, refusal = self.rules.decision(state), self.rules.why_not(state, move)
        if decision is not None and self.decision is None:
            raise OthersResigned(text)
        if refusal is not None and (decision is None or move.verb not in decision.verbs):
            raise NotLegal(refusal)
        self.lines.append(write(move))
        cards: Sequence[str] = ()
        if trace is not None:
            cards = yield from self._told(
                trace, trace.questions(state, move), lambda names: trace.left(state, move, names)
            )
        seat = self.rules.decider(state) or 0
        line = _Line(seat, move, tuple(cards), automatic=seat in self.resigned)
        yield from self._see(line, self._made(line))

    def _see(self, line: _Line | None, step: Transition) -> Generator[CardQuestion | None, str, None]:
        """The cards that lie open after a move, or the set-up. Then the move is entered."""
        trace, move = self._trace, None if line is None else line.move
        shown: Sequence[Shown] = ()
        names: Sequence[str] = ()
        if trace is not None:
            world = TracedWorld(self.state, {number: drawn for number, (_, drawn) in self._chance.noted.items()})
            shown = trace.shown(move, step, self._lessons)
            names = yield from self._told(
                trace,
                [one.ask for one in shown],
                lambda names: trace.saw(world, move, step, [*zip(shown, names, strict=False)]),
            )
        if line is not None:
            self._past.append(line)
        if any(one.name != name for one, name in zip(shown, names, strict=True)):
            self._chance, step = self._world()
        self.state = step.state
        self._events += tuple([seen for one in step.events if (seen := self.rules.redact(one, None)) is not None])

    def _told(
        self, trace: Trace, asks: Sequence[CardQuestion], lessons: Callable[[Sequence[str]], Sequence[Any]]
    ) -> Generator[CardQuestion | None, str, Sequence[str]]:
        """The names of cards. Each must fit at once; then the lessons of all are learnt."""
        names: list[str] = []
        while len(names) < len(asks):
            ask = asks[len(names)]
            name = yield ask
            if name not in ask.names:
                self._error = NotACard(name)
                continue
            try:
                trace.check([*self._lessons, *lessons([*names, name])])
            except Contradiction:
                self._error = Impossible()
                continue
            self.lines.append(name)
            names.append(name)
        self._lessons += lessons(names)
        return names

    def _made(self, line: _Line) -> Transition:
        """The result of a move, in another world if it does not fit this one.

        Raises:
            EntryError: it fits none.
        """
        step = self._tried(line)
        if not isinstance(step, Transition) and self._trace is not None:
            try:
                self._chance, last = self._world(line)
            except Contradiction:
                if line.automatic:
                    raise NotFirst(self._first(self.state, line.seat)) from None
                raise Impossible if step is None else NotLegal(step) from None
            self.state = last.state
            step = self._tried(line)
        if isinstance(step, Transition):
            return step
        raise Impossible if step is None else NotLegal(step)

    def _tried(self, line: _Line) -> Transition | Refusal | None:
        """The result of a move in this world; the reason why it is not legal; None if something else should have happened."""
        before, refusal = dict(self._chance.noted), None
        if not self._agrees(self.state, line):
            return None
        try:
            step = self.rules.apply(self.state, line.move, self._chance.moving(self.state, line))
        except IllegalMove as error:
            refusal = error.refusal
        else:
            if self._trace is None or sorted(self._trace.named(line.move, step)) == sorted(line.cards):
                return step
        self._chance.noted = before
        return refusal

    def _agrees(self, state: Any, line: _Line) -> bool:
        """False for an automatic move that is not the first legal one in this world."""
        return not line.automatic or line.move == self._first(state, line.seat)

    def _world(self, following: _Line | None = None) -> tuple[_Drawing, Transition]:
        """A world that agrees with all that is known: its draws, and the result of the last move.

        Args:
            following: the move that is made next, if it is known.

        Raises:
            Contradiction: there is none, or none was found.
        """
        trace, rng = self._trace, random.Random(self._seed)
        lines = [line for line in self._past if isinstance(line, _Line)]
        for _ in range(_MOST_WORLDS):
            chance = _Drawing(trace, NO_DRAWS if trace is None else trace.draws(self._lessons, rng), rng)
            step = Transition(self.rules.new(self.options, len(self._players), chance), ())
            for line in lines:
                if not self._agrees(step.state, line):
                    break
                step = self.rules.apply(step.state, line.move, chance.moving(step.state, line))
            else:
                if following is None or self._agrees(step.state, following):
                    return chance, step
        raise Contradiction
