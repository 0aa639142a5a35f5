"""Operators' tokens: each has a name and scopes, and the settings hold its digest alone."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from msgspec import Struct

from taphouse.schema.concepts.operators import OperatorScope
from taphouse.service.runtime.setting_values import operator_entry, split
from taphouse.service.runtime.settings import Settings

_BEGINNING = "operator-"
_TOKEN = re.compile(rf"{_BEGINNING}[A-Za-z0-9_-]{{43}}")


class Operator(Struct, frozen=True):
    """An operator, as the settings name them."""

    name: str
    scopes: frozenset[OperatorScope]
    digest: str
    """The SHA-256 digest of the token. A token has 256 random bits, so a digest without salt reveals nothing of it."""
    account: str | None = None
    """The account with which the operator plays, if they do."""


class OperatorTokens:
    """Verifies operators' tokens.

    Args:
        setting: The entries of the operators. Two of one name have a token each, so that tokens can be rotated.
    """

    def __init__(self, setting: str) -> None:
        self._operators = [
            Operator(
                one["name"],
                frozenset([OperatorScope[scope.upper()] for scope in one["scopes"].split("+")]),
                one["digest"],
                one["account"],
            )
            for one in map(operator_entry, split(setting))
        ]

    @property
    def on(self) -> bool:
        """True if the service has operators."""
        return bool(self._operators)

    def may(self, scope: OperatorScope) -> bool:
        """True if an operator has a scope."""
        return any(scope in one.scopes for one in self._operators)

    def read(self, token: str) -> Operator | None:
        """The operator of a token; None if it is none."""
        if not _TOKEN.fullmatch(token):
            return None
        digest, found = digest_of(token), None
        for one in self._operators:  # all of them, so that the time reveals nothing
            if hmac.compare_digest(one.digest, digest):
                found = one
        return found


def report_days(settings: Settings) -> int:
    """The days for which reports are kept. 0 if no operator can read them: then none are taken."""
    return settings.report_days if OperatorTokens(settings.operators).may(OperatorScope.REPORTS) else 0


def new_token() -> str:
    """A new token."""
    return _BEGINNING + secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """The digest of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
