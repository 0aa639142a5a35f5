"""The operations of REST on a game's log, and on the events of an account."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from taphouse.schema.execution.shared_values import Events
from taphouse.schema.graphql.queries import LONGEST_WAIT
from taphouse.schema.inputs import PLACE_TEXT, GameId, Place
from taphouse.schema.paging import number_of
from taphouse.schema.rest.bodies import NewTicket
from taphouse.schema.rest.operation import After, AfterVersion, At, Call, First, FirstGames
from taphouse.schema.rest.responses import AccountEvents, LogEntryPage, news_of
from taphouse.schema.results import GameRecord, TicketCreated
from taphouse.schema.values import EventPage
from taphouse.schema.values.epochs import mark_of

Wait = Annotated[
    int, Meta(ge=0, le=LONGEST_WAIT, description="The most seconds to wait for an entry if there is none yet.")
]


async def history(call: Call, id: GameId, first: First = 100, after: After = None, at: At = None) -> LogEntryPage:
    """The log up to a version, in version order, without gaps, as far as you can see it."""
    number_of(after)  # before what may find that nothing has changed
    page = await call.tables.history(await call.see(id, at), after, first, call.caller.work)
    return LogEntryPage(next=page.next, entries=page.nodes)


async def events(
    call: Call,
    id: GameId,
    first: First = 100,
    after: AfterVersion = 0,
    wait: Wait = 0,
) -> EventPage:
    """The log after a version, in version order, without gaps, as far as you can see it.

    As JSON, the response is a page. To follow a game, pass `version` and `epoch` of the last page as `after`, joined by a
    hyphen, and set `wait`: the response comes as soon as there is an entry. As `text/event-stream`, each entry is an event whose
    id is its version and epoch, such as `17-1f3a9c27`. `Last-Event-ID` overrides `after`. If it is the last version of a game
    that is over or abandoned, the response is 204. A problem during the stream is its last event, of the type `problem`.
    """
    version, epoch = mark_of(str(after))
    return await call.live.page(call.caller, id, version, float(wait), first, epoch)


async def record(call: Call, id: GameId) -> GameRecord:
    """The record of a game: a text to keep, to replay, and to verify. Everybody gets the same.

    While the game is running, and if it was abandoned, it holds what a spectator may know. Once the game is over, it holds
    salt, seed and all draws.
    """
    return await call.tables.record(call.caller, await call.see(id, None))


async def follow(call: Call, id: GameId, after: AfterVersion = 0, **_: Any) -> Events:
    """The stream of `events`."""
    version, epoch = mark_of(str(after))
    return await call.live.entries(call.caller, id, version, epoch)


async def account_events(
    call: Call,
    first: FirstGames = 20,
    after: Annotated[Place | None, Meta(description=PLACE_TEXT)] = None,
    wait: Annotated[
        int, Meta(ge=0, le=LONGEST_WAIT, description="The most seconds to wait for an event if there is none yet.")
    ] = 0,
) -> AccountEvents:
    """What the games of your account have come to: each that has changed since `after`.

    As JSON, the response is a page. To follow your games, pass its `cursor` as `after`, and set `wait`: the response comes as
    soon as there is an event. As `text/event-stream`, each event has its cursor as id, `Last-Event-ID` overrides `after`, and
    the stream goes on until your token ends; a problem is its last event, of the type `problem`. A slow client skips versions
    of a game and gets the newest.
    """
    page = await call.live.account_page(call.caller, after, float(wait), first)
    return AccountEvents(page.cursor, tuple(map(news_of, page.events)))


async def follow_account(
    call: Call, after: Annotated[Place | None, Meta(description=PLACE_TEXT)] = None, **_: Any
) -> Events:
    """The stream of `account_events`."""
    return await call.live.account_events(call.caller, after)


async def create_ticket(call: Call, body: NewTicket) -> TicketCreated:
    """Get a ticket for one stream of a game or of your account.

    It goes into the URL of the stream, as `ticket`, where a browser's EventSource cannot send your token. It works once, within
    a minute, and only for reading.
    """
    return await call.live.ticket(call.caller, body.game_id)
