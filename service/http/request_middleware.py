"""The wrapper around the whole service: the client's address, limits on connections and bodies, one log line, answers to bugs."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from taphouse.schema.execution.fair_queue import FairSemaphore
from taphouse.schema.failures import unexpected
from taphouse.schema.problems.base import Problem
from taphouse.schema.request_problems import BodyTooLarge, Broken, HostRefused, Stopping, TooManyConnections
from taphouse.service.access.connection_limits import DRAINED, FULL
from taphouse.service.access.hosts import LONGEST, Hosts, why_not_count
from taphouse.service.access.origins import ORIGIN
from taphouse.service.access.proxies import Proxies, below, local_path, network
from taphouse.service.http.charged_endpoint import waits
from taphouse.service.http.refusals import error_response, http_error, refusal_of, refuse
from taphouse.service.observing.metrics import Metrics
from taphouse.service.runtime import telemetry

HEALTH = ("/healthz", "/readyz")

_ID = re.compile(rb"[A-Za-z0-9-]{1,64}")
_LONGEST_PATH = 200
_PLAIN_PATH = re.compile(rf"[A-Za-z0-9/._~-]{{1,{_LONGEST_PATH}}}")
"""A path that needs no encoding, as the paths of almost all requests."""
_AT_ONCE = 8
"""The requests of an address that begin in one turn of the event loop, so that one address does not hold up the others."""
_DRAIN_SECONDS = 2.0
_NONE: dict[str, Any] = {}


class RequestMiddleware:
    """ASGI middleware around all endpoints.

    - Takes the client's address, the scheme and the root path from the headers of trusted proxies.
    - Gives each request and WebSocket an id and a log line. The id is returned as `X-Request-Id`. A client's own id is used if
      it has at most 64 letters, digits and dashes; the id of an error is always the service's own.
    - Refuses requests without one valid `Host` with 400, and under a name that is not allowed with 421.
    - Refuses requests, streams and WebSockets of an address that has too many open in this process with 429, WebSockets before
      they are accepted; and requests on connections beyond a limit. Health checks are exempt from limits, and may use any name.
    - Refuses bodies that are too large with 413, with or without a `Content-Length`.
    - Answers what the framework refuses, such as an unknown path.
    - Answers unexpected exceptions with 500, and requests that the end of the service cancels with 503.

    Args:
        app: The application.
        most_body: The most bytes of a body.
        most_open: The most requests, streams and WebSockets that an address may have open at once; 0 for no limit.
        proxies: See `Proxies`.
        root_path: The path below which the service is shown; empty if the proxies give it.
        hosts: See `Hosts`.
        varies: True if answers depend on the origin of the page that asks.
        metrics: The metrics in which requests are counted, if any.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        most_body: int,
        most_open: int = 0,
        proxies: Sequence[str] = (),
        root_path: str = "",
        hosts: Sequence[str] = (),
        varies: bool = False,
        metrics: Metrics | None = None,
    ) -> None:
        self.app = app
        self.open: Counter[str] = Counter()
        """The number of requests, streams and WebSockets that each address has open."""
        self._most_body, self._most_open = most_body, most_open
        self._proxies, self._behind_proxies = Proxies(proxies), any(proxies)
        self._root_path = root_path
        self._why_not_host = Hosts(hosts).why_not
        self._varies, self._metrics = varies, metrics
        self._starting = FairSemaphore(_AT_ONCE, per_owner=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        given = dict(reversed(scope["headers"]))
        length, host = given.get(b"content-length", b""), given.get(b"host", b"")
        several = len(given) < len(scope["headers"])
        hosts = sum(name == b"host" for name, _ in scope["headers"]) if several else int(b"host" in given)
        if self._behind_proxies or b"x-forwarded-for" in given:
            scope = self._proxies.seen_through(scope)
        if root := self._root_path or scope.get("root_path", ""):
            scope = below(root, scope)
        asks_health = scope["path"].removeprefix(root) in HEALTH
        announced = int(length[:18]) if length.isdigit() else 0  # enough digits to exceed any limit
        chosen, error_id = given.get(b"x-request-id", b""), os.urandom(8).hex()
        request_id = chosen.decode() if _ID.fullmatch(chosen) else error_id
        address = network(scope["client"][0] if scope.get("client") else "")
        line = telemetry.LogLine(request_id, scope, error_id=error_id)
        telemetry.line.set(line)
        added = [(b"x-request-id", request_id.encode())]
        if self._varies and ORIGIN not in given:
            added.append((b"vary", b"Origin"))
        exchange = _Exchange(scope, receive, send, added, self._most_body)
        try:
            if not self._starting.takes(address):
                await self._starting.acquire(address)
            self._starting.release_soon(address)
            if hosts == 1 and len(host) <= LONGEST:
                unnamed = self._why_not_host(host)
            else:
                unnamed = why_not_count(hosts, scope.get("http_version", ""))
            if unnamed is not None and not (asks_health and isinstance(unnamed, HostRefused)):
                await exchange.refuse(unnamed)
            elif asks_health:
                await self._passed(exchange, announced)
            else:
                await self._limited(exchange, address, announced)
        except asyncio.CancelledError:
            # The service stops, and the grace period is over. Tell the client to retry at another instance.
            line.notes["cancelled"] = True
            await exchange.answer(Stopping(message="This instance is stopping. Send the request again."), closing=True)
            raise
        except Exception as error:
            number = telemetry.bug(error, path=_path(scope))
            message = f"{unexpected(error)} Give the operator this id to find it in the log."
            await exchange.answer(Broken(message=message, id=number))
        finally:
            self._end(exchange, line, time.perf_counter() - begun)

    def _end(self, exchange: _Exchange, line: telemetry.LogLine, seconds: float) -> None:
        """Log and count a request or WebSocket."""
        scope, notes = exchange.scope, line.notes
        if self._metrics is not None and exchange.is_request:
            self._metrics.request(local_path(scope), notes, exchange.status, seconds)
        if telemetry.log.least > logging.INFO:
            return  # a line that is not written is not made
        notes.update(request_id=line.request_id, path=_path(scope), duration_ms=round(seconds * 1000, 2))
        notes.update(exchange.measured(line))
        telemetry.log.info("request" if exchange.is_request else "socket", fields=notes)

    async def _limited(self, exchange: _Exchange, address: str, announced: int) -> None:
        if (full := exchange.scope.get("extensions", _NONE).get(FULL)) is not None:
            await exchange.refuse(refusal_of(full["limit"]), {"retry-after": "1"})
            return
        if not self._most_open:
            await self._passed(exchange, announced)
            return
        if self.open[address] >= self._most_open:
            await exchange.refuse(TooManyConnections(), {"retry-after": "1"})
            return
        self.open[address] += 1
        try:
            await self._passed(exchange, announced)
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]

    async def _passed(self, exchange: _Exchange, announced: int) -> None:
        if announced <= self._most_body:
            try:
                await self.app(exchange.scope, exchange.receive, exchange.send)
            except HTTPException as error:
                if exchange.status:
                    raise
                if not exchange.too_large:
                    await http_error(exchange.scope, error)(exchange.scope, exchange.receive_more, exchange.send)
            except Exception:
                if not exchange.too_large:
                    raise
        elif exchange.is_request:
            exchange.too_large, exchange.more = True, not waits(exchange.scope)
        if exchange.too_large:
            if exchange.more:
                await _drain(exchange.receive_more)
            message = f"The request body is larger than {self._most_body} bytes."
            exchange.too_large = False  # so that this answer is sent
            await exchange.answer(BodyTooLarge(message=message), closing=True)


class _Exchange:
    """A request with its answer, or a WebSocket: counts what is received and sent, and adds headers to the answer."""

    __slots__ = (
        *("_added", "_most", "_seen", "_send", "_size", "_sent"),
        *("is_request", "more", "receive_more", "scope", "status", "too_large"),
    )

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, added: Sequence[tuple[bytes, bytes]], most: int
    ) -> None:
        self.scope, self.receive_more, self._send = scope, receive, send
        self.is_request = scope["type"] == "http"
        self._added, self._most = added, most
        self._seen, self._size, self._sent = 0, 0, 0
        self.status = 0
        """The status of the answer; 0 before it begins, and of a WebSocket."""
        self.more = True
        """True while the client may still send a part of the body."""
        self.too_large = False
        """True if the body exceeded the limit before an answer began. The application's answer is then dropped."""

    def measured(self, line: telemetry.LogLine) -> dict[str, object]:
        """The fields of its log line."""
        if self.is_request:
            return {"method": self.scope["method"], "status": self.status, "bytes": self._size + line.size}
        return {"messages": self._sent + line.pushed, "characters": self._size + line.size}

    async def receive(self) -> Message:
        """The next message of the client."""
        message = await self.receive_more()
        if self.is_request:
            self._seen += len(message.get("body", b""))
            self.more = message.get("more_body", False)
            if self._seen > self._most:
                self.too_large = not self.status
                raise HTTPException(413)
        return message

    async def send(self, message: Message) -> None:
        """Send a message of the application."""
        match message["type"]:
            case "http.response.body":
                if self.too_large:
                    return
                self._size += len(message.get("body", b""))
            case "http.response.start":
                if self.too_large:
                    return
                self.status = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), *self._added]}
            case "websocket.send":
                self._size += len(message.get("text") or "")
                self._sent += 1
        await self._send(message)

    async def refuse(self, problem: Problem, headers: dict[str, str] | None = None) -> None:
        """Refuse a request, or a WebSocket before it is accepted."""
        telemetry.note(outcome=problem.code)
        await refuse(error_response(self.scope, problem, headers=headers), self.scope, self.receive, self.send)

    async def answer(self, problem: BodyTooLarge | Broken | Stopping, *, closing: bool = False) -> None:
        """Answer a request, unless an answer has begun."""
        if self.is_request and not self.status:
            response = error_response(self.scope, problem, headers={"connection": "close"} if closing else {})
            await response(self.scope, self.receive_more, self.send)


def _path(scope: Scope) -> str:
    """The path, percent-encoded so that it cannot break a log line."""
    path: str = scope["path"]
    return path if _PLAIN_PATH.fullmatch(path) else quote(path, safe="/-._~", errors="replace")[:_LONGEST_PATH]


async def _drain(receive: Receive) -> None:
    """Read the rest for a while: closing a connection with unread bytes resets it, and the client loses the answer."""
    left = DRAINED
    try:
        async with asyncio.timeout(_DRAIN_SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    return
    except TimeoutError:
        return
