"""The description of Dank & Draft: its types, and the ways in which it ends."""

from __future__ import annotations

from taphouse.engine.contract import Reason
from taphouse.engine.dank_and_draft.cards import DankAndDraftEdition
from taphouse.engine.dank_and_draft.evaluate import alike, candidates, evaluate, foremost
from taphouse.engine.dank_and_draft.merits import MERITS, merits
from taphouse.engine.dank_and_draft.moves import EVENTS, LABELS, MOVES, DankAndDraftOptions
from taphouse.engine.dank_and_draft.reasons import REASONS
from taphouse.engine.dank_and_draft.rules import PROMPTS, DankAndDraftRules
from taphouse.engine.dank_and_draft.rules.turns import FIVE_TYPES, RULE_OF_END, TAPS, TURN_CAP
from taphouse.engine.dank_and_draft.state import DankAndDraftState
from taphouse.engine.dank_and_draft.tracing import DankAndDraftTrace
from taphouse.engine.dank_and_draft.view import DankAndDraftTable
from taphouse.engine.dank_and_draft.worlds import other_world
from taphouse.engine.game import About, Game
from taphouse.engine.upgrades import Upgrade

ABOUT = About(
    kind="dank-and-draft",
    title="Dank & Draft",
    designer="Becky Young",
    publisher="Rainbow Rabbits Games, 2025",
    text=(
        "Taproom owners draft craft beers from a grid of taps and offer them in stacks by type. "
        "The action side of a card in your hand is for your opponents to use."
    ),
    seats=range(2, 5),
    minutes=20,
    options=DankAndDraftOptions,
    moves=MOVES,
    labels=LABELS,
    events=EVENTS,
    prompts=PROMPTS,
    refusals=REASONS,
    merits=MERITS,
    view=DankAndDraftTable,
    state=DankAndDraftState,
    reasons=(
        Reason(FIVE_TYPES, RULE_OF_END[FIVE_TYPES], "A player has beers of all five types in the taproom."),
        Reason(TAPS, RULE_OF_END[TAPS], "After a refill no line of the taps can be drafted."),
        Reason(TURN_CAP, RULE_OF_END[TURN_CAP], "The last turn that the options allow is over."),
    ),
    package="taphouse.engine.dank_and_draft",
)

GAME = Game(
    ABOUT,
    DankAndDraftEdition,
    DankAndDraftRules,
    evaluate=evaluate,
    alike=alike,
    candidates=candidates,
    foremost=foremost,
    merits=merits,
    other_world=other_world,
    trace=DankAndDraftTrace,
    upgrades=(Upgrade(),),  # since any seat can take the first turn; what was chosen before means the same
)
