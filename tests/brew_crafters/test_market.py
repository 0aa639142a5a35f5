"""BC-01 to BC-18: setup, restock, the season's start, the Market phase, storage, partnerships, workers and shifts.

What spaces, workers, tiles and tracks give is taken from the edition; literals are the rule book's own figures.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from math import comb
from typing import Any

import pytest

from taphouse.engine.brew_crafters.box import MONEY, Act, Side, Space
from taphouse.engine.brew_crafters.cards import (
    BASICS,
    NONE,
    SEASONS,
    SPOKEN,
    STYLES,
    EffectName,
    Stock,
    amounts,
    counts,
    minus,
    one,
    plus,
)
from taphouse.engine.brew_crafters.events import (
    FarmPlanted,
    IngredientsDiscarded,
    IngredientsTaken,
    MarketActionLost,
    MoneyPaid,
    MoneyTaken,
    PartnershipFormed,
    PhaseBegan,
    SeasonBegan,
    ShiftHired,
    SpaceTaken,
    StartingPlayerChanged,
    WorkerHired,
)
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Phase, Selection
from taphouse.engine.brew_crafters.state import (
    DISCARDED_AT_ONCE,
    BrewCraftersState,
    Closing,
    Opening,
    ToAct,
    ToBrew,
    ToChoose,
    ToDiscard,
    ToEnd,
    ToForm,
    ToHire,
    ToMarket,
    ToPlant,
    ToProcess,
    ToResearch,
    ToStep,
    ToTrade,
    in_turn_order,
)
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.game import Event, FirstSeat
from taphouse.engine.notation import write
from tests.brew_crafters import build
from tests.brew_crafters.build import (
    BOX,
    EDITION,
    PARTNERSHIP,
    RECIPE,
    RULES,
    TILE,
    TRACK,
    WORKER,
    after,
    asked,
    at_market,
    at_work,
    happened,
    has,
    into,
    legal,
    money,
    position,
    refusal,
    step,
    stock,
)
from tests.brew_crafters.test_edition import effect, rules_of, with_
from tests.edition_under_test import packaged_figures

SEATS = range(2, 6)
FIGURES = EDITION.figures
TOKENS = FIGURES.market_tokens.value
FIRST_MONEY, OTHERS_MONEY = FIGURES.starting_money_first.value, FIGURES.starting_money_others.value
PER_STYLE, WORKERS = FIGURES.advanced_per_style.value, FIGURES.skilled_workers.value
ROOM = FIGURES.storage.value
"""What one storehouse holds."""
AT_ONCE = 5
"""What is discarded by one move at most (BC-14)."""
SPACES: dict[str, Space] = {space.name: space for space in BOX.spaces[5]}
SEASON_NAMES = [str(season) for season in SEASONS]
BASIC_NAMES, ADVANCED_NAMES = SPOKEN[:BASICS], SPOKEN[BASICS:]

PARTNERSHIPS = ("spices-importer", "coffee-roaster", "orchard-grower", "grain-elevator")
FIRST_RECIPES = {recipe.name for recipe in EDITION.recipes if recipe.first_game}
OTHER_RECIPES = [
    name
    for style in STYLES
    for name in [one.name for one in EDITION.recipes if one.advanced and one.style is style][-PER_STYLE:]
]
LEFT_OUT = next(one.name for one in EDITION.recipes if one.advanced and one.name not in OTHER_RECIPES)
"""An ale."""
FIRST_WORKERS = {worker.name for worker in EDITION.workers if worker.first_game}
OTHER_WORKERS = [one.name for one in EDITION.workers if one.min_players == 2 and one.name != "salesperson"][-WORKERS:]
STARTERS = {"yeast-lab": "tiles", "maltings-manager": "workers", "hop-grower": "workers", "yeast-biologist": "workers"}
"""What gives ingredients at a season's start, and what it is."""


def line(space: Space, side: Side) -> str:
    """The move that takes this side of this space."""
    return f"market {space.name}" + (f" {side.name}" if side.name else "")


SIDES: dict[str, tuple[Space, Side]] = {
    line(space, side): (space, side) for space in BOX.spaces[5] for side in space.sides
}
"""All the things that market spaces give, by the move that takes them."""


def sides_with(*effects: EffectName) -> list[str]:
    """The moves that have one of these effects."""
    return [words for words, (_, side) in SIDES.items() if any(act.effect in effects for act in side.acts)]


HIRING, FORMING = sides_with(EffectName.WORKER), sides_with(EffectName.PARTNERSHIP)
SHIFTING, CHOOSING = sides_with(EffectName.SHIFT), sides_with(EffectName.CHOOSE_ADVANCED)
PLAIN = [
    words
    for words, (_, side) in SIDES.items()
    if all(act.effect in (EffectName.TAKE, EffectName.TAKE_ALL, EffectName.MONEY) for act in side.acts)
]
"""The moves with which nothing else is to be decided and nobody's place changes."""
GIVING_MALT = [words for words in sides_with(EffectName.TAKE) if SIDES[words][1].acts[0].stock[0]]
NO_MALT = [words for words in sides_with(EffectName.TAKE) if not SIDES[words][1].acts[0].stock[0]]
RESTOCKING = [space for space in BOX.spaces[5] if space.amount]


# --- helpers ----------------------------------------------------------------------------------------------------------


def dealt(seed: object = "deal", seats: int = 3, **options: Any) -> BrewCraftersState:
    return RULES.new(BrewCraftersOptions(**options), seats, Chance(seed_from(str(seed))))


def advanced_in_play(state: BrewCraftersState) -> list[str]:
    return [BOX.beers[recipe].name for recipe in state.recipes if recipe not in BOX.basic]


def workers_in_play(state: BrewCraftersState) -> list[str]:
    return [BOX.workers[worker].name for worker in state.workers]


def act_of(name: str) -> Act:
    """The lasting effect of a tile or a worker, or of a track's breakthrough."""
    if name in TRACK:
        return BOX.tracks[TRACK[name]].acts[2]
    return (BOX.tiles[TILE[name]] if name in TILE else BOX.workers[WORKER[name]]).acts[0]


def annual(name: str) -> Act:
    return BOX.tracks[TRACK[name]].acts[1]


def held(state: BrewCraftersState, seat: int) -> Stock:
    return state.brewers[seat - 1].stock


def sum_of(*stocks: Stock) -> Stock:
    total = NONE
    for each in stocks:
        total = plus(total, each)
    return total


def kinds(events: list[Event] | tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def of(kind: type[Event], events: list[Event] | tuple[Event, ...]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def taken(events: list[Event] | tuple[Event, ...]) -> list[tuple[int, str, Stock]]:
    """Who took what ingredients, and from what."""
    return [(event.seat, event.source, counts(event.ingredients)) for event in of(IngredientsTaken, events)]


def lies(state: BrewCraftersState, space: str) -> int:
    return state.lying[[one.name for one in BOX.spaces[len(state.brewers)]].index(space)]


def taker(state: BrewCraftersState, space: str) -> int:
    return state.taken[[one.name for one in BOX.spaces[len(state.brewers)]].index(space)]


def given_by(words: str, lying: int = 0) -> Stock:
    """The ingredients that a market space gives without a choice, where so much lies on it."""
    space, side = SIDES[words]
    given = sum_of(*[act.stock for act in side.acts if act.effect is EffectName.TAKE])
    if space.what not in (-1, MONEY) and any(act.effect is EffectName.TAKE_ALL for act in side.acts):
        given = plus(given, one(space.what, lying))
    return given


def all_but(*names: str, seats: int = 2) -> dict[str, int]:
    """All market spaces but these, taken by the last seat."""
    return {space.name: seats for space in BOX.spaces[seats] if space.name not in names}


def parts(has: Stock, number: int) -> set[str]:
    """All ways to discard so many of these."""
    ways = product(*[range(count + 1) for count in has])
    return {
        "discard " + ",".join(f"{name}:{n}" for name, n in zip(SPOKEN, way, strict=True) if n)
        for way in ways
        if sum(way) == number
    }


def plain_move(state: BrewCraftersState) -> str:
    """A legal market move after which nothing else is to be decided."""
    return next(words for words in legal(state) if words in PLAIN)


def plainly(state: BrewCraftersState) -> BrewCraftersState:
    """The position after such a move, and after what does not fit is discarded."""
    state = after(state, plain_move(state))
    while asked(state)[1] == "discard":
        state = after(state, legal(state)[0])
    return state


def order_of_market(state: BrewCraftersState) -> list[int]:
    """Who acts at the market, token by token, to the end of the phase, by moves that ask for nothing."""
    seats = []
    while asked(state)[1] == "market":
        seats.append(asked(state)[0])
        state = plainly(state)
    return seats


def order_of_brewery(state: BrewCraftersState) -> list[int]:
    """Who acts in the Brewery phase, to its end."""
    seats, season = [], state.season
    while state.season == season:
        if asked(state)[1] == "act":
            seats.append(asked(state)[0])
        state = after(state, legal(state)[0])
    return seats


def discarded(state: BrewCraftersState, kind: str, number: int) -> BrewCraftersState:
    """The position after so many of a kind are discarded, as many at once as may be."""
    while number:
        state = after(state, f"discard {kind}:{min(AT_ONCE, number)}")
        number -= min(AT_ONCE, number)
    return state


def full(kind: str = "hops", less: int = 0) -> str:
    """A storehouse full of one kind, but for so many places."""
    return f"{kind}:{ROOM - less}"


# --- BC-01 to BC-07: setup ----------------------------------------------------------------------------------------------


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
def test_bc_07_seat_1_is_the_starting_player_where_the_option_says_so(seats: int) -> None:
    for seed in range(12):
        state = dealt(seed, seats, first_seat=FirstSeat.SEAT_1)
        assert state.first == 1
        assert asked(state) == (1, "market")
        assert [money(state, seat) for seat in range(1, seats + 1)] == [FIRST_MONEY] + [OTHERS_MONEY] * (seats - 1)


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


# --- BC-08, BC-09: restock ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("season", SEASON_NAMES)
@pytest.mark.parametrize("seats", SEATS)
def test_bc_09_every_restocking_space_gains_its_amount_onto_what_lies_there(seats: int, season: str) -> None:
    there = [space for space in RESTOCKING if space in BOX.spaces[seats]]
    lay = {space.name: i for i, space in enumerate(there)}
    made = into(season, seats=seats, lying=lay)
    assert {space.name: lies(made.state, space.name) for space in BOX.spaces[seats]} == {
        space.name: lay.get(space.name, 0) + space.amount for space in BOX.spaces[seats]
    }
    begun = of(SeasonBegan, made.events)
    assert [(event.year, str(event.season)) for event in begun] == [(1 + (season == "spring"), season)]
    assert [(row.space, row.added, row.lies) for row in begun[0].restocked] == [
        (space.name, space.amount, space.amount + lay[space.name]) for space in there
    ]


def test_bc_09_nothing_comes_to_lie_on_a_space_that_does_not_restock() -> None:
    assert {space.name for space in RESTOCKING} == {
        "maltster",
        "hop-yard",
        "yeast-bank",
        "private-investor",
        "hop-cooperative",
    }
    state = into("summer", seats=5).state
    assert [lies(state, space.name) for space in BOX.spaces[5] if space not in RESTOCKING] == [0] * 11


def test_bc_11_all_spaces_are_free_again_in_the_next_season() -> None:
    state = into("summer", seats=3, taken=all_but(seats=3)).state
    assert not any(state.taken)
    assert {words.split()[1] for words in legal(state)} == {space.name for space in BOX.spaces[3]}


def test_bc_08_the_seasons_follow_each_other_and_winter_leads_into_the_next_year() -> None:
    state, seasons = dealt(seats=2), []
    while RULES.decision(state) is not None:
        now = (state.year, SEASON_NAMES[state.season])
        seasons += [] if seasons[-1:] == [now] else [now]
        state = after(state, legal(state)[0])
    assert seasons == [*product((1, 2, 3), ("spring", "summer", "fall", "winter"))]


@pytest.mark.parametrize("season", SEASON_NAMES)
def test_bc_08_restock_comes_first_then_in_winter_research_then_the_market(season: str) -> None:
    made = into(season, first=2, seats=3)
    phases = [str(event.phase) for event in of(PhaseBegan, made.events)]
    assert phases == {"winter": ["research", "market"], "spring": ["costs", "market"]}.get(season, ["market"])
    assert {event.starting_seat for event in of(PhaseBegan, made.events)} == {2}
    ended = ["PhaseBegan", *["CostsPaid"] * 3] if season == "spring" else []
    wanted = [*ended, "SeasonBegan", *["PhaseBegan"] * (2 if season == "winter" else 1)]
    assert kinds(made.events) == wanted
    assert made.state.phase == "MARKET"


def test_bc_08_the_brewery_phase_follows_the_last_market_action() -> None:
    state = at_market(1, 2)
    first = step(state, plain_move(state))
    assert first.state.phase == "MARKET"
    last = step(first.state, plain_move(first.state))
    assert [str(event.phase) for event in of(PhaseBegan, last.events)] == ["brewery"]
    assert last.state.phase == "BREWERY"
    assert asked(last.state) == (1, "act")


# --- BC-09: the season's start ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("season", SEASON_NAMES)
@pytest.mark.parametrize("source", STARTERS)
def test_bc_09_what_gives_ingredients_at_a_seasons_start_does_so_in_its_seasons_only(source: str, season: str) -> None:
    act, of_season = act_of(source), SEASON_NAMES.index(season)
    made = into(season, players={2: {STARTERS[source]: source}})
    given = act.stock if of_season in act.seasons else NONE
    assert held(made.state, 2) == given
    assert taken(made.events) == ([(2, source, given)] if any(given) else [])
    assert held(made.state, 1) == NONE


def test_bc_09_the_maltings_manager_gives_all_year_the_others_not_in_winter() -> None:
    assert {source: len(act_of(source).seasons) for source in STARTERS} == {
        "yeast-lab": 3,
        "maltings-manager": 4,
        "hop-grower": 3,
        "yeast-biologist": 3,
    }
    made = into("winter", players={1: {"tiles": "yeast-lab", "workers": "maltings-manager hop-grower yeast-biologist"}})
    assert [source for _, source, _ in taken(made.events)] == ["maltings-manager"]


@pytest.mark.parametrize("season", SEASON_NAMES)
@pytest.mark.parametrize("chosen", ADVANCED_NAMES)
def test_bc_09_the_spice_merchant_gives_an_advanced_ingredient_of_choice_in_fall(chosen: str, season: str) -> None:
    act = act_of("spice-merchant")
    made = into(season, players={2: {"workers": "spice-merchant"}})
    assert {SEASON_NAMES[i] for i in act.seasons} == {"fall"}
    if season != "fall":
        assert asked(made.state) == (1, "market")
        assert taken(made.events) == []
        return
    state = made.state
    for _ in range(act.amount):
        assert asked(state) == (2, "choose")
        assert legal(state) == [f"choose {name}" for name in ADVANCED_NAMES]
        state = after(state, f"choose {chosen}")
    assert has(state, 2) == f"{chosen}:{act.amount}"
    assert asked(state) == (1, "market")


def test_bc_09_what_a_worker_gives_at_a_seasons_start_does_not_come_at_hiring() -> None:
    state = after(at_market(1, 2, season="spring"), HIRING[0], "hire maltings-manager")
    assert held(state, 1) == NONE


def test_bc_09_a_player_takes_what_comes_by_itself_then_the_harvest_then_chooses() -> None:
    words = {"tiles": "farm yeast-lab", "workers": "spice-merchant yeast-biologist maltings-manager hop-grower"}
    made = into("fall", players={1: words | {"planted": "hops"}})
    sources = [source for _, source, _ in taken(made.events)]
    assert sources == ["yeast-lab", "yeast-biologist", "maltings-manager", "hop-grower", "farm"]
    assert asked(made.state) == (1, "choose")


@pytest.fixture
def spring_merchant(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Spice Merchant gives in Spring as well, the season in which players plant."""
    given = effect("choose-at-start", amount=1, seasons=["spring", "fall"])
    monkeypatch.setattr(build, "RULES", rules_of(with_("workers", "spice-merchant", effects=[given])))


@packaged_figures
@pytest.mark.usefixtures("spring_merchant")
def test_bc_09_a_player_takes_what_comes_by_itself_then_chooses_and_plants_last() -> None:
    words = {"tiles": "farm yeast-lab", "workers": "spice-merchant yeast-biologist maltings-manager hop-grower"}
    made = into("spring", players={1: words})
    sources = [source for _, source, _ in taken(made.events)]
    assert sources == ["yeast-lab", "yeast-biologist", "maltings-manager", "hop-grower"]
    assert asked(made.state) == (1, "choose")
    state = after(made.state, *["choose fruit"] * act_of("spice-merchant").amount)
    assert asked(state) == (1, "plant")
    # what has just come, by itself or by choice, can be planted
    assert legal(state) == ["no-planting", "plant malt", "plant hops", "plant fruit"]


@pytest.mark.parametrize("first", [1, 2, 3])
def test_bc_09_the_players_begin_the_season_from_the_starting_player_round(first: int) -> None:
    players = {seat: {"tiles": "yeast-lab", "workers": "maltings-manager"} for seat in (1, 2, 3)}
    made = into("summer", seats=3, first=first, players=players)
    order = in_turn_order(3, first)
    expected = [(seat, source) for seat in order for source in ("yeast-lab", "maltings-manager")]
    assert [(seat, source) for seat, source, _ in taken(made.events)] == expected
    assert kinds(made.events)[0] == "SeasonBegan"
    assert kinds(made.events)[-1] == "PhaseBegan"


@packaged_figures
@pytest.mark.usefixtures("spring_merchant")
def test_bc_09_a_player_decides_all_of_their_season_before_the_next_one_takes_anything() -> None:
    players = {
        1: {"tiles": "yeast-lab"},
        2: {"tiles": "farm", "workers": "spice-merchant maltings-manager", "ingredients": full("malt")},
        3: {"tiles": "yeast-lab", "workers": "spice-merchant"},
    }
    state = into("spring", seats=3, first=2, players=players).state
    merchant, manager = act_of("spice-merchant").amount, sum(act_of("maltings-manager").stock)
    for task, words in [
        *[("choose", "choose fruit")] * merchant,
        ("plant", "plant malt"),
        ("discard", f"discard malt:{merchant + manager - 1}"),
    ]:
        assert asked(state) == (2, task)
        assert held(state, 3) == held(state, 1) == NONE
        state = after(state, words)
    assert asked(state) == (3, "choose")
    assert held(state, 3) == act_of("yeast-lab").stock
    assert held(state, 1) == NONE
    state = after(state, "choose spices")
    assert held(state, 1) == act_of("yeast-lab").stock
    assert asked(state) == (2, "market")


@packaged_figures
def test_bc_14_at_a_seasons_start_all_that_comes_is_counted_together() -> None:
    merchant, lab, manager = map(act_of, ("spice-merchant", "yeast-lab", "maltings-manager"))
    words = {"tiles": "yeast-lab", "workers": "spice-merchant maltings-manager", "ingredients": full()}
    state = into("fall", players={1: words}).state
    for _ in range(merchant.amount):
        assert asked(state) == (1, "choose")
        state = after(state, "choose coffee")
    assert asked(state) == (1, "discard")
    has_now = sum_of(stock(full()), lab.stock, manager.stock, one(5, merchant.amount))
    assert held(state, 1) == has_now
    assert {*legal(state)} == parts(has_now, sum(has_now) - ROOM)
    assert len(legal(state)) == len({*legal(state)})
    made = step(state, legal(state)[0])
    assert kinds(made.events) == ["IngredientsDiscarded", "PhaseBegan"]
    assert sum(held(made.state, 1)) == ROOM


def test_bc_14_at_a_seasons_start_nobody_else_takes_anything_until_the_discard_is_made() -> None:
    players = {1: {"workers": "maltings-manager", "ingredients": full()}, 2: {"tiles": "yeast-lab"}}
    state = into("summer", players=players).state
    assert asked(state) == (1, "discard")
    assert state.phase == "RESTOCK"
    assert held(state, 2) == NONE
    made = step(state, f"discard hops:{sum(act_of('maltings-manager').stock)}")
    assert kinds(made.events) == ["IngredientsDiscarded", "IngredientsTaken", "PhaseBegan"]
    assert held(made.state, 2) == act_of("yeast-lab").stock


def test_bc_14_what_comes_of_the_only_kind_that_is_stored_is_discarded_without_a_question() -> None:
    made = into("summer", players={1: {"workers": "maltings-manager", "ingredients": full("malt")}})
    assert [type(e) for e in made.events[1:3]] == [IngredientsTaken, IngredientsDiscarded]
    assert has(made.state, 1) == full("malt")
    assert asked(made.state) == (1, "market")


@packaged_figures
@pytest.mark.usefixtures("spring_merchant")
def test_bc_09_in_one_start_a_player_takes_chooses_plants_and_discards() -> None:
    merchant, manager = act_of("spice-merchant"), act_of("maltings-manager")
    words = {"tiles": "farm", "workers": "spice-merchant maltings-manager", "ingredients": full()}
    state = into("spring", players={1: words}).state
    state = after(state, *["choose fruit"] * merchant.amount)
    has_now = sum_of(stock(full()), manager.stock, one(3, merchant.amount))
    assert asked(state) == (1, "plant")
    assert held(state, 1) == has_now
    assert legal(state) == ["no-planting", "plant malt", "plant hops", "plant fruit"]
    refused = refusal(state, "discard hops:1")
    assert refused is not None
    assert refused.rule == "BC-09"
    planted = step(state, "plant fruit")
    assert [(event.seat, str(event.planted)) for event in of(FarmPlanted, planted.events)] == [(1, "fruit")]
    assert asked(planted.state) == (1, "discard")
    left, due = minus(has_now, one(3)), merchant.amount + sum(manager.stock) - 1
    assert {*legal(planted.state)} == parts(left, due)
    made = step(planted.state, f"discard hops:{due}")
    assert kinds(made.events) == ["IngredientsDiscarded", "PhaseBegan"]
    assert held(made.state, 1) == minus(left, one(1, due))
    assert asked(made.state) == (1, "market")


def one_too_many(**more: str) -> BrewCraftersState:
    """Seat 1 is to plant, and one ingredient does not fit."""
    ingredients = full("yeast", less=sum(act_of("maltings-manager").stock) - 1)
    words = {"tiles": "farm", "workers": "maltings-manager", "ingredients": ingredients}
    state = into("spring", players={1: words | more}).state
    assert asked(state) == (1, "plant")
    assert sum(held(state, 1)) == ROOM + 1
    return state


def test_bc_09_who_plants_what_does_not_fit_discards_nothing() -> None:
    state = one_too_many()
    made = step(state, "plant malt")
    assert kinds(made.events) == ["FarmPlanted", "PhaseBegan"]
    assert held(made.state, 1) == minus(held(state, 1), one(0))
    assert asked(made.state) == (1, "market")
    assert ToDiscard(1) not in made.state.pending


def test_bc_09_who_plants_nothing_discards_what_does_not_fit() -> None:
    state = after(one_too_many(), "no-planting")
    assert asked(state) == (1, "discard")
    assert {*legal(state)} == {"discard malt:1", "discard yeast:1"}
    made = step(state, "discard malt:1")
    assert kinds(made.events) == ["IngredientsDiscarded", "PhaseBegan"]


def test_bc_09_what_is_traded_for_while_planting_counts_with_what_does_not_fit() -> None:
    state = one_too_many(partnerships="coffee-roaster")
    gives = BOX.partnerships[PARTNERSHIP["coffee-roaster"]].gives
    bought = after(state, "trade coffee-roaster")
    assert asked(bought) == (1, "plant")
    assert bought.pending == state.pending
    planted = after(bought, "plant malt")
    assert asked(planted) == (1, "discard")
    assert {*legal(planted)} == parts(held(planted, 1), sum(gives))
    assert after(state, "plant malt").phase == "MARKET", "without the trade everything would fit"


def test_bc_09_who_has_nothing_to_plant_discards_at_once() -> None:
    words = {"tiles": "farm yeast-lab", "ingredients": full("coffee")}
    state = into("spring", players={1: words}).state
    assert asked(state) == (1, "discard")
    assert {*legal(state)} == parts(
        plus(stock(full("coffee")), act_of("yeast-lab").stock), act_of("yeast-lab").stock[2]
    )


def test_bc_09_nobody_else_takes_anything_while_a_player_plants_who_has_too_much() -> None:
    words = {"tiles": "farm", "workers": "maltings-manager", "ingredients": full("malt")}
    state = into("spring", players={1: words, 2: {"tiles": "yeast-lab"}}).state
    assert asked(state) == (1, "plant")
    assert held(state, 2) == NONE
    planted = step(state, "plant malt")  # what is left is all malt, so nothing is asked
    due = sum(act_of("maltings-manager").stock) - 1
    discards = ["IngredientsDiscarded"] * bool(due)
    assert kinds(planted.events) == ["FarmPlanted", *discards, "IngredientsTaken", "PhaseBegan"]
    assert held(planted.state, 2) == act_of("yeast-lab").stock


# --- the Farm (BC-09, BC-26) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["malt", "hops", "fruit"])
def test_bc_09_a_farm_is_planted_in_spring_and_harvested_in_fall(kind: str) -> None:
    number, farm = SPOKEN.index(kind), act_of("farm")
    state = into("spring", players={2: {"tiles": "farm", "ingredients": f"{kind}:1"}}).state
    assert asked(state) == (2, "plant")
    assert legal(state) == ["no-planting", f"plant {kind}"]
    state = after(state, f"plant {kind}")
    assert held(state, 2) == NONE
    assert state.brewers[1].planted == number
    assert asked(state) == (1, "market")

    growing = {2: {"tiles": "farm", "planted": kind}}
    summer = into("summer", players=growing)
    assert summer.state.brewers[1].planted == number
    assert taken(summer.events) == []
    fall = into("fall", players=growing)
    assert taken(fall.events) == [(2, "farm", one(number, farm.stock[number]))]
    assert held(fall.state, 2) == one(number, farm.stock[number])
    assert fall.state.brewers[1].planted == -1
    assert asked(fall.state) == (1, "market")


def test_bc_26_a_farm_grows_malt_hops_and_fruit_and_more_of_each_than_is_planted() -> None:
    stock_of_farm = act_of("farm").stock
    assert [name for name, n in zip(SPOKEN, stock_of_farm, strict=True) if n] == ["malt", "hops", "fruit"]
    assert min(n for n in stock_of_farm if n) > 1


def test_bc_09_a_harvest_comes_once_and_the_farm_is_fallow_until_it_is_planted_again() -> None:
    state = into("fall", players={1: {"tiles": "farm", "planted": "hops"}}).state
    harvested = held(state, 1)
    for season, task in [("winter", "market"), ("spring", "plant")]:
        while SEASON_NAMES[state.season] != season:
            state = after(state, legal(state)[0] if asked(state)[1] != "market" else plain_move(state))
        assert state.brewers[0].planted == -1
        assert asked(state) == (1, task)
    assert sum(held(state, 1)) >= sum(harvested)


def test_bc_09_nothing_planted_nothing_harvested() -> None:
    made = into("fall", players={1: {"tiles": "farm", "ingredients": "malt:3"}})
    assert taken(made.events) == []
    assert has(made.state, 1) == "malt:3"
    assert asked(made.state) == (1, "market")


@pytest.mark.parametrize("season", ["summer", "fall", "winter"])
def test_bc_09_a_farm_is_planted_in_spring_only(season: str) -> None:
    made = into(season, players={1: {"tiles": "farm", "ingredients": "malt:3,hops:3,fruit:3"}})
    assert asked(made.state) == (1, "market")


def test_bc_09_a_farm_is_planted_once_a_year() -> None:
    state = into("spring", players={1: {"tiles": "farm", "ingredients": "malt:3,hops:3,fruit:3"}}).state
    state = after(state, "plant malt")
    assert asked(state) == (1, "market")
    assert has(state, 1) == "malt:2,hops:3,fruit:3"
    refused = refusal(state, "plant hops")
    assert refused is not None
    assert refused.rule == "BC-10"


def test_bc_09_a_farm_may_be_left_fallow() -> None:
    state = into("spring", players={1: {"tiles": "farm", "ingredients": "malt:3"}}).state
    made = step(state, "no-planting")
    assert of(FarmPlanted, made.events) == []
    assert made.state.brewers[0].planted == -1
    assert has(made.state, 1) == "malt:3"
    assert asked(made.state) == (1, "market")


def test_bc_09_who_stores_nothing_that_grows_is_not_asked() -> None:
    made = into("spring", players={1: {"tiles": "farm", "ingredients": "yeast:3,spices:2,coffee:1"}})
    assert asked(made.state) == (1, "market")
    assert made.state.brewers[0].planted == -1


@pytest.mark.parametrize(
    ("kind", "rule"), [("yeast", "BC-26"), ("spices", "BC-26"), ("coffee", "BC-26"), ("hops", "BC-09")]
)
def test_bc_09_what_does_not_grow_or_is_not_stored_cannot_be_planted(kind: str, rule: str) -> None:
    words = {"tiles": "farm", "ingredients": "malt:1,yeast:3,spices:2,coffee:1"}
    state = into("spring", players={1: words}).state
    assert legal(state) == ["no-planting", "plant malt"]
    refused = refusal(state, f"plant {kind}")
    assert refused is not None
    assert refused.rule == rule


def test_bc_26_a_farm_installed_after_springs_start_is_planted_next_year() -> None:
    state = at_work(1, season="spring", players={1: {"ingredients": "malt:3,fruit:1"}})
    state = after(state, "install farm")
    assert (asked(state), SEASON_NAMES[state.season]) == ((1, "market"), "summer")
    assert state.brewers[0].planted == -1
    fall = into("fall", players={1: {"tiles": "farm", "ingredients": "malt:3"}})
    assert taken(fall.events) == []
    assert asked(into("spring", players={1: {"tiles": "farm", "ingredients": "malt:3"}}).state) == (1, "plant")


def test_bc_26_a_farm_installed_in_winter_is_planted_in_the_spring_that_follows() -> None:
    state = after(at_work(1, season="winter", players={1: {"ingredients": "malt:3"}}), "install farm")
    assert (asked(state), SEASON_NAMES[state.season]) == ((1, "plant"), "spring")


def test_bc_14_a_harvest_that_does_not_fit_is_discarded_before_anybody_else_acts() -> None:
    farm = act_of("farm")
    players = {1: {"tiles": "farm", "planted": "malt", "ingredients": full()}, 2: {"tiles": "yeast-lab"}}
    state = into("fall", players=players).state
    assert asked(state) == (1, "discard")
    assert held(state, 2) == NONE
    assert {*legal(state)} == parts(plus(stock(full()), one(0, farm.stock[0])), min(AT_ONCE, farm.stock[0]))
    state = discarded(state, "malt", farm.stock[0])
    assert has(state, 1) == full()
    assert held(state, 2) == act_of("yeast-lab").stock


@packaged_figures
def test_bc_09_who_trades_while_planting_may_plant_what_they_get() -> None:
    words = {"tiles": "farm", "partnerships": "orchard-grower"}
    state = into("spring", seats=4, players={1: words}).state
    assert asked(state) == (1, "plant")
    assert legal(state) == ["no-planting", "trade orchard-grower"]
    state = after(state, "trade orchard-grower")
    assert legal(state)[:2] == ["no-planting", "plant fruit"]
    assert after(state, "plant fruit").brewers[0].planted == 3


# --- annual research before the market (BC-08, BC-09, BC-25) ----------------------------------------------------------------


def test_bc_09_annual_research_follows_what_the_season_gives_and_comes_before_the_market() -> None:
    players = {seat: {"workers": "maltings-manager", "steps": {"fermentation": 2}} for seat in (1, 2, 3)}
    made = into("winter", seats=3, first=2, players=players)
    given, research = act_of("maltings-manager").stock, annual("fermentation").stock
    order = in_turn_order(3, 2)
    expected = [(seat, "maltings-manager", given) for seat in order] + [
        (seat, "fermentation", research) for seat in order
    ]
    assert taken(made.events) == expected
    shown = [kind for kind in kinds(made.events) if kind != "SeasonBegan"]
    wanted = ["IngredientsTaken"] * 3 + ["PhaseBegan"] + ["IngredientsTaken"] * 3 + ["PhaseBegan"]
    assert shown == wanted
    assert asked(made.state) == (2, "market")


@pytest.mark.parametrize("season", ["spring", "summer", "fall"])
def test_bc_08_there_is_no_annual_research_but_in_winter(season: str) -> None:
    steps = {track.name: 4 for track in BOX.tracks}
    made = into(season, players={1: {"steps": steps}})
    assert taken(made.events) == []
    assert of(MoneyTaken, made.events) == []
    assert asked(made.state) == (1, "market")


def test_bc_25_only_tracks_whose_annual_step_is_taken_give_annual_research() -> None:
    made = into("winter", players={1: {"steps": {track.name: 1 for track in BOX.tracks}}})
    assert taken(made.events) == []
    made = into("winter", players={1: {"steps": {"agronomy": 1, "fermentation": 3, "business": 0, "flavour": 1}}})
    assert taken(made.events) == [(1, "fermentation", annual("fermentation").stock)]


def test_bc_25_annual_research_comes_in_the_order_that_the_player_likes() -> None:
    players = {1: {"steps": {track.name: 2 for track in BOX.tracks}}}
    state = into("winter", players=players).state
    assert (asked(state), state.phase) == ((1, "annual"), "RESEARCH")
    assert legal(state) == [f"annual {track.name}" for track in BOX.tracks]
    state = after(state, "annual flavour")
    assert asked(state) == (1, "choose")
    state = after(state, *["choose fruit"] * annual("flavour").amount)
    assert legal(state) == ["annual agronomy", "annual fermentation", "annual business"]
    state = after(state, "annual business")
    assert money(state, 1) == 10 + annual("business").amount
    made = step(state, "annual fermentation")  # the last one comes by itself
    assert [source for _, source, _ in taken(made.events)] == ["fermentation", "agronomy"]
    assert asked(made.state) == (1, "market")


def test_bc_14_what_does_not_fit_of_annual_research_is_discarded_before_the_next_one_comes() -> None:
    steps = {"agronomy": 2, "fermentation": 2}
    players = {1: {"steps": steps, "ingredients": full("coffee")}, 2: {"steps": steps}}
    state = after(into("winter", players=players).state, "annual fermentation")
    assert asked(state) == (1, "discard")
    assert held(state, 2) == NONE
    state = after(state, f"discard coffee:{sum(annual('fermentation').stock)}")
    assert asked(state) == (1, "discard")  # of the track that was left
    state = after(state, f"discard coffee:{sum(annual('agronomy').stock)}")
    assert asked(state) == (2, "annual")


# --- BC-10: the order of market actions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "first"), [(seats, first) for seats in SEATS for first in range(1, seats + 1)])
def test_bc_10_tokens_are_placed_one_at_a_time_from_the_starting_player_round(seats: int, first: int) -> None:
    state = into("summer", seats=seats, first=first).state
    assert order_of_market(state) == in_turn_order(seats, first) * TOKENS


def test_bc_10_what_a_token_calls_for_is_decided_before_the_next_token_is_placed() -> None:
    state = after(at_market(1, 2), HIRING[0])
    assert asked(state) == (1, "hire")
    state = after(state, "hire salesperson")
    assert asked(state) == (2, "market")


def test_bc_10_an_occupied_space_cannot_be_chosen_not_even_by_who_occupies_it() -> None:
    words = PLAIN[0]
    state = after(at_market(1, 2, 1), words, PLAIN[1])
    refused = refusal(state, words)
    assert refused is not None
    assert refused.rule == "BC-11"
    assert words not in legal(state)


@pytest.mark.parametrize("season", SEASON_NAMES)
def test_bc_10_the_intern_gives_one_more_market_action_in_fall_after_all_tokens(season: str) -> None:
    state = into(season, seats=3, first=3, players={1: {"workers": "intern"}}).state
    more = [1] if season == "fall" else []
    assert order_of_market(state) == [3, 1, 2] * TOKENS + more


def test_bc_10_the_interns_action_takes_a_space_like_a_token() -> None:
    state = at_market(1, 2, season="fall", players={1: {"workers": "intern"}})
    words = plain_move(state)
    state = after(state, words)
    state = after(state, plain_move(state))
    assert asked(state) == (1, "market")
    assert (state.phase, words in legal(state)) == ("MARKET", False)
    made = step(state, plain_move(state))
    assert [event.seat for event in of(SpaceTaken, made.events)] == [1]
    assert sum(map(bool, made.state.taken)) == 3
    assert asked(made.state) == (1, "act")


@pytest.mark.parametrize("words", HIRING)
def test_bc_10_an_intern_hired_in_fall_acts_in_that_very_fall(words: str) -> None:
    state = after(at_market(1, 2, 1, 2, seats=5, season="fall"), words, "hire intern")
    assert order_of_market(state) == [2, 1, 2, 1]


def test_bc_10_an_intern_hired_with_the_last_token_of_fall_acts_right_after() -> None:
    state = at_market(2, season="fall")
    made = step(after(state, HIRING[0]), "hire intern")
    assert kinds(made.events) == ["WorkerHired"]
    assert asked(made.state) == (2, "market")


def test_bc_10_an_intern_hired_in_summer_gives_nothing_before_fall() -> None:
    state = after(at_market(1, season="summer"), HIRING[0], "hire intern")
    assert asked(state) == (1, "act")


@pytest.mark.parametrize("first", [1, 2, 3])
def test_bc_10_extra_actions_of_several_seats_go_from_the_starting_player_round(first: int) -> None:
    players = {seat: {"workers": "intern"} for seat in (1, 2, 3)}
    state = into("fall", seats=3, first=first, players=players).state
    assert order_of_market(state) == in_turn_order(3, first) * (TOKENS + 1)


@pytest.mark.parametrize("placed", range(6), ids="token {}".format)
def test_bc_15_who_becomes_starting_player_at_the_market_does_not_change_its_order(placed: int) -> None:
    players = {seat: {"workers": "intern"} for seat in (1, 2, 3)}
    state = into("fall", seats=3, first=2, players=players).state
    order = in_turn_order(3, 2) * (TOKENS + 1)
    seats = []
    for _ in range(placed):
        seats.append(asked(state)[0])
        state = plainly(state)
    new = asked(state)[0]
    seats.append(new)
    made = step(state, "market private-investor money")
    assert made.state.first == new
    assert [event.seat for event in of(StartingPlayerChanged, made.events)] == ([new] if new != 2 else [])
    state = made.state
    while asked(state)[1] == "market":
        seats.append(asked(state)[0])
        state = plainly(state)
    assert seats == order  # the extra actions too go in the order in which the running phase began
    assert order_of_brewery(state) == in_turn_order(3, new)


def test_bc_15_the_new_starting_player_begins_this_brewery_phase_and_the_next_season() -> None:
    players = {3: {"shifts": 2}, **{seat: {"tiles": "yeast-lab"} for seat in (1, 2)}}
    state = after(at_market(3, 1, seats=3, first=2, players=players), "market private-investor money")
    assert asked(state) == (1, "market")
    made = step(state, plain_move(state))
    phases = of(PhaseBegan, made.events)
    assert [(str(event.phase), event.starting_seat) for event in phases] == [("brewery", 3)]
    state = made.state
    acting, events = [], []
    while state.phase == "BREWERY":
        if asked(state)[1] == "act":
            acting.append(asked(state)[0])
        made = step(state, legal(state)[0])
        state, events = made.state, [*events, *made.events]
    assert acting == [3, 1, 2, 3]
    assert [seat for seat, source, _ in taken(events) if source == "yeast-lab"] == [1, 2]
    assert [event.starting_seat for event in of(PhaseBegan, events)] == [3]
    assert order_of_market(state) == [3, 1, 2] * TOKENS


def test_bc_15_the_starting_player_may_take_the_money_and_stays_it() -> None:
    made = step(at_market(1, 2, lying={"private-investor": 4}), "market private-investor money")
    assert kinds(made.events) == ["SpaceTaken", "MoneyTaken"]
    assert made.state.first == 1


def test_bc_15_only_one_player_a_season_can_become_starting_player() -> None:
    state = after(at_market(2, 1), "market private-investor money")
    refused = refusal(state, "market private-investor money")
    assert refused is not None
    assert refused.rule == "BC-11"
    assert state.first == 2


# --- BC-11, BC-12, BC-13: the sixteen spaces --------------------------------------------------------------------------------

LYING = {space.name: space.amount + i for i, space in enumerate(RESTOCKING, 1)}
"""More than the amount of one season lies on every space that restocks."""


def test_bc_11_all_sixteen_spaces_and_their_sides_are_tried_here() -> None:
    assert len({space.name for space, _ in SIDES.values()}) == 16
    effects = {act.effect for _, side in SIDES.values() for act in side.acts}
    assert effects == {
        EffectName.TAKE,
        EffectName.TAKE_ALL,
        EffectName.CHOOSE_ADVANCED,
        EffectName.MONEY,
        EffectName.STARTING_PLAYER,
        EffectName.PARTNERSHIP,
        EffectName.WORKER,
        EffectName.SHIFT,
    }
    assert {words.split()[1] for words in SHIFTING} == {"staff-agency", "second-staff-agency"}
    assert {words.split()[1] for words in HIRING} == {"job-board", "staff-agency", "home-brew-shop"}
    assert {words.split()[1] for words in FORMING} == {"local-partnership", "chamber-of-commerce"}
    with_sides = {space.name for space, side in SIDES.values() if side.name}
    assert with_sides == {
        "orchard-or-spice-market",
        "coffee-importer",
        "private-investor",
        "local-partnership",
        "staff-agency",
        "home-brew-shop",
        "chamber-of-commerce",
        "second-staff-agency",
    }


@pytest.mark.parametrize("words", SIDES)
def test_bc_11_a_space_gives_what_it_says_and_nothing_else_changes(words: str) -> None:
    space, side = SIDES[words]
    effects = {act.effect for act in side.acts}
    before = at_market(2, 3, seats=5, lying=LYING, players={2: {"brewed": {"ale": 3}}})
    made = step(before, words)
    state, events = made.state, list(made.events)

    ingredients = given_by(words, LYING.get(space.name, 0))
    dollars = sum(act.amount for act in side.acts if act.effect is EffectName.MONEY)
    takes_all = EffectName.TAKE_ALL in effects
    if takes_all and space.what == MONEY:
        dollars += LYING[space.name]
    assert held(state, 2) == ingredients
    assert money(state, 2) == 10 + dollars
    assert state.brewers[1].shifts == 1 + (EffectName.SHIFT in effects)
    assert state.first == (2 if EffectName.STARTING_PLAYER in effects else 1)
    assert taken(events) == ([(2, space.name, ingredients)] if any(ingredients) else [])
    earned = [(event.seat, event.money, event.source) for event in of(MoneyTaken, events)]
    assert earned == ([(2, dollars, space.name)] if dollars else [])
    assert [(event.seat, event.space, event.side) for event in of(SpaceTaken, events)] == [(2, space.name, side.name)]
    assert isinstance(events[0], SpaceTaken)

    after_all = {name: 0 if takes_all and name == space.name else count for name, count in LYING.items()}
    assert {name: lies(state, name) for name in LYING} == after_all
    assert [brewer for i, brewer in enumerate(state.brewers) if i != 1] == [
        brewer for i, brewer in enumerate(before.brewers) if i != 1
    ]
    assert state.workers == before.workers
    assert state.partnerships == before.partnerships

    tasks = {EffectName.WORKER: "hire", EffectName.PARTNERSHIP: "form", EffectName.CHOOSE_ADVANCED: "choose"}
    owed = [tasks[act.effect] for act in side.acts if act.effect in tasks]
    assert asked(state) == ((2, owed[0]) if owed else (3, "market"))


@pytest.mark.parametrize("words", SIDES)
def test_bc_11_a_space_is_occupied_by_whichever_side_and_all_others_stay_free(words: str) -> None:
    space, _ = SIDES[words]
    players = {seat: {"brewed": {"ale": 3}} for seat in (2, 3)}
    state = step(at_market(2, 3, seats=5, lying=LYING, players=players), words).state
    while asked(state)[0] == 2:
        state = after(state, legal(state)[0])
    assert asked(state) == (3, "market")
    assert taker(state, space.name) == 2
    assert sum(map(bool, state.taken)) == 1
    assert {*SIDES} - {*legal(state)} == {one for one in SIDES if SIDES[one][0] is space}
    for side in space.sides:
        refused = refusal(state, line(space, side))
        assert refused is not None
        assert refused.rule == "BC-11"


@pytest.mark.parametrize("chosen", ADVANCED_NAMES)
@pytest.mark.parametrize("words", CHOOSING)
def test_bc_11_an_advanced_ingredient_of_choice_is_any_of_the_three(words: str, chosen: str) -> None:
    amount = next(act.amount for act in SIDES[words][1].acts if act.effect is EffectName.CHOOSE_ADVANCED)
    state = after(at_market(1, 2, seats=5), words)
    for _ in range(amount):
        assert asked(state) == (1, "choose")
        assert legal(state) == [f"choose {name}" for name in ADVANCED_NAMES]
        refused = refusal(state, "choose malt")
        assert refused is not None
        assert refused.rule == "BC-11"
        made = step(state, f"choose {chosen}")
        assert taken(made.events) == [(1, words.split()[1], one(SPOKEN.index(chosen)))]
        state = made.state
    assert has(state, 1) == f"{chosen}:{amount}"
    assert asked(state) == (2, "market")


@pytest.mark.parametrize("space", RESTOCKING, ids=lambda space: space.name)
def test_bc_12_everything_that_lies_on_a_space_is_taken_and_then_it_fills_again(space: Space) -> None:
    words = next(words for words in sides_with(EffectName.TAKE_ALL) if words.split()[1] == space.name)
    state = after(at_market(1, seats=5, lying={space.name: 11}), words)
    brewer = state.brewers[0]
    assert brewer.money - 10 + sum(brewer.stock) == 11
    assert lies(state, space.name) == 0
    while state.phase == "BREWERY":
        state = after(state, legal(state)[0])
    assert SEASON_NAMES[state.season] == "summer"
    assert lies(state, space.name) == space.amount


def test_bc_12_what_nobody_takes_gathers_season_by_season() -> None:
    state = dealt(seats=2)
    amount = SPACES["maltster"].amount
    for season in range(1, 4):
        while state.season < season:
            there = [words for words in legal(state) if words != "market maltster"]
            state = after(state, there[0] if asked(state)[1] != "market" else _not_malt(state))
        assert lies(state, "maltster") == amount * (season + 1)


def _not_malt(state: BrewCraftersState) -> str:
    return next(words for words in legal(state) if words in PLAIN and words != "market maltster")


@pytest.mark.parametrize("words", sides_with(EffectName.TAKE_ALL))
def test_bc_13_a_space_on_which_nothing_lies_can_be_taken_and_gives_nothing(words: str) -> None:
    before = at_market(1, 2, seats=5)
    assert words in legal(before)
    made = step(before, words)
    assert kinds(made.events) == ["SpaceTaken"]
    assert made.state.brewers == before.brewers
    assert taker(made.state, words.split()[1]) == 1


def test_bc_13_money_of_the_private_investor_stays_where_ingredients_are_taken() -> None:
    state = after(at_market(2, 1, lying={"private-investor": 5}), "market private-investor ingredients")
    assert lies(state, "private-investor") == 5
    assert (state.first, money(state, 2)) == (1, 10)
    assert held(state, 2) == given_by("market private-investor ingredients")


def hindered(effect: EffectName) -> tuple[BrewCraftersState, str]:
    """A position in which nobody can do this, and the rule of it."""
    if effect is EffectName.SHIFT:
        return at_market(1, 2, seats=5), "BC-18"
    return at_market(1, 2, seats=5, **{"workers" if effect is EffectName.WORKER else "partnerships": ""}), "BC-13"


@pytest.mark.parametrize("effect", [EffectName.WORKER, EffectName.PARTNERSHIP, EffectName.SHIFT])
def test_bc_13_a_side_that_is_impossible_cannot_be_chosen_and_the_other_side_can(effect: EffectName) -> None:
    state, rule = hindered(effect)
    there = legal(state)
    for words in sides_with(effect):
        refused = refusal(state, words)
        assert refused is not None
        assert refused.rule == rule
        assert words not in there
        space, side = SIDES[words]
        for other in space.sides:
            possible = other is not side and not any(act.effect is EffectName.SHIFT for act in other.acts)
            assert (line(space, other) in there) == possible
    impossible = {*sides_with(effect), *SHIFTING}
    assert {*there} == {*SIDES} - impossible


def test_bc_13_a_space_both_of_whose_sides_are_impossible_cannot_be_chosen() -> None:
    state = at_market(1, 2, workers="")
    assert not [words for words in legal(state) if words.split()[1] in ("staff-agency", "job-board")]
    shift = refusal(state, "market staff-agency shift")
    worker = refusal(state, "market staff-agency worker")
    assert shift is not None
    assert worker is not None
    assert (shift.rule, worker.rule) == ("BC-18", "BC-13")


def test_bc_11_the_side_of_a_space_must_be_named_where_there_are_two_and_only_there() -> None:
    state = at_market(1, 2, seats=5)
    for space in SPACES.values():
        wrong = f"market {space.name}" + ("" if space.sides[0].name else " malt")
        for words in (wrong, f"market {space.name} elsewhere"):
            refused = refusal(state, words)
            assert refused is not None
            assert refused.rule == "BC-11"


def test_bc_13_with_no_space_left_a_market_action_is_lost() -> None:
    state = at_market(1, 2, taken=all_but("mixed-delivery", "maltster"))
    made = step(state, "market maltster")  # seat 2 has one space left, which they take without being asked
    assert [(event.seat, event.space) for event in of(SpaceTaken, made.events)] == [
        (1, "maltster"),
        (2, "mixed-delivery"),
    ]
    assert of(MarketActionLost, made.events) == []
    state = at_market(1, 2, 1, taken=all_but("mixed-delivery", "maltster"))
    made = step(state, "market maltster")
    assert [event.seat for event in of(MarketActionLost, made.events)] == [1]
    assert kinds(made.events)[-2:] == ["MarketActionLost", "PhaseBegan"]
    assert asked(made.state) == (1, "act")


def test_bc_13_every_action_for_which_there_is_no_space_is_lost_also_those_of_workers() -> None:
    players = {2: {"workers": "intern"}}
    state = at_market(1, 2, 1, 2, season="fall", players=players, taken=all_but("local-partnership"))
    made = step(state, "market local-partnership ingredient")
    while asked(made.state) == (1, "choose"):
        made = step(made.state, "choose fruit")
    assert [event.seat for event in of(MarketActionLost, made.events)] == [2, 1, 2, 2]
    assert asked(made.state) == (1, "act")


def test_bc_13_a_market_action_is_lost_where_the_spaces_left_are_impossible_for_the_player() -> None:
    left = all_but("job-board", "staff-agency", "maltster")
    state = at_market(1, 2, taken=left, workers="", players={2: {"shifts": 3, "brewed": {"ale": 9}}})
    made = step(state, "market maltster") if len(legal(state)) > 1 else step(state, legal(state)[0])
    assert [event.seat for event in of(MarketActionLost, made.events)] == [2]
    assert taker(made.state, "job-board") == taker(made.state, "staff-agency") == 0


def test_bc_13_who_may_hire_a_shift_does_not_lose_their_action_where_another_would() -> None:
    left = all_but("staff-agency", "maltster")
    state = at_market(1, 2, taken=left, workers="", players={2: {"brewed": {"ale": 3}}})
    made = step(state, "market maltster")
    assert of(MarketActionLost, made.events) == []
    assert [(event.seat, event.shifts) for event in of(ShiftHired, made.events)] == [(2, 2)]


def test_bc_13_a_market_action_is_lost_though_a_partnership_could_be_traded_with() -> None:
    players = {2: {"partnerships": "coffee-roaster"}}
    made = step(at_market(1, 2, taken=all_but("maltster"), players=players), "market maltster")
    assert [event.seat for event in of(MarketActionLost, made.events)] == [2]


def test_bc_16_who_can_trade_is_asked_though_one_space_alone_is_left() -> None:
    players = {2: {"partnerships": "coffee-roaster"}}
    state = after(at_market(1, 2, taken=all_but("maltster", "hop-yard"), players=players), "market maltster")
    assert asked(state) == (2, "market")
    assert legal(state) == ["market hop-yard", "trade coffee-roaster"]


def in_order(seats: int) -> list[str]:
    """The market moves, those of spaces that restock last."""
    there = sorted(BOX.spaces[seats], key=lambda space: space in RESTOCKING)
    return [line(space, side) for space in there for side in space.sides]


@pytest.mark.parametrize("seats", SEATS)
def test_spaces_that_restock_are_listed_last(seats: int) -> None:
    state = at_market(1, 2, seats=seats, players={1: {"brewed": {"ale": 3}}})
    assert legal(state) == in_order(seats)
    assert legal(dealt(seats=seats)) == [words for words in in_order(seats) if words not in SHIFTING]
    number = sum(len(space.sides) for space in RESTOCKING if space in BOX.spaces[seats])
    assert {words.split()[1] for words in legal(state)[-number:]} == {
        space.name for space in RESTOCKING if space in BOX.spaces[seats]
    }


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("idle", [1, 2])
def test_who_always_makes_the_first_move_leaves_what_restocks_to_the_others(seats: int, idle: int) -> None:
    rng, state = random.Random(f"{seats} {idle}"), dealt(seats=seats)
    restocking, times = {space.name for space in RESTOCKING}, 0
    while (decision := RULES.decision(state)) is not None:
        moves = list(RULES.moves(state))
        words = write(moves[0] if decision.seat == idle else rng.choice(moves))
        if decision.seat == idle and decision.task == "market":
            free = {other.split()[1] for other in legal(state) if other.startswith("market ")} - restocking
            assert (words.split()[1] in restocking) == (not free)
            times += bool(free)
        state = after(state, words)
    assert times >= 12


# --- BC-14: storage -------------------------------------------------------------------------------------------------------


def test_bc_14_a_storehouse_may_be_filled_to_the_last_place() -> None:
    given = given_by("market mixed-delivery")
    made = step(at_market(1, 2, players={1: {"ingredients": full(less=sum(given))}}), "market mixed-delivery")
    assert kinds(made.events) == ["SpaceTaken", "IngredientsTaken"]
    assert sum(held(made.state, 1)) == ROOM
    assert asked(made.state) == (2, "market")


@packaged_figures
@pytest.mark.parametrize("words", PLAIN)
def test_bc_14_what_does_not_fit_is_discarded_stored_or_new_and_exactly_so_many(words: str) -> None:
    space, _ = SIDES[words]
    lying = {space.name: 3} if space.amount else {}
    start = stock("malt:3,hops:3,spices:3")
    start = plus(start, one(5, ROOM - sum(start)))
    ingredients = ",".join(f"{name}:{n}" for name, n in zip(SPOKEN, start, strict=True) if n)
    state = after(at_market(1, 2, seats=5, lying=lying, players={1: {"ingredients": ingredients}}), words)
    gained = given_by(words, 3)
    if not any(gained):
        assert asked(state) == (2, "market")
        return
    assert asked(state) == (1, "discard")
    assert held(state, 1) == plus(start, gained)
    there = legal(state)
    assert {*there} == parts(plus(start, gained), sum(gained))
    assert len(there) == len({*there})
    for gone in (there[0], there[-1], there[len(there) // 2]):
        made = step(state, gone)
        assert [f"discard {has_words(e)}" for e in of(IngredientsDiscarded, made.events)] == [gone]
        assert sum(held(made.state, 1)) == ROOM
        assert held(made.state, 1) == minus(plus(start, gained), stock(gone.removeprefix("discard ")))
        assert asked(made.state) == (2, "market")


def has_words(event: IngredientsDiscarded) -> str:
    return ",".join(f"{name}:{n}" for name, n in zip(SPOKEN, counts(event.ingredients), strict=True) if n)


def test_bc_14_neither_more_nor_fewer_nor_what_one_does_not_have_can_be_discarded() -> None:
    state = at_market(1, 2, lying={"maltster": 3}, players={1: {"ingredients": full(less=1)}})
    state = after(state, "market maltster")
    assert {*legal(state)} == {"discard malt:2", "discard malt:1,hops:1", "discard hops:2"}
    for words in ("discard malt:1", "discard malt:3", "discard none", "discard yeast:2", f"discard hops:{ROOM + 1}"):
        refused = refusal(state, words)
        assert refused is not None
        assert refused.rule == "BC-14"
    assert asked(after(state, "discard malt:1,hops:1")) == (2, "market")


def test_bc_14_more_than_a_whole_storehouse_may_come_at_once() -> None:
    lot = ROOM + 5
    state = after(at_market(1, 2, lying={"maltster": lot}, players={1: {"ingredients": full()}}), "market maltster")
    assert {*legal(state)} == parts((lot, ROOM, 0, 0, 0, 0), AT_ONCE)
    state = discarded(discarded(state, "malt", lot - ROOM), "hops", ROOM)
    assert has(state, 1) == full("malt")
    assert asked(state) == (2, "market")


@pytest.mark.parametrize("due", [1, 4, 5, 6, 9, 10, 11, 12])
def test_bc_14_more_than_5_are_discarded_5_by_5(due: int) -> None:
    assert AT_ONCE == DISCARDED_AT_ONCE
    state = after(at_market(1, 2, lying={"maltster": due}, players={1: {"ingredients": full()}}), "market maltster")
    left, numbers = due, []
    while left:
        number = min(AT_ONCE, left)
        decision = RULES.decision(state)
        assert decision is not None
        assert (decision.seat, decision.task) == (1, "discard")
        more = f", and then {left - number} more" if left > number else ""
        assert decision.prompt == f"Discard {number} ingredient{'s' * (number > 1)}{more}: storage is full."
        assert {*legal(state)} == parts(held(state, 1), number)
        assert refusal(state, f"discard hops:{number + 1}") is not None
        assert refusal(state, "discard none") is not None
        assert refusal(state, "market hop-yard") is not None
        made = step(state, f"discard hops:{number}")
        assert made.events == (IngredientsDiscarded(1, amounts((0, number, 0, 0, 0, 0))),)
        numbers.append(number)
        state, left = made.state, left - number
    assert asked(state) == (2, "market")
    assert sum(held(state, 1)) == ROOM
    assert len(numbers) == -(-due // AT_ONCE)


def test_bc_14_what_is_all_of_one_kind_is_discarded_5_by_5_without_a_question() -> None:
    state = at_market(1, 2, lying={"maltster": 2 * AT_ONCE + 1}, players={1: {"ingredients": full("malt")}})
    made = step(state, "market maltster")
    gone = [counts(event.ingredients)[0] for event in of(IngredientsDiscarded, made.events)]
    assert gone == [AT_ONCE, AT_ONCE, 1]
    assert has(made.state, 1) == full("malt")
    assert asked(made.state) == (2, "market")


def test_bc_14_nobody_else_acts_until_the_player_has_chosen() -> None:
    players = {1: {"ingredients": full(), "partnerships": "coffee-roaster"}}
    state = after(at_market(1, 2, lying={"maltster": 3}, players=players), "market maltster")
    decision = RULES.decision(state)
    assert decision is not None
    assert (decision.seat, decision.verbs, decision.rules) == (1, ("discard",), ("BC-14",))
    assert all(words.startswith("discard ") for words in legal(state))
    assert not taker(state, "hop-yard")
    assert refusal(state, "market hop-yard") is not None


@pytest.mark.parametrize("kind", BASIC_NAMES)
def test_bc_14_where_all_is_of_one_kind_what_does_not_fit_is_discarded_without_a_question(kind: str) -> None:
    space = next(space for space in RESTOCKING if space.what == SPOKEN.index(kind))
    state = at_market(1, 2, lying={space.name: 4}, players={1: {"ingredients": full(kind, less=1)}})
    made = step(state, line(space, space.sides[0]))
    assert kinds(made.events) == ["SpaceTaken", "IngredientsTaken", "IngredientsDiscarded"]
    assert counts(made.events[-1].ingredients) == one(space.what, 3)
    assert has(made.state, 1) == full(kind)
    assert asked(made.state) == (2, "market")


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ({"tiles": "storehouse"}, ["storehouse"]),
        ({"workers": "cellar-hand"}, ["cellar-hand"]),
        ({"tiles": "storehouse", "workers": "cellar-hand"}, ["storehouse", "cellar-hand"]),
    ],
    ids=["second storehouse", "Cellar Hand", "both"],
)
def test_bc_14_a_second_storehouse_and_the_cellar_hand_store_more(words: dict[str, str], more: list[str]) -> None:
    room = ROOM + sum(act_of(name).amount for name in more)
    assert room > ROOM
    for less, due in [(3, 0), (2, 1), (0, 3)]:
        players = {1: words | {"ingredients": f"hops:{room - less}"}}
        state = after(at_market(1, 2, lying={"maltster": 3}, players=players), "market maltster")
        if due:
            assert {*legal(state)} == parts((3, room - less, 0, 0, 0, 0), due)
            state = after(state, f"discard hops:{due}")
            assert sum(held(state, 1)) == room
        assert asked(state) == (2, "market")


def test_bc_14_a_cellar_hand_hired_at_the_market_stores_more_at_once() -> None:
    state = at_market(1, 1, lying={"maltster": 3}, players={1: {"ingredients": full()}})
    state = after(state, HIRING[0], "hire cellar-hand", "market maltster")
    assert sum(held(state, 1)) == ROOM + 3
    assert asked(state) == (1, "act")


def test_bc_14_an_advanced_ingredient_of_choice_that_does_not_fit_may_be_discarded_itself() -> None:
    words = CHOOSING[0]
    amount = SIDES[words][1].acts[0].amount
    state = after(at_market(1, 2, seats=5, players={1: {"ingredients": full()}}), words, *["choose fruit"] * amount)
    assert {*legal(state)} == parts((0, ROOM, 0, amount, 0, 0), amount)
    assert has(after(state, f"discard fruit:{amount}"), 1) == full()


@packaged_figures
@pytest.mark.parametrize(
    ("market", "task", "then"),
    [
        ("market job-board", "hire", "hire intern"),
        ("market chamber-of-commerce partnership", "form", "form coffee-roaster"),
    ],
)
def test_bc_14_a_worker_is_hired_and_a_partnership_formed_before_the_discard(market: str, task: str, then: str) -> None:
    players = {1: {"ingredients": full(), "partnerships": "spices-importer"}}
    state = after(at_market(1, 2, seats=4, players=players), market, "trade spices-importer")
    assert asked(state) == (1, task)
    refused = refusal(state, "discard spices:1")
    assert refused is not None
    assert refused.rule == {"hire": "BC-17", "form": "BC-16"}[task]
    state = after(state, then)
    assert asked(state) == (1, "discard")
    assert asked(after(state, "discard spices:1")) == (2, "market")


def test_bc_14_money_needs_no_room() -> None:
    state = after(at_market(1, 2, players={1: {"ingredients": full()}}), sides_with(EffectName.MONEY)[0])
    assert asked(state) == (2, "market")


# --- BC-16: partnerships ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PARTNERSHIPS)
@pytest.mark.parametrize("words", FORMING)
def test_bc_16_a_partnership_that_is_formed_has_one_owner_and_gives_nothing_yet(words: str, name: str) -> None:
    state = after(at_market(1, 2, seats=5), words)
    assert asked(state) == (1, "form")
    made = step(state, f"form {name}")
    assert [(e.seat, e.partnership) for e in made.events if isinstance(e, PartnershipFormed)] == [(1, name)]
    assert len(made.events) == 1
    state = made.state
    assert state.brewers[0].partnerships == (PARTNERSHIP[name],)
    assert PARTNERSHIP[name] not in state.partnerships
    assert (money(state, 1), held(state, 1)) == (10, NONE)
    state = after(state, next(other for other in FORMING if other != words))
    assert legal(state) == [f"form {other}" for other in PARTNERSHIPS if other != name]
    refused = refusal(state, f"form {name}")
    assert refused is not None
    assert refused.rule == "BC-16"


def test_bc_16_the_last_partnership_is_formed_without_a_question() -> None:
    made = step(at_market(1, 2, players={2: {"partnerships": "spices-importer"}}), FORMING[0])
    assert kinds(made.events) == ["SpaceTaken", "PartnershipFormed"]
    assert made.state.partnerships == ()
    assert made.state.brewers[0].partnerships == (PARTNERSHIP["coffee-roaster"],)
    assert asked(made.state) == (2, "market")


@pytest.mark.parametrize("name", PARTNERSHIPS[2:])
def test_bc_02_a_partnership_for_4_players_cannot_be_formed_by_3(name: str) -> None:
    refused = refusal(after(at_market(1, 2, seats=3), FORMING[0]), f"form {name}")
    assert refused is not None
    assert refused.rule == "BC-02"


@pytest.mark.parametrize("name", PARTNERSHIPS)
def test_bc_16_a_partnership_gives_its_ingredients_for_its_price_as_often_as_one_likes(name: str) -> None:
    partnership = BOX.partnerships[PARTNERSHIP[name]]
    times = min(4, ROOM // sum(partnership.gives))
    players = {1: {"partnerships": name, "money": times * partnership.price + partnership.price - 1}}
    state = at_market(1, 2, seats=4, players=players)
    for done in range(times):
        assert legal(state)[-1] == f"trade {name}"
        made = step(state, f"trade {name}")
        assert kinds(made.events) == ["MoneyPaid", "IngredientsTaken"]
        assert [(e.seat, e.money, e.source) for e in of(MoneyPaid, made.events)] == [(1, partnership.price, name)]
        assert taken(made.events) == [(1, name, partnership.gives)]
        assert asked(made.state) == asked(state) == (1, "market")
        state = made.state
        assert held(state, 1) == tuple(n * (done + 1) for n in partnership.gives)
    assert money(state, 1) == partnership.price - 1
    assert f"trade {name}" not in legal(state)
    refused = refusal(state, f"trade {name}")
    assert refused is not None
    assert refused.rule == "BC-16"


def test_bc_16_the_four_partnerships_ask_a_dollar_or_more_and_each_gives_one_kind() -> None:
    assert [partnership.name for partnership in BOX.partnerships] == list(PARTNERSHIPS)
    given = [[name for name, n in zip(SPOKEN, one.gives, strict=True) if n] for one in BOX.partnerships]
    assert given == [["spices"], ["coffee"], ["fruit"], ["malt"]]
    assert min(partnership.price for partnership in BOX.partnerships) >= 1


@pytest.mark.parametrize(
    "owed",
    [
        ToMarket(1),
        ToHire(1),
        ToForm(1),
        ToChoose(1, True, "local-partnership"),
        ToChoose(1, False, "buyer"),
        ToPlant(1),
        ToResearch(1, (0, 1)),
        ToAct(1),
        ToProcess(1),
        ToBrew(1, False, 2, False, 0),
        ToBrew(1, True, 0, True, 1),
        ToEnd(1, False, 0),
        ToEnd(1, True, 0),
        ToStep(1),
        ToTrade(1),
    ],
    ids=repr,
)
def test_bc_16_its_owner_may_trade_whenever_they_are_to_act_and_then_still_acts(owed: Any) -> None:
    words = {"partnerships": "coffee-roaster", "tiles": "farm brewpub", "workers": "lab-technician"}
    state = position(Closing(), ToAct(2), owed, seats=3, phase=Phase.BREWERY, players={1: words})
    assert legal(state)[-1] == "trade coffee-roaster"
    made = step(state, "trade coffee-roaster")
    assert kinds(made.events) == ["MoneyPaid", "IngredientsTaken"]
    assert made.state.pending == state.pending
    assert asked(made.state) == asked(state)


def test_bc_16_nobody_trades_while_they_must_discard() -> None:
    players = {1: {"ingredients": f"malt:2,hops:{ROOM}", "partnerships": "coffee-roaster"}}
    state = position(Closing(), Opening("BREWERY"), ToMarket(2), ToDiscard(1), players=players)
    assert asked(state) == (1, "discard")
    refused = refusal(state, "trade coffee-roaster")
    assert refused is not None
    assert refused.rule == "BC-14"
    assert "trade coffee-roaster" not in legal(state)


@pytest.mark.parametrize("name", PARTNERSHIPS)
def test_bc_16_what_is_traded_for_and_does_not_fit_is_discarded_and_then_one_acts(name: str) -> None:
    gives = BOX.partnerships[PARTNERSHIP[name]].gives
    players = {1: {"ingredients": full(), "partnerships": name}}
    state = after(at_market(1, 2, seats=4, players=players), f"trade {name}")
    assert asked(state) == (1, "discard")
    assert {*legal(state)} == parts(plus(stock(full()), gives), sum(gives))
    state = after(state, f"discard hops:{sum(gives)}")
    assert asked(state) == (1, "market")
    assert held(state, 1) == plus(stock(full(less=sum(gives))), gives)
    assert f"trade {name}" in legal(state)


def test_bc_16_only_the_owner_trades_and_only_when_they_are_to_act() -> None:
    state = at_market(1, 2, players={2: {"partnerships": "coffee-roaster"}})
    refused = refusal(state, "trade coffee-roaster")
    assert refused is not None
    assert refused.rule == "BC-16"
    assert not [words for words in legal(state) if words.startswith("trade")]
    state = after(state, PLAIN[0])
    assert "trade coffee-roaster" in legal(state)
    assert refusal(state, "trade spices-importer") is not None


def test_bc_16_a_player_may_own_several_partnerships_and_trades_with_each_that_they_can_pay() -> None:
    state = at_market(1, 2, seats=4, players={1: {"partnerships": " ".join(PARTNERSHIPS)}})
    assert [words for words in legal(state) if words.startswith("trade")] == [f"trade {name}" for name in PARTNERSHIPS]
    state = after(state, *[f"trade {name}" for name in PARTNERSHIPS])
    assert held(state, 1) == sum_of(*[partnership.gives for partnership in BOX.partnerships])
    assert money(state, 1) == 10 - sum(partnership.price for partnership in BOX.partnerships)
    poor = at_market(1, 2, seats=4, players={1: {"partnerships": " ".join(PARTNERSHIPS), "money": 0}})
    assert not [words for words in legal(poor) if words.startswith("trade")]


def test_bc_16_a_partnership_formed_just_now_can_be_traded_with_when_one_acts_again() -> None:
    state = after(at_market(1, 2, 1), FORMING[0], "form coffee-roaster", PLAIN[0])
    assert legal(state)[-1] == "trade coffee-roaster"


def test_bc_16_while_hiring_one_may_trade_and_then_hires() -> None:
    players = {1: {"partnerships": "coffee-roaster"}}
    state = after(at_market(1, 2, players=players), HIRING[0], "trade coffee-roaster")
    assert asked(state) == (1, "hire")
    assert asked(after(state, "hire intern")) == (2, "market")


# --- BC-17: skilled workers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", HIRING)
@pytest.mark.parametrize("name", sorted(FIRST_WORKERS))
def test_bc_17_a_skilled_worker_is_hired_free_and_by_one_player(words: str, name: str) -> None:
    state = after(at_market(1, 2, seats=5), words)
    assert asked(state) == (1, "hire")
    assert {*legal(state)} == {f"hire {worker}" for worker in FIRST_WORKERS}
    made = step(state, f"hire {name}")
    assert [(e.seat, e.worker) for e in of(WorkerHired, made.events)] == [(1, name)]
    assert (len(made.events), money(made.state, 1), held(made.state, 1)) == (1, 10, NONE)
    assert made.state.brewers[0].workers == (WORKER[name],)
    state = after(made.state, next(other for other in HIRING if other.split()[1] != words.split()[1]))
    assert {*legal(state)} == {f"hire {worker}" for worker in FIRST_WORKERS - {name}}
    refused = refusal(state, f"hire {name}")
    assert refused is not None
    assert refused.rule == "BC-17"


def test_bc_17_a_worker_who_is_not_in_the_game_cannot_be_hired() -> None:
    refused = refusal(after(at_market(1, 2), HIRING[0]), "hire buyer")
    assert refused is not None
    assert refused.rule == "BC-05"


def test_bc_17_there_is_no_limit_to_the_workers_of_a_player() -> None:
    names = sorted(FIRST_WORKERS - {"intern"})
    state = after(at_market(1, 2, players={1: {"workers": " ".join(names)}}), HIRING[0])
    assert {WORKER[name] for name in FIRST_WORKERS} == {*state.brewers[0].workers}


def test_bc_17_the_last_worker_is_hired_without_a_question_and_then_nobody_can_be() -> None:
    made = step(at_market(1, 2, workers="buyer"), HIRING[0])
    assert kinds(made.events) == ["SpaceTaken", "WorkerHired"]
    assert made.state.workers == ()
    assert asked(made.state) == (2, "market")
    assert not {*HIRING} & {*legal(made.state)}


# --- BC-18: shifts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", SHIFTING)
@pytest.mark.parametrize(("shifts", "needed"), [(1, FIGURES.shift_2_batches.value), (2, FIGURES.shift_3_batches.value)])
def test_bc_18_a_new_shift_needs_batches_brewed(shifts: int, needed: int, words: str) -> None:
    for brewed in (0, needed - 1):
        state = at_market(1, 2, seats=5, players={1: {"shifts": shifts, "brewed": {"ale": brewed}}})
        refused = refusal(state, words)
        assert refused is not None
        assert refused.rule == "BC-18"
        assert words not in legal(state)
    for brewed in (needed, needed + 5):
        state = at_market(1, 2, seats=5, players={1: {"shifts": shifts, "brewed": {"ale": brewed}}})
        assert words in legal(state)
        made = step(state, words)
        assert [(e.seat, e.shifts) for e in of(ShiftHired, made.events)] == [(1, shifts + 1)]
        assert made.state.brewers[0].shifts == shifts + 1
        assert money(made.state, 1) == 10


@pytest.mark.parametrize("words", SHIFTING)
def test_bc_18_three_shifts_are_the_most(words: str) -> None:
    state = at_market(1, 2, seats=5, players={1: {"shifts": 3, "brewed": {"ale": 40}}})
    refused = refusal(state, words)
    assert refused is not None
    assert refused.rule == "BC-18"
    assert words not in legal(state)


def test_bc_18_batches_of_all_recipes_count_wherever_they_are_and_nobody_elses() -> None:
    words = {"tanks": "ale", "bottled": "porter", "sold": {"lambic": FIGURES.shift_2_batches.value - 2}}
    assert SHIFTING[0] in legal(at_market(1, 2, players={1: words}))
    assert SHIFTING[0] not in legal(at_market(2, 1, players={1: words}))
    assert SHIFTING[0] not in legal(at_market(1, 2, players={1: words | {"tanks": ""}}))


def test_bc_18_a_new_shift_works_in_the_same_season_after_the_first_actions_of_all() -> None:
    players = {1: {"brewed": {"ale": 3}}}
    state = after(at_market(1, seats=3, first=3, players=players), "market staff-agency shift")
    assert state.phase == "BREWERY"
    assert order_of_brewery(state) == [3, 1, 2, 1]


def test_bc_18_two_shifts_may_be_hired_in_one_season_and_both_work() -> None:
    players = {1: {"brewed": {"ale": 9}}}
    state = after(at_market(1, 1, seats=5, players=players), *SHIFTING)
    assert state.brewers[0].shifts == 3
    assert order_of_brewery(state) == [1, 2, 3, 4, 5, 1, 1]


# --- workers and research that act at the market -------------------------------------------------------------------------

BUYER, BREAKTHROUGH = act_of("buyer"), act_of("agronomy")
ADVANCED_OF_CHOICE = SIDES["market local-partnership ingredient"][1].acts[0].amount


def bought(state: BrewCraftersState, *names: str) -> BrewCraftersState:
    """The position after the Buyer's ingredients are chosen: these, then the first possible ones."""
    for i in range(BUYER.amount):
        assert asked(state)[1] == "choose"
        assert legal(state)[:BASICS] == [f"choose {name}" for name in BASIC_NAMES]
        state = after(state, f"choose {(*names, *['yeast'] * BUYER.amount)[i]}")
    return state


@pytest.mark.parametrize("chosen", BASIC_NAMES)
@pytest.mark.parametrize("words", [words for words in PLAIN if any(given_by(words, 1))])
def test_the_buyer_gives_basic_ingredients_of_choice_when_ingredients_are_taken(words: str, chosen: str) -> None:
    space, _ = SIDES[words]
    lying = {space.name: 2} if space.amount else {}
    state = step(at_market(1, 2, seats=5, lying=lying, players={1: {"workers": "buyer"}}), words).state
    assert asked(state) == (1, "choose")
    refused = refusal(state, "choose fruit")
    assert refused is not None
    assert refused.rule == "BC-11"
    state = bought(state, *[chosen] * BUYER.amount)
    assert held(state, 1) == plus(given_by(words, 2), one(SPOKEN.index(chosen), BUYER.amount))
    assert asked(state) == (2, "market")


def test_what_the_buyer_gives_comes_from_the_buyer() -> None:
    state = after(at_market(1, 2, players={1: {"workers": "buyer"}}), "market mixed-delivery")
    assert taken(happened(state, "choose hops")) == [(1, "buyer", one(1))]


def test_the_buyer_gives_once_a_season_and_again_in_the_next() -> None:
    state = at_market(1, 1, players={1: {"workers": "buyer"}})
    state = bought(after(state, "market mixed-delivery"))
    assert state.brewers[0].supplied
    state = after(state, "market orchard-or-spice-market fruit")
    assert asked(state) == (1, "act")
    while state.phase == "BREWERY":
        state = after(state, legal(state)[0])
    assert not state.brewers[0].supplied
    assert asked(after(state, "market mixed-delivery")) == (1, "choose")


@pytest.mark.parametrize(
    "words",
    [
        "market private-investor money",
        *[words for words in sides_with(EffectName.MONEY) if not any(given_by(words))],
        *SHIFTING,
        *sides_with(EffectName.TAKE_ALL),
    ],
)
def test_the_buyer_gives_nothing_for_money_a_shift_or_a_space_on_which_nothing_lies(words: str) -> None:
    lying = {"private-investor": 3}
    players = {1: {"workers": "buyer", "brewed": {"ale": 3}}}
    state = after(at_market(1, 2, seats=5, lying=lying, players=players), words)
    assert asked(state) == (2, "market")
    assert held(state, 1) == NONE
    assert not state.brewers[0].supplied


@pytest.mark.parametrize(("words", "then"), [(HIRING[0], "hire intern"), (FORMING[0], "form coffee-roaster")])
def test_the_buyer_gives_nothing_for_hiring_and_forming_and_still_gives_later(words: str, then: str) -> None:
    state = after(at_market(1, 2, 1, players={1: {"workers": "buyer"}}), words, then)
    assert asked(state) == (2, "market")
    assert not state.brewers[0].supplied
    state = after(state, "market hop-yard", "market mixed-delivery")
    assert asked(state) == (1, "choose")


def test_the_buyer_gives_nothing_for_a_trade() -> None:
    players = {1: {"workers": "buyer", "partnerships": "grain-elevator"}}
    state = after(at_market(1, 2, seats=4, players=players), "trade grain-elevator")
    assert asked(state) == (1, "market")
    assert not state.brewers[0].supplied


def test_the_buyer_gives_nothing_for_what_comes_at_the_seasons_start() -> None:
    made = into("summer", players={1: {"workers": "buyer maltings-manager"}})
    assert asked(made.state) == (1, "market")


@pytest.mark.parametrize("words", CHOOSING)
def test_the_buyer_gives_also_for_an_advanced_ingredient_of_choice(words: str) -> None:
    amount = SIDES[words][1].acts[0].amount
    state = after(at_market(1, 2, seats=5, players={1: {"workers": "buyer"}}), words)
    for names in [ADVANCED_NAMES] * amount + [BASIC_NAMES] * BUYER.amount:  # the Buyer's last
        assert asked(state) == (1, "choose")
        assert legal(state) == [f"choose {name}" for name in names]
        state = after(state, "choose yeast" if names == BASIC_NAMES else "choose coffee")
    assert held(state, 1) == plus(one(2, BUYER.amount), one(5, amount))
    assert asked(state) == (2, "market")


def test_a_buyer_hired_in_mid_season_gives_with_the_next_ingredients_that_are_taken() -> None:
    state = at_market(1, 1, workers="buyer intern")
    state = after(state, HIRING[0], "hire buyer")
    assert asked(state) == (1, "market")
    assert asked(after(state, "market mixed-delivery")) == (1, "choose")


def test_a_buyer_hired_after_ingredients_were_taken_still_gives_once_in_that_season() -> None:
    state = at_market(1, 1, 1, workers="buyer intern")
    state = after(state, "market mixed-delivery", HIRING[0], "hire buyer", "market orchard-or-spice-market fruit")
    assert asked(state) == (1, "choose")


def test_bc_14_what_the_buyer_gives_is_chosen_before_anything_is_discarded() -> None:
    start = f"hops:{ROOM}"
    state = at_market(1, 2, lying={"maltster": 3}, players={1: {"workers": "buyer", "ingredients": start}})
    state = bought(after(state, "market maltster"))
    assert asked(state) == (1, "discard")
    now = sum_of(stock(start), one(0, 3), one(2, BUYER.amount))
    assert held(state, 1) == now
    assert {*legal(state)} == parts(now, sum(now) - ROOM)
    made = step(state, legal(state)[-1])
    assert kinds(made.events) == ["IngredientsDiscarded"]
    assert asked(made.state) == (2, "market")


def test_what_does_not_fit_is_discarded_once_all_that_may_be_chosen_is_chosen() -> None:
    full = f"hops:{ROOM}"
    state = at_market(1, 2, players={1: {"ingredients": full, "workers": "buyer"}})
    state = after(state, "market local-partnership ingredient")
    for words in ["choose fruit"] * ADVANCED_OF_CHOICE + ["choose malt"] * BUYER.amount:
        assert asked(state) == (1, "choose")
        state = after(state, words)
    assert asked(state) == (1, "discard")
    due = ADVANCED_OF_CHOICE + BUYER.amount
    assert {*legal(state)} == parts(held(state, 1), due)
    assert asked(after(state, f"discard hops:{due}")) == (2, "market")


@packaged_figures
def test_what_is_bought_while_choosing_is_discarded_with_the_rest() -> None:
    player = {"ingredients": f"hops:{ROOM}", "workers": "buyer", "partnerships": "coffee-roaster"}
    state = after(
        at_market(1, 2, lying={"maltster": 3}, players={1: player}), "market maltster", "trade coffee-roaster"
    )
    assert asked(state) == (1, "choose")
    state = after(state, "choose yeast")
    assert asked(state) == (1, "discard")
    assert asked(after(state, "discard malt:3,hops:1,coffee:1")) == (2, "market")


@pytest.mark.parametrize("steps", range(5))
@pytest.mark.parametrize("words", ["market maltster", *GIVING_MALT])
def test_the_agronomy_breakthrough_gives_more_malt_with_malt_from_a_market_space(words: str, steps: int) -> None:
    players = {1: {"steps": {"agronomy": steps}}}
    made = step(at_market(1, 2, seats=5, lying={"maltster": 3}, players=players), words)
    given, more = given_by(words, 3), BREAKTHROUGH.stock if steps >= 3 else NONE
    assert taken(made.events) == [(1, words.split()[1], given)] + [(1, "agronomy", more)] * any(more)
    assert held(made.state, 1) == plus(given, more)
    assert asked(made.state) == (2, "market")


@pytest.mark.parametrize("words", NO_MALT)
def test_the_agronomy_breakthrough_gives_nothing_where_no_malt_is_taken(words: str) -> None:
    state = after(at_market(1, 2, seats=5, players={1: {"steps": {"agronomy": 3}}}), words)
    assert held(state, 1) == given_by(words)


def test_the_agronomy_breakthrough_gives_nothing_where_the_maltster_has_no_malt() -> None:
    state = after(at_market(1, 2, players={1: {"steps": {"agronomy": 3}}}), "market maltster")
    assert held(state, 1) == NONE


def test_the_agronomy_breakthrough_gives_nothing_for_malt_that_the_buyer_gives() -> None:
    players = {1: {"workers": "buyer", "steps": {"agronomy": 3}}}
    state = after(at_market(1, 2, lying={"hop-yard": 2}, players=players), "market hop-yard")
    for _ in range(BUYER.amount):
        made = step(state, "choose malt")
        assert taken(made.events) == [(1, "buyer", one(0))]
        state = made.state
    assert held(state, 1) == (BUYER.amount, 2, 0, 0, 0, 0)


@packaged_figures
def test_the_agronomy_breakthrough_gives_every_time_and_to_nobody_else() -> None:
    state = at_market(1, 2, 1, seats=3, lying={"maltster": 3}, players={1: {"steps": {"agronomy": 3}}})
    state = after(state, "market maltster", "market grain-silo", "market mixed-delivery")
    more = tuple(2 * n for n in BREAKTHROUGH.stock)
    assert held(state, 1) == sum_of(one(0, 3), given_by("market mixed-delivery"), more)
    assert held(state, 2) == given_by("market grain-silo")


def test_the_agronomy_breakthrough_gives_nothing_for_malt_of_a_partnership_or_of_a_worker() -> None:
    players = {1: {"steps": {"agronomy": 3}, "partnerships": "grain-elevator"}}
    state = after(at_market(1, 2, seats=4, players=players), "trade grain-elevator")
    assert held(state, 1) == BOX.partnerships[PARTNERSHIP["grain-elevator"]].gives
    made = into("summer", players={1: {"steps": {"agronomy": 3}, "workers": "maltings-manager"}})
    assert held(made.state, 1) == act_of("maltings-manager").stock


@pytest.mark.parametrize("chosen", BASIC_NAMES)
def test_the_buyer_and_the_agronomy_breakthrough_give_both_with_the_same_malt(chosen: str) -> None:
    players = {1: {"workers": "buyer", "steps": {"agronomy": 3}}}
    state = after(at_market(1, 2, lying={"maltster": 3}, players=players), "market maltster")
    assert held(state, 1) == plus(one(0, 3), BREAKTHROUGH.stock)
    state = bought(state, *[chosen] * BUYER.amount)
    assert held(state, 1) == sum_of(one(0, 3), BREAKTHROUGH.stock, one(SPOKEN.index(chosen), BUYER.amount))
    assert asked(state) == (2, "market")


def test_bc_14_malt_of_the_breakthrough_counts_with_the_malt_that_brought_it() -> None:
    more = sum(BREAKTHROUGH.stock)
    players = {1: {"steps": {"agronomy": 3}, "ingredients": full(less=3)}}
    state = after(at_market(1, 2, lying={"maltster": 3}, players=players), "market maltster")
    assert asked(state) == (1, "discard")
    assert {*legal(state)} == parts((3 + more, ROOM - 3, 0, 0, 0, 0), more)
