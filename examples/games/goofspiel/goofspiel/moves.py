"""The options, the move, the events and the reasons of refusals of Goofspiel."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from goofspiel.cards import MOST_CARDS
from taphouse.engine.contract import Event, Move, Options, Seat
from taphouse.engine.messages import Why
from taphouse.engine.vocabulary import SEALED, Public, Word

Rank = Annotated[int, Meta(ge=1, le=MOST_CARDS)]
Card = Annotated[Rank, Meta(description="The card, from 1, the ace.")]
Cards = Annotated[tuple[Rank, ...], Meta(description="The prizes, in the order in which they were turned up.")]


class TiedRound(Word):
    """The end of a round in which several players bid the highest card."""

    CARRIED = "CARRIED", "The prizes stay on the table for the next round."
    LOST = "LOST", "Nobody gets the prizes."


class GoofspielOptions(Options, frozen=True, kw_only=True):
    """The options of Goofspiel."""

    tied_round: Annotated[
        TiedRound, Meta(description="What becomes of the prizes if several players bid the highest card (GS-05).")
    ] = TiedRound.CARRIED


class Bid(Move, frozen=True):
    """Bid a card of your hand for the prizes, face down. GS-03."""

    card: Annotated[Rank | None, Meta(description="The card, from 1, the ace.", extra={"at": "players.hand"}), SEALED]


class PrizeTurnedUp(Event, frozen=True):
    """The next prize was turned up."""

    prize: Annotated[int | None, Meta(description="The prize; null in a preview, which cannot know it.")]


class CardLaid(Event, frozen=True):
    """A player has bid a card, face down."""

    seat: Seat


class PlayersBid(Public, frozen=True):
    """The bid of a player."""

    seat: Seat
    card: Card


class BidsRevealed(Event, frozen=True):
    """All bids were turned face up."""

    bids: Annotated[tuple[PlayersBid, ...], Meta(description="The bid of each player, in turn order.")]


class PrizesWon(Event, frozen=True):
    """The player with the highest bid took the prizes."""

    seat: Seat
    prizes: Cards


class BidsTied(Event, frozen=True):
    """Several players bid the highest card, so nobody took the prizes."""

    carried: Annotated[bool, Meta(description="True if the prizes stay on the table; false if they are lost.")]


class NotInHand(Why, frozen=True):
    """The player does not have the card any more (GS-03, GS-06)."""

    card: int


MOVES = (Bid,)
EVENTS = (PrizeTurnedUp, CardLaid, BidsRevealed, PrizesWon, BidsTied)
REFUSALS = (NotInHand,)
