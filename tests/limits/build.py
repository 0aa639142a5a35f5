"""The service in this process, on a store that counts what it is asked, whose clock a test moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.routing import Route

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.execution.documents import DocumentCache
from taphouse.service.app import create_app
from taphouse.service.http.charged_endpoint import ChargedEndpoint
from taphouse.service.http.graphql_http import GraphQLEndpoint
from taphouse.service.http.graphql_on_demand import GraphQLOnDemand
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Commit, Key, Loaded, Result, StoredNews, Take, TakeResult
from tests.api.client import Json, in_notation
from tests.api.server import BOTH, SIGNING_KEY

HERE = "192.0.2.1"
CREATE = (
    'mutation { createGame(game: {caskRace: {}}, seats: [{kind: MINE, name: "Ada"}, {kind: MINE, name: "Ben"}]) '
    "{ ... on GameCreated { game { gameId } hostToken seats { token } } ... on Problem { code } } }"
)
LOOK = "query($g: ID!) { game(id: $g) { ... on Game { version } ... on Problem { code } } }"
PLAY = "mutation($g: ID!, $m: [MoveInput!]!) { play(gameId: $g, moves: $m) { __typename ... on Problem { code } } }"


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Counted(MemoryStore):
    """A store that counts its round trips and keeps what was taken; it may be away."""

    def __init__(self) -> None:
        self.clock = Clock()
        super().__init__(self.clock)
        self.trips: Counter[str] = Counter()
        self.taken: list[Take] = []
        self.away = False

    async def load(self, game: str, key: Key | None = None, takes: Sequence[Take] = ()) -> Loaded:
        self._trip("load", takes)
        return await super().load(game, key, takes)

    async def news(self, game: str, after: int, count: int, takes: Sequence[Take] = ()) -> StoredNews:
        self._trip("news", takes)
        return await super().news(game, after, count, takes)

    async def take(self, takes: Sequence[Take]) -> tuple[TakeResult, ...]:
        self._trip("take", takes)
        return await super().take(takes)

    async def commit(self, commit: Commit) -> Result:
        self._trip("commit", commit.takes)
        return await super().commit(commit)

    def empty(self) -> None:
        """Take all that is in the buckets; they fill as the clock goes on."""
        for bucket in {take.bucket for take in self.taken}:
            self._buckets[bucket] = 0.0, self.clock.now

    def fill(self) -> None:
        self._buckets.clear()

    def _trip(self, what: str, takes: Sequence[Take] = ()) -> None:
        self.trips[what] += 1
        self.taken += takes
        if self.away:
            raise StoreUnavailable("away")


class House:
    """A service, and its clients."""

    def __init__(self, app: Starlette, store: Counted) -> None:
        self.app, self.store = app, store

    def client(self, address: str = HERE, token: str | None = None) -> httpx.AsyncClient:
        """Somebody at an address."""
        transport = httpx.ASGITransport(self.app, client=(address, 1))
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        return httpx.AsyncClient(transport=transport, base_url="http://test", headers=headers)

    async def ask(
        self,
        query: str,
        bearer: str | None = None,
        /,
        address: str = HERE,
        headers: Json | None = None,
        **variables: Any,
    ) -> httpx.Response:
        """An answer of GraphQL, whatever it is."""
        async with self.client(address, bearer) as client:
            body = {"query": query, "variables": variables}
            return await client.post("/graphql", json=body, headers=headers or {})

    async def get(self, path: str, token: str | None = None, address: str = HERE, **headers: str) -> httpx.Response:
        """An answer of REST, whatever it is."""
        async with self.client(address, token) as client:
            return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    async def table(self) -> tuple[str, list[str]]:
        """A new game and the tokens of its two seats; documents are known, buckets are full, and nothing is counted."""
        made = (await self.ask(CREATE)).json()["data"]["createGame"]
        await self.ask(LOOK, g=made["game"]["gameId"])
        await self.ask(PLAY, g=made["game"]["gameId"], m=in_notation("pass"))
        self.store.fill()
        self.reset()
        return made["game"]["gameId"], [seat["token"] for seat in made["seats"]]

    @property
    def documents(self) -> DocumentCache:
        """The documents that are known."""
        routes = [one.app for one in self.app.routes if isinstance(one, Route) and one.path == "/graphql"]
        (graphql,) = {one for one in routes if isinstance(one, GraphQLOnDemand)}
        endpoint = cast(ChargedEndpoint, (graphql.made or graphql.make())["http"]).endpoint
        return cast(GraphQLEndpoint, endpoint).executable.documents

    def reset(self) -> None:
        self.store.trips.clear()
        self.store.taken.clear()


@asynccontextmanager
async def house(**settings: Any) -> AsyncIterator[House]:
    """A service with these settings."""
    store = Counted()
    settings = {"quota_megabytes": 0, **settings}  # else some games take one more time
    app = create_app(Settings(signing_key=SecretStr(SIGNING_KEY), **settings), games=BOTH, store=store)
    async with app.router.lifespan_context(app):
        yield House(app, store)
