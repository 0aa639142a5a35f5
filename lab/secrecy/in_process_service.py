"""Runs the service in this process: the real application on an in-memory store, with a frozen clock.

It is driven by ASGI messages, so that everything it sends is visible: status, headers, and each frame of a body or WebSocket.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import jwt
import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from jwt.algorithms import OKPAlgorithm
from msgspec import Struct
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.types import Message

from taphouse.engine.bots.search import Considered
from taphouse.engine.contract import Move
from taphouse.engine.game import Game
from taphouse.engine.messages import ENGLISH
from taphouse.engine.notation import parse
from taphouse.lab.memory_store import MemoryStore
from taphouse.lab.secrecy.shared_documents import LongDocuments
from taphouse.schema.concepts.webhooks import WebhookEvent
from taphouse.schema.execution import executor, scheduler
from taphouse.schema.results import MOST_CONSIDERED
from taphouse.schema.values.bots import BotKind
from taphouse.service import app
from taphouse.service.access.accounts import account_id
from taphouse.service.access.operators import digest_of
from taphouse.service.bots import answers, thinking_process
from taphouse.service.bots.process_pool import BotTask, considered_in
from taphouse.service.games.streams import attending, shared_reading
from taphouse.service.http.graphql_ws_protocol import PROTOCOL
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.protocol import StoredEntry, StoredGame
from taphouse.service.webhooks import emails
from taphouse.service.webhooks.emails import MAILED
from taphouse.service.webhooks.sending import DeliveryResult, payload
from taphouse.service.webhooks.stored import MAIL, Delivery, Hook, game_owner, hooks_name, mail_id, owner_of, pack

NOW = 1_700_000_000_000
STARTED = 3
"""The version at which these games start: created, joined, started."""
HOOK = "a" * 24
"""The webhook of every game whose worlds are compared."""
OPERATOR = f"operator-{'A' * 43}"
"""The token of an operator who has every scope but that of seats."""
_KEY = "a key that signs nothing but the tokens of games that nobody plays"
_ISSUER, _AUDIENCE, _NEVER = "https://login.invalid", "taphouse", 4_000_000_000
_LOGIN = Ed25519PrivateKey.from_private_bytes(b"only for games that nobody plays")
_LUCK = 1
_ENOUGH = 1_000_000_000
_QUIET = 32
"""Turns of the event loop without a message after which none will come: no other thread or host is involved."""

Headers = tuple[tuple[bytes, bytes], ...]


class InProcessRequest(Struct, frozen=True):
    """An HTTP request."""

    method: str
    path: str
    query: str = ""
    headers: Headers = ()
    body: bytes = b""


class Received(Struct, frozen=True):
    """Everything a client receives. For a WebSocket, the status is its close code, or 101 while it is open."""

    status: int
    headers: Headers
    frames: tuple[bytes, ...]

    @property
    def size(self) -> int:
        """The size of all frames, in bytes."""
        return sum(map(len, self.frames))


class WorldStore(MemoryStore):
    """A store whose games can be replaced."""

    def __init__(self) -> None:
        super().__init__(lambda: 0.0)
        self.account = ""
        """The id of the account that gets reminders by email."""

    async def now(self, game: str) -> int:  # noqa: ARG002
        """See `Store.now`."""
        return NOW

    def log(self, game: str) -> tuple[StoredGame, tuple[StoredEntry, ...]]:
        """The record and the log of a game."""
        _, record, log = self._games[game]
        return record, log

    def rewrite(self, game: str, record: StoredGame, log: tuple[StoredEntry, ...]) -> None:
        """Replace a game, refill all buckets, and forget what was said, used tickets, and keys of versions after the start.

        Call it by `InProcessService.rewrite`.
        """
        self._buckets.clear()
        self._held.clear()
        self._games[game] = math.inf, msgspec.structs.replace(record, watched=True), log
        self._notices.clear()
        self._rooms.clear()
        self._talk.clear()
        hooks = {HOOK: pack(Hook("https://receiver.invalid/", tuple(WebhookEvent.__members__), "", NOW, ""))}
        owner = owner_of(self.account)
        address = Hook(f"{MAIL}player@receiver.invalid", MAILED, "", NOW, "", language=ENGLISH)
        self._items = {
            hooks_name(game_owner(game)): (math.inf, hooks),
            hooks_name(owner): (math.inf, {mail_id(owner): pack(address)}),
        }
        keys = self._keys.get(game, {})
        self._keys[game] = {place: kept for place, kept in keys.items() if kept[1].last <= STARTED}


class InProcessBots:
    """Chooses moves of bots in this process, always with the same seed, and records what bots were given."""

    def __init__(self) -> None:
        self.given: list[tuple[int, bytes]] = []
        """The seats, and the positions as they know them, with what they saw before."""

    async def choose(self, task: BotTask, bot: BotKind, owner: str = "") -> Move:  # noqa: ARG002
        """See `BotRunner.choose`. Bots are stateless, so their answers are cached. The expert need not think."""
        kind = BotKind.GREEDY if bot is BotKind.SEARCH_EXPERT else bot
        request = replace(task, luck=_LUCK).request(str(kind))
        self.given.append((task.seat, request.known + request.seen))
        return parse(_answer(request).notation, task.game.verbs)

    async def advise(self, task: BotTask, bot: BotKind, owner: str = "") -> list[Considered]:  # noqa: ARG002
        """See `BotRunner.advise`."""
        kind = BotKind.GREEDY if bot is BotKind.SEARCH_EXPERT else bot
        request = replace(task, luck=_LUCK).request(str(kind), MOST_CONSIDERED)
        self.given.append((task.seat, request.known + request.seen))
        return considered_in(_answer(request), task.game)

    async def close(self) -> None:
        """See `BotRunner.close`."""


class Receiver:
    """Receives all deliveries to webhooks and all emails, and records them."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.emails: list[bytes] = []

    async def take(self, server: str, sender: str, address: str, content: bytes) -> DeliveryResult:  # noqa: ARG002
        """Take an email."""
        self.emails.append(content)
        return DeliveryResult(None)

    async def send(self, hook: Hook, id_: str, delivery: Delivery, now: int) -> DeliveryResult:  # noqa: ARG002
        """See `Sender.send`."""
        self.got.append(payload(delivery))
        return DeliveryResult(None)


@lru_cache(maxsize=1024)
def _answer(request: thinking_process.Request) -> thinking_process.Reply:
    return thinking_process.answer(request)


class InProcessService:
    """One instance of the service."""

    def __init__(
        self, application: Starlette, store: WorldStore, bot_runner: InProcessBots, receiver: Receiver
    ) -> None:
        self.app, self.store, self.bot_runner, self.receiver = application, store, bot_runner, receiver

    def account(self, name: str) -> str:
        """The token of an account, which gets reminders by email from now on; deterministic."""
        self.store.account = account_id(_ISSUER, name)
        claims = {"iss": _ISSUER, "aud": _AUDIENCE, "sub": name, "exp": _NEVER}
        return jwt.encode(claims, _LOGIN, "EdDSA", {"kid": _ISSUER})

    def rewrite(self, game: str, record: StoredGame, log: tuple[StoredEntry, ...]) -> None:
        """Replace a game, and forget all that clients have paid so far."""
        self.store.rewrite(game, record, log)

    async def ask(self, request: InProcessRequest) -> Received:
        """Send a request, and return the whole answer."""
        line = self.begin(request)
        await line.end
        return line.answer()

    def begin(self, request: InProcessRequest) -> InProcessConnection:
        """Send a request without waiting for the answer."""
        scope = {
            **_scope("http", request.path, request.headers),
            "http_version": "1.1",
            "method": request.method,
            "query_string": request.query.encode(),
        }
        line = InProcessConnection(self.app, scope)
        line.say({"type": "http.request", "body": request.body, "more_body": False})
        return line

    def connect(self, path: str, headers: Headers) -> InProcessConnection:
        """Open a WebSocket for GraphQL."""
        line = InProcessConnection(
            self.app, {**_scope("websocket", path, headers), "query_string": b"", "subprotocols": [PROTOCOL]}
        )
        line.say({"type": "websocket.connect"})
        return line


class InProcessConnection:
    """A connection, and the messages received on it so far."""

    def __init__(self, application: Starlette, scope: dict[str, Any]) -> None:
        self._kind = scope["type"]
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._heard: list[Message] = []
        self.end = asyncio.ensure_future(application(scope, self._said.get, self._hear))

    def say(self, message: Message) -> None:
        """Send an ASGI message."""
        self._said.put_nowait(message)

    def tell(self, text: bytes) -> None:
        """Send a text message over a WebSocket."""
        self.say({"type": "websocket.receive", "text": text.decode()})

    @property
    def heard(self) -> int:
        """The number of messages received."""
        return len(self._heard)

    async def leave(self) -> None:
        """Disconnect, and wait until the application ends."""
        self.say({"type": f"{self._kind}.disconnect", "code": 1000})
        await self.end

    def answer(self) -> Received:
        """The messages received so far, as an answer; those of each operation over a WebSocket together.

        Which operation is told first of a change depends on which the event loop wakes first.
        """
        status, frames, reason = 0, list[bytes](), tuple[bytes, ...]()
        headers: Headers = ()
        for message in self._heard:
            match message["type"]:
                case "http.response.start":
                    status, headers = message["status"], tuple(message["headers"])
                case "http.response.body":
                    body = message.get("body", b"")
                    if not body.startswith(b"retry: "):  # a random time
                        frames.append(body)
                case "websocket.accept":
                    status, headers = 101, ((b"sec-websocket-protocol", message["subprotocol"].encode()),)
                case "websocket.send":
                    frames.append(message["text"].encode())
                case "websocket.close":
                    status, reason = message["code"], (str(message.get("reason")).encode(),)
        if self._kind == "websocket":
            frames.sort(key=_operation)
        return Received(status, headers, (*frames, *reason))

    async def _hear(self, message: Message) -> None:
        self._heard.append(message)


async def settle(*lines: InProcessConnection) -> None:
    """Wait until no more messages come on these connections."""
    quiet, heard = 0, -1
    while quiet < _QUIET:
        await asyncio.sleep(0)
        now = sum(line.heard for line in lines)
        quiet, heard = (quiet + 1, heard) if now == heard else (0, now)


def _operation(frame: bytes) -> str:
    """The id of a message's operation; empty if it has none."""
    found: str = msgspec.json.decode(frame).get("id", "")
    return found


class _AtOnce(ThreadPoolExecutor):
    """Runs submitted functions in this thread, so that frames come in the same turns of the event loop."""

    def submit(self, fn: Callable[..., Any], /, *given: Any, **more: Any) -> Future[Any]:
        """See `Executor.submit`."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*given, **more))
        except BaseException as error:  # raised where it is awaited
            done.set_exception(error)
        return done


@contextmanager
def _the_same_at_all_times() -> Iterator[None]:
    """Nothing depends on the clock, or on what the other world has asked, while the body runs."""
    # By the clock, presence would be noted, and looked at, at other moments in the other world.
    rounds = patch.multiple(attending, ROUND=math.inf, TOGETHER=0)
    whole = patch.object(shared_reading, "SLICE", math.inf)  # else the clock would decide whom a turn gives an event
    # By the clock, what is left would depend on how long a line of moves took.
    untimed = patch.object(scheduler, "thread_time", lambda: 0.0)
    anew = patch.object(answers, "MOST_ANSWERS", 0)  # else the other world would get the advice of the first
    once = patch.object(executor, "DocumentCache", LongDocuments)  # the schema is built when it is first asked
    with whole, rounds, untimed, anew, once, patch.object(emails, "QUIET", 0):
        yield


@asynccontextmanager
async def house(games: Mapping[str, Game], editions_dir: Path | None = None) -> AsyncIterator[InProcessService]:
    """Run the service, with editions of a folder beside the packaged ones."""
    asyncio.get_running_loop().set_default_executor(_AtOnce())
    store, bot_runner, receiver = WorldStore(), InProcessBots(), Receiver()
    public = {**OKPAlgorithm.to_jwk(_LOGIN.public_key(), as_dict=True), "kid": _ISSUER, "alg": "EdDSA"}
    with TemporaryDirectory() as folder, _the_same_at_all_times():
        keys = Path(folder, "keys.json")
        await asyncio.to_thread(keys.write_bytes, msgspec.json.encode({"keys": [public]}))
        settings = Settings(
            signing_key=SecretStr(_KEY),
            editions_dir=editions_dir,
            rate_token_burst=_ENOUGH,  # answers show what is left, so no bucket may run low
            rate_address_burst=_ENOUGH,
            accounts_issuer=_ISSUER,
            accounts_audience=_AUDIENCE,
            accounts_keys=SecretStr(str(keys)),
            mail_server=SecretStr("smtp://receiver.invalid"),
            mail_from="games@receiver.invalid",
            public_url="https://receiver.invalid",
            federation=True,  # so that what a gateway asks is audited too
            operators=f"audit:games+ends+people+reports+data+log:{digest_of(OPERATOR)}",
        )
        application = app.create_app(
            settings,
            games,
            store,
            now=lambda: NOW,
            bot_runner=bot_runner,
            sender=receiver,
            hand_over=receiver.take,
        )
        async with application.router.lifespan_context(application):
            services = application.state.services
            services.scheduler.slice = math.inf  # else the clock would decide about the order of requests
            services.tickets.nonce = lambda: "the same"
            services.rates.granted = math.inf  # else earlier questions would decide about the order of events
            yield InProcessService(application, store, bot_runner, receiver)


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
