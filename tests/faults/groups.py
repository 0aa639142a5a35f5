"""Servers that stand in for each other: a master with replicas, those with sentinels, and clusters."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import redis

from tests.servers import DEBIAN_REDIS, RedisServer, free_port, redis_server

PATIENCE = 30.0
"""Seconds that servers have to agree, on a busy machine."""
NAME = "brewery"
"""The name by which the sentinels know the master."""
QUICK = ("--repl-diskless-sync-delay", "0", "--shutdown-timeout", "0")


class Sentinel(RedisServer):
    """A redis-sentinel, which watches one master.

    Args:
        folder: Where it runs.
        master: The master.
        quorum: How many sentinels must agree.
        port: The port of the master; None for its usual one.
        lines: More lines of its configuration.
    """

    def __init__(
        self, folder: Path, master: RedisServer, quorum: int, port: int | None = None, lines: Sequence[str] = ()
    ) -> None:
        super().__init__(folder)
        self._watches = f"sentinel monitor {NAME} 127.0.0.1 {port or master.port} {quorum}"
        self._lines = lines

    def _command(self) -> list[str]:
        lines = [
            f"port {self.port}",
            "bind 127.0.0.1",
            f"dir {self.folder}",
            f"logfile {self.folder / 'log'}",
            "sentinel resolve-hostnames no",
            *self._lines,
            self._watches,
            f"sentinel down-after-milliseconds {NAME} 1000",
            f"sentinel failover-timeout {NAME} 2000",
        ]
        place = self.folder / "sentinel.conf"
        place.write_text("\n".join(lines) + "\n")
        return [DEBIAN_REDIS, str(place), "--sentinel"]


def soon(condition: object) -> None:
    """Wait until servers agree."""
    deadline = time.monotonic() + PATIENCE
    while not _holds(condition):
        assert time.monotonic() < deadline, "the servers did not agree in time"
        time.sleep(0.02)


def _holds(condition: object) -> bool:
    try:
        return bool(condition())  # type: ignore[operator]
    except (redis.RedisError, OSError):
        return False


def has_replica(master: redis.Redis) -> bool:
    """Return whether a replica has taken over what a master has; before, no change can wait for it."""
    return bool(master.info("replication").get("slave0", {}).get("state") == "online")


def follow(replica: RedisServer, master: RedisServer) -> None:
    """Make a server a replica, and wait until it has everything."""
    follow_at(replica, master, master.port)


def follow_at(replica: RedisServer, master: RedisServer, port: int) -> None:
    """Make a server a replica of one at another port, such as that for TLS, and wait until it has everything."""
    with replica.client() as client:
        client.execute_command("REPLICAOF", "127.0.0.1", port)
        soon(lambda: client.info("replication").get("master_link_status") == "up")
    with master.client() as client:
        soon(lambda: has_replica(client))
        soon(lambda: client.set("ready", "", px=1) and client.execute_command("WAIT", 1, 1000) == 1)


@contextmanager
def pair(folder: Path) -> Iterator[tuple[RedisServer, RedisServer]]:
    """A master and its replica."""
    with (
        redis_server(folder / "one", *QUICK) as one,
        redis_server(folder / "two", *QUICK) as two,
    ):
        follow(two, one)
        yield one, two


@contextmanager
def watched(folder: Path, sentinels: int = 1) -> Iterator[tuple[RedisServer, RedisServer, str]]:
    """A master, its replica, and a URL of the sentinels that watch them."""
    with ExitStack() as stack:
        one, two = stack.enter_context(pair(folder))
        quorum, others = sentinels // 2 + 1, []
        for number in range(sentinels):
            sentinel = Sentinel(folder / f"sentinel-{number}", one, quorum)
            stack.callback(sentinel.stop)
            sentinel.folder.mkdir(parents=True, exist_ok=True)
            sentinel.start()
            others.append(sentinel)
        for sentinel in others:
            with sentinel.client() as client:
                soon(lambda client=client: client.sentinel_master(NAME)["num-slaves"] == 1)
                soon(lambda client=client: client.sentinel_master(NAME)["num-other-sentinels"] == sentinels - 1)
        hosts = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in others)
        yield one, two, f"redis+sentinel://{hosts}/{NAME}"


@contextmanager
def cluster(folder: Path, masters: int = 3, *, replicas: bool) -> Iterator[Sequence[RedisServer]]:
    """The servers of a cluster: its masters, and then a replica of each."""
    settings = ("--cluster-enabled", "yes", "--cluster-node-timeout", "1000", "--cluster-require-full-coverage", "no")
    with ExitStack() as stack:
        servers = [
            stack.enter_context(
                redis_server(folder / str(number), *QUICK, *settings, "--cluster-port", str(free_port()))
            )
            for number in range(masters * (2 if replicas else 1))
        ]
        clients = [stack.enter_context(server.client()) for server in servers]
        edges = [16384 * number // masters for number in range(masters + 1)]
        for number in range(masters):
            clients[number].execute_command("CLUSTER ADDSLOTSRANGE", edges[number], edges[number + 1] - 1)
        for server in servers[1:]:
            clients[0].execute_command("CLUSTER MEET", "127.0.0.1", server.port, server.settings[-1])
        for client in clients:
            soon(lambda client=client: len(client.execute_command("CLUSTER NODES")) == len(servers))
            soon(lambda client=client: client.execute_command("CLUSTER INFO")["cluster_state"] == "ok")
        for number in range(masters, len(servers)):
            master = clients[number - masters].execute_command("CLUSTER MYID").decode()
            soon(lambda client=clients[number], master=master: client.execute_command("CLUSTER REPLICATE", master))
            soon(lambda client=clients[number]: client.info("replication").get("master_link_status") == "up")
            soon(lambda client=clients[number - masters]: has_replica(client))
        yield servers
