"""Bots know only what their seat knows, and choose only legal moves."""

from __future__ import annotations

import random
from functools import partial

import pytest

from taphouse.engine import GAMES
from taphouse.engine.bots import BOTS
from taphouse.engine.bots.greedy import MOST_COMPARED
from taphouse.engine.bots.search import SearchBot
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.state import Closing, ToEnd
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.editions import packaged
from taphouse.engine.notation import write
from taphouse.engine.pint_craft.moves import PotLimit
from taphouse.engine.pint_craft.state import ALL, ToChoose, ToPlay
from taphouse.engine.play import play
from taphouse.lab.simulate import simulate
from tests.brew_crafters import build as brew_crafters
from tests.effort import many
from tests.pint_craft import build as pint_craft
from tests.tiny.about import GAME as TINY

PLAYED = (*GAMES.values(), TINY)
QUICK = {"random": BOTS["random"], "greedy": BOTS["greedy"], "search": partial(SearchBot, iterations=2)}
"""All bots, with a search that is short."""


def rules_of(game):
    return game.rules(packaged(game.edition, game.about.package)[0])


@pytest.mark.parametrize("bot", QUICK)
@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.about.kind)
def test_bots_choose_only_legal_moves_and_end_every_game(game, bot) -> None:
    rules, chance = rules_of(game), Chance(seed_from(bot))
    players = QUICK[bot](game, random.Random(1))
    state = rules.new(game.about.options(), game.about.seats[0], chance)
    for _ in range(5000):
        decision = rules.decision(state)
        if decision is None:
            break
        known = rules.known(state, decision.seat)
        move = players.choose(rules, known, decision.seat)
        assert move in set(rules.moves(known))
        state = rules.apply(state, move, chance).state
    assert rules.outcome(state) is not None


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.about.kind)
def test_greedy_beats_random_clearly(game) -> None:
    edition, options = packaged(game.edition, game.about.package)[0], game.about.options()
    report = simulate(game, edition, options, 2, many(20), ("random", "greedy"), "strength")
    assert report.by_seat[1].value > 0.85


@pytest.mark.parametrize("bot", QUICK)
@pytest.mark.parametrize("game", [one for one in PLAYED if rules_of(one).hides], ids=lambda game: game.about.kind)
def test_bots_choose_the_same_where_only_hidden_cards_differ(game, bot) -> None:
    rules, chance, other = rules_of(game), Chance(seed_from("played")), Chance(seed_from("other"))
    state = rules.new(game.about.options(), 3, chance)
    for _ in range(60):
        decision = rules.decision(state)
        if decision is None:
            break
        world = rules.reshuffled(state, other)
        moves = [
            QUICK[bot](game, random.Random(1)).choose(rules, rules.known(one, decision.seat), decision.seat)
            for one in (state, world)
        ]
        assert moves[0] == moves[1]
        state = rules.apply(state, moves[0], chance).state


def test_greedy_looks_at_a_bounded_number_of_moves(monkeypatch) -> None:
    rules, looked = pint_craft.RULES, []
    state = pint_craft.position(ToPlay(), ToChoose(1, 60, ALL, "improvements"), pot=PotLimit.UNLIMITED)
    assert len(list(rules.moves(state))) > 2 * MOST_COMPARED
    game = GAMES["pint-craft"]
    monkeypatch.setattr(game, "weigh", lambda _rules, _known, moves, _seat: looked.extend(moves))
    move = BOTS["greedy"](game, random.Random(1)).choose(rules, rules.known(state, 1), 1)
    assert len(looked) == MOST_COMPARED
    assert rules.why_not(state, move) is None


def test_greedy_trades_only_for_what_a_batch_lacks() -> None:
    owner = {
        "ingredients": "malt:8,hops:2,yeast:2,spices:1",
        "partnerships": "spices-importer",
        "brewed": {"porter": 1},
    }
    game = GAMES["brew-crafters"]
    brewing = brew_crafters.at_tank(players={1: owner})
    looked = game.candidates(brew_crafters.RULES, brewing, list(brew_crafters.RULES.moves(brewing)))
    assert "trade spices-importer" in [write(move) for move in looked]  # a Vanilla Porter lacks 1 spices
    for state in (
        brew_crafters.at_tank(players={1: {**owner, "brewed": {}}}),
        brew_crafters.at_tank(players={1: {**owner, "ingredients": "spices:2"}}),
        brew_crafters.at_market(1, players={1: owner}),
    ):
        moves = list(brew_crafters.RULES.moves(state))
        looked = game.candidates(brew_crafters.RULES, state, moves)
        assert [move for move in moves if move not in looked] == [brew_crafters.move("trade spices-importer")]


def test_no_bot_looks_at_an_action_that_can_touch_no_beer() -> None:
    game = GAMES["dank-and-draft"]
    rules = game.rules(packaged(game.edition, game.about.package)[0])
    left_out = 0
    for seed in range(20):
        chance = Chance(seed_from(f"first turn {seed}"))
        state = rules.new(game.about.options(), 2, chance)
        while rules.decision(state).task != "act":
            state = rules.apply(state, next(iter(rules.moves(state))), chance).state
        known = rules.known(state, state.seat)
        moves = list(rules.moves(known))
        gone = [write(move) for move in moves if move not in game.candidates(rules, known, moves)]
        useless = {f"take-action {3 - state.seat} {action}" for action in ("spoil", "snatch")}
        assert {*gone} == useless & {*map(write, moves)}
        left_out += len(gone)
    assert left_out


@pytest.mark.parametrize("steps", [{"agronomy": 4}, {}])
def test_greedy_trades_before_the_score_only_for_points(steps: dict[str, int]) -> None:
    owner = {"ingredients": "malt:3", "partnerships": "spices-importer", "steps": steps, "bonus": 50}
    ending = brew_crafters.position(
        Closing(), ToEnd(1, False, 0), phase=Phase.BREWERY, season="winter", year=3, players={1: owner}
    )
    rules = brew_crafters.RULES
    if not steps:  # nothing that a trade brings would count, so nobody is asked
        assert rules.outcome(brew_crafters.after(ending, "end-action")) is not None
        return
    state = brew_crafters.after(ending, "end-action", "end-trading")
    assert brew_crafters.asked(state) == (1, "trade")
    greedy = BOTS["greedy"](GAMES["brew-crafters"], random.Random(1))
    assert write(greedy.choose(rules, state, 1)) == "trade spices-importer"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.about.kind)
def test_what_a_blind_move_leads_to_is_judged_as_what_is_known_of_it(game) -> None:
    """So bots need not ask what is known of it."""
    rules, chance, rng = rules_of(game), Chance(seed_from("judged")), random.Random(1)
    state = rules.new(game.about.options(), game.about.seats[-1], chance)
    while (seat := rules.decider(state)) is not None:
        known, moves = rules.known(state, seat), list(rules.moves(state))
        after = rules.apply(known, rng.choice(moves), BLIND).state
        assert game.evaluate(rules, after, seat) == game.evaluate(rules, rules.known(after, seat), seat)
        state = rules.apply(state, rng.choice(moves), chance).state


def test_few_games_of_two_bots_go_on_and_on() -> None:
    """They went to the turn cap where both bots recycled again and again, and took back what the other had taken."""
    played = [play("dank-and-draft", ["greedy", "greedy"], f"long {number}") for number in range(many(100))]
    assert sum(len(game.moves) > 170 for game in played) <= 0.02 * len(played)
    assert not [game for game in played if game.outcome.reason == "turn-cap"]
