"""`taphouse serve`: the main process. It owns the data directory and the port; its child processes end with it."""

from __future__ import annotations

import ctypes
import errno
import json
import multiprocessing
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

import uvicorn
from pydantic import SecretStr
from starlette.applications import Starlette

from taphouse.engine.registry import BadGame
from taphouse.service.access.connection_limits import TcpConnections
from taphouse.service.app import create_app, offered_editions, served_games
from taphouse.service.http.connections.ports import FRAMES_PER_MESSAGE, bounded
from taphouse.service.libraries.uvicorn import STARTUP_FAILURE, supervision
from taphouse.service.runtime import installed_packages, interpreter, loopback, telemetry
from taphouse.service.runtime.settings import BadSettings, Settings, load, variable
from taphouse.service.runtime.unknown_settings import unknown

_FORK = multiprocessing.get_context("fork")
_PR_SET_PDEATHSIG = 1
_BACKLOG = 2048

FIRST_GAME = (
    "mutation { createGame(game: {dankAndDraft: {firstSeat: SEAT_1}}, "
    'seats: [{name: "Anna", kind: MINE}, {name: "Ben", kind: MINE}]) '
    "{ __typename ... on GameCreated { game { id } hostToken seats { seat token } } ... on Problem { code message } } }"
)


UNLIMITED = (
    "There are no rate limits, because only this machine can reach the service. Behind a proxy, set "
    f"{variable('trusted_proxies')}.\n"
)


class CannotServe(Exception):
    """The service cannot start; the message says why and what to do."""


def run(with_parent: bool = False) -> None:
    """Serve by the settings of the environment. What is wrong is said on standard error, with the status 2; see `serve`."""
    try:
        serve(load(), with_parent)
    except BadSettings as error:
        wrong = error.sentences
    except CannotServe as error:
        wrong = (str(error),)
    else:
        return
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    raise SystemExit(2)


def serve(settings: Settings, with_parent: bool = False) -> None:
    """Serve until SIGTERM or SIGINT.

    Without a Redis URL, first starts the embedded server in the data directory.

    Args:
        settings: The operator's settings.
        with_parent: Also stop when the parent process ends.

    Raises:
        CannotServe: A package is too old, a file that a setting names is invalid, the data directory or the port is in use, the
            address does not exist, or the store cannot be used.
        SystemExit: The service was stopped (0), or the application failed to start (3).
    """
    if unmet := installed_packages.unmet():
        raise CannotServe(" ".join(unmet))
    settings = loopback.completed(settings)
    telemetry.configure(settings)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stop)
    if with_parent:
        _end_with(os.getppid(), signal.SIGTERM)
    for sentence in unknown():
        telemetry.log.warning("setting", warning=sentence)
    try:
        offered_editions(served_games(settings), settings)
    except (BadSettings, BadGame) as error:
        raise CannotServe(str(error)) from None
    _take_all_files()
    try:
        _run(settings)
    except SystemExit as end:
        telemetry.log.info("stopped", code=end.code)
        raise


def _take_all_files() -> None:
    """Raise the limit of open files: each client that follows a game needs one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems report no limit, but have one
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def banner(settings: Settings, port: int, kept: str) -> str:
    """The text that is printed once requests are answered: a first game, where games are, and the addresses last."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104 -- compared, not bound
    url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    browser = " (GraphiQL in a browser)" if settings.graphiql else ""
    table = f"Play in a browser at {url}/\n" if settings.web else ""
    docs = f"The reference is at {url}/docs\n" if settings.docs and settings.introspection else ""
    body = json.dumps({"query": FIRST_GAME})
    return (
        "A first game (continued in docs/guides/first-game.md):\n"
        f"  curl -s {url}/graphql -H 'content-type: application/json' -d '{body}'\n"
        + (
            UNLIMITED
            if loopback.for_developers(settings) and not (settings.rate_token or settings.rate_address)
            else ""
        )
        + f"Games are stored {kept}\n\n"
        f"Taphouse is serving at {url}/graphql{browser}\n"
        f"{docs}{table}"
    )


class _Worker(supervision.Process):
    """A worker process: a fork of the main process, which has loaded the application.

    It ends when the main process does, even if that was killed.
    """

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self._main = os.getpid()
        self.process = _FORK.Process(target=self.target, args=(sockets,))  # type: ignore[assignment]

    def start(self) -> None:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, supervision.SIGNALS)  # until it has handlers of its own
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def target(self, sockets: list[socket.socket] | None = None) -> None:
        for number in supervision.SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        _end_with(self._main, signal.SIGKILL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, supervision.SIGNALS)
        super().target(sockets)


class _Alone(uvicorn.Server):
    """The only worker: this process. Reports when it answers requests."""

    def __init__(self, config: uvicorn.Config, tell: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()


class _Workers(supervision.Multiprocess):
    """uvicorn's supervisor, except that it reports when all workers answer, and kills those that do not stop in time."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], tell: Callable[[], None]) -> None:
        super().__init__(config, sockets)
        self._tell: Callable[[], None] | None = tell

    def keep_subprocess_alive(self) -> None:
        super().keep_subprocess_alive()
        if self._tell is not None and all(process.is_ready() for process in self.processes):
            self._tell()
            self._tell = None

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
        # Lock the directory before binding the port: a second service in the same place should report the directory.
        if settings.redis_url is None:
            settings, kept = _embed(settings, stack)
        else:
            _check_store(settings.redis_url.get_secret_value(), settings)
        listening = stack.enter_context(_listen(settings))
        port = listening.getsockname()[1]
        telemetry.log.info("starting", host=settings.host, port=port)

        def tell() -> None:
            print(banner(settings, port, kept), flush=True)
            rates = bool(settings.rate_token or settings.rate_address)
            telemetry.log.info("serving", host=settings.host, port=port, workers=settings.workers, rates=rates)

        try:
            app = create_app(settings)
        except BadSettings as error:
            raise CannotServe(str(error)) from None
        interpreter.settle()
        config = server_config(settings, app)
        if settings.workers == 1:
            _Alone(config, tell).run(sockets=[listening])
        else:
            supervision.Process = _Worker  # type: ignore[misc] # its supervisor has no other place to set it
            workers = _Workers(config, [listening], tell)
            workers.run()
            failed = any(process.exitcode == STARTUP_FAILURE for process in workers.processes)
            raise SystemExit(STARTUP_FAILURE if failed else 0)


def server_config(settings: Settings, app: Starlette) -> uvicorn.Config:
    """The configuration with which uvicorn serves the application."""
    frames = settings.ws_messages * FRAMES_PER_MESSAGE
    connections = TcpConnections(settings.connections_per_address, settings.proxies, frames, idle=settings.idle_timeout)
    return bounded(
        app,
        connections,
        settings.max_body,
        workers=settings.workers,
        lifespan="on",
        backlog=_BACKLOG,
        timeout_graceful_shutdown=settings.stop_timeout,
    )


def _embed(settings: Settings, stack: ExitStack) -> tuple[Settings, str]:
    """Start the embedded server, and fill in the settings that depend on it; also where games are stored, for people."""
    from taphouse.service.store.embedded import DataDirTaken, Embedded, EmbeddedFailed

    try:
        embedded = stack.enter_context(Embedded(settings.data_dir))
    except (DataDirTaken, EmbeddedFailed) as error:
        raise CannotServe(str(error)) from None
    except OSError as error:
        raise CannotServe(f"The data directory {settings.data_dir.absolute()} cannot be used: {error}.") from None
    _check_store(embedded.url, settings)
    key = settings.signing_key or SecretStr(embedded.signing_key())
    filled = settings.model_copy(update={"redis_url": SecretStr(embedded.url), "signing_key": key})
    return filled, f"in {Path(settings.data_dir).absolute()}"


def _check_store(url: str, settings: Settings) -> None:
    from taphouse.service.cli.usable_store import check_store
    from taphouse.service.store.failures import StoredBeforeFirstRelease, UnfitStore

    try:
        check_store(url, settings.store_timeout)
    except (StoredBeforeFirstRelease, UnfitStore) as error:
        raise CannotServe(str(error)) from None


def _listen(settings: Settings) -> socket.socket:
    host, port = settings.host, settings.port
    listening: socket.socket | None = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host.encode() if host.isascii() else host,  # as bytes, without the tables of international names
            port,
            type=socket.SOCK_STREAM,
            flags=socket.AI_PASSIVE,
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux closes connections whose clients do not acknowledge data
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
        return f"{host} is not an address of this machine. Set {variable('host')} to one that is."
    if error.errno == errno.EADDRINUSE:
        other = f"{variable('port')}={port % 65_535 + 1}"
        return f"Port {port} on {host} is in use by another program. Stop it, or choose another port, such as {other}."
    if error.errno == errno.EACCES:
        return f"This user may not open port {port}. Set {variable('port')} to a port above 1023."
    return f"Cannot listen on {host}, port {port}: {error.strerror}."


def _stop(_number: int, _frame: FrameType | None) -> NoReturn:
    """Exit by unwinding the stack; later signals are ignored so that they do not interrupt the cleanup."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    raise SystemExit(0)


def _end_with(parent: int, number: signal.Signals) -> None:
    """Have the kernel signal this process when its parent ends (Linux only; elsewhere the parent is only checked now)."""
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(_PR_SET_PDEATHSIG, int(number), 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")
    if os.getppid() != parent:  # the parent ended before prctl
        os.kill(os.getpid(), number)
