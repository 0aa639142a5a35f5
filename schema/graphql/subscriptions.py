"""The subscriptions: what happens in a game, the table as it changes, and what a seat must decide."""

from collections.abc import AsyncGenerator, Awaitable
from typing import Annotated, Any

import strawberry

from taphouse.schema.failures import Refused
from taphouse.schema.graphql.arguments import INFO, GameId
from taphouse.schema.graphql.game_types import InPlay
from taphouse.schema.input_bounds import GAME_ID_TEXT
from taphouse.schema.ports import Events
from taphouse.schema.prices import LOOK, Price, priced
from taphouse.schema.problems import FOLLOWING, READING, NotSeated
from taphouse.schema.shared_values import SharedValue


def subscription_type(play: InPlay) -> Any:
    """The root of subscriptions."""
    types = play.types

    happened = types.union(
        "GameEventsResult",
        [*play.log_entries, *play.problems(FOLLOWING)],
        "What happened in a version, or why nothing more is told.",
    )
    changed = types.union(
        "GameUpdatedResult", [*play.games.values(), *play.problems(READING)], "A game, or why it is not shown any more."
    )
    pending = types.union(
        "DecisionsResult",
        [play.pending, *play.problems((*READING, NotSeated))],
        "What your seat must decide, or why nothing more is told.",
    )

    @strawberry.type(
        description="What can be followed, as `text/event-stream` or over a WebSocket. A stream is complete when the game has "
        "ended. A problem is the last that a stream tells; the token is looked at again before each event."
    )
    class Subscription:
        @strawberry.subscription(
            description="What happens after a version, in order and without gaps, each version once, as you may see it. To "
            "go on after a break, give `after` the last version you got: from any instance, at any time.",
            metadata=priced(Price(once=LOOK)),
        )
        async def game_events(
            self,
            info: INFO,
            game_id: GameId,
            after: Annotated[int, strawberry.argument(description="The version after which to begin; 0 for all.")] = 0,
        ) -> AsyncGenerator[happened, None]:
            return await _or_problem(info.context.live.entries(info.context.caller, game_id, max(0, after)))

        @strawberry.subscription(
            description="The game as you see it: at once, and again when it has changed. Who takes them slowly gets the "
            "newest, not each.",
            metadata=priced(Price(once=LOOK)),
        )
        async def game_updated(self, info: INFO, game_id: GameId) -> AsyncGenerator[changed, None]:
            return await _or_problem(info.context.live.tables(info.context.caller, game_id))

        @strawberry.subscription(
            description="What your seat must decide: at once, and again when that has changed. So a bot waits for its turn.",
            metadata=priced(Price(once=LOOK)),
        )
        async def decisions(
            self,
            info: INFO,
            game_id: Annotated[
                strawberry.ID | None,
                strawberry.argument(description=f"{GAME_ID_TEXT} Without it the game whose seat's token you send."),
            ] = None,
        ) -> AsyncGenerator[pending, None]:
            return await _or_problem(info.context.live.decisions(info.context.caller, game_id))

    return Subscription


async def _or_problem(events: Awaitable[Events]) -> Events:
    """The events, or as their only one the problem that they were refused with."""
    try:
        return await events
    except Refused as refused:
        return _only(refused.problem)


async def _only(value: Any) -> Events:
    yield SharedValue(value)
