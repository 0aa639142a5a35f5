"""Runs schemathesis: its command line, in a process of its own, at a service behind a real socket."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
import pytest
from graphql import print_schema
from msgspec import Struct

import tests
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.webhooks.sending import DeliveryResult
from taphouse.service.webhooks.stored import Delivery, Hook
from tests.access.issuer import Issuer
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.selections import SCHEMA
from tests.api.server import Server
from tests.conformance.tables import GAMES
from tests.effort import WHOLE, many
from tests.fuzzing.games import prepare
from tests.fuzzing.prepared import Games
from tests.fuzzing.reached import counted

ROOT = Path(tests.__file__).parents[1]
PHASES = "examples,coverage,fuzzing,stateful"
BOUND = many(900)
"""Seconds that a run may take, on a busy machine."""

CONFIG = """
max-stream-events = 1

[checks]
negative_data_rejection.expected-statuses = [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422]
positive_data_acceptance.expected-statuses = ["2xx", 304, 401, 403, 404, 409, 412, 422]
"""
"""It does not expect conditions that do not hold (412), nor keys that were used for something else (422). A stream begins with
the game, and then waits for a move that nobody makes."""


class Run(Struct):
    """The findings of schemathesis."""

    failed: bool
    report: str
    reached: int
    """The number of requests that came as far as a use case."""
    tally: dict[str, int]
    """The numbers of cases, sent and by answer."""


class Nowhere:
    """Takes deliveries to webhooks, whose URLs are generated, and sends none."""

    async def send(self, hook: Hook, id_: str, delivery: Delivery, now: int) -> DeliveryResult:
        return DeliveryResult(None)

    async def close(self) -> None:
        """Nothing is open."""


def fuzz(
    path: str,
    folder: Path,
    *,
    mode: str,
    cases: Mapping[str, int],
    phases: str = PHASES,
    only: Iterable[str] = (),
    kinds: Iterable[str] = GAMES,
    first: bool = False,
    share: float = WHOLE,
) -> Run:
    """Have schemathesis test a service of its own with every check that it has.

    Args:
        path: of the schema.
        folder: where files may be written.
        mode: whether valid cases are generated (`positive`) or invalid ones (`negative`).
        cases: how many in fuzzing, of each operation whose name begins so.
        phases: of schemathesis, those that it has for this kind of schema.
        only: the operations by name; all without any.
        kinds: the games that are prepared.
        first: whether to stop at the first failure.
        share: the share of the cases that are tried.
    """
    issuer = Issuer(folder / "keys.json")
    with (
        pytest.MonkeyPatch.context() as patch,
        counted(patch) as reached,
        Server(store=MemoryStore(), long_poll_max=0.05, sender=Nowhere(), **issuer.settings) as server,
        http(server) as client,
    ):
        games = prepare(Client(client), issuer.token("a player"), kinds)
        reached.clear()
        cases = {name: many(count, share) for name, count in cases.items()}
        done, tally = _run(server.url + path, folder, games, mode, phases, cases, only, first)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return Run(done.returncode == 1, done.stdout, len(reached), msgspec.json.decode(tally.read_bytes()))


def _run(
    url: str,
    folder: Path,
    games: Games,
    mode: str,
    phases: str,
    cases: Mapping[str, int],
    only: Iterable[str],
    first: bool,
) -> tuple[subprocess.CompletedProcess[str], Path]:
    given, tally, config = folder / "games.json", folder / "tally.json", folder / "schemathesis.toml"
    schema = folder / "schema.graphql"
    given.write_bytes(games.dump())
    schema.write_text(print_schema(SCHEMA))  # read in a tenth of the time that it takes to make it
    counts = (
        f'[[operations]]\ninclude-name-regex = "^{name}"\ngeneration.max-examples = {count}\n'
        for name, count in cases.items()
    )
    config.write_text(CONFIG + "".join(counts))
    command = [sys.executable, "-m", "schemathesis.cli", "run", url, "--checks=all", f"--mode={mode}"]
    command += [f"--phases={phases}", "--seed=1", "--generation-database=none", "--no-shrink"]
    command += ["--suppress-health-check=all", "--warnings=off", "--no-color"]
    command += ["--output-sanitize=false", "--output-truncate=false", "--request-timeout=60"]
    command += [f"--include-name={name}" for name in only] + ["--max-failures=1"] * first
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".hypothesis"),  # it keeps tables of characters there
        "SCHEMATHESIS_HOOKS": "tests.fuzzing.hooks",
        "FUZZING_SCHEMA": str(schema),
        "FUZZING_GAMES": str(given),
        "FUZZING_TALLY": str(tally),
        "FUZZING_MODE": mode,
    }
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=BOUND, check=False
    ), tally
