"""Every way in which a move is refused: the rule, and a sentence that says what would be right."""

from __future__ import annotations

import pytest

from taphouse.engine.pint_craft.cards import IMPROVEMENTS
from taphouse.engine.pint_craft.moves import Target
from taphouse.engine.pint_craft.state import BASIC, PintCraftState, ToChoose
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import RULES, emptied, position, refusal, said
from tests.pint_craft.refusals.positions import (
    BONUS,
    BURYING_BESIDE_A_GAP,
    FACE_OFF,
    FEW_ADJUNCTS,
    GIVEN,
    GIVING,
    HAND,
    IMPROVED_IN_WINTER,
    LOSING,
    LOST,
    NO_HOPS,
    PAID_IN_SUMMER,
    PAID_IN_WINTER,
    PLAYING,
    RETURNING,
    SIX,
    SIX_BY_TANKS,
    SWAPPING,
    TAKING_BACK,
    TANKS,
    TARGETING_IN_FACE_OFF,
    TRADED,
    VOTING,
)
from tests.pint_craft.refusals.refused import REFUSALS


@packaged_figures
@pytest.mark.parametrize(
    ("state", "line", "rule", "sentence"), REFUSALS, ids=[f"{row[1]} {row[2]} {i}" for i, row in enumerate(REFUSALS)]
)
def test_a_refusal_names_the_rule_and_what_would_be_right(
    state: PintCraftState, line: str, rule: str, sentence: str
) -> None:
    refused = refusal(state, line)
    assert refused is not None
    assert (refused.rule, said(refused)) == (rule, sentence)


LEGAL = [
    (SIX, "choose base-malt:2,adjuncts:1"),
    (SIX, "choose base-malt:2,specialty-malt:2,hops:2"),
    (SIX_BY_TANKS, "choose adjuncts:2"),
    (TANKS, "choose adjuncts:1"),
    (TRADED, "choose base-malt:1,hops:1"),
    (NO_HOPS, "choose base-malt:2,adjuncts:1"),
    (FEW_ADJUNCTS, "choose hops:3,adjuncts:1"),
    (PAID_IN_WINTER, "choose base-malt:2"),
    (PAID_IN_SUMMER, "choose hops:3"),
    (IMPROVED_IN_WINTER, "choose hops:1,specialty-malt:1"),
    (BONUS, "choose specialty-malt:2"),
    (emptied(position(ToChoose(1, 7, 15, "smash-hit")), hops=1, adjuncts=1), "choose hops:1,adjuncts:1"),
    (emptied(position(ToChoose(1, 7, 15, "smash-hit")), hops=1, adjuncts=1), "choose hops:1"),
    (emptied(position(ToChoose(1, 6, BASIC, IMPROVEMENTS))), "choose none"),
    (position(hands=HAND, fronts={1: "taproom"}), "play dining-room"),
    (PLAYING, "trade-in dining-room"),
    (GIVING, f"give base-malt:{GIVEN}"),
    (LOSING, f"give base-malt:{LOST - 1},hops:1"),
    (BURYING_BESIDE_A_GAP, "bury 3"),
    (TARGETING_IN_FACE_OFF, "target 3"),
    (TAKING_BACK, "take-back smash-hit"),
    (RETURNING, "return california-common"),
    (SWAPPING, "swap american-amber dry-stout"),
    (VOTING, "vote no"),
    (FACE_OFF, "trade-in merch"),
]


@packaged_figures
@pytest.mark.parametrize(("state", "line"), LEGAL, ids=[f"{row[1]} {i}" for i, row in enumerate(LEGAL)])
def test_what_would_be_right_is_legal(state: PintCraftState, line: str) -> None:
    """Beside the refusals, so that none of them refuses too much."""
    assert refusal(state, line) is None


@pytest.mark.parametrize("seat", [5, 6, 16])
def test_pc_16_a_seat_that_is_not_at_the_table_is_refused_by_number(seat: int) -> None:
    refused = RULES.why_not(TARGETING_IN_FACE_OFF, Target(seat))
    assert refused is not None
    assert said(refused) == f"There is no seat {seat}; the seats are 1 to 4."
