"""The grain and the recipes of Cask Race, and an edition's figures. In a state a grain card is 1, 2 or 3; 0 is not known."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field, model_validator

from taphouse.engine.editions import Edition, EditionEntry, Figure, SourcedEntry, Strict
from taphouse.engine.vocabulary import Word, kebab


class Grain(Word):
    """A grain card."""

    BARLEY = "BARLEY", "Barley."
    WHEAT = "WHEAT", "Wheat."
    RYE = "RYE", "Rye."


GRAINS = tuple(Grain)
UNKNOWN = 0
SCORE = ("casks", "spices", "favours")
CODE = {grain: i + 1 for i, grain in enumerate(GRAINS)}


class GrainCount(SourcedEntry):
    """A grain and how many cards show it."""

    grain: Grain
    count: int = Field(ge=1, le=60)


class Recipe(SourcedEntry):
    """The ingredients of a cask."""

    name: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)
    title: str = Field(min_length=1, max_length=60)
    main: Grain
    grains: int = Field(ge=1, le=6)
    points: int = Field(ge=1)


class Figures(Strict):
    """The numbers that the rules use."""

    starting_hand: Figure
    looked_at: Figure
    kept: Figure
    casks_to_win: Figure
    points_per_spice: Figure
    points_per_favour: Figure


class CaskRaceEdition(Edition):
    """An edition of Cask Race."""

    other_names = tuple(f"score.{category}" for category in SCORE)

    figures: Figures
    grains: tuple[GrainCount, ...]
    recipes: tuple[Recipe, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _totals(self) -> CaskRaceEdition:
        figures = self.figures
        if not 1 <= figures.kept.value <= figures.looked_at.value <= 9:
            raise ValueError("figures.kept is from 1 to figures.looked_at, which is at most 9")
        if sum(row.count for row in self.grains) <= 3 * figures.starting_hand.value:
            raise ValueError("there is not enough grain for three players")
        if len({recipe.name for recipe in self.recipes}) < len(self.recipes):
            raise ValueError("a recipe is listed twice")
        return self

    def listed(self) -> Iterator[EditionEntry]:
        """Every entry."""
        for name, figure in self.figures:
            yield EditionEntry("figures", kebab(name), {"value": figure.value}, figure.provenance, figure.note)
        for row in self.grains:
            yield EditionEntry("grains", str(row.grain), {"count": row.count}, row.provenance, row.note)
        for recipe in self.recipes:
            figures = {
                "title": recipe.title,
                "main": str(recipe.main),
                "grains": recipe.grains,
                "points": recipe.points,
            }
            yield EditionEntry("recipes", recipe.name, figures, recipe.provenance, recipe.note)
