"""Card Hoard: its rules, and what Taphouse checks of any game."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine import GAMES
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.contract import IllegalMove
from taphouse.engine.editions import packaged
from taphouse.engine.notation import parse, write
from taphouse.engine.play import play

KIND = "card-hoard"
GAME = GAMES[KIND]
RULES = GAME.rules(packaged(GAME.edition, GAME.about.package)[0])
START = RULES.new(GAME.about.options(), 2, Chance(seed_from("the tests")))
COPPER, SILVER, GOLD, CROWN = 1, 2, 3, 4


def after(state: Any, *moves: str) -> Any:
    for move in moves:
        state = RULES.apply(state, parse(move, GAME.verbs), BLIND).state
    return state


def test_the_open_card_is_replaced_when_it_is_taken() -> None:
    state = after(START, "take")
    assert sorted(state.hands[0]) == sorted(START.hands[0] + START.open)
    assert (state.open, len(state.pile)) == (START.pile[-1:], len(START.pile) - 1)


@pytest.mark.parametrize(("card", "hoard"), [("gold", (GOLD, GOLD)), ("silver", (SILVER,))])
def test_a_card_of_less_rank_costs_the_hoard(card: str, hoard: tuple[int, ...]) -> None:
    state = replace(START, drawn=True, hands=((SILVER, GOLD), (COPPER,)), hoards=((GOLD,), ()))
    assert after(state, f"lay {card}").hoards[0] == hoard


def test_a_refusal_names_its_rule() -> None:
    state = replace(START, drawn=True, hands=((SILVER,), (GOLD,)))
    with pytest.raises(IllegalMove, match=r"You have no Gold\. \(CH-05\)"):
        after(state, "lay gold")
    assert [write(move) for move in RULES.moves(state)] == ["lay silver"]


@pytest.mark.parametrize("seats", GAME.about.seats)
def test_bots_play_it_to_its_end(seats: int) -> None:
    outcome = play(KIND, ["greedy", *["random"] * (seats - 1)], "the tests").outcome
    assert (outcome.reason, len(outcome.standings)) == ("empty-pile", seats)


def test_the_messages_are_complete() -> None:
    assert [GAME.catalogues.get(language).missing for language in ("en", "de")] == [(), ()]


def test_no_answer_of_the_service_tells_a_secret() -> None:
    check = [sys.executable, "-m", "taphouse", "check-secrecy", "--game", KIND, "--pairs", "50"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
