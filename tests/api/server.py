"""The service behind a real socket, in a thread of the test process."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

import uvicorn
from pydantic import SecretStr
from starlette.types import ASGIApp

from taphouse.engine import GAMES
from taphouse.engine.game import Game
from taphouse.service.app import create_app
from taphouse.service.cli.serve import server_config
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.protocol import Store
from taphouse.service.webhooks.sending import Sender
from tests.effort import BOUND
from tests.tiny import about as tiny

BOTH: dict[str, Game] = {**GAMES.own(), tiny.GAME.about.kind: tiny.GAME}
"""The real games, and the tiny one beside them."""
SIGNING_KEY = "a signing key that only the tests know"
UNLIMITED = {"rate_token": 0, "rate_address": 0, "connections_per_address": 0, "ws_messages": 0}
"""For clients that ask as fast as they can, all from one address."""


class Server:
    """An instance of the service on a free port, as a context manager.

    Args:
        url: of its Redis.
        store: its store, instead.
        games: those it serves.
        sending: the bytes that the system takes in for a client that does not read; None for as many as it likes.
        sender: what sends its deliveries to webhooks, instead.
        settings: its settings.
    """

    def __init__(
        self,
        *,
        url: str | None = None,
        store: Store | None = None,
        games: Mapping[str, Game] = BOTH,
        sending: int | None = None,
        sender: Sender | None = None,
        **settings: Any,
    ) -> None:
        patient = {"store_timeout": BOUND, **UNLIMITED}  # fifty clients and two services are in this process at once
        redis_url = SecretStr(url) if url else None
        chosen = Settings(signing_key=SecretStr(SIGNING_KEY), redis_url=redis_url, **patient | settings)
        self.app = create_app(chosen, games=games, store=store, sender=sender)
        config = server_config(chosen, self.app)
        config.host, config.port, config.workers = "127.0.0.1", 0, 1
        config.timeout_graceful_shutdown = 1
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, name="a service", daemon=True)
        self._sending = sending

    def serve(self, app: ASGIApp) -> None:
        """Answer by an app around its own. Call it before the start."""
        self._server.config.app = app

    @property
    def url(self) -> str:
        """The address at which it answers."""
        host, port = self._server.servers[0].sockets[0].getsockname()
        return f"http://{host}:{port}"

    def __enter__(self) -> Server:
        self._thread.start()
        until(lambda: self._server.started or not self._thread.is_alive(), "the service runs")
        assert self._server.started
        if self._sending is not None:  # the connections of a listening socket are like it
            with socket.socket(fileno=os.dup(self._server.servers[0].sockets[0].fileno())) as listening:
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._sending)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._thread.join(BOUND)
        assert not self._thread.is_alive()

    @property
    def followed(self) -> dict[str, int]:
        """The number of followers of each game."""
        counts: dict[str, int] = self.app.state.services.streams.followed
        return counts

    def check_free(self) -> None:
        """Nobody follows anything any more, and nothing runs."""
        until(lambda: not self.followed, "nobody follows a game")
        until(lambda: not self._server.server_state.tasks, "nothing runs")


def until(true: Callable[[], object], what: str, bound: float = BOUND) -> None:
    """Wait until something is true, within so many seconds."""
    deadline = time.monotonic() + bound
    while not true():
        assert time.monotonic() < deadline, f"not within {bound:.0f} s: {what}"
        time.sleep(0.005)
