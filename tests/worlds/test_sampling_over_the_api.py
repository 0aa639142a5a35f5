"""`sampleWorld`: a seat gets worlds that agree with all that it knows and saw, and nobody else gets one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.editions import packaged
from taphouse.service.games.advising import memories, worlds
from tests.api.client import Client, Json, Table, create
from tests.api.conftest import on_memory  # noqa: F401 -- a fixture
from tests.api.server import BOTH

HIDING = [kind for kind, game in BOTH.items() if game.rules(packaged(game.edition, game.about.package)[0]).hides]


def world(client: Client, table: Table, seed: str | None = "w", at: int | None = None) -> Json | None:
    asked = "sampleWorld(seed: $seed) { __typename ... on World { position } }"
    found: Json | None = client.within(table.id, asked, at, seed=("String", seed))["sampleWorld"]
    return found


def played(client: Client, kind: str, moves: int, **more: Any) -> Table:
    """A game after some moves by chance."""
    table = create(client, game=BOTH[kind].field, **more)
    steps = table.steps(seed=3)
    for _ in range(moves + 1):
        next(steps)
    return table


@pytest.mark.parametrize("kind", BOTH)
def test_a_world_agrees_with_what_the_seat_is_shown(on_memory: Client, kind: str) -> None:  # noqa: F811
    game, table = BOTH[kind], played(on_memory, kind, 5)
    rules = game.rules(packaged(game.edition, game.about.package)[0])
    for number, client in enumerate(table.seats, 1):
        for seed in "ab":
            found = world(client, table, seed)
            assert found is not None
            assert found["__typename"] == f"{game.about.name}World"
            state = msgspec.json.decode(found["position"], type=game.about.state)
            shown = msgspec.to_builtins(rules.view(rules.known(state, number)), str_keys=True)
            seen = client.http.get(f"/v1/games/{table.id}", headers={"authorization": f"Bearer {client.token}"}).json()
            assert msgspec.json.decode(msgspec.json.encode(shown)) == seen["table"]


@pytest.mark.parametrize("kind", HIDING)
def test_a_world_is_drawn_by_its_seed_at_its_version(on_memory: Client, kind: str) -> None:  # noqa: F811
    table = played(on_memory, kind, 4)
    player, version = table.seat(1), table.version
    assert world(player, table) == world(player, table) == world(player, table, at=version)
    assert world(player, table, "other") != world(player, table)
    assert world(player, table, None) != world(player, table, None)
    table.play(table.moves()[0]["notation"])
    assert world(player, table, at=version) == world(player, table, at=version)
    rest = player.http.get(
        f"/v1/games/{table.id}/world?seed=w", headers={"authorization": f"Bearer {player.token}"}
    ).json()
    now = world(player, table)
    assert now is not None
    assert rest["world"]["position"] == now["position"]


def test_only_a_seat_of_a_running_game_gets_a_world(on_memory: Client) -> None:  # noqa: F811
    table = create(on_memory, game="caskRace", options={"turnCap": 1})
    assert [world(client, table) for client in (table.spectator, table.host)] == [None, None]
    assert world(table.seat(2), table) is not None
    version = table.version
    table.finish()
    assert world(table.seat(2), table) is None
    assert world(table.seat(2), table, at=version) is None


def test_a_seed_has_a_bound(on_memory: Client) -> None:  # noqa: F811
    table = create(on_memory)
    asked = "sampleWorld(seed: $seed) { ... on InputRefused { code argument } }"
    refused = table.seat(1).within(table.id, asked, seed=("String", "x" * 101))["sampleWorld"]
    assert refused == {"code": "INPUT_REFUSED", "argument": "seed"}


@pytest.mark.parametrize("kind", HIDING)
def test_a_world_remembers_what_the_seat_saw_since_the_last_undo(
    on_memory: Client,  # noqa: F811
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []
    sample = worlds._sample
    monkeypatch.setattr(worlds, "_sample", lambda *given: asked.append(given) or sample(*given))
    table = played(on_memory, kind, 6, undo="FREE")
    player = table.seat(1)
    world(player, table)
    rules, known, seat, seen, _ = asked[-1]
    assert len(seen) == 6
    assert seat == 1
    for one in seen:
        assert rules.known(one.known, 1) == one.known, "more than the seat knew"
        assert tuple(rules.redact(event, 1) for event in one.events) == one.events
    assert rules.known(sample(rules, known, 1, seen, Chance(seed_from("x"))), 1) == known
    monkeypatch.setattr(memories, "MOST_SEEN", 3)
    world(player, table)
    assert 0 < len(asked[-1][3]) < 6 + 1


def test_a_world_of_a_long_game_remembers_its_newest_versions(
    on_memory: Client,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []
    sample = worlds._sample
    monkeypatch.setattr(worlds, "_sample", lambda *given: asked.append(given) or sample(*given))
    monkeypatch.setattr(memories, "MOST_SEEN", 10)
    table = played(on_memory, "dank-and-draft", 40)
    assert table.version > 32
    assert world(table.seat(1), table) is not None
    assert len(asked[-1][3]) == 10
