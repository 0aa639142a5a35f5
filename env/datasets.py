"""Data sets for learning from games that were played: the decisions of records, as arrays."""

from __future__ import annotations

import re
import shutil
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
from gymnasium import spaces
from msgspec import Struct

from taphouse.engine import GAMES
from taphouse.engine.editions import Edition, packaged
from taphouse.engine.records.headers import brought
from taphouse.engine.records.record import Played, Record, RecordError, Undone
from taphouse.engine.records.replaying import RecordReplay
from taphouse.engine.records.text import Source, lines_of, opened, read
from taphouse.env.spaces import observation_space
from taphouse.env.steps import Choice
from taphouse.env.table import Array, GameTable, Numbering, Rewards

Masks = Literal["bytes", "bits"]
ROWS = 10_000
"""The least rows that are written to Parquet together: each group of rows takes memory again when the file is read."""
_LEFT_OUT = "{} decisions are left out: the moves that were made have no number; steps make all moves"
_NONE = "there is no decision in these files"
_VERSIONED = re.compile(r"-v\d+$")
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
    table: GameTable
    """A table of such games, which has the layout of observations and the number of actions."""
    ends: Array
    """The last observation of each seat, when nobody decides."""
    left_out: int
    """The decisions that are missing, because the move that was made has no number."""

    def masks(self, form: Masks) -> Array:
        """The action masks: a byte for each action, or a bit, eight in a byte, as `numpy.packbits` has them."""
        mask = np.zeros((len(self.legal), self.table.size), np.int8)
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
    counts the last ones. Steps make all moves. For more games than fit in memory, take `save` with Parquet, or `decisions`.

    Args:
        files: files of records, as text or JSON Lines; `-` is standard input. All have one kind, edition and number of seats.
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
        raise ValueError(_NONE)
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
        to: the file. `.npz` has the arrays of `dataset`, with masks as bits; `.parquet` a row for each decision, with the numbers
            of its legal moves as `legal`. Or a folder in the form of Minari, whose name ends in a version, such as
            `pint-craft-v0`, with an episode for each seat of a game. All are written a few games at a time.
        editions: editions that are neither packaged nor in their records.
        numbering: the meaning of actions, as for `GameTable`.

    Raises:
        ValueError: a record is wrong, or the file has another ending, is one of those of records, or cannot be written.
        ModuleNotFoundError: pyarrow or minari is missing.
    """
    rows_are = "decisions" if numbering == "moves" else "steps"
    writes = {".npz": _to_npz, ".parquet": _to_parquet}.get(to.suffix, _to_minari)
    if writes is _to_minari and not _VERSIONED.search(to.name):
        raise ValueError(f"{to} must end in .npz or .parquet, or for Minari in a version such as -v0")
    sources = [*files]
    if to.resolve() in (Path(file).resolve() for file in sources):
        raise ValueError(f"{to} is a file of the records, which it would replace: write to another")
    number = rows = missing = 0
    with _placed(to) as new, writes(new) as add:
        for game in decisions(sources, editions=editions, numbering=numbering):
            add(game, number)
            number, rows, missing = number + 1, rows + len(game.legal), missing + game.left_out
        if not rows:
            raise ValueError(_NONE)
    told = f" {_LEFT_OUT.format(missing)}." if missing else ""
    return f"{number} games, {rows} {rows_are}.{told}"


@contextmanager
def _placed(to: Path) -> Iterator[Path]:
    """A path that takes the place of a file, or of a folder that does not exist, once what is written there is whole."""
    if to.is_dir():
        raise ValueError(f"{to} is a folder that exists")
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        # Minari needs the absolute path: it joins a relative one with itself.
        beside = TemporaryDirectory(prefix=f".{to.name}-", dir=to.absolute().parent)
    except OSError as error:
        raise ValueError(f"{to} cannot be written: {error.strerror}") from None
    with beside as folder:
        new = Path(folder, to.name)
        yield new
        new.replace(to)


@contextmanager
def _to_npz(to: Path) -> Iterator[Callable[[GameDecisions, int], None]]:
    """A writer of games to a file of NumPy's: rows wait in a file for each array, since their number comes before them."""
    kept: dict[str, tuple[np.dtype[Any], list[int]]] = {}

    def add(game: GameDecisions, number: int) -> None:
        numbers = np.full(len(game.legal), number, np.int32)
        for name, rows in (game.columns | {"action_mask": game.masks("bits"), "game": numbers}).items():
            _, shape = kept.setdefault(name, (rows.dtype, [0, *rows.shape[1:]]))
            shape[0] += len(rows)
            with (to.parent / f"{name}.rows").open("ab") as file:
                file.write(rows.tobytes())

    yield add
    with ZipFile(to, "w", ZIP_DEFLATED) as archive:
        for name, (dtype, shape) in kept.items():
            head = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": tuple(shape)}
            with (
                archive.open(f"{name}.npy", "w", force_zip64=True) as member,
                (to.parent / f"{name}.rows").open("rb") as file,
            ):
                np.lib.format.write_array_header_1_0(member, head)
                shutil.copyfileobj(file, member)


@contextmanager
def _to_parquet(to: Path) -> Iterator[Callable[[GameDecisions, int], None]]:
    """A writer of games, each with its number, to a file."""
    from pyarrow import concat_tables, parquet, table

    parts: list[Any] = []
    writers: list[Any] = []

    def write() -> None:
        if not writers:
            writers.append(parquet.ParquetWriter(to, parts[0].schema))
        writers[0].write_table(concat_tables(parts))
        parts.clear()

    def add(game: GameDecisions, number: int) -> None:
        columns = {name: [*values] for name, values in game.columns.items()}
        parts.append(table(columns | {"game": [number] * len(game.legal), "legal": [*game.legal]}))
        if sum(part.num_rows for part in parts) >= ROWS:
            write()

    try:
        yield add
        if parts:
            write()
    finally:
        for writer in writers:
            writer.close()


@contextmanager
def _to_minari(to: Path) -> Iterator[Callable[[GameDecisions, int], None]]:
    """A writer of games to a folder of Minari: for each seat an episode, which ends with what the seat sees at last."""
    import minari
    import pyarrow  # noqa: F401 -- what is missing is named at once
    from minari.data_collector import EpisodeBuffer
    from minari.dataset.minari_storage import MinariStorage

    stores: list[Any] = []

    def add(game: GameDecisions, _number: int) -> None:
        if not stores:
            (to / "data").mkdir(parents=True)
            actions = spaces.Discrete(game.table.size)
            stores.append(MinariStorage.new(to / "data", observation_space(game.table), actions, data_format="parquet"))
            stores[0].update_metadata({"dataset_id": to.name, "minari_version": minari.__version__})
        masks = game.masks("bytes")
        for seat, end in enumerate(game.ends, 1):
            own = game.columns["seat"] == seat
            cut = np.arange(own.sum()) == own.sum() - 1
            shown = np.vstack([game.columns["observation"][own], end])
            done = game.columns["done"][own]
            episode = EpisodeBuffer(
                observations={"observation": shown, "action_mask": np.vstack([masks[own], np.zeros_like(masks[:1])])},
                actions=game.columns["action"][own],
                rewards=game.columns["reward"][own],
                terminations=done,
                truncations=cut & ~done,
            )
            if own.any():
                stores[0].update_episodes([episode])

    yield add


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
    with opened(file) as lines:
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
    ends = np.array([table.observed(state, seat) for seat in range(1, table.seats + 1)])
    return GameDecisions(arrays, tuple(reversed(kept)), table, ends, left_out)
