"""The reasons of refusals of Cask Race."""

from __future__ import annotations

from taphouse.engine.contract import Seat, Slug
from taphouse.engine.messages import Why
from tests.tiny.cards import Grain


class PileIsEmpty(Why, frozen=True):
    """There is nothing to look at (TF-04)."""


class KeepsOther(Why, frozen=True):
    """More or fewer cards than must be kept, or others than those (TF-04)."""

    kept: int
    cards: int


class MashDoesNotFit(Why, frozen=True):
    """The mash does not fit the recipe (TF-05)."""

    recipe: Slug
    grains: int
    main: Grain


class NoSpices(Why, frozen=True):
    """The game is played without spices (TF-05)."""


class LacksGrain(Why, frozen=True):
    """The player does not have the grain (TF-05)."""


class CannotBeAsked(Why, frozen=True):
    """The player cannot be asked for a gift (TF-06)."""

    seat: Seat


class NotInHand(Why, frozen=True):
    """The grain is not in the hand (TF-06)."""

    grain: Grain | None


class OwesLastCard(Why, frozen=True):
    """The player is asked for their last card (TF-06)."""

    seat: Seat


REASONS: tuple[type[Why], ...] = (
    PileIsEmpty,
    KeepsOther,
    MashDoesNotFit,
    NoSpices,
    LacksGrain,
    CannotBeAsked,
    NotInHand,
    OwesLastCard,
)
