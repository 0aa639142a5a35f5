"""The components of an edition of Brew Crafters as the rules use them: their coding in a state, and back from it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from taphouse.engine.brew_crafters.cards import (
    INDEX,
    INGREDIENTS,
    NONE,
    SEASONS,
    STEPS,
    STYLES,
    Component,
    EffectName,
    Recipe,
    ResearchStep,
    ResearchTrack,
    Stock,
    amounts,
)
from taphouse.engine.brew_crafters.edition import BONUS_POINTS, RESEARCH, SCORE, TASTING_ROOM, BrewCraftersEdition
from taphouse.engine.brew_crafters.printed import (
    Effect,
    Owned,
    PrintedPartnership,
    PrintedPortion,
    PrintedRecipe,
    PrintedSpace,
    PrintedTile,
    PrintedTrack,
    PrintedWorker,
)


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
    """The name of it in a move; None on a space that gives one thing."""
    text: str
    acts: tuple[Act, ...]


class Space(NamedTuple):
    """A market space."""

    name: str
    title: str
    what: int
    """The stock that it refills: the index of an ingredient, `MONEY`, or -1 for none."""
    amount: int
    sides: tuple[Side, ...]


class Partnership(NamedTuple):
    """A partnership."""

    name: str
    title: str
    players: int
    price: int
    gives: Stock


Source = tuple[str, Act]
"""The name of a tile, worker or track, and an effect that it has."""


class Possession(NamedTuple):
    """A tile, or a skilled worker."""

    name: str
    title: str
    cost: int
    copies: int
    """The most that a player can have."""
    on_install: tuple[Act, ...]
    acts: tuple[Act, ...]
    lasting: tuple[Source, ...]
    """The effects `acts`, with its name."""
    first_game: bool
    players: int
    """The least number of players with which it is used."""


class Track(NamedTuple):
    """A research track."""

    name: str
    title: str
    acts: tuple[Act, ...]
    """The four steps."""
    lasting: tuple[tuple[Source, ...], ...]
    """The effects, by the number of steps taken. Experimental and annual research do not last."""


class Portion(NamedTuple):
    """A portion of the collaboration card."""

    name: str
    title: str
    cost: Stock
    advanced: int
    """The number of advanced ingredients of one kind that it takes; 0 where `cost` says it."""
    points: int
    money: int


MONEY = len(INGREDIENTS)


class PlayerEffects(NamedTuple):
    """The effects of a player's tiles, workers and research."""

    acts: dict[EffectName, tuple[Source, ...]]
    """The sources of each effect: tiles, then workers, then tracks."""
    storage: int
    """The number of further ingredients that the player can store."""
    costs: int
    """The winter costs of the player's buildings, tiles and workers, less their savings."""

    def sum(self, effect: EffectName) -> int:
        """The sum of the amounts of an effect, 0 where the player does not have it."""
        sources = self.acts.get(effect)
        return _total(sources) if sources else 0

    def of(self, effect: EffectName) -> tuple[Source, ...]:
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
        self.beer_code = _codes(self.beers)
        self.tile_code = _codes(self.tiles)
        self.worker_code = _codes(self.workers)
        self.track_code = _codes(self.tracks)
        self.partnership_code = _codes(self.partnerships)
        self.portion_code = _codes(self.portions)
        self.space_code = {players: _codes(spaces) for players, spaces in self.spaces.items()}
        self.building_costs = (
            figures.storehouse_cost.value,
            figures.research_lab_cost.value,
            figures.single_system_cost.value,
        )
        """The winter costs of the equipment that every player has from the start, as `BUILDINGS` names it."""
        self.shift_costs = (figures.shift_1_cost.value, figures.shift_2_cost.value, figures.shift_3_cost.value)
        self.shift_batches = (0, figures.shift_2_batches.value, figures.shift_3_batches.value)
        """The number of batches to brew before the first, second and third shift can be hired."""
        self.storage = figures.storage.value
        self.loan = figures.loan.value
        self.market_tokens = figures.market_tokens.value
        self.sale_price = figures.sale_price.value
        self.label_points = figures.gold_label_points.value
        self.loan_points = figures.first_loan_points.value, figures.further_loan_points.value
        """The cost of the first loan at the end, and that of each further one."""
        self.scored_as = {
            **dict.fromkeys([track.name for track in self.tracks], RESEARCH),
            **dict.fromkeys([tile.name for tile in self.tiles], TASTING_ROOM),
            **dict.fromkeys([worker.name for worker in self.workers], BONUS_POINTS),
        }
        """The category of the score that counts the points of a track, tile or worker."""
        self.categories = dict(edition.titled("score", SCORE))
        """The titles of the categories of the score."""
        self.means = lru_cache(maxsize=16_384)(self._means)
        """The effects of these tiles, workers and numbers of steps on the tracks for their owner."""
        self.recipe_shown = tuple(map(_recipe, self.beers))
        """The contents of the recipes."""
        self.tile_shown = tuple(map(_component, edition.tiles))
        self.worker_shown = tuple(map(_component, edition.workers))
        self.track_shown = tuple(map(_shown, edition.tracks))

    @cached_property
    def spoken(self) -> dict[str, str]:
        """The titles of all components by their names."""
        every = (self.beers, self.tiles, self.workers, self.tracks, self.partnerships, self.portions, self.spaces[5])
        return {one.name: one.title for row in every for one in row}

    def _means(self, tiles: tuple[int, ...], workers: tuple[int, ...], steps: tuple[int, ...]) -> PlayerEffects:
        sources: list[Source] = []
        costs = sum(self.building_costs)
        for row, owned in ((self.tiles, tiles), (self.workers, workers)):
            for code in owned:
                sources += row[code].lasting
                costs += row[code].cost
        for track, done in zip(self.tracks, steps, strict=True):
            sources += track.lasting[done]
        acts: dict[EffectName, tuple[Source, ...]] = {}
        for source in sources:
            effect = source[1].effect
            acts[effect] = (*acts.get(effect, ()), source)
        saved = _total(acts.get(EffectName.COSTS_LESS, ()))
        return PlayerEffects(acts, _total(acts.get(EffectName.STORE, ())), costs - saved)


def _total(sources: tuple[Source, ...]) -> int:
    """The sum of the amounts of an effect."""
    return sum([act.amount for _, act in sources])


def _codes(row: Iterable[Beer | Possession | Track | Partnership | Portion | Space]) -> dict[str, int]:
    """The numbers of these components by their names."""
    return {one.name: code for code, one in enumerate(row)}


def _act(effect: Effect) -> Act:
    return Act(
        effect.effect,
        effect.amount or 0,
        effect.per or 1,
        effect.most or 1_000_000,
        NONE if effect.ingredients is None else effect.ingredients.stock,
        tuple(SEASONS.index(season) for season in effect.seasons or ()),
    )


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
    acts = tuple(map(_act, owned.effects))
    return Possession(
        owned.name,
        owned.title,
        owned.cost.value,
        count,
        tuple(map(_act, on_install)),
        acts,
        tuple((owned.name, act) for act in acts),
        first_game,
        players,
    )


def _track(track: PrintedTrack) -> Track:
    acts = tuple(map(_act, track.steps))
    lasting = tuple(tuple((track.name, act) for act in acts[2:done]) for done in range(len(acts) + 1))
    return Track(track.name, track.title, acts, lasting)


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
    sides = tuple(Side(side.name if named else None, side.text, tuple(map(_act, side.effects))) for side in space.sides)
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


def _shown(track: PrintedTrack) -> ResearchTrack:
    steps = zip(STEPS, track.steps, strict=True)
    shown = [ResearchStep(f"{track.name}.{kind}", kind, step.title, step.text) for kind, step in steps]
    return ResearchTrack(track.name, track.title, tuple(shown))
