"""A server that is too old, or denies the service a command, is refused by everything that uses a store."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.servers import needs
from taphouse.service.store.servers.reasons import NO_RIGHT
from tests.api.server import SIGNING_KEY, Server
from tests.effort import BOUND
from tests.servers import RedisServer
from tests.store.scripted_server import ScriptedServer, scripted
from tests.store.test_unwilling import well

STORE = Path(__file__).parents[2] / "service" / "store"
OLD = "the server is Redis 6.2.14, but Redis 7.0, Valkey 7.2, or a newer one is needed"
TO_ASK = {"AUTH", "CLIENT", "SELECT", "INFO", "EVAL"}
"""Commands without which nothing can be asked."""


@pytest.fixture
async def old() -> AsyncIterator[ScriptedServer]:
    """A server that is well, but is Redis 6.2, which knows neither some commands nor INFO of several sections."""

    def answer(command: list[bytes]) -> bytes:
        if command[0] == b"EVAL":
            return b"-ERR Error running script: attempt to call field 'acl_check_cmd' (a nil value)\r\n"
        return b"*2\r\n$1\r\n0\r\n*0\r\n" if command[0] == b"SCAN" else well(command)

    async with scripted(answer) as server:
        server.info = b"redis_version:6.2.14\r\nrole:master\r\nmaxmemory_policy:noeviction\r\naof_enabled:1\r\n"
        yield server


async def test_the_service_does_not_start_on_an_old_server(old: ScriptedServer) -> None:
    env = os.environ | {"TAPHOUSE_REDIS_URL": old.url, "TAPHOUSE_SIGNING_KEY": SIGNING_KEY, "TAPHOUSE_PORT": "0"}
    command = [sys.executable, "-m", "taphouse", "serve"]
    done = await asyncio.to_thread(
        subprocess.run, command, env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.rstrip().endswith(f"The store cannot be used: {OLD}.")


async def test_a_service_that_started_before_its_server_is_not_ready(old: ScriptedServer) -> None:
    def look() -> httpx.Response:
        with Server(url=old.url) as server:
            return httpx.get(f"{server.url}/readyz", trust_env=False)

    ready = await asyncio.to_thread(look)
    assert (ready.status_code, ready.json()["reason"]) == (503, OLD)


async def test_each_command_refuses_an_old_server(old: ScriptedServer, tmp_path: Path) -> None:
    file = tmp_path / "export"
    commands = (
        ["store", "check", old.url],
        ["store", "export", str(file), old.url],
        ["store", "import", str(file), old.url],
        ["store", "forget", "issuer", "subject", old.url],
        ["store", "edition", "digest", old.url],
        ["shadow", "--store", old.url],
    )
    for command in commands:
        done = await asyncio.to_thread(CliRunner().invoke, main, command)
        assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"The store cannot be used: {OLD}.\n"), command
    assert not file.exists()


@pytest.mark.parametrize(
    ("info", "found"),
    [
        ({"redis_version": "7.0.0"}, None),
        ({"redis_version": "8.2.1"}, None),
        ({"redis_version": "10.0"}, None),
        ({"redis_version": "7.2.4", "valkey_version": "7.2.5"}, None),
        ({"redis_version": "7.2.4", "valkey_version": "10.0.0-rc1"}, None),
        ({"redis_version": "7.2.4", "valkey_version": "7.1.9"}, "Valkey 7.1.9"),
        ({"redis_version": "6.3.4"}, "Redis 6.3.4"),
        ({}, "Redis ?"),
    ],
)
def test_redis_and_valkey_have_numbers_of_their_own(info: dict[str, str], found: str | None) -> None:
    said = [*needs.unmet(info, [])]
    assert said == ([] if found is None else [OLD.replace("Redis 6.2.14", found)])


@pytest.mark.parametrize("rule", ["-hset", "-subscribe", "-wait", "~other:* -@dangerous +info", "-eval"])
async def test_a_user_who_may_not_run_a_command_is_refused_and_the_command_is_named(
    own_redis: RedisServer, rule: str
) -> None:
    keys = "" if rule.startswith("~") else "~th:*"
    with own_redis.client() as admin:
        admin.execute_command(f"ACL SETUSER brewer on >hops &th:* {keys} +@all {rule}")
    store = RedisStore.connect(f"redis://brewer:hops@127.0.0.1:{own_redis.port}", timeout=BOUND)
    try:
        health = await store.health()
    finally:
        await store.close()
    assert not health.ready
    (unmet,) = health.unmet
    assert health.reason == unmet
    if rule == "-eval":
        assert "may not use EVAL" in unmet
    else:
        assert f"run {'DEL' if keys == '' else rule[1:].upper()}" in unmet


@pytest.mark.parametrize("rule", ["-info", "-info -cluster"])
async def test_a_user_who_may_not_ask_for_the_kind_of_server_is_refused(own_redis: RedisServer, rule: str) -> None:
    with own_redis.client() as admin:
        admin.execute_command(f"ACL SETUSER brewer on >hops &th:* ~th:* +@all {rule}")
    url = f"redis://brewer:hops@127.0.0.1:{own_redis.port}"
    done = await asyncio.to_thread(CliRunner().invoke, main, ["store", "check", url])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"The store cannot be used: {NO_RIGHT}.\n"


async def test_a_check_warns_of_a_server_that_may_evict_games(own_redis: RedisServer) -> None:
    url = f"redis://127.0.0.1:{own_redis.port}"
    with own_redis.client() as admin:
        for policy, warned in (("noeviction", False), ("allkeys-lru", True)):
            admin.config_set("maxmemory-policy", policy)
            done = await asyncio.to_thread(CliRunner().invoke, main, ["store", "check", url])
            assert done.exit_code == 0, done.stderr
            assert ("Warning: maxmemory-policy is allkeys-lru" in done.stderr) == warned


def test_every_command_that_is_sent_is_asked_for() -> None:
    scripts = "\n".join(file.read_text() for file in STORE.rglob("*.lua"))
    code = "\n".join(file.read_text() for file in STORE.rglob("*.py"))
    sent = {*re.findall(r"(?:redis\.p?call\(|(?<![=~])= )'([A-Z]{3,})'", scripts)}
    sent |= {*re.findall(r"(?:[(\[]|send_command\()\"([A-Z]{3,})\"", code)}
    assert sent - TO_ASK - {"CLUSTER"} == {one.split()[0] for one in (*needs.COMMANDS, "ASKING")}
