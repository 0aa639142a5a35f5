"""Language models at the tools: the official client, and moves that a bot or chance chooses."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from mcp import Client
from mcp_types import TextContent

from taphouse.engine.words.telling import MOST_CHARACTERS


async def told(client: Client, tool: str, **arguments: Any) -> str:
    """The answer of a tool that does what it is asked to."""
    text, failed = await _called(client, tool, arguments)
    assert not failed, text
    return text


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The answer of a tool that refuses."""
    text, failed = await _called(client, tool, arguments)
    assert failed, text
    for plumbing in ("$", "Variable", "pydantic", "http", "Traceback"):
        assert plumbing not in text
    return text


async def _called(client: Client, tool: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
    result = await client.call_tool(tool, dict(arguments))
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert len(content.text) <= MOST_CHARACTERS
    return content.text, bool(result.is_error)


def place_in(text: str) -> str:
    """The place that a text gives."""
    return text.split("Your place: ")[1].split("\n", maxsplit=1)[0]


def moves_in(text: str) -> list[str]:
    """The legal moves that a text lists."""
    listed = [line for line in text.splitlines() if line.startswith("Legal moves: ")]
    moves = listed[0].removeprefix("Legal moves: ").split(" | ") if listed else []
    return [move for move in moves if not move.startswith("and ")]


async def whole_game(
    model: Client, kind: str, others: list[str], *, greedy: bool = False, options: Mapping[str, Any] | None = None
) -> list[str]:
    """The answers of a whole game, from its creation to its end.

    Args:
        model: The client.
        kind: The kind of game.
        others: The other players.
        greedy: True for the moves of a bot, whose suggestions are not counted; else chance chooses among those listed.
        options: Options of the game.
    """
    rng = random.Random(1)
    text = await told(model, "create_game", kind=kind, others=others, options=dict(options or {}))
    place, texts = place_in(text), [text]
    while "The game is over" not in text:
        assert len(texts) < 500
        moves = moves_in(text)
        if moves:
            move = rng.choice(moves)
            if greedy:
                suggested = await told(model, "suggest", place=place)
                move = suggested.partition(" would play `")[2].partition("`: ")[0]
            text = await told(model, "play", place=place, moves=[move])
        else:
            text = await told(model, "wait_for_turn", place=place)
        texts.append(text)
    return texts
