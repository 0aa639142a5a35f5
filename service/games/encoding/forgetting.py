"""The traces of an account in the stored log of a game, and the log without them. See docs/decisions/0058."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from taphouse.engine.contract import Event
from taphouse.schema.values.lifecycle import SeatNamed, SeatTaken
from taphouse.service.games.encoding.codec import Codec
from taphouse.service.games.encoding.seats import Sitting
from taphouse.service.store.protocol import StoredEntry

Names = Mapping[int, frozenset[str]]
"""The names and breweries that an account has had at each seat."""


class Traces:
    """The traces of an account in a log, as far as it was read.

    Args:
        codec: The codec of the game.
        player: The account.
    """

    def __init__(self, codec: Codec, player: str) -> None:
        self._codec, self._player, self._bytes = codec, player, player.encode()
        self.since: int | None = None
        """The time at which it first had a part in the game, in milliseconds since the epoch; None if it never had."""
        self.names = dict[int, frozenset[str]]()
        """See `Names`."""

    def look(self, entry: StoredEntry) -> None:
        """Look at the next entry of the log. Whatever changes seats has a snapshot, so these hold all traces."""
        if entry.snapshot is None or self._bytes not in entry.snapshot:
            return
        position = self._codec.seated(entry.snapshot)
        held = [(seat, one) for seat, one in enumerate(position.seats, 1) if one.player == self._player]
        challenged = any(one.reserved and one.reserved.account == self._player for one in position.seats)
        if self.since is None and (held or challenged or position.host.player == self._player):
            self.since = entry.at
        for seat, one in held:
            self.names[seat] = self.names.get(seat, frozenset()) | {name for name in (one.name, one.brewery) if name}


def forgotten(
    codec: Codec, entries: Iterable[StoredEntry], player: str, names: Names
) -> Iterator[tuple[StoredEntry, StoredEntry] | None]:
    """The entries of a whole log without an account: each that has traces of it with the new one, None for each other one."""
    traces = [one.encode() for one in {player, *(name for had in names.values() for name in had)}]
    for entry in entries:
        snapshot = entry.snapshot
        if snapshot is None or not any(trace in snapshot or trace in entry.body for trace in traces):
            yield None
            continue
        position = codec.seated(snapshot)
        seats = tuple([without(one, player, names.get(seat)) for seat, one in enumerate(position.seats, 1)])
        host = replace(position.host, player=None, profile=None) if position.host.player == player else position.host
        if seats != position.seats or host != position.host:
            snapshot = codec.reseated(snapshot, replace(position, seats=seats, host=host))
        body = _told_less(codec, entry.body, position.seats, player, names)
        changed = snapshot != entry.snapshot or body != entry.body
        yield (entry, replace(entry, body=body, snapshot=snapshot)) if changed else None


def nameless_first(
    anew: Iterable[tuple[StoredEntry, StoredEntry] | None], player: str
) -> list[tuple[StoredEntry, StoredEntry]]:
    """The entries that `forgotten` gives, in the order in which to write them: first those in which only a name is a trace.

    So the others, by which it is known to be one, are still there if not all are written.
    """
    return sorted((one for one in anew if one is not None), key=lambda one: player.encode() in (one[0].snapshot or b""))


def without(sitting: Sitting, player: str, names: frozenset[str] | None) -> Sitting:
    """The occupancy of a seat without an account, and without the names that it had there unless another account has them."""
    if any(end.player == player for end in sitting.ends):
        ends = [replace(end, player=None) if end.player == player else end for end in sitting.ends]
        sitting = replace(sitting, ends=tuple(ends))
    if sitting.reserved and sitting.reserved.account == player:
        sitting = replace(sitting, reserved=None)
    if sitting.player == player:
        return replace(sitting, name=None, brewery=None, player=None, profile=None)
    if not names or sitting.player is not None or not {sitting.name, sitting.brewery} & names:
        return sitting
    return replace(sitting, name=_less(sitting.name, names), brewery=_less(sitting.brewery, names))


def _told_less(codec: Codec, source: bytes, seats: Sequence[Sitting], player: str, names: Names) -> bytes:
    """The body of an entry without the names of an account. `seats` are those after it, before they were changed."""
    move, automatic, events = codec.body(source)
    if move is not None or not events:
        return source

    def told(event: Event) -> Event:
        if not isinstance(event, SeatTaken | SeatNamed) or seats[event.seat - 1].player not in (None, player):
            return event
        had = names.get(event.seat, frozenset())
        return replace(event, name=_less(event.name, had), brewery=_less(event.brewery, had))

    less = tuple(map(told, events))
    return source if less == events else codec.new_body(None, automatic, less)


def _less(name: str | None, names: frozenset[str]) -> str | None:
    return None if name in names else name
