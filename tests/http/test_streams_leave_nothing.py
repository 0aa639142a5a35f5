"""Whatever is opened and closed leaves nothing to the garbage collector, however it ends."""

from __future__ import annotations

import gc
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.access.issuer import ANN, Issuer
from tests.api.client import CASK, MINE, Client, Table, create, new_key, seats_of, table_of
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.effort import BOUND
from tests.http.fragile import Fragile
from tests.http.raw_socket import RawSocket
from tests.webhooks.receiver import receiver
from tests.webhooks.shared import made

TIMES, WARM_UP = 6, 3
STREAM = "text/event-stream"
EVENTS = "subscription($g: ID!) { events(gameId: $g) { __typename } }"
UPDATED = "subscription($g: ID!) { gameUpdated(gameId: $g) { __typename } }"
DECISIONS = "subscription { decisions { __typename } }"
OF_ACCOUNT = "subscription { accountEvents { __typename } }"


class At:
    """A service, a table at it, and an account that plays there."""

    def __init__(self, server: Server, anyone: Client, account: Client) -> None:
        self.server, self.anyone, self.account = server, anyone, account
        self.store: Fragile = server.app.state.services.store
        self.table = create(account, 2, CASK)

    def new(self) -> Table:
        return create(self.anyone, 2, CASK)

    def events(self, table: Table | None = None, query: str = "") -> str:
        return f"/v1/games/{(table or self.table).id}/events{query}"


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[At]:
    issuer = Issuer(tmp_path_factory.mktemp("issuer") / "keys.json")
    server = Server(store=Fragile(), long_poll_max=0.05, webhooks="any", **issuer.settings)
    with server, http(server) as client:
        anyone = Client(client)
        yield At(server, anyone, anyone.with_token(issuer.token(ANN)))


class Asked:
    """A request over a socket of its own: a client library would leave garbage."""

    def __init__(self, at: At, target: str, accept: str = STREAM, token: str | None = None, **posted: Any) -> None:
        parts = urlsplit(at.server.url)
        self.line = socket.create_connection((parts.hostname, parts.port), timeout=BOUND)
        body = json.dumps(posted).encode() if posted else b""
        head = [f"{'POST' if posted else 'GET'} {target} HTTP/1.1", "host: 127.0.0.1", f"accept: {accept}"]
        head += [] if token is None else [f"authorization: Bearer {token}"]
        head += ["content-type: application/json", f"content-length: {len(body)}"] if posted else []
        self.line.sendall("\r\n".join([*head, "", ""]).encode() + body)
        self.got = b""

    def until(self, *marks: bytes) -> Asked:
        """Read until one of these has come."""
        while not any(mark in self.got for mark in marks):
            part = self.line.recv(65536)
            assert part, self.got
            self.got += part
        return self

    def leave(self) -> None:
        self.line.close()
