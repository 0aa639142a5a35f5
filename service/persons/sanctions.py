"""Sanctions: an operator has muted or banned an account. They are no part of the person, and outlive the deletion of the account.

A ban keeps an account from new games and from talk. Games in which it sits go on. Without operators, nobody is muted or banned.
"""

from __future__ import annotations

from collections.abc import Mapping

from taphouse.schema.concepts.talk import Muted
from taphouse.schema.failures import Busy, Refused
from taphouse.schema.problems.callers import Banned
from taphouse.schema.values.versions import moment
from taphouse.service.games.beginning.seats import Introduce, Introduction
from taphouse.service.games.kernel.committing import MOST_TRIES
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.persons.stored import KEPT, Sanction, pack, unpack

MUTED, BANNED = "muted", "banned"
"""The names of items."""
_PREFIX = "sanctions:"


class Sanctions:
    """The sanctions in a store.

    Args:
        reader: Knows the store and the time.
        on: False if the service has no operators.
    """

    def __init__(self, reader: Reader, on: bool) -> None:
        self._store, self._now, self._on = reader.store, reader.now_ms, on

    async def of(self, account: str) -> Mapping[str, Sanction]:
        """The sanctions of an account that hold now, by name."""
        if not self._on:
            return {}
        (items,) = await self._store.items([_PREFIX + account])
        found = {name: unpack(Sanction, one) for name, one in items.items()}
        return {name: one for name, one in found.items() if one.until is None or one.until > self._now()}

    async def check(self, account: str) -> None:
        """Refuse an account that is banned."""
        if (ban := (await self.of(account)).get(BANNED)) is not None:
            raise Refused(Banned(until=None if ban.until is None else moment(ban.until)))

    async def check_talk(self, account: str) -> None:
        """Refuse an account that is banned or muted."""
        found = await self.of(account)
        for problem, name in ((Banned, BANNED), (Muted, MUTED)):
            if (one := found.get(name)) is not None:
                raise Refused(problem(until=None if one.until is None else moment(one.until)))

    async def banned(self, account: str) -> bool:
        """Return whether an account is banned."""
        return BANNED in await self.of(account)

    def checking(self, introduce: Introduce) -> Introduce:
        """Introduces accounts, but refuses those that are banned."""
        if not self._on:
            return introduce

        async def checked(account: str) -> Introduction | None:
            await self.check(account)
            return await introduce(account)

        return checked

    async def put(self, account: str, name: str, sanction: Sanction | None) -> None:
        """Set a sanction of an account, or (None) lift it."""
        if sanction is None:
            await self._store.drop_items(_PREFIX + account, [name], told=True)
            return
        for _ in range(MOST_TRIES):
            (items,) = await self._store.items([_PREFIX + account])
            if await self._store.put_item(_PREFIX + account, name, pack(sanction), items.get(name), KEPT):
                return
        raise Busy


def sanctioned(name: str) -> bool:
    """True if items with this name are sanctions."""
    return name.startswith(_PREFIX)
