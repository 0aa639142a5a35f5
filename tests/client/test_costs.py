"""The costs of the client's requests, which are paid for by what they ask for."""

from __future__ import annotations

import httpx

from taphouse.client.documents import standard
from taphouse.engine import GAMES
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.runtime.settings import Settings
from tests.api.server import Server

MOST = Settings.model_fields["rate_token"].default // 2
"""Half of the points that a token may spend in a second, so that a bot can make two moves a second for ever."""


def test_a_move_costs_at_most_half_of_what_a_token_may_spend_in_a_second() -> None:
    move = {"gameId": "A" * 22, "moves": [{"notation": "pass"}], "expectedVersion": None, "idempotencyKey": None}
    with (
        Server(store=MemoryStore(), games=GAMES, rate_address=10**6, rate_address_burst=10**6) as server,
        httpx.Client(base_url=server.url, trust_env=False) as http,
    ):
        answer = http.post("/graphql", json={"query": standard().mutation("play").document, "variables": move})
    assert answer.json()["extensions"]["cost"] <= MOST, answer.text
