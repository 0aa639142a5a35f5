"""DD-03 to DD-06: who sees what."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.dank_and_draft.about import GAME
from taphouse.engine.dank_and_draft.cards import BEER, PLAYED, UNKNOWN, Action, BeerType
from taphouse.engine.dank_and_draft.moves import DankAndDraftOptions
from taphouse.engine.dank_and_draft.state import ToDiscard
from taphouse.engine.editions import packaged
from taphouse.engine.first_seat import FirstSeat
from tests.dank_and_draft.build import (
    DECK,
    LIMIT,
    RULES,
    after,
    card,
    cards,
    move,
    position,
    written,
)
from tests.dank_and_draft.dealing import all_cards

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


def test_dd_04a_chance_chooses_also_between_beers_that_their_owner_can_tell_apart() -> None:
    rules = GAME.rules(packaged(GAME.edition, GAME.about.package)[0])
    dealt = rules.new(DankAndDraftOptions(first_seat=FirstSeat.SEAT_1), 2, Chance(seed_from("a")))
    state = rules.apply(dealt, move("draft row-1"), Chance(seed_from("a"))).state
    (own,) = [player for player in rules.view(rules.known(state, 1)).players if player.seat == 1]
    ambers = {card.brewery for card in own.hand.cards or () if card.type is BeerType.AMBER}
    assert ambers == {"Anvil Street", "Rook Tower"}
    offered, discarded = set(), set()
    owed = replace(state, pending=(ToDiscard(),), hands=(state.hands[0] * 2, state.hands[1]))
    for number in range(20):
        chance = Chance(seed_from(str(number)))
        (event, *_) = rules.apply(state, move("offer amber 1"), chance).events
        offered |= {beer.brewery for beer in event.beers}
        wanted = next(one for one in rules.moves(owed) if one.beers.amber == 1)
        (event, *_) = rules.apply(owed, wanted, chance).events
        discarded |= {beer.brewery for beer in event.beers if beer.type is BeerType.AMBER}
    assert offered == discarded == ambers


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
def test_dd_08_the_beer_of_the_card_in_play_is_shown_to_its_last_owner_only(viewer: int | None, beer: object) -> None:
    state = position("spoil stout/spoil 2", seats=3, rooms={3: "ipa"})
    play = RULES.view(RULES.known(state, viewer)).in_play
    assert play is not None
    assert (play.from_seat, play.card.type, play.card.action) == (2, beer, Action.SPOIL)
    assert (play.card.brewery is None) is (beer is None)
