"""Plays whole games with bots: functions from a table to a move."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from taphouse.client.account import AccountMethods
from taphouse.client.actions import Call, Steps, operation
from taphouse.client.errors import BotFailed, Refused
from taphouse.client.values import Access, Created, MoveLike, Table

Bot = Callable[[Table], MoveLike | Awaitable[MoveLike | None] | None]
"""Chooses a move for the seat that sees the table. `table.moves` has all legal ones. None means that the table is out of date, so
the bot is asked again. With an `AsyncClient` it may be a coroutine function."""
_LATE = ("VERSION_CONFLICT", "NOT_YOUR_TURN", "GAME_OVER", "PAUSED")
"""Codes of a move that came too late, such as when another client plays the same seat."""


class BotMove(Struct, frozen=True):
    """A move that a bot made."""

    before: Table
    """The table on which it was based, as the seat saw it."""
    move: Any
    """The bot's choice."""
    after: Table


class PlayingMethods(AccountMethods):
    """The methods of both clients that play whole games."""

    @operation
    def play(
        self,
        places: Created | Access | Iterable[Access],
        bot: Bot | Mapping[int, Bot],
        made: Callable[[BotMove], Any] | None = None,
    ) -> Steps[Table]:
        """Play your seats with a bot until the game has ended.

        A move is sent with the version of its table. If the game has moved on meanwhile, the bot is asked again.

        Args:
            places: A game that you created, or your seats at one game.
            bot: A function that takes a table and returns a move; or one for each seat.
            made: Called after each move.

        Returns:
            The table at the end.

        Raises:
            Refused: A move of the bot is not legal, or a token is not valid any more.
            BotFailed: The bot returned something that is not a move.
            ValueError: There is no seat, or the seats belong to different games.
        """
        seats = _seats(places)
        table = yield from self._look(seats[0])
        mine: dict[int, Access] = {}
        for seat in seats:
            number = seat.seat if seat.seat is not None else (yield from self._look(seat)).seat
            if number is None:
                raise ValueError("Only a seat can play; this is the place of a host or of a spectator")
            mine[number] = seat
        while not table.ended:
            deciding = next((seat for seat in table.deciders if seat in mine), None)
            if deciding is None or table.paused:
                table = yield from self._wait(seats[0], frozenset(mine))
            elif table.seat != deciding:
                table = yield from self._look(mine[deciding])
            else:
                chosen = bot[deciding] if isinstance(bot, Mapping) else bot
                table = yield from self._turn(mine[deciding], chosen, table, made)
        return table

    def _turn(self, seat: Access, bot: Bot, table: Table, made: Callable[[BotMove], Any] | None) -> Steps[Table]:
        """The table after the next move of a bot."""
        move = yield Call(bot, (table,))
        if move is None:
            newer = yield from self._look(seat)
            if newer.version == table.version:
                raise BotFailed(f"The bot chose no move at version {table.version} of game {table.game_id}.")
            return newer
        try:
            sent = self._sent(move)
        except TypeError as error:
            raise BotFailed(str(error)) from None
        try:
            after = yield from self._move(seat, [sent], table.version)
        except Refused as refused:
            if refused.code not in _LATE:
                raise
            return (yield from self._look(seat))
        if made is not None:
            yield Call(made, (BotMove(table, move, after),))
        return after


def _seats(places: Created | Access | Iterable[Access]) -> list[Access]:
    given = places.seats if isinstance(places, Created) else places
    seats = [given] if isinstance(given, Access) else list(given)
    if len({seat.game_id for seat in seats}) != 1:
        raise ValueError("Give your seats at one game, at least one")
    return seats
