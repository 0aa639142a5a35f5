"""An MCP server: language models find, create, join and play games with tools. It is a program on `AsyncClient`.

Answers are short texts: `brief.py` says how short. An error says what is wrong, by which rule, and what to do instead.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from taphouse.client.clients import AsyncClient
from taphouse.client.errors import Refused, TaphouseError
from taphouse.client.mcp import brief
from taphouse.client.mcp.places import HeldPlace, Places
from taphouse.client.mcp.rules import Rulebook
from taphouse.client.values import OPEN_SEAT, Access, NewSeat, Table
from taphouse.engine.contract import Event
from taphouse.schema.problems.games import VersionNotFound
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import Visibility

PATIENCE = 20.0
LONGEST_WAIT = 50
"""Seconds: language models give a tool about a minute."""
MOST_SENTENCES = 15
"""The most sentences of what happened."""
PAGE = 100
"""The legal moves on a page."""
_SEATS: dict[str, NewSeat | BotKind] = {"GREEDY": BotKind.GREEDY, "RANDOM": BotKind.RANDOM, "OPEN": OPEN_SEAT}
_INSTRUCTIONS = (
    "Play brewing board games. find_games lists the kinds of games and open tables; create_game or join_game gives you a place; "
    "look shows the table and your legal moves; play makes moves; wait_for_turn waits for the others. Moves are written in "
    "notation, exactly as legal moves are listed. read_rules explains rules, cards and notation."
)
PlaceName = Annotated[str, Field(description="Your place, as create_game, join_game or use_token gave it.")]
Notation = Annotated[
    str, Field(description="A move in notation, as look or legal_moves lists it, such as `draft row-1`.")
]
Kind = Annotated[str, Field(description="The kind of game, such as `DANK_AND_DRAFT`.")]


def server(url: str, token: str | None = None, language: str | None = None) -> MCPServer[None]:
    """The server of a service.

    Args:
        url: The URL of the service.
        token: The token of a login, if games should be those of an account.
        language: The language of sentences.

    Raises:
        ValueError: The URL is not that of a service.
    """
    tools = Tools(AsyncClient(url, token=token, patience=PATIENCE, language=language))

    @asynccontextmanager
    async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await tools.client.close()

    made: MCPServer[None] = MCPServer("taphouse", instructions=_INSTRUCTIONS, lifespan=lifespan, log_level="WARNING")
    for tool in tools.all:
        made.add_tool(tool, structured_output=False)
    return made


class Tools:
    """The tools. Each is a coroutine that returns a text."""

    def __init__(self, client: AsyncClient) -> None:
        self.client = client
        self._places, self._rules = Places(), Rulebook(client)
        self.all = (
            *(self.find_games, self.create_game, self.join_game, self.use_token, self.look, self.legal_moves),
            *(self.why_not, self.preview, self.play, self.wait_for_turn, self.read_rules),
        )

    async def find_games(self) -> str:
        """List the kinds of games that can be played, and the games that wait for players."""
        with _taught():
            lines = [
                f"{game.kind}: {game.title}, {game.min_seats} to {game.max_seats} seats"
                for game in await self._rules.games()
            ]
            lines.append("Games that wait for players:")
            async for game in self.client.open_games():
                if game.open_seats:  # others wait for their host
                    lines.append(f"- {game.kind} {game.game_id}, open seats {', '.join(map(str, game.open_seats))}")
                if len(lines) > MOST_SENTENCES:
                    break
        return "\n".join(lines if len(lines) > len(await self._rules.games()) + 1 else [*lines, "- none; create one"])

    async def create_game(
        self,
        kind: Kind,
        others: Annotated[
            list[str],
            Field(
                description="Who plays the other seats: `GREEDY` or `RANDOM` for a bot, `OPEN` for a player who joins."
            ),
        ],
        name: Annotated[str, Field(description="Your name.")] = "Model",
        options: Annotated[
            dict[str, Any] | None,
            Field(description="Options of the game that differ from their defaults; see read_rules."),
        ] = None,
    ) -> str:
        """Create a game with yourself at seat 1, and get your place and the table. Games with open seats are listed for all."""
        await self._rules.game(kind)
        seats: list[NewSeat | BotKind | str] = [name]
        for other in others:
            if other.upper() not in _SEATS:
                raise ToolError(
                    f"{other[:40]!r} cannot play a seat. Give one of {', '.join(_SEATS)} for each other seat."
                )
            seats.append(_SEATS[other.upper()])
        visibility = Visibility.OPEN if OPEN_SEAT in seats else Visibility.UNLISTED
        with _taught():
            made = await self.client.create(kind, seats, options, visibility=visibility)
            return await self._welcome(made.seats[0])

    async def join_game(
        self,
        game_id: Annotated[str, Field(description="The game's id, as find_games lists it.")],
        name: Annotated[str, Field(description="Your name.")] = "Model",
        seat: Annotated[int | None, Field(description="The seat to take; without it any open one.")] = None,
        invite: Annotated[str | None, Field(description="The invite to a seat, if you have one.")] = None,
    ) -> str:
        """Take an open seat of a game, and get your place and the table."""
        with _taught():
            return await self._welcome(await self.client.join(game_id, name, seat=seat, invite=invite))

    async def use_token(
        self, token: Annotated[str, Field(description="The token of a seat that you have from elsewhere.")]
    ) -> str:
        """Get a place from the token of a seat."""
        with _taught():
            return await self._welcome(await self.client.holder(token))

    async def _welcome(self, access: Access) -> str:
        table = await self.client.look(access)
        return f"Your place: {self._places.add(access, table.version)}\n{brief.table(table)}"

    async def look(self, place: PlaceName) -> str:
        """Show the table as your seat sees it, whose turn it is, and your first legal moves."""
        with _taught():
            return brief.table(await self.client.look(self._places.get(place).access))

    async def legal_moves(
        self,
        place: PlaceName,
        begins: Annotated[str, Field(description="Only moves that begin like this, such as `brew`.")] = "",
        page: Annotated[int, Field(ge=1, description="The page, from 1.")] = 1,
    ) -> str:
        """List your legal moves in notation, with what they mean."""
        with _taught():
            table = await self.client.look(self._places.get(place).access)
        chosen = [move for move in table.moves if move.notation.startswith(begins)]
        shown = chosen[(page - 1) * PAGE : page * PAGE]
        lines = [f"{len(chosen)} legal moves, page {page} of {max(1, -(-len(chosen) // PAGE))}:"]
        lines += [f"- {move.notation}: {move.label}" for move in shown]
        return "\n".join(lines if shown else brief.decision(table) if not chosen and not begins else lines)

    async def why_not(self, place: PlaceName, move: Notation) -> str:
        """Explain by which rule a move is not legal now."""
        with _taught():
            refusal = await self.client.why_not(self._places.get(place).access, move)
        if refusal is None:
            return "The move is legal."
        return f"{refusal.message} {await self._rules.texts(refusal.rules)}".strip()

    async def preview(
        self, place: PlaceName, moves: Annotated[list[str], Field(description="Moves in notation, in order.")]
    ) -> str:
        """Show what moves would lead to, as far as you can know it. Nothing is changed."""
        try:
            with _taught(refusals=False):
                ahead = await self.client.preview(self._places.get(place).access, moves)
        except Refused as refused:
            raise await self._teach(refused, place) from None
        news = ["The last move would tell something new, which is not shown."] if ahead.tells_news else []
        return "\n".join([*news, *_sentences(ahead.events), *brief.position(ahead.view)])

    async def play(
        self,
        place: PlaceName,
        moves: Annotated[list[str], Field(description="Moves in notation, in order: all are made, or none.")],
    ) -> str:
        """Make moves at your seat, and get what happened and what comes next."""
        here = self._places.get(place)
        try:
            with _taught(refusals=False):
                table = await self.client.move(here.access, *moves)
                return await self._news(here, table)
        except Refused as refused:
            raise await self._teach(refused, place) from None

    async def wait_for_turn(
        self,
        place: PlaceName,
        seconds: Annotated[int, Field(ge=1, le=LONGEST_WAIT, description="How long to wait at most.")] = 25,
    ) -> str:
        """Wait until your seat must decide or the game is over, and get what happened meanwhile and the table."""
        here = self._places.get(place)
        with _taught():
            try:
                async with asyncio.timeout(seconds):
                    table = await self.client.wait(here.access)
            except TimeoutError:
                table = await self.client.look(here.access)
            return await self._news(here, table, whole=True)

    async def read_rules(
        self,
        kind: Kind,
        about: Annotated[str, Field(description="Words or ids of rules, such as `DD-07` or the name of a card.")] = "",
    ) -> str:
        """Read the rules: without `about` what the game is, its moves and options; else the rules and cards with these words."""
        with _taught():
            return await (self._rules.about(kind, about) if about else self._rules.overview(kind))

    async def _news(self, place: HeldPlace, table: Table, *, whole: bool = False) -> str:
        """The news since the holder of a place was last told any, and the next decision."""
        sentences: list[str] = []
        try:
            if table.version > place.seen:
                async for entry in self.client.events(place.access, place.seen, place.epoch):
                    sentences += _sentences(entry.events)
                    if entry.version >= table.version:
                        break
        except Refused as refused:
            if refused.code != VersionNotFound.code:
                raise
            sentences = [str(refused), "Some of what you were told was lost. The table below is what counts."]
        place.seen, place.epoch = table.version, table.epoch
        cut = len(sentences) - MOST_SENTENCES
        told = [f"... {cut} events before; then:"] if cut > 0 else []
        told += sentences[-MOST_SENTENCES:]
        next_ = brief.table(table) if whole else "\n".join([*brief.decision(table), *brief.listed(table)])
        return "\n".join([*told, next_])

    async def _teach(self, refused: Refused, place: str) -> ToolError:
        """A refusal with the text of its rules, and what is legal instead."""
        lines = [str(refused), await self._rules.texts(refused.rules)]
        try:
            table = await self.client.look(self._places.get(place).access)
            lines += [*brief.decision(table), *brief.listed(table)]
        except TaphouseError:
            pass
        return ToolError("\n".join(filter(None, lines)))


def _sentences(events: Iterable[Event]) -> list[str]:
    """The sentences of events, without events that the client does not know."""
    return [str(getattr(event, "sentence", "")) for event in events if hasattr(event, "sentence")]


@contextmanager
def _taught(*, refusals: bool = True) -> Iterator[None]:
    """Turn errors of the client into those of a tool; refusals only if asked to."""
    try:
        yield
    except Refused as refused:
        if not refusals:
            raise
        raise ToolError(f"{refused.code}: {refused}") from None
    except TaphouseError as error:
        raise ToolError(str(error)) from None
