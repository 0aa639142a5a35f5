"""The use case of taking open seats."""

from __future__ import annotations

import msgspec

from taphouse.schema.failures import Busy, Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.reasons import OpenSeats
from taphouse.schema.problems.seats import AlreadySeated, InviteRejected, NoOpenSeat, PeopleOnly
from taphouse.schema.results import GameJoined
from taphouse.schema.values.games import StartOption, Status
from taphouse.schema.values.lifecycle import SeatTaken
from taphouse.schema.values.seats import SPECTATOR, Role, Viewer
from taphouse.service.access.quotas import Quotas
from taphouse.service.access.tokens import SERVICE, Claims, Invited, TokenIssuer
from taphouse.service.games.beginning.new_games import creators_of, start_or_ask
from taphouse.service.games.beginning.seats import by_program, check_look_alikes, check_name, name_to_show
from taphouse.service.games.encoding.seats import Sitting, with_seat
from taphouse.service.games.kernel.checks import account_of, check_not_ended, refuse, refuse_read_only
from taphouse.service.games.kernel.committing import MOST_TRIES, Committer, checked_key, request_digest
from taphouse.service.games.kernel.game_tokens import seat_token
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import ANYONE, Reader
from taphouse.service.games.kernel.presence import Presence
from taphouse.service.games.kernel.steps import Step
from taphouse.service.games.seating.inviting import invited_to
from taphouse.service.store.protocol import Key, Repeated


class Joining:
    """Seats players.

    Args:
        committer: Commits changes.
        reader: Loads games.
        access: Reads invites, and issues tokens.
        quotas: Counts seats; None without limits.
        presence: Knows who is at the table.
    """

    def __init__(
        self,
        committer: Committer,
        reader: Reader,
        access: TokenIssuer,
        quotas: Quotas | None,
        presence: Presence,
    ) -> None:
        self._committer, self._reader, self._access, self._quotas = committer, reader, access, quotas
        self._presence = presence

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
        program = program or by_program(identity)
        store_key = Key(ANYONE, checked_key(key), digest)
        invited = None if invite is None else self._invited(game, invite, seat)
        for _ in range(MOST_TRIES):
            stored = await self._reader.load(game, store_key, caller)
            if isinstance(stored.earlier, Repeated):
                if isinstance(identity, Claims) and identity.read_only:
                    refuse_read_only()
                return await self._joined(game, stored.earlier, player, caller.language)
            loaded = await self._reader.open(game, stored.record)
            if loaded.clock is not None and not await self._committer.time_left(loaded):
                continue
            if expected is not None and expected != loaded.version:
                await self._committer.refuse_conflict(loaded, SPECTATOR, caller.language, expected)
            viewer = self._reader.viewer(loaded, identity)
            check_not_ended(loaded)
            if viewer.read_only:
                refuse_read_only()
            if player is not None and viewer.seat is not None:
                raise Refused(AlreadySeated(your_seat=viewer.seat))
            if program and loaded.terms.people_only:
                raise Refused(PeopleOnly())
            # Seat tokens do not expire, so an expiring host token may not take a closed seat.
            lasting = not isinstance(identity, Claims) or identity.until is None
            if invited is None:
                taken = _free_seat(loaded, seat, closed=viewer.host and lasting)
            else:
                taken = invited_to(loaded, invited, self._reader.now_ms())
            sitting = loaded.seats[taken - 1]
            called = name_to_show(identity, "showName") if show_name and name is None else name
            names = {"name": called or sitting.name, "brewery": brewery or sitting.brewery}
            newer = msgspec.structs.replace(sitting, **names, taken=True, player=player, program=program)
            sittings = with_seat(loaded.seats, taken, newer)
            check_look_alikes(sittings, taken, "name", "brewery")
            if self._quotas is not None and (owners := creators_of(self._quotas, caller, player)):
                await self._quotas.join(loaded.terms.creators, game, taken, owners)
            event = SeatTaken(taken, newer.name, newer.brewery, program=program)
            steps = [Step(f"seat:{taken}", (event,), loaded.status, sittings, loaded.state)]
            if loaded.status is Status.WAITING:
                steps += await self._start(loaded, sittings, taken)
            match await self._committer.attempt(loaded, steps, store_key):
                case LoadedGame() as after:
                    return self._seated(after, taken, player, caller.language)
                case Repeated() as earlier:
                    return await self._joined(game, earlier, player, caller.language)
        raise Busy

    async def _start(self, loaded: LoadedGame, sittings: tuple[Sitting, ...], taken: int) -> list[Step]:
        """Note who sits down. If all seats are taken then, start the game, unless its host does, or ask those who are away."""
        await self._presence.sat_down(loaded, taken)
        if not all(sitting.taken for sitting in sittings) or loaded.terms.start is not StartOption.WHEN_FULL:
            return []
        away = (await self._presence.away(loaded)).seats - {taken}
        return [start_or_ask(loaded, sittings, away, SERVICE)]

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

    async def _joined(self, game: str, earlier: Repeated, player: str | None, language: str) -> GameJoined:
        """Repeat the first answer to a request to join."""
        after = await self._reader.as_of(await self._reader.now(game), earlier.last)
        (joined,) = await self._reader.happenings(after, earlier.first - 1, 1)
        return self._seated(after, joined.seat or 0, player, language)

    def _seated(self, after: LoadedGame, seat: int, player: str | None, language: str) -> GameJoined:
        host = player is not None and player == after.host.player
        game_view = self._reader.game_view(after, Viewer(Role.SEAT, seat, host), language)
        return GameJoined(game_view, seat_token(self._access, after, seat))


def _free_seat(loaded: LoadedGame, seat: int | None, *, closed: bool) -> int:
    """The requested seat, which may be a closed one if `closed`; without a request, the first open seat."""
    free = [i for i, sitting in enumerate(loaded.seats, 1) if sitting.open]
    if seat is not None and 1 <= seat <= len(loaded.seats):
        sitting = loaded.seats[seat - 1]
        if sitting.open or (closed and not sitting.taken):
            return seat
    if seat is None and free:
        return free[0]
    raise Refused(NoOpenSeat(), OpenSeats(tuple(free)) if free else None)
