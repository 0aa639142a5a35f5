"""Services that know accounts: one on a store in memory, two that share a Valkey; and players at each."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import pytest

from tests.access.conftest import anyone, issuer, service, two_instances, two_services  # noqa: F401
from tests.access.issuer import Issuer
from tests.api.client import Client
from tests.streams.unsteady import Accounts, Unsteady

Player = Callable[..., Client]


@pytest.fixture(params=["memory", "valkey"])
def at_two(request: pytest.FixtureRequest) -> tuple[Client, Client]:
    """Somebody without a token at two instances; on a store in memory there is one."""
    if request.param == "memory":
        found: Client = request.getfixturevalue("anyone")
        return found, found
    pair: tuple[Client, Client] = request.getfixturevalue("two_instances")
    return pair


@pytest.fixture
def player(issuer: Issuer) -> Player:  # noqa: F811
    """Makes players of this test alone: by name, at an instance."""
    test = secrets.token_hex(4)

    def made(name: str, at: Client, **claims: object) -> Client:
        return at.with_token(issuer.token(f"{name} {test}", **claims))

    return made


@pytest.fixture
def house() -> Accounts:
    return Accounts()


@pytest.fixture
def store(house: Accounts) -> Unsteady:
    assert isinstance(house.store, Unsteady)
    return house.store
