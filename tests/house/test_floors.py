"""Imports go down: from the lab to the service to the contract to the rules, and inside each floor from room to room."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLOORS = ("client", "engine", "env", "lab", "schema", "service")
ROOMS = """
    engine.bounded_toml engine.upgrades engine.chance engine.clocks engine.vocabulary engine.resources engine.editions
    engine.messages engine.contract engine.resigning engine.first_seat engine.notation engine.game engine.results engine.decisions
    engine.small
    engine.worlds engine.bots engine.records engine.checks
    engine.dank_and_draft engine.pint_craft engine.brew_crafters
    engine.registry engine
    engine.words engine.play
    env.actions env.observers env.steps env.table
    env
    schema
    schema.prices schema.inputs schema.libraries
    schema.values schema.catalogue schema.problems schema.descriptions schema.request_problems schema.texts schema.failures
    schema.execution
    schema.paging schema.move_inputs schema.game_view schema.results schema.ports schema.partial_answers
    schema.game_patches
    schema.operations schema.concepts schema.registry schema.words
    schema.shared_classes schema.served_games
    schema.graphql schema.rest
    client.errors client.selections client.values client.contract client.documents
    client.actions client.exchange client.reading client.changing client.account client.feed client.people client.operating
    client.playing
    client.clients
    client.mcp
    client
    service
    service.libraries service.runtime service.outgoing service.store service.access service.games service.bots
    service.persons service.talk service.operating.stored service.operating.admitting service.webhooks service.mail
    service.operating service.reports service.feed service.observing
    service.services service.http service.lifespan service.app
    service.cli
    lab.memory_store lab.programs
    lab.matches lab.arena lab.simulate lab.record lab.contract lab.new_game lab.secrecy lab.game_tests lab.bot_player lab.demo
    lab.players
    lab.commands
    lab
    command_line __main__
""".split()  # noqa: SIM905 -- rows are easier to read
"""From the bottom up. A module belongs to the room with the longest name that begins its own."""
RELATIVE = re.compile(r"""(?:from|import)[ (]*["'](\.[^"']+)\.(?:js|tsx?)["']""")
"""A module that a file of the browser imports, also by `import()`, or for its types alone."""


@cache
def modules() -> dict[str, Path]:
    """Every module by its name below `taphouse`."""
    files = [file for floor in FLOORS for file in (ROOT / floor).rglob("*.py")]
    floors = {".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file for file in files}
    return floors | {name: ROOT / "taphouse" / f"{name}.py" for name in ("command_line", "__main__")}


@cache
def imported(name: str) -> set[str]:
    """The modules that a module names in its imports, also those inside functions."""
    found = set[str]()
    for node in ast.walk(ast.parse(modules()[name].read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "taphouse":
            module = node.module.removeprefix("taphouse").removeprefix(".")
            for alias in node.names:
                whole = f"{module}.{alias.name}".removeprefix(".")
                found.add(whole if whole in modules() else module)
        elif isinstance(node, ast.Import):
            found |= {one.name.removeprefix("taphouse.") for one in node.names if one.name.startswith("taphouse.")}
    return found


@cache
def room(name: str) -> int:
    """The number of a module's room."""
    return max((len(one), number) for number, one in enumerate(ROOMS) if name == one or name.startswith(one + "."))[1]


def test_no_import_goes_up() -> None:
    up = {name: [other for other in imported(name) if room(other) > room(name)] for name in modules()}
    assert {name: others for name, others in up.items() if others} == {}


def ordered(graph: Mapping[str, set[str]]) -> set[str]:
    """All names of a graph without circles. One with a circle fails, with its way round."""
    try:
        return set(TopologicalSorter(graph).static_order())
    except CycleError as cycle:
        pytest.fail(" -> ".join(cycle.args[1]))


def test_no_imports_form_a_cycle() -> None:
    assert set(modules()) <= ordered({name: imported(name) - {name} for name in modules()})


def test_no_imports_form_a_cycle_in_the_browser() -> None:
    graph = {
        str(file.with_suffix("")): {os.path.normpath(file.parent / path) for path in RELATIVE.findall(file.read_text())}
        for file in (ROOT / "clients").glob("*/src/**/*.ts*")
    }
    assert len(graph) > 100
    assert set(graph) == ordered(graph)


def test_every_room_is_there() -> None:
    assert [one for one in ROOMS if not any(name == one or name.startswith(one + ".") for name in modules())] == []
