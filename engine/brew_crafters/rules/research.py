"""Research (BC-25): annual benefits at Winter's start, a step by Lab Research, and a second step that a worker gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from taphouse.engine.brew_crafters.box import Box
from taphouse.engine.brew_crafters.cards import STEPS, EffectName
from taphouse.engine.brew_crafters.effects import at_once
from taphouse.engine.brew_crafters.events import StepTaken
from taphouse.engine.brew_crafters.moves import Annual, NoSecondStep, SecondStep, Trade
from taphouse.engine.brew_crafters.rules.trade import Deciding
from taphouse.engine.brew_crafters.state import Board, BrewCraftersState, Brewer, Position, ToResearch, ToStep, means_of
from taphouse.engine.contract import Move, Refusal
from taphouse.engine.messages import Details
from taphouse.engine.upgrades import Fixes


class AnnualResearch(Deciding):
    """The choice of the annual benefit that comes next."""

    entry = ToResearch
    task = "annual"
    rules = ("BC-25",)
    answers = (Annual, Trade)

    def __init__(self, box: Box, fixes: Fixes) -> None:
        super().__init__(box, fixes)
        self._annuals = tuple(Annual(track.name) for track in box.tracks)

    def rows(self, _state: Position, owed: ToResearch) -> tuple[Sequence[Annual], ...]:
        return ([self._annuals[track] for track in owed.tracks],)

    def why_not_own(self, _state: BrewCraftersState, owed: ToResearch, move: Annual) -> Refusal | None:
        if self.box.track_code.get(move.track) in owed.tracks:
            return None
        there = ", ".join(self.box.tracks[track].name for track in owed.tracks)
        return Refusal("BC-25", f"{self.box.called(move.track)} has no annual research to come; choose {there}.")

    def make_own(self, board: Board, owed: ToResearch, move: Annual) -> None:
        board.pending.pop()
        done = self.box.track_code[move.track]
        left = tuple([track for track in owed.tracks if track != done])
        if left:
            board.pending.append(ToResearch(owed.seat, left))
        at_once(board, owed.seat, (self.box.tracks[done].acts[1],), move.track)


def with_annual_research(brewer: Brewer) -> tuple[int, ...]:
    """The tracks on which this player has taken the annual step."""
    return tuple([track for track, done in enumerate(brewer.steps) if done > 1])


def lab_research(board: Board, seat: int, track: str) -> None:
    """A step on a track; a worker may give a second one."""
    if means_of(board.brewers[seat - 1], board.box).of(EffectName.SECOND_STEP):
        board.pending.append(ToStep(seat))
    _take_step(board, seat, track)


def on_open_tracks(moves: Iterable[Move], brewer: Brewer) -> list[Move]:
    """Those of these moves, one for each track, whose track has a step left."""
    return [move for move, done in zip(moves, brewer.steps, strict=True) if done < len(STEPS)]


def why_no_step(box: Box, brewer: Brewer, name: str) -> Refusal | None:
    """The reason why this player can take no step on a track of this name."""
    track = box.track_code.get(name)
    if track is None:
        return Refusal("BC-25", f"There is no research track {name}; there are {', '.join(box.track_code)}.")
    if brewer.steps[track] == len(STEPS):
        return Refusal("BC-25", f"You have taken all steps of {box.tracks[track].title}.")
    return None


def _take_step(board: Board, seat: int, name: str) -> None:
    """The first step's benefit comes now."""
    track, steps = board.box.track_code[name], list(board.brewers[seat - 1].steps)
    kind = steps[track]
    steps[track] += 1
    board.change(seat, steps=tuple(steps))
    board.events.append(StepTaken(seat, name, STEPS[kind]))
    if kind == 0:
        at_once(board, seat, board.box.tracks[track].acts[:1], name)


_NO_STEP = (NoSecondStep(),)


class StepDetails(Details, frozen=True):
    """The cost of the step."""

    price: int = 0


class SecondResearchStep(Deciding):
    """The choice of a second step after Lab Research, for money."""

    entry = ToStep
    task = "second-step"
    rules = ("BC-25",)
    answers = (NoSecondStep, SecondStep, Trade)
    told = StepDetails

    def __init__(self, box: Box, fixes: Fixes) -> None:
        super().__init__(box, fixes)
        self._steps = tuple(SecondStep(track.name) for track in box.tracks)

    def details(self, state: BrewCraftersState, owed: ToStep) -> StepDetails:
        return StepDetails(self._given(state.brewers[owed.seat - 1])[1])

    def rows(self, state: Position, owed: ToStep) -> tuple[Sequence[Move], ...]:
        brewer = state.brewers[owed.seat - 1]
        _, price = self._given(brewer)
        return _NO_STEP, on_open_tracks(self._steps, brewer) if brewer.money >= price else ()

    def _given(self, brewer: Brewer) -> tuple[str, int]:
        """The source of a second step for this player, and its price."""
        source, act = means_of(brewer, self.box).of(EffectName.SECOND_STEP)[0]
        return source, act.amount

    def why_not_own(self, state: BrewCraftersState, owed: ToStep, move: NoSecondStep | SecondStep) -> Refusal | None:
        if isinstance(move, NoSecondStep):
            return None
        brewer = state.brewers[owed.seat - 1]
        _, price = self._given(brewer)
        if brewer.money < price:
            return Refusal("BC-25", f"A second step costs ${price}; you have ${brewer.money}.")
        return why_no_step(self.box, brewer, move.track)

    def make_own(self, board: Board, owed: ToStep, move: NoSecondStep | SecondStep) -> None:
        board.pending.pop()
        if isinstance(move, SecondStep):
            source, price = self._given(board.brewers[owed.seat - 1])
            board.pay(owed.seat, price, source)
            _take_step(board, owed.seat, move.track)
