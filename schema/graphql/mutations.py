"""The root type of mutations. Those that make one move are derived from the games, the others from their declarations."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
import strawberry

from taphouse.engine.contract import Move
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import lower_first
from taphouse.schema.descriptions import documented
from taphouse.schema.failures import Refused
from taphouse.schema.graphql.derive import builtins
from taphouse.schema.graphql.fields import INFO, parameter, signed
from taphouse.schema.graphql.game_types import GraphQLGameTypes
from taphouse.schema.graphql.roots import fields
from taphouse.schema.operations.declaration import MUTATION
from taphouse.schema.operations.moves import play as playing
from taphouse.schema.prices import LOOK, Price, priced


def mutation_type(play: GraphQLGameTypes, games: dict[str, Game]) -> Any:
    """The root type of mutations."""
    body = fields(MUTATION, play)
    for game in games.values():
        for move in game.about.moves:
            name = game.field + move.__name__
            if name in body:
                raise TypeError(f"two mutations would have the name {name}; rename the move {move.__name__}")
            body[name] = _move(play, game.field, move)
    return strawberry.type(
        type("Mutation", (), body), name="Mutation", description="Operations that create and change games."
    )


def _move(play: GraphQLGameTypes, game: str, move: type[Move]) -> Any:
    """The mutation of a move: its fields are the arguments. `game` is the game's field of `MoveInput`."""
    shared = playing.arguments
    parameters = [
        inspect.Parameter("info", inspect.Parameter.KEYWORD_ONLY, annotation=INFO),
        parameter(shared["game"], play.types, "game_id"),
        *_fields(play, move),
        parameter(shared["expected"], play.types, "expected_version"),
        parameter(shared["key"], play.types, "idempotency_key"),
    ]
    resolve = _play_one(game, move)
    signed(resolve, parameters, play.result(playing, MUTATION))
    return strawberry.field(resolve, description=documented(move), metadata=priced(Price(once=LOOK)))


def _play_one(game: str, move: type[Move]) -> Callable[..., Awaitable[Any]]:
    """The resolver of a move's mutation. `game` is the game's field of `MoveInput`."""
    verb = lower_first(move.__name__)
    keys = {_named(field): field.encode_name for field in msgspec.structs.fields(move)}

    async def resolve(
        info: INFO,
        game_id: str,
        expected_version: int | None = None,
        idempotency_key: str | None = None,
        **fields: Any,
    ) -> Any:
        typed = {keys[field]: builtins(value) for field, value in fields.items()} if keys else True
        context, sent = info.context, [{game: {verb: typed}}]
        try:
            return await context.use_cases["play"](context.caller, game_id, sent, expected_version, idempotency_key)
        except Refused as refused:
            return refused.told(context.caller.language)

    return resolve


def _named(field: msgspec.structs.FieldInfo) -> str:
    """The name of a field among the parameters of a resolver, some of which have names of their own, such as `info`."""
    return f"{field.name}_"


def _fields(play: GraphQLGameTypes, move: type[Move]) -> list[inspect.Parameter]:
    parameters = []
    for field in msgspec.structs.fields(move):
        if field.encode_name in ("gameId", "expectedVersion", "idempotencyKey"):
            raise TypeError(
                f"{move.__module__}.{move.__name__}.{field.name}: each mutation has such an argument; rename it"
            )
        annotation, text = play.types.argument(move, field.name)
        parameters.append(
            inspect.Parameter(
                _named(field),
                inspect.Parameter.KEYWORD_ONLY,
                annotation=Annotated[annotation, strawberry.argument(name=field.encode_name, description=text)],
                default=inspect.Parameter.empty if field.default is msgspec.NODEFAULT else field.default,
            )
        )
    return parameters
