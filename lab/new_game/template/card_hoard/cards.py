"""The cards of Card Hoard, and the model of an edition: the file that says how many there are, and what they count."""

from __future__ import annotations

from pydantic import Field, model_validator

from taphouse.engine.editions import MOST_SLUG, SLUG, Edition, Figure, SourcedEntry, Strict

MOST_SEATS = 4


class Card(SourcedEntry):
    """A kind of card."""

    name: str = Field(pattern=SLUG, max_length=MOST_SLUG)
    title: str = Field(min_length=1, max_length=60)
    points: int = Field(ge=0)
    count: int = Field(ge=1, le=60)


class Figures(Strict):
    """The numbers that the rules use."""

    hand: Figure


class CardHoardEdition(Edition):
    """An edition of Card Hoard."""

    other_names = ("score.hoard",)

    figures: Figures
    cards: tuple[Card, ...]
    """By rank, the lowest first. In a state, a card is its rank: its number here, from 1."""

    @model_validator(mode="after")
    def _fits(self) -> CardHoardEdition:
        if self.figures.hand.value < 1:
            raise ValueError("figures.hand is at least 1")
        if sum(card.count for card in self.cards) < MOST_SEATS * self.figures.hand.value + 2:
            raise ValueError(f"there are too few cards for {MOST_SEATS} players")
        if len({card.name for card in self.cards}) < len(self.cards):
            raise ValueError("a card is listed twice")
        return self
