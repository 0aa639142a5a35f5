"""The proposals and agreements of a game's seats, as they are stored with its positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.clocks import Timing
from taphouse.schema.values.agreements import AddedTime, Agreed, AgreedEnd, Proposal, ProposalKind
from taphouse.schema.values.seats import Replacement
from taphouse.schema.values.versions import moment
from taphouse.service.games.encoding.seats import Sitting


class Proposed(Struct, frozen=True, array_like=True):
    """A proposal that is open."""

    version: int
    """The version that it was made in."""
    kind: str
    """The name of a `ProposalKind`."""
    seat: int
    since: int
    """The time at which it was made, in milliseconds since the epoch."""
    until: int
    """The time at which it expires, in milliseconds since the epoch."""
    accepted: tuple[int, ...]
    """The seats that agree, ascending; the one that made it is among them."""
    to: int | None = None
    """The version to go back to, if it is an undo."""
    replacement: Replacement | None = None
    """The replacement, if it is a new player for a seat."""
    time: AddedTime | None = None
    """The time, if it is more time for a seat."""
    excused: bool = False
    """True if the player whose seat it gives away was absent when it was made. They are not asked."""

    def id_in(self, game: str) -> str:
        """Its id, for a proposal of this game. No other proposal has it, and no game."""
        return f"{game}-{self.version}"

    @property
    def about(self) -> int | None:
        """The seat that gets a new player or more time; None for other kinds."""
        about = self.replacement or self.time
        return None if about is None else about.seat

    @property
    def replaced(self) -> int | None:
        """The seat that gets a new player; None for other kinds."""
        return None if self.replacement is None else self.replacement.seat


class Level(Struct, frozen=True, array_like=True):
    """The strength of a player who waits for a rated game, and of the players whom they accept."""

    rating: int
    within: int | None
    """The most points between the ratings; None for any."""

    def meets(self, other: Level) -> bool:
        """True if two players accept each other."""
        apart = abs(self.rating - other.rating)
        return all(one.within is None or apart <= one.within for one in (self, other))


class Wanted(Struct, frozen=True, array_like=True):
    """The terms that a player of quick play accepts, or all players of a table."""

    least: int
    most: int
    """The least and the most seats."""
    timing: Timing | None
    """The time control; with `any_clock`, the preferred one. None for no clocks."""
    any_clock: bool
    """True if every time control is accepted."""
    bot: str | None = None
    """The `BotKind` that takes the open seats after a while; None for no bots."""
    bots_at: int = 0
    """The time at which the bots come, in milliseconds since the epoch."""
    level: Level | None = None
    """The level of the player, for a rated game; None for another, and for several players."""


class Quick(Struct, frozen=True, array_like=True):
    """The terms on which a table that waits can be joined by quick play."""

    queue: str
    """The name of its queue."""
    wanted: tuple[Wanted | None, ...]
    """The terms of the players by seat. What a seat has that nobody holds does not count."""

    def of(self, seats: Iterable[Sitting]) -> list[Wanted]:
        """The terms of the players who hold these seats."""
        return [wanted for one, wanted in zip(seats, self.wanted, strict=False) if one.taken and wanted is not None]

    def timing(self, seats: Iterable[Sitting]) -> Timing | None:
        """The time control without which one of these players does not play; None if there is none."""
        return next((one.timing for one in self.of(seats) if not one.any_clock), None)


class Agreements(Struct, frozen=True, array_like=True):
    """The proposals and agreements of a game's seats, with counts. Stored only once there are any."""

    proposals: tuple[Proposed, ...] = ()
    """At most one of each kind. Expired ones stay until the agreements next change."""
    undos: int = 0
    """The number of undos so far."""
    end: str | None = None
    """The name of the `AgreedEnd`, if the seats ended the game."""
    rematch: str | None = None
    """The id of the next game."""
    ended: int | None = None
    """The time at which the game ended, if versions follow its end."""
    asides: tuple[int, ...] = ()
    """The changes besides moves of the host and of each seat so far; see `service.games.kernel.allowance`."""
    quick: Quick | None = None
    """The terms of quick play, until all seats are taken; None for other games."""
    timing: Timing | None = None
    """The time control on which the players of quick play have agreed; None if there is none, and for other games."""
    began: int | None = None
    """The version in which a game with a spectators' delay started; None in other games."""
    minutes: tuple[tuple[int, int], ...] = ()
    """The last minutes, since the epoch, in which versions of a game were made that spectators see minutes later, ascending, each
    with its last version."""

    def open(self, now: int) -> tuple[Proposed, ...]:
        """The proposals that have not expired."""
        return tuple([one for one in self.proposals if one.until > now])

    def without(self, kind: ProposalKind) -> Agreements:
        """The agreements without the proposal of a kind."""
        return replace(self, proposals=tuple([one for one in self.proposals if one.kind != kind.value]))

    def after(self, *, moved: bool, ended: bool, by: int | None = None) -> Agreements:
        """The agreements after a version. The end of the game ends all proposals, and a move that of an undo.

        Whatever the seat `by` does itself shows that its player is there, and ends a proposal that was made in their absence.
        """
        if not self.proposals:
            return self
        if ended:
            return replace(self, proposals=())
        kept = [one for one in self.proposals if not (one.excused and one.replaced == by)]
        there = self if len(kept) == len(self.proposals) else replace(self, proposals=tuple(kept))
        return there.without(ProposalKind.UNDO) if moved else there


NONE = Agreements()


def seats_to_ask(
    seats: Iterable[Sitting], kind: ProposalKind, replaced: int | None = None, *, excused: bool = False
) -> tuple[int, ...]:
    """The seats that must agree: those of people.

    Players who have resigned, or for whom a bot stands in, have no say in the game, but play in the next one. A seat that is
    `replaced` is asked even if a bot stands in for its player, unless it is `excused`.
    """
    if kind is ProposalKind.REMATCH:
        return tuple([number for number, one in enumerate(seats, 1) if one.held])
    return tuple(
        [
            number
            for number, one in enumerate(seats, 1)
            if (one.held and not excused if number == replaced else one.taken and not one.bot) and not one.resigned
        ]
    )


def shown(agreements: Agreements, seats: Sequence[Sitting], at: int, game: str, mark: str) -> Agreed:
    """The agreements of a game as viewers see them at a time. The ids of proposals end with the mark of the version shown."""
    proposals = [_shown(one, seats, one.id_in(game) + mark) for one in agreements.open(at)]
    end = None if agreements.end is None else AgreedEnd[agreements.end]
    return Agreed(tuple(proposals), agreements.undos, end, agreements.rematch)


def _shown(one: Proposed, seats: Sequence[Sitting], id_: str) -> Proposal:
    kind = ProposalKind[one.kind]
    awaited = tuple(
        [seat for seat in seats_to_ask(seats, kind, one.replaced, excused=one.excused) if seat not in one.accepted]
    )
    return Proposal(
        id_,
        kind,
        one.seat,
        one.to,
        moment(one.since),
        moment(one.until),
        one.accepted,
        awaited,
        one.replacement,
        one.time,
    )
