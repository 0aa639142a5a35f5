"""DD-01 to DD-06: the deal, and who sees what."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.dank_and_draft.about import GAME
from taphouse.engine.dank_and_draft.cards import ACTION, BEER, GAP, PLAYED, UNKNOWN, Action, BeerType
from taphouse.engine.dank_and_draft.moves import (
    ActionCardDiscarded,
    BeersDiscarded,
    BeersDrafted,
    BeersOffered,
    DankAndDraftOptions,
    Pairing,
)
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay
from taphouse.engine.game import FirstSeat
from taphouse.engine.notation import write
from tests.dank_and_draft.build import (
    CARDS,
    CHANCE,
    DEALT,
    DECK,
    EDITION,
    LIMIT,
    RULES,
    after,
    card,
    cards,
    legal,
    position,
    sample,
    step,
    turn_ended,
    written,
)

SHUFFLED = DankAndDraftOptions()
PRINTED = DankAndDraftOptions(pairing=Pairing.PRINTED)


def dealt(seed: str, options: DankAndDraftOptions = SHUFFLED, seats: int = 2) -> DankAndDraftState:
    return RULES.new(options, seats, Chance(seed_from(seed)))


def all_cards(state: DankAndDraftState) -> tuple[int, ...]:
    """Every card, from the top of the deck as it was dealt, then those that left it."""
    play = [owed.card for owed in state.pending if isinstance(owed, InPlay)]
    rooms = [c for room in state.taprooms for stack in room for c in stack]
    hands = [c for hand in state.hands for c in hand]
    taps = [c for c in state.taps if c != GAP]
    return (*hands, *taps, *reversed(state.pile), *rooms, *state.discards, *play)


# --- DD-01, DD-01a, DD-02 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_01_each_seat_is_dealt_its_hand_nine_cards_lie_at_the_taps_and_the_rest_is_the_pile(seats: int) -> None:
    state = dealt("deal", seats=seats)
    assert [len(hand) for hand in state.hands] == [DEALT] * seats
    assert len(state.taps) == 9
    assert GAP not in state.taps
    assert len(state.pile) == CARDS - DEALT * seats - 9
    assert state.discards == ()
    assert all(stack == () for room in state.taprooms for stack in room)
    assert (state.turn, state.extra, state.extra_owed, state.opened) == (1, False, False, (0,) * seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_01_the_deck_is_dealt_from_the_top_to_seat_1_first_then_the_taps_then_the_pile(seats: int) -> None:
    order = CHANCE.order(1, CARDS)
    assert order is not None
    state = RULES.new(PRINTED, seats, CHANCE)
    assert all_cards(state) == tuple(DECK.printed[i] for i in order)


def test_dd_01_seat_1_is_dealt_first_from_whichever_seat_starts() -> None:
    by_seed = {(s := dealt(str(n), PRINTED, 3)).seat: (s, n) for n in range(40)}
    assert set(by_seed) == {1, 2, 3}
    for state, n in by_seed.values():
        order = Chance(seed_from(str(n))).order(1, CARDS)
        assert order is not None
        assert state.hands[0] == tuple(DECK.printed[i] for i in order[:DEALT])


def test_dd_01_the_top_of_the_pile_is_what_fills_the_first_gap() -> None:
    state = dealt("top")
    drawn = state.pile[-3:][::-1]
    assert turn_ended(after(state, "draft row-1")).taps[:3] == drawn


def test_dd_01_every_card_of_the_deck_comes_to_every_place() -> None:
    firsts = Counter(dealt(str(n), PRINTED).hands[0][0] for n in range(1000))
    assert len(firsts) == len(set(DECK.printed))
    assert max(firsts.values()) < 40  # 13 are expected


def test_dd_01_the_same_seed_deals_the_same_game() -> None:
    assert dealt("one") == dealt("one")
    assert dealt("one") != dealt("two")


@pytest.mark.parametrize("options", [SHUFFLED, PRINTED])
def test_dd_01a_the_deck_has_the_beers_and_actions_of_the_edition(options: DankAndDraftOptions) -> None:
    deck = all_cards(dealt("deck", options))
    assert Counter(c & BEER for c in deck) == Counter(c & BEER for c in DECK.printed)
    assert Counter(c & ACTION for c in deck) == Counter(c & ACTION for c in DECK.printed)


def test_dd_01a_the_option_printed_pairs_the_faces_as_the_edition_does() -> None:
    assert Counter(all_cards(dealt("deck", PRINTED))) == Counter(DECK.printed)


def test_dd_01a_the_faces_are_paired_anew_for_each_game() -> None:
    decks = [Counter(all_cards(dealt(str(n)))) for n in range(20)]
    assert len({tuple(sorted(deck.items())) for deck in decks}) == 20
    assert Counter(DECK.printed) not in decks


def test_dd_01a_every_beer_has_every_action_on_its_back_as_often_as_the_action_is_in_the_deck() -> None:
    beer = card("stout#3") & BEER
    backs = Counter(c & ACTION for n in range(1000) for c in all_cards(dealt(str(n))) if c & BEER == beer)
    for action in EDITION.actions:
        share = backs[list(Action).index(action.action) + 1] / backs.total()
        assert abs(share - action.count / CARDS) < 0.06


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_02_the_seed_chooses_the_seat_that_starts(seats: int) -> None:
    starts = Counter(dealt(str(n), seats=seats).seat for n in range(600))
    assert set(starts) == set(range(1, seats + 1))
    assert min(starts.values()) > 600 / seats * 0.8


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_02_with_the_option_seat_1_starts(seats: int) -> None:
    option = DankAndDraftOptions(first_seat=FirstSeat.SEAT_1)
    assert {dealt(str(n), option, seats).seat for n in range(30)} == {1}
    assert dealt("x", option, seats).taps == dealt("x", SHUFFLED, seats).taps  # nothing else changes


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_02_play_goes_clockwise_in_seat_order(seats: int) -> None:
    state = dealt("x", DankAndDraftOptions(first_seat=FirstSeat.SEAT_1), seats)
    seen = []
    for _ in range(seats + 1):
        seen.append(state.seat)
        state = turn_ended(after(state, legal(state)[0]))
    assert seen == [*range(1, seats + 1), 1]


# --- DD-03 to DD-06: what is seen ---------------------------------------------------------------------------------------

SECRETS = position(
    seats=3,
    hands={1: "ipa/spoil pilsner/snatch amber/recycle", 2: "stout/snatch ipa/stock-up", 3: "sour/recycle"},
    rooms={1: "ipa#3 ipa#4", 2: "amber#3"},
    pile="stout#2 sour#3",
    discards="ipa#5/snatch amber#4/spoil!",
)


def test_dd_03_the_owner_sees_the_beers_of_their_hand_and_not_the_actions() -> None:
    hand = RULES.view(RULES.known(SECRETS, 1)).players[0].hand
    assert [(c.type, c.action) for c in hand.cards] == [
        (BeerType.IPA, None),
        (BeerType.PILSNER, None),
        (BeerType.AMBER, None),
    ]
    assert all(c.brewery for c in hand.cards)


@pytest.mark.parametrize("viewer", [2, 3])
def test_dd_03_every_other_player_sees_the_actions_and_not_the_beers(viewer: int) -> None:
    hand = RULES.view(RULES.known(SECRETS, viewer)).players[0].hand
    assert [c.action for c in hand.cards] == [Action.SPOIL, Action.RECYCLE, Action.SNATCH]
    assert {(c.type, c.brewery) for c in hand.cards} == {(None, None)}


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_dd_03_sizes_of_hands_are_public(viewer: int | None) -> None:
    players = RULES.view(RULES.known(SECRETS, viewer)).players
    assert [p.hand.size for p in players] == [3, 2, 1]


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_dd_04_taps_and_taprooms_lie_beer_side_up_and_their_actions_are_hidden(viewer: int | None) -> None:
    view = RULES.view(RULES.known(SECRETS, viewer))
    shown = [tap.card for tap in view.taps if tap.card] + [
        c for p in view.players for stack in p.taproom for c in stack.cards
    ]
    assert len(shown) == 6 + 3
    assert all(c.type and c.brewery and c.action is None for c in shown)
    assert [tap.card for tap in view.taps[:3]] == [None] * 3
    assert [(tap.position, tap.row, tap.column) for tap in view.taps] == [
        (3 * row + column + 1, row + 1, column + 1) for row in range(3) for column in range(3)
    ]


def test_dd_04_every_stack_lies_with_its_order() -> None:
    (stack,) = RULES.view(RULES.known(SECRETS, 2)).players[0].taproom
    assert stack.type is BeerType.IPA
    assert stack.cards == (DECK.card(card("ipa#3") & BEER), DECK.card(card("ipa#4") & BEER))


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_dd_04_of_the_draw_pile_only_the_size_is_seen(viewer: int | None) -> None:
    known = RULES.known(SECRETS, viewer)
    assert known.pile == (UNKNOWN, UNKNOWN)
    pile = RULES.view(known).draw_pile
    assert (pile.size, pile.cards) == (2, None)


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_dd_04_the_action_of_a_discard_is_public_where_it_was_played_and_else_hidden(viewer: int | None) -> None:
    offered, acted = RULES.view(RULES.known(SECRETS, viewer)).discard_pile
    assert (offered.type, offered.action) == (BeerType.IPA, None)
    assert (acted.type, acted.action) == (BeerType.AMBER, Action.SPOIL)


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_dd_04_a_played_discard_that_recycle_shuffles_back_is_hidden_again(viewer: int | None) -> None:
    state = position(hands={2: "ipa/recycle"}, discards="stout/snatch! sour/spoil! amber/snatch")
    recycled = after(state, "take-action 2 recycle")
    assert Counter(recycled.pile) == Counter(cards("stout/snatch sour/spoil amber/snatch"))
    refilled = after(recycled, "end-turn")
    shown = [tap.card for tap in RULES.view(RULES.known(refilled, viewer)).taps[:3]]
    assert {c.type for c in shown} == {BeerType.STOUT, BeerType.SOUR, BeerType.AMBER}
    assert {c.action for c in shown} == {None}
    again = after(refilled, "draft row-1", "offer stout 1")
    assert not any(c & PLAYED for c in all_cards(again) if c != card("ipa/recycle!"))


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_dd_04_turn_phase_owed_turn_and_closed_types_are_public(viewer: int | None) -> None:
    state = replace(SECRETS, turn=7, extra=True, extra_owed=True, opened=(1, 0, 16))
    view = RULES.view(RULES.known(state, viewer))
    assert (view.turn, view.seat, str(view.turn_phase)) == (7, 1, "action")
    assert view.extra_turn
    assert view.extra_turn_owed
    assert [p.closed_types for p in view.players] == [(BeerType.IPA,), (), (BeerType.STOUT,)]
    assert RULES.decision(RULES.known(state, viewer)) == RULES.decision(state)


@pytest.mark.parametrize(
    ("phase", "shown"),
    [
        ("draft", "draft"),
        ("act", "action"),
        ("spoil ipa/spoil 2", "choice"),
        ("snatch ipa/snatch 2", "choice"),
        ("stock-up ipa/stock-up 2", "choice"),
        ("offer", "offer"),
        ("end", "end"),
        ("discard", "discard"),
    ],
)
def test_dd_04_the_phase_is_shown(phase: str, shown: str) -> None:
    assert str(RULES.view(RULES.known(position(phase), None)).turn_phase) == shown


def test_dd_04a_a_hand_is_shown_sorted_whatever_its_order() -> None:
    for hand in ("ipa/spoil pilsner/snatch amber/recycle", "amber/recycle pilsner/snatch ipa/spoil"):
        state = replace(SECRETS, hands=(cards(hand), *SECRETS.hands[1:]))
        for viewer in (1, 2, 3, None):
            assert RULES.known(state, viewer) == RULES.known(SECRETS, viewer)


def test_dd_04a_the_order_of_actions_does_not_tell_the_order_of_beers() -> None:
    paired = replace(SECRETS, hands=(cards("ipa/recycle pilsner/spoil amber/snatch"), *SECRETS.hands[1:]))
    for viewer in (1, 2, 3):
        assert RULES.known(paired, viewer) == RULES.known(SECRETS, viewer)


def test_dd_04a_which_of_equal_actions_is_taken_is_drawn_by_chance() -> None:
    state = position(hands={2: "ipa/spoil pilsner/spoil amber/spoil stout/snatch"})
    left = Counter(
        written(after(state, "take-action 2 spoil", chance=Chance(seed_from(str(n)))).discards) for n in range(300)
    )
    assert set(left) == {"ipa/spoil!", "pilsner/spoil!", "amber/spoil!"}
    assert min(left.values()) > 60


def test_dd_04a_which_of_equal_types_is_offered_is_drawn_by_chance() -> None:
    state = position(hands={1: "ipa/spoil ipa/snatch ipa/recycle stout/snatch"})
    left = Counter(
        written(after(state, "offer ipa 1", chance=Chance(seed_from(str(n)))).taprooms[0][0]) for n in range(300)
    )
    assert set(left) == {"ipa/spoil", "ipa/snatch", "ipa/recycle"}
    assert min(left.values()) > 60


def test_dd_04a_which_of_equal_types_is_discarded_is_drawn_by_chance() -> None:
    state = position("discard", hands={1: "ipa/spoil ipa/snatch ipa/recycle " + "stout " * (LIMIT - 2)})
    left = Counter(
        written(after(state, "discard ipa:1", chance=Chance(seed_from(str(n)))).discards) for n in range(300)
    )
    assert set(left) == {"ipa/spoil", "ipa/snatch", "ipa/recycle"}
    assert min(left.values()) > 60


def test_dd_04a_each_draw_has_its_own_number() -> None:
    state = position(hands={1: "ipa/spoil ipa/snatch stout", 2: "ipa/spoil sour/spoil"}, discards="sour#2 sour#3")
    assert after(state, "take-action 2 spoil").draws > state.draws
    assert after(state, "offer ipa 1").draws > state.draws
    recycled = after(position(hands={2: "ipa/recycle"}, discards="sour#2 sour#3"), "take-action 2 recycle")
    assert recycled.draws == state.draws + 2  # which card, and the shuffle


def test_dd_04b_when_the_game_is_over_everything_is_shown_to_all() -> None:
    state = position(
        seats=2,
        hands={1: "stout/recycle", 2: "ipa/snatch"},
        rooms={1: "ipa pilsner amber sour"},
        pile="sour/spoil amber/snatch",
        discards="ipa/snatch",
    )
    over = after(state, "offer stout 1")
    for viewer in (1, 2, None):
        assert RULES.known(over, viewer) == over
    view = RULES.view(over)
    assert str(view.turn_phase) == "over"
    assert view.draw_pile.cards == tuple(map(DECK.card, cards("sour/spoil amber/snatch")))
    assert view.players[1].hand.cards == (DECK.card(card("ipa/snatch")),)
    assert view.players[0].taproom[4].cards == (DECK.card(card("stout/recycle")),)
    assert view.discard_pile == (DECK.card(card("ipa/snatch")),)
    assert all(tap.card is None or tap.card.action for tap in view.taps)


def test_dd_05_a_drafted_beer_is_not_shown_to_the_others_though_it_lay_in_the_taps() -> None:
    drafted = after(position("draft", seats=2), "draft row-1")
    hand = RULES.view(RULES.known(drafted, 2)).players[0].hand
    assert {(c.type, c.brewery) for c in hand.cards} == {(None, None)}
    assert [c.action for c in hand.cards] == [Action.SPOIL] * 3


def test_dd_05_the_actions_of_offered_and_stolen_beers_are_not_shown_though_hands_showed_them() -> None:
    offered = after(position(hands={1: "ipa/snatch"}), "offer ipa 1")
    assert RULES.known(offered, 2).taprooms[0][0] == (card("ipa/snatch") & BEER,)


def test_dd_06_a_spectator_sees_of_a_hand_only_its_size() -> None:
    for player in RULES.view(RULES.known(SECRETS, None)).players:
        assert player.hand.cards is None
    assert RULES.known(SECRETS, None).hands == ((UNKNOWN,) * 3, (UNKNOWN,) * 2, (UNKNOWN,))


@pytest.mark.parametrize(("viewer", "beer"), [(1, None), (2, BeerType.STOUT), (3, None), (None, None)])
def test_dd_03_the_beer_of_the_card_in_play_is_shown_to_its_last_owner_only(viewer: int | None, beer: object) -> None:
    state = position("spoil stout/spoil 2", seats=3, rooms={3: "ipa"})
    play = RULES.view(RULES.known(state, viewer)).in_play
    assert play is not None
    assert (play.from_seat, play.card.type, play.card.action) == (2, beer, Action.SPOIL)
    assert (play.card.brewery is None) is (beer is None)


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
        """Whether the beer is, whether the action is."""
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
