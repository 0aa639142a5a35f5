"""A viewer gets the same in two worlds that differ only in what they were never shown; and a leak would be found."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from taphouse.engine.chance import BLIND
from taphouse.engine.contract import Event
from taphouse.engine.dank_and_draft.cards import ACTION, BEER
from taphouse.engine.dank_and_draft.rules import DankAndDraftRules
from taphouse.engine.dank_and_draft.state import DankAndDraftState
from taphouse.engine.game import Game
from taphouse.engine.pint_craft.rules import PintCraftRules
from taphouse.engine.pint_craft.state import PintCraftState
from taphouse.engine.worlds import OtherWorld, PlayedWorld, Rules, other_world, replay
from tests.conformance.tables import GAMES, HIDING, Playout, Table, any_move, editions, names_of, playout, tables
from tests.tiny.rules import CaskRaceRules
from tests.tiny.state import CaskRaceState

WORLDS: dict[str, OtherWorld] = {kind: other_world(game) for kind, game in GAMES.items()}


class Pair(NamedTuple):
    """A game, a viewer, and another world up to version k."""

    game: Playout
    viewer: int | None
    k: int
    world: PlayedWorld


def pairs(kind: str, seeds: range) -> Iterator[Pair]:
    """For every table of a kind, seed and viewer one pair, where one was found."""
    for number, table in enumerate(tables(kind)):
        for seed in seeds:
            game, rng = playout(table, f"secrecy {seed}"), random.Random(seed * 1000 + number)
            for viewer in table.viewers if kind in HIDING else (None,):
                k = rng.randrange(len(game.moves))
                world = WORLDS[kind](game, k, viewer, rng)
                if world is not None:
                    begins = world.steps[0].state
                    assert (begins, world.seed) != (game.states[0], game.secret), "the other world is this one"
                    assert world == replay(table.rules, begins, world.seed, game.moves[:k])
                    yield Pair(game, viewer, k, world)


def seen_at(rules: Rules, state: Any, events: tuple[Event, ...], viewer: int | None) -> list[Any]:
    """Everything that a viewer gets at one version, in bytes."""
    known = rules.known(state, viewer)
    told = [rules.redact(event, viewer) for event in events]
    parts = (known, rules.view(known), rules.decision(known), rules.outcome(known), told)
    return [msgspec.msgpack.encode(part) for part in parts]


def asked_at(rules: Rules, table: Table, state: Any, viewer: int | None, rng: random.Random) -> list[Any]:
    """Answers to the decider: legal moves, refusals, previews."""
    known = rules.known(state, viewer)
    decision = rules.decision(known)
    if decision is None or decision.seat != viewer:
        return []
    legal = list(rules.moves(known))
    others = [any_move(table.kind, names_of(table.kind), rng) for _ in range(10)]
    previews = [rules.apply(known, move, BLIND) for move in rng.sample(legal, min(8, len(legal)))]
    return [legal, [rules.why_not(known, move) for move in others], previews]


def check(rules: Rules, pair: Pair) -> None:
    """Both worlds look the same to the viewer at every version up to k."""
    game, viewer, k, world = pair
    for version, step in enumerate(world.steps):
        events = game.events[version - 1] if version else ()
        here = seen_at(rules, game.states[version], events, viewer)
        there = seen_at(rules, step.state, step.events, viewer)
        assert here == there, f"{game.table}, seed {game.seed!r}: {viewer} can tell the worlds apart at {version}"
    table = game.table
    here = asked_at(rules, table, game.states[k], viewer, random.Random(k))
    there = asked_at(rules, table, world.steps[-1].state, viewer, random.Random(k))
    assert here == there, f"{table}, seed {game.seed!r}: {viewer} can tell the worlds apart at {k} by asking"


@pytest.mark.parametrize("kind", GAMES)
def test_a_viewer_cannot_tell_two_worlds_apart(kind: str):
    """At every version; tests/secrecy looks at many more pairs, and at one or two versions of each."""
    found = 0
    for pair in pairs(kind, range(2)):
        check(pair.game.table.rules, pair)
        found += 1
    assert found >= (50 if kind in HIDING else 10), f"only {found} pairs of worlds were found"


@pytest.mark.parametrize("kind", GAMES)
def test_who_knows_no_more_than_is_known_is_answered_the_same(kind: str):
    for table in tables(kind):
        game = playout(table, "known")
        for state in game.states[:-1:3]:
            decision = table.rules.decision(state)
            assert decision is not None
            seat, known = decision.seat, table.rules.known(state, decision.seat)
            here = asked_at(table.rules, table, state, seat, random.Random(1))
            assert here == asked_at(table.rules, table, known, seat, random.Random(1))


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

    with pytest.raises(AssertionError, match="can tell the worlds apart"):
        check_all()
