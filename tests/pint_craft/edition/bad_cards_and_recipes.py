"""Faults of Brewery cards, their effects, and Recipes."""

from __future__ import annotations

from tests.pint_craft.edition.changes import at, card, effect, figure, recipe, remade

ONE = {"base_malt": 1}

NEEDS_OR = "an Expansion is marked OR; a player without its Improvement could not play a card otherwise (PC-25)"
NAMES_ITS = "an Expansion, and nothing else, names the Improvement that it expands"
COMES_FIRST = "comes first, since what it rests on must be known"
DUE = "cards: dining-room expands"

OF_CARDS_AND_RECIPES = {
    # cards
    "no cards": (remade(lambda table: table.update(cards=[])), "cards", "at least 1 item"),
    "a card without a title": (card("venue", title=""), at("cards", "venue", "title"), "at least 1 character"),
    "a card with too long a title": (card("venue", title="V" * 61), at("cards", "venue", "title"), "at most 60"),
    "a card without a text": (card("venue", text=""), at("cards", "venue", "text"), "at least 1 character"),
    "a card with too long a text": (card("venue", text="V" * 201), at("cards", "venue", "text"), "at most 200"),
    "a card without provenance": (
        card("venue", provenance=None),
        at("cards", "venue", "provenance"),
        "Field required",
    ),
    "a card of an unknown kind": (card("venue", kind="blue"), at("cards", "venue", "kind"), "Input should be"),
    "a card that does not say whether it is OR": (
        card("venue", tradable=None),
        at("cards", "venue", "tradable"),
        "Field required",
    ),
    "a card with an unknown key": (card("venue", cost=3), at("cards", "venue", "cost"), "no such key"),
    "a card without copies": (card("venue", copies=None), at("cards", "venue", "copies"), "Field required"),
    "a card with 0 copies": (card("venue", copies=figure(0)), "the file", "cards: venue has no copies"),
    "a card with fewer": (card("venue", copies=figure(-2)), "the file", "cards: venue has no copies"),
    "an Expansion of nothing": (card("dining-room", expands=None), "the file", f"cards: dining-room: {NAMES_ITS}"),
    "an Improvement that expands": (
        card("taproom", expands="bottling-line"),
        "the file",
        f"cards: taproom: {NAMES_ITS}",
    ),
    "a green card that expands": (card("venue", expands="taproom"), "the file", f"cards: venue: {NAMES_ITS}"),
    "an Expansion of a card that there is not": (
        card("dining-room", expands="cellar"),
        "the file",
        f"{DUE} 'cellar', which is no Improvement",
    ),
    "an Expansion of a Recipe": (
        card("dining-room", expands="kolsh"),
        "the file",
        f"{DUE} 'kolsh', which is no Improvement",
    ),
    "an Expansion of an orange card": (
        card("dining-room", expands="big-tanks"),
        "the file",
        f"{DUE} 'big-tanks', which is no Improvement",
    ),
    "an Expansion of itself": (
        card("dining-room", expands="dining-room"),
        "the file",
        f"{DUE} 'dining-room', which is no Improvement",
    ),
    "an Expansion that is not OR": (
        card("dining-room", tradable=False),
        "the file",
        f"cards: dining-room: {NEEDS_OR}",
    ),
    "a green card with Pints": (
        card("venue", pints=figure(1)),
        "the file",
        "cards: venue: a green card has no lasting effect",
    ),
    "a green card with a price of Adjuncts": (
        card("venue", adjunct_price=figure(2)),
        "the file",
        "cards: venue: a green card has no lasting effect",
    ),
    "a redraw after another effect": (
        card("fresh-start", effects=[effect("choose", amount=1), effect("redraw", amount=1)]),
        "the file",
        f"cards: fresh-start: the effect redraw {COMES_FIRST}",
    ),
    "two redraws": (
        card("fresh-start", effects=[effect("redraw", amount=1)] * 2),
        "the file",
        f"cards: fresh-start: the effect redraw {COMES_FIRST}",
    ),
    "a Recipe named after one was buried": (
        card("dining-room", effects=[effect("bury"), effect("pay-from-recipe", ingredient="hops")]),
        "the file",
        f"cards: dining-room: the effect pay-from-recipe {COMES_FIRST}",
    ),
    "a card taken after another seat chose": (
        card("blind-taste-test", effects=[effect("others-choose", amount=1), effect("take-card", amount=1)]),
        "the file",
        f"cards: blind-taste-test: the effect take-card {COMES_FIRST}",
    ),
    "two Recipes buried": (
        card("new-recipe", effects=[effect("bury")] * 2),
        "the file",
        f"cards: new-recipe: the effect bury {COMES_FIRST}",
    ),
    "no green card": (
        remade(lambda table: [card.update(kind="orange") for card in table["cards"] if card["kind"] == "green"]),
        "the file",
        "there is no green card, so that all cards could come to lie in front of the players",
    ),
    "Pints below 0": (
        card("dining-room", pints=figure(-1)),
        "the file",
        "cards: dining-room has -1 Pints; 0 to 99 are possible",
    ),
    "Adjuncts for nothing": (
        card("big-tanks", adjunct_price=figure(0)),
        "the file",
        "cards: big-tanks: the price of an Adjunct is 0; 1 to 99 are possible",
    ),
    # effects
    **{
        f"{name} without {missing}": (
            card("venue", effects=[effect(name, **parameters)]),
            at("cards", "venue", "effects.1"),
            f"the effect {name} needs {missing}",
        )
        for name, parameters, missing in [
            ("choose", {}, "amount"),
            ("choose-per-improvement", {}, "amount"),
            ("draw", {}, "amount"),
            ("take-card", {}, "amount"),
            ("swap-recipes", {}, "amount"),
            ("others-lose", {"ingredient": "hops"}, "amount"),
            ("others-lose", {"amount": 1}, "ingredient"),
            ("pay-from-recipe", {}, "ingredient"),
            ("pay", {}, "ingredients"),
        ]
    },
    **{
        f"{name} with {extra}": (
            card("venue", effects=[effect(name, **parameters)]),
            at("cards", "venue", "effects.1"),
            f"the effect {name} takes no {extra}",
        )
        for name, parameters, extra in [
            ("bury", {"amount": 1}, "amount"),
            ("take-back", {"amount": 1}, "amount"),
            ("return-recipe", {"amount": 0}, "amount"),
            ("pay", {"amount": 1, "ingredients": ONE}, "amount"),
            ("pay-from-recipe", {"amount": 1, "ingredient": "hops"}, "amount"),
            ("choose", {"amount": 1, "ingredient": "hops"}, "ingredient"),
            ("choose", {"amount": 1, "ingredients": ONE}, "ingredients"),
            ("others-lose", {"amount": 1, "ingredient": "hops", "ingredients": ONE}, "ingredients"),
        ]
    },
    "the second effect is bad": (
        card("beer-festival", effects=[effect("choose", amount=4), effect("draw")]),
        at("cards", "beer-festival", "effects.2"),
        "the effect draw needs amount",
    ),
    "an unknown effect": (
        card("venue", effects=[effect("dance", amount=1)]),
        at("cards", "venue", "effects.1.effect"),
        "Input should be",
    ),
    "an unknown ingredient": (
        card("venue", effects=[effect("pay-from-recipe", ingredient="yeast")]),
        at("cards", "venue", "effects.1.ingredient"),
        "Input should be",
    ),
    "an effect without provenance": (
        card("venue", effects=[{"effect": "choose", "amount": 4}]),
        at("cards", "venue", "effects.1.provenance"),
        "Field required",
    ),
    "a negative amount": (
        card("venue", effects=[effect("choose", amount=-4)]),
        at("cards", "venue", "effects.1.amount"),
        "greater than or equal to 0",
    ),
    "too large an amount": (
        card("venue", effects=[effect("choose", amount=100)]),
        at("cards", "venue", "effects.1.amount"),
        "less than or equal to 99",
    ),
    "an amount that is no number": (
        card("venue", effects=[effect("choose", amount=True)]),
        at("cards", "venue", "effects.1.amount"),
        "integer",
    ),
    # Recipes
    "no Recipes": (remade(lambda table: table.update(recipes=[])), "recipes", "at least 1 item"),
    "a Recipe with Pints below 0": (
        recipe("kolsh", pints=figure(-1)),
        "the file",
        "recipes: kolsh has -1 Pints; 0 to 99 are possible",
    ),
    "a Recipe without a cost": (recipe("kolsh", cost=None), at("recipes", "kolsh", "cost"), "Field required"),
    "a cost without provenance": (
        recipe("kolsh", cost={"base_malt": 4}),
        at("recipes", "kolsh", "cost.provenance"),
        "Field required",
    ),
    "a cost of something else": (
        recipe("kolsh", cost={"yeast": 4, "provenance": "inferred"}),
        at("recipes", "kolsh", "cost.yeast"),
        "no such key",
    ),
    "a negative cost": (
        recipe("kolsh", cost={"hops": -1, "provenance": "inferred"}),
        at("recipes", "kolsh", "cost.hops"),
        "greater than or equal to 0",
    ),
    "a Recipe without Pints": (recipe("kolsh", pints=None), at("recipes", "kolsh", "pints"), "Field required"),
    "a bonus in no Season": (
        recipe("kolsh", bonus={"amount": 1, "provenance": "inferred"}),
        at("recipes", "kolsh", "bonus.season"),
        "Field required",
    ),
    "a bonus in an unknown Season": (
        recipe("kolsh", bonus={"season": "autumn", "amount": 1, "provenance": "inferred"}),
        at("recipes", "kolsh", "bonus.season"),
        "Input should be",
    ),
    "a bonus without provenance": (
        recipe("kolsh", bonus={"season": "fall", "amount": 1}),
        at("recipes", "kolsh", "bonus.provenance"),
        "Field required",
    ),
    "a bonus without an amount": (
        recipe("kolsh", bonus={"season": "fall", "provenance": "inferred"}),
        at("recipes", "kolsh", "bonus.amount"),
        "Field required",
    ),
}
