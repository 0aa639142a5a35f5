"""Sets of problems that operations share. An operation adds its own, such as `(*HOST_CHANGES, SeatsNotTaken)`."""

from __future__ import annotations

from taphouse.schema.problems.base import Problem
from taphouse.schema.problems.callers import (
    NoAccount,
    NotHost,
    NotSeated,
    TicketRejected,
    TokenReadOnly,
    TokenRejected,
    TooManyChanges,
)
from taphouse.schema.problems.clocks import Paused
from taphouse.schema.problems.games import GameNotFound, GameNotStarted, GameOver, VersionConflict, VersionNotFound
from taphouse.schema.problems.inputs import InputRefused, KeyReused
from taphouse.schema.problems.moves import BatchTellsNews, MoveNotUnderstood, MoveRefused, NotYourTurn, WrongGame
from taphouse.schema.problems.seats import AlreadyResigned, AlreadyStarted, ConsentNeeded, SeatUnchanged

Problems = tuple[type[Problem], ...]

LISTING: Problems = (InputRefused, TokenRejected)
"""Problems of listing games, for anybody."""
ACCOUNT: Problems = (NoAccount, TokenRejected)
"""Problems of whatever is of an account."""
READING: Problems = (GameNotFound, VersionNotFound, TokenRejected)
"""Problems of reading a game, for anybody."""
WATCHING: Problems = (*READING, TicketRejected)
"""Problems of a stream of a game, for anybody."""

WRITING: Problems = (GameNotFound, TokenRejected, TokenReadOnly)
"""Problems of a token that must not be read-only. Add `NotHost` or `NotSeated`, if it must be the host's or a seat's."""
CHANGING: Problems = (GameOver, VersionConflict, InputRefused, KeyReused, TooManyChanges)
"""Problems of a change of a game, for anybody. With `WRITING`: `(*WRITING, NotSeated, *CHANGING)` are those of a player."""
HOST_CHANGES: Problems = (*WRITING, NotHost, *CHANGING)
"""Problems of a change by the host."""
PREPARATIONS: Problems = (*HOST_CHANGES, AlreadyStarted, SeatUnchanged)
"""Problems of a change of seats by the host, before the game starts."""

JUDGING: Problems = (
    *(MoveRefused, MoveNotUnderstood, BatchTellsNews, NotYourTurn, GameOver, GameNotStarted),
    *(NotSeated, Paused, WrongGame, InputRefused),
)
"""Problems of judging moves."""
UNLIMITED: Problems = (GameOver, VersionConflict, *WRITING, KeyReused)
"""Problems of a change that can be made however many there were: moves, resigning, abandoning."""
MOVING: Problems = (*JUDGING, VersionConflict, *WRITING, NotHost, ConsentNeeded, AlreadyResigned, KeyReused)
"""Problems of all these, which have one union in GraphQL."""
