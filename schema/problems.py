"""Expected refusals. They are data, not errors: union members in GraphQL, RFC 9457 problem details in REST."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from taphouse.engine.vocabulary import Public
from taphouse.schema.prices import LISTED, SHOWN
from taphouse.schema.values import LogEntry, Status

MOST_ENTRIES = SHOWN // (2 * LISTED)
"""The most entries in a refusal. They cost no more than the game that a success shows."""
Index = Annotated[int, Meta(description="The number of the move in the request, counted from 1.")]


class Problem(Public, frozen=True, kw_only=True):
    """Why a request was refused. Nothing was changed."""

    code: ClassVar[str]
    http_status: ClassVar[int] = 409
    """The status of an HTTP response with this problem. 409: it conflicts with the state of the game."""
    message: Annotated[str, Meta(description="What is wrong and what to do, as a sentence for people.")]
    rules: Annotated[
        tuple[str, ...], Meta(description="The ids of the rules behind the refusal, as in the catalogue.")
    ] = ()


class MoveRefused(Problem, frozen=True, kw_only=True):
    """The move is not legal now. `rules` names the rule that it breaks."""

    code = "MOVE_REFUSED"
    http_status = 422
    index: Index
    notation: Annotated[str, Meta(description="The refused move as one line of text.")]


class MoveNotUnderstood(Problem, frozen=True, kw_only=True):
    """The value is not a move of this kind of game."""

    code = "MOVE_NOT_UNDERSTOOD"
    http_status = 422
    index: Index


class BatchTellsNews(Problem, frozen=True, kw_only=True):
    """A move before the last reveals something new to the seat. Look at the result before you send the next moves."""

    code = "BATCH_TELLS_NEWS"
    http_status = 422
    index: Index


class NotYourTurn(Problem, frozen=True, kw_only=True):
    """Another seat must decide first."""

    code = "NOT_YOUR_TURN"
    index: Index
    seat: Annotated[int, Meta(description="The seat that must decide.")]


class VersionConflict(Problem, frozen=True, kw_only=True):
    """The game has changed since the expected version."""

    code = "VERSION_CONFLICT"
    http_status = 412
    version: Annotated[int, Meta(description="The game's current version.")]
    entries: Annotated[
        tuple[LogEntry, ...],
        Meta(
            description=f"The log entries since the expected version, at most {MOST_ENTRIES}. Use `events` to get more.",
            extra={"size": MOST_ENTRIES},
        ),
    ]


class GameOver(Problem, frozen=True, kw_only=True):
    """The game is over or abandoned. It accepts no more changes."""

    code = "GAME_OVER"
    status: Annotated[Status, Meta(description="The game's status: OVER or ABANDONED.")]


class GameNotStarted(Problem, frozen=True, kw_only=True):
    """The game has not started. It starts when all seats are taken."""

    code = "GAME_NOT_STARTED"
    open_seats: Annotated[tuple[int, ...], Meta(description="The seats that anyone can join, in turn order.")]


class GameNotFound(Problem, frozen=True, kw_only=True):
    """No game has this id, or the game has expired."""

    code = "GAME_NOT_FOUND"
    http_status = 404


class VersionNotFound(Problem, frozen=True, kw_only=True):
    """The game has no such version."""

    code = "VERSION_NOT_FOUND"
    http_status = 404
    version: Annotated[int, Meta(description="The game's newest version.")]


class FellBehind(Problem, frozen=True, kw_only=True):
    """The client read the stream too slowly, so it ended. Subscribe again after `version`."""

    code = "FELL_BEHIND"
    version: Annotated[
        int, Meta(description="The version of the last entry sent: the `after` of the next subscription.")
    ]


class TokenRejected(Problem, frozen=True, kw_only=True):
    """The bearer token is not valid here: it is forged, damaged, expired, replaced, or belongs to another game."""

    code = "TOKEN_REJECTED"
    http_status = 401


class NotSeated(Problem, frozen=True, kw_only=True):
    """Only a player at a seat of this game can do this. Send the seat's token."""

    code = "NOT_SEATED"
    http_status = 403


class NotHost(Problem, frozen=True, kw_only=True):
    """Only the host of this game can do this. Send the host's token."""

    code = "NOT_HOST"
    http_status = 403


class TokenReadOnly(Problem, frozen=True, kw_only=True):
    """The bearer token is read-only. To make changes, send the token it was made from."""

    code = "TOKEN_READ_ONLY"
    http_status = 403


class NoAccount(Problem, frozen=True, kw_only=True):
    """This requires an account. Send the token of your login as bearer token."""

    code = "NO_ACCOUNT"
    http_status = 403


class AlreadySeated(Problem, frozen=True, kw_only=True):
    """The account already has a seat in this game."""

    code = "ALREADY_SEATED"
    your_seat: Annotated[int, Meta(description="The account's seat.")]


class AlreadyResigned(Problem, frozen=True, kw_only=True):
    """The seat has already resigned."""

    code = "ALREADY_RESIGNED"


class AlreadyStarted(Problem, frozen=True, kw_only=True):
    """The game has started. Its seats can no longer be opened or closed."""

    code = "ALREADY_STARTED"


class SeatUnchanged(Problem, frozen=True, kw_only=True):
    """The seat is already open, or already closed."""

    code = "SEAT_UNCHANGED"


class NoOpenSeat(Problem, frozen=True, kw_only=True):
    """The seat is taken or closed, or no seat is open."""

    code = "NO_OPEN_SEAT"


class WrongGame(Problem, frozen=True, kw_only=True):
    """The moves belong to another kind of game."""

    code = "WRONG_GAME"
    http_status = 422
    kind: Annotated[str, Meta(description="The kind of this game.")]


class InputRefused(Problem, frozen=True, kw_only=True):
    """An argument has an invalid value."""

    code = "INPUT_REFUSED"
    http_status = 400
    argument: Annotated[str, Meta(description="The name of the argument, such as `seats`.")]


class KeyReused(Problem, frozen=True, kw_only=True):
    """The idempotency key was already used for another request. Use a new key."""

    code = "KEY_REUSED"
    http_status = 422


# --- problems of a request that does not reach a use case; REST only ---------------------------------------------------------


class NotFound(Problem, frozen=True, kw_only=True):
    """Nothing exists at this path."""

    code = "NOT_FOUND"
    http_status = 404


class MethodNotAllowed(Problem, frozen=True, kw_only=True):
    """The path does not support this method. `Allow` lists the methods that it supports."""

    code = "METHOD_NOT_ALLOWED"
    http_status = 405


class NotAcceptable(Problem, frozen=True, kw_only=True):
    """The response is not available in any media type that `Accept` lists."""

    code = "NOT_ACCEPTABLE"
    http_status = 406


class UnsupportedMediaType(Problem, frozen=True, kw_only=True):
    """The request body is not `application/json` in UTF-8."""

    code = "UNSUPPORTED_MEDIA_TYPE"
    http_status = 415


class BodyTooLarge(Problem, frozen=True, kw_only=True):
    """The request body is larger than the limit."""

    code = "BODY_TOO_LARGE"
    http_status = 413


class BadJson(Problem, frozen=True, kw_only=True):
    """The request body is not valid JSON."""

    code = "BAD_JSON"
    http_status = 400


class PreconditionFailed(Problem, frozen=True, kw_only=True):
    """`If-Match` lists no ETag of this game."""

    code = "PRECONDITION_FAILED"
    http_status = 412


class Away(Problem, frozen=True, kw_only=True):
    """The service is temporarily unavailable. Retry the same request, with the same key, after `Retry-After` seconds."""

    code = "UNAVAILABLE"
    http_status = 503


class TooMuchAsked(Problem, frozen=True, kw_only=True):
    """You are over the rate limit. Retry the same request, with the same key, after `Retry-After` seconds."""

    code = "RATE_LIMITED"
    http_status = 429
    retry_after: Annotated[int, Meta(description="The seconds to wait before the request can succeed.")]
    policies: Annotated[tuple[str, ...], Meta(description="The policies that were exceeded, as in `RateLimit-Policy`.")]


class TooManyConnections(Problem, frozen=True, kw_only=True):
    """Your address has too many requests, streams and WebSockets open at once. Close one."""

    code = "TOO_MANY_CONNECTIONS"
    http_status = 429


class OriginRefused(Problem, frozen=True, kw_only=True):
    """The origin of this web page is not allowed to open a WebSocket."""

    code = "ORIGIN_REFUSED"
    http_status = 403


class Stopping(Problem, frozen=True, kw_only=True):
    """This instance is shutting down. Retry the same request, with the same key: another instance will answer."""

    code = "STOPPING"
    http_status = 503


class Broken(Problem, frozen=True, kw_only=True):
    """The service failed with an internal error."""

    code = "INTERNAL"
    http_status = 500
    id: Annotated[str, Meta(description="The id of the request. The operator finds the error under it in the log.")]


READING: tuple[type[Problem], ...] = (GameNotFound, VersionNotFound, TokenRejected)
"""Problems of reading a game."""
FOLLOWING: tuple[type[Problem], ...] = (*READING, FellBehind)
"""Problems of following a game."""
JUDGING: tuple[type[Problem], ...] = (
    MoveRefused,
    MoveNotUnderstood,
    BatchTellsNews,
    NotYourTurn,
    GameOver,
    GameNotStarted,
    NotSeated,
    WrongGame,
    InputRefused,
)
"""Problems of judging moves."""
CHANGING: tuple[type[Problem], ...] = (
    *JUDGING,
    VersionConflict,
    GameNotFound,
    TokenRejected,
    TokenReadOnly,
    NotHost,
    AlreadyResigned,
    KeyReused,
)
"""Problems of changing a game."""
REISSUING: tuple[type[Problem], ...] = (
    GameNotFound,
    TokenRejected,
    TokenReadOnly,
    NotHost,
    GameOver,
    VersionConflict,
    InputRefused,
    KeyReused,
)
"""Problems of replacing a token."""
SEATING: tuple[type[Problem], ...] = (*REISSUING, AlreadyStarted, SeatUnchanged)
"""Problems of opening and closing seats."""
NARROWING: tuple[type[Problem], ...] = (GameNotFound, TokenRejected, NotSeated, InputRefused)
"""Problems of narrowing a token."""
CREATING: tuple[type[Problem], ...] = (InputRefused, TokenRejected, KeyReused)
"""Problems of creating a game."""
JOINING: tuple[type[Problem], ...] = (
    GameNotFound,
    NoOpenSeat,
    AlreadySeated,
    GameOver,
    VersionConflict,
    InputRefused,
    TokenRejected,
    TokenReadOnly,
    KeyReused,
)
"""Problems of joining a game."""
LISTING: tuple[type[Problem], ...] = (InputRefused, TokenRejected)
"""Problems of listing games."""


PREFIX = "/v1"
"""The path prefix of REST."""
TYPE = "urn:taphouse:problem:"
"""The prefix of a problem's `type` (RFC 9457); the code follows."""


MEMBERS = {"message": "detail", "status": "gameStatus"}
"""Fields whose RFC 9457 member has another name: `message` is its `detail`, and its `status` is the HTTP status."""


def detailed(problem: Problem, status: int | None = None) -> dict[str, Any]:
    """The RFC 9457 problem details of a problem. Its own fields are extension members.

    Args:
        problem: the problem.
        status: overrides the problem's HTTP status.
    """
    fields = {MEMBERS.get(name, name): value for name, value in msgspec.to_builtins(problem).items()}
    status = status or problem.http_status
    title = HTTPStatus(status).phrase
    return {"type": TYPE + problem.code, "title": title, "status": status, "code": problem.code, **fields}


NEED_TOKEN: tuple[type[Problem], ...] = (NotSeated, NotHost, NoAccount)
"""Problems that REST answers with 401 if the request has no token at all."""
