"""DD-03 to DD-06: what events tell, and what is seen in random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from taphouse.engine.chance import BLIND
from taphouse.engine.dank_and_draft.about import GAME
from taphouse.engine.dank_and_draft.cards import ACTION, BEER, GAP, PLAYED, UNKNOWN, Action, BeerType
from taphouse.engine.dank_and_draft.moves import (
    ActionCardDiscarded,
    BeersDiscarded,
    BeersDrafted,
    BeersOffered,
)
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay
from taphouse.engine.notation import write
from tests.dank_and_draft.build import (
    CARDS,
    CHANCE,
    RULES,
    position,
    sample,
    step,
)
from tests.dank_and_draft.dealing import all_cards

# --- events ---------------------------------------------------------------------------------------------------------------


def test_dd_03_the_actions_of_drafted_cards_are_told_to_the_others_only_and_sorted() -> None:
    state = position("draft", taps="ipa/snatch pilsner/spoil amber/recycle" + " ipa" * 6)
    (event,) = step(state, "draft row-1").events
    assert isinstance(event, BeersDrafted)
    assert [c.type for c in event.beers] == [BeerType.IPA, BeerType.PILSNER, BeerType.AMBER]
    assert {c.action for c in event.beers} == {None}
    assert RULES.redact(event, 2).actions == (Action.SPOIL, Action.RECYCLE, Action.SNATCH)
    assert RULES.redact(event, 1).actions is None
    assert RULES.redact(event, None).actions is None


def test_dd_03_every_event_of_random_games_hides_actions_from_the_owner_and_from_spectators() -> None:
    seen = set()
    for state, move in sample():
        for event in RULES.apply(state, move, CHANCE).events if move else ():
            seen.add(type(event))
            others = {RULES.redact(event, seat) for seat in range(1, len(state.hands) + 1) if seat != state.seat}
            assert others == {event}
            for viewer in (state.seat, None):
                redacted = RULES.redact(event, viewer)
                if isinstance(event, BeersDrafted | BeersOffered | BeersDiscarded):
                    assert redacted == replace(event, actions=None)
                    assert event.actions == tuple(sorted(event.actions, key=list(Action).index))
                    assert len(event.actions) == len(event.beers)
                else:
                    assert redacted == event
            if not isinstance(event, ActionCardDiscarded):  # the one event that joins two sides: DD-04
                assert not any(_sides(part) == (True, True) for part in _cards_in(event))
                assert all(_sides(part)[1] is False for part in _cards_in(event))
    assert seen == set(GAME.about.events)


def _cards_in(value: object) -> list[object]:
    plain = msgspec.to_builtins(value)
    found: list[object] = []

    def walk(part: object) -> None:
        if isinstance(part, dict):
            if "brewery" in part:
                found.append(part)
            for inner in part.values():
                walk(inner)
        elif isinstance(part, list | tuple):
            for inner in part:
                walk(inner)

    walk(plain)
    return found


def _sides(part: object) -> tuple[bool, bool]:
    assert isinstance(part, dict)
    return part["type"] is not None, part["action"] is not None


# --- properties of random positions -----------------------------------------------------------------------------------------


def rebuilt(state: DankAndDraftState, change: Callable[[int, str, int], int]) -> DankAndDraftState:
    """The position with every card changed, by its code, its zone and the seat that it belongs to."""
    return replace(
        state,
        pile=tuple(change(c, "pile", 0) for c in state.pile),
        taps=tuple(c if c == GAP else change(c, "tap", 0) for c in state.taps),
        hands=tuple(tuple(change(c, "hand", i) for c in hand) for i, hand in enumerate(state.hands, 1)),
        taprooms=tuple(tuple(tuple(change(c, "room", 0) for c in s) for s in room) for room in state.taprooms),
        discards=tuple(change(c, "played" if c & PLAYED else "discard", 0) for c in state.discards),
        pending=tuple(
            replace(o, card=change(o.card, "play", o.source)) if isinstance(o, InPlay) else o for o in state.pending
        ),
    )


def scrambled(state: DankAndDraftState, viewer: int | None, rng: random.Random) -> DankAndDraftState:
    """A position that differs in all that is hidden from the viewer by the rules, and in nothing else."""

    def hidden(zone: str, owner: int) -> tuple[bool, bool]:
        """Two flags: for the beer, and for the action."""
        return {
            "pile": (True, True),
            "tap": (False, True),
            "room": (False, True),
            "discard": (False, True),
            "played": (False, False),
            "play": (owner != viewer, False),
            "hand": (True, True) if viewer is None else (owner != viewer, owner == viewer),
        }[zone]

    beers: list[int] = []
    backs: list[int] = []

    def collect(code: int, zone: str, owner: int) -> int:
        beer, back = hidden(zone, owner)
        beers.extend([code & BEER] * beer)
        backs.extend([code & ACTION] * back)
        return code

    rebuilt(state, collect)
    rng.shuffle(beers)
    rng.shuffle(backs)

    def swap(code: int, zone: str, owner: int) -> int:
        beer, back = hidden(zone, owner)
        return (beers.pop() if beer else code & BEER) | (backs.pop() if back else code & ACTION) | (code & PLAYED)

    mixed = rebuilt(state, swap)
    return replace(mixed, hands=tuple(tuple(rng.sample(hand, len(hand))) for hand in mixed.hands))


def test_dd_04_what_is_hidden_from_a_viewer_changes_nothing_that_they_see() -> None:
    rng = random.Random(1)
    changed = 0
    for state, _ in sample()[::3]:
        if state.ended:
            continue
        for viewer in (*range(1, len(state.hands) + 1), None):
            other = scrambled(state, viewer, rng)
            changed += other != state
            assert RULES.known(other, viewer) == RULES.known(state, viewer)
            assert RULES.decision(RULES.known(other, viewer)) == RULES.decision(state)
        decider = scrambled(state, state.seat, rng)
        assert list(RULES.moves(decider)) == list(RULES.moves(state))
    assert changed > 500


def test_dd_03_what_a_seat_may_do_is_the_same_from_what_it_knows() -> None:
    for state, _ in sample():
        assert list(RULES.moves(RULES.known(state, state.seat))) == list(RULES.moves(state))


def test_dd_04_a_preview_never_guesses_and_agrees_with_what_then_happens() -> None:
    for state, move in sample():
        if move is None:
            continue
        preview = RULES.apply(RULES.known(state, state.seat), move, BLIND).state
        real = RULES.apply(state, move, CHANCE).state
        same = ("options", "draws", "turn", "seat", "extra", "extra_owed", "opened", "ended")
        assert [getattr(preview, name) for name in same] == [getattr(real, name) for name in same], write(move)
        assert RULES.decision(preview) == RULES.decision(real)
        assert list(map(len, preview.hands)) == list(map(len, real.hands))
        assert set(preview.pile) <= {UNKNOWN}
        assert len(preview.pile) == len(real.pile)
        for guess, true in zip(
            preview.taps + preview.discards + sum((sum(room, ()) for room in preview.taprooms), ()),
            real.taps + real.discards + sum((sum(room, ()) for room in real.taprooms), ()),
            strict=True,
        ):
            beer = guess >> 4
            assert (guess == GAP) is (true == GAP)
            if guess != GAP and beer >= 6:
                assert beer == true >> 4
            if guess != GAP and guess & ACTION:
                assert guess & ACTION == true & ACTION
                assert guess & PLAYED
        assert RULES.view(preview).turn == real.turn


def test_dd_01_no_card_is_ever_lost_or_made() -> None:
    first: Counter[int] = Counter()
    for state, _ in sample():
        if state.turn == 1 and state.draws == 3 and str(RULES.view(state).turn_phase) == "draft":
            first = Counter(all_cards(state))
            assert first.total() == CARDS
        assert Counter(c & ~PLAYED for c in all_cards(state)) == first


def test_a_position_survives_being_encoded_and_is_small() -> None:
    for state, _ in sample()[::5]:
        data = msgspec.msgpack.encode(state)
        assert msgspec.msgpack.decode(data, type=DankAndDraftState) == state
        assert len(data) < 600
