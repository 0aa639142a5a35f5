"""BC-27 and BC-16: the operating costs, and the trades at Winter's end."""

from __future__ import annotations

from math import ceil

import pytest

from taphouse.engine.brew_crafters.cards import (
    EffectName,
)
from taphouse.engine.brew_crafters.events import CostsPaid, SeasonBegan
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.rules import BrewCraftersRules
from taphouse.engine.brew_crafters.state import Closing, Paying, ToEnd
from taphouse.engine.chance import BLIND
from tests.brew_crafters.build import (
    BOX,
    EDITION,
    PARTNERSHIP,
    RULES,
    TILE,
    WORKER,
    after,
    asked,
    at_work,
    into,
    legal,
    money,
    move,
    position,
    refusal,
)
from tests.brew_crafters.winter.shared import (
    BUILDINGS,
    EVERY_TILE,
    EVERY_WORKER,
    FIGURES,
    LOAN,
    START_COSTS,
    cost,
    costs,
    does,
    last_of_winter,
    points,
    winter,
)
from tests.edition_under_test import packaged_figures


def paid(**words):
    """The operating costs of seat 1."""
    return costs(winter(players={1: words}))[0].money


# --- BC-27: operating costs -------------------------------------------------------------------------------------------


def test_bc_27_the_starting_costs_are_of_three_buildings_and_a_shift():
    assert paid() == START_COSTS


@pytest.mark.parametrize("year", [1, 2, 3])
def test_bc_27_after_each_winter_everybody_pays(year):
    made = winter(year, players={2: {"tiles": "mash-tun"}})
    assert costs(made) == [CostsPaid(1, START_COSTS, 0, 0), CostsPaid(2, START_COSTS + cost("mash-tun"), 0, 0)]
    assert [money(made.state, seat) for seat in (1, 2)] == [10 - START_COSTS, 10 - START_COSTS - cost("mash-tun")]


@pytest.mark.parametrize("season", ["summer", "fall", "winter"])
def test_bc_27_nothing_is_paid_after_another_season(season):
    made = into(season)
    assert costs(made) == []
    assert money(made.state, 1) == 10


def test_bc_27_costs_come_after_the_last_action_and_before_the_next_year():
    state = at_work(1, 2, season="winter")
    state = after(state, "research fermentation")
    assert money(state, 1) == 10
    made = RULES.apply(state, move("research fermentation"), BLIND)
    kinds = [type(event) for event in made.events]
    assert kinds.index(CostsPaid) < kinds.index(SeasonBegan)
    assert money(made.state, 1) == 10 - START_COSTS
    assert (made.state.year, made.state.season) == (2, 0)


def test_bc_27_everybody_pays_in_turn_order_from_the_starting_player():
    assert [event.seat for event in costs(winter(seats=4, first=3))] == [3, 4, 1, 2]


@pytest.mark.parametrize("name", TILE)
def test_bc_27_each_tile_costs_what_it_says(name):
    assert paid(tiles=name) == START_COSTS + cost(name)


@packaged_figures
def test_bc_27_hops_infusers_and_the_tasting_room_cost_nothing():
    assert [cost("hops-infuser"), cost("tasting-room")] == [0, 0]
    assert paid(tiles="hops-infuser hops-infuser tasting-room") == START_COSTS


@pytest.mark.parametrize("name", [name for name in WORKER if does(name).effect is not EffectName.COSTS_LESS])
def test_bc_27_each_worker_costs_what_the_card_says(name):
    assert paid(workers=name) == START_COSTS + cost(name)


def test_bc_27_each_further_shift_costs_more():
    figures = EDITION.figures
    second, third = figures.shift_2_cost.value, figures.shift_3_cost.value
    assert min(second, third) > figures.shift_1_cost.value
    assert paid(shifts=2) == START_COSTS + second
    assert paid(shifts=3) == START_COSTS + second + third


def test_bc_27_loans_partnerships_research_and_beer_cost_nothing():
    words = {
        "loans": 2,
        "partnerships": "coffee-roaster",
        "steps": {"business": 1},
        "tanks": "ale",
        "ingredients": "malt:5",
    }
    assert paid(**words) == START_COSTS


def test_bc_27_everything_together():
    less = does("accountant").amount
    tiles = sum(tile.cost * tile.copies for tile in BOX.tiles)
    workers = sum(worker.cost for worker in BOX.workers)
    shifts = (FIGURES.shift_1_cost, FIGURES.shift_2_cost, FIGURES.shift_3_cost)
    expected = sum(BUILDINGS) + sum(shift.value for shift in shifts) + tiles + workers - less
    assert paid(tiles=EVERY_TILE, workers=EVERY_WORKER, shifts=3) == expected


def test_bc_27_every_skilled_worker_costs_something():
    assert min(worker.cost for worker in BOX.workers) >= 1


def test_bc_27_an_accountant_saves():
    less = does("accountant").amount
    assert paid(workers="accountant") == max(0, START_COSTS + cost("accountant") - less)
    made = winter(players={1: {"workers": "accountant"}})
    assert costs(made)[1].money == START_COSTS
    assert money(made.state, 1) == 10 - costs(made)[0].money


@pytest.mark.parametrize("save", [4, 5, 6, 99])
def test_bc_27_the_costs_are_never_below_nothing(save):
    workers = []
    for worker in EDITION.workers:
        effects = worker.effects
        if worker.name == "accountant":
            effects = tuple(effect.model_copy(update={"amount": save}) for effect in effects)
        workers.append(worker.model_copy(update={"effects": effects}))
    rules = BrewCraftersRules(EDITION.model_copy(update={"workers": tuple(workers)}), frozenset())
    state = last_of_winter(players={1: {"workers": "accountant", "money": 0}})
    due = max(0, START_COSTS + cost("accountant") - save)
    shown = rules.view(state).players[0]
    assert sum(line.money for line in shown.running_costs) == START_COSTS + cost("accountant") - save
    assert shown.next_winter.costs == due
    made = rules.apply(state, move("end-action"), BLIND)
    assert costs(made)[0] == CostsPaid(1, due, -(-due // LOAN), LOAN * -(-due // LOAN))
    assert money(made.state, 1) == -due % LOAN


@pytest.mark.parametrize("short", range(-1, 6))
def test_bc_27_as_many_loans_as_are_needed_and_no_more(short):
    made = winter(players={1: {"money": START_COSTS - short}})
    loans = max(0, ceil(short / LOAN))
    assert costs(made)[0] == CostsPaid(1, START_COSTS, loans, LOAN * loans)
    assert made.state.brewers[0].loans == loans
    assert money(made.state, 1) == LOAN * loans - short
    assert made.state.brewers[1].loans == 0


def test_bc_27_no_loan_where_the_money_suffices_exactly():
    words = {"tiles": EVERY_TILE, "workers": "intern brewmaster", "shifts": 3}
    due = paid(**words, money=99)
    exact = winter(players={1: words | {"money": due}})
    assert costs(exact)[0] == CostsPaid(1, due, 0, 0)
    assert money(exact.state, 1) == 0
    assert costs(winter(players={1: words | {"money": due - 1}}))[0].loans == 1


@pytest.mark.parametrize("shifts", [1, 2, 3])
def test_bc_27_with_nothing_all_is_borrowed(shifts):
    words = {"tiles": EVERY_TILE, "shifts": shifts, "money": 0, "loans": 2}
    made = winter(players={1: words})
    due = costs(made)[0].money
    loans = ceil(due / LOAN)
    assert (costs(made)[0].loans, made.state.brewers[0].loans) == (loans, 2 + loans)
    assert money(made.state, 1) == loans * LOAN - due


def test_bc_27_loans_are_not_repaid():
    made = winter(players={1: {"money": 50, "loans": 2}})
    assert costs(made)[0] == CostsPaid(1, START_COSTS, 0, 0)
    assert (made.state.brewers[0].loans, money(made.state, 1)) == (2, 50 - START_COSTS)


def test_bc_27_nothing_is_borrowed_otherwise():
    broke = {1: {"money": 0, "partnerships": "coffee-roaster", "workers": "lab-technician"}}
    assert refusal(at_work(1, 2, players=broke), "trade coffee-roaster").rule == "BC-16"
    state = after(at_work(1, 2, players=broke), "research fermentation")
    assert (asked(state), state.brewers[0].loans) == ((2, "act"), 0)


def test_bc_27_every_winter_of_a_game_is_paid():
    state, paid = winter(year=1, players={1: {"money": START_COSTS + 1}}).state, 0
    while RULES.decision(state) is not None:
        made = RULES.apply(state, next(RULES.moves(state)), BLIND)
        state, paid = made.state, paid + sum(event.money for event in costs(made) if event.seat == 1)
    assert paid == 2 * START_COSTS  # in two winters more


# --- BC-16: trades at Winter's end ------------------------------------------------------------------------------------


ROASTER, IMPORTER = "coffee-roaster", "spices-importer"


PRICE = BOX.partnerships[PARTNERSHIP[ROASTER]].price


COUNTED = {"agronomy": 4}
"""Steps that give points for ingredients, so that trades of the last year matter."""


OWNERS = {1: {"partnerships": ROASTER, "steps": COUNTED}, 3: {"partnerships": IMPORTER, "steps": COUNTED}}


def wound_up(year=1, **words):
    """The last action of a Winter is over."""
    return after(last_of_winter(year, **words), "end-action")


@pytest.mark.parametrize("year", [1, 2, 3])
def test_bc_16_owners_may_trade_before_the_costs_of_every_winter(year):
    state = wound_up(year, seats=3, players=OWNERS)
    assert (asked(state), legal(state)) == ((1, "trade"), ["end-trading", f"trade {ROASTER}"])
    assert RULES.decision(state).rules == ("BC-16",)
    assert (RULES.view(state).phase, state.season, state.brewers[0].loans) == (Phase.COSTS, 3, 0)
    state = after(state, f"trade {ROASTER}")
    assert (asked(state), money(state, 1)) == ((1, "trade"), 10 - PRICE)
    left = 10 - START_COSTS
    made = RULES.apply(after(state, "end-trading"), move("end-trading"), BLIND)
    assert [(event.seat, event.money) for event in costs(made)] == [(seat, START_COSTS) for seat in (1, 2, 3)]
    assert [money(made.state, seat) for seat in (1, 2, 3)] == [left - PRICE, left, left]


def test_bc_16_trades_at_winter_s_end_go_round_from_the_starting_player():
    state = wound_up(seats=3, first=2, players=OWNERS)
    assert asked(state) == (3, "trade")
    assert asked(after(state, "end-trading")) == (1, "trade")
    assert asked(after(state, "end-trading", "end-trading"))[1] == "market"


@packaged_figures
@pytest.mark.parametrize("year", [1, 2, 3])
def test_bc_16_only_the_last_costs_are_followed_by_trades(year):
    state = after(wound_up(year, seats=3, players=OWNERS), "end-trading", "end-trading")
    if year < 3:
        assert (state.season, asked(state)[1]) == (0, "market")
        return
    assert [money(state, seat) for seat in (1, 2, 3)] == [10 - START_COSTS] * 3
    assert (asked(state), RULES.outcome(state)) == ((1, "trade"), None)
    assert [player.next_winter for player in RULES.view(state).players] == [None] * 3
    assert RULES.outcome(after(state, f"trade {ROASTER}", "end-trading", "end-trading")) is not None


@pytest.mark.parametrize("season", ["spring", "summer", "fall"])
def test_bc_16_after_other_seasons_nobody_is_asked(season):
    state = position(Closing(), ToEnd(1, False, 0), phase=Phase.BREWERY, season=season, players=OWNERS, seats=3)
    assert asked(after(state, "end-action"))[1] == "market"


@pytest.mark.parametrize("year", [1, 3])
def test_bc_16_an_owner_without_the_money_is_not_asked(year):
    words = {
        "partnerships": ROASTER,
        "tiles": "mash-tun",
        "steps": COUNTED,
    }  # so many $ to pay that loans leave nothing
    assert (START_COSTS + cost("mash-tun")) % LOAN == 0
    state = wound_up(year, players={1: words | {"money": PRICE - 1}})
    assert RULES.outcome(state) is not None if year == 3 else asked(state)[1] == "market"
    spent = after(wound_up(year, players={1: words | {"money": PRICE}}), f"trade {ROASTER}")
    assert (
        spent.brewers[0].loans == (START_COSTS + cost("mash-tun")) // LOAN
    )  # nothing is left to trade with, so the costs are paid
    assert RULES.outcome(spent) is not None if year == 3 else asked(spent)[1] == "market"


def test_bc_16_what_does_not_fit_at_winter_s_end_is_discarded():
    full = f"hops:{EDITION.figures.storage.value}"
    state = after(wound_up(players={1: {"partnerships": ROASTER, "ingredients": full}}), f"trade {ROASTER}")
    assert asked(state) == (1, "discard")
    assert refusal(state, "end-trading").rule == "BC-14"
    state = after(state, f"discard hops:{sum(BOX.partnerships[PARTNERSHIP[ROASTER]].gives)}")
    assert (asked(state), Paying() in state.pending) == ((1, "trade"), True)


def test_bc_16_in_the_last_year_only_those_are_asked_whose_ingredients_give_points():
    players = {1: {"partnerships": ROASTER}, 2: {"partnerships": IMPORTER, "steps": {"business": 4}}}
    assert RULES.outcome(wound_up(3, players=players)) is not None
    state = wound_up(3, players=players | {2: {"partnerships": IMPORTER, "steps": COUNTED}})
    assert (asked(state), asked(after(state, "end-trading"))) == ((2, "trade"), (2, "trade"))


@packaged_figures
def test_bc_16_ingredients_traded_for_after_the_last_costs_count_in_the_score():
    words = {"partnerships": ROASTER, "steps": COUNTED, "ingredients": "malt:1"}
    state = after(wound_up(3, players={1: words}), "end-trading")
    assert points(after(state, "end-trading"), 1)["Research"] == 0
    assert points(after(state, f"trade {ROASTER}", "end-trading"), 1)["Research"] == 1


@pytest.mark.parametrize(
    "words", ["market maltster", "process", "research business", "install farm", "collaborate malt"]
)
def test_bc_08_the_market_and_the_brewery_are_closed_at_winter_s_end(words):
    assert refusal(wound_up(seats=3, players=OWNERS), words).rule == "BC-08"
