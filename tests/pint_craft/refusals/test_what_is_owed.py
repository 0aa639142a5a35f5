"""A move that answers something else than what is owed, or a card too many."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.engine.pint_craft.about import GAME
from taphouse.engine.pint_craft.state import PintCraftState, ToVote
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import EDITION, RULES, after, asked, brewing, prompt, refusal, said
from tests.pint_craft.refusals.positions import (
    BONUS,
    FACE_OFF,
    FIRST_RULES,
    HAND,
    IMPROVED,
    IN_ORDER,
    MOVES,
    OFFER,
    OWED,
    VOTING,
    cost,
)
from tests.pint_craft.refusals.refused import REFUSALS
from tests.told import check_told


@packaged_figures
@pytest.mark.parametrize("task", OWED)
@pytest.mark.parametrize("line", MOVES)
def test_a_move_that_answers_something_else_is_refused_under_the_first_rule_of_what_is_owed(
    task: str, line: str
) -> None:
    state, text = OWED[task]
    decision = RULES.decision(state)
    assert (asked(state)[1], prompt(decision)) == (task, text)
    refused = refusal(state, line)
    if MOVES[line] == task:
        assert refused is None
        return
    assert refused is not None
    wanted = IN_ORDER.get((task, line), f"Another decision comes first. {text}")
    assert (refused.rule, said(refused)) == (FIRST_RULES[task], wanted)
    assert RULES.decision(state).rules[0] == FIRST_RULES[task]


@packaged_figures
@pytest.mark.parametrize("line", ["play smash-hit", "end-turn", "give hops:1"])
@pytest.mark.parametrize(("state", "rule"), [(BONUS, "PC-19"), (IMPROVED, "PC-20")])
def test_while_a_bonus_is_owed_the_refusal_names_the_rule_that_pays_it(
    state: PintCraftState, rule: str, line: str
) -> None:
    refused = refusal(state, line)
    assert refused is not None
    assert (refused.rule, RULES.decision(state).rules) == (rule, (rule, "PC-11", "PC-13"))


CLOSED = [
    ({"played": 3}, "PC-06", "You have played 3 cards in this turn, which is the limit."),
    ({"played": 3, "hands": {}}, "PC-06", "You have played 3 cards in this turn, which is the limit."),
    ({"played": 2, "hands": {}}, "PC-07", "You have run out of Brewery cards."),
    ({"hands": {}}, "PC-07", "You have run out of Brewery cards."),
    ({"played": 2}, "PC-05", "You have finished playing cards in this turn."),
    (
        {"played": 1, "stage": "face-off"},
        "PC-25",
        "You play only one Brewery card in a Face Off, and none if your hand is empty.",
    ),
    (
        {"hands": {}, "stage": "face-off"},
        "PC-25",
        "You play only one Brewery card in a Face Off, and none if your hand is empty.",
    ),
]


@packaged_figures
@pytest.mark.parametrize("line", ["play smash-hit", "trade-in merch"])
@pytest.mark.parametrize(("words", "rule", "sentence"), CLOSED)
def test_a_card_too_many_is_refused_under_the_rule_that_ended_the_playing_of_cards(
    words: dict[str, Any], rule: str, sentence: str, line: str
) -> None:
    state = brewing(**{"hands": HAND, "offer": OFFER, "ingredients": {1: cost("kolsh")}, **words})
    refused = refusal(state, line)
    assert refused is not None
    assert (refused.rule, said(refused)) == (rule, sentence)


def test_every_reason_is_met_and_told_in_german() -> None:
    told = [refusal(state, line) for state, line, *_ in REFUSALS]
    told += [refusal(state, line) for state, _ in OWED.values() for line in MOVES]
    told += [refusal(brewing(**{"hands": HAND, **words}), "play smash-hit") for words, *_ in CLOSED]
    check_told(GAME, EDITION, filter(None, told))


@pytest.mark.parametrize("line", ["brew kolsh", "end-turn"])
def test_pc_05_in_a_face_off_brewing_comes_after_the_card(line: str) -> None:
    refused = refusal(FACE_OFF, line)
    assert refused is not None
    assert refused.rule == "PC-05"
    assert said(refused) == "Brewing and drawing come after playing cards; play a card first."


def test_pc_25_in_a_face_off_the_prompt_and_the_rules_say_that_a_card_must_be_played() -> None:
    decision = RULES.decision(FACE_OFF)
    assert decision is not None
    assert prompt(decision) == "Play or trade in exactly one Brewery card in this Face Off."
    assert "PC-25" in decision.rules
    refused = refusal(FACE_OFF, "vote yes")
    assert refused is not None
    assert said(refused) == f"Another decision comes first. {prompt(decision)}"


def test_pc_26_nobody_but_the_tied_leaders_is_asked_to_vote() -> None:
    assert [frame.seat for frame in VOTING.pending if isinstance(frame, ToVote)] == [2, 1]
    assert asked(VOTING) == (1, "vote")
    assert asked(after(VOTING, "vote yes")) == (2, "vote")
