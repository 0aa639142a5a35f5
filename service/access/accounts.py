"""Accounts, for an app that has its own login: a JSON Web Token of its issuer says which player sends a request."""

from __future__ import annotations

import asyncio
import hashlib
import time
from pathlib import Path
from typing import Any

import httpx
import jwt
from jwt import PyJWK, PyJWKSet, PyJWTError

from taphouse.schema.failures import Unavailable
from taphouse.schema.ports import Player
from taphouse.service.runtime import telemetry

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Those whose keys can be published; with the others, who can verify a token can make one."""
MOST_TOKEN = 8192
"""The longest token that is looked at."""
LEEWAY = 30
"""Seconds by which clocks may differ."""
FRESH = 300.0
"""Seconds for which keys are used before they are looked for anew."""
PAUSE = 10.0
"""Seconds between two looks at the least, whatever tokens come."""
_PATIENCE = 5.0
_MOST_KEYS = 1 << 20


class KeysAway(Unavailable):
    """The issuer's keys cannot be had."""

    why = "The keys of the accounts' issuer cannot be had."


class Accounts:
    """Reads the tokens of one issuer.

    Args:
        issuer: what `iss` of a token must be.
        audience: what `aud` of a token must be, or contain.
        keys: the issuer's JSON Web Key Set: a file, or a URL.
    """

    def __init__(self, issuer: str, audience: str, keys: str) -> None:
        self._issuer, self._audience, self._source = issuer, audience, keys
        self._keys: dict[str, PyJWK] = {}
        self._looked = -FRESH
        self._looking = asyncio.Lock()

    async def read(self, token: str) -> Player | None:
        """Who the token is of; None where it is not valid, or not any more.

        Raises:
            KeysAway: the keys were never had.
        """
        try:
            header = jwt.get_unverified_header(token)
            key = await self._key(str(header.get("kid", "")))
            if key is None:
                return None
            claims = jwt.decode(
                token,
                key,
                algorithms=[key.algorithm_name] if key.algorithm_name in ALGORITHMS else [],
                audience=self._audience,
                issuer=self._issuer,
                leeway=LEEWAY,
                options={"require": ["exp", "sub", "iss", "aud"]},
            )
        except (PyJWTError, ValueError, TypeError, RecursionError):
            return None
        return self._player(claims)

    def _player(self, claims: dict[str, Any]) -> Player | None:
        subject = claims["sub"]
        if not subject:
            return None
        # A digest: the store, its keys and logs say of nobody who he is elsewhere.
        who = hashlib.sha256(f"{len(self._issuer)}:{self._issuer}{subject}".encode()).hexdigest()[:32]
        return Player(who, (int(claims["exp"]) + LEEWAY) * 1000)

    async def _key(self, name: str) -> PyJWK | None:
        """The key of this name; the only one where tokens do not name theirs."""
        known = name in self._keys
        due = time.monotonic() - self._looked >= (FRESH if known else PAUSE)
        if due and not (known and self._looking.locked()):  # while somebody looks, a known key will do
            await self._look()
        if not self._keys:
            raise KeysAway
        return self._keys.get(name) or (next(iter(self._keys.values())) if not name and len(self._keys) == 1 else None)

    async def _look(self) -> None:
        """Read the keys anew; where that fails, the ones before are kept for now."""
        before = self._looked
        async with self._looking:
            if self._looked != before:  # somebody did while this one waited
                return
            try:
                found = PyJWKSet.from_json(await self._document())
                self._keys = {key.key_id or "": key for key in found.keys if key.public_key_use in (None, "sig")}
            except Exception as error:  # whatever is wrong with what somebody else publishes
                # The message may quote the URL, and with it a secret.
                telemetry.log.warning(
                    "accounts", warning="the issuer's keys cannot be read", error=type(error).__name__
                )
            self._looked = time.monotonic()

    async def _document(self) -> str:
        if not self._source.startswith(("http://", "https://")):
            return await asyncio.to_thread(Path(self._source).read_text)
        async with httpx.AsyncClient(timeout=_PATIENCE, trust_env=False) as client:
            answer = await client.get(self._source)
        answer.raise_for_status()
        if len(answer.content) > _MOST_KEYS:
            raise ValueError("the key set is too large")
        return answer.text


def is_one(token: str) -> bool:
    """Whether a bearer token has the form of a JSON Web Token. Tokens of games have one dot, or begin with one."""
    return token.count(".") == 2 and not token.startswith(".") and len(token) <= MOST_TOKEN
