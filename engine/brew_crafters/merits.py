"""The reasons for moves of Brew Crafters. The message catalogues put them into words."""

from __future__ import annotations

from collections.abc import Iterator

from taphouse.engine.brew_crafters.box import Box
from taphouse.engine.brew_crafters.cards import Stock, covers
from taphouse.engine.brew_crafters.events import GoldLabelTaken, StartingPlayerChanged
from taphouse.engine.brew_crafters.moves import Brew, Discard
from taphouse.engine.brew_crafters.rules import BrewCraftersRules
from taphouse.engine.brew_crafters.rules.brew import recipe_cost
from taphouse.engine.brew_crafters.state import BrewCraftersState, Brewer, ToBrew, operating_costs
from taphouse.engine.contract import Move, Slug, Transition
from taphouse.engine.messages import Merit
from taphouse.engine.messages.merits import GainsPoints


class CanBrew(Merit, frozen=True):
    """The player then has the ingredients of a recipe (BC-21)."""

    name: Slug
    number: int
    """Its points."""


class Nearer(Merit, frozen=True):
    """A recipe comes nearer (BC-21)."""

    name: Slug
    number: int
    """The ingredients that the player still lacks."""


class KeepsAll(Merit, frozen=True):
    """After a discard, the player still has the ingredients of a recipe (BC-14, BC-21)."""

    name: Slug
    number: int
    """Its points."""


class GainsIngredients(Merit, frozen=True):
    """The move brings ingredients (BC-11)."""

    number: int


class TakesLabel(Merit, frozen=True):
    """The player is the first to sell an advanced recipe (BC-22)."""

    name: Slug


class OpensRecipe(Merit, frozen=True):
    """A first batch opens an advanced recipe (BC-21)."""

    name: Slug
    number: int
    """Its points."""


class RoomToBrew(Merit, frozen=True):
    """There are vessels to brew in (BC-20)."""

    number: int


class GainsMoney(Merit, frozen=True):
    """The move brings money."""

    number: int
    """In $."""


class PaysWinter(Merit, frozen=True):
    """The money then pays for the next winter (BC-27)."""

    number: int
    """The operating costs, in $."""


class GoesFirst(Merit, frozen=True):
    """The player becomes starting player (BC-12)."""


MERITS: tuple[type[Merit], ...] = (
    CanBrew,
    Nearer,
    KeepsAll,
    GainsIngredients,
    TakesLabel,
    OpensRecipe,
    RoomToBrew,
    GainsMoney,
    PaysWinter,
    GoesFirst,
)


def merits(
    rules: BrewCraftersRules, known: BrewCraftersState, move: Move, step: Transition, seat: int
) -> Iterator[Merit]:
    """The reasons for a move."""
    after: BrewCraftersState = step.state
    box, brewer, then = rules.box, known.brewers[seat - 1], after.brewers[seat - 1]
    for event in step.events:
        if isinstance(event, GoldLabelTaken) and event.seat == seat:
            yield TakesLabel(event.recipe)
    before, points = (sum([one.points for one in rules.score(state, seat)]) for state in (known, after))
    if points > before:
        yield GainsPoints(points - before)
    if isinstance(move, Brew):
        yield from _opened(known, brewer, box, move)
    else:
        yield from _progress(known, brewer, then, box, discards=isinstance(move, Discard))
    next_ = after.pending[-1] if after.pending else None
    if isinstance(next_, ToBrew) and next_.seat == seat and next_ not in known.pending:
        yield RoomToBrew(next_.tanks + next_.pub)
    if then.money > brewer.money:
        costs = operating_costs(then, box)
        yield PaysWinter(costs) if then.money >= costs > brewer.money else GainsMoney(then.money - brewer.money)
    for event in step.events:
        if isinstance(event, StartingPlayerChanged) and event.seat == seat:
            yield GoesFirst()
    if (gained := sum(then.stock) - sum(brewer.stock)) > 0:
        yield GainsIngredients(gained)


def _opened(known: BrewCraftersState, brewer: Brewer, box: Box, move: Brew) -> Iterator[Merit]:
    """The best of the advanced recipes that a first batch opens."""
    (basic,) = [recipe for recipe in known.recipes if box.beers[recipe].name == move.recipe]
    if box.beers[basic].advanced or brewer.brewed[basic]:
        return
    style = box.beers[basic].style
    advanced = [box.beers[recipe] for recipe in known.recipes if box.beers[recipe].style == style]
    opened = [beer for beer in advanced if beer.advanced]
    if opened:
        best = max(opened, key=lambda beer: beer.points)
        yield OpensRecipe(best.name, best.points)


def _progress(known: BrewCraftersState, brewer: Brewer, then: Brewer, box: Box, *, discards: bool) -> Iterator[Merit]:
    """The recipes that more ingredients pay for, the best first, or the one that is nearest; the best that a discard leaves."""
    paid, nearer = list[tuple[int, str]](), list[tuple[int, int, str]]()
    for recipe in known.recipes:
        beer = box.beers[recipe]
        if beer.advanced and not then.brewed[box.basic[beer.style]]:
            continue
        had, has = recipe_cost(brewer, box, recipe, True), recipe_cost(then, box, recipe, True)
        if covers(then.stock, has):
            if discards or not covers(brewer.stock, had):
                paid.append((-beer.points, beer.name))
        elif (left := _lacking(then.stock, has)) < _lacking(brewer.stock, had):
            nearer.append((left, -beer.points, beer.name))
    speaks = KeepsAll if discards else CanBrew
    yield from [speaks(name, -points) for points, name in sorted(paid)[: 1 if discards else 2]]
    if nearer and not paid:
        left, _, name = min(nearer)
        yield Nearer(name, left)


def _lacking(has: Stock, cost: Stock) -> int:
    """The number of ingredients that a cost takes beyond these."""
    return sum([max(0, needed - n) for needed, n in zip(cost, has, strict=True)])
