"""A login: an issuer of tokens whose key a service trusts."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from jwt.algorithms import OKPAlgorithm

from taphouse.service.runtime.settings import variable

_ISSUER, _AUDIENCE, _NAME, _ALGORITHM = "https://login.example", "taphouse", "bench", "EdDSA"


class Login:
    """An issuer with one key.

    Args:
        folder: The folder for the file of its public key.
    """

    def __init__(self, folder: Path) -> None:
        self._key, self._file = Ed25519PrivateKey.generate(), folder / "keys.json"
        public = OKPAlgorithm.to_jwk(self._key.public_key(), as_dict=True)
        self._file.write_text(json.dumps({"keys": [public | {"kid": _NAME, "alg": _ALGORITHM, "use": "sig"}]}))

    @property
    def variables(self) -> Mapping[str, str]:
        """The settings of a service that trusts it."""
        values = {"issuer": _ISSUER, "audience": _AUDIENCE, "keys": str(self._file)}
        return {variable(f"accounts_{name}"): value for name, value in values.items()}

    def token(self, subject: str) -> str:
        """A token of somebody for the next hour."""
        now = int(time.time())
        claims = {"iss": _ISSUER, "aud": _AUDIENCE, "sub": subject, "iat": now, "exp": now + 3600}
        return jwt.encode(claims, self._key, _ALGORITHM, headers={"kid": _NAME})
