"""The response to an operation whose result is a stream of whole items, such as records."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable
from typing import Any

from starlette.datastructures import Headers

from taphouse.engine.messages import ENGLISH
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.failures import Refused, Unavailable
from taphouse.schema.rest.operations import Operation
from taphouse.service.http.refusals import VARY
from taphouse.service.http.server_sent_events import EventStream, Incomplete


def item_stream(
    items: AsyncGenerator[Any, None], operation: Operation, media: str, scheduler: RequestScheduler, patience: float
) -> EventStream:
    """Stream items in a media type as they are made. The response is complete only if all of them were sent.

    Args:
        items: The items.
        operation: The operation, which says how they are written.
        media: The media type.
        scheduler: The scheduler of the request.
        patience: Seconds that a client may leave items unread.
    """
    headers = {
        "content-type": media,
        "content-language": ENGLISH,
        "cache-control": "no-store",
        "vary": VARY,
        "x-accel-buffering": "no",
    }
    frames = _frames(items, operation.written[media], scheduler)
    return EventStream(frames, items.aclose, patience, Headers(headers).raw, heartbeat=b"\n", whole=True)


async def _frames(
    items: AsyncGenerator[Any, None], write: Callable[[Any], Iterable[str]], scheduler: RequestScheduler
) -> AsyncGenerator[bytes, None]:
    try:
        async for item in items:
            yield "".join(await scheduler.collect(write(item))).encode()
    except Refused as refused:
        raise Incomplete(refused.problem.code) from refused
    except Unavailable as error:
        raise Incomplete("UNAVAILABLE") from error
