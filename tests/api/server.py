"""The service behind a real socket, in a thread of the test process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

import uvicorn
from pydantic import SecretStr

from engine import GAMES
from engine.game import Game
from service.app import create_app
from service.settings import Settings
from service.store import Store
from tests.tiny import about as tiny

BOTH: dict[str, Game] = {**GAMES, tiny.GAME.about.kind: tiny.GAME}
"""The real games, and the tiny one beside them."""
SIGNING_KEY = "a signing key that only the tests know"
UNLIMITED = {"rate_token": 0, "rate_address": 0, "connections_per_address": 0, "ws_messages": 0}
"""For clients that ask as fast as they can, all from one address."""
BOUND = 20.0
"""Seconds after which something that should have happened has not, on a busy machine."""


class Server:
    """An instance of the service on a free port, as a context manager."""

    def __init__(
        self, *, url: str | None = None, store: Store | None = None, games: Mapping[str, Game] = BOTH, **settings: Any
    ) -> None:
        patient = {"store_timeout": BOUND, **UNLIMITED}  # fifty clients and two services are in this process at once
        redis_url = SecretStr(url) if url else None
        chosen = Settings(signing_key=SecretStr(SIGNING_KEY), redis_url=redis_url, **patient | settings)
        app = create_app(chosen, games=games, store=store)
        config = uvicorn.Config(
            app,
            host="127.0.0.1",
            port=0,
            log_config=None,
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=chosen.max_body,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, name="a service", daemon=True)

    @property
    def url(self) -> str:
        """Where it answers."""
        host, port = self._server.servers[0].sockets[0].getsockname()
        return f"http://{host}:{port}"

    def __enter__(self) -> Server:
        self._thread.start()
        until(lambda: self._server.started or not self._thread.is_alive(), "the service runs")
        assert self._server.started
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._thread.join(BOUND)
        assert not self._thread.is_alive()


def until(true: Callable[[], object], what: str) -> None:
    """Wait until something is true, within the bound."""
    deadline = time.monotonic() + BOUND
    while not true():
        assert time.monotonic() < deadline, f"not within {BOUND:.0f} s: {what}"
        time.sleep(0.005)
