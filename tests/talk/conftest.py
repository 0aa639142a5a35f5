"""Services that know accounts, and tables at which people talk."""

from __future__ import annotations

import pytest

from tests.access.conftest import anyone, issuer, service, two_instances, two_services  # noqa: F401
from tests.api.client import Client
from tests.streams.conftest import Player, at_two, player  # noqa: F401
from tests.talk.shared import Table


@pytest.fixture
def table(at_two: tuple[Client, Client], player: Player) -> Table:  # noqa: F811
    """Ann, who hosts, and Bob at another instance, as strangers."""
    return Table(at_two, player)
