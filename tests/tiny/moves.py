"""The moves, options and events of Cask Race."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from taphouse.engine.contract import Event, Move, Options, Seat, Slug
from taphouse.engine.vocabulary import SEALED, Amounts, Word
from tests.tiny.cards import Grain

Grains = Annotated[tuple[Grain, ...] | None, Meta(description="The grain cards; null for who does not see them.")]
Gift = Annotated[Grain | None, Meta(description="The gift; null for who does not see it.")]


class GiftChoice(Word):
    """The seat that chooses a gift."""

    GIVER = "GIVER", "The player who is asked (TF-06)."
    CHANCE = "CHANCE", "It is drawn from their hand by chance."


class CaskRaceOptions(Options, frozen=True, kw_only=True):
    """The readings of the rules that a game of Cask Race can be created with."""

    gift: Annotated[GiftChoice, Meta(description="Who chooses a gift (TF-06).")] = GiftChoice.GIVER
    spices: Annotated[bool, Meta(description="Decides if a brew may be spiced (TF-05).")] = True
    turn_cap: Annotated[int, Meta(ge=1, le=200, description="The turn after which the game ends (TF-10).")] = 40


class GrainAmounts(Amounts, frozen=True):
    """The number of cards of each grain."""

    barley: Annotated[int, Meta(ge=0, le=60, description="Barley.")] = 0
    wheat: Annotated[int, Meta(ge=0, le=60, description="Wheat.")] = 0
    rye: Annotated[int, Meta(ge=0, le=60, description="Rye.")] = 0


class Pass(Move, frozen=True):
    """End your turn without doing anything. TF-03."""


class Look(Move, frozen=True):
    """Look at the top cards of the draw pile, to keep some of them. TF-04."""


class Keep(Move, frozen=True):
    """Keep some of the cards you looked at; the others go under the draw pile. TF-04."""

    places: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=9, description="The place of a card, from 1.")], ...],
        Meta(max_length=9, description="The places of the cards you keep among those you looked at."),
    ]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "places", tuple(sorted(self.places)))


class Brew(Move, frozen=True):
    """Fill a cask: discard grain for a recipe, at least half of it the recipe's main grain, perhaps with a spice. TF-05."""

    recipe: Annotated[Slug, Meta(description="The recipe, by its name in the edition.")]
    mash: Annotated[GrainAmounts, Meta(description="The grain, exactly as many cards as the recipe asks for.")]
    spice: Annotated[Grain | None, Meta(description="One more card, as a spice; null for none.")] = None


class Ask(Move, frozen=True):
    """Ask another player for a grain card. TF-06."""

    from_seat: Annotated[Seat, Meta(description="The player who is asked.")]


class Give(Move, frozen=True):
    """Give a grain card of your choice to the player who asked. TF-06."""

    grain: Annotated[Grain | None, Meta(description="The card. The player who asked sees it too."), SEALED]


class Answer(Move, frozen=True):
    """Accept the gift, which is a favour owed to the giver, or let it go to the discard pile. TF-07."""

    accept: Annotated[bool, Meta(description="True if the gift is accepted.")]


MOVES = (Pass, Look, Keep, Brew, Ask, Give, Answer)


class GrainLookedAt(Event, frozen=True):
    """A player looked at the top of the draw pile; the other players are told only by `GrainKept`."""

    seat: Seat
    grains: Grains


class GrainKept(Event, frozen=True):
    """A player kept cards and put the others under the draw pile."""

    seat: Seat
    kept: Annotated[int, Meta(description="The number of cards they kept.")]
    under: Annotated[int, Meta(description="The number of cards that went under the draw pile.")]
    grains: Grains


class CaskBrewed(Event, frozen=True):
    """A player filled a cask."""

    seat: Seat
    recipe: Annotated[Slug, Meta(description="The recipe.")]
    mash: Annotated[GrainAmounts, Meta(description="The grain.")]
    spice: Annotated[Grain | None, Meta(description="The spice; null for none.")]


class GiftAsked(Event, frozen=True):
    """A player asked another one for a grain card."""

    seat: Seat
    from_seat: Annotated[Seat, Meta(description="Who was asked.")]


class GiftGiven(Event, frozen=True):
    """A player laid down a gift; only they and the player who asked see it."""

    seat: Annotated[Seat, Meta(description="Who gave it.")]
    to_seat: Annotated[Seat, Meta(description="Who asked for it.")]
    grain: Gift


class GiftAnswered(Event, frozen=True):
    """A gift was accepted into the hand, or went to the discard pile, where everybody sees it."""

    seat: Annotated[Seat, Meta(description="Who had asked for it.")]
    from_seat: Annotated[Seat, Meta(description="Who gave it.")]
    accepted: Annotated[bool, Meta(description="True if it was accepted.")]
    grain: Gift


class TurnBegan(Event, frozen=True):
    """A turn began."""

    seat: Seat
    turn: Annotated[int, Meta(description="The number of the turn, from 1.")]


EVENTS = (GrainLookedAt, GrainKept, CaskBrewed, GiftAsked, GiftGiven, GiftAnswered, TurnBegan)
