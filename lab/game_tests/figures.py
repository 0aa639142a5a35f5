"""The figures of an edition: those that a file has, the same edition with another figure, and the games that it changes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any

from pydantic import ValidationError

from taphouse.engine.editions import Edition
from taphouse.lab.game_tests.tables import GameTerms, playout


def entries(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a file, with its place. Entries of a list are identified by their names, others by their numbers."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from entries(one, f"{at}.{key}" if at else key)
    elif isinstance(value, list):
        for i, one in enumerate(value, 1):
            yield from entries(one, f"{at}.{called(one) or i}")
    else:
        yield at, value


def called(entry: Any) -> str | None:
    """The name of an entry of a list; None if it has none."""
    return entry.get("name") if isinstance(entry, dict) else None


def figures(table: dict[str, Any]) -> dict[str, int]:
    """The numbers of a file by their places, such as `figures.men.value`."""
    return {at: value for at, value in entries(table) if type(value) is int}


def file_of(edition: Edition) -> dict[str, Any]:
    """The file of an edition."""
    return tomllib.loads(edition.source.decode())


def changed(edition: Edition, at: str) -> Iterator[Edition]:
    """The edition with other figures in a place, as far as its model takes them.

    Among them are the least and the greatest that other entries have: a rank counts by those that are above and below it.
    """
    every = figures(file_of(edition))
    value = every[at]
    alike = [one for place, one in every.items() if place.rpartition(".")[2] == at.rpartition(".")[2]]
    for other in sorted({value + 1, value - 1, value // 2, 2 * value, 1, min(alike), max(alike)} - {value}):
        table = deepcopy(file_of(edition))
        put(table, at, other)
        with suppress(ValidationError):
            yield type(edition).model_validate({**table, "source": f"{edition.digest} {at} {other}".encode()})


def put(value: Any, at: str, figure: int, place: str = "") -> None:
    """Put a figure into a place of a file."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inside:
        here = f"{place}.{called(one) or key + 1 if isinstance(value, list) else key}".removeprefix(".")
        if here == at:
            value[key] = figure
        elif isinstance(one, dict | list) and at.startswith(f"{here}."):
            put(one, at, figure, here)


def differs(table: GameTerms, other: Edition, seed: str) -> bool:
    """True if a game goes another way under another edition."""
    game = playout(table, seed)
    rules, chance = table.game.rules(other, table.version), game.chance
    try:
        if rules.why_not_new(table.options, table.seats):
            return True
        state = rules.new(table.options, table.seats, chance)
        for before, (seat, move), after in zip(game.before, game.first(len(game.moves)), game.states[1:], strict=True):
            state = rules.with_decider(state, seat)
            if state != before or [*rules.moves(state)] != [*table.rules.moves(before)]:
                return True
            state = rules.apply(state, move, chance).state
            if rules.view(state) != table.rules.view(after):
                return True
    except Exception:  # the figure is used, if rules cannot do with another
        return True
    return rules.outcome(state) != table.rules.outcome(game.states[-1])
