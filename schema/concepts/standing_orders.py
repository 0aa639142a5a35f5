"""Standing orders: moves that a player leaves to be made if the others do what they expect."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.operations.arguments import Expected, GameOf
from taphouse.schema.operations.declaration import MUTATION, QUERY, declare, get, post
from taphouse.schema.prices import LOG, LOOK, Price
from taphouse.schema.problems.base import PlayerProblem, ProblemCode
from taphouse.schema.problems.callers import NotSeated, TokenRejected
from taphouse.schema.problems.clocks import Paused
from taphouse.schema.problems.games import GameNotFound, GameNotStarted, GameOver, VersionConflict
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.moves import MoveNotUnderstood
from taphouse.schema.problems.seats import AlreadyResigned
from taphouse.schema.problems.sets import WRITING

MOST_ORDERS = 16
"""The most orders of a seat."""
MOST_AFTER, MOST_PLAYED = 24, 8
"""The most moves that an order expects, and the most that it makes."""
MOST_VERSIONS = 64
"""The most versions for which orders wait."""
LEAST_TIME = 86_400
"""The least seconds of each seat with which a game with clocks has standing orders."""

Notation = Annotated[str, Meta(extra_json_schema={"minLength": 1})]


class StandingOrder(Public, frozen=True, forbid_unknown_fields=True):
    """Moves that the service makes for you if the game goes on as you expect. All are in notation, as the log shows them."""

    after: Annotated[
        tuple[Notation, ...],
        Meta(
            description=f"The moves that you expect from this version on, in order, 1 to {MOST_AFTER}: those of all seats, also "
            "your own of earlier orders. `?` is what you do not see of a move.",
            extra_json_schema={"minItems": 1, "maxItems": MOST_AFTER},
            extra={"size": MOST_AFTER},
        ),
    ]
    play: Annotated[
        tuple[Notation, ...],
        Meta(
            description=f"Your moves after these, in order, 1 to {MOST_PLAYED}.",
            extra_json_schema={"minItems": 1, "maxItems": MOST_PLAYED},
            extra={"size": MOST_PLAYED},
        ),
    ]


class OrdersEnd(Word):
    """The reasons for which orders end. A later release may add values."""

    PLAYED = "PLAYED", "All moves of an order are made."
    UNEXPECTED = "UNEXPECTED", "The game went on in another way."
    REFUSED = "REFUSED", "The next move was not legal when its turn came."
    UNDONE = "UNDONE", "Moves were taken back."
    ABSENT = "ABSENT", "Your time ran out, a bot plays for you, or you have resigned."


class OrdersEnded(Public, frozen=True):
    """The end of your last orders."""

    reason: Annotated[OrdersEnd, Meta(description="The reason.")]
    version: Annotated[int, Meta(description="The version of the game at which they ended.")]
    move: Annotated[str | None, Meta(description="The refused move, in notation. Null for other reasons.")] = None
    code: Annotated[
        ProblemCode | None, Meta(description="The code of the problem that refused it, such as `MOVE_REFUSED`.")
    ] = None


class StandingOrders(Public, frozen=True):
    """The standing orders of your seat. Nobody else sees them."""

    orders: Annotated[
        tuple[StandingOrder, ...],
        Meta(description="The orders as you left them. Empty if there are none.", extra={"size": MOST_ORDERS}),
    ]
    since: Annotated[
        int | None, Meta(description="The version after which their moves are expected. Null without orders.")
    ]
    ended: Annotated[
        OrdersEnded | None,
        Meta(description="The end of the orders before. Null if there was none, or you have left others since."),
    ]


class StandingOrdersOff(PlayerProblem, frozen=True, kw_only=True):
    """The operator has turned standing orders off."""

    code = ProblemCode("STANDING_ORDERS_OFF")
    http_status = 403


class ClockTooFast(PlayerProblem, frozen=True, kw_only=True):
    """Standing orders are for games without clocks, or with a day or more for each seat."""

    code = ProblemCode("CLOCK_TOO_FAST")
    http_status = 403


class YourDecision(PlayerProblem, frozen=True, kw_only=True):
    """You must decide now. Make your move, and then leave orders for what comes after it."""

    code = ProblemCode("YOUR_DECISION")


class TooManyOrders(PlayerProblem, frozen=True, kw_only=True):
    """These are too many orders, or one of them expects or makes too many moves. Leave fewer."""

    code = ProblemCode("TOO_MANY_ORDERS")
    http_status = 422
    limit: Annotated[int, Meta(description="The most orders, expected moves or moves to make.")]


@declare(
    MUTATION,
    (
        *WRITING,
        *(NotSeated, AlreadyResigned, GameNotStarted, GameOver, Paused, VersionConflict),
        *(InputRefused, MoveNotUnderstood, StandingOrdersOff, ClockTooFast, YourDecision, TooManyOrders),
    ),
    post("/games/{id}/orders", "moves", etag=False, body=("NewStandingOrders", "Standing orders to leave.")),
    outcome="Your orders, or why none are left.",
    price=Price(once=2 * LOOK),
)
def leave_orders(
    game: GameOf,
    orders: Annotated[
        tuple[StandingOrder, ...],
        Meta(
            description=f"The orders, at most {MOST_ORDERS}. Without any, those that you have left are withdrawn.",
            extra_json_schema={"maxItems": MOST_ORDERS},
        ),
    ],
    expected: Expected = None,
) -> StandingOrders:
    """Leave moves to be made for your seat if the others do what you expect, in place of the orders before.

    As soon as the game has gone on by exactly the moves of `after`, the service makes those of `play`, each judged as if you
    sent it then. The first order that fits counts. An order ends at the first move that differs, at an undo, if your time runs
    out, and after 64 versions. If a move is not legal, all your orders end; `standingOrders` has the reason. Your clock runs as
    always. Changes no version.
    """


@declare(
    QUERY,
    (GameNotFound, TokenRejected, NotSeated),
    get("/games/{id}/orders", "moves", etag=False),
    outcome="Your orders, or why they are not shown.",
    price=Price(once=LOOK + LOG),
)
def standing_orders(game: GameOf) -> StandingOrders:
    """The standing orders of your seat, and how the last ones ended."""
