"""Servers for tests: real ones, on the loopback or a unix socket, that end with the test process."""

import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import redis

from taphouse.service.runtime.child_processes import leashed
from taphouse.service.store.embedded import Embedded
from tests.effort import BOUND

DEBIAN_REDIS = "/usr/bin/redis-server"


class RedisServer:
    """A redis-server 7.0 on a free port, with an append-only file. It can be killed and started again in its place."""

    def __init__(self, folder: Path, *settings: str) -> None:
        if not shutil.which(DEBIAN_REDIS):
            pytest.skip(f"{DEBIAN_REDIS} is missing: install the package redis-server to test against Redis 7.0")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.settings = settings
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it on its port, or the first time on another if somebody was faster."""
        first = not (self.folder / "log").exists()
        for _ in range(5):
            self.process = subprocess.Popen(leashed(self._command()), stdout=subprocess.DEVNULL)
            if self._answers():
                return
            if first:
                self.port = free_port()
        raise AssertionError((self.folder / "log").read_text()[-2000:])

    def stop(self) -> None:
        """End it. While it writes its first append-only file, as a new replica does, it refuses to end."""
        while self.process is not None and self.process.poll() is None:
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(1)

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """It takes connections and bytes (the kernel does), and answers nothing."""
        assert self.process
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def client(self) -> "redis.Redis":
        return redis.Redis(port=self.port, protocol=2)

    def _command(self) -> list[str]:
        settings = f"--bind 127.0.0.1 --port {self.port} --appendonly yes --appendfsync always --daemonize no".split()
        places = ["--dir", str(self.folder), "--logfile", str(self.folder / "log"), "--save", ""]
        return [DEBIAN_REDIS, *settings, *places, *self.settings]

    def _answers(self) -> bool:
        assert self.process
        deadline = time.monotonic() + BOUND
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                with self.client() as client:
                    return bool(client.ping())
            except redis.RedisError:
                time.sleep(0.01)
        return False


def free_port() -> int:
    """A port that nothing listens on. The system gives no such low port to anyone else before it is used."""
    while True:
        port = 10_000 + secrets.randbelow(20_000)
        with socket.socket() as line, suppress(OSError):
            line.bind(("127.0.0.1", port))
            return port


def accepts(port: int) -> bool:
    """True if somebody accepts connections at a port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@contextmanager
def valkey_server(folder: Path) -> Iterator[str]:
    """The URL of an embedded Valkey."""
    with Embedded(folder / "data") as server:
        yield server.url


@contextmanager
def redis_server(folder: Path, *settings: str) -> Iterator[RedisServer]:
    """A redis-server 7.0 to do things to."""
    server = RedisServer(folder, *settings)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def debian_redis(folder: Path) -> Iterator[str]:
    """The URL of a redis-server 7.0."""
    with redis_server(folder) as server:
        yield server.url


@contextmanager
def debian_cluster(folder: Path) -> Iterator[str]:
    """The URL of one of two redis-servers that form a cluster."""
    settings = ("--cluster-enabled", "yes", "--cluster-port")
    with (
        redis_server(folder / "a", *settings, str(free_port())) as one,
        redis_server(folder / "b", *settings, str(free_port())) as two,
        one.client() as first,
        two.client() as second,
    ):
        first.execute_command("CLUSTER ADDSLOTSRANGE", 0, 8191)
        second.execute_command("CLUSTER ADDSLOTSRANGE", 8192, 16383)
        first.execute_command("CLUSTER MEET", "127.0.0.1", two.port, two.settings[-1])
        deadline = time.monotonic() + BOUND
        while any(client.execute_command("CLUSTER INFO")["cluster_state"] != "ok" for client in (first, second)):
            assert time.monotonic() < deadline, "the cluster did not form"
            time.sleep(0.01)
        yield one.url
