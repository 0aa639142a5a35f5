"""The texts that people read about the problems, reasons and events of the contract, in each language.

The texts of a concept are in files beside its module, such as `concepts/handover.en.toml`; those of all other problems and
events in `messages/`. `engine.messages` explains the templates.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import ModuleType
from typing import TypeVar

from taphouse.engine.messages import ENGLISH, Catalogues, Spoken, Why
from taphouse.engine.messages.templates import Names
from taphouse.engine.messages.wording import Wording
from taphouse.engine.records.record import Undone
from taphouse.engine.resigning import OTHERS_RESIGNED
from taphouse.schema import request_problems
from taphouse.schema.problems import callers, clocks, games, inputs, moves, reasons, seats
from taphouse.schema.problems.base import PlayerProblem, Problem
from taphouse.schema.problems.moves import MoveRefused
from taphouse.schema.values import lifecycle
from taphouse.schema.values.lifecycle import LifecycleEvent

Declared = TypeVar("Declared")


def declared_in(base: type[Declared], *modules: ModuleType) -> tuple[type[Declared], ...]:
    """The types with this base that some modules declare, in their order."""
    return tuple(
        [
            value
            for module in modules
            for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, base) and value.__module__ == module.__name__
        ]
    )


def _spoken(*modules: ModuleType) -> Spoken:
    """The types of these modules that catalogues speak. Refused moves have their sentences in the catalogues of games."""
    problems = [one for one in declared_in(PlayerProblem, *modules) if one not in (PlayerProblem, MoveRefused)]
    events = [one for one in declared_in(LifecycleEvent, *modules) if one is not LifecycleEvent]
    return Spoken(events=events, refusals=(*problems, *declared_in(Why, *modules)))


_SHARED = (lifecycle, callers, clocks, games, inputs, moves, reasons, seats, request_problems)
_NAMED = ("address", "token", "games", "waiting", "listed", "seats", "webhooks", "reports", "emails", "megabytes")
"""The names of rate limits and of quotas."""
_OWN = _spoken(*_SHARED)
_SAID = _OWN._replace(events=(*_OWN.events, Undone), names=_NAMED, reasons=(OTHERS_RESIGNED.name,))
OWN = Catalogues("taphouse.schema", _SAID)
"""The catalogues of what belongs to no concept, and of an undo in a record. Their languages are those that clients can choose,
and concepts use their words."""


@cache
def of_concept(module: str) -> Catalogues | None:
    """The catalogues of a concept's module, by its name. None if it has no texts."""
    package, _, name = module.rpartition(".")
    spoken = _spoken(sys.modules[module])
    return Catalogues(package, spoken, f"{name}.{{}}.toml", OWN) if spoken.events or spoken.refusals else None


@cache
def _wording(module: str, language: str) -> Wording:
    own, concept = OWN.get(language), None
    if module not in {one.__name__ for one in _SHARED}:
        concept = of_concept(module)
    return Wording(language, own, own.names, *([] if concept is None else [concept.get(language)]))


def sentence(why: Problem | Why, language: str, names: Names = ()) -> str:
    """A problem, or a reason of one, as a sentence in a language.

    Args:
        why: the problem or the reason.
        language: the language.
        names: what to call the players, in seat order. By default they are called `Seat 2`.
    """
    return _wording(type(why).__module__, language).reason(why, names)


@cache
def words_in(file: str, language: str) -> Mapping[str, str]:
    """Words without templates, such as those of `concepts/phrases.de.toml`, by name; what a language lacks is English."""
    found: dict[str, str] = {}
    for one in (ENGLISH, language):
        source = resources.files("taphouse.schema.concepts").joinpath(f"{file}.{one}.toml")
        found |= tomllib.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}
    return found
