"""The example that joins open games plays one after the other to its end."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from taphouse.client import OPEN_SEAT, Client, Visibility
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
