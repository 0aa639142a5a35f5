"""`taphouse serve`: the main process. It owns the data directory and the port, and what it starts ends with it."""

from __future__ import annotations

import ctypes
import errno
import json
import os
import resource
import signal
import socket
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

import uvicorn
from pydantic import SecretStr
from starlette.applications import Starlette
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from taphouse.engine import GAMES
from taphouse.engine.editions import EditionError
from taphouse.service.app import app_from_environment, create_app
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.settings import Settings, unknown, variable
from taphouse.service.tables.editions import Editions

_MAIN = "_TAPHOUSE_MAIN_PID"
_PR_SET_PDEATHSIG = 1
_BACKLOG = 2048
_KEEP_ALIVE = 75
"""Seconds; longer than the minute for which the usual proxies keep an idle connection, so that they close it first."""

FIRST_GAME = (
    "mutation { createGame(game: {dankAndDraft: {firstSeat: SEAT_1}}, "
    'seats: [{name: "Anna", kind: MINE}, {name: "Ben", kind: MINE}]) '
    "{ __typename ... on GameCreated { game { id } hostToken seats { seat token } } ... on Problem { code message } } }"
)


class CannotServe(Exception):
    """The service cannot start; the sentence says why and what to do."""


def serve(settings: Settings, with_parent: bool = False) -> None:
    """Serve until SIGTERM or SIGINT, which raise `SystemExit(0)` once everything is stopped.

    Without a Redis URL it first starts the embedded server in the data directory. With `with_parent` it also stops when
    the process that started it is gone.

    Raises:
        CannotServe: an edition file is bad, the data directory or the port is taken, or the address does not exist.
        SystemExit: the service was stopped (0), or the application failed to start (3).
    """
    telemetry.configure(settings)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stop)
    if with_parent:
        _end_with(os.getppid(), signal.SIGTERM)
    for sentence in unknown():
        telemetry.log.warning("setting", warning=sentence)
    try:
        Editions(GAMES, settings.editions_dir)
    except EditionError as error:
        raise CannotServe(f"{variable('editions_dir')}: {error}") from None
    _take_all_files()
    try:
        _run(settings)
    except SystemExit as end:
        telemetry.log.info("stopped", code=end.code)
        raise


def _take_all_files() -> None:
    """Each client that follows a game is an open file, and the usual limit is for programs with few."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems say that there is no limit, and have one
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def banner(settings: Settings, port: int, kept: str) -> str:
    """What a person reads when the service is up: where it is, where the games are, and a line to paste."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104 -- compared, not bound
    url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    browser = " (GraphiQL in a browser)" if settings.graphiql else ""
    body = json.dumps({"query": FIRST_GAME})
    return (
        f"Taphouse is open at {url}/graphql{browser}\n"
        f"Games are kept {kept}\n"
        "A first game (README.md goes on from there):\n"
        f"  curl -s {url}/graphql -H 'content-type: application/json' -d '{body}'\n"
    )


def worker() -> Starlette:
    """The application in a worker process, which ends when the main process does, however that ended."""
    _end_with(int(os.environ[_MAIN]), signal.SIGKILL)
    try:
        return app_from_environment()
    except Exception:
        telemetry.log.exception("the application cannot be built")
        raise SystemExit(STARTUP_FAILURE) from None  # any other status, and uvicorn would try again for ever


class _Workers(Multiprocess):
    """uvicorn's supervisor, which waits for a worker that hangs at its end only as long as it may."""

    def join_all(self) -> None:
        deadline = time.monotonic() + (self.config.timeout_graceful_shutdown or 0) + 3
        for process in self.processes:
            process.process.join(max(0.0, deadline - time.monotonic()))
            if process.process.is_alive():
                process.process.kill()
        super().join_all()


def _run(settings: Settings) -> None:
    with ExitStack() as stack:
        kept = "in the Redis server of " + variable("redis_url")
        # The directory before the port: who starts a second service in the same place is to hear of the games first.
        if settings.redis_url is None:
            settings, kept = _embed(settings, stack)
        listening = stack.enter_context(_listen(settings))
        port = listening.getsockname()[1]
        print(banner(settings, port, kept), flush=True)
        telemetry.log.info("serving", host=settings.host, port=port, workers=settings.workers)
        if settings.workers == 1:
            uvicorn.Server(_config(settings, create_app(settings))).run(sockets=[listening])
        else:
            _serve_with_workers(settings, listening)


def _serve_with_workers(settings: Settings, listening: socket.socket) -> None:
    os.environ.update(settings.environment())
    os.environ[_MAIN] = str(os.getpid())
    workers = _Workers(_config(settings, "taphouse.service.cli.serve:worker"), sockets=[listening])
    workers.run()
    if any(process.exitcode == STARTUP_FAILURE for process in workers.processes):
        raise SystemExit(STARTUP_FAILURE)
    raise SystemExit(0)


def _config(settings: Settings, app: Starlette | str) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=settings.workers,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=settings.max_body,
        ws_per_message_deflate=False,  # it takes more memory for each connection than all else
        log_config=None,  # uvicorn's lines go where the service's go
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=_BACKLOG,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=settings.stop_timeout,
    )


def _embed(settings: Settings, stack: ExitStack) -> tuple[Settings, str]:
    """Start the embedded server, and fill in what of the settings depends on it."""
    from taphouse.service.store.embedded import DataDirTaken, Embedded, EmbeddedFailed

    try:
        embedded = stack.enter_context(Embedded(settings.data_dir))
    except (DataDirTaken, EmbeddedFailed) as error:
        raise CannotServe(str(error)) from None
    except OSError as error:
        raise CannotServe(f"The data directory {settings.data_dir.absolute()} is of no use: {error}.") from None
    key = settings.signing_key or SecretStr(embedded.signing_key())
    filled = settings.model_copy(update={"redis_url": SecretStr(embedded.url), "signing_key": key})
    return filled, f"in {Path(settings.data_dir).absolute()}"


def _listen(settings: Settings) -> socket.socket:
    host, port = settings.host, settings.port
    listening: socket.socket | None = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux ends connections whose clients do not take what they were sent
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(settings.send_timeout * 1000))
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError as error:
        if listening is not None:
            listening.close()
        raise CannotServe(_why_not(error, host, port)) from None
    return listening


def _why_not(error: OSError, host: str, port: int) -> str:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine. Choose one with {variable('host')}."
    if error.errno == errno.EADDRINUSE:
        other = f"{variable('port')}={port % 65_535 + 1}"
        return f"Port {port} of {host} is taken by another program. Stop it, or choose another port, as with {other}."
    if error.errno == errno.EACCES:
        return f"This user may not open port {port}. Choose one above 1023 with {variable('port')}."
    return f"Cannot listen at {host}, port {port}: {error.strerror}."


def _stop(_number: int, _frame: FrameType | None) -> NoReturn:
    """Unwind once; a second signal must not break what the first one began to stop."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    raise SystemExit(0)


def _end_with(parent: int, number: signal.Signals) -> None:
    """Have the kernel send a signal to this process when its parent is gone (Linux; elsewhere only the check)."""
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(_PR_SET_PDEATHSIG, int(number), 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")
    if os.getppid() != parent:  # gone before the kernel was told
        os.kill(os.getpid(), number)
