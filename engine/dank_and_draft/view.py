"""The view of a table of Dank & Draft, with the parts that are hidden from each viewer (DD-03 to DD-06)."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.contract import SPECTATOR, WHOLE, Event, Seat, View, viewer_of
from taphouse.engine.dank_and_draft.cards import (
    ACTION,
    BEER,
    FIRST_BEER,
    GAP,
    MOST_CARDS,
    PLAYED,
    TYPES,
    UNKNOWN,
    BeerType,
    Card,
    Deck,
)
from taphouse.engine.dank_and_draft.moves import BeersDiscarded, BeersDrafted, BeersOffered, TapPosition
from taphouse.engine.dank_and_draft.state import (
    DankAndDraftState,
    Hand,
    InPlay,
    Pending,
    Taproom,
    ToAct,
    ToDiscard,
    ToDraft,
    ToEnd,
    ToOffer,
    ToSnatch,
    ToSpoil,
    ToStockUp,
)
from taphouse.engine.vocabulary import Public, Word


class TurnPhase(Word):
    """The step of the turn."""

    DRAFT = "DRAFT", "The player drafts a line of the taps."
    ACTION = "ACTION", "The player may take an action, offer stacks or end the turn."
    CHOICE = "CHOICE", "The player makes the choice of the action card in play."
    OFFER = "OFFER", "The player may offer stacks or end the turn."
    END = "END", "The player ends the turn."
    DISCARD = "DISCARD", "The player discards down to the hand limit."
    OVER = "OVER", "The game is over."


class Tap(Public, frozen=True):
    """One of the nine taps."""

    position: TapPosition
    row: Annotated[int, Meta(description="Its row, 1 to 3 from the top.")]
    column: Annotated[int, Meta(description="Its column, 1 to 3 from the left.")]
    card: Annotated[Card | None, Meta(description="The card, beer side up; null for a gap.")]


class TypeStack(Public, frozen=True):
    """Beers of one type in a taproom."""

    type: Annotated[BeerType, Meta(description="Their type.")]
    cards: Annotated[tuple[Card, ...], Meta(description="The beers, the one placed last at the end.")]


class HandCards(Public, frozen=True):
    """A hand. Its owner sees the beer sides, the other players the action sides, a spectator neither."""

    size: Annotated[int, Meta(description="The number of cards.")]
    cards: Annotated[
        tuple[Card, ...] | None,
        Meta(description="The cards, sorted by the side that the viewer sees; null where neither side is seen."),
    ]


class Player(Public, frozen=True):
    """The cards before a player."""

    seat: Seat
    score: Annotated[int, Meta(description="The points that the player would have if the game ended now (DD-22).")]
    hand: Annotated[HandCards, Meta(description="The hand.")]
    taproom: Annotated[tuple[TypeStack, ...], Meta(description="The stacks in the taproom, in the order of the types.")]
    closed_types: Annotated[
        tuple[BeerType, ...], Meta(description="The types that the player can no longer offer (DD-16).")
    ]


class CardInPlay(Public, frozen=True):
    """The card whose action is being performed."""

    from_seat: Annotated[Seat, Meta(description="Whose hand it came from.")]
    card: Annotated[Card, Meta(description="The card; its beer is shown to its last owner only.")]


class Pile(Public, frozen=True):
    """The draw pile."""

    size: Annotated[int, Meta(description="The number of cards.")]
    cards: Annotated[
        tuple[Card, ...] | None,
        Meta(description="The cards, next one first; null while they are hidden.", extra={"size": 30}),
    ]


class DankAndDraftTable(View, frozen=True):
    """The table of Dank & Draft as the viewer sees it. In a preview, cards that are not known yet have neither side."""

    turn: Annotated[
        int,
        Meta(description="The number of the turn, from 1; extra turns count. When the game is over, of the last turn."),
    ]
    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    turn_phase: Annotated[TurnPhase, Meta(description="The phase of the turn.")]
    extra_turn: Annotated[bool, Meta(description="True if this is the extra turn of a Recycle.")]
    extra_turn_owed: Annotated[bool, Meta(description="True if the player has an extra turn coming.")]
    draw_pile: Annotated[Pile, Meta(description="The draw pile.")]
    taps: Annotated[tuple[Tap, ...], Meta(description="The nine taps, row by row from the left.", extra={"size": 9})]
    players: Annotated[tuple[Player, ...], Meta(description="The players, in seat order.")]
    discard_pile: Annotated[
        tuple[Card, ...],
        Meta(description="The discard pile, the last one at the end; played actions are shown.", extra={"size": 15}),
    ]
    in_play: Annotated[CardInPlay | None, Meta(description="The action card in play, while it owes a choice.")]


_PHASES: dict[type[Pending], TurnPhase] = {
    ToDraft: TurnPhase.DRAFT,
    ToAct: TurnPhase.ACTION,
    ToSpoil: TurnPhase.CHOICE,
    ToSnatch: TurnPhase.CHOICE,
    ToStockUp: TurnPhase.CHOICE,
    ToOffer: TurnPhase.OFFER,
    ToEnd: TurnPhase.END,
    ToDiscard: TurnPhase.DISCARD,
}
_TYPES_OF = [tuple(t for i, t in enumerate(TYPES) if bits >> i & 1) for bits in range(1 << len(TYPES))].__getitem__


def known(state: DankAndDraftState, seat: int | None) -> DankAndDraftState:
    """The knowledge of a seat (None: a spectator): DD-03, DD-04, DD-06; all of it when the game is over (DD-04b)."""
    if state.ended:
        return state
    pending = state.pending
    top = pending[-1]
    if isinstance(top, InPlay) and top.source != seat:
        pending = (*pending[:-1], replace(top, card=top.card & ~BEER))
    return DankAndDraftState(  # faster than `replace`
        state.options,
        state.draws,
        state.turn,
        state.seat,
        state.extra,
        state.extra_owed,
        pending,
        (UNKNOWN,) * len(state.pile),
        tuple(map(FRONT, state.taps)),
        _known_hands(state.hands, seat),
        tuple(map(_fronts_of_room, state.taprooms)),
        state.opened,
        tuple(map(DISCARDED, state.discards)),
        state.ended,
        seat or SPECTATOR if state.viewer == WHOLE else viewer_of(state, seat),
    )


_CODES = range((FIRST_BEER + MOST_CARDS) << 4)
FRONT = [*(front for front in _CODES[:: ACTION + PLAYED + 1] for _ in range(ACTION + PLAYED + 1)), GAP].__getitem__
"""DD-03, DD-04: what all see of a card at the taps and in a taproom, and a player of one in the own hand. A gap stays one."""
BACK = bytes(code & ACTION for code in _CODES).__getitem__
"""DD-06: what a player sees of a card in another hand."""
DISCARDED = [code if code & PLAYED else FRONT(code) for code in _CODES].__getitem__
"""DD-05: what all see of a discarded card."""


def _known_hands(hands: tuple[Hand, ...], seat: int | None) -> tuple[Hand, ...]:
    """One side of each hand, sorted, so that no order joins it to the other (DD-04a)."""
    if seat is None:
        return tuple([(UNKNOWN,) * len(hand) for hand in hands])
    known = [*map(_backs_of_hand, hands)]
    known[seat - 1] = _fronts_of_hand(hands[seat - 1])
    return tuple(known)


# Most of a table stays as it was from one look to the next.


@lru_cache(maxsize=4096)
def _fronts_of_hand(hand: Hand) -> Hand:
    return tuple(sorted(map(FRONT, hand)))


@lru_cache(maxsize=4096)
def _backs_of_hand(hand: Hand) -> Hand:
    return tuple(sorted(map(BACK, hand)))


@lru_cache(maxsize=4096)
def _fronts_of_room(room: Taproom) -> Taproom:
    ipa, pilsner, amber, sour, stout = [tuple(map(FRONT, stack)) for stack in room]
    return ipa, pilsner, amber, sour, stout


def hide_actions(event: Event, seat: int | None) -> Event:
    """The event without the actions of hand cards, for a spectator and for the owner of the hand (DD-03, DD-06)."""
    if isinstance(event, BeersDrafted | BeersOffered | BeersDiscarded) and seat in (None, event.seat):
        return replace(event, actions=None)
    return event


class Showing:
    """Shows positions under one edition. What depends only on the edition is made once.

    Args:
        deck: the edition's cards.
    """

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._tap = lru_cache(maxsize=4096)(self._show_tap)
        self._hand = lru_cache(maxsize=4096)(self._show_hand)
        self._taproom = lru_cache(maxsize=4096)(self._show_taproom)

    def table(self, state: DankAndDraftState, scores: tuple[int, ...], closed: tuple[int, ...]) -> DankAndDraftTable:
        """The table as the state holds it.

        Args:
            state: what the viewer knows.
            scores: the points of each seat.
            closed: the types each seat can no longer offer, as bits.
        """
        deck = self._deck
        top = state.pending[-1] if state.pending else None
        return DankAndDraftTable(
            turn=state.turn,
            seat=state.seat or None,
            turn_phase=TurnPhase.OVER if top is None else _PHASES[type(top)],
            extra_turn=state.extra,
            extra_turn_owed=state.extra_owed,
            draw_pile=Pile(len(state.pile), _cards(state.pile[::-1], deck)),
            taps=tuple(map(self._tap, range(len(state.taps)), state.taps)),
            players=tuple(
                map(
                    Player,
                    range(1, len(scores) + 1),
                    scores,
                    map(self._hand, state.hands),
                    map(self._taproom, state.taprooms),
                    map(_TYPES_OF, closed),
                )
            ),
            discard_pile=tuple(map(deck.card, state.discards)),
            in_play=CardInPlay(top.source, deck.card(top.card)) if isinstance(top, InPlay) else None,
        )

    def _show_tap(self, index: int, code: int) -> Tap:
        return Tap(index + 1, index // 3 + 1, index % 3 + 1, None if code == GAP else self._deck.card(code))

    def _show_hand(self, hand: Hand) -> HandCards:
        return HandCards(len(hand), _cards(tuple(sorted(hand)), self._deck))

    def _show_taproom(self, room: Taproom) -> tuple[TypeStack, ...]:
        card, stacks = self._deck.card, zip(TYPES, room, strict=True)
        return tuple([TypeStack(type_, tuple(map(card, stack))) for type_, stack in stacks if stack])


def _cards(codes: tuple[int, ...], deck: Deck) -> tuple[Card, ...] | None:
    """The cards; None where one of them shows neither side."""
    return None if UNKNOWN in codes else tuple(map(deck.card, codes))
