"""A game that cannot be read is left out of lists and streams, and told for what it is where it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import redis
from msgspec.structs import replace

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.encoding.codec import FORMAT
from taphouse.service.runtime import telemetry
from taphouse.service.store import layout
from tests.api.client import Client
from tests.damage.shared import ALL, Ruin, key_of, running, waiting
from tests.log_lines import log_lines


def rest(client: Client, path: str) -> Any:
    headers = {} if client.token is None else {"authorization": f"Bearer {client.token}"}
    answer = client.http.get(f"/v1{path}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ids(found: Any) -> set[str]:
    return {one["gameId"] for one in found}


def lists(host: Client) -> dict[str, set[str]]:
    """The games in each list that an account can read."""
    told = host.ask("{ openGames(first: 50) { ... on GameConnection { edges { node { gameId } } } } }")["openGames"]
    return {
        "open": ids(rest(host, "/games?first=50")["games"]),
        "openGames": {edge["node"]["gameId"] for edge in told["edges"]},
        "account": ids(rest(host, "/account/games")["games"]),
        "decisions": ids(one["game"] for one in rest(host, "/account/decisions")["decisions"]),
        "events": ids(rest(host, "/account/events")["events"]),
    }


@pytest.mark.parametrize(("why", "ruin"), [one[1:] for one in ALL], ids=[one[0] for one in ALL])
def test_a_bad_game_is_left_out_and_told_once(
    why: str,
    ruin: Ruin,
    anyone: Client,
    store: redis.Redis,
    player: Callable[[Client], Client],
    left_out: telemetry.LeftOut,
    bugs: telemetry.Bugs,
) -> None:
    host = player(anyone)
    bad, bad_too = waiting(host), running(host)
    good, mine = waiting(host), running(host)
    for game in (bad, bad_too):
        ruin(store, key_of(game))
    with log_lines() as lines:
        for _ in range(2):
            found = lists(host)
            assert good in found["open"] & found["openGames"] & found["account"] & found["events"]
            assert mine in found["account"] & found["decisions"] & found["events"]
            assert not {bad, bad_too} & set.union(*found.values())
        said = lines.getvalue()
    assert (left_out.counts, bugs.count) == ({"damaged": 0, "newer": 0, why: 2}, 0)
    for game in (bad, bad_too):
        assert said.count(f'"what":"game {game}"') == 1
        assert_told(host, game, why)
    assert bugs.count == (6 if why == "damaged" else 0)
    store.delete(*map(key_of, (bad, bad_too)))


def assert_told(client: Client, game: str, why: str) -> None:
    """The answer to a client that asks for the game."""
    answer = client.http.get(f"/v1/games/{game}")
    told = client.post(f'{{ game(id: "{game}") {{ ... on Problem {{ code }} }} }}').json()
    (error,) = told["errors"]
    posted = client.http.post(f"/v1/games/{game}/seats", json={})
    if why == "newer":
        assert (answer.status_code, answer.json()["code"], posted.status_code) == (503, "UNAVAILABLE", 503)
        assert error["extensions"]["code"] == "UNAVAILABLE"
        for sentence in (answer.json()["detail"], error["message"]):
            assert "A newer release of the service wrote this, and can read it." in sentence
    else:
        assert (answer.status_code, answer.json()["code"], posted.status_code) == (500, "INTERNAL", 500)
        assert answer.json()["id"]
        assert error["extensions"]["code"] == "INTERNAL"
        assert error["extensions"]["id"]
        for sentence in (answer.json()["detail"], error["message"]):
            assert "What the service has stored of this is damaged." in sentence


@pytest.mark.parametrize("field", ["snapshot", "setup"])
@pytest.mark.parametrize(("why", "value"), [("damaged", b"garbage"), ("newer", bytes((FORMAT + 1, 1, 0x90)))])
def test_in_memory_too(
    field: str,
    why: str,
    value: bytes,
    memory: MemoryStore,
    on_memory: Client,
    player: Callable[[Client], Client],
    left_out: telemetry.LeftOut,
) -> None:
    host = player(on_memory)
    bad, good = waiting(host), waiting(host)
    expires, record, log = memory._games[bad]
    memory._games[bad] = expires, replace(record, **{field: value}), log
    found = lists(host)
    assert good in found["open"] & found["openGames"] & found["account"]
    assert not any(bad in one for one in found.values())
    assert left_out.counts[why] == 1
    assert_told(host, bad, why)
    del memory._games[bad]


def test_a_list_goes_on_past_what_is_no_entry(
    anyone: Client, store: redis.Redis, player: Callable[[Client], Client]
) -> None:
    host = player(anyone)
    good = waiting(host)
    mine = running(host)
    names = [name for name in store.scan_iter("th:list:*") if store.zscore(name, listed(store, good)) is not None]
    assert len(names) == 2
    for name in names:
        store.zadd(name, {"nonsense": 0, b"\xff\xfe": 0, "": 0, f"9999999999999:{good}:": 0, "0:1": 0})
    found = lists(host)
    assert good in found["open"] & found["openGames"] & found["account"] & found["events"]
    assert mine in found["account"] & found["decisions"]
    for name in names:
        assert all(layout.kind_of(name.decode()) and len(one) == 38 for one in store.zrange(name, 0, -1))


def listed(store: redis.Redis, game: str) -> str:
    return f"{int(store.hget(key_of(game), 'created') or 0):013d}:{game}"


def test_a_list_of_another_type_harms_no_other(
    anyone: Client, store: redis.Redis, player: Callable[[Client], Client]
) -> None:
    host = player(anyone)
    good = waiting(host)
    store.set(layout.list_key("vacant:pint-craft"), "of another application")
    found = lists(host)
    assert good in found["open"] & found["openGames"] & found["account"]
    store.delete(layout.list_key("vacant:pint-craft"))


def test_a_position_that_decodes_but_is_none_is_damage(
    anyone: Client, store: redis.Redis, player: Callable[[Client], Client], left_out: telemetry.LeftOut
) -> None:
    host = player(anyone)
    bad, good = waiting(host), running(host)
    snapshot = store.hget(key_of(bad), "snapshot") or b""
    assert b"WAITING" in snapshot
    store.hset(key_of(bad), "snapshot", snapshot.replace(b"WAITING", b"RUNNING"))  # without a state
    found = lists(host)
    assert good in found["account"] & found["decisions"]
    assert not any(bad in one for one in found.values())
    assert left_out.counts["damaged"] == 1
    store.delete(key_of(bad))
