"""Bearer tokens of games: signed, and bound to a game, a role in it, and the generation of that role's token.

Also invites and handovers, which become tokens.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from itsdangerous import URLSafeSerializer
from msgspec import Struct

from taphouse.schema.ports import AccountHolder
from taphouse.service.runtime import telemetry

HOST = "host"
SERVICE = "house"
"""The author of what the service does by itself, as logs name it."""
ISSUED = {"token_issued": True}
"""The field in the log line of a request whose answer has a token. Such answers are not compressed."""
LATEST = 253_402_300_799_999
"""The end of the year 9999, in milliseconds since the epoch: the latest time that can be represented."""
MOST_TOKEN = 512
"""The longest token, invite, handover or ticket that is verified, in characters."""
_HANDING_OVER = "taphouse-handover"
T = TypeVar("T")


class Claims(Struct, frozen=True, array_like=True):
    """The claims of a token."""

    game: str
    who: str
    """The role: `host`, or a seat such as `seat:2`."""
    generation: int
    """Incremented when the role's token is replaced, which invalidates the older ones."""
    read_only: bool = False
    until: int | None = None
    """The expiry time in milliseconds since the epoch; None if it does not expire."""

    def narrower(self, read_only: bool, until: int | None) -> Claims:
        """Claims with fewer rights; neither restriction can be lifted."""
        ends = [end for end in (self.until, until) if end is not None]
        return msgspec.structs.replace(self, read_only=self.read_only or read_only, until=min(ends) if ends else None)


Identity = Claims | AccountHolder | None
"""The identity that a bearer token proves; None if no token was sent."""


class Invited(Struct, frozen=True, array_like=True):
    """The content of an invite to the game whose id the invite begins with."""

    seat: int
    generation: int
    """The generation of the seat: it ends when the seat changes in any way."""
    host: int
    """The generation of the host's token."""
    until: int
    """The expiry time in milliseconds since the epoch."""


class HandedOver(Struct, frozen=True, array_like=True):
    """The content of a handover."""

    until: int
    """The time by which it must be taken, in milliseconds since the epoch of the store's clock."""
    claims: Claims
    """The claims of the token that it gives."""


def canonical(text: str) -> bool:
    """True if a text is base64url as encoders write it. Decoders also accept padding, other letters, and bits that they drop."""
    try:
        decoded = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return False
    return base64.urlsafe_b64encode(decoded).rstrip(b"=") == text.encode()


class Signatures:
    """Signs values, and accepts them only in the spelling that it writes.

    Args:
        keys: The signing keys. The first signs; all are accepted, so that keys can be rotated.
        salt: The purpose of the signatures: none is valid for another purpose.
    """

    def __init__(self, keys: Sequence[str], salt: str) -> None:
        self._serializer = URLSafeSerializer(
            list(reversed(keys)),  # itsdangerous signs with the last of its keys
            salt=salt,
            signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
        )
        self._derived = self._keys(salt)

    def write(self, value: Any, salt: str | None = None) -> str:
        """The text of a value, signed for one purpose."""
        text = self._serializer.dumps(msgspec.to_builtins(value), salt=salt)
        return text if isinstance(text, str) else text.decode()

    def read(self, text: str, wanted: type[T], salt: str | None = None) -> T | None:
        """The value of a text; None unless its signature, type and purpose are right, and it is spelled as `write` would."""
        if len(text) > MOST_TOKEN or not text.isascii():
            return None
        payload, _, signature = text.encode().rpartition(b".")
        keys = self._derived if salt is None else self._keys(salt)
        if not any(hmac.compare_digest(_signature(key, payload), signature) for key in keys):
            return None
        packed = payload.removeprefix(b".")
        content = base64.urlsafe_b64decode(packed + b"=" * (-len(packed) % 4))
        try:
            return msgspec.json.decode(content if packed is payload else zlib.decompress(content), type=wanted)
        except msgspec.ValidationError:
            return None

    def _keys(self, salt: str) -> list[hmac.HMAC]:
        signer = self._serializer.make_signer(salt)
        return [hmac.new(signer.derive_key(key), digestmod="sha256") for key in signer.secret_keys]


def _signature(key: hmac.HMAC, payload: bytes) -> bytes:
    """The signature of a payload. A copy of the key's HMAC saves most of what a new one takes."""
    signing = key.copy()
    signing.update(payload)
    return base64.urlsafe_b64encode(signing.digest()).rstrip(b"=")


class TokenIssuer:
    """Issues and verifies tokens.

    Args:
        keys: The signing keys. The first signs; all are accepted, so that keys can be rotated.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = [key.encode() for key in keys]
        self._signatures = Signatures(keys, "taphouse-token")
        self.read = lru_cache(maxsize=4096)(self._verify)
        """Returns the claims of a token; None if its signature is invalid. Does not check whether it has expired."""

    def token(self, claims: Claims) -> str:
        """The token with these claims; deterministic. The request's log line says that it got one."""
        _note_issued()
        values = msgspec.to_builtins(claims)
        narrow = claims.read_only or claims.until is not None
        return self._signatures.write(values if narrow else values[:3])

    def invite(self, game: str, invited: Invited) -> str:
        """The text of an invite. It is signed for another purpose than a token, so it cannot serve as one."""
        _note_issued()
        return f"{game}.{self._signatures.write(invited, _inviting_to(game))}"

    def read_invite(self, game: str, invite: str) -> Invited | None:
        """Read an invite to a game; None if the text is none. Does not check whether it is still valid."""
        if len(invite) > MOST_TOKEN or not invite.startswith(f"{game}."):
            return None
        return self._signatures.read(invite.removeprefix(f"{game}."), Invited, _inviting_to(game))

    def handover(self, handed: HandedOver) -> str:
        """The text of a handover. It is signed for another purpose than a token, so it cannot serve as one."""
        _note_issued()
        return self._signatures.write(handed, _HANDING_OVER)

    def read_handover(self, handover: str) -> HandedOver | None:
        """Read a handover; None if the text is none. Does not check whether it is still valid."""
        return self._signatures.read(handover, HandedOver, _HANDING_OVER)

    def _verify(self, token: str) -> Claims | None:
        return self._signatures.read(token, Claims)

    def game_ids(self, key: str) -> list[str]:
        """The id of the game that an idempotency key creates, which cannot be guessed without the key.

        It is followed by the ids that older signing keys would have given it.
        """
        digests = [hmac.digest(secret, b"taphouse-game:" + key.encode(), "sha256") for secret in self._keys]
        return [base64.b32encode(digest[:15]).decode().lower() for digest in digests]


def _note_issued() -> None:
    """Add to the request's log line that its answer has a token."""
    if (line := telemetry.line.get()) is not None:
        line.notes.update(ISSUED)


def _inviting_to(game: str) -> str:
    return f"taphouse-invite:{game}"
