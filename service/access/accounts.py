"""Accounts for apps with their own login: a JSON Web Token (RFC 7519) from the app's issuer identifies the player."""

from __future__ import annotations

import asyncio
import hashlib
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taphouse.schema.failures import Unavailable
from taphouse.schema.ports import AccountHolder
from taphouse.service.access.shown_names import why_no_name
from taphouse.service.access.tokens import LATEST, canonical
from taphouse.service.outgoing.names import Resolver
from taphouse.service.outgoing.requests import OutgoingRequest, ask
from taphouse.service.runtime import telemetry

if TYPE_CHECKING:
    from jwt import PyJWK

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Only asymmetric algorithms: with a symmetric one, every key that verifies tokens can also forge them."""
MOST_TOKEN = 8192
"""The longest token that is verified, in characters."""
LEEWAY = 30
"""Seconds by which clocks may differ."""
FRESH = 300.0
"""Seconds for which keys are cached."""
PAUSE = 10.0
"""The least seconds between two fetches of the keys, even if tokens name unknown keys."""
_PATIENCE = 5.0
_MOST_KEYS = 1 << 20
"""The most bytes of a key set."""


class KeysAway(Unavailable):
    """The issuer's keys cannot be fetched."""

    why = "The account issuer's keys are unavailable."


class Accounts:
    """Verifies the tokens of one issuer.

    Args:
        issuer: The required `iss` of a token.
        audience: The audience that `aud` of a token must be or contain.
        keys: The issuer's JSON Web Key Set (RFC 7517): a file or a URL.
        name: The claim with a player's display name.
        program: The claim that is true for the account of a program.
    """

    def __init__(self, issuer: str, audience: str, keys: str, name: str = "name", program: str = "program") -> None:
        import jwt  # noqa: F401 -- loaded only where there are accounts

        self._issuer, self._audience, self._source, self._name = issuer, audience, keys, name
        self._program = program
        self._keys: dict[str, PyJWK] = {}
        self._fetched = -FRESH
        self._fetching = asyncio.Lock()

    async def read(self, token: str) -> AccountHolder | None:
        """The player whom a token identifies; None if the token is invalid or has expired.

        Raises:
            KeysAway: The keys could not be fetched yet.
        """
        import jwt

        if not all(map(canonical, token.split("."))):
            return None
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
            return self._player(claims)
        except (jwt.PyJWTError, ValueError, TypeError, OverflowError, RecursionError):
            return None

    def _player(self, claims: dict[str, Any]) -> AccountHolder | None:
        subject = claims["sub"]
        if not subject:
            return None
        until = min((int(claims["exp"]) + LEEWAY) * 1000, LATEST)
        name, program = _shown_name(claims.get(self._name)), claims.get(self._program) is True
        return AccountHolder(account_id(self._issuer, subject), until, name, program)

    async def _key(self, name: str) -> PyJWK | None:
        """The key with this id (`kid`); for a token without one, the only key if there is just one."""
        known = name in self._keys
        due = time.monotonic() - self._fetched >= (FRESH if known else PAUSE)
        if due and not (known and self._fetching.locked()):  # a known key will do while another request fetches
            await self._fetch()
        if not self._keys:
            raise KeysAway
        return self._keys.get(name) or (next(iter(self._keys.values())) if not name and len(self._keys) == 1 else None)

    async def _fetch(self) -> None:
        """Fetch the keys; if that fails, keep the cached ones for now."""
        from jwt import PyJWKSet

        before = self._fetched
        async with self._fetching:
            if self._fetched != before:  # another request did while this one waited
                return
            try:
                found = PyJWKSet.from_json(await self._document())
                self._keys = {key.key_id or "": key for key in found.keys if key.public_key_use in (None, "sig")}
            except Exception as error:  # a third party publishes the keys: anything may be wrong with them
                # Not the message, which may quote a URL with a secret.
                telemetry.log.warning(
                    "accounts", warning="the issuer's keys cannot be read", error=type(error).__name__
                )
            self._fetched = time.monotonic()

    async def _document(self) -> str:
        if not self._source.startswith(("http://", "https://")):
            return await asyncio.to_thread(Path(self._source).read_text)
        request = OutgoingRequest("GET", self._source, {"accept": "application/json", "user-agent": "Taphouse"})
        async with asyncio.timeout(_PATIENCE), Resolver(search=True) as resolve:
            answer = await ask(request, await resolve(request.host), _MOST_KEYS)
        if answer.status != 200:
            raise ValueError("the status is not 200")
        return answer.body.decode()


def account_id(issuer: str, subject: str) -> str:
    """The id of an account: a digest, so that neither the store nor the logs hold the player's id at the issuer.

    Raises:
        UnicodeError: The subject is no Unicode.
    """
    return hashlib.sha256(f"{len(issuer)}:{issuer}{subject}".encode()).hexdigest()[:32]


def _shown_name(claim: Any) -> str | None:
    """The display name in a claim; None if no seat could have it. A login is not refused because of its name."""
    name = claim.strip() if isinstance(claim, str) else None
    return None if why_no_name(name) else name


def is_one(token: str) -> bool:
    """True if a bearer token looks like a JSON Web Token. Tokens of games have one dot, or begin with one."""
    return token.count(".") == 2 and not token.startswith(".") and len(token) <= MOST_TOKEN
