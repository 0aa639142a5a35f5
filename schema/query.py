"""The queries: the catalogue, a game, and what happens in it."""

from typing import Annotated, Any

import strawberry
from strawberry import Info

from schema.context import LOOK, Context
from schema.game_types import MOST_LISTED, InPlay, page
from schema.problems import READING, or_problem
from schema.values import Catalogue, EventPage

LONGEST_WAIT = 25
"""The seconds that `events` waits at most."""

GameId = Annotated[strawberry.ID, strawberry.argument(description="The game's id.")]


def query_type(play: InPlay) -> Any:
    """The root of queries."""
    types = play.types
    found = types.union(
        "GameResult", [*play.games.values(), *play.problems(READING)], "A game, or why it is not shown."
    )
    happened = types.union(
        "EventsResult", [types.output(EventPage), *play.problems(READING)], "What happened, or why it is not shown."
    )

    @strawberry.type(description="What can be asked. Asking changes nothing.")
    class Query:
        @strawberry.field(description="What can be played here: games, options, rules, and editions with every figure.")
        def catalogue(self, info: Info[Context, None]) -> types.output(Catalogue):
            return info.context.tables.catalogue()

        @strawberry.field(description="A game as you see it, by the token you send; without one you are a spectator.")
        async def game(
            self,
            info: Info[Context, None],
            id: GameId,
            at: Annotated[
                int | None, strawberry.argument(description="An earlier version; without it the newest.")
            ] = None,
        ) -> found:
            info.context.spend(LOOK)
            return await or_problem(info.context.tables.see(info.context.caller, id, at))

        @strawberry.field(
            description="What happened after a version, in order and without gaps, as you may see it. Give `after` the "
            "`version` of the last answer, and `wait` to wait for the next: the answer comes as soon as there is one."
        )
        async def events(
            self,
            info: Info[Context, None],
            game_id: GameId,
            after: Annotated[int, strawberry.argument(description="The version after which to begin; 0 for all.")] = 0,
            wait: Annotated[
                int,
                strawberry.argument(
                    description=f"Seconds to wait where nothing has happened yet, 0 to {LONGEST_WAIT}."
                ),
            ] = 0,
            first: Annotated[int, strawberry.argument(description=f"How many at most, 1 to {MOST_LISTED}.")] = 100,
        ) -> happened:
            info.context.spend(LOOK + page(first))
            seconds = float(max(0, min(wait, LONGEST_WAIT)))
            return await or_problem(
                info.context.live.page(info.context.caller, game_id, max(0, after), seconds, page(first))
            )

    return Query
