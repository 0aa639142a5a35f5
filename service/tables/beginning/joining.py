"""The use case of taking open seats."""

from __future__ import annotations

import msgspec

from taphouse.schema.failures import Busy, Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems import AlreadySeated, NoOpenSeat
from taphouse.schema.results import GameJoined
from taphouse.schema.values import SPECTATOR, Role, Status, Viewer
from taphouse.schema.values.lifecycle import SeatTaken
from taphouse.service.access.tokens import ANYONE, Claims
from taphouse.service.store import Key, Repeated
from taphouse.service.store import KeyReused as StoreKeyReused
from taphouse.service.tables.beginning.founding import start_if_full
from taphouse.service.tables.beginning.seats import check_name
from taphouse.service.tables.committing import (
    MOST_TRIES,
    Committing,
    account_of,
    check_not_ended,
    checked_key,
    refuse_read_only,
    request_digest,
)
from taphouse.service.tables.encoding import with_seat
from taphouse.service.tables.loading import Opened, key_reused
from taphouse.service.tables.steps import Step


class Joining(Committing):
    """Seats players."""

    async def join(
        self,
        caller: Caller,
        game: str,
        name: str | None,
        brewery: str | None,
        seat: int | None,
        expected: int | None,
        key: str | None,
    ) -> GameJoined:
        """Take an open seat; taking the last one starts the game."""
        check_name(name, "name")
        check_name(brewery, "brewery")
        identity = await self._reader.identify(caller, game)
        player = account_of(identity)
        store_key = Key(ANYONE, checked_key(key), request_digest("join", game, name, brewery, seat, expected, player))
        for _ in range(MOST_TRIES):
            loaded = await self._reader.load(game, store_key, caller)
            if isinstance(loaded.earlier, Repeated):
                if isinstance(identity, Claims) and identity.read_only:
                    refuse_read_only()
                return await self._joined(game, loaded.earlier, player, caller.language)
            opened = await self._reader.open(game, loaded.record)
            if expected is not None and expected != opened.version:
                await self._conflict(opened, SPECTATOR, caller.language, expected)
            viewer = self._reader.viewer(opened, identity)
            check_not_ended(opened)
            if viewer.read_only:
                refuse_read_only()
            if player is not None and viewer.seat is not None:
                raise Refused(
                    AlreadySeated(message=f"You already have seat {viewer.seat} in this game.", your_seat=viewer.seat)
                )
            # Seat tokens do not expire, so an expiring host token may not take a closed seat.
            lasting = not isinstance(identity, Claims) or identity.until is None
            taken = _free_seat(opened, seat, closed=viewer.host and lasting)
            sitting = opened.seats[taken - 1]
            newer = msgspec.structs.replace(
                sitting, name=name or sitting.name, brewery=brewery or sitting.brewery, taken=True, player=player
            )
            sittings = with_seat(opened.seats, taken, newer)
            if self._quotas is not None and (owners := self._owners(caller, player)):
                await self._quotas.join(opened.terms.creators, game, owners)
            event = SeatTaken(taken, newer.name, newer.brewery)
            steps = [Step(f"seat:{taken}", (event,), Status.WAITING, sittings, None)]
            steps += start_if_full(opened, sittings)
            match await self._write(opened, steps, store_key):
                case Opened() as after:
                    return self._seated(after, taken, player, caller.language)
                case Repeated() as earlier:
                    return await self._joined(game, earlier, player, caller.language)
                case StoreKeyReused():
                    key_reused()
        raise Busy

    async def _joined(self, game: str, earlier: Repeated, player: str | None, language: str) -> GameJoined:
        """Repeat the first answer to a request to join."""
        after = await self._reader.as_of(await self._reader.now(game), earlier.last)
        (joined,) = await self._reader.happenings(after, earlier.first - 1, 1)
        return self._seated(after, joined.seat or 0, player, language)

    def _seated(self, after: Opened, seat: int, player: str | None, language: str) -> GameJoined:
        host = player is not None and player == after.host.player
        sight = self._reader.sight(after, Viewer(Role.SEAT, seat, host), language)
        return GameJoined(sight, self._seat_token(after, seat))


def _free_seat(opened: Opened, seat: int | None, *, closed: bool) -> int:
    """The requested seat, which may be a closed one if `closed`; without a request, the first open seat."""
    free = [i for i, sitting in enumerate(opened.seats, 1) if sitting.open]
    if seat is not None and 1 <= seat <= len(opened.seats):
        sitting = opened.seats[seat - 1]
        if sitting.open or (closed and not sitting.taken):
            return seat
    if seat is None and free:
        return free[0]
    raise Refused(
        NoOpenSeat(
            message=f"This seat is not open; the open seats are {', '.join(map(str, free))}."
            if free
            else "No seat is open."
        )
    )
