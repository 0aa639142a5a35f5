"""The traces of an account, or of a profile, in the stored log of a game, and the log without them. See docs/decisions/0058."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.contract import Event
from taphouse.schema.values.lifecycle import SeatNamed, SeatTaken
from taphouse.service.games.encoding.codec import Codec
from taphouse.service.games.encoding.seats import Host, Sitting
from taphouse.service.store.protocol import StoredEntry

Names = Mapping[int, frozenset[str]]
"""The names that an account has had at each seat, as far as they are to be forgotten."""


class ToForget(Struct, frozen=True):
    """Something that games are to forget: an account, or the profiles that it has closed."""

    player: str
    """The account."""
    profile: bool = False
    """True if only profiles are forgotten, and the names of seats with them."""
    kept: str | None = None
    """The id of the profile that the account has now."""

    def holds(self, player: str | None, profile: Sequence[object] | None) -> bool:
        """True if a seat or a host with this account and profile has a trace."""
        return player == self.player and (not self.profile or (profile is not None and profile[0] != self.kept))

    def names(self, sitting: Sitting) -> frozenset[str]:
        """The names of a seat that are to be forgotten."""
        return frozenset([one for one in (sitting.name, None if self.profile else sitting.brewery) if one])

    def is_challenged(self, sitting: Sitting) -> bool:
        """True if a challenge to a seat is to be forgotten."""
        return (one := sitting.reserved) is not None and self.holds(one.account, one.profile)

    def less(self, host: Host) -> Host:
        """The host without what is to be forgotten."""
        if not self.holds(host.player, host.profile):
            return host
        return replace(host, player=host.player if self.profile else None, profile=None)

    def without(self, sitting: Sitting, names: frozenset[str] | None) -> Sitting:
        """The occupancy of a seat without it, and without the names that it had there unless another account has them."""
        if not self.profile and any(end.player == self.player for end in sitting.ends):
            ends = [replace(end, player=None) if end.player == self.player else end for end in sitting.ends]
            sitting = replace(sitting, ends=tuple(ends))
        if self.is_challenged(sitting):
            sitting = replace(sitting, reserved=None)
        if self.holds(sitting.player, sitting.profile):
            sitting = replace(sitting, name=None, profile=None)
            return sitting if self.profile else replace(sitting, brewery=None, player=None)
        if not names or sitting.player is not None or not {sitting.name, sitting.brewery} & names:
            return sitting
        return replace(sitting, name=_less(sitting.name, names), brewery=_less(sitting.brewery, names))


class Traces:
    """The traces in a log of what is to be forgotten, as far as it was read.

    Args:
        codec: The codec of the game.
        gone: What is to be forgotten.
    """

    def __init__(self, codec: Codec, gone: ToForget) -> None:
        self._codec, self._gone, self._bytes = codec, gone, gone.player.encode()
        self.since: int | None = None
        """The time at which the account first had a part in the game, in milliseconds since the epoch; None if it never had."""
        self.names = dict[int, frozenset[str]]()
        """See `Names`."""

    def look(self, entry: StoredEntry) -> None:
        """Look at the next entry of the log. Whatever changes seats has a snapshot, so these hold all traces."""
        if entry.snapshot is None or self._bytes not in entry.snapshot:
            return
        position = self._codec.seated(entry.snapshot)
        gone, host = self._gone, position.host
        held = [(seat, one) for seat, one in enumerate(position.seats, 1) if gone.holds(one.player, one.profile)]
        if self.since is None and (
            held or any(map(gone.is_challenged, position.seats)) or gone.holds(host.player, host.profile)
        ):
            self.since = entry.at
        for seat, one in held:
            self.names[seat] = self.names.get(seat, frozenset()) | gone.names(one)


def forgotten(
    codec: Codec, entries: Iterable[StoredEntry], gone: ToForget, names: Names
) -> Iterator[tuple[StoredEntry, StoredEntry] | None]:
    """The entries of a whole log without what is to be forgotten.

    Each that has traces of it comes with the new one; there is None for each other one.
    """
    traces = [one.encode() for one in {gone.player, *(name for had in names.values() for name in had)}]
    for entry in entries:
        snapshot = entry.snapshot
        if snapshot is None or not any(trace in snapshot or trace in entry.body for trace in traces):
            yield None
            continue
        position = codec.seated(snapshot)
        seats = tuple([gone.without(one, names.get(seat)) for seat, one in enumerate(position.seats, 1)])
        host = gone.less(position.host)
        if seats != position.seats or host != position.host:
            snapshot = codec.reseated(snapshot, replace(position, seats=seats, host=host))
        body = _told_less(codec, entry.body, position.seats, gone, names)
        changed = snapshot != entry.snapshot or body != entry.body
        yield (entry, replace(entry, body=body, snapshot=snapshot)) if changed else None


def nameless_first(
    anew: Iterable[tuple[StoredEntry, StoredEntry] | None], player: str
) -> list[tuple[StoredEntry, StoredEntry]]:
    """The entries that `forgotten` gives, in the order in which to write them: first those in which only a name is a trace.

    So the others, by which it is known to be one, are still there if not all are written.
    """
    return sorted((one for one in anew if one is not None), key=lambda one: player.encode() in (one[0].snapshot or b""))


def _told_less(codec: Codec, source: bytes, seats: Sequence[Sitting], gone: ToForget, names: Names) -> bytes:
    """The body of an entry without the names. `seats` are those after it, before they were changed."""
    move, automatic, events = codec.body(source)
    if move is not None or not events:
        return source

    def told(event: Event) -> Event:
        if not isinstance(event, SeatTaken | SeatNamed) or seats[event.seat - 1].player not in (None, gone.player):
            return event
        had = names.get(event.seat, frozenset())
        return replace(event, name=_less(event.name, had), brewery=_less(event.brewery, had))

    less = tuple(map(told, events))
    return source if less == events else codec.new_body(None, automatic, less)


def _less(name: str | None, names: frozenset[str]) -> str | None:
    return None if name in names else name
