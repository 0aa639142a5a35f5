"""A request leaves nothing to the garbage collector, which would stop all others while it walks what is left."""

from __future__ import annotations

import asyncio
import gc
from contextlib import suppress
from typing import Any

import httpx
import msgspec
import pytest
from graphql import FieldNode
from pydantic import SecretStr
from starlette.types import Message
from websockets.server import ServerProtocol

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.app import create_app
from taphouse.service.http.charged_endpoint import ChargedRequest
from taphouse.service.http.connections.http11 import HttpProtocol
from taphouse.service.http.connections.tcp import TcpConnection
from taphouse.service.http.connections.websocket import WebSocketProtocol
from taphouse.service.http.graphql_ws import _Connection
from taphouse.service.http.graphql_ws_protocol import IDLE
from taphouse.service.runtime.settings import Settings
from tests.api.server import Server, until
from tests.http.raw_socket import RawSocket

SETTINGS = Settings(signing_key=SecretStr("x" * 32), rate_token=10**6, rate_address=10**6)
CREATE = """mutation { createGame(game: {dankAndDraft: {}}, seed: "garbage", seats: [{kind: MINE}, {kind: MINE}]) {
  ... on GameCreated { game { gameId } seats { token } } } }"""
LOOK = """query ($id: ID!) { game(id: $id) { ... on Game { decision { seat } } ... on DankAndDraftGame {
  table { turn } legalMoves(first: 1) { edges { node { notation } } } } } }"""
PLAY = """mutation ($id: ID!, $move: String!) { play(gameId: $id, moves: [{notation: $move}]) {
  __typename ... on GameChanged { game { version } entries { sentence } } } }"""
MOVES, REFUSALS, WARM_UP = 30, 5, 5


async def answered(app: Any, query: str, token: str = "", **variables: Any) -> Any:
    """The answer to a request. It is sent without a client library, which would leave garbage of its own."""
    body, sent = msgspec.json.encode({"query": query, "variables": variables}), list[bytes]()
    headers = [
        (b"host", b"127.0.0.1"),
        (b"content-type", b"application/json"),
        (b"authorization", b"Bearer " + token.encode()),
    ]
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/graphql",
        "query_string": b"",
        "scheme": "http",
        "http_version": "1.1",
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": body}

    async def send(message: Message) -> None:
        sent.append(message.get("body", b""))

    await app({**scope, "headers": headers if token else headers[:2], "client": ("127.0.0.1", 1)}, receive, send)
    return msgspec.json.decode(b"".join(sent))


async def ask(app: Any, query: str, token: str = "", **variables: Any) -> Any:
    """The data of a request."""
    answer = await answered(app, query, token, **variables)
    assert "errors" not in answer, answer
    return next(iter(answer["data"].values()))


async def test_a_move_and_a_look_leave_no_garbage() -> None:
    app = create_app(SETTINGS, store=MemoryStore())
    async with app.router.lifespan_context(app):
        made = await ask(app, CREATE)
        tokens = [seat["token"] for seat in made["seats"]]
        id_, token = made["game"]["gameId"], tokens[0]
        try:
            for number in range(MOVES + WARM_UP):
                if number == WARM_UP:
                    await asyncio.sleep(0)
                    gc.collect()
                    gc.freeze()  # what there is: to walk it again takes long
                    gc.disable()
                token = tokens[(await ask(app, LOOK, token, id=id_))["decision"]["seat"] - 1]
                (move,) = (await ask(app, LOOK, token, id=id_))["legalMoves"]["edges"]
                played = await ask(app, PLAY, token, id=id_, move=move["node"]["notation"])
                assert played["__typename"] == "GameChanged"
                del move, played
            assert gc.collect() < MOVES  # less than one object per move
        finally:
            gc.enable()


@pytest.mark.parametrize(
    ("limits", "query", "most"),
    [
        ({"rate_address": 1, "rate_address_burst": 1}, "{ __typename }", 0),
        ({}, "{ " + "nothing " * 3000 + "}", 20),  # fields to which errors refer
    ],
)
async def test_a_refusal_leaves_nothing_of_the_request(limits: dict[str, int], query: str, most: int) -> None:
    app = create_app(SETTINGS.model_copy(update=limits), store=MemoryStore())
    async with app.router.lifespan_context(app):
        try:
            for number in range(WARM_UP + REFUSALS):
                if number == WARM_UP:
                    await asyncio.sleep(0)
                    gc.collect()
                    gc.freeze()
                    gc.disable()
                    before = len(kept(ChargedRequest, FieldNode))
                assert (await answered(app, f"# {number}\n{query}"))["errors"]
            await asyncio.sleep(0)
            # a thread can still hold what it parsed last
            assert len(kept(ChargedRequest, FieldNode)) - before < (most + 1) * REFUSALS
        finally:
            gc.enable()


def test_connections_that_were_closed_leave_no_garbage() -> None:
    with Server(store=MemoryStore(), ws_idle_timeout=0.1) as server:
        gc.collect()
        gc.freeze()
        gc.disable()
        try:
            for _ in range(3):
                with RawSocket(server.url) as socket:
                    socket.init()
                    assert socket.closed().code == IDLE
                with RawSocket(server.url) as socket, suppress(ConnectionError):
                    socket.line.sendall(b"\xff" * 100)  # no frame
                    socket.closed()
                httpx.get(f"{server.url}/healthz")
            until(
                lambda: not kept(TcpConnection, HttpProtocol, WebSocketProtocol, ServerProtocol, _Connection),
                "nothing of them is kept",
            )
        finally:
            gc.enable()


def kept(*types: type) -> list[Any]:
    """The objects of these types that are left, although nothing may refer to them any more."""
    return [each for each in gc.get_objects() if isinstance(each, types)]
