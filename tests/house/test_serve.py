"""`taphouse serve` as a process: what it says, whom it refuses, and that nothing of it outlives it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from taphouse.command_line import main
from taphouse.service.cli.serve import _Alone, _Workers, banner
from taphouse.service.runtime.loopback import completed
from taphouse.service.runtime.settings import Settings
from taphouse.service.store import data_directory
from taphouse.service.store.redis import RedisStore
from tests.log_lines import log_lines

ROOT = Path(__file__).parents[2]
SERVE = [sys.executable, "-m", "taphouse", "serve"]
BOUND = 30.0
"""Seconds after which something that should have happened has not, on a busy machine."""


class House:
    """A service. What it starts inherits its mark; a Valkey, which hides that, lives in its data directory."""

    def __init__(self, folder: Path, **variables: object) -> None:
        self.mark = uuid.uuid4().hex
        self.out, self.err = folder / f"{self.mark}.out", folder / f"{self.mark}.err"
        self.env = {name: value for name, value in os.environ.items() if not name.startswith("TAPHOUSE_")}
        self.env |= {"PYTHONPATH": str(ROOT), "TEST_MARK": self.mark, "TAPHOUSE_PORT": "0"}
        self.env |= {"TAPHOUSE_DATA_DIR": str(folder / "games"), "TAPHOUSE_STOP_TIMEOUT": "1"}
        self.env |= {f"TAPHOUSE_{name}": str(value) for name, value in variables.items()}
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, command: list[str] | None = None) -> House:
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(
                command or SERVE, cwd=self.folder, env=self.env, stdin=subprocess.DEVNULL, stdout=out, stderr=err
            )
        return self

    def opened(self) -> House:
        until(lambda: "A first game" in self.out.read_text() or self.main.poll() is not None, "the banner")
        assert self.main.poll() is None, self.err.read_text()
        assert self.ask("/readyz").status_code == 200
        return self

    @property
    def main(self) -> subprocess.Popen[bytes]:
        assert self.process
        return self.process

    @property
    def url(self) -> str:
        found = re.search(r"http://\S+?(?=/graphql)", self.out.read_text())
        assert found
        return found.group()

    def ask(self, path: str) -> httpx.Response:
        with httpx.Client(trust_env=False, timeout=BOUND) as client:
            return client.get(self.url + path)

    def family(self) -> list[tuple[int, str]]:
        """The living processes of it: number and command."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal():
                try:
                    marked = f"TEST_MARK={self.mark}".encode() in (entry / "environ").read_bytes()
                    if marked or (entry / "cwd").readlink() == self.folder / "games":
                        command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                        found.append((int(entry.name), command))
                except OSError:
                    continue  # gone meanwhile, or not ours to read
        return found

    def stopped(self, number: signal.Signals) -> None:
        """Stop it, and look at what it leaves."""
        self.main.send_signal(number)
        assert self.main.wait(BOUND) == 0
        self.gone()
        assert "Traceback" not in self.err.read_text()
        assert '"event":"stopped"' in self.err.read_text()

    def gone(self) -> None:
        until(lambda: not self.family(), lambda: f"the end of {self.family()}")

    def end(self) -> None:
        if self.process:
            if self.process.poll() is None:
                self.process.kill()
            self.process.wait()
        for pid, _ in self.family():
            os.kill(pid, signal.SIGKILL)
        if (self.folder / "games").is_dir():  # a killed service leaves the directory of its socket to its successor
            shutil.rmtree(data_directory.socket_path(data_directory.prepare(self.folder / "games")).parent)


def until(happened: Callable[[], bool], what: str | Callable[[], str]) -> None:
    deadline = time.monotonic() + BOUND
    while not happened():
        assert time.monotonic() < deadline, f"no sign of {what if isinstance(what, str) else what()}"
        time.sleep(0.02)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    houses: list[House] = []

    def build(**variables: object) -> House:
        houses.append(House(tmp_path, **variables))
        return houses[-1]

    yield build
    for one in reversed(houses):
        one.end()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A service that answers, for tests that leave it as it is."""
    one = House(tmp_path_factory.mktemp("house"))
    try:
        yield one.start().opened()
    finally:
        one.end()


@pytest.fixture
def refused(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Runs the command in this process, where it ends at once; what it says."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def run(**variables: object) -> str:
        given = {"PORT": 0, "DATA_DIR": tmp_path / "games", **variables}
        with log_lines():
            ended = CliRunner().invoke(
                main, ["serve"], env={f"TAPHOUSE_{name}": str(one) for name, one in given.items()}
            )
        assert (ended.exit_code, ended.stdout) == (2, "")
        return ended.stderr

    yield run
    for number, handler in before.items():
        signal.signal(number, handler)


def test_it_opens_with_a_banner_and_answers(running):
    one, banner = running, running.out.read_text()
    assert str(one.folder / "games") in banner
    (line,) = [line for line in banner.splitlines() if line.strip().startswith("curl")]
    words = shlex.split(line)
    assert words[2] == one.url + "/graphql"
    assert "createGame" in json.loads(words[words.index("-d") + 1])["query"]
    assert one.ask("/healthz").json() == {"alive": True}
    assert one.ask("/readyz").json() == {"ready": True, "reason": "", "reachable": 1.0, "warnings": []}
    assert "server" not in one.ask("/healthz").headers
    until(lambda: one.err.read_text().count('"path":"/healthz"') == 2, "a line for each request")
    assert one.ask("/nowhere").json()["code"] == "NOT_FOUND"


def test_a_second_one_on_the_same_data_is_told_who_has_it_also_on_the_same_port(running, refused):
    games = running.folder / "games"
    for port in (0, running.url.rpartition(":")[2]):
        said = refused(PORT=port, DATA_DIR=games)
        assert str(games) in said
        assert f"is in use by process {running.main.pid}" in said
    assert running.ask("/readyz").status_code == 200


def test_a_taken_port_is_told_and_nothing_stays_behind(house):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        one = house(PORT=port).start()
        assert one.main.wait(BOUND) == 2
    assert one.out.read_text() == ""
    said = one.err.read_text()
    assert "Traceback" not in said
    assert f"Port {port} on 127.0.0.1 is in use by another program" in said
    assert f"TAPHOUSE_PORT={port + 1}" in said
    one.gone()


def test_a_file_that_a_setting_names_and_that_is_not_there_is_told(refused, tmp_path):
    said = refused(TRUSTED_DOCUMENTS=tmp_path / "nowhere.json")
    assert said.splitlines()[-1].startswith("TAPHOUSE_TRUSTED_DOCUMENTS: ")


def test_an_address_of_another_machine_is_told(refused):
    assert "192.0.2.1 is not an address of this machine" in refused(HOST="192.0.2.1")


def test_a_data_directory_that_cannot_be_one_is_told(refused, tmp_path):
    (tmp_path / "file").write_text("")
    assert f"The data directory {tmp_path / 'file'}" in refused(DATA_DIR=tmp_path / "file")


def test_a_shared_store_without_a_key_is_refused(refused):
    said = refused(REDIS_URL="redis://:CANARY@127.0.0.1:1/0")
    assert "TAPHOUSE_SIGNING_KEY is required" in said
    assert "CANARY" not in said


def test_without_its_shared_store_it_runs_and_is_not_ready_and_says_no_password(house):
    one = house(REDIS_URL="redis://:CANARY@127.0.0.1:1/0", SIGNING_KEY="k" * 32, STORE_TIMEOUT=0.5).start()
    until(lambda: "A first game" in one.out.read_text(), "the banner")
    assert one.ask("/healthz").status_code == 200
    assert one.ask("/readyz").status_code == 503
    one.main.send_signal(signal.SIGTERM)
    assert one.main.wait(BOUND) == 0
    assert "CANARY" not in one.out.read_text() + one.err.read_text()
    assert not (one.folder / "games").exists()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stop_waits_for_nobody_who_follows_a_game(house, workers):
    one = house(WORKERS=workers, STOP_TIMEOUT=300, LOG_LEVEL="warning").start().opened()
    seats = "[{kind: OPEN}, {kind: OPEN}]"
    result = "{ ... on GameCreated { game { gameId } } }"
    created = f"mutation {{ createGame(game: {{dankAndDraft: {{}}}}, seats: {seats}) {result} }}"
    stream = {"accept": "text/event-stream"}
    with httpx.Client(trust_env=False, timeout=BOUND, base_url=one.url) as client, ThreadPoolExecutor(1) as pool:
        game = client.post("/graphql", json={"query": created}).json()["data"]["createGame"]["game"]["gameId"]
        polling = pool.submit(client.get, f"/v1/games/{game}/events?after=1&wait=25")
        query = {"query": f'subscription {{ events(gameId: "{game}") {{ __typename }} }}'}
        with (
            client.stream("POST", "/graphql", json=query, headers=stream) as graphql,
            client.stream("GET", f"/v1/games/{game}/events", headers=stream) as rest,
            connect(one.url.replace("http", "ws") + "/graphql", subprotocols=["graphql-transport-ws"]) as socket,
        ):
            socket.send('{"type": "connection_init"}')
            assert "ack" in socket.recv(BOUND)
            one.main.send_signal(signal.SIGTERM)
            assert [line for line in graphql.iter_lines() if line.startswith("event")] == ["event: next"]
            assert [line.partition("-")[0] for line in rest.iter_lines() if line.startswith("id")] == ["id: 1"]
            assert polling.result().status_code in (200, 503)
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(BOUND)
            assert closed.value.rcvd.code == 1012
    assert one.main.wait(BOUND) == 0
    one.gone()
    assert one.err.read_text() == ""


@pytest.mark.parametrize("workers", [1, 2])
async def test_killing_the_main_process_alone_leaves_nothing_and_everything_is_found_again(house, workers):
    one = house(WORKERS=workers).start().opened()
    until(lambda: len(workers_of(one)) == (workers if workers > 1 else 0), "the workers")
    home = data_directory.prepare(one.folder / "games")
    key = data_directory.signing_key(home)
    await put(home, b"what was kept")
    one.main.kill()
    one.gone()
    again = house().start().opened()
    assert await found(home) == b"what was kept"
    assert data_directory.signing_key(home) == key
    assert again.ask("/readyz").status_code == 200


def workers_of(house: House) -> list[int]:
    return [pid for pid, command in house.family() if "taphouse serve" in command and pid != house.main.pid]


async def put(home: Path, source: bytes) -> None:
    store = RedisStore.connect(f"unix://{data_directory.socket_path(home)}", timeout=BOUND)
    await store.put_edition("digest", source)
    await store.close()


async def found(home: Path) -> bytes | None:
    store = RedisStore.connect(f"unix://{data_directory.socket_path(home)}", timeout=BOUND)
    edition = await store.edition("digest")
    await store.close()
    return edition


def test_a_worker_that_dies_is_replaced_and_one_that_hangs_does_not_hold_up_the_stop(house):
    one = house(WORKERS=2).start().opened()
    until(lambda: len(workers_of(one)) == 2, "the workers")
    dead = workers_of(one)[0]
    os.kill(dead, signal.SIGKILL)
    until(lambda: len(set(workers_of(one)) - {dead}) == 2, "another worker")
    assert one.ask("/readyz").status_code == 200
    os.kill(workers_of(one)[0], signal.SIGSTOP)
    one.stopped(signal.SIGINT)


def test_readiness_ends_with_the_store_and_comes_back_with_it_and_a_stop_leaves_neither(house):
    one = house(STORE_TIMEOUT=0.5).start().opened()
    (server,) = [pid for pid, command in one.family() if "valkey-server" in command]
    os.kill(server, signal.SIGSTOP)
    until(lambda: one.ask("/readyz").status_code == 503, "a refusal")
    assert one.ask("/healthz").status_code == 200
    os.kill(server, signal.SIGCONT)
    until(lambda: one.ask("/readyz").status_code == 200, "readiness")
    one.stopped(signal.SIGINT)


def test_with_parent_it_ends_with_the_process_that_started_it(house):
    parent = ["sh", "-c", shlex.join([*SERVE, "--with-parent"]) + " & wait"]
    one = house().start(parent).opened()
    assert len(one.family()) >= 3
    one.main.kill()
    one.gone()


class Process:
    """A worker, for its supervisor."""

    ready = False

    def is_alive(self, timeout: float) -> bool:
        return True

    def is_ready(self) -> bool:
        return self.ready


def test_several_workers_serve_when_all_of_them_answer(monkeypatch):
    monkeypatch.setattr("signal.signal", lambda *_: None)
    told: list[bool] = []
    workers = _Workers(uvicorn.Config("none", workers=2), [], lambda: told.append(True))
    workers.processes = one, two = [Process(), Process()]
    for one.ready, two.ready in ((False, False), (True, False), (False, True)):
        workers.keep_subprocess_alive()
        assert told == []
    one.ready = two.ready = True
    workers.keep_subprocess_alive()
    two.ready = False  # it was replaced
    workers.keep_subprocess_alive()
    two.ready = True
    workers.keep_subprocess_alive()
    assert told == [True]


async def test_it_says_that_it_serves_when_requests_are_answered():
    begun, opened, told = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def app(scope, receive, send):
        if scope["type"] == "lifespan":
            await receive()
            begun.set()
            await opened.wait()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
        else:
            await PlainTextResponse("here")(scope, receive, send)

    def tell() -> None:
        assert server.started
        told.set()

    server = _Alone(uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None), tell)
    running = asyncio.create_task(server._serve())
    await begun.wait()
    await asyncio.sleep(0)
    assert not told.is_set()
    opened.set()
    async with asyncio.timeout(BOUND):
        await told.wait()
    async with httpx.AsyncClient(trust_env=False) as client:
        port = server.servers[0].sockets[0].getsockname()[1]
        assert (await client.get(f"http://127.0.0.1:{port}/")).text == "here"
    server.should_exit = True
    await running


def test_the_banner_names_an_address_that_a_browser_can_open():
    assert "http://127.0.0.1:80/graphql (GraphiQL" in banner(Settings(host="0.0.0.0"), 80, "here")  # noqa: S104
    assert "http://[::1]:80/graphql\n" in banner(Settings(host="::", graphiql=False), 80, "here")
    assert "Games are stored here\n" in banner(Settings(), 80, "here")
    assert banner(Settings(), 80, "here").endswith(
        "Taphouse is serving at http://127.0.0.1:80/graphql (GraphiQL in a browser)\n"
        "The reference is at http://127.0.0.1:80/docs\n"
        "Play in a browser at http://127.0.0.1:80/\n"
    )
    assert "The reference" not in banner(Settings(introspection=False), 80, "here")
    assert "Play in a browser" not in banner(Settings(web=False), 80, "here")
    assert "no rate limits" in banner(completed(Settings()), 80, "here")
    assert "no rate limits" not in banner(Settings(host="0.0.0.0"), 80, "here")  # noqa: S104
