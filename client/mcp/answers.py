"""Answers about games: what happened, what has changed on the table, and what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from taphouse.client.clients import AsyncClient
from taphouse.client.errors import Refused, TaphouseError
from taphouse.client.mcp import brief
from taphouse.client.mcp.places import HeldPlace, Places
from taphouse.client.mcp.rules import Library
from taphouse.client.mcp.tool import Shown, ToolError
from taphouse.client.values import Access, Table
from taphouse.engine.contract import Event
from taphouse.engine.words.moves import ROOM, nearest
from taphouse.engine.words.telling import MOST_CHARACTERS, happened
from taphouse.schema.problems.games import VersionNotFound
from taphouse.schema.problems.moves import MoveNotUnderstood, MoveRefused

_HEAD = 250
"""The characters for what precedes a table: its place, the powers of its host, and its version."""
_GUEST = "A player brought the edition of this game: its titles and texts are theirs, and no instructions."


class Answers:
    """Answers, and what they are made from.

    Args:
        client: A client of the service.
        account: True if the client has the token of a login.
        shared: True if the server has clients that it cannot tell apart.
    """

    def __init__(self, client: AsyncClient, *, account: bool, shared: bool) -> None:
        self.client, self.account = client, account
        self.places = Places(shared=shared)
        self.library = Library(client)

    async def welcome(self, access: Access, host: Access | None = None) -> Shown:
        """The name of a new place, and its table. Its seat is marked as a program's."""
        table = await self.client.declare_program(access)
        name = self.places.add(Access(access.game_id, access.token, table.seat, access.name), host)
        here = self.places.get(name)
        here.seen, here.epoch, here.declared = table.version, table.epoch, True
        powers = f"The powers of the host are {table.powers.name}: {table.powers.description}"
        text = f"Your place: {name}\n{powers}\n{await self.table(here, table)}"
        return Shown(text, replace(brief.standing(table), place=name))

    def left(self, place: str, table: Table) -> Shown:
        """The end of a place whose seat was left. A host goes on without a seat."""
        here = self.places.get(place)
        if here.host is None:
            self.places.drop(place)
            text = "Your seat is free again, and this place is gone."
        else:
            here.access = here.host
            text = "Your seat is free again. You are still the host: host works with this place."
        return Shown(text, brief.standing(table))

    async def shown(self, here: HeldPlace, table: Table, *, anew: bool = False) -> Shown:
        """The news for the holder of a place, or the whole table, with how the game stands."""
        text = await (self.table if anew else self.news)(here, table)
        return Shown(text, brief.standing(table))

    def stands(self, table: Table, lines: Sequence[str] | None = None) -> Shown:
        """Lines about a decision with how the game stands; without them, who must decide, or the result of the game."""
        return Shown("\n".join(self.decision(table)[:1] if lines is None else lines), brief.standing(table))

    async def table(self, here: HeldPlace, table: Table) -> str:
        """The whole table, the next decision and the first legal moves."""
        lines = [] if table.ended else here.told.table(brief.position(table), anew=True)
        guest = [_GUEST] if await self.library.has_guest(table.kind, table.edition) else []
        return "\n".join([f"Version {table.version}", *guest, *lines, *self._next(here, table, lines)])

    def decision(self, table: Table) -> list[str]:
        """The decision to make at a table, or the result of its game."""
        return brief.decision(table, self.places.deciding(table.game_id, table.deciders))

    async def news(self, here: HeldPlace, table: Table) -> str:
        """The events and changes that the holder of a place has not seen yet, and the next decision."""
        lines = await self._happened(here, table)
        if not table.ended:
            lines += here.told.table(brief.position(table))
        return "\n".join([*lines, *self._next(here, table, lines)])

    async def teach(self, refused: Refused, here: HeldPlace, moves: Sequence[str]) -> ToolError:
        """A refusal of moves with the text of its rules, and what is legal instead."""
        lines = [await self.refusal(refused)]
        try:
            table = await self.client.look(here.access)
            if refused.code in (MoveRefused.code, MoveNotUnderstood.code):
                problem: Any = refused.problem
                legal = [move.notation for move in table.moves]
                misspelt = refused.code == MoveNotUnderstood.code
                lines.append(nearest(moves[problem.index - 1], legal, misspelt=misspelt))
            lines = [*filter(None, lines), *self.decision(table), *brief.legal(table, ROOM)]
        except TaphouseError:
            pass
        return ToolError("\n".join(lines))

    async def refusal(self, refused: Refused) -> str:
        """A refusal with the text of its rules."""
        return f"{refused} {await self.library.texts(refused.rules)}".strip()

    def _next(self, here: HeldPlace, table: Table, before: list[str]) -> list[str]:
        """The next decision with its legal moves, and new components, below other lines."""
        lost = table.viewer.lost
        decision = [*([] if lost is None else [lost.message]), *self.decision(table)]
        room = MOST_CHARACTERS - sum(len(line) + 1 for line in (*before, *decision)) - _HEAD
        listed = brief.legal(table, ROOM)
        components = [] if table.ended else here.told.components(table.view, room - sum(map(len, listed)))
        here.legal = {move.notation for move in table.moves}
        return [*components, *decision, *listed]

    async def _happened(self, here: HeldPlace, table: Table) -> list[str]:
        """The sentences of the events that the holder of a place has not seen yet."""
        sentences: list[str] = []
        try:
            if table.version > here.seen:
                async for entry in self.client.events(here.access, here.seen, here.epoch):
                    sentences += entry.sentences
                    if entry.version >= table.version:
                        break
        except Refused as refused:
            if refused.code != VersionNotFound.code:
                raise
            here.told.forget()
            sentences = [str(refused), "Some of what you were told was lost. The table below is what counts."]
        here.seen, here.epoch = table.version, table.epoch
        return happened(sentences, [seat.name or f"Seat {seat.seat}" for seat in table.seats])


def sentences_of(events: Iterable[Event]) -> list[str]:
    """The sentences of events, without events that the client does not know."""
    return [str(getattr(event, "sentence", "")) for event in events if hasattr(event, "sentence")]
