"""Instances of the service, on either store."""

from __future__ import annotations

import pytest

from tests.api.client import Client


@pytest.fixture(params=["memory", "valkey"])
def instances(request: pytest.FixtureRequest) -> tuple[Client, Client]:
    """The place where something is done, and the one where it must hold as well."""
    if request.param == "valkey":
        pair: tuple[Client, Client] = request.getfixturevalue("two_instances")
        return pair
    anyone = request.getfixturevalue("on_memory")
    return anyone, anyone
