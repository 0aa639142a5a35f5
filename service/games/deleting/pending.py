"""Pending deletions of accounts, as marks in the store: they outlive the instance that was asked."""

from __future__ import annotations

from taphouse.service.store.protocol import ACCOUNTS, Store

LEASE = 60.0
"""Seconds after which another instance goes on with a deletion."""
KEPT = 90 * 86_400_000
"""Milliseconds for which a mark is kept at most."""
_PREFIX, _ASKED = "deletion:", "asked"


async def begin(store: Store, player: str, now: int) -> None:
    """Mark an account, and remind the instances of it.

    Args:
        store: The store.
        player: The account.
        now: The current time in milliseconds since the epoch.
    """
    stored = False
    while not stored:
        (known,) = await store.items([_PREFIX + player])
        stored = await store.put_item(_PREFIX + player, _ASKED, str(now).encode(), known.get(_ASKED), KEPT)
    await store.remind(player, LEASE, ACCOUNTS)


async def asked_at(store: Store, player: str) -> int | None:
    """The time at which the deletion of an account was last asked for, while it lasts and shortly after; None for others."""
    (known,) = await store.items([_PREFIX + player])
    return int(known[_ASKED]) if _ASKED in known else None


async def end(store: Store, player: str) -> None:
    """Remove the mark of an account."""
    await store.drop_items(_PREFIX + player, [_ASKED])


def marked(name: str) -> str | None:
    """The account of a mark, by the name of its items; None if they are something else."""
    return name.removeprefix(_PREFIX) if name.startswith(_PREFIX) else None
