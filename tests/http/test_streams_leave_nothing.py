"""Whatever is opened and closed leaves nothing to the garbage collector, however it ends."""

from __future__ import annotations

import gc
import json
import socket
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.access.issuer import ANN, Issuer
from tests.api.client import CASK, MINE, Client, Json, create
from tests.api.conftest import http
from tests.api.server import Server
from tests.effort import BOUND
from tests.http.fragile import Fragile
from tests.http.raw_socket import RawSocket
from tests.webhooks.receiver import SECRET

TIMES, WARM_UP = 6, 3
STREAM, JSON = "text/event-stream", "application/json"
EVENTS = "subscription($g: ID!) { events(gameId: $g) { __typename } }"
UPDATED = "subscription($g: ID!) { gameUpdated(gameId: $g) { __typename } }"
DECISIONS = "subscription { decisions { __typename } }"
OPEN_GAMES = "subscription { openGames { __typename } }"
OF_ACCOUNT = "subscription { accountEvents { __typename } }"


class At:
    """A service, a table at it, and an account that plays there."""

    def __init__(self, server: Server, anyone: Client, account: Client) -> None:
        self.server, self.anyone, self.account = server, anyone, account
        self.store: Fragile = server.app.state.services.store
        self.table, self.other = create(account, 2, CASK), create(anyone, 2, CASK)

    def events(self, table: Any = None, query: str = "") -> str:
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

    def __init__(
        self, at: At, target: str, accept: str = STREAM, token: str | None = None, body: Json | None = None
    ) -> None:
        parts = urlsplit(at.server.url)
        self.line = socket.create_connection((parts.hostname, parts.port), timeout=BOUND)
        head = [f"{'GET' if body is None else 'POST'} {target} HTTP/1.1", "host: 127.0.0.1", f"accept: {accept}"]
        head += [] if token is None else [f"authorization: Bearer {token}"]
        sent = b"" if body is None else json.dumps(body).encode()
        head += ["content-type: application/json", f"content-length: {len(sent)}"] if sent else []
        self.line.sendall("\r\n".join([*head, "", ""]).encode() + sent)
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

    def whole(self) -> Any:
        """The body of an answer to a request that keeps the connection."""
        self.until(b"\r\n\r\n")
        head, _, body = self.got.partition(b"\r\n\r\n")
        (size,) = [int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        while len(body) < size:
            body += self.line.recv(65536)
        self.line.close()
        return json.loads(body)

    def ended(self) -> None:
        """Read until the service closes, or the response is complete."""
        self.until(b"\r\n0\r\n\r\n").leave()


def told(at: At, target: str, mark: bytes = b"data: ", **given: Any) -> None:
    Asked(at, target, **given).until(mark).leave()


def over_graphql(at: At, query: str, token: str | None = None, **variables: Any) -> None:
    told(at, "/graphql", b"event: next", token=token, body={"query": query, "variables": variables})


def over_websocket(at: At, *queries: str, complete: bool = False) -> None:
    with RawSocket(at.server.url) as line:
        line.init()
        for number, query in enumerate(queries):
            line.subscribe(str(number), query, {"g": at.table.id})
            while line.receive()["id"] != str(number):
                pass
        if complete:
            line.send(*({"type": "complete", "id": str(number)} for number in range(len(queries))))


def refused(at: At, target: str, **given: Any) -> None:
    Asked(at, target, **given).until(b"\r\n\r\n").leave()


def created(at: At, *seats: Json) -> Json:
    made: Json = Asked(at, "/v1/games", JSON, body={"kind": "CASK_RACE", "seats": [*seats]}).whole()
    return made


def ends_with_the_game(at: At) -> None:
    made = created(at, {"kind": MINE}, {"kind": MINE})
    target = f"/v1/games/{made['game']['gameId']}"
    stream = Asked(at, f"{target}/events").until(b"id: 2")
    Asked(at, f"{target}/abandon", JSON, made["hostToken"], {}).whole()
    stream.ended()


def ends_with_the_token(at: At) -> None:
    made = created(at, {"kind": MINE}, {"kind": MINE})
    target, token = f"/v1/games/{made['game']['gameId']}", made["hostToken"]
    stream = Asked(at, f"{target}/events", token=token).until(b"id: 2")
    Asked(at, f"{target}/tokens/reissue", JSON, token, {}).whole()
    stream.ended()
    assert b"TOKEN_REJECTED" in stream.got


def while_the_store_is_away(at: At) -> None:
    at.store.away = True
    try:
        refused(at, at.events(at.other))
    finally:
        at.store.away = False


def played_by_a_bot(at: At) -> None:
    made = created(at, {"kind": MINE}, {"kind": "BOT", "bot": "RANDOM"})
    target = f"/v1/games/{made['game']['gameId']}"
    stream = Asked(at, f"{target}/events").until(b"id: 2")
    token = made["seats"][0]["token"]
    Asked(at, f"{target}/moves", JSON, token, {"moves": [{"notation": "pass"}]}).whole()
    stream.until(b"id: 4").leave()


def by_a_ticket(at: At) -> None:
    ticket = Asked(at, "/v1/tickets", JSON, at.table.seats[0].token, {"gameId": at.table.id}).whole()
    told(at, at.events(query=f"?ticket={ticket['ticket']}"))


def told_by_a_webhook(at: At) -> None:
    target, host = f"/v1/games/{at.table.id}/webhooks", at.table.host.token
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(BOUND)
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        asked = {"url": url, "events": ["YOUR_TURN"], "secret": SECRET}
        webhook = Asked(at, target, JSON, host, asked).whole()["webhook"]["id"]
        test = Asked(at, f"{target}/{webhook}/test", JSON, host, {})
        line, _ = listening.accept()
        with line:
            line.recv(65536)
            line.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
            test.whole()
    Asked(at, f"{target}/{webhook}/delete", JSON, host, {}).whole()


WAYS: dict[str, Callable[[At], object]] = {
    "entries by REST": lambda at: told(at, at.events()),
    "entries by GraphQL": lambda at: over_graphql(at, EVENTS, g=at.table.id),
    "tables": lambda at: over_graphql(at, UPDATED, g=at.table.id),
    "decisions": lambda at: over_graphql(at, DECISIONS, at.table.seats[0].token),
    "a WebSocket": lambda at: over_websocket(at, EVENTS, UPDATED),
    "a WebSocket's completed operations": lambda at: over_websocket(at, EVENTS, UPDATED, complete=True),
    "a long poll": lambda at: Asked(at, at.events(query="?after=2&wait=1"), JSON).whole(),
    "a long poll that is given up": lambda at: Asked(at, at.events(query="?after=2&wait=1"), JSON).leave(),
    "an account by REST": lambda at: told(at, "/v1/account/events", token=at.account.token),
    "an account by GraphQL": lambda at: over_graphql(at, OF_ACCOUNT, at.account.token),
    "an account's decisions": lambda at: over_graphql(at, DECISIONS, at.account.token),
    "an account's long poll": lambda at: Asked(at, "/v1/account/events?wait=1", JSON, at.account.token).whole(),
    "an account's long poll that is given up": lambda at: Asked(
        at, "/v1/account/events?wait=1", JSON, at.account.token
    ).leave(),
    "open games by REST": lambda at: told(at, "/v1/games"),
    "open games by GraphQL": lambda at: over_graphql(at, OPEN_GAMES),
    "a ticket": by_a_ticket,
    "an export": lambda at: Asked(at, "/v1/account/records", "*/*", at.account.token).ended(),
    "an export that is given up": lambda at: Asked(at, "/v1/account/records", "*/*", at.account.token).leave(),
    "no such game": lambda at: refused(at, "/v1/games/" + "a" * 24 + "/events"),
    "no such version": lambda at: refused(at, at.events(query="?after=9")),
    "no such game by GraphQL": lambda at: over_graphql(at, EVENTS, g="a" * 24),
    "a wrong token": lambda at: refused(at, at.events(), token="wrong"),  # noqa: S106
    "the end of a game": ends_with_the_game,
    "a replaced token": ends_with_the_token,
    "a store that is away": while_the_store_is_away,
    "a game with a bot": played_by_a_bot,
    "a webhook": told_by_a_webhook,
}


@pytest.mark.parametrize("way", [*WAYS])
def test_nothing_is_left_to_the_garbage_collector_of(at: At, way: str) -> None:
    for _ in range(WARM_UP):
        WAYS[way](at)
    at.server.check_free()
    gc.collect()
    gc.freeze()  # what there is: to walk it again takes most of the time
    gc.disable()
    try:
        for _ in range(TIMES):
            WAYS[way](at)
        at.server.check_free()
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = [type(each).__qualname__ for each in gc.garbage]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert len(left) < TIMES, sorted(left)  # less than one object each time
