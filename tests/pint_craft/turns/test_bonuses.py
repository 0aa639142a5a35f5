"""PC-19, PC-20: the bonuses of a Season."""

from __future__ import annotations

import pytest

from taphouse.engine.pint_craft.cards import IMPROVEMENTS, SEASONAL_BONUS
from taphouse.engine.pint_craft.state import ALL, BASIC
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    DECK,
    RULES,
    after,
    asked,
    brewing,
    emptied,
    happened,
    has,
    prompt,
    refusal,
)
from tests.pint_craft.turns.shared import FOUR_WAYS, RICH, TOKENS, brute, changing, offered_choices, paid

# --- PC-19: the seasonal bonus ------------------------------------------------------------------------------------------------


BONUSES = {
    "winter": {"dunkelweizen": 1, "english-barley-wine": 3, "oatmeal-stout": 2, "old-ale": 2, "scotch-ale": 2},
    "spring": {"bohemian-pilsner": 1, "dopperbock": 2, "dry-stout": 1, "traditional-bock": 2},
    "summer": {"american-wheat": 1, "berliner-weiss": 2, "imperial-ipa": 2, "kolsh": 2, "saison": 3},
    "fall": {"english-brown-ale": 1, "extra-special-bitter": 1, "oktoberfest": 3, "pumpkin-spice-ale": 4},
}


NAMES = [beer.name for beer in DECK.beers[1:]]


@packaged_figures
@pytest.mark.parametrize("season", list(BONUSES))
@pytest.mark.parametrize("name", NAMES)
def test_pc_19_a_recipe_pays_in_the_season_that_it_names_and_in_no_other(season: str, name: str) -> None:
    state = after(changing(season, taps={1: name, 2: "american-amber american-ipa"}), "end-turn")
    owed = BONUSES[season].get(name, 0)
    if season in ("winter", "summer"):
        kind = 0 if season == "winter" else 2
        assert state.ingredients[0] == tuple(owed if i == kind else 0 for i in range(4))
    elif owed:
        assert asked(state) == (1, "choose")
        assert set(offered_choices(state)) == brute(owed, 4, ALL, TOKENS)
        state = after(state, f"choose hops:{owed}")
        assert has(state, 1) == f"hops:{owed}"
    assert asked(state) == (1, "play")
    assert (sum(state.ingredients[0]), sum(state.ingredients[1])) == (owed, 0)


@packaged_figures
@pytest.mark.parametrize(("season", "kind"), [("winter", "base-malt"), ("summer", "hops")])
def test_pc_19_in_winter_base_malt_and_in_summer_hops_are_paid_without_a_decision(season: str, kind: str) -> None:
    taps = " ".join(BONUSES[season])
    state = changing(season, taps={1: taps})
    ended = after(state, "end-turn")
    assert asked(ended) == (1, "play")
    assert has(ended, 1) == f"{kind}:10"
    assert [source for _, source, _ in paid(happened(state, "end-turn"))] == [SEASONAL_BONUS]


@pytest.mark.parametrize("tanks", ["", "big-tanks"])
@pytest.mark.parametrize(
    ("season", "left", "got"),
    [
        ("winter", {"base_malt": 2, "hops": 9, "adjuncts": 9}, "base-malt:2"),
        ("winter", {"specialty_malt": 9, "hops": 9, "adjuncts": 9}, "none"),
        ("summer", {"base_malt": 9, "hops": 1, "adjuncts": 9}, "hops:1"),
        ("summer", {"base_malt": 9, "specialty_malt": 9, "adjuncts": 9}, "none"),
    ],
)
def test_pc_19_what_is_out_in_winter_and_summer_is_not_replaced(
    season: str, left: dict[str, int], got: str, tanks: str
) -> None:
    state = changing(season, taps={1: "english-barley-wine saison"}, fronts={1: tanks})
    assert has(after(emptied(state, **left), "end-turn"), 1) == got


@packaged_figures
@pytest.mark.parametrize(("fronts", "adjuncts"), [("", {0, 1}), ("big-tanks", {0, 1})])
def test_pc_19_in_fall_the_choice_is_free_and_includes_adjuncts(fronts: str, adjuncts: set[int]) -> None:
    state = after(changing("fall", taps={1: "pumpkin-spice-ale"}, fronts={1: fronts}), "end-turn")
    assert set(offered_choices(state)) == brute(4, 3 if fronts else 4, ALL, TOKENS)
    assert {choice[3] for choice in offered_choices(state)} == adjuncts


@packaged_figures
@pytest.mark.parametrize(("fronts", "price"), [("", 4), ("big-tanks", 3)])
def test_pc_19_an_adjunct_can_be_made_up_of_the_bonuses_of_two_recipes(fronts: str, price: int) -> None:
    state = after(changing("spring", taps={1: "dopperbock traditional-bock"}, fronts={1: fronts}), "end-turn")
    assert set(offered_choices(state)) == brute(4, price, ALL, TOKENS)
    assert {choice[3] for choice in offered_choices(state)} == {0, 1}


@packaged_figures
@pytest.mark.parametrize("order", ["oktoberfest pumpkin-spice-ale", "pumpkin-spice-ale oktoberfest"])
def test_pc_19_all_seasonal_bonuses_of_a_player_are_one_choice(order: str) -> None:
    state = changing("fall", taps={1: order})
    owed = after(state, "end-turn")
    assert prompt(RULES.decision(owed)) == "Seasonal bonus: choose 7 ingredients; an Adjunct counts as 4 of them."
    assert set(offered_choices(owed)) == brute(7, 4, ALL, owed.pot)
    assert paid(happened(state, "end-turn", "choose hops:7")) == [(1, SEASONAL_BONUS, (0, 0, 7, 0))]
    assert asked(after(owed, "choose hops:7")) == (1, "play")


@packaged_figures
def test_pc_19_a_recipe_that_was_brewed_just_before_the_season_pays() -> None:
    state = changing("winter", taps={2: "old-ale"}, offer="dunkelweizen", ingredients={2: RICH})
    events = happened(state, "brew dunkelweizen", "end-turn")
    assert paid(events) == [(2, SEASONAL_BONUS, (3, 0, 0, 0))]


@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_pc_19_the_players_are_paid_in_seat_order_from_the_first_each_for_everything(first: int) -> None:
    taps = {
        1: "dunkelweizen old-ale",
        2: "scotch-ale american-amber",
        3: "english-barley-wine",
        4: "oatmeal-stout american-ipa",
    }
    order = FOUR_WAYS[first - 1]
    state = brewing(
        seats=4,
        seat=order[-1],
        first=first,
        season="fall",
        taps=taps,
        fronts={2: "taproom", 4: "taproom"},
        hands=dict.fromkeys(range(1, 5), "venue"),
    )
    moves = ["end-turn", "choose base-malt:2", "choose base-malt:2"]
    sources = {
        1: [SEASONAL_BONUS],
        2: [SEASONAL_BONUS, IMPROVEMENTS],
        3: [SEASONAL_BONUS],
        4: [SEASONAL_BONUS, IMPROVEMENTS],
    }
    found = [(seat, source) for seat, source, _ in paid(happened(state, *moves))]
    assert found == [(seat, source) for seat in order for source in sources[seat]]
    assert asked(after(state, *moves)) == (first, "play")


@packaged_figures
def test_pc_19_the_decision_is_that_of_the_seat_that_is_paid() -> None:
    state = after(changing("fall", taps={2: "pumpkin-spice-ale"}), "end-turn")
    decision = RULES.decision(state)
    assert state.seat == 1
    assert (decision.seat, decision.task, decision.verbs) == (2, "choose", ("choose",))
    assert decision.rules == ("PC-19", "PC-11", "PC-13")
    assert prompt(decision) == "Seasonal bonus: choose 4 ingredients; an Adjunct counts as 4 of them."
    assert RULES.view(state).step.name == "CHOICE"
    chosen = after(state, "choose adjuncts:1")
    assert (has(chosen, 2), has(chosen, 1)) == ("adjuncts:1", "none")
    assert asked(chosen) == (1, "play")


# --- PC-20: the Improvement bonus ---------------------------------------------------------------------------------------------


@packaged_figures
@pytest.mark.parametrize("season", list(BONUSES))
@pytest.mark.parametrize(
    ("fronts", "taps", "amount"),
    [
        ("taproom", "american-amber", 1),
        ("taproom taproom", "american-amber", 2),
        ("taproom bottling-line", "american-amber american-ipa", 4),
        ("taproom taproom bottling-line", "american-amber american-ipa california-common", 9),
        ("taproom dining-room restaurant-tables big-tanks", "american-amber american-ipa", 2),
        ("taproom taproom", "", 0),
        ("big-tanks dining-room", "american-amber american-ipa", 0),
        ("", "american-amber american-ipa", 0),
    ],
)
def test_pc_20_every_season_pays_improvements_times_recipes(season: str, fronts: str, taps: str, amount: int) -> None:
    state = after(changing(season, taps={1: taps}, fronts={1: fronts}), "end-turn")
    if amount:
        assert asked(state) == (1, "choose")
        price = 3 if "big-tanks" in fronts else 4
        allowed = ALL if season in ("spring", "fall") else BASIC
        assert set(offered_choices(state)) == brute(amount, price, allowed, TOKENS)
        state = after(state, f"choose hops:{amount}")
        assert has(state, 1) == f"hops:{amount}"
    assert asked(state) == (1, "play")
    assert sum(state.ingredients[0]) == amount


@packaged_figures
@pytest.mark.parametrize(("season", "free"), [("winter", False), ("spring", True), ("summer", False), ("fall", True)])
def test_pc_20_adjuncts_can_be_chosen_in_spring_and_fall_only(season: str, free: bool) -> None:
    state = after(changing(season, taps={1: "american-amber american-ipa"}, fronts={1: "taproom taproom"}), "end-turn")
    assert ((0, 0, 0, 1) in offered_choices(state)) is free
    refused = refusal(state, "choose adjuncts:1")
    assert (refused is None) is free
    assert free or refused.rule == "PC-20"
    assert ("an Adjunct counts as" in prompt(RULES.decision(state))) is free


@packaged_figures
def test_pc_20_in_winter_it_is_not_of_base_malt_alone_and_comes_after_the_seasonal_bonus() -> None:
    state = changing("winter", taps={1: "dunkelweizen old-ale"}, fronts={1: "taproom"})
    owed = after(state, "end-turn")
    assert has(owed, 1) == "base-malt:3"
    assert refusal(owed, "choose specialty-malt:1,hops:1") is None
    decision = RULES.decision(owed)
    assert decision.rules == ("PC-20", "PC-11", "PC-13")
    assert prompt(decision).startswith("Improvement bonus: ")
    assert [source for _, source, _ in paid(happened(state, "end-turn", "choose hops:2"))] == [
        SEASONAL_BONUS,
        IMPROVEMENTS,
    ]


def test_pc_20_only_ones_own_recipes_and_improvements_count() -> None:
    state = changing("winter", taps={1: "american-amber", 2: "american-ipa"}, fronts={2: "taproom taproom"})
    owed = after(state, "end-turn")
    assert asked(owed) == (2, "choose")
    done = after(owed, "choose hops:2")
    assert (has(done, 1), has(done, 2), asked(done)) == ("none", "hops:2", (1, "play"))


@pytest.mark.parametrize("first", [1, 2])
def test_pc_20_where_the_pot_runs_out_the_later_seats_go_short(first: int) -> None:
    later = 3 - first
    state = brewing(
        seat=later,
        first=first,
        season="fall",
        taps={1: "american-amber american-ipa", 2: "dortmunder-export california-common"},
        fronts={1: "taproom", 2: "taproom"},
        hands={1: "venue", 2: "venue"},
    )
    ended = after(emptied(state, hops=3, adjuncts=9), "end-turn")
    assert (has(ended, first), has(ended, later)) == ("hops:2", "hops:1")
    assert asked(ended) == (first, "play")
