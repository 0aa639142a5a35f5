"""Signatures of records: Ed25519 (RFC 8032), by keys that follow from the signing keys, and that anybody can look up.

See docs/records.md and docs/decisions/0055-record-keys-follow-from-the-signing-key.md.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.records import text
from taphouse.engine.records.record import Record, RecordError, Signature
from taphouse.schema.execution.scheduler import RequestScheduler

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

WELL_KNOWN = "/.well-known/taphouse-record-keys"
"""The path of the public keys, as a JSON Web Key Set (RFC 7517)."""
_CONTEXT = b"taphouse-record "


class PublicKey(Struct, frozen=True, omit_defaults=True):
    """A public key of Ed25519 as a JSON Web Key (RFC 8037)."""

    kty: str
    crv: str
    x: str
    kid: str = ""
    """Its thumbprint (RFC 7638)."""
    use: str = ""
    alg: str = ""

    @classmethod
    def of(cls, raw: bytes) -> PublicKey:
        """The key of these 32 bytes."""
        x = _encoded(raw)
        thumbprint = hashlib.sha256(f'{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}'.encode()).digest()
        return cls("OKP", "Ed25519", x, _encoded(thumbprint), "sig", "EdDSA")


class _KeySet(Struct, frozen=True):
    keys: tuple[dict[str, Any], ...]


def key_set(keys: Iterable[PublicKey]) -> bytes:
    """A JSON Web Key Set of these keys."""
    return msgspec.json.encode({"keys": list(keys)})


def keys_in(source: bytes) -> tuple[PublicKey, ...]:
    """The keys of Ed25519 in a JSON Web Key Set. Other keys are left out.

    Raises:
        ValueError: it is no key set, or has no such key.
    """
    found = msgspec.json.decode(source, type=_KeySet).keys
    here = [msgspec.convert(key, PublicKey) for key in found if (key.get("kty"), key.get("crv")) == ("OKP", "Ed25519")]
    if not here:
        raise ValueError("there is no key of Ed25519 in it")
    return tuple([PublicKey.of(_decoded(key.x)) for key in here])


class RecordKeys:
    """Signs records.

    Args:
        secrets: the signing keys of the service. A key follows from each; the first signs.
        former: public keys that signed earlier, and are still published.
    """

    def __init__(self, secrets: Sequence[str], former: Sequence[PublicKey] = ()) -> None:
        self._secrets, self._former = secrets, former

    @cached_property
    def _keys(self) -> tuple[list[Ed25519PrivateKey], list[PublicKey]]:
        """The private keys and the public ones, made when a record or a key is first asked for."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        private = [
            Ed25519PrivateKey.from_private_bytes(hmac.digest(secret.encode(), b"taphouse-record-key", "sha256"))
            for secret in self._secrets
        ]
        return private, [PublicKey.of(key.public_key().public_bytes_raw()) for key in private]

    @cached_property
    def published(self) -> bytes:
        """All public keys, as a JSON Web Key Set."""
        return key_set(dict.fromkeys((*self._keys[1], *self._former)))

    async def signed(self, record: Record, scheduler: RequestScheduler) -> Record:
        """The record with the signature of the service."""
        lines = await scheduler.collect(text.written(replace(record, signature=None)))
        digest = hashlib.sha256("".join(lines).encode()).hexdigest()
        private, public = self._keys
        value = private[0].sign(_CONTEXT + digest.encode())
        return replace(record, signature=Signature(public[0].kid, _encoded(value)))


def check_signature(record: Record, keys: Mapping[str, PublicKey]) -> None:
    """Check that a record is signed by one of some keys, and was not changed since.

    Args:
        record: the record.
        keys: the keys by id.

    Raises:
        RecordError: it is not.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    signature = record.signature
    if signature is None:
        raise RecordError("The record is not signed.", "signature")
    if signature.key not in keys:
        raise RecordError(f"The record is signed by another key: {signature.key}.", "signature")
    key = Ed25519PublicKey.from_public_bytes(_decoded(keys[signature.key].x))
    try:
        key.verify(_decoded(signature.value), _CONTEXT + text.digest(record).encode())
    except InvalidSignature:
        raise RecordError("The record was changed after it was signed.", "signature") from None


def _encoded(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def _decoded(value: str) -> bytes:
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
