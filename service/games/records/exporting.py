"""The use cases of records: the record of a game, and the records of all games of an account, one after another."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable

from msgspec.structs import replace

from taphouse.engine.messages import ENGLISH
from taphouse.engine.records import text
from taphouse.engine.records.record import Record
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.failures import Refused, Unreadable
from taphouse.schema.game_view import GameView
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.prices import LOOK, RECORD, PrepaidBudget, record_price
from taphouse.schema.problems.games import GameNotFound
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.results import GameRecord
from taphouse.schema.values.seats import SPECTATOR
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.game_lists import Lists, entry, listed_game, of_player
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.records.recording import recorded
from taphouse.service.games.records.signing import RecordKeys
from taphouse.service.runtime import telemetry

PAGE = 50
"""The entries of the list that are read at once."""

Recorded = Callable[[GameView, RequestScheduler], Awaitable[Record]]
"""Makes the record of a game. Raises `Refused` if the game has none."""


class Exporting:
    """Exports records.

    Args:
        reader: Reads games and their logs.
        lists: The lists of games.
        editions: The editions of all games.
        keys: Signs records.
    """

    def __init__(self, reader: Reader, lists: Lists, editions: Editions, keys: RecordKeys) -> None:
        self._reader, self._lists, self._editions, self._keys = reader, lists, editions, keys

    async def record(self, caller: Caller, game_view: GameView, with_edition: bool) -> GameRecord:
        """The record of the game of a view, which shows its newest version."""
        await caller.pay(record_price(game_view.version))
        record = await self._recorded(game_view, caller.scheduler, with_edition)
        return GameRecord(
            game_view.game_id, game_view.version, "".join(await caller.scheduler.collect(text.written(record)))
        )

    async def records(self, caller: Caller, player: AccountHolder, after: str | None) -> AsyncGenerator[Record, None]:
        """The records of a player's games, newest first, or of those after a game that was exported before."""
        below = None if after is None else await place_after(after, self._reader)
        return exported(caller, player, below, self._reader, self._lists, self._recorded)

    async def _recorded(self, game_view: GameView, scheduler: RequestScheduler, with_edition: bool = False) -> Record:
        edition = await self._editions.by_digest(game_view.game.about.kind, game_view.edition, self._reader.store)
        record = await recorded(game_view, edition, self._reader, scheduler)
        if with_edition:
            record = replace(record, edition_file=edition.source.decode())
        return await self._keys.signed(record, scheduler)


async def place_after(game: str, reader: Reader) -> str:
    """The entry of a game in the list of an account.

    Raises:
        Refused: There is no such game any more.
    """
    try:
        return entry(await reader.now(game))
    except Refused:
        message = "There is no game with this id any more. Continue after the record before it, or begin anew without `after`."
        raise Refused(InputRefused(message=message, argument="after")) from None


async def exported(
    caller: Caller, player: AccountHolder, below: str | None, reader: Reader, lists: Lists, recorded: Recorded
) -> AsyncGenerator[Record, None]:
    """The records of a player's games, newest first. Each is paid for before it is made; the stream waits until it can be.

    Each game is read when its turn comes, so memory stays bounded. Games that have expired meanwhile, that have no record, or
    that cannot be read here, are left out.

    Args:
        caller: The client that is charged.
        player: The player.
        below: The entry in the player's list to continue below. None: begin with the newest game.
        reader: Loads games.
        lists: The lists of games.
        recorded: Makes a record.

    Raises:
        Refused: The player's login token has expired.
    """
    prepaid = None if caller.budget is None else caller.budget.prepaid
    while found := await lists.page([of_player(player.id)], below, PAGE):
        for listed in found:
            if prepaid is not None:
                await prepaid.pay(LOOK + RECORD)
            reader.check_time(player)
            record = await _record(listed, player, reader, recorded, caller.scheduler, prepaid)
            if record is not None:
                yield record
            elif prepaid is not None:
                prepaid.owe(-RECORD)
        below = found[-1]


async def _record(
    listed: str,
    player: AccountHolder,
    reader: Reader,
    recorded: Recorded,
    scheduler: RequestScheduler,
    prepaid: PrepaidBudget | None,
) -> Record | None:
    game = listed_game(listed)[1]
    try:
        loaded = await reader.now(game)
        viewer = reader.viewer(loaded, player)
        if entry(loaded) != listed or viewer == SPECTATOR:
            return None
        if prepaid is not None and (more := record_price(loaded.version)):
            await prepaid.pay(more)
        if scheduler.late:
            await scheduler.turn()
        return await recorded(reader.game_view(await reader.seen(loaded, viewer), viewer, ENGLISH), scheduler)
    except Unreadable as error:
        telemetry.left_out(f"game {game}", error)
        return None
    except Refused as refused:
        if isinstance(refused.problem, GameNotFound):
            return None
        raise
