"""Replays all games of a store or of a folder, and prints those that differ and a summary."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec
import typer
from msgspec import Struct

from taphouse.engine import GAMES
from taphouse.engine.game import Game
from taphouse.service.cli.shadow.compare import Difference, NotReplayable
from taphouse.service.cli.shadow.recorded import ENDINGS, Recorded, files
from taphouse.service.cli.shadow.stored import Stored
from taphouse.service.cli.usable_store import check_store
from taphouse.service.runtime.progress import Progress
from taphouse.service.store.failures import StoredBeforeFirstRelease, StoreUnavailable, UnfitStore
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.upkeep.contents import PATIENCE


class CannotShadow(Exception):
    """The games cannot be read; the message says why."""


class ShadowDifference(Struct, frozen=True, tag="differs", tag_field="is"):
    """A game that differs from its shadow."""

    game: str
    """The id of a stored game; of a record, its file and line."""
    kind: str
    counted: Literal["version", "move"]
    """The unit of the difference's number."""
    at: Difference


class NotRead(Struct, frozen=True, tag="unreadable", tag_field="is"):
    """A game that cannot be replayed."""

    game: str
    """As in `ShadowDifference`."""
    why: str


class ShadowSummary(Struct, frozen=True, tag="summary", tag_field="is"):
    """The numbers of games that were replayed, by result."""

    same: int
    differ: int
    unreadable: int

    @property
    def clean(self) -> bool:
        """True if all games were replayed, and none differs."""
        return not self.differ and not self.unreadable


class _Results:
    """Prints the result of each game, and counts."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._progress = Progress("games")
        self._same = self._differ = self._unreadable = 0

    def add(self, result: ShadowDifference | NotRead | None) -> None:
        """Add a game. None: it is the same."""
        self._progress.advance()
        match result:
            case None:
                self._same += 1
                return
            case ShadowDifference():
                self._differ += 1
            case NotRead():
                self._unreadable += 1
        _print(result, self._as_json)

    def summary(self) -> ShadowSummary:
        """Print and return the summary."""
        self._progress.close()
        summary = ShadowSummary(self._same, self._differ, self._unreadable)
        _print(summary, self._as_json)
        return summary


def run(url: str, as_json: bool, games: Mapping[str, Game] = GAMES) -> ShadowSummary:
    """Replay all games of a store.

    Args:
        url: The URL of the store.
        as_json: True to print a JSON object on each line instead of text.
        games: The kinds of games that are known here.

    Raises:
        CannotShadow: The URL is invalid, the store does not answer, or it cannot be used here.
    """
    results = _Results(as_json)
    try:
        check_store(url, PATIENCE)
        asyncio.run(_replay(RedisStore.connect(url), games, results))
    except (StoredBeforeFirstRelease, UnfitStore) as error:
        raise CannotShadow(str(error)) from None
    except (ValueError, StoreUnavailable) as error:
        raise CannotShadow(f"The store cannot be read: {error}") from error
    return results.summary()


async def _replay(store: RedisStore, games: Mapping[str, Game], results: _Results) -> None:
    try:
        stored = Stored(store, games)
        async for id_ in stored.ids():
            try:
                record, difference = await stored.compare(id_)
            except NotReplayable as error:
                results.add(NotRead(id_, str(error)))
                continue
            if record is not None:  # it has not expired
                results.add(None if difference is None else ShadowDifference(id_, record.kind, "version", difference))
    finally:
        await store.close()


def run_records(folder: Path, as_json: bool, games: Mapping[str, Game] = GAMES) -> ShadowSummary:
    """Replay all records in the files of a folder.

    Args:
        folder: The folder, with `*.txt` and `*.jsonl`.
        as_json: As for `run`.
        games: As for `run`.

    Raises:
        CannotShadow: The folder cannot be read, or has no such file.
    """
    try:
        found = files(folder)
    except OSError as error:
        raise CannotShadow(f"The folder {folder} cannot be read: {error.strerror}.") from error
    if not found:
        raise CannotShadow(f"There is no file of records in {folder}: their names end with {' or '.join(ENDINGS)}.")
    recorded, results = Recorded(games), _Results(as_json)
    for file in found:
        for place, source in recorded.read(file):
            try:
                if isinstance(source, NotReplayable):
                    raise source
                difference = recorded.compare(source)
            except NotReplayable as error:
                results.add(NotRead(place, str(error)))
            else:
                results.add(
                    None if difference is None else ShadowDifference(place, source.record.kind, "move", difference)
                )
    return results.summary()


def _print(what: ShadowDifference | NotRead | ShadowSummary, as_json: bool) -> None:
    if as_json:
        typer.echo(msgspec.json.encode(what))
        return
    match what:
        case ShadowDifference(game, kind, counted, at):
            made = "the set-up" if at.notation is None else f"seat {at.seat}: {at.notation}"
            typer.echo(f"{game} ({kind}) differs at {counted} {at.number}, {made}")
            for one in at.differing:
                typer.echo(f"  {one.what}\n    was {one.was}\n    now {one.now}")
        case NotRead(game, why):
            typer.echo(f"{game} cannot be replayed: {why}")
        case ShadowSummary(same, differ, unreadable):
            typer.echo(f"The same under the newest rules: {same}. Different: {differ}. Unreadable: {unreadable}.")
