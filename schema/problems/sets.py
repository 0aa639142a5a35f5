"""Sets of problems that several operations share."""

from __future__ import annotations

from taphouse.schema.problems.base import Problem
from taphouse.schema.problems.callers import (
    NoAccount,
    NotHost,
    NotSeated,
    QuotaReached,
    TicketRejected,
    TokenReadOnly,
    TokenRejected,
    TooManyChanges,
)
from taphouse.schema.problems.clocks import NoClock, NotPaused, Paused
from taphouse.schema.problems.games import (
    GameNotFound,
    GameNotStarted,
    GameOver,
    RulesDoNotFit,
    RulesNewest,
    VersionConflict,
    VersionNotFound,
)
from taphouse.schema.problems.inputs import InputRefused, KeyReused, RecordRefused
from taphouse.schema.problems.moves import BatchTellsNews, MoveNotUnderstood, MoveRefused, NotYourTurn, WrongGame
from taphouse.schema.problems.seats import (
    AlreadyResigned,
    AlreadySeated,
    AlreadyStarted,
    InviteRejected,
    NoOpenSeat,
    NotAway,
    SeatUnchanged,
)

READING: tuple[type[Problem], ...] = (GameNotFound, VersionNotFound, TokenRejected)
"""Problems of reading a game."""
WATCHING: tuple[type[Problem], ...] = (*READING, TicketRejected)
"""Problems of a stream of a game."""
JUDGING: tuple[type[Problem], ...] = (
    MoveRefused,
    MoveNotUnderstood,
    BatchTellsNews,
    NotYourTurn,
    GameOver,
    GameNotStarted,
    NotSeated,
    Paused,
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
    TooManyChanges,
)
"""Problems of replacing a token."""
SEATING: tuple[type[Problem], ...] = (*REISSUING, AlreadyStarted, SeatUnchanged)
"""Problems of opening and closing seats, and of choosing the first one."""
UPGRADING: tuple[type[Problem], ...] = (
    GameNotFound,
    TokenRejected,
    TokenReadOnly,
    NotHost,
    GameOver,
    VersionConflict,
    RulesNewest,
    RulesDoNotFit,
    InputRefused,
    KeyReused,
    TooManyChanges,
)
"""Problems of moving a game to newer rules."""
_CLOCKED: tuple[type[Problem], ...] = (
    GameNotFound,
    TokenRejected,
    TokenReadOnly,
    GameNotStarted,
    GameOver,
    VersionConflict,
    NoClock,
    InputRefused,
    KeyReused,
)
ADDING_TIME: tuple[type[Problem], ...] = (*_CLOCKED, NotHost, TooManyChanges)
"""Problems of adding time."""
RESUMING: tuple[type[Problem], ...] = (*_CLOCKED, NotSeated, NotPaused)
"""Problems of resuming a game."""
NARROWING: tuple[type[Problem], ...] = (GameNotFound, TokenRejected, NotSeated, InputRefused)
"""Problems of narrowing a token."""
CREATING: tuple[type[Problem], ...] = (InputRefused, RecordRefused, QuotaReached, TokenRejected, KeyReused)
"""Problems of creating a game, and of importing one."""
FORKING: tuple[type[Problem], ...] = (
    GameNotFound,
    VersionNotFound,
    GameNotStarted,
    NotSeated,
    InputRefused,
    QuotaReached,
    TokenRejected,
    KeyReused,
)
"""Problems of forking a game."""
LISTING: tuple[type[Problem], ...] = (InputRefused, TokenRejected)
"""Problems of listing games."""
ACCOUNT: tuple[type[Problem], ...] = (NoAccount, TokenRejected)
"""Problems of reading an account."""
WATCHING_ACCOUNT: tuple[type[Problem], ...] = (*ACCOUNT, InputRefused, TicketRejected)
"""Problems of following the games of an account."""
RETURNING: tuple[type[Problem], ...] = (
    GameNotFound,
    TokenRejected,
    TokenReadOnly,
    NotSeated,
    NotAway,
    GameNotStarted,
    GameOver,
    VersionConflict,
    InputRefused,
    KeyReused,
    TooManyChanges,
)
"""Problems of returning to a seat."""
INVITING: tuple[type[Problem], ...] = (
    GameNotFound,
    TokenRejected,
    TokenReadOnly,
    NotHost,
    NoOpenSeat,
    GameOver,
    InputRefused,
)
"""Problems of inviting a player."""
JOINING: tuple[type[Problem], ...] = (
    GameNotFound,
    NoOpenSeat,
    QuotaReached,
    AlreadySeated,
    GameOver,
    VersionConflict,
    InputRefused,
    InviteRejected,
    TokenRejected,
    TokenReadOnly,
    KeyReused,
)
"""Problems of joining a game."""
CHANGE_REFUSED: tuple[type[Problem], ...] = (
    *(GameOver, VersionConflict, GameNotFound, TokenRejected, TokenReadOnly, KeyReused),
)
"""Problems of every change of a game."""
