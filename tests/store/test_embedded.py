"""The embedded server: one owner, one life, nothing lost."""

import asyncio
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from taphouse.service.store import data_directory
from taphouse.service.store.embedded import DataDirTaken, Embedded, EmbeddedFailed
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Loaded
from taphouse.service.store.redis import RedisStore
from tests.effort import BOUND
from tests.store.build import Made, a_commit, a_game, a_record, an_entry, play

ROOT = Path(__file__).parents[2]
OWNER = """
import sys, time
from pathlib import Path
from taphouse.service.store.embedded import Embedded
server = Embedded(Path(sys.argv[1]))
server.start()
print(server.pid, server.url, flush=True)
time.sleep(600)
"""


def wait_until(condition: Callable[[], object], patience: float = 15.0) -> None:
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.005)


def is_gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


@contextmanager
def an_owner(data_dir: Path) -> Iterator[tuple["subprocess.Popen[str]", int, str]]:
    """Another process that owns a server: the process, the pid of the server, its URL."""
    command = [sys.executable, "-c", OWNER, str(data_dir)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as owner:
        assert owner.stdout
        try:
            pid, url = owner.stdout.readline().split()
            yield owner, int(pid), url
        finally:
            owner.kill()
    with Embedded(data_dir):  # takes away what a killed owner has to leave behind
        pass


async def with_store(url: str, work: Callable[[RedisStore], object]) -> None:
    store = RedisStore.connect(url, timeout=BOUND)
    try:
        await work(store)
    finally:
        await store.close()


def test_a_restart_finds_what_was_committed(tmp_path: Path) -> None:
    game = a_game()
    with Embedded(tmp_path / "data") as server:
        asyncio.run(with_store(server.url, lambda store: play(store, game, 5)))

    async def look(store: RedisStore) -> None:
        assert await store.load(game) == Loaded(a_record(5), None)
        assert await store.entries(game, 0, 10) == tuple(map(an_entry, range(1, 6)))
        assert await store.commit(a_commit(game, 5)) == Made()

    with Embedded(tmp_path / "data") as server:
        asyncio.run(with_store(server.url, look))


def test_a_server_object_can_be_started_again(tmp_path: Path) -> None:
    server = Embedded(tmp_path)
    for _ in range(2):
        server.start()
        pid = server.pid
        assert pid
        server.stop()
        assert is_gone(pid)
        server.stop()


def test_everything_in_the_data_directory_is_private_whatever_was_there_before(tmp_path: Path) -> None:
    home = tmp_path / "data"
    (home / "appendonlydir").mkdir(parents=True, mode=0o755)
    for name in ("valkey.log", "signing-key"):  # as earlier releases have left them
        (home / name).touch(0o644)
    (home / "link").symlink_to(tmp_path)
    tmp_path.chmod(0o755)
    before = os.umask(0o022)
    try:
        with Embedded(home) as server:
            asyncio.run(with_store(server.url, lambda store: play(store, a_game(), 3)))
            with redis.Redis.from_url(server.url) as client:
                client.bgrewriteaof()
                client.save()
                wait_until(lambda: not client.info("persistence")["aof_rewrite_in_progress"])
            found = {path: stat.S_IMODE(path.lstat().st_mode) for path in home.rglob("*") if not path.is_symlink()}
            assert len([path for path in found if path.parent.name == "appendonlydir"]) >= 3
            assert not any(mode & 0o077 for mode in found.values()), found
    finally:
        os.umask(before)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_second_server_on_the_same_directory_is_refused(tmp_path: Path) -> None:
    with Embedded(tmp_path) as first:
        with pytest.raises(DataDirTaken, match=f"in use by process {os.getpid()}") as caught:
            Embedded(tmp_path).start()
        assert caught.value.path == tmp_path
        assert caught.value.pid == os.getpid()
        asyncio.run(with_store(first.url, lambda store: play(store, a_game(), 1)))


def test_another_process_is_named_that_owns_the_directory(tmp_path: Path) -> None:
    with an_owner(tmp_path) as (owner, _, _):
        with pytest.raises(DataDirTaken) as caught:
            Embedded(tmp_path).start()
        assert caught.value.pid == owner.pid


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent is gone")
def test_a_killed_owner_takes_its_server_along(tmp_path: Path) -> None:
    with an_owner(tmp_path) as (owner, server, _):
        assert not is_gone(server)
        owner.kill()
        wait_until(lambda: is_gone(server))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent is gone")
def test_after_a_killed_owner_the_next_one_finds_everything(tmp_path: Path) -> None:
    game = a_game()
    with an_owner(tmp_path) as (owner, server, url):
        asyncio.run(with_store(url, lambda store: play(store, game, 10)))
        owner.kill()
        owner.wait()

        async def look(store: RedisStore) -> None:
            assert (await store.load(game)).record == a_record(10)

        with Embedded(tmp_path) as heir:  # at once: it waits until the old server has written everything
            assert is_gone(server)
            asyncio.run(with_store(heir.url, look))


def test_a_server_that_dies_is_started_again(tmp_path: Path) -> None:
    game = a_game()

    async def live(store: RedisStore) -> None:
        await play(store, game, 5)
        pid = server.pid
        assert pid
        os.kill(pid, signal.SIGKILL)
        deadline = time.monotonic() + 15
        while True:
            try:
                assert (await store.load(game)).record == a_record(5)
                if server.pid not in (None, pid):
                    break
            except StoreUnavailable:
                await asyncio.sleep(0.01)
            assert time.monotonic() < deadline
        assert await store.commit(a_commit(game, 5)) == Made()

    with Embedded(tmp_path) as server:
        asyncio.run(with_store(server.url, live))


@pytest.mark.parametrize("name", ["x" * 120, "with space 'and' \"quotes\" ü", "%d \\ $HOME"])
def test_the_directory_may_have_any_name(tmp_path: Path, name: str) -> None:
    deep = tmp_path / name / name
    with Embedded(deep) as server:
        assert len(server.url.removeprefix("unix://")) < 104
        asyncio.run(with_store(server.url, lambda store: play(store, a_game(), 1)))
    assert (deep / "appendonlydir").is_dir()


def test_a_long_temporary_directory_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / ("x" * 120)))
    with Embedded(tmp_path / "data") as server:
        assert server.url.startswith("unix:///tmp/taphouse-")


def test_only_its_user_can_enter(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with Embedded(tmp_path) as server:
        server.signing_key()
        place = Path(server.url.removeprefix("unix://"))
        for path, mode in [(tmp_path, 0o700), (place.parent, 0o700), (place, 0o700), (tmp_path / "lock", 0o600)]:
            assert stat.S_IMODE(path.stat().st_mode) == mode
        assert stat.S_IMODE((tmp_path / "signing-key").stat().st_mode) == 0o600
    assert not place.parent.exists()


def test_a_socket_directory_of_somebody_else_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    server = Embedded(tmp_path / "data")
    with server:
        place = Path(server.url.removeprefix("unix://")).parent
    (tmp_path / "trap").mkdir(mode=0o700)
    place.symlink_to(tmp_path / "trap")
    with pytest.raises(PermissionError, match="must be a directory"):
        server.start()
    place.unlink()
    place.mkdir(mode=0o755)
    with pytest.raises(PermissionError, match="must be a directory"):
        server.start()
    place.rmdir()
    with server:
        pass


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").write_text("not a directory")
    server = Embedded(tmp_path)
    with pytest.raises(EmbeddedFailed, match=r"(?s)ended at once.*Its log:.*append-only dir"):
        server.start()
    (tmp_path / "appendonlydir").unlink()
    with server:
        assert server.pid


def test_the_signing_key_is_made_once(tmp_path: Path) -> None:
    key = Embedded(tmp_path / "data").signing_key()
    assert len(key) == 43
    assert Embedded(tmp_path / "data").signing_key() == key
    assert Embedded(tmp_path / "other").signing_key() != key
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["signing-key"]


def test_every_commit_is_on_disk_before_it_is_answered(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server, redis.Redis.from_url(server.url) as client:
        assert client.config_get("append*")["appendfsync"] == "always"
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        asyncio.run(with_store(server.url, is_healthy))


def test_little_room_on_the_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert data_directory.filling(tmp_path / "nowhere") is None
    monkeypatch.setattr(data_directory, "LEAST_FREE", 0)
    assert data_directory.filling(tmp_path) is None
    monkeypatch.setattr(data_directory, "LEAST_FREE", 1 << 70)
    assert "make room on it" in str(data_directory.filling(tmp_path))


async def is_healthy(store: RedisStore) -> None:
    health = await store.health()
    assert (health.ready, health.reason, health.warnings, health.reachable) == (True, "", (), 1.0)
