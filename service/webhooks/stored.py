"""The stored values of webhooks: notices, webhooks, and deliveries. Each begins with a byte, its format.

`tests/stores` has a digest of these types.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from taphouse.schema.failures import Damaged
from taphouse.schema.ports import AccountHolder
from taphouse.service.runtime import telemetry
from taphouse.service.store.failures import StoredByOtherRelease, check_format, reads

FORMAT = 5
"""The format of values. A change of these types takes the next number. Until the first release it also drops the format before; a
format that was released stays readable. tests/stores/test_types.py says what to do."""
ACTIVE, STOPPED, DELETED, UNVERIFIED = "ACTIVE", "STOPPED", "DELETED", "UNVERIFIED"
PENDING, DELIVERED, FAILED = "PENDING", "DELIVERED", "FAILED"
TEST = "TEST"
"""The event of a test delivery."""
VERIFY = "VERIFY"
"""The event of an email that has an address confirmed."""
MAIL = "mailto:"
"""The beginning of the URL of an email address, which is kept as a webhook of its account."""

T = TypeVar("T", bound=Struct)


class Notice(Struct, frozen=True, array_like=True):
    """Something that happened in a game, for webhooks. It is stored with the version in which it happened."""

    event: str
    """The name of a `WebhookEvent`; another release may have more."""
    version: int
    at: int
    """Milliseconds since the epoch."""
    seat: int | None = None
    """The seat that it is about, if any."""
    generation: int | None = None
    """Of a lost seat: the generation of the token that ended."""


class Hook(Struct, frozen=True, array_like=True):
    """A webhook of an owner."""

    url: str
    """Empty if it was deleted."""
    events: tuple[str, ...]
    secret: str
    """The secret to sign with, in base64. Empty if the webhook was deleted."""
    created: int
    """Milliseconds since the epoch, like all times here."""
    digest: str
    """The digest of the request that created it."""
    status: str = ACTIVE
    failure: str | None = None
    """The reason why it was stopped; None if it was not."""
    succeeded: int = 0
    """About the time at which a delivery last succeeded; 0 if none did."""
    deleted: int | None = None
    """The time at which it was deleted. It is kept for a while, so that a repeated request does not create it again."""
    language: str = ""
    """The language of the emails, of an address."""

    @property
    def address(self) -> str:
        """The email address that it is; empty for a webhook."""
        return self.url.removeprefix(MAIL) if self.url.startswith(MAIL) else ""

    @property
    def host(self) -> str:
        """The host of its URL, or of its address."""
        return self.address.rpartition("@")[2] or urlsplit(self.url).hostname or ""


class Delivery(Struct, frozen=True, array_like=True):
    """Something to report to a webhook, and the result of doing so."""

    event: str
    game: str | None
    version: int | None
    seat: int | None
    created: int
    status: str = PENDING
    attempts: int = 0
    tried: int | None = None
    """The time of the last attempt; None before the first."""
    again: int | None = None
    """The time of the next attempt; None if there will be none."""
    failure: str | None = None
    """The reason why the last attempt failed."""
    epoch: str | None = None
    """The epoch of the version."""
    more: bytes | None = None
    """More members of the payload, as a JSON object."""


_STATUSES: dict[Any, tuple[str, ...]] = {
    Hook: (ACTIVE, STOPPED, DELETED, UNVERIFIED),
    Delivery: (PENDING, DELIVERED, FAILED),
}
_CALLED: dict[Any, str] = {Notice: "notice of game", Hook: "webhook", Delivery: "delivery"}
_encoder = msgspec.msgpack.Encoder()
_decoders: dict[type, Any] = {type_: msgspec.msgpack.Decoder(type_) for type_ in (Notice, Hook, Delivery)}


def pack(value: Notice | Hook | Delivery) -> bytes:
    """Encode a value."""
    return bytes([FORMAT]) + _encoder.encode(value)


@reads("a webhook, or a delivery to one,")
def unpack(type_: type[T], source: bytes) -> T:
    """Decode a value of this type.

    Raises:
        StoredByOtherRelease: It is of another format.
        Damaged: It is not such a value.
    """
    check_format(source, FORMAT, 1, "a webhook")
    value: T = _decoders[type_].decode(memoryview(source)[1:])
    if isinstance(value, Hook | Delivery) and value.status not in _STATUSES[type(value)]:
        raise ValueError(f"there is no status {value.status!r}")
    if isinstance(value, Hook) and value.deleted is None:
        if not (value.host and value.host.isascii()):
            raise ValueError("the URL has no host")
        base64.b64decode(value.secret, validate=True)
    return value


class Unpacked(Struct, Generic[T]):
    """The values that can be read of several, by their names. The others must not harm them."""

    readable: dict[str, T]
    foreign: dict[str, StoredByOtherRelease]
    """The values of other formats, which are left to instances of other releases."""
    damaged: list[str]

    def check(self) -> None:
        """Check that no value is of another format.

        Raises:
            StoredByOtherRelease: One is.
        """
        for error in self.foreign.values():
            raise error


def unpack_all(type_: type[T], sources: Mapping[str, bytes]) -> Unpacked[T]:
    """Decode values of this type, by their names. Those that are damaged are logged and counted once in this process."""
    found = Unpacked[T]({}, {}, [])
    for name, source in sources.items():
        try:
            found.readable[name] = unpack(type_, source)
        except StoredByOtherRelease as error:
            found.foreign[name] = error
        except Damaged as error:
            telemetry.left_out(f"{_CALLED[type_]} {name}", error)
            found.damaged.append(name)
    return found


class DeliveryPlace(Struct, frozen=True):
    """The place where a delivery is stored, which is also its member in the queue of deliveries."""

    owner: str
    hook: str
    delivery: str

    @property
    def name(self) -> str:
        """The name of the items in the store."""
        return log_name(self.owner, self.hook)

    def __str__(self) -> str:
        return f"{self.owner} {self.hook} {self.delivery}"

    @classmethod
    def of(cls, member: str) -> DeliveryPlace:
        """The place that a member of the queue names.

        Raises:
            Damaged: It names none.
        """
        parts = member.split(" ")
        if len(parts) != len(cls.__struct_fields__):
            raise Damaged("The queue of deliveries names something else.")
        return cls(*parts)


def owner_of(player: AccountHolder | str) -> str:
    """The owner of the webhooks of an account, given by its player or their id."""
    return f"player:{player.id if isinstance(player, AccountHolder) else player}"


OPERATORS = "operators"
"""The owner of the webhooks of all games."""


def game_owner(game: str) -> str:
    """The owner of the webhooks of a game."""
    return f"game:{game}"


def hooks_name(owner: str) -> str:
    """The name of the items that are the webhooks of an owner."""
    return f"hooks:{owner}"


def log_name(owner: str, hook: str) -> str:
    """The name of the items that are the deliveries of a webhook."""
    return f"deliveries:{owner}:{hook}"


def mail_id(owner: str) -> str:
    """The id of the email address of an account, which no webhook has."""
    return f"mail-{short_id(owner)}"


def short_id(*parts: object) -> str:
    """An id of 24 letters and digits that follows from these parts."""
    digest = hashlib.blake2b(msgspec.json.encode(parts), digest_size=15).digest()
    return base64.b32encode(digest).decode().lower()
