"""Heads of answers: they are what uvicorn writes, and none has a control character."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import pytest
from uvicorn.protocols.http.flow_control import FlowControl

from taphouse.service.http.connections.http11 import Cycle
from taphouse.service.libraries.uvicorn import RequestResponseCycle

LENGTH, CLOSE, TAG = (b"content-length", b"5"), (b"connection", b"close"), (b"etag", b'"a\tb \xe9"')
OURS = (b"x-content-type-options", b"nosniff")


class Transport(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.writes, self.closed = b"", 0, False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data
        self.writes += 1

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


async def answered(
    kind: type[RequestResponseCycle],
    status: int,
    headers: list[tuple[bytes, bytes]],
    method: str,
    *,
    keep_alive: bool,
    bodies: Sequence[bytes] = (b"12345",),
    version: str = "1.1",
) -> Transport:
    transport, log = Transport(), logging.getLogger("test")
    scope: Any = {"type": "http", "method": method, "http_version": version}
    flow, event = FlowControl(transport), asyncio.Event()
    cycle = kind(scope, transport, flow, log, log, False, [OURS], event, False, keep_alive, lambda: None)
    await cycle.send({"type": "http.response.start", "status": status, "headers": headers})
    parts = bodies if status == 200 else (b"",)
    for number, body in enumerate(parts, 1):
        await cycle.send({"type": "http.response.body", "body": body, "more_body": number < len(parts)})
    assert cycle.response_complete
    return transport


@pytest.mark.parametrize("keep_alive", [True, False])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    ("status", "headers"), [(200, [LENGTH, TAG]), (200, [TAG, CLOSE]), (200, []), (204, [CLOSE]), (304, [TAG])]
)
async def test_an_answer_is_what_uvicorn_writes(
    status: int, headers: list[tuple[bytes, bytes]], method: str, keep_alive: bool
) -> None:
    ours, theirs = [
        await answered(kind, status, headers, method, keep_alive=keep_alive) for kind in (Cycle, RequestResponseCycle)
    ]
    assert sorted(ours.written.split(b"\r\n")) == sorted(theirs.written.split(b"\r\n"))
    assert ours.closed == theirs.closed


async def test_a_head_is_written_with_the_beginning_of_the_body() -> None:
    whole = await answered(Cycle, 200, [LENGTH], "GET", keep_alive=True)
    parts = await answered(Cycle, 200, [LENGTH], "GET", keep_alive=True, bodies=(b"12", b"", b"345"))
    assert whole.writes == 1
    assert whole.written == parts.written
    assert whole.written.endswith(b"\r\n\r\n12345")
    for wrong in (b"1234", b"123456"):
        with pytest.raises(RuntimeError, match="Content-Length"):
            await answered(Cycle, 200, [LENGTH], "GET", keep_alive=True, bodies=(wrong,))


async def test_a_client_before_http_1_1_gets_no_chunks() -> None:
    """RFC 9112, 6.1: the end of the connection ends the body."""
    begun = await answered(Cycle, 200, [], "GET", keep_alive=True, bodies=(b"12", b"", b"345"), version="1.0")
    head, _, body = begun.written.partition(b"\r\n\r\n")
    assert (body, begun.closed) == (b"12345", True)
    assert b"connection: close" in head
    assert b"transfer-encoding" not in head


@pytest.mark.parametrize("text", [b"a\r\nset-cookie: b", b"a\nb", b"a\rb", b"a\0", b"a\x7f"])
async def test_no_control_character_is_sent(text: bytes) -> None:
    for header in ((text, b"a"), (b"a", text)):
        with pytest.raises(RuntimeError):
            await answered(Cycle, 200, [LENGTH, header], "GET", keep_alive=True)
