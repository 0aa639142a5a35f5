"""Refusals that a client must expect: data, not errors. One union member of the API each, for GraphQL and REST alike."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from taphouse.engine.vocabulary import Public
from taphouse.schema.prices import LISTED, SHOWN
from taphouse.schema.values import LogEntry, Status

MOST_ENTRIES = SHOWN // (2 * LISTED)
"""The versions that a refusal tells at most: they cost no more than the game that a success shows."""
Index = Annotated[int, Meta(description="Which of the moves sent it is about, counted from 1.")]


class Problem(Public, frozen=True, kw_only=True):
    """Why a request was refused. Nothing was changed."""

    code: ClassVar[str]
    http_status: ClassVar[int] = 409
    """What HTTP says of it, where it is an answer of its own: without another, that it does not fit how the game stands."""
    message: Annotated[str, Meta(description="What is wrong and what would be right, as a sentence for people.")]
    rules: Annotated[
        tuple[str, ...], Meta(description="The ids of the rules it follows from, as in the catalogue.")
    ] = ()


class MoveRefused(Problem, frozen=True, kw_only=True):
    """The move is not legal now; `rules` names the rule that refuses it."""

    code = "MOVE_REFUSED"
    http_status = 422
    index: Index
    notation: Annotated[str, Meta(description="The move that was refused.")]


class MoveNotUnderstood(Problem, frozen=True, kw_only=True):
    """What was sent is not a move of this game."""

    code = "MOVE_NOT_UNDERSTOOD"
    http_status = 422
    index: Index


class BatchTellsNews(Problem, frozen=True, kw_only=True):
    """A move before the last tells the seat something new, so the moves after it can only be sent once that is seen."""

    code = "BATCH_TELLS_NEWS"
    http_status = 422
    index: Index


class NotYourTurn(Problem, frozen=True, kw_only=True):
    """Another seat must decide first."""

    code = "NOT_YOUR_TURN"
    index: Index
    seat: Annotated[int, Meta(description="The seat that must decide.")]


class VersionConflict(Problem, frozen=True, kw_only=True):
    """The game has moved on since the expected version."""

    code = "VERSION_CONFLICT"
    http_status = 412
    version: Annotated[int, Meta(description="The game's version now.")]
    entries: Annotated[
        tuple[LogEntry, ...],
        Meta(
            description=f"What happened since the expected version, {MOST_ENTRIES} entries at most; ask `events` for more.",
            extra={"size": MOST_ENTRIES},
        ),
    ]


class GameOver(Problem, frozen=True, kw_only=True):
    """The game is over or was abandoned; nothing more can be done in it."""

    code = "GAME_OVER"
    status: Annotated[Status, Meta(description="OVER or ABANDONED.")]


class GameNotStarted(Problem, frozen=True, kw_only=True):
    """Seats are still open; the game starts when all are taken."""

    code = "GAME_NOT_STARTED"
    open_seats: Annotated[tuple[int, ...], Meta(description="The seats that are open.")]


class GameNotFound(Problem, frozen=True, kw_only=True):
    """There is no game with this id, or it has expired."""

    code = "GAME_NOT_FOUND"
    http_status = 404


class VersionNotFound(Problem, frozen=True, kw_only=True):
    """The game has no such version."""

    code = "VERSION_NOT_FOUND"
    http_status = 404
    version: Annotated[int, Meta(description="The game's newest version.")]


class FellBehind(Problem, frozen=True, kw_only=True):
    """The client took the events of a stream more slowly than they came; subscribe again after `version`."""

    code = "FELL_BEHIND"
    version: Annotated[int, Meta(description="The version of the last event that was sent: give it as `after`.")]


class TokenRejected(Problem, frozen=True, kw_only=True):
    """The bearer token is not one of this game's: forged, damaged, of another game, or replaced by a newer one."""

    code = "TOKEN_REJECTED"
    http_status = 401


class NotSeated(Problem, frozen=True, kw_only=True):
    """Only a seat of this game may do that; send its token."""

    code = "NOT_SEATED"
    http_status = 403


class NotHost(Problem, frozen=True, kw_only=True):
    """Only the host of this game may do that; send the host's token."""

    code = "NOT_HOST"
    http_status = 403


class TokenReadOnly(Problem, frozen=True, kw_only=True):
    """The bearer token only lets see; send the one it was made from to change something."""

    code = "TOKEN_READ_ONLY"
    http_status = 403


class NoAccount(Problem, frozen=True, kw_only=True):
    """Only somebody with an account has that; send the token of your login as bearer token."""

    code = "NO_ACCOUNT"
    http_status = 403


class AlreadySeated(Problem, frozen=True, kw_only=True):
    """The account has a seat in this game already."""

    code = "ALREADY_SEATED"
    your_seat: Annotated[int, Meta(description="The seat that it has.")]


class AlreadyResigned(Problem, frozen=True, kw_only=True):
    """The seat has resigned already."""

    code = "ALREADY_RESIGNED"


class AlreadyStarted(Problem, frozen=True, kw_only=True):
    """The game has started; its seats are neither opened nor closed any more."""

    code = "ALREADY_STARTED"


class SeatUnchanged(Problem, frozen=True, kw_only=True):
    """The seat is open, or closed, already."""

    code = "SEAT_UNCHANGED"


class NoOpenSeat(Problem, frozen=True, kw_only=True):
    """The seat, or every seat, is taken already."""

    code = "NO_OPEN_SEAT"


class WrongGame(Problem, frozen=True, kw_only=True):
    """The game is of another kind than the moves."""

    code = "WRONG_GAME"
    http_status = 422
    kind: Annotated[str, Meta(description="The kind of the game.")]


class InputRefused(Problem, frozen=True, kw_only=True):
    """An argument is well-formed, but not acceptable."""

    code = "INPUT_REFUSED"
    http_status = 400
    argument: Annotated[str, Meta(description="The argument, such as `seats`.")]


class KeyReused(Problem, frozen=True, kw_only=True):
    """The idempotency key was used before for another request; use a new one."""

    code = "KEY_REUSED"
    http_status = 422


# --- what is wrong with a request of REST before it comes to a use case -------------------------------------------------------


class NotFound(Problem, frozen=True, kw_only=True):
    """There is nothing at this path."""

    code = "NOT_FOUND"
    http_status = 404


class MethodNotAllowed(Problem, frozen=True, kw_only=True):
    """The path does not answer this method; `Allow` names those it does."""

    code = "METHOD_NOT_ALLOWED"
    http_status = 405


class NotAcceptable(Problem, frozen=True, kw_only=True):
    """The answer does not come in a media type that `Accept` names."""

    code = "NOT_ACCEPTABLE"
    http_status = 406


class UnsupportedMediaType(Problem, frozen=True, kw_only=True):
    """The body is not `application/json`, encoded as UTF-8."""

    code = "UNSUPPORTED_MEDIA_TYPE"
    http_status = 415


class BodyTooLarge(Problem, frozen=True, kw_only=True):
    """The body has more bytes than are read."""

    code = "BODY_TOO_LARGE"
    http_status = 413


class BadJson(Problem, frozen=True, kw_only=True):
    """The body cannot be read as JSON."""

    code = "BAD_JSON"
    http_status = 400


class PreconditionFailed(Problem, frozen=True, kw_only=True):
    """`If-Match` names no version of this game."""

    code = "PRECONDITION_FAILED"
    http_status = 412


class Away(Problem, frozen=True, kw_only=True):
    """What is needed to answer is away for now: send the same request, with the same key, after `Retry-After` seconds."""

    code = "UNAVAILABLE"
    http_status = 503


class TooMuchAsked(Problem, frozen=True, kw_only=True):
    """You have asked for too much lately: send the same request, with the same key, after `Retry-After` seconds."""

    code = "RATE_LIMITED"
    http_status = 429
    retry_after: Annotated[int, Meta(description="Seconds after which the request would pass.")]
    policies: Annotated[tuple[str, ...], Meta(description="Whose rate is used up, as in `RateLimit-Policy`.")]


class TooManyConnections(Problem, frozen=True, kw_only=True):
    """Your address has too many requests, streams and WebSockets open at once: end one."""

    code = "TOO_MANY_CONNECTIONS"
    http_status = 429


class OriginRefused(Problem, frozen=True, kw_only=True):
    """The web page that opens the WebSocket may not use the API."""

    code = "ORIGIN_REFUSED"
    http_status = 403


class Stopping(Problem, frozen=True, kw_only=True):
    """This instance is stopping; send the same request, with the same key, again: another one answers."""

    code = "STOPPING"
    http_status = 503


class Broken(Problem, frozen=True, kw_only=True):
    """Something broke in the service."""

    code = "INTERNAL"
    http_status = 500
    id: Annotated[str, Meta(description="The request's id, for the operator: the log says more.")]


READING: tuple[type[Problem], ...] = (GameNotFound, VersionNotFound, TokenRejected)
"""Why something of a game is not shown."""
FOLLOWING: tuple[type[Problem], ...] = (*READING, FellBehind)
"""Why something is not told, or no more."""
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
"""Why moves cannot be made."""
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
"""Why a game is not changed."""
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
"""Why a token is not replaced."""
SEATING: tuple[type[Problem], ...] = (*REISSUING, AlreadyStarted, SeatUnchanged)
"""Why a seat is not opened or closed."""
NARROWING: tuple[type[Problem], ...] = (GameNotFound, TokenRejected, NotSeated, InputRefused)
"""Why there is no narrower token."""
CREATING: tuple[type[Problem], ...] = (InputRefused, TokenRejected, KeyReused)
"""Why there is no new game."""
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
"""Why a seat is not taken."""
LISTING: tuple[type[Problem], ...] = (InputRefused, TokenRejected)
"""Why games are not listed."""


PREFIX = "/v1"
"""The paths below are REST's."""
TYPE = "urn:taphouse:problem:"
"""What is before the code in the `type` of a problem as RFC 9457 has it."""


MEMBERS = {"message": "detail", "status": "gameStatus"}
"""What RFC 9457 calls a field of a problem, or keeps for something else."""


def detailed(problem: Problem, status: int | None = None) -> dict[str, Any]:
    """A problem as RFC 9457 has it; what else it says are members of its own.

    Args:
        problem: the problem.
        status: another status than the problem's own.
    """
    own = {MEMBERS.get(name, name): value for name, value in msgspec.to_builtins(problem).items()}
    status = status or problem.http_status
    title = HTTPStatus(status).phrase
    return {"type": TYPE + problem.code, "title": title, "status": status, "code": problem.code, **own}


NEED_TOKEN: tuple[type[Problem], ...] = (NotSeated, NotHost, NoAccount)
"""What REST tells with the status 401 to who sends no token at all."""
