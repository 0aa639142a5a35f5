"""An operation as server-sent events."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from taphouse.schema.concepts.feed import FeedEvent
from taphouse.schema.concepts.presence import TablePresence
from taphouse.schema.concepts.talk import TalkLine
from taphouse.schema.execution.shared_values import Events, Payer, Push, SharedValue, Taking
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import GameView
from taphouse.schema.operations.answers import GamePage, news_of
from taphouse.schema.paging import Connection
from taphouse.schema.partial_answers import part_of_entry
from taphouse.schema.ports import Context
from taphouse.schema.prices import EVENT, SHOWN, PrepaidBudget, told_price
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.request_problems import detailed
from taphouse.schema.rest.operations import FIELDS, Operation
from taphouse.schema.results import AccountEvent, GamePatch
from taphouse.schema.values.games import LogEntry
from taphouse.schema.values.versions import mark_of, marked
from taphouse.service.games.kernel.loaded_game import ENDED
from taphouse.service.http import server_sent_events
from taphouse.service.http.json_bodies import ENCODER
from taphouse.service.runtime.backoff import around

RETRY = 3.0
"""About the seconds after which an `EventSource` connects again: varied, so that not all clients of an instance that has gone
come at once."""
_TOLD = told_price(EVENT)
_REST = b"REST"
"""Stands for the digest of a subscription among the answers made from an event."""


async def stream(
    request: Request, operation: Operation, context: Context, given: dict[str, Any], patience: float
) -> Response | server_sent_events.EventStream:
    """Stream events whose ids are versions with their epochs, or cursors of an account or a room, or pages of a list, which have
    none.

    `Last-Event-ID` goes before `after`.

    If the client already has all versions of a game that has ended, answers 204, which stops browsers from reconnecting. With a
    ticket it cannot reconnect.

    Args:
        request: The request.
        operation: The operation.
        context: The use cases, and their caller.
        given: The parameters of the request.
        patience: Seconds that a client may leave events unread.

    Raises:
        Refused: The operation refuses the request, or `Last-Event-ID` is malformed.
    """
    last = request.headers.get("last-event-id", "") if operation.resumes else ""
    if last:
        if not re.fullmatch(operation.ids, last):
            message = "Last-Event-ID must be the id of an event of this stream. Omit it to begin anew."
            raise Refused(InputRefused(message=message, argument="Last-Event-ID"))
        if "after" in operation.parameters:
            given["after"] = last
        if context.caller.ticket is None and not operation.endless:
            seen: GameView = await context.use_cases["see"](context.caller, given["id"], None)
            version, epoch = mark_of(last)
            if seen.status in ENDED and version == seen.version and epoch in (None, seen.epoch):
                return Response(status_code=204)
    events = await operation.follow(context, given)
    prepaid = None if context.caller.budget is None else context.caller.budget.prepaid
    headers = server_sent_events.event_headers(context.caller.language)
    frames = _frames(events, prepaid, given.get(FIELDS))
    return server_sent_events.EventStream(frames, events.aclose, patience, headers)


async def _frames(
    events: Events, prepaid: PrepaidBudget | None, fields: tuple[str, ...] | None
) -> AsyncGenerator[bytes, Push | None]:
    """The events as frames, each paid for, after the time to wait before a reconnection. All clients that see the same members
    of the same entry share its frame."""
    key = _REST if fields is None else _REST + ",".join(fields).encode()
    payer = Payer(events, prepaid, partial(_price, key))

    def frame(event: SharedValue) -> bytes:
        made = event.answers.get(key)
        if not isinstance(made, bytes):
            made = _frame(event.value, fields)
            event.keep(key, made)
        return made

    def take(event: SharedValue) -> bool:
        return push is not None and payer.pays(event) and push(frame(event)) and payer.got()

    # A line of the first event: many clients take a block without data for an event.
    push = yield b"retry: %d\n" % (around(RETRY) * 1000)
    async for event in Taking(events, take):
        push = yield frame(await payer.paid(event))


def _price(key: bytes, event: SharedValue) -> int:
    value = event.value
    if type(value) is Connection:
        price = EVENT + SHOWN * len(value.edges)
    elif type(value) is GamePatch:
        price = EVENT + SHOWN
    else:
        return _TOLD if key in event.answers else EVENT
    return told_price(price) if key in event.answers else price


def _frame(value: Any, fields: tuple[str, ...] | None) -> bytes:
    if isinstance(value, LogEntry):
        shown = value if fields is None else part_of_entry(value, fields)
        return server_sent_events.frame(ENCODER.encode(shown), id=marked(value.version, value.epoch))
    if isinstance(value, GamePatch):
        return server_sent_events.frame(ENCODER.encode(value), id=marked(value.version, value.epoch))
    if isinstance(value, TalkLine | FeedEvent):
        return server_sent_events.frame(ENCODER.encode(value), id=value.cursor)
    if isinstance(value, AccountEvent):
        return server_sent_events.frame(ENCODER.encode(news_of(value)), id=value.cursor)
    if isinstance(value, TablePresence):
        return server_sent_events.frame(ENCODER.encode(value))
    if isinstance(value, Connection):
        return server_sent_events.frame(ENCODER.encode(GamePage.of(value)))
    return server_sent_events.frame(ENCODER.encode(detailed(value)), "problem")
