"""`taphouse store check` finds what is wrong in a store, and nothing else; see test_export.py for games that are being played."""

from __future__ import annotations

from pathlib import Path

import redis
from msgspec.structs import replace

from taphouse.service.games.encoding.codec import FORMAT
from taphouse.service.store import layout
from taphouse.service.store.embedded import Embedded
from tests.api.client import CASK, Client, create
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.upkeep.shared import DELIVERY, of_kind, run

ALIEN = "a" * 24
"""A name under which another application wrote."""


def test_a_store_that_is_right_is_right(store: str, games: dict[str, str]) -> None:
    status, (summary,), said = run("check", store)
    assert (status, said) == (0, "")
    assert summary == {"is": "summary", "games": 17, "lists": 4, "findings": 0, "leftovers": 0, "unsettled": 0}


def test_each_kind_of_damage_is_found_and_named(store: str, games: dict[str, str]) -> None:
    with redis.Redis.from_url(store) as server:

        def game(kind: str, status: str = "RUNNING") -> tuple[str, str]:
            id_ = of_kind(server, kind, status)
            return id_, layout.game_key(id_)

        lost, _ = game("pint-craft")
        server.lset(layout.log_key(lost), 2, b"")
        newer, key = game("pint-craft", "OVER")
        server.hset(key, "format", "9")
        other, others_key = game("dank-and-draft", "OVER")  # before another one seems to be over
        over, key = game("dank-and-draft", "WAITING")
        server.hset(key, "status", "OVER")
        broken, key = game("brew-crafters", "WAITING")
        server.hset(key, "setup", bytes([FORMAT, 1]) + b"nonsense")
        at = server.hget(others_key, "snapshot") or b""
        server.hset(others_key, "snapshot", at.replace(b"Ben", b"Bob"))
        moved = layout.game_key(games["moved"])
        log = list(layout.entries(1, server.lrange(layout.log_key(games["moved"]), 0, 15), 16))
        early = next(one.snapshot for one in log[1:] if one.snapshot)
        server.lset(layout.log_key(games["moved"]), 15, layout.pack(replace(log[15], snapshot=early)))
        server.hset(layout.game_key(games["timed"]), "snapshot", server.hget(moved, "snapshot") or b"")
        server.zrem(layout.list_key("open:cask-race"), *server.zrange(layout.list_key("open:cask-race"), 0, -1))
        created = int(server.hget(moved, "created") or 0)
        server.zadd(layout.list_key("open:pint-craft"), {f"{created:013d}:{games['moved']}": 0})
        server.delete(layout.due_key("clocks"), layout.due_key("deliveries"))
        logless, _ = game("pint-craft", "WAITING")
        server.set(layout.log_key(logless), "not a list")
        for list_ in (f"over:{ALIEN}", f"over:player:{ALIEN}"):
            server.set(layout.list_key(list_), "of another application")
        for key in (layout.game_key(ALIEN), layout.items_key(ALIEN)):
            server.set(key, "of another application")
        server.zadd(layout.list_key(f"open:{ALIEN}"), {b"\xff": 0})
        server.set(layout.edition_key("0" * 64), "of another digest")
        server.hset(layout.items_key("hooks:game:5"), "e" * 24, "garbage")
        server.set(layout.due_key("bots"), "of another application")
    status, (*found, summary), _ = run("check", store)
    assert status == 1
    leftovers = [one for one in found if one["is"] == "leftover"]
    assert (summary["findings"], summary["leftovers"]) == (len(found) - len(leftovers), len(leftovers))
    assert {one["name"] for one in leftovers} == {"open:pint-craft", f"open:{ALIEN}"}
    assert len(found) == len({(one["name"], one["what"]) for one in found})
    said = {one["name"]: one["what"] for one in found}
    for name, what in {
        lost: "a part of its log after version 0 is lost: 3",
        newer: "format 9",
        over: "its status is OVER, but its position is WAITING",
        broken: "it cannot be opened",
        other: "of seats is not what the log leads to",
        games["moved"]: "version 16 is not what the log leads to",
        games["timed"]: "its position is not what the log leads to",
        games["waiting"]: "it is not in the list open:cask-race",
        "open:pint-craft": f"lists game {games['moved']}, which does not belong there",
        logless: "it cannot be checked: WRONGTYPE",
        f"over:{ALIEN}": f"(th:list:over:{ALIEN})",
        f"over:player:{ALIEN}": f"(th:list:over:player:{ALIEN})",
        f"open:{ALIEN}": "has the entry '\\udcff', which is none of a game",
        "0" * 64: "its digest is another one",
        "hooks:game:5": f"its item {'e' * 24} cannot be read",
        "th:due": "it cannot be checked: WRONGTYPE",
        f"deliveries:game:5:{'h' * 24}": f"delivery {DELIVERY} is to be made, but has no reminder",
    }.items():
        assert what in said.pop(name)
    assert said.keys() == {ALIEN}
    assert {one["where"] for one in found if one["name"] == ALIEN} == {"game", "items"}


def test_games_in_a_list_that_another_application_wrote_are_counted(store: str, games: dict[str, str]) -> None:
    name = "open:cask-race"
    with redis.Redis.from_url(store) as server:
        server.delete(layout.list_key(name))
        server.set(layout.list_key(name), "of another application")
    status, (*found, summary), _ = run("check", store)
    assert (status, summary["games"], summary["findings"]) == (1, 17, len(found))
    assert {"list", "game"} == {one["where"] for one in found}
    assert all(one["what"].endswith(f"({layout.list_key(name)})") for one in found)


def test_the_store_of_the_data_directory_is_checked_whether_or_not_it_runs(tmp_path: Path) -> None:
    home = tmp_path / "data"
    assert run("check", data_dir=home) == (
        2,
        [],
        f"There is no data directory {home}. Give the URL of a store, or set "
        "TAPHOUSE_DATA_DIR or TAPHOUSE_REDIS_URL.\n",
    )
    with Embedded(home):
        assert run("check", data_dir=home)[0] == 0
    assert run("check", data_dir=home)[0] == 0


def test_a_store_that_cannot_be_read_is_an_error() -> None:
    for url in ("redis://127.0.0.1:1", "nonsense"):
        status, lines, said = run("check", url)
        assert (status, lines, len(said.splitlines())) == (2, [], 1)


def test_what_an_attempt_to_end_a_game_has_left_is_harmless_and_goes_when_the_game_is_read(store: str) -> None:
    with Server(url=store) as server, http(server) as client, redis.Redis.from_url(store) as there:
        table = create(Client(client), game=CASK, options={"turnCap": 1}, visibility="OPEN")
        table.finish()
        name = layout.list_key("over:cask-race")
        until(lambda: there.zcard(name) == 1, "it is listed")
        (right,) = there.zrange(name, 0, -1)
    with redis.Redis.from_url(store) as there:  # no server reads the list before it is checked
        ended = int(right.partition(b":")[0])
        there.zadd(name, {f"{at:013d}:{table.id}": 0 for at in (ended - 90_000, ended + 1)})
        status, (*found, summary), _ = run("check", store)
        assert (status, summary["findings"], summary["leftovers"]) == (0, 0, 2)
        assert {one["what"] for one in found} == {f"lists game {table.id}, which does not belong there"}
        assert {(one["is"], one["name"]) for one in found} == {("leftover", "over:cask-race")}
    with Server(url=store) as server, http(server) as client, redis.Redis.from_url(store) as there:
        Client(client).look(table.id)
        until(lambda: there.zrange(name, 0, -1) == [right], "only the right entry is left")
        assert run("check", store)[1][-1]["leftovers"] == 0
