"""An operation as server-sent events."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from taphouse.schema.ports import Events
from taphouse.schema.request_problems import detailed
from taphouse.schema.rest.operation import MOST_VERSION, Call, Operation
from taphouse.schema.values import LogEntry
from taphouse.service.http import server_sent_events


async def stream(
    request: Request, operation: Operation, call: Call, given: dict[str, Any], patience: float
) -> Response | server_sent_events.EventStream:
    """Stream each version as an event whose id is the version. `Last-Event-ID` takes precedence over `after`.

    If the client already has all versions of a game that has ended, answers 204, which stops browsers from reconnecting.

    Args:
        request: The request.
        operation: The operation.
        call: The use cases, and their caller.
        given: The parameters of the request.
        patience: Seconds that a client may leave events unread.

    Raises:
        Refused: The operation refuses the request.
    """
    if operation.stream is None:
        raise TypeError(f"{operation.id} has no stream")
    last = request.headers.get("last-event-id", "")
    known = last.isdecimal() and len(last) <= len(str(MOST_VERSION))
    if known:
        given["after"] = int(last)
    if known:
        page = await operation.use(call, **{**given, "first": 1, "wait": 0})
        if page.ended and not page.entries:
            return Response(status_code=204)
    events = await operation.stream(call, **given)
    return server_sent_events.EventStream(_frames(events), events.aclose, patience)


async def _frames(events: Events) -> AsyncGenerator[bytes, None]:
    async for event in events:
        value = event.value
        if isinstance(value, LogEntry):
            yield server_sent_events.frame(msgspec.json.encode(value), id=value.version)
        else:
            yield server_sent_events.frame(msgspec.json.encode(detailed(value)), "problem")
