"""Replays all games of a source, and prints those that differ and a summary."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec
import typer
from msgspec import Struct

from taphouse.engine import GAMES
from taphouse.engine.game import Game
from taphouse.service.cli.shadow.compare import Difference
from taphouse.service.cli.shadow.stored import Stored, Unreadable
from taphouse.service.store import StoreUnavailable
from taphouse.service.store.redis import RedisStore


class CannotShadow(Exception):
    """The games cannot be read; the message says why."""


class Report(Struct, frozen=True, tag="differs", tag_field="is"):
    """A game that differs from its shadow."""

    game: str
    kind: str
    at: Difference


class NotRead(Struct, frozen=True, tag="unreadable", tag_field="is"):
    """A game that cannot be replayed."""

    game: str
    why: str


class Summary(Struct, frozen=True, tag="summary", tag_field="is"):
    """How many games were replayed, by what came of it."""

    same: int
    differ: int
    unreadable: int

    @property
    def clean(self) -> bool:
        """Whether all games were replayed, and none differs."""
        return not self.differ and not self.unreadable


def run(url: str, as_json: bool, games: Mapping[str, Game] = GAMES) -> Summary:
    """Replay all games of a store.

    Args:
        url: The URL of the store.
        as_json: Whether to print a JSON object on each line instead of text.
        games: The kinds of games that are known here.

    Raises:
        CannotShadow: The URL is invalid, or the store does not answer.
    """
    try:
        summary = asyncio.run(_replayed(RedisStore.connect(url), as_json, games))
    except (ValueError, StoreUnavailable) as error:
        raise CannotShadow(f"The store cannot be read: {error}") from error
    _print(summary, as_json)
    return summary


async def _replayed(store: RedisStore, as_json: bool, games: Mapping[str, Game]) -> Summary:
    same = differ = unreadable = 0
    try:
        stored = Stored(store, games)
        async for id_ in stored.ids():
            try:
                record, difference = await stored.compare(id_)
            except Unreadable as error:
                unreadable += 1
                _print(NotRead(id_, str(error)), as_json)
                continue
            if record is None:  # it has expired
                continue
            if difference is None:
                same += 1
            else:
                differ += 1
                _print(Report(id_, record.kind, difference), as_json)
    finally:
        await store.close()
    return Summary(same, differ, unreadable)


def _print(what: Report | NotRead | Summary, as_json: bool) -> None:
    if as_json:
        typer.echo(msgspec.json.encode(what))
        return
    match what:
        case Report(game, kind, at):
            made = "the set-up" if at.notation is None else f"seat {at.seat}: {at.notation}"
            typer.echo(f"{game} ({kind}) differs at version {at.version}, {made}")
            for one in at.differing:
                typer.echo(f"  {one.what}\n    was {one.was}\n    now {one.now}")
        case NotRead(game, why):
            typer.echo(f"{game} cannot be replayed: {why}")
        case Summary(same, differ, unreadable):
            typer.echo(
                f"{same} games are the same under the newest rules, {differ} differ, {unreadable} are unreadable."
            )
