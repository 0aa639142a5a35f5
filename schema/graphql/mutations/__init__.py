"""The mutations. Those for moves are derived from the games; the others are in the modules beside."""

import inspect
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
import strawberry

from taphouse.engine.contract import Move
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import lower_first
from taphouse.schema.failures import Refused
from taphouse.schema.graphql.arguments import INFO, Arguments, argument, changing
from taphouse.schema.graphql.derive import builtins, documented
from taphouse.schema.graphql.game_types import InPlay
from taphouse.schema.graphql.mutations.agreements import agreement_mutations
from taphouse.schema.graphql.mutations.beginning import beginning_mutations
from taphouse.schema.graphql.mutations.seats import seat_mutations
from taphouse.schema.graphql.mutations.webhooks import webhook_mutations
from taphouse.schema.inputs import MOST_MOVES
from taphouse.schema.problems import CHANGING
from taphouse.schema.results import Changed, GameChanged


def mutation_type(play: InPlay, games: dict[str, Game]) -> Any:
    """The root type of mutations."""
    types = play.types

    game_changed = types.output(GameChanged, values=Changed)
    changed = types.union(
        "ChangeResult", [game_changed, *play.problems(CHANGING)], "The game after the change, or why it was refused."
    )

    def play_moves(
        info: INFO,
        game_id: str,
        moves: list[Any],
        expected_version: int | None = None,
        idempotency_key: str | None = None,
    ) -> Awaitable[Any]:
        return _play(info, game_id, builtins(moves), expected_version, idempotency_key)

    body: dict[str, Any] = {
        **beginning_mutations(play, games),
        **seat_mutations(play, game_changed, changed),
        **agreement_mutations(play, game_changed),
        **webhook_mutations(play),
        "play": changing(
            play_moves,
            {"moves": argument(list[play.move_input], f"The moves in order, 1 to {MOST_MOVES}.")},  # type: ignore[name-defined]
            changed,
            "Make moves of your seat. Either all moves are made or none.",
        ),
    }
    for game in games.values():
        about = game.about
        for move in about.moves:
            name = game.field + move.__name__
            if name in body:
                raise TypeError(f"two mutations would have the name {name}; rename the move {move.__name__}")
            body[name] = changing(_play_one(game.field, move), _arguments(play, move), changed, documented(move))
    return strawberry.type(
        type("Mutation", (), body), name="Mutation", description="Operations that create and change games."
    )


async def _play(info: INFO, game: str, sent: list[Any], expected: int | None, key: str | None) -> Any:
    try:  # not `or_problem`: every move takes this path, and it would add a coroutine
        return await info.context.tables.play(info.context.caller, game, sent, expected, key)
    except Refused as refused:
        return refused.problem


def _play_one(game: str, move: type[Move]) -> Callable[..., Awaitable[Any]]:
    """The resolver of a move's mutation. `game` is the game's field of `MoveInput`."""
    verb = lower_first(move.__name__)
    keys = dict(zip(move.__struct_fields__, move.__struct_encode_fields__, strict=True))

    def resolve(
        info: INFO,
        game_id: str,
        expected_version: int | None = None,
        idempotency_key: str | None = None,
        **fields: Any,
    ) -> Awaitable[Any]:
        typed = {keys[field]: builtins(value) for field, value in fields.items()} if keys else True
        return _play(info, game_id, [{game: {verb: typed}}], expected_version, idempotency_key)

    return resolve


def _arguments(play: InPlay, move: type[Move]) -> Arguments:
    """The arguments of a move's mutation: its fields."""
    arguments = {}
    for field in msgspec.structs.fields(move):
        annotation, text = play.types.argument(move, field.name)
        default = inspect.Parameter.empty if field.default is msgspec.NODEFAULT else field.default
        described = strawberry.argument(name=field.encode_name, description=text)
        arguments[field.name] = (Annotated[annotation, described], default)
    return arguments
