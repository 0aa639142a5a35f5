"""The streams of a login end with it: at its `exp` and the leeway, also if nothing else happens."""

from __future__ import annotations

import time
from contextlib import ExitStack

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.access.accounts import LEEWAY
from tests.access.issuer import ANN, HOUR, Issuer
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server
from tests.http.raw_socket import RawSocket
from tests.streams.shared import PATH, began, told

CODE = "__typename ... on Problem { code }"
OF_A_GAME = {
    "events": f"subscription($g: ID!) {{ events(gameId: $g) {{ {CODE} }} }}",
    "updated": f"subscription($g: ID!) {{ gameUpdated(gameId: $g) {{ {CODE} }} }}",
    "decisions": f"subscription($g: ID!) {{ decisions(gameId: $g) {{ {CODE} }} }}",
}
OF_AN_ACCOUNT = {
    "waiting": f"subscription {{ decisions {{ {CODE} }} }}",
    "news": f"subscription {{ accountEvents {{ {CODE} }} }}",
    "open": f"subscription {{ openGames {{ {CODE} }} }}",
}
REJECTED = {"__typename": "TokenRejected", "code": "TOKEN_REJECTED"}


def test_streams_of_a_login_end_with_it_and_not_before(issuer: Issuer) -> None:
    with Server(store=MemoryStore(), **issuer.settings) as service, http(service) as client, ExitStack() as streams:
        end = int(time.time()) + HOUR
        ann = Client(client).with_token(issuer.token(ANN, exp=end))
        game = began(ann)
        clock = [(end + LEEWAY) * 1000 - 1]
        service.app.state.services.reader.now_ms = lambda: clock[0]
        paths = (PATH, f"/v1/games/{game}/events", "/v1/games")
        sent = [streams.enter_context(told(ann, path=path)) for path in paths]
        line = streams.enter_context(RawSocket(service.url)).init({"authorization": f"Bearer {ann.token}"})
        documents = OF_A_GAME | OF_AN_ACCOUNT
        for name, document in documents.items():
            line.subscribe(name, document, {"g": game} if name in OF_A_GAME else {})
        for stream in sent:
            assert stream.next().name is None
        begun: set[str] = set()
        while begun < documents.keys() - {"waiting"}:  # for its first decision
            begun.add(line.receive()["id"])
        line.quiet()
        clock[0] += 1
        for stream in sent:
            name, problem = stream.end()
            assert (name, problem["code"]) == ("problem", "TOKEN_REJECTED")
        ended = {}
        while len(ended) < len(documents):
            message = line.receive()
            if message["type"] == "next":
                (ended[message["id"]],) = message["payload"]["data"].values()
        assert ended == dict.fromkeys(documents, REJECTED)
