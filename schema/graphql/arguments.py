"""Arguments that many operations share, and the mutations that take them."""

import inspect
from collections.abc import Mapping
from typing import Annotated, Any

import strawberry
from strawberry import Info

from taphouse.schema.inputs import GAME_ID_TEXT, KEY_TEXT
from taphouse.schema.ports import Context
from taphouse.schema.prices import LOOK, Price, priced

INFO = Info[Context, None]
GameId = Annotated[strawberry.ID, strawberry.argument(description=GAME_ID_TEXT)]
WebhooksGameId = Annotated[
    strawberry.ID | None,
    strawberry.argument(description=f"{GAME_ID_TEXT} Without it, the webhooks of your account are meant."),
]
Expected = Annotated[
    int | None,
    strawberry.argument(
        description="The version that you expect the game to be at. If it has changed, the request is refused with the "
        "entries since. Optional, because only one seat decides at a time."
    ),
]
IdempotencyKey = Annotated[str | None, strawberry.argument(description=KEY_TEXT)]
Arguments = Mapping[str, tuple[Any, Any]]
"""Annotations and defaults by name."""


def argument(
    annotation: Any, text: str, default: Any = inspect.Parameter.empty, name: str | None = None
) -> tuple[Any, Any]:
    """An item of `Arguments`. `name` is its name in the API, if Python cannot have it."""
    return Annotated[annotation, strawberry.argument(description=text, name=name)], default


def changing(resolve: Any, arguments: Arguments, result: Any, description: str, *, more: int = 0) -> Any:
    """A mutation that changes a game.

    It takes the game's id, an expected version and an idempotency key besides these arguments. An argument named `moves` is
    priced by its length. `more` is its price besides that of opening the game.
    """
    all_arguments = {"game_id": (GameId, inspect.Parameter.empty), **arguments}
    all_arguments |= {"expected_version": (Expected, None), "idempotency_key": (IdempotencyKey, None)}
    parameters = [inspect.Parameter("info", inspect.Parameter.KEYWORD_ONLY, annotation=INFO)]
    parameters += [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
        for name, (annotation, default) in all_arguments.items()
    ]
    resolve.__signature__ = inspect.Signature(parameters, return_annotation=result)
    resolve.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": result}
    price = Price(once=LOOK + more, judged="moves" if "moves" in arguments else "")
    return strawberry.field(resolver=resolve, description=description, metadata=priced(price))
