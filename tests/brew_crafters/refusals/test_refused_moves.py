"""Every way in which a move is refused: the rule, and a sentence that says why."""

from __future__ import annotations

import msgspec
import pytest

from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.state import Closing, ToStep
from taphouse.engine.contract import IllegalMove
from tests.brew_crafters.build import after, at_market, at_tank, at_work, legal, position, refusal, said
from tests.brew_crafters.refusals.positions import (
    COLLABORATED,
    DISCARDING,
    ENDING,
    FIGURES,
    GIVEN,
    MANY_BREWED,
    SECOND_STEP,
    SHIFT,
    enough,
    price,
)
from tests.brew_crafters.refusals.refused import REFUSALS


@pytest.mark.parametrize("what", REFUSALS)
def test_a_refusal_names_the_rule_and_what_would_be_right(what: str) -> None:
    state, line, rule, sentence = REFUSALS[what]
    refused = refusal(state, line)
    assert refused is not None
    assert (refused.rule, said(refused)) == (rule, sentence)


@pytest.mark.parametrize("what", REFUSALS)
def test_a_refused_move_changes_nothing_and_apply_raises_the_same_refusal(what: str) -> None:
    state, line, *_ = REFUSALS[what]
    kept, before = msgspec.msgpack.encode(state), legal(state)
    with pytest.raises(IllegalMove) as caught:
        after(state, line)
    assert caught.value.refusal == refusal(state, line)
    assert line not in before
    assert (msgspec.msgpack.encode(state), legal(state)) == (kept, before)


LEGAL = {
    "the other side of a space without workers": (at_market(workers=""), SHIFT, False),
    "another side than the partnership": (at_market(partnerships=""), "market local-partnership ingredient", True),
    "an empty space": (at_market(), "market private-investor money", True),
    "a second shift in time": (
        at_market(players={1: {"brewed": {"ale": FIGURES.shift_2_batches.value}}}),
        SHIFT,
        True,
    ),
    "a third shift in time": (at_market(players={1: {"shifts": 2, "brewed": MANY_BREWED}}), SHIFT, True),
    "a trade for the last money": (
        at_work(players={1: {"partnerships": "spices-importer", "money": price("spices-importer")}}),
        "trade spices-importer",
        True,
    ),
    "old and new ones discarded": (DISCARDING, "discard malt:1,hops:1", True),
    "the basic recipe brewed before": (
        at_tank(players={1: {"ingredients": enough("coffee-stout"), "brewed": {"stout": 1}}}),
        "brew coffee-stout",
        True,
    ),
    "as many hops as infusers": (
        at_tank(players={1: {"ingredients": enough("ale", hops=2), "tiles": "hops-infuser hops-infuser"}}),
        "brew ale tank 2",
        True,
    ),
    "malt spared": (
        at_tank(players={1: {"ingredients": enough("ale", "malt"), "tiles": "mash-tun"}}),
        "brew ale",
        True,
    ),
    "a last portion by another": (
        at_work(1, seats=3, players={1: {"ingredients": "yeast:9"}}, portions={**dict.fromkeys(GIVEN, 1), "malt": 2}),
        "collaborate yeast",
        True,
    ),
    "a last portion by who gave none": (
        at_work(1, seats=3, players={1: {"ingredients": "yeast:9"}}, portions=GIVEN),
        "collaborate yeast",
        True,
    ),
    "an advanced ingredient named": (ENDING, "collaborate advanced coffee", True),
    "a second infuser": (at_work(players={1: {"tiles": "hops-infuser"}}), "install hops-infuser", True),
    "a fourth step": (at_work(players={1: {"steps": {"flavour": 3}}}), "research flavour", True),
    "a second step for the last money": (
        position(
            Closing(),
            ToStep(1),
            phase=Phase.BREWERY,
            players={1: {"workers": "lab-technician", "money": SECOND_STEP}},
        ),
        "second-step flavour",
        True,
    ),
    "beer processed after a portion": (COLLABORATED, "process", True),
    "beer not processed after a portion": (COLLABORATED, "end-action", True),
    "the Brewpub before the tank": (
        at_tank(1, True, players={1: {"ingredients": enough("ale"), "tiles": "brewpub"}}),
        "brew ale brewpub",
        True,
    ),
}


@pytest.mark.parametrize("what", LEGAL)
def test_what_would_be_right_is_legal(what: str) -> None:
    """Beside the refusals, so that none of them refuses too much."""
    state, line, right = LEGAL[what]
    assert (refusal(state, line) is None) is right
    assert (line in legal(state)) is right
