"""Sets of problems that several use cases share, and the set of all. An operation declares those of its use case."""

from __future__ import annotations

from taphouse.schema.problems import agreements, callers, clocks, games, inputs, moves, seats, webhooks
from taphouse.schema.problems.agreements import ProposalNotFound, ProposalOpen, ProposalRefused, UndoRefused
from taphouse.schema.problems.base import Problem, problems_in
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
from taphouse.schema.problems.webhooks import TooManyWebhooks, WebhookNotFound, WebhooksOff

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
UNDOING: tuple[type[Problem], ...] = (
    *(UndoRefused, TooManyChanges, GameNotStarted, GameOver, NotSeated, VersionConflict),
    *(GameNotFound, TokenRejected, TokenReadOnly, InputRefused, KeyReused),
)
"""Problems of taking moves back."""
PROPOSING: tuple[type[Problem], ...] = (
    *UNDOING,
    *(ProposalOpen, ProposalRefused, AlreadyResigned, RulesDoNotFit, QuotaReached, NoClock, Paused),
)
"""Problems of proposing something, which is done at once if nobody else must agree."""
ANSWERING: tuple[type[Problem], ...] = (*PROPOSING, ProposalNotFound)
"""Problems of answering a proposal."""
LISTING: tuple[type[Problem], ...] = (InputRefused, TokenRejected)
"""Problems of listing games."""
ACCOUNT: tuple[type[Problem], ...] = (NoAccount, TokenRejected)
"""Problems of reading an account."""
WATCHING_ACCOUNT: tuple[type[Problem], ...] = (*ACCOUNT, InputRefused, TicketRejected)
"""Problems of following the games of an account."""
OWNING_WEBHOOKS: tuple[type[Problem], ...] = (GameNotFound, NotHost, NoAccount, TokenRejected, TokenReadOnly)
"""Problems of seeing the webhooks of a game or an account."""
WEBHOOK_DELETING: tuple[type[Problem], ...] = (*OWNING_WEBHOOKS, WebhookNotFound)
"""Problems of deleting a webhook."""
WEBHOOK_TESTING: tuple[type[Problem], ...] = (*WEBHOOK_DELETING, WebhooksOff)
"""Problems of testing a webhook."""
WEBHOOK_CREATING: tuple[type[Problem], ...] = (
    *OWNING_WEBHOOKS,
    GameOver,
    InputRefused,
    KeyReused,
    QuotaReached,
    TooManyWebhooks,
    WebhooksOff,
)
"""Problems of creating a webhook."""
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
EXPECTED = problems_in(agreements, callers, clocks, games, inputs, moves, seats, webhooks)
"""All problems of use cases."""
