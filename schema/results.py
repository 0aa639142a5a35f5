"""The results of use cases, the same for GraphQL and REST.

GraphQL resolves the selected fields of a game. REST encodes the whole game.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from taphouse.engine.bots.reasons import MOST_REASONS
from taphouse.engine.contract import Seat
from taphouse.engine.vocabulary import Public
from taphouse.schema.game_view import GameView
from taphouse.schema.inputs import MOST_MOVES
from taphouse.schema.values.games import Decision, LegalMove, LogEntry, MoveReason, Status
from taphouse.schema.values.seats import SeatToken, Viewer
from taphouse.schema.values.versions import Epoch, Moment


class GameCreated(Public, frozen=True):
    """The new game and its tokens. Only this response shows the tokens."""

    game: Annotated[GameView, Meta(description="The game, as its host sees it.")]
    host_token: Annotated[
        str, Meta(description="The host's token, to manage seats and tokens and to abandon the game. Keep it secret.")
    ]
    seats: Annotated[tuple[SeatToken, ...], Meta(description="The tokens of your seats, in turn order.")]


class GameJoined(Public, frozen=True):
    """The game that you joined, and the token of your seat."""

    game: Annotated[GameView, Meta(description="The game, as your seat sees it.")]
    seat: Annotated[SeatToken, Meta(description="The seat's token.")]


class GameChanged(Public, frozen=True):
    """The game after a change, and the log entries of the change."""

    game: Annotated[GameView, Meta(description="The game after the change, as you see it.")]
    entries: Annotated[
        tuple[LogEntry, ...],
        Meta(
            description="The log entries of the change, in version order, with automatic moves of resigned seats. At most "
            f"{MOST_MOVES}: use `events` to get more."
        ),
    ]


MOST_CONSIDERED, MOST_EXPLAINED = 20, 4
"""The most moves of an analysis, and those with reasons."""


class ConsideredMove(Public, frozen=True):
    """A legal move that a bot considered."""

    move: Annotated[LegalMove, Meta(description="The move, ready to send.")]
    visits: Annotated[
        int,
        Meta(
            description="The number of iterations that began with it: the more, the better it looked. 0 if the bot does not "
            "search."
        ),
    ]
    expected_points: Annotated[
        float,
        Meta(
            description="The points that it is expected to gain in the next turns, against the position now, as the game's "
            "evaluation for bots counts them. Above about 30, it wins. 0 in a game without an evaluation."
        ),
    ]
    expected_result: Annotated[
        float | None,
        Meta(
            description="The result that it is expected to bring in a game without an evaluation, as games went that were "
            "played on at random: from 0 for the last place to 1 for the first. Null in other games, and for a move that was "
            "not tried."
        ),
    ] = None
    reasons: Annotated[
        tuple[MoveReason, ...],
        Meta(
            description=f"The reasons for it, the strongest first, at most {MOST_REASONS}. The first move has at least one, "
            f"and those after the first {MOST_EXPLAINED} have none.",
            extra={"size": MOST_REASONS * MOST_EXPLAINED / MOST_CONSIDERED},
        ),
    ] = ()


class Analysis(Public, frozen=True):
    """An analysis of the moves of your seat by a bot, using only what your seat knows."""

    moves: Annotated[
        tuple[ConsideredMove, ...],
        Meta(
            description="The moves that it considered: the one that it would make, which is its `suggestion`, then the others, "
            f"the better ones first, at most {MOST_CONSIDERED}. Empty while another seat decides.",
            extra={"size": MOST_CONSIDERED},
        ),
    ]


class TokenReissued(Public, frozen=True):
    """The new token. The old one is revoked."""

    game: Annotated[GameView, Meta(description="The game after the change, as you see it.")]
    seat: Annotated[Seat | None, Meta(description="The token's seat. Null for the host's token.")]
    token: Annotated[str, Meta(description="For the header `Authorization: Bearer ...`.")]


class GameRecord(Public, frozen=True):
    """The record of a game, for people and programs. docs/records.md specifies it."""

    game_id: Annotated[str, Meta(description="The game's id.")]
    version: Annotated[int, Meta(description="The version that the record leads to.")]
    text: Annotated[
        str,
        Meta(
            description="The record as text: headers, numbered moves, result. While the game is running, and if it was "
            "abandoned, it holds what a spectator may know. Once the game is over, it holds salt, seed and all draws."
        ),
    ]


class GamePatch(Public, frozen=True):
    """A game as you see it, as JSON: the whole game, or what has changed in it."""

    version: Annotated[int, Meta(description="The version to which it leads.")]
    epoch: Epoch
    game: Annotated[
        Any | None,
        Meta(
            description="The whole game, as `GET /v1/games/{id}` shows it, with the members that you asked for. Null if "
            "there is a `patch`."
        ),
    ]
    patch: Annotated[
        tuple[Any, ...] | None,
        Meta(
            description="The operations of a JSON Patch (RFC 6902), for the game of the event before. Null if there is the whole "
            "`game`."
        ),
    ]


class PendingDecision(Public, frozen=True):
    """The decision of your seat at a version of a game."""

    version: Annotated[int, Meta(description="The version of the game.")]
    since: Annotated[Moment, Meta(description="The time when this version was created.")]
    decision: Annotated[
        Decision | None, Meta(description="The decision of your seat. Null if it has nothing to decide.")
    ]
    game: Annotated[GameView, Meta(description="The game at this version, as your seat sees it.")]


def pending(game_view: GameView, decision: Decision | None) -> PendingDecision:
    """The decision of a seat, and the game as the seat sees it."""
    return PendingDecision(game_view.version, game_view.updated_at, decision, game_view)


class GameNews(Public, frozen=True):
    """News of a game of your account."""

    cursor: Annotated[
        str, Meta(description="The position in the stream. Pass it as `after` to continue after this event.")
    ]
    game_id: Annotated[str, Meta(description="The game's id.")]
    version: Annotated[int, Meta(description="The game's newest version. Versions in between may be skipped.")]
    epoch: Epoch
    at: Annotated[Moment, Meta(description="The time when this version was created.")]
    status: Annotated[Status, Meta(description="The game's status.")]
    viewer: Annotated[
        Viewer,
        Meta(
            description="You in this game. A spectator who is not `challenged` has lost their part: the game is no longer yours."
        ),
    ]
    deciding_seat: Annotated[
        Seat | None,
        Meta(
            description="The seat that must decide: yours, if you are one of several. Null if the game is not running."
        ),
    ]
    your_turn: Annotated[bool, Meta(description="True if your seat must decide, and the game is not paused.")]


class AccountEvent(GameNews, frozen=True):
    """News of a game of your account: it was created or joined, has moved on, or has ended."""

    game: Annotated[GameView, Meta(description="The game at this version, as you see it.")]


class AccountEventPage(Struct, frozen=True):
    """The next events of an account."""

    cursor: str
    """Continues after them."""
    events: tuple[AccountEvent, ...]


def account_event(game_view: GameView, cursor: str) -> AccountEvent:
    """The event for this view of a game, with the cursor of the stream after it."""
    decision = game_view.decision
    seat = None if decision is None else decision.seat
    return AccountEvent(
        cursor,
        game_view.game_id,
        game_view.version,
        game_view.epoch,
        game_view.updated_at,
        game_view.status,
        game_view.viewer,
        seat,
        game_view.awaited is not None,
        game_view,
    )


class BotLine(Public, frozen=True):
    """The places in the line for a bot, as the process of the service that answers knows them."""

    game: Annotated[
        int,
        Meta(
            description="The place of this game among the games that wait for a move of a bot: 1 if it is next, 0 if it does not "
            "wait there, or the bot thinks already."
        ),
    ]
    advice: Annotated[
        int,
        Meta(
            description="The place of the oldest suggestion or analysis for which your address waits, among those of other "
            "addresses: 1 if it is next, 0 if none waits there."
        ),
    ]


class AccountDeleted(Public, frozen=True):
    """The account is deleted, or is being deleted."""

    finished: Annotated[
        bool,
        Meta(
            description="True if no game has the account any more. Otherwise the service goes on with it by itself; ask again to "
            "see whether it has finished."
        ),
    ]
