"""The mutations that are not moves: create and join games, manage seats and tokens, invite, resign, change the rules, abandon."""

import datetime
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
import strawberry

from taphouse.schema.failures import or_problem
from taphouse.schema.graphql.arguments import INFO, GameId, argument, changing
from taphouse.schema.graphql.derive import builtins, described, documented
from taphouse.schema.graphql.game_types import InPlay
from taphouse.schema.inputs import (
    INVITED_UNTIL_TEXT,
    TICKET_GAME_TEXT,
    UNTIL_TEXT,
)
from taphouse.schema.ports import Tables
from taphouse.schema.prices import LOOK, Price, priced
from taphouse.schema.problems import (
    ADDING_TIME,
    NARROWING,
    REISSUING,
    RESUMING,
    SEATING,
    TICKETING,
    UPGRADING,
)
from taphouse.schema.problems.seats import INVITING, REPLACING, RETURNING, REVOKING
from taphouse.schema.results import TicketCreated, TokenReissued
from taphouse.schema.values import BotKind, NarrowToken
from taphouse.schema.values.clocks import ADDED_TEXT
from taphouse.schema.values.seats import MAY_RETURN_TEXT, Invite, Opening, Substitute

UseCase = Callable[..., Awaitable[Any]]


def seat_mutations(play: InPlay, game_changed: Any, changed: Any) -> dict[str, Any]:
    """The fields of these mutations, by name.

    Args:
        play: the types of games.
        game_changed: the result type of a change.
        changed: the union of that type and the problems of a move.
    """
    types = play.types
    seated = types.union(
        "SeatingResult", [game_changed, *play.problems(SEATING)], "The game after the change, or why it was refused."
    )
    upgraded = types.union(
        "UpgradeRulesResult",
        [game_changed, *play.problems(UPGRADING)],
        "The game after the change, or why it was refused.",
    )
    seat = argument(int, "The seat, counted from 1.")
    return {
        **_tokens(play),
        "open_seat": _use_case(
            lambda tables: tables.open_seat,
            {"seat": seat},
            seated,
            "Open a seat: its player, if any, is removed, and anyone can join. Only for the host, before the game starts.",
        ),
        "close_seat": _use_case(
            lambda tables: tables.close_seat,
            {"seat": seat},
            seated,
            "Close a seat: its player, if any, is removed, and only the host can join, or a player with an invite. Only for the "
            "host, before the game starts.",
        ),
        **_absence(play, game_changed),
        "resign": _use_case(
            lambda tables: tables.resign,
            {},
            changed,
            "Resign your seat. From now on the service plays its first legal move at each of its decisions.",
        ),
        "add_time": _use_case(
            lambda tables: tables.add_time,
            {"seat": seat, "seconds": argument(int, ADDED_TEXT)},
            types.union(
                "AddTimeResult",
                [game_changed, *play.problems(ADDING_TIME)],
                "The game after the change, or why it was refused.",
            ),
            "Give a seat more time, in a game with clocks. Only for the host.",
        ),
        "resume_game": _use_case(
            lambda tables: tables.resume,
            {},
            types.union(
                "ResumeGameResult",
                [game_changed, *play.problems(RESUMING)],
                "The game after the change, or why it was refused.",
            ),
            "Go on after a pause: the clock of the seat that must decide runs again. For every player, and the host.",
        ),
        "upgrade_rules": _use_case(
            lambda tables: tables.upgrade_rules,
            {},
            upgraded,
            "Move the game to the newest version of its rules, which holds from the next move on. Only for the host.",
        ),
        "abandon": _use_case(
            lambda tables: tables.abandon, {}, changed, "End the game early, without an outcome. Only for the host."
        ),
    }


def _absence(play: InPlay, game_changed: Any) -> dict[str, Any]:
    """Replacing absent players, their return, and invites."""
    types = play.types
    shown = "The game after the change, or why it was refused."
    replaced = types.union("ReplacePlayerResult", [game_changed, *play.problems(REPLACING)], shown)
    returned = types.union("ReturnToSeatResult", [game_changed, *play.problems(RETURNING)], shown)
    revoked = types.union("RevokeInvitesResult", [game_changed, *play.problems(REVOKING)], shown)
    invited = types.union(
        "CreateInviteResult",
        [types.output(Invite), *play.problems(INVITING)],
        "The invite, or why there is none.",
    )
    members = {
        "bot": (types.enum(BotKind), described(Substitute, "bot")),
        "open": (types.enum(Opening), described(Substitute, "open")),
    }
    substitute = types.one_of("SubstituteInput", documented(Substitute), members)
    seat = argument(int, "The seat, counted from 1.")

    async def create_invite(
        info: INFO,
        game_id: GameId,
        seat: Annotated[int, strawberry.argument(description="A seat that is not taken. It may be closed.")],
        until: Annotated[datetime.datetime | None, strawberry.argument(description=INVITED_UNTIL_TEXT)] = None,
    ) -> invited:
        return await or_problem(info.context.tables.invite(info.context.caller, game_id, seat, until))

    def replacing(tables: Tables) -> UseCase:
        def replace(*arguments: Any, substitute: Any, **given: Any) -> Awaitable[Any]:
            typed = msgspec.convert(builtins(substitute), Substitute)
            return tables.replace_player(*arguments, substitute=typed, **given)

        return replace

    return {
        "replace_player": _use_case(
            replacing,
            {
                "seat": seat,
                "substitute": argument(substitute, "Who plays the seat from now on.", name="with"),
                "may_return": argument(bool, MAY_RETURN_TEXT, False),
            },
            replaced,
            "Give a seat of a running game to a bot, or open it to somebody else. The player's token is revoked, and an account "
            "that held the seat no longer does, unless they may return. Only for the host.",
        ),
        "return_to_seat": _use_case(
            lambda tables: tables.return_to_seat,
            {},
            returned,
            "Take your seat back from the bot that plays it for you. Any move of yours does so too.",
        ),
        "create_invite": strawberry.field(
            resolver=create_invite,
            description="Invite a player to a seat: anyone who has the invite can join that seat, also if it is closed or the "
            "game unlisted. The invite is of no other use. Changes nothing in the game. Only for the host.",
            metadata=priced(Price(once=LOOK)),
        ),
        "revoke_invites": _use_case(
            lambda tables: tables.revoke_invites,
            {"seat": seat},
            revoked,
            "Revoke all invites to a seat that is not taken. Only for the host.",
        ),
    }


def _tokens(play: InPlay) -> dict[str, Any]:
    types = play.types

    reissued = types.union(
        "ReissueTokenResult",
        [types.output(TokenReissued), *play.problems(REISSUING)],
        "The new token, or why there is none.",
    )
    narrowed = types.union(
        "NarrowTokenResult",
        [types.output(NarrowToken), *play.problems(NARROWING)],
        "The narrow token, or why there is none.",
    )

    ticketed = types.union(
        "CreateTicketResult",
        [types.output(TicketCreated), *play.problems(TICKETING)],
        "The ticket, or why there is none.",
    )

    async def create_ticket(
        info: INFO,
        game_id: Annotated[strawberry.ID | None, strawberry.argument(description=TICKET_GAME_TEXT)] = None,
    ) -> ticketed:
        return await or_problem(info.context.live.ticket(info.context.caller, game_id))

    async def narrow_token(
        info: INFO,
        game_id: GameId,
        read_only: Annotated[bool, strawberry.argument(description="Whether the new token is read-only.")] = False,
        until: Annotated[
            datetime.datetime | None,
            strawberry.argument(description=UNTIL_TEXT),
        ] = None,
    ) -> narrowed:
        return await or_problem(info.context.tables.narrow(info.context.caller, game_id, read_only, until))

    return {
        "reissue_token": _use_case(
            lambda tables: tables.reissue,
            {"seat": argument(int | None, "The seat. Without it, the host's token is replaced.", None)},
            reissued,
            "Replace the token of a seat, for example if it was lost or another player takes over. The old token and all "
            "tokens made from it are revoked at once, and an account that held the seat no longer does. Only for the host.",
        ),
        "narrow_token": strawberry.field(
            resolver=narrow_token,
            description="Issue a token with fewer rights than yours, to share: read-only, expiring, or both. It is revoked "
            "with yours. Changes nothing in the game.",
            metadata=priced(Price(once=LOOK)),
        ),
        "create_ticket": strawberry.field(
            resolver=create_ticket,
            description="Get a ticket for one stream of a game or of your account. It goes into the URL of the stream, as "
            "`ticket`, where a browser's EventSource cannot send your token. It works once, within a minute, and only for "
            "reading. Changes nothing.",
            metadata=priced(Price(once=LOOK)),
        ),
    }


def _use_case(
    of: Callable[[Tables], UseCase], arguments: dict[str, tuple[Any, Any]], result: Any, description: str
) -> Any:
    """A mutation that changes a game through a use case, which takes these arguments under the same names."""
    defaults = {name: default for name, (_, default) in arguments.items()}

    async def resolve(
        info: INFO,
        game_id: str,
        expected_version: int | None = None,
        idempotency_key: str | None = None,
        **given: Any,
    ) -> Any:
        context = info.context
        return await or_problem(
            of(context.tables)(
                context.caller, game_id, **defaults | given, expected=expected_version, key=idempotency_key
            )
        )

    return changing(resolve, arguments, result, description)
