"""A service whose sources have grown, as docs/add-an-operation.md has them grow: with its bells, and more beside them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.api.server import until

ROOT = Path(__file__).parents[2]
RECIPE = ROOT / "docs" / "add-an-operation.md"
PARTS = ("client", "engine", "env", "examples", "lab", "schema", "service", "taphouse", "tests")
BELL, NEW_VISIBILITY, NEW_FIELD = "bell", "FRIENDS", "ringsFor"
"""The notation of a move that BELL_BROKEN refuses, a new visibility, and a new field of seats."""

_IMPORTS = """
from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.schema.operations.arguments import Expected, GameOf, Key
from taphouse.schema.operations.declaration import MUTATION, declare, post
from taphouse.schema.problems.base import PlayerProblem, ProblemCode
from taphouse.schema.problems.callers import NotSeated
from taphouse.schema.problems.sets import CHANGING, WRITING
from taphouse.schema.results import GameChanged
from taphouse.schema.values.lifecycle import LifecycleEvent
"""
_USE_CASE = """
from taphouse.schema.concepts.bells import BellBroken, BellRung
from taphouse.schema.failures import Refused
from taphouse.service.games.kernel.checks import check_not_ended, check_seated
from taphouse.service.games.kernel.committing import Committer, request_digest
from taphouse.service.games.kernel.steps import Step


class Ringing:
    def __init__(self, committer: Committer) -> None:
        self._committer = committer

    async def ring_bell(self, caller, game, times, expected, key):
        def rung(loaded, viewer):
            check_not_ended(loaded)
            if times > 3:
                raise Refused(BellBroken())
            seat = check_seated(viewer)
            return [Step(f"seat:{seat}", (BellRung(seat),) * times, loaded.status, loaded.seats, loaded.state)]

        digest = request_digest("bell", game, expected, times)
        return await self._committer.change(caller, game, expected, key, digest, rung)
"""
_EDITS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "schema/registry.py": (
        (r"\n(from taphouse\.schema\.concepts import)", r"\n\1 bells\n\1"),
        (r"(\nCONCEPTS = \([^)]*?),?\s*\)", r"\1, bells)"),
    ),
    "service/games/use_cases.py": (
        (r"\n\n\ndef use_cases", r"\nfrom taphouse.service.games.ringing import Ringing\n\n\ndef use_cases"),
        (r"( +)(Declaring\(committer\),)", r"\1\2\n\1Ringing(committer),"),
    ),
    "schema/operations/moves.py": (
        (
            r"return game_view\.why_not\(move\)",
            f'return BellBroken() if move.get("notation") == "{BELL}" else game_view.why_not(move)',
        ),
        (r"\n    JUDGING,", r"\n    (*JUDGING, BellBroken),"),
        (r"\nfrom taphouse", r"\nfrom taphouse.schema.concepts.bells import BellBroken\nfrom taphouse"),
    ),
    "schema/rest/openapi.py": (
        (r"problems\(JUDGING,", r"problems((*JUDGING, BellBroken),"),
        (r"\nfrom taphouse", r"\nfrom taphouse.schema.concepts.bells import BellBroken\nfrom taphouse"),
    ),
    "schema/values/games.py": (
        (
            r'( +)(UNLISTED = "UNLISTED", .*)',
            rf'\1\2\n\1{NEW_VISIBILITY} = "{NEW_VISIBILITY}", "The friends of the host."',
        ),
    ),
    "schema/values/seats.py": (
        (
            r"\n\n\nclass SeatToken",
            r'\n    rings_for: Annotated[str, Meta(description="Whom it rings for.")] = "all"\n\n\nclass SeatToken',
        ),
    ),
}
"""By file: what is replaced once by what. One more problem, enum value and field are where there were some before."""
_SERVE = """
import sys
from pathlib import Path
from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server

with Server(store=MemoryStore()) as server:
    Path("url").write_text(server.url)
    sys.stdin.read()
"""


def grow(folder: Path) -> None:
    """Copy the sources into a folder, and let them grow."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", *PARTS], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target, follow_symlinks=False)
    declaration, types = re.findall(r"```python\n(.*?)```", RECIPE.read_text(encoding="utf-8"), re.DOTALL)
    (texts,) = re.findall(r"```toml\n(.*?)```", RECIPE.read_text(encoding="utf-8"), re.DOTALL)
    concept = folder / "schema" / "concepts" / "bells"
    concept.with_suffix(".py").write_text(f'"""Bells."""\n{_IMPORTS}\n\n{types}\n\n{declaration}')
    for language in ("en", "de"):
        concept.with_suffix(f".{language}.toml").write_text(texts)
    (folder / "service" / "games" / "ringing.py").write_text(f'"""Bells."""\n{_USE_CASE}')
    for name, edits in _EDITS.items():
        text = (folder / name).read_text()
        for old, new in edits:
            text, count = re.subn(old, new, text, count=1)
            assert count == 1, f"{name} has no {old}"
        (folder / name).write_text(text)


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve from sources in a folder, with a store in memory. Yields the URL."""
    command = [sys.executable, "-c", _SERVE]
    env = {**os.environ, "PYTHONPATH": str(folder)}
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(
            command, cwd=folder, env=env, stdin=subprocess.PIPE, stdout=log, stderr=log, text=True
        ) as process,
    ):
        assert process.stdin is not None
        try:
            until(lambda: (folder / "url").exists() or process.poll() is not None, "it serves")
            assert process.poll() is None, (folder / "log").read_text()
            yield (folder / "url").read_text()
        finally:
            process.stdin.close()
