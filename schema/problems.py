"""Refusals that a client must expect: data, not errors. One union member of the API each, for GraphQL and REST alike."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from engine.words import Public
from schema.values import LogEntry, Status

Index = Annotated[int, Meta(description="Which of the moves sent it is about, counted from 1.")]


class Problem(Public, frozen=True, kw_only=True):
    """Why a request was refused. Nothing was changed."""

    code: ClassVar[str]
    message: Annotated[str, Meta(description="What is wrong and what would be right, as a sentence for people.")]
    rules: Annotated[
        tuple[str, ...], Meta(description="The ids of the rules it follows from, as in the catalogue.")
    ] = ()


class MoveRefused(Problem, frozen=True, kw_only=True):
    """The move is not legal now; `rules` names the rule that refuses it."""

    code = "MOVE_REFUSED"
    index: Index
    notation: Annotated[str, Meta(description="The move that was refused.")]


class MoveNotUnderstood(Problem, frozen=True, kw_only=True):
    """What was sent is not a move of this game."""

    code = "MOVE_NOT_UNDERSTOOD"
    index: Index


class BatchTellsNews(Problem, frozen=True, kw_only=True):
    """A move before the last tells the seat something new, so the moves after it can only be sent once that is seen."""

    code = "BATCH_TELLS_NEWS"
    index: Index


class NotYourTurn(Problem, frozen=True, kw_only=True):
    """Another seat must decide first."""

    code = "NOT_YOUR_TURN"
    index: Index
    seat: Annotated[int, Meta(description="The seat that must decide.")]


class VersionConflict(Problem, frozen=True, kw_only=True):
    """The game has moved on since the expected version."""

    code = "VERSION_CONFLICT"
    version: Annotated[int, Meta(description="The game's version now.")]
    entries: Annotated[
        tuple[LogEntry, ...],
        Meta(description="What happened since the expected version, the first hundred entries; ask `events` for more."),
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


class VersionNotFound(Problem, frozen=True, kw_only=True):
    """The game has no such version."""

    code = "VERSION_NOT_FOUND"
    version: Annotated[int, Meta(description="The game's newest version.")]


class FellBehind(Problem, frozen=True, kw_only=True):
    """The client took the events of a stream more slowly than they came; subscribe again after `version`."""

    code = "FELL_BEHIND"
    version: Annotated[int, Meta(description="The version of the last event that was sent: give it as `after`.")]


class TokenRejected(Problem, frozen=True, kw_only=True):
    """The bearer token is not one of this game's: forged, damaged, of another game, or replaced by a newer one."""

    code = "TOKEN_REJECTED"


class NotSeated(Problem, frozen=True, kw_only=True):
    """Only a seat of this game may do that; send its token."""

    code = "NOT_SEATED"


class NotHost(Problem, frozen=True, kw_only=True):
    """Only the host of this game may do that; send the host's token."""

    code = "NOT_HOST"


class TokenReadOnly(Problem, frozen=True, kw_only=True):
    """The bearer token only lets see; send the one it was made from to change something."""

    code = "TOKEN_READ_ONLY"


class NoAccount(Problem, frozen=True, kw_only=True):
    """Only somebody with an account has that; send the token of your login as bearer token."""

    code = "NO_ACCOUNT"


class AlreadySeated(Problem, frozen=True, kw_only=True):
    """The account has a seat in this game already."""

    code = "ALREADY_SEATED"
    your_seat: Annotated[int, Meta(description="The seat that it has.")]


class AlreadyStarted(Problem, frozen=True, kw_only=True):
    """The game has started; its seats are neither opened nor closed any more."""

    code = "ALREADY_STARTED"


class NoOpenSeat(Problem, frozen=True, kw_only=True):
    """The seat, or every seat, is taken already."""

    code = "NO_OPEN_SEAT"


class WrongGame(Problem, frozen=True, kw_only=True):
    """The game is of another kind than the moves."""

    code = "WRONG_GAME"
    kind: Annotated[str, Meta(description="The kind of the game.")]


class InputRefused(Problem, frozen=True, kw_only=True):
    """An argument is well-formed, but not acceptable."""

    code = "INPUT_REFUSED"
    argument: Annotated[str, Meta(description="The argument, such as `seats`.")]


class KeyReused(Problem, frozen=True, kw_only=True):
    """The idempotency key was used before for another request; use a new one."""

    code = "KEY_REUSED"


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
    KeyReused,
)
"""Why a game is not changed."""
SEATING: tuple[type[Problem], ...] = (
    GameNotFound,
    TokenRejected,
    TokenReadOnly,
    NotHost,
    GameOver,
    AlreadyStarted,
    VersionConflict,
    InputRefused,
    KeyReused,
)
"""Why a seat is not opened or closed, or its token not replaced."""
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


class Refused(Exception):
    """A use case was refused with a problem; whoever answers the request turns it into data."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


async def or_problem(answer: Awaitable[Any]) -> Any:
    """The answer of a use case, or the problem that it was refused with: a union's value either way."""
    try:
        return await answer
    except Refused as refused:
        return refused.problem


class Unavailable(Exception):
    """What is needed to answer is away for now. No refusal: the same request, with the same key, may succeed later."""

    why = "The store does not answer."


class Busy(Unavailable):
    """Too many ask for what takes long."""

    why = "Too many ask for the same at once."
