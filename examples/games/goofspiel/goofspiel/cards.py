"""The cards of Goofspiel: numbers from 1, the ace, to the size of a suit; and the figures of an edition (GS-01)."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import model_validator

from taphouse.engine.editions import Edition, EditionEntry, Figure, Strict
from taphouse.engine.vocabulary import kebab

MOST_CARDS = 15
UNKNOWN = -1
"""A card in a position that its viewer does not know."""


class Figures(Strict):
    """The numbers that the rules use."""

    cards: Figure


class GoofspielEdition(Edition):
    """An edition of Goofspiel."""

    other_names = ("score.prizes",)

    figures: Figures

    @model_validator(mode="after")
    def _size(self) -> GoofspielEdition:
        if not 2 <= self.figures.cards.value <= MOST_CARDS:
            raise ValueError(f"figures.cards is from 2 to {MOST_CARDS}")
        return self

    def listed(self) -> Iterator[EditionEntry]:
        """Every entry."""
        for name, figure in self.figures:
            yield EditionEntry("figures", kebab(name), {"value": figure.value}, figure.provenance, figure.note)
