"""The queries: the catalogue, games and their logs, and the account."""

import datetime
from functools import partial
from typing import Annotated, Any

import strawberry
from strawberry import Info

from taphouse.schema.catalogue import Catalogue
from taphouse.schema.failures import or_problem
from taphouse.schema.graphql.arguments import GameId, WebhooksGameId
from taphouse.schema.graphql.derive import builtins
from taphouse.schema.graphql.game_types import MOST_LISTED, After, InPlay, page, problem_as_error
from taphouse.schema.inputs import BEFORE_TEXT, DISPLAY_NAME_TEXT, EPOCH_TEXT, SINCE_TEXT
from taphouse.schema.ports import Context, Player
from taphouse.schema.prices import BROWSED, LISTED, LOOK, RECORD, WEBHOOKS, Price, priced
from taphouse.schema.problems import ACCOUNT, LISTING, OWNING_WEBHOOKS, READING, RECORDING
from taphouse.schema.results import GameRecord, PendingDecision
from taphouse.schema.values import EventPage, GameKind
from taphouse.schema.values.clocks import NOW_TEXT, Now
from taphouse.schema.webhooks import WebhookList

MOST_GAMES = 50
"""The most games on a page."""
_EACH_A_GAME = Price(once=BROWSED, each=LOOK, listed="first", most=MOST_GAMES)
LONGEST_WAIT = 25
"""The most seconds that `events` waits."""

First = Annotated[int, strawberry.argument(description=f"The most items to return, 1 to {MOST_GAMES}.")]
Since = Annotated[datetime.datetime | None, strawberry.argument(description=SINCE_TEXT)]
Until = Annotated[datetime.datetime | None, strawberry.argument(description=BEFORE_TEXT)]


def query_type(play: InPlay) -> Any:
    """The root type of queries."""
    types = play.types
    game_result = types.union(
        "GameResult", [*play.games.values(), *play.problems(READING)], "A game, or why it is not shown."
    )
    events_result = types.union(
        "EventsResult", [types.output(EventPage), *play.problems(READING)], "A page of the log, or why it is not shown."
    )

    record_result = types.union(
        "RecordResult", [types.output(GameRecord), *play.problems(RECORDING)], "A record, or why it is not shown."
    )

    game_connection = play.connection(play.interface, "Game", "A page of games, newest first.")
    Kind = Annotated[  # noqa: N806 a type
        types.annotation(GameKind) | None, strawberry.argument(description="List only games of this kind.")
    ]
    decision_connection = play.connection(
        types.output(PendingDecision), "PendingDecision", "A page of pending decisions, by game, newest game first."
    )

    @strawberry.type(name="Account", description="Your account: its games and pending decisions.")
    class AccountType:
        id: strawberry.ID = strawberry.field(
            description="The account's id, derived from the issuer and subject of your login token."
        )
        name: str | None = strawberry.field(description=DISPLAY_NAME_TEXT)
        is_type_of = classmethod(lambda _, value, __: isinstance(value, Player))

        @strawberry.field(
            description="The games in which you have a seat or are the host, newest first.",
            metadata=priced(_EACH_A_GAME),
        )
        async def games(self, info: Info[Context, None], first: First = 20, after: After = None) -> game_connection:
            with problem_as_error():
                return await info.context.lobby.games(_player(self), info.context.caller.language, _games(first), after)

        @strawberry.field(
            description="Those of your games that are over, those that ended last first. A game leaves the list when it "
            "expires. A page can have fewer than `first` items before the end of the list: continue until `hasNextPage` is "
            "false.",
            metadata=priced(_EACH_A_GAME),
        )
        async def finished_games(
            self,
            info: Info[Context, None],
            kind: Kind = None,
            since: Since = None,
            until: Until = None,
            first: First = 20,
            after: After = None,
        ) -> game_connection:
            asked = builtins(kind), since, until, _games(first), after
            with problem_as_error():
                return await info.context.lobby.finished_games_of(_player(self), info.context.caller.language, *asked)

        @strawberry.field(
            description="Your pending decisions, by game, newest game first. A page can have fewer than `first` items "
            "before the end of the list: continue until `hasNextPage` is false.",
            metadata=priced(_EACH_A_GAME),
        )
        async def pending_decisions(
            self, info: Info[Context, None], first: First = 20, after: After = None
        ) -> decision_connection:
            with problem_as_error():
                return await info.context.lobby.pending(
                    _player(self), info.context.caller.language, _games(first), after
                )

    open_games_result = types.union(
        "OpenGamesResult", [game_connection, *play.problems(LISTING)], "A page of open games, or why it is not shown."
    )
    finished_games_result = types.union(
        "FinishedGamesResult",
        [game_connection, *play.problems(LISTING)],
        "A page of finished games, or why it is not shown.",
    )
    account_result = types.union(
        "AccountResult",
        [AccountType, *play.problems(ACCOUNT)],
        "Your account, or why there is none.",
    )

    webhooks_result = types.union(
        "WebhooksResult",
        [types.output(WebhookList), *play.problems(OWNING_WEBHOOKS)],
        "The webhooks, or why they are not shown.",
    )

    @strawberry.type(description="Operations that read games and change nothing.")
    class Query:
        @strawberry.field(
            description="All kinds of games, with their options, rules, and editions with all figures.",
            metadata=priced(Price()),
        )
        async def catalogue(self, info: Info[Context, None]) -> types.output(Catalogue):
            await info.context.admit()
            return info.context.tables.catalogue(info.context.caller.language)

        @strawberry.field(description=NOW_TEXT, metadata=priced(Price()))
        async def now(self, info: Info[Context, None]) -> types.output(Now):
            return await info.context.tables.now(info.context.caller)

        @strawberry.field(
            description="A game as you see it, by the token you send. Without a token you are a spectator.",
            metadata=priced(Price(once=LOOK)),
        )
        async def game(
            self,
            info: Info[Context, None],
            id: GameId,
            at: Annotated[
                int | None, strawberry.argument(description="A version of the game. Without it, the newest is shown.")
            ] = None,
        ) -> game_result:
            context = info.context
            see = partial(context.tables.see, context.caller, id, at)
            return await context.caller.work.once(("game", id, at), lambda: or_problem(see()))

        @strawberry.field(
            description="The record of a game: a text to keep, to replay, and to verify. Everybody gets the same.",
            metadata=priced(Price(once=LOOK + RECORD)),
        )
        async def record(self, info: Info[Context, None], id: GameId) -> record_result:
            context = info.context

            async def read() -> GameRecord:
                sight = await context.tables.see(context.caller, id, None)
                return await context.tables.record(context.caller, sight)

            return await context.caller.work.once(("record", id), lambda: or_problem(read()))

        @strawberry.field(
            description="The log after a version, in version order, without gaps, as far as you can see it. To follow a game, "
            "pass `version` and `epoch` of the last page as `after` and `epoch`, and set `wait`: the response comes as soon as "
            "there is an entry. Pages by version, unlike all other lists, so that a client can wait for the next one.",
            metadata=priced(Price(once=LOOK, each=LISTED, listed="first", most=MOST_LISTED)),
        )
        async def events(
            self,
            info: Info[Context, None],
            game_id: GameId,
            after: Annotated[
                int, strawberry.argument(description="List the entries after this version. 0 lists all.")
            ] = 0,
            wait: Annotated[
                int,
                strawberry.argument(
                    description=f"The most seconds to wait for an entry if there is none yet, 0 to {LONGEST_WAIT}."
                ),
            ] = 0,
            first: Annotated[
                int, strawberry.argument(description=f"The most items to return, 1 to {MOST_LISTED}.")
            ] = 100,
            epoch: Annotated[str | None, strawberry.argument(description=EPOCH_TEXT)] = None,
        ) -> events_result:
            seconds = float(max(0, min(wait, LONGEST_WAIT)))
            context, size = info.context, page(first)
            read = partial(context.live.page, context.caller, game_id, max(0, after), seconds, size, epoch)
            key = "events", game_id, after, wait, size, epoch
            return await context.caller.work.once(key, lambda: or_problem(read()), waits=seconds > 0)

        @strawberry.field(
            description="The games with visibility OPEN that wait for players, newest first. A page can have fewer than "
            "`first` items before the end of the list: continue until `hasNextPage` is false.",
            metadata=priced(_EACH_A_GAME),
        )
        async def open_games(
            self,
            info: Info[Context, None],
            kind: Kind = None,
            first: First = 20,
            after: After = None,
        ) -> open_games_result:
            size = _games(first)
            return await or_problem(info.context.lobby.open_games(info.context.caller, builtins(kind), size, after))

        @strawberry.field(
            description="The games with visibility OPEN that were played to their end, those that ended last first. Imported "
            "games are not listed. A game leaves the list when it expires. `Account.finishedGames` lists your own games, "
            "whatever their visibility. A page can have fewer than `first` items before the end of the list: continue until "
            "`hasNextPage` is false.",
            metadata=priced(_EACH_A_GAME),
        )
        async def finished_games(
            self,
            info: Info[Context, None],
            kind: Kind = None,
            since: Since = None,
            until: Until = None,
            first: First = 20,
            after: After = None,
        ) -> finished_games_result:
            context = info.context
            asked = builtins(kind), since, until, _games(first), after
            return await or_problem(context.lobby.finished_games(context.caller, *asked))

        @strawberry.field(
            description="The webhooks of a game, for its host; without a game, those of your account.",
            metadata=priced(Price(once=LOOK + WEBHOOKS)),
        )
        async def webhooks(self, info: Info[Context, None], game_id: WebhooksGameId = None) -> webhooks_result:
            context = info.context
            return await or_problem(context.webhooks.listed(context.caller, game_id))

        @strawberry.field(
            description="Your account, by the token of your login: its games and pending decisions.",
            metadata=priced(Price(once=LOOK)),
        )
        async def account(self, info: Info[Context, None]) -> account_result:
            return await or_problem(info.context.lobby.player(info.context.caller))

    return Query


def _games(first: int) -> int:
    """A page size of games, clamped to 1 to `MOST_GAMES`."""
    return max(1, min(first, MOST_GAMES))


def _player(value: object) -> Player:
    if not isinstance(value, Player):
        raise TypeError(f"expected a Player, not {type(value).__name__}")
    return value
