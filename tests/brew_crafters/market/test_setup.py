"""BC-01 to BC-07: what is in play, and what everybody starts with."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb
from typing import Any

import pytest

from taphouse.engine.brew_crafters.cards import (
    STYLES,
)
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Selection
from taphouse.engine.brew_crafters.state import (
    BrewCraftersState,
    in_turn_order,
)
from taphouse.engine.chance import BLIND
from taphouse.engine.first_seat import FirstSeat
from tests.brew_crafters.build import (
    BOX,
    EDITION,
    RECIPE,
    RULES,
    WORKER,
    after,
    asked,
    has,
    legal,
    money,
    refusal,
)
from tests.brew_crafters.market.shared import (
    FIGURES,
    FIRST_WORKERS,
    FORMING,
    HIRING,
    SEASON_NAMES,
    SEATS,
    SHIFTING,
    SPACES,
    TOKENS,
    act_of,
    dealt,
    line,
    order_of_market,
)
from tests.edition_under_test import packaged_figures

FIRST_MONEY, OTHERS_MONEY = FIGURES.starting_money_first.value, FIGURES.starting_money_others.value


PER_STYLE, WORKERS = FIGURES.advanced_per_style.value, FIGURES.skilled_workers.value


FIRST_RECIPES = {recipe.name for recipe in EDITION.recipes if recipe.first_game}


OTHER_RECIPES = [
    name
    for style in STYLES
    for name in [one.name for one in EDITION.recipes if one.advanced and one.style is style][-PER_STYLE:]
]


LEFT_OUT = next(one.name for one in EDITION.recipes if one.advanced and one.name not in OTHER_RECIPES)
"""An ale."""


OTHER_WORKERS = [one.name for one in EDITION.workers if one.min_players == 2 and one.name != "salesperson"][-WORKERS:]


def advanced_in_play(state: BrewCraftersState) -> list[str]:
    return [BOX.beers[recipe].name for recipe in state.recipes if recipe not in BOX.basic]


def workers_in_play(state: BrewCraftersState) -> list[str]:
    return [BOX.workers[worker].name for worker in state.workers]


@packaged_figures
def test_the_figures_that_are_the_rule_books_are_in_the_edition() -> None:
    assert (FIGURES.starting_money_first.value, FIGURES.starting_money_others.value) == (6, 7)
    assert (FIGURES.starting_malt.value, FIGURES.starting_hops.value, FIGURES.market_tokens.value) == (2, 1, 2)
    assert (FIGURES.advanced_per_style.value, FIGURES.skilled_workers.value, FIGURES.storage.value) == (2, 9, 12)
    assert BOX.shift_batches == (0, 3, 9)
    assert (SPACES["maltster"].amount, SPACES["hop-yard"].amount) == (3, 2)
    assert act_of("storehouse").amount == 12


@pytest.mark.parametrize("seats", SEATS)
def test_bc_01_the_market_has_the_spaces_for_the_number_of_players(seats: int) -> None:
    there = [space.name for space in EDITION.spaces if space.players <= seats]
    assert [space.name for space in BOX.spaces[seats]] == there
    state = dealt(seats=seats)
    assert len(state.lying) == len(state.taken) == len(there)
    for space in BOX.spaces[5]:
        words = line(space, space.sides[0])
        if space.name not in there:
            refused = refusal(state, words)
            assert refused is not None
            assert refused.rule == "BC-01"
        else:
            assert (words in legal(state)) == (words not in SHIFTING)


@pytest.mark.parametrize("seats", SEATS)
def test_bc_01_the_game_begins_in_spring_of_year_1_with_the_market_restocked_and_nothing_occupied(seats: int) -> None:
    state = dealt(seats=seats)
    assert (state.year, SEASON_NAMES[state.season], state.phase) == (1, "spring", "MARKET")
    assert state.lying == tuple(space.amount for space in BOX.spaces[seats])
    assert not any(state.taken)
    assert asked(state) == (state.first, "market")


@pytest.mark.parametrize("seats", SEATS)
def test_bc_02_the_partnerships_for_the_number_of_players_can_be_formed(seats: int) -> None:
    there = [one.name for one in EDITION.partnerships if one.players <= seats]
    assert [BOX.partnerships[one].name for one in dealt(seats=seats).partnerships] == there
    asked_for = after(dealt(seats=seats), FORMING[0])
    assert legal(asked_for) == [f"form {name}" for name in there]


@pytest.mark.parametrize("seats", SEATS)
def test_bc_03_everybody_has_malt_and_hops_one_shift_and_nothing_else(seats: int) -> None:
    state = dealt(seats=seats)
    for seat, brewer in enumerate(state.brewers, 1):
        assert has(state, seat) == f"malt:{FIGURES.starting_malt.value},hops:{FIGURES.starting_hops.value}"
        assert brewer.shifts == 1
        assert brewer.tanks == brewer.bottled == brewer.pub == brewer.tiles == brewer.workers == ()
        assert brewer.partnerships == ()
        assert not any((*brewer.brewed, *brewer.sold, *brewer.steps))
        assert (brewer.loans, brewer.beer, brewer.bonus, brewer.planted, brewer.supplied) == (0, 0, 0, -1, False)


@pytest.mark.parametrize("seats", SEATS)
def test_bc_03_everybody_places_the_same_number_of_market_tokens(seats: int) -> None:
    assert Counter(order_of_market(dealt(seats=seats))) == dict.fromkeys(range(1, seats + 1), TOKENS)


@pytest.mark.parametrize("seats", SEATS)
def test_bc_04_the_first_game_has_its_advanced_recipes_and_the_basic_ones(seats: int) -> None:
    state = dealt(seats=seats)
    assert set(advanced_in_play(state)) == FIRST_RECIPES
    assert {BOX.beers[recipe].name for recipe in state.recipes} == FIRST_RECIPES | {"ale", "porter", "stout"}
    assert list(state.recipes) == sorted(state.recipes)
    assert not any(state.labels)


@pytest.mark.parametrize("seats", SEATS)
def test_bc_04_random_recipes_are_so_many_of_each_style_beside_the_basic_ones(seats: int) -> None:
    for seed in range(40):
        state = dealt(seed, seats, recipes=Selection.RANDOM)
        assert {*BOX.basic} < {*state.recipes}
        assert list(state.recipes) == sorted({*state.recipes})
        styles = Counter(BOX.beers[RECIPE[name]].style for name in advanced_in_play(state))
        assert styles == dict.fromkeys(range(len(STYLES)), PER_STYLE)


def test_bc_04_the_seed_alone_chooses_the_random_recipes_and_every_choice_comes() -> None:
    games = [dealt(seed, recipes=Selection.RANDOM) for seed in range(300)]
    assert dealt(7, recipes=Selection.RANDOM) == games[7]
    for style in range(len(STYLES)):
        of_style = [i for i, beer in enumerate(BOX.beers) if beer.advanced and beer.style == style]
        chosen = {tuple(recipe for recipe in game.recipes if recipe in of_style) for game in games}
        assert len(chosen) == comb(len(of_style), PER_STYLE)


def test_bc_04_the_random_recipes_of_one_style_do_not_tell_those_of_another() -> None:
    games = [advanced_in_play(dealt(seed, recipes=Selection.RANDOM)) for seed in range(400)]
    by_style = {(tuple(game[PER_STYLE : 2 * PER_STYLE]), tuple(game[2 * PER_STYLE :])) for game in games}
    assert len(by_style) == comb(4, PER_STYLE) ** 2  # the choices of 4 Porters, and of 4 Stouts


@pytest.mark.parametrize("recipes", Selection)
def test_bc_04_named_recipes_are_in_play_in_whatever_order_and_whatever_else_is_chosen(recipes: Selection) -> None:
    for names in (OTHER_RECIPES, OTHER_RECIPES[::-1]):
        state = dealt(named_recipes=tuple(names), recipes=recipes)
        assert advanced_in_play(state) == OTHER_RECIPES
        assert list(state.recipes) == sorted(state.recipes)
    assert set(workers_in_play(state)) == FIRST_WORKERS


@pytest.mark.parametrize(
    "names",
    [
        (),
        ("ale", *OTHER_RECIPES[1:]),
        ("root-beer", *OTHER_RECIPES[1:]),
        OTHER_RECIPES[:-1],
        (LEFT_OUT, *OTHER_RECIPES),
        (OTHER_RECIPES[0], *OTHER_RECIPES),
        (*OTHER_RECIPES[:PER_STYLE], LEFT_OUT, *OTHER_RECIPES[PER_STYLE + 1 :]),
    ],
    ids=["none", "a basic one", "unknown", "five", "seven", "one twice", "three Ales"],
)
def test_bc_04_no_game_is_set_up_with_recipes_that_are_not_2_of_each_style(names: tuple[str, ...]) -> None:
    options = BrewCraftersOptions(named_recipes=tuple(names))
    refused = RULES.why_not_new(options, 3)
    assert refused is not None
    assert refused.rule == "BC-04"
    with pytest.raises(ValueError, match=r"\w"):
        dealt(named_recipes=tuple(names))


@pytest.mark.parametrize("seats", SEATS)
def test_bc_05_the_first_game_has_its_skilled_workers(seats: int) -> None:
    state = dealt(seats=seats)
    assert set(workers_in_play(state)) == FIRST_WORKERS
    assert len(state.workers) == WORKERS
    assert legal(after(state, HIRING[0])) == [f"hire {name}" for name in workers_in_play(state)]


def test_bc_05_random_workers_are_in_play_and_every_one_comes() -> None:
    games = [dealt(seed, workers=Selection.RANDOM) for seed in range(60)]
    for game in games:
        assert len({*game.workers}) == len(game.workers) == WORKERS
        assert list(game.workers) == sorted(game.workers)
        assert set(advanced_in_play(game)) == FIRST_RECIPES
    there = {i for i, worker in enumerate(BOX.workers) if worker.players <= 3}
    assert {worker for game in games for worker in game.workers} == there
    assert len({game.workers for game in games}) > 50
    assert dealt(7, workers=Selection.RANDOM) == games[7]


def test_bc_05_who_helps_in_collaborations_is_never_in_a_random_game_of_2_players() -> None:
    helps = {i for i, worker in enumerate(BOX.workers) if worker.players > 2}
    assert helps == {WORKER["festival-host"]}
    games = [dealt(seed, 2, workers=Selection.RANDOM) for seed in range(200)]
    assert {worker for game in games for worker in game.workers} == {*range(15)} - helps
    assert all(len({*game.workers}) == WORKERS for game in games)


@pytest.mark.parametrize("seats", range(BOX.workers[WORKER["festival-host"]].players, 6))
def test_bc_05_who_helps_in_collaborations_comes_into_random_games_of_more(seats: int) -> None:
    games = [dealt(seed, seats, workers=Selection.RANDOM) for seed in range(30)]
    assert any(WORKER["festival-host"] in game.workers for game in games)


@pytest.mark.parametrize("workers", Selection)
def test_bc_05_named_workers_are_in_play_in_whatever_order_and_whatever_else_is_chosen(workers: Selection) -> None:
    for names in (OTHER_WORKERS, OTHER_WORKERS[::-1]):
        state = dealt(named_workers=tuple(names), workers=workers)
        assert set(workers_in_play(state)) == {*OTHER_WORKERS}
        assert list(state.workers) == sorted(state.workers)
    assert set(advanced_in_play(state)) == FIRST_RECIPES


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        (3, ()),
        (3, ("barman", *OTHER_WORKERS[1:])),
        (3, OTHER_WORKERS[1:]),
        (3, ("salesperson", *OTHER_WORKERS)),
        (3, (OTHER_WORKERS[1], *OTHER_WORKERS[1:])),
        (2, ("festival-host", *OTHER_WORKERS[1:])),
    ],
    ids=["none", "unknown", "one too few", "one too many", "one twice", "who helps in collaborations, with 2 players"],
)
def test_bc_05_no_game_is_set_up_with_other_than_so_many_workers_that_it_can_have(
    seats: int, names: tuple[str, ...]
) -> None:
    options = BrewCraftersOptions(named_workers=tuple(names))
    refused = RULES.why_not_new(options, seats)
    assert refused is not None
    assert refused.rule == "BC-05"
    with pytest.raises(ValueError, match=r"\w"):
        dealt(seats=seats, named_workers=tuple(names))


def test_bc_05_who_helps_in_collaborations_can_be_named_with_enough_players() -> None:
    named = ("festival-host", *OTHER_WORKERS[1:])
    seats = BOX.workers[WORKER["festival-host"]].players
    assert "festival-host" in workers_in_play(dealt(seats=seats, named_workers=named))


def test_bc_04_and_bc_05_random_recipes_do_not_tell_the_random_workers_nor_the_starting_player() -> None:
    games = [dealt(seed, 2, recipes=Selection.RANDOM, workers=Selection.RANDOM) for seed in range(150)]
    alone = [dealt(seed, 2, workers=Selection.RANDOM) for seed in range(150)]
    assert [(game.workers, game.first) for game in games] == [(game.workers, game.first) for game in alone]
    assert {(RECIPE["lambic"] in game.recipes, WORKER["intern"] in game.workers, game.first) for game in games} == {
        *product((True, False), (True, False), (1, 2))
    }


@pytest.mark.parametrize("seats", SEATS)
def test_bc_06_there_is_a_collaboration_with_3_or_more_players_and_nobody_has_given_a_portion(seats: int) -> None:
    assert dealt(seats=seats).portions == ((0, 0, 0, 0) if seats > 2 else ())


@pytest.mark.parametrize("seats", SEATS)
def test_bc_07_the_seed_makes_any_seat_the_starting_player(seats: int) -> None:
    firsts = Counter(dealt(seed, seats).first for seed in range(100))
    assert {*firsts} == {*range(1, seats + 1)}
    assert min(firsts.values()) >= 8
    assert [dealt(seed, seats).first for seed in range(100)] == [dealt(seed, seats).first for seed in range(100)]


@pytest.mark.parametrize("seats", SEATS)
def test_bc_07_any_seat_is_the_starting_player_where_the_option_says_so(seats: int) -> None:
    for first in range(1, seats + 1):
        state = dealt(1, seats, first_seat=FirstSeat(f"SEAT_{first}"))
        assert state.first == first
        assert asked(state) == (first, "market")
        assert [seat for seat in range(1, seats + 1) if money(state, seat) == FIRST_MONEY] == [first]
    refused = RULES.why_not_new(BrewCraftersOptions(first_seat=FirstSeat(f"SEAT_{seats + 1}")), seats)
    assert refused is not None
    assert refused.rule == "BC-07"


@pytest.mark.parametrize("seats", SEATS)
def test_bc_07_the_starting_player_has_less_money_than_the_others_from_any_seat(seats: int) -> None:
    for seed in range(12):
        state = dealt(seed, seats)
        assert {seat: money(state, seat) for seat in range(1, seats + 1)} == {
            seat: FIRST_MONEY if seat == state.first else OTHERS_MONEY for seat in range(1, seats + 1)
        }
        assert order_of_market(state) == in_turn_order(seats, state.first) * TOKENS


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"first_seat": FirstSeat.SEAT_1, "recipes": Selection.RANDOM},
        {"first_seat": FirstSeat.SEAT_1, "workers": Selection.RANDOM},
    ],
)
def test_a_blind_set_up_is_refused_where_the_seed_draws(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="needs a seed"):
        RULES.new(BrewCraftersOptions(**options), 3, BLIND)


def test_a_blind_set_up_in_which_nothing_is_drawn_is_the_game() -> None:
    options = BrewCraftersOptions(first_seat=FirstSeat.SEAT_1)
    assert RULES.new(options, 3, BLIND) == dealt(first_seat=FirstSeat.SEAT_1)
