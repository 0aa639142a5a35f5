"""The tokens that games cost a language model: docs/language-models.md has these figures."""

from __future__ import annotations

import json

import pytest
from mcp import Client

from taphouse.client.mcp import TOOLS, brief, tool
from taphouse.client.mcp.server import GameServer
from tests.api.server import Server
from tests.client.models import whole_game
from tests.clients.conftest import Run

pytestmark = pytest.mark.ecosystem

MOST = {
    ("dank-and-draft", 2): 30_000,
    ("pint-craft", 2): 25_000,
    ("pint-craft", 6): 25_000,
    ("brew-crafters", 2): 25_000,
    ("brew-crafters", 5): 40_000,
}
"""The most tokens of all answers of a game, by its kind and number of seats."""


@pytest.mark.parametrize(("kind", "seats"), MOST)
async def test_a_whole_game_fits_into_a_context(server: Server, run: Run, kind: str, seats: int) -> None:
    async with Client(GameServer(server.url).mcp) as model:
        texts = await whole_game(model, kind, ["GREEDY"] * (seats - 1), greedy=True)
    tokens = await run("tokens.mjs", texts=texts)
    assert sum(tokens) < MOST[kind, seats]
    assert max(tokens) < brief.MOST_TOKENS
    assert sum(map(len, texts)) >= brief.CHARACTERS_A_TOKEN * sum(tokens)


async def test_the_schemas_of_all_tools_are_short(run: Run) -> None:
    (tokens,) = await run("tokens.mjs", texts=[json.dumps(tool.anthropic(TOOLS))])
    assert tokens < 2_200
