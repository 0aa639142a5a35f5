"""The reasons for moves of Pint Craft. The message catalogues put them into words."""

from __future__ import annotations

from collections.abc import Iterator

from taphouse.engine.contract import Move, Seat, Slug, Transition
from taphouse.engine.messages import Merit
from taphouse.engine.pint_craft.cards import Pot
from taphouse.engine.pint_craft.deck import Beer
from taphouse.engine.pint_craft.moves import Brew, PlayCard
from taphouse.engine.pint_craft.rules import PintCraftRules
from taphouse.engine.pint_craft.rules.rounds import threshold
from taphouse.engine.pint_craft.state import PintCraftState, ToChoose, ToGive, can_pay, offered


class ReachesThreshold(Merit, frozen=True):
    """The player reaches the Victory Pint Threshold (PC-22)."""

    number: int
    """The Pints that the player then has."""


class GainsPints(Merit, frozen=True):
    """The move brings Pints (PC-09)."""

    number: int


class TakesPints(Merit, frozen=True):
    """Another player loses Pints (PC-16)."""

    seat: Seat
    number: int


class Denies(Merit, frozen=True):
    """Another player has the ingredients of the Recipe that is brewed (PC-09)."""

    seat: Seat
    name: Slug


class CanBrew(Merit, frozen=True):
    """The player then has the ingredients of a Recipe on offer (PC-09)."""

    name: Slug
    number: int
    """Its Pints."""


class Nearer(Merit, frozen=True):
    """A Recipe on offer comes nearer (PC-09)."""

    name: Slug
    number: int
    """The ingredients that the player still lacks."""


class ChoosesNext(Merit, frozen=True):
    """The player may choose ingredients next (PC-11)."""

    number: int


class PaysEachSeason(Merit, frozen=True):
    """An Improvement pays in each Season from now on (PC-20)."""

    name: Slug


class TakesIngredients(Merit, frozen=True):
    """Another player loses ingredients (PC-16)."""

    seat: Seat
    number: int


class GainsIngredients(Merit, frozen=True):
    """The move brings ingredients (PC-11)."""

    number: int


class DrawsCards(Merit, frozen=True):
    """The hand gets more cards (PC-07, PC-10)."""

    number: int


MERITS: tuple[type[Merit], ...] = (
    ReachesThreshold,
    GainsPints,
    TakesPints,
    Denies,
    CanBrew,
    Nearer,
    ChoosesNext,
    PaysEachSeason,
    TakesIngredients,
    GainsIngredients,
    DrawsCards,
)


def merits(rules: PintCraftRules, known: PintCraftState, move: Move, step: Transition, seat: int) -> Iterator[Merit]:
    """The reasons for a move."""
    after: PintCraftState = step.state
    deck, me = rules.deck, seat - 1
    others = [other for other in known.left if other != seat]
    pints = [deck.pints(front, taps) for front, taps in zip(known.fronts, known.taps, strict=True)]
    now = [deck.pints(front, taps) for front, taps in zip(after.fronts, after.taps, strict=True)]
    if now[me] >= threshold(deck, known) > pints[me]:
        yield ReachesThreshold(now[me])
    if now[me] > pints[me]:
        yield GainsPints(now[me] - pints[me])
    yield from [TakesPints(other, lost) for other in others if (lost := pints[other - 1] - now[other - 1]) > 0]
    if isinstance(move, Brew):
        cost = deck.beers[deck.recipe_code[move.recipe]].cost
        yield from [Denies(other, move.recipe) for other in others if can_pay(known.ingredients[other - 1], cost)]
    else:
        on_offer = [deck.beers[recipe] for recipe in offered(after.stacks)]
        yield from _progress(known.ingredients[me], after.ingredients[me], on_offer)
    next_ = after.pending[-1] if after.pending else None
    if isinstance(next_, ToChoose) and next_.seat == seat and next_ not in known.pending:
        yield ChoosesNext(next_.amount)
    if isinstance(move, PlayCard) and deck.titles[deck.code[move.card]].improvement:
        yield PaysEachSeason(move.card)
    for other in others:
        has = sum(after.ingredients[other - 1])
        owed = sum([frame.amount for frame in after.pending if isinstance(frame, ToGive) and frame.seat == other])
        if (lost := sum(known.ingredients[other - 1]) - has + min(owed, has)) > 0:
            yield TakesIngredients(other, lost)
    if (gained := sum(after.ingredients[me]) - sum(known.ingredients[me])) > 0:
        yield GainsIngredients(gained)
    if (drawn := len(after.hands[me]) - len(known.hands[me])) > 0:
        yield DrawsCards(drawn)


def _progress(had: Pot, has: Pot, on_offer: list[Beer]) -> Iterator[Merit]:
    """The Recipes that more ingredients pay for, or the one that is nearest."""
    paid = [beer for beer in on_offer if can_pay(has, beer.cost) and not can_pay(had, beer.cost)]
    paid.sort(key=lambda beer: -beer.pints)
    yield from [CanBrew(beer.name, beer.pints) for beer in paid[:2]]
    nearer = [
        (left, -beer.pints, beer.name) for beer in on_offer if 0 < (left := _lacking(has, beer)) < _lacking(had, beer)
    ]
    if nearer and not paid:
        left, _, name = min(nearer)
        yield Nearer(name, left)


def _lacking(has: Pot, beer: Beer) -> int:
    """The number of ingredients that a Recipe takes beyond these."""
    return sum([max(0, cost - n) for n, cost in zip(has, beer.cost, strict=True)])
