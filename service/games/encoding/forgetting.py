"""The traces of an account in the stored log of a game, and the log without them. See docs/decisions/0058."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.contract import Event
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import SeatNamed, SeatTaken
from taphouse.service.games.encoding.agreements import NONE
from taphouse.service.games.encoding.codec import Codec
from taphouse.service.games.encoding.seats import Sitting
from taphouse.service.store.protocol import StoredEntry

Names = Mapping[int, frozenset[str]]
"""The names and breweries that an account has had at each seat."""


class Traces(Struct, frozen=True):
    """The traces of an account in a log."""

    since: int | None = None
    """The time at which it first had a part in the game, in milliseconds since the epoch; None if it never had."""
    names: Names = {}


def traces(codec: Codec, entries: Iterable[StoredEntry], player: str) -> Traces:
    """The traces of an account in a whole log. Whatever changes seats has a snapshot, so these tell all."""
    since, names = None, dict[int, frozenset[str]]()
    for entry in entries:
        if entry.snapshot is None or player.encode() not in entry.snapshot:
            continue
        position, _ = codec.position(entry.snapshot)
        held = [(seat, one) for seat, one in enumerate(position.seats, 1) if one.player == player]
        if since is None and (held or position.host.player == player):
            since = entry.at
        for seat, one in held:
            names[seat] = names.get(seat, frozenset()) | {name for name in (one.name, one.brewery) if name}
    return Traces(since, names)


def forgotten(
    codec: Codec, entries: Sequence[StoredEntry], player: str, names: Names
) -> list[tuple[StoredEntry, StoredEntry]]:
    """The entries of a whole log that have traces of an account, each with the new one.

    Those in which only a name is a trace come first. So the others, by which it is known to be one, are still there if not all
    are written.
    """
    nameless, linked = list[tuple[StoredEntry, StoredEntry]](), list[tuple[StoredEntry, StoredEntry]]()
    for entry in entries:
        if entry.snapshot is None:
            continue
        position, state = codec.position(entry.snapshot)
        seats = tuple([without(one, player, names.get(seat)) for seat, one in enumerate(position.seats, 1)])
        host = replace(position.host, player=None) if position.host.player == player else position.host
        snapshot = entry.snapshot
        if seats != position.seats or host != position.host:
            snapshot = codec.snapshot(
                Status[position.status],
                seats,
                state,
                host,
                position.rules,
                position.played,
                position.clock,
                position.agreements or NONE,
                codec.options(position, entry.snapshot),
            )
        body = _told_less(codec, entry.body, position.seats, player, names)
        if snapshot != entry.snapshot or body != entry.body:
            found = nameless if player.encode() not in entry.snapshot else linked
            found.append((entry, replace(entry, body=body, snapshot=snapshot)))
    return nameless + linked


def without(sitting: Sitting, player: str, names: frozenset[str] | None) -> Sitting:
    """The occupancy of a seat without an account, and without the names that it had there unless another account has them."""
    if sitting.player == player:
        return replace(sitting, name=None, brewery=None, player=None)
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
