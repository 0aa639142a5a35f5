"""Chooses the records to keep: few games that reach everything that many reach."""

from __future__ import annotations

import functools
import gc
import sys
from collections.abc import Collection, Sequence
from importlib.resources import files
from itertools import pairwise
from types import FrameType
from typing import Any

from taphouse.engine import GAMES
from taphouse.engine.records.record import Finished, Played, Record
from taphouse.engine.records.replaying import verify
from taphouse.service.cli.installed_games import InstalledGames
from taphouse.service.cli.shadow.recorded import compare


def chosen(records: Sequence[Record], least: int, also: Collection[int] = ()) -> list[Record]:
    """At least so many of these records of a kind, in their order; more if these do not reach everything.

    Each next one reaches the most branches and terms that no earlier one reached, and of equals the most names.

    Args:
        records: the records.
        least: the least number that is chosen.
        also: the numbers, from 1, of records that are kept besides.
    """
    installed = InstalledGames()
    # Before branches are noted: what is made once, such as the rules of an edition, belongs to no game.
    differs = [_replayed(record, installed) for record in records]
    reached = [
        _branches(record, installed) | _terms(record) | {("differs", different)}
        for record, different in zip(records, differs, strict=True)
    ]
    names = [_names(record) for record in records]
    left, unnamed = set().union(*reached), set().union(*names)
    kept: list[int] = []
    while left or len(kept) < least:
        others = [number for number in range(len(records)) if number not in kept]
        best = max(others, key=lambda number: (len(reached[number] & left), len(names[number] & unnamed)))
        kept.append(best)
        left -= reached[best]
        unnamed -= names[best]
    return [record for number, record in enumerate(records) if number in kept or number + 1 in also]


def _replayed(record: Record, installed: InstalledGames) -> bool:
    """Replay a record under its rules and the newest. Returns True if these differ."""
    verify(record, *installed.of(record))
    return compare(record, installed) is not None


def _branches(record: Record, installed: InstalledGames) -> set[object]:
    """The steps from line to line in the code of the game, each with the call that led there."""
    package = GAMES[record.kind].about.package
    folder, found = str(files(package)), set[object]()

    def entered(frame: FrameType, _event: str, _value: Any) -> Any:
        code, call, before = frame.f_code, frame.f_back, 0
        if not code.co_filename.startswith(folder) or call is None:
            return None
        caller = (call.f_code.co_qualname, call.f_lineno)

        def stepped(frame: FrameType, event: str, _value: Any) -> Any:
            nonlocal before
            if event == "line":
                found.add((caller, code.co_filename, code.co_qualname, before, frame.f_lineno))
                before = frame.f_lineno
            return stepped

        return stepped

    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper) and (one.__module__ or "").startswith(package):
            one.cache_clear()  # or an earlier game would hide what this one reaches
    before_this = sys.gettrace()
    sys.settrace(entered)
    try:
        _replayed(record, installed)
    finally:
        sys.settrace(before_this)
    return found


def _terms(record: Record) -> set[object]:
    """The options, seats, bots and kinds of lines; the result, and how equals in points are placed."""
    standings = record.result.standings if isinstance(record.result, Finished) else ()
    return {
        *((name, str(value)) for name, value in record.options.items()),
        *(player.bot for player in record.seats),
        *map(type, record.lines),
        ("seats", len(record.seats)),
        record.result.reason if isinstance(record.result, Finished) else record.result,
        *((one.points == two.points, one.place == two.place) for one, two in pairwise(standings)),
    }


def _names(record: Record) -> set[object]:
    """The verbs of moves, with the words beside them."""
    moves = [line.move.split() for line in record.lines if isinstance(line, Played)]
    return {(verb, word) for verb, *words in moves for word in words}
