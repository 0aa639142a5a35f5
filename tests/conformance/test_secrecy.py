"""Planted leaks are found on the engine."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.contract import Event
from taphouse.engine.dank_and_draft.cards import ACTION, BEER
from taphouse.engine.dank_and_draft.rules import DankAndDraftRules
from taphouse.engine.dank_and_draft.state import DankAndDraftState
from taphouse.engine.game import Game
from taphouse.engine.pint_craft.rules import PintCraftRules
from taphouse.engine.pint_craft.state import PintCraftState
from taphouse.lab.game_tests.pairs import check, pairs
from tests.conformance.tables import GAMES, editions
from tests.tiny.rules import CaskRaceRules
from tests.tiny.state import CaskRaceState


class ForgetsBacksOfTaps(DankAndDraftRules):
    def known(self, state: DankAndDraftState, seat: int | None) -> DankAndDraftState:
        return state if state.ended else replace(super().known(state, seat), taps=state.taps)


class ForgetsBacksOfTaprooms(DankAndDraftRules):
    def known(self, state: DankAndDraftState, seat: int | None) -> DankAndDraftState:
        return replace(super().known(state, seat), taprooms=state.taprooms)


class ForgetsBacksOfDiscards(DankAndDraftRules):
    def known(self, state: DankAndDraftState, seat: int | None) -> DankAndDraftState:
        return replace(super().known(state, seat), discards=state.discards)


class ForgetsOneCardOfThePile(DankAndDraftRules):
    def known(self, state: DankAndDraftState, seat: int | None) -> DankAndDraftState:
        known = super().known(state, seat)
        return replace(known, pile=(*known.pile[:-1], *state.pile[-1:]))


class ForgetsToSortHands(DankAndDraftRules):
    """The beers of one's own hand in the order of its actions."""

    def known(self, state: DankAndDraftState, seat: int | None) -> DankAndDraftState:
        hands = [
            tuple(c & BEER for c in sorted(hand, key=lambda c: (c & ACTION, c))) if owner == seat else known
            for owner, (hand, known) in enumerate(zip(state.hands, super().known(state, seat).hands, strict=True), 1)
        ]
        return state if state.ended else replace(super().known(state, seat), hands=tuple(hands))


class ForgetsTheBeerInPlay(DankAndDraftRules):
    def known(self, state: DankAndDraftState, seat: int | None) -> DankAndDraftState:
        return replace(super().known(state, seat), pending=state.pending)


class ForgetsThatSpectatorsSeeNoHands(DankAndDraftRules):
    def known(self, state: DankAndDraftState, seat: int | None) -> DankAndDraftState:
        hands = tuple(tuple(sorted(c & ACTION for c in hand)) for hand in state.hands)
        known = super().known(state, seat)
        return known if seat is not None or state.ended else replace(known, hands=hands)


class ForgetsToRedact(DankAndDraftRules):
    def redact(self, event: Event, seat: int | None) -> Event | None:
        return event


class ForgetsOtherHands(PintCraftRules):
    def known(self, state: PintCraftState, seat: int | None) -> PintCraftState:
        return replace(super().known(state, seat), hands=state.hands)


class ForgetsRecipesBelow(PintCraftRules):
    def known(self, state: PintCraftState, seat: int | None) -> PintCraftState:
        return replace(super().known(state, seat), stacks=state.stacks)


class ForgetsThePile(PintCraftRules):
    def known(self, state: PintCraftState, seat: int | None) -> PintCraftState:
        return replace(super().known(state, seat), pile=state.pile)


class ForgetsToRedactDraws(PintCraftRules):
    def redact(self, event: Event, seat: int | None) -> Event | None:
        return event


class ForgetsTheDrawPile(CaskRaceRules):
    def known(self, state: CaskRaceState, seat: int | None) -> CaskRaceState:
        return replace(super().known(state, seat), pile=state.pile)


class ForgetsAnotherHand(CaskRaceRules):
    def known(self, state: CaskRaceState, seat: int | None) -> CaskRaceState:
        return replace(super().known(state, seat), hands=state.hands)


LEAKS = [
    ("dank-and-draft", ForgetsBacksOfTaps),
    ("dank-and-draft", ForgetsBacksOfTaprooms),
    ("dank-and-draft", ForgetsBacksOfDiscards),
    ("dank-and-draft", ForgetsOneCardOfThePile),
    ("dank-and-draft", ForgetsToSortHands),
    ("dank-and-draft", ForgetsTheBeerInPlay),
    ("dank-and-draft", ForgetsThatSpectatorsSeeNoHands),
    ("dank-and-draft", ForgetsToRedact),
    ("pint-craft", ForgetsOtherHands),
    ("pint-craft", ForgetsRecipesBelow),
    ("pint-craft", ForgetsThePile),
    ("pint-craft", ForgetsToRedactDraws),
    ("cask-race", ForgetsTheDrawPile),
    ("cask-race", ForgetsAnotherHand),
]


@pytest.mark.parametrize(("kind", "leaky"), LEAKS, ids=[leaky.__name__ for _, leaky in LEAKS])
def test_a_planted_leak_is_found(kind: str, leaky: Any):
    planted = Game(GAMES[kind].about, GAMES[kind].edition, leaky, fixes=GAMES[kind].fixes)

    def check_all() -> None:
        for pair in pairs(kind, range(40)):
            check(planted.rules(editions(kind)[pair.game.table.edition], pair.game.table.version), pair)

    with pytest.raises(
        AssertionError, match=r"can tell the worlds apart at .*`(known|redact)` shows (seat|a spectator)"
    ) as told:
        check_all()
    forgotten = "redact" if leaky.redact is not leaky.__mro__[1].redact else "known"
    assert f"`{forgotten}` shows " in str(told.value)
