"""The bot that searches: it knows only what its seat knows, can be repeated, and can be stopped."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial

import pytest

from taphouse.engine import GAMES
from taphouse.engine.bots.players import Players
from taphouse.engine.bots.search import HORIZON, SearchBot, _Search
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.contract import Rules
from taphouse.engine.editions import packaged
from tests.tiny.about import GAME as TINY

PLAYED = (*GAMES.values(), TINY)
games = pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.about.kind)


def middle(game, moves: int = 9):
    """The rules, what the deciding seat knows in the middle of a random game with several moves to choose from, and the seat."""
    rules = game.rules(packaged(game.edition, game.about.package)[0])
    chance, rng = Chance(seed_from("search")), random.Random(7)
    state = rules.new(game.about.options(), game.about.seats[0], chance)
    while moves > 0 or len(list(rules.moves(state))) < 3:
        state = rules.apply(state, rng.choice(list(rules.moves(state))), chance).state
        moves -= 1
    seat = rules.decider(state)
    return rules, rules.known(state, seat), seat


@games
def test_it_considers_only_legal_moves_in_every_game_and_every_iteration_counts(game) -> None:
    rules, known, seat = middle(game)
    considered = SearchBot(game, random.Random(1), iterations=12).consider(rules, known, seat)
    assert {one.move for one in considered} <= {*rules.moves(known)}
    assert sum(one.visits for one in considered) == 12
    assert [one.visits for one in considered] == sorted([one.visits for one in considered], reverse=True)
    assert all(-60 < one.points < 60 for one in considered)


@games
def test_the_same_luck_gives_the_same_search(game) -> None:
    rules, known, seat = middle(game)
    first, second, other = (
        SearchBot(game, random.Random(luck), iterations=20).consider(rules, known, seat) for luck in (1, 1, 2)
    )
    assert first == second
    assert {one.move for one in first} == {one.move for one in other}


def test_it_imagines_worlds_from_what_its_seat_knows_and_saw_the_same_ones_for_each_move(monkeypatch) -> None:
    rules, known, seat = middle(GAMES["pint-craft"])
    asked = []
    sample = rules.sample
    monkeypatch.setattr(rules, "sample", lambda *given: asked.append(given) or sample(*given))
    memory = rules.remembered([], seat)
    considered = SearchBot(GAMES["pint-craft"], random.Random(1), iterations=12).consider(rules, known, seat, memory)
    assert {(given[0], given[1], given[3]) for given in asked} == {(known, seat, memory)}
    assert len(asked) == max(one.visits for one in considered) < 12


def test_a_move_that_is_drawn_is_one_that_the_search_considered_and_seldom_a_poor_one() -> None:
    game = GAMES["brew-crafters"]
    rules, known, seat = middle(game)
    considered = SearchBot(game, random.Random(1), 20).consider(rules, known, seat)
    visits = {one.move: one.visits for one in considered}
    drawing = SearchBot(game, random.Random(1), 20)
    drawing.consider = lambda *_: considered  # type: ignore[method-assign]
    drawn = Counter(drawing.draw(rules, known, seat) for _ in range(60))
    assert len(drawn) > 1
    assert all(visits[move] for move in drawn)
    assert drawn.most_common(1)[0][0] == max(visits, key=lambda move: visits[move])


def test_a_search_ends_after_its_time_and_when_it_is_stopped() -> None:
    game = GAMES["dank-and-draft"]
    rules, known, seat = middle(game)
    timed = SearchBot(game, random.Random(1), iterations=10**9, seconds=0.0).consider(rules, known, seat)
    assert sum(one.visits for one in timed) == 1
    asked = iter([False, False, True])
    stopped = SearchBot(game, random.Random(1), iterations=10**9, stop=partial(next, asked))
    assert sum(one.visits for one in stopped.consider(rules, known, seat)) == 3


def test_a_single_move_needs_no_search(monkeypatch) -> None:
    game = GAMES["dank-and-draft"]
    rules, known, seat = middle(game)
    only = next(rules.moves(known))
    monkeypatch.setattr(Rules, "sample", None)
    alone = type("Alone", (), vars(game) | {"alike": None, "candidates": staticmethod(lambda *_: [only])})
    assert SearchBot(alone, random.Random(1)).choose(rules, known, seat) == only


@games
def test_a_choice_is_the_best_move_though_it_stops_once_that_is_certain(game, monkeypatch) -> None:
    rules, known, seat = middle(game)
    made = []
    iterate = _Search._iterate
    monkeypatch.setattr(_Search, "_iterate", lambda self: made.append(self) or iterate(self))
    for luck in range(3):
        made.clear()
        best = SearchBot(game, random.Random(luck), iterations=40).consider(rules, known, seat)[0].move
        assert len(made) == 40
        assert SearchBot(game, random.Random(luck), iterations=40).choose(rules, known, seat) == best
        assert len(made) <= 80


@games
def test_a_turn_is_that_of_the_seat_that_decides_unless_others_decide_in_it(game) -> None:
    rules, chance, rng = (
        game.rules(packaged(game.edition, game.about.package)[0]),
        Chance(seed_from("turn")),
        random.Random(3),
    )
    state, in_turns_of_others = rules.new(game.about.options(), game.about.seats[0], chance), 0
    while (seat := rules.decider(state)) is not None:
        assert rules.turn(rules.known(state, None)) == rules.turn(state)
        in_turns_of_others += rules.turn(state) != seat
        state = rules.apply(state, rng.choice(list(rules.moves(state))), chance).state
    assert rules.turn(state) is None
    assert bool(in_turns_of_others) == (game.about.kind in ("pint-craft", "cask-race"))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.about.kind)
def test_iterations_end_when_the_turn_has_passed_as_often(game, monkeypatch) -> None:
    rules, known, seat = middle(game)
    worlds, applied = [], []
    sample, after = rules.sample, rules.after
    monkeypatch.setattr(rules, "sample", lambda *given: worlds.append(sample(*given)) or worlds[-1])

    def noted(state, move, chance):
        reached = after(state, move, chance)
        if chance is not BLIND:
            applied.append((state, reached))
        return reached

    monkeypatch.setattr(rules, "after", noted)
    SearchBot(game, random.Random(1), iterations=8).consider(rules, known, seat)
    played: list[int] = []
    for before, reached in applied:
        if before in worlds:
            played.append(0)
        ended = rules.decider(reached) is None
        played[-1] = HORIZON if ended else played[-1] + (rules.turn(before) != rules.turn(reached))
    assert played == [HORIZON] * 8


class Notes:
    """Makes the first move, and notes what it is given."""

    def __init__(self) -> None:
        self.given: list[tuple] = []

    def choose(self, rules, known, seat, *memory):
        self.given.append((known, *memory))
        return next(iter(rules.moves(known)))


@games
def test_a_bot_that_remembers_is_given_what_its_seat_has_learnt(game) -> None:
    forgets, remembers = Notes(), Notes()
    remembers.remembers = True
    seats = [forgets, remembers, *[Notes() for _ in range(game.about.seats[0] - 2)]]
    rules, chance = game.rules(packaged(game.edition, game.about.package)[0]), Chance(seed_from("remembered"))
    players = Players(rules, dict(enumerate(seats, 1)))
    state, seen = rules.new(game.about.options(), len(seats), chance), []
    while (seat := rules.decider(state)) is not None and len(seen) < 30:
        move, before = players.choose(state, seat), state
        if seat == 2:
            assert remembers.given[-1] == (rules.known(state, 2), rules.remembered(seen, 2))
        step = rules.apply(state, move, chance)
        state = step.state
        players.saw(before, move, step.events)
        seen.append(rules.seen(before, seat, move, step.events, 2))
    assert remembers.given
    assert all(len(given) == 1 for given in forgets.given)
