"""GraphQL over HTTP as its reference implementation, graphql-http as npm has it, audits it."""

from __future__ import annotations

import pytest

from tests.api.server import Server
from tests.clients.conftest import Run

pytestmark = pytest.mark.ecosystem

AUDITS = 61
"""Of the version in the lock file."""


async def test_every_audit_is_passed(server: Server, run: Run) -> None:
    audits = await run("audits.mjs", url=f"{server.url}/graphql")
    failed = {f"{audit['id']}: {audit['name']}": audit for audit in audits if audit["status"] != "ok"}
    assert failed == {}
    assert len({audit["id"] for audit in audits}) == AUDITS
