"""Apollo Client, urql and Relay show several games, or versions of one, and their caches do not mix them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.api.client import CASK, DANK, Client, create
from tests.api.server import Server
from tests.clients.conftest import Run

pytestmark = pytest.mark.ecosystem


@pytest.mark.parametrize("library", ["apollo", "urql"])
@pytest.mark.parametrize("kind", [DANK, "pintCraft", "brewCrafters"])
async def test_a_version_is_cached_apart_from_the_running_game(
    run: Run, server: Server, somebody: Client, library: str, kind: str
) -> None:
    table = create(somebody, game=kind)
    seat = table.decider
    first = table.look()["version"]
    move = seat.legal_moves(table.id)[0]["input"]
    url, moves = f"{server.url}/graphql", [move]
    found = await run("caches.mjs", library=library, url=url, token=seat.token, game=table.id, at=first, moves=moves)

    now, then = table.look()["version"], {"id": f"{table.id}@{first}", "gameId": table.id, "version": first}
    assert now > first
    for moment, version in (("before", first), ("after", now)):
        live = {"id": table.id, "gameId": table.id, "version": version, "latest": version}
        assert {name: found[moment]["live"][name] for name in live} == live
        assert {name: found[moment]["then"][name] for name in then} == then


@pytest.mark.parametrize("library", ["apollo", "urql", "relay"])
@pytest.mark.parametrize(("kind", "most"), [(DANK, 1000), ("brewCrafters", 40)])
async def test_two_tables_on_one_screen(
    run: Run, compiled: Path, server: Server, somebody: Client, library: str, kind: str, most: int
) -> None:
    """After each move, the cache shows of both tables what the service shows: proposals, lines of costs and of scores."""
    tables = [create(somebody, game=kind, options={"turnCap": 8} if kind == DANK else {}) for _ in range(2)]
    for table in tables:
        table.seats[0].done("propose", gameId=table.id, proposal={"draw": True})
    given = [{"id": table.id, "tokens": [seat.token for seat in table.seats]} for table in tables]
    script, url = str(compiled / "tables.mjs"), f"{server.url}/graphql"
    found = await run(script, library=library, url=url, tables=given, most=most)
    assert found["wrong"] == []
    assert found["ends"] == ["OVER" if kind == DANK else "RUNNING"] * 2


GAME = (
    "query ($id: ID!) { found: game(id: $id) { __typename ... on Game { id kind } ... on Problem { code message } } }"
)
LOG = """query ($id: ID!) { log: events(gameId: $id, after: 0, first: 1) { ... on EventPage {
  entries { ... on DankAndDraftLogEntry { events { __typename ... on Event { sentence } } } } } } }"""
PATTERNS = {"Game": r"\w+Game", "Event": r"\w+", "Problem": r"\w+"}
"""Those of the guide."""


@pytest.mark.parametrize("patterns", [{}, PATTERNS])
async def test_apollo_drops_what_an_interface_shows_of_a_type_that_it_does_not_know(
    run: Run, server: Server, somebody: Client, patterns: dict[str, str]
) -> None:
    """A kind of game, an event and a problem that came after the app was built: the guide says how Apollo Client keeps them."""
    race, draft = create(somebody, game=CASK), create(somebody, game=DANK)

    async def seen(query: str, of: str, later: str) -> dict[str, Any]:
        given = {"query": query, "variables": {"id": of}, "later": later, "patterns": patterns}
        return await run("caches.mjs", library="apollo", url=f"{server.url}/graphql", **given)

    game = (await seen(GAME, race.id, "CaskRace"))["found"]
    problem = (await seen(GAME, "a" * 24, "GameNotFound"))["found"]
    (event, *_) = (await seen(LOG, draft.id, "TableOpened"))["log"]["entries"][0]["events"]
    kept = ({"id", "kind"}, {"code", "message"}, {"sentence"}) if patterns else ({*()}, {*()}, {*()})
    assert tuple(one.keys() - {"__typename"} for one in (game, problem, event)) == kept
