"""The mutations that begin games, or let players into them: create, fork, import, join."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import strawberry

from taphouse.engine.game import Game
from taphouse.engine.vocabulary import constant
from taphouse.schema.failures import or_problem
from taphouse.schema.graphql.arguments import INFO, Expected, GameId, IdempotencyKey
from taphouse.schema.graphql.derive import builtins, described
from taphouse.schema.graphql.game_types import InPlay
from taphouse.schema.inputs import (
    BREWERY_TEXT,
    EDITION_TEXT,
    FORK_AT_TEXT,
    FORK_SEATS_TEXT,
    FORK_TEXT,
    IMPORT_TEXT,
    INVITE_TEXT,
    NAME_TEXT,
    POSITION_TEXT,
    RECORD_TEXT,
    SEAT_TOKENS_TEXT,
    SEED_TEXT,
    SHOW_NAME_TEXT,
    UNDO_OPTION_TEXT,
)
from taphouse.schema.ports import SeatAsked
from taphouse.schema.prices import CREATE, JOIN, LOOK, Price, priced
from taphouse.schema.problems import (
    CREATING,
    FORKING,
)
from taphouse.schema.problems.seats import JOINING
from taphouse.schema.results import GameCreated, GameJoined
from taphouse.schema.values import BotKind, GameKind, SeatKind, Visibility
from taphouse.schema.values.agreements import UndoOption
from taphouse.schema.values.clocks import CLOCK_TEXT, NewClock


def beginning_mutations(play: InPlay, games: dict[str, Game]) -> dict[str, Any]:
    """The fields of these mutations, by name.

    Args:
        play: the types of games.
        games: the games by kind.
    """
    types = play.types
    seat_kind, bot_kind = types.enum(SeatKind), types.enum(BotKind)

    @strawberry.input(description="A seat of a new game.")
    class SeatInput:
        kind: seat_kind = strawberry.field(description=described(SeatAsked, "kind"))
        bot: bot_kind | None = strawberry.field(default=None, description=described(SeatAsked, "bot"))
        name: str | None = strawberry.field(default=None, description=described(SeatAsked, "name"))
        brewery: str | None = strawberry.field(default=None, description=BREWERY_TEXT)
        show_name: bool = strawberry.field(default=False, description=described(SeatAsked, "show_name"))

    options = {
        game.field: (
            types.input(game.about.options),
            f"{game.about.title}, with these options. `{{}}` means the defaults.",
        )
        for game in games.values()
    }
    clock_input = types.input(NewClock)
    kinds = {game.field: GameKind(constant(kind)) for kind, game in games.items()}
    game_input = types.one_of(
        "NewGameInput", "The kind of game to create, with its options. Give exactly one field.", options
    )
    game_created = types.output(GameCreated)
    created = types.union(
        "CreateGameResult", [game_created, *play.problems(CREATING)], "The new game, or why there is none."
    )
    forked = types.union(
        "ForkGameResult", [game_created, *play.problems(FORKING)], "The new game, or why there is none."
    )
    joined = types.union(
        "JoinGameResult", [types.output(GameJoined), *play.problems(JOINING)], "The seat, or why it is not yours."
    )

    async def create_game(
        info: INFO,
        game: Annotated[game_input, strawberry.argument(description="The kind of game, with its options.")],
        seats: Annotated[
            list[SeatInput],
            strawberry.argument(
                description="The seats, in turn order. The catalogue has the limits, `minSeats` and `maxSeats`."
            ),
        ],
        edition: Annotated[str | None, strawberry.argument(description=EDITION_TEXT)] = None,
        seed: Annotated[str | None, strawberry.argument(description=SEED_TEXT)] = None,
        visibility: Annotated[
            types.enum(Visibility), strawberry.argument(description="Who can find the game.")
        ] = Visibility.UNLISTED,
        position: Annotated[str | None, strawberry.argument(description=POSITION_TEXT)] = None,
        clock: Annotated[clock_input | None, strawberry.argument(description=CLOCK_TEXT)] = None,
        undo: Annotated[types.enum(UndoOption), strawberry.argument(description=UNDO_OPTION_TEXT)] = UndoOption.FREE,
        idempotency_key: IdempotencyKey = None,
    ) -> created:
        context = info.context
        ((name, chosen),) = builtins(game).items()
        asked, timed = _asked(seats), None if clock is None else msgspec.convert(builtins(clock), NewClock)
        return await or_problem(
            context.tables.create(
                context.caller,
                kinds[name],
                chosen,
                asked,
                edition,
                seed,
                visibility,
                position,
                idempotency_key,
                timed,
                undo,
            )
        )

    async def fork_game(
        info: INFO,
        game_id: GameId,
        at: Annotated[int | None, strawberry.argument(description=FORK_AT_TEXT)] = None,
        seat_tokens: Annotated[list[str], strawberry.argument(description=SEAT_TOKENS_TEXT)] = [],  # noqa: B006 -- the default in the SDL
        seats: Annotated[list[SeatInput] | None, strawberry.argument(description=FORK_SEATS_TEXT)] = None,
        visibility: Annotated[
            types.enum(Visibility), strawberry.argument(description="Who can find the game.")
        ] = Visibility.UNLISTED,
        idempotency_key: IdempotencyKey = None,
    ) -> forked:
        context, asked = info.context, None if seats is None else _asked(seats)
        return await or_problem(
            context.tables.fork(context.caller, game_id, at, seat_tokens, asked, visibility, idempotency_key)
        )

    async def import_record(
        info: INFO,
        record: Annotated[str, strawberry.argument(description=RECORD_TEXT)],
        visibility: Annotated[
            types.enum(Visibility), strawberry.argument(description="Who can find the game.")
        ] = Visibility.UNLISTED,
        idempotency_key: IdempotencyKey = None,
    ) -> created:
        context = info.context
        return await or_problem(context.tables.import_record(context.caller, record, visibility, idempotency_key))

    async def join_game(
        info: INFO,
        game_id: GameId,
        name: Annotated[str | None, strawberry.argument(description=f"Your name: {NAME_TEXT}.")] = None,
        brewery: Annotated[str | None, strawberry.argument(description=BREWERY_TEXT)] = None,
        seat: Annotated[
            int | None,
            strawberry.argument(
                description="The seat. Without it, you get that of the invite, or the first open seat."
            ),
        ] = None,
        invite: Annotated[str | None, strawberry.argument(description=INVITE_TEXT)] = None,
        show_name: Annotated[bool, strawberry.argument(description=SHOW_NAME_TEXT)] = False,
        expected_version: Expected = None,
        idempotency_key: IdempotencyKey = None,
    ) -> joined:
        context = info.context
        return await or_problem(
            context.tables.join(
                context.caller, game_id, name, brewery, seat, invite, show_name, expected_version, idempotency_key
            )
        )

    return {
        "create_game": strawberry.field(
            resolver=create_game,
            description="Create a game. You get the host's token and a token for each of your seats. The game starts when all "
            "seats are taken. If you send a login token, your account is the host and has the first of your seats.",
            metadata=priced(Price(once=CREATE, replayed="position")),
        ),
        "fork_game": strawberry.field(
            resolver=fork_game, description=FORK_TEXT, metadata=priced(Price(once=CREATE + LOOK))
        ),
        "import_record": strawberry.field(
            resolver=import_record, description=IMPORT_TEXT, metadata=priced(Price(once=CREATE, replayed="record"))
        ),
        "join_game": strawberry.field(
            resolver=join_game,
            description="Take an open seat and get its token. If you send a login token, your account has the seat too. Only "
            "the host can take a closed seat, or a player with an invite. A waiting game starts when all seats are taken. In a "
            "running game you take over the seat, and see all that it knows.",
            metadata=priced(Price(once=JOIN)),
        ),
    }


def _asked(seats: Sequence[Any]) -> list[SeatAsked]:
    return [SeatAsked(seat.kind, seat.bot, seat.name, seat.brewery, seat.show_name) for seat in seats]
