"""Whist of examples/games: its tricks are those of OpenSpiel's bridge, and worlds of a seat fit the suits that others lack."""

from __future__ import annotations

import random
from collections import Counter
from importlib import import_module
from itertools import combinations
from typing import Any

import pytest

from taphouse.engine import deals
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.contract import Rules
from taphouse.engine.deals import UNKNOWN
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game
from taphouse.engine.worlds.beliefs import Contradiction

WHIST: Game = import_module("whist").GAME
CARDS: Any = import_module("whist").CARDS
SUITS = "♣♦♥♠"
SEATS, HAND, GAMES, SAMPLES = 4, 13, 20, 5_000
DOWN = 50
"""The points of each trick that a declarer lacks."""


def rules() -> Rules:
    (edition,) = packaged(WHIST.edition, WHIST.about.package)
    return WHIST.rules(edition)


def in_bridge(card: int) -> int:
    """A card as bridge numbers it, rank by rank."""
    suit, rank = divmod(card - 1, HAND)
    return rank * len(SUITS) + suit


def dealt(bridge: Any, state: Any) -> Any:
    """Bridge with the cards of a position, in which seat 4 has to take all tricks with its trumps, and seat 1 leads."""
    hands = [*state.hands[:3], (*state.hands[3], *state.turned)]
    position = bridge.new_initial_state()
    for place in range(HAND * SEATS):
        position.apply_action(in_bridge(hands[place % SEATS][place // SEATS]))
    bids = {position.action_to_string(action): action for action in position.legal_actions()}
    for said in (*["Pass"] * 3, f"7{SUITS[state.trumps]}", *["Pass"] * 3):
        position.apply_action(bids[said])
    return position


def test_tricks_go_as_in_bridge_with_the_same_cards() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    whist = rules()
    for number in range(GAMES):
        rng = random.Random(number)
        state = whist.new(WHIST.about.options(), SEATS, Chance(seed_from(str(number))))
        bridge = dealt(pyspiel.load_game("bridge", {"use_double_dummy_result": False}), state)
        while whist.decider(state) is not None:
            number_of = {(card.suit, card.rank): place for place, card in enumerate(CARDS) if card}
            legal = {in_bridge(number_of[move.suit, move.rank]): move for move in whist.moves(state)}
            assert sorted(legal) == bridge.legal_actions()
            played = rng.choice(sorted(legal))
            bridge.apply_action(played)
            state = whist.apply(state, legal[played], BLIND).state
        assert bridge.is_terminal()
        assert bridge.returns()[3] == -DOWN * (HAND - state.tricks[1])


def late(lacks: tuple[tuple[int, ...], ...]) -> Any:
    """The knowledge of seat 1, which has three spades, when others have three clubs, three diamonds and three hearts."""
    of_suit = [range(suit * HAND + 1, suit * HAND + HAND + 1) for suit in range(len(SUITS))]
    unseen = {card for cards in of_suit[:3] for card in cards[:3]}
    taken = tuple(sorted({*range(1, len(CARDS))} - unseen - {*of_suit[3][:3]}))
    hands = (tuple(of_suit[3][:3]), *[(UNKNOWN,) * 3] * 3)
    return WHIST.about.state(hands=hands, turned=(), taken=taken, tricks=(5, 5), lacks=lacks, viewer=1)  # type: ignore[call-arg]


@pytest.mark.parametrize("guesses", [0, deals._GUESSES], ids=["counted", "guessed"])
def test_every_world_that_fits_what_others_lack_is_as_likely(guesses: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "_GUESSES", guesses)
    known, whist = late(((), (0,), (2,), ())), rules()
    worlds = Counter(whist.sample(known, 1, Chance(seed_from(str(seed)))).hands for seed in range(SAMPLES))
    cards = {card for hands in worlds for hand in hands[1:] for card in hand}
    fit = [
        (known.hands[0], second, third, tuple(sorted(cards - {*second, *third})))
        for second in combinations(sorted(card for card in cards if card > HAND), 3)
        for third in combinations(sorted(card for card in cards - {*second} if card <= 2 * HAND), 3)
    ]
    assert {*worlds} == {*fit}
    expected = SAMPLES / len(fit)
    assert sum((worlds[world] - expected) ** 2 / expected for world in fit) < len(fit) + 4 * (2 * len(fit)) ** 0.5


def test_what_nobody_can_have_is_no_world() -> None:
    with pytest.raises(Contradiction, match="no cards are left"):
        rules().sample(late(((), (0,), (0,), (0,))), 1, Chance(bytes(32)))


def test_orders_that_are_too_many_to_count_are_refused() -> None:
    rng = random.Random(1)
    every = [tuple(sorted(rng.sample(range(40), 20))) for _ in range(40)]
    with pytest.raises(Contradiction, match="too many to count"):
        deals._counted(every, rng)


def test_a_team_whose_players_have_both_resigned_loses() -> None:
    whist = rules()
    state = whist.new(WHIST.about.options(), SEATS, Chance(seed_from("left")))
    assert [whist.conceded(state, gone) for gone in [(1,), (1, 2), (4, 3)]] == [None, None, None]
    outcome = whist.conceded(state, (4, 1, 2))
    assert outcome is not None
    assert (outcome.winners, outcome.points) == ((1, 3), HAND)
