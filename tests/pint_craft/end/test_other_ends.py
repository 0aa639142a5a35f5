"""PC-27, PC-28: all Recipes on tap, the last round, and the outcome of every end."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.pint_craft.about import ABOUT
from taphouse.engine.pint_craft.moves import (
    EmptyHand,
    PintCraftOptions,
    PotLimit,
)
from taphouse.engine.pint_craft.state import FACE_OFF, ROUNDS, PintCraftState
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    DECK,
    RULES,
    after,
    asked,
    brewing,
    happened,
    legal,
    pints,
    position,
    reason,
    refusal,
    winners,
)
from tests.pint_craft.end.shared import (
    FIVE,
    RICH,
    challenge,
    drawn,
    face_off,
    kinds,
    last_of_face_off,
    outcome,
    table,
    turn_of,
    turns,
    venues,
)

# --- PC-27: all Recipes on tap ------------------------------------------------------------------------------------------------


LAST = "saison"


NAMES = [beer.name for beer in DECK.beers[1:] if beer.name != LAST]


def shares(sizes: dict[int, int], also: dict[int, str] | None = None) -> dict[int, str]:
    """The Recipes but the last one, dealt to the seats in such numbers, after those that they have in any case."""
    taken = {name for words in (also or {}).values() for name in words.split()}
    rest = iter([name for name in NAMES if name not in taken])
    dealt = {seat: [*(also or {}).get(seat, "").split(), *(next(rest) for _ in range(n))] for seat, n in sizes.items()}
    assert not list(rest)
    return {seat: " ".join(names) for seat, names in dealt.items()}


@pytest.mark.parametrize("stage", ["rounds", "challenge", "face-off"])
def test_pc_27_the_game_ends_at_once_when_all_25_recipes_are_on_tap(stage: str) -> None:
    staged = {"rounds": {}, "challenge": {"leader": 2, "to_play": (1, 3)}, "face-off": {"leader": 1, "to_play": (1, 2)}}
    state = brewing(
        seats=3, stage=stage, offer=LAST, ingredients={1: RICH}, taps=shares({1: 8, 2: 8, 3: 8}), **staged[stage]
    )
    assert [sum(map(len, state.stacks)), sum(map(len, state.taps))] == [1, 24]
    assert kinds(happened(state, f"brew {LAST}")) == ["RecipeBrewed"]
    end = after(state, f"brew {LAST}")
    assert (outcome(end).reason, outcome(end).rule) == ("all-on-tap", "PC-27")
    assert (end.seat, end.leader, end.played, end.to_play, end.stage) == (0, 0, 0, (), ROUNDS)
    assert sum(points for _, _, points in table(end)) == sum(beer.pints for beer in DECK.beers)
    assert (RULES.decision(end), legal(end)) == (None, [])
    assert refusal(end, "end-turn").rule == "PC-27"


def test_pc_27_one_recipe_that_is_left_does_not_end_it() -> None:
    state = brewing(offer="saison kolsh", ingredients={1: RICH}, taps={2: " ".join({*NAMES} - {"kolsh"})})
    assert reason(after(state, "brew saison")) is None
    assert reason(after(state, "brew saison", "brew kolsh")) == "all-on-tap"


@pytest.mark.parametrize(("sizes", "winner"), [({1: 4, 2: 20}, 2), ({1: 20, 2: 4}, 1)])
def test_pc_27_the_most_pints_win_and_not_who_ends_it(sizes: dict[int, int], winner: int) -> None:
    state = brewing(offer=LAST, ingredients={1: RICH}, taps=shares(sizes))
    end = after(state, f"brew {LAST}")
    assert (reason(end), winners(end)) == ("all-on-tap", [winner])
    assert table(end) == [(winner, 1, pints(end, winner)), (3 - winner, 2, pints(end, 3 - winner))]


@packaged_figures
def test_pc_27_equals_share() -> None:
    fixed = {
        1: "pumpkin-spice-ale belgian-trippel",
        2: "english-barley-wine imperial-ipa dopperbock",
        3: "american-amber",
    }
    state = brewing(seats=4, offer=LAST, ingredients={1: RICH}, taps=shares({4: 18}, fixed) | fixed)
    end = after(state, f"brew {LAST}")
    assert (pints(end, 1), pints(end, 2), pints(end, 3)) == (15, 15, 2)
    assert table(end)[1:] == [(1, 2, 15), (2, 2, 15), (3, 4, 2)]
    even = replace(end, taps=(*end.taps[:3], ()))
    assert table(even) == [(1, 1, 15), (2, 1, 15), (3, 3, 2), (4, 4, 0)]


@packaged_figures
def test_pc_27_in_a_face_off_it_is_the_most_among_those_who_are_left() -> None:
    fixed = {1: "saison", 2: "pumpkin-spice-ale", 3: "oatmeal-stout belgian-trippel"}
    taken = {"kolsh", *" ".join(fixed.values()).split()}
    taps = fixed | {4: " ".join(beer.name for beer in DECK.beers[1:] if beer.name not in taken)}
    face_off = {"stage": "face-off", "leader": 1, "left": (1, 2), "to_play": (1, 2)}
    state = brewing(seats=4, offer="kolsh", ingredients={1: RICH}, taps=taps, **face_off)
    end = after(state, "brew kolsh")
    assert (reason(end), winners(end), pints(end, 3)) == ("all-on-tap", [1, 2], 10)
    assert table(end)[:2] == [(1, 1, 6), (2, 1, 6)]


# --- PC-28: the last round ------------------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_28_by_default_the_game_ends_after_100_rounds() -> None:
    state = brewing(seat=2, round=99, hands=venues(2), taps={2: "kolsh", 1: "american-wheat"}, season="winter")
    assert (after(state, "end-turn").round, reason(after(state, "end-turn"))) == (100, None)
    last = replace(state, round=100)
    end = after(last, "end-turn")
    assert (outcome(end).reason, outcome(end).rule) == ("round-cap", "PC-28")
    assert table(end) == [(1, 1, 2), (2, 1, 2)]
    assert (end.round, end.season) == (100, last.season)  # no Season begins, and nothing is paid


@pytest.mark.parametrize("cap", [1, 2, 7])
@pytest.mark.parametrize("first", [1, 2, 3])
def test_pc_28_with_the_option_after_another_round_when_the_first_players_turn_would_come(cap: int, first: int) -> None:
    state = RULES.new(PintCraftOptions(round_cap=cap), 3, Chance(seed_from("cap")))
    state = replace(state, first=first, seat=first)
    for _ in range(3 * cap):
        assert reason(state) is None
        state = turn_of(state)
    assert (reason(state), state.round) == ("round-cap", cap)


@packaged_figures
def test_pc_28_the_last_turn_is_finished_and_its_cards_are_drawn() -> None:
    state = brewing(seat=2, round=3, round_cap=3, hands=venues(2))
    assert drawn(happened(state, "end-turn")) == [(2, 3)]
    assert turns(happened(state, "end-turn")) == []


@packaged_figures
def test_pc_28_the_most_pints_win() -> None:
    taps = {1: "kolsh", 2: "saison", 3: "american-ipa", 4: "old-ale"}
    end = after(brewing(seats=4, seat=4, round=3, round_cap=3, taps=taps, hands=venues(4)), "end-turn")
    assert table(end) == [(2, 1, 4), (4, 1, 4), (3, 3, 3), (1, 4, 2)]


@packaged_figures
@pytest.mark.parametrize(("leader", "seat", "to_play"), [(2, 3, (3, 1)), (3, 0, (1, 2))])
def test_pc_28_it_ends_a_challenge_round_as_well(leader: int, seat: int, to_play: tuple[int, ...]) -> None:
    taps = {2: FIVE, 3: "imperial-ipa kolsh"}
    words = {"round": 4, "round_cap": 4, "threshold": 5, "taps": taps, "hands": venues(3)}
    if seat:
        state = brewing(seats=3, seat=seat, stage="challenge", leader=leader, to_play=to_play, **words)
    else:
        state = brewing(seats=3, seat=3, **words)
    end = after(state, "end-turn")
    assert reason(end) == "round-cap"
    assert table(end) == [(3, 1, 7), (2, 2, 5), (1, 3, 0)]


@packaged_figures
def test_pc_28_a_challenge_round_that_ends_within_the_last_round_is_decided() -> None:
    end = after(challenge(taps={1: FIVE}, round=4, round_cap=4), "end-turn")
    assert (reason(end), winners(end)) == ("threshold", [1])
    failed = after(challenge(taps={1: "saison"}, round=4, round_cap=4), "end-turn")
    assert (reason(failed), winners(failed)) == ("round-cap", [1])


@packaged_figures
def test_pc_28_a_face_off_is_a_round() -> None:
    taps = {1: FIVE, 2: "pumpkin-spice-ale"}
    begun = after(challenge(taps=taps, round=3, round_cap=4), "end-turn")
    assert (begun.stage, begun.round, begun.ended) == (FACE_OFF, 4, "")
    none = after(challenge(taps=taps, round=4, round_cap=4), "end-turn")
    assert (reason(none), table(none)) == ("round-cap", [(2, 1, 6), (1, 2, 5), (3, 3, 0)])


@packaged_figures
def test_pc_28_nobody_votes_on_a_face_off_after_the_last_round_and_the_most_among_those_left_win() -> None:
    taps = {1: FIVE, 2: "imperial-ipa", 3: "kolsh", 4: "pumpkin-spice-ale"}
    state = last_of_face_off(4, (1, 2, 3), taps=taps, round=9, round_cap=9)
    end = after(state, "end-turn")
    assert outcome(end).rule == "PC-28"
    assert (reason(end), winners(end)) == ("round-cap", [1, 2])
    assert {seat: points for seat, _, points in table(end)} == {1: 5, 2: 5, 3: 2, 4: 6}
    assert asked(after(replace(state, round=8), "end-turn")) == (1, "vote")


def test_pc_28_a_face_off_in_the_last_round_is_played_out() -> None:
    end = after(last_of_face_off(taps={1: FIVE, 2: "saison"}, round=9, round_cap=9), "end-turn")
    assert (reason(end), winners(end)) == ("face-off", [1])


@pytest.mark.parametrize(("leader", "tied"), [(1, (1, 2)), (2, (2, 3))])
def test_pc_28_no_face_off_follows_a_challenge_round_of_the_last_round(leader: int, tied: tuple[int, ...]) -> None:
    taps = dict(zip(tied, (FIVE, "imperial-ipa"), strict=True))
    end = after(challenge(leader=leader, first=leader, taps=taps, round=4, round_cap=4), "end-turn")
    assert (outcome(end).reason, outcome(end).rule, winners(end)) == ("round-cap", "PC-28", [*tied])


# --- nothing is left over ---------------------------------------------------------------------------------------------------


ENDED = {
    "threshold": (challenge(taps={1: FIVE}, played=2), ["end-turn"]),
    "face-off": (last_of_face_off(taps={1: FIVE, 2: "saison"}, played=1), ["end-turn"]),
    "vote": (last_of_face_off(taps={1: FIVE, 2: "imperial-ipa"}, played=1), ["end-turn", "vote no"]),
    "round-cap": (challenge(taps={1: FIVE, 2: "imperial-ipa"}, round=9, round_cap=9, played=1), ["end-turn"]),
}


@pytest.mark.parametrize("ended", ENDED)
def test_after_the_end_nobody_has_a_turn_and_nothing_of_it_is_left(ended: str) -> None:
    start, moves = ENDED[ended]
    end = after(start, *moves)
    assert reason(end) == ended
    assert (end.seat, end.leader, end.played, end.to_play, end.stage, end.pending) == (0, 0, 0, (), ROUNDS, ())
    shown = RULES.view(end)
    assert (shown.seat, shown.leader, shown.cards_played, shown.to_play) == (None, None, 0, ())
    assert (shown.stage.name, shown.step.name) == ("OVER", "OVER")


# --- the outcome ----------------------------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_09_the_points_are_the_pints_of_recipes_and_expansions() -> None:
    state = brewing(
        seats=3,
        seat=3,
        round=2,
        round_cap=2,
        taps={1: "pumpkin-spice-ale kolsh", 2: "old-ale"},
        fronts={2: "taproom dining-room restaurant-tables", 3: "big-tanks metro-distribution"},
        hands=venues(3),
    )
    first, second, third = outcome(after(state, "end-turn")).standings
    assert [(c.name, c.points) for c in first.categories] == [("Recipes on tap", 8), ("Expansions", 0)]
    assert [c.points for c in second.categories] == [4, 2]
    assert [c.points for c in third.categories] == [0, 1]
    assert [(s.seat, s.place, s.points) for s in (first, second, third)] == [(1, 1, 8), (2, 2, 6), (3, 3, 1)]


def test_pc_28_there_is_no_outcome_while_the_game_runs() -> None:
    for state in (position(), challenge(), face_off(), brewing()):
        assert RULES.outcome(state) is None


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_pc_28_all_may_share_the_victory(seats: int) -> None:
    state = brewing(seats=seats, seat=seats, round=1, round_cap=1, hands=venues(seats))
    assert table(after(state, "end-turn")) == [(seat, 1, 0) for seat in range(1, seats + 1)]


OPTIONS = [
    PintCraftOptions(round_cap=9),
    PintCraftOptions(round_cap=30, threshold=4, empty_hand=EmptyHand.ENDS_TURN),
    PintCraftOptions(round_cap=30, threshold=3, pot=PotLimit.UNLIMITED),
]


def game(seats: int, options: PintCraftOptions, seed: str, resigned: set[int]) -> Iterator[PintCraftState]:
    """A game in which those who resigned make the first move always, the others any."""
    rng, chance = random.Random(seed), Chance(seed_from(seed))
    state = RULES.new(options, seats, chance)
    yield state
    while not state.ended:
        moves = list(RULES.moves(state))
        chosen = moves[0] if asked(state)[0] in resigned else rng.choice(moves)
        state = RULES.apply(state, chosen, chance).state
        yield state


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("options", OPTIONS)
def test_pc_28_a_game_in_which_nobody_wants_anything_ends_with_the_last_round(
    seats: int, options: PintCraftOptions
) -> None:
    *_, end = game(seats, options, "nobody", set(range(1, seats + 1)))
    assert (reason(end), end.round) == ("round-cap", options.round_cap)
    assert table(end) == [(seat, 1, 0) for seat in range(1, seats + 1)]


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("resigned", [set(), {1}, {2}])
def test_pc_28_every_game_ends_for_one_of_the_reasons_of_the_kind(
    seats: int, options: PintCraftOptions, resigned: set[int]
) -> None:
    rules = {one.name: one.rule for one in ABOUT.reasons}
    for seed in ("a", "b"):
        *_, end = game(seats, options, seed, resigned)
        result = outcome(end)
        assert rules[result.reason] == result.rule
        assert end.round <= options.round_cap
        assert sorted(standing.seat for standing in result.standings) == list(range(1, seats + 1))
        for standing in result.standings:
            assert standing.points == sum(category.points for category in standing.categories)
            better = [one for one in result.standings if one.place < standing.place]
            assert standing.place == 1 + len(better)
            assert standing.points == pints(end, standing.seat)


def test_pc_26_who_has_resigned_in_a_face_off_plays_a_card_and_votes_for_sharing() -> None:
    state = face_off(taps={1: FIVE, 2: "imperial-ipa"})
    lines = []
    while not state.ended:
        lines.append(legal(state)[0])
        state = after(state, lines[-1])
    assert lines == ["play restock-hops", "play restock-hops", "vote no"]
    assert (reason(state), winners(state)) == ("vote", [1, 2])
