"""Backgammon of examples/games is that of OpenSpiel: the same dice reach the same positions, and games count the same."""

from __future__ import annotations

import random
import re
from importlib import import_module
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.contract import Rules
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
BACKGAMMON: Game = import_module("backgammon").GAME
GAMES = 4


def sides(their: Any) -> tuple[Any, ...]:
    """Their position, as ours has it: the checkers of each player off the board, on each point from their end, and on the bar."""
    after_bar = str(their).partition("Bar:")[2]
    bar, off = after_bar.splitlines()[0], re.findall(r"[XO]: (\d+)", after_bar)
    ways = (range(23, -1, -1), range(24))
    return tuple(
        (int(off[player]), *(their.board(player, place) for place in ways[player]), bar.count(mark))
        for player, mark in enumerate("xo")
    )


def turns(their: Any) -> list[Any]:
    """Their positions after a turn; equal numbers are two turns to them."""
    player, dice = their.current_player(), str(their).partition("Dice: ")[2][:2]
    ends, now = [], [their]
    for _ in range(2 if dice[0] == dice[1] else 1):
        ends += [one for one in now if one.current_player() != player]
        now = [one.child(action) for one in now if one.current_player() == player for action in one.legal_actions()]
    return ends + now


def reached(rules: Rules, state: Any) -> set[Any]:
    """The positions that can come of a turn of ours."""
    ends, now = set(), {state}
    while now:
        after = {rules.make(one, move, BLIND).state for one in now for move in rules.moves(one)}
        ends |= {one.sides for one in after if rules.decision(one) is None}
        now = {one for one in after if rules.decision(one) is not None}
    return ends or {state.sides}


@pytest.mark.ecosystem
def test_each_turn_reaches_the_positions_that_openspiel_reaches() -> None:
    rules = BACKGAMMON.rules(packaged(BACKGAMMON.edition, BACKGAMMON.about.package)[0])
    game = pyspiel.load_game("backgammon", {"scoring_type": "full_scoring"})
    begun: Any = rules.new(BACKGAMMON.about.options(), 2, Chance(seed_from("a game")))
    for number in range(GAMES):
        rng, their = random.Random(number), game.new_initial_state()
        assert sides(their) == begun.sides
        while not their.is_terminal():
            if their.is_chance_node():
                their.apply_action(rng.choice(their.legal_actions()))
                continue
            dice = tuple(sorted(map(int, str(their).partition("Dice: ")[2][:2]), reverse=True))
            used = dice * 2 if dice[0] == dice[1] else dice
            state = replace(begun, sides=sides(their), seat=their.current_player() + 1, dice=used)
            ends = {sides(one): one for one in turns(their)}
            assert reached(rules, state) == ends.keys(), their
            their = ends[rng.choice(sorted(ends))]
        outcome = rules.outcome(replace(begun, sides=sides(their)))
        assert outcome is not None
        assert their.returns() == [outcome.stake if seat in outcome.winners else -outcome.stake for seat in (1, 2)]
