"""Refused moves, with the rule and the sentence."""

from __future__ import annotations

from msgspec.structs import replace

from taphouse.engine.pint_craft.cards import IMPROVEMENTS
from taphouse.engine.pint_craft.state import BASIC, ToChoose
from tests.pint_craft.build import brewing, emptied, position
from tests.pint_craft.refusals.positions import (
    BONUS,
    BREWING,
    BURYING,
    BURYING_BESIDE_A_GAP,
    DUE_SIX,
    FACE_OFF,
    FEW_ADJUNCTS,
    GIVEN,
    GIVING,
    HAND,
    IMPROVED,
    IMPROVED_IN_SUMMER,
    IMPROVED_IN_WINTER,
    LOSING,
    LOST,
    NAMING,
    NO_HOPS,
    OFFER,
    ON_OFFER,
    OWED,
    PAID_IN_SUMMER,
    PAID_IN_WINTER,
    PLAYING,
    RETURNING,
    SIX,
    SIX_BY_OTHERS_TANKS,
    SIX_BY_TANKS,
    SWAPPING,
    TAKING_BACK,
    TANKS,
    TARGETING,
    TARGETING_IN_FACE_OFF,
    TRADED,
    cost,
    takes,
)

LOSE = OWED["give"][1]
NO_ALE = "There is no ale here; there are kolsh, dry-stout and saison."

REFUSALS = [
    # play, trade-in, stop-playing
    (PLAYING, "play ale", "PC-06", "There is no ale here."),
    (PLAYING, "play kolsh", "PC-06", "There is no kolsh here."),
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
    (PLAYING, "trade-in ale", "PC-06", "There is no ale here."),
    (PLAYING, "trade-in big-tanks", "PC-06", "Big Tanks is not in your hand."),
    (PLAYING, "trade-in venue", "PC-06", "Venue is not in your hand."),
    (PLAYING, "trade-in smash-hit", "PC-14", "Smash Hit is not marked OR; it can only be played."),
    (FACE_OFF, "stop-playing", "PC-25", "In a Face Off you must play exactly one Brewery card."),
    # brew
    (BREWING, "brew ale", "PC-03", NO_ALE),
    (BREWING, "brew merch", "PC-03", NO_ALE.replace("ale", "merch")),
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
        "Dry Stout is not on offer; on offer are Kolsh and Saison.",
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
    (SIX, "choose none", "PC-11", f"Too few: nothing. {DUE_SIX}"),
    (SIX, "choose hops:1", "PC-11", f"Too few: 1 Hops. {DUE_SIX}"),
    (
        SIX,
        "choose base-malt:3,hops:2",
        "PC-11",
        f"Too few: 3 Base Malt and 2 Hops. {DUE_SIX}",
    ),
    (SIX, "choose specialty-malt:7", "PC-11", f"Too many: 7 Specialty Malt. {DUE_SIX}"),
    (SIX, "choose adjuncts:1", "PC-11", f"Too few: 1 Adjunct. {DUE_SIX}"),
    (SIX, "choose adjuncts:2", "PC-11", f"Too many: 2 Adjuncts. {DUE_SIX}"),
    (
        SIX,
        "choose base-malt:3,adjuncts:1",
        "PC-11",
        f"Too many: 3 Base Malt and 1 Adjunct. {DUE_SIX}",
    ),
    (
        SIX_BY_OTHERS_TANKS,
        "choose base-malt:3,adjuncts:1",
        "PC-11",
        f"Too many: 3 Base Malt and 1 Adjunct. {DUE_SIX}",
    ),
    (
        SIX_BY_TANKS,
        "choose hops:2,adjuncts:1",
        "PC-11",
        "Too few: 2 Hops and 1 Adjunct. Smash Hit: choose 6 ingredients; an Adjunct counts as 3 of them.",
    ),
    (
        TANKS,
        "choose base-malt:1,adjuncts:1",
        "PC-11",
        "Too many: 1 Base Malt and 1 Adjunct. Big Tanks: choose 3 ingredients; an Adjunct counts as 3 of them.",
    ),
    (
        TRADED,
        "choose base-malt:1,specialty-malt:1,hops:1",
        "PC-11",
        "Too many: 1 Base Malt, 1 Specialty Malt and 1 Hops. Merch: choose 2 ingredients.",
    ),
    (TRADED, "choose adjuncts:1", "PC-11", "Too many: 1 Adjunct. Merch: choose 2 ingredients."),
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
        "Too few: 2 Base Malt. Improvement bonus: choose 6 Basic Ingredients; the pot has only 3 Basic Ingredients.",
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
        "Too few: 1 Adjunct. Smash Hit: choose 7 ingredients; an Adjunct counts as 4 of them; "
        "the pot has only 1 Basic Ingredient.",
    ),
    # choose: what the Season does not pay
    (
        PAID_IN_WINTER,
        "choose hops:2",
        "PC-19",
        "In Winter you cannot choose 2 Hops. Seasonal bonus: choose 2 Base Malt.",
    ),
    (
        PAID_IN_WINTER,
        "choose base-malt:1,specialty-malt:1",
        "PC-19",
        "In Winter you cannot choose 1 Specialty Malt. Seasonal bonus: choose 2 Base Malt.",
    ),
    (
        PAID_IN_WINTER,
        "choose base-malt:1",
        "PC-11",
        "Too few: 1 Base Malt. Seasonal bonus: choose 2 Base Malt.",
    ),
    (
        PAID_IN_SUMMER,
        "choose base-malt:3",
        "PC-19",
        "In Summer you cannot choose 3 Base Malt. Seasonal bonus: choose 3 Hops.",
    ),
    (
        PAID_IN_SUMMER,
        "choose adjuncts:1",
        "PC-19",
        "In Summer you cannot choose 1 Adjunct. Seasonal bonus: choose 3 Hops.",
    ),
    (
        IMPROVED_IN_WINTER,
        "choose adjuncts:1",
        "PC-20",
        "In Winter you cannot choose 1 Adjunct. Improvement bonus: choose 2 Basic Ingredients.",
    ),
    (
        IMPROVED_IN_SUMMER,
        "choose adjuncts:1",
        "PC-20",
        "In Summer you cannot choose 1 Adjunct. Improvement bonus: choose 1 Basic Ingredient.",
    ),
    (IMPROVED, "choose adjuncts:1", "PC-11", "Too many: 1 Adjunct. Improvement bonus: choose 2 ingredients."),
    (BONUS, "choose hops:3", "PC-11", "Too many: 3 Hops. Seasonal bonus: choose 2 ingredients."),
    # give
    (LOSING, f"give base-malt:{LOST - 2},hops:2", "PC-16", "You have 1 Hops, not 2."),
    (LOSING, f"give base-malt:{LOST + 2}", "PC-16", f"You have {LOST + 1} Base Malt, not {LOST + 2}."),
    (LOSING, f"give base-malt:{LOST - 1},adjuncts:1", "PC-16", "You have no Adjunct."),
    (LOSING, "give none", "PC-16", f"Too few: nothing. {LOSE}"),
    (LOSING, f"give base-malt:{LOST - 1}", "PC-16", f"Too few: {LOST - 1} Base Malt. {LOSE}"),
    (
        LOSING,
        f"give base-malt:{LOST},hops:1",
        "PC-16",
        f"Too many: {LOST} Base Malt and 1 Hops. {LOSE}",
    ),
    (
        GIVING,
        f"give base-malt:{GIVEN + 1}",
        "PC-16",
        f"Too many: {GIVEN + 1} Base Malt. Redistribution: give {GIVEN} of your ingredients to Seat 1.",
    ),
    (GIVING, "give specialty-malt:1", "PC-16", "You have no Specialty Malt."),
    # target
    (TARGETING, "target 1", "PC-16", "Choose another player, not yourself."),
    (TARGETING, "target 4", "PC-16", "There is no seat 4; the seats are 1 to 3."),
    (TARGETING, "target 16", "PC-16", "There is no seat 16; the seats are 1 to 3."),
    (TARGETING_IN_FACE_OFF, "target 4", "PC-24", "Seat 4 is eliminated and cannot be chosen."),
    # name
    (NAMING, "name ale", "PC-03", NO_ALE),
    (NAMING, "name old-ale", "PC-03", f"Old Ale is not on offer; {ON_OFFER}"),
    # bury
    (BURYING, "bury 4", "PC-02", "There is no stack 4; the stacks are 1 to 3."),
    (BURYING_BESIDE_A_GAP, "bury 1", "PC-03", "Stack 1 is empty."),
    # take-back
    (TAKING_BACK, "take-back ale", "PC-10", "There is no ale here."),
    (
        TAKING_BACK,
        "take-back dumpster-diving",
        "PC-10",
        "Dumpster Diving cannot take back another Dumpster Diving.",
    ),
    (TAKING_BACK, "take-back venue", "PC-10", "Venue is not in the discard stack."),
    # return
    (
        RETURNING,
        "return saison",
        "PC-16",
        "Choose one of your Recipes with the fewest Pints: Dry Stout and California Common.",
    ),
    (
        RETURNING,
        "return kolsh",
        "PC-16",
        "Choose one of your Recipes with the fewest Pints: Dry Stout and California Common.",
    ),
    (
        RETURNING,
        "return ale",
        "PC-16",
        "Choose one of your Recipes with the fewest Pints: Dry Stout and California Common.",
    ),
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
