"""The use case of taking open seats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from taphouse.schema.failures import Busy, Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NoAccount
from taphouse.schema.problems.reasons import OpenSeats, SeatIsReserved
from taphouse.schema.problems.seats import AlreadySeated, InviteRejected, NoOpenSeat, PeopleOnly
from taphouse.schema.results import GameJoined
from taphouse.schema.values.seats import SPECTATOR
from taphouse.service.access.tokens import Claims, Invited, TokenIssuer
from taphouse.service.games.beginning.seating import Newcomer, Seating
from taphouse.service.games.beginning.seats import by_program, check_name
from taphouse.service.games.kernel.checks import account_of, check_not_ended, refuse, refuse_read_only
from taphouse.service.games.kernel.committing import MOST_TRIES, Committer, checked_key, request_digest
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import ANYONE, Reader
from taphouse.service.games.seating.inviting import invited_to
from taphouse.service.store.protocol import Key, Repeated

QuickTable = Callable[[LoadedGame, int, str | None], Awaitable[LoadedGame | None]]


class Joining:
    """Seats players.

    Args:
        committer: Commits changes.
        reader: Loads games.
        access: Reads invites.
        seating: Gives players seats.
        quick_table: Returns a table of quick play once an account takes a seat there; None if it may not.
    """

    def __init__(
        self, committer: Committer, reader: Reader, access: TokenIssuer, seating: Seating, quick_table: QuickTable
    ) -> None:
        self._committer, self._reader, self._access, self._seating = committer, reader, access, seating
        self._quick_table = quick_table

    async def join(
        self,
        caller: Caller,
        game: str,
        name: str | None,
        brewery: str | None,
        seat: int | None,
        invite: str | None,
        show_name: bool,
        expected: int | None,
        key: str | None,
        program: bool = False,
    ) -> GameJoined:
        """Take an open seat. Taking the last one of a waiting game starts it, unless its host does."""
        check_name(name, "name")
        check_name(brewery, "brewery")
        identity = await self._reader.identify(caller, game)
        player = account_of(identity)
        digest = request_digest("join", game, name, brewery, seat, expected, player, invite, show_name, program)
        newcomer = Newcomer(identity, name, brewery, show_name, program or by_program(identity))
        store_key = Key(ANYONE, checked_key(key), digest)
        invited = None if invite is None else self._invited(game, invite, seat)
        for _ in range(MOST_TRIES):
            stored = await self._reader.load(game, store_key, caller)
            if isinstance(stored.earlier, Repeated):
                if isinstance(identity, Claims) and identity.read_only:
                    refuse_read_only()
                return await self._seating.joined(game, stored.earlier, player, caller.language)
            loaded = await self._reader.open(game, stored.record)
            if loaded.clock is not None and not await self._committer.time_left(loaded):
                continue
            if expected is not None and expected != loaded.newest(SPECTATOR):
                await self._committer.refuse_conflict(loaded, SPECTATOR, caller.language, expected)
            viewer = self._reader.viewer(loaded, identity)
            check_not_ended(loaded)
            if viewer.read_only:
                refuse_read_only()
            if player is not None and viewer.seat is not None:
                raise Refused(AlreadySeated(your_seat=viewer.seat))
            _check_terms(loaded, player, program=newcomer.program)
            # Seat tokens do not expire, so an expiring host token may not take a closed seat.
            lasting = not isinstance(identity, Claims) or identity.until is None
            if invited is None or viewer.challenged is not None:
                taken = _free_seat(loaded, seat, viewer.challenged, closed=viewer.host and lasting)
            else:
                taken = invited_to(loaded, invited, self._reader.now_ms())
            quick = loaded.agreements.quick is not None
            table = await self._quick_table(loaded, taken, player) if quick else loaded
            if table is None:
                raise Refused(NoOpenSeat())
            match await self._seating.sit(caller, table, taken, newcomer, store_key, asks=not quick):
                case LoadedGame() as after:
                    return self._seating.seated(after, taken, player, caller.language)
                case Repeated() as earlier:
                    return await self._seating.joined(game, earlier, player, caller.language)
        raise Busy

    def _invited(self, game: str, invite: str, seat: int | None) -> Invited:
        """Read an invite. Its game decides whether it is still valid.

        Raises:
            Refused: It is no invite to this game, or not to this seat.
        """
        invited = self._access.read_invite(game, invite)
        if invited is None:
            raise Refused(InviteRejected())
        if seat not in (None, invited.seat):
            refuse("seat", f"The invite is for seat {invited.seat}. Leave `seat` out.")
        return invited


def _check_terms(loaded: LoadedGame, player: str | None, *, program: bool) -> None:
    """Refuse players whom the terms of a game exclude."""
    if program and loaded.terms.people_only:
        raise Refused(PeopleOnly())
    if player is None and loaded.terms.rated:
        raise Refused(NoAccount())


def _free_seat(loaded: LoadedGame, seat: int | None, reserved: int | None, *, closed: bool) -> int:
    """The requested seat, which may be a closed one if `closed`; without a request, the first open seat.

    A challenged player gets the seat that is reserved for them, and no other one.
    """
    open_seats = [i for i, sitting in enumerate(loaded.seats, 1) if sitting.open]
    free = open_seats if reserved is None else [reserved]
    if seat is not None and 1 <= seat <= len(loaded.seats):
        sitting = loaded.seats[seat - 1]
        if seat in free or (closed and not sitting.taken and sitting.reserved is None):
            return seat
        if sitting.reserved is not None:
            raise Refused(NoOpenSeat(), SeatIsReserved(seat))
    if seat is None and free:
        return free[0]
    raise Refused(NoOpenSeat(), OpenSeats(tuple(free)) if free else None)
