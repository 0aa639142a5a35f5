"""Language models play by MCP: the official client plays whole games, and errors teach."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import structlog
from mcp import Client, StdioServerParameters
from mcp_types import TextContent

from taphouse.client.mcp import brief
from taphouse.client.mcp.server import server as mcp_server
from taphouse.engine import GAMES
from taphouse.engine.play import play
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.http.connections.http11 import MOST_HEAD
from tests.api.server import Server, until
from tests.servers import free_port
from tests.short_games import SHORT

MOST = brief.MOST_TOKENS * brief.CHARACTERS_A_TOKEN


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    before = structlog.get_config()
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    with Server(store=MemoryStore()) as made:
        yield made
    structlog.configure(**before)


def connected(server: Server) -> Client:
    return Client(mcp_server(server.url))


async def told(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert not result.is_error, content.text
    assert len(content.text) <= MOST
    return content.text


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert result.is_error
    assert len(content.text) <= MOST
    return content.text


def place_in(text: str) -> str:
    return text.split("Your place: ")[1].split("\n", maxsplit=1)[0]


def moves_in(text: str) -> list[str]:
    """The legal moves that a text lists."""
    listed = [line for line in text.splitlines() if line.startswith("Legal moves: ")]
    moves = listed[0].removeprefix("Legal moves: ").split(" | ") if listed else []
    return [move for move in moves if not move.startswith("and ")]


@pytest.mark.parametrize("kind", GAMES)
async def test_a_model_plays_a_whole_game_against_a_bot(server: Server, kind: str) -> None:
    async with connected(server) as model:
        await play_against_a_bot(model, kind)


@pytest.fixture
def over_http(server: Server) -> Iterator[str]:
    """The URL of `taphouse mcp --http`."""
    port = free_port()
    command = [sys.executable, "-m", "taphouse", "mcp", "--url", server.url, "--http", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            until(lambda: accepts(port), "the server listens")
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.terminate()


async def test_a_model_plays_a_whole_game_by_streamable_http(over_http: str) -> None:
    async with Client(over_http) as model, Client(over_http) as other:
        place = place_in(await told(model, "create_game", kind="dank-and-draft", others=["random"]))
        assert "create_game" in await refused(other, "look", place=f"{place}0")
        await play_against_a_bot(other, "dank-and-draft")
    endless = {"x": "x" * 2 * MOST_HEAD}
    async with httpx.AsyncClient(trust_env=False) as client:
        refused_head = await client.get(over_http, headers=endless)
    assert (refused_head.status_code, refused_head.headers["x-content-type-options"]) == (431, "nosniff")


def accepts(port: int) -> bool:
    """True if somebody accepts connections at a port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


async def play_against_a_bot(model: Client, kind: str) -> None:
    rng = random.Random(1)
    assert GAMES[kind].about.title in await told(model, "find_games")
    text = await told(model, "create_game", kind=kind, others=["random"], options=SHORT[kind])
    place = place_in(text)
    for _ in range(500):
        if "The game is over" in text:
            break
        moves = moves_in(text)
        if moves:
            text = await told(model, "play", place=place, moves=[rng.choice(moves)])
        else:
            text = await told(model, "wait_for_turn", place=place)
    assert "The game is over" in text
    assert "points" in await told(model, "look", place=place)


async def test_errors_teach(server: Server) -> None:
    async with connected(server) as model:
        await check_errors(model)


async def check_errors(model: Client) -> None:
    text = await told(model, "create_game", kind="dank-and-draft", others=["OPEN"])
    place, game = place_in(text), text.split(" game ")[1].split(",")[0]
    assert "waits for players" in text
    assert game in await told(model, "find_games")
    other = place_in(await told(model, "join_game", game_id=game, name="Ben"))
    texts = {one: await told(model, "look", place=one) for one in (place, other)}
    (mine,) = [one for one, text in texts.items() if "YOUR TURN" in text]
    (theirs,) = {place, other} - {mine}
    said = await refused(model, "play", place=mine, moves=["end-turn"])
    for part in ("DD-07: ", "YOUR TURN", "Legal moves: draft"):
        assert part in said
    assert "Use wait_for_turn" in await refused(model, "play", place=theirs, moves=["draft row-1"])
    assert "DD-07" in await told(model, "why_not", place=mine, move="end-turn")
    assert await told(model, "why_not", place=mine, move="draft row-1") == "The move is legal."
    assert "taps" in await told(model, "preview", place=mine, moves=["draft row-1"])
    assert "draft row-1: Draft" in await told(model, "legal_moves", place=mine, begins="draft row")
    assert "must decide. Use" in await told(model, "wait_for_turn", place=theirs, seconds=1)
    assert "create_game" in await refused(model, "look", place="elsewhere")
    assert "DANK_AND_DRAFT" in await refused(model, "create_game", kind="chess", others=[])
    assert "GREEDY" in await refused(model, "create_game", kind="pint-craft", others=["Anna"])
    assert "TOKEN_REJECTED" in await refused(model, "use_token", token="forged")  # noqa: S106
    assert "DD-07" in await told(model, "read_rules", kind="dank-and-draft", about="DD-07")
    assert "draft" in await told(model, "read_rules", kind="dank-and-draft")
    assert "Try one word" in await refused(model, "read_rules", kind="dank-and-draft", about="cork oak")


async def test_it_runs_as_a_command(server: Server) -> None:
    command = StdioServerParameters(command=sys.executable, args=["-m", "taphouse", "mcp", "--url", server.url])
    async with Client(command) as model:
        tools = {tool.name: tool for tool in (await model.list_tools()).tools}
        assert {"find_games", "create_game", "join_game", "look", "legal_moves", "why_not", "preview", "play"} <= set(
            tools
        )
        assert all(tool.description for tool in tools.values())
        assert "Brew Crafters" in await told(model, "find_games")


def test_tables_are_short() -> None:
    for kind, game in GAMES.items():
        for bots in ("random", "greedy") if kind != "brew-crafters" else ("random",):
            played = play(kind, [bots] * game.about.seats[-1], "1")
            for state in played.states[:-1:5]:
                seat = played.rules.decider(state)
                lines = brief.position(played.rules.view(played.rules.known(state, seat)))
                assert sum(map(len, lines)) + 600 <= MOST
                assert not any(", ," in line or "()" in line for line in lines)
