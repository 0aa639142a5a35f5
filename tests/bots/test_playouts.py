"""Bots in a game without an evaluation: a search plays games to their end at random, a greedy bot plays at random."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from taphouse.engine.bots import GreedyBot, SearchBot
from taphouse.engine.bots.search import MOST_PLAYED, _Playouts
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.contract import EndReason, Outcome, Standing
from taphouse.engine.editions import packaged
from taphouse.engine.results import results_of
from taphouse.lab.simulate import simulate
from tests.tiny.about import GAME as TINY
from tests.tiny.cards import GRAINS, CaskRaceEdition, Grain
from tests.tiny.moves import Ask

EDITION: CaskRaceEdition = packaged(TINY.edition, TINY.about.package)[0]  # type: ignore[assignment]
RULES = TINY.rules(EDITION)


def begun(seats: int = 2):
    return RULES.new(TINY.about.options(turn_cap=12), seats, Chance(seed_from("playouts")))


def test_the_game_has_no_evaluation() -> None:
    assert TINY.evaluate is None


@pytest.mark.parametrize("seats", [2, 3])
def test_a_search_beats_random_bots_clearly(seats: int) -> None:
    others = ("random",) * (seats - 1)
    options = TINY.about.options(turn_cap=12)
    report = simulate(TINY, EDITION, options, seats, 6 * seats, ("search-quick", *others), "playouts")
    assert report.by_seat[0].value > 1.6 / seats


def test_a_greedy_bot_plays_at_random() -> None:
    state, bot = begun(), GreedyBot(TINY, random.Random(1))
    chosen = Counter(bot.choose(RULES, RULES.known(state, 1), 1) for _ in range(200))
    moves = list(RULES.moves(state))
    assert chosen.keys() == {*moves}
    assert max(chosen.values()) < 3 * 200 / len(moves)


def test_what_is_considered_has_an_expected_result_and_no_points() -> None:
    state = begun()
    found = SearchBot(TINY, random.Random(1), iterations=30).consider(RULES, RULES.known(state, 1), 1)
    assert {one.points for one in found} == {0.0}
    assert all((one.result is None) == (one.visits == 0) for one in found)
    assert all(0 <= one.result <= 1 for one in found if one.result is not None)
    assert len({one.result for one in found}) > 1


def test_a_move_that_wins_at_once_is_found_and_its_result_is_the_first_place() -> None:
    casks = (0,) * (EDITION.figures.casks_to_win.value - 1)
    state = replace(begun(), casks=(casks, casks))
    assert "brew" in {move.verb for move in RULES.moves(state)}, "the seed deals a hand that can brew"
    best = SearchBot(TINY, random.Random(1), iterations=60).consider(RULES, RULES.known(state, 1), 1)[0]
    won = RULES.outcome(RULES.apply(state, best.move, BLIND).state)
    assert won is not None
    assert won.winners == (1,)
    assert best.result == 1.0


@pytest.mark.parametrize("seats", [2, 3])
def test_a_choice_rests_on_a_sealed_gift_only_as_far_as_the_seat_is_told(seats: int) -> None:
    state = begun(seats)
    state = RULES.apply(state, Ask(2), BLIND).state
    search = _Playouts(TINY, RULES, RULES.known(state, 2), 2, None, random.Random(1))
    search.run(60, None, lambda: False)
    told: dict[int, set[Grain | None]] = {1: set(), 3: set()}
    for _, seat, gift, given, *_ in search._seen:
        assert gift.grain is None or seat == 2
        if seat in told:
            told[seat].add(given.grain)
    assert told[1] == {GRAINS[card - 1] for card in state.hands[1]}, "the one who asked sees the gift"
    assert told[3] == ({None} if seats == 3 else set()), "another one does not"


def test_a_playout_has_a_bound_and_a_game_that_goes_on_beyond_it_is_even(monkeypatch: pytest.MonkeyPatch) -> None:
    state, made = RULES.new(TINY.about.options(turn_cap=200), 2, Chance(seed_from("long"))), []
    after = RULES.after
    monkeypatch.setattr(RULES, "after", lambda *given: made.append(given) or after(*given))
    monkeypatch.setattr("taphouse.engine.bots.search.MOST_PLAYED", 5)
    found = SearchBot(TINY, random.Random(1), iterations=4).consider(RULES, RULES.known(state, 1), 1)
    assert len(made) == 4 * 5
    assert {one.result for one in found} == {0.5, None}
    assert MOST_PLAYED > 5


def test_tied_seats_share_their_places() -> None:
    def outcome(*places: int) -> Outcome:
        standings = [Standing(seat, place, 0, ()) for seat, place in enumerate(places, 1)]
        return Outcome(EndReason("race"), "TF-08", tuple(standings))

    about = TINY.about
    assert results_of(outcome(1, 2), about) == [1.0, -1.0]
    assert results_of(outcome(1, 1), about) == [0.0, 0.0]
    assert results_of(outcome(2, 1, 2), about) == [-0.5, 1.0, -0.5]
    assert results_of(outcome(1, 2, 3, 4), about) == [1.0, pytest.approx(1 / 3), pytest.approx(-1 / 3), -1.0]
