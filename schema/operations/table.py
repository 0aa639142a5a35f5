"""All declarations."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import signature

from taphouse.schema.operations import account, agreements, beginning, games, log, moves, seats, webhooks
from taphouse.schema.operations.declaration import Declaration
from taphouse.schema.ports import UseCase

DECLARATIONS = tuple(
    value
    for module in (games, beginning, seats, moves, agreements, log, account, webhooks)
    for value in vars(module).values()
    if isinstance(value, Declaration)
)
"""All operations that are not moves."""
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
