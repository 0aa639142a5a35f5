"""Tools to take moves back, to agree with others, to manage a game as its host, and to keep its record."""

from __future__ import annotations

from typing import Annotated, Any

from taphouse.client.errors import Refused
from taphouse.client.mcp.answers import Answers
from taphouse.client.mcp.brief import standing
from taphouse.client.mcp.finding import BOTS
from taphouse.client.mcp.places import HeldPlace
from taphouse.client.mcp.playing import PlaceName
from taphouse.client.mcp.tool import Description, Shown, ToolError, check_page, tool
from taphouse.client.values import Access, Table
from taphouse.schema.problems.seats import ConsentNeeded
from taphouse.schema.values.agreements import Proposal
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.seats import Opening

RECORD_PAGE = 3000
"""The characters on a page of a record."""
_PROPOSED = ("UNDO", "DRAW", "UNSCORED", "PAUSE", "REMATCH", "ADD_TIME", "UPGRADE_RULES")
_ANSWERS = ("ACCEPT", "DECLINE", "WITHDRAW")
_ALONE = ("RESUME", "RETURN", "LEAVE", "START")
_HOSTING = ("INVITE", "OPEN", "CLOSE", "START", "REPLACE", "ABANDON")


class ManagingTools:
    """Tools of a player, and of a host, that make no moves."""

    def __init__(self, answers: Answers) -> None:
        self._answers, self._client, self._places = answers, answers.client, answers.places

    @tool("Take moves back")
    async def undo(
        self,
        place: PlaceName,
        version: Annotated[int, Description("The version to go back to. 0 for your last move.")] = 0,
    ) -> Shown:
        """Take back your last moves, if they told nobody anything. Otherwise propose it with agree."""
        here = self._places.get(place)
        return await self._answers.shown(here, await self._client.undo(here.access, version or None))

    @tool("Agree with others")
    async def agree(
        self,
        place: PlaceName,
        action: Annotated[
            str,
            Description(
                "What to propose, ADD_TIME for your own seat; or an answer to a proposal; or RESUME a paused game, RETURN to "
                "your seat; or LEAVE before the start, or agree to START.",
                (*_PROPOSED, *_ANSWERS, *_ALONE),
            ),
        ],
        number: Annotated[int, Description("Of UNDO the version to go back to; of ADD_TIME the seconds.")] = 0,
        proposal: Annotated[str, Description("Of an answer: the proposal's id, if there are several.")] = "",
    ) -> Shown:
        """Propose something to the other seats, or answer. Once all have agreed on a REMATCH, it gives you your place there."""
        here = self._places.get(place)
        table = await self._client.look(here.access)
        if action == "REMATCH" and table.rematch is not None:
            return await self._rematch(here)
        if action == "LEAVE":
            return self._answers.left(place, await self._client.leave_seat(here.access))
        if action in _ALONE:
            change = {"RESUME": self._client.resume, "RETURN": self._client.return_to_seat, "START": self._client.start}
            changed = await change[action](here.access)
        elif action in _ANSWERS:
            answer = {"ACCEPT": self._client.accept, "DECLINE": self._client.decline, "WITHDRAW": self._client.withdraw}
            changed = await answer[action](here.access, _proposal(table, action, proposal))
        else:
            changed = await self._client.propose(here.access, _proposed(action, number, table.seat))
        if changed.rematch is not None:
            return await self._rematch(here)
        return await self._answers.shown(here, changed)

    async def _rematch(self, here: HeldPlace) -> Shown:
        host = None if here.host is None else await self._client.take_rematch(here.host)
        return await self._answers.welcome(await self._client.take_rematch(here.access), host)

    @tool("Resign", repeatable=True, destroys=True)
    async def resign(self, place: PlaceName) -> Shown:
        """Resign your seat, which then cannot win. It cannot be taken back."""
        here = self._places.get(place)
        return await self._answers.shown(here, await self._client.resign(here.access))

    @tool("Manage your game", destroys=True)
    async def host(
        self,
        place: PlaceName,
        action: Annotated[
            str,
            Description(
                "INVITE to a seat; OPEN or CLOSE a seat before the start; START; REPLACE a player; ABANDON.",
                _HOSTING,
            ),
        ],
        seat: Annotated[int, Description("The seat that it is about.")] = 0,
        by: Annotated[str, Description("Of REPLACE: the new player.", (*BOTS, *Opening.__members__))] = "",
    ) -> Shown:
        """Manage a game that you created. ABANDON ends it for all. REPLACE proposes it if the others must agree."""
        here = self._places.get(place)
        host = here.host
        if host is None:
            raise ToolError("Only the host can do this: the player who created the game.")
        if not seat and action not in ("START", "ABANDON"):
            raise ToolError(f"{action} needs the seat.")
        if action == "INVITE":
            text = f"The invite to seat {seat}: {await self._client.invite(host, seat)}\nGive it to one player."
            return Shown(text, standing(await self._client.look(here.access)))
        return await self._answers.shown(here, await self._managed(here, host, action, seat, by))

    async def _managed(self, here: HeldPlace, host: Access, action: str, seat: int, by: str) -> Table:
        match action:
            case "REPLACE":
                if not by:
                    raise ToolError("REPLACE needs `by`: a bot, ANYONE or INVITED.")
                try:
                    await self._client.replace_player(host, seat, BotKind[by] if by in BOTS else Opening[by])
                except Refused as refused:
                    if refused.code != ConsentNeeded.code or here.access.seat is None:
                        raise
                    new = {"seat": seat, "bot" if by in BOTS else "open": by}
                    return await self._client.propose(here.access, {"replacePlayer": new})
                if seat == here.access.seat:  # the host goes on without a seat
                    here.access = host
            case "OPEN":
                await self._client.open_seat(host, seat)
            case "CLOSE":
                await self._client.close_seat(host, seat)
            case "START":
                await self._client.start(host)
            case _:
                await self._client.abandon(host)
        return await self._client.look(here.access)

    @tool("Get the record", reads=True)
    async def record(self, place: PlaceName, page: Annotated[int, Description("The page, from 1.")] = 1) -> str:
        """Get the record of a game, with all its moves, as text."""
        text = await self._client.record(self._places.get(place).access)
        pages = [""]
        for line in text.splitlines(keepends=True):
            if len(pages[-1]) + len(line) > RECORD_PAGE and pages[-1]:
                pages.append("")
            pages[-1] += line
        check_page(page, len(pages))
        return f"Page {page} of {len(pages)}:\n{pages[page - 1]}"


def _proposed(action: str, number: int, seat: int | None) -> dict[str, Any]:
    """The `ProposalInput` of an action."""
    match action:
        case "UNDO":
            return {"undo": number}
        case "ADD_TIME":
            return {"addTime": {"seat": seat, "seconds": number}}
        case "UPGRADE_RULES":
            return {"upgradeRules": True}
        case _:
            return {action.lower(): True}


def _proposal(table: Table, action: str, given: str) -> str:
    """The id of the proposal that an answer is for.

    Raises:
        ToolError: There is none, or there are several.
    """
    open_ = [one for one in table.proposals if _answered_by(one, table.seat, action)]
    found = [one.id for one in open_ if given in ("", one.id)]
    if len(found) != 1:
        ids = ", ".join(f"{one.id} ({one.kind.name})" for one in open_) or "none"
        raise ToolError(f"Give the id of a proposal that you can {action.lower()}. There is {ids}.")
    return found[0]


def _answered_by(proposal: Proposal, seat: int | None, action: str) -> bool:
    return proposal.seat == seat if action == "WITHDRAW" else seat in proposal.awaited
