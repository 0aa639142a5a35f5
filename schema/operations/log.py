"""The operations on the log of a game, and the streams of a game."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.game_view import GameView
from taphouse.schema.inputs import EPOCH_TEXT, GAME_ID_TEXT, MOST_LISTED, GameId
from taphouse.schema.operations.answers import LogEntries, LogEntryPage
from taphouse.schema.operations.arguments import After, AfterVersion, First, GameOf, Kinds, Wait
from taphouse.schema.operations.declaration import EVENTS, GAME, QUERY, SUBSCRIPTION, ArgumentForm, declare, get
from taphouse.schema.partial_answers import ENTRY_FIELDS, Fields
from taphouse.schema.ports import Context
from taphouse.schema.prices import LISTED, LOG, LOOK, SHOWN, Price
from taphouse.schema.problems.callers import NotSeated
from taphouse.schema.problems.games import FellBehind
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.sets import READING, WATCHING
from taphouse.schema.results import GamePatch, PendingDecision
from taphouse.schema.values.games import EventPage, LogEntry

_LIST = Price(once=LOOK, each=2 * LISTED, listed="first", most=MOST_LISTED)
_FOLLOWING = """
As JSON, the response is a page. To follow a game, pass `version` and `epoch` of the last page as `after`, joined by a
hyphen, and set `wait`: the response comes as soon as there is an entry. As `text/event-stream`, each entry is an event whose
id is its version and epoch, such as `17-1f3a9c27`. `Last-Event-ID` overrides `after`. If it is the last version of a game
that is over or abandoned, the response is 204. A problem during the stream is its last event, of the type `problem`.
"""
_PATCHING = """
The id of each event is its version and epoch, such as `17-1f3a9c27`. If `Last-Event-ID` is the last version of a game that is
over or abandoned, the response is 204. A problem during the stream is its last event, of the type `problem`.
"""

EpochOf = Annotated[str | None, Meta(description=EPOCH_TEXT)]


@declare(
    GAME,
    (),
    get("/games/{id}/history", "log", price=_LIST, answer=LogEntryPage, fields=ENTRY_FIELDS),
    price=Price(once=LOG, each=LISTED, listed="first", most=MOST_LISTED),
    shared=True,
)
async def history(context: Context, game_view: GameView, first: First = 100, after: After = None) -> LogEntries:
    """The log up to the version shown, in version order, without gaps, with what you may see."""
    found: LogEntries = await context.use_cases["history"](game_view, after, first, context.caller.scheduler)
    return found


@declare(
    SUBSCRIPTION,
    (*WATCHING, FellBehind),
    name="events",
    use="entries",
    union="LogEntryResult",
    outcome="A log entry, or why the stream ends.",
)
def follow(
    game: GameOf,
    after: Annotated[AfterVersion, Meta(description="Send the entries after this version. 0 sends all.")] = 0,
    epoch: EpochOf = None,
) -> LogEntry:
    """The log entries after a version, with what you may see: in version order, without gaps, each exactly once.

    To resume, pass the last version you got as `after`, and its `epoch`. Any instance can resume the stream.
    """


@declare(
    QUERY,
    READING,
    get(
        "/games/{id}/events",
        "log",
        etag=False,
        price=_LIST,
        stream=follow,
        marked=True,
        fields=ENTRY_FIELDS,
        more=_FOLLOWING,
    ),
    use="page",
    outcome="A page of the log, or why it is not shown.",
    price=Price(once=LOOK, each=LISTED, listed="first", most=MOST_LISTED),
    more="To follow a game, pass `version` and `epoch` of the last page as `after` and `epoch`, and set `wait`: the response "
    "comes as soon as there is an entry. Pages by version, unlike all other lists, so that a client can wait for the next one.",
    shared=True,
)
def events(
    game: GameOf, after: AfterVersion = 0, wait: Wait = 0, first: First = 100, epoch: EpochOf = None
) -> EventPage:
    """The log after a version, in version order, without gaps, with what you may see."""


@declare(SUBSCRIPTION, WATCHING, use="tables", outcome="A game, or why the stream ends.")
def game_updated(game: GameOf) -> GameView:
    """The game as you see it: at once, and again after each change. A slow client skips versions and gets the newest."""


@declare(
    SUBSCRIPTION,
    (*WATCHING, InputRefused),
    get("/games/{id}/patches", "log", etag=False, media=EVENTS, more=_PATCHING),
    name="gamePatches",
    use="patches",
    outcome="A game or its changes, or why the stream ends.",
    price=Price(once=LOOK + SHOWN),
)
def follow_game(game: GameOf, fields: Fields = None) -> GamePatch:
    """The game as you see it, as JSON, and then what changes in it, as JSON Patches (RFC 6902).

    The first event has the whole `game`. Each later one has a `patch` that makes the game of the event before into that of its
    `version`, with operations `add`, `remove` and `replace` only; or again the whole game, where that is shorter, or where you
    see the game with other rights. A slow client skips versions. After a break, the stream begins anew with the whole game.
    """


@declare(SUBSCRIPTION, (*WATCHING, NotSeated), outcome="The decision of your seat, or why the stream ends.")
def decisions(
    game: Annotated[
        GameId | None,
        Meta(description=f"{GAME_ID_TEXT} Optional if you send the token of a seat or of your login."),
        ArgumentForm("gameId", id=True),
    ] = None,
    kinds: Annotated[
        Kinds, Meta(description="The kinds of games whose decisions an account gets. Without it, all.")
    ] = None,
) -> PendingDecision:
    """The decision of your seat: at once, and again whenever it changes. Bots can wait for their turn with it.

    With the token of your login and without a game, the decisions of your account in all its games: those that wait for you, and
    again whenever one comes, changes, or waits no longer.
    """
