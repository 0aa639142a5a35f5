"""The stored values of persons. Each begins with a byte, its format. `tests/stores` has a digest of these types."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec import Struct

from taphouse.service.access.look_alikes import skeleton
from taphouse.service.store.failures import check_format, reads

FORMAT = 3
"""The format of values. A change of these types takes the next number; a format that was released stays readable.
tests/stores/test_types.py says what to do."""
KEPT = 10 * 365 * 86_400_000
"""Milliseconds for which a person is kept after the last change."""
RESERVED = 30 * 86_400_000
"""Milliseconds for which the handle of a closed profile is kept: others remember it, and would take a new owner for the old."""
_PERSON = "person:"
SELF, MARK, OWNER = "self", "mark:", "owner"
"""The names of items: of the person, the beginning of those of their marks, and of the owner of a handle."""

HANDLES = "handles"
"""The name of the list of all handles, which only operators read."""

T = TypeVar("T", bound=Struct)


class Person(Struct, frozen=True, array_like=True):
    """An account as it is stored, apart from its games and webhooks."""

    key: bytes
    """Makes the ids of other players that this account alone gets."""
    id: str | None = None
    """The public id; None without a profile."""
    handle: str | None = None
    """The handle. Without an id, it is that of a profile that was closed."""
    name: str | None = None
    avatar: str | None = None
    created: int = 0
    """The time when the profile was opened, or else closed, in milliseconds since the epoch."""
    seen: int = 0
    """The hour in which the player was last here, in milliseconds since the epoch; 0 unless they show it."""
    hidden: bool = False
    """True if the players of a game do not see whether they are there."""

    @property
    def public(self) -> str | None:
        """The handle; None without a profile."""
        return None if self.id is None else self.handle

    def kept(self, now: int) -> str | None:
        """The handle that nobody else can have now, and for which this person can have no other one."""
        return self.handle if self.id is not None or now < self.created + RESERVED else None

    def id_of(self, account: str) -> str:
        """The id of another account that this person gets, always the same."""
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        sealed = AESSIV(self.key).encrypt(bytes.fromhex(account), None)
        return base64.b32encode(sealed).decode().rstrip("=").lower()

    def account_of(self, id_: str) -> str | None:
        """The account with such an id; None if this person got no such id."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        try:
            sealed = base64.b32decode(id_.upper() + "=" * (-len(id_) % 8))
            return AESSIV(self.key).decrypt(sealed, None).hex()
        except (InvalidTag, ValueError, binascii.Error):
            return None


class Mark(Struct, frozen=True, array_like=True):
    """A person's mark of another player."""

    mark: str
    """The name of a `PlayerMark`; another release may have more."""
    since: int
    """Milliseconds since the epoch."""


class Owner(Struct, frozen=True, array_like=True):
    """The owner of a handle."""

    account: str
    since: int
    """The time when the account asked for it, in milliseconds since the epoch."""


class Rated(Struct, frozen=True, array_like=True):
    """The rating of an account in a kind of game."""

    strength: int
    """In thousandths of a unit of the model."""
    doubt: int
    """The doubt at the time `at`, in thousandths."""
    games: int
    """The length of the history: the rated games, and once more those that were taken back."""
    at: int
    """The time when the last of them was rated, in seconds since the epoch."""
    recent: bytes
    """The newest part of the history; see `service.persons.rating`."""
    annulled: int = 0
    """The number of them that were taken back."""


class Rival(Struct, frozen=True, array_like=True):
    """A player of a rated game, as they were when it ended."""

    account: str
    """Empty once the game is counted for all players."""
    place: int
    strength: float
    doubt: float
    seat: int = 0


class Sanction(Struct, frozen=True, array_like=True):
    """A sanction of an account: an operator has muted or banned it."""

    since: int
    """Milliseconds since the epoch."""
    until: int | None
    """The time when it ends, in milliseconds since the epoch; None if an operator must lift it."""
    operator: str
    """The name of the operator."""
    note: str | None


class Result(Struct, frozen=True, array_like=True):
    """The result of a rated game. It is decided once, and then counted for each of its players.

    It is kept for as long as the game, so that the game can be taken back.
    """

    rivals: tuple[Rival, ...]


_encoder = msgspec.msgpack.Encoder()


def pack(value: Person | Mark | Owner | Rated | Result | Sanction) -> bytes:
    """Encode a value."""
    return bytes([FORMAT]) + _encoder.encode(value)


@reads("a person")
def unpack(type_: type[T], source: bytes) -> T:
    """Decode a value of this type.

    Raises:
        StoredByOtherRelease: It is of another format.
        Damaged: It is not such a value.
    """
    check_format(source, FORMAT, 1, "a person")
    return msgspec.msgpack.decode(memoryview(source)[1:], type=type_)


def person_name(account: str) -> str:
    """The name of the items of an account: the person, and their marks."""
    return _PERSON + account


def person_in(name: str) -> str | None:
    """The account of the items with a name; None if they are something else."""
    return name.removeprefix(_PERSON) if name.startswith(_PERSON) else None


def handle_names(handle: str) -> tuple[str, ...]:
    """The names of the items with the owner of a handle. All handles that look alike or differ in case have one in common.

    The first is the same in any case: the handle is found by it. Of two scripts, the capital letters can look alike but not the
    small ones.
    """
    return tuple(dict.fromkeys(map(_handle_name, (handle.casefold(), handle, handle.upper()))))


def _handle_name(handle: str) -> str:
    """The name of an item of a handle. A capital I looks like an l, so i, I and l count as one letter, with another dot too."""
    alike = skeleton(skeleton(handle).casefold()).casefold()
    return "handle:" + alike.replace("i\u0307", "i").replace("i", "l")


def handle_entry(handle: str, account: str) -> str:
    """The entry of a handle in the list of handles. Entries sort as text by handle, in any case."""
    return f"{handle.casefold()}:{account}"


def handle_entries(account: str, items: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """The list of handles with the entry of a person with these items, if they have a handle."""
    if SELF in items and (handle := unpack(Person, items[SELF]).public) is not None:
        yield HANDLES, handle_entry(handle, account)
