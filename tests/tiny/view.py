"""The table of Cask Race as each viewer sees it (TF-02, TF-04, TF-06)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.contract import Event, Seat, Slug, View, viewer_of
from taphouse.engine.vocabulary import Public
from tests.tiny.cards import GRAINS, UNKNOWN, Grain
from tests.tiny.moves import Gift, GiftAnswered, GiftGiven, GrainAmounts, GrainKept, GrainLookedAt, Grains
from tests.tiny.state import Cards, CaskRaceState, Pending, ToAnswer, ToKeep


class Player(Public, frozen=True):
    """The cards before a player."""

    seat: Seat
    score: Annotated[int, Meta(description="The points so far (TF-11).")]
    hand_size: Annotated[int, Meta(description="The number of cards in the hand.")]
    hand_grains: Grains
    casks: Annotated[tuple[Slug, ...], Meta(description="The recipes of the casks, in the order they were filled.")]
    spices: Annotated[int, Meta(description="The number of them that are spiced.")]
    favours: Annotated[int, Meta(description="The favours that are owed to the player.")]


class CaskRaceTable(View, frozen=True):
    """The table of Cask Race as the viewer sees it."""

    turn: Annotated[int, Meta(description="The number of the turn, from 1.")]
    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    draw_pile_size: Annotated[int, Meta(description="The cards left in the draw pile.")]
    pile_grains: Grains
    discarded_grains: Annotated[GrainAmounts, Meta(description="The discard pile, open to all.")]
    looked_at: Grains
    gift: Gift
    players: Annotated[tuple[Player, ...], Meta(description="The players, in seat order.")]


def known(state: CaskRaceState, seat: int | None) -> CaskRaceState:
    """The position as the seat (None: a spectator) knows it; all of it when the game is over (TF-02)."""
    if state.ended:
        return state
    return replace(
        state,
        pending=tuple(_known_frame(frame, state.seat, seat) for frame in state.pending),
        pile=_blank(state.pile),
        hands=tuple(hand if owner == seat else _blank(hand) for owner, hand in enumerate(state.hands, 1)),
        viewer=viewer_of(state, seat),
    )


def _known_frame(frame: Pending, player: int, seat: int | None) -> Pending:
    match frame:
        case ToKeep(cards) if seat != player:
            return ToKeep(_blank(cards))
        case ToAnswer(giver) if seat not in (player, giver):
            return ToAnswer(giver, UNKNOWN)
    return frame


def _blank(cards: Cards) -> Cards:
    return (UNKNOWN,) * len(cards)


def hide(event: Event, seat: int | None) -> Event | None:
    """The event as this seat sees it: a look not at all, kept cards and gifts without their faces."""
    match event:
        case GrainLookedAt(player) if seat != player:
            return None
        case GrainKept(player) if seat != player:
            return replace(event, grains=None)
        case GiftGiven(giver, asker) if seat not in (giver, asker):
            return replace(event, grain=None)
        case GiftAnswered(asker, giver, accepted=True) if seat not in (giver, asker):
            return replace(event, grain=None)
    return event


def table(state: CaskRaceState, recipes: tuple[str, ...], scores: tuple[int, ...]) -> CaskRaceTable:
    """The table as the state holds it; the recipes' names and the points of each seat come from the rules."""
    top = state.pending[-1] if state.pending else None
    players = tuple(
        Player(i + 1, scores[i], len(hand), faces(hand), tuple(recipes[c] for c in casks), spices, favours)
        for i, (hand, casks, spices, favours) in enumerate(
            zip(state.hands, state.casks, state.spices, state.favours, strict=True)
        )
    )
    return CaskRaceTable(
        turn=state.turn,
        seat=state.seat or None,
        draw_pile_size=len(state.pile),
        pile_grains=faces(state.pile[::-1]),
        discarded_grains=GrainAmounts(*counts(state.discards)),
        looked_at=faces(top.cards) if isinstance(top, ToKeep) else None,
        gift=face(top.card) if isinstance(top, ToAnswer) else None,
        players=players,
    )


def face(card: int) -> Grain | None:
    """The face of a card; None where it is not known."""
    return None if card == UNKNOWN else GRAINS[card - 1]


def faces(cards: Cards) -> tuple[Grain, ...] | None:
    """The faces of cards; None where one of them is not known."""
    return None if UNKNOWN in cards else tuple(GRAINS[card - 1] for card in cards)


def counts(cards: Cards) -> tuple[int, ...]:
    """The number of cards of each grain."""
    return tuple(cards.count(i + 1) for i in range(len(GRAINS)))
