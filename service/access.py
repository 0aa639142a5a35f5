"""Who may do what: bearer tokens, signed, bound to a game, a role in it, and the generation of that role's tokens."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence
from functools import lru_cache

from itsdangerous import BadSignature, URLSafeSerializer
from msgspec import Struct
from starlette.requests import HTTPConnection

from schema.context import Caller

HOST = "host"
MOST_TOKEN = 512
"""The longest token that is looked at."""


class Claims(Struct, frozen=True):
    """What a token says."""

    game: str
    who: str
    """`host` or `seat:2`."""
    generation: int

    @property
    def seat(self) -> int | None:
        """The seat, where it is one's."""
        return None if self.who == HOST else int(self.who.removeprefix("seat:"))


class Access:
    """Makes and reads tokens.

    Args:
        keys: the signing keys; the first signs, all are accepted, so that keys can be rotated.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        self._first = keys[0].encode()
        # itsdangerous signs with the last of its keys.
        self._serializer = URLSafeSerializer(
            list(reversed(keys)),
            salt="taphouse-token",
            signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
        )
        self._read = lru_cache(maxsize=4096)(self._verify)

    def token(self, game: str, who: str, generation: int) -> str:
        """The token of `host` or `seat:2` of a game: the same for the same generation."""
        text = self._serializer.dumps([game, who, generation])
        return text if isinstance(text, str) else text.decode()

    def read(self, token: str) -> Claims | None:
        """What the token says; None where it was not made with one of the keys."""
        return self._read(token) if len(token) <= MOST_TOKEN else None

    def _verify(self, token: str) -> Claims | None:
        try:
            game, who, generation = self._serializer.loads(token)
        except (BadSignature, ValueError):
            return None
        return Claims(game, who, generation)

    def game_id(self, key: str) -> str:
        """The id of the game that an idempotency key creates: nobody without the key can arrive at it."""
        digest = hmac.digest(self._first, b"taphouse-game:" + key.encode(), "sha256")
        return base64.b32encode(digest[:15]).decode().lower()


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
