"""Games as they are loaded from the store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from taphouse.engine.chance import Chance, after_undos
from taphouse.engine.clocks import Clock
from taphouse.engine.contract import Rules
from taphouse.engine.game import Game
from taphouse.schema.failures import Refused
from taphouse.schema.ports import AccountHolder
from taphouse.schema.problems.callers import TokenRejected
from taphouse.schema.problems.reasons import TokenReplaced
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import Status
from taphouse.schema.values.seats import (
    HOSTING,
    SPECTATOR,
    LostSeat,
    Player,
    Role,
    SeatEnder,
    SeatEndReason,
    SeatInfo,
    Viewer,
)
from taphouse.schema.values.terms import Terms
from taphouse.schema.words import Wordings
from taphouse.service.access.tokens import HOST, Identity
from taphouse.service.games.encoding.agreements import NONE, Agreements
from taphouse.service.games.encoding.codec import Codec
from taphouse.service.games.encoding.seats import Host, SeatEnd, Sitting, in_order
from taphouse.service.games.kernel.replaying import Versions
from taphouse.service.store.protocol import StoredGame

ENDED = (Status.OVER, Status.ABANDONED)
MINUTE = 60_000
"""Milliseconds."""


class LoadedGame(Struct, frozen=True):
    """A game as loaded, at one version."""

    id: str
    game: Game
    codec: Codec
    rules: Rules
    """The rules in force at this version."""
    versions: Versions
    wordings: Wordings
    record: StoredGame
    terms: Terms
    options: Any
    """The options at this version."""
    status: Status
    host: Host
    seats: tuple[Sitting, ...]
    played: bool
    """True if a move was ever made."""
    expires: int
    """The time at which it expires if nothing happens after this version, in milliseconds since the epoch."""
    has_bots: bool
    state: Any
    clock: Clock | None = None
    """None in a game without clocks, and before it starts."""
    agreements: Agreements = NONE
    """The proposals and agreements of the seats."""
    delayed_to: int | None = None
    """The newest version that viewers without a seat see, as the newest version of the game has it; None if they see all."""

    @property
    def version(self) -> int:
        """The game's version."""
        return self.record.version

    @property
    def shown_seats(self) -> tuple[SeatInfo, ...]:
        """The seats for the API."""
        return tuple(
            [
                SeatInfo(
                    number,
                    one.name,
                    one.taken,
                    one.resigned > 0,
                    BotKind[one.bot] if one.bot else None,
                    one.closed,
                    one.brewery,
                    one.away,
                    one.asked,
                    one.program,
                    Player(*one.profile) if one.profile else None,
                    Player(*one.reserved.profile) if one.reserved else None,
                )
                for number, one in enumerate(self.seats, 1)
            ]
        )

    @property
    def resigned(self) -> tuple[int, ...]:
        """Once the game is over, the seats that have resigned, in the order of their resignations."""
        return in_order(self.seats) if self.status is Status.OVER else ()

    def newest(self, viewer: Viewer) -> int:
        """The newest version that a viewer sees. Tell nobody of a later one, nor how many there are."""
        return self.record.version if self.delayed_to is None or viewer.seat is not None else self.delayed_to

    def shown_at(self, now: int) -> LoadedGame:
        """The game, still at its newest version, as it is shown at a later time."""
        if self.delayed_to is None or not self.terms.spectator_delay_minutes:
            return self
        newest = delayed_to(self.terms, self.status, self.agreements, self.version, now)
        return self if newest == self.delayed_to else msgspec.structs.replace(self, delayed_to=newest)

    @property
    def chance(self) -> Chance:
        """The source of the game's random draws."""
        return after_undos(self.terms.chance, undos) if (undos := self.agreements.undos) else self.terms.chance

    def bot_to_decide(self) -> int | None:
        """A seat that must decide and that a bot plays, for an absent player too. None if there is none."""
        if self.status is not Status.RUNNING or not self.has_bots or (self.clock is not None and self.clock.paused):
            return None
        return next((seat for seat in self.rules.deciders(self.state) if self.seats[seat - 1].bot), None)

    def viewer(self, identity: Identity) -> Viewer:
        """The viewer for an identity: a seat, the host or a spectator.

        The former token of a seat shows what a spectator sees, with how its player lost it.

        Raises:
            Refused: The token was replaced, and nothing is known of its end.
        """
        if identity is None:
            return SPECTATOR
        if isinstance(identity, AccountHolder):
            player = identity.id
            host = player == self.host.player
            for number, sitting in enumerate(self.seats, 1):
                if sitting.player == player:
                    return Viewer(Role.SEAT, number, host)
            lost = self._lost(lambda end: end.player == player)
            viewer = HOSTING if host else SPECTATOR
            return msgspec.structs.replace(viewer, lost=lost, challenged=self._reserved_for(player))
        if identity.who == HOST:
            generation, viewer = self.host.generation, HOSTING
        else:
            seat = int(identity.who.removeprefix("seat:"))
            if seat > len(self.seats):  # a table of quick play needed it no more
                raise Refused(TokenRejected(), TokenReplaced())
            generation, viewer = self.seats[seat - 1].generation, Viewer(Role.SEAT, seat)
        if identity.generation != generation:
            seat = viewer.seat or 0
            lost = self._lost(lambda end: end.generation == identity.generation, seat)
            if lost is None:
                raise Refused(TokenRejected(), TokenReplaced())
            return msgspec.structs.replace(SPECTATOR, lost=lost)
        return msgspec.structs.replace(viewer, read_only=True) if identity.read_only else viewer

    def _reserved_for(self, player: str) -> int | None:
        """The seat to which an account is challenged, as far as it learns of that."""
        for seat, sitting in enumerate(self.seats if self.status is Status.WAITING else (), 1):
            if (one := sitting.reserved) is not None and one.delivered and one.account == player:
                return seat
        return None

    def _lost(self, ended: Callable[[SeatEnd], bool], of: int | None = None) -> LostSeat | None:
        """The end of a seat that a viewer had, the last such one of a seat, or of any."""
        for seat, sitting in enumerate(self.seats, 1):
            for end in reversed(sitting.ends if of in (None, seat) else ()):
                if ended(end):
                    return LostSeat(seat, SeatEnder[end.by], SeatEndReason[end.reason])
        return None


def delayed_to(terms: Terms, status: Status, agreements: Agreements, version: int, now: int) -> int | None:
    """See `LoadedGame.delayed_to`. Spectators see the start at once.

    Versions made in the same minute are shown together, once the whole delay has passed since its end. So the time at which one
    is shown reveals nothing of those after it.
    """
    if status is not Status.RUNNING:
        return None
    shown = version - terms.spectator_delay
    if terms.spectator_delay_minutes:
        until = now // MINUTE - terms.spectator_delay_minutes
        shown = min(shown, max([last for minute, last in agreements.minutes if minute < until], default=0))
    return max(agreements.began or 0, shown)


def timed(terms: Terms, agreements: Agreements, version: int, now: int) -> Agreements:
    """The agreements of a running game with a spectators' delay after a new version, which may be its start."""
    began = agreements.began or version
    if not terms.spectator_delay_minutes:
        return agreements if began == agreements.began else msgspec.structs.replace(agreements, began=began)
    minute = max([now // MINUTE, *(one for one, _ in agreements.minutes[-1:])])
    shown_since = minute - terms.spectator_delay_minutes - 1  # for an instance whose clock is late, not yet
    shown = [one for one in agreements.minutes if one[0] < shown_since]
    later = [one for one in agreements.minutes if shown_since <= one[0] < minute]
    return msgspec.structs.replace(agreements, began=began, minutes=(*shown[-1:], *later, (minute, version)))
