"""The schema is an ordinary Strawberry schema: its own `execute` and `subscribe` work, without our executor."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

import pytest
from pydantic import SecretStr
from strawberry.types import ExecutionResult

from taphouse.engine import GAMES
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.graphql.build import Api
from taphouse.schema.ports import Caller, Context
from taphouse.service.app import create_app
from taphouse.service.runtime.settings import Settings
from taphouse.service.services import Services

PROBLEM = "... on Problem { code message }"
CREATE = """mutation ($game: NewGameInput!) {
  createGame(game: $game, seats: [{kind: MINE, name: "Anna"}, {kind: MINE, name: "Ben"}], seed: "stock") {
    ... on GameCreated { game { gameId } seats { token } } ... on Problem { code message }
  }
}"""
LOOK = """query ($id: ID!) { game(id: $id) { ... on Game {
  version decision { seat } legalMoves(first: 1) { edges { node { input notation } } }
} } }"""
PLAY = """mutation ($id: ID!, $move: MoveInput!) { play(gameId: $id, moves: [$move]) {
  ... on GameChanged { game { version } entries { notation } } ... on Problem { code message }
} }"""
FOLLOW = (
    "subscription ($id: ID!) { events(gameId: $id) { ... on LogEntry { version notation } ... on Problem { code } } }"
)


@pytest.fixture
async def services() -> AsyncIterator[Services]:
    """The services of a running application."""
    app = create_app(Settings(signing_key=SecretStr("0123456789abcdef0123456789abcdef")), store=MemoryStore())
    async with app.router.lifespan_context(app):
        yield app.state.services


def schema() -> Any:
    """The schema of the running application; one that was built at another time would have other types."""
    return Api.of(*GAMES.values()).schema


def context(services: Services, token: str | None = None) -> Context:
    return Context(services.use_cases, Caller(token))


async def done(services: Services, query: str, variables: dict[str, Any], token: str | None = None) -> Any:
    """The data of an operation that Strawberry executes."""
    result = await schema().execute(query, variables, context(services, token))
    assert result.errors is None
    return result.data


@pytest.mark.parametrize("field", ["dankAndDraft", "pintCraft", "brewCrafters"])
async def test_strawberry_executes_queries_mutations_and_subscriptions(services: Services, field: str) -> None:
    created = (await done(services, CREATE, {"game": {field: {}}}))["createGame"]
    game, tokens = created["game"]["gameId"], [seat["token"] for seat in created["seats"]]
    seen = [(await done(services, LOOK, {"id": game}, token))["game"] for token in tokens]
    seat = seen[0]["decision"]["seat"]
    assert seen[2 - seat]["legalMoves"]["edges"] == []
    move = seen[seat - 1]["legalMoves"]["edges"][0]["node"]

    played = (await done(services, PLAY, {"id": game, "move": move["input"]}, tokens[seat - 1]))["play"]
    assert [entry["notation"] for entry in played["entries"]] == [move["notation"]]
    other = tokens[2 - seat]
    assert (await done(services, PLAY, {"id": game, "move": {"notation": "nonsense"}}, other))["play"]["code"]

    events = await schema().subscribe(FOLLOW, {"id": game}, context(services))
    assert isinstance(events, AsyncGenerator)
    followed = [await anext(events) for _ in range(played["game"]["version"])]
    await events.aclose()
    assert all(isinstance(event, ExecutionResult) and event.errors is None for event in followed)
    assert [event.data["events"] for event in followed][-1] == {
        "version": played["game"]["version"],
        "notation": move["notation"],
    }


async def test_a_problem_is_data_for_strawberry_too(services: Services) -> None:
    query = f'subscription {{ events(gameId: "{"a" * 24}") {{ {PROBLEM} }} }}'
    events = await schema().subscribe(query, {}, context(services))
    assert isinstance(events, AsyncGenerator)
    assert [event.data["events"]["code"] async for event in events] == ["GAME_NOT_FOUND"]
