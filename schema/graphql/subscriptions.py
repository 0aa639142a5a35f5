"""The subscriptions: log entries, games as they change, decisions, and the games of an account."""

from collections.abc import AsyncGenerator, Awaitable
from typing import Annotated, Any

import strawberry

from taphouse.schema.execution.shared_values import Events, PlainEvents, SharedValue
from taphouse.schema.failures import Refused
from taphouse.schema.graphql.arguments import INFO, GameId
from taphouse.schema.graphql.game_types import InPlay
from taphouse.schema.inputs import EPOCH_TEXT, GAME_ID_TEXT, PLACE_TEXT
from taphouse.schema.prices import LOOK, Price, priced
from taphouse.schema.problems import FOLLOWING, WATCHING, WATCHING_ACCOUNT, NotSeated
from taphouse.schema.results import AccountEvent, PendingDecision


def subscription_type(play: InPlay) -> Any:
    """The root type of subscriptions."""
    types = play.types

    happened = types.union(
        "LogEntryResult",
        [*play.log_entries, *play.problems(FOLLOWING)],
        "A log entry, or why the stream ends.",
    )
    changed = types.union(
        "GameUpdatedResult", [*play.games.values(), *play.problems(WATCHING)], "A game, or why the stream ends."
    )
    pending = types.union(
        "DecisionsResult",
        [types.output(PendingDecision), *play.problems((*WATCHING, NotSeated))],
        "The decision of your seat, or why the stream ends.",
    )
    news = types.union(
        "AccountEventsResult",
        [types.output(AccountEvent), *play.problems(WATCHING_ACCOUNT)],
        "What a game of your account has come to, or why the stream ends.",
    )

    @strawberry.type(
        description="Streams, as `text/event-stream` or over a WebSocket. A stream completes when the game is over or "
        "abandoned. A problem is always the last event of a stream. The token is checked again before each event."
    )
    class Subscription:
        @strawberry.subscription(
            description="The log entries after a version, as far as you can see them: in version order, without gaps, each "
            "exactly once. To resume, pass the last version you got as `after`, and its `epoch`. Any instance can resume the "
            "stream.",
            metadata=priced(Price(once=LOOK)),
        )
        async def events(
            self,
            info: INFO,
            game_id: GameId,
            after: Annotated[
                int, strawberry.argument(description="Send the entries after this version. 0 sends all.")
            ] = 0,
            epoch: Annotated[str | None, strawberry.argument(description=EPOCH_TEXT)] = None,
        ) -> AsyncGenerator[happened, None]:
            return await _or_problem(info.context.live.entries(info.context.caller, game_id, max(0, after), epoch))

        @strawberry.subscription(
            description="The game as you see it: at once, and again after each change. A slow client skips versions and gets "
            "the newest.",
            metadata=priced(Price(once=LOOK)),
        )
        async def game_updated(self, info: INFO, game_id: GameId) -> AsyncGenerator[changed, None]:
            return await _or_problem(info.context.live.tables(info.context.caller, game_id))

        @strawberry.subscription(
            description="The decision of your seat: at once, and again whenever it changes. Bots can wait for their turn "
            "with it. With the token of your login and without a game, the decisions of your account in all its games: those "
            "that wait for you, and again whenever one comes, changes, or waits no longer.",
            metadata=priced(Price(once=LOOK)),
        )
        async def decisions(
            self,
            info: INFO,
            game_id: Annotated[
                strawberry.ID | None,
                strawberry.argument(
                    description=f"{GAME_ID_TEXT} Optional if you send the token of a seat or of your login."
                ),
            ] = None,
        ) -> AsyncGenerator[pending, None]:
            return await _or_problem(info.context.live.decisions(info.context.caller, game_id))

        @strawberry.subscription(
            description="All games in which your account has a seat or is the host: an event for each that has changed since "
            "`after`, and again whenever one is created, joined, moves on, or ends. A slow client skips versions of a game and "
            "gets the newest. To resume, pass the last `cursor` as `after`; any instance can resume the stream. The stream "
            "ends when your token does.",
            metadata=priced(Price(once=LOOK)),
        )
        async def account_events(
            self, info: INFO, after: Annotated[str | None, strawberry.argument(description=PLACE_TEXT)] = None
        ) -> AsyncGenerator[news, None]:
            return await _or_problem(info.context.live.account_events(info.context.caller, after))

    return Subscription


async def _or_problem(events: Awaitable[Events]) -> Any:
    """The events, or a stream of the one problem that refused them."""
    try:
        return PlainEvents(await events)
    except Refused as refused:
        return PlainEvents(_only(refused.problem))


async def _only(value: Any) -> Events:
    yield SharedValue(value)
