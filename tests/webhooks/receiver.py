"""Somebody who is told: an HTTP server on the loopback that keeps what it gets, and answers what a test wants."""

from __future__ import annotations

import base64
import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import standardwebhooks

from tests.api.server import until

SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
EVERYTHING = ["GAME_STARTED", "YOUR_TURN", "GAME_OVER"]

Json = dict[str, Any]


class Receiver:
    """Deliveries to a receiver, and its answers: the statuses of `answers` one after the other, then the last of them again."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.answers = [204]
        self.headers: dict[str, str] = {}
        self.body = b""
        self.url = ""
        self.hold = threading.Event()
        self.hold.set()

    def verified(self, secret: str = SECRET) -> list[Json]:
        """The payloads, each verified as a receiver does it."""
        return [standardwebhooks.Webhook(secret).verify(body, headers) for headers, body in self.got]

    def told(self) -> list[tuple[Any, ...]]:
        """The deliveries in order: the event, the version and the seat."""
        return [(one["type"], one["data"].get("version"), one["data"].get("seat")) for one in self.verified()]

    def wait(self, count: int) -> list[tuple[Any, ...]]:
        """The deliveries, as soon as there are so many."""
        until(lambda: len(self.got) >= count, f"{count} deliveries")
        return self.told()

    def ids(self) -> list[str]:
        """The ids of the deliveries, in order."""
        return [headers["webhook-id"] for headers, _ in self.got]


@contextmanager
def receiver(context: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    here = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            here.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
            here.hold.wait(20)
            status = here.answers.pop(0) if len(here.answers) > 1 else here.answers[0]
            self.send_response(status)
            for name, value in here.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(here.body)))
            self.end_headers()
            self.wfile.write(here.body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        if context is not None:
            server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme = "http" if context is None else "https"
        here.url = f"{scheme}://127.0.0.1:{server.server_port}/hook"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield here
        finally:
            here.hold.set()
            server.shutdown()
            thread.join()


def parsed(body: bytes) -> Json:
    found: Json = json.loads(body)
    return found
