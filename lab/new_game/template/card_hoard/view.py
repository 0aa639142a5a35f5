"""The table of Card Hoard, as viewers see it. A type `Player` with a `seat` is shown as that player's area in the browser."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat, Slug, View
from taphouse.engine.vocabulary import Public

from .moves import Face


class Player(Public, frozen=True):
    """The cards of a player."""

    seat: Seat
    points: Annotated[int, Meta(description="The points so far.")]
    hand_size: Annotated[int, Meta(description="The number of cards in hand.")]
    hand_cards: Annotated[
        tuple[Slug, ...] | None, Meta(description="The cards in hand; null for who does not see them.")
    ]
    hoard: Annotated[tuple[Slug, ...], Meta(description="The cards that were laid, the last one at the end.")]


class CardHoardTable(View, frozen=True):
    """The table of Card Hoard."""

    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    pile_size: Annotated[int, Meta(description="The number of cards in the pile.")]
    open_card: Face
    discards: Annotated[tuple[Slug, ...], Meta(description="The cards of lost hoards.")]
    players: Annotated[tuple[Player, ...], Meta(description="The players, in seat order.")]
