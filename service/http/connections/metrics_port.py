"""Serves the metrics of a process to Prometheus, on a port of their own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import uvicorn
from prometheus_client import CollectorRegistry, make_asgi_app
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from taphouse.service.access.connection_limits import Pace, TcpConnections
from taphouse.service.access.hosts import LONGEST, Hosts, why_not_count
from taphouse.service.http.connections.ports import ConnectionLimitMiddleware, bounded
from taphouse.service.http.refusals import error_response, refuse
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.setting_values import LOOPBACK, is_loopback

PATH = "/metrics"
RETRY = 1.0
"""Seconds after which a process without a port looks for one again."""
CONNECTIONS = 16
"""The most connections; half as many from one address. They use files that the API leaves free."""
SCRAPES = 20
"""The scrapes per second, averaged over ten seconds: each takes milliseconds in which no request is served."""
_MOST_BODY = 1024


class MetricsListener:
    """The listener of a process. With several workers, each takes the first port that is free, so that each is scraped.

    Args:
        registry: The metrics.
        host: The address to listen on.
        names: The names under which it answers, as `Hosts` takes them. On a loopback address, those of this machine are added.
        port: The first port; 0 for any.
        ports: The number of ports: one for each worker.
    """

    def __init__(self, registry: CollectorRegistry, host: str, names: Sequence[str], port: int, ports: int) -> None:
        self.port: int | None = None
        """The port that it listens on, once it does."""
        app = Starlette(routes=[Route(PATH, _Exposition(registry), methods=["GET"])])
        named = _HostCheck(app, (*names, LOOPBACK) if is_loopback(host) else names)
        connections = TcpConnections(CONNECTIONS // 2, most=CONNECTIONS)
        config = bounded(
            ConnectionLimitMiddleware(named), connections, _MOST_BODY, lifespan="off", timeout_graceful_shutdown=1
        )
        self._server, self._host = _Beside(config), host
        self._ports = [port + number if port else 0 for number in range(ports)]

    async def run(self) -> None:
        """Listen until cancelled. If that is not possible, as while a worker that is replaced still runs, try again."""
        warned = False
        while (listening := self._bound()) is None:
            if not warned:
                warned = True
                where = f"{self._host}, port {', '.join(map(str, self._ports))}"
                telemetry.log.warning("metrics", warning=f"There are no metrics yet: cannot listen on {where}.")
            await asyncio.sleep(RETRY)
        with listening:
            self.port = listening.getsockname()[1]
            telemetry.log.info("metrics", host=self._host, port=self.port)
            serving = asyncio.create_task(self._server.serve(sockets=[listening]))
            try:
                await asyncio.shield(serving)
            except asyncio.CancelledError:
                self._server.should_exit = True
                await serving
                raise

    def _bound(self) -> socket.socket | None:
        for port in self._ports:
            with suppress(OSError):  # in use, or no address of this machine, which it may become
                return socket.create_server((self._host, port), family=_family(self._host))
        return None


class _Exposition:
    """The application of prometheus-client, as an object, which Starlette does not take for a handler of requests."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._app, self._pace = make_asgi_app(registry), Pace(SCRAPES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = PlainTextResponse("Scrape less often.\n", 429) if self._pace.exceeded() else self._app
        await app(scope, receive, send)


class _HostCheck:
    """ASGI middleware that refuses requests under other names. Prometheus asks by the addresses of pods, so these are allowed."""

    def __init__(self, app: ASGIApp, names: Sequence[str]) -> None:
        self._app, self._hosts = app, Hosts(names, addresses=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = [value for name, value in scope.get("headers", ()) if name == b"host"]
        if len(given) == 1 and len(given[0]) <= LONGEST:
            problem = self._hosts.why_not(given[0])
        else:
            problem = why_not_count(len(given), scope.get("http_version", ""))
        if problem is None:
            await self._app(scope, receive, send)
        else:
            await refuse(error_response(scope, problem), scope, receive, send)


class _Beside(uvicorn.Server):
    """A server beside another one, which gets the signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
