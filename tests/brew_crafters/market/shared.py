"""Helpers of the tests of the market."""

from __future__ import annotations

from itertools import product
from typing import Any

from taphouse.engine.brew_crafters.box import MONEY, Act, Side, Space
from taphouse.engine.brew_crafters.cards import (
    BASICS,
    NONE,
    SEASONS,
    EffectName,
    Stock,
    counts,
    one,
    plus,
)
from taphouse.engine.brew_crafters.events import (
    IngredientsTaken,
)
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions
from taphouse.engine.brew_crafters.state import (
    BrewCraftersState,
)
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Event
from tests.brew_crafters.build import (
    BOX,
    EDITION,
    RULES,
    SPOKEN,
    TILE,
    TRACK,
    WORKER,
    after,
    asked,
    legal,
)

SEATS = range(2, 6)


FIGURES = EDITION.figures


TOKENS = FIGURES.market_tokens.value


ROOM = FIGURES.storage.value
"""The room of one storehouse."""


AT_ONCE = 5
"""The most that one move discards (BC-14)."""


SPACES: dict[str, Space] = {space.name: space for space in BOX.spaces[5]}


SEASON_NAMES = [str(season) for season in SEASONS]


BASIC_NAMES, ADVANCED_NAMES = SPOKEN[:BASICS], SPOKEN[BASICS:]


FIRST_WORKERS = {worker.name for worker in EDITION.workers if worker.first_game}


def line(space: Space, side: Side) -> str:
    """The move that takes this side of this space."""
    return f"market {space.name}" + (f" {side.name}" if side.name else "")


SIDES: dict[str, tuple[Space, Side]] = {
    line(space, side): (space, side) for space in BOX.spaces[5] for side in space.sides
}
"""All the things that market spaces give, by the move that takes them."""


def sides_with(*effects: EffectName) -> list[str]:
    """The moves that have one of these effects."""
    return [words for words, (_, side) in SIDES.items() if any(act.effect in effects for act in side.acts)]


HIRING, FORMING = sides_with(EffectName.WORKER), sides_with(EffectName.PARTNERSHIP)


SHIFTING, CHOOSING = sides_with(EffectName.SHIFT), sides_with(EffectName.CHOOSE_ADVANCED)


PLAIN = [
    words
    for words, (_, side) in SIDES.items()
    if all(act.effect in (EffectName.TAKE, EffectName.TAKE_ALL, EffectName.MONEY) for act in side.acts)
]
"""The moves with which nothing else is to be decided and nobody's place changes."""


RESTOCKING = [space for space in BOX.spaces[5] if space.amount]


def dealt(seed: object = "deal", seats: int = 3, **options: Any) -> BrewCraftersState:
    return RULES.new(BrewCraftersOptions(**options), seats, Chance(seed_from(str(seed))))


def act_of(name: str) -> Act:
    """The lasting effect of a tile or a worker, or of a track's breakthrough."""
    if name in TRACK:
        return BOX.tracks[TRACK[name]].acts[2]
    return (BOX.tiles[TILE[name]] if name in TILE else BOX.workers[WORKER[name]]).acts[0]


def held(state: BrewCraftersState, seat: int) -> Stock:
    return state.brewers[seat - 1].stock


def sum_of(*stocks: Stock) -> Stock:
    total = NONE
    for each in stocks:
        total = plus(total, each)
    return total


def kinds(events: list[Event] | tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def of(kind: type[Event], events: list[Event] | tuple[Event, ...]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def taken(events: list[Event] | tuple[Event, ...]) -> list[tuple[int, str, Stock]]:
    """The ingredients that seats took, and their sources."""
    return [(event.seat, event.source, counts(event.ingredients)) for event in of(IngredientsTaken, events)]


def lies(state: BrewCraftersState, space: str) -> int:
    return state.lying[[one.name for one in BOX.spaces[len(state.brewers)]].index(space)]


def taker(state: BrewCraftersState, space: str) -> int:
    return state.taken[[one.name for one in BOX.spaces[len(state.brewers)]].index(space)]


def given_by(words: str, lying: int = 0) -> Stock:
    """The ingredients that a market space gives without a choice, where so much lies on it."""
    space, side = SIDES[words]
    given = sum_of(*[act.stock for act in side.acts if act.effect is EffectName.TAKE])
    if space.what not in (-1, MONEY) and any(act.effect is EffectName.TAKE_ALL for act in side.acts):
        given = plus(given, one(space.what, lying))
    return given


def all_but(*names: str, seats: int = 2) -> dict[str, int]:
    """All market spaces but these, taken by the last seat."""
    return {space.name: seats for space in BOX.spaces[seats] if space.name not in names}


def parts(has: Stock, number: int) -> set[str]:
    """All ways to discard so many of these."""
    ways = product(*[range(count + 1) for count in has])
    return {
        "discard " + ",".join(f"{name}:{n}" for name, n in zip(SPOKEN, way, strict=True) if n)
        for way in ways
        if sum(way) == number
    }


def plain_move(state: BrewCraftersState) -> str:
    """A legal market move after which nothing else is to be decided."""
    return next(words for words in legal(state) if words in PLAIN)


def plainly(state: BrewCraftersState) -> BrewCraftersState:
    """The position after such a move, and after what does not fit is discarded."""
    state = after(state, plain_move(state))
    while asked(state)[1] == "discard":
        state = after(state, legal(state)[0])
    return state


def order_of_market(state: BrewCraftersState) -> list[int]:
    """The seats that act at the market, token by token, to the end of the phase, by moves that ask for nothing."""
    seats = []
    while asked(state)[1] == "market":
        seats.append(asked(state)[0])
        state = plainly(state)
    return seats


def order_of_brewery(state: BrewCraftersState) -> list[int]:
    """The seats that act in the Brewery phase, to its end."""
    seats, season = [], state.season
    while state.season == season:
        if asked(state)[1] == "act":
            seats.append(asked(state)[0])
        state = after(state, legal(state)[0])
    return seats


def discarded(state: BrewCraftersState, kind: str, number: int) -> BrewCraftersState:
    """The position after so many of a kind are discarded, as many at once as may be."""
    while number:
        state = after(state, f"discard {kind}:{min(AT_ONCE, number)}")
        number -= min(AT_ONCE, number)
    return state


def full(kind: str = "hops", less: int = 0) -> str:
    """A storehouse full of one kind, but for so many places."""
    return f"{kind}:{ROOM - less}"


BUYER, BREAKTHROUGH = act_of("buyer"), act_of("agronomy")


def bought(state: BrewCraftersState, *names: str) -> BrewCraftersState:
    """The position after the Buyer's ingredients are chosen: these, then the first possible ones."""
    for i in range(BUYER.amount):
        assert asked(state)[1] == "choose"
        assert legal(state)[:BASICS] == [f"choose {name}" for name in BASIC_NAMES]
        state = after(state, f"choose {(*names, *['yeast'] * BUYER.amount)[i]}")
    return state
