"""Bearer tokens of games: signed, and bound to a game, a role in it, and the generation of that role's token. Also invites."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from msgspec import Struct

from taphouse.schema.ports import Player
from taphouse.service.runtime import telemetry

ANYONE = "anyone"
"""The owner of the idempotency keys of clients without a token."""
HOST = "host"
ISSUED = {"token_issued": True}
"""In the log line of a request whose answer has a token. Such answers are not compressed."""
LATEST = 253_402_300_799_999
"""The end of the year 9999, in milliseconds since the epoch: the latest time that can be represented."""
MOST_TOKEN = 512
"""The longest token that is verified, in characters."""


class Claims(Struct, frozen=True, array_like=True):
    """The claims of a token."""

    game: str
    who: str
    """The role: `host`, or a seat such as `seat:2`."""
    generation: int
    """Incremented when the role's token is replaced, which invalidates the older ones."""
    read_only: bool = False
    until: int | None = None
    """When it expires, in milliseconds since the epoch; None if it does not."""

    def narrower(self, read_only: bool, until: int | None) -> Claims:
        """Claims with fewer rights; neither restriction can be lifted."""
        ends = [end for end in (self.until, until) if end is not None]
        return msgspec.structs.replace(self, read_only=self.read_only or read_only, until=min(ends) if ends else None)


class Invited(Struct, frozen=True, array_like=True):
    """What an invite says of the game that its text begins with."""

    seat: int
    generation: int
    """The generation of the seat: it ends when the seat changes in any way."""
    host: int
    """The generation of the host's token."""
    until: int
    """When it expires, in milliseconds since the epoch."""


class Access:
    """Issues and verifies tokens.

    Args:
        keys: The signing keys. The first signs; all are accepted, so that keys can be rotated.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = [key.encode() for key in keys]
        # itsdangerous signs with the last of its keys.
        self._serializer = URLSafeSerializer(
            list(reversed(keys)),
            salt="taphouse-token",
            signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
        )
        self.read = lru_cache(maxsize=4096)(self._verify)
        """Returns the claims of a token; None if its signature is invalid. Does not check whether it has expired."""

    def token(self, claims: Claims) -> str:
        """The token with these claims; deterministic. The request's log line says that it got one."""
        telemetry.note(**ISSUED)
        values = msgspec.to_builtins(claims)
        narrow = claims.read_only or claims.until is not None
        text = self._serializer.dumps(values if narrow else values[:3])
        return text if isinstance(text, str) else text.decode()

    def invite(self, game: str, invited: Invited) -> str:
        """The text of an invite. Its signature is of another kind than a token's, so it is none."""
        telemetry.note(**ISSUED)
        text = self._serializer.dumps(msgspec.to_builtins(invited), salt=_inviting_to(game))
        return f"{game}.{text if isinstance(text, str) else text.decode()}"

    def read_invite(self, game: str, invite: str) -> Invited | None:
        """What an invite to a game says; None if it is none. Does not check whether it is still valid."""
        if len(invite) > MOST_TOKEN or not invite.startswith(f"{game}."):
            return None
        try:
            found = self._serializer.loads(invite.removeprefix(f"{game}."), salt=_inviting_to(game))
            return msgspec.convert(found, Invited)
        except (BadSignature, msgspec.ValidationError):
            return None

    def _verify(self, token: str) -> Claims | None:
        if len(token) > MOST_TOKEN:
            return None
        try:
            return msgspec.convert(self._serializer.loads(token), Claims)
        except (BadSignature, msgspec.ValidationError):
            return None

    def game_ids(self, key: str) -> list[str]:
        """The id of the game that an idempotency key creates, which cannot be guessed without the key.

        It is followed by the ids that older signing keys would have given it.
        """
        digests = [hmac.digest(secret, b"taphouse-game:" + key.encode(), "sha256") for secret in self._keys]
        return [base64.b32encode(digest[:15]).decode().lower() for digest in digests]


def _inviting_to(game: str) -> str:
    return f"taphouse-invite:{game}"


def owner(identity: Claims | Player | None) -> str:
    """The owner of an identity's idempotency keys."""
    match identity:
        case Claims():
            return identity.who
        case Player():
            return f"player:{identity.id}"
    return ANYONE
