"""Positions of Brew Crafters from words, and moves from notation.

Components are written by their names with spaces between, ingredients as in notation (`malt:2,hops:1`). What a position does not
mention is as it is at the start: nothing lies on the market, nobody has anything but one shift and $10.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from taphouse.engine.brew_crafters.about import GAME
from taphouse.engine.brew_crafters.box import Box
from taphouse.engine.brew_crafters.cards import INDEX, SEASONS, Ingredient, IngredientAmounts, Stock, amounts, counts
from taphouse.engine.brew_crafters.edition import BrewCraftersEdition
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Discard, Phase
from taphouse.engine.brew_crafters.rules import BrewCraftersRules
from taphouse.engine.brew_crafters.state import (
    Batch,
    BrewCraftersState,
    Brewer,
    Closing,
    Extras,
    Opening,
    Pending,
    ToAct,
    ToBrew,
    ToEnd,
    ToMarket,
)
from taphouse.engine.chance import BLIND
from taphouse.engine.contract import Decision, Event, Move, Refusal, Transition
from taphouse.engine.notation import parse, write
from taphouse.engine.vocabulary import MOST_SEATS, Season
from tests.edition_under_test import under_test

EDITION: BrewCraftersEdition = under_test(GAME)
RULES: BrewCraftersRules = GAME.rules(EDITION)
BOX: Box = RULES.box

Words = Mapping[str, Any]

RECIPE = {beer.name: i for i, beer in enumerate(BOX.beers)}
TILE = {tile.name: i for i, tile in enumerate(BOX.tiles)}
WORKER = {worker.name: i for i, worker in enumerate(BOX.workers)}
TRACK = {track.name: i for i, track in enumerate(BOX.tracks)}
PARTNERSHIP = {partnership.name: i for i, partnership in enumerate(BOX.partnerships)}
PORTION = {portion.name: i for i, portion in enumerate(BOX.portions)}


def stock(words: str) -> Stock:
    """Counts of ingredients: `malt:2,hops:1`, or nothing."""
    pairs = (part.split(":") for part in words.split(",") if part)
    return counts(IngredientAmounts(**{name: int(count) for name, count in pairs}))


def brewer(**words: Any) -> Brewer:
    """A player with these belongings.

    Args:
        words: `ingredients`, `money`, `loans`, `shifts`, `bonus`; `tanks`, `bottled`, `pub`: the recipes of batches, each worth
            what the recipe says; `brewed`, `sold`: numbers by recipe, to which these batches are added; `tiles`, `workers`,
            `partnerships`: names; `steps`: numbers by track; `planted`: an ingredient; `supplied`.
    """
    brewed, sold = _numbers(words.get("brewed", {})), _numbers(words.get("sold", {}))
    shipped = [Batch(recipe, BOX.beers[recipe].points) for recipe, number in enumerate(sold) for _ in range(number)]
    vessels = {name: _batches(words.get(name, "")) for name in ("tanks", "bottled", "pub")}
    for recipe, _ in (*vessels["tanks"], *vessels["bottled"], *vessels["pub"]):
        brewed[recipe] += 1
    for recipe, number in enumerate(sold):
        brewed[recipe] += number
    steps = words.get("steps", {})
    planted = words.get("planted")
    return Brewer(
        stock=stock(words.get("ingredients", "")),
        money=words.get("money", 10),
        loans=words.get("loans", 0),
        shifts=words.get("shifts", 1),
        **vessels,
        shipped=tuple(shipped),
        brewed=tuple(brewed),
        beer=sum(number * beer.points for number, beer in zip(brewed, BOX.beers, strict=True)),
        bonus=words.get("bonus", 0),
        tiles=tuple(TILE[name] for name in words.get("tiles", "").split()),
        workers=tuple(WORKER[name] for name in words.get("workers", "").split()),
        partnerships=tuple(PARTNERSHIP[name] for name in words.get("partnerships", "").split()),
        steps=tuple(steps.get(track.name, 0) for track in BOX.tracks),
        planted=-1 if planted is None else INDEX[Ingredient(planted)],
        supplied=words.get("supplied", False),
    )


def position(
    *pending: Pending,
    seats: int = 2,
    year: int = 1,
    season: str = "spring",
    phase: Phase = Phase.MARKET,
    first: int = 1,
    players: Mapping[int, Words] | None = None,
    recipes: str | None = None,
    workers: str | None = None,
    partnerships: str | None = None,
    lying: Mapping[str, int] | None = None,
    taken: Mapping[str, int] | None = None,
    portions: Mapping[str, int] | None = None,
    labels: Mapping[str, int] | None = None,
    **options: Any,
) -> BrewCraftersState:
    """A position of so many seats.

    Args:
        pending: what is owed, the next one last.
        players: what each seat has, in the words of `brewer`.
        recipes: the advanced recipes in play; those of the first game when None.
        workers: who can still be hired; those of the first game whom nobody has when None.
        partnerships: those that can still be formed; all for this number of players that nobody has when None.
        lying: what lies on market spaces.
        taken, portions, labels: whose they are.
        options: those of the game.
    """
    brewers = tuple(brewer(**(players or {}).get(seat, {})) for seat in range(1, seats + 1))
    hired = {worker for one in brewers for worker in one.workers}
    formed = {partnership for one in brewers for partnership in one.partnerships}
    first_game = [i for i, beer in enumerate(BOX.beers) if beer.first_game]
    free = [i for i, worker in enumerate(BOX.workers) if worker.first_game and i not in hired]
    open_ = [i for i, one in enumerate(BOX.partnerships) if one.players <= seats and i not in formed]
    spaces = [space.name for space in BOX.spaces[seats]]
    givers = [(portions or {}).get(portion.name, 0) for portion in BOX.portions]
    assert {*(lying or {}), *(taken or {})} <= {*spaces}
    return BrewCraftersState(
        options=BrewCraftersOptions(**options),
        year=year,
        season=SEASONS.index(Season(season)),
        phase=phase.name,
        first=first,
        recipes=tuple(sorted([*BOX.basic, *(first_game if recipes is None else _codes(recipes, RECIPE))])),
        lying=tuple((lying or {}).get(name, 0) for name in spaces),
        taken=tuple((taken or {}).get(name, 0) for name in spaces),
        workers=tuple(free) if workers is None else _codes(workers, WORKER),
        partnerships=tuple(open_) if partnerships is None else _codes(partnerships, PARTNERSHIP),
        portions=tuple(givers) if seats > 2 else (),
        labels=tuple((labels or {}).get(beer.name, 0) for beer in BOX.beers),
        brewers=brewers,
        pending=pending,
    )


def at_market(*seats_to_come: int, **words: Any) -> BrewCraftersState:
    """The Market phase, with the tokens of these seats to be placed; seat 1's alone when none is named."""
    tokens = [ToMarket(seat) for seat in seats_to_come or (1,)]
    first = words.get("first", 1)
    return position(Closing(), Opening("BREWERY"), Extras(first), *reversed(tokens), **words)


def at_work(*seats_to_come: int, **words: Any) -> BrewCraftersState:
    """The Brewery phase, with the actions of these seats to come; seat 1's alone when none is named."""
    actions = [ToAct(seat) for seat in seats_to_come or (1,)]
    return position(Closing(), *reversed(actions), phase=Phase.BREWERY, **words)


def at_tank(tanks: int = 1, pub: bool = False, brewed: int = 0, **words: Any) -> BrewCraftersState:
    """Seat 1 brews into so many tanks and the Brewpub, having brewed so many batches in this action."""
    return position(Closing(), ToBrew(1, False, tanks, pub, brewed), phase=Phase.BREWERY, **words)


def into(season: str, **words: Any) -> Transition:
    """The start of this season, in the next year if it is Spring: seat 1 ends the last action of the season before.

    What lies on the market and `year` are those of the season before. Nobody trades at Winter's end.
    """
    before = SEASONS[SEASONS.index(Season(season)) - 1]
    words = {"season": str(before)} | words
    made = step(position(Closing(), ToEnd(1, False, 0), phase=Phase.BREWERY, **words), "end-action")
    while (decision := RULES.decision(made.state)) is not None and decision.task == "trade":
        then = step(made.state, "end-trading")
        made = Transition(then.state, (*made.events, *then.events))
    return made


def _codes(words: str, codes: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(sorted(codes[name] for name in words.split()))


def _numbers(words: Mapping[str, int]) -> list[int]:
    return [words.get(beer.name, 0) for beer in BOX.beers]


def _batches(words: str) -> tuple[Batch, ...]:
    return tuple(Batch(RECIPE[name], BOX.beers[RECIPE[name]].points) for name in words.split())


def move(words: str) -> Move:
    """A move from notation."""
    return parse(words, GAME.verbs)


def legal(state: BrewCraftersState) -> list[str]:
    """The legal moves in notation, in their order."""
    return [write(one) for one in RULES.moves(state)]


def step(state: BrewCraftersState, words: str) -> Transition:
    """The result of one move."""
    return RULES.apply(state, move(words), BLIND)


def after(state: BrewCraftersState, *moves: str) -> BrewCraftersState:
    """The position after these moves."""
    for words in moves:
        state = step(state, words).state
    return state


def happened(state: BrewCraftersState, *moves: str) -> list[Event]:
    """The events of these moves."""
    events: list[Event] = []
    for words in moves:
        made = step(state, words)
        state = made.state
        events += made.events
    return events


def refusal(state: BrewCraftersState, words: str) -> Refusal | None:
    """The refusal of a move; None where it is legal."""
    return RULES.why_not(state, move(words))


def said(refused: Refusal) -> str:
    """The refusal in English."""
    return RULES.wording().refusal(refused)


SPOKEN = ("malt", "hops", "yeast", "fruit", "spices", "coffee")
"""The names of the ingredients in sentences."""


def spoken(stock: Iterable[int]) -> str:
    """Ingredients in a sentence: `3 malt, 2 hops and 1 yeast`."""
    parts = [f"{n} {name}" for n, name in zip(stock, SPOKEN, strict=True) if n]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def asked(state: BrewCraftersState) -> tuple[int, str]:
    """The seat that must decide, and the kind of decision."""
    decision = RULES.decision(state)
    assert decision is not None
    return decision.seat, decision.task


def has(state: BrewCraftersState, seat: int) -> str:
    """A player's ingredients as in notation: `malt:2,hops:1`, `none`."""
    return write(Discard(amounts(state.brewers[seat - 1].stock))).removeprefix("discard ")


def money(state: BrewCraftersState, seat: int) -> int:
    """A player's money."""
    return state.brewers[seat - 1].money


def score(state: BrewCraftersState, seat: int) -> dict[str, int]:
    """A player's points by category."""
    return {category.name: category.points for category in RULES.score(state, seat)}


_WORDING = GAME.wording(EDITION)


def prompt(decision: Decision | None, players: Sequence[str | None] = ()) -> str:
    """The prompt of a decision in English; of the players in seat order, the others have no name."""
    assert decision is not None
    names = _WORDING.names([*players, *[None] * (MOST_SEATS - len(players))])
    return _WORDING.prompt(decision.task, decision.details, names)
