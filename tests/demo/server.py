"""A service with all games and the tiny one, as a process: `python -m tests.demo.server` prints its URL."""

from __future__ import annotations

import socket

import uvicorn
from pydantic import SecretStr

from taphouse.engine import GAMES
from taphouse.service.app import create_app
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.memory import MemoryStore
from tests.api.server import UNLIMITED
from tests.tiny.about import GAME


def main() -> None:
    settings = Settings(signing_key=SecretStr("k" * 40), log_level="error", **UNLIMITED)
    telemetry.configure(settings)
    app = create_app(settings, games={**GAMES, GAME.about.kind: GAME}, store=MemoryStore())
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
        uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False)).run(sockets=[listening])


if __name__ == "__main__":
    main()
