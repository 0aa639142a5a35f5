"""The model of an edition of Brew Crafters: all components, and what the rules take for granted of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from pydantic import Field, model_validator

from taphouse.engine.brew_crafters.cards import POINTS, EffectName, StepKind, Style
from taphouse.engine.brew_crafters.printed import (
    Effect,
    Figures,
    PrintedPartnership,
    PrintedPortion,
    PrintedRecipe,
    PrintedSpace,
    PrintedTile,
    PrintedTrack,
    PrintedWorker,
    Totals,
)
from taphouse.engine.editions import Edition, EditionEntry, Figure, Strict

IMMEDIATE = frozenset({EffectName.TAKE, EffectName.CHOOSE_BASIC, EffectName.CHOOSE_ADVANCED, EffectName.MONEY})
"""Effects that happen once, when they are called for."""
AT_MARKET = IMMEDIATE | {
    EffectName.TAKE_ALL,
    EffectName.STARTING_PLAYER,
    EffectName.PARTNERSHIP,
    EffectName.WORKER,
    EffectName.SHIFT,
}
LASTING = frozenset(EffectName) - AT_MARKET
_ALONE = (EffectName.BREWPUB, EffectName.FARM, EffectName.SECOND_STEP)
"""Effects that a player can have once: there is one place for the batch, or the plant, and one second step."""
_ONCE = AT_MARKET - IMMEDIATE
"""Effects that a side of a market space gives at most once."""
_LEAST = {"loan": 1, "market_tokens": 1, "skilled_workers": 1, "advanced_per_style": 1, "storage": 1}
_MOST = {"market_tokens": 5, "advanced_per_style": 5, "skilled_workers": 30}


MOST_MOVES = 2_000
"""The most legal moves that the figures of an edition may make possible in one decision."""
MOST_INGREDIENTS = 24
"""The most ingredients of a recipe or a portion: there are too many orders of trades that give more."""

SCORE = BEER, RESEARCH, TASTING_ROOM, BONUS_POINTS, GOLD_LABELS, LOANS = (
    "beer",
    "research",
    "tasting-room",
    "bonus-points",
    "gold-labels",
    "loans",
)
"""The ids of the categories of the score (BC-29)."""
BUILDINGS = "first-storehouse", "research-lab", "single-batch-system"
SHIFTS = "shift-1", "shift-2", "shift-3"
SAVED_BY = "saved-by"
"""The ids of running costs that are for no tile and no worker (BC-27)."""


class BrewCraftersEdition(Edition):
    """An edition of Brew Crafters: the figures and all components."""

    other_names = (
        *[f"score.{category}" for category in SCORE],
        *[f"costs.{line}" for line in (*BUILDINGS, *SHIFTS, SAVED_BY)],
    )

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
        if (brews := self._most_brews()) > MOST_MOVES:
            raise ValueError(
                f"the recipes and the amounts of {EffectName.INFUSE} make {brews} brews possible; {MOST_MOVES} are the most"
            )
        return self

    def _most_brews(self) -> int:
        """An upper bound of the legal moves of any decision but trades: each recipe, in two vessels, with all added hops.

        Of other decisions, the discards of `DISCARDED_AT_ONCE` ingredients and the entries of a list are the most.
        """
        owned = [(tile.count.value, tile.effects) for tile in self.tiles]
        owned += [(1, worker.effects) for worker in self.workers]
        owned += [(1, (track.breakthrough,)) for track in self.tracks]
        infused = sum(
            count * (effect.amount or 0)
            for count, effects in owned
            for effect in effects
            if effect.effect is EffectName.INFUSE
        )
        return sum(2 * (1 + infused * recipe.symbols.infuser) for recipe in self.recipes)

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
            if not 1 <= (taken := sum(recipe.ingredients.stock)) <= MOST_INGREDIENTS:
                raise ValueError(
                    f"recipes: {recipe.name} takes {taken} ingredients; 1 to {MOST_INGREDIENTS} are possible"
                )

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
            taken = portion.advanced if portion.ingredients is None else sum(portion.ingredients.stock)
            if taken > MOST_INGREDIENTS:
                raise ValueError(f"portions: {portion.name} takes {taken} ingredients; {MOST_INGREDIENTS} are the most")
            if not (0 <= portion.points.value <= 99 and 0 <= portion.money.value <= 99):
                raise ValueError(f"portions: {portion.name} pays less than nothing, or more than 99")

    def listed(self) -> Iterator[EditionEntry]:
        """Every entry; what has a provenance of its own is an entry of its own."""
        for section in ("totals", "figures"):
            for name, figure in getattr(self, section):
                yield _figure(section, name, figure)
        for recipe in self.recipes:
            about = {"title": recipe.title, "style": str(recipe.style), "advanced": recipe.advanced}
            about |= {"firstGame": recipe.first_game, **recipe.ingredients.amounts}
            yield EditionEntry("recipes", recipe.name, about, recipe.ingredients.provenance, recipe.ingredients.note)
            yield _figure("recipePoints", recipe.name, recipe.points)
            symbols = {"barrel": recipe.symbols.barrel, "infuser": recipe.symbols.infuser}
            yield EditionEntry("recipeSymbols", recipe.name, symbols, recipe.symbols.provenance, recipe.symbols.note)
        for space in self.spaces:
            about = {"title": space.title, "players": space.players}
            yield EditionEntry("spaces", space.name, about, space.provenance, space.note)
            if space.restocks is not None:
                restocks = {str(space.restocks.what): space.restocks.amount}
                yield EditionEntry("restocks", space.name, restocks, space.restocks.provenance, space.restocks.note)
            for side in space.sides:
                yield from _effects(
                    "spaceSides", f"{space.name}.{side.name}", side.effects, {"title": side.title, "text": side.text}
                )
        for partnership in self.partnerships:
            about = {"title": partnership.title, "text": partnership.text, "players": partnership.players}
            yield EditionEntry("partnerships", partnership.name, about, partnership.provenance, partnership.note)
            yield _figure("partnershipPrices", partnership.name, partnership.price)
            gives = partnership.gives
            yield EditionEntry("partnershipGoods", partnership.name, gives.amounts, gives.provenance, gives.note)
        for tile in self.tiles:
            yield EditionEntry("tiles", tile.name, {"title": tile.title, "text": tile.text}, tile.provenance, tile.note)
            yield _figure("tileCosts", tile.name, tile.cost)
            yield _figure("tileCounts", tile.name, tile.count)
            yield from _effects("onInstall", tile.name, tile.on_install)
            yield from _effects("tileEffects", tile.name, tile.effects)
        for worker in self.workers:
            about = {"title": worker.title, "text": worker.text, "firstGame": worker.first_game}
            about |= {"players": worker.min_players}
            yield EditionEntry("workers", worker.name, about, worker.provenance, worker.note)
            yield _figure("workerCosts", worker.name, worker.cost)
            yield from _effects("workerEffects", worker.name, worker.effects)
        for track in self.tracks:
            yield EditionEntry("tracks", track.name, {"title": track.title}, track.provenance, track.note)
            for kind, step in zip(StepKind, track.steps, strict=True):
                about = {key: words for key in ("title", "text") if (words := getattr(step, key)) is not None}
                yield EditionEntry("steps", f"{track.name}.{kind}", about | step.figures, step.provenance, step.note)
        for portion in self.portions:
            taken = {} if portion.ingredients is None else portion.ingredients.amounts
            about = {"title": portion.title, "advanced": portion.advanced, **taken}
            yield EditionEntry("portions", portion.name, about, portion.provenance, portion.note)
            yield _figure("portionPoints", portion.name, portion.points)
            yield _figure("portionMoney", portion.name, portion.money)


def _only(where: str, effects: Iterable[EffectName], allowed: frozenset[EffectName]) -> None:
    for effect in effects:
        if effect not in allowed:
            raise ValueError(f"{where}: the effect {effect} is not possible there")


def _figure(section: str, name: str, figure: Figure) -> EditionEntry:
    return EditionEntry(section, name, {"value": figure.value, "rule": figure.rule}, figure.provenance, figure.note)


def _effects(
    section: str, name: str, effects: tuple[Effect, ...], more: dict[str, Any] | None = None
) -> Iterator[EditionEntry]:
    for i, effect in enumerate(effects, 1):
        yield EditionEntry(section, f"{name}.{i}", (more or {}) | effect.figures, effect.provenance, effect.note)
