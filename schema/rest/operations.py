"""All operations of REST. The service's routes and the OpenAPI document both derive from the list `OPERATIONS`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from taphouse.engine.records import text
from taphouse.schema.graphql.build import Api
from taphouse.schema.graphql.game_types import MOST_LISTED
from taphouse.schema.graphql.queries import MOST_GAMES
from taphouse.schema.prices import (
    AGREE,
    ANALYSE,
    BROWSED,
    CREATE,
    IMAGINE,
    JOIN,
    LISTED,
    LOOK,
    RECORD,
    SHOWN,
    THINK,
    WEBHOOK,
    WEBHOOKS,
    Price,
)
from taphouse.schema.problems import (
    ACCOUNT,
    ADDING_TIME,
    ANSWERING,
    CREATING,
    FORKING,
    JUDGING,
    LISTING,
    NARROWING,
    OWNING_WEBHOOKS,
    PROPOSING,
    READING,
    RECORDING,
    REISSUING,
    RESUMING,
    SEATING,
    TAKING_REMATCH,
    TICKETING,
    UNDOING,
    UPGRADING,
    WATCHING_ACCOUNT,
    WEBHOOK_CREATING,
    WEBHOOK_DELETING,
    WEBHOOK_TESTING,
    AlreadyResigned,
    GameNotFound,
    GameNotStarted,
    GameOver,
    KeyReused,
    NoAccount,
    NotHost,
    NotSeated,
    Problem,
    TokenReadOnly,
    TokenRejected,
    VersionConflict,
)
from taphouse.schema.problems.seats import INVITING, JOINING, REPLACING, RETURNING, REVOKING
from taphouse.schema.request_problems import NotFound
from taphouse.schema.rest import agreements, games, log, moves, seats, webhooks
from taphouse.schema.rest.bodies import NewGame, new_game
from taphouse.schema.rest.operation import JSON_LINES, TEXT, Operation
from taphouse.schema.values import Game, LegalMove, LogEntry, Preview
from taphouse.schema.values.worlds import World

TAGS: Mapping[str, str] = {
    "catalogue": "The kinds of games.",
    "games": "List, create, read and end games.",
    "seats": "Seats and their tokens.",
    "moves": "List, preview and make moves.",
    "agreements": "Take moves back, propose something to the other seats, and play again.",
    "log": "Read and follow the log of a game.",
    "account": "Your account, its games, their records, pending decisions and webhooks.",
    "webhooks": "The webhooks of a game.",
}


_GAMES = Price(once=BROWSED, each=LOOK + SHOWN, listed="first", most=MOST_GAMES)
_LIST = Price(once=LOOK, each=2 * LISTED, listed="first", most=MOST_LISTED)
_MOVES = Price(once=LOOK, each=2 * LISTED, listed="first", most=MOST_LISTED, skipped="after")
_PLAYED = Price(once=LOOK + SHOWN, judged="body")
_PLAIN = Price(once=LOOK)
_NEWS = Price(once=LOOK, each=LOOK, listed="first", most=MOST_GAMES)
_WEBHOOK = Price(once=LOOK + WEBHOOK)
_WEBHOOKS = Price(once=LOOK + WEBHOOKS)
_AGREED = Price(once=LOOK + SHOWN + AGREE)
_RECORD = Price(once=LOOK + RECORD)
_CREATED = Price(once=CREATE + SHOWN, replayed="position")
_FORKED = Price(once=CREATE + LOOK + SHOWN)
_IMPORTED = Price(once=CREATE + SHOWN, replayed="record")

_CHANGED = (GameOver, VersionConflict, GameNotFound, TokenRejected, TokenReadOnly, KeyReused)


def _webhooks(path: str, tag: str, *never: type[Problem]) -> Iterator[Operation]:
    """The operations on the webhooks of a game or an account, of which these problems are never the answer."""
    of_game = tag == "webhooks"

    def made(
        method: str, below: str, use: Callable[..., Awaitable[Any]], refuses: Sequence[type[Problem]], price: Price
    ) -> Operation:
        fits = [problem for problem in refuses if problem not in never]
        return Operation(method, path + below, tag, use, fits, etag=False, price=price)

    listing = webhooks.webhooks if of_game else webhooks.account_webhooks
    creating = webhooks.create_webhook if of_game else webhooks.create_account_webhook
    deleting = webhooks.delete_webhook if of_game else webhooks.delete_account_webhook
    testing = webhooks.test_webhook if of_game else webhooks.test_account_webhook
    yield made("GET", "", listing, OWNING_WEBHOOKS, _WEBHOOKS)
    yield made("POST", "", creating, WEBHOOK_CREATING, _WEBHOOK)
    yield made("POST", "/{webhook}/delete", deleting, WEBHOOK_DELETING, _PLAIN)
    yield made("POST", "/{webhook}/test", testing, WEBHOOK_TESTING, _WEBHOOK)


OPERATIONS = (
    Operation("GET", "/catalogue", "catalogue", games.catalogue, ()),
    Operation("GET", "/catalogue/{kind}", "catalogue", games.kind, (NotFound,)),
    Operation("GET", "/now", "games", games.now, (), etag=False, price=Price()),
    Operation("GET", "/games", "games", games.open_games, LISTING, etag=False, price=_GAMES),
    Operation("GET", "/games/finished", "games", games.finished_games, LISTING, etag=False, price=_GAMES),
    Operation("POST", "/games", "games", games.create_game, CREATING, status=201, price=_CREATED),
    Operation("POST", "/records", "games", games.import_record, CREATING, status=201, price=_IMPORTED),
    Operation("GET", "/games/{id}", "games", games.game, READING),
    Operation("POST", "/games/{id}/forks", "games", games.fork_game, FORKING, status=201, price=_FORKED, anyone=True),
    Operation(
        "POST", "/games/{id}/seats", "seats", seats.join_game, JOINING, status=201, price=Price(once=JOIN + SHOWN)
    ),
    Operation("POST", "/games/{id}/seats/{seat}/open", "seats", seats.open_seat, SEATING),
    Operation("POST", "/games/{id}/seats/{seat}/close", "seats", seats.close_seat, SEATING),
    Operation("POST", "/games/{id}/seats/{seat}/replace", "seats", seats.replace_player, REPLACING),
    Operation("POST", "/games/{id}/return", "seats", seats.return_to_seat, RETURNING),
    Operation(
        "POST", "/games/{id}/seats/{seat}/invites", "seats", seats.create_invite, INVITING, etag=False, price=_PLAIN
    ),
    Operation("POST", "/games/{id}/seats/{seat}/invites/revoke", "seats", seats.revoke_invites, REVOKING),
    Operation("POST", "/games/{id}/tokens/reissue", "seats", seats.reissue_token, REISSUING),
    Operation("POST", "/games/{id}/tokens/narrow", "seats", seats.narrow_token, NARROWING, etag=False),
    Operation(
        "POST", "/games/{id}/resign", "games", games.resign, (*_CHANGED, GameNotStarted, NotSeated, AlreadyResigned)
    ),
    Operation("POST", "/games/{id}/seats/{seat}/time", "games", games.add_time, ADDING_TIME),
    Operation("POST", "/games/{id}/resume", "games", games.resume_game, RESUMING),
    Operation("POST", "/games/{id}/rules", "games", games.upgrade_rules, UPGRADING),
    Operation("POST", "/games/{id}/abandon", "games", games.abandon, (*_CHANGED, NotHost)),
    Operation("POST", "/games/{id}/moves", "moves", moves.play, (*JUDGING, *_CHANGED), price=_PLAYED),
    Operation("GET", "/games/{id}/moves/legal", "moves", moves.legal_moves, READING, price=_MOVES),
    Operation(
        "POST", "/games/{id}/moves/preview", "moves", moves.preview, (*READING, *JUDGING), etag=False, price=_PLAYED
    ),
    Operation("POST", "/games/{id}/moves/why-not", "moves", moves.why_not, READING, etag=False, price=_PLAIN),
    Operation(
        "GET",
        "/games/{id}/suggestion",
        "moves",
        moves.suggestion,
        READING,
        etag=False,
        price=Price(once=LOOK + THINK, searched="bot"),
    ),
    Operation(
        "GET",
        "/games/{id}/analysis",
        "moves",
        moves.analysis,
        READING,
        etag=False,
        price=Price(once=LOOK + ANALYSE, searched="iterations"),
    ),
    Operation(
        "GET", "/games/{id}/world", "moves", moves.sample_world, READING, etag=False, price=Price(once=LOOK + IMAGINE)
    ),
    Operation("POST", "/games/{id}/undo", "agreements", agreements.undo, UNDOING, price=_AGREED),
    Operation("POST", "/games/{id}/proposals", "agreements", agreements.propose, PROPOSING, price=_AGREED),
    Operation(
        "POST",
        "/games/{id}/proposals/{proposal}/accept",
        "agreements",
        agreements.accept_proposal,
        ANSWERING,
        price=_AGREED,
    ),
    Operation("POST", "/games/{id}/proposals/{proposal}/decline", "agreements", agreements.decline_proposal, ANSWERING),
    Operation(
        "POST", "/games/{id}/proposals/{proposal}/withdraw", "agreements", agreements.withdraw_proposal, ANSWERING
    ),
    Operation("POST", "/games/{id}/rematch", "agreements", agreements.take_rematch, TAKING_REMATCH, etag=False),
    Operation("GET", "/games/{id}/history", "log", log.history, READING, price=_LIST),
    Operation("GET", "/games/{id}/events", "log", log.events, READING, stream=log.follow, etag=False, price=_LIST),
    Operation("GET", "/games/{id}/record", "log", log.record, RECORDING, media=TEXT, price=_RECORD),
    Operation("GET", "/account", "account", games.account, ACCOUNT, etag=False, price=_PLAIN),
    Operation("GET", "/account/games", "account", games.account_games, ACCOUNT, etag=False, price=_GAMES),
    Operation(
        "GET", "/account/games/finished", "account", games.account_finished_games, ACCOUNT, etag=False, price=_GAMES
    ),
    Operation(
        "GET",
        "/account/records",
        "account",
        games.account_records,
        ACCOUNT,
        etag=False,
        price=Price(once=2 * LOOK),
        written={
            JSON_LINES: lambda record: [text.write_json(record)],
            TEXT: lambda record: chain(text.written(record), "\n"),
        },
    ),
    Operation("GET", "/account/decisions", "account", games.account_decisions, ACCOUNT, etag=False, price=_GAMES),
    Operation(
        "GET",
        "/account/events",
        "account",
        log.account_events,
        WATCHING_ACCOUNT,
        stream=log.follow_account,
        endless=True,
        etag=False,
        price=_NEWS,
    ),
    Operation("POST", "/tickets", "log", log.create_ticket, TICKETING, etag=False, price=_PLAIN),
    *_webhooks("/games/{id}/webhooks", "webhooks", NoAccount),
    *_webhooks("/account/webhooks", "account", GameNotFound, NotHost, GameOver),
)
"""All operations of REST."""


def forms(api: Api) -> dict[type, tuple[type, ...]]:
    """The concrete types of each abstract base, one for each game of an API."""
    made = api.game_types.values()
    return {
        Game: tuple(types.game for types in made),
        LegalMove: tuple(types.legal_move for types in made),
        LogEntry: tuple(types.log_entry for types in made),
        Preview: tuple(types.preview for types in made),
        World: tuple(types.world for types in made),
        NewGame: tuple(map(new_game, api.games.values())),
    }


ARGUMENTS: Mapping[str, str] = {"idempotencyKey": "Idempotency-Key", "gameId": "id", "game": "options"}
"""The REST names of arguments that have another name in GraphQL. Problems use the GraphQL names."""
