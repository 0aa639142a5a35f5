"""The moves, events and reasons of refusals of Nine Men's Morris."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from nine_mens_morris.board import Point
from taphouse.engine.contract import Event, Move, Options, Seat
from taphouse.engine.messages import Why

Where = Annotated[Point, Meta(description="The point.")]
From = Annotated[Point, Meta(description="The point from which the man goes.")]
To = Annotated[Point, Meta(description="The point to which the man goes.")]


class MorrisOptions(Options, frozen=True, kw_only=True):
    """Nine Men's Morris has no options."""


class Place(Move, frozen=True):
    """Place a man from your hand on an empty point. NM-03."""

    point: Where


class Slide(Move, frozen=True):
    """Slide a man to a neighbouring empty point; with three men left, to any empty point. NM-04, NM-05."""

    from_point: From
    to_point: To


class Remove(Move, frozen=True):
    """Remove a man of the other player, because you made a mill. NM-06, NM-07."""

    point: Where


class ManPlaced(Event, frozen=True):
    """A player placed a man."""

    seat: Seat
    point: Where


class ManSlid(Event, frozen=True):
    """A player slid a man."""

    seat: Seat
    from_point: From
    to_point: To


class MillMade(Event, frozen=True):
    """A player made a mill."""

    seat: Seat
    mill: Annotated[tuple[Point, ...], Meta(description="The three points of the mill.")]


class ManRemoved(Event, frozen=True):
    """A player removed a man of the other player."""

    seat: Seat
    point: Where
    from_seat: Annotated[Seat, Meta(description="The seat whose man it was.")]


class NotEmpty(Why, frozen=True):
    """There is a man on the point (NM-03, NM-04)."""

    point: Point


class MenInHand(Why, frozen=True):
    """The player has men in hand, and must place one (NM-03)."""


class NoMenInHand(Why, frozen=True):
    """The player has placed all men (NM-04)."""


class NotYours(Why, frozen=True):
    """There is no man of the player on the point (NM-04)."""

    point: Point


class TooFar(Why, frozen=True):
    """The points are no neighbours (NM-04)."""

    from_point: Point
    to_point: Point


class NotTheirs(Why, frozen=True):
    """There is no man of the other player on the point (NM-06)."""

    point: Point


class InMill(Why, frozen=True):
    """The man is in a mill, and others are not (NM-07)."""

    point: Point


MOVES = (Place, Slide, Remove)
EVENTS = (ManPlaced, ManSlid, MillMade, ManRemoved)
REFUSALS = (NotEmpty, MenInHand, NoMenInHand, NotYours, TooFar, NotTheirs, InMill)
