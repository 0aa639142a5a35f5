"""Positions as told by somebody who lacks something of them: previews of several moves, and other seats' knowledge."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.contract import SPECTATOR, WHOLE, IllegalMove
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.pint_craft.cards import UNKNOWN
from taphouse.engine.pint_craft.moves import CardTaken, HandDiscarded, PintCraftOptions
from taphouse.engine.pint_craft.state import PintCraftState
from taphouse.engine.vocabulary import Season
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import RULES, asked, brewing, cards, legal, move, position, refusal, said

RICH = "base-malt:40,specialty-malt:18,hops:20,adjuncts:10"


def preview(state: PintCraftState, *moves: str) -> PintCraftState:
    """The position after these moves, as far as the decider can tell."""
    decision = RULES.decision(state)
    assert decision is not None
    known = RULES.known(state, decision.seat)
    for words in moves:
        known = RULES.apply(known, move(words), BLIND).state
    return known


@pytest.mark.parametrize(
    "options",
    [
        PintCraftOptions(),
        PintCraftOptions(first_seat=FirstSeat.SEAT_1),
        PintCraftOptions(first_seat=FirstSeat.SEAT_1, season=Season.FALL),
    ],
)
def test_pc_01_no_game_is_set_up_without_a_seed(options: PintCraftOptions) -> None:
    with pytest.raises(ValueError, match="needs a seed"):
        RULES.new(options, 3, BLIND)


# --- one seat decides ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [1, 3, None])
def test_pc_05_nobody_but_the_decider_has_moves(viewer: int | None) -> None:
    state = position(seats=3, seat=2, hands=dict.fromkeys((1, 2, 3), "venue merch"))
    known = RULES.known(state, viewer)
    assert known.viewer == (viewer or SPECTATOR)
    assert RULES.decision(known) == RULES.decision(state)
    assert legal(known) == []
    refused = refusal(known, "stop-playing")
    assert refused is not None
    assert (refused.rule, said(refused)) == ("PC-05", "Only Seat 2 decides now.")
    with pytest.raises(IllegalMove):
        RULES.apply(known, move("stop-playing"), BLIND)


def test_pc_05_the_decider_has_the_same_moves_as_in_the_whole_position() -> None:
    state = position(seats=3, seat=2, hands=dict.fromkeys((1, 2, 3), "venue merch"))
    assert (state.viewer, RULES.known(state, 2).viewer) == (WHOLE, 2)
    assert legal(RULES.known(state, 2)) == legal(state) != []


def test_pc_01_the_knowledge_of_one_seat_tells_another_what_a_spectator_knows() -> None:
    state = position(hands={1: "venue", 2: "merch"})
    assert RULES.known(RULES.known(state, 1), 2) == RULES.known(state, None)


# --- nothing is guessed -------------------------------------------------------------------------------------------------


def test_pc_03_a_recipe_uncovered_in_a_preview_is_in_no_move() -> None:
    state = brewing(ingredients={1: RICH}, offer="saison kolsh old-ale")
    assert legal(preview(state, "brew saison")) == ["end-turn", "brew kolsh", "brew old-ale"]
    assert preview(state, "brew saison").stacks[0][-1] == UNKNOWN


@packaged_figures
def test_pc_15_a_recipe_that_is_not_known_is_not_left_out_of_account() -> None:
    state = position(
        hands={1: "new-recipe dining-room venue"},
        fronts={1: "taproom"},
        offer="saison kolsh",
        ingredients={1: "hops:1"},
    )
    state = replace(state, stacks=(state.stacks[0], state.stacks[1][-1:], ()))
    seen = preview(state, "play new-recipe", "bury 1", "choose hops:2", "play dining-room")
    assert (asked(seen), legal(seen)) == ((1, "name"), ["name kolsh"])
    alone = preview(
        replace(state, stacks=(state.stacks[0], (), ())), "play new-recipe", "choose hops:2", "play dining-room"
    )
    assert (asked(alone), legal(alone)) == ((1, "name"), [])


@packaged_figures
def test_pc_10_cards_that_are_not_known_cannot_be_taken_back() -> None:
    state = position(
        hands={1: "hangover-cure fresh-start dumpster-diving"}, pile="venue merch mug-club dumpster-diving " * 3
    )
    drawn = preview(state, "play hangover-cure", "choose hops:1")
    assert drawn.hands[0] == (UNKNOWN, UNKNOWN, *cards("dumpster-diving fresh-start"))
    step = RULES.apply(drawn, move("play fresh-start"), BLIND)
    assert [event for event in step.events if isinstance(event, HandDiscarded)] == [HandDiscarded(1, None)]
    assert Counter(step.state.discards)[UNKNOWN] == 2
    assert [card and card.name for card in RULES.view(step.state).discard_stack].count(None) == 2
    diving = replace(step.state, hands=(cards("dumpster-diving"), *step.state.hands[1:]))
    seen = RULES.apply(diving, move("play dumpster-diving"), BLIND).state
    assert asked(seen) == (1, "take-back")
    assert legal(seen) == ["take-back fresh-start", "take-back hangover-cure"]


@pytest.mark.parametrize("whole", [True, False])
def test_pc_16_which_card_is_taken_is_not_known_nor_which_stay(whole: bool) -> None:
    state = position(hands={1: "blind-taste-test venue", 2: "merch smash-hit"})
    step = RULES.apply(state if whole else RULES.known(state, 1), move("play blind-taste-test"), BLIND)
    assert step.state.hands == ((UNKNOWN, *cards("venue")), (UNKNOWN,))
    assert [event for event in step.events if isinstance(event, CardTaken)] == [CardTaken(1, 2, None)]


@packaged_figures
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("seed", range(12))
def test_moves_can_be_previewed_one_after_another_as_long_as_the_same_seat_decides(seats: int, seed: int) -> None:
    rng, chance = random.Random(seed), Chance(seed_from(f"previews {seed}"))
    state, previewed = RULES.new(PintCraftOptions(threshold=(None, 4)[seed % 2]), seats, chance), 0
    while decision := RULES.decision(state):
        known = RULES.known(state, decision.seat)
        while moves := list(RULES.moves(known)):
            assert "" not in {getattr(one, field) for one in moves for field in one.__struct_fields__}
            known = RULES.apply(known, rng.choice(moves), BLIND).state
            previewed += 1
            RULES.view(known)
            assert known.viewer == decision.seat or known.ended
            owed = RULES.decision(known)
            assert owed is None or {one.verb for one in RULES.moves(known)} <= {*owed.verbs}
        state = RULES.apply(state, rng.choice(list(RULES.moves(state))), chance).state
    assert previewed > 50


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("seed", range(8))
def test_the_verbs_of_a_decision_are_those_of_its_moves_where_they_do_not_rest_on_a_hand(seats: int, seed: int) -> None:
    rng, chance = random.Random(seed), Chance(seed_from(f"verbs {seed}"))
    state = RULES.new(PintCraftOptions(threshold=(None, 2)[seed % 2]), seats, chance)
    while decision := RULES.decision(state):
        moves = list(RULES.moves(state))
        if decision.task == "play":
            stop = () if "PC-25" in decision.rules else ("stop-playing",)
            assert decision.verbs == (*stop, "play", "trade-in")
        else:
            assert decision.verbs == tuple(dict.fromkeys(one.verb for one in moves))
        state = RULES.apply(state, rng.choice(moves), chance).state


def test_pc_05_only_the_end_of_the_turn_is_announced_where_nothing_can_be_brewed() -> None:
    poor = brewing(hands={1: "venue"}, offer="saison kolsh old-ale")
    assert RULES.decision(poor).verbs == ("end-turn",)
    assert RULES.decision(brewing(ingredients={1: RICH})).verbs == ("end-turn", "brew")
