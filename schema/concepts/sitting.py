"""Coming and going at a table that waits: getting up, the start, an absent host, and keeping a seat by an account."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.engine.vocabulary import Public
from taphouse.schema.operations.arguments import Expected, GameOf, Key
from taphouse.schema.operations.declaration import MUTATION, QUERY, declare, get, post
from taphouse.schema.problems.base import PlayerProblem, ProblemCode
from taphouse.schema.problems.callers import Banned, NoAccount, NotHost, NotSeated, TokenRejected
from taphouse.schema.problems.games import GameNotFound
from taphouse.schema.problems.seats import AlreadySeated, AlreadyStarted, PeopleOnly, SeatsNotTaken
from taphouse.schema.problems.sets import CHANGING, HOST_CHANGES, WRITING
from taphouse.schema.results import GameChanged, TokenReissued
from taphouse.schema.values.lifecycle import LifecycleEvent


class Attendance(Public, frozen=True):
    """The absence of players, or of the host, from a game that waits. Nobody is away once it has started."""

    away_after: Annotated[
        int,
        Meta(
            description="The seconds after which a player counts as away, or the host, unless they read the game by their token "
            "or account, or follow it by a stream."
        ),
    ]
    host_away: Annotated[bool, Meta(description="True if the host is away.")]
    seats_away: Annotated[tuple[Seat, ...], Meta(description="The seats whose players are away, in turn order.")]


class HostPresent(PlayerProblem, frozen=True, kw_only=True):
    """The host is not away, so this is theirs to do. See `attendance`."""

    code = ProblemCode("HOST_PRESENT")
    away_after: Annotated[int, Meta(description="The seconds after which the host counts as away.")]


class StartAwaited(PlayerProblem, frozen=True, kw_only=True):
    """Players who were away when the game was to start have not agreed yet. They do so with `startGame`."""

    code = ProblemCode("START_AWAITED")
    seats: Annotated[tuple[Seat, ...], Meta(description="Their seats, in turn order.")]


class ClaimRejected(PlayerProblem, frozen=True, kw_only=True):
    """The token gives no lasting right to a seat of this game: it is narrow, replaced, forged, or of something else."""

    code = ProblemCode("CLAIM_REJECTED")
    http_status = 403


class SeatClaimed(PlayerProblem, frozen=True, kw_only=True):
    """Another account holds the seat."""

    code = ProblemCode("SEAT_CLAIMED")


class StartAsked(LifecycleEvent, frozen=True):
    """All seats are taken, but these players are away, or have been. The game starts once they have agreed."""

    asked_seats: Annotated[tuple[Seat, ...], Meta(description="Their seats, in turn order.")]


@declare(MUTATION, (*WRITING, NotSeated, *CHANGING, AlreadyStarted), post("/games/{id}/leave", "seats"))
def leave_seat(game: GameOf, expected: Expected = None, key: Key = None) -> GameChanged:
    """Get up before the game starts.

    The seat is free again, without its names, and its tokens are revoked. A host who gets up stays the host. Once the game has
    started, resign instead. At a table of quick play that waits, a request without a seat, such as a second one, changes nothing
    and succeeds.
    """


@declare(
    MUTATION,
    (*WRITING, NoAccount, Banned, ClaimRejected, SeatClaimed, AlreadySeated, PeopleOnly, *CHANGING),
    post("/games/{id}/claim", "seats", body=("Claim", "The seat to claim.")),
)
def claim_seat(
    game: GameOf,
    token: Annotated[str, Meta(description="The seat's token. It stays valid.")],
    expected: Expected = None,
    key: Key = None,
) -> GameChanged:
    """Keep a seat by your account, which you took without one. Send your login token, and that of the seat as `token`.

    Your account then has the game in its lists, also if the game has ended. A seat can be claimed once, and an account has one
    seat in a game.
    """


@declare(
    QUERY,
    (GameNotFound, TokenRejected),
    get("/games/{id}/attendance", "seats", etag=False),
    outcome="Who is away, or why it is not shown.",
)
def attendance(game: GameOf) -> Attendance:
    """The players and the host who are away from a game that waits for its start, if any.

    Somebody who is away when the last seat is taken is asked first (`asked` of their seat). If the host is away, any player can
    start the game, or take the host's part.
    """


@declare(
    MUTATION,
    (*HOST_CHANGES, AlreadyStarted, SeatsNotTaken, HostPresent, StartAwaited),
    post("/games/{id}/start", "seats"),
)
def start_game(game: GameOf, expected: Expected = None, key: Key = None) -> GameChanged:
    """Start a game once all seats are taken.

    For the host, and for a player if the host is away. Other players who are away are asked first: the game starts when they have
    agreed. A player who was asked agrees with this operation.
    """


@declare(
    MUTATION,
    (*WRITING, NotSeated, *CHANGING, NotHost, AlreadyStarted, HostPresent),
    post("/games/{id}/host", "seats"),
    outcome="The host's token, or why you do not get it.",
)
def take_host(game: GameOf, expected: Expected = None, key: Key = None) -> TokenReissued:
    """Become the host of a game that waits, with your seat's token, while its host is away.

    The former host's token is revoked, with the invites and the webhooks of the game.
    """
