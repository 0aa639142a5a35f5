"""Each game says when it expires, and then it does."""

from __future__ import annotations

import datetime

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import MINE, OPEN, Client, seats_of, table_of
from tests.api.conftest import http
from tests.api.server import BOTH, Server

CASK = BOTH["cask-race"].field
HOURS = {"waiting": 24, "unplayed": 5, "running": 90 * 24, "over": 30 * 24}


def shown(client: Client, game: str, at: int | None = None) -> tuple[float, str]:
    """In how many hours from its last change a game expires, and its status; the same by REST."""
    fields = "status updatedAt expiresAt"
    given = "" if at is None else f", at: {at}"
    query = f'{{ game(id: "{game}"{given}) {{ __typename ... on Game {{ {fields} }} }} }}'
    answer = client.http.post("/graphql", json={"query": query}).json()["data"]["game"]
    if answer["__typename"] == "GameNotFound":
        return 0.0, "GONE"
    times = [datetime.datetime.fromisoformat(answer[name]) for name in ("updatedAt", "expiresAt")]
    rest = client.http.get(f"/v1/games/{game}", params={} if at is None else {"at": at}).json()
    assert datetime.datetime.fromisoformat(rest["expiresAt"]) == times[1]
    return (times[1] - times[0]).total_seconds() / 3600, answer["status"]


@pytest.mark.parametrize("until", HOURS)
def test_a_game_expires_when_it_says(until: str) -> None:
    now = 1000.0
    store = MemoryStore(lambda: now)
    with Server(store=store, unplayed_hours=5) as server, http(server) as client:
        anyone = Client(client)
        made = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN if until == "waiting" else MINE]))
        game = made["game"]["gameId"]
        if until in ("running", "over"):
            table = table_of(anyone, made)
            table.play(table.seat(1).legal_moves(game)[0]["notation"])
            if until == "over":
                table.host.done("abandon", gameId=game)
        hours, status = shown(anyone, game)
        assert hours == HOURS[until]
        if until == "running":
            assert shown(anyone, game, at=2) == (HOURS["unplayed"], "RUNNING")  # what it said then
        now += hours * 3600 - 60
        assert shown(anyone, game)[1] == status
        now += 120
        assert shown(anyone, game)[1] == "GONE"


def test_an_abandoned_game_without_a_move_is_not_kept_for_long() -> None:
    with Server(store=MemoryStore(), unplayed_hours=5) as server, http(server) as client:
        anyone = Client(client)
        table = table_of(anyone, anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, MINE])))
        table.host.done("abandon", gameId=table.id)
        assert shown(anyone, table.id) == (5, "ABANDONED")
