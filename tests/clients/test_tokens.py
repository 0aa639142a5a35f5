"""The tokens that games cost a language model: docs/language-models.md has these figures."""

from __future__ import annotations

import json
import random

import pytest
from mcp import Client

from taphouse.client.mcp import TOOLS, tool
from taphouse.client.mcp.server import GameServer
from taphouse.engine import GAMES
from taphouse.engine.words.telling import CHARACTERS_A_TOKEN, MOST_TOKENS
from taphouse.env.words import TextGame
from tests.api.server import Server
from tests.client.models import whole_game
from tests.clients.conftest import Run
from tests.env.test_words import observations

pytestmark = pytest.mark.ecosystem

MOST = {
    ("dank-and-draft", 2): 30_000,
    ("pint-craft", 2): 25_000,
    ("pint-craft", 6): 25_000,
    ("brew-crafters", 2): 25_000,
    ("brew-crafters", 5): 40_000,
}
"""The most tokens of all answers of a game, by its kind and number of seats."""
MOST_IN_WORDS = dict.fromkeys(((kind, 2) for kind in GAMES), 20_000) | {("brew-crafters", 5): 25_000}
"""The most tokens of all observations of a player in a game without a service, by its kind and number of seats."""
MOST_OF_RULES = 640
"""The most tokens of the rules with the way to answer."""


@pytest.mark.parametrize(("kind", "seats"), MOST)
async def test_a_whole_game_fits_into_a_context(server: Server, run: Run, kind: str, seats: int) -> None:
    async with Client(GameServer(server.url).mcp) as model:
        texts = await whole_game(model, kind, ["GREEDY"] * (seats - 1), greedy=True)
    tokens = await run("tokens.mjs", texts=texts)
    assert sum(tokens) < MOST[kind, seats]
    assert max(tokens) < MOST_TOKENS
    assert sum(map(len, texts)) >= CHARACTERS_A_TOKEN * sum(tokens)


async def test_the_schemas_of_all_tools_are_short(run: Run) -> None:
    (tokens,) = await run("tokens.mjs", texts=[json.dumps(tool.anthropic(TOOLS))])
    assert tokens < 2_200


@pytest.mark.parametrize(("kind", "seats"), MOST_IN_WORDS)
async def test_a_whole_game_in_words_is_short(run: Run, kind: str, seats: int) -> None:
    game = TextGame(kind, seats, seed="1")
    seen = observations(game, 1, random.Random(1))
    tokens = await run("tokens.mjs", texts=[*seen, game.prompt(1)])
    assert sum(tokens[:-1]) < MOST_IN_WORDS[kind, seats]
    assert max(tokens[:-1]) < MOST_TOKENS
    assert tokens[-1] < MOST_OF_RULES
