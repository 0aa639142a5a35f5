"""Helpers of the tests of tokens and keys."""

from __future__ import annotations

from taphouse.service.access.accounts import Accounts
from tests.access.issuer import AUDIENCE, ISSUER


def reading(source: object) -> Accounts:
    return Accounts(ISSUER, AUDIENCE, str(source))
