"""`taphouse store repair`: makes the embedded server start again after its append-only file was damaged."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import msgspec
import typer
from msgspec import Struct

from taphouse.service.cli.output import counted
from taphouse.service.cli.store.target import Failed
from taphouse.service.store.embedded import DataDirTaken, Embedded, EmbeddedFailed
from taphouse.service.store.protocol import Brief
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.upkeep.append_only import Cut, Unrepairable, repair
from taphouse.service.store.upkeep.contents import PATIENCE


class Shortened(Struct, frozen=True):
    """A game of which something was cut off."""

    game: str
    version: int
    """The version that it is at now; 0 if there is no such game."""
    was: int
    """The highest version that was cut off; 0 if something else of the game was."""


class Repaired(Struct, frozen=True, tag="repaired", tag_field="is"):
    """The result of a repair."""

    file: str | None
    """The file that was damaged; None if none was."""
    copy: str | None = None
    """The copy of the file as it was."""
    kept: int = 0
    lost: int = 0
    """The bytes that were cut off."""
    games: tuple[Shortened, ...] = ()


def run(data_dir: Path, as_json: bool) -> Repaired:
    """Repair the append-only file in a data directory, start the server for a moment, and print what was lost.

    Raises:
        Failed: It cannot be repaired; the message says why and what to do.
        OSError: The directory cannot be used.
    """
    if not data_dir.is_dir():
        raise Failed(f"There is no data directory {data_dir.absolute()}.")
    try:
        cut = repair(data_dir)
        repaired = Repaired(None) if cut is None else _told(cut, data_dir)
    except (DataDirTaken, Unrepairable, EmbeddedFailed) as error:
        raise Failed(str(error)) from None
    typer.echo(msgspec.json.encode(repaired) if as_json else "\n".join(_lines(repaired)))
    return repaired


def _told(cut: Cut, data_dir: Path) -> Repaired:
    """The parts that were cut off, with the versions of the games as the server has them now."""
    with Embedded(data_dir) as embedded:
        now = asyncio.run(_now(embedded.url, tuple(cut.games)))
    games = [Shortened(game, now[game], was if was > now[game] else 0) for game, was in sorted(cut.games.items())]
    return Repaired(str(cut.file), str(cut.copy), cut.kept, cut.lost, tuple(games))


async def _now(url: str, games: tuple[str, ...]) -> Mapping[str, int]:
    store = RedisStore.connect(url, timeout=PATIENCE)
    try:
        briefs = await store.briefs(games)
    finally:
        await store.close()
    return {game: brief.version if isinstance(brief, Brief) else 0 for game, brief in zip(games, briefs, strict=True)}


def _lines(repaired: Repaired) -> list[str]:
    if repaired.file is None:
        return ["Nothing is damaged."]
    lines = [
        f"{repaired.file} was damaged at its end: {counted(repaired.lost, 'byte')} cut off, {repaired.kept} left.",
        f"The file as it was is {repaired.copy}.",
    ]
    for one in repaired.games:
        at = f"it is at version {one.version}" if one.version else "there is no such game now"
        what = f"versions up to {one.was} are lost" if one.was else "something besides its versions is lost"
        lines.append(f"game {one.game}: {what}; {at}")
    return lines
