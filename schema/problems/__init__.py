"""Expected refusals. They are data, not errors: union members in GraphQL, RFC 9457 problem details in REST."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.prices import LISTED, SHOWN
from taphouse.schema.problems.agreements import NoRematch, ProposalNotFound, ProposalOpen, ProposalRefused, UndoRefused
from taphouse.schema.problems.base import Problem as Problem
from taphouse.schema.problems.base import ProblemCode as ProblemCode
from taphouse.schema.problems.clocks import NoClock as NoClock
from taphouse.schema.problems.clocks import NotPaused as NotPaused
from taphouse.schema.problems.clocks import Paused as Paused
from taphouse.schema.problems.webhooks import TooManyWebhooks as TooManyWebhooks
from taphouse.schema.problems.webhooks import WebhookNotFound as WebhookNotFound
from taphouse.schema.problems.webhooks import WebhooksOff as WebhooksOff
from taphouse.schema.values.games import GameKind, LogEntry, Status

MOST_ENTRIES = SHOWN // (2 * LISTED)
"""The most entries in a refusal. They cost no more than the game that a success shows."""
Index = Annotated[int, Meta(description="The number of the move in the request, counted from 1.")]


class MoveRefused(Problem, frozen=True, kw_only=True):
    """The move is not legal now. `rules` names the rule that it breaks."""

    code = ProblemCode("MOVE_REFUSED")
    http_status = 422
    index: Index
    notation: Annotated[str, Meta(description="The refused move as one line of text.")]


class MoveNotUnderstood(Problem, frozen=True, kw_only=True):
    """The value is not a move of this kind of game."""

    code = ProblemCode("MOVE_NOT_UNDERSTOOD")
    http_status = 422
    index: Index


class BatchTellsNews(Problem, frozen=True, kw_only=True):
    """A move before the last reveals something new to the seat. Look at the result before you send the next moves."""

    code = ProblemCode("BATCH_TELLS_NEWS")
    http_status = 422
    index: Index


class NotYourTurn(Problem, frozen=True, kw_only=True):
    """Another seat must decide first."""

    code = ProblemCode("NOT_YOUR_TURN")
    index: Index
    seat: Annotated[int, Meta(description="The seat that must decide.")]


class VersionConflict(Problem, frozen=True, kw_only=True):
    """The game has changed since the expected version."""

    code = ProblemCode("VERSION_CONFLICT")
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

    code = ProblemCode("GAME_OVER")
    status: Annotated[Status, Meta(description="The game's status: OVER or ABANDONED.")]


class GameNotStarted(Problem, frozen=True, kw_only=True):
    """The game has not started. It starts when all seats are taken."""

    code = ProblemCode("GAME_NOT_STARTED")
    open_seats: Annotated[tuple[int, ...], Meta(description="The seats that anyone can join, in turn order.")]


class GameNotFound(Problem, frozen=True, kw_only=True):
    """No game has this id, or the game has expired."""

    code = ProblemCode("GAME_NOT_FOUND")
    http_status = 404


class VersionNotFound(Problem, frozen=True, kw_only=True):
    """The game has no such version."""

    code = ProblemCode("VERSION_NOT_FOUND")
    http_status = 404
    version: Annotated[int, Meta(description="The game's newest version.")]


class FellBehind(Problem, frozen=True, kw_only=True):
    """The client read the stream too slowly, so it ended. Subscribe again after `version`."""

    code = ProblemCode("FELL_BEHIND")
    version: Annotated[
        int, Meta(description="The version of the last entry sent: the `after` of the next subscription.")
    ]


class TokenRejected(Problem, frozen=True, kw_only=True):
    """The bearer token is not valid here: it is forged, damaged, expired, replaced, or belongs to another game."""

    code = ProblemCode("TOKEN_REJECTED")
    http_status = 401


class TicketRejected(Problem, frozen=True, kw_only=True):
    """The ticket opens nothing: it is not valid, for another stream, too old, or was used. Create a new one."""

    code = ProblemCode("TICKET_REJECTED")
    http_status = 401


class NotSeated(Problem, frozen=True, kw_only=True):
    """Only a player at a seat of this game can do this. Send the seat's token."""

    code = ProblemCode("NOT_SEATED")
    http_status = 403


class NotHost(Problem, frozen=True, kw_only=True):
    """Only the host of this game can do this. Send the host's token."""

    code = ProblemCode("NOT_HOST")
    http_status = 403


class TokenReadOnly(Problem, frozen=True, kw_only=True):
    """The bearer token is read-only. To make changes, send the token it was made from."""

    code = ProblemCode("TOKEN_READ_ONLY")
    http_status = 403


class NoAccount(Problem, frozen=True, kw_only=True):
    """This requires an account. Send the token of your login as bearer token."""

    code = ProblemCode("NO_ACCOUNT")
    http_status = 403


class AlreadySeated(Problem, frozen=True, kw_only=True):
    """The account already has a seat in this game."""

    code = ProblemCode("ALREADY_SEATED")
    your_seat: Annotated[int, Meta(description="The account's seat.")]


class AlreadyResigned(Problem, frozen=True, kw_only=True):
    """The seat has already resigned."""

    code = ProblemCode("ALREADY_RESIGNED")


class AlreadyStarted(Problem, frozen=True, kw_only=True):
    """The game has started. To open a seat now, replace its player."""

    code = ProblemCode("ALREADY_STARTED")


class SeatUnchanged(Problem, frozen=True, kw_only=True):
    """The seat is already open, closed or played as you ask."""

    code = ProblemCode("SEAT_UNCHANGED")


class RulesNewest(Problem, frozen=True, kw_only=True):
    """The game has the newest version of its rules already."""

    code = ProblemCode("RULES_NEWEST")
    version: Annotated[int, Meta(description="The newest version of the rules.")]


class RulesDoNotFit(Problem, frozen=True, kw_only=True):
    """The newest rules do not allow the game's options or its position. A position may be allowed some moves later."""

    code = ProblemCode("RULES_DO_NOT_FIT")
    version: Annotated[int, Meta(description="The newest version of the rules.")]


class NoOpenSeat(Problem, frozen=True, kw_only=True):
    """The seat is taken or closed, or no seat is open."""

    code = ProblemCode("NO_OPEN_SEAT")


class WrongGame(Problem, frozen=True, kw_only=True):
    """The moves belong to another kind of game."""

    code = ProblemCode("WRONG_GAME")
    http_status = 422
    kind: Annotated[GameKind, Meta(description="The kind of this game.")]


class InputRefused(Problem, frozen=True, kw_only=True):
    """An argument has an invalid value."""

    code = ProblemCode("INPUT_REFUSED")
    http_status = 400
    argument: Annotated[str, Meta(description="The name of the argument, such as `seats`.")]


class RecordRefused(Problem, frozen=True, kw_only=True):
    """The record is malformed, does not verify, or is not complete enough to play on from."""

    code = ProblemCode("RECORD_REFUSED")
    http_status = 422
    fault: Annotated[str, Meta(description="The fault, as a sentence.")]
    line: Annotated[int | None, Meta(description="The line of the text, counted from 1. Null if it is not known.")]
    place: Annotated[
        str,
        Meta(
            description="The part of the record, such as `lines[3]`, as docs/records.md names it. Empty for all of it."
        ),
    ]


class KeyReused(Problem, frozen=True, kw_only=True):
    """The idempotency key was already used for another request. Use a new key."""

    code = ProblemCode("KEY_REUSED")
    http_status = 422


class TooManyChanges(Problem, frozen=True, kw_only=True):
    """You have made all the changes besides moves that your seat, or the host, may make in a game. Go on with moves."""

    code = ProblemCode("TOO_MANY_CHANGES")
    limit: Annotated[
        int, Meta(description="The most changes besides moves. An undo counts as the moves it takes back.")
    ]


class QuotaReached(Problem, frozen=True, kw_only=True):
    """Your address or your account has as many games, or has taken as many seats, as one client may. See `message`."""

    code = ProblemCode("QUOTA_REACHED")
    http_status = 429
    quota: Annotated[
        str,
        Meta(
            description="The quota: `games`, `waiting`, `listed`, `seats`, `webhooks` or `megabytes`, as in docs/api.md."
        ),
    ]
    limit: Annotated[int, Meta(description="The most that one client may have.")]
    retry_after: Annotated[int, Meta(description="The seconds after which the request can succeed at the latest.")]


READING: tuple[type[Problem], ...] = (GameNotFound, VersionNotFound, TokenRejected)
"""Problems of reading a game."""
RECORDING: tuple[type[Problem], ...] = (GameNotFound, TokenRejected, InputRefused)
"""Problems of recording a game."""
WATCHING: tuple[type[Problem], ...] = (*READING, TicketRejected)
"""Problems of a stream of a game."""
FOLLOWING: tuple[type[Problem], ...] = (*WATCHING, FellBehind)
"""Problems of following a game."""
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
"""Problems of opening and closing seats."""
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
TAKING_REMATCH: tuple[type[Problem], ...] = (GameNotFound, TokenRejected, NotSeated, NoRematch)
"""Problems of taking the tokens of a rematch."""
LISTING: tuple[type[Problem], ...] = (InputRefused, TokenRejected)
"""Problems of listing games."""
ACCOUNT: tuple[type[Problem], ...] = (NoAccount, TokenRejected)
"""Problems of reading an account."""
WATCHING_ACCOUNT: tuple[type[Problem], ...] = (*ACCOUNT, InputRefused, TicketRejected)
"""Problems of following the games of an account."""
TICKETING: tuple[type[Problem], ...] = (GameNotFound, TokenRejected, NotSeated, NoAccount)
"""Problems of creating a ticket."""
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
EXPECTED = tuple(
    dict.fromkeys(
        (
            *(*FOLLOWING, *CHANGING, *SEATING, *UPGRADING, *NARROWING, *CREATING, *FORKING, *LISTING),
            *(*ADDING_TIME, *RESUMING, *ANSWERING, *TAKING_REMATCH),
            *(*ACCOUNT, *WATCHING_ACCOUNT, *TICKETING, *WEBHOOK_CREATING, *WEBHOOK_TESTING),
        )
    )
)
"""All problems of use cases, besides those in `schema.problems.seats`."""
