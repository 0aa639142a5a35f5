"""Every way in which a move is refused, or a game with named recipes or workers: the rule, and a sentence that says why."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import random
import re
import sys
from collections import Counter
from functools import cache
from importlib import import_module

import msgspec
import pytest

from taphouse.engine.brew_crafters import rules as rules_package
from taphouse.engine.brew_crafters.about import ABOUT
from taphouse.engine.brew_crafters.cards import INGREDIENTS, EffectName, IngredientAmounts, amounts, counts, spoken
from taphouse.engine.brew_crafters.moves import (
    Annual,
    Brew,
    BrewCraftersOptions,
    Choose,
    Collaborate,
    Discard,
    EndAction,
    EndTrading,
    Form,
    Hire,
    Install,
    LeaveEmpty,
    Market,
    NoPlanting,
    NoSecondStep,
    Phase,
    Plant,
    Process,
    Research,
    SecondStep,
    Selection,
    Trade,
    Vessel,
)
from taphouse.engine.brew_crafters.state import (
    MOST_SHIFTS,
    BrewCraftersState,
    Closing,
    ToChoose,
    ToDiscard,
    ToEnd,
    ToForm,
    ToHire,
    ToPlant,
    ToResearch,
    ToStep,
    recipe_cost,
)
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.game import IllegalMove, Move, Refusal, verb_of
from taphouse.engine.notation import write
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
    legal,
    position,
    refusal,
)

RULES_MODULES = [
    rules_package,
    *(
        import_module(found.name)
        for found in pkgutil.iter_modules(rules_package.__path__, f"{rules_package.__name__}.")
    ),
]
FIGURES = EDITION.figures
ROASTER = "coffee-roaster"


def price(partnership: str) -> int:
    """What an exchange costs."""
    return BOX.partnerships[PARTNERSHIP[partnership]].price


def takes(recipe: str, added: int = 0) -> str:
    """What a recipe takes without any means, as a sentence has it."""
    cost = BOX.beers[RECIPE[recipe]].cost
    return spoken((cost[0], cost[1] + added, *cost[2:]))


def enough(recipe: str, *less: str, **more: int) -> str:
    """What a recipe takes as `brewer` has it, but for one of each of these."""
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
"""What two portions of the collaboration take."""
GIVEN = {"malt": 2, "hops": 2, "advanced": 2}
"""Three portions of one player."""

# --- positions of every decision --------------------------------------------------------------------------------------

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
"""What does not fit is discarded once the farm is planted."""
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


def wanted(task: str, line: str) -> tuple[str, str]:
    """How a move is refused that answers something else."""
    state, prompt = OWED[task]
    verb, phase = line.split(maxsplit=1)[0], state.phase
    if verb in ("process", "research", "install") and task in ("brew", "end-action"):
        return "BC-19", f"There is one action for each shift. {prompt}"
    if verb == "collaborate" and task == "brew":
        return "BC-23", f"Collaborate before or after processing beer, not while you brew. {prompt}"
    if verb == "market" and phase != "MARKET":
        return "BC-08", f"It is not the Market phase. {prompt}"
    if verb in ("process", "research", "install", "collaborate") and phase != "BREWERY":
        return "BC-08", f"It is not the Brewery phase. {prompt}"
    return ASKING[task], f"Something else must be decided now. {prompt}"


@pytest.mark.parametrize("task", OWED)
@pytest.mark.parametrize("line", MOVES)
def test_a_move_that_answers_something_else_is_refused_and_told_what_is_owed(task: str, line: str) -> None:
    state, prompt = OWED[task]
    decision = RULES.decision(state)
    assert decision is not None
    assert (decision.task, decision.prompt, decision.rules[0]) == (task, prompt, ASKING[task])
    refused = refusal(state, line)
    if task in MOVES[line]:
        assert refused is None
        return
    assert refused is not None
    assert (refused.rule, refused.message) == wanted(task, line)


@pytest.mark.parametrize("malt", range(1, 4))
def test_it_is_said_how_many_must_be_discarded(malt: int) -> None:
    state = position(ToDiscard(1), players={1: {"ingredients": f"malt:{malt},hops:{FIGURES.storage.value}"}})
    decision = RULES.decision(state)
    assert decision is not None
    number = "1 ingredient" if malt == 1 else f"{malt} ingredients"
    assert decision.prompt == f"Discard {number}: storage is full."


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_collaborating_is_offered_where_there_is_a_collaboration(seats: int) -> None:
    decision = RULES.decision(at_work(seats=seats))
    assert decision is not None
    assert decision.prompt == (
        "Process beer, research, or install."
        if seats == 2
        else "Process beer and/or collaborate, research, or install."
    )
    ending = RULES.decision(
        position(Closing(), ToEnd(1, False, 0), seats=seats, players={1: {"partnerships": ROASTER}})
    )
    assert ending is not None
    assert ending.prompt == ("End the action." if seats == 2 else "Collaborate, or end the action.")


def test_before_the_score_the_prompt_says_so() -> None:
    last = position(
        Closing(),
        ToEnd(1, False, 0),
        phase=Phase.BREWERY,
        season="winter",
        year=3,
        players={1: {"partnerships": ROASTER}},
    )
    decision = RULES.decision(after(last, "end-action", "end-trading"))
    assert decision is not None
    assert decision.prompt == "Trade with your partnerships before the score is counted, or end trading."


@pytest.mark.parametrize(
    ("tanks", "pub", "where"),
    [(2, True, "one of 2 tanks or in the Brewpub"), (1, True, "a tank or in the Brewpub"), (0, True, "the Brewpub"),
     (3, False, "one of 3 tanks")],
)  # fmt: skip
def test_the_vessels_that_are_empty_are_named(tanks: int, pub: bool, where: str) -> None:
    decision = RULES.decision(at_tank(tanks, pub))
    assert decision is not None
    assert decision.prompt == f"Brew a batch in {where}, or brew no more."


def test_every_verb_is_tried_at_every_task() -> None:
    assert {line.split()[0] for line in MOVES} | {"trade"} == {verb_of(move) for move in ABOUT.moves}
    assert {*ASKING} == {*OWED}
    assert {*OWED} == {decision.task for decision in rules_package._DECISIONS}


def spaces(players: int) -> str:
    """The names of the market spaces, as a sentence has them."""
    return ", ".join(space.name for space in BOX.spaces[players])


TRACKS, PORTIONS, PARTNERSHIPS = ", ".join(TRACK), ", ".join(PORTION), ", ".join(PARTNERSHIP)
IN_PLAY = ", ".join(BOX.beers[code].name for code in BREWING.recipes)
SHIFT = "market staff-agency shift"
MANY_BREWED = {"ale": FIGURES.shift_3_batches.value}
GROWN = "malt, hops or fruit"

ROWS: list[tuple[str, BrewCraftersState, str, str, str]] = [
    (
        "a space that there is not",
        MARKET,
        "market pub",
        "BC-01",
        f"There is no market space pub for 2 players; there are {spaces(2)}.",
    ),
    (
        "a space for more players",
        MARKET,
        "market grain-silo",
        "BC-01",
        f"There is no market space grain-silo for 2 players; there are {spaces(2)}.",
    ),
    (
        "a space for 5",
        at_market(seats=4),
        f"market {FOR_FIVE}",
        "BC-01",
        f"There is no market space {FOR_FIVE} for 4 players; there are {spaces(4)}.",
    ),
    (
        "a side of what has one",
        MARKET,
        "market maltster malt",
        "BC-11",
        "Maltster gives one thing; name the space alone.",
    ),
    (
        "no side of what has two",
        MARKET,
        "market coffee-importer",
        "BC-11",
        "Name what you take from Coffee importer: coffee or money.",
    ),
    (
        "a side that there is not",
        MARKET,
        "market private-investor hops",
        "BC-11",
        "Name what you take from Private investor: money or ingredients.",
    ),
    (
        "an occupied space",
        at_market(taken={"maltster": 2}),
        "market maltster",
        "BC-11",
        "Maltster was taken by seat 2 this season.",
    ),
    (
        "the other side of an occupied space",
        after(at_market(1, 2), "market coffee-importer money"),
        "market coffee-importer coffee",
        "BC-11",
        "Coffee importer was taken by seat 1 this season.",
    ),
    (
        "a space that they took already",
        after(at_market(1, 1), "market maltster"),
        "market maltster",
        "BC-11",
        "Maltster was taken by seat 1 this season.",
    ),
    (
        "no worker left",
        at_market(workers=""),
        "market job-board",
        "BC-13",
        "There is no skilled worker left to hire.",
    ),
    (
        "no worker left on an or space",
        at_market(workers=""),
        "market staff-agency worker",
        "BC-13",
        "There is no skilled worker left to hire.",
    ),
    (
        "no partnership left",
        at_market(partnerships=""),
        "market local-partnership partnership",
        "BC-13",
        "There is no partnership left to form.",
    ),
    (
        "a second shift too early",
        at_market(players={1: {"brewed": {"ale": FIGURES.shift_2_batches.value - 1}}}),
        SHIFT,
        "BC-18",
        f"The second shift needs {FIGURES.shift_2_batches.value} batches brewed; "
        f"you have brewed {FIGURES.shift_2_batches.value - 1}.",
    ),
    (
        "a third shift too early",
        at_market(players={1: {"shifts": 2, "brewed": {"ale": 1, "stout": FIGURES.shift_3_batches.value - 2}}}),
        SHIFT,
        "BC-18",
        f"The third shift needs {FIGURES.shift_3_batches.value} batches brewed; "
        f"you have brewed {FIGURES.shift_3_batches.value - 1}.",
    ),
    (
        "a fourth shift",
        at_market(players={1: {"shifts": MOST_SHIFTS, "brewed": MANY_BREWED}}),
        SHIFT,
        "BC-18",
        "You employ 3 shifts; that is the most.",
    ),
    (
        "a worker whom nobody knows",
        HIRING,
        "hire ale",
        "BC-17",
        f"There is no skilled worker ale; there are {', '.join(WORKER)}.",
    ),
    ("a worker of another", HIRING, "hire intern", "BC-17", "Intern works for seat 2."),
    (
        "a worker of one's own",
        position(ToHire(1), players={1: {"workers": "brewmaster"}}),
        "hire brewmaster",
        "BC-17",
        "Brewmaster works for seat 1.",
    ),
    ("a worker who is not in the game", HIRING, "hire accountant", "BC-05", "Accountant is not in this game."),
    (
        "a partnership that there is not",
        FORMING,
        "form brewpub",
        "BC-16",
        f"There is no partnership brewpub; there are {PARTNERSHIPS}.",
    ),
    (
        "a partnership of another",
        FORMING,
        "form coffee-roaster",
        "BC-16",
        "Coffee Roaster is the partner of seat 2.",
    ),
    (
        "a partnership for more players",
        position(ToForm(1), seats=3),
        "form grain-elevator",
        "BC-02",
        "Grain Elevator is not in a game of 3 players.",
    ),
    (
        "a basic ingredient at the market",
        CHOOSING,
        "choose malt",
        "BC-11",
        "Malt cannot be chosen here. Local partnership: choose an advanced ingredient.",
    ),
    (
        "an advanced ingredient at the market",
        position(ToChoose(1, False, "buyer")),
        "choose coffee",
        "BC-11",
        "Coffee cannot be chosen here. Buyer: choose a basic ingredient.",
    ),
    (
        "a basic ingredient at the season's start",
        position(ToChoose(1, True, "spice-merchant"), phase=Phase.RESTOCK),
        "choose yeast",
        "BC-09",
        "Yeast cannot be chosen here. Spice Merchant: choose an advanced ingredient.",
    ),
    (
        "a basic ingredient in annual research",
        position(ToChoose(1, True, "flavour"), phase=Phase.RESEARCH, season="winter"),
        "choose hops",
        "BC-25",
        "Hops cannot be chosen here. Flavour: choose an advanced ingredient.",
    ),
    (
        "an advanced ingredient in the brewery",
        position(ToChoose(1, False, "builder"), phase=Phase.BREWERY),
        "choose fruit",
        "BC-26",
        "Fruit cannot be chosen here. Builder: choose a basic ingredient.",
    ),
    (
        "a basic ingredient for a step of research",
        position(ToChoose(1, True, "flavour"), phase=Phase.BREWERY),
        "choose malt",
        "BC-25",
        "Malt cannot be chosen here. Flavour: choose an advanced ingredient.",
    ),
    (
        "a trade with nobody",
        MARKET,
        "trade maltster",
        "BC-16",
        f"There is no partnership maltster; there are {PARTNERSHIPS}.",
    ),
    ("a trade with another's partner", MARKET, "trade coffee-roaster", "BC-16", "Coffee Roaster is not your partner."),
    (
        "a trade with a partner whom nobody has",
        MARKET,
        "trade spices-importer",
        "BC-16",
        "Spices Importer is not your partner.",
    ),
    (
        "a trade while something must be discarded",
        DISCARDING,
        "trade coffee-roaster",
        "BC-14",
        "Something else must be decided now. Discard 2 ingredients: storage is full.",
    ),
    (
        "a trade without the money",
        at_work(players={1: {"partnerships": "spices-importer", "money": price("spices-importer") - 1}}),
        "trade spices-importer",
        "BC-16",
        f"Spices Importer asks ${price('spices-importer')}; you have ${price('spices-importer') - 1}.",
    ),
    (
        "more than there is of a kind",
        DISCARDING,
        "discard hops:4",
        "BC-14",
        "You have 3 hops, not 4.",
    ),
    (
        "what there is none of",
        DISCARDING,
        "discard malt:1,coffee:1",
        "BC-14",
        "You have 0 coffee, not 1.",
    ),
    ("too few", DISCARDING, "discard hops:1", "BC-14", "1 is too few: discard exactly 2."),
    ("nothing", DISCARDING, "discard none", "BC-14", "0 is too few: discard exactly 2."),
    ("too many", DISCARDING, "discard malt:1,hops:2", "BC-14", "3 is too many: discard exactly 2."),
    (
        "a discard before planting",
        OVERFULL,
        "discard malt:1",
        "BC-09",
        "Something else must be decided now. Plant an ingredient on your Farm, or nothing.",
    ),
    (
        "a market action before planting",
        OVERFULL,
        "market maltster",
        "BC-08",
        "It is not the Market phase. Plant an ingredient on your Farm, or nothing.",
    ),
    ("what a Farm does not grow", PLANTING, "plant yeast", "BC-26", f"A Farm grows {GROWN}, not yeast."),
    ("coffee on a Farm", PLANTING, "plant coffee", "BC-26", f"A Farm grows {GROWN}, not coffee."),
    ("a plant that they have not", PLANTING, "plant fruit", "BC-09", "You have no fruit in storage to plant."),
    (
        "a track without annual research",
        RESEARCHING,
        "annual flavour",
        "BC-25",
        "Flavour has no annual research to come; choose agronomy, business.",
    ),
    (
        "a track that there is not",
        RESEARCHING,
        "annual physics",
        "BC-25",
        "physics has no annual research to come; choose agronomy, business.",
    ),
    (
        "a track whose annual research has come",
        after(
            position(
                ToResearch(1, (0, 1, 3)),
                phase=Phase.RESEARCH,
                season="winter",
                players={1: {"steps": {"agronomy": 2, "fermentation": 3, "business": 4}}},
            ),
            "annual business",
        ),
        "annual business",
        "BC-25",
        "Business has no annual research to come; choose agronomy, fermentation.",
    ),
    (
        "a recipe not in play",
        BREWING,
        "brew belgian-quad",
        "BC-04",
        f"Belgian Quad is not in play; in play are {IN_PLAY}.",
    ),
    ("a recipe that there is not", BREWING, "brew kolsh", "BC-04", f"kolsh is not in play; in play are {IN_PLAY}."),
    (
        "an advanced recipe before the basic one",
        at_tank(players={1: {"ingredients": enough("coffee-stout"), "brewed": {"porter": 1}}}),
        "brew coffee-stout",
        "BC-21",
        "Brew Stout before you brew Coffee Stout.",
    ),
    (
        "an advanced recipe that another has prepared",
        at_tank(players={1: {"ingredients": enough("lambic")}, 2: {"brewed": {"ale": 1}}}),
        "brew lambic",
        "BC-21",
        "Brew Ale before you brew Lambic.",
    ),
    (
        "hops without an infuser",
        at_tank(players={1: {"ingredients": enough("ale", hops=1)}}),
        "brew ale tank 1",
        "BC-26",
        "No hops can be added to your Ale.",
    ),
    (
        "hops to a recipe without the symbol",
        at_tank(players={1: {"ingredients": enough("porter", hops=1), "tiles": "hops-infuser"}}),
        "brew porter tank 1",
        "BC-26",
        "No hops can be added to your Porter.",
    ),
    (
        "more hops than infusers",
        at_tank(players={1: {"ingredients": enough("ale", hops=INFUSED + 1), "tiles": "hops-infuser hops-infuser"}}),
        f"brew ale tank {INFUSED + 1}",
        "BC-26",
        f"At most {INFUSED} hops can be added to your Ale.",
    ),
    (
        "a tank when none is empty",
        at_tank(0, True, 1, players={1: {"ingredients": enough("ale"), "tiles": "brewpub"}}),
        "brew ale",
        "BC-20",
        "No tank is empty; brew in the Brewpub, or brew no more.",
    ),
    (
        "the Brewpub without one",
        BREWING,
        "brew ale brewpub",
        "BC-20",
        "You have no Brewpub; brew in a tank, or brew no more.",
    ),
    (
        "the Brewpub when it is full",
        at_tank(1, False, 1, players={1: {"ingredients": enough("ale"), "tiles": "brewpub", "pub": "ale"}}),
        "brew ale brewpub",
        "BC-20",
        "There is a batch in your Brewpub; brew in a tank, or brew no more.",
    ),
    (
        "an ingredient short",
        at_tank(players={1: {"ingredients": enough("ale", "malt", "yeast")}}),
        "brew ale",
        "BC-21",
        f"Ale takes {takes('ale')}; you are short of 1 malt and 1 yeast.",
    ),
    (
        "hops short that are added",
        at_tank(players={1: {"ingredients": enough("ale"), "tiles": "hops-infuser"}}),
        "brew ale tank 1",
        "BC-21",
        f"Ale takes {takes('ale', 1)}; you are short of 1 hops.",
    ),
    (
        "no ingredients",
        at_tank(players={2: {"ingredients": enough("stout")}}),
        "brew stout",
        "BC-21",
        f"Stout takes {takes('stout')}; you are short of {takes('stout')}.",
    ),
    (
        "a collaboration of two",
        at_work(players={1: {"ingredients": "malt:3"}}),
        "collaborate malt",
        "BC-06",
        "There is no collaboration in a game of two.",
    ),
    (
        "a second portion before processing",
        COLLABORATED,
        "collaborate hops",
        "BC-23",
        "Something else must be decided now. You have collaborated: process beer, or end the action.",
    ),
    (
        "a second portion after processing",
        position(Closing(), ToEnd(1, True, 0), seats=3, phase=Phase.BREWERY, players={1: {"ingredients": "hops:2"}}),
        "collaborate hops",
        "BC-23",
        "You have collaborated in this action; once is the most.",
    ),
    (
        "a portion that there is not",
        ACTING,
        "collaborate barrel",
        "BC-23",
        f"There is no portion barrel; there are {PORTIONS}.",
    ),
    (
        "a portion that was given",
        at_work(seats=3, players={1: {"ingredients": "malt:9"}}, portions={"malt": 3}),
        "collaborate malt",
        "BC-23",
        f"{TITLE['malt']} was given by seat 3.",
    ),
    (
        "all portions by one",
        at_work(1, seats=3, players={1: {"ingredients": "yeast:9"}}, portions=dict.fromkeys(GIVEN, 1)),
        "collaborate yeast",
        "BC-24",
        "You gave all the other portions; somebody else must give the last one.",
    ),
    (
        "no kind of advanced ingredient",
        ENDING,
        "collaborate advanced",
        "BC-23",
        f"{TITLE['advanced']}: name fruit, spices or coffee.",
    ),
    (
        "a basic ingredient for an advanced one",
        ENDING,
        "collaborate advanced malt",
        "BC-23",
        f"{TITLE['advanced']}: name fruit, spices or coffee.",
    ),
    (
        "a kind where there is no choice",
        ENDING,
        "collaborate malt malt",
        "BC-23",
        f"{TITLE['malt']}: name the portion alone.",
    ),
    (
        "a portion that they have not",
        at_work(seats=3),
        "collaborate malt",
        "BC-23",
        f"{TITLE['malt']} takes {spoken(BOX.portions[PORTION['malt']].cost)}; "
        f"you are short of {spoken(BOX.portions[PORTION['malt']].cost)}.",
    ),
    (
        "an advanced ingredient that they have not",
        ENDING,
        "collaborate advanced fruit",
        "BC-23",
        f"{TITLE['advanced']} takes {BOX.portions[PORTION['advanced']].advanced} fruit; "
        f"you are short of {BOX.portions[PORTION['advanced']].advanced} fruit.",
    ),
    (
        "a second step without the money",
        position(
            Closing(),
            ToStep(1),
            phase=Phase.BREWERY,
            players={1: {"workers": "lab-technician", "money": SECOND_STEP - 1}},
        ),
        "second-step flavour",
        "BC-25",
        f"A second step costs ${SECOND_STEP}; you have ${SECOND_STEP - 1}.",
    ),
    (
        "research on a track that there is not",
        ACTING,
        "research physics",
        "BC-25",
        f"There is no research track physics; there are {TRACKS}.",
    ),
    (
        "a second step on a track that there is not",
        STEPPING,
        "second-step physics",
        "BC-25",
        f"There is no research track physics; there are {TRACKS}.",
    ),
    (
        "a fifth step",
        at_work(players={1: {"steps": {"flavour": 4}}}),
        "research flavour",
        "BC-25",
        "You have taken all steps of Flavour.",
    ),
    (
        "a fifth step as the second",
        after(at_work(players={1: {"workers": "lab-technician", "steps": {"flavour": 3}}}), "research flavour"),
        "second-step flavour",
        "BC-25",
        "You have taken all steps of Flavour.",
    ),
    (
        "research after a portion",
        COLLABORATED,
        "research flavour",
        "BC-23",
        "Something else must be decided now. You have collaborated: process beer, or end the action.",
    ),
    (
        "an install after a portion",
        COLLABORATED,
        "install farm",
        "BC-23",
        "Something else must be decided now. You have collaborated: process beer, or end the action.",
    ),
    (
        "a tile that there is not",
        ACTING,
        "install lab",
        "BC-26",
        f"There is no tile lab; there are {', '.join(TILE)}.",
    ),
    (
        "a tile twice",
        at_work(players={1: {"tiles": "farm"}}),
        "install farm",
        "BC-26",
        "Farm: you have installed it.",
    ),
    (
        "an infuser too many",
        at_work(players={1: {"tiles": f"farm {INFUSERS}"}}),
        "install hops-infuser",
        "BC-26",
        f"Hops Infuser: you have installed all {len(INFUSERS.split())}.",
    ),
    *(
        (
            f"{line} when the game is over",
            position(phase=Phase.OVER, year=3, season="winter"),
            line,
            "BC-28",
            "The game is over.",
        )
        for line in (*MOVES, "trade coffee-roaster")
    ),
]

REFUSALS = {row[0]: row[1:] for row in ROWS}


@pytest.mark.parametrize("what", REFUSALS)
def test_a_refusal_names_the_rule_and_what_would_be_right(what: str) -> None:
    state, line, rule, sentence = REFUSALS[what]
    refused = refusal(state, line)
    assert refused is not None
    assert (refused.rule, refused.message) == (rule, sentence)


@pytest.mark.parametrize("what", REFUSALS)
def test_a_refused_move_changes_nothing_and_apply_raises_the_same_refusal(what: str) -> None:
    state, line, *_ = REFUSALS[what]
    kept, before = msgspec.msgpack.encode(state), legal(state)
    with pytest.raises(IllegalMove) as caught:
        after(state, line)
    assert caught.value.refusal == refusal(state, line)
    assert line not in before
    assert (msgspec.msgpack.encode(state), legal(state)) == (kept, before)


LEGAL = {
    "the other side of a space without workers": (at_market(workers=""), SHIFT, False),
    "another side than the partnership": (at_market(partnerships=""), "market local-partnership ingredient", True),
    "an empty space": (at_market(), "market private-investor money", True),
    "a second shift in time": (
        at_market(players={1: {"brewed": {"ale": FIGURES.shift_2_batches.value}}}),
        SHIFT,
        True,
    ),
    "a third shift in time": (at_market(players={1: {"shifts": 2, "brewed": MANY_BREWED}}), SHIFT, True),
    "a trade for the last money": (
        at_work(players={1: {"partnerships": "spices-importer", "money": price("spices-importer")}}),
        "trade spices-importer",
        True,
    ),
    "old and new ones discarded": (DISCARDING, "discard malt:1,hops:1", True),
    "the basic recipe brewed before": (
        at_tank(players={1: {"ingredients": enough("coffee-stout"), "brewed": {"stout": 1}}}),
        "brew coffee-stout",
        True,
    ),
    "as many hops as infusers": (
        at_tank(players={1: {"ingredients": enough("ale", hops=2), "tiles": "hops-infuser hops-infuser"}}),
        "brew ale tank 2",
        True,
    ),
    "malt spared": (
        at_tank(players={1: {"ingredients": enough("ale", "malt"), "tiles": "mash-tun"}}),
        "brew ale",
        True,
    ),
    "a last portion by another": (
        at_work(1, seats=3, players={1: {"ingredients": "yeast:9"}}, portions={**dict.fromkeys(GIVEN, 1), "malt": 2}),
        "collaborate yeast",
        True,
    ),
    "a last portion by who gave none": (
        at_work(1, seats=3, players={1: {"ingredients": "yeast:9"}}, portions=GIVEN),
        "collaborate yeast",
        True,
    ),
    "an advanced ingredient named": (ENDING, "collaborate advanced coffee", True),
    "a second infuser": (at_work(players={1: {"tiles": "hops-infuser"}}), "install hops-infuser", True),
    "a fourth step": (at_work(players={1: {"steps": {"flavour": 3}}}), "research flavour", True),
    "a second step for the last money": (
        position(
            Closing(),
            ToStep(1),
            phase=Phase.BREWERY,
            players={1: {"workers": "lab-technician", "money": SECOND_STEP}},
        ),
        "second-step flavour",
        True,
    ),
    "beer processed after a portion": (COLLABORATED, "process", True),
    "beer not processed after a portion": (COLLABORATED, "end-action", True),
    "the Brewpub before the tank": (
        at_tank(1, True, players={1: {"ingredients": enough("ale"), "tiles": "brewpub"}}),
        "brew ale brewpub",
        True,
    ),
}


@pytest.mark.parametrize("what", LEGAL)
def test_what_would_be_right_is_legal(what: str) -> None:
    """Beside the refusals, so that none of them refuses too much."""
    state, line, right = LEGAL[what]
    assert (refusal(state, line) is None) is right
    assert (line in legal(state)) is right


# --- games that cannot be set up --------------------------------------------------------------------------------------

ADVANCED = [beer for beer in BOX.beers if beer.advanced]
PER_STYLE, WORKERS = FIGURES.advanced_per_style.value, FIGURES.skilled_workers.value
GOOD_RECIPES = tuple(
    beer.name for style in range(3) for beer in [one for one in ADVANCED if one.style == style][-PER_STYLE:]
)
GOOD_WORKERS = tuple(worker.name for worker in BOX.workers if worker.players == 2)[-WORKERS:]
OF_EACH = f"Name {PER_STYLE} different advanced recipes of each style; of the style "
THERE = ", ".join(beer.name for beer in ADVANCED)
FOR_TWO = ", ".join(worker.name for worker in BOX.workers if worker.players == 2)
MORE = next(beer.name for beer in ADVANCED if not beer.style and beer.name not in GOOD_RECIPES)
OTHER = next(worker.name for worker in BOX.workers if worker.players == 2 and worker.name not in GOOD_WORKERS)

NAMED = {
    "an unknown recipe": (
        {"named_recipes": (*GOOD_RECIPES[1:], "kolsh")},
        2,
        "BC-04",
        f"There is no advanced recipe kolsh; there are {THERE}.",
    ),
    "a basic recipe": (
        {"named_recipes": (*GOOD_RECIPES[1:], "ale")},
        3,
        "BC-04",
        f"There is no advanced recipe ale; there are {THERE}.",
    ),
    "no recipes": ({"named_recipes": ()}, 2, "BC-04", f"{OF_EACH}ale there are 0 here."),
    "a recipe too few": (
        {"named_recipes": GOOD_RECIPES[:-1]},
        2,
        "BC-04",
        f"{OF_EACH}stout there are {PER_STYLE - 1} here.",
    ),
    "a recipe too many": (
        {"named_recipes": (*GOOD_RECIPES, MORE)},
        2,
        "BC-04",
        f"{OF_EACH}ale there are {PER_STYLE + 1} here.",
    ),
    "a recipe of another style": (
        {"named_recipes": (*GOOD_RECIPES[:-1], MORE)},
        2,
        "BC-04",
        f"{OF_EACH}ale there are {PER_STYLE + 1} here.",
    ),
    "a recipe twice": (
        {"named_recipes": (GOOD_RECIPES[1], *GOOD_RECIPES[1:])},
        2,
        "BC-04",
        f"{GOOD_RECIPES[1]} is named twice.",
    ),
    "a recipe once more": (
        {"named_recipes": (*GOOD_RECIPES, GOOD_RECIPES[0])},
        2,
        "BC-04",
        f"{GOOD_RECIPES[0]} is named twice.",
    ),
    "two recipes twice": (
        {"named_recipes": (*GOOD_RECIPES, GOOD_RECIPES[2], GOOD_RECIPES[1])},
        2,
        "BC-04",
        f"{GOOD_RECIPES[2]} is named twice.",
    ),
    "two workers twice": (
        {"named_workers": (*GOOD_WORKERS[:2], *GOOD_WORKERS[:2][::-1])},
        2,
        "BC-05",
        f"{GOOD_WORKERS[1]} is named twice.",
    ),
    "an unknown worker": (
        {"named_workers": (*GOOD_WORKERS[1:], "brewer")},
        2,
        "BC-05",
        f"There is no skilled worker brewer for 2 players; there are {FOR_TWO}.",
    ),
    "a worker for more players": (
        {"named_workers": (*GOOD_WORKERS[1:], "festival-host")},
        2,
        "BC-05",
        f"There is no skilled worker festival-host for 2 players; there are {FOR_TWO}.",
    ),
    "no workers": ({"named_workers": ()}, 2, "BC-05", f"Name {WORKERS} different skilled workers, not 0."),
    "a worker too few": (
        {"named_workers": GOOD_WORKERS[1:]},
        4,
        "BC-05",
        f"Name {WORKERS} different skilled workers, not {WORKERS - 1}.",
    ),
    "a worker too many": (
        {"named_workers": (*GOOD_WORKERS, OTHER)},
        5,
        "BC-05",
        f"Name {WORKERS} different skilled workers, not {WORKERS + 1}.",
    ),
    "a worker twice": (
        {"named_workers": (GOOD_WORKERS[1], *GOOD_WORKERS[1:])},
        2,
        "BC-05",
        f"{GOOD_WORKERS[1]} is named twice.",
    ),
    "a worker once more": (
        {"named_workers": (*GOOD_WORKERS, GOOD_WORKERS[0])},
        2,
        "BC-05",
        f"{GOOD_WORKERS[0]} is named twice.",
    ),
    "bad recipes before bad workers": (
        {"named_recipes": (), "named_workers": ()},
        2,
        "BC-04",
        f"{OF_EACH}ale there are 0 here.",
    ),
    "bad workers after good recipes": (
        {"named_recipes": GOOD_RECIPES, "named_workers": ()},
        2,
        "BC-05",
        f"Name {WORKERS} different skilled workers, not 0.",
    ),
}


@pytest.mark.parametrize("what", NAMED)
def test_a_game_with_bad_names_is_refused_and_not_set_up(what: str) -> None:
    given, seats, rule, sentence = NAMED[what]
    options = BrewCraftersOptions(**given)
    refused = RULES.why_not_new(options, seats)
    assert refused is not None
    assert refused.rule == rule
    assert refused.message.startswith(sentence)
    with pytest.raises(ValueError, match=f"^{re.escape(refused.message)}$"):
        RULES.new(options, seats, Chance(seed_from("bad names")))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_with_good_names_has_these_and_the_basic_recipes(seats: int) -> None:
    alone = seats < BOX.workers[WORKER["festival-host"]].players
    workers = GOOD_WORKERS if alone else (*GOOD_WORKERS[1:], "festival-host")
    options = BrewCraftersOptions(
        named_recipes=GOOD_RECIPES[::-1],
        named_workers=workers[::-1],
        recipes=Selection.RANDOM,
        workers=Selection.RANDOM,
    )
    assert RULES.why_not_new(options, seats) is None
    state = RULES.new(options, seats, Chance(seed_from("good names")))
    assert {BOX.beers[code].name for code in state.recipes} == {*GOOD_RECIPES, "ale", "porter", "stout"}
    assert {BOX.workers[code].name for code in state.workers} == {*workers}
    assert RULES.why_not_new(BrewCraftersOptions(), seats) is None


# --- over all of them -------------------------------------------------------------------------------------------------


def test_every_refusal_of_the_rules_is_among_these(monkeypatch: pytest.MonkeyPatch) -> None:
    written = [
        (module.__name__, node.lineno, node.end_lineno or node.lineno)
        for module in RULES_MODULES
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal"
    ]
    assert len(written) > 40
    given: set[tuple[str, int]] = set()

    def noted(rule: str, message: str) -> Refusal:
        caller = sys._getframe(1)
        given.add((caller.f_globals["__name__"], caller.f_lineno))
        return Refusal(rule, message)

    for module in RULES_MODULES:
        if hasattr(module, "Refusal"):
            monkeypatch.setattr(module, "Refusal", noted)
    for state, line, *_ in REFUSALS.values():
        refusal(state, line)
    for state, _ in OWED.values():
        for line in MOVES:
            refusal(state, line)
    for options, seats, *_ in NAMED.values():
        RULES.why_not_new(BrewCraftersOptions(**options), seats)
    assert [
        (module, first)
        for module, first, last in written
        if not given & {(module, line) for line in range(first, last + 1)}
    ] == []


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


@cache
def domain() -> tuple[Move, ...]:
    """Every move that can be written, but of discards none."""
    sides = {side.name for space in BOX.spaces[5] for side in space.sides}
    return (
        *(Market(space.name, side) for space in BOX.spaces[5] for side in sorted(sides, key=str)),
        *map(Hire, [*WORKER, "farm"]),
        *(kind(name) for kind in (Form, Trade) for name in [*PARTNERSHIP, "intern"]),
        *(kind(ingredient) for kind in (Choose, Plant) for ingredient in INGREDIENTS),
        *(kind(track) for kind in (Annual, Research, SecondStep) for track in [*TRACK, "physics"]),
        *(Brew(recipe, vessel, added) for recipe in [*RECIPE, "kolsh"] for vessel in Vessel for added in range(4)),
        *(Collaborate(portion, kind) for portion in [*PORTION, "beer"] for kind in (None, *INGREDIENTS)),
        *map(Install, [*TILE, "intern"]),
        Process(),
        LeaveEmpty(),
        NoPlanting(),
        NoSecondStep(),
        EndAction(),
        EndTrading(),
    )


def discards(state: BrewCraftersState, moves: list[Move], rng: random.Random) -> set[Move]:
    """Legal ones, and such as have one ingredient more or less."""
    found: set[Move] = {Discard(amounts((1, 0, 0, 0, 0, 0)))}
    for move in rng.sample(moves, min(len(moves), 8)):
        if isinstance(move, Discard):
            stock = counts(move.ingredients)
            found.add(move)
            for i in range(6):
                for by in (-1, 1):
                    changed = tuple(n + by * (i == j) for j, n in enumerate(stock))
                    if min(changed) >= 0:
                        found.add(Discard(amounts(changed)))
    return found


def test_a_move_is_refused_exactly_when_it_is_not_among_the_legal_ones_and_then_nothing_changes() -> None:
    rng, tried = random.Random(1), Counter[tuple[str, bool]]()
    states = [state for state, *_ in REFUSALS.values()] + [state for state, _ in OWED.values()]
    for task in [*OWED, "over"]:
        of_task = [state for state, other in sample() if other == task]
        states += rng.sample(of_task, min(5, len(of_task)))
    for state in states:
        kept, moves = msgspec.msgpack.encode(state), list(RULES.moves(state))
        listed = {*moves}
        assert len(moves) == len(listed), "each once"
        some = {move for move in moves if not isinstance(move, Discard)}
        for move in sorted({*domain(), *some, *discards(state, moves, rng)}, key=write):
            refused = RULES.why_not(state, move)
            assert (refused is None) is (move in listed), f"{write(move)}: {refused}"
            tried[move.verb, refused is None] += 1
            if refused is not None:
                assert refused.message.endswith(".")
        assert msgspec.msgpack.encode(state) == kept
    for verb in [line.split()[0] for line in MOVES] + ["trade"]:
        assert tried[verb, True], f"{verb} is legal somewhere"
        assert tried[verb, False], f"{verb} is refused somewhere"


def test_what_comes_at_the_tank_counts_the_malt_that_is_spared() -> None:
    """The cost in a refusal is the player's own, of a first batch and of a later one."""
    mine = {1: {"ingredients": "malt:1", "tiles": "mash-tun"}}
    for brewed in (0, 1):
        state = at_tank(players=mine, brewed=brewed)
        cost = recipe_cost(state.brewers[0], BOX, RECIPE["ale"], not brewed)
        refused = refusal(state, "brew ale")
        assert refused is not None
        assert refused.message.startswith(f"Ale takes {spoken(cost)}; ")
    assert BOX.means((TILE["mash-tun"],), (), (0,) * len(TRACK)).sum(EffectName.FIRST_LESS_MALT)


# --- the verbs of a decision ------------------------------------------------------------------------------------------


def verbs(state: BrewCraftersState) -> tuple[str, ...]:
    """What the decision says may answer it; the same as what the legal moves say."""
    decision = RULES.decision(state)
    assert decision is not None
    assert decision.verbs == tuple(dict.fromkeys(move.verb for move in RULES.moves(state)))
    return decision.verbs


def test_the_verbs_of_a_decision_are_those_of_the_legal_moves() -> None:
    states = [state for state, task in sample() if task != "over"] + [state for state, _ in OWED.values()]
    asked = Counter(verb for state in states for verb in verbs(state))
    assert {*asked} == {verb_of(move) for move in ABOUT.moves}


def test_a_verb_that_is_not_possible_is_not_among_those_of_the_decision() -> None:
    rich = {"ingredients": "malt:9,hops:9,yeast:9,fruit:9", "partnerships": ROASTER}
    every_step, every_tile = (
        dict.fromkeys(TRACK, 4),
        " ".join(tile.name for tile in BOX.tiles for _ in range(tile.copies)),
    )
    assert verbs(at_work(seats=2, players={1: rich})) == ("process", "research", "install", "trade")
    assert verbs(at_work(seats=3, players={1: rich})) == ("process", "collaborate", "research", "install", "trade")
    assert verbs(at_work(seats=3)) == ("process", "research", "install")
    assert verbs(at_work(players={1: rich | {"steps": every_step}})) == ("process", "install", "trade")
    assert verbs(at_work(players={1: rich | {"tiles": every_tile}})) == ("process", "research", "trade")
    assert verbs(at_work(players={1: rich | {"money": 0}})) == ("process", "research", "install")
    assert verbs(COLLABORATED) == ("end-action", "process")
    assert verbs(at_tank(players={1: rich | {"ingredients": ""}})) == ("leave-empty", "trade")
    assert verbs(
        position(ToPlant(1), phase=Phase.RESTOCK, players={1: {"tiles": "farm", "partnerships": ROASTER}})
    ) == (
        "no-planting",
        "trade",
    )
