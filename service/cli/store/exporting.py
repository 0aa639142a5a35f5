"""`taphouse store export`: writes everything in a store to a file, while the service runs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from importlib.metadata import version
from pathlib import Path

import msgspec
import typer
from msgspec import Struct

from taphouse.schema.failures import Damaged, Unreadable
from taphouse.service.cli.output import counted
from taphouse.service.cli.store.pool import each
from taphouse.service.observing.game_counts import is_game_count
from taphouse.service.runtime.progress import Progress
from taphouse.service.store import layout
from taphouse.service.store.failures import StoredBeforeFirstRelease
from taphouse.service.store.layout import Kind
from taphouse.service.store.upkeep.archive import FORMAT, ArchivedGame, ArchiveWriter, Header, Record
from taphouse.service.store.upkeep.contents import KEPT, Contents

MOST_SHOWN = 10
"""The most unknown keys that are named."""
_MEGABYTE = 1 << 20


class Exported(Struct, frozen=True, tag="exported", tag_field="is"):
    """The summary of an export."""

    games: int
    others: int
    """Editions, webhooks and their deliveries, and quotas."""
    size: int
    """The bytes of the file."""
    unknown: tuple[str, ...] = ()
    """Some of the keys that this release cannot read, and has left out."""
    damaged: tuple[str, ...] = ()
    """The games that are damaged, and are left out."""
    newer: tuple[str, ...] = ()
    """The games that only a newer release can read, and that are left out."""


def run(url: str, path: Path, as_json: bool) -> Exported:
    """Write everything in a store to a file, and print what was written.

    Args:
        url: The URL of the store.
        path: The file, which must not exist.
        as_json: True to print JSON instead of text.

    Raises:
        ValueError: The URL is invalid.
        StoreUnavailable: The store does not answer. There is no file then.
        StoredBeforeFirstRelease: A game is of an earlier format. There is no file then.
        OSError: The file exists, or cannot be written.
    """
    with Progress("keys") as progress:
        games, others, left_out = asyncio.run(_exported(url, path, progress))
    shown = tuple(sorted(left_out.unknown)[:MOST_SHOWN])
    damaged, newer = tuple(sorted(left_out.damaged)), tuple(sorted(left_out.newer))
    exported = Exported(games, others, path.stat().st_size, shown, damaged, newer)
    if as_json:
        typer.echo(msgspec.json.encode(exported))
    else:
        size = f"{exported.size / _MEGABYTE:.1f} MiB"
        what = f"{counted(exported.games, 'game')} and {counted(exported.others, 'other record')}"
        typer.echo(f"{what} were written to {path} ({size}).")
    for key in exported.unknown:
        typer.echo(f"This release cannot read the key {key}, and has left it out. A newer one may know it.", err=True)
    for game in exported.damaged:
        typer.echo(f"Game {game} is damaged, and is left out. Only an earlier backup can have it.", err=True)
    for game in exported.newer:
        typer.echo(f"Game {game} is of a newer release, and is left out. Export it with that release.", err=True)
    return exported


class _LeftOut(Struct, frozen=True):
    """The keys that cannot be read, by reason."""

    unknown: set[str]
    """Keys that hold no games."""
    damaged: set[str]
    """Games that are damaged."""
    newer: set[str]
    """Games that only a newer release can read."""


async def _exported(url: str, path: Path, progress: Progress) -> tuple[int, int, _LeftOut]:
    """The numbers of games and of other records, and the keys that cannot be read."""
    contents, left_out = Contents(url), _LeftOut(set(), set(), set())
    games = others = 0

    async def keys() -> AsyncIterator[tuple[Kind, str]]:
        """Each key that is to be kept, once."""
        seen: set[tuple[Kind, str]] = set()
        async for kind, name in contents.keys():
            if kind is Kind.UNKNOWN:
                left_out.unknown.add(name)
            elif kind in KEPT and (kind, name) not in seen and not (kind is Kind.HOLD and is_game_count(name)):
                seen.add((kind, name))
                yield kind, name

    async def record(key: tuple[Kind, str]) -> Record | None:
        kind, name = key
        try:
            return await contents.record(kind, name)
        except StoredBeforeFirstRelease:
            raise
        except Unreadable as error:
            named = left_out.damaged if isinstance(error, Damaged) else left_out.newer
            (named if kind is Kind.GAME else left_out.unknown).add(KEPT[kind](name))
            return None

    header = Header(FORMAT, layout.FORMAT, version("taphouse"), time.time_ns() // 1_000_000)
    try:
        with ArchiveWriter(path, header) as file:
            async for one in each(keys(), record):
                progress.advance()
                if one is not None:
                    file.write(one)
                    games, others = games + isinstance(one, ArchivedGame), others + (not isinstance(one, ArchivedGame))
    finally:
        await contents.close()
    return games, others, left_out
