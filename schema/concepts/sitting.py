"""Getting up from a table that waits, and keeping a seat by an account."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.schema.operations.arguments import Expected, GameOf, Key
from taphouse.schema.operations.declaration import MUTATION, declare, post
from taphouse.schema.problems.base import PlayerProblem, ProblemCode
from taphouse.schema.problems.callers import NoAccount, NotSeated
from taphouse.schema.problems.seats import AlreadySeated, AlreadyStarted
from taphouse.schema.problems.sets import CHANGING, WRITING
from taphouse.schema.results import GameChanged
from taphouse.schema.values.lifecycle import LifecycleEvent


class ClaimRejected(PlayerProblem, frozen=True, kw_only=True):
    """The token gives no lasting right to a seat of this game: it is narrow, replaced, forged, or of something else."""

    code = ProblemCode("CLAIM_REJECTED")
    http_status = 403


class SeatClaimed(PlayerProblem, frozen=True, kw_only=True):
    """Another account holds the seat."""

    code = ProblemCode("SEAT_CLAIMED")


class PlayerLeft(LifecycleEvent, frozen=True):
    """A player got up before the game started. The seat is free again."""

    seat: Seat


class AccountSeated(LifecycleEvent, frozen=True):
    """An account holds a seat from now on, which its player had by a token alone."""

    seat: Seat


@declare(MUTATION, (*WRITING, NotSeated, *CHANGING, AlreadyStarted), post("/games/{id}/leave", "seats"))
def leave_seat(game: GameOf, expected: Expected = None, key: Key = None) -> GameChanged:
    """Get up before the game starts.

    The seat is free again, without its names, and its tokens are revoked. A host who gets up stays the host. Once the game has
    started, resign instead.
    """


@declare(
    MUTATION,
    (*WRITING, NoAccount, ClaimRejected, SeatClaimed, AlreadySeated, *CHANGING),
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
