"""Positions of every decision, and moves of every verb."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache

from taphouse.engine.brew_crafters.cards import IngredientAmounts, amounts
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Phase, Selection, Trade
from taphouse.engine.brew_crafters.state import BrewCraftersState, Closing, ToDiscard, ToEnd, ToPlant, ToResearch
from taphouse.engine.chance import Chance, seed_from
from tests.brew_crafters.build import (
    BOX,
    EDITION,
    PARTNERSHIP,
    PORTION,
    RECIPE,
    RULES,
    TILE,
    TRACK,
    WORKER,
    after,
    at_market,
    at_tank,
    at_work,
    position,
    spoken,
)

FIGURES = EDITION.figures
ROASTER = "coffee-roaster"


def listed(names: Iterable[str]) -> str:
    """Names as a sentence has them."""
    *others, last = names
    return f"{', '.join(others)} and {last}"


def price(partnership: str) -> int:
    """The cost of an exchange."""
    return BOX.partnerships[PARTNERSHIP[partnership]].price


def takes(recipe: str, added: int = 0) -> str:
    """The ingredients of a recipe without any means, as a sentence has them."""
    cost = BOX.beers[RECIPE[recipe]].cost
    return spoken((cost[0], cost[1] + added, *cost[2:]))


def enough(recipe: str, *less: str, **more: int) -> str:
    """The ingredients of a recipe as `brewer` has it, but for one of each of these."""
    cost = amounts(BOX.beers[RECIPE[recipe]].cost)
    names = IngredientAmounts.__struct_fields__
    counted = {name: getattr(cost, name) - (name in less) + more.get(name, 0) for name in names}
    return ",".join(f"{name}:{n}" for name, n in counted.items() if n)


FULL = f"malt:{FIGURES.storage.value - 1},hops:3"
"""Two more than fit."""
FLAVOUR = BOX.tracks[TRACK["flavour"]].acts[0].amount
FOR_FIVE = next(space.name for space in reversed(EDITION.spaces) if space.players == 5)
INFUSER = BOX.tiles[TILE["hops-infuser"]]
INFUSERS, INFUSED = " ".join(["hops-infuser"] * INFUSER.copies), 2 * INFUSER.acts[0].amount
"""All that a player can install, and what two of them add at most."""
SECOND_STEP = next(act.amount for act in BOX.workers[WORKER["lab-technician"]].acts)
TITLE = {portion.name: portion.title for portion in EDITION.portions}
MALT, HOPS = (next(sum(one.cost) for one in BOX.portions if one.name == name) for name in ("malt", "hops"))
PORTIONS = f"malt:{MALT},hops:{HOPS}"
"""The ingredients of two portions of the collaboration."""
GIVEN = {"malt": 2, "hops": 2, "advanced": 2}
"""Three portions of one player."""

MARKET = at_market(1, 2, players={2: {"workers": "intern", "partnerships": "coffee-roaster"}})
HIRING = after(MARKET, "market job-board")
FORMING = after(
    at_market(seats=5, players={2: {"partnerships": "coffee-roaster"}}), "market local-partnership partnership"
)
CHOOSING = after(at_market(), "market local-partnership ingredient")
DISCARDING = position(ToDiscard(1), players={1: {"ingredients": FULL, "partnerships": "coffee-roaster"}})
PLANTING = position(
    ToPlant(1), phase=Phase.RESTOCK, players={1: {"ingredients": "malt:1,yeast:1,coffee:1", "tiles": "farm"}}
)
OVERFULL = position(
    ToDiscard(1),
    ToPlant(1),
    phase=Phase.RESTOCK,
    players={1: {"ingredients": FULL, "tiles": "farm", "partnerships": "coffee-roaster"}},
)
"""The decision to discard the surplus, once the farm is planted."""
RESEARCHING = position(
    ToResearch(1, (TRACK["agronomy"], TRACK["business"])),
    phase=Phase.RESEARCH,
    season="winter",
    players={1: {"steps": {"agronomy": 2, "business": 2}}},
)
ACTING = at_work(seats=3, players={1: {"ingredients": PORTIONS}})
BREWING = at_tank(seats=3, players={1: {"ingredients": enough("ale")}})
ENDING = position(
    Closing(), ToEnd(1, False, 0), seats=3, phase=Phase.BREWERY, players={1: {"ingredients": f"malt:{MALT},coffee:9"}}
)
COLLABORATED = after(at_work(seats=3, players={1: {"ingredients": PORTIONS}}), "collaborate malt")
STEPPING = after(at_work(players={1: {"workers": "lab-technician"}}), "research flavour", *["choose coffee"] * FLAVOUR)
TRADING = after(
    position(
        Closing(),
        ToEnd(1, False, 0),
        phase=Phase.BREWERY,
        season="winter",
        players={1: {"partnerships": "coffee-roaster"}},
    ),
    "end-action",
)

OWED = {
    "market": (MARKET, "Take a market action on an unoccupied space."),
    "hire": (HIRING, "Hire a skilled worker."),
    "form": (FORMING, "Form a partnership."),
    "choose": (CHOOSING, "Local partnership: choose an advanced ingredient."),
    "discard": (DISCARDING, "Discard 2 ingredients: storage is full."),
    "plant": (PLANTING, "Plant an ingredient on your Farm, or nothing."),
    "annual": (RESEARCHING, "Choose the annual research that comes next."),
    "act": (ACTING, "Process beer and/or collaborate, research, or install."),
    "process": (COLLABORATED, "You have collaborated: process beer, or end the action."),
    "brew": (BREWING, "Brew a batch in a tank, or brew no more."),
    "end-action": (ENDING, "Collaborate, or end the action."),
    "second-step": (STEPPING, f"Pay ${SECOND_STEP} for a second step of research, or take none."),
    "trade": (TRADING, "Trade with your partnerships before the operating costs are paid, or end trading."),
}
"""A position of every task, and what it asks."""

ASKING = {
    "market": "BC-10",
    "hire": "BC-17",
    "form": "BC-16",
    "choose": "BC-11",
    "discard": "BC-14",
    "plant": "BC-09",
    "annual": "BC-25",
    "act": "BC-19",
    "process": "BC-23",
    "brew": "BC-20",
    "end-action": "BC-23",
    "second-step": "BC-25",
    "trade": "BC-16",
}
"""By task, the first rule that asks for the decision."""

MOVES = {
    "market maltster": {"market"},
    "hire brewmaster": {"hire"},
    "form spices-importer": {"form"},
    "choose fruit": {"choose"},
    "discard malt:2": {"discard"},
    "plant malt": {"plant"},
    "no-planting": {"plant"},
    "annual agronomy": {"annual"},
    "process": {"act", "process"},
    "brew ale": {"brew"},
    "leave-empty": {"brew"},
    "collaborate malt": {"act", "end-action"},
    "research agronomy": {"act"},
    "second-step agronomy": {"second-step"},
    "no-second-step": {"second-step"},
    "install farm": {"act"},
    "end-action": {"process", "end-action"},
    "end-trading": {"trade"},
}
"""A move of every verb but `trade`: the tasks that it answers, where it is legal."""

TRACKS, PORTIONS, PARTNERSHIPS = map(listed, (TRACK, PORTION, PARTNERSHIP))

SHIFT = "market staff-agency shift"
MANY_BREWED = {"ale": FIGURES.shift_3_batches.value}

ADVANCED = [beer for beer in BOX.beers if beer.advanced]
PER_STYLE, WORKERS = FIGURES.advanced_per_style.value, FIGURES.skilled_workers.value
GOOD_RECIPES = tuple(
    beer.name for style in range(3) for beer in [one for one in ADVANCED if one.style == style][-PER_STYLE:]
)
GOOD_WORKERS = tuple(worker.name for worker in BOX.workers if worker.players == 2)[-WORKERS:]


@cache
def sample() -> tuple[tuple[BrewCraftersState, str], ...]:
    """Positions of random games, each with its task, `over` where there is none."""
    found: list[tuple[BrewCraftersState, str]] = []
    for seed in range(6):
        rng = random.Random(seed)
        options = BrewCraftersOptions(recipes=Selection.RANDOM, workers=Selection.RANDOM)
        chance = Chance(seed_from(f"refusals {seed}"))
        state = RULES.new(options, 2 + seed % 4, chance)
        while True:
            decision = RULES.decision(state)
            found.append((state, decision.task if decision else "over"))
            if not (moves := list(RULES.moves(state))):
                break
            weights = [1 if isinstance(move, Trade) else 6 for move in moves]
            state = RULES.apply(state, rng.choices(moves, weights)[0], chance).state
    return tuple(found)
