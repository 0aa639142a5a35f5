"""The mutations. Those for moves are derived from the games; the others are in `schema.graphql.seat_mutations`."""

import inspect
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
import strawberry

from taphouse.engine.game import Game, Move
from taphouse.engine.vocabulary import lower_first
from taphouse.schema.failures import or_problem
from taphouse.schema.game_view import MOST_MOVES, Sent
from taphouse.schema.graphql.arguments import INFO, Arguments, argument, changing
from taphouse.schema.graphql.derive import builtins, documented
from taphouse.schema.graphql.game_types import InPlay, field_of
from taphouse.schema.graphql.seat_mutations import seat_mutations
from taphouse.schema.ports import Changed
from taphouse.schema.problems import CHANGING
from taphouse.schema.values import LogEntry


def mutation_type(play: InPlay, games: dict[str, Game]) -> Any:
    """The root type of mutations."""
    types = play.types
    in_play = play.interface

    @strawberry.type(name="GameChanged", description="The game after a change, and the log entries of the change.")
    class GameChanged:
        game: in_play = strawberry.field(description="The game after the change, as you see it.")
        entries: list[types.interface(LogEntry)] = strawberry.field(
            description="The log entries of the change, in version order, with automatic moves of resigned seats."
        )
        is_type_of = classmethod(lambda _, value, __: isinstance(value, Changed))

    changed = types.union(
        "ChangeResult", [GameChanged, *play.problems(CHANGING)], "The game after the change, or why it was refused."
    )

    def play_typed(kind: str, read: Callable[[dict[str, Any]], list[Any]]) -> Callable[..., Awaitable[Any]]:
        async def resolve(
            info: INFO,
            game_id: str,
            expected_version: int | None = None,
            idempotency_key: str | None = None,
            **rest: Any,
        ) -> Any:
            sent = [Sent(kind, value) for value in read(rest)]
            return await _play(info, game_id, sent, expected_version, idempotency_key)

        return resolve

    async def play_notation(
        info: INFO,
        game_id: str,
        moves: list[str],
        expected_version: int | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        return await _play(info, game_id, [Sent(None, move) for move in moves], expected_version, idempotency_key)

    def moves(annotation: Any, text: str) -> Arguments:
        return {"moves": argument(list[annotation], text)}

    body: dict[str, Any] = {
        **seat_mutations(play, games, GameChanged, changed),
        "play": changing(
            play_notation,
            moves(str, f"The moves in notation, in order, 1 to {MOST_MOVES}. Example: `draft row-1`."),
            changed,
            "Make moves of your seat, given in notation. Either all moves are made or none.",
        ),
    }
    for kind, game in games.items():
        about = game.about
        body[field_of(game) + "Play"] = changing(
            play_typed(kind, lambda rest: [builtins(move) for move in rest["moves"]]),
            moves(play.move_inputs[kind], f"The moves in order, 1 to {MOST_MOVES}."),
            changed,
            f"Make moves of your seat in a game of {about.title}. Either all moves are made or none.",
        )
        for move in about.moves:
            name = field_of(game) + move.__name__
            if name in body:
                raise TypeError(f"two mutations would have the name {name}; rename the move {move.__name__}")
            body[name] = changing(play_typed(kind, _reader(move)), _arguments(play, move), changed, documented(move))
    return strawberry.type(
        type("Mutation", (), body), name="Mutation", description="Operations that create and change games."
    )


async def _play(info: INFO, game: str, sent: list[Sent], expected: int | None, key: str | None) -> Any:
    return await or_problem(info.context.tables.play(info.context.caller, game, sent, expected, key))


def _reader(move: type[Move]) -> Callable[[dict[str, Any]], list[Any]]:
    """A function from the arguments of a move's mutation to a value of the game's `@oneOf` input."""
    name = lower_first(move.__name__)
    keys = dict(zip(move.__struct_fields__, move.__struct_encode_fields__, strict=True))
    if not keys:
        return lambda _: [{name: True}]
    return lambda rest: [{name: {keys[field]: builtins(value) for field, value in rest.items()}}]


def _arguments(play: InPlay, move: type[Move]) -> Arguments:
    """The arguments of a move's mutation: its fields."""
    arguments = {}
    for field in msgspec.structs.fields(move):
        annotation, text = play.types.argument(move, field.name)
        default = inspect.Parameter.empty if field.default is msgspec.NODEFAULT else field.default
        described = strawberry.argument(name=field.encode_name, description=text)
        arguments[field.name] = (Annotated[annotation, described], default)
    return arguments
