"""What the seats of a game have proposed and agreed, as it is stored with its positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from taphouse.schema.values.agreements import Agreed, AgreedEnd, Proposal, ProposalKind
from taphouse.schema.values.moments import moment
from taphouse.schema.values.seats import Replacement
from taphouse.service.games.encoding.seats import Sitting


class Proposed(Struct, frozen=True, array_like=True):
    """A proposal that is open."""

    version: int
    """The version that it was made in, which is its id."""
    kind: str
    """The name of a `ProposalKind`."""
    seat: int
    since: int
    """When it was made, in milliseconds since the epoch."""
    until: int
    """When it expires."""
    accepted: tuple[int, ...]
    """The seats that agree, ascending; the one that made it is among them."""
    to: int | None = None
    """Of an undo: the version to go back to."""
    replacement: Replacement | None = None
    """Of a new player for a seat: which."""

    @property
    def absent(self) -> int | None:
        """The seat that it gives to somebody else, which is not asked."""
        return None if self.replacement is None else self.replacement.seat


class Agreements(Struct, frozen=True, array_like=True):
    """What the seats of a game have proposed and agreed, and how often. Stored only once there is something."""

    proposals: tuple[Proposed, ...] = ()
    """At most one of each kind. Those that have expired stay until the next change of this."""
    undos: int = 0
    """The number of undos so far."""
    end: str | None = None
    """The name of the `AgreedEnd`, if the seats ended the game."""
    rematch: str | None = None
    """The id of the next game."""
    ended: int | None = None
    """When the game ended, if versions follow its end."""
    asides: tuple[int, ...] = ()
    """The changes besides moves of the host and of each seat so far; see `service.games.changes.allowance`."""

    def open(self, now: int) -> tuple[Proposed, ...]:
        """The proposals that have not expired."""
        return tuple([one for one in self.proposals if one.until > now])

    def without(self, kind: ProposalKind) -> Agreements:
        """These without the proposal of a kind."""
        return replace(self, proposals=tuple([one for one in self.proposals if one.kind != kind.value]))

    def after(self, *, moved: bool, ended: bool) -> Agreements:
        """These after a version: a move ends the proposal of an undo, and the end of the game all of them."""
        if ended and self.proposals:
            return replace(self, proposals=())
        return self.without(ProposalKind.UNDO) if moved and self.proposals else self


NONE = Agreements()


def asked(seats: Iterable[Sitting], kind: ProposalKind, absent: int | None = None) -> tuple[int, ...]:
    """The seats that must agree: those of people, without the absent one that it is about.

    Who has resigned has no say in the game, but plays in the next one.
    """
    rematch = kind is ProposalKind.REMATCH
    return tuple(
        [
            number
            for number, one in enumerate(seats, 1)
            if not one.bot and (rematch or not one.resigned) and one.taken and number != absent
        ]
    )


def shown(agreements: Agreements, seats: Sequence[Sitting], at: int) -> Agreed:
    """What viewers see of them at a time."""
    proposals = [_shown(one, seats) for one in agreements.open(at)]
    end = None if agreements.end is None else AgreedEnd[agreements.end]
    return Agreed(tuple(proposals), agreements.undos, end, agreements.rematch)


def _shown(one: Proposed, seats: Sequence[Sitting]) -> Proposal:
    kind = ProposalKind[one.kind]
    awaited = tuple([seat for seat in asked(seats, kind, one.absent) if seat not in one.accepted])
    return Proposal(
        str(one.version),
        kind,
        one.seat,
        one.to,
        moment(one.since),
        moment(one.until),
        one.accepted,
        awaited,
        one.replacement,
    )
