"""The feed of all games, for operators. docs/guides/reports.md explains it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat, Victory
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.concepts.operators import OPERATING
from taphouse.schema.inputs import FEED_CURSOR, MOST_LISTED
from taphouse.schema.operations.arguments import First, Wait
from taphouse.schema.operations.declaration import QUERY, SUBSCRIPTION, declare, get
from taphouse.schema.prices import BY_PARENT, LISTED, LOOK, Price
from taphouse.schema.problems.base import Problem, ProblemCode
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.values.games import GameKind
from taphouse.schema.values.versions import UNIQUE, Epoch, Moment


class FeedEventKind(Word):
    """The kinds of events in the feed of all games. A later release may add values."""

    BEGUN = "BEGUN", "The game has begun."
    ENDED = "ENDED", "The game was played to its end. Its `results` are known, and it is counted for ratings."
    ABANDONED = "ABANDONED", "The game was abandoned, or its players agreed to end it without a result."
    ANNULLED = "ANNULLED", "An operator took the rated game back. Its `results` have the ratings without it."


class SeatResult(Public, frozen=True):
    """The result of a seat."""

    seat: Seat
    place: Annotated[int | None, Meta(description="The place, 1 for the winner. Null if the game has no result.")]
    points: Annotated[int | None, Meta(description="The points. Null if the game has no result.")]
    rating: Annotated[
        int | None, Meta(description="The rating of the player after the event. Null if the game was not rated.")
    ]


class FeedEvent(Public, frozen=True):
    """A game has begun or ended, or was taken back."""

    id: Annotated[str, UNIQUE, Meta(description="Its id: an event that comes again after a failover has the same.")]
    cursor: Annotated[str, Meta(description="Its place in the feed: the `after` with which a client goes on.")]
    event: Annotated[FeedEventKind, Meta(description="The kind of event.")]
    at: Annotated[Moment, Meta(description="The time when it happened.")]
    game_id: Annotated[str, Meta(description="The game's id.")]
    kind: Annotated[GameKind, Meta(description="The kind of game.")]
    version: Annotated[int, Meta(description="The version of the game at which it happened.")]
    epoch: Epoch
    rated: Annotated[bool, Meta(description="True if the game counts for ratings.")]
    results: Annotated[
        tuple[SeatResult, ...], Meta(description="The results of all seats, in turn order. Empty when a game begins.")
    ]
    victory: Annotated[Victory | None, Meta(description="Who has won. Null if the game has no result.")]
    stake: Annotated[
        int | None, Meta(description="The number of games that the result counts as. Null if there is none.")
    ]
    gap: Annotated[
        bool, Meta(description="True if events after your cursor are not there any more: this is the oldest one.")
    ]


class FeedPage(Public, frozen=True):
    """Events of the feed, oldest first."""

    events: Annotated[tuple[FeedEvent, ...], Meta(description="The events.", extra={"size": BY_PARENT})]
    cursor: Annotated[str | None, Meta(description="The `after` of the next page. Null if there is no event at all.")]
    has_more: Annotated[bool, Meta(description="True if there are more events after these.")]


class FeedOff(Problem, frozen=True, kw_only=True):
    """The service keeps no feed. Its settings can turn it on."""

    code = ProblemCode("FEED_OFF")
    http_status = 403


FeedCursor = Annotated[str, Meta(extra_json_schema={"pattern": f"^{FEED_CURSOR}$"})]
AfterEvent = Annotated[
    FeedCursor | None,
    Meta(description="The cursor of an event: only the events after it. Without it, from the oldest one that is kept."),
]


@declare(
    SUBSCRIPTION,
    (*OPERATING, InputRefused, FeedOff),
    name="feed",
    use="follow_feed",
    union="FeedEventResult",
    outcome="An event, or why the stream ends.",
    price=Price(once=2 * LOOK),
)
def follow_feed(after: AfterEvent = None) -> FeedEvent:
    """All games that begin, end or are taken back: the events after a cursor, and then each new one. Needs the scope GAMES.

    To resume, pass the `cursor` of the last event you got as `after`: no event is left out, whatever fails.
    """


@declare(
    QUERY,
    (*OPERATING, InputRefused, FeedOff),
    get(
        "/operator/feed",
        "operators",
        etag=False,
        stream=follow_feed,
        endless=True,
        ids=FEED_CURSOR,
        more="""
As JSON, the response is a page. To follow the feed, pass its `cursor` as `after`, and set `wait`. As `text/event-stream`, each
event has its cursor as id; `Last-Event-ID` overrides `after`. A problem is the last event, of the type `problem`.
""",
    ),
    outcome="A page of the feed, or why it is not shown.",
    price=Price(once=2 * LOOK, each=LISTED, listed="first", most=MOST_LISTED),
)
def feed(after: AfterEvent = None, wait: Wait = 0, first: First = 100) -> FeedPage:
    """All games that have begun, ended or been taken back, oldest first. Needs the scope GAMES.

    The newest 100,000 events are kept, for 90 days after the last one.
    """
