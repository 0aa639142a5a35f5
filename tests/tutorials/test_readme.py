"""The README's commands, run as they stand there in a clean clone."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.server import until
from tests.servers import free_port
from tests.tutorials.reader import ROOT, blocks

pytestmark = pytest.mark.ecosystem
README = ROOT / "README.md"
PATIENCE = 900
"""Seconds for an installation from nothing, at a load."""
SERVE = "make serve"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clean") / "taphouse"
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    return folder


@contextmanager
def following(block: str, folder: Path) -> Iterator[httpx.Client]:
    """Run a block that ends with `make serve`; a client of the service while it runs."""
    assert block.rstrip().endswith(SERVE)
    port = free_port()
    outside = {"VIRTUAL_ENV", "PYTHONPATH", "MAKEFLAGS", "MAKELEVEL", "MFLAGS"}
    env = {
        name: value for name, value in os.environ.items() if name not in outside and not name.startswith("TAPHOUSE_")
    }
    env |= {"TAPHOUSE_PORT": str(port), "TAPHOUSE_WEB": "false"}
    with (folder / "output.txt").open("w") as out:
        shell = ["bash", "-euc", block]
        process = subprocess.Popen(shell, cwd=folder, env=env, stdout=out, stderr=out, start_new_session=True)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:

            def answers() -> bool:
                assert process.poll() is None, (folder / "output.txt").read_text()
                try:
                    return client.get("/readyz").status_code == 200
                except httpx.TransportError:
                    return False

            until(answers, "it serves", PATIENCE)
            yield client
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(60)


def catalogue(client: httpx.Client) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = client.get("/v1/catalogue").json()["games"]
    return games


def test_the_commands_of_the_readme_run_as_they_stand_there(clone: Path) -> None:
    commands, *_ = [code for language, _, code in blocks(README) if language == "sh"]
    (first,) = [line.partition("#")[0] for line in commands.splitlines() if line.startswith(SERVE)]
    with following(first, clone) as client:
        assert "reconstructed" in str(catalogue(client))
    card, game = [code for language, _, code in blocks(README) if language == "bash"]
    with following(card, clone) as client:
        (dank,) = [one for one in catalogue(client) if one["kind"] == "DANK_AND_DRAFT"]
        (mine,) = [one for one in dank["editions"] if one["name"] == "mine"]
        (limit,) = [one for one in mine["entries"] if one["name"] == "hand_limit"]
        assert (limit["figures"]["value"], limit["provenance"]) == (7, "RECONSTRUCTED")
    with following(game, clone) as client:
        assert "MOON_ROCKET" in [one["kind"] for one in catalogue(client)]
