"""The options, moves, events and refusals of Card Hoard. Docstrings and descriptions become those of the API."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Event, Move, Options, Seat, Slug
from taphouse.engine.messages import Why

Card = Annotated[Slug, Meta(description="The card, by its name in the edition.")]
Face = Annotated[Slug | None, Meta(description="The card; null for who does not see it.")]


class CardHoardOptions(Options, frozen=True, kw_only=True):
    """Card Hoard has no options."""


class Draw(Move, frozen=True):
    """Draw the top card of the pile. CH-04."""


class Take(Move, frozen=True):
    """Take the open card. CH-04."""


class Lay(Move, frozen=True):
    """Lay a card from your hand on your hoard. CH-05."""

    card: Annotated[Slug, Meta(description="The card, by its name in the edition.", extra={"at": "players.handCards"})]
    # Everybody sees the moves that are made, but for fields that are SEALED. A click `at` the card in the web table makes it.


MOVES = (Draw, Take, Lay)


class CardDrawn(Event, frozen=True):
    """A player drew a card from the pile."""

    seat: Seat
    got: Face


class CardTaken(Event, frozen=True):
    """A player took the open card, and the top card of the pile is the open one now."""

    seat: Seat
    got: Face
    turned: Face


class CardLaid(Event, frozen=True):
    """A player laid a card."""

    seat: Seat
    laid: Card
    anew: Annotated[bool, Meta(description="True if the player lost their hoard, and this card begins another one.")]


EVENTS = (CardDrawn, CardTaken, CardLaid)


class NotInHand(Why, frozen=True):
    """The card is not in the player's hand (CH-05)."""

    card: Slug


REFUSALS = (NotInHand,)
