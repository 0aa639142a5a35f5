"""Measures what another game costs a service: with thirty packages of `taphouse new-game` beside our own games, and without."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from taphouse.lab.new_game import new_game

PACKAGES = 30
ROUNDS = 3
"""The services that are started; the least of their figures count."""
_SERVICE = """
import json, time
from pydantic import SecretStr
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.rest.openapi import openapi
from taphouse.schema.served_games import ServedGames
from taphouse.service.app import create_app, served_games
from taphouse.service.runtime.settings import Settings
settings = Settings(signing_key=SecretStr("k" * 40))
begun = time.process_time()
games = served_games(settings)
app = create_app(settings, games=games, store=MemoryStore())
ready = time.process_time() - begun
pages = int(open("/proc/self/statm").read().split()[1])
document = json.dumps(openapi(ServedGames.of(*games.values())), separators=(',', ':'))
print(json.dumps({"ms": 1000 * ready, "mb": pages * 4096 / 1e6, "kb": len(document) / 1e3}))
"""


def measure() -> dict[str, float]:
    """`packages.ms_a_game` of CPU until the service is ready, `packages.mb_a_game` of memory, `packages.kb_a_game` of OpenAPI."""
    with TemporaryDirectory() as made:
        paths = []
        for number in range(PACKAGES):
            kind = f"hoard-{chr(97 + number // 26)}{chr(97 + number % 26)}"
            folder = new_game(kind, Path(made))
            name = kind.replace("-", "_")
            list_package(kind, name, folder)
            paths.append(str(folder))
        few, many = _least(""), _least(os.pathsep.join(paths))
    return {f"packages.{what}_a_game": (many[what] - few[what]) / PACKAGES for what in ("ms", "mb", "kb")}


def list_package(kind: str, module: str, folder: Path) -> None:
    """Write into a folder of the path of modules what installing the package of a game would say of it."""
    listed = folder / f"taphouse_{module}-0.1.0.dist-info"
    listed.mkdir(parents=True)
    (listed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: taphouse-{kind}\nVersion: 0.1.0\n")
    (listed / "entry_points.txt").write_text(f"[taphouse.games]\n{kind} = {module}.about:GAME\n")


def _least(path: str) -> dict[str, float]:
    """The figures of a service with the packages on this path, the least of some rounds."""
    rounds = [_service(path) for _ in range(ROUNDS)]
    return {what: min(one[what] for one in rounds) for what in rounds[0]}


def _service(path: str) -> dict[str, float]:
    command = [sys.executable, "-c", _SERVICE]
    env = os.environ | {"PYTHONPATH": path}
    figures: dict[str, float] = json.loads(subprocess.run(command, env=env, capture_output=True, check=True).stdout)
    return figures
