"""The use cases of players who come and go by themselves: getting up, and keeping a seat by an account."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from taphouse.schema.concepts.sitting import ClaimRejected, SeatClaimed
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.problems.callers import NoAccount
from taphouse.schema.problems.seats import AlreadySeated, PeopleOnly
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import GameAbandoned, SeatClosed, SeatEnded, SeatOpened, SeatTaken
from taphouse.schema.values.seats import SPECTATOR, SeatEnder, SeatEndReason, Viewer
from taphouse.service.access.quotas import Quotas
from taphouse.service.access.tokens import Claims, Identity, TokenIssuer
from taphouse.service.games.beginning.new_games import creators_of
from taphouse.service.games.beginning.seats import Introduce, by_program, introduced
from taphouse.service.games.encoding.seats import seat_of, with_asked, with_seat
from taphouse.service.games.kernel.checks import account_of, check_seated, check_waiting
from taphouse.service.games.kernel.committing import Committer, request_digest
from taphouse.service.games.kernel.loaded_game import ENDED, LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.steps import Step


class ComingAndGoing:
    """Lets players get up, and accounts keep seats.

    Args:
        committer: Commits changes.
        reader: Loads games.
        access: Reads tokens.
        quotas: Counts seats; None without limits.
        introduce: Finds the profile of an account.
        note: Notes a table as it is now where players look for one.
    """

    def __init__(
        self,
        committer: Committer,
        reader: Reader,
        access: TokenIssuer,
        quotas: Quotas | None,
        introduce: Introduce,
        note: Callable[[LoadedGame], Awaitable[None]],
    ) -> None:
        self._committer, self._reader, self._access, self._quotas = committer, reader, access, quotas
        self._introduce, self._note = introduce, note

    async def leave_seat(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Free the caller's seat in a game that waits."""
        identity = await self._reader.identify(caller, game)
        digest = request_digest("leave", game, expected)
        try:
            after, viewer, entries = await self._committer.changed_game(caller, game, expected, key, digest, _left)
        except Refused:
            if (before := await self._left_before(caller, game, identity)) is not None:
                return before
            raise
        if self._quotas is not None and (owners := creators_of(self._quotas, caller, account_of(identity))):
            seat = next(iter(entries())).seat or 0
            await self._quotas.left(game, seat, owners)
        await self._note(after)
        seen = viewer if isinstance(identity, AccountHolder) else SPECTATOR
        return Changed(self._reader.game_view(after, seen, caller.language), entries)

    async def _left_before(self, caller: Caller, game: str, identity: Identity) -> Changed | None:
        """A table of quick play as it is, if the caller has no seat there any more; None for other games."""
        loaded = await self._reader.now(game)
        if loaded.agreements.quick is None or loaded.status not in (Status.WAITING, Status.ABANDONED):
            return None
        if isinstance(identity, Claims):
            seats, seat = loaded.seats, seat_of(identity.who)
            had = seat is not None and (seat > len(seats) or identity.generation < seats[seat - 1].generation)
        else:
            had = identity is not None and all(one.player != identity.id for one in loaded.seats)
        if not had:
            return None
        return Changed(self._reader.game_view(loaded, SPECTATOR, caller.language), tuple)

    async def claim_seat(self, caller: Caller, game: str, token: str, expected: int | None, key: str | None) -> Changed:
        """Have the caller's account hold the seat of a token."""
        identity = await self._reader.identify(caller)
        player, program = account_of(identity), by_program(identity)
        if player is None:
            raise Refused(NoAccount())
        claims, person = self._access.read(token), await self._introduce(player)

        def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            seat = None if claims is None or claims.game != loaded.id else seat_of(claims.who)
            if claims is None or seat is None or claims.read_only or claims.until is not None:
                raise Refused(ClaimRejected())
            sitting = loaded.seats[seat - 1]
            if sitting.generation != claims.generation or not sitting.held:
                raise Refused(ClaimRejected())
            if viewer.seat is not None:
                raise Refused(AlreadySeated(your_seat=viewer.seat))
            if sitting.player is not None or loaded.terms.rated:
                raise Refused(SeatClaimed())
            if program and loaded.terms.people_only:
                raise Refused(PeopleOnly())
            marked = program or sitting.program
            seats = with_seat(loaded.seats, seat, replace(sitting, player=player, program=marked))
            seats = introduced(seats, player, person, loaded.record.kind)
            agreements = loaded.agreements
            if loaded.status in ENDED:  # lists need to know when the game ended
                agreements = replace(agreements, ended=agreements.ended or loaded.record.updated)
            event = SeatTaken(seat, seats[seat - 1].name, sitting.brewery, claimed=True, program=marked)
            return [Step(f"seat:{seat}", (event,), loaded.status, seats, loaded.state, agreements=agreements)]

        digest = request_digest("claim", game, token, expected)
        return await self._committer.change(caller, game, expected, key, digest, change)


def _left(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
    seat = check_seated(viewer)
    check_waiting(loaded)
    sitting = loaded.seats[seat - 1]
    seats = with_seat(with_asked(loaded.seats, ()), seat, sitting.empty(sitting.closed))
    end = SeatEnded(seat, SeatEnder.SELF, SeatEndReason.LEFT)
    free = SeatClosed(seat) if sitting.closed else SeatOpened(seat)
    if loaded.agreements.quick is not None and not any(one.held for one in seats):
        return [Step(f"seat:{seat}", (end, free, GameAbandoned("service", True)), Status.ABANDONED, seats, None)]
    return [Step(f"seat:{seat}", (end, free), Status.WAITING, seats, None)]
