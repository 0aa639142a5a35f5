"""Expected refusals about who plays a seat, and those of joining a game. `schema.problems` has the others."""

from __future__ import annotations

from taphouse.schema.problems import (
    REISSUING,
    AlreadySeated,
    GameNotFound,
    GameNotStarted,
    GameOver,
    InputRefused,
    KeyReused,
    NoOpenSeat,
    NotHost,
    NotSeated,
    Problem,
    ProblemCode,
    QuotaReached,
    SeatUnchanged,
    TokenReadOnly,
    TokenRejected,
    TooManyChanges,
    VersionConflict,
)


class NotAway(Problem, frozen=True, kw_only=True):
    """No bot plays for you: your seat is yours to play."""

    code = ProblemCode("NOT_AWAY")


class InviteRejected(Problem, frozen=True, kw_only=True):
    """The invite is not valid: it is forged, expired, revoked or of another game, or its seat is taken. Ask the host for one."""

    code = ProblemCode("INVITE_REJECTED")
    http_status = 403


REPLACING: tuple[type[Problem], ...] = (*REISSUING, GameNotStarted, SeatUnchanged, QuotaReached)
"""Problems of replacing a player."""
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
REVOKING: tuple[type[Problem], ...] = (*REISSUING, NoOpenSeat)
"""Problems of revoking invites."""
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
SEATS = tuple(dict.fromkeys((*JOINING, *REPLACING, *RETURNING, *INVITING, *REVOKING)))
"""All problems of these use cases."""
