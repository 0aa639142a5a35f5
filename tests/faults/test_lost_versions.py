"""A master that was replaced, but is alive: who listens there hears nothing more. And versions that were lost with it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from taphouse.service.store.redis import RedisStore
from taphouse.service.store.servers.replication import Replicas
from tests.access.conftest import issuer  # noqa: F401
from tests.access.issuer import Issuer
from tests.api.client import CASK, MINE, Json, in_notation, new_key, seats_of
from tests.api.server import Server
from tests.effort import BOUND
from tests.faults.groups import NAME, pair, soon
from tests.live.build import GAMES, until
from tests.live.watchers import CREATE, EVERY_WAY, TURNS, Game, events_of
from tests.servers import RedisServer
from tests.store.build import Made, a_commit, a_game, a_record
from tests.store.scripted_server import scripted

GONE = "VERSION_NOT_FOUND"
FIRST_MOVE, LOST_MOVES = 3, 4
"""The version of the first move, and the moves that the new master lacks."""
PLAY = """mutation ($id: ID!, $moves: [MoveInput!]!, $key: String) {
  play(gameId: $id, moves: $moves, idempotencyKey: $key) { ... on GameChanged { game { version epoch } } }
}"""
EVENTS = "subscription ($id: ID!) { events(gameId: $id) { ... on LogEntry { version epoch } ... on Problem { code } } }"
UPDATES = (
    "subscription ($id: ID!) { gameUpdated(gameId: $id) { ... on Game { version epoch } ... on Problem { code } } }"
)
RESUMED = """subscription ($id: ID!, $after: Int!, $epoch: String) {
  events(gameId: $id, after: $after, epoch: $epoch) { ... on LogEntry { version } ... on Problem { code } }
}"""
PAGE = """query ($id: ID!, $after: Int!, $epoch: String) {
  events(gameId: $id, after: $after, epoch: $epoch) { ... on EventPage { version } ... on Problem { code } }
}"""


class Word:
    """A sentinel that names the master that a test says, and never reconfigures a server."""

    def __init__(self, master: RedisServer) -> None:
        self.port, self.failovers = master.port, 0
        self.url = ""

    def names(self, master: RedisServer) -> None:
        """A failover is over, and this is the master."""
        self.port, self.failovers = master.port, self.failovers + 1

    def answer(self, command: list[bytes]) -> bytes | None:
        assert [word.upper() for word in command] == [b"SENTINEL", b"MASTERS"], command
        about = f"name {NAME} ip 127.0.0.1 port {self.port} flags master num-other-sentinels 0 config-epoch {self.failovers}"
        words = about.split()
        return (f"*1\r\n*{len(words)}\r\n" + "".join(f"${len(word)}\r\n{word}\r\n" for word in words)).encode()


@asynccontextmanager
async def word_of(*masters: RedisServer) -> AsyncIterator[tuple[list[Word], str]]:
    """Sentinels that name these masters, and the URL of the store behind them."""
    words = [Word(master) for master in masters]
    async with AsyncExitStack() as stack:
        asked = [await stack.enter_async_context(scripted(word.answer)) for word in words]
        yield words, f"redis+sentinel://{','.join(f'127.0.0.1:{one.port}' for one in asked)}/{NAME}"


def parted(replica: RedisServer) -> None:
    """The replica is a master from now on. Its master stays one too, and neither hears of the other."""
    with replica.client() as client:
        client.execute_command("REPLICAOF", "NO", "ONE")


async def test_who_listens_hears_of_changes_at_the_new_master_though_the_old_one_is_alive(tmp_path: Path) -> None:
    with pair(tmp_path) as (one, two):
        async with word_of(one, one) as ((_, early), url):
            listens = RedisStore.connect(url, replicas=Replicas(0))
            game = a_game()
            assert await listens.commit(a_commit(game)) == Made()
            record = (await listens.load(game)).record
            async with listens.listening(game) as woken, listens.hearing("player:x") as ear:
                await ear.add([game])
                await asyncio.to_thread(_has, two, game)
                parted(two)
                early.names(two)  # the other sentinel has not heard of the failover
                changes = RedisStore.connect(url, replicas=Replicas(0))
                assert await changes.commit(a_commit(game, 1, record=a_record(2, epochs=record.epochs))) == Made()
                async with asyncio.timeout(BOUND):
                    while (await listens.load(game)).record.version == 1:
                        await woken()
                        assert game in await ear()
                    await changes.commit(a_commit(game, 2))
                    await woken()
                    assert game in await ear()
                await changes.close()
            await listens.close()


def _has(server: RedisServer, game: str) -> None:
    with server.client() as client:
        soon(lambda: client.exists(f"th:{{{game}}}"))


class Http:
    """A player at an instance."""

    def __init__(self, http: httpx.AsyncClient, url: str, token: str) -> None:
        self.http, self.url, self.headers = http, url, {"authorization": f"Bearer {token}"}

    async def ask(self, query: str, **variables: Any) -> Any:
        body = {"query": query, "variables": variables}
        answer = await self.http.post(f"{self.url}/graphql", json=body, headers=self.headers)
        assert answer.status_code == 200, answer.text
        assert "errors" not in answer.json(), answer.text
        (value,) = answer.json()["data"].values()
        return value

    async def passes(self, game: str) -> Any:
        found = await self.ask(PLAY, id=game, moves=in_notation("pass"), key=new_key())
        return found["game"]

    async def get(self, path: str, **given: Any) -> httpx.Response:
        return await self.http.get(f"{self.url}{path}", params=given, headers=self.headers)

    async def stream(self, path: str, told: list[Json], last: str | None = None) -> None:
        """Keep what a stream tells, until it ends."""
        headers = self.headers | {"accept": "text/event-stream"} | ({} if last is None else {"last-event-id": last})
        async with self.http.stream("GET", f"{self.url}{path}", headers=headers) as answer:
            assert answer.status_code == 200
            async for event in events_of(answer):
                told.append({"id": event.get("id")} | json.loads(event["data"]))

    async def subscribe(self, query: str, told: list[Json], **variables: Any) -> None:
        """Keep what a subscription tells, until it ends."""
        headers, body = self.headers | {"accept": "text/event-stream"}, {"query": query, "variables": variables}
        async with self.http.stream("POST", f"{self.url}/graphql", json=body, headers=headers) as answer:
            async for event in events_of(answer):
                if event["event"] == "next":
                    (value,) = json.loads(event["data"])["data"].values()
                    told.append(value)


async def test_every_follower_learns_that_versions_were_lost_and_made_again(
    tmp_path: Path,
    issuer: Issuer,  # noqa: F811
) -> None:
    """The follower's instance is at the old master, which is alive and has a version that the new one lacks."""
    with pair(tmp_path / "servers") as (one, two):
        async with AsyncExitStack() as stack:
            (word,), url = await stack.enter_async_context(word_of(one))
            http = await stack.enter_async_context(httpx.AsyncClient(timeout=BOUND, trust_env=False))
            given = {"url": url, "games": GAMES, "store_replicas": 0, "store_timeout": 1.0, **issuer.settings}
            here = await started(stack, Server(**given))
            ann = Http(http, here.url, issuer.token("ann"))
            variables = {"game": {CASK: {"turnCap": TURNS}}, "seats": seats_of([MINE, MINE])}
            made = await ann.ask(CREATE, **variables)
            game, events = made["game"]["gameId"], f"/v1/games/{made['game']['gameId']}/events"
            seats = [Http(http, here.url, seat["token"]) for seat in made["seats"]]
            kept = (await seats[0].passes(game))["version"]
            await asyncio.to_thread(caught_up, one)
            parted(two)
            lost = await seats[1].passes(game)
            assert lost["version"] == kept + 1

            rest, account, entries, tables = told = [list[Json]() for _ in range(4)]
            streams = [
                asyncio.create_task(ann.stream(events, rest)),
                asyncio.create_task(ann.stream("/v1/account/events", account)),
                asyncio.create_task(ann.subscribe(EVENTS, entries, id=game)),
                asyncio.create_task(ann.subscribe(UPDATES, tables, id=game)),
            ]
            stack.push_async_callback(ended, streams)
            await until(lambda: all(its and its[-1]["version"] == lost["version"] for its in told), "the lost version")
            polls = asyncio.create_task(ann.get(events, after=rest[-1]["id"], wait=25))
            await until(lambda: sum(followed(here).values()) == 4, "the poll waits")

            word.names(two)
            there = await started(stack, Server(**given))
            again = await Http(http, there.url, seats[1].headers["authorization"][7:]).passes(game)
            assert again["version"] == lost["version"]
            assert again["epoch"] != lost["epoch"]

            await until(lambda: account[-1]["epoch"] == again["epoch"], "the account's stream tells it as it is")
            assert account[-1]["version"] == again["version"]
            await until(lambda: all(its[-1].get("code") == GONE for its in (rest, entries, tables)), "streams tell it")
            assert rest[-1] == {"id": None, **rest[-1], "version": kept}
            assert (await polls).json() | {"code": GONE, "version": kept} == (await polls).json()

            for instance in (here, there):
                ann = Http(http, instance.url, issuer.token("ann"))
                for refused in [
                    await ann.get(events, after=rest[-2]["id"]),
                    await ann.get(events, after=rest[-2]["id"], wait=25),
                    await http.get(
                        f"{instance.url}{events}",
                        headers={"accept": "text/event-stream", "last-event-id": rest[-2]["id"]},
                    ),
                ]:
                    assert refused.status_code == 404
                    assert refused.json() | {"code": GONE, "version": kept} == refused.json()
                since = {"id": game, "after": lost["version"], "epoch": lost["epoch"]}
                assert (await ann.ask(PAGE, **since))["code"] == GONE
                found: list[Json] = []
                await ann.subscribe(RESUMED, found, **since)
                assert [one["code"] for one in found] == [GONE]
                plain = (await ann.get(events, after=lost["version"])).json()
                assert (plain["version"], plain["epoch"], plain["entries"]) == (again["version"], again["epoch"], [])
                (kept_entry,) = (await ann.get(events, after=kept - 1, first=1)).json()["entries"]
                mark = f"{kept_entry['version']}-{kept_entry['epoch']}"
                assert [one["epoch"] for one in (await ann.get(events, after=mark)).json()["entries"]] == [
                    again["epoch"]
                ]
                news = (await ann.get("/v1/account/events", after=account[0]["id"])).json()["events"]
                assert [(one["version"], one["epoch"]) for one in news] == [(again["version"], again["epoch"])]
                assert (await ann.get("/v1/account/events", after=account[-1]["id"])).json()["events"] == []


async def test_followers_go_back_by_the_epoch_and_have_the_log_in_the_end(tmp_path: Path) -> None:
    """Those that were there when versions were lost, and those that come back with them, at either instance."""
    with pair(tmp_path / "servers") as (one, two):
        async with AsyncExitStack() as stack:
            (word,), url = await stack.enter_async_context(word_of(one))
            limits = httpx.Limits(max_connections=100, max_keepalive_connections=0)
            http = await stack.enter_async_context(httpx.AsyncClient(timeout=BOUND, limits=limits, trust_env=False))
            given = {"url": url, "games": GAMES, "store_replicas": 0, "store_timeout": 1.0}
            here = await started(stack, Server(**given))
            game = await Game.new(http, here.url)
            watchers = [way(http, game, [here.url]) for way in EVERY_WAY]
            await game.play(TURNS // 2)
            await asyncio.to_thread(caught_up, one)
            parted(two)
            await game.play(LOST_MOVES)
            for watcher in watchers:
                await watcher.has(FIRST_MOVE + TURNS // 2 + LOST_MOVES - 1)
            word.names(two)
            there = await started(stack, Server(**given))
            game.urls, game.made = [there.url], game.made - LOST_MOVES
            for watcher in [*watchers]:
                watchers += [type(watcher)(http, game, [base], watcher) for base in (here.url, there.url)]
            await game.play(LOST_MOVES + 2)
            await game.finish()
            told = [await watcher.all() for watcher in watchers]
            log = await game.log()
            for watcher, its in zip(watchers, told, strict=True):
                assert its == log, type(watcher).__name__
                assert len(watcher.lost) == 1, type(watcher).__name__


async def started(stack: AsyncExitStack, server: Server) -> Server:
    """An instance. It begins and ends in another thread: meanwhile, the sentinel must be able to answer."""
    await asyncio.to_thread(server.__enter__)
    stack.push_async_callback(asyncio.to_thread, server.__exit__, None, None, None)
    return server


async def ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


def followed(server: Server) -> dict[str, int]:
    found: dict[str, int] = server.app.state.services.streams.followed
    return found


def caught_up(master: RedisServer) -> None:
    with master.client() as client:
        soon(lambda: client.set("ready", "", px=1) and client.execute_command("WAIT", 1, 1000) == 1)
