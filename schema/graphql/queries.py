"""The queries: the catalogue, a game, and what happens in it."""

from collections.abc import Awaitable
from typing import Annotated, Any

import strawberry
from graphql import GraphQLError
from strawberry import Info

from taphouse.schema.failures import Refused, or_problem
from taphouse.schema.graphql.arguments import GameId
from taphouse.schema.graphql.game_types import MOST_LISTED, InPlay, page
from taphouse.schema.ports import Context, Player
from taphouse.schema.prices import BROWSED, LISTED, LOOK, Price, priced
from taphouse.schema.problems import LISTING, READING, NoAccount, TokenRejected
from taphouse.schema.values import Catalogue, EventPage

MOST_GAMES = 50
"""The most games that one page lists."""
_EACH_A_GAME = Price(once=BROWSED, each=LOOK, listed="first", most=MOST_GAMES)
LONGEST_WAIT = 25
"""The seconds that `events` waits at most."""

First = Annotated[int, strawberry.argument(description=f"How many at most, 1 to {MOST_GAMES}.")]
After = Annotated[str | None, strawberry.argument(description="A cursor: what stands behind it is listed.")]


def query_type(play: InPlay) -> Any:
    """The root of queries."""
    types = play.types
    found = types.union(
        "GameResult", [*play.games.values(), *play.problems(READING)], "A game, or why it is not shown."
    )
    happened = types.union(
        "EventsResult", [types.output(EventPage), *play.problems(READING)], "What happened, or why it is not shown."
    )

    listed = play.connection(play.interface, "Game", "Some games, the newest first.")
    to_decide = play.connection(play.pending, "PendingDecision", "Some decisions, those of the newest games first.")

    @strawberry.type(name="Player", description="Somebody with an account, and what waits for him.")
    class PlayerType:
        id: strawberry.ID = strawberry.field(description="Who he is here: made from his issuer and subject.")
        is_type_of = classmethod(lambda _, value, __: isinstance(value, Player))

        @strawberry.field(description="The games in which he has a seat or is the host.", metadata=priced(_EACH_A_GAME))
        async def games(self, info: Info[Context, None], first: First = 20, after: After = None) -> listed:
            size = _games(first)
            return await _or_error(info.context.lobby.games(_player(self), size, after))

        @strawberry.field(
            description="What he must decide, in which game, since when. A page may hold fewer than `first` although there are "
            "more: go on until `hasNextPage` is false.",
            metadata=priced(_EACH_A_GAME),
        )
        async def pending_decisions(
            self, info: Info[Context, None], first: First = 20, after: After = None
        ) -> to_decide:
            size = _games(first)
            return await _or_error(info.context.lobby.pending(_player(self), size, after))

    games_listed = types.union(
        "OpenGamesResult", [listed, *play.problems(LISTING)], "Games to join, or why they are not listed."
    )
    who = types.union(
        "ViewerResult",
        [PlayerType, *play.problems((NoAccount, TokenRejected))],
        "Who you are, or why that is not known.",
    )

    @strawberry.type(description="What can be asked. Asking changes nothing.")
    class Query:
        @strawberry.field(
            description="What can be played here: games, options, rules, and editions with every figure.",
            metadata=priced(Price()),
        )
        async def catalogue(self, info: Info[Context, None]) -> types.output(Catalogue):
            await info.context.admit()
            return info.context.tables.catalogue()

        @strawberry.field(
            description="A game as you see it, by the token you send; without one you are a spectator.",
            metadata=priced(Price(once=LOOK)),
        )
        async def game(
            self,
            info: Info[Context, None],
            id: GameId,
            at: Annotated[
                int | None, strawberry.argument(description="An earlier version; without it the newest.")
            ] = None,
        ) -> found:
            return await or_problem(info.context.tables.see(info.context.caller, id, at))

        @strawberry.field(
            description="What happened after a version, in order and without gaps, as you may see it. Give `after` the "
            "`version` of the last answer, and `wait` to wait for the next: the answer comes as soon as there is one.",
            metadata=priced(Price(once=LOOK, each=LISTED, listed="first", most=MOST_LISTED)),
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
            seconds = float(max(0, min(wait, LONGEST_WAIT)))
            return await or_problem(
                info.context.live.page(info.context.caller, game_id, max(0, after), seconds, page(first))
            )

        @strawberry.field(
            description="The games that wait for players and were created with visibility OPEN, the newest first. A page may "
            "hold fewer than `first` although there are more: go on until `hasNextPage` is false.",
            metadata=priced(_EACH_A_GAME),
        )
        async def open_games(
            self,
            info: Info[Context, None],
            kind: Annotated[
                str | None, strawberry.argument(description="Only games of this kind, such as `dank-and-draft`.")
            ] = None,
            first: First = 20,
            after: After = None,
        ) -> games_listed:
            size = _games(first)
            return await or_problem(info.context.lobby.open_games(info.context.caller, kind, size, after))

        @strawberry.field(
            description="Who you are, by the token of your login: your games, and what you must decide.",
            metadata=priced(Price(once=LOOK)),
        )
        async def viewer(self, info: Info[Context, None]) -> who:
            return await or_problem(info.context.lobby.player(info.context.caller))

    return Query


def _games(first: int) -> int:
    """A page size of games within bounds."""
    return max(1, min(first, MOST_GAMES))


async def _or_error(answer: Awaitable[Any]) -> Any:
    """The answer of a use case. Within `Player` a refusal can only be of a bad cursor: an error, not data."""
    try:
        return await answer
    except Refused as refused:
        raise GraphQLError(refused.problem.message, extensions={"code": refused.problem.code}) from None


def _player(value: object) -> Player:
    if not isinstance(value, Player):
        raise TypeError("somebody with an account is shown through his player")
    return value
