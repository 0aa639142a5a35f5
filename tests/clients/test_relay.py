"""Relay compiles fragments with `@connection` and `@refetchable`, and its store pages through what the service has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.access.issuer import CID, Issuer
from tests.api.client import DANK, MINE, OPEN, Client, create, seats_of
from tests.api.server import Server
from tests.clients.conftest import FOLDER, Run

pytestmark = pytest.mark.ecosystem
GUIDE = FOLDER.parents[1] / "docs" / "guides" / "frontends.md"


@pytest.fixture(scope="session")
def paging(compiled: Path) -> str:
    """The script, beside what the compiler made of the fragments."""
    return str(compiled / "paging.mjs")


def test_the_example_of_the_guide_is_one_of_the_fragments() -> None:
    (example,) = re.findall(r"```js\n(graphql`.+?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert example in (FOLDER / "relay" / "fragments.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> Issuer:
    return Issuer(tmp_path_factory.mktemp("issuer") / "keys.json")


@pytest.fixture(scope="module")
def service(issuer: Issuer) -> Iterator[Server]:
    """A service with lists of its own."""
    with Server(store=MemoryStore(), **issuer.settings) as running:
        yield running


@pytest.fixture(scope="module")
def host(service: Server, issuer: Issuer) -> Iterator[Client]:
    """A player with an account."""
    with httpx.Client(base_url=service.url, timeout=30, trust_env=False) as client:
        yield Client(client, issuer.token(CID))


async def test_lists_of_games(run: Run, paging: str, service: Server, host: Client) -> None:
    """Each list has three pages: the lobby, finished games, and those of an account."""
    game, kind = {DANK: {"turnCap": 6}}, {"kind": "DANK_AND_DRAFT"}
    waiting = [host.done("createGame", game=game, seats=seats_of([MINE, OPEN]), visibility="OPEN") for _ in range(5)]
    ended = [create(host, options=game[DANK], visibility="OPEN") for _ in range(5)]
    for table in ended:
        table.seat(1).done("resign", gameId=table.id)
    wanted = {
        ("fragmentsHomeQuery", "fragments_lobby"): {made["game"]["gameId"] for made in waiting},
        ("fragmentsHomeQuery", "fragments_finished"): {table.id for table in ended},
    }
    wanted["fragmentsAccountQuery", "fragments_games"] = set().union(*wanted.values())
    for (query, fragment), ids in wanted.items():
        variables = kind if query == "fragmentsHomeQuery" else {}
        asked = {"query": query, "fragment": fragment, "field": "gameId", "variables": variables}
        paged = await run(paging, url=f"{service.url}/graphql", token=host.token, **asked)
        assert sorted(paged["found"]) == sorted(ids)
        assert paged["requests"] >= 3


async def test_fields_of_a_game_by_node(run: Run, paging: str, service: Server, host: Client) -> None:
    """The log and the legal moves, of the running game and of one of its earlier versions."""
    table = create(host, seed="the clients")
    moves, seat = table.moves(), table.decider
    first = table.version
    seat.done("play", gameId=table.id, moves=[moves[0]["input"]])
    now, later = table.version, [move["notation"] for move in table.moves()]
    asked = {"url": f"{service.url}/graphql", "query": "fragmentsTableQuery"}
    for id_, version, legal, token in (
        (table.id, now, later, table.decider.token),
        (f"{table.id}@{first}", first, [move["notation"] for move in moves], seat.token),
    ):
        given = {**asked, "token": token, "variables": {"id": id_}}
        log = await run(paging, fragment="fragments_history", field="version", **given)
        assert log["found"] == [*range(1, version + 1)]
        listed = await run(paging, fragment="fragments_moves", field="notation", **given)
        assert (listed["found"], listed["requests"]) == (legal, -(-len(legal) // 2))
