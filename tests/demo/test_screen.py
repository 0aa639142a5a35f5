"""Whole games of every kind are readable in a terminal of 80 columns."""

from __future__ import annotations

import io

import msgspec
import pytest
from rich.console import Console

from taphouse.engine import GAMES
from taphouse.engine.notation import write
from taphouse.engine.play import play
from taphouse.service.cli.demo.play import NAMES, Move
from taphouse.service.cli.demo.screen import Screen


@pytest.mark.parametrize(
    ("kind", "players"), [(kind, seats) for kind in GAMES for seats in GAMES[kind].about.seats[::3]]
)
def test_every_game_is_readable_in_80_columns(kind: str, players: int) -> None:
    written = io.StringIO()
    screen = Screen(Console(file=written, width=80, highlight=False))
    played = play(kind, ["random"] * players, "1")
    screen.opened(GAMES[kind].about.title, NAMES[:players], "a" * 24, "http://127.0.0.1:8000")
    turns, last = 1, 0
    for version, (state, move) in enumerate(zip(played.states, (*played.moves, None), strict=True), 2):
        seat = played.rules.decider(state)
        if seat != last:
            table = msgspec.json.decode(msgspec.json.encode(played.rules.view(played.rules.known(state, seat))))
            decision = None if seat is None else {"seat": seat, "prompt": "Decide."}
            screen.turned({"version": version, "decision": decision, "table": table})
            turns, last = turns + 1, seat or 0
        if move is not None and seat is not None:
            screen.moved(Move(version, seat, write(move), "A label of a few words"))
    text = written.getvalue()
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in text
    assert len(lines) < 40 * turns
    blank = [line for line in lines if not line.strip()]
    assert len(blank) < 3 * turns
