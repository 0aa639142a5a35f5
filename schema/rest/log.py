"""The operations of REST on a game's log."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from taphouse.schema.execution.shared_values import Events
from taphouse.schema.graphql.queries import LONGEST_WAIT
from taphouse.schema.inputs import GameId
from taphouse.schema.rest.operation import After, AfterVersion, At, Call, First
from taphouse.schema.rest.responses import LogEntryPage
from taphouse.schema.results import GameRecord
from taphouse.schema.values import EventPage


async def history(call: Call, id: GameId, first: First = 100, after: After = None, at: At = None) -> LogEntryPage:
    """The log up to a version, in version order, without gaps, as far as you can see it."""
    page = await call.tables.history(await call.see(id, at), after, first, call.caller.work)
    return LogEntryPage(next=page.next, entries=page.nodes)


async def events(
    call: Call,
    id: GameId,
    first: First = 100,
    after: AfterVersion = 0,
    wait: Annotated[
        int, Meta(ge=0, le=LONGEST_WAIT, description="The most seconds to wait for an entry if there is none yet.")
    ] = 0,
) -> EventPage:
    """The log after a version, in version order, without gaps, as far as you can see it.

    As JSON, the response is a page. To follow a game, pass the `version` of the last page as `after`, and set `wait`: the
    response comes as soon as there is an entry. As `text/event-stream`, each entry is an event with its version as id.
    `Last-Event-ID` overrides `after`. If it is the last version of a game that is over or abandoned, the response is 204. A
    problem during the stream is its last event, of the type `problem`.
    """
    return await call.live.page(call.caller, id, after, float(wait), first)


async def record(call: Call, id: GameId) -> GameRecord:
    """The record of a game: a text to keep, to replay, and to verify. Everybody gets the same.

    While the game is running, and if it was abandoned, it holds what a spectator may know. Once the game is over, it holds
    salt, seed and all draws.
    """
    return await call.tables.record(await call.see(id, None), call.caller.work)


async def follow(call: Call, id: GameId, after: AfterVersion = 0, **_: Any) -> Events:
    """The stream of `events`."""
    return await call.live.entries(call.caller, id, after)
