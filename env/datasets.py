"""Data sets for learning from games that were played: the decisions of records, as arrays."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from msgspec import Struct

from taphouse.engine import GAMES
from taphouse.engine.editions import Edition, packaged
from taphouse.engine.records.headers import brought
from taphouse.engine.records.record import Played, Record, RecordError, Undone
from taphouse.engine.records.replaying import RecordReplay
from taphouse.engine.records.text import Source, lines_of, read
from taphouse.env.steps import Choice
from taphouse.env.table import Array, GameTable, Numbering, Rewards

Masks = Literal["bytes", "bits"]
_LEFT_OUT = "{} decisions are left out: the moves that were made have no number; steps make all moves"
_COLUMNS = {
    "observation": np.int16,
    "action": np.int32,
    "reward": np.float32,
    "done": np.bool_,
    "seat": np.int8,
}


class GameDecisions(Struct, frozen=True):
    """The decisions of a game, in the order in which they were made."""

    columns: dict[str, Array]
    """All columns of `dataset` but the masks: one row of each array for each decision."""
    legal: tuple[Array, ...]
    """The numbers of the legal moves at each decision."""
    actions: int
    """The number of actions, which is the width of a mask."""
    left_out: int
    """The decisions that are missing, because the move that was made has no number."""

    def masks(self, form: Masks) -> Array:
        """The action masks: a byte for each action, or a bit, eight in a byte, as `numpy.packbits` has them."""
        mask = np.zeros((len(self.legal), self.actions), np.int8)
        for row, numbers in zip(mask, self.legal, strict=True):
            row[numbers] = 1
        return mask if form == "bytes" else np.packbits(mask, axis=1)


def dataset(
    files: Iterable[str | Path],
    rewards: Rewards = "place",
    editions: Sequence[Edition] = (),
    masks: Masks = "bytes",
    numbering: Numbering = "moves",
) -> dict[str, Array]:
    """The decisions of recorded games, in the order in which they were made: one row of each array for each, or for each step.

    Moves that the service made for somebody, moves that were taken back, and moves without a number are left out; a warning
    counts the last ones. Steps make all moves.

    Args:
        files: files of records, as text or JSON Lines. All games have one kind, edition and number of seats.
        rewards: the rewards, as for `GameTable`.
        editions: editions that are neither packaged nor in their records.
        masks: the form of the masks: `bytes`, or `bits`, which take an eighth of the memory: `numpy.unpackbits` reads them, with
            the number of actions as its `count`.
        numbering: the meaning of actions, as for `GameTable`.

    Returns:
        `observation` and `action_mask`, as environments give them to the seat that decides; `action`, its number; `reward`, 0
        but for the last decision of each seat in a game that was played to its end, where `done` is true; `game`, the number of
        the record from 0, and `seat`. The rows of one game and seat are an episode.

    Raises:
        ValueError: a record is wrong, or its game is another one than the first. Names the file and the line.
    """
    games = [(game, game.masks(masks)) for game in decisions(files, rewards, editions, numbering)]
    if not any(game.legal for game, _ in games):
        raise ValueError("there is no decision in these files")
    left_out = sum(game.left_out for game, _ in games)
    if left_out:
        warnings.warn(_LEFT_OUT.format(left_out), stacklevel=2)
    rows = {name: np.concatenate([game.columns[name] for game, _ in games]) for name in _COLUMNS}
    numbers = np.repeat(np.arange(len(games), dtype=np.int32), [len(game.legal) for game, _ in games])
    return rows | {"action_mask": np.concatenate([mask for _, mask in games]), "game": numbers}


def save(
    files: Iterable[str | Path], to: Path, editions: Sequence[Edition] = (), numbering: Numbering = "moves"
) -> str:
    """Write the decisions of recorded games to a file, and return a sentence about what was read and left out.

    Args:
        files: files of records.
        to: the file. `.npz` has the arrays of `dataset`, with masks as bits; `.parquet` a row for each decision, written game by
            game, with the numbers of its legal moves as `legal`.
        editions: editions that are neither packaged nor in their records.
        numbering: the meaning of actions, as for `GameTable`.

    Raises:
        ValueError: a record is wrong, or the file has another ending.
        ModuleNotFoundError: pyarrow is missing, which writes Parquet.
    """
    if to.suffix == ".npz":
        with warnings.catch_warnings(record=True) as left_out:
            rows = dataset(files, editions=editions, masks="bits", numbering=numbering)
        np.savez_compressed(to, **rows)  # type: ignore[arg-type]  # the names are none of its arguments
        told = "".join(f" {one.message}." for one in left_out)
        return f"{rows['game'][-1] + 1} games, {len(rows['game'])} decisions.{told}"
    if to.suffix != ".parquet":
        raise ValueError(f"{to} must end in .npz or .parquet")
    return _save_parquet(decisions(files, editions=editions, numbering=numbering), to)


def _save_parquet(games: Iterator[GameDecisions], to: Path) -> str:
    from pyarrow import parquet, table

    writer, number, rows, left_out = None, 0, 0, 0
    try:
        for number, game in enumerate(games, 1):
            columns = {name: [*values] for name, values in game.columns.items()}
            part = table(columns | {"game": [number - 1] * len(game.legal), "legal": [*game.legal]})
            writer = writer or parquet.ParquetWriter(to, part.schema)
            writer.write_table(part)
            rows, left_out = rows + len(game.legal), left_out + game.left_out
    finally:
        if writer is not None:
            writer.close()
    told = f" {_LEFT_OUT.format(left_out)}." if left_out else ""
    return f"{number} games, {rows} decisions.{told}"


def decisions(
    files: Iterable[str | Path],
    rewards: Rewards = "place",
    editions: Sequence[Edition] = (),
    numbering: Numbering = "moves",
) -> Iterator[GameDecisions]:
    """The decisions of each recorded game, one game after the other. Arguments and errors are those of `dataset`."""
    table: GameTable | None = None
    for file in files:
        for found in _found(file):
            try:
                if isinstance(found, RecordError):
                    raise found
                edition = _edition(found.record, editions)
                if table is None:
                    seats = len(found.record.seats)
                    table = GameTable(found.record.kind, seats, rewards, edition=edition, numbering=numbering)
                    first = _game(found.record)
                if _game(found.record) != first:
                    raise RecordError("This is a game of another kind, edition or number of seats than the first.")
                game = _decisions(found.record, edition, table)
            except RecordError as error:
                located = error if isinstance(found, RecordError) else found.located(error)
                raise ValueError(f"{file}: {located}") from None
            yield game


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


def _decisions(record: Record, edition: Edition, table: GameTable) -> GameDecisions:
    """The decisions of a game.

    Raises:
        RecordError: the record departs from the rules or from its seed.
    """
    replay = RecordReplay(record, table.game, edition)
    stands: list[tuple[Any, int, list[tuple[Choice, int]]] | None] = []
    state: Any = None
    rules = replay.rules
    for position in replay.positions():
        line = position.line
        if isinstance(line, Played):
            state = rules.with_decider(state, line.seat)
            made = None if line.automatic else position.move
            steps = [] if made is None else [*table.choice([*rules.moves(state)]).to(made)]
            stands.append(None if made is None else (state, line.seat, steps))
        elif isinstance(line, Undone):
            del stands[-line.moves :]
        state, rules = position.state, replay.rules
    over = replay.outcome is not None
    earned = table.rewards_of(replay.outcome)
    rows, kept, ended = [], [], set[int]()
    made_by_players = [one for one in stands if one is not None]
    for before, seat, steps in reversed(made_by_players):
        for choice, action in reversed(steps):
            last = over and seat not in ended
            ended.add(seat)
            observation = table.observed(before, seat, chosen=choice.chosen)
            rows.append((observation, action, earned[seat - 1] if last else 0.0, last, seat))
            kept.append(np.array(choice.legal, np.int32))
    columns = zip(*reversed(rows), strict=True) if rows else [()] * len(_COLUMNS)
    arrays: dict[str, Array] = {
        name: np.array(column, kind) for (name, kind), column in zip(_COLUMNS.items(), columns, strict=True)
    }
    arrays["observation"] = arrays["observation"].reshape(len(rows), table.layout.size)
    left_out = sum([not steps for _, _, steps in made_by_players])
    return GameDecisions(arrays, tuple(reversed(kept)), table.size, left_out)
