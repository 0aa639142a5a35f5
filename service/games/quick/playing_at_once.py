"""The use case of quick play.

The steps are in an order in which each may be the last. A request with a key first notes the game that it is about to join or to
open, so a repeated one goes on there. A table is in its queue before it exists, and a place in a queue is taken before the seat.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Coroutine, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from taphouse.engine.chance import SALT_BYTES, SEED_BYTES, commitment
from taphouse.engine.vocabulary import span
from taphouse.schema.concepts.quick_play import LEAST_BOTS_AFTER, MOST_BOTS_AFTER, MOST_WITHIN, QuickPlayOff
from taphouse.schema.failures import Busy, Refused, Unreadable
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NoAccount
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.results import GameJoined
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import UndoOption
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.clocks import NewClock
from taphouse.schema.values.games import GameKind, HostPowers, Status, Visibility
from taphouse.service.games.beginning.creating import RATES_NOTHING, Choosing, GameChosen, check_ratable
from taphouse.service.games.beginning.new_games import NewGame, NewGames
from taphouse.service.games.beginning.seating import Newcomer, Seating, name_of
from taphouse.service.games.beginning.seats import Admits, by_program, check_name
from taphouse.service.games.clocks.timekeeping import agreed
from taphouse.service.games.encoding.agreements import Agreements, Level, Quick, Wanted
from taphouse.service.games.encoding.seats import Sitting
from taphouse.service.games.kernel.checks import account_of, refuse
from taphouse.service.games.kernel.committing import request_digest
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.quick.queue import NOTED, PlaceQueues, Read, queue_name
from taphouse.service.games.quick.terms import Asked, Company, MayMeet, Place, RatingOf, table_for
from taphouse.service.games.quick.waiting_tables import WaitingTables
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Key, Loaded, Repeated

MOST_TABLES = 20
"""The most tables that a player is led to before the service counts as busy."""
PAUSES = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56)
"""Seconds between looks for a table that is being opened: together as long as that may take."""
BEING_OPENED = 5_000
"""Milliseconds after which a table that does not exist will not be opened any more."""
_KEPT = 86_400_000
One = TypeVar("One")
Other = TypeVar("Other")


class _Request(Struct, frozen=True):
    """A request to play."""

    caller: Caller
    newcomer: Newcomer
    chosen: GameChosen
    asked: Asked
    people_only: bool
    own: Place
    """The table that the player opens if none fits."""
    key: Key
    noted: str | None
    """The name of the item that has the game; None without a key."""


class QuickPlay:
    """Seats players at tables that fit, or opens one.

    Args:
        choosing: Finds the games that are asked for.
        new_games: Stores new games.
        seating: Gives players seats.
        reader: Loads games.
        tables: Looks after the tables that wait.
        queues: The queues of these tables.
        may_meet: Decides whether two accounts may sit at one table.
        on: False if the operator has turned quick play off.
        rating_of: Finds the ratings of players; None if no games are rated.
        admits: Refuses accounts that may take no seat; None if all may.
    """

    def __init__(
        self,
        choosing: Choosing,
        new_games: NewGames,
        seating: Seating,
        reader: Reader,
        tables: WaitingTables,
        queues: PlaceQueues,
        may_meet: MayMeet,
        on: bool,
        rating_of: RatingOf | None = None,
        admits: Admits | None = None,
    ) -> None:
        self._choosing, self._new_games, self._seating = choosing, new_games, seating
        self._may_meet, self._on, self._rating_of, self._admits = may_meet, on, rating_of, admits
        self._reader, self._store, self._queues, self._tables = reader, reader.store, queues, tables

    async def quick_play(
        self,
        caller: Caller,
        kind: GameKind,
        options: dict[str, Any],
        min_seats: int | None,
        max_seats: int | None,
        edition: str | None,
        clock: NewClock | None,
        any_clock: bool,
        people_only: bool,
        bots: BotKind | None,
        bots_after: int,
        name: str | None,
        brewery: str | None,
        show_name: bool,
        program: bool,
        key: str | None,
        rated: bool,
        within: int | None,
    ) -> GameJoined:
        """Seat the caller at the oldest table that fits, or at a new one."""
        player = account_of(identity := await self._reader.identify(caller))
        self._check_on(player, bots, within, rated=rated)
        newcomer = _checked(Newcomer(identity, name, brewery, show_name, program or by_program(identity)), key)
        chosen = self._choosing.chosen(kind, options, edition)
        least, most = _seats(chosen, min_seats, max_seats, caller.language)
        _check_bots(newcomer, bots, bots_after, people_only=people_only)
        queue, timing = _queue(chosen, people_only=people_only, rated=rated), None if clock is None else agreed(clock)
        now, bot = self._reader.now_ms(), None if bots is None else bots.value
        company, bots_at = Company(player, self._may_meet), now + bots_after * 1000 if bot else 0
        level = await self._level(player, chosen.game.about.kind, within) if rated else None
        asked = Asked(queue, Wanted(least, most, timing, any_clock, bot, bots_at, level), player, company)
        accepted = least, most, clock, any_clock, bot, bots_after, within
        digest = request_digest("quick play", queue, accepted, player, name, brewery, show_name, program)
        id_, store_key, earlier, noted, read = await self._begun(caller, key, digest, queue, player)
        if earlier is not None:
            return await self._seating.joined(*earlier, player, caller.language)
        own = Place(id_, now, asked.wanted, (player,), () if level is None else (level,))
        return await self._place(_Request(caller, newcomer, chosen, asked, people_only, own, store_key, noted), read)

    async def _begun(
        self, caller: Caller, key: str | None, digest: str, queue: str, player: str | None
    ) -> tuple[str, Key, tuple[str, Repeated] | None, str | None, Read | None]:
        """The results of `NewGames.begin`, the name of the note, and the result of `PlaceQueues.read`."""
        noted = _noted(key)
        begun, read = await _both(self._new_games.begin(caller, key, digest), self._queues.read(queue, noted))
        if begun[2] is None and player is not None and self._admits is not None:
            await self._admits(player)  # before they get a place in the queue
        return *begun, noted, read

    def _check_on(self, player: str | None, bots: BotKind | None, within: int | None, *, rated: bool) -> None:
        """Refuse what the operator has turned off, and terms under which a game cannot be rated."""
        if not self._on:
            raise Refused(QuickPlayOff(message="This service has no quick play."))
        if not rated:
            if within is not None:
                refuse("within", "Only rated games have `within`. Ask for `rated: true`, or leave `within` out.")
            return
        if self._rating_of is None:
            refuse("rated", RATES_NOTHING)
        if player is None:
            raise Refused(NoAccount())
        if bots is not None:
            refuse("bots", "In a rated game, no bots take free seats. Leave `bots` or `rated` out.")
        if within is not None and not 1 <= within <= MOST_WITHIN:
            refuse("within", f"Give 1 to {MOST_WITHIN} points.")

    async def _level(self, player: str | None, kind: str, within: int | None) -> Level | None:
        """The level of a player in a kind of game; None where no games are rated."""
        if player is None or self._rating_of is None:
            return None
        return Level(await self._rating_of(player, kind), within)

    async def _place(self, request: _Request, read: Read | None) -> GameJoined:
        """Join tables until one takes the player, or open theirs."""
        passed, own = set[str](), request.own
        for _ in range(MOST_TABLES):
            claim, read = await self._queues.claim(request.asked, own, passed, request.noted, read), None
            game, since = (own.game, own.since) if claim.place is None else (claim.place.game, claim.place.since)
            if claim.earlier is not None:
                # It may still be opened, as by another attempt of the same request.
                game, since = claim.earlier, own.since
                if game != own.game:
                    await self._queues.put(request.asked.queue, own.game, None)
                stored = await self._stored(request, game, sits=True)
            else:
                noted, stored = await self._noted(request, game, claim.note)
                if not noted:  # another attempt of the same request was faster
                    if claim.place is not None:
                        await self._queues.put(request.asked.queue, game, claim.place)
                    continue
            if game == own.game and claim.earlier is None:
                return await self._opened(request)
            if (joined := await self._joined(request, game, since, stored, sits=claim.earlier is not None)) is not None:
                return joined
            passed.add(game)
        raise Busy

    async def _noted(self, request: _Request, game: str, before: bytes | None) -> tuple[bool, Loaded | None]:
        """Note the game that the request is about to join or to open; False if another attempt has noted one since.

        A table to open gets its reminder at the same time. One to join is read, as by `_stored`.
        """
        if request.noted is None:
            noting = asyncio.sleep(0, True)
        else:
            noting = self._store.put_item(request.noted, NOTED, game.encode(), before, _KEPT)
        if game != request.own.game:
            return await _both(noting, self._stored(request, game))
        noted, _ = await _both(noting, self._tables.remind(game, request.asked.wanted.bots_at))
        return noted, None

    async def _stored(self, request: _Request, game: str, *, sits: bool = False) -> Loaded | None:
        """A table in the store, with the key of the request; None if it cannot be read.

        Raises:
            StoreUnavailable: It cannot be read now, and the player may sit there (`sits`): they must not get another seat.
        """
        try:
            return await self._reader.load(game, request.key, request.caller)
        except Unreadable:
            return None
        except StoreUnavailable:
            if sits:
                raise
            return None

    async def _joined(
        self, request: _Request, game: str, since: int, stored: Loaded | None, *, sits: bool
    ) -> GameJoined | None:
        """Take a seat of a table at which the player has a place; None if they cannot. See `_stored` for `sits`."""
        caller, player = request.caller, request.asked.player
        for pause in PAUSES:
            if stored is None:
                return None
            if isinstance(stored.earlier, Repeated):
                return await self._seating.joined(game, stored.earlier, player, caller.language)
            if stored.record is None:
                if self._reader.now_ms() > since + BEING_OPENED:
                    return None
                await asyncio.sleep(pause)
                stored = await self._stored(request, game, sits=sits)
                continue
            loaded = await self._reader.open(game, stored.record)
            own = [number for number, one in enumerate(loaded.seats, 1) if player is not None and one.player == player]
            if own:
                waits = loaded.status is Status.WAITING
                return self._seating.seated(loaded, own[0], player, caller.language) if waits else None
            match await self._sit(request, loaded):
                case LoadedGame() as after, seat:
                    return self._seating.seated(after, seat, player, caller.language)
                case Repeated() as earlier, _:
                    return await self._seating.joined(game, earlier, player, caller.language)
                case False:
                    return None
            stored = await self._stored(request, game, sits=sits)
        return None

    async def _sit(self, request: _Request, loaded: LoadedGame) -> tuple[LoadedGame | Repeated | None, int] | bool:
        """Seat the player at a table as it is now. False if they cannot join it: then its queue has it as it is."""
        if loaded.status is Status.WAITING and await self._tables.cleared(loaded):
            return False
        await request.asked.company.ask([one.player for one in loaded.seats])
        table = table_for(loaded, request.asked)
        if table is None:
            await self._tables.note(loaded)
            return False
        seat = next(number for number, one in enumerate(table.seats, 1) if one.open)
        try:
            sat = await self._seating.sit(request.caller, table, seat, request.newcomer, request.key, asks=False)
            return sat, seat
        except Refused as refused:
            await self._tables.note(loaded)
            if isinstance(refused.problem, InputRefused):  # the names look like those of somebody there
                return False
            raise

    async def _opened(self, request: _Request) -> GameJoined:
        """Open a table whose place is in the queue."""
        asked, own, newcomer, wanted = request.asked, request.own, request.newcomer, request.asked.wanted
        first = Sitting(
            name_of(newcomer, "showName"),
            True,
            player=asked.player,
            brewery=newcomer.brewery,
            program=newcomer.program,
        )
        seed, salt = secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SALT_BYTES)
        new = NewGame(
            game=request.chosen.game,
            edition=request.chosen.edition,
            rules=request.chosen.rules,
            options=request.chosen.options,
            seats=(first, *[Sitting(None, False)] * (wanted.least - 1)),
            visibility=Visibility.UNLISTED,
            seed=seed,
            seeded=False,
            salt=salt,
            commitment=commitment(seed, salt),
            advice=Advice.NONE,
            people_only=request.people_only,
            powers=HostPowers.AGREED,
            undo=UndoOption.FREE if wanted.level is None else UndoOption.CONSENT,
            rated=wanted.level is not None,
            agreements=Agreements(quick=Quick(asked.queue, (wanted,))),
        )
        try:
            written = await self._new_games.write(request.caller, asked.player, None, own.game, request.key, new)
        except Refused:
            await self._queues.put(asked.queue, own.game, None)
            raise
        language = request.caller.language
        if isinstance(written, Repeated):
            return await self._seating.joined(own.game, written, asked.player, language)
        return self._seating.seated(written, 1, asked.player, language)


async def _both(one: Awaitable[One], other: Coroutine[Any, Any, Other]) -> tuple[One, Other]:
    """The results of two calls that are made at the same time. It takes less than `asyncio.gather`."""
    begun = asyncio.create_task(other)
    try:
        found = await one
    except BaseException:
        begun.cancel()
        raise
    return found, await begun


def _noted(key: str | None) -> str | None:
    """The name of the item that has the game of a request with a key."""
    return None if key is None else f"quick-key:{hashlib.sha256(key.encode()).hexdigest()[:32]}"


def _checked(newcomer: Newcomer, key: str | None) -> Newcomer:
    """The newcomer, unless their name cannot be shown, or they have neither account nor key to recognise a repeated request."""
    check_name(newcomer.name, "name")
    check_name(newcomer.brewery, "brewery")
    name_of(newcomer, "showName")
    if account_of(newcomer.identity) is None and key is None:
        refuse("idempotencyKey", "Without an account, send an idempotency key, so that you are not seated twice.")
    return newcomer


def _seats(chosen: GameChosen, least: int | None, most: int | None, language: str) -> tuple[int, int]:
    """The least and the most seats that a player accepts.

    Raises:
        Refused: The game cannot have them, or not with these options.
    """
    bounds = [seats for seats in chosen.game.about.seats if seats > 1]
    for argument, seats in (("minSeats", least), ("maxSeats", most)):
        if seats is not None and seats not in bounds:
            refuse(argument, f"{chosen.game.about.title} is for {_span(bounds)}, not {seats}.")
    fewest, greatest = least or bounds[0], most or bounds[-1]
    if fewest > greatest:
        refuse(
            "minSeats", f"Nobody can play with at least {fewest} and at most {greatest} seats. Let `maxSeats` be more."
        )
    for seats in range(fewest, greatest + 1):
        if (refusal := chosen.rules.why_not_new(chosen.options, seats)) is not None:
            raise chosen.refused(refusal, language)
    return fewest, greatest


def _span(bounds: Sequence[int]) -> str:
    return span(range(bounds[0], bounds[-1] + 1), "player")


def _check_bots(newcomer: Newcomer, bots: BotKind | None, after: int, *, people_only: bool) -> None:
    """Refuse bots and programs at a table for people only."""
    if people_only and (newcomer.program or bots is not None):
        refuse(
            "peopleOnly", "A game for people only has no seats of bots and programs. Leave them or `peopleOnly` out."
        )
    if not LEAST_BOTS_AFTER <= after <= MOST_BOTS_AFTER:
        refuse("botsAfter", f"Give {LEAST_BOTS_AFTER} to {MOST_BOTS_AFTER} seconds.")


def _queue(chosen: GameChosen, *, people_only: bool, rated: bool) -> str:
    """The name of the queue of tables that have this in common: edition, options, whom they are for, and if they are rated."""
    if rated:
        check_ratable(chosen.game)
    common = chosen.edition.digest, msgspec.to_builtins(chosen.options), people_only, rated
    return queue_name(chosen.game.about.kind, request_digest(common)[:16])
