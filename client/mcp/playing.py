"""Tools to look at a table, and to play at it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from taphouse.client.errors import Refused
from taphouse.client.mcp import brief
from taphouse.client.mcp.answers import Answers, sentences_of
from taphouse.client.mcp.finding import BOTS
from taphouse.client.mcp.places import HeldPlace
from taphouse.client.mcp.tool import Description, Shown, ToolError, check_page, tool
from taphouse.client.values import Table
from taphouse.engine.words.moves import AmbiguousMove, meant
from taphouse.engine.words.spelling import folded
from taphouse.engine.words.tables import changes, lying
from taphouse.schema.problems.moves import NotYourTurn

LONGEST_WAIT, USUAL_WAIT = 50, 25
"""Seconds: language models give a tool about a minute."""
PAGE = 40
"""The legal moves on a page."""
PlaceName = Annotated[str, Description("Your place.")]
Moves = Annotated[list[str], Description("Moves in notation, in order, as legal moves are listed.")]


class PlayingTools:
    """Tools of a player."""

    def __init__(self, answers: Answers) -> None:
        self._answers, self._client, self._places = answers, answers.client, answers.places

    @tool("Look at the table", reads=True)
    async def look(
        self,
        place: PlaceName,
        changes_only: Annotated[
            bool, Description("True for what happened and changed since you were last told.")
        ] = False,
    ) -> Shown:
        """Show the table as your seat sees it, whose turn it is, and your first legal moves."""
        here = self._places.get(place)
        table = await self._client.look(here.access)
        return await self._answers.shown(here, table, anew=not changes_only)

    @tool("List legal moves", reads=True)
    async def legal_moves(
        self,
        place: PlaceName,
        begins: Annotated[str, Description("Only moves that begin like this, such as `brew`.")] = "",
        page: Annotated[int, Description("The page, from 1.")] = 1,
    ) -> Shown:
        """List your legal moves in notation, with what they mean."""
        table = await self._client.look(self._places.get(place).access)
        if not table.moves:
            return self._answers.stands(table)
        chosen = [move for move in table.moves if folded(move.notation).startswith(folded(begins))]
        pages = max(1, -(-len(chosen) // PAGE))
        if not chosen:
            verbs = dict.fromkeys(move.notation.partition(" ")[0] for move in table.moves)
            raise ToolError(f"No legal move begins with {begins[:40]!r}. Yours begin with {', '.join(verbs)}.")
        check_page(page, pages)
        lines = [f"{len(chosen)} legal moves, page {page} of {pages}:"]
        lines += [f"- `{move.notation}`: {move.label}" for move in chosen[(page - 1) * PAGE : page * PAGE]]
        return self._answers.stands(table, lines)

    @tool("Preview moves", reads=True)
    async def preview(self, place: PlaceName, moves: Moves) -> str:
        """Show what moves would lead to, as far as you can know it, or by which rule they are not legal. Changes nothing."""
        here = self._places.get(place)
        table = await self._client.look(here.access)
        try:
            ahead = await self._client.preview(here.access, [_meant(move, table) for move in moves])
        except Refused as refused:
            raise await self._answers.teach(refused, here, moves) from None
        news = ["The last move would tell something new, which is not shown."] if ahead.tells_news else []
        lines = [*news, *sentences_of(ahead.events), *changes(lying(table.view), lying(ahead.view))]
        if table.game is None:
            lines.append(f"The table is {brief.unknown(table)}")
        return "\n".join(lines or ["Nothing on the table would change."])

    @tool("Suggest a move", reads=True)
    async def suggest(self, place: PlaceName, bot: Annotated[str, Description("The bot.", BOTS)] = "GREEDY") -> Shown:
        """Tell which move a bot would make here, and why. It thinks beside you, not in the service."""
        here = self._places.get(place)
        table = await self._client.declare_program(here.access)
        try:
            move, why = await self._client.think_aloud(here.access, bot)
        except LookupError as error:
            raise ToolError(f"{error}.") from None
        told = None if move is None else [f"{bot} would play `{move.notation}`: {move.label}", *why]
        return self._answers.stands(table, told)

    @tool("Make moves")
    async def play(
        self,
        place: PlaceName,
        moves: Moves,
        wait: Annotated[bool, Description("False to return at once.")] = True,
    ) -> Shown:
        """Make moves, all or none, at your turn, and wait for the next one. Tells what happened and has changed."""
        here = self._places.get(place)
        if not here.declared:  # an account's seat may have been taken by somebody else
            await self._client.declare_program(here.access)
            here.declared = True
        try:
            table = await self._made(here, moves)
        except Refused as refused:
            if not wait or not await self._came(here, refused):
                raise await self._answers.teach(refused, here, moves) from None
            try:
                table = await self._made(here, moves)
            except Refused as again:
                raise await self._answers.teach(again, here, moves) from None
        mine = self._places.deciding(table.game_id, table.deciders)
        if wait and not (table.ended or mine or table.your_turn or table.paused):
            table = await self._waited(here, USUAL_WAIT)
        return await self._answers.shown(here, table)

    async def _made(self, here: HeldPlace, moves: Sequence[str]) -> Table:
        return await self._client.move(here.access, *[await self._meant(here, move) for move in moves])

    async def _came(self, here: HeldPlace, refused: Refused) -> bool:
        """True if moves were refused only because they were early, and the turn has come since."""
        early: Any = refused.problem
        if refused.code != NotYourTurn.code or early.index > 1:
            return False
        if self._places.deciding(here.access.game_id, early.seats) is not None:  # the same client must decide there
            return False
        return (await self._waited(here, USUAL_WAIT)).your_turn

    @tool("Wait for your turn", reads=True)
    async def wait_for_turn(
        self,
        place: PlaceName,
        seconds: Annotated[int, Description(f"The longest time to wait, 1 to {LONGEST_WAIT}.")] = USUAL_WAIT,
    ) -> Shown:
        """Wait until your seat must decide or the game is over. Tells what happened, and what has changed on the table."""
        here = self._places.get(place)
        return await self._answers.shown(here, await self._waited(here, min(max(seconds, 1), LONGEST_WAIT)))

    async def _waited(self, here: HeldPlace, seconds: int) -> Table:
        try:
            async with asyncio.timeout(seconds):
                return await self._client.wait(here.access)
        except TimeoutError:
            return await self._client.look(here.access)

    async def _meant(self, here: HeldPlace, move: str) -> str:
        """A move in notation. The table is read again only for what is not a legal move as it was listed."""
        if move in here.legal:
            return move
        return _meant(move, await self._client.look(here.access))


def _meant(text: str, table: Table) -> str:
    """The move that a text means at a table, in notation.

    Raises:
        ToolError: It can mean several legal moves.
    """
    try:
        return meant(text, {one.notation: one.label for one in table.moves}, table.game.verbs if table.game else {})
    except AmbiguousMove as several:
        raise ToolError(str(several)) from None
