"""The rules and components of a game for language models, a page at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mcp.server.mcpserver.exceptions import ToolError

from taphouse.client.clients import AsyncClient
from taphouse.engine.vocabulary import constant
from taphouse.schema.catalogue import Catalogue, GameInfo

MOST_CHARACTERS = 4000
"""The characters of a page."""


class Rulebook:
    """The catalogue of a service, read once."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
        self._catalogue: Catalogue | None = None

    async def games(self) -> tuple[GameInfo, ...]:
        """All kinds of games."""
        if self._catalogue is None:
            self._catalogue = await self._client.catalogue()
        return self._catalogue.games

    async def game(self, kind: str) -> GameInfo:
        """A kind of game.

        Raises:
            ToolError: There is no such kind.
        """
        for game in await self.games():
            if game.kind == constant(kind):
                return game
        kinds = ", ".join(game.kind for game in await self.games())
        raise ToolError(f"There is no kind of game {kind[:40]!r}. The kinds are {kinds}.")

    async def overview(self, kind: str) -> str:
        """An overview of a game: its summary, its moves in notation, its rules and its options."""
        game = await self.game(kind)
        lines = [f"{game.title}, {game.min_seats} to {game.max_seats} seats. {game.text}", "Moves in notation:"]
        lines += [f"- {move.usage}: {move.text}" for move in game.moves]
        lines += [f"Rules: {', '.join(rule.id for rule in game.rules)}"]
        named = [f"{option.name} ({' | '.join(option.choices) or 'a value'})" for option in game.options]
        return "\n".join([*lines, f"Options of a new game: {', '.join(named)}"])

    async def about(self, kind: str, about: str) -> str:
        """The rules and components that have these words, or the rules with these ids.

        Raises:
            ToolError: There are none.
        """
        game = await self.game(kind)
        text = "\n".join(found for found in _searched(game, about.lower().replace(",", " ").split()))
        if not text:
            raise ToolError(
                f"Nothing in the rules of {game.title} has {about[:60]!r}. Try one word, or an id as a refusal has it."
            )
        more = "\n(cut; ask for fewer things)" if len(text) > MOST_CHARACTERS else ""
        return text[:MOST_CHARACTERS] + more

    async def texts(self, ids: tuple[str, ...]) -> str:
        """The texts of some rules, for a refusal."""
        rules = {rule.id: rule.text for game in await self.games() for rule in game.rules}
        return " ".join(f"{one}: {rules[one]}" for one in ids if one in rules)


def _searched(game: GameInfo, words: list[str]) -> Iterator[str]:
    """The rules and components that have all the words, and the rules whose ids are among them."""
    for rule in game.rules:
        if rule.id.lower() in words or all(word in rule.text.lower() for word in words):
            yield f"{rule.id}: {rule.text}"
    for edition in game.editions[:1]:
        for entry in edition.entries:
            told = json.dumps(entry.figures, ensure_ascii=False)
            if all(word in f"{entry.name} {told}".lower() for word in words):
                yield f"{entry.section} {entry.name}: {told}"
