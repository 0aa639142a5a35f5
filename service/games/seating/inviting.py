"""The use cases of invites: the host makes one for a free seat, and revokes those of a seat. Players join with them.

An invite is signed and holds the generations of its seat and of the host's token, so the store holds nothing of it. It ends when
the seat is taken or changed in any way, when the host revokes it, and when the host's token is replaced, like all tokens made
from that.
"""

from __future__ import annotations

import datetime

import msgspec

from taphouse.engine.messages import Why
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotHost
from taphouse.schema.problems.reasons import (
    InviteExpired,
    InviteRevoked,
    InviteUsed,
    NeedsLastingToken,
    SeatIsReserved,
    SeatIsTaken,
)
from taphouse.schema.problems.seats import InviteRejected, NoOpenSeat
from taphouse.schema.values.lifecycle import InvitesRevoked
from taphouse.schema.values.seats import Invite, Viewer
from taphouse.schema.values.versions import moment
from taphouse.service.access.tokens import HOST, LATEST, Claims, Invited, TokenIssuer
from taphouse.service.games.encoding.seats import Sitting, with_seat
from taphouse.service.games.kernel.checks import check_host, check_not_lost, refuse, refuse_read_only
from taphouse.service.games.kernel.committing import Committer, request_digest
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.steps import Step
from taphouse.service.games.seating.replacing import sitting_at

USUAL = 7 * 86_400_000
"""Milliseconds for which an invite is valid if its host does not say."""


class Inviting:
    """Makes invites, and revokes them.

    Args:
        committer: Commits changes.
        reader: Loads games.
        access: Signs invites.
    """

    def __init__(self, committer: Committer, reader: Reader, access: TokenIssuer) -> None:
        self._committer, self._reader, self._access = committer, reader, access

    async def invite(self, caller: Caller, game: str, seat: int, until: datetime.datetime | None) -> Invite:
        """Make an invite to a free seat. Changes nothing in the game."""
        identity = await self._reader.identify(caller, game)
        loaded = await self._reader.now(game, caller)
        viewer = self._reader.viewer(loaded, identity)
        check_not_lost(viewer, identity)
        if viewer.read_only:
            refuse_read_only()
        check_host(loaded, viewer)
        if isinstance(identity, Claims) and identity.until is not None:
            # A seat's token does not expire, and a closed seat is for whom the host lets in.
            raise Refused(NotHost(), NeedsLastingToken())
        sitting = free(loaded, seat)
        now = self._reader.now_ms()
        if until is not None and until.tzinfo is None:
            refuse("until", "The time needs an offset from UTC, such as 2030-01-01T00:00:00Z.")
        ends = now + USUAL if until is None else int(until.timestamp() * 1000)
        if not now < ends <= LATEST:
            refuse("until", "The time must be in the future, before the year 10000.")
        made = Invited(seat, sitting.generation, loaded.host.generation, ends)
        return Invite(seat, self._access.invite(loaded.id, made), moment(ends))

    async def revoke_invites(
        self, caller: Caller, game: str, seat: int, expected: int | None, key: str | None
    ) -> Changed:
        """Revoke all invites to a seat."""

        def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            check_host(loaded, viewer)
            sitting = free(loaded, seat)
            newer = msgspec.structs.replace(sitting, generation=sitting.generation + 1)
            seats = with_seat(loaded.seats, seat, newer)
            return [Step(HOST, (InvitesRevoked(seat),), loaded.status, seats, loaded.state)]

        digest = request_digest("revoke invites", game, seat, expected)
        return await self._committer.change(caller, game, expected, key, digest, change)


def free(loaded: LoadedGame, seat: int) -> Sitting:
    """A seat that anybody can take with an invite, perhaps a closed one.

    Raises:
        Refused: There is no such seat, or it is taken or reserved.
    """
    sitting = sitting_at(loaded, seat)
    if sitting.taken:
        raise Refused(NoOpenSeat(), SeatIsTaken(seat))
    if sitting.reserved is not None:
        raise Refused(NoOpenSeat(), SeatIsReserved(seat))
    return sitting


def invited_to(loaded: LoadedGame, invite: Invited, now: int) -> int:
    """The seat that an invite lets its bearer take now.

    Args:
        loaded: The game of the invite.
        invite: The invite.
        now: The time in milliseconds since the epoch.

    Raises:
        Refused: The invite has expired or was revoked, or its seat is taken.
    """
    sitting = loaded.seats[invite.seat - 1]
    if invite.until <= now:
        why: Why = InviteExpired()
    elif sitting.taken:
        why = InviteUsed(invite.seat)
    elif (sitting.generation, loaded.host.generation) != (invite.generation, invite.host):
        why = InviteRevoked()
    else:
        return invite.seat
    raise Refused(InviteRejected(), why)
