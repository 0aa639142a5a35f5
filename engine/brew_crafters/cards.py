"""The components of Brew Crafters: ingredients, recipes, market spaces, workers and tiles; an edition of them; their coding.

In a state a component is its number in the edition's list of its kind, from 0. Ingredients are six counts, in the order of
`INGREDIENTS`. What a component does is a named effect with parameters, the same ones for all kinds of components.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta
from pydantic import Field, model_validator

from taphouse.engine.editions import Edition, Entry, Figure, Listed, Strict
from taphouse.engine.game import Amounts, Slug, View
from taphouse.engine.vocabulary import Word


class Ingredient(Word):
    """A kind of ingredient. The first three are basic, the others advanced."""

    MALT = "MALT", "Malt."
    HOPS = "HOPS", "Hops."
    YEAST = "YEAST", "Yeast."
    FRUIT = "FRUIT", "Fruit, an advanced ingredient."
    SPICES = "SPICES", "Spices, an advanced ingredient."
    COFFEE = "COFFEE", "Coffee, an advanced ingredient."


class Season(Word):
    """A season, in the order of the year."""

    SPRING = "SPRING", "Spring: a Farm may be planted."
    SUMMER = "SUMMER", "Summer."
    FALL = "FALL", "Fall: a Farm is harvested."
    WINTER = "WINTER", "Winter: annual research comes before the market, operating costs at the end."


class Style(Word):
    """A style of beer; each has one basic recipe."""

    ALE = "ALE", "Ale."
    PORTER = "PORTER", "Porter."
    STOUT = "STOUT", "Stout."


class StepKind(Word):
    """The four steps of a research track, in their order (BC-25)."""

    EXPERIMENTAL = "EXPERIMENTAL", "Its benefit comes once, at once."
    ANNUAL = "ANNUAL", "Its benefit comes at the start of every Winter."
    BREAKTHROUGH = "BREAKTHROUGH", "Its benefit comes whenever its condition is met."
    GAME_END = "GAME_END", "It gives points at the end of the game."


class EffectName(Word):
    """What a market space, a tile, a worker or a research step does."""

    TAKE_ALL = "TAKE_ALL", "Take everything that lies on the space (BC-12)."
    TAKE = "TAKE", "Take these `ingredients`."
    CHOOSE_BASIC = "CHOOSE_BASIC", "Take `amount` basic ingredients of choice."
    CHOOSE_ADVANCED = "CHOOSE_ADVANCED", "Take `amount` advanced ingredients of choice."
    MONEY = "MONEY", "Take $`amount`."
    STARTING_PLAYER = "STARTING_PLAYER", "Become starting player from this season's Brewery phase on (BC-15)."
    PARTNERSHIP = "PARTNERSHIP", "Form a partnership (BC-16)."
    WORKER = "WORKER", "Hire a skilled worker (BC-17)."
    SHIFT = "SHIFT", "Hire a new shift (BC-18)."
    TAKE_AT_START = "TAKE_AT_START", "Take these `ingredients` at the start of each of the `seasons`."
    CHOOSE_AT_START = (
        "CHOOSE_AT_START",
        "Take `amount` advanced ingredients of choice at the start of each of the `seasons`.",
    )
    STORE = "STORE", "Store `amount` more ingredients."
    FIRST_LESS_MALT = "FIRST_LESS_MALT", "The first batch brewed in each Process Beer needs `amount` malt less."
    ADVANCED_LESS_MALT = "ADVANCED_LESS_MALT", "Advanced recipes need `amount` malt less."
    BARREL_POINTS = "BARREL_POINTS", "A batch of a barrel recipe brewed from now on is worth `amount` points more."
    INFUSE = (
        "INFUSE",
        "When brewing an infuser recipe `amount` hops more may be added, and each makes the batch worth 1 point more.",
    )
    BREWPUB = "BREWPUB", "One batch more can be brewed; it is sold at the next Process Beer."
    FARM = (
        "FARM",
        "At Spring's start plant 1 of the kinds of `ingredients` named, at Fall's start harvest as many of it.",
    )
    TANKS = "TANKS", "`amount` more tanks and bottling places."
    MONEY_WHEN_SELLING = "MONEY_WHEN_SELLING", "$`amount` more in each Process Beer in which a batch is sold."
    MONEY_PER_ADVANCED = "MONEY_PER_ADVANCED", "$`amount` more for each batch of an advanced recipe that is sold."
    MONEY_FOR_SECOND_BATCH = (
        "MONEY_FOR_SECOND_BATCH",
        "$`amount` when a second batch is brewed in one action.",
    )
    MARKET_ACTION = "MARKET_ACTION", "One extra market action in each of the `seasons` (BC-10)."
    SECOND_STEP = "SECOND_STEP", "After Lab Research a second step may be taken for $`amount`."
    COSTS_LESS = "COSTS_LESS", "Operating costs are $`amount` less."
    MORE_FROM_MARKET = (
        "MORE_FROM_MARKET",
        "Whenever one of the kinds of `ingredients` named is taken from a market space, take as many more.",
    )
    CHOOSE_AT_MARKET = (
        "CHOOSE_AT_MARKET",
        "The first time in a season that ingredients are taken from a market space, "
        "take `amount` basic ingredients of choice more.",
    )
    CHOOSE_ON_INSTALL = "CHOOSE_ON_INSTALL", "Each install also gives `amount` basic ingredients of choice."
    COLLABORATION_POINTS = "COLLABORATION_POINTS", "`amount` bonus points more for each collaboration portion."
    POINTS_PER_BATCHES = "POINTS_PER_BATCHES", "Game end: `amount` points for every `per` batches brewed."
    POINTS_PER_INGREDIENTS = "POINTS_PER_INGREDIENTS", "Game end: `amount` points for every `per` ingredients stored."
    POINTS_PER_MONEY = "POINTS_PER_MONEY", "Game end: `amount` points for every $`per`."
    POINTS_PER_ADVANCED_BREWED = (
        "POINTS_PER_ADVANCED_BREWED",
        "Game end: `amount` points for every `per` different advanced recipes brewed.",
    )
    POINTS_PER_ADVANCED_SOLD = (
        "POINTS_PER_ADVANCED_SOLD",
        "Game end: `amount` points for every `per` different advanced recipes sold.",
    )
    POINTS_PER_LABEL = "POINTS_PER_LABEL", "Game end: `amount` points for every `per` gold labels."


INGREDIENTS = tuple(Ingredient)
INDEX = {ingredient: i for i, ingredient in enumerate(INGREDIENTS)}
BASICS = 3
"""How many of the ingredients are basic; they come first."""
SEASONS = tuple(Season)
STYLES = tuple(Style)
STEPS = tuple(StepKind)
SPOKEN = ("malt", "hops", "yeast", "fruit", "spices", "coffee")
"""What a sentence calls the ingredients."""

Stock = tuple[int, int, int, int, int, int]
"""Counts of the six ingredients."""
NONE: Stock = (0, 0, 0, 0, 0, 0)

IMMEDIATE = frozenset({EffectName.TAKE, EffectName.CHOOSE_BASIC, EffectName.CHOOSE_ADVANCED, EffectName.MONEY})
"""What comes once, when it is called for."""
AT_MARKET = IMMEDIATE | {
    EffectName.TAKE_ALL,
    EffectName.STARTING_PLAYER,
    EffectName.PARTNERSHIP,
    EffectName.WORKER,
    EffectName.SHIFT,
}
POINTS = frozenset(effect for effect in EffectName if effect.name.startswith("POINTS_PER_"))
"""What is counted at the end of the game."""
LASTING = frozenset(EffectName) - AT_MARKET
_ALONE = (EffectName.BREWPUB, EffectName.FARM, EffectName.SECOND_STEP)
"""What a player can have once: there is one place for the batch, or the plant, and one second step."""
_ONCE = AT_MARKET - IMMEDIATE
"""What a side of a market space gives at most once."""
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


class IngredientAmounts(Amounts, frozen=True):
    """How many of each ingredient."""

    malt: Annotated[int, Meta(ge=0, le=10_000, description="Malt.")] = 0
    hops: Annotated[int, Meta(ge=0, le=10_000, description="Hops.")] = 0
    yeast: Annotated[int, Meta(ge=0, le=10_000, description="Yeast.")] = 0
    fruit: Annotated[int, Meta(ge=0, le=10_000, description="Fruit.")] = 0
    spices: Annotated[int, Meta(ge=0, le=10_000, description="Spices.")] = 0
    coffee: Annotated[int, Meta(ge=0, le=10_000, description="Coffee.")] = 0


class Recipe(View, frozen=True):
    """A recipe."""

    name: Annotated[Slug, Meta(description="What moves call it, such as `coffee-stout`.")]
    title: Annotated[str, Meta(description="What is printed on it.")]
    style: Annotated[Style, Meta(description="Its style.")]
    advanced: Annotated[
        bool, Meta(description="Whether it is advanced: it needs its style's basic recipe brewed before (BC-21).")
    ]
    ingredients: Annotated[IngredientAmounts, Meta(description="What it takes to brew a batch.")]
    points: Annotated[int, Meta(description="What a batch is worth.")]
    barrel: Annotated[bool, Meta(description="Whether it has the barrel symbol.")]
    infuser: Annotated[bool, Meta(description="Whether it has the hops infuser symbol.")]


class Component(View, frozen=True):
    """A skilled worker, a building or a piece of equipment."""

    name: Annotated[Slug, Meta(description="What moves call it, such as `mash-tun`.")]
    title: Annotated[str, Meta(description="What is printed on it.")]
    text: Annotated[str, Meta(description="What it does, in our words.")]
    cost: Annotated[int, Meta(description="What it costs every winter, in $.")]


_Name = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)]
_Title = Annotated[str, Field(min_length=1, max_length=60)]
_Text = Annotated[str, Field(min_length=1, max_length=200)]
_Count = Annotated[int, Field(strict=True, ge=0, le=99)]
_Players = Annotated[int, Field(strict=True, ge=2, le=5)]
_Seasons = Annotated[tuple[Season, ...], Field(min_length=1)]
_MOST_EFFECTS = 6


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


class Ingredients(Quantities, Entry):
    """What a recipe takes."""


class Effect(Entry):
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
        """What the catalogue shows of it."""
        shown: dict[str, Any] = {"effect": str(self.effect), "amount": self.amount, "per": self.per, "most": self.most}
        shown["seasons"] = None if self.seasons is None else [str(season) for season in self.seasons]
        return {name: value for name, value in shown.items() if value is not None} | (
            {} if self.ingredients is None else self.ingredients.amounts
        )

    @property
    def act(self) -> Act:
        """The effect as the rules use it."""
        return Act(
            self.effect,
            self.amount or 0,
            self.per or 1,
            self.most or 1_000_000,
            NONE if self.ingredients is None else self.ingredients.stock,
            tuple(SEASONS.index(season) for season in self.seasons or ()),
        )


class Symbols(Entry):
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
    """One of the things that a market space gives."""

    name: _Name
    text: _Text
    effects: tuple[Effect, ...] = Field(min_length=1, max_length=_MOST_EFFECTS)


class Restock(Entry):
    """What is put on a space at the start of each season."""

    what: Ingredient | Literal["money"]
    amount: Annotated[int, Field(strict=True, ge=1, le=20)]


class PrintedSpace(Entry):
    """A market space as an edition has it. Its own provenance is that of its name."""

    name: _Name
    title: _Title
    players: _Players = 2
    restocks: Restock | None = None
    sides: tuple[PrintedSide, ...] = Field(min_length=1, max_length=4)


class PrintedPartnership(Entry):
    """A partnership as an edition has it. Its own provenance is that of its name."""

    name: _Name
    title: _Title
    text: _Text
    players: _Players = 2
    price: Figure
    gives: Ingredients


class Owned(Entry):
    """What costs something every winter. Its own provenance is that of its name."""

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


class PrintedTrack(Entry):
    """A research track as an edition has it. Its own provenance is that of its name."""

    name: _Name
    title: _Title
    experimental: Effect
    annual: Effect
    breakthrough: Effect
    game_end: Effect

    @property
    def steps(self) -> tuple[Effect, Effect, Effect, Effect]:
        """The four steps in their order."""
        return self.experimental, self.annual, self.breakthrough, self.game_end


class PrintedPortion(Entry):
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


_LEAST = {"loan": 1, "market_tokens": 1, "skilled_workers": 1, "advanced_per_style": 1, "storage": 1}
_MOST = {"market_tokens": 5, "advanced_per_style": 5, "skilled_workers": 30}


class Totals(Strict):
    """What the components come to; the edition must agree with them."""

    recipes: Figure
    spaces: Figure
    partnerships: Figure
    tiles: Figure
    workers: Figure
    tracks: Figure
    portions: Figure


class BrewCraftersEdition(Edition):
    """An edition of Brew Crafters: the figures and all components."""

    game: Literal["brew-crafters"]
    totals: Totals
    figures: Figures
    recipes: tuple[PrintedRecipe, ...] = Field(max_length=40)
    spaces: tuple[PrintedSpace, ...] = Field(max_length=40)
    partnerships: tuple[PrintedPartnership, ...] = Field(max_length=20)
    tiles: tuple[PrintedTile, ...] = Field(min_length=1, max_length=30)
    workers: tuple[PrintedWorker, ...] = Field(max_length=40)
    tracks: tuple[PrintedTrack, ...] = Field(min_length=1, max_length=10)
    portions: tuple[PrintedPortion, ...] = Field(min_length=2, max_length=10)

    @model_validator(mode="after")
    def _agrees(self) -> BrewCraftersEdition:
        for name, figure in self.totals:
            printed: tuple[PrintedTile | Strict, ...] = getattr(self, name)
            found = sum(one.count.value if isinstance(one, PrintedTile) else 1 for one in printed)
            if figure.value != found:
                raise ValueError(f"totals.{name} says {figure.value}, the edition has {found}")
        for name, figure in self.figures:
            least, most = _LEAST.get(name, 0), _MOST.get(name, 99)
            if not least <= figure.value <= most:
                raise ValueError(f"figures.{name} is {figure.value}; {least} to {most} are possible")
        start = self.figures.starting_malt.value + self.figures.starting_hops.value
        if start > self.figures.storage.value:
            raise ValueError(
                f"figures.storage is {self.figures.storage.value}; {start} ingredients are there at the start"
            )
        names = Counter(
            one.name
            for row in (self.recipes, self.spaces, self.partnerships, self.tiles, self.workers, self.tracks)
            for one in row
        )
        names.update(one.name for one in self.portions)
        if twice := [name for name, n in names.items() if n > 1]:
            raise ValueError(f"the name {twice[0]!r} stands for two things")
        self._check_recipes()
        self._check_market()
        self._check_owned()
        return self

    def _check_recipes(self) -> None:
        """BC-04, BC-21."""
        needed = self.figures.advanced_per_style.value
        for style in Style:
            of_style = [recipe for recipe in self.recipes if recipe.style is style]
            if sum(not recipe.advanced for recipe in of_style) != 1:
                raise ValueError(f"recipes: there must be exactly one basic {style}")
            if sum(recipe.advanced for recipe in of_style) < needed:
                raise ValueError(f"recipes: there are fewer than {needed} advanced recipes of the style {style}")
            if sum(recipe.advanced and recipe.first_game for recipe in of_style) != needed:
                raise ValueError(f"recipes: the first game needs {needed} advanced recipes of the style {style}")
        for recipe in self.recipes:
            if recipe.first_game and not recipe.advanced:
                raise ValueError(f"recipes: {recipe.name} is basic and in every game, not only in the first")
            if not 0 <= recipe.points.value <= 99:
                raise ValueError(f"recipes: {recipe.name} is worth {recipe.points.value}; 0 to 99 are possible")
            if not any(recipe.ingredients.stock):
                raise ValueError(f"recipes: {recipe.name} takes nothing")

    def _check_market(self) -> None:
        """BC-09, BC-11 to BC-13."""
        if not any(space.players == 2 for space in self.spaces):
            raise ValueError("spaces: two players would have no space")
        for space in self.spaces:
            names = [side.name for side in space.sides]
            if len(set(names)) < len(names):
                raise ValueError(f"spaces: {space.name} has two sides of the same name")
            for side in space.sides:
                once = [effect.effect for effect in side.effects if effect.effect in _ONCE]
                if len(set(once)) < len(once):
                    raise ValueError(f"spaces: {space.name}: a side gives something twice that it can give once")
            effects = [effect.effect for side in space.sides for effect in side.effects]
            _only(f"spaces: {space.name}", effects, AT_MARKET)
            if (EffectName.TAKE_ALL in effects) != (space.restocks is not None):
                raise ValueError(f"spaces: {space.name}: what a space restocks can be taken, and nothing else")
        for partnership in self.partnerships:
            if not 1 <= partnership.price.value <= 99 or not any(partnership.gives.stock):
                raise ValueError(f"partnerships: {partnership.name} asks less than $1, or gives nothing")

    def _check_owned(self) -> None:
        """BC-05, BC-25, BC-26."""
        for owned in (*self.tiles, *self.workers):
            if not 0 <= owned.cost.value <= 99:
                raise ValueError(f"{owned.name} costs {owned.cost.value}; 0 to 99 are possible")
            _only(owned.name, [effect.effect for effect in owned.effects], LASTING)
        for tile in self.tiles:
            if not 1 <= tile.count.value <= 9:
                raise ValueError(f"tiles: there are {tile.count.value} of {tile.name}; 1 to 9 are possible")
            _only(f"tiles: {tile.name}", [effect.effect for effect in tile.on_install], IMMEDIATE)
        for track in self.tracks:
            for step, allowed in zip(track.steps, (IMMEDIATE, IMMEDIATE, LASTING - POINTS, POINTS), strict=True):
                _only(f"tracks: {track.name}", [step.effect], allowed)
        for effect in _ALONE:
            owners = [tile.count.value for tile in self.tiles for one in tile.effects if one.effect is effect]
            owners += [1 for worker in self.workers for one in worker.effects if one.effect is effect]
            owners += [1 for track in self.tracks if track.breakthrough.effect is effect]
            if sum(owners) > 1:
                raise ValueError(f"a player could have the effect {effect} twice")
        needed = self.figures.skilled_workers.value
        if sum(worker.first_game for worker in self.workers) != needed:
            raise ValueError(f"workers: the first game needs {needed}")
        for players in range(2, 6):
            there = [worker for worker in self.workers if worker.min_players <= players]
            if len(there) < needed or any(worker.first_game and worker not in there for worker in self.workers):
                raise ValueError(f"workers: there are too few for {players} players; {needed} are needed")
        for portion in self.portions:
            if (portion.ingredients is None or not any(portion.ingredients.stock)) == (not portion.advanced):
                raise ValueError(f"portions: {portion.name} takes ingredients, or a number of advanced ones of a kind")
            if not (0 <= portion.points.value <= 99 and 0 <= portion.money.value <= 99):
                raise ValueError(f"portions: {portion.name} pays less than nothing, or more than 99")

    def listed(self) -> Iterator[Listed]:
        """Every entry; what has a provenance of its own is an entry of its own."""
        for section in ("totals", "figures"):
            for name, figure in getattr(self, section):
                yield _figure(section, name, figure)
        for recipe in self.recipes:
            about = {"title": recipe.title, "style": str(recipe.style), "advanced": recipe.advanced}
            about |= {"firstGame": recipe.first_game, **recipe.ingredients.amounts}
            yield Listed("recipes", recipe.name, about, recipe.ingredients.provenance, recipe.ingredients.note)
            yield _figure("recipePoints", recipe.name, recipe.points)
            symbols = {"barrel": recipe.symbols.barrel, "infuser": recipe.symbols.infuser}
            yield Listed("recipeSymbols", recipe.name, symbols, recipe.symbols.provenance, recipe.symbols.note)
        for space in self.spaces:
            about = {"title": space.title, "players": space.players}
            yield Listed("spaces", space.name, about, space.provenance, space.note)
            if space.restocks is not None:
                restocks = {"what": str(space.restocks.what), "amount": space.restocks.amount}
                yield Listed("restocks", space.name, restocks, space.restocks.provenance, space.restocks.note)
            for side in space.sides:
                yield from _effects("spaceSides", f"{space.name}.{side.name}", side.effects, {"text": side.text})
        for partnership in self.partnerships:
            about = {"title": partnership.title, "text": partnership.text, "players": partnership.players}
            yield Listed("partnerships", partnership.name, about, partnership.provenance, partnership.note)
            yield _figure("partnershipPrices", partnership.name, partnership.price)
            gives = partnership.gives
            yield Listed("partnershipGoods", partnership.name, gives.amounts, gives.provenance, gives.note)
        for tile in self.tiles:
            yield Listed("tiles", tile.name, {"title": tile.title, "text": tile.text}, tile.provenance, tile.note)
            yield _figure("tileCosts", tile.name, tile.cost)
            yield _figure("tileCounts", tile.name, tile.count)
            yield from _effects("onInstall", tile.name, tile.on_install)
            yield from _effects("tileEffects", tile.name, tile.effects)
        for worker in self.workers:
            about = {"title": worker.title, "text": worker.text, "firstGame": worker.first_game}
            about |= {"players": worker.min_players}
            yield Listed("workers", worker.name, about, worker.provenance, worker.note)
            yield _figure("workerCosts", worker.name, worker.cost)
            yield from _effects("workerEffects", worker.name, worker.effects)
        for track in self.tracks:
            yield Listed("tracks", track.name, {"title": track.title}, track.provenance, track.note)
            for kind, step in zip(StepKind, track.steps, strict=True):
                yield Listed("steps", f"{track.name}.{kind}", step.figures, step.provenance, step.note)
        for portion in self.portions:
            taken = {} if portion.ingredients is None else portion.ingredients.amounts
            about = {"title": portion.title, "advanced": portion.advanced, **taken}
            yield Listed("portions", portion.name, about, portion.provenance, portion.note)
            yield _figure("portionPoints", portion.name, portion.points)
            yield _figure("portionMoney", portion.name, portion.money)


def _only(where: str, effects: Iterable[EffectName], allowed: frozenset[EffectName]) -> None:
    for effect in effects:
        if effect not in allowed:
            raise ValueError(f"{where}: the effect {effect} is not possible there")


def _figure(section: str, name: str, figure: Figure) -> Listed:
    return Listed(section, name, {"value": figure.value, "rule": figure.rule}, figure.provenance, figure.note)


def _effects(
    section: str, name: str, effects: tuple[Effect, ...], more: dict[str, Any] | None = None
) -> Iterator[Listed]:
    for i, effect in enumerate(effects, 1):
        yield Listed(section, f"{name}.{i}", (more or {}) | effect.figures, effect.provenance, effect.note)


# --- an edition as the rules use it --------------------------------------------------------------------------------------


class Act(NamedTuple):
    """An effect."""

    effect: EffectName
    amount: int
    per: int
    most: int
    stock: Stock
    seasons: tuple[int, ...]
    """Their indices."""


class Beer(NamedTuple):
    """A recipe."""

    name: str
    title: str
    style: int
    """The index of the style."""
    advanced: bool
    cost: Stock
    points: int
    barrel: bool
    infuser: bool
    first_game: bool


class Side(NamedTuple):
    """One of the things that a market space gives."""

    name: str | None
    """What a move calls it; None on a space that gives one thing."""
    text: str
    acts: tuple[Act, ...]


class Space(NamedTuple):
    """A market space."""

    name: str
    title: str
    what: int
    """What it restocks: the index of an ingredient, `MONEY`, or -1 for nothing."""
    amount: int
    sides: tuple[Side, ...]


class Partnership(NamedTuple):
    """A partnership."""

    name: str
    title: str
    players: int
    price: int
    gives: Stock


class Possession(NamedTuple):
    """A tile, or a skilled worker."""

    name: str
    title: str
    cost: int
    copies: int
    """How many a player can have."""
    on_install: tuple[Act, ...]
    acts: tuple[Act, ...]
    first_game: bool
    players: int
    """The least number of players with which it is used."""


class Track(NamedTuple):
    """A research track."""

    name: str
    title: str
    acts: tuple[Act, ...]
    """The four steps."""


class Portion(NamedTuple):
    """A portion of the collaboration card."""

    name: str
    title: str
    cost: Stock
    advanced: int
    """How many advanced ingredients of one kind it takes; 0 where `cost` says it."""
    points: int
    money: int


MONEY = len(INGREDIENTS)


class Means(NamedTuple):
    """What a player's tiles, workers and research do."""

    acts: dict[EffectName, tuple[tuple[str, Act], ...]]
    """By effect: the names of the tiles, workers and tracks that have it, with its parameters."""
    total: dict[EffectName, int]
    """By effect: the sum of the amounts."""
    costs: int
    """What the player's buildings, tiles and workers cost every winter, less what they save."""

    def sum(self, effect: EffectName) -> int:
        """The sum of the amounts of an effect, 0 where the player does not have it."""
        return self.total.get(effect, 0)

    def of(self, effect: EffectName) -> tuple[tuple[str, Act], ...]:
        """The sources of an effect."""
        return self.acts.get(effect, ())


class Box:
    """An edition's components in the coding of a state, and back from it."""

    def __init__(self, edition: BrewCraftersEdition) -> None:
        figures = edition.figures
        self.beers = tuple(map(_beer, edition.recipes))
        self.tiles = tuple(_possession(tile, tile.count.value, tile.on_install) for tile in edition.tiles)
        self.workers = tuple(
            _possession(worker, 1, (), worker.first_game, worker.min_players) for worker in edition.workers
        )
        self.tracks = tuple(_track(track) for track in edition.tracks)
        self.partnerships = tuple(map(_partnership, edition.partnerships))
        self.portions = tuple(map(_portion, edition.portions))
        self.spaces = {
            players: tuple(_space(space) for space in edition.spaces if space.players <= players)
            for players in range(2, 6)
        }
        """The market spaces in play, by the number of players."""
        self.basic = tuple(
            next(i for i, beer in enumerate(self.beers) if beer.style == style and not beer.advanced)
            for style in range(len(STYLES))
        )
        """The basic recipe of each style."""
        self.buildings = (
            ("First storehouse", figures.storehouse_cost.value),
            ("Research lab", figures.research_lab_cost.value),
            ("Single batch system", figures.single_system_cost.value),
        )
        """What everybody has from the start, and what it costs every winter."""
        self.shift_costs = (figures.shift_1_cost.value, figures.shift_2_cost.value, figures.shift_3_cost.value)
        self.shift_batches = (0, figures.shift_2_batches.value, figures.shift_3_batches.value)
        """How many batches must have been brewed before the first, second and third shift can be hired."""
        self.storage = figures.storage.value
        self.loan = figures.loan.value
        self.market_tokens = figures.market_tokens.value
        self.means = lru_cache(maxsize=16_384)(self._means)
        """What these tiles, workers and numbers of steps on the tracks do for their owner."""
        self.recipe_shown = tuple(map(_recipe, self.beers))
        """What the recipes show."""
        self.tile_shown = tuple(map(_component, edition.tiles))
        self.worker_shown = tuple(map(_component, edition.workers))

    @cached_property
    def spoken(self) -> dict[str, str]:
        """The titles of all components by their names."""
        every = (self.beers, self.tiles, self.workers, self.tracks, self.partnerships, self.portions, self.spaces[5])
        return {one.name: one.title for row in every for one in row}

    def _means(self, tiles: tuple[int, ...], workers: tuple[int, ...], steps: tuple[int, ...]) -> Means:
        acts: dict[EffectName, tuple[tuple[str, Act], ...]] = {}
        every = [self.tiles[tile] for tile in tiles] + [self.workers[worker] for worker in workers]
        pairs = [(one.name, act) for one in every for act in one.acts]
        pairs += [
            (track.name, act)
            for track, done in zip(self.tracks, steps, strict=True)
            for act in track.acts[2:done]  # experimental and annual research do not last
        ]
        for name, act in pairs:
            acts[act.effect] = (*acts.get(act.effect, ()), (name, act))
        total = {effect: sum([act.amount for _, act in row]) for effect, row in acts.items()}
        costs = sum([cost for _, cost in self.buildings]) + sum([one.cost for one in every])
        return Means(acts, total, costs - total.get(EffectName.COSTS_LESS, 0))


def _beer(recipe: PrintedRecipe) -> Beer:
    return Beer(
        recipe.name,
        recipe.title,
        STYLES.index(recipe.style),
        recipe.advanced,
        recipe.ingredients.stock,
        recipe.points.value,
        recipe.symbols.barrel,
        recipe.symbols.infuser,
        recipe.first_game,
    )


def _possession(
    owned: PrintedTile | PrintedWorker,
    count: int,
    on_install: tuple[Effect, ...],
    first_game: bool = False,
    players: int = 2,
) -> Possession:
    return Possession(
        owned.name,
        owned.title,
        owned.cost.value,
        count,
        tuple(effect.act for effect in on_install),
        tuple(effect.act for effect in owned.effects),
        first_game,
        players,
    )


def _track(track: PrintedTrack) -> Track:
    return Track(track.name, track.title, tuple(step.act for step in track.steps))


def _partnership(partnership: PrintedPartnership) -> Partnership:
    return Partnership(
        partnership.name, partnership.title, partnership.players, partnership.price.value, partnership.gives.stock
    )


def _portion(portion: PrintedPortion) -> Portion:
    cost = NONE if portion.ingredients is None else portion.ingredients.stock
    return Portion(portion.name, portion.title, cost, portion.advanced, portion.points.value, portion.money.value)


def _space(space: PrintedSpace) -> Space:
    what, amount = -1, 0
    if space.restocks is not None:
        what = MONEY if space.restocks.what == "money" else INDEX[space.restocks.what]
        amount = space.restocks.amount
    named = len(space.sides) > 1
    sides = tuple(
        Side(side.name if named else None, side.text, tuple(effect.act for effect in side.effects))
        for side in space.sides
    )
    return Space(space.name, space.title, what, amount, sides)


def _recipe(beer: Beer) -> Recipe:
    return Recipe(
        beer.name,
        beer.title,
        STYLES[beer.style],
        beer.advanced,
        amounts(beer.cost),
        beer.points,
        beer.barrel,
        beer.infuser,
    )


def _component(owned: Owned) -> Component:
    return Component(owned.name, owned.title, owned.text, owned.cost.value)


def amounts(stock: Iterable[int]) -> IngredientAmounts:
    """Six counts as the API has them."""
    return IngredientAmounts(*stock)


def counts(ingredients: IngredientAmounts) -> Stock:
    """The six counts."""
    return (
        ingredients.malt,
        ingredients.hops,
        ingredients.yeast,
        ingredients.fruit,
        ingredients.spices,
        ingredients.coffee,
    )


def plus(a: Stock, b: Stock) -> Stock:
    """The sum of two stocks."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


def minus(a: Stock, b: Stock) -> Stock:
    """What is left of a stock."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5]


def covers(has: Stock, cost: Stock) -> bool:
    """Whether a stock has all of a cost."""
    return (
        has[0] >= cost[0]
        and has[1] >= cost[1]
        and has[2] >= cost[2]
        and has[3] >= cost[3]
        and has[4] >= cost[4]
        and has[5] >= cost[5]
    )


def one(ingredient: int, count: int = 1) -> Stock:
    """So many of a single ingredient."""
    stock = [0, 0, 0, 0, 0, 0]
    stock[ingredient] = count
    return stock[0], stock[1], stock[2], stock[3], stock[4], stock[5]


def spoken(stock: Iterable[int]) -> str:
    """Ingredients in a sentence: `3 malt, 2 hops and 1 yeast`."""
    parts = [f"{n} {name}" for n, name in zip(stock, SPOKEN, strict=True) if n]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts) or "nothing"
