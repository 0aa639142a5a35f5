"""Persons by their handles."""

from __future__ import annotations

from taphouse.schema.failures import Refused
from taphouse.schema.problems.seats import PlayerNotFound
from taphouse.service.persons.stored import OWNER, SELF, Owner, Person, handle_names, person_name, unpack
from taphouse.service.store.protocol import Store


async def found_by(store: Store, handle: str) -> tuple[str, Person, dict[str, bytes]]:
    """The account with a handle, the person, and the items that are stored of them.

    Raises:
        Refused: No profile has the handle.
    """
    name = handle_names(handle)[0]
    (found,) = await store.items([name])
    if OWNER in found:
        account = unpack(Owner, found[OWNER]).account
        (items,) = await store.items([person_name(account)])
        person = unpack(Person, items[SELF]) if SELF in items else None
        if person is not None and person.public is not None and handle_names(person.public)[0] == name:
            return account, person, items
    raise Refused(PlayerNotFound())
