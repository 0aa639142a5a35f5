"""Hanabi of examples/games is that of hanabi-learning-environment, which OpenSpiel has: the same deck and moves lead alike."""

from __future__ import annotations

import random
import re
from collections import Counter
from importlib import import_module
from typing import Any

import pytest

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Rules
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
HANABI: Game = import_module("hanabi").GAME
CARDS = import_module("hanabi").CARDS
GAMES = 12
"""The games of each number of players, by players at random, who never play, and who know their cards."""


def brief(colour: Any) -> str:
    """A colour as they write it, such as `R`."""
    return str(colour.name[0])


def card(face: Any) -> str:
    """A card as they write it."""
    return "XX" if face is None else f"{brief(face.colour)}{face.rank}"


def action(state: Any, move: Any) -> str:
    """A move as they write it."""
    if move.verb in ("discard", "play"):
        return f"({move.verb.title()} {move.place - 1})"
    other = (move.seat - state.seat) % len(state.hands)
    what = f"color {brief(move.colour)}" if move.verb == "clue-colour" else f"rank {move.rank}"
    return f"(Reveal player +{other} {what})"


def shown(rules: Rules, state: Any, seat: int) -> tuple[Any, ...]:
    """The sight of a seat: lives, clues, deck, fireworks, discards, and the hands from its own on, with what clues leave."""
    table = rules.view(rules.known(state, seat))
    hands = [
        [(card(held.card), "".join(map(brief, held.colours)) + "".join(map(str, held.ranks))) for held in player.hand]
        for player in (*table.players[seat - 1 :], *table.players[: seat - 1])
    ]
    fires = {brief(one.colour): one.rank for one in table.fireworks}
    return table.lives, table.clues, table.deck, fires, Counter(map(card, table.discards)), hands


def theirs(text: str) -> tuple[Any, ...]:
    """The same of one of their observations."""
    lives, clues, deck = (
        int(re.findall(rf"{what}: (\d+)", text)[0]) for what in ("Life tokens", "Info tokens", "Deck size")
    )
    (fires,) = re.findall(r"Fireworks: (.*)", text)
    (discards,) = re.findall(r"Discards: ?(.*)", text)
    between = text.split("Hands:\n")[1].partition("Deck size")[0]
    hands = [re.findall(r"(..) \|\| ..\|(\w+)", hand) for hand in between.split("-----")]
    return lives, clues, deck, {one[0]: int(one[1]) for one in fires.split()}, Counter(discards.split()), hands


def best(state: Any, moves: list[Any]) -> list[Any]:
    """The moves of a player who knows their cards: what fits, or a card that is there already, or a clue."""
    hand = state.hands[state.seat - 1]
    wanted = (
        lambda move: move.verb == "play" and fits(state, hand[move.place - 1]),
        lambda move: move.verb == "discard" and hand[move.place - 1] in state.played,
        lambda move: move.verb.startswith("clue"),
        lambda move: move.verb == "discard",
    )
    return next(found for want in wanted if (found := [move for move in moves if want(move)]))


def fits(state: Any, number: int) -> bool:
    """True if the card is the next one of its firework."""
    return CARDS[number].rank == 1 + sum(CARDS[one].colour is CARDS[number].colour for one in state.played)


@pytest.mark.ecosystem
@pytest.mark.parametrize("seats", HANABI.about.seats)
def test_each_position_is_that_of_the_learning_environment(seats: int) -> None:
    rules = HANABI.rules(packaged(HANABI.edition, HANABI.about.package)[0])
    game = pyspiel.load_game("hanabi", {"players": seats})
    ends: Counter[str] = Counter()
    for number in range(GAMES):
        rng, chance = random.Random(number), Chance(seed_from(f"{seats} {number}"))
        state: Any = rules.new(HANABI.about.options(), seats, chance)
        their = game.new_initial_state()
        cards = [one for hand in state.hands for one in hand]
        deck = [*cards, *reversed(state.deck)]
        while True:
            while their.is_chance_node():
                deal = f"(Deal {card(CARDS[deck.pop(0)])})"
                (drawn,) = (one for one in their.legal_actions() if their.action_to_string(-1, one) == deal)
                their.apply_action(drawn)
            legal = [*rules.moves(state)]
            outcome = rules.outcome(state)
            assert their.is_terminal() == (outcome is not None)
            if outcome is not None:
                ends[outcome.reason] += 1
                assert their.returns() == [outcome.points] * seats
                break
            assert their.current_player() == state.seat - 1
            actions = {their.action_to_string(state.seat - 1, one): one for one in their.legal_actions()}
            assert {action(state, move) for move in legal} == actions.keys()
            for seat in range(1, seats + 1):
                assert shown(rules, state, seat) == theirs(their.observation_string(seat - 1))
            careful = [move for move in legal if move.verb != "play"]
            choices = (legal, careful or legal, best(state, legal))[number % 3]
            move = rng.choice(choices)
            their.apply_action(actions[action(state, move)])
            state = rules.apply(state, move, chance).state
    assert {*ends} == {reason.name for reason in HANABI.about.reasons}
