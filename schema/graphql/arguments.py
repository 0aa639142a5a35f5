"""The arguments that many operations take, and fields that are made of them."""

import inspect
from collections.abc import Mapping
from typing import Annotated, Any

import strawberry
from strawberry import Info

from taphouse.schema.input_bounds import GAME_ID_TEXT, KEY_TEXT
from taphouse.schema.ports import Context
from taphouse.schema.prices import LOOK, Price, priced

INFO = Info[Context, None]
GameId = Annotated[strawberry.ID, strawberry.argument(description=GAME_ID_TEXT)]
Expected = Annotated[
    int | None,
    strawberry.argument(
        description="The version you believe the game is at: a newer one is refused with what happened since. "
        "May be left out, since one seat decides at a time."
    ),
]
IdempotencyKey = Annotated[str | None, strawberry.argument(description=KEY_TEXT)]
Arguments = Mapping[str, tuple[Any, Any]]
"""An annotation and a default by name."""


def argument(annotation: Any, text: str, default: Any = inspect.Parameter.empty) -> tuple[Any, Any]:
    """One of `Arguments`."""
    return Annotated[annotation, strawberry.argument(description=text)], default


def changing(resolve: Any, arguments: Arguments, result: Any, description: str) -> Any:
    """A mutation that changes a game: it takes the usual arguments, and these; several moves are in the one named `moves`."""
    usual = {"game_id": (GameId, inspect.Parameter.empty), **arguments}
    usual |= {"expected_version": (Expected, None), "idempotency_key": (IdempotencyKey, None)}
    parameters = [inspect.Parameter("info", inspect.Parameter.KEYWORD_ONLY, annotation=INFO)]
    parameters += [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
        for name, (annotation, default) in usual.items()
    ]
    resolve.__signature__ = inspect.Signature(parameters, return_annotation=result)
    resolve.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": result}
    price = Price(once=LOOK, judged="moves" if "moves" in arguments else "")
    return strawberry.field(resolver=resolve, description=description, metadata=priced(price))
