"""Moves are weighed together, by what their positions share; the worths are those of each move made alone."""

from __future__ import annotations

import gc
import random

import pytest

from taphouse.engine.bots import search
from taphouse.engine.bots.search import SearchBot
from taphouse.engine.bots.weighing import weighed
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.editions import packaged
from tests.bots.test_search import PLAYED
from tests.effort import many

games = pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.about.kind)


def course(game, seed: str):
    """The rules, and for each decision of a random game what its seat knows, and the seat."""
    for rules, state, seat, _ in played(game, seed):
        yield rules, rules.known(state, seat), seat


def played(game, seed: str):
    """The rules, and for each decision of a random game the position, the seat and the chance."""
    rules, chance, rng = (
        game.rules(packaged(game.edition, game.about.package)[0]),
        Chance(seed_from(seed)),
        random.Random(seed),
    )
    state = rules.new(game.about.options(), rng.choice(game.about.seats), chance)
    while (seat := rules.decider(state)) is not None:
        yield rules, state, seat, chance
        state = rules.apply(state, rng.choice(list(rules.moves(state))), chance).state


@games
def test_previews_are_the_positions_after_each_move_made_alone(game) -> None:
    shared = 0
    for number in range(many(3)):
        for rules, known, _ in course(game, f"previews {number}"):
            moves = list(rules.moves(known))
            previews = rules.previews(known, moves)
            assert previews == [rules.make(known, move, BLIND).state for move in moves]
            shared += len(moves) > 1
    assert shared


@games
def test_the_position_after_a_move_is_the_same_without_events(game) -> None:
    moved = 0
    for number in range(many(3)):
        for rules, state, _, chance in played(game, f"after {number}"):
            for move in rules.moves(state):
                assert rules.after(state, move, chance) == rules.make(state, move, chance).state
                moved += 1
    assert moved


@pytest.mark.parametrize("game", [game for game in PLAYED if game.evaluate], ids=lambda game: game.about.kind)
def test_the_foremost_moves_have_the_one_that_greedy_play_makes(game) -> None:
    left_out = 0
    for number in range(many(6)):
        for rules, known, seat in course(game, f"foremost {number}"):
            moves = game.candidates(rules, known, list(rules.moves(known)))
            worths = [game.evaluate(rules, after, seat) for after in rules.previews(known, moves)]
            foremost, most = game.foremost(rules, known, moves), max(worths)
            best = next(move for move in foremost if worths[moves.index(move)] == most)
            assert best == moves[worths.index(most)]
            left_out += len(foremost) < len(moves)
    assert left_out or game.foremost(None, None, moves) is moves


@pytest.mark.parametrize("game", [game for game in PLAYED if game.evaluate], ids=lambda game: game.about.kind)
def test_moves_are_worth_together_what_each_is_worth_alone(game) -> None:
    weighed_by_the_game = 0
    for number in range(many(3)):
        for rules, known, seat in course(game, f"weigh {number}"):
            moves = game.candidates(rules, known, list(rules.moves(known)))
            alone = [game.evaluate(rules, rules.make(known, move, BLIND).state, seat) for move in moves]
            assert weighed(game, rules, known, moves, seat) == alone
            weighed_by_the_game += game.weigh(rules, known, moves, seat) is not None
    assert weighed_by_the_game or game.weigh(None, None, moves, 0) is None


@pytest.mark.parametrize("game", [game for game in PLAYED if game.alike], ids=lambda game: game.about.kind)
def test_moves_that_are_alike_are_worth_the_same(game) -> None:
    twins = 0
    for number in range(many(3)):
        for rules, known, seat in course(game, f"alike {number}"):
            worths: dict = {}
            for move in rules.moves(known):
                worth = game.evaluate(rules, rules.make(known, move, BLIND).state, seat)
                key = game.alike(rules, known, move)
                twins += key in worths
                assert worths.setdefault(key, worth) == worth
    assert twins


@games
def test_a_search_finds_what_it_finds_when_each_move_is_made_and_evaluated_alone(game, monkeypatch) -> None:
    def alone(game, rules, known, moves, seat):
        return [game.evaluate(rules, rules.make(known, move, BLIND).state, seat) for move in moves]

    for rules, known, seat in [*course(game, "search")][5:60:11]:  # without an evaluation, none is weighed
        fast = SearchBot(game, random.Random(1), 15).consider(rules, known, seat)
        monkeypatch.setattr(search, "weighed", alone)
        assert SearchBot(game, random.Random(1), 15).consider(rules, known, seat) == fast
        monkeypatch.setattr(search, "weighed", weighed)


@pytest.mark.parametrize("collects", [True, False])
def test_a_search_leaves_the_collection_of_garbage_as_it_was(collects: bool) -> None:
    rules, known, seat = next(course(PLAYED[0], "garbage"))
    kept, seen = gc.isenabled(), []
    (gc.enable if collects else gc.disable)()
    try:
        SearchBot(PLAYED[0], random.Random(1), 3, stop=lambda: seen.append(gc.isenabled())).consider(rules, known, seat)
        assert set(seen) == {False}
        assert gc.isenabled() is collects
    finally:
        (gc.enable if kept else gc.disable)()
