"""Rates games that have ended: each exactly once for each player, whatever fails.

Before an instance commits the end of a rated game, it sets a reminder; after the commit it rates the game. If it dies in between,
another instance claims the reminder. The result is decided once, in an item of its own: the places, and how strong the players
were. Then it is counted for each player, by comparing and setting their rating, whose history has all games that it counts. Only
then the reminder is removed, so whatever was interrupted is done again, and what was done changes nothing.

A game is taken back in the same way: it is marked, a reminder is set, and the instance that rates it counts it for all first, and
then takes it back for each whose history does not say that it was.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count

from msgspec.structs import replace

from taphouse.engine.resigning import outcome_of
from taphouse.schema.failures import Busy, Unavailable
from taphouse.schema.values.agreements import AgreedEnd
from taphouse.schema.values.games import Status
from taphouse.service.games.encoding.seats import in_order, seat_of
from taphouse.service.games.kernel.committing import MOST_TRIES
from taphouse.service.games.kernel.loaded_game import ENDED, LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.reminded_games import RemindedGames
from taphouse.service.persons.rating import RATED, Point, after, doubt, new, strength, taken_back
from taphouse.service.persons.ratings import board_entry, board_name, last_point, turned_over
from taphouse.service.persons.stored import KEPT, SELF, Person, Rated, Result, Rival, pack, person_name, unpack
from taphouse.service.store.protocol import RATINGS, Due

ANNUL_LEASE = 60.0
"""Seconds within which the instance that was asked to take a game back should have done so."""
SKEW = 3_600_000
"""Milliseconds by which the clocks of instances may differ."""
RESULT_KEPT = 30 * 86_400_000
"""Milliseconds for which a result is kept at least."""
READ_AT_ONCE = 200
"""The entries of a log that are read at once."""
_RESULT, _ANNULLED = "result", "annulled"
Change = Callable[[Rated, Point | None, str, int], Rated | None]
"""Changes a rating, given the last point of a game in its history, the game's id, and the time. None if nothing is left to do."""


class RatingGames(RemindedGames):
    """Rates the games that end in this instance, and those that others left.

    Args:
        reader: Loads games.
    """

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader, RATINGS, 1)
        self._kept = max(RESULT_KEPT, reader.kept[Status.OVER, True])

    async def do(self, due: Due) -> None:
        """Count the game of a reminder for all of its players, and then remove the reminder.

        Raises:
            StoreUnavailable: The store does not answer. What was done is not done again.
            Unreadable: The game, or what is stored of a player, cannot be read here.
            Busy: Other games of a player were counted first every time.
        """
        game, name = due.member, f"rated:{due.member}"
        (record,) = await self._store.records([game])
        if isinstance(record, Exception):
            raise record
        if record is not None:
            loaded = await self._reader.open(game, record)
            if loaded.terms.rated and loaded.status in ENDED:
                result = await self._result(loaded, name)
                for number, rival in enumerate(result.rivals):
                    if rival.account in players(loaded):  # or it was deleted meanwhile
                        await self._change(loaded, rival.account, partial(_counted, result, number))
                await self._keep(name, result)
                for number, rival in enumerate(result.rivals if await self.is_annulled(game) else ()):
                    if (account := players(loaded)[rival.seat - 1]) is not None:
                        await self._change(loaded, account, partial(_uncounted, result, number))
        await self._store.settle(due)

    async def _result(self, loaded: LoadedGame, name: str) -> Result:
        """The result of a game, decided now unless it was before."""
        for _ in range(MOST_TRIES):
            (known,) = await self._store.items([name])
            if _RESULT in known:
                return unpack(Result, known[_RESULT])
            result = await self._decided(loaded)
            if await self._store.put_item(name, _RESULT, pack(result), None, self._kept):
                return result
        raise Busy

    async def _keep(self, name: str, result: Result) -> None:
        """Keep a result that is counted, without the accounts."""
        if not result.rivals:
            await self._store.drop_items(name, [_RESULT])
            return
        nameless = Result(tuple([replace(one, account="") for one in result.rivals]))
        await self._store.put_item(name, _RESULT, pack(nameless), pack(result), self._kept)

    async def _decided(self, loaded: LoadedGame) -> Result:
        found = [
            (account, place, seat)
            for seat, account, place in zip(count(1), players(loaded), places(loaded), strict=False)
            if account is not None and place is not None
        ]
        drawn = loaded.agreements.end == AgreedEnd.DRAW.value
        if len(found) < 2 or (drawn and not await self._all_moved(loaded)):
            return Result(())
        now = self._reader.now_ms()
        stored = await self._store.items([person_name(account) for account, _, _ in found])
        ratings = [
            unpack(Rated, items[field]) if (field := RATED + loaded.record.kind) in items else new(now)
            for items in stored
        ]
        ranks = sorted(place for _, place, _ in found)
        return Result(
            tuple(
                [
                    Rival(account, ranks.index(place) + 1, strength(one), doubt(one, now), seat)
                    for (account, place, seat), one in zip(found, ratings, strict=True)
                ]
            )
        )

    async def _all_moved(self, loaded: LoadedGame) -> bool:
        """True if every seat has made a move itself."""
        left = set(range(1, len(loaded.seats) + 1))
        for read in range(0, loaded.version, READ_AT_ONCE):
            for entry in await self._store.entries(loaded.id, read, READ_AT_ONCE):
                move, automatic, _ = loaded.codec.body(entry.body)
                if move is not None and not automatic:
                    left.discard(seat_of(entry.who) or 0)
            if not left:
                return True
        return False

    async def annul(self, game: str) -> None:
        """Take a rated game back that has ended: now, or if the store fails meanwhile, soon.

        Raises:
            StoreUnavailable: It is unknown whether it will be taken back.
        """
        due, name = await self._store.remind(game, ANNUL_LEASE, RATINGS), _annulled_name(game)
        (known,) = await self._store.items([name])
        at = known.get(_ANNULLED, f"{self._reader.now_ms()}".encode())
        await self._store.put_item(name, _ANNULLED, at, known.get(_ANNULLED), KEPT)
        try:
            await self.do(due)
        except Unavailable:
            self.expect(due)

    async def is_annulled(self, game: str) -> bool:
        """Return whether a game was taken back."""
        return await self.annulled_at(game) is not None

    async def annulled_at(self, game: str) -> int | None:
        """The time when a game was taken back, in milliseconds since the epoch. None if it was not."""
        (known,) = await self._store.items([_annulled_name(game)])
        return int(known[_ANNULLED]) if _ANNULLED in known else None

    async def _change(self, loaded: LoadedGame, account: str, change: Change) -> None:
        """Change the rating of one of a game's players, and their place on the leaderboard."""
        store, kind = self._store, loaded.record.kind
        since = (loaded.agreements.ended or loaded.record.updated) - SKEW
        for _ in range(MOST_TRIES):
            (items,) = await store.items([person_name(account)])
            was, now = items.get(RATED + kind), self._reader.now_ms()
            before = new(now) if was is None else unpack(Rated, was)
            point = await last_point(store, account, kind, before, loaded.id, since)
            newer = change(before, point, loaded.id, now)
            if newer is None and was is None:
                return
            if newer is None:
                newer = before  # written again, since no replica may have it yet
            elif (room := await turned_over(store, account, kind, before)) is not before:
                newer = change(room, point, loaded.id, now) or room
            if await store.put_item(person_name(account), RATED + kind, pack(newer), was, KEPT):
                break
        else:
            raise Busy
        if SELF in items:
            person = unpack(Person, items[SELF])
            old, entry = (board_entry(account, person, one, now) for one in (before, newer))
            if entry is not None:
                await store.enlist(board_name(kind), entry, "", KEPT)
            if old is not None and old != entry:
                await store.strike(board_name(kind), [old])


def _counted(result: Result, number: int, rated: Rated, point: Point | None, game: str, now: int) -> Rated | None:
    return after(rated, game, result.rivals, number, now) if point is None else None


def _uncounted(result: Result, number: int, rated: Rated, point: Point | None, game: str, now: int) -> Rated | None:
    return None if point is None or not point.place else taken_back(rated, game, result.rivals, number, now)


def _annulled_name(game: str) -> str:
    return f"annulled:{game}"


def players(loaded: LoadedGame) -> list[str | None]:
    """The account that is rated for each seat: the one that holds it, or the last that lost it; None if that was deleted.

    Nobody takes a seat of a rated game over, so it is the account with which the game started.
    """
    return [one.player if one.player is not None or not one.ends else one.ends[-1].player for one in loaded.seats]


def places(loaded: LoadedGame) -> list[int | None]:
    """The place of each seat in a rated game that has ended; None for all if it has no result.

    A player who has left the seat, or is away while a bot plays for them, is behind all who stayed.
    """
    seats = loaded.seats
    if loaded.agreements.end == AgreedEnd.DRAW.value:
        by_seat = dict.fromkeys(range(1, len(seats) + 1), 1)
    elif loaded.status is Status.OVER:
        gone = in_order(seats)
        outcome = outcome_of(loaded.rules, loaded.state, len(seats), gone, loaded.terms.service_rules)
        by_seat = {} if outcome is None else {one.seat: one.place for one in outcome.standings}
    else:
        by_seat = {}
    last = len(seats) + 1
    return [
        place if place is None or (one.player is not None and not one.away) or one.resigned else last
        for one, place in ((one, by_seat.get(seat)) for seat, one in enumerate(seats, 1))
    ]
