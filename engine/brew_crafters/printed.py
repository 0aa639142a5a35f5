"""The components of Brew Crafters as an edition prints them, each figure with its provenance."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from taphouse.engine.brew_crafters.cards import POINTS, EffectName, Ingredient, IngredientAmounts, Stock, Style
from taphouse.engine.editions import Figure, SourcedEntry, Strict
from taphouse.engine.vocabulary import Season

_Name = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)]
_Title = Annotated[str, Field(min_length=1, max_length=60)]
_Text = Annotated[str, Field(min_length=1, max_length=200)]
_Count = Annotated[int, Field(strict=True, ge=0, le=99)]
_Players = Annotated[int, Field(strict=True, ge=2, le=5)]
_Seasons = Annotated[tuple[Season, ...], Field(min_length=1)]
_MOST_EFFECTS = 6
_CHOICES = frozenset(effect for effect in EffectName if effect.name.startswith("CHOOSE_"))
_MOST_CHOSEN = 9
"""Each of these is a decision of its own."""

_PARAMETERS: dict[EffectName, tuple[str, ...]] = {
    EffectName.TAKE_ALL: (),
    EffectName.STARTING_PLAYER: (),
    EffectName.PARTNERSHIP: (),
    EffectName.WORKER: (),
    EffectName.SHIFT: (),
    EffectName.BREWPUB: (),
    EffectName.TAKE: ("ingredients",),
    EffectName.FARM: ("ingredients",),
    EffectName.MORE_FROM_MARKET: ("ingredients",),
    EffectName.TAKE_AT_START: ("ingredients", "seasons"),
    EffectName.CHOOSE_AT_START: ("amount", "seasons"),
    EffectName.MARKET_ACTION: ("seasons",),
    **dict.fromkeys(POINTS, ("amount", "per")),
}  # the others: amount. `most` may stand with POINTS.


class Quantities(Strict):
    """Ingredients, as an edition has them."""

    malt: _Count = 0
    hops: _Count = 0
    yeast: _Count = 0
    fruit: _Count = 0
    spices: _Count = 0
    coffee: _Count = 0

    @property
    def stock(self) -> Stock:
        """The six counts."""
        return self.malt, self.hops, self.yeast, self.fruit, self.spices, self.coffee

    @property
    def amounts(self) -> dict[str, int]:
        """The counts by the names of the API, without those that are 0."""
        return {name: n for name, n in zip(IngredientAmounts.__struct_encode_fields__, self.stock, strict=True) if n}


class Ingredients(Quantities, SourcedEntry):
    """The ingredients of a recipe."""


class Effect(SourcedEntry):
    """A named effect with its parameters."""

    effect: EffectName
    amount: Annotated[int, Field(strict=True, ge=1, le=99)] | None = None
    per: Annotated[int, Field(strict=True, ge=1, le=99)] | None = None
    most: Annotated[int, Field(strict=True, ge=1, le=99)] | None = None
    ingredients: Quantities | None = None
    seasons: _Seasons | None = None

    @model_validator(mode="after")
    def _fits(self) -> Effect:
        takes = _PARAMETERS.get(self.effect, ("amount",))
        for name in ("amount", "per", "ingredients", "seasons"):
            if (getattr(self, name) is not None) != (name in takes):
                raise ValueError(f"the effect {self.effect} {'needs' if name in takes else 'takes no'} {name}")
        if self.most is not None and self.effect not in POINTS:
            raise ValueError(f"the effect {self.effect} takes no most")
        if self.effect in _CHOICES and (self.amount or 0) > _MOST_CHOSEN:
            raise ValueError(f"the effect {self.effect} gives at most {_MOST_CHOSEN} choices")
        if self.ingredients is not None and not any(self.ingredients.stock):
            raise ValueError(f"the effect {self.effect} names no ingredients")
        return self

    @property
    def figures(self) -> dict[str, Any]:
        """The entry in the catalogue."""
        shown: dict[str, Any] = {"effect": str(self.effect), "amount": self.amount, "per": self.per, "most": self.most}
        shown["seasons"] = None if self.seasons is None else [str(season) for season in self.seasons]
        return {name: value for name, value in shown.items() if value is not None} | (
            {} if self.ingredients is None else self.ingredients.amounts
        )


class Symbols(SourcedEntry):
    """The symbols on a recipe."""

    barrel: bool = False
    infuser: bool = False


class PrintedRecipe(Strict):
    """A recipe as an edition has it."""

    name: _Name
    title: _Title
    style: Style
    advanced: bool
    first_game: bool = False
    ingredients: Ingredients
    points: Figure
    symbols: Symbols


class PrintedSide(Strict):
    """One of the things that a market space gives. Its title is what a player goes there for, such as `2 coffee`."""

    name: _Name
    title: _Title
    text: _Text
    effects: tuple[Effect, ...] = Field(min_length=1, max_length=_MOST_EFFECTS)


class Restock(SourcedEntry):
    """The goods put on a space at the start of each season."""

    what: Ingredient | Literal["money"]
    amount: Annotated[int, Field(strict=True, ge=1, le=20)]


class PrintedSpace(SourcedEntry):
    """A market space as an edition has it. Its own provenance is that of its name."""

    name: _Name
    title: _Title
    players: _Players = 2
    restocks: Restock | None = None
    sides: tuple[PrintedSide, ...] = Field(min_length=1, max_length=4)


class PrintedPartnership(SourcedEntry):
    """A partnership as an edition has it. Its own provenance is that of its name."""

    name: _Name
    title: _Title
    text: _Text
    players: _Players = 2
    price: Figure
    gives: Ingredients


class Owned(SourcedEntry):
    """A component with winter costs. Its own provenance is that of its name."""

    name: _Name
    title: _Title
    text: _Text
    cost: Figure
    effects: tuple[Effect, ...] = Field(min_length=1, max_length=_MOST_EFFECTS)


class PrintedTile(Owned):
    """A building or a piece of equipment as an edition has it."""

    count: Figure
    on_install: tuple[Effect, ...] = Field(default=(), max_length=_MOST_EFFECTS)


class PrintedWorker(Owned):
    """A skilled worker as an edition has it."""

    first_game: bool = False
    min_players: _Players = 2


class PrintedStep(Effect):
    """A step of a research track as an edition has it. Its title is what it gives in few words, such as `3 malt`.

    Editions from before steps had words have neither title nor text.
    """

    title: _Title | None = None
    text: _Text | None = None


class PrintedTrack(SourcedEntry):
    """A research track as an edition has it. Its own provenance is that of its name."""

    name: _Name
    title: _Title
    experimental: PrintedStep
    annual: PrintedStep
    breakthrough: PrintedStep
    game_end: PrintedStep

    @property
    def steps(self) -> tuple[PrintedStep, PrintedStep, PrintedStep, PrintedStep]:
        """The four steps in their order."""
        return self.experimental, self.annual, self.breakthrough, self.game_end


class PrintedPortion(SourcedEntry):
    """A portion of the collaboration card as an edition has it. Its own provenance is that of what it takes."""

    name: _Name
    title: _Title
    ingredients: Quantities | None = None
    advanced: _Count = 0
    points: Figure
    money: Figure


class Figures(Strict):
    """The numbers that the rules use."""

    starting_money_first: Figure
    starting_money_others: Figure
    starting_malt: Figure
    starting_hops: Figure
    market_tokens: Figure
    advanced_per_style: Figure
    skilled_workers: Figure
    storage: Figure
    storehouse_cost: Figure
    research_lab_cost: Figure
    single_system_cost: Figure
    shift_1_cost: Figure
    shift_2_cost: Figure
    shift_3_cost: Figure
    shift_2_batches: Figure
    shift_3_batches: Figure
    sale_price: Figure
    gold_label_points: Figure
    loan: Figure
    first_loan_points: Figure
    further_loan_points: Figure


class Totals(Strict):
    """The totals of the components; the edition must agree with them."""

    recipes: Figure
    spaces: Figure
    partnerships: Figure
    tiles: Figure
    workers: Figure
    tracks: Figure
    portions: Figure
