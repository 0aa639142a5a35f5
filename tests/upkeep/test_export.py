"""An export has all that a store holds, and an import brings it into another one, once."""

from __future__ import annotations

import asyncio
import gc
import gzip
import hashlib
import json
import re
import stat
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from taphouse.service.cli.store.importing import Imported, _sentence
from taphouse.service.cli.store.pool import AT_ONCE, each
from taphouse.service.observing.game_counts import is_game_count
from taphouse.service.store import layout
from taphouse.service.store.embedded import Embedded
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.layout import Kind
from taphouse.service.store.upkeep import archive
from taphouse.service.store.upkeep.archive import FORMAT
from taphouse.service.webhooks.stored import hooks_name
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server
from tests.faults import groups
from tests.stores import exports
from tests.upkeep.shared import HOOK, LATER, OWNER, WEBHOOK, of_kind, playing, run

COUNT = 17
KEPT_LONG = dict.fromkeys(("waiting_days", "idle_days", "over_days", "unplayed_hours"), 36500)
"""Settings by which no game of an earlier release has expired, whenever this runs."""


@pytest.fixture
def other(tmp_path: Path) -> Iterator[str]:
    """Another empty store."""
    with Embedded(tmp_path / "other") as server:
        yield server.url


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[str]:
    with groups.cluster(tmp_path / "cluster", replicas=False) as masters:
        yield masters[0].url


@pytest.fixture
def sentinels(tmp_path: Path) -> Iterator[str]:
    """An empty store behind a sentinel."""
    with groups.watched(tmp_path / "sentinels") as (_, _, url):
        yield url


def lines(file: Path) -> list[dict[str, Any]]:
    """The lines of an export."""
    return [json.loads(line) for line in gzip.open(file).read().splitlines()]


def expiries(url: str) -> dict[bytes, int]:
    """The time at which each exported key of a single server expires."""
    with redis.Redis.from_url(url) as store:
        kinds = {key: layout.kind_of(key.decode()) for key in store.scan_iter()}
        left_out = {Kind.LIST, Kind.DUE, Kind.RATE, Kind.ATTENDED, Kind.FILE}
        kept = [key for key, (kind, name) in kinds.items() if kind not in left_out and not is_game_count(name)]
        return {key: store.pexpiretime(key) for key in kept}


def test_a_store_comes_back_as_it_was_from_sentinels_and_a_cluster_too(
    store: str, games: dict[str, str], sentinels: str, cluster: str, other: str, tmp_path: Path
) -> None:
    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    status, (said,), _ = run("export", first, store)
    assert (status, said["games"], said["unknown"]) == (0, COUNT, [])
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    for file, url in ((first, other), (first, sentinels), (second, cluster)):
        if file is second:
            assert run("export", second, sentinels)[0] == 0
        assert run("import", file, url, **KEPT_LONG)[:2] == (0, [_imported(written=COUNT)])
        assert run("import", file, url, **KEPT_LONG)[:2] == (0, [_imported(there=COUNT)])
        assert run("check", url)[0] == 0
    assert run("export", third, cluster)[0] == 0
    (head, *before, end), (_, *after, _) = lines(first), lines(third)
    assert (head["is"], head["format"], head["layout"], end["records"]) == (
        "taphouse-export",
        FORMAT,
        layout.FORMAT,
        len(before),
    )
    assert _sorted(before) == _sorted(after)
    assert expiries(other) == expiries(store)
    assert set(expiries(other).values()) >= {-1, LATER}
    with redis.Redis.from_url(store) as one, redis.Redis.from_url(other) as two:
        for key in one.scan_iter("th:list:*"):
            assert one.zrange(key, 0, -1) == two.zrange(key, 0, -1)
        for key in one.scan_iter("th:due*"):
            assert set(one.zrange(key, 0, -1)) == set(two.zrange(key, 0, -1))
        assert sum(two.zcard(key) for key in two.scan_iter("th:hold:status:*")) == COUNT


def test_what_the_store_has_stays_and_what_an_interruption_left_out_is_added(
    store: str, games: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "export"
    run("export", file, store)
    with Server(url=store) as server, http(server) as client:
        made = Client(client).done("joinGame", gameId=games["waiting"], name="Ada")
        assert made["game"]["status"] == "RUNNING"  # it goes on
    with redis.Redis.from_url(store) as server:
        behind, other = (of_kind(server, kind, "RUNNING") for kind in ("pint-craft", "brew-crafters"))
        key = layout.game_key(behind)
        server.hset(key, "version", int(server.hget(key, "version") or 0) - 1)
        server.ltrim(layout.log_key(behind), 0, -2)
        server.lset(layout.log_key(other), 0, b"something else")
        kept = server.hgetall(layout.game_key(other))
        lists = {name: server.zrange(name, 0, -1) for name in server.scan_iter("th:list:*")}
        hooks = layout.items_key(hooks_name(OWNER))
        server.hdel(hooks, HOOK)
        server.hset(hooks, "another", b"webhook")
        timed = layout.game_key(games["timed"])
        server.delete(timed, *lists, *server.scan_iter("th:due*"))  # it was interrupted before it wrote these
    status, (*refused, summary), _ = run("import", file, store)
    assert (status, summary) == (1, _imported(written=1, there=COUNT - 3, refused=2))
    said = {one["name"]: one["why"] for one in refused}
    assert "the store has it at version" in said[f"Game {behind}"]
    assert "another history" in said[f"Game {other}"]
    with redis.Redis.from_url(store) as server:
        assert server.hgetall(layout.game_key(other)) == kept
        assert server.hgetall(hooks) == {HOOK.encode(): WEBHOOK, b"another": b"webhook"}
        assert layout.list_key("open:cask-race").encode() not in set(server.scan_iter("th:list:*"))
        assert server.zscore(layout.due_key("clocks"), games["timed"])


def test_a_line_beyond_the_bound_is_refused_before_it_is_read(
    store: str, games: dict[str, str], other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "export"
    run("export", file, store)
    longest = max(map(len, gzip.decompress(file.read_bytes()).splitlines(keepends=True)))
    monkeypatch.setattr(archive, "MOST_LINE", longest - 1)
    status, _, said = run("import", file, other)
    assert status == 2
    assert re.fullmatch(rf"The file cannot be imported. Its line \d+ has more than {longest - 1} bytes.\n", said)
    monkeypatch.setattr(archive, "MOST_LINE", longest)
    assert run("import", file, other)[0] == 0


def test_a_file_that_is_cut_or_damaged_or_newer_writes_nothing(
    store: str, games: dict[str, str], other: str, tmp_path: Path
) -> None:
    file, bad = tmp_path / "export", tmp_path / "bad"
    run("export", file, store)
    status, _, said = run("export", file, store)
    assert (status, said) == (2, f"There is a file {file} already. Choose another name.\n")
    packed, text = file.read_bytes(), gzip.decompress(file.read_bytes())
    whole = text.splitlines(keepends=True)
    for content, why in (
        (packed[: len(packed) // 2], "not whole"),
        (packed[:-1] + b"x", "damaged"),
        (gzip.compress(b"".join(whole[:-1])), "its end is missing"),
        (gzip.compress(text.replace(b'"is":"game"', b'"is":"fame"', 1)), "cannot be read"),
        (gzip.compress(b"".join(whole[:3] + whole[4:])), "its digest is not that of its lines"),
        (gzip.compress(text.replace(b'"format":%d' % FORMAT, b'"format":%d' % (FORMAT + 1), 1)), "upgrade"),
        (
            gzip.compress(text.replace(b'"format":%d' % FORMAT, b'"format":2', 1)),
            "is of format 2, from before the first",
        ),
        (gzip.compress(whole[0] + b'{"is":"end","more":' + b"[" * 100_000), "line 2 cannot be read"),
        (b"nonsense", "no export"),
    ):
        bad.write_bytes(content)
        status, _, said = run("import", bad, other)
        assert status == 2
        assert why in said
        assert len(said.splitlines()) == 1
    assert run("import", tmp_path / "missing", other)[0] == 2
    with redis.Redis.from_url(other) as server:
        assert server.dbsize() == 0


def test_what_cannot_be_opened_or_has_expired_does_not_hold_up_the_rest(
    store: str, games: dict[str, str], other: str, tmp_path: Path
) -> None:
    file = tmp_path / "export"
    with redis.Redis.from_url(store) as server:
        broken, gone = (of_kind(server, kind, "RUNNING") for kind in ("pint-craft", "brew-crafters"))
        server.hset(layout.game_key(broken), "setup", b"nonsense")
        server.pexpireat(layout.game_key(gone), LATER)
    run("export", file, store)
    text = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    late = [line.replace(b'"expires":%d' % LATER, b'"expires":1') if gone.encode() in line else line for line in text]
    end = json.loads(text[-1]) | {"sha256": hashlib.sha256(b"".join(late[:-1])).hexdigest()}
    file.write_bytes(gzip.compress(b"".join(late[:-1]) + json.dumps(end).encode() + b"\n"))
    status, (said, summary), _ = run("import", file, other)
    assert (status, said["is"], said["name"]) == (1, "unopened", f"Game {broken}")
    assert summary == _imported(written=COUNT - 1, expired=1, unopened=1)
    with redis.Redis.from_url(other) as server:
        assert server.hget(layout.game_key(broken), "setup") == b"nonsense"
        assert not server.exists(layout.game_key(gone))


def test_games_that_are_played_meanwhile_are_right_and_are_exported_as_they_are_at_one_moment(
    store: str, other: str, tmp_path: Path
) -> None:
    with playing(store, 3):
        for number in range(2):
            assert run("check", store)[:2] == (0, [_checked(games=3)])
            assert run("export", tmp_path / str(number), store)[0] == 0
    for number in range(2):
        with redis.Redis.from_url(other) as server:
            server.flushdb()
        assert run("import", tmp_path / str(number), other)[1] == [_imported(written=3)]
        assert run("check", other)[:2] == (0, [_checked(games=3)])


def test_what_a_newer_release_wrote_is_not_exported_as_if_it_were_known(store: str, tmp_path: Path) -> None:
    with redis.Redis.from_url(store) as server:
        server.set("th:news:something", b"new")
        status, (said,), error = run("export", tmp_path / "one", store)
        assert (status, said["unknown"]) == (1, ["th:news:something"])
        assert "th:news:something" in error
        server.hset(layout.game_key("5"), mapping={"version": 1, "format": "9"})
    status, (said,), error = run("export", tmp_path / "two", store)
    assert (status, said["games"], said["newer"]) == (1, 0, ["5"])
    assert "Export it with that release." in error


@pytest.mark.parametrize("file", exports(), ids=lambda file: file.stem)
def test_exports_of_every_format_are_imported(file: Path, store: str, tmp_path: Path) -> None:
    packed = tmp_path / "export"
    packed.write_bytes(gzip.compress(file.read_bytes()))
    written = {one["id"]: one for one in lines(packed) if one["is"] == "game"}
    assert run("import", packed, store)[:2] == (0, [_imported(written=len(written))])
    assert run("check", store)[1][-1]["findings"] == 0
    with Server(url=store) as server, httpx.Client(base_url=f"{server.url}/v1", trust_env=False) as client:
        for id_, one in written.items():
            assert client.get(f"/games/{id_}").json()["version"] >= len(one["log"])  # time may be over in one


def test_damaged_games_are_named_and_do_not_hold_up_the_rest(store: str, games: dict[str, str], tmp_path: Path) -> None:
    run("export", tmp_path / "before", store)
    with redis.Redis.from_url(store) as server:
        server.hdel(layout.game_key(games["moved"]), "setup")
        server.hset(layout.game_key(games["timed"]), "version", "many")
        server.zadd(layout.list_key("open:cask-race"), {"nonsense": 0})
        alien = [layout.edition_key("alien"), layout.hold_key("alien"), layout.items_key("alien")]
        server.lpush(alien[0], "of another application")
        for key in (layout.game_key("alien"), alien[1]):
            server.set(key, "of another application")
        server.hset(alien[2], mapping={b"\xff": b""})
    status, (said,), error = run("export", tmp_path / "after", store)
    assert (status, said["games"], said["damaged"]) == (1, COUNT - 1, sorted(["alien", games["timed"]]))
    assert said["unknown"] == sorted(alien)
    assert all(name in error for name in (games["timed"], *alien))
    status, (*refused, summary), _ = run("import", tmp_path / "before", store)
    assert (status, summary) == (1, _imported(there=COUNT - 2, refused=2))
    assert {one["name"] for one in refused} == {f"Game {games[name]}" for name in ("moved", "timed")}
    status, found, _ = run("check", store)
    assert status == 1
    assert {
        "list open:cask-race",
        *(f"{kind} alien" for kind in ("game", "items", "edition", "hold")),
        *(f"game {games[name]}" for name in ("moved", "timed")),
    } == {f"{one['where']} {one['name']}" for one in found[:-1]}


@pytest.mark.parametrize("count", [0, 1, AT_ONCE, 5 * AT_ONCE])
async def test_each_thing_has_a_result_however_fast_or_slow_it_is(count: int) -> None:
    async def things() -> AsyncIterator[int]:
        for number in range(count):
            yield number

    async def work(number: int) -> int:
        for _ in range(number % 7):
            await asyncio.sleep(0)
        return number

    assert sorted([one async for one in each(things(), work)]) == list(range(count))


async def test_several_errors_at_once_are_one_error() -> None:
    told: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))

    async def things() -> AsyncIterator[int]:
        for number in range(20):
            yield number

    async def fail(_: int) -> None:
        raise StoreUnavailable("It is away.")

    with pytest.raises(StoreUnavailable):
        [_ async for _ in each(things(), fail)]
    gc.collect()
    await asyncio.sleep(0)
    assert not told


def test_one_of_something_is_told_in_the_singular() -> None:
    assert _sentence(Imported(1, 0, 1, 1, 1)) == (
        "1 game was imported, and 0 were there already. 1 has expired since the export. 1 cannot be opened here. "
        "1 was not imported."
    )
    assert _sentence(Imported(0, 1, 0, 0, 0)) == "0 games were imported, and 1 was there already."


def _checked(**given: int) -> dict[str, object]:
    return {"is": "summary", "games": 0, "lists": 0, "findings": 0, "leftovers": 0, "unsettled": 0, **given}


def _imported(**given: int) -> dict[str, object]:
    return {"is": "imported", "written": 0, "there": 0, "expired": 0, "refused": 0, "unopened": 0, **given}


def _sorted(records: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(one, sort_keys=True) for one in records)
