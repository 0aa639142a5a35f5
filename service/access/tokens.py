"""Who may do what: bearer tokens, signed, bound to a game, a role in it, and the generation of that role's tokens."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from msgspec import Struct
from starlette.requests import HTTPConnection

from taphouse.schema.ports import Caller

HOST = "host"
MOST_TOKEN = 512
"""The longest token that is looked at."""


class Claims(Struct, frozen=True, array_like=True):
    """What a token says."""

    game: str
    who: str
    """`host` or `seat:2`."""
    generation: int
    read_only: bool = False
    until: int | None = None
    """When it ends, in milliseconds since the epoch."""

    @property
    def seat(self) -> int | None:
        """The seat, where it is one's."""
        return None if self.who == HOST else int(self.who.removeprefix("seat:"))

    def narrower(self, read_only: bool, until: int | None) -> Claims:
        """What a token says that may do less."""
        ends = [end for end in (self.until, until) if end is not None]
        return msgspec.structs.replace(self, read_only=self.read_only or read_only, until=min(ends) if ends else None)


class Access:
    """Makes and reads tokens.

    Args:
        keys: the signing keys; the first signs, all are accepted, so that keys can be rotated.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = [key.encode() for key in keys]
        # itsdangerous signs with the last of its keys.
        self._serializer = URLSafeSerializer(
            list(reversed(keys)),
            salt="taphouse-token",
            signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
        )
        self._read = lru_cache(maxsize=4096)(self._verify)

    def token(self, claims: Claims) -> str:
        """The token that says this: always the same."""
        said = msgspec.to_builtins(claims)
        narrow = claims.read_only or claims.until is not None
        text = self._serializer.dumps(said if narrow else said[:3])
        return text if isinstance(text, str) else text.decode()

    def read(self, token: str) -> Claims | None:
        """What the token says; None where it was not made with one of the keys. Whether it has ended is not looked at."""
        return self._read(token) if len(token) <= MOST_TOKEN else None

    def _verify(self, token: str) -> Claims | None:
        try:
            return msgspec.convert(self._serializer.loads(token), Claims)
        except (BadSignature, msgspec.ValidationError):
            return None

    def game_ids(self, key: str) -> list[str]:
        """The id of the game that an idempotency key creates: nobody without the key can arrive at it.

        Behind it, those that it would have had by the signing keys before.
        """
        digests = [hmac.digest(secret, b"taphouse-game:" + key.encode(), "sha256") for secret in self._keys]
        return [base64.b32encode(digest[:15]).decode().lower() for digest in digests]


def caller(connection: HTTPConnection) -> Caller:
    """Who sends a request, or opens a WebSocket."""
    address = connection.client.host if connection.client else ""
    return Caller(bearer(connection.headers.get("authorization")), address)


def bearer(given: str | None) -> str | None:
    """The token of an `Authorization` header; None without one. Credentials of another scheme are a token made elsewhere."""
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
