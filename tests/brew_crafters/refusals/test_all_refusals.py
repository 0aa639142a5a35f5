"""Every refusal of the rules is met, and in whole games nothing else is refused."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import random
import sys
from collections import Counter
from functools import cache
from importlib import import_module

import msgspec
import pytest

from taphouse.engine.brew_crafters import rules as rules_package
from taphouse.engine.brew_crafters.cards import INGREDIENTS, EffectName, amounts, counts, spoken
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
    Plant,
    Process,
    Research,
    SecondStep,
    Trade,
    Vessel,
)
from taphouse.engine.brew_crafters.rules.brew import recipe_cost
from taphouse.engine.brew_crafters.state import BrewCraftersState
from taphouse.engine.contract import Move, Refusal
from taphouse.engine.notation import write
from tests.brew_crafters.build import BOX, PARTNERSHIP, PORTION, RECIPE, RULES, TILE, TRACK, WORKER, at_tank, refusal
from tests.brew_crafters.refusals.positions import MOVES, OWED, sample
from tests.brew_crafters.refusals.refused import NAMED, REFUSALS

RULES_MODULES = [
    rules_package,
    *(
        import_module(found.name)
        for found in pkgutil.iter_modules(rules_package.__path__, f"{rules_package.__name__}.")
    ),
]


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
