"""All operations, problems, events and texts of the contract, collected from its modules."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import signature

from taphouse.schema.concepts import (
    advice,
    agreements,
    challenges,
    feed,
    handover,
    mail,
    operators,
    persons,
    presence,
    quick_play,
    ratings,
    reports,
    sitting,
    standing_orders,
    talk,
    tickets,
    webhooks,
)
from taphouse.schema.operations import account, beginning, games, log, moves, seats
from taphouse.schema.operations.declaration import Declaration
from taphouse.schema.ports import UseCase
from taphouse.schema.problems import callers, clocks, inputs
from taphouse.schema.problems import games as game_problems
from taphouse.schema.problems import moves as move_problems
from taphouse.schema.problems import seats as seat_problems
from taphouse.schema.problems.base import Problem
from taphouse.schema.texts import OWN, declared_in, of_concept
from taphouse.schema.values import lifecycle
from taphouse.schema.values.lifecycle import GameAbandoned, GameEnded, LifecycleEvent

CONCEPTS = (
    agreements,
    handover,
    tickets,
    webhooks,
    sitting,
    advice,
    persons,
    quick_play,
    challenges,
    ratings,
    talk,
    presence,
    mail,
    operators,
    reports,
    standing_orders,
    feed,
)
"""The modules of concepts. A new one comes last, since the order of all types in the API follows from it."""
_OPERATIONS = (games, beginning, seats, handover, tickets, moves, agreements, log, account, *CONCEPTS)
DECLARATIONS = tuple(
    value for module in dict.fromkeys(_OPERATIONS) for value in vars(module).values() if isinstance(value, Declaration)
)
"""All operations that are not moves."""
PROBLEMS = declared_in(
    Problem, agreements, callers, clocks, game_problems, inputs, move_problems, seat_problems, *CONCEPTS[1:]
)
"""All problems of use cases."""
_ENDS = (GameAbandoned, GameEnded)
LIFECYCLE: tuple[type[LifecycleEvent], ...] = (
    *(one for one in declared_in(LifecycleEvent, lifecycle, *CONCEPTS) if one not in (LifecycleEvent, *_ENDS)),
    *_ENDS,
)
"""The events of every kind of game."""
TEXTS = (OWN, *filter(None, [of_concept(module.__name__) for module in CONCEPTS]))
"""The catalogues of all texts."""
_FIELDS = {(one.on, one.name): one for one in DECLARATIONS}


def collected(*objects: object) -> dict[str, UseCase]:
    """The use cases of the declared operations, by name: methods of these objects.

    Raises:
        TypeError: not exactly one object has a use case, or it does not take the arguments of its operation.
    """
    found: dict[str, UseCase] = {}
    for one in DECLARATIONS:
        methods = [getattr(each, one.use) for each in objects if hasattr(each, one.use)]
        if len(methods) != 1:
            raise TypeError(
                f"The operation {one.name} calls the use case {one.use}, which {len(methods)} objects have."
            )
        found[one.use] = methods[0]
        takes = {*signature(methods[0]).parameters} - {"caller"}
        if not one.has_body and takes != one.parameters:
            differ = ", ".join(sorted(takes ^ one.parameters))
            raise TypeError(f"The operation {one.name} and its use case {one.use} differ in the arguments {differ}.")
    return found


def operation(on: str, name: str) -> Declaration:
    """The operation that is this field of a GraphQL type.

    Raises:
        KeyError: there is none.
    """
    return _FIELDS[on, name]


def declared(on: str) -> Iterator[Declaration]:
    """The operations that are fields of a GraphQL type."""
    return (one for one in DECLARATIONS if on in (one.on, one.also))
