"""BC-26: what saves malt, and what makes batches worth more."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.cards import NONE, one, plus
from taphouse.engine.brew_crafters.events import (
    BatchBrewed,
    IngredientsTaken,
)
from tests.brew_crafters.brewery.shared import PLENTY, ROOM, TANKS, beer, brewing, does, held, less, of, tank, worded
from tests.brew_crafters.build import (
    BOX,
    RECIPE,
    RULES,
    after,
    asked,
    at_work,
    happened,
    into,
    legal,
    refusal,
    score,
    step,
)

INFUSED = [beer.name for beer in BOX.beers if beer.infuser]


NOT_INFUSED = [beer.name for beer in BOX.beers if not beer.infuser]


BARREL = [beer.name for beer in BOX.beers if beer.barrel]


NOT_BARREL = [beer.name for beer in BOX.beers if not beer.barrel]


TUN = does("mash-tun").amount


BREWMASTER = does("brewmaster").amount


def discounted(recipe, number):
    return less(beer(recipe).cost, 0, number)


def takes(recipe, cost, **words):
    """True if a batch takes exactly this, when it is the first one of an action."""
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


def test_bc_20_sold_batches_keep_their_worth_in_shipping():
    words = {"tiles": "oak-barrelhouse brewpub", "ingredients": PLENTY, "bottled": "stout"}
    state = after(at_work(1, 1, 1, 1, players={1: words}), "process", "brew ale", "brew stout brewpub")
    state = after(state, "process", "brew stout", "leave-empty", "process", "leave-empty")
    printed = [("stout", beer("stout").points), ("ale", beer("ale").points)]
    barrelled = ("stout", beer("stout").points + does("oak-barrelhouse").amount)
    shown = [(batch.recipe, batch.points) for batch in RULES.view(state).players[0].shipped]
    assert shown == [printed[0], barrelled, printed[1]]


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
