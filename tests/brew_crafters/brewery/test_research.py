"""BC-25: research."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.cards import NONE, STEPS, EffectName, plus
from taphouse.engine.brew_crafters.events import (
    IngredientsTaken,
    MoneyPaid,
    MoneyTaken,
    PhaseBegan,
    SeasonBegan,
    StepTaken,
)
from taphouse.engine.brew_crafters.moves import Phase
from tests.brew_crafters.brewery.shared import (
    ADVANCED,
    EVERY_STEP,
    PLENTY,
    ROOM,
    SALE,
    TRACKS,
    gained,
    held,
    of,
    research,
    settle_with,
    settled,
    together,
    worded,
)
from tests.brew_crafters.build import (
    BOX,
    TILE,
    TRACK,
    after,
    asked,
    at_market,
    at_work,
    into,
    legal,
    money,
    position,
    refusal,
    score,
    step,
    stock,
)


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


def test_bc_16_a_single_annual_benefit_is_not_asked_for_where_a_trade_is_possible():
    players = {1: {"steps": {"fermentation": 2}, "partnerships": "coffee-roaster"}}
    state = into("winter", players=players).state
    assert (asked(state), "trade coffee-roaster" in legal(state)) == ((1, "market"), True)


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
