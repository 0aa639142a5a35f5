"""The way of a request through the project; `python -m bench.hops [move|create|rest]` prints its stations.

A service over a Valkey server, with rate limits, as users run it, answers one request in a steady state, under
`sys.setprofile`. Functions of all folders of the project count, and functions that it generates. Those of libraries do not.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, redirect_stdout
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import httpx
from msgspec import Struct
from pydantic import SecretStr

import taphouse
from taphouse.service.app import create_app
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.embedded import Embedded

ROOT = Path(taphouse.__file__).resolve().parents[1]
LIBRARIES = (str(Path(sys.prefix)), str(Path(asyncio.__file__).parents[1]))
CREATE = (
    'mutation { createGame(seed: "hops", game: {dankAndDraft: {firstSeat: SEAT_1}}, seats: [{kind: MINE}, {kind: MINE}]) '
    "{ ... on GameCreated { game { gameId } seats { token } } } }"
)
DRAFT = (
    "mutation ($game: ID!) { dankAndDraftDraft(gameId: $game, line: ROW_1) "
    "{ ... on GameChanged { game { ... on DankAndDraftGame { version table { turn taps { card { type } } } } } } } }"
)
WARM_UP, TRIES = 3, 15
"""The requests before those that are watched, and the number of these, of which the shortest counts."""


class Way(Struct, frozen=True):
    """The functions that one request called, in order."""

    called: tuple[tuple[str, str], ...]
    """The file of each call, relative to the project, and the function's name."""

    @property
    def stations(self) -> list[str]:
        """The files in the order in which they were entered."""
        return [file for file, _ in groupby(file for file, _ in self.called)]

    @property
    def files(self) -> int:
        """Different files."""
        return len(set(self.stations))

    @property
    def hops(self) -> int:
        """Changes from one file to another."""
        return len(self.stations) - 1

    @property
    def calls(self) -> int:
        """Calls of functions; a coroutine counts once, however often it pauses."""
        return len(self.called)

    def __str__(self) -> str:
        lines = [
            f"{file}: {', '.join(name for _, name in names)}"
            for file, names in groupby(self.called, lambda one: one[0])
        ]
        return "\n".join([*lines, f"{self.files} files, {self.hops} hops, {self.calls} calls"])


class _Watch:
    """Records the calls of the project's functions while it is set as profile function."""

    def __init__(self) -> None:
        self.called: list[tuple[str, str]] = []
        self._seen: list[FrameType] = []  # which keeps their identity
        self._files: dict[CodeType, str | None] = {}

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code not in self._files:
            self._files[code] = _file(code)
        if (file := self._files[code]) is None:
            return
        if not any(frame is one for one in self._seen):  # a coroutine that goes on after a pause is no call
            self._seen.append(frame)
            self.called.append((file, code.co_qualname))


def _file(code: CodeType) -> str | None:
    name = code.co_filename
    if name.startswith("<"):
        return name if code.co_name != "<module>" and name in GENERATED else None
    if name.startswith(LIBRARIES) or name == __file__:
        return None
    path = Path(name).resolve()
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else None


GENERATED = {"<selection>"}
"""The file names of code that the project generates."""


async def _move(client: httpx.AsyncClient, made: dict[str, Any]) -> httpx.Response:
    variables = {"game": made["game"]["gameId"]}
    return await client.post("/graphql", json={"query": DRAFT, "variables": variables}, headers=_seat(made))


async def _create(client: httpx.AsyncClient, _: dict[str, Any]) -> httpx.Response:
    return await client.post("/graphql", json={"query": CREATE})


async def _rest(client: httpx.AsyncClient, made: dict[str, Any]) -> httpx.Response:
    body = {"moves": [{"dankAndDraft": {"draft": {"line": "ROW_1"}}}]}
    return await client.post(f"/v1/games/{made['game']['gameId']}/moves", json=body, headers=_seat(made))


def _seat(made: dict[str, Any]) -> dict[str, str]:
    return {"authorization": "Bearer " + made["seats"][0]["token"]}


Request = Callable[[httpx.AsyncClient, dict[str, Any]], Awaitable[httpx.Response]]
REQUESTS: dict[str, Request] = {
    "move": _move,
    "create": _create,
    "rest": _rest,
}
"""A typed move and the creation of a game by GraphQL, and a move by REST."""


@asynccontextmanager
async def _service(url: str) -> AsyncIterator[httpx.AsyncClient]:
    # Without pages, whose files would be shared meanwhile.
    key, address = SecretStr("x" * 32), SecretStr(url)
    given = Settings(
        signing_key=key, redis_url=address, rate_address_burst=10**6, web=False, docs=False, graphiql=False
    )
    app = create_app(given)
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://hops") as client,
    ):
        yield client


async def _ways(url: str) -> dict[str, Way]:
    ways = {}
    async with _service(url) as client:
        for name, request in REQUESTS.items():
            found = [await _way(client, request) for _ in range(WARM_UP + TRIES)]
            ways[name] = min(found[WARM_UP:], key=lambda way: way.calls)
    return ways


async def _way(client: httpx.AsyncClient, request: Request) -> Way:
    """The way of one request, with whatever the service does meanwhile besides."""
    made = (await client.post("/graphql", json={"query": CREATE})).json()["data"]["createGame"]
    await client.get(f"/v1/games/{made['game']['gameId']}")  # what never changes in the game is then cached
    watch = _Watch()
    sys.setprofile(watch)
    answer = await request(client, made)
    sys.setprofile(None)
    assert answer.is_success, answer.text
    assert "errors" not in answer.json(), answer.text
    return Way(tuple(watch.called))


def ways() -> dict[str, Way]:
    """The way of each of `REQUESTS`, by its name."""
    silent = redirect_stdout(io.StringIO())  # log lines
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder)) as store, silent:
        return asyncio.run(_ways(store.url))


def measure() -> dict[str, float]:
    """`hops.NAME.files`, `.hops` and `.calls` of each of `REQUESTS`."""
    return {
        f"hops.{name}.{figure}": getattr(way, figure)
        for name, way in ways().items()
        for figure in ("files", "hops", "calls")
    }


if __name__ == "__main__":
    for name, way in ways().items():
        if name in (sys.argv[1:] or REQUESTS):
            print(f"{name}:\n{way}\n")
