"""The mutations: create and join a game, make moves, resign, abandon. One mutation for each move of each game is derived."""

import inspect
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
import strawberry
from strawberry import Info

from engine.game import Game, Move
from engine.words import lower_first
from schema.context import Changed, Context, Created, Joined, SeatAsked
from schema.derive import builtins, documented
from schema.game_types import InPlay, field_of
from schema.problems import CHANGING, CREATING, JOINING, or_problem
from schema.query import GameId
from schema.sight import MOST_MOVES, Sent
from schema.values import BotKind, LogEntry, SeatKind, SeatToken

Expected = Annotated[
    int | None,
    strawberry.argument(
        description="The version you believe the game is at: a newer one is refused with what happened since. "
        "May be left out, since one seat decides at a time."
    ),
]
IdempotencyKey = Annotated[
    str | None,
    strawberry.argument(
        description="22 to 64 random letters, digits, - or _ of your choice, such as a UUID. Sending the request again with "
        "the same key gets the first answer and changes nothing. For `createGame` and `joinGame` the answer holds tokens, so "
        "keep the key as secret as these."
    ),
]
INFO = Info[Context, None]


def mutation_type(play: InPlay, games: dict[str, Game]) -> Any:
    """The root of mutations."""
    types = play.types
    in_play = play.interface
    seat_token = types.output(SeatToken)
    seat_kind, bot_kind = types.enum(SeatKind), types.enum(BotKind)

    @strawberry.type(name="GameCreated", description="The game is created; the tokens are shown only here.")
    class GameCreated:
        game: in_play = strawberry.field(description="The game, as its host sees it.")
        host_token: str = strawberry.field(description="The right to abandon the game. Keep it secret.")
        seats: list[seat_token] = strawberry.field(description="The tokens of the seats that are yours.")
        is_type_of = classmethod(lambda _, value, __: isinstance(value, Created))

    @strawberry.type(name="GameJoined", description="The seat is yours.")
    class GameJoined:
        game: in_play = strawberry.field(description="The game, as your seat sees it.")
        seat: seat_token = strawberry.field(description="The seat's token.")
        is_type_of = classmethod(lambda _, value, __: isinstance(value, Joined))

    @strawberry.type(name="GameChanged", description="The game was changed.")
    class GameChanged:
        game: in_play = strawberry.field(description="The game after it, as you see it.")
        entries: list[types.interface(LogEntry)] = strawberry.field(
            description="The versions that this made, automatic moves of resigned seats among them."
        )
        is_type_of = classmethod(lambda _, value, __: isinstance(value, Changed))

    @strawberry.input(description="A seat of a new game.")
    class SeatInput:
        kind: seat_kind = strawberry.field(description="Who will sit there.")
        bot: bot_kind | None = strawberry.field(default=None, description="The bot, for a seat of kind BOT.")
        name: str | None = strawberry.field(
            default=None, description="The player's name, up to 40 characters without control characters."
        )

    options = {
        field_of(one): (
            types.input(one.about.options),
            f"{one.about.title}, with these options; {{}} for the usual ones.",
        )
        for one in games.values()
    }
    kinds = {field_of(one): kind for kind, one in games.items()}
    game_input = types.one_of("NewGameInput", "The game to play: exactly one, with its options.", options)
    created = types.union(
        "CreateGameResult", [GameCreated, *play.problems(CREATING)], "The new game, or why there is none."
    )
    joined = types.union("JoinGameResult", [GameJoined, *play.problems(JOINING)], "The seat, or why it is not yours.")
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

    def field(resolve: Any, arguments: dict[str, tuple[Any, Any]], description: str) -> Any:
        """A mutation that takes the usual arguments and these: an annotation and a default by name."""
        usual = {"game_id": (GameId, inspect.Parameter.empty), **arguments}
        usual |= {"expected_version": (Expected, None), "idempotency_key": (IdempotencyKey, None)}
        parameters = [inspect.Parameter("info", inspect.Parameter.KEYWORD_ONLY, annotation=INFO)]
        parameters += [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
            for name, (annotation, default) in usual.items()
        ]
        resolve.__signature__ = inspect.Signature(parameters, return_annotation=changed)
        resolve.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": changed}
        return strawberry.field(resolver=resolve, description=description)

    async def create_game(
        info: INFO,
        game: Annotated[game_input, strawberry.argument(description="What is played.")],
        seats: Annotated[list[SeatInput], strawberry.argument(description="The seats, in turn order.")],
        edition: Annotated[
            str | None,
            strawberry.argument(description="An edition by its name in the catalogue; without it the default."),
        ] = None,
        seed: Annotated[
            str | None,
            strawberry.argument(description="Makes the game reproducible, and marks it as such. Up to 200 characters."),
        ] = None,
        idempotency_key: IdempotencyKey = None,
    ) -> created:
        ((name, chosen),) = builtins(game).items()
        asked = [SeatAsked(seat.name, seat.kind, seat.bot) for seat in seats]
        return await or_problem(
            info.context.tables.create(info.context.caller, kinds[name], chosen, asked, edition, seed, idempotency_key)
        )

    async def join_game(
        info: INFO,
        game_id: GameId,
        name: Annotated[str | None, strawberry.argument(description="Your name, up to 40 characters.")] = None,
        seat: Annotated[int | None, strawberry.argument(description="The seat; without it the first open one.")] = None,
        expected_version: Expected = None,
        idempotency_key: IdempotencyKey = None,
    ) -> joined:
        return await or_problem(
            info.context.tables.join(info.context.caller, game_id, name, seat, expected_version, idempotency_key)
        )

    async def play_notation(
        info: INFO,
        game_id: str,
        moves: list[str],
        expected_version: int | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        return await _play(info, game_id, [Sent(None, move) for move in moves], expected_version, idempotency_key)

    async def resign(
        info: INFO, game_id: str, expected_version: int | None = None, idempotency_key: str | None = None
    ) -> Any:
        return await or_problem(
            info.context.tables.resign(info.context.caller, game_id, expected_version, idempotency_key)
        )

    async def abandon(
        info: INFO, game_id: str, expected_version: int | None = None, idempotency_key: str | None = None
    ) -> Any:
        return await or_problem(
            info.context.tables.abandon(info.context.caller, game_id, expected_version, idempotency_key)
        )

    def moves(annotation: Any, text: str) -> dict[str, tuple[Any, Any]]:
        return {"moves": (Annotated[list[annotation], strawberry.argument(description=text)], inspect.Parameter.empty)}

    body: dict[str, Any] = {
        "create_game": strawberry.field(
            resolver=create_game,
            description="Create a game. You get the host's token and one for each of your seats; "
            "it starts when all seats are taken.",
        ),
        "join_game": strawberry.field(
            resolver=join_game, description="Take an open seat; you get its token. The last one starts the game."
        ),
        "play": field(
            play_notation,
            moves(str, f"The moves as notation, 1 to {MOST_MOVES}, such as `draft row-1`."),
            "Make moves of your seat, written as notation: all of them or none.",
        ),
        "resign": field(
            resign, {}, "Resign: at every further decision of your seat the first of its legal moves is made for it."
        ),
        "abandon": field(abandon, {}, "End the game before its end. The host's right."),
    }
    for kind, one in games.items():
        about = one.about
        body[field_of(one) + "Play"] = field(
            play_typed(kind, lambda rest: [builtins(move) for move in rest["moves"]]),
            moves(play.move_inputs[kind], f"The moves in order, 1 to {MOST_MOVES}."),
            f"Make moves of your seat in a game of {about.title}: all of them or none.",
        )
        for move in about.moves:
            name = field_of(one) + move.__name__
            if name in body:
                raise TypeError(f"two mutations would be named {name}; name the move {move.__name__} otherwise")
            body[name] = field(play_typed(kind, _reader(move)), _arguments(play, move), documented(move))
    return strawberry.type(type("Mutation", (), body), name="Mutation", description="What changes games.")


async def _play(info: INFO, game: str, sent: list[Sent], expected: int | None, key: str | None) -> Any:
    return await or_problem(info.context.tables.play(info.context.caller, game, sent, expected, key))


def _reader(move: type[Move]) -> Callable[[dict[str, Any]], list[Any]]:
    """From the arguments of a move's mutation to the value of the game's `@oneOf` input."""
    name = lower_first(move.__name__)
    keys = dict(zip(move.__struct_fields__, move.__struct_encode_fields__, strict=True))
    if not keys:
        return lambda _: [{name: True}]
    return lambda rest: [{name: {keys[field]: builtins(value) for field, value in rest.items()}}]


def _arguments(play: InPlay, move: type[Move]) -> dict[str, tuple[Any, Any]]:
    """The arguments of a move's mutation: its fields."""
    arguments = {}
    for field in msgspec.structs.fields(move):
        annotation, text = play.types.argument(move, field.name)
        default = inspect.Parameter.empty if field.default is msgspec.NODEFAULT else field.default
        described = strawberry.argument(name=field.encode_name, description=text)
        arguments[field.name] = (Annotated[annotation, described], default)
    return arguments
