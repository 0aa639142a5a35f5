"""Tools to find, create and join games, and to read rules."""

from __future__ import annotations

import re
from typing import Annotated, Any

from taphouse.client.errors import Refused, RequestFailed
from taphouse.client.mcp.answers import Answers
from taphouse.client.mcp.brief import standing
from taphouse.client.mcp.rules import options_of
from taphouse.client.mcp.tool import Description, Shown, ToolError, tool
from taphouse.client.values import OPEN_SEAT, Access, NewSeat, QuickTerms
from taphouse.engine.vocabulary import span
from taphouse.schema.concepts.handover import HandoverRejected
from taphouse.schema.inputs import GAME_ID
from taphouse.schema.problems.callers import TokenRejected
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import Visibility
from taphouse.schema.values.seats import SeatKind

MOST_GAMES = 15
"""The most games in a list."""
BOTS = tuple(kind.name for kind in BotKind)
_ANYONE, _INVITED = "OPEN", "INVITED"
_ID = re.compile(GAME_ID)


class FindingTools:
    """Tools that need no place yet."""

    def __init__(self, answers: Answers) -> None:
        self._answers, self._client = answers, answers.client

    @tool("Find games", reads=True)
    async def find_games(self) -> str:
        """List the kinds of games, and those that wait for players and let a program join."""
        lines = [
            f"{game.kind}: {game.title}, {span(game.seats, 'seat')}" for game in await self._answers.library.games()
        ]
        waiting: list[str] = []
        async for game in self._client.open_games():
            if game.open_seats and not game.people_only:  # others wait for their host
                seats = ", ".join(map(str, game.open_seats))
                agreed = f"advice {game.advice.name}, powers of the host {game.powers.name}"
                waiting.append(f"- {game.kind} {game.game_id}, open seats {seats}, {agreed}")
            if len(waiting) == MOST_GAMES:
                break
        return "\n".join([*lines, "Games that wait for players:", *(waiting or ["- none; create one"])])

    @tool("My games", reads=True)
    async def my_games(
        self,
        places: Annotated[
            list[str], Description("Your places. Without them, all that the server knows to be yours.")
        ] = [],  # noqa: B006
    ) -> str:
        """List your games, whose turn it is, and the challenges to you, which join_game accepts or declines."""
        held, challenges = self._answers.places, list[str]()
        if self._answers.account and not held.shared:
            known = {here.access.game_id for _, here in held.mine()}
            async for game in self._client.my_games():
                if game.game_id not in known:
                    access = Access(game.game_id)
                    seat = (await self._client.look(access)).seat
                    held.add(Access(game.game_id, seat=seat), access)
            async for game in self._client.challenges():
                by = "a player" if game.host is None else game.host.handle
                challenges.append(f"- {by} challenges you to {game.kind} {game.game_id}")
                if len(challenges) == MOST_GAMES:
                    break
        mine = [(name, held.get(name)) for name in places] or list(held.mine())
        lines = []
        for name, here in mine[:MOST_GAMES]:
            try:
                table = await self._client.look(here.access)
            except Refused as refused:
                lines.append(f"- {name}: {refused}")
                continue
            at = "without a seat" if table.seat is None else f"seat {table.seat}"
            lines.append(f"- {name}: {table.kind} {table.game_id}, {at}. {self._answers.decision(table)[0]}")
        if not lines and held.shared:
            return "This server has several clients and cannot tell which games are yours. Give your places."
        return "\n".join([*lines, *challenges] or ["You have no places yet. create_game and join_game give you one."])

    @tool("Create a game")
    async def create_game(
        self,
        kind: Annotated[str, Description("The kind of game, such as `DANK_AND_DRAFT`.")],
        others: Annotated[
            list[str],
            Description(
                "Who plays the other seats: a bot, `OPEN` for anyone, `INVITED` for somebody with your invite.",
                (*BOTS, _ANYONE, _INVITED),
            ),
        ],
        name: Annotated[str, Description("Your name.")] = "Model",
        options: Annotated[
            dict[str, Any], Description("Options that differ from their defaults; see read_rules.")
        ] = {},  # noqa: B006
        edition: Annotated[str, Description("The name of an edition other than the default one.")] = "",
        challenge: Annotated[list[str], Description("Handles of players to challenge, at the last seats.")] = [],  # noqa: B006
    ) -> Shown:
        """Create a game. You play seat 1, and are the host. You get your place and the table."""
        book = await self._answers.library.book(kind)
        seats: list[NewSeat | BotKind | str] = [name]
        seats += [BotKind[other] if other in BOTS else OPEN_SEAT for other in others]
        seats += [NewSeat(kind=SeatKind.OPEN, challenge=handle) for handle in challenge]
        made = await self._client.create(
            book.game.kind,
            seats,
            options_of(book.game, options),
            edition=edition or None,
            visibility=Visibility.OPEN if _ANYONE in others else Visibility.UNLISTED,
        )
        invites = []
        for seat, other in enumerate(others, 2):
            if other == _INVITED:
                await self._client.close_seat(made.host, seat)
                invites.append(f"The invite to seat {seat}: {await self._client.invite(made.host, seat)}")
        welcome = await self._answers.welcome(made.seats[0], made.host)
        return Shown("\n".join([*invites, welcome.text]), welcome.state)

    @tool("Join a game")
    async def join_game(
        self,
        game_id: Annotated[
            str,
            Description(
                "The id of a game, as find_games lists it; an invite; the token of a seat; or a kind of game, to play "
                "with anybody who wants to."
            ),
        ],
        name: Annotated[str, Description("Your name.")] = "",
        seat: Annotated[int, Description("The seat to take. 0 for any.")] = 0,
        rated: Annotated[bool, Description("True for a rated game, if you give a kind of game.")] = False,
        decline: Annotated[bool, Description("True to decline a challenge instead.")] = False,
    ) -> Shown:
        """Take an open seat of a game, or one that is yours already, and get your place and the table."""
        if (kind := await self._answers.library.kind(game_id)) is not None:
            return await self._answers.welcome(
                await self._client.quick_play(kind, name or None, terms=QuickTerms(rated=rated))
            )
        text = re.split(r"[#/\s]", game_id.strip(" `'\""))[-1]  # the end of a link
        game, dot, _ = text.partition(".")
        if not _ID.fullmatch(game):
            return await self._answers.welcome(await self._holder(text))
        if decline:
            return Shown("You have declined.", standing(await self._client.decline_challenge(game)))
        invite = text if dot else None
        return await self._answers.welcome(
            await self._client.join(game, name or None, seat=seat or None, invite=invite)
        )

    async def _holder(self, text: str) -> Access:
        """The place of a token or of a handover."""
        try:
            return await self._client.holder(text)
        except (Refused, RequestFailed) as refused:
            if refused.code != TokenRejected.code:
                raise
        try:
            return await self._client.take_over(text)
        except Refused as refused:
            if refused.code != HandoverRejected.code:
                raise
        raise ToolError(
            "This is no game id, no invite and no token. Give one exactly as you got it. find_games lists ids."
        )

    @tool("Read the rules", reads=True)
    async def read_rules(
        self,
        kind: Annotated[str, Description("The kind of game; or your place, for the edition of its game.")],
        about: Annotated[str, Description("A question, the name of a card, or ids of rules such as `DD-07`.")] = "",
    ) -> str:
        """Read the rules: without `about` what the game is, its moves and options; else the rules and components that answer."""
        held = self._answers.places.find(kind)
        library = self._answers.library
        book = await (library.book(kind) if held is None else library.book_at(held.access))
        return book.about(about) if about else book.overview()
