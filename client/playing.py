"""Plays whole games with bots: functions from a table to a move."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from taphouse.client.actions import Call, Compute, Steps, operation
from taphouse.client.errors import BotFailed, Refused
from taphouse.client.operating import OperatingMethods
from taphouse.client.values import Access, Created, LegalMove, MoveLike, Table, World
from taphouse.engine.bots import BOTS
from taphouse.engine.bots.names import MakesBot, bot_named
from taphouse.engine.bots.reasons import reasons
from taphouse.engine.editions import Edition
from taphouse.engine.notation import write
from taphouse.engine.records.headers import brought
from taphouse.engine.records.text import parse
from taphouse.schema.values.bots import BotKind

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


class PlayingMethods(OperatingMethods):
    """The methods of both clients that play whole games."""

    _editions: dict[str, Edition]
    """The editions of games in which bots thought, by their digests."""
    _language: str
    """The language of labels and sentences."""

    @operation
    def play(
        self,
        places: Created | Access | Iterable[Access],
        bot: Bot | BotKind | str | Mapping[int, Bot | BotKind | str],
        made: Callable[[BotMove], Any] | None = None,
    ) -> Steps[Table]:
        """Play your seats with a bot until the game has ended.

        A move is sent with the version of its table. If the game has moved on meanwhile, the bot is asked again.

        Args:
            places: A game that you created, or your seats at one game.
            bot: A function that takes a table and returns a move, or a bot's name, as for `think`; or one for each seat.
            made: Called after each move.

        Returns:
            The table at the end.

        Raises:
            Refused: A move of the bot is not legal, or a token is not valid any more.
            BotFailed: The bot returned something that is not a move.
            ValueError: There is no seat, or no such bot, or the seats belong to different games.
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

    @operation
    def think(self, place: Access, bot: BotKind | str | MakesBot = BotKind.GREEDY) -> Steps[LegalMove | None]:
        """The move that a bot would make at your seat. It thinks in this process, so it needs no advice of the service.

        It asks the service for one world, to learn what your seat knows of the position. What the seat saw before is left out.

        Args:
            place: Your seat.
            bot: The kind of bot; another name of `bot_named`, such as `search:0.3s`; or a function that makes one.

        Returns:
            A legal move; None while another seat decides, or if the game has moved on meanwhile.

        Raises:
            ValueError: There is no such kind of bot.
            LookupError: The client does not know this kind of game.
            Refused: The game was created without advice, and your seat is not marked as a program's.
        """
        return (yield from self._thought(place, bot))[0]

    @operation
    def think_aloud(
        self, place: Access, bot: BotKind | str | MakesBot = BotKind.GREEDY
    ) -> Steps[tuple[LegalMove | None, tuple[str, ...]]]:
        """The same as `think`, with the reasons for the move, the strongest first."""
        return self._thought(place, bot)

    def _thought(self, place: Access, bot: BotKind | str | MakesBot) -> Steps[tuple[LegalMove | None, tuple[str, ...]]]:
        makes = bot if callable(bot) else bot_named(str(bot) if isinstance(bot, BotKind) else bot)
        table = yield from self._look(place)
        if not table.your_turn:
            return None, ()
        if makes is BOTS["random"]:
            return random.choice(table.moves), ()
        world: World | None = yield from self._granted(place, "sampleWorld", seed=None)
        if world is None:
            return None, ()
        edition = self._editions.get(table.edition)
        if edition is None and table.game is not None:
            text = yield from self._record(place, with_edition=True)
            edition = self._editions[table.edition] = brought(table.game, parse(text).record)
        chosen, why = yield Compute(thought, (table, world.state, edition, makes, self._language))
        move = next((move for move in table.moves if move.notation == chosen), None)
        return move, () if move is None else why

    def _turn(
        self, seat: Access, bot: Bot | BotKind | str, table: Table, made: Callable[[BotMove], Any] | None
    ) -> Steps[Table]:
        """The table after the next move of a bot."""
        move = (yield Call(bot, (table,))) if callable(bot) else (yield from self._thought(seat, bot))[0]
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


def thought(
    table: Table, state: Any, edition: Edition, makes: MakesBot, language: str
) -> tuple[str | None, tuple[str, ...]]:
    """The move of a bot, in notation, with reasons. None if its seat does not decide in this position.

    Args:
        table: The table of a known kind of game, as the seat sees it.
        state: A position that the seat could be in.
        edition: The edition of the game.
        makes: Makes the bot.
        language: The language of the reasons.
    """
    game: Any = table.game
    rules = game.rules(edition, table.rules_version)
    seat = table.seat or 0
    known = rules.known(state, seat)
    if seat not in rules.deciders(known):
        return None, ()
    move = makes(game, random.Random()).choose(rules, known, seat)
    wording = game.wording(edition, language)
    names = wording.names([one.name for one in table.seats])
    return write(move), tuple([wording.merit(one, names) for one in reasons(game, rules, known, move, seat, best=True)])


def _seats(places: Created | Access | Iterable[Access]) -> list[Access]:
    given = places.seats if isinstance(places, Created) else places
    seats = [given] if isinstance(given, Access) else list(given)
    if len({seat.game_id for seat in seats}) != 1:
        raise ValueError("Give your seats at one game, at least one")
    return seats
