"""Apollo Client sends the text of a document once; then its digest is enough, for other clients too."""

from __future__ import annotations

import pytest

from tests.api.server import Server
from tests.clients.conftest import Run

pytestmark = pytest.mark.ecosystem

QUERY = "query KindsForPersisted { catalogue { __typename games { __typename kind } } }"
DIGEST = ["extensions", "operationName", "variables"]


async def test_apollo_client_sends_the_text_only_until_the_digest_is_known(run: Run, server: Server) -> None:
    first, second = await run("persisted.mjs", url=f"{server.url}/graphql", query=QUERY)
    assert first["requests"] == [DIGEST, sorted([*DIGEST, "query"])]
    assert second["requests"] == [DIGEST]
    assert first["data"] == second["data"]
    kinds = {game["kind"] for game in first["data"]["catalogue"]["games"]}
    assert kinds >= {"DANK_AND_DRAFT", "PINT_CRAFT", "BREW_CRAFTERS"}
