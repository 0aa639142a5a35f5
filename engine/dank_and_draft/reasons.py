"""The reasons of refusals of Dank & Draft. The message catalogues put them into words."""

from __future__ import annotations

from taphouse.engine.contract import Seat
from taphouse.engine.dank_and_draft.cards import Action, BeerType, Line
from taphouse.engine.messages import Why


class LineHasGap(Why, frozen=True):
    """The line to draft has a gap (DD-07)."""

    line: Line


class DraftIsDone(Why, frozen=True):
    """The draft of this turn is done (DD-25)."""


class FromOwnHand(Why, frozen=True):
    """The action would come from the player's own hand (DD-08)."""


class HandIsEmpty(Why, frozen=True):
    """The hand to take an action from is empty (DD-09)."""

    seat: Seat


class NoSuchAction(Why, frozen=True):
    """The hand has no such action (DD-08)."""

    seat: Seat
    action: Action


class NoActionInPlay(Why, frozen=True):
    """The move performs an action, and none was taken (DD-08)."""


class ActionIsGone(Why, frozen=True):
    """The action of this turn was taken or given up (DD-25)."""


class SpoilsOwnBeers(Why, frozen=True):
    """The beers to spoil are the player's own (DD-10)."""


class NothingToSpoil(Why, frozen=True):
    """The taproom has no beers of the type to spoil (DD-10)."""

    seat: Seat
    type: BeerType


class TooManySpoiled(Why, frozen=True):
    """More beers than can be spoiled (DD-10)."""

    type: BeerType
    most: int
    count: int


class NothingToSnatch(Why, frozen=True):
    """No other player has beers of the type (DD-09)."""

    type: BeerType


class SnatchDeclined(Why, frozen=True):
    """A Snatch cannot be declined (DD-13)."""


class NumberOfTaps(Why, frozen=True):
    """No tap is named to stock up from, or too many are (DD-14)."""

    most: int


class NotDifferentTaps(Why, frozen=True):
    """A tap is named twice, or does not exist (DD-14)."""


class TapIsGap(Why, frozen=True):
    """A tap to stock up from is a gap (DD-14)."""

    tap: int


class TapIsUnknown(Why, frozen=True):
    """The beer at a tap to stock up from is not known yet (DD-14)."""

    tap: int


class SeveralTypes(Why, frozen=True):
    """The beers to stock up with are of several types (DD-14)."""


class TypeIsClosed(Why, frozen=True):
    """The player can offer no more beers of the type (DD-16)."""

    type: BeerType


class OfferIsMade(Why, frozen=True):
    """The one stack that can be offered in a turn was offered (DD-16)."""


class NotSoManyInHand(Why, frozen=True):
    """The hand has fewer beers of the type than the move names (DD-16, DD-17)."""

    type: BeerType
    held: int
    count: int


class DiscardsOther(Why, frozen=True):
    """More or fewer cards than must be discarded (DD-17)."""

    due: int
    limit: int
    count: int


class NoDiscardYet(Why, frozen=True):
    """Cards are discarded at the end of the turn (DD-25)."""


REASONS: tuple[type[Why], ...] = (
    LineHasGap,
    DraftIsDone,
    FromOwnHand,
    HandIsEmpty,
    NoSuchAction,
    NoActionInPlay,
    ActionIsGone,
    SpoilsOwnBeers,
    NothingToSpoil,
    TooManySpoiled,
    NothingToSnatch,
    SnatchDeclined,
    NumberOfTaps,
    NotDifferentTaps,
    TapIsGap,
    TapIsUnknown,
    SeveralTypes,
    TypeIsClosed,
    OfferIsMade,
    NotSoManyInHand,
    DiscardsOther,
    NoDiscardYet,
)
