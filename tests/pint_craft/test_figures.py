"""Every figure that the rules take from the edition: the deal, a turn, the ingredients, Recipes, and what each card says."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.pint_craft.cards import CardKind, EffectName, Pot
from taphouse.engine.pint_craft.deck import counts
from taphouse.engine.pint_craft.moves import CardsDrawn, IngredientsLost, IngredientsTaken, PintCraftOptions
from taphouse.engine.pint_craft.state import CHALLENGE_ROUND, ROUNDS, Acting, PintCraftState
from taphouse.engine.vocabulary import Season
from tests.pint_craft.build import (
    DECK,
    EDITION,
    RULES,
    after,
    asked,
    brewing,
    happened,
    has,
    legal,
    pints,
    position,
    pot,
    prompt,
    recipes,
    refusal,
    said,
    spoken,
)

FIGURES = EDITION.figures
MOST_PLAYED = FIGURES.most_played.value
CARDS = {card.name: card for card in EDITION.cards}
RECIPES = {recipe.name: recipe for recipe in EDITION.recipes}
IMPROVEMENTS = [card.name for card in EDITION.cards if card.kind is CardKind.IMPROVEMENT]
TOKENS = EDITION.tokens.pot
RICH = "base-malt:40,specialty-malt:18,hops:20,adjuncts:10"
MIXED = "base-malt:9,hops:9"
BEFORE = {Season.SPRING: "winter", Season.SUMMER: "spring", Season.FALL: "summer", Season.WINTER: "fall"}


def with_effect(*names: EffectName) -> pytest.MarkDecorator:
    """The test is run for each card with one of these effects, of which it is given the card, and the number."""
    found = [(card.name, i) for card in EDITION.cards for i, one in enumerate(card.effects) if one.effect in names]
    assert found, f"no card has {names}"
    return pytest.mark.parametrize(("card", "number"), found)


def amount(card: str, number: int) -> int:
    """The words of an effect of a card."""
    printed = CARDS[card].effects[number].amount
    assert printed is not None
    return printed


def minus_one(pot_: Pot, kind: int) -> Pot:
    """These ingredients, but for one of a kind."""
    base_malt, specialty_malt, hops, adjuncts = (count - (i == kind) for i, count in enumerate(pot_))
    return base_malt, specialty_malt, hops, adjuncts


def most(state: PintCraftState) -> int:
    """The most ingredients that can be chosen or given now."""
    return max(sum(counts(one.ingredients)) for one in RULES.moves(state))


def played(card: str, number: int = 0, seat: int = 1, **words: object) -> PintCraftState:
    """The position in which the effect of this number asks `seat` for its choice; the choices before it are made."""
    state = after(position(hands={1: f"{card} venue venue", 2: "venue"}, **words), f"play {card}")
    while (
        Acting(DECK.code[card], number + 1) not in state.pending
        or asked(state)[0] != seat
        or asked(state)[1] == "target"
    ):
        state = after(state, legal(state)[0])
    return state


# --- the deal and the turn ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_pc_01_hands_and_tokens_are_dealt_as_the_edition_says(seats: int) -> None:
    state = RULES.new(PintCraftOptions(), seats, Chance(seed_from("figures")))
    assert [len(hand) for hand in state.hands] == [FIGURES.starting_hand.value] * seats
    assert state.pot == counts(RULES.view(state).pot) == TOKENS
    dealt = Counter(DECK.titles[card].name for cards in (*state.hands, state.pile) for card in cards)
    assert dealt == {card.name: card.copies.value for card in EDITION.cards}


@pytest.mark.parametrize("seats", range(2, 7))
def test_pc_22_the_threshold_is_the_editions(seats: int) -> None:
    state = RULES.new(PintCraftOptions(), seats, Chance(seed_from("figures")))
    assert RULES.view(state).threshold == getattr(FIGURES, f"threshold_{seats}").value


@pytest.mark.parametrize("count", range(MOST_PLAYED + 1))
def test_pc_06_so_many_cards_are_played_and_the_others_drawn(count: int) -> None:
    state = position(hands={1: "restock-hops " * 5, 2: "venue"}, ingredients={1: RICH})
    assert f"(0 of {MOST_PLAYED} so far)" in prompt(RULES.decision(state))
    moves = ["play restock-hops"] * count + ["stop-playing"] * (count < MOST_PLAYED)
    brewing_ = after(state, *moves)
    assert asked(brewing_) == (1, "brew")
    drawn = [event for event in happened(brewing_, "end-turn") if isinstance(event, CardsDrawn)]
    assert [(event.seat, event.count) for event in drawn] == [(1, MOST_PLAYED - count)] * (count < MOST_PLAYED)
    refused = refusal(brewing_, "play restock-hops")
    assert refused is not None
    assert refused.rule == ("PC-05" if count < MOST_PLAYED else "PC-06")


def test_pc_07_whose_hand_has_run_out_draws_as_many_as_the_edition_says() -> None:
    state = position(hands={1: "restock-hops", 2: "venue"})
    drawn = [event for event in happened(state, "play restock-hops") if isinstance(event, CardsDrawn)]
    assert [(event.seat, event.count) for event in drawn] == [(1, FIGURES.drawn_when_out.value)]


def test_pc_14_a_trade_in_is_worth_what_the_edition_says() -> None:
    state = after(position(hands={1: "merch venue"}), "trade-in merch")
    assert most(state) == FIGURES.traded_for.value


def test_pc_11_an_adjunct_counts_as_the_edition_and_the_cards_in_front_say() -> None:
    (tanks,) = (card for card in EDITION.cards if card.adjunct_price)
    assert tanks.adjunct_price is not None
    prices = {"": FIGURES.adjunct_price.value, tanks.name: tanks.adjunct_price.value}
    for fronts, price in prices.items():
        state = position(hands={1: "smash-hit venue"}, fronts={1: fronts})
        assert RULES.view(state).players[0].adjunct_price == price
        chosen = [counts(one.ingredients) for one in RULES.moves(after(state, "play smash-hit"))]
        due = amount("smash-hit", 0)
        assert {sum(basics) + price * adjuncts for *basics, adjuncts in chosen} == {due}
        assert max(adjuncts for *_, adjuncts in chosen) == due // price


# --- Recipes --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RECIPES)
def test_pc_09_a_recipe_takes_its_cost_and_is_worth_its_pints(name: str) -> None:
    recipe = RECIPES[name]
    state = brewing(offer=name, ingredients={1: RICH})
    shown = RULES.view(state).stacks[0].top
    assert (counts(shown.cost), shown.pints) == (recipe.cost.pot, recipe.pints.value)
    brewed = after(state, f"brew {name}")
    assert [before - now for before, now in zip(pot(RICH), brewed.ingredients[0], strict=True)] == [*recipe.cost.pot]
    assert pints(brewed, 1) == RULES.view(brewed).players[0].pints == recipe.pints.value
    assert f"brew {name}" in legal(state)
    for kind, cost in enumerate(recipe.cost.pot):
        if cost:
            less = replace(state, ingredients=(minus_one(recipe.cost.pot, kind), state.ingredients[1]))
            refused = refusal(less, f"brew {name}")
            assert refused is not None
            short = spoken(int(i == kind) for i in range(4))
            assert said(refused) == f"{recipe.title} takes {spoken(recipe.cost.pot)}; you are short of {short}."
            assert f"brew {name}" not in legal(less)


@pytest.mark.parametrize("name", RECIPES)
def test_pc_05_a_turn_goes_on_while_a_recipe_can_be_paid_for(name: str) -> None:
    pot_ = RECIPES[name].cost.pot
    state = replace(position(hands={1: "venue", 2: "venue"}), stacks=(recipes(name), (), ()))
    assert asked(after(replace(state, ingredients=(pot_, (0, 0, 0, 0))), "stop-playing")) == (1, "brew")
    for kind in (kind for kind, cost in enumerate(pot_) if cost):
        less = replace(state, ingredients=(minus_one(pot_, kind), (0, 0, 0, 0)))
        assert asked(after(less, "stop-playing")) == (2, "play")


@pytest.mark.parametrize("name", RECIPES)
def test_pc_22_the_pints_of_a_recipe_reach_a_threshold(name: str) -> None:
    worth = RECIPES[name].pints.value
    for threshold, stage in ((worth, CHALLENGE_ROUND), (worth + 1, ROUNDS)):
        state = brewing(taps={1: name}, hands={1: "venue", 2: "venue"}, threshold=threshold)
        assert after(state, "end-turn").stage == stage


@pytest.mark.parametrize("name", [recipe.name for recipe in EDITION.recipes if recipe.bonus])
def test_pc_19_a_recipe_pays_its_bonus(name: str) -> None:
    bonus = RECIPES[name].bonus
    assert bonus is not None
    state = brewing(seat=2, season=BEFORE[bonus.season], taps={1: name}, hands={1: "venue", 2: "venue"})
    state = after(state, "end-turn")
    if asked(state)[1] == "choose":
        state = after(state, max(legal(state), key=lambda line: sum(pot(line.removeprefix("choose ")))))
    assert sum(state.ingredients[0]) == bonus.amount
    assert RULES.view(state).players[0].on_tap[0].bonus == bonus.amount


@pytest.mark.parametrize("name", [card.name for card in EDITION.cards if card.pints])
def test_pc_15_an_expansion_is_worth_its_pints(name: str) -> None:
    worth = CARDS[name].pints
    assert worth is not None
    state = position(fronts={1: name})
    assert pints(state, 1) == RULES.view(state).players[0].pints == worth.value


# --- the effects of cards ---------------------------------------------------------------------------------------------------


@with_effect(EffectName.CHOOSE)
def test_choose(card: str, number: int) -> None:
    assert most(played(card, number, ingredients={2: MIXED})) == amount(card, number)


@with_effect(EffectName.CHOOSE_PER_IMPROVEMENT)
def test_choose_per_improvement(card: str, number: int) -> None:
    for count in range(3):
        fronts = {1: " ".join(IMPROVEMENTS[:count])}
        assert most(played(card, number, fronts=fronts)) == amount(card, number) + count


@with_effect(EffectName.CHOOSE_PER_RECIPE, EffectName.CHOOSE_PER_RECIPE_OF_ANOTHER)
def test_choose_per_recipe(card: str, number: int) -> None:
    owner = 1 if CARDS[card].effects[number].effect is EffectName.CHOOSE_PER_RECIPE else 2
    for count in (1, amount(card, number), amount(card, number) + 1):
        taps = {owner: " ".join([*RECIPES][:count])}
        assert most(played(card, number, taps=taps)) == min(count, amount(card, number))


@with_effect(EffectName.OTHERS_CHOOSE, EffectName.TAKE_CARD)
def test_another_chooses(card: str, number: int) -> None:
    assert most(played(card, number, seat=2)) == amount(card, number)


@with_effect(EffectName.PAY)
def test_pay(card: str, number: int) -> None:
    printed = CARDS[card].effects[number].ingredients
    assert printed is not None
    state = after(position(hands={1: f"{card} venue venue"}), f"play {card}")
    assert state.ingredients[0] == printed.pot


@with_effect(EffectName.PAY_FROM_RECIPE)
@pytest.mark.parametrize("recipe", RECIPES)
def test_pay_from_recipe(card: str, number: int, recipe: str) -> None:
    kind = CARDS[card].effects[number].ingredient
    assert kind is not None
    other = next(name for name in RECIPES if name != recipe)
    state = played(card, number, fronts={1: CARDS[card].expands}, offer=f"{recipe} {other}")
    paid = RECIPES[recipe].cost.amounts
    (count,) = (n for name, n in paid.items() if name.lower() == kind.name.replace("_", "").lower())
    assert has(after(state, f"name {recipe}"), 1) == (f"{kind}:{count}" if count else "none")


@with_effect(EffectName.DRAW, EffectName.REDRAW)
def test_draw(card: str, number: int) -> None:
    kept = 2 * (CARDS[card].effects[number].effect is EffectName.REDRAW)
    state = position(hands={1: f"{card} venue venue", 2: "venue"})
    lines = [f"play {card}"]
    if asked(first := after(state, *lines))[1] == "choose":
        lines.append(legal(first)[0])
    drawn = [event.count for event in happened(state, *lines) if isinstance(event, CardsDrawn)]
    assert drawn == [amount(card, number) + kept]


@with_effect(EffectName.OTHERS_GIVE, EffectName.ANOTHER_LOSES)
def test_another_gives(card: str, number: int) -> None:
    assert most(played(card, number, seat=2, ingredients={2: MIXED})) == amount(card, number)


@with_effect(EffectName.OTHERS_LOSE)
def test_others_lose(card: str, number: int) -> None:
    state = position(seats=3, hands={1: f"{card} venue"}, ingredients={2: MIXED, 3: MIXED})
    lost = [event for event in happened(state, f"play {card}") if isinstance(event, IngredientsLost)]
    assert [(event.seat, sum(counts(event.ingredients))) for event in lost] == [
        (seat, amount(card, number)) for seat in (2, 3)
    ]


@with_effect(EffectName.RETURN_RECIPE)
@pytest.mark.parametrize("recipe", RECIPES)
def test_return_recipe(card: str, number: int, recipe: str) -> None:
    state = position(hands={1: f"{card} venue"}, taps={2: recipe})
    paid = [event for event in happened(state, f"play {card}") if isinstance(event, IngredientsTaken)]
    assert [counts(event.ingredients)[0] for event in paid] == [RECIPES[recipe].cost.base_malt]


@with_effect(EffectName.RETURN_RECIPE)
def test_of_two_recipes_the_one_with_fewer_pints_is_returned(card: str, number: int) -> None:
    for fewer, more in product(RECIPES.values(), repeat=2):
        if fewer.pints.value < more.pints.value:
            state = position(hands={1: f"{card} venue"}, taps={2: f"{more.name} {fewer.name}"})
            assert after(state, f"play {card}").taps[1] == (DECK.recipe_code[more.name],)


@with_effect(EffectName.SWAP_RECIPES)
def test_swap_recipes(card: str, number: int) -> None:
    mine, theirs = [*RECIPES][:12], [*RECIPES][12:]
    state = played(card, number, taps={1: " ".join(mine), 2: " ".join(theirs)})
    near = {
        f"swap {own} {other}"
        for own, other in product(mine, theirs)
        if abs(RECIPES[own].pints.value - RECIPES[other].pints.value) <= amount(card, number)
    }
    assert set(legal(state)) == near
    for own, other in product(mine, theirs):
        refused, apart = refusal(state, f"swap {own} {other}"), [RECIPES[own], RECIPES[other]]
        assert (refused is None) is (f"swap {own} {other}" in near)
        if refused is not None:
            one, another = (f"{recipe.title} {'has ' * (recipe.name == own)}{recipe.pints.value}" for recipe in apart)
            assert said(refused) == f"{one} Pints, {another}; they may differ by at most {amount(card, number)}."
