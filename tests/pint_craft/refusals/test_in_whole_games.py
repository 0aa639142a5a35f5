"""Every way in which a move is refused: the rule, and a sentence that says what would be right."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.game import IllegalMove, Move
from taphouse.engine.notation import write
from taphouse.engine.pint_craft.cards import IMPROVEMENTS, SEASONAL_BONUS
from taphouse.engine.pint_craft.deck import amounts, counts, spoken
from taphouse.engine.pint_craft.moves import (
    Brew,
    Bury,
    Choose,
    EndTurn,
    Give,
    NameRecipe,
    PintCraftOptions,
    PlayCard,
    ReturnRecipe,
    StopPlaying,
    SwapRecipes,
    TakeBack,
    Target,
    TradeIn,
    Vote,
)
from taphouse.engine.pint_craft.state import BASIC, PintCraftState, ToChoose, ToVote
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import CHANCE, DECK, RULES, after, asked, brewing, emptied, position, refusal


def cost(recipe: str, *less: str) -> str:
    """What a Recipe takes as words, but for one of each of these."""
    names = ("base-malt", "specialty-malt", "hops", "adjuncts")
    pot = DECK.beers[DECK.recipe_code[recipe]].cost
    return ",".join(f"{name}:{n - (name in less)}" for name, n in zip(names, pot, strict=True) if n)


def takes(recipe: str) -> str:
    """What a Recipe takes as a sentence has it."""
    return spoken(DECK.beers[DECK.recipe_code[recipe]].cost)


LOST, GIVEN = (DECK.titles[DECK.code[name]].acts[0].amount for name in ("fermenter-explosion", "redistribution"))
HAND = {1: "smash-hit taproom dining-room metro-distribution merch"}
OFFER = "kolsh dry-stout saison"
ON_OFFER = "on offer are Kolsh, Dry Stout, Saison."
PLAYING = position(hands=HAND, offer=OFFER)
BREWING = brewing(hands=HAND, offer=OFFER, ingredients={1: cost("kolsh")})
FACE_OFF = position(hands=HAND, stage="face-off", leader=1, to_play=(1, 2))

# --- positions in which a choice is owed, each reached by a move ------------------------------------------------------

SIX = after(position(hands={1: "smash-hit merch"}), "play smash-hit")
DUE_SIX = "choose 6 ingredients; an Adjunct counts as 4 of them."
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
    "brew": (BREWING, "Put Recipes on tap, or end the turn."),
    "choose": (SIX, f"Smash Hit: {DUE_SIX}"),
    "give": (LOSING, f"Fermenter Explosion!: give {LOST} of your ingredients back to the pot."),
    "target": (TARGETING, "Tap Takeover: choose another player."),
    "name": (NAMING, "Dining Room: name the Recipe on offer that it pays from."),
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
    "bury": "PC-03",
    "take-back": "PC-10",
    "return": "PC-16",
    "swap": "PC-16",
    "vote": "PC-26",
}
"""The first of the rules that ask for a task."""

IN_ORDER = {
    ("play", "end-turn"): "Brewing and drawing come after playing cards; stop playing first.",
    ("play", "brew kolsh"): "Brewing and drawing come after playing cards; stop playing first.",
    ("brew", "stop-playing"): "You have already finished playing cards in this turn.",
    ("brew", "play smash-hit"): "You have stopped playing cards in this turn, and cannot go back to an earlier step.",
    ("brew", "trade-in merch"): "You have stopped playing cards in this turn, and cannot go back to an earlier step.",
}
"""What is said of a step of the turn that is over or not reached yet; PC-05 orders the steps."""


@packaged_figures
@pytest.mark.parametrize("task", OWED)
@pytest.mark.parametrize("line", MOVES)
def test_a_move_that_answers_something_else_is_refused_under_the_first_rule_of_what_is_owed(
    task: str, line: str
) -> None:
    state, prompt = OWED[task]
    assert asked(state)[1] == task
    refused = refusal(state, line)
    if MOVES[line] == task:
        assert refused is None
        return
    assert refused is not None
    wanted = IN_ORDER.get((task, line), f"Something else must be decided now. {prompt}")
    assert (refused.rule, refused.message) == (FIRST_RULES[task], wanted)
    assert RULES.decision(state).rules[0] == FIRST_RULES[task]


CLOSED = [
    ({"played": 3}, "PC-06", "You have played 3 Brewery cards in this turn, which is the limit."),
    ({"played": 3, "hands": {}}, "PC-06", "You have played 3 Brewery cards in this turn, which is the limit."),
    ({"played": 2, "hands": {}}, "PC-07", "You have run out of Brewery cards."),
    ({"hands": {}}, "PC-07", "You have run out of Brewery cards."),
    ({"played": 2}, "PC-05", "You have stopped playing cards in this turn, and cannot go back to an earlier step."),
    (
        {"played": 1, "stage": "face-off"},
        "PC-25",
        "You play only one Brewery card in a Face Off, and none if your hand is empty.",
    ),
    (
        {"hands": {}, "stage": "face-off"},
        "PC-25",
        "You play only one Brewery card in a Face Off, and none if your hand is empty.",
    ),
]


@packaged_figures
@pytest.mark.parametrize("line", ["play smash-hit", "trade-in merch"])
@pytest.mark.parametrize(("words", "rule", "sentence"), CLOSED)
def test_a_card_too_many_is_refused_under_the_rule_that_ended_the_playing_of_cards(
    words: dict[str, Any], rule: str, sentence: str, line: str
) -> None:
    state = brewing(**{"hands": HAND, "offer": OFFER, "ingredients": {1: cost("kolsh")}, **words})
    refused = refusal(state, line)
    assert refused is not None
    assert (refused.rule, refused.message) == (rule, sentence)


@pytest.mark.parametrize("line", ["brew kolsh", "end-turn"])
def test_pc_05_in_a_face_off_brewing_comes_after_the_card(line: str) -> None:
    refused = refusal(FACE_OFF, line)
    assert refused is not None
    assert refused.rule == "PC-05"
    assert refused.message == "Brewing and drawing come after playing cards; play a card first."


REFUSALS = [
    # play, trade-in, stop-playing
    (PLAYING, "play ale", "PC-06", "There is no Brewery card ale."),
    (PLAYING, "play kolsh", "PC-06", "There is no Brewery card kolsh."),
    (PLAYING, "play venue", "PC-06", "Venue is not in your hand."),
    (
        replace(PLAYING, seat=2),
        "play smash-hit",
        "PC-06",
        "Smash Hit is not in your hand.",
    ),
    (
        PLAYING,
        "play dining-room",
        "PC-15",
        "Dining Room needs Taproom in front of you; without it you can only trade it in.",
    ),
    (
        position(hands=HAND, fronts={1: "bottling-line taproom", 2: "distributors-license"}),
        "play metro-distribution",
        "PC-15",
        "Metro Distribution needs Distributors License in front of you; without it you can only trade it in.",
    ),
    (PLAYING, "trade-in ale", "PC-06", "There is no Brewery card ale."),
    (PLAYING, "trade-in big-tanks", "PC-06", "Big Tanks is not in your hand."),
    (PLAYING, "trade-in venue", "PC-06", "Venue is not in your hand."),
    (PLAYING, "trade-in smash-hit", "PC-14", "Smash Hit is not marked OR; it can only be played."),
    (FACE_OFF, "stop-playing", "PC-25", "In a Face Off you must play exactly one Brewery card."),
    # brew
    (BREWING, "brew ale", "PC-03", "There is no Recipe ale."),
    (BREWING, "brew merch", "PC-03", "There is no Recipe merch."),
    (BREWING, "brew american-amber", "PC-03", f"American Amber is not on offer; {ON_OFFER}"),
    (
        brewing(offer=OFFER, taps={1: "old-ale"}, ingredients={1: cost("old-ale")}),
        "brew old-ale",
        "PC-03",
        f"Old Ale is not on offer; {ON_OFFER}",
    ),
    (
        replace(BREWING, stacks=(BREWING.stacks[0], (), BREWING.stacks[2])),
        "brew dry-stout",
        "PC-03",
        "Dry Stout is not on offer; on offer are Kolsh, Saison.",
    ),
    (
        brewing(offer=OFFER, ingredients={1: cost("dry-stout", "specialty-malt")}),
        "brew dry-stout",
        "PC-09",
        f"Dry Stout takes {takes('dry-stout')}; you are short of 1 Specialty Malt.",
    ),
    (
        brewing(offer="pumpkin-spice-ale", ingredients={1: cost("pumpkin-spice-ale", "specialty-malt", "adjuncts")}),
        "brew pumpkin-spice-ale",
        "PC-09",
        f"Pumpkin Spice Ale takes {takes('pumpkin-spice-ale')}; you are short of 1 Specialty Malt and 1 Adjunct.",
    ),
    (
        brewing(offer="german-pilsner", ingredients={2: cost("german-pilsner")}),
        "brew german-pilsner",
        "PC-09",
        f"German Pilsner takes {takes('german-pilsner')}; you are short of {takes('german-pilsner')}.",
    ),
    # choose: too little, too much, what an Adjunct counts
    (SIX, "choose none", "PC-11", f"Nothing is too few: {DUE_SIX}"),
    (SIX, "choose hops:1", "PC-11", f"1 Hops is too few: {DUE_SIX}"),
    (
        SIX,
        "choose base-malt:3,hops:2",
        "PC-11",
        f"3 Base Malt and 2 Hops are too few: {DUE_SIX}",
    ),
    (SIX, "choose specialty-malt:7", "PC-11", f"7 Specialty Malt are too many: {DUE_SIX}"),
    (SIX, "choose adjuncts:1", "PC-11", f"1 Adjunct is too few: {DUE_SIX}"),
    (SIX, "choose adjuncts:2", "PC-11", f"2 Adjuncts are too many: {DUE_SIX}"),
    (
        SIX,
        "choose base-malt:3,adjuncts:1",
        "PC-11",
        f"3 Base Malt and 1 Adjunct are too many: {DUE_SIX}",
    ),
    (
        SIX_BY_OTHERS_TANKS,
        "choose base-malt:3,adjuncts:1",
        "PC-11",
        f"3 Base Malt and 1 Adjunct are too many: {DUE_SIX}",
    ),
    (
        SIX_BY_TANKS,
        "choose hops:2,adjuncts:1",
        "PC-11",
        "2 Hops and 1 Adjunct are too few: choose 6 ingredients; an Adjunct counts as 3 of them.",
    ),
    (
        TANKS,
        "choose base-malt:1,adjuncts:1",
        "PC-11",
        "1 Base Malt and 1 Adjunct are too many: choose 3 ingredients; an Adjunct counts as 3 of them.",
    ),
    (
        TRADED,
        "choose base-malt:1,specialty-malt:1,hops:1",
        "PC-11",
        "1 Base Malt, 1 Specialty Malt and 1 Hops are too many: choose 2 ingredients.",
    ),
    (TRADED, "choose adjuncts:1", "PC-11", "1 Adjunct is too many: choose 2 ingredients."),
    # choose: the pot
    (NO_HOPS, "choose base-malt:1,specialty-malt:4,hops:1", "PC-13", "The pot has no Hops."),
    (NO_HOPS, "choose base-malt:3,specialty-malt:3", "PC-13", "The pot has 2 Base Malt, not 3."),
    (NO_HOPS, "choose specialty-malt:6,adjuncts:3", "PC-13", "The pot has 2 Adjuncts, not 3."),
    (FEW_ADJUNCTS, "choose adjuncts:3", "PC-13", "The pot has 2 Adjuncts, not 3."),
    (SIX, "choose hops:27", "PC-13", "The pot has 26 Hops, not 27."),
    (
        emptied(position(ToChoose(1, 6, BASIC, IMPROVEMENTS)), base_malt=2, hops=1, adjuncts=9),
        "choose base-malt:2",
        "PC-11",
        "2 Base Malt are too few: choose 6 Basic Ingredients; the pot has only 3 Basic Ingredients.",
    ),
    (
        emptied(position(ToChoose(1, 6, BASIC, IMPROVEMENTS)), base_malt=2, hops=1),
        "choose base-malt:3,hops:3",
        "PC-13",
        "The pot has 2 Base Malt, not 3.",
    ),
    (
        emptied(position(ToChoose(1, 6, BASIC, IMPROVEMENTS))),
        "choose hops:1",
        "PC-13",
        "The pot has no Hops.",
    ),
    (
        emptied(position(ToChoose(1, 7, 15, "smash-hit")), hops=1, adjuncts=1),
        "choose adjuncts:1",
        "PC-11",
        "1 Adjunct is too few: choose 7 ingredients; an Adjunct counts as 4 of them; "
        "the pot has only 1 Basic Ingredient.",
    ),
    # choose: what the Season does not pay
    (
        PAID_IN_WINTER,
        "choose hops:2",
        "PC-19",
        "Seasonal bonus: you cannot choose Hops in Winter.",
    ),
    (
        PAID_IN_WINTER,
        "choose base-malt:1,specialty-malt:1",
        "PC-19",
        "Seasonal bonus: you cannot choose Specialty Malt in Winter.",
    ),
    (
        PAID_IN_WINTER,
        "choose base-malt:1",
        "PC-11",
        "1 Base Malt is too few: choose 2 Base Malt.",
    ),
    (
        PAID_IN_SUMMER,
        "choose base-malt:3",
        "PC-19",
        "Seasonal bonus: you cannot choose Base Malt in Summer.",
    ),
    (
        PAID_IN_SUMMER,
        "choose adjuncts:1",
        "PC-19",
        "Seasonal bonus: you cannot choose Adjuncts in Summer.",
    ),
    (
        IMPROVED_IN_WINTER,
        "choose adjuncts:1",
        "PC-20",
        "Improvement bonus: you cannot choose Adjuncts in Winter.",
    ),
    (
        IMPROVED_IN_SUMMER,
        "choose adjuncts:1",
        "PC-20",
        "Improvement bonus: you cannot choose Adjuncts in Summer.",
    ),
    (IMPROVED, "choose adjuncts:1", "PC-11", "1 Adjunct is too many: choose 2 ingredients."),
    (BONUS, "choose hops:3", "PC-11", "3 Hops are too many: choose 2 ingredients."),
    # give
    (LOSING, f"give base-malt:{LOST - 2},hops:2", "PC-16", "You have 1 Hops, not 2."),
    (LOSING, f"give base-malt:{LOST + 2}", "PC-16", f"You have {LOST + 1} Base Malt, not {LOST + 2}."),
    (LOSING, f"give base-malt:{LOST - 1},adjuncts:1", "PC-16", "You have no Adjuncts."),
    (LOSING, "give none", "PC-16", f"Nothing is too few: give exactly {LOST}."),
    (LOSING, f"give base-malt:{LOST - 1}", "PC-16", f"{LOST - 1} Base Malt are too few: give exactly {LOST}."),
    (
        LOSING,
        f"give base-malt:{LOST},hops:1",
        "PC-16",
        f"{LOST} Base Malt and 1 Hops are too many: give exactly {LOST}.",
    ),
    (GIVING, f"give base-malt:{GIVEN + 1}", "PC-16", f"{GIVEN + 1} Base Malt are too many: give exactly {GIVEN}."),
    (GIVING, "give specialty-malt:1", "PC-16", "You have no Specialty Malt."),
    # target
    (TARGETING, "target 1", "PC-16", "Choose another player, not yourself."),
    (TARGETING, "target 4", "PC-16", "There is no seat 4; the seats are 1 to 3."),
    (TARGETING, "target 16", "PC-16", "There is no seat 16; the seats are 1 to 3."),
    (TARGETING_IN_FACE_OFF, "target 4", "PC-24", "Seat 4 is eliminated and cannot be chosen."),
    # name
    (NAMING, "name ale", "PC-03", "There is no Recipe ale."),
    (NAMING, "name old-ale", "PC-03", f"Old Ale is not on offer; {ON_OFFER}"),
    # bury
    (BURYING, "bury 4", "PC-02", "There is no stack 4; the stacks are 1 to 3."),
    (BURYING_BESIDE_A_GAP, "bury 1", "PC-03", "Stack 1 is empty."),
    # take-back
    (TAKING_BACK, "take-back ale", "PC-10", "There is no Brewery card ale."),
    (
        TAKING_BACK,
        "take-back dumpster-diving",
        "PC-10",
        "Dumpster Diving cannot take back another Dumpster Diving.",
    ),
    (TAKING_BACK, "take-back venue", "PC-10", "Venue is not in the discard stack."),
    # return
    (RETURNING, "return saison", "PC-16", "Choose among Dry Stout, California Common."),
    (RETURNING, "return kolsh", "PC-16", "Choose among Dry Stout, California Common."),
    (RETURNING, "return ale", "PC-16", "Choose among Dry Stout, California Common."),
    # swap
    (SWAPPING, "swap ale dry-stout", "PC-16", "ale is not one of your Recipes on tap."),
    (SWAPPING, "swap dry-stout american-wheat", "PC-16", "Dry Stout is not one of your Recipes on tap."),
    (
        SWAPPING,
        "swap kolsh ale",
        "PC-16",
        "ale is not on tap of another player who is still in the game.",
    ),
    (
        SWAPPING,
        "swap kolsh american-amber",
        "PC-16",
        "American Amber is not on tap of another player who is still in the game.",
    ),
    (
        SWAPPING,
        "swap kolsh bohemian-pilsner",
        "PC-16",
        "Bohemian Pilsner is not on tap of another player who is still in the game.",
    ),
    (
        SWAPPING,
        "swap kolsh english-barley-wine",
        "PC-16",
        "Kolsh has 2 Pints, English Barley Wine 6; they may differ by at most 2.",
    ),
    # any
    *(
        (replace(PLAYING, pending=(), ended=reason), line, rule, "The game is over.")
        for (reason, rule), line in zip(
            {
                "threshold": "PC-24",
                "face-off": "PC-26",
                "vote": "PC-26",
                "all-on-tap": "PC-27",
                "round-cap": "PC-28",
            }.items(),
            ("stop-playing", "end-turn", "vote yes", "brew kolsh", "choose base-malt:1"),
            strict=True,
        )
    ),
]


@packaged_figures
@pytest.mark.parametrize(
    ("state", "line", "rule", "sentence"), REFUSALS, ids=[f"{row[1]} {row[2]} {i}" for i, row in enumerate(REFUSALS)]
)
def test_a_refusal_names_the_rule_and_what_would_be_right(
    state: PintCraftState, line: str, rule: str, sentence: str
) -> None:
    refused = refusal(state, line)
    assert refused is not None
    assert (refused.rule, refused.message) == (rule, sentence)


LEGAL = [
    (SIX, "choose base-malt:2,adjuncts:1"),
    (SIX, "choose base-malt:2,specialty-malt:2,hops:2"),
    (SIX_BY_TANKS, "choose adjuncts:2"),
    (TANKS, "choose adjuncts:1"),
    (TRADED, "choose base-malt:1,hops:1"),
    (NO_HOPS, "choose base-malt:2,adjuncts:1"),
    (FEW_ADJUNCTS, "choose hops:3,adjuncts:1"),
    (PAID_IN_WINTER, "choose base-malt:2"),
    (PAID_IN_SUMMER, "choose hops:3"),
    (IMPROVED_IN_WINTER, "choose hops:1,specialty-malt:1"),
    (BONUS, "choose specialty-malt:2"),
    (emptied(position(ToChoose(1, 7, 15, "smash-hit")), hops=1, adjuncts=1), "choose hops:1,adjuncts:1"),
    (emptied(position(ToChoose(1, 7, 15, "smash-hit")), hops=1, adjuncts=1), "choose hops:1"),
    (emptied(position(ToChoose(1, 6, BASIC, IMPROVEMENTS))), "choose none"),
    (position(hands=HAND, fronts={1: "taproom"}), "play dining-room"),
    (PLAYING, "trade-in dining-room"),
    (GIVING, f"give base-malt:{GIVEN}"),
    (LOSING, f"give base-malt:{LOST - 1},hops:1"),
    (BURYING_BESIDE_A_GAP, "bury 3"),
    (TARGETING_IN_FACE_OFF, "target 3"),
    (TAKING_BACK, "take-back smash-hit"),
    (RETURNING, "return california-common"),
    (SWAPPING, "swap american-amber dry-stout"),
    (VOTING, "vote no"),
    (FACE_OFF, "trade-in merch"),
]


@packaged_figures
@pytest.mark.parametrize(("state", "line"), LEGAL, ids=[f"{row[1]} {i}" for i, row in enumerate(LEGAL)])
def test_what_would_be_right_is_legal(state: PintCraftState, line: str) -> None:
    """Beside the refusals, so that none of them refuses too much."""
    assert refusal(state, line) is None


@pytest.mark.parametrize("seat", [5, 6, 16])
def test_pc_16_a_seat_that_is_not_at_the_table_is_refused_by_number(seat: int) -> None:
    refused = RULES.why_not(TARGETING_IN_FACE_OFF, Target(seat))
    assert refused is not None
    assert refused.message == f"There is no seat {seat}; the seats are 1 to 4."


def test_pc_25_in_a_face_off_the_prompt_and_the_rules_say_that_a_card_must_be_played() -> None:
    decision = RULES.decision(FACE_OFF)
    assert decision is not None
    assert decision.prompt == "Play or trade in exactly one Brewery card in this Face Off."
    assert "PC-25" in decision.rules
    refused = refusal(FACE_OFF, "vote yes")
    assert refused is not None
    assert refused.message == f"Something else must be decided now. {decision.prompt}"


# --- over games that were played --------------------------------------------------------------------------------------


@cache
def sample() -> tuple[tuple[PintCraftState, str], ...]:
    """Positions of random games, each with its task, `over` where there is none."""
    found: list[tuple[PintCraftState, str]] = []
    for seed in range(60):
        rng = random.Random(seed)
        chance, options = Chance(seed_from(f"refusals {seed}")), PintCraftOptions(threshold=(None, 1, 4)[seed % 3])
        state = RULES.new(options, 2 + seed % 5, chance)
        while True:
            decision = RULES.decision(state)
            found.append((state, decision.task if decision else "over"))
            if not (legal := list(RULES.moves(state))):
                break
            brews = [move for move in legal if isinstance(move, Brew)]
            state = RULES.apply(state, rng.choice(brews if brews and rng.random() < 0.7 else legal), chance).state
    return tuple(found)


def picked(part: int, each: int) -> list[PintCraftState]:
    """Some positions of every task, others for every part; first the ones above."""
    rng = random.Random(part)
    states = [state for state, *_ in REFUSALS][part::4] + [state for state, _ in OWED.values()]
    for task in [*OWED, "over"]:
        of_task = [state for state, other in sample() if other == task]
        assert of_task, f"no {task} in the sample"
        states += rng.sample(of_task, min(each, len(of_task)))
    return states


_CARDS = [*DECK.code, "no-such-card", "kolsh"]
_RECIPES = [*DECK.recipe_code, "no-such-recipe", "merch"]


@cache
def domain() -> tuple[Move, ...]:
    """Every move that can be written, but of ingredients only few and of exchanges none."""
    pots = [amounts(pot) for pot in product(range(5), range(4), range(4), range(3))]
    return (
        StopPlaying(),
        EndTurn(),
        *(kind(card) for kind in (PlayCard, TradeIn, TakeBack) for card in _CARDS),
        *(kind(recipe) for kind in (Brew, NameRecipe, ReturnRecipe) for recipe in _RECIPES),
        *map(Target, range(1, 17)),
        *map(Bury, range(1, 8)),
        *(kind(pot) for kind in (Choose, Give) for pot in pots),
        *map(Vote, (False, True)),
    )


def around(state: PintCraftState, legal: list[Move], rng: random.Random) -> set[Move]:
    """What is not in the domain: exchanges, and choices of ingredients that are nearly legal."""
    taps = [DECK.beers[recipe].name for row in state.taps for recipe in row] + ["no-such-recipe"]
    near: set[Move] = {SwapRecipes(own, other) for own in taps for other in taps}
    for move in rng.sample(legal, min(len(legal), 25)):
        if isinstance(move, Choose | Give):
            pot = counts(move.ingredients)
            for change in product((-1, 0, 1), repeat=4):
                if min(changed := [n + by for n, by in zip(pot, change, strict=True)]) >= 0:
                    near.add(type(move)(amounts(changed)))
    return near


@pytest.mark.parametrize("part", range(4))
def test_a_move_is_refused_exactly_when_it_is_not_among_the_legal_ones_and_then_nothing_changes(part: int) -> None:
    rng, seen, tried = random.Random(part), set[str](), Counter[str]()
    for state in picked(part, 4):
        kept = msgspec.msgpack.encode(state)
        legal = list(RULES.moves(state))
        listed = set(legal)
        assert len(legal) == len(listed), "each once"
        assert bool(legal) is (not state.ended)
        for move in sorted({*domain(), *around(state, legal, rng), *legal}, key=write):
            refused = RULES.why_not(state, move)
            assert (refused is None) is (move in listed), f"{write(move)}: {refused}"
            tried[move.verb, refused is None] += 1
            if refused is None:
                RULES.apply(state, move, CHANCE)
                continue
            seen.add(refused.rule)
            assert refused.message.endswith(".")
            with pytest.raises(IllegalMove) as caught:
                RULES.apply(state, move, CHANCE)
            assert caught.value.refusal == refused
        assert msgspec.msgpack.encode(state) == kept
    assert {f"PC-{n:02}" for n in (2, 3, 5, 6, 9, 10, 11, 13, 14, 15, 16, 26)} <= seen
    assert {line.split()[0] for line in MOVES} == {verb for verb, legal in tried if legal}


def test_a_refusal_is_the_same_from_what_the_deciding_seat_knows() -> None:
    rng = random.Random(5)
    for state in picked(0, 2):
        decision = RULES.decision(state)
        known = RULES.known(state, decision.seat if decision else None)
        legal = list(RULES.moves(state))
        assert list(RULES.moves(known)) == legal
        for move in rng.sample(domain(), 120) + sorted(around(state, legal, rng), key=write)[:200]:
            assert RULES.why_not(known, move) == RULES.why_not(state, move)


def test_pc_26_nobody_but_the_tied_leaders_is_asked_to_vote() -> None:
    assert [frame.seat for frame in VOTING.pending if isinstance(frame, ToVote)] == [2, 1]
    assert asked(VOTING) == (1, "vote")
    assert asked(after(VOTING, "vote yes")) == (2, "vote")
