"""BC-26: buildings and equipment, the Farm, the Tasting Room and the Brewpub."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.cards import INGREDIENTS, NONE, one, plus
from taphouse.engine.brew_crafters.events import (
    FarmPlanted,
    TileInstalled,
)
from taphouse.engine.brew_crafters.state import (
    DISCARDED_AT_ONCE,
    capacity,
)
from tests.brew_crafters.brewery.shared import (
    INSTALLS,
    ROOM,
    batches,
    beer,
    does,
    gained,
    held,
    prompt,
    settle_with,
    worded,
)
from tests.brew_crafters.build import (
    BOX,
    EDITION,
    SPOKEN,
    TILE,
    after,
    asked,
    at_market,
    at_work,
    into,
    legal,
    money,
    refusal,
    said,
    score,
    step,
    stock,
)
from tests.edition_under_test import packaged_figures

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
    refused = refusal(state, f"install {name}")
    assert (refused.rule, said(refused)) == ("BC-26", f"You have no {BOX.tiles[TILE[name]].title} left to install.")
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


# --- Farm, Tasting Room and Brewpub ---------------------------------------------------------------------------------


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
