"""An application in this process that is observed, and what is asked of it."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr
from starlette.applications import Starlette

from taphouse.engine import GAMES
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.app import create_app
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.protocol import Store
from tests.effort import BOUND

CANARY = "CANARY7f3a91"
KEY = f"{CANARY}_key_0123456789abcdef"
CREATE = f"""mutation {CANARY}($key: String) {{
  createGame(seed: "{CANARY}", idempotencyKey: $key, game: {{dankAndDraft: {{firstSeat: SEAT_1}}}},
    seats: [{{kind: MINE, name: "{CANARY}"}}, {{kind: MINE}}]) {{
    ... on GameCreated {{ game {{ gameId }} seats {{ token }} }} }} }}"""
DRAFT = f"""mutation {CANARY}($game: ID!, $key: String) {{
  dankAndDraftDraft(gameId: $game, line: ROW_1, idempotencyKey: $key) {{ __typename ... on Problem {{ code }} }} }}"""
SAY = """mutation ($game: ID!) { say(gameId: $game, phrase: "HELLO") {
  ... on LineSaid { line { number } } ... on Problem { code } } }"""
LOOK = "query ($game: ID!) { game(id: $game) { __typename ... on Problem { code } } }"

PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Of no use, and much faster made than one that can verify."""
ONE = {kind: game for kind, game in GAMES.items() if kind == "dank-and-draft"}
Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


class Client:
    """Asks an application, as a player of a game."""

    def __init__(self, app: Starlette, http: httpx.AsyncClient) -> None:
        self.app, self.http = app, http
        self.game, self.token = "", ""

    async def ask(self, query: str, **variables: Any) -> Any:
        """The value of the only root field."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        answer = await self.http.post("/graphql", json={"query": query, "variables": variables}, headers=headers)
        return next(iter(answer.json()["data"].values()))

    async def begin(self) -> None:
        """Create a game, and take its first seat."""
        made = await self.ask(CREATE, key=KEY)
        self.game, self.token = made["game"]["gameId"], made["seats"][0]["token"]

    async def draft(self) -> Any:
        """The first move; a second time, it is refused."""
        return await self.ask(DRAFT, game=self.game, key=None)

    async def text(self) -> str:
        """The metrics, over a socket."""
        listener = self.app.state.services.observers.listener

        async def listens() -> bool:
            return listener.port is not None

        await soon(listens)
        async with httpx.AsyncClient(trust_env=False, verify=PLAIN) as client:
            answer = await client.get(f"http://127.0.0.1:{listener.port}/metrics")
        assert answer.status_code == 200, answer.text
        return answer.text

    async def samples(self) -> Samples:
        """The metrics by name and labels."""
        families = text_string_to_metric_families(await self.text())
        return {
            (sample.name, tuple(sorted(sample.labels.items()))): sample.value
            for family in families
            for sample in family.samples
        }


async def soon(true: Callable[[], Awaitable[object]], pause: float = 0.01) -> None:
    """Wait until something is true, within the bound. It is asked after pauses."""
    async with asyncio.timeout(BOUND):
        while True:
            if await true():
                return
            await asyncio.sleep(pause)


@asynccontextmanager
async def application(store: Store | None = None, *, tracer: Any = None, **settings: Any) -> AsyncIterator[Client]:
    """An application while it runs."""
    chosen = Settings(signing_key=SecretStr("x" * 32), **{"rate_token": 0, "rate_address": 0} | settings)
    app = create_app(chosen, ONE, store=MemoryStore() if store is None else store, tracer=tracer)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://taphouse") as http,
    ):
        yield Client(app, http)
