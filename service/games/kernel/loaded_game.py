"""Games as they are loaded from the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
from taphouse.schema.values.seats import HOSTING, SPECTATOR, LostSeat, Role, SeatEnder, SeatEndReason, SeatInfo, Viewer
from taphouse.schema.values.terms import Terms
from taphouse.schema.words import Wordings
from taphouse.service.access.tokens import Claims, Identity
from taphouse.service.games.encoding.agreements import NONE, Agreements
from taphouse.service.games.encoding.codec import Codec
from taphouse.service.games.encoding.seats import Host, SeatEnd, Sitting
from taphouse.service.games.kernel.replaying import Versions
from taphouse.service.store.protocol import StoredGame

ENDED = (Status.OVER, Status.ABANDONED)


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
    shown_seats: tuple[SeatInfo, ...]
    """The seats for the API."""
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

    @property
    def version(self) -> int:
        """The game's version."""
        return self.record.version

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
        match identity:
            case None:
                return SPECTATOR
            case AccountHolder(id=player):
                host = player == self.host.player
                for number, sitting in enumerate(self.seats, 1):
                    if sitting.player == player:
                        return Viewer(Role.SEAT, number, host)
                lost = self._lost(lambda end: end.player == player)
                return msgspec.structs.replace(HOSTING if host else SPECTATOR, lost=lost)
            case Claims(who="host"):
                generation, viewer = self.host.generation, HOSTING
            case Claims(who=who):
                seat = int(who.removeprefix("seat:"))
                generation, viewer = self.seats[seat - 1].generation, Viewer(Role.SEAT, seat)
        if identity.generation != generation:
            seat = viewer.seat or 0
            lost = self._lost(lambda end: end.generation == identity.generation, seat)
            if lost is None:
                raise Refused(TokenRejected(), TokenReplaced())
            return msgspec.structs.replace(SPECTATOR, lost=lost)
        return msgspec.structs.replace(viewer, read_only=True) if identity.read_only else viewer

    def _lost(self, ended: Callable[[SeatEnd], bool], of: int | None = None) -> LostSeat | None:
        """The end of a seat that a viewer had, the last such one of a seat, or of any."""
        for seat, sitting in enumerate(self.seats, 1):
            for end in reversed(sitting.ends if of in (None, seat) else ()):
                if ended(end):
                    return LostSeat(seat, SeatEnder[end.by], SeatEndReason[end.reason])
        return None


def shown_seats(seats: Iterable[Sitting]) -> tuple[SeatInfo, ...]:
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
            )
            for number, one in enumerate(seats, 1)
        ]
    )
