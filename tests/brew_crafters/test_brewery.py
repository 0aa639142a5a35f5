"""BC-19 to BC-26: brewery actions, beer on its way, recipes, gold labels, collaboration, research, buildings and equipment."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from taphouse.engine.brew_crafters.box import Act
from taphouse.engine.brew_crafters.cards import BASICS, INGREDIENTS, NONE, SPOKEN, STEPS, EffectName, amounts, one, plus
from taphouse.engine.brew_crafters.events import (
    BatchBottled,
    BatchBrewed,
    BatchSold,
    BeerProcessed,
    BonusPointsTaken,
    CollaborationSold,
    FarmPlanted,
    GoldLabelTaken,
    IngredientsTaken,
    MoneyPaid,
    MoneyTaken,
    PhaseBegan,
    PortionGiven,
    SeasonBegan,
    SpaceTaken,
    StepTaken,
    TileInstalled,
)
from taphouse.engine.brew_crafters.moves import Phase, Vessel
from taphouse.engine.brew_crafters.state import (
    DISCARDED_AT_ONCE,
    Closing,
    Extras,
    Opening,
    ToEnd,
    ToMarket,
    ToStep,
    capacity,
)
from taphouse.engine.game import IllegalMove
from tests.brew_crafters.build import (
    BOX,
    EDITION,
    PARTNERSHIP,
    PORTION,
    RECIPE,
    RULES,
    TILE,
    TRACK,
    WORKER,
    after,
    asked,
    at_market,
    at_tank,
    at_work,
    happened,
    into,
    legal,
    money,
    position,
    refusal,
    score,
    step,
    stock,
)
from tests.edition_under_test import packaged_figures

PLENTY = ",".join(f"{name}:40" for name in SPOKEN)
BASIC_OF = {beer.name: BOX.beers[BOX.basic[beer.style]].name for beer in BOX.beers}
"""By recipe, the basic one of its style."""
BASICS_BREWED = dict.fromkeys(("ale", "porter", "stout"), 1)
ADVANCED = [beer.name for beer in BOX.beers if beer.advanced]
ALL_ADVANCED = " ".join(ADVANCED)
INFUSED = [beer.name for beer in BOX.beers if beer.infuser]
NOT_INFUSED = [beer.name for beer in BOX.beers if not beer.infuser]
BARREL = [beer.name for beer in BOX.beers if beer.barrel]
NOT_BARREL = [beer.name for beer in BOX.beers if not beer.barrel]
INSTALLS = [tile.name for tile in BOX.tiles for _ in range(tile.copies)]
EVERY_TILE = " ".join(INSTALLS)
EVERY_STEP = {track.name: len(STEPS) for track in BOX.tracks}
ROASTER = BOX.partnerships[PARTNERSHIP["coffee-roaster"]]
IMPORTER = BOX.partnerships[PARTNERSHIP["spices-importer"]]
FIGURES = EDITION.figures
SALE, LABEL, ROOM = FIGURES.sale_price.value, FIGURES.gold_label_points.value, FIGURES.storage.value
"""What a batch brings (BC-20), a gold label is worth (BC-22), and the first storehouse stores (BC-14)."""

# --- helpers ----------------------------------------------------------------------------------------------------------


def beer(name):
    return BOX.beers[RECIPE[name]]


def does(name) -> Act:
    """What a tile or a worker does; each does one thing."""
    owned = BOX.tiles[TILE[name]] if name in TILE else BOX.workers[WORKER[name]]
    (act,) = owned.acts
    return act


def research(track, kind) -> Act:
    """What a step does, by its number from 1."""
    return BOX.tracks[TRACK[track]].acts[kind - 1]


def worded(ingredients):
    return ",".join(f"{n}:{count}" for n, count in zip(SPOKEN, ingredients, strict=True) if count)


def together(*stocks):
    total = NONE
    for ingredients in stocks:
        total = plus(total, ingredients)
    return total


def less(ingredients, kind, number=1):
    """So many fewer of one kind; nothing is below 0."""
    return tuple(max(0, count - number) if i == kind else count for i, count in enumerate(ingredients))


def portion(name):
    """What a portion of the collaboration takes."""
    return worded(BOX.portions[PORTION[name]].cost)


TANKS = 1 + does("double-batch-system").amount
"""How many tanks there are with a Double Batch System."""


def held(state, seat=1):
    return state.brewers[seat - 1].stock


def of(events, *kinds):
    return [event for event in events if isinstance(event, kinds)]


def batches(state, seat=1):
    """The recipes in the tanks, in the bottling line and in the Brewpub."""
    brewer = state.brewers[seat - 1]
    return tuple(" ".join(BOX.beers[b.recipe].name for b in v) for v in (brewer.tanks, brewer.bottled, brewer.pub))


def sold(state, seat=1):
    """How many batches are sold, by recipe."""
    return {b.name: n for b, n in zip(BOX.beers, state.brewers[seat - 1].sold, strict=True) if n}


def prompt(state):
    return RULES.decision(state).prompt


def settled(state):
    """The position after everything owed is chosen: the first ingredient of choice each time."""
    while asked(state)[1] == "choose":
        state = after(state, legal(state)[0])
    return state


def gained(acts, chosen):
    """The ingredients and the money that benefits bring, when this ingredient is chosen wherever one is."""
    ingredients, dollars = NONE, 0
    for act in acts:
        if act.effect is EffectName.TAKE:
            ingredients = plus(ingredients, act.stock)
        elif act.effect is EffectName.MONEY:
            dollars += act.amount
        else:
            assert act.effect in (EffectName.CHOOSE_BASIC, EffectName.CHOOSE_ADVANCED)
            ingredients = plus(ingredients, one(chosen, act.amount))
    return ingredients, dollars


# --- BC-19: brewery actions -------------------------------------------------------------------------------------------


def brewery(shifts, first):
    """The Brewery phase begins for players of so many shifts, with nothing to be done in it but to process nothing."""
    players = {seat: {"shifts": number} for seat, number in enumerate(shifts, 1)}
    pending = (Closing(), Opening("BREWERY"), Extras(first), ToMarket(1))
    state = position(*pending, seats=len(shifts), first=first, players=players)
    return after(state, "market coffee-importer money")


@pytest.mark.parametrize(
    ("shifts", "first", "order"),
    [
        ((1, 1), 1, [1, 2]),
        ((1, 1), 2, [2, 1]),
        ((2, 1), 1, [1, 2, 1]),
        ((1, 3), 1, [1, 2, 2, 2]),
        ((2, 1, 3), 1, [1, 2, 3, 1, 3, 3]),
        ((2, 1, 3), 2, [2, 3, 1, 3, 1, 3]),
        ((3, 3, 3, 3), 4, [4, 1, 2, 3] * 3),
        ((1, 2, 1, 2, 3), 3, [3, 4, 5, 1, 2, 4, 5, 2, 5]),
    ],
)
def test_bc_19_all_first_actions_come_before_any_second_from_the_starting_player_round(shifts, first, order):
    state, acted = brewery(shifts, first), []
    while state.phase == Phase.BREWERY.name:
        acted.append(asked(state)[0])
        state = after(state, "process")
    assert acted == order
    assert (state.season, asked(state)) == (1, (first, "market"))


def test_bc_19_who_became_starting_player_at_the_market_acts_first():
    state = at_market(2, 2, seats=3, lying={"private-investor": 1})
    state = after(state, "market private-investor money", "market coffee-importer money")
    assert asked(state) == (2, "act")
    assert asked(after(state, "process")) == (3, "act")
    assert asked(after(state, "process", "process")) == (1, "act")


def test_bc_19_beer_may_be_processed_with_nothing_to_do():
    state = at_work(1, 2)
    made = step(state, "process")
    assert made.events == (BeerProcessed(1),)
    assert made.state.brewers == state.brewers
    assert asked(made.state) == (2, "act")


def test_bc_20_that_beer_is_processed_is_told_before_what_comes_of_it():
    words = {"bottled": "ale", "tanks": "porter", "ingredients": PLENTY}
    made = step(at_work(1, 2, players={1: words}), "process")
    assert [type(event) for event in made.events] == [BeerProcessed, BatchSold, BatchBottled]
    assert of(happened(made.state, "brew ale"), BeerProcessed) == []


def test_bc_20_beer_that_is_processed_without_a_question_is_told_too():
    words = {"tiles": EVERY_TILE, "steps": EVERY_STEP, "bottled": "ale"}
    made = step(at_work(2, 1, 2, players={1: words}), "process")
    assert [type(event) for event in made.events[:3]] == [BeerProcessed, BeerProcessed, BatchSold]
    assert of(made.events, BeerProcessed) == [BeerProcessed(2), BeerProcessed(1)]


@pytest.mark.parametrize("words", ["research business", "install mash-tun"])
def test_bc_19_of_other_actions_it_is_not_told_that_beer_is_processed(words):
    made = step(at_work(1, 2), words)
    assert of(made.events, BeerProcessed) == []


def test_bc_19_an_action_is_one_of_three_things_and_processing_comes_first():
    state = at_work()
    assert asked(state) == (1, "act")
    expected = ["process", *(f"research {t.name}" for t in BOX.tracks), *(f"install {t.name}" for t in BOX.tiles)]
    assert legal(state) == expected
    assert legal(at_work(1, 1, players={1: {"ingredients": PLENTY}}))[: len(expected)] == expected


@pytest.mark.parametrize("words", ["process", "research agronomy", "install mash-tun"])
def test_bc_19_an_action_is_spent_by_any_of_the_three_things(words):
    assert asked(settled(after(at_work(1, 2), words))) == (2, "act")


@pytest.mark.parametrize("words", ["process", "research agronomy", "install mash-tun"])
@pytest.mark.parametrize(
    "state",
    [
        at_tank(players={1: {"ingredients": PLENTY}}),
        position(Closing(), ToEnd(1, False, 0), seats=3, phase=Phase.BREWERY, players={1: {"ingredients": PLENTY}}),
    ],
    ids=["brewing", "after brewing"],
)
def test_bc_19_nothing_else_is_begun_while_beer_is_processed(state, words):
    assert refusal(state, words).rule == "BC-19"
    assert words not in legal(state)


def test_bc_19_nobody_blocks_anybody():
    state = at_work(1, 2, 1, 2)
    state = after(state, "install mash-tun", "install mash-tun", "research fermentation", "research fermentation")
    assert [brewer.tiles for brewer in state.brewers] == [(TILE["mash-tun"],)] * 2
    assert [brewer.steps[TRACK["fermentation"]] for brewer in state.brewers] == [1, 1]


@pytest.mark.parametrize("words", ["process", "research business", "install farm", "collaborate malt", "end-action"])
def test_bc_19_brewery_actions_are_not_for_the_market_phase(words):
    assert refusal(at_market(seats=3, players={1: {"ingredients": PLENTY}}), words) is not None


def test_bc_19_a_vessel_is_left_empty_and_the_action_ended_where_nothing_else_is_possible():
    state = at_work(
        1, 2, seats=3, players={1: {"ingredients": "malt:2,hops:1", "tiles": "double-batch-system brewpub"}}
    )
    assert asked(after(state, "process")) == (2, "act")


def test_bc_19_a_vessel_is_asked_for_where_a_batch_is_possible():
    state = after(at_work(1, 2, players={1: {"ingredients": worded(beer("ale").cost)}}), "process")
    assert (asked(state), legal(state)) == ((1, "brew"), ["leave-empty", "brew ale"])
    assert asked(after(state, "leave-empty")) == (2, "act")


def test_bc_19_the_end_is_asked_for_where_a_portion_could_still_be_given():
    state = after(at_work(1, 2, seats=3, players={1: {"ingredients": portion("hops")}}), "process")
    assert (asked(state), legal(state)) == ((1, "end-action"), ["end-action", "collaborate hops"])
    assert asked(after(state, "end-action")) == (2, "act")


def test_bc_19_a_vessel_and_the_end_are_asked_for_where_a_trade_is_possible():
    state = after(at_work(1, 2, players={1: {"partnerships": "coffee-roaster"}}), "process")
    assert (asked(state), legal(state)) == ((1, "brew"), ["leave-empty", "trade coffee-roaster"])
    state = after(state, "trade coffee-roaster", "leave-empty")
    assert (asked(state), legal(state)) == ((1, "end-action"), ["end-action", "trade coffee-roaster"])
    assert held(state) == ROASTER.gives
    assert asked(after(state, "trade coffee-roaster")) == (1, "end-action")
    assert asked(after(state, "end-action")) == (2, "act")


def test_bc_19_an_action_ends_by_itself_where_the_trade_is_too_dear():
    players = {1: {"partnerships": "coffee-roaster", "money": ROASTER.price - 1}}
    assert asked(after(at_work(1, 2, players=players), "process")) == (2, "act")


def test_bc_19_an_action_ends_by_itself_once_the_last_money_is_traded():
    players = {1: {"partnerships": "coffee-roaster", "money": ROASTER.price}}
    assert asked(after(at_work(1, 2, players=players), "process", "trade coffee-roaster")) == (2, "act")


def test_bc_19_who_has_all_tiles_and_steps_processes_without_being_asked():
    words = {"tiles": EVERY_TILE, "steps": EVERY_STEP, "bottled": "ale"}
    made = step(at_work(2, 1, 2, players={1: words}), "process")
    assert len(of(made.events, BatchSold)) == 1
    assert asked(made.state) == (2, "act")


def test_bc_19_who_has_all_tiles_and_steps_is_asked_where_they_could_trade_or_collaborate():
    words = {"tiles": EVERY_TILE, "steps": EVERY_STEP, "bottled": "ale"}
    state = after(at_work(2, 1, 2, players={1: words | {"partnerships": "coffee-roaster"}}), "process")
    assert (asked(state), legal(state)) == ((1, "act"), ["process", "trade coffee-roaster"])
    state = after(at_work(2, 1, 2, seats=3, players={1: words | {"ingredients": portion("yeast")}}), "process")
    assert (asked(state), legal(state)) == ((1, "act"), ["process", "collaborate yeast"])


# --- BC-20: selling, bottling, brewing --------------------------------------------------------------------------------


def test_bc_20_beer_is_sold_then_bottled_then_brewed():
    players = {1: {"bottled": "ale", "tanks": "porter", "ingredients": worded(beer("stout").cost), "money": 0}}
    state = at_work(1, 2, players=players)
    events = happened(state, "process", "brew stout")
    assert of(events, BatchSold, BatchBottled, BatchBrewed) == [
        BatchSold(1, "ale", Vessel.TANK, SALE),
        BatchBottled(1, "porter"),
        BatchBrewed(1, "stout", Vessel.TANK, amounts(beer("stout").cost), beer("stout").points),
    ]
    state = after(state, "process", "brew stout")
    assert batches(state) == ("stout", "porter", "")
    assert (sold(state), money(state, 1)) == ({"ale": 1}, SALE)


def test_bc_20_a_batch_goes_from_the_tank_to_the_bottling_line_to_shipping_over_three_processes():
    state = at_work(1, 1, 1, 1, players={1: {"ingredients": worded(beer("ale").cost), "money": 0}})
    state = after(state, "process", "brew ale")
    assert (batches(state), sold(state), money(state, 1)) == (("ale", "", ""), {}, 0)
    state = after(state, "process")
    assert (batches(state), sold(state), money(state, 1)) == (("", "ale", ""), {}, 0)
    state = after(state, "process")
    assert (batches(state), sold(state), money(state, 1)) == (("", "", ""), {"ale": 1}, SALE)
    assert state.brewers[0].brewed[RECIPE["ale"]] == 1


def test_bc_20_a_batch_is_brewed_in_every_process():
    cost = worded(together(beer("ale").cost, beer("porter").cost, beer("stout").cost))
    state = at_work(1, 1, 1, 1, players={1: {"ingredients": cost}})
    state = after(state, "process", "brew ale", "process", "brew porter", "process", "brew stout")
    assert batches(state) == ("stout", "porter", "")
    assert sold(state) == {"ale": 1}


@pytest.mark.parametrize("words", ["research business", "install oak-barrelhouse"])
def test_bc_20_beer_stays_where_it_is_in_other_actions(words):
    state = at_work(1, 1, players={1: {"tanks": "ale", "bottled": "porter", "pub": "stout", "tiles": "brewpub"}})
    assert batches(after(state, words)) == ("ale", "porter", "stout")


@pytest.mark.parametrize("season", ["summer", "fall", "winter", "spring"])
def test_bc_20_unsold_beer_stays_over_the_season_s_end(season):
    state = into(season, players={1: {"tanks": "ale", "bottled": "porter", "pub": "stout", "tiles": "brewpub"}}).state
    assert batches(state) == ("ale", "porter", "stout")
    assert sold(state) == {}


def test_bc_20_others_beer_does_not_move():
    state = at_work(1, 2, players={2: {"tanks": "ale", "bottled": "porter"}})
    assert batches(after(state, "process"), 2) == ("ale", "porter", "")


def test_bc_20_one_batch_is_brewed_without_more_tanks():
    state = after(at_work(1, 2, players={1: {"ingredients": PLENTY}}), "process", "brew ale")
    assert asked(state) == (2, "act")
    assert batches(state) == ("ale", "", "")


def test_bc_20_every_batch_in_the_bottling_line_is_sold():
    players = {1: {"bottled": "ale stout", "tiles": "double-batch-system", "money": 0}}
    made = step(at_work(1, 2, players=players), "process")
    assert of(made.events, BatchSold) == [
        BatchSold(1, "ale", Vessel.TANK, SALE),
        BatchSold(1, "stout", Vessel.TANK, SALE),
    ]
    assert (money(made.state, 1), sold(made.state)) == (2 * SALE, {"ale": 1, "stout": 1})


@packaged_figures
def test_bc_20_a_double_batch_system_brews_bottles_and_sells_two_batches():
    cost = worded(together(beer("ale").cost, beer("porter").cost))
    state = at_work(1, 1, 1, 1, players={1: {"ingredients": cost, "tiles": "double-batch-system", "money": 0}})
    state = after(state, "process")
    assert (asked(state), prompt(state)) == ((1, "brew"), f"Brew a batch in one of {TANKS} tanks, or brew no more.")
    state = after(state, "brew ale")
    left = f"one of {TANKS - 1} tanks" if TANKS > 2 else "a tank"
    assert (asked(state), prompt(state)) == ((1, "brew"), f"Brew a batch in {left}, or brew no more.")
    state = after(state, "brew porter", *["leave-empty"] * (TANKS > 2))
    assert (asked(state), batches(state)) == ((1, "act"), ("ale porter", "", ""))
    state = after(state, "process")
    assert batches(state) == ("", "ale porter", "")
    state = after(state, "process")
    assert (batches(state), money(state, 1)) == (("", "", ""), 2 * SALE)


@pytest.mark.parametrize("brewed", [(), ("brew stout",), ("brew stout", "brew ale brewpub")])
def test_bc_20_all_vessels_that_are_still_empty_may_be_left_empty_at_once(brewed):
    state = at_work(1, 1, players={1: {"ingredients": PLENTY, "tiles": "double-batch-system brewpub"}})
    state = after(state, "process", *brewed)
    assert legal(state)[0] == "leave-empty"
    left = after(state, "leave-empty")
    assert (asked(left), batches(left)) == ((1, "act"), batches(state))


def test_bc_20_a_double_batch_system_installed_now_brews_two_in_the_next_action():
    state = at_work(1, 1, 1, players={1: {"tanks": "ale"}})
    state = after(state, "install double-batch-system")
    assert batches(state) == ("ale", "", "")
    rich = at_work(1, 1, players={1: {"ingredients": PLENTY, "tanks": "ale", "tiles": "double-batch-system"}})
    assert batches(after(rich, "process", "brew porter", "brew porter")) == ("porter porter", "ale", "")


@packaged_figures
@pytest.mark.parametrize("vessels", [*permutations(("tank", "tank", "brewpub"))])
def test_bc_20_the_vessels_are_filled_in_any_order(vessels):
    state = at_work(1, 2, players={1: {"ingredients": PLENTY, "tiles": "brewpub double-batch-system"}})
    state, left = after(state, "process"), Counter(vessels)
    for recipe, vessel in zip(("ale", "porter", "stout"), vessels, strict=True):
        offered = [words for words in legal(state) if words.split()[:2] == ["brew", recipe]]
        assert offered == [f"brew {recipe}"] * bool(left["tank"]) + [f"brew {recipe} brewpub"] * left["brewpub"]
        for closed in {"tank", "brewpub"} - {*left.elements()}:
            assert refusal(state, f"brew {recipe} {closed}").rule == "BC-20"
        made = step(state, f"brew {recipe} {vessel}")
        assert [str(event.vessel) for event in of(made.events, BatchBrewed)] == [vessel]
        state, left = made.state, left - Counter([vessel])
    brewed = dict(zip(("ale", "porter", "stout"), vessels, strict=True))
    tanks = " ".join(name for name, vessel in brewed.items() if vessel == "tank")
    assert batches(state) == (tanks, "", next(name for name, vessel in brewed.items() if vessel == "brewpub"))
    assert asked(state) == (2, "act")


def test_bc_20_a_batch_in_the_brewpub_is_sold_a_process_earlier_than_one_in_a_tank():
    cost = worded(together(beer("ale").cost, beer("porter").cost))
    state = at_work(1, 1, 1, 1, players={1: {"ingredients": cost, "tiles": "brewpub", "money": 0}})
    made = step(after(state, "process", "brew ale"), "brew porter brewpub")
    assert of(made.events, BatchBrewed)[0].vessel is Vessel.BREWPUB
    assert batches(made.state) == ("ale", "", "porter")
    made = step(made.state, "process")
    assert of(made.events, BatchSold) == [BatchSold(1, "porter", Vessel.BREWPUB, SALE)]
    assert (batches(made.state), money(made.state, 1)) == (("", "ale", ""), SALE)
    made = step(made.state, "process")
    assert of(made.events, BatchSold) == [BatchSold(1, "ale", Vessel.TANK, SALE)]
    assert (batches(made.state), money(made.state, 1)) == (("", "", ""), 2 * SALE)


def test_bc_20_the_brewpub_may_be_filled_alone_and_again_once_it_is_sold():
    state = at_work(1, 1, 1, players={1: {"ingredients": PLENTY, "tiles": "brewpub"}})
    state = after(state, "process", "brew ale brewpub", "leave-empty")
    assert batches(state) == ("", "", "ale")
    state = after(state, "process", "brew stout brewpub", "leave-empty")
    assert (batches(state), sold(state)) == (("", "", "stout"), {"ale": 1})


def test_bc_20_a_batch_in_the_brewpub_is_sold_at_the_price_of_any_other():
    words = {"bottled": "ale", "pub": "porter", "tiles": "brewpub", "money": 0}
    made = step(at_work(1, 2, players={1: words}), "process")
    assert [event.money for event in of(made.events, BatchSold)] == [SALE] * 2
    assert money(made.state, 1) == 2 * SALE


def test_bc_20_the_bottling_line_is_sold_before_the_brewpub():
    players = {1: {"bottled": "ale", "pub": "porter", "tiles": "brewpub"}}
    events = of(happened(at_work(1, 2, players=players), "process"), BatchSold)
    assert [(event.recipe, event.vessel) for event in events] == [("ale", Vessel.TANK), ("porter", Vessel.BREWPUB)]


def test_bc_20_without_a_brewpub_none_is_asked_for():
    state = after(at_work(1, 2, players={1: {"ingredients": PLENTY}}), "process")
    assert prompt(state) == "Brew a batch in a tank, or brew no more."
    assert not any("brewpub" in words for words in legal(state))
    refused = refusal(state, "brew ale brewpub")
    assert (refused.rule, refused.message) == ("BC-20", "You have no Brewpub; brew in a tank, or brew no more.")
    assert asked(after(state, "leave-empty")) == (2, "act")


# --- BC-21: recipes ---------------------------------------------------------------------------------------------------


def tank(recipe, ingredients, **words):
    """Seat 1 brews, in a game with this recipe in which they have brewed the basic one of its style."""
    words = {"ingredients": ingredients, "sold": {BASIC_OF[recipe]: 1}} | words
    return at_tank(recipes=recipe if beer(recipe).advanced else None, players={1: words})


@packaged_figures
def test_bc_21_there_are_fifteen_recipes_and_ale_is_the_rule_book_s():
    assert len(BOX.beers) == 15
    assert beer("ale").cost == stock("malt:3,hops:2,yeast:1")


@pytest.mark.parametrize("recipe", RECIPE)
def test_bc_21_a_batch_takes_exactly_the_recipe_s_ingredients(recipe):
    cost = beer(recipe).cost
    made = step(tank(recipe, worded(cost)), f"brew {recipe}")
    assert held(made.state) == NONE
    assert batches(made.state)[0] == recipe
    brewed = BatchBrewed(1, recipe, Vessel.TANK, amounts(cost), beer(recipe).points)
    assert of(made.events, BatchBrewed) == [brewed]
    more = after(tank(recipe, PLENTY), f"brew {recipe}")
    assert held(more) == tuple(40 - count for count in cost)


@pytest.mark.parametrize("recipe", RECIPE)
def test_bc_21_a_batch_is_worth_what_the_recipe_says(recipe):
    before = tank(recipe, PLENTY)
    state = after(before, f"brew {recipe}")
    assert state.brewers[0].tanks[0].points == beer(recipe).points
    assert score(state, 1)["Beer"] - score(before, 1)["Beer"] == beer(recipe).points


@pytest.mark.parametrize(("recipe", "kind"), [(b.name, kind) for b in BOX.beers for kind in range(6) if b.cost[kind]])
def test_bc_21_a_recipe_short_of_one_ingredient_is_not_brewed(recipe, kind):
    cost = beer(recipe).cost
    for due, there in ((1, less(cost, kind)), (cost[kind], less((40,) * 6, kind, 40))):
        state = tank(recipe, worded(there))
        refused = refusal(state, f"brew {recipe}")
        assert refused.rule == "BC-21"
        assert f"short of {due} {SPOKEN[kind]}." in refused.message
        assert f"brew {recipe}" not in legal(state)


@pytest.mark.parametrize("recipe", ADVANCED)
def test_bc_21_an_advanced_recipe_needs_its_basic_one_brewed_before(recipe):
    others = {name: 1 for name in BASICS_BREWED if name != BASIC_OF[recipe]}
    for before in ({}, others, others | {recipe: 1}):
        state = tank(recipe, PLENTY, sold=before)
        assert refusal(state, f"brew {recipe}").rule == "BC-21"
        assert f"brew {recipe}" not in legal(state)
        with pytest.raises(IllegalMove):
            after(state, f"brew {recipe}")
    assert refusal(tank(recipe, PLENTY), f"brew {recipe}") is None


@pytest.mark.parametrize("where", ["tanks", "bottled", "pub"])
def test_bc_21_the_basic_batch_need_not_be_sold(where):
    state = tank("lambic", PLENTY, sold={}, tiles="brewpub", **{where: "ale"})
    assert "brew lambic" in legal(state)


@pytest.mark.parametrize("recipe", ADVANCED)
def test_bc_21_a_basic_batch_brewed_earlier_in_the_same_action_counts(recipe):
    players = {1: {"ingredients": PLENTY, "tiles": "double-batch-system"}}
    state = after(at_work(1, 2, recipes=recipe, players=players), "process")
    assert f"brew {recipe}" not in legal(state)
    state = after(state, f"brew {BASIC_OF[recipe]}")
    assert f"brew {recipe}" in legal(state)
    assert batches(after(state, f"brew {recipe}")) == (f"{BASIC_OF[recipe]} {recipe}", "", "")


@pytest.mark.parametrize("recipe", ADVANCED)
@pytest.mark.parametrize("vessels", [("tank", "brewpub"), ("brewpub", "tank")])
def test_bc_21_a_basic_batch_unlocks_its_style_from_either_vessel(vessels, recipe):
    players = {1: {"ingredients": PLENTY, "tiles": "brewpub"}}
    state = after(at_work(1, 2, recipes=recipe, players=players), "process", f"brew {BASIC_OF[recipe]} {vessels[0]}")
    state = after(state, f"brew {recipe} {vessels[1]}")
    assert {batches(state)[0], batches(state)[2]} == {BASIC_OF[recipe], recipe}


def test_bc_21_somebody_else_s_basic_batch_does_not_count():
    players = {1: {"ingredients": PLENTY}, 2: {"sold": {"ale": 1}}}
    assert refusal(at_tank(players=players), "brew lambic").rule == "BC-21"


def test_bc_21_a_recipe_not_in_play_is_not_brewed():
    state = tank("lambic", PLENTY)
    assert refusal(state, "brew pumpkin-ale").rule == "BC-04"
    assert refusal(state, "brew root-beer").rule == "BC-04"
    assert legal(state) == ["leave-empty", "brew ale", "brew porter", "brew stout", "brew lambic"]


def test_bc_21_the_second_batch_needs_its_ingredients_too():
    players = {1: {"ingredients": worded(beer("ale").cost), "tiles": "double-batch-system"}}
    assert asked(after(at_work(1, 2, players=players), "process", "brew ale")) == (2, "act")


# --- BC-22: gold labels -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("recipe", ADVANCED)
def test_bc_22_the_first_to_sell_an_advanced_recipe_takes_its_label_and_the_second_does_not(recipe):
    players = {1: {"bottled": recipe}, 2: {"bottled": recipe}}
    state = at_work(2, 1, recipes=recipe, players=players)
    before = score(state, 2)["Gold labels"]
    made = step(state, "process")
    assert of(made.events, GoldLabelTaken) == [GoldLabelTaken(2, recipe)]
    assert made.state.labels[RECIPE[recipe]] == 2
    assert score(made.state, 2)["Gold labels"] - before == LABEL
    made = step(made.state, "process")
    assert of(made.events, GoldLabelTaken) == []
    assert sold(made.state, 1) == {recipe: 1}
    assert made.state.labels[RECIPE[recipe]] == 2
    assert score(made.state, 1)["Gold labels"] == 0


def test_bc_22_to_brew_or_to_bottle_is_not_to_sell():
    players = {1: {"tanks": "lambic"}, 2: {"bottled": "lambic"}}
    state = at_work(1, 2, 1, players=players)
    state = after(state, "process")
    assert state.labels == (0,) * len(BOX.beers)
    assert after(state, "process").labels[RECIPE["lambic"]] == 2


def test_bc_22_two_batches_of_it_sold_in_one_action_take_one_label():
    players = {1: {"bottled": "lambic lambic", "tiles": "double-batch-system"}}
    made = step(at_work(1, 2, players=players), "process")
    assert of(made.events, GoldLabelTaken) == [GoldLabelTaken(1, "lambic")]
    assert sold(made.state) == {"lambic": 2}
    assert score(made.state, 1)["Gold labels"] == LABEL


def test_bc_22_two_recipes_sold_in_one_action_take_two_labels():
    players = {1: {"bottled": "lambic imperial-stout", "tiles": "double-batch-system"}}
    made = step(at_work(1, 2, players=players), "process")
    assert [event.recipe for event in of(made.events, GoldLabelTaken)] == ["lambic", "imperial-stout"]
    assert score(made.state, 1)["Gold labels"] == 2 * LABEL


@pytest.mark.parametrize("recipe", BASICS_BREWED)
def test_bc_22_a_basic_recipe_has_no_label(recipe):
    made = step(at_work(1, 2, players={1: {"bottled": recipe}}), "process")
    assert of(made.events, GoldLabelTaken) == []
    assert made.state.labels == (0,) * len(BOX.beers)


def test_bc_22_a_batch_sold_from_the_brewpub_takes_the_label():
    made = step(at_work(1, 2, players={1: {"pub": "lambic", "tiles": "brewpub"}}), "process")
    assert of(made.events, GoldLabelTaken) == [GoldLabelTaken(1, "lambic")]


def test_bc_22_of_the_same_recipe_the_batch_from_the_bottling_line_takes_the_label():
    players = {1: {"bottled": "lambic", "pub": "lambic", "tiles": "brewpub"}}
    events = of(happened(at_work(1, 2, players=players), "process"), BatchSold, GoldLabelTaken)
    assert events == [
        BatchSold(1, "lambic", Vessel.TANK, SALE),
        GoldLabelTaken(1, "lambic"),
        BatchSold(1, "lambic", Vessel.BREWPUB, SALE),
    ]


# --- BC-23, BC-24: collaboration --------------------------------------------------------------------------------------

GIFTS = [(name, portion(name)) for name in ("malt", "hops", "yeast")]
GIFTS += [(f"advanced {kind}", f"{kind}:{BOX.portions[PORTION['advanced']].advanced}") for kind in SPOKEN[BASICS:]]
"""The portions as moves name them, and what they take."""


def working(*seats, **words):
    """The Brewery phase of a game of three, in which seat 1 could always trade, so that nothing is decided for them."""
    players = {1: {"partnerships": "coffee-roaster", "ingredients": PLENTY} | words.pop("one", {})}
    return at_work(*(seats or (1, 2)), **{"seats": 3, "players": players | words.pop("others", {})} | words)


@pytest.mark.parametrize(("gift", "cost"), GIFTS)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_bc_23_each_portion_takes_what_it_says_and_stays_with_its_giver(gift, cost, seats):
    made = step(at_work(1, 2, seats=seats, players={1: {"ingredients": cost}}), f"collaborate {gift}")
    assert held(made.state) == NONE
    portion = gift.split()[0]
    assert made.state.portions[PORTION[portion]] == 1
    assert sum(made.state.portions) == 1
    given = made.events[0]
    assert isinstance(given, PortionGiven)
    assert (given.seat, given.portion) == (1, portion)
    assert money(made.state, 1) == 10
    assert made.state.brewers[0].bonus == 0


@pytest.mark.parametrize(("gift", "cost"), GIFTS)
def test_bc_23_a_portion_short_of_an_ingredient_is_not_given(gift, cost):
    kind = next(i for i, count in enumerate(stock(cost)) if count)
    state = at_work(1, 2, seats=3, players={1: {"ingredients": worded(less((40,) * 6, kind, 41 - stock(cost)[kind]))}})
    assert refusal(state, f"collaborate {gift}").rule == "BC-23"
    assert f"collaborate {gift}" not in legal(state)
    assert refusal(at_work(1, 2, seats=3), f"collaborate {gift}").rule == "BC-23"


def test_bc_23_all_portions_are_offered_of_which_the_ingredients_are_there():
    offered = [words for words in legal(working()) if words.startswith("collaborate")]
    assert offered == [f"collaborate {gift}" for gift, _ in GIFTS]


@pytest.mark.parametrize("words", ["advanced", "advanced malt", "malt fruit", "barrels"])
def test_bc_23_a_portion_must_be_named_as_it_is(words):
    assert refusal(working(), f"collaborate {words}").rule == "BC-23"


@pytest.mark.parametrize("giver", [1, 2, 3])
@pytest.mark.parametrize(("gift", "cost"), GIFTS)
def test_bc_23_a_portion_that_was_given_is_not_given_again(gift, cost, giver):
    state = working(portions={gift.split()[0]: giver})
    assert refusal(state, f"collaborate {gift}").rule == "BC-23"
    assert f"collaborate {gift}" not in legal(state)


def test_bc_23_before_processing_or_without_it():
    state = after(working(one={"bottled": "ale"}), "collaborate hops")
    assert (asked(state), legal(state)) == ((1, "process"), ["end-action", "process", "trade coffee-roaster"])
    assert prompt(state) == "You have collaborated: process beer, or end the action."
    assert sold(state) == {}
    for words in ("research agronomy", "install mash-tun", "collaborate malt"):
        assert refusal(state, words).rule == "BC-23"
    processed = after(state, "process")
    assert (asked(processed), sold(processed)) == ((1, "brew"), {"ale": 1})
    ended = after(state, "end-action")
    assert (asked(ended), sold(ended), batches(ended)) == ((2, "act"), {}, batches(state))


def test_bc_23_nobody_is_made_to_process_after_collaborating():
    state = at_work(1, 2, seats=3, players={1: {"ingredients": portion("hops"), "bottled": "ale"}})
    made = step(state, "collaborate hops")
    assert of(made.events, BeerProcessed, BatchSold) == []
    assert (asked(made.state), legal(made.state)) == ((1, "process"), ["end-action", "process"])


def test_bc_23_after_processing():
    state = after(working(), "process", "brew ale")
    assert asked(state) == (1, "end-action")
    assert [w for w in legal(state) if w.startswith("collaborate")] == [f"collaborate {gift}" for gift, _ in GIFTS]
    state = after(state, "collaborate malt")
    assert state.portions[PORTION["malt"]] == 1
    assert (asked(state), legal(state)) == ((1, "end-action"), ["end-action", "trade coffee-roaster"])
    assert asked(after(state, "end-action")) == (2, "act")


def test_bc_23_after_processing_the_action_ends_by_itself_once_a_portion_is_given():
    state = at_work(1, 2, seats=3, players={1: {"ingredients": f"{portion('hops')},yeast:1"}})
    assert asked(after(state, "process", "collaborate hops")) == (2, "act")


@pytest.mark.parametrize("moves", [("collaborate hops", "process", "leave-empty"), ("process", "leave-empty")])
def test_bc_23_once_in_an_action(moves):
    state = after(working(), *moves)
    if "collaborate hops" not in moves:
        state = after(state, "collaborate hops")
    assert asked(state) == (1, "end-action")
    assert refusal(state, "collaborate yeast").rule == "BC-23"
    assert not any(words.startswith("collaborate") for words in legal(state))


def test_bc_23_again_in_the_next_action():
    state = after(working(1, 1), "collaborate hops", "process", "leave-empty", "end-action")
    assert asked(state) == (1, "act")
    assert after(state, "collaborate yeast").portions == tuple(
        1 if name in ("hops", "yeast") else 0 for name in PORTION
    )


def test_bc_23_not_while_brewing():
    state = after(working(), "process")
    assert refusal(state, "collaborate hops").rule == "BC-23"
    assert not any(words.startswith("collaborate") for words in legal(state))


def test_bc_23_no_portion_beside_research_or_an_install():
    for words in ("research fermentation", "install oak-barrelhouse"):
        assert asked(after(at_work(1, 2, seats=3, players={1: {"ingredients": "hops:2"}}), words)) == (2, "act")


def test_bc_23_there_is_no_collaboration_with_two_players():
    players = {1: {"ingredients": PLENTY}}
    for state in (at_work(1, 2, players=players), position(Closing(), ToEnd(1, False, 0), players=players)):
        assert state.portions == ()
        assert refusal(state, "collaborate malt").rule == "BC-06"
        assert not any(words.startswith("collaborate") for words in legal(state))
    assert asked(after(at_work(1, 2, players=players), "process", "brew ale")) == (2, "act")


def payments(givers, hosts=()):
    """What each portion pays its giver, in the order of the card."""
    events = []
    for giver, portion in zip(givers, BOX.portions, strict=True):
        if portion.points:
            events.append(BonusPointsTaken(giver, portion.points, portion.name))
        if portion.money:
            events.append(MoneyTaken(giver, portion.money, portion.name))
        if giver in hosts:
            events.append(BonusPointsTaken(giver, does("festival-host").amount, "festival-host"))
    return events


@pytest.mark.parametrize("last", [gift for gift, _ in GIFTS])
@pytest.mark.parametrize("others", [(2, 3, 4), (2, 2, 2), (1, 2, 1), (3, 1, 1), (4, 4, 1)])
@pytest.mark.parametrize("before", [True, False], ids=["before processing", "after processing"])
def test_bc_24_with_the_fourth_portion_every_giver_is_paid_for_each_of_theirs(last, others, before):
    there = [name for name in PORTION if name != last.split()[0]]
    state = working(seats=4, portions=dict(zip(there, others, strict=True)))
    if not before:
        state = after(state, "process", "leave-empty")
    givers = tuple(giver or 1 for giver in state.portions)
    made = step(state, f"collaborate {last}")
    assert made.state.portions == (0, 0, 0, 0)
    sale = next(i for i, event in enumerate(made.events) if isinstance(event, CollaborationSold))
    assert made.events[sale] == CollaborationSold(givers)
    paid = payments(givers)
    assert list(made.events[sale + 1 : sale + 1 + len(paid)]) == paid
    for seat in range(1, 5):
        given = [portion for portion, giver in zip(BOX.portions, givers, strict=True) if giver == seat]
        assert made.state.brewers[seat - 1].bonus == sum(portion.points for portion in given)
        assert money(made.state, seat) == 10 + sum(portion.money for portion in given)
        assert score(made.state, seat)["Bonus points"] == sum(portion.points for portion in given)
    assert asked(made.state) == (1, "process" if before else "end-action")


@pytest.mark.parametrize("last", ["malt", "hops", "yeast"])
def test_bc_24_a_finished_collaboration_counts_as_nobody_s_batch(last):
    state = working(portions={name: 2 for name in PORTION if name != last}, one={"shifts": 1, "sold": {"ale": 2}})
    made = step(state, f"collaborate {last}")
    for before, now in zip(state.brewers, made.state.brewers, strict=True):
        assert (now.brewed, now.sold, now.beer, now.tanks, now.bottled) == (
            before.brewed, before.sold, before.beer, before.tanks, before.bottled,
        )  # fmt: skip
    assert made.state.labels == state.labels
    assert of(made.events, BatchBrewed, BatchSold, GoldLabelTaken) == []


@packaged_figures
def test_bc_24_the_malt_portion_pays_what_the_rule_book_says():
    assert BOX.portions[PORTION["malt"]][2:] == (stock("malt:3"), 0, 2, 1)


def test_bc_24_nobody_is_paid_before():
    state = working(portions={"malt": 2, "hops": 3})
    made = step(state, "collaborate yeast")
    assert of(made.events, CollaborationSold, MoneyTaken, BonusPointsTaken) == []
    assert [brewer.bonus for brewer in made.state.brewers] == [0, 0, 0]


@pytest.mark.parametrize("three", [*combinations(PORTION, 3)], ids="-".join)
def test_bc_24_who_gave_three_may_not_give_the_fourth_but_somebody_else_may(three):
    gift = next(gift for gift, _ in GIFTS if gift.split()[0] not in three)
    state = working(1, 2, portions=dict.fromkeys(three, 1), others={2: {"ingredients": PLENTY}})
    for mine in (state, after(state, "process", "leave-empty")):
        assert refusal(mine, f"collaborate {gift}").rule == "BC-24"
        assert not any(words.startswith("collaborate") for words in legal(mine))
    state = after(state, "process", "leave-empty", "end-action")
    assert asked(state) == (2, "act")
    state = after(state, f"collaborate {gift}")
    assert state.portions == (0, 0, 0, 0)
    assert money(state, 1) == 10 + sum(BOX.portions[PORTION[name]].money for name in three)


def test_bc_24_who_gave_two_may_give_the_third_and_who_is_not_alone_the_fourth():
    assert "collaborate yeast" in legal(working(portions={"malt": 1, "hops": 1}))
    assert "collaborate yeast" in legal(working(portions={"malt": 1, "hops": 1, "advanced": 2}))


def test_bc_24_the_card_is_open_again_at_once():
    state = working(1, 2, portions={"malt": 2, "hops": 2, "advanced": 3}, others={2: {"ingredients": PLENTY}})
    state = after(state, "collaborate yeast", "process", "leave-empty", "end-action")
    assert [w for w in legal(state) if w.startswith("collaborate")] == [f"collaborate {gift}" for gift, _ in GIFTS]
    assert after(state, "collaborate yeast").portions[PORTION["yeast"]] == 2


def test_bc_24_money_earned_before_processing_pays_a_trade_while_brewing():
    cost = beer("vanilla-porter").cost
    ingredients = together(less(cost, 4), stock(portion("malt")))
    words = {"money": 0, "partnerships": "spices-importer", "ingredients": worded(ingredients), "sold": {"porter": 1}}
    others = {"hops": 2, "yeast": 2, "advanced": 3}
    assert 0 < IMPORTER.price <= BOX.portions[PORTION["malt"]].money
    state = at_work(1, 2, seats=3, portions=others, players={1: words})
    assert refusal(state, "trade spices-importer").rule == "BC-16"
    state = after(state, "collaborate malt")
    assert money(state, 1) == BOX.portions[PORTION["malt"]].money
    state = after(state, "process")
    assert (asked(state)[1], "brew vanilla-porter" in legal(state)) == ("brew", False)
    assert batches(after(state, "trade spices-importer", "brew vanilla-porter"))[0] == "vanilla-porter"


@pytest.mark.parametrize("own", [("malt",), ("malt", "hops"), ("hops", "yeast", "advanced")])
def test_bc_24_a_festival_host_adds_points_for_each_portion_of_their_own(own):
    amount = does("festival-host").amount
    portions = {name: 1 if name in own else 3 for name in PORTION}
    gift = next(name for name in ("malt", "yeast") if name not in own)
    del portions[gift]
    state = at_work(
        2, 1, seats=3, portions=portions, players={1: {"workers": "festival-host"}, 2: {"ingredients": PLENTY}}
    )
    givers = tuple(giver or 2 for giver in state.portions)
    made = step(state, f"collaborate {gift}")
    paid = payments(givers, hosts=(1,))
    assert list(made.events[2 : 2 + len(paid)]) == paid
    assert made.state.brewers[0].bonus == sum(BOX.portions[PORTION[n]].points + amount for n in own)
    assert made.state.brewers[1].bonus == BOX.portions[PORTION[gift]].points


# --- BC-25: research --------------------------------------------------------------------------------------------------

TRACKS = list(TRACK)


def settle_with(state, chosen):
    """The position after this ingredient is chosen wherever one of choice is owed."""
    while asked(state)[1] == "choose":
        state = after(state, f"choose {chosen}")
    return state


def test_bc_25_there_are_four_tracks_of_four_steps():
    assert [len(track.acts) for track in BOX.tracks] == [4] * 4


@pytest.mark.parametrize("track", TRACKS)
def test_bc_25_the_steps_of_a_track_are_taken_in_their_order(track):
    state = at_work(1, 1, 1, 1, 1)
    for i, kind in enumerate(STEPS):
        made = step(state, f"research {track}")
        assert of(made.events, StepTaken) == [StepTaken(1, track, kind)]
        state = settled(made.state)
        assert state.brewers[0].steps == tuple(i + 1 if name == track else 0 for name in TRACK)


@pytest.mark.parametrize("track", TRACKS)
def test_bc_25_the_experimental_step_gives_its_benefit_now_and_once(track):
    ingredients, dollars = gained([research(track, 1)], 4)
    state = settle_with(after(at_work(1, 1, 1), f"research {track}"), "spices")
    assert asked(state) == (1, "act")
    assert (held(state), money(state, 1)) == (ingredients, 10 + dollars)
    assert (held(state, 2), money(state, 2)) == (NONE, 10)
    state = after(state, f"research {track}")
    assert asked(state) == (1, "act")
    assert (held(state), money(state, 1)) == (ingredients, 10 + dollars)


@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("done", [1, 2, 3])
def test_bc_25_a_later_step_gives_nothing_when_it_is_taken(track, done):
    made = step(at_work(1, 2, players={1: {"steps": {track: done}}}), f"research {track}")
    assert made.events == (StepTaken(1, track, STEPS[done]),)
    assert (held(made.state), money(made.state, 1)) == (NONE, 10)


def test_bc_25_what_the_experimental_step_brings_must_fit():
    ingredients, _ = gained([research("agronomy", 1)], 4)
    state = after(at_work(1, 2, players={1: {"ingredients": f"yeast:{ROOM}"}}), "research agronomy")
    assert asked(state) == (1, "discard")
    assert refusal(state, f"discard yeast:{sum(ingredients)}") is None
    assert asked(after(state, f"discard {worded(ingredients)}")) == (2, "act")


def test_bc_25_the_flavour_step_asks_for_advanced_ingredients_only():
    state = after(at_work(1, 2), "research flavour")
    assert research("flavour", 1).effect is EffectName.CHOOSE_ADVANCED
    assert legal(state) == ["choose fruit", "choose spices", "choose coffee"]
    assert refusal(state, "choose malt").rule == "BC-25"


@pytest.mark.parametrize("year", [1, 2, 3])
@pytest.mark.parametrize("steps", [2, 3, 4])
@pytest.mark.parametrize("track", TRACKS)
def test_bc_25_the_annual_step_gives_its_benefit_at_every_winter_s_start(track, steps, year):
    ingredients, dollars = gained([research(track, 2)], 4)
    made = into("winter", year=year, players={1: {"steps": {track: steps}}})
    assert of(made.events, StepTaken, MoneyPaid) == []
    state = settle_with(made.state, "spices")
    assert asked(state) == (1, "market")
    assert (held(state), money(state, 1)) == (ingredients, 10 + dollars)
    assert (held(state, 2), money(state, 2)) == (NONE, 10)


@pytest.mark.parametrize("track", TRACKS)
def test_bc_25_the_experimental_step_alone_gives_nothing_in_winter(track):
    state = into("winter", players={1: {"steps": {track: 1}}}).state
    assert (asked(state), held(state), money(state, 1)) == ((1, "market"), NONE, 10)


@pytest.mark.parametrize("season", ["spring", "summer", "fall"])
@pytest.mark.parametrize("track", TRACKS)
def test_bc_25_there_is_no_annual_research_in_other_seasons(track, season):
    made = into(season, players={1: {"steps": {track: 4}}})
    assert Phase.RESEARCH not in [event.phase for event in of(made.events, PhaseBegan)]
    assert held(made.state) == NONE


def test_bc_25_annual_research_comes_before_the_market():
    made = into("winter", players={1: {"steps": {"fermentation": 2}}})
    kinds = [type(event) for event in made.events]
    assert kinds == [SeasonBegan, PhaseBegan, IngredientsTaken, PhaseBegan]
    assert [event.phase for event in of(made.events, PhaseBegan)] == [Phase.RESEARCH, Phase.MARKET]


def test_bc_25_an_annual_step_taken_in_winter_waits_for_the_next_winter():
    state = at_work(1, season="winter", players={1: {"steps": {"fermentation": 1}}})
    made = step(state, "research fermentation")
    assert made.state.season == 0
    assert held(made.state) == NONE


def test_bc_25_the_owner_chooses_in_which_order_annual_benefits_come():
    state = into(
        "winter", players={1: {"steps": {"agronomy": 2, "fermentation": 3, "business": 2, "flavour": 1}}}
    ).state
    assert asked(state) == (1, "annual")
    assert legal(state) == ["annual agronomy", "annual fermentation", "annual business"]
    assert refusal(state, "annual flavour").rule == "BC-25"
    state = after(state, "annual business")
    assert money(state, 1) == 10 + research("business", 2).amount
    assert legal(state) == ["annual agronomy", "annual fermentation"]
    assert refusal(state, "annual business").rule == "BC-25"
    state = after(state, "annual fermentation")  # the last one then comes by itself
    assert asked(state) == (1, "market")
    assert held(state) == plus(research("agronomy", 2).stock, research("fermentation", 2).stock)


@pytest.mark.parametrize(
    ("first", "second"), [("agronomy", "fermentation"), ("fermentation", "agronomy")], ids=["malt first", "yeast first"]
)
def test_bc_25_with_storage_full_the_first_benefit_is_discarded_down_before_the_next_comes(first, second):
    coming = {name: sum(research(name, 2).stock) for name in (first, second)}
    state = into("winter", players={1: {"ingredients": f"coffee:{ROOM}", "steps": {first: 2, second: 2}}}).state
    state = after(state, f"annual {first}")
    assert asked(state) == (1, "discard")
    assert held(state) == plus(stock(f"coffee:{ROOM}"), research(first, 2).stock)
    assert refusal(state, f"discard coffee:{coming[first] + 1}").rule == "BC-14"
    state = after(state, f"discard coffee:{coming[first]}")
    assert asked(state) == (1, "discard")
    state = after(state, f"discard coffee:{coming[second]}")
    assert asked(state) == (1, "market")
    left = stock(f"coffee:{ROOM - coming[first] - coming[second]}")
    assert held(state) == together(left, research(first, 2).stock, research(second, 2).stock)


def test_bc_25_annual_research_goes_round_from_the_starting_player():
    both = {"agronomy": 2, "fermentation": 2}
    players = {seat: {"steps": both} for seat in (1, 2, 3)}
    state, order = into("winter", seats=3, first=3, players=players).state, []
    while asked(state)[1] == "annual":
        order.append(asked(state)[0])
        state = after(state, "annual fermentation")
    assert order == [3, 1, 2]


def test_bc_25_a_single_annual_benefit_is_asked_for_where_a_trade_is_possible():
    players = {1: {"steps": {"fermentation": 2}, "partnerships": "coffee-roaster"}}
    state = into("winter", players=players).state
    assert (asked(state), legal(state)) == ((1, "annual"), ["annual fermentation", "trade coffee-roaster"])


AGRONOMY = research("agronomy", 3)


@pytest.mark.parametrize(
    ("words", "malt"),
    [
        ("market maltster", True),
        ("market mixed-delivery", True),
        ("market private-investor ingredients", True),
        ("market grain-silo", True),
        ("market rail-freight", True),
        ("market hop-yard", False),
        ("market yeast-bank", False),
        ("market coffee-importer coffee", False),
        ("market orchard-or-spice-market fruit", False),
    ],
)
def test_bc_25_agronomy_s_breakthrough_adds_to_malt_from_a_market_space(words, malt):
    lying = {"maltster": 4, "hop-yard": 3, "yeast-bank": 2}
    taken = {}
    for steps in (2, 3, 4):
        state = at_market(1, 2, seats=5, lying=lying, players={1: {"steps": {"agronomy": steps}}})
        taken[steps] = held(after(state, words))
    assert (taken[2][0] > 0) == malt
    assert taken[3] == taken[4] == (plus(taken[2], AGRONOMY.stock) if malt else taken[2])


def test_bc_25_agronomy_s_breakthrough_adds_nothing_to_malt_from_elsewhere():
    tun = BOX.tiles[TILE["mash-tun"]]
    players = {1: {"steps": {"agronomy": 3}}}
    assert held(after(at_work(1, 2, players=players), "install mash-tun")) == gained(tun.on_install, 0)[0]
    assert held(into("winter", players=players).state) == research("agronomy", 2).stock


def test_bc_25_agronomy_s_breakthrough_is_counted_with_what_does_not_fit():
    players = {1: {"steps": {"agronomy": 3}, "ingredients": f"hops:{ROOM}"}}
    state = after(at_market(1, 2, lying={"maltster": 3}, players=players), "market maltster")
    assert asked(state) == (1, "discard")
    assert refusal(state, f"discard hops:{3 + AGRONOMY.stock[0]}") is None


def fermenting(steps=3, **words):
    words = {"ingredients": PLENTY, "tiles": "double-batch-system brewpub", "steps": {"fermentation": steps}} | words
    return at_work(1, 1, 2, players={1: words})


@pytest.mark.parametrize("steps", [2, 3, 4])
def test_bc_25_fermentation_s_breakthrough_pays_for_a_second_batch_in_one_action(steps):
    bonus = research("fermentation", 3).amount if steps > 2 else 0
    state = after(fermenting(steps), "process", "brew ale")
    assert money(state, 1) == 10
    state = after(state, "brew ale")
    assert money(state, 1) == 10 + bonus
    assert asked(state) == (1, "brew")


def test_bc_25_fermentation_s_breakthrough_pays_once_for_three_batches():
    state = after(fermenting(), "process", "brew ale", "brew ale", "brew ale brewpub")
    assert money(state, 1) == 10 + research("fermentation", 3).amount


@pytest.mark.parametrize(
    "brews",
    [
        ("brew ale", "brew ale brewpub", "leave-empty"),
        ("brew ale brewpub", "brew ale", "leave-empty"),
        ("brew ale", "brew ale", "leave-empty"),
    ],
)
def test_bc_25_fermentation_s_breakthrough_pays_whichever_vessels_are_filled(brews):
    assert money(after(fermenting(), "process", *brews), 1) == 10 + research("fermentation", 3).amount


def test_bc_25_fermentation_s_breakthrough_pays_nothing_for_one_batch_in_each_of_two_actions():
    brews = ("process", "brew ale", "leave-empty")
    state = after(fermenting(), *brews, *brews)
    assert asked(state) == (2, "act")
    assert money(state, 1) == 10


def test_bc_25_fermentation_s_breakthrough_pays_in_every_action():
    brews = ("process", "brew ale", "brew ale", "leave-empty")
    state = after(fermenting(), *brews, *brews)
    assert money(state, 1) == 10 + 2 * research("fermentation", 3).amount


@pytest.mark.parametrize("steps", [2, 3, 4])
@pytest.mark.parametrize(
    ("bottled", "pub", "advanced"),
    [
        ("ale", "", 0),
        ("lambic", "", 1),
        ("lambic ale", "", 1),
        ("lambic lambic", "", 2),
        ("lambic", "imperial-stout", 2),
        ("", "lambic", 1),
        ("", "", 0),
    ],
)
def test_bc_25_flavour_s_breakthrough_pays_for_each_advanced_batch_sold(bottled, pub, advanced, steps):
    words = {"bottled": bottled, "pub": pub, "tiles": "double-batch-system brewpub", "steps": {"flavour": steps}}
    made = step(at_work(1, 2, players={1: words}), "process")
    extra = research("flavour", 3).amount if steps > 2 else 0
    assert len(of(made.events, MoneyTaken)) == (advanced if steps > 2 else 0)
    prices = SALE * len((bottled + " " + pub).split())
    assert money(made.state, 1) == 10 + prices + advanced * extra


@pytest.mark.parametrize("steps", [2, 3, 4])
@pytest.mark.parametrize(("bottled", "pub"), [("ale", ""), ("ale stout", ""), ("lambic", "ale"), ("", "ale"), ("", "")])
def test_bc_25_business_s_breakthrough_pays_once_in_each_process_that_sells(bottled, pub, steps):
    words = {"bottled": bottled, "pub": pub, "tiles": "double-batch-system brewpub", "steps": {"business": steps}}
    made = step(at_work(1, 2, players={1: words}), "process")
    extra = research("business", 3).amount if steps > 2 and (bottled or pub) else 0
    prices = SALE * len((bottled + " " + pub).split())
    assert money(made.state, 1) == 10 + prices + extra


def test_bc_25_business_s_breakthrough_pays_in_every_process_that_sells():
    words = {"bottled": "ale", "tanks": "ale", "steps": {"business": 3}}
    state = after(at_work(1, 1, 2, players={1: words}), "process", "process")
    assert money(state, 1) == 10 + 2 * (SALE + research("business", 3).amount)


def counting(track, number, steps):
    """A player of whose things so many are counted by a track's game end."""
    words = {"money": 0, "steps": {track: steps}}
    match research(track, 4).effect:
        case EffectName.POINTS_PER_INGREDIENTS:
            words["ingredients"] = f"malt:{number}"
        case EffectName.POINTS_PER_BATCHES:
            words["sold"] = {"ale": number}
        case EffectName.POINTS_PER_ADVANCED_SOLD:
            words["sold"] = {"ale": 1} | dict.fromkeys(ADVANCED[:number], 2)
            words["brewed"] = dict.fromkeys(ADVANCED, 1)
        case EffectName.POINTS_PER_MONEY:
            words["money"] = number
    return position(players={1: words})


@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("number", [*range(13), 40])
def test_bc_25_the_game_end_step_gives_points(track, number):
    act = research(track, 4)
    counted = number
    if act.effect is EffectName.POINTS_PER_ADVANCED_SOLD:
        counted = min(number, len(ADVANCED))
    expected = min(act.most, counted // act.per * act.amount)
    assert score(counting(track, number, 4), 1)["Research"] == expected
    for steps in range(4):
        assert score(counting(track, number, steps), 1)["Research"] == 0


@pytest.mark.parametrize("track", ["agronomy", "business"])
def test_bc_25_the_game_end_step_has_a_maximum(track):
    act = research(track, 4)
    enough = -(-act.most // act.amount) * act.per
    assert score(counting(track, enough, 4), 1)["Research"] == act.most
    assert score(counting(track, enough - 1, 4), 1)["Research"] < act.most
    assert score(counting(track, 10 * enough, 4), 1)["Research"] == act.most


def test_bc_25_the_game_end_steps_of_several_tracks_add_up():
    words = {"ingredients": "malt:2", "money": 3, "sold": {"ale": 4, "lambic": 1}}
    apart = [score(position(players={1: words | {"steps": {t: 4}}}), 1)["Research"] for t in TRACKS]
    assert score(position(players={1: words | {"steps": EVERY_STEP}}), 1)["Research"] == sum(apart) > 0


@pytest.mark.parametrize("track", TRACKS)
def test_bc_25_a_track_has_four_steps_and_no_more(track):
    state = at_work(1, 2, players={1: {"steps": {track: 4}}})
    assert refusal(state, f"research {track}").rule == "BC-25"
    assert f"research {track}" not in legal(state)
    assert [w for w in legal(state) if w.startswith("research")] == [f"research {t}" for t in TRACKS if t != track]
    assert f"research {track}" in legal(at_work(2, 1, players={1: {"steps": {track: 4}}}))


def test_bc_25_there_is_no_other_track():
    assert refusal(at_work(), "research alchemy").rule == "BC-25"


# --- BC-25: the Lab Technician ----------------------------------------------------------------------------------------

STEP_PRICE = does("lab-technician").amount


def in_the_lab(**words):
    return at_work(1, 2, players={1: {"workers": "lab-technician", "money": STEP_PRICE} | words})


@pytest.mark.parametrize("second", TRACKS)
@pytest.mark.parametrize("first", ["fermentation", "flavour"])
def test_bc_25_a_lab_technician_s_second_step_is_on_any_track_the_same_or_another(first, second):
    state = settle_with(after(in_the_lab(), f"research {first}"), "coffee")
    assert asked(state) == (1, "second-step")
    assert legal(state) == ["no-second-step", *(f"second-step {track}" for track in TRACKS)]
    before = held(state)
    made = step(state, f"second-step {second}")
    assert made.events[:2] == (
        MoneyPaid(1, STEP_PRICE, "lab-technician"),
        StepTaken(1, second, STEPS[1 if second == first else 0]),
    )
    state = settle_with(made.state, "coffee")
    ingredients, dollars = (NONE, 0) if second == first else gained([research(second, 1)], 5)
    assert asked(state) == (2, "act")
    assert (held(state), money(state, 1)) == (plus(before, ingredients), dollars)
    assert sum(state.brewers[0].steps) == 2


def test_bc_25_a_second_step_need_not_be_taken():
    state = after(in_the_lab(), "research fermentation", "no-second-step")
    assert asked(state) == (2, "act")
    assert (sum(state.brewers[0].steps), money(state, 1)) == (1, STEP_PRICE)


def test_bc_25_there_is_no_third_step():
    assert asked(after(in_the_lab(money=50), "research fermentation", "second-step fermentation")) == (2, "act")


def test_bc_25_there_is_no_second_step_without_a_lab_technician():
    assert asked(after(in_the_lab(workers=""), "research fermentation")) == (2, "act")


@pytest.mark.parametrize("words", ["process", "install oak-barrelhouse"])
def test_bc_25_there_is_no_second_step_after_another_action(words):
    assert asked(after(in_the_lab(), words)) == (2, "act")


def test_bc_25_a_second_step_is_not_for_who_cannot_pay():
    state = after(in_the_lab(money=STEP_PRICE - 1), "research fermentation")
    assert asked(state) == (2, "act")
    poor = {1: {"workers": "lab-technician", "money": STEP_PRICE - 1}}
    asked_for = position(Closing(), ToStep(1), phase=Phase.BREWERY, players=poor)
    assert refusal(asked_for, "second-step agronomy").rule == "BC-25"
    assert legal(asked_for) == ["no-second-step"]


def test_bc_25_there_is_no_second_step_where_no_track_has_one_left():
    steps = EVERY_STEP | {"fermentation": 3}
    state = after(in_the_lab(steps=steps), "research fermentation")
    assert asked(state) == (2, "act")
    assert money(state, 1) == STEP_PRICE


def test_bc_25_a_second_step_is_on_a_track_that_has_one_left():
    state = after(in_the_lab(steps={"fermentation": 3, "agronomy": 4}), "research fermentation")
    assert legal(state) == ["no-second-step", "second-step flavour", "second-step business"]
    for track in ("fermentation", "agronomy", "alchemy"):
        assert refusal(state, f"second-step {track}").rule == "BC-25"


def test_bc_25_the_money_of_business_s_experimental_step_pays_the_second_step():
    dollars = research("business", 1).amount
    poor = max(0, STEP_PRICE - dollars)
    assert poor < STEP_PRICE
    state = after(in_the_lab(money=poor), "research business")
    assert asked(state) == (1, "second-step")
    state = after(state, "second-step business")
    assert money(state, 1) == poor + dollars - STEP_PRICE
    assert state.brewers[0].steps[TRACK["business"]] == 2


def test_bc_25_what_does_not_fit_is_discarded_before_the_second_step():
    state = after(in_the_lab(ingredients=f"coffee:{ROOM}"), "research agronomy")
    assert asked(state) == (1, "discard")
    state = after(state, f"discard coffee:{sum(research('agronomy', 1).stock)}")
    assert asked(state) == (1, "second-step")


def test_bc_25_a_breakthrough_taken_as_the_second_step_holds_from_then_on():
    words = {"steps": {"business": 1}, "bottled": "ale"}
    state = at_work(1, 1, 2, players={1: {"workers": "lab-technician", "money": STEP_PRICE} | words})
    state = after(state, "research business", "second-step business", "process")
    assert money(state, 1) == SALE + research("business", 3).amount


# --- BC-26: buildings and equipment -----------------------------------------------------------------------------------


@packaged_figures
def test_bc_26_there_are_nine_tiles_and_one_of_them_twice():
    assert len(BOX.tiles) == 9
    assert {tile.name: tile.copies for tile in BOX.tiles if tile.copies != 1} == {"hops-infuser": 2}
    assert len(INSTALLS) == 10


def test_bc_26_all_tiles_are_installed_in_one_game():
    state = at_work(*[1] * (len(INSTALLS) + 1))
    for name in INSTALLS:
        made = step(state, f"install {name}")
        assert made.events[0] == TileInstalled(1, name)
        state = made.state
        assert asked(state)[0] == 1
        if asked(state)[1] == "discard":
            state = after(state, legal(state)[0])
    assert [BOX.tiles[tile].name for tile in state.brewers[0].tiles] == INSTALLS
    assert not any(words.startswith("install") for words in legal(state))


@pytest.mark.parametrize("name", TILE)
def test_bc_26_an_install_is_free_and_gives_its_ingredients(name):
    ingredients, dollars = gained(BOX.tiles[TILE[name]].on_install, 0)
    made = step(at_work(1, 2), f"install {name}")
    assert made.events[0] == TileInstalled(1, name)
    assert {event.source for event in made.events[1:]} <= {name}
    state = settle_with(made.state, "malt")
    assert (held(state), money(state, 1)) == (ingredients, 10 + dollars)
    assert state.brewers[0].tiles == (TILE[name],)
    assert (state.brewers[1].tiles, held(state, 2)) == ((), NONE)
    assert asked(state) == (2, "act")


@pytest.mark.parametrize("name", [name for name in TILE if name != "storehouse"])
def test_bc_26_what_comes_on_install_must_fit(name):
    ingredients, _ = gained(BOX.tiles[TILE[name]].on_install, 0)
    for room in range(sum(ingredients) + 1):
        state = at_work(1, 2, players={1: {"ingredients": f"coffee:{ROOM - room}"}})
        state = after(state, f"install {name}")
        due = sum(ingredients) - room
        if not due:
            assert asked(state) == (2, "act")
            continue
        assert asked(state) == (1, "discard")
        assert refusal(state, f"discard coffee:{due + 1}").rule == "BC-14"
        state = after(state, f"discard coffee:{due}")
        assert (asked(state), held(state)) == ((2, "act"), plus(stock(f"coffee:{ROOM - room - due}"), ingredients))


def test_bc_26_a_storehouse_s_own_room_counts_for_what_comes_with_it():
    ingredients, _ = gained(BOX.tiles[TILE["storehouse"]].on_install, 0)
    room = does("storehouse").amount
    assert 0 < sum(ingredients) <= room
    state = after(at_work(1, 2, players={1: {"ingredients": f"coffee:{ROOM}"}}), "install storehouse")
    assert (asked(state), held(state)) == ((2, "act"), plus(stock(f"coffee:{ROOM}"), ingredients))
    state = after(at_work(1, 2, players={1: {"ingredients": f"coffee:{ROOM + room}"}}), "install storehouse")
    assert asked(state) == (1, "discard")
    assert refusal(state, f"discard coffee:{sum(ingredients)}") is None


@pytest.mark.parametrize("name", TILE)
def test_bc_26_there_are_so_many_of_each(name):
    copies = next(tile.count.value for tile in EDITION.tiles if tile.name == name)
    for installed in range(1, copies):
        assert f"install {name}" in legal(at_work(1, 2, players={1: {"tiles": " ".join([name] * installed)}}))
    state = at_work(1, 2, players={1: {"tiles": " ".join([name] * copies)}})
    assert refusal(state, f"install {name}").rule == "BC-26"
    assert f"install {name}" not in legal(state)
    assert f"install {name}" in legal(after(state, "process"))


@packaged_figures
def test_bc_26_there_are_two_hops_infusers_for_each_player():
    state = after(at_work(1, 1, 1, 2), "install hops-infuser")
    assert "install hops-infuser" in legal(state)
    state = after(state, "install hops-infuser")
    assert state.brewers[0].tiles == (TILE["hops-infuser"],) * 2
    assert refusal(state, "install hops-infuser").rule == "BC-26"
    assert "install hops-infuser" not in legal(state)
    assert "install hops-infuser" in legal(after(state, "process"))


def test_bc_26_there_is_no_other_tile():
    assert refusal(at_work(), "install jacuzzi").rule == "BC-26"


def test_bc_26_a_storehouse_stores_more():
    for tiles, room in (("", ROOM), ("storehouse", ROOM + does("storehouse").amount)):
        players = {1: {"tiles": tiles, "ingredients": f"coffee:{room - 4}"}}
        state = at_market(1, 2, seats=4, players=players)
        assert capacity(state.brewers[0], BOX) == room
        state = after(state, "market grain-silo")
        assert asked(state) == ((2, "market") if sum(held(state)) <= room else (1, "discard"))
        full = at_market(1, 2, seats=4, players={1: {"tiles": tiles, "ingredients": f"coffee:{room}"}})
        assert asked(after(full, "market grain-silo")) == (1, "discard")


TUN = does("mash-tun").amount
BREWMASTER = does("brewmaster").amount


def discounted(recipe, number):
    return less(beer(recipe).cost, 0, number)


def takes(recipe, cost, **words):
    """Whether a batch takes exactly this, when it is the first one of an action."""
    enough, short = (tank(recipe, worded(there), **words) for there in (cost, less(cost, 0)))
    if cost[0] and (f"brew {recipe}" in legal(short) or refusal(short, f"brew {recipe}").rule != "BC-21"):
        return False
    return f"brew {recipe}" in legal(enough) and held(after(enough, f"brew {recipe}")) == NONE


@pytest.mark.parametrize("recipe", RECIPE)
def test_bc_26_a_mash_tun_saves_malt_in_the_first_batch(recipe):
    assert takes(recipe, discounted(recipe, TUN), tiles="mash-tun")


@pytest.mark.parametrize("recipe", RECIPE)
def test_bc_26_a_brewmaster_saves_malt_in_advanced_recipes(recipe):
    assert takes(recipe, discounted(recipe, BREWMASTER if beer(recipe).advanced else 0), workers="brewmaster")


@pytest.mark.parametrize("recipe", RECIPE)
def test_bc_26_a_mash_tun_and_a_brewmaster_save_together(recipe):
    both = TUN + (BREWMASTER if beer(recipe).advanced else 0)
    assert takes(recipe, discounted(recipe, both), tiles="mash-tun", workers="brewmaster")


def spent(state, *moves):
    """The malt that each batch of these moves takes."""
    return [event.ingredients.malt for event in of(happened(state, *moves), BatchBrewed)]


def brewing(**words):
    words = {"ingredients": PLENTY, "tiles": "double-batch-system brewpub", "sold": BASICS_BREWED} | words
    return at_work(1, 1, 2, players={1: words})


def test_bc_26_a_mash_tun_saves_in_the_first_batch_of_each_action_only():
    malt = beer("ale").cost[0]
    state = brewing(tiles="double-batch-system brewpub mash-tun")
    action = ("process", *["brew ale"] * TANKS, "brew ale brewpub")
    assert spent(state, *action, *action) == [malt - TUN, *[malt] * TANKS] * 2


@pytest.mark.parametrize("brews", [("brew ale", "brew ale brewpub"), ("brew ale brewpub", "brew ale")])
def test_bc_26_a_mash_tun_saves_in_the_batch_that_is_brewed_first_whatever_the_vessel(brews):
    malt = beer("ale").cost[0]
    state = brewing(tiles="double-batch-system brewpub mash-tun")
    assert spent(state, "process", *brews) == [malt - TUN, malt]


def test_bc_26_a_brewmaster_saves_in_every_advanced_batch():
    malt = [beer(name).cost[0] for name in ("lambic", "ale", "lambic")]
    state = brewing(workers="brewmaster")
    expected = [malt[0] - BREWMASTER, malt[1], malt[2] - BREWMASTER]
    assert spent(state, "process", "brew lambic", "brew ale", "brew lambic brewpub") == expected


def test_bc_26_with_both_the_first_advanced_batch_saves_most():
    malt = [beer(name).cost[0] for name in ("imperial-stout", "imperial-stout", "stout")]
    state = brewing(tiles="double-batch-system brewpub mash-tun", workers="brewmaster")
    expected = [malt[0] - TUN - BREWMASTER, malt[1] - BREWMASTER, malt[2]]
    assert spent(state, "process", "brew imperial-stout", "brew imperial-stout", "brew stout brewpub") == expected


def test_bc_26_what_saves_malt_leaves_the_worth_of_a_batch_and_others_costs():
    assert batch_points(after(tank("ale", PLENTY, tiles="mash-tun"), "brew ale")) == beer("ale").points
    players = {1: {"tiles": "mash-tun", "workers": "brewmaster"}, 2: {"ingredients": PLENTY}}
    assert spent(at_work(2, 1, players=players), "process", "brew ale") == [beer("ale").cost[0]]


@pytest.mark.parametrize("season", ["spring", "summer", "fall"])
def test_bc_26_a_yeast_lab_gives_yeast_at_a_season_s_start(season):
    made = into(season, players={1: {"tiles": "yeast-lab"}})
    assert made.state.season in does("yeast-lab").seasons
    assert (held(made.state), held(made.state, 2)) == (does("yeast-lab").stock, NONE)
    assert [event.source for event in of(made.events, IngredientsTaken)] == ["yeast-lab"]


def test_bc_26_a_yeast_lab_gives_nothing_in_winter():
    assert held(into("winter", players={1: {"tiles": "yeast-lab"}}).state) == NONE


def test_bc_26_a_yeast_lab_s_yeast_must_fit():
    state = into("summer", players={1: {"tiles": "yeast-lab", "ingredients": f"malt:{ROOM}"}}).state
    assert asked(state) == (1, "discard")


def batch_points(state):
    return state.brewers[0].tanks[0].points


@pytest.mark.parametrize("recipe", BARREL)
def test_bc_26_an_oak_barrelhouse_makes_barrel_recipes_worth_more(recipe):
    before = tank(recipe, PLENTY, tiles="oak-barrelhouse")
    made = step(before, f"brew {recipe}")
    worth = beer(recipe).points + does("oak-barrelhouse").amount
    assert batch_points(made.state) == of(made.events, BatchBrewed)[0].points == worth
    assert score(made.state, 1)["Beer"] == score(before, 1)["Beer"] + worth


@pytest.mark.parametrize("recipe", NOT_BARREL)
def test_bc_26_an_oak_barrelhouse_leaves_other_recipes(recipe):
    made = step(tank(recipe, PLENTY, tiles="oak-barrelhouse"), f"brew {recipe}")
    assert batch_points(made.state) == beer(recipe).points


def test_bc_26_an_oak_barrelhouse_leaves_batches_brewed_before():
    players = {1: {"tanks": "stout", "bottled": "stout", "ingredients": worded(beer("stout").cost)}}
    state = at_work(1, 1, 1, 1, players=players)
    before = score(state, 1)["Beer"]
    state = after(state, "install oak-barrelhouse")
    assert score(state, 1)["Beer"] == before
    state = after(state, "process", "brew stout")
    assert [batch.points for batch in state.brewers[0].bottled] == [beer("stout").points]
    worth = beer("stout").points + does("oak-barrelhouse").amount
    assert [batch.points for batch in state.brewers[0].tanks] == [worth]
    state = after(state, "process")
    assert score(state, 1)["Beer"] == before + worth
    assert [batch.points for batch in state.brewers[0].bottled] == [worth]


@pytest.mark.parametrize("where", ["tanks", "pub"])
def test_bc_26_an_oak_barrelhouse_holds_for_every_vessel(where):
    state = after(brewing(tiles="oak-barrelhouse brewpub"), "process")
    words = "brew stout" if where == "tanks" else "brew stout brewpub"
    (batch,) = getattr(after(state, words).brewers[0], where)
    assert batch.points == beer("stout").points + does("oak-barrelhouse").amount


def infusers(number):
    """The words of so many Hops Infusers, and how many hops they add."""
    return " ".join(["hops-infuser"] * number), number * does("hops-infuser").amount


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("recipe", INFUSED)
def test_bc_26_each_hops_infuser_lets_hops_be_added_to_infuser_recipes(recipe, number):
    tiles, most = infusers(number)
    state = tank(recipe, PLENTY, tiles=tiles)
    offered = [words for words in legal(state) if words.split()[:2] == ["brew", recipe]]
    assert offered == [f"brew {recipe}", *(f"brew {recipe} tank {added}" for added in range(1, most + 1))]
    assert refusal(state, f"brew {recipe} tank {most + 1}").rule == "BC-26"
    before = score(state, 1)["Beer"]
    for added in range(most + 1):
        made = step(state, f"brew {recipe} tank {added}")
        cost = plus(beer(recipe).cost, one(1, added))
        assert held(made.state) == tuple(40 - count for count in cost)
        assert batch_points(made.state) == beer(recipe).points + added
        assert score(made.state, 1)["Beer"] == before + beer(recipe).points + added
        assert of(made.events, BatchBrewed)[0].ingredients.hops == cost[1]


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("recipe", NOT_INFUSED)
def test_bc_26_no_hops_are_added_to_other_recipes(recipe, number):
    state = tank(recipe, PLENTY, tiles=infusers(number)[0])
    assert [words for words in legal(state) if words.split()[:2] == ["brew", recipe]] == [f"brew {recipe}"]
    assert refusal(state, f"brew {recipe} tank 1").rule == "BC-26"
    assert batch_points(after(state, f"brew {recipe}")) == beer(recipe).points


@pytest.mark.parametrize("recipe", INFUSED)
def test_bc_26_the_hops_that_are_added_must_be_there(recipe):
    tiles, most = infusers(2)
    for spare in range(most + 1):
        state = tank(recipe, worded(plus(beer(recipe).cost, one(1, spare))), tiles=tiles)
        offered = [words for words in legal(state) if words.split()[:2] == ["brew", recipe]]
        assert len(offered) == spare + 1
        if spare < most:
            refused = refusal(state, f"brew {recipe} tank {spare + 1}")
            assert refused.rule == "BC-21"
            assert "short of 1 hops" in refused.message


def test_bc_26_hops_are_added_to_each_batch_anew():
    tiles, most = infusers(2)
    state = after(
        brewing(tiles=f"{tiles} double-batch-system"), "process", f"brew ale tank {most}", f"brew ale tank {most}"
    )
    assert [batch.points for batch in state.brewers[0].tanks] == [beer("ale").points + most] * 2


def test_bc_26_a_mash_tun_and_infusers_hold_together():
    tiles, most = infusers(2)
    cost = plus(discounted("ale", TUN), one(1, most))
    assert held(after(tank("ale", worded(cost), tiles=f"{tiles} mash-tun"), f"brew ale tank {most}")) == NONE


FARM = does("farm")
GROWN = [name for name, number in zip(SPOKEN, FARM.stock, strict=True) if number]


def test_bc_26_a_farm_grows_malt_hops_and_fruit():
    assert GROWN == ["malt", "hops", "fruit"]


@pytest.mark.parametrize("kind", GROWN)
def test_bc_26_a_farm_is_planted_in_spring_and_harvested_in_fall(kind):
    state = into("spring", players={1: {"tiles": "farm", "ingredients": f"{kind}:1"}}).state
    assert (asked(state), legal(state)) == ((1, "plant"), ["no-planting", f"plant {kind}"])
    made = step(state, f"plant {kind}")
    assert made.events[0] == FarmPlanted(1, INGREDIENTS[SPOKEN.index(kind)])
    assert held(made.state) == NONE
    assert made.state.brewers[0].planted == SPOKEN.index(kind)
    state = into("fall", players={1: {"tiles": "farm", "planted": kind}}).state
    assert held(state) == one(SPOKEN.index(kind), FARM.stock[SPOKEN.index(kind)])
    assert state.brewers[0].planted == -1


@pytest.mark.parametrize("season", ["summer", "winter"])
def test_bc_26_a_farm_does_nothing_in_summer_and_winter(season):
    state = into(season, players={1: {"tiles": "farm", "planted": "malt", "ingredients": "hops:1"}}).state
    assert (asked(state), held(state)) == ((1, "market"), stock("hops:1"))
    assert state.brewers[0].planted == 0


def test_bc_26_a_farm_may_lie_fallow_and_then_gives_nothing():
    state = into("spring", players={1: {"tiles": "farm", "ingredients": "malt:2"}}).state
    state = after(state, "no-planting")
    assert (asked(state), held(state), state.brewers[0].planted) == ((1, "market"), stock("malt:2"), -1)
    assert held(into("fall", players={1: {"tiles": "farm"}}).state) == NONE


def test_bc_26_a_farm_grows_only_what_it_can_and_what_is_in_storage():
    state = into("spring", players={1: {"tiles": "farm", "ingredients": "malt:1,hops:2,yeast:3,coffee:1"}}).state
    assert legal(state) == ["no-planting", "plant malt", "plant hops"]
    assert refusal(state, "plant fruit").rule == "BC-09"
    assert refusal(state, "plant yeast").rule == "BC-26"
    assert asked(into("spring", players={1: {"tiles": "farm", "ingredients": "yeast:3"}}).state) == (1, "market")


def test_bc_26_a_harvest_must_fit():
    state = into("fall", players={1: {"tiles": "farm", "planted": "malt", "ingredients": "coffee:12"}}).state
    assert asked(state) == (1, "discard")
    due = min(DISCARDED_AT_ONCE, FARM.stock[0])
    assert refusal(state, f"discard coffee:{due}") is None
    assert refusal(state, f"discard coffee:{due + 1}") is not None


def test_bc_26_a_farm_installed_in_spring_is_planted_next_year():
    state = after(at_work(1, 2, players={1: {"ingredients": "malt:2"}}), "install farm")
    assert asked(state) == (2, "act")
    assert state.brewers[0].planted == -1


def test_bc_26_a_tasting_room_counts_different_advanced_recipes_brewed_before_it_too():
    state = at_work(1, 2, players={1: {"brewed": {"lambic": 2, "imperial-stout": 1, "ale": 3}}})
    act = does("tasting-room")
    assert score(state, 1)["Tasting Room"] == 0
    assert score(after(state, "install tasting-room"), 1)["Tasting Room"] == act.amount * (2 // act.per)


def test_bc_26_a_brewpub_is_used_in_the_next_action():
    words = {"ingredients": worded(beer("ale").cost)}
    state = after(at_work(1, 1, 2, players={1: words}), "install brewpub", "process")
    assert prompt(state) == "Brew a batch in a tank or in the Brewpub, or brew no more."
    assert batches(after(state, "brew ale brewpub"))[2] == "ale"


# --- workers in the brewery -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bottled", "pub"), [("", ""), ("ale", ""), ("ale ale", ""), ("", "ale"), ("ale stout", "lambic")]
)
def test_a_salesperson_adds_money_once_in_a_process_that_sells(bottled, pub):
    words = {"bottled": bottled, "pub": pub, "workers": "salesperson", "tiles": "double-batch-system brewpub"}
    made = step(at_work(1, 2, players={1: words}), "process")
    extra = does("salesperson").amount if bottled or pub else 0
    assert of(made.events, MoneyTaken) == ([MoneyTaken(1, extra, "salesperson")] if extra else [])
    assert money(made.state, 1) == 10 + SALE * len((bottled + " " + pub).split()) + extra


def test_a_salesperson_adds_money_in_every_process_that_sells_and_to_nobody_else():
    words = {"bottled": "ale", "tanks": "ale", "workers": "salesperson"}
    state = at_work(1, 2, 1, players={1: words, 2: {"bottled": "ale"}})
    state = after(state, "process", "process", "process")
    assert money(state, 1) == 10 + 2 * (SALE + does("salesperson").amount)
    assert money(state, 2) == 10 + SALE


def test_a_salesperson_and_research_add_money_together():
    words = {"bottled": "lambic", "workers": "salesperson", "steps": {"business": 3, "flavour": 3}}
    made = step(at_work(1, 2, players={1: words}), "process")
    extra = does("salesperson").amount + research("business", 3).amount + research("flavour", 3).amount
    assert money(made.state, 1) == 10 + SALE + extra


@pytest.mark.parametrize("name", TILE)
def test_a_builder_adds_basic_ingredients_of_choice_to_each_install(name):
    amount = does("builder").amount
    state = after(at_work(1, 2, players={1: {"workers": "builder"}}), f"install {name}")
    for _ in range(amount):
        assert (asked(state), legal(state)) == ((1, "choose"), ["choose malt", "choose hops", "choose yeast"])
        assert refusal(state, "choose fruit").rule in RULES.decision(state).rules
        state = after(state, "choose yeast")
    ingredients, _ = gained(BOX.tiles[TILE[name]].on_install, 0)
    assert (asked(state), held(state)) == ((2, "act"), plus(ingredients, one(2, amount)))


def test_a_builder_adds_different_ingredients_and_to_the_second_install_too():
    amount = does("builder").amount
    state = at_work(1, 1, 2, players={1: {"workers": "builder"}})
    for kind in ("malt", "hops"):
        state = settle_with(after(state, "install hops-infuser"), kind)
    ingredients, _ = gained(BOX.tiles[TILE["hops-infuser"]].on_install, 0)
    assert held(state) == together(ingredients, ingredients, one(0, amount), one(1, amount))


@pytest.mark.parametrize("words", ["process", "research fermentation"])
def test_a_builder_adds_nothing_to_other_actions(words):
    assert asked(after(at_work(1, 2, players={1: {"workers": "builder"}}), words)) == (2, "act")


def test_a_builder_s_ingredients_find_room_in_the_storehouse_that_is_built():
    state = after(at_work(1, 2, players={1: {"workers": "builder", "ingredients": "coffee:12"}}), "install storehouse")
    state = settle_with(state, "hops")
    assert asked(state) == (2, "act")
    ingredients, _ = gained(BOX.tiles[TILE["storehouse"]].on_install, 0)
    assert held(state) == together(stock("coffee:12"), ingredients, one(1, does("builder").amount))


@pytest.mark.parametrize("words", ["market maltster", "market coffee-importer coffee"])
def test_workers_of_the_brewery_do_nothing_at_the_market(words):
    workers = "salesperson brewmaster lab-technician builder"
    state = at_market(1, 2, lying={"maltster": 2}, players={1: {"workers": workers}})
    made = step(state, words)
    assert [type(event) for event in made.events] == [SpaceTaken, IngredientsTaken]


def test_both_of_the_builders_ingredients_are_chosen_before_what_does_not_fit_is_discarded():
    player, chosen = {"ingredients": f"malt:{ROOM}", "workers": "builder"}, does("builder").amount
    state = after(at_work(1, 2, players={1: player}), "install oak-barrelhouse")
    for _ in range(chosen):
        assert asked(state) == (1, "choose")
        state = after(state, "choose hops")
    assert asked(state) == (1, "discard")
    assert f"discard hops:{chosen}" in legal(state)
    wrong = refusal(after(at_work(1, 2, players={1: player}), "install oak-barrelhouse"), "choose fruit")
    assert wrong is not None
    assert wrong.rule == "BC-26"
