"""The service in this process: the real application on a store in memory, with a clock that stands still.

It is driven by ASGI messages, so that all that leaves it is seen as it would go to a server: status, headers, and each
frame of a body or a WebSocket.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jwt
import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from jwt.algorithms import OKPAlgorithm
from msgspec import Struct
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.types import Message

from taphouse.engine.editions import Edition
from taphouse.engine.game import Game, Move
from taphouse.engine.notation import parse
from taphouse.schema.values import BotKind
from taphouse.service import app
from taphouse.service.bots import thinking_process
from taphouse.service.http.graphql_ws import PROTOCOL
from taphouse.service.runtime.settings import Settings
from taphouse.service.store import Entry, Record
from taphouse.service.store.memory import MemoryStore

NOW = 1_700_000_000_000
_KEY = "a key that signs nothing but the tokens of games that nobody plays"
_ISSUER, _AUDIENCE, _NEVER = "https://login.invalid", "taphouse", 4_000_000_000
_LOGIN = Ed25519PrivateKey.from_private_bytes(b"only for games that nobody plays")
_LUCK = 1
_ENOUGH = 1_000_000_000
_QUIET = 32
"""The turns of the event loop after which nothing more comes: there is no other thread here, and nobody far away."""

Headers = tuple[tuple[bytes, bytes], ...]


class Request(Struct, frozen=True):
    """What somebody asks over HTTP."""

    method: str
    path: str
    query: str = ""
    headers: Headers = ()
    body: bytes = b""


class Answer(Struct, frozen=True):
    """All that somebody gets: over a WebSocket the status is the code it was closed with, or 101."""

    status: int
    headers: Headers
    frames: tuple[bytes, ...]

    @property
    def size(self) -> int:
        """The bytes of all frames."""
        return sum(map(len, self.frames))


class WorldStore(MemoryStore):
    """A store whose games can be written anew."""

    def __init__(self) -> None:
        super().__init__(lambda: 0.0)

    def log(self, game: str) -> tuple[Record, tuple[Entry, ...]]:
        """All there is of a game."""
        _, record, log = self._games[game]
        return record, log

    def rewrite(self, game: str, record: Record, log: tuple[Entry, ...]) -> None:
        """Put another game in the place of one. Nobody has asked for anything yet: all buckets are full.

        Keys that wrote versions which the game does not have are forgotten.
        """
        self._buckets.clear()
        self._games[game] = math.inf, record, log
        self._keys = {
            place: kept for place, kept in self._keys.items() if place[0] != game or kept[2].last <= record.version
        }


class Thinker:
    """Thinks for bots in this process, with the same luck always, and notes what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[int, bytes]] = []
        """For which seat, and what it knows."""

    async def choose(self, game: Game, edition: Edition, bot: BotKind, luck: int, seat: int, known: Any) -> Move:  # noqa: ARG002
        """See `Thinks.choose`. A bot keeps nothing, so what was asked before is answered from memory."""
        state = msgspec.msgpack.encode(known)
        self.given.append((seat, state))
        request = thinking_process.Request(game.about.package, edition.source, str(bot), _LUCK, seat, state)
        return parse(_chosen(request), game.verbs)

    def close(self) -> None:
        """See `Thinks.close`."""


@lru_cache(maxsize=1024)
def _chosen(request: thinking_process.Request) -> str:
    return thinking_process.choose(request)


class House:
    """One instance of the service."""

    def __init__(self, application: Starlette, store: WorldStore, thinker: Thinker) -> None:
        self.app, self.store, self.thinker = application, store, thinker

    def account(self, name: str) -> str:
        """The token of somebody's login. The same for the same name."""
        claims = {"iss": _ISSUER, "aud": _AUDIENCE, "sub": name, "exp": _NEVER}
        return jwt.encode(claims, _LOGIN, "EdDSA", {"kid": _ISSUER})

    async def ask(self, request: Request) -> Answer:
        """The whole answer to a request."""
        line = self.begin(request)
        await line.end
        return line.answer()

    def begin(self, request: Request) -> Line:
        """A request that may take long to be answered."""
        scope = {
            **_scope("http", request.path, request.headers),
            "http_version": "1.1",
            "method": request.method,
            "query_string": request.query.encode(),
        }
        line = Line(self.app, scope)
        line.say({"type": "http.request", "body": request.body, "more_body": False})
        return line

    def connect(self, path: str, headers: Headers) -> Line:
        """A WebSocket of the protocol that GraphQL is spoken by."""
        line = Line(self.app, {**_scope("websocket", path, headers), "query_string": b"", "subprotocols": [PROTOCOL]})
        line.say({"type": "websocket.connect"})
        return line


class Line:
    """A connection: what is said into it, and what came out of it so far."""

    def __init__(self, application: Starlette, scope: dict[str, Any]) -> None:
        self._kind = scope["type"]
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._heard: list[Message] = []
        self.end = asyncio.ensure_future(application(scope, self._said.get, self._hear))

    def say(self, message: Message) -> None:
        """Send a message into it."""
        self._said.put_nowait(message)

    def tell(self, text: bytes) -> None:
        """Send text into a WebSocket."""
        self.say({"type": "websocket.receive", "text": text.decode()})

    @property
    def heard(self) -> int:
        """How many messages came."""
        return len(self._heard)

    async def leave(self) -> None:
        """Be gone, and wait until that is noticed."""
        self.say({"type": f"{self._kind}.disconnect", "code": 1000})
        await self.end

    def answer(self) -> Answer:
        """What came."""
        status, frames = 0, list[bytes]()
        headers: Headers = ()
        for message in self._heard:
            match message["type"]:
                case "http.response.start":
                    status, headers = message["status"], tuple(message["headers"])
                case "http.response.body":
                    frames.append(message.get("body", b""))
                case "websocket.accept":
                    status, headers = 101, ((b"sec-websocket-protocol", message["subprotocol"].encode()),)
                case "websocket.send":
                    frames.append(message["text"].encode())
                case "websocket.close":
                    status = message["code"]
                    frames.append(str(message.get("reason")).encode())
        return Answer(status, headers, tuple(frames))

    async def _hear(self, message: Message) -> None:
        self._heard.append(message)


async def settle(*lines: Line) -> None:
    """Return when nothing more comes out of these."""
    quiet, heard = 0, -1
    while quiet < _QUIET:
        await asyncio.sleep(0)
        now = sum(line.heard for line in lines)
        quiet, heard = (quiet + 1, heard) if now == heard else (0, now)


@asynccontextmanager
async def house(games: Mapping[str, Game]) -> AsyncIterator[House]:
    """The service, while it runs."""
    store, thinker = WorldStore(), Thinker()
    public = {**OKPAlgorithm.to_jwk(_LOGIN.public_key(), as_dict=True), "kid": _ISSUER, "alg": "EdDSA"}
    with TemporaryDirectory() as folder:
        keys = Path(folder, "keys.json")
        await asyncio.to_thread(keys.write_bytes, msgspec.json.encode({"keys": [public]}))
        settings = Settings(
            signing_key=SecretStr(_KEY),
            rate_token_burst=_ENOUGH,  # what is left is told, so it must be the same as well
            rate_address_burst=_ENOUGH,
            accounts_issuer=_ISSUER,
            accounts_audience=_AUDIENCE,
            accounts_keys=str(keys),
        )
        application = app.create_app(settings, games, store, now=lambda: NOW, thinkers=thinker)
        async with application.router.lifespan_context(application):
            yield House(application, store, thinker)


def _scope(kind: str, path: str, headers: Headers) -> dict[str, Any]:
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "headers": [(b"host", b"localhost"), (b"x-request-id", b"the-same"), *headers],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "state": {},
    }
