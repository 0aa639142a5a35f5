"""The description of Pint Craft: its types, and the ways in which it ends."""

from __future__ import annotations

from taphouse.engine.contract import Reason
from taphouse.engine.game import About, Game
from taphouse.engine.pint_craft.cards import PintCraftEdition
from taphouse.engine.pint_craft.evaluate import evaluate, weigh
from taphouse.engine.pint_craft.merits import MERITS, merits
from taphouse.engine.pint_craft.moves import EVENTS, LABELS, MOVES, PintCraftOptions
from taphouse.engine.pint_craft.reasons import REASONS
from taphouse.engine.pint_craft.rules import PROMPTS, PintCraftRules
from taphouse.engine.pint_craft.rules.rounds import ALL_ON_TAP, FACED_OFF, ROUND_CAP, RULE_OF_END, SHARED, THRESHOLD
from taphouse.engine.pint_craft.sampling import PintCraftTrace
from taphouse.engine.pint_craft.state import PintCraftState
from taphouse.engine.pint_craft.view import PintCraftTable
from taphouse.engine.pint_craft.worlds import other_world
from taphouse.engine.upgrades import Upgrade

_ENDS = {
    THRESHOLD: "After a Challenge Round one player alone is at the Victory Pint Threshold.",
    FACED_OFF: "After a Face Off one player has the most Pints.",
    SHARED: "The tied leaders of a Face Off share the victory.",
    ALL_ON_TAP: "The last Recipe is on tap.",
    ROUND_CAP: "The last round that the options allow is over; the most Pints win.",
}


ABOUT = About(
    kind="pint-craft",
    title="Pint Craft",
    designer="Nick Helmholdt",
    publisher="Macrospectra Games, 2012",
    text=(
        "Home brewers turned professionals play Brewery cards for ingredients and put Recipes on tap. "
        "The first to reach the Victory Pint Threshold must withstand the challenge of all the others."
    ),
    seats=range(2, 7),
    minutes=45,  # an estimate: our sources give no time
    options=PintCraftOptions,
    moves=MOVES,
    labels=LABELS,
    events=EVENTS,
    prompts=PROMPTS,
    refusals=REASONS,
    merits=MERITS,
    view=PintCraftTable,
    state=PintCraftState,
    reasons=tuple(Reason(name, RULE_OF_END[name], text) for name, text in _ENDS.items()),
    package="taphouse.engine.pint_craft",
)

GAME = Game(
    ABOUT,
    PintCraftEdition,
    PintCraftRules,
    evaluate=evaluate,
    weigh=weigh,
    merits=merits,
    other_world=other_world,
    trace=PintCraftTrace,
    upgrades=(Upgrade(),),  # since any seat can take the first turn; what was chosen before means the same
)
