"""An app of Apollo Client shows that a game has ended while its connection was cut, by the recipe in the guide for frontends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.access.issuer import ANN, Issuer
from tests.api.client import CASK, MINE, Client, seats_of
from tests.api.conftest import http
from tests.api.server import Server
from tests.clients.conftest import Run

pytestmark = pytest.mark.ecosystem

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "frontends.md"


@pytest.fixture(scope="module")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> Issuer:
    return Issuer(tmp_path_factory.mktemp("issuer") / "keys.json")


@pytest.fixture(scope="module")
def with_accounts(issuer: Issuer) -> Iterator[Server]:
    with Server(store=MemoryStore(), **issuer.settings) as server:
        yield server


async def test_a_game_that_ended_during_a_break_is_told(run: Run, issuer: Issuer, with_accounts: Server) -> None:
    (recipe,) = re.findall(r"```js\n(import \{ createClient \}.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    token = issuer.token(ANN)
    with http(with_accounts) as line:
        made = Client(line, token).done("createGame", game={CASK: {}}, seats=seats_of([MINE, MINE]))
    url, game = f"{with_accounts.url}/graphql", made["game"]["gameId"]
    assert await run("ended.mjs", url=url, token=token, game=game, recipe=recipe) == {"status": "ABANDONED"}
