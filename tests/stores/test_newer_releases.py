"""A game that a newer release wrote is left alone, and the operator learns of it."""

from __future__ import annotations

from pathlib import Path

import httpx
import redis

from taphouse.service.store.embedded import Embedded
from taphouse.service.store.layout import FORMAT
from tests.api.server import Server


def test_a_game_of_a_newer_release_is_unavailable_and_reported(tmp_path: Path) -> None:
    with Embedded(tmp_path) as store, Server(url=store.url) as server, httpx.Client(base_url=server.url) as client:
        body = {"kind": "DANK_AND_DRAFT", "seats": [{"kind": "MINE"}, {"kind": "OPEN"}]}
        game = client.post("/v1/games", json=body).json()["game"]["gameId"]
        assert not any(
            "newer" in warning or "format" in warning for warning in client.get("/readyz").json()["warnings"]
        )
        redis.Redis.from_url(store.url).hset(f"th:{{{game}}}", "format", str(FORMAT + 1))
        refused = client.get(f"/v1/games/{game}")
        assert (refused.status_code, refused.json()["code"]) == (503, "UNAVAILABLE")
        assert "newer release" in refused.json()["detail"]
        assert client.post(f"/v1/games/{game}/seats", json={}).status_code == 503
        ready = client.get("/readyz").json()
        assert ready["ready"]
        assert ready["warnings"][-1] == f"The store holds a game of format {FORMAT + 1}. Upgrade this instance."
