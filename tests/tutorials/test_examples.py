"""Examples that no page runs do what they say."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from taphouse.client import OPEN_SEAT, Client, Visibility
from taphouse.engine.play import play
from taphouse.engine.vocabulary import kebab
from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server
from tests.tutorials.reader import PATIENCE, ROOT

pytestmark = pytest.mark.ecosystem


def test_the_lobby_bot_plays_open_games_one_after_the_other() -> None:
    kinds = ["DANK_AND_DRAFT", "PINT_CRAFT"]
    with Server(store=MemoryStore()) as served, Client(served.url) as host:
        command = [sys.executable, ROOT / "examples" / "lobby.py", served.url, str(len(kinds))]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
            for kind in kinds:
                game = host.create(kebab(kind), ["Ann", OPEN_SEAT], visibility=Visibility.OPEN)
                end = host.play(game, lambda table: random.choice(table.moves))
                assert [(seat.name, seat.program) for seat in end.seats] == [("Ann", False), ("Hops", True)]
            said, _ = bot.communicate(timeout=PATIENCE)
        assert bot.returncode == 0
    lines = [line.split() for line in said.splitlines()]
    assert [kind for kind, _, name, _ in lines if name == "Hops"] == kinds


def test_what_ppo_has_learnt_beats_random(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    command = [sys.executable, ROOT / "examples" / "ppo.py", file, "--steps", "20480"]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
    bots, seats = [str(file), "random"], [1, 2] * 20
    won = [
        seat in play("dank-and-draft", bots[:: 3 - 2 * seat], f"exam {n}").outcome.winners
        for n, seat in enumerate(seats)
    ]
    assert sum(won) > 26
