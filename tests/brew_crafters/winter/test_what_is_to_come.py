"""The table: next winter, market tokens, and the action that runs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from taphouse.engine.brew_crafters.events import MoneyTaken
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.state import Closing, ToAct, ToBrew, operating_costs
from taphouse.engine.brew_crafters.view.tables import Action
from tests.brew_crafters.build import (
    BOX,
    EDITION,
    RULES,
    SPOKEN,
    after,
    asked,
    at_market,
    at_work,
    into,
    money,
    position,
)
from tests.brew_crafters.winter.shared import LOAN, PLAYERS, RICH, cost, costs, does, last_of_winter, over, seen, winter
from tests.edition_under_test import packaged_figures

# --- the table --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("year", [1, 3])
@pytest.mark.parametrize("words", PLAYERS)
def test_next_winter_is_what_the_winter_then_brings(words, year):
    state = last_of_winter(year, players={1: words})
    shown = seen(state)
    made = winter(year, players={1: words})
    (event, _) = costs(made)
    assert (shown.next_winter.costs, shown.next_winter.loans) == (event.money, event.loans)
    assert event.borrowed == LOAN * event.loans
    spring = sum(one.money for one in made.events if isinstance(one, MoneyTaken) and one.seat == 1)
    assert money(made.state, 1) == shown.next_winter.money + spring
    assert made.state.brewers[0].loans == shown.loans + shown.next_winter.loans


@pytest.mark.parametrize("words", PLAYERS)
def test_the_running_costs_add_up_to_the_next_winter_s(words):
    shown = seen(last_of_winter(players={1: words}))
    assert max(0, sum(line.money for line in shown.running_costs)) == shown.next_winter.costs
    assert shown.next_winter.costs == operating_costs(position(players={1: words}).brewers[0], BOX)


def test_the_running_costs_are_listed_item_by_item():
    words = {"tiles": "mash-tun hops-infuser", "workers": "brewmaster accountant", "shifts": 2}
    lines = [(line.id, line.what, line.money) for line in seen(position(players={1: words})).running_costs]
    figures = EDITION.figures
    assert lines == [
        ("first-storehouse", "First storehouse", figures.storehouse_cost.value),
        ("research-lab", "Research lab", figures.research_lab_cost.value),
        ("single-batch-system", "Single batch system", figures.single_system_cost.value),
        ("mash-tun", "Mash Tun", cost("mash-tun")),
        ("hops-infuser", "Hops Infuser", cost("hops-infuser")),
        ("brewmaster", "Brewmaster", cost("brewmaster")),
        ("accountant", "Accountant", cost("accountant")),
        ("shift-1", "Shift 1", figures.shift_1_cost.value),
        ("shift-2", "Shift 2", figures.shift_2_cost.value),
        ("saved-by-accountant", "Saved by Accountant", -does("accountant").amount),
    ]


@packaged_figures
def test_market_tokens_and_whose_market_actions_are_to_come():
    state = at_market(2, 3, 1, 2, 3, 1, seats=3, first=2)

    def shown(state):
        table = RULES.view(state)
        return table.market_seats, [player.market_tokens for player in table.players]

    assert shown(state) == ((2, 3, 1, 2, 3, 1), [2, 2, 2])
    state = after(state, "market job-board")
    assert asked(state) == (2, "hire")
    assert shown(state) == ((3, 1, 2, 3, 1), [2, 1, 2])
    state = after(state, "hire brewmaster")
    assert shown(state) == ((3, 1, 2, 3, 1), [2, 1, 2])
    state = after(state, "market coffee-importer money", "market grain-silo", "market mixed-delivery")
    assert shown(state) == ((3, 1), [1, 0, 1])
    state = after(state, "market private-investor money", "market home-brew-shop ingredients")
    assert (asked(state)[1], shown(state)) == ("act", ((), [0, 0, 0]))


@packaged_figures
def test_extra_actions_that_workers_will_give_are_to_come_after_all_tokens():
    players = {1: {"workers": "intern"}}
    state = at_market(2, 3, 1, 2, 3, 1, seats=3, first=2, season="fall", players=players)

    def shown(state):
        table = RULES.view(state)
        return table.market_seats, [player.market_tokens for player in table.players]

    assert shown(state) == ((2, 3, 1, 2, 3, 1, 1), [2, 2, 2])
    for season in ("spring", "summer", "winter"):
        other = at_market(2, 3, 1, seats=3, first=2, season=season, players=players)
        assert RULES.view(other).market_seats == (2, 3, 1)
    state = after(state, "market private-investor money", "market mixed-delivery", "market coffee-importer money")
    assert (state.first, shown(state)) == (2, ((2, 3, 1, 1), [1, 1, 1]))
    state = after(
        state, "market grain-silo", "market home-brew-shop ingredients", "market orchard-or-spice-market fruit"
    )
    assert shown(state) == ((1,), [0, 0, 0])
    state = after(state, "market local-partnership ingredient")
    assert (asked(state), shown(state)) == ((1, "choose"), ((), [0, 0, 0]))


def test_the_action_of_an_intern_is_to_come_as_soon_as_they_are_hired():
    state = after(at_market(1, 2, 1, 2, season="fall", first=1, players={2: {"workers": "intern"}}), "market job-board")
    assert RULES.view(state).market_seats == (2, 1, 2, 2)
    state = at_market(1, 2, 1, 2, season="fall")
    assert RULES.view(state).market_seats == (1, 2, 1, 2)
    assert RULES.view(after(state, "market job-board", "hire intern")).market_seats == (2, 1, 2, 1)


def test_before_the_market_and_after_it_no_market_action_is_to_come():
    players = {1: {"workers": "intern spice-merchant"}}
    state = into("fall", players=players).state
    assert asked(state) == (1, "choose")
    assert RULES.view(state).market_seats == ()
    assert RULES.view(at_work(season="fall", players=players)).market_seats == ()


# --- the action that runs -------------------------------------------------------------------------------------------


ADDED = {"ingredients": ",".join(f"{name}:9" for name in SPOKEN)}


def running(state):
    return RULES.view(state).action


def to_come(state):
    return RULES.view(state).brewery_seats


@packaged_figures
def test_the_action_that_runs_is_shown_vessel_by_vessel():
    words = {"ingredients": "malt:20,hops:9,yeast:9", "tiles": "double-batch-system brewpub", "tanks": "ale"}
    state = at_work(1, 2, 1, seats=3, players={1: words})
    start = Action(seat=1, collaborated=False, processed=False, brewed=0, tanks=0, brewpub=False)
    shown = [running(state)]
    assert shown == [start]
    for line in ("process", "brew ale", "brew porter brewpub", "leave-empty"):
        state = after(state, line)
        shown.append(running(state))
    processed = replace(start, processed=True)
    assert shown[1:] == [
        replace(processed, tanks=2, brewpub=True),
        replace(processed, brewed=1, tanks=1, brewpub=True),
        replace(processed, brewed=2, tanks=1),
        replace(processed, brewed=2),
    ]
    assert asked(state) == (1, "end-action")
    assert to_come(state) == (2, 1)
    state = after(state, "end-action")
    assert (running(state), to_come(state)) == (replace(start, seat=2), (1,))


@packaged_figures
def test_a_collaboration_is_shown_in_the_action_that_runs():
    words = ADDED | {"tiles": "double-batch-system"}
    before = after(at_work(seats=3, players={1: words}), "collaborate malt")
    assert running(before) == Action(1, True, False, 0, 0, False)
    brewing = after(before, "process")
    tanks = 1 + does("double-batch-system").amount
    assert running(brewing) == Action(1, True, True, 0, tanks, False)
    assert running(after(brewing, "brew ale")) == Action(1, True, True, 1, tanks - 1, False)
    later = after(at_work(seats=3, players={1: words}), "process", "brew ale", "leave-empty")
    assert running(later) == Action(1, False, True, 1, 0, False)


@pytest.mark.parametrize(
    ("task", "state"),
    [
        ("market", at_market()),
        ("choose", after(at_work(1, 2), "research flavour")),
        ("choose", after(at_work(1, 2, players={1: {"workers": "builder"}}), "install mash-tun")),
        ("second-step", after(at_work(1, 2, players={1: {"workers": "lab-technician"}}), "research business")),
        (
            "discard",
            after(
                at_work(1, 2, players={1: {"ingredients": f"hops:{EDITION.figures.storage.value}"}}),
                "research agronomy",
            ),
        ),
    ],
    ids=["market", "choice of research", "choice on install", "second step", "discard"],
)
def test_no_action_is_shown_while_something_else_is_decided(task, state):
    assert asked(state) == (1, task)
    assert running(state) is None
    assert to_come(state) == (() if task == "market" else (2,))


@packaged_figures
def test_no_action_is_shown_while_a_trade_of_it_does_not_fit():
    words = {"ingredients": f"hops:{EDITION.figures.storage.value}", "partnerships": "coffee-roaster"}
    state = position(Closing(), ToAct(2), ToBrew(1, False, 1, False, 0), phase=Phase.BREWERY, players={1: words})
    assert running(state) == Action(1, False, True, 0, 1, False)
    full = after(state, "trade coffee-roaster")
    assert (asked(full), running(full), to_come(full)) == ((1, "discard"), None, (2,))
    assert asked(after(full, "discard coffee:1")) == (2, "act"), "nothing can be brewed, whatever is traded"


def test_whose_brewery_actions_are_to_come_is_shown():
    state = at_market(seats=3, first=2, players={1: {"shifts": 3}, 3: {"shifts": 2}})
    state = after(state, "market coffee-importer money")  # nobody can brew, so an action is one move
    assert asked(state) == (2, "act")
    order = [2, 3, 1, 3, 1, 1]
    while state.phase == "BREWERY":
        assert (running(state).seat, list(to_come(state))) == (order[0], order[1:])
        state, order = after(state, "process"), order[1:]
    assert (order, to_come(state), running(state)) == ([], (), None)


def test_when_the_game_is_over_no_winter_and_no_action_is_to_come():
    table = RULES.view(over(players={1: RICH}))
    assert [player.next_winter for player in table.players] == [None, None]
    assert (table.market_seats, table.brewery_seats, table.action) == ((), (), None)
    assert (table.phase, table.starting_seat) == (Phase.OVER, None)
    assert {space.taken_by for space in table.spaces} == {None}
    assert {player.market_tokens for player in table.players} == {0}
    assert table.players[0].running_costs, "what the player would have to pay is still to be seen"
    assert all(player.next_winter for player in RULES.view(last_of_winter(3)).players)


def test_two_games_that_ended_alike_are_equal_whatever_their_last_winter_was() -> None:
    ends = [
        over(seats=3, first=first, taken=taken, players={1: {"supplied": supplied}})
        for first, taken, supplied in ((1, {}, False), (3, {"hop-yard": 2, "job-board": 1}, True))
    ]
    assert ends[0] == ends[1]


@pytest.mark.parametrize("moves", [("brew ale", "leave-empty"), ("brew ale brewpub", "leave-empty"), ("leave-empty",)])
def test_nothing_of_an_action_is_left_when_it_is_over(moves):
    words = {"ingredients": "malt:9,hops:9,yeast:9", "tiles": "brewpub"}
    state = after(at_work(1, 2, players={1: words}), "process", *moves)
    fresh = at_work(2, players={1: words})
    assert asked(state) == (2, "act")
    assert state == replace(fresh, brewers=state.brewers)


def test_the_first_storehouse_and_the_second_one_are_told_apart():
    lines = [line.what for line in seen(position(players={1: {"tiles": "storehouse"}})).running_costs]
    assert len(lines) == len({*lines})
    assert {"First storehouse", "Storehouse"} <= {*lines}


def test_an_extra_market_action_is_to_come_but_is_no_token():
    state = at_market(1, 2, season="fall", players={1: {"workers": "intern"}, 2: {"workers": "salesperson"}})
    state = after(state, "market coffee-importer money", "market mixed-delivery")
    table = RULES.view(state)
    assert asked(state) == (1, "market")
    assert (table.market_seats, [player.market_tokens for player in table.players]) == ((1,), [0, 0])
