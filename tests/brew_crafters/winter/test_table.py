"""The table: the market, the collaboration and the players."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.cards import INGREDIENTS, STEPS, StepKind, amounts
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.state import Closing, ToBrew, ToChoose
from taphouse.engine.contract import ScoreCategory
from taphouse.engine.vocabulary import Season
from tests.brew_crafters.build import (
    BOX,
    EDITION,
    PARTNERSHIP,
    RECIPE,
    RULES,
    TRACK,
    after,
    at_market,
    at_tank,
    at_work,
    position,
    stock,
)
from tests.brew_crafters.winter.shared import (
    CATEGORIES,
    EVERY_TILE,
    PLAYERS,
    RICH,
    ROOM,
    cost,
    does,
    last_of_winter,
    over,
    seen,
    winter,
)

MORE_ROOM = ("storehouse", "cellar-hand")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_market_shows_what_lies_on_it_and_who_took_it(seats):
    lying = {"maltster": 5, "hop-yard": 3, "private-investor": 2, "yeast-bank": 1}
    taken = {"mixed-delivery": 2, "job-board": 1}
    table = RULES.view(position(seats=seats, lying=lying, taken=taken))
    spaces = {space.name: space for space in table.spaces}
    assert [*spaces] == [space.name for space in EDITION.spaces if space.players <= seats]
    for space in EDITION.spaces:
        if space.players > seats:
            continue
        shown, what = spaces[space.name], space.restocks.what if space.restocks else None
        assert shown.title == space.title
        assert [side.text for side in shown.sides] == [side.text for side in space.sides]
        assert [side.name for side in shown.sides] == (
            [side.name for side in space.sides] if len(space.sides) > 1 else [None]
        )
        assert shown.ingredient == (what if what in INGREDIENTS else None)
        assert shown.count == (lying.get(space.name, 0) if what in INGREDIENTS else 0)
        assert shown.money == (lying.get(space.name, 0) if what == "money" else 0)
        assert shown.taken_by == taken.get(space.name)


def test_the_market_shows_what_is_left_after_it_is_taken():
    state = after(at_market(1, 2, lying={"maltster": 5, "private-investor": 2}), "market maltster")
    spaces = {space.name: space for space in RULES.view(state).spaces}
    assert (spaces["maltster"].count, spaces["maltster"].taken_by) == (0, 1)
    assert (spaces["private-investor"].money, spaces["private-investor"].taken_by) == (2, None)


def test_there_is_no_collaboration_to_be_seen_with_two_players():
    assert RULES.view(position()).collaboration is None


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_collaboration_shows_what_each_portion_takes_and_pays_and_who_gave_it(seats):
    table = RULES.view(position(seats=seats, portions={"malt": 2, "advanced": 3}))
    assert [portion.given_by for portion in table.collaboration] == [2, None, None, 3]
    for shown, portion in zip(table.collaboration, BOX.portions, strict=True):
        assert (shown.name, shown.title, shown.advanced_count) == (portion.name, portion.title, portion.advanced)
        assert shown.ingredients == amounts(portion.cost)
        assert (shown.points, shown.money) == (portion.points, portion.money)


def test_a_sold_collaboration_is_open_again():
    state = at_work(
        1, 2, seats=3, portions={"malt": 2, "hops": 2, "advanced": 3}, players={1: {"ingredients": "yeast:9"}}
    )
    state = after(state, "collaborate yeast")
    assert [portion.given_by for portion in RULES.view(state).collaboration] == [None] * 4


@pytest.mark.parametrize("words", PLAYERS)
def test_the_score_shown_at_the_end_is_the_outcome(words):
    state = over(seats=3, players={1: words, 2: {"bonus": 3}}, labels={"lambic": 1})
    table = RULES.view(state)
    for standing in RULES.outcome(state).standings:
        assert table.players[standing.seat - 1].score_by_category == standing.categories
    assert table.phase is Phase.OVER


def test_the_score_shown_before_the_last_costs_is_the_outcome_where_money_counts_for_nothing():
    state = last_of_winter(
        3, players={1: {"tanks": "lambic", "bonus": 2, "workers": "tour-guide"}}, labels={"lambic": 2}
    )
    shown = [player.score_by_category for player in RULES.view(state).players]
    end = after(state, "end-action")
    assert [player.score_by_category for player in RULES.view(end).players] == shown
    assert {one.seat: one.categories for one in RULES.outcome(end).standings} == dict(enumerate(shown, 1))


def test_the_score_is_shown_as_if_the_game_ended_now():
    state = position(players={1: {"steps": {"business": 4}, "money": 4}})
    act = BOX.tracks[TRACK["business"]].acts[3]
    research = ScoreCategory("research", "Research", min(act.most, act.amount * (4 // act.per)))
    assert research in seen(state).score_by_category
    assert [category.name for category in seen(state).score_by_category] == CATEGORIES


def test_a_player_is_shown_with_all_that_they_have():
    shown = seen(
        position(players={1: RICH | {"planted": "malt", "ingredients": "hops:3,coffee:1", "sold": {"ale": 2}}})
    )
    assert (shown.seat, shown.money, shown.loans, shown.shifts) == (1, 4, 0, 3)
    assert shown.ingredients == amounts(stock("hops:3,coffee:1"))
    assert [tile.name for tile in shown.tiles] == EVERY_TILE.split()
    assert [worker.name for worker in shown.workers] == RICH["workers"].split()
    assert [worker.cost for worker in shown.workers] == [cost(name) for name in RICH["workers"].split()]
    assert shown.partnerships == ("coffee-roaster",)
    assert shown.planted is INGREDIENTS[0]
    lambic, stout, ale, imperial = [
        (name, BOX.beers[RECIPE[name]].points) for name in ("lambic", "stout", "ale", "imperial-stout")
    ]
    assert [(batch.recipe, batch.points) for batch in shown.tanks] == [lambic, stout]
    assert [(batch.recipe, batch.points) for batch in shown.bottling_line] == [ale]
    assert (shown.brewpub.recipe, shown.brewpub.points) == imperial
    assert [(batch.recipe, batch.points) for batch in shown.shipped] == [ale, ale]
    assert shown.batches_brewed == 6
    assert {(one.recipe, one.brewed, one.sold) for one in shown.recipes} == {
        ("ale", 3, 2),
        ("lambic", 1, 0),
        ("stout", 1, 0),
        ("imperial-stout", 1, 0),
    }
    assert [(track.name, track.steps) for track in shown.research] == [
        (track.name, tuple(STEPS[: RICH["steps"].get(track.name, 0)])) for track in BOX.tracks
    ]
    assert shown.research[TRACK["business"]].steps[-1] is StepKind.GAME_END


def test_the_research_tracks_are_shown_with_what_each_step_gives():
    table = RULES.view(position(players={1: {"steps": {"business": 4, "flavour": 2}}}))
    assert [(track.name, track.title) for track in table.tracks] == [(one.name, one.title) for one in EDITION.tracks]
    for track, printed in zip(table.tracks, EDITION.tracks, strict=True):
        assert [(step.name, step.kind, step.title, step.text) for step in track.steps] == [
            (f"{printed.name}.{kind}", kind, step.title, step.text)
            for kind, step in zip(STEPS, printed.steps, strict=True)
        ]
    for track, place in zip(table.tracks, table.players[0].research, strict=True):
        assert place.name == track.name
        assert place.steps == tuple(step.kind for step in track.steps[: len(place.steps)])


def test_a_player_who_has_nothing_is_shown_so():
    shown = seen(position())
    assert (shown.tanks, shown.bottling_line, shown.brewpub, shown.shipped, shown.planted) == ((), (), None, (), None)
    assert (shown.tiles, shown.workers, shown.partnerships, shown.recipes) == ((), (), (), ())
    assert (shown.storage, shown.vessels, shown.batches_brewed) == (ROOM, 1, 0)


@pytest.mark.parametrize(
    ("words", "storage", "vessels"),
    [
        ({"tiles": "storehouse"}, ROOM + does("storehouse").amount, 1),
        ({"workers": "cellar-hand"}, ROOM + does("cellar-hand").amount, 1),
        ({"tiles": "storehouse", "workers": "cellar-hand"}, ROOM + sum(does(one).amount for one in MORE_ROOM), 1),
        ({"tiles": "brewpub"}, ROOM, 2),
        ({"tiles": "double-batch-system"}, ROOM, 1 + does("double-batch-system").amount),
        ({"tiles": "double-batch-system brewpub"}, ROOM, 2 + does("double-batch-system").amount),
    ],
)
def test_storage_and_vessels_are_shown(words, storage, vessels):
    shown = seen(position(players={1: words}))
    assert (shown.storage, shown.vessels) == (storage, vessels)


def test_recipes_show_who_has_their_gold_label():
    state = position(recipes="lambic imperial-stout", labels={"lambic": 2})
    shown = {one.recipe.name: one for one in RULES.view(state).recipes}
    assert [*shown] == ["ale", "porter", "stout", "lambic", "imperial-stout"]
    assert {name: one.gold_label for name, one in shown.items()} == dict.fromkeys(shown) | {"lambic": 2}
    for name, one in shown.items():
        beer = BOX.beers[RECIPE[name]]
        assert one.recipe.ingredients == amounts(beer.cost)
        assert (one.recipe.points, one.recipe.advanced) == (beer.points, beer.advanced)
        assert (one.recipe.barrel, one.recipe.infuser) == (beer.barrel, beer.infuser)


@pytest.mark.parametrize("seats", [2, 4])
def test_partnerships_show_their_partner(seats):
    table = RULES.view(position(seats=seats, players={2: {"partnerships": "coffee-roaster"}}))
    there = [one for one in BOX.partnerships if one.players <= seats]
    assert [deal.name for deal in table.partnerships] == [one.name for one in there]
    for deal in table.partnerships:
        about = BOX.partnerships[PARTNERSHIP[deal.name]]
        assert (deal.price, deal.ingredients) == (about.price, amounts(about.gives))
        assert deal.partner == (2 if deal.name == "coffee-roaster" else None)


def test_workers_who_can_be_hired_are_shown():
    state = position(players={2: {"workers": "brewmaster"}})
    table = RULES.view(state)
    assert [worker.name for worker in table.workers] == [
        worker.name for worker in BOX.workers if worker.first_game and worker.name != "brewmaster"
    ]
    assert [worker.name for worker in table.players[1].workers] == ["brewmaster"]


def test_the_season_the_phase_and_the_starting_player_are_shown():
    table = RULES.view(
        position(Closing(), ToBrew(1, False, 1, False, 0), seats=3, year=2, season="fall", phase=Phase.BREWERY, first=3)
    )
    assert (table.year, table.season, table.phase, table.starting_seat) == (2, Season.FALL, Phase.BREWERY, 3)


@pytest.mark.parametrize("seat", [None, 1, 2, 3])
def test_everybody_sees_the_same(seat):
    state = at_tank(seats=3, players={1: RICH})
    assert RULES.known(state, seat) == state
    made = winter(seats=3)
    assert [RULES.redact(event, seat) for event in made.events] == list(made.events)


def test_before_the_market_opens_all_market_tokens_are_still_to_be_placed():
    state = position(ToChoose(1, True, "flavour"), phase=Phase.RESEARCH, season="winter")
    left = [player.market_tokens for player in RULES.view(state).players]
    assert left == [EDITION.figures.market_tokens.value] * len(state.brewers)
