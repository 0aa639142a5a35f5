"""Positions in which a choice is owed, each reached by a move."""

from __future__ import annotations

from msgspec.structs import replace

from taphouse.engine.pint_craft.cards import SEASONAL_BONUS
from taphouse.engine.pint_craft.state import ToChoose
from tests.pint_craft.build import DECK, after, brewing, emptied, position, spoken


def cost(recipe: str, *less: str) -> str:
    """The cost of a Recipe as words, but for one of each of these."""
    names = ("base-malt", "specialty-malt", "hops", "adjuncts")
    pot = DECK.beers[DECK.recipe_code[recipe]].cost
    return ",".join(f"{name}:{n - (name in less)}" for name, n in zip(names, pot, strict=True) if n)


def takes(recipe: str) -> str:
    """The ingredients of a Recipe, as a sentence has them."""
    return spoken(DECK.beers[DECK.recipe_code[recipe]].cost)


LOST, GIVEN = (DECK.titles[DECK.code[name]].acts[0].amount for name in ("fermenter-explosion", "redistribution"))
HAND = {1: "smash-hit taproom dining-room metro-distribution merch"}
OFFER = "kolsh dry-stout saison"
ON_OFFER = "on offer are Kolsh, Dry Stout and Saison."
PLAYING = position(hands=HAND, offer=OFFER)
BREWING = brewing(hands=HAND, offer=OFFER, ingredients={1: cost("kolsh")})
FACE_OFF = position(hands=HAND, stage="face-off", leader=1, to_play=(1, 2))

SIX = after(position(hands={1: "smash-hit merch"}), "play smash-hit")
DUE_SIX = "Smash Hit: choose 6 ingredients; an Adjunct counts as 4 of them."
SIX_BY_TANKS = after(position(hands={1: "smash-hit merch"}, fronts={1: "big-tanks"}), "play smash-hit")
SIX_BY_OTHERS_TANKS = after(position(hands={1: "smash-hit merch"}, fronts={2: "big-tanks"}), "play smash-hit")
TANKS = after(position(hands={1: "big-tanks merch"}), "play big-tanks")
TRADED = after(position(hands={1: "merch venue"}), "trade-in merch")
NO_HOPS = after(
    emptied(position(hands={1: "smash-hit merch"}), base_malt=2, specialty_malt=20, adjuncts=2), "play smash-hit"
)
FEW_ADJUNCTS = after(
    emptied(position(hands={1: "smash-hit merch"}, fronts={1: "big-tanks"}), base_malt=9, hops=9, adjuncts=2),
    "play smash-hit",
)
IMPROVED = after(brewing(seat=2, fronts={1: "taproom"}, taps={1: "kolsh saison"}), "end-turn")
"""Spring: the Improvement bonus is 2."""
IMPROVED_IN_WINTER = after(brewing(seat=2, season="fall", fronts={1: "taproom"}, taps={1: "kolsh saison"}), "end-turn")
IMPROVED_IN_SUMMER = after(brewing(seat=2, season="spring", fronts={1: "taproom"}, taps={1: "dry-stout"}), "end-turn")
BONUS = after(brewing(seat=2, taps={1: "dopperbock"}), "end-turn")
"""Spring: the seasonal bonus of Dopperbock is 2."""
PAID_IN_WINTER = position(ToChoose(1, 2, 1, SEASONAL_BONUS), round=5)
PAID_IN_SUMMER = position(ToChoose(1, 3, 4, SEASONAL_BONUS), round=3, season="summer")
LOSING = after(
    position(hands={1: "fermenter-explosion venue"}, ingredients={2: f"base-malt:{LOST + 1},hops:1"}),
    "play fermenter-explosion",
)
GIVING = after(
    position(hands={1: "redistribution venue"}, ingredients={2: f"base-malt:{GIVEN + 1},hops:1"}), "play redistribution"
)
TARGETING = after(position(seats=3, hands={1: "tap-takeover venue"}), "play tap-takeover")
LAST_OF_FOUR = position(
    seats=4,
    stage="face-off",
    leader=1,
    to_play=(1, 2, 3),
    left=(1, 2, 3),
    hands={1: "tap-takeover swap-recipes"},
    taps={1: "kolsh american-amber", 2: "american-wheat english-barley-wine", 3: "dry-stout", 4: "bohemian-pilsner"},
)
TARGETING_IN_FACE_OFF = after(LAST_OF_FOUR, "play tap-takeover")
NAMING = after(position(hands={1: "dining-room venue"}, fronts={1: "taproom"}, offer=OFFER), "play dining-room")
BURYING = after(position(hands={1: "new-recipe venue"}), "play new-recipe")
GAP = replace(PLAYING, stacks=((), *PLAYING.stacks[1:]), hands=((DECK.code["new-recipe"], 1), ()))
BURYING_BESIDE_A_GAP = after(GAP, "play new-recipe")
TAKING_BACK = after(
    position(hands={1: "dumpster-diving venue"}, discards="merch dumpster-diving smash-hit"), "play dumpster-diving"
)
RETURNING = after(
    position(hands={1: "spoiled-batch venue"}, taps={1: "kolsh", 2: "dry-stout saison california-common"}),
    "play spoiled-batch",
)
SWAPPING = after(LAST_OF_FOUR, "play swap-recipes")
VOTING = after(
    brewing(
        seat=2, stage="face-off", leader=1, to_play=(2,), round=9, taps={1: "kolsh", 2: "american-wheat"}, threshold=2
    ),
    "end-turn",
)

OWED = {
    "play": (PLAYING, "Play or trade in a Brewery card (0 of 3 so far), or stop playing."),
    "brew": (BREWING, "Brew a Recipe, or end the turn."),
    "choose": (SIX, DUE_SIX),
    "give": (LOSING, f"Fermenter Explosion!: give {LOST} of your ingredients back to the pot."),
    "target": (TARGETING, "Tap Takeover: choose another player."),
    "name": (NAMING, "Dining Room: name the Recipe on offer whose Base Malt you take."),
    "bury": (BURYING, "New Recipe: choose the stack whose top Recipe goes under it."),
    "take-back": (TAKING_BACK, "Dumpster Diving: choose the card that you take from the discard stack."),
    "return": (RETURNING, "Spoiled Batch: choose which of your Recipes with the fewest Pints you lose."),
    "swap": (SWAPPING, "Swap Recipes: choose one of your Recipes on tap and another player's to exchange."),
    "vote": (VOTING, "You are tied for the most Pints. Vote for another Face Off, or for sharing the victory."),
}
"""A position of every task, and what it asks."""

MOVES = {
    "stop-playing": "play",
    "play smash-hit": "play",
    "trade-in merch": "play",
    "end-turn": "brew",
    "brew kolsh": "brew",
    "choose base-malt:6": "choose",
    f"give base-malt:{LOST}": "give",
    "target 2": "target",
    "name kolsh": "name",
    "bury 1": "bury",
    "take-back merch": "take-back",
    "return dry-stout": "return",
    "swap kolsh american-wheat": "swap",
    "vote yes": "vote",
}
"""A move of every verb, and the task that it answers, where it is legal."""

FIRST_RULES = {
    "play": "PC-05",
    "brew": "PC-05",
    "choose": "PC-11",
    "give": "PC-16",
    "target": "PC-16",
    "name": "PC-15",
    "bury": "PC-10",
    "take-back": "PC-10",
    "return": "PC-16",
    "swap": "PC-16",
    "vote": "PC-26",
}
"""The first of the rules that ask for a task."""

IN_ORDER = {
    ("play", "end-turn"): "Brewing and drawing come after playing cards; stop playing first.",
    ("play", "brew kolsh"): "Brewing and drawing come after playing cards; stop playing first.",
    ("brew", "stop-playing"): "You have finished playing cards in this turn.",
    ("brew", "play smash-hit"): "You have finished playing cards in this turn.",
    ("brew", "trade-in merch"): "You have finished playing cards in this turn.",
}
"""The refusal for a step of the turn that is over or not reached yet; PC-05 orders the steps."""
