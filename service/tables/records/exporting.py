"""The records of all games of an account, one after another. Each game is read when its turn comes, so memory stays bounded."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable

from taphouse.engine.messages import ENGLISH
from taphouse.engine.records.record import Record
from taphouse.schema.execution.work import Work
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Sight
from taphouse.schema.ports import Caller, Player
from taphouse.schema.prices import LOOK, RECORD, Purse, record_price
from taphouse.schema.problems import GameNotFound, InputRefused
from taphouse.schema.values import SPECTATOR
from taphouse.service.runtime import telemetry
from taphouse.service.store import Unreadable
from taphouse.service.tables.game_lists import Lists, entry, listed_game, of_player
from taphouse.service.tables.loading import Reader

PAGE = 50
"""The entries of the list that are read at once."""

Recorded = Callable[[Sight, Work], Awaitable[Record]]
"""Makes the record of a game. Raises `Refused` if the game has none."""


async def place_after(game: str, reader: Reader) -> str:
    """The place of a game in the list of an account: its entry.

    Raises:
        Refused: There is no such game any more.
    """
    try:
        return entry(await reader.now(game))
    except Refused:
        message = "There is no game with this id any more. Continue after the record before it, or begin anew without `after`."
        raise Refused(InputRefused(message=message, argument="after")) from None


async def exported(
    caller: Caller, player: Player, below: str | None, reader: Reader, lists: Lists, recorded: Recorded
) -> AsyncGenerator[Record, None]:
    """The records of a player's games, newest first. Each is paid for before it is made; the stream waits until it can be.

    Games that have expired meanwhile, that have no record, or that cannot be read here, are left out.

    Args:
        caller: Who pays.
        player: The player.
        below: The entry in the player's list to continue below. None: begin with the newest game.
        reader: Loads games.
        lists: The lists of games.
        recorded: Makes a record.

    Raises:
        Refused: The player's login token has expired.
    """
    purse = None if caller.charge is None else caller.charge.purse
    while found := await lists.page([of_player(player.id)], below, PAGE):
        for listed in found:
            if purse is not None:
                await purse.pay(LOOK + RECORD)
            reader.check_time(player)
            record = await _record(listed, player, reader, recorded, caller.work, purse)
            if record is not None:
                yield record
            elif purse is not None:
                purse.owe(-RECORD)
        below = found[-1]


async def _record(
    listed: str, player: Player, reader: Reader, recorded: Recorded, work: Work, purse: Purse | None
) -> Record | None:
    game = listed_game(listed)[1]
    try:
        opened = await reader.now(game)
        viewer = reader.viewer(opened, player)
        if entry(opened) != listed or viewer == SPECTATOR:
            return None
        if purse is not None and (more := record_price(opened.version)):
            await purse.pay(more)
        if work.late:
            await work.turn()
        return await recorded(reader.sight(opened, viewer, ENGLISH), work)
    except Unreadable as error:
        telemetry.left_out(f"game {game}", error)
        return None
    except Refused as refused:
        if isinstance(refused.problem, GameNotFound):
            return None
        raise
