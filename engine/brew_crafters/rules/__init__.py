"""The rules of Brew Crafters (rules.md, BC-01 to BC-30): a file for each decision, and here what they make together."""

from __future__ import annotations

from msgspec import Struct

from taphouse.engine.brew_crafters.box import Box
from taphouse.engine.brew_crafters.cards import STEPS
from taphouse.engine.brew_crafters.edition import BrewCraftersEdition
from taphouse.engine.brew_crafters.effects import score
from taphouse.engine.brew_crafters.moves import (
    BrewCraftersOptions,
    Research,
    ResearchLabel,
    SecondStep,
    SecondStepLabel,
)
from taphouse.engine.brew_crafters.rules.act import BreweryAction
from taphouse.engine.brew_crafters.rules.brew import Brewing, Processing
from taphouse.engine.brew_crafters.rules.choose import Choosing
from taphouse.engine.brew_crafters.rules.collaborate import EndOfAction
from taphouse.engine.brew_crafters.rules.discard import Discarding
from taphouse.engine.brew_crafters.rules.hire_and_form import Forming, Hiring
from taphouse.engine.brew_crafters.rules.market import MarketAction
from taphouse.engine.brew_crafters.rules.plant import Planting
from taphouse.engine.brew_crafters.rules.research import AnnualResearch, SecondResearchStep
from taphouse.engine.brew_crafters.rules.seasons import STEPS_WITHOUT_DECISION
from taphouse.engine.brew_crafters.rules.setup import Setup
from taphouse.engine.brew_crafters.rules.trade import LastTrades
from taphouse.engine.brew_crafters.state import Board, BrewCraftersState
from taphouse.engine.brew_crafters.view.showing import Showing
from taphouse.engine.brew_crafters.view.tables import BrewCraftersTable
from taphouse.engine.chance import Chance
from taphouse.engine.contract import EndReason, Move, Outcome, Refusal, ScoreCategory, standings
from taphouse.engine.decisions import OpenRules, StackedRules, prompts
from taphouse.engine.messages.reasons import GameIsOver
from taphouse.engine.upgrades import Fixes

LAST_WINTER = "last-winter"
RULE_OF_END = {LAST_WINTER: "BC-28"}

_DECISIONS = (
    MarketAction,
    Hiring,
    Forming,
    Choosing,
    Discarding,
    Planting,
    AnnualResearch,
    BreweryAction,
    Processing,
    Brewing,
    EndOfAction,
    SecondResearchStep,
    LastTrades,
)
PROMPTS = prompts(_DECISIONS)


class BrewCraftersRules(OpenRules, StackedRules):
    """The rules under one edition, in one version."""

    def __init__(self, edition: BrewCraftersEdition, fixes: Fixes) -> None:
        box = self.box = Box(edition)
        self._setup = Setup(edition, box)
        self._showing = Showing(box, edition)
        asks = [decision(box, fixes) for decision in _DECISIONS]
        super().__init__(
            asks, STEPS_WITHOUT_DECISION, only_the_decider="BC-10"
        )  # all is known, so nobody is refused by it

    def why_not_new(self, options: BrewCraftersOptions, seats: int) -> Refusal | None:
        """BC-04, BC-05, BC-07."""
        return self._setup.why_not(options, seats)

    def new(self, options: BrewCraftersOptions, seats: int, chance: Chance) -> BrewCraftersState:
        """BC-01 to BC-07, up to the first market action.

        Raises:
            ValueError: the options do not fit, or a draw is needed and the chance is blind.
        """
        refusal = self.why_not_new(options, seats)
        if refusal is not None:
            raise ValueError(self.explained(refusal))
        board = Board(self._setup.position(options, seats, chance), self.box)
        self.go_on(board)
        return board.state()

    def board(self, state: BrewCraftersState, _chance: Chance) -> Board:
        """The board without a chance: nothing is drawn after the set-up."""
        return Board(state, self.box)

    def why_over(self, _state: BrewCraftersState) -> Refusal:
        return Refusal(RULE_OF_END[LAST_WINTER], GameIsOver())

    def labelled(self, state: BrewCraftersState, move: Move) -> Struct:
        """A research move with the step that it takes."""
        if not isinstance(move, Research | SecondStep):
            return move
        brewer = state.brewers[state.pending[-1].seat - 1]  # type: ignore[union-attr]  # a decision
        step = STEPS[brewer.steps[self.box.track_code[move.track]]]
        return ResearchLabel(move, step) if isinstance(move, Research) else SecondStepLabel(move, step)

    def view(self, state: BrewCraftersState) -> BrewCraftersTable:
        """The table."""
        return self._showing.table(state)

    def score(self, state: BrewCraftersState, seat: int) -> tuple[ScoreCategory, ...]:
        """BC-29."""
        return score(state.brewers[seat - 1], self.box, state.labels.count(seat))

    def outcome(self, state: BrewCraftersState) -> Outcome | None:
        """BC-28 to BC-30: the most points win, then the most money; equals share the place."""
        if state.pending:
            return None
        scores = {seat: self.score(state, seat) for seat in range(1, len(state.brewers) + 1)}
        ranked = standings(scores, lambda seat, points: (-points, -state.brewers[seat - 1].money))
        return Outcome(EndReason(LAST_WINTER), RULE_OF_END[LAST_WINTER], ranked)
