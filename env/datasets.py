"""Data sets for learning from games that were played: the decisions of records, as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from taphouse.engine import GAMES
from taphouse.engine.editions import Edition, packaged
from taphouse.engine.records.headers import brought
from taphouse.engine.records.record import Played, Record, RecordError, Undone
from taphouse.engine.records.replaying import RecordReplay
from taphouse.engine.records.text import Source, lines_of, read
from taphouse.env.table import Array, GameTable, Rewards

_COLUMNS = {
    "observation": np.int16,
    "action_mask": np.int8,
    "action": np.int32,
    "reward": np.float32,
    "done": np.bool_,
    "game": np.int32,
    "seat": np.int8,
}


def dataset(
    files: Iterable[str | Path], rewards: Rewards = "place", editions: Sequence[Edition] = ()
) -> dict[str, Array]:
    """The decisions of recorded games, in the order in which they were made: one row of each array for each.

    Moves that the service made for somebody, moves that were taken back, and moves without a number are left out.

    Args:
        files: files of records, as text or JSON Lines. All games have one kind, edition and number of seats.
        rewards: the rewards, as for `GameTable`.
        editions: editions that are neither packaged nor in their records.

    Returns:
        `observation` and `action_mask`, as environments give them to the seat that decides; `action`, its number; `reward`, 0
        but for the last decision of each seat in a game that was played to its end, where `done` is true; `game`, the number of
        the record from 0, and `seat`. The rows of one game and seat are an episode.

    Raises:
        ValueError: a record is wrong, or its game is another one than the first. Names the file and the line.
    """
    rows: list[tuple[Any, ...]] = []
    table: GameTable | None = None
    number = 0
    for file in files:
        for found in _found(file):
            try:
                if isinstance(found, RecordError):
                    raise found
                edition = _edition(found.record, editions)
                if table is None:
                    table = GameTable(found.record.kind, len(found.record.seats), rewards, edition=edition)
                    first = _game(found.record)
                if _game(found.record) != first:
                    raise RecordError("This is a game of another kind, edition or number of seats than the first.")
                rows += _decisions(found.record, edition, table, number)
            except RecordError as error:
                located = error if isinstance(found, RecordError) else found.located(error)
                raise ValueError(f"{file}: {located}") from None
            number += 1
    if not rows:
        raise ValueError("there is no decision in these files")
    columns = zip(*rows, strict=True)
    return {name: np.array(column, kind) for (name, kind), column in zip(_COLUMNS.items(), columns, strict=True)}


def _found(file: str | Path) -> Iterator[Source | RecordError]:
    """The records of a file, and the errors in it.

    Raises:
        ValueError: it is not UTF-8.
    """
    with Path(file).open(encoding="utf-8") as lines:
        try:
            yield from read(lines_of(lines))
        except UnicodeDecodeError as error:
            raise ValueError(f"{file}: not UTF-8: {error}") from None


def _game(record: Record) -> tuple[str, str, int]:
    return record.kind, record.edition.digest, len(record.seats)


def _edition(record: Record, editions: Sequence[Edition]) -> Edition:
    """The edition of a record.

    Raises:
        RecordError: it is not here, or invalid.
    """
    game = GAMES.get(record.kind)
    if game is None:
        raise RecordError(f"There is no kind {record.kind}. The kinds are {', '.join(GAMES)}.", "kind")
    for edition in (*packaged(game.edition, game.about.package), *editions):
        if edition.digest == record.edition.digest:
            return edition
    if record.edition_file is not None:
        return brought(game, record)
    raise RecordError(f"The edition {record.edition.name} with this digest is not packaged: pass it.", "edition")


def _decisions(record: Record, edition: Edition, table: GameTable, number: int) -> list[tuple[Any, ...]]:
    """The rows of a game.

    Raises:
        RecordError: the record departs from the rules or from its seed.
    """
    replay = RecordReplay(record, table.game, edition)
    stands: list[tuple[Any, int, Array, int] | None] = []
    state: Any = None
    rules = replay.rules
    for position in replay.positions():
        line = position.line
        if isinstance(line, Played):
            state = rules.with_decider(state, line.seat)
            legal, moves = table.actions.numbered([*rules.moves(state)])
            made = None if line.automatic else position.move
            chosen = next((number for number, move in zip(legal, moves, strict=True) if move == made), None)
            stands.append(None if chosen is None else (state, line.seat, np.array(legal), chosen))
        elif isinstance(line, Undone):
            del stands[-line.moves :]
        state, rules = position.state, replay.rules
    over = replay.outcome is not None
    earned = table.rewards_of(replay.outcome)
    rows, ended = [], set[int]()
    for decision in reversed([one for one in stands if one is not None]):
        before, seat, legal_numbers, action = decision
        mask = np.zeros(table.actions.size, np.int8)
        mask[legal_numbers] = 1
        last = over and seat not in ended
        ended.add(seat)
        reward = earned[seat - 1] if last else 0.0
        rows.append((table.observed(before, seat), mask, action, reward, last, number, seat))
    return rows[::-1]
