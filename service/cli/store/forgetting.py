"""`taphouse store forget`: finds every trace of an account in a store, and has the service delete it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec
import typer
from msgspec import Struct

from taphouse.engine import GAMES
from taphouse.engine.game import Game
from taphouse.schema.failures import Unreadable
from taphouse.service.access.accounts import account_id
from taphouse.service.cli.output import counted
from taphouse.service.cli.store.places import UpkeepStore, upkeep_store
from taphouse.service.games.deleting.pending import KEPT, begin, marked
from taphouse.service.games.kernel.game_lists import of_player, stamp
from taphouse.service.persons.sanctions import sanctioned
from taphouse.service.runtime.progress import Progress
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.layout import Kind
from taphouse.service.store.upkeep.archive import ArchivedGame


class Forgotten(Struct, frozen=True, tag="forgotten", tag_field="is"):
    """The things in a store that have an account."""

    account: str
    """The account's id."""
    games: int
    others: int
    """Its lists, and what it has of webhooks."""

    @property
    def nothing(self) -> bool:
        """True if the store has nothing of it."""
        return not self.games and not self.others


def run(
    url: str, issuer: str, subject: str, settings: Settings, as_json: bool, games: Mapping[str, Game] = GAMES
) -> None:
    """Look for an account everywhere in a store, have the service delete what there is, and print how much that is.

    Args:
        url: The URL of the store.
        issuer: The issuer of the account's login.
        subject: Its subject there.
        settings: The operator's settings.
        as_json: True to print JSON instead of text.
        games: The kinds of games that are known here.

    Raises:
        ValueError: The URL is invalid.
        EditionError: An edition of the operator is invalid.
        StoreUnavailable: The store does not answer.
    """
    with Progress("keys") as progress:
        found = asyncio.run(_forgotten(url, account_id(issuer, subject), settings, games, progress))
    if as_json:
        typer.echo(msgspec.json.encode(found))
    elif found.nothing:
        typer.echo("The store has nothing of this account.")
    else:
        typer.echo(
            f"{counted(found.games, 'game')} and {counted(found.others, 'other record')} have the account. The service deletes "
            "it from them now. Run the command again to see whether it has finished."
        )


async def _forgotten(
    url: str, player: str, settings: Settings, games: Mapping[str, Game], progress: Progress
) -> Forgotten:
    async with upkeep_store(url, settings, games) as upkeep:
        seen, others = set[str](), set[str]()
        async for kind, name in upkeep.contents.keys():
            progress.advance()
            if kind is Kind.GAME and name not in seen and await _has(upkeep, name, player):
                seen.add(name)
            elif kind in (Kind.ITEMS, Kind.LIST) and player in name and marked(name) is None and not sanctioned(name):
                others.add(name)
        found = Forgotten(player, len(seen), len(others))
        if not found.nothing:
            await begin(upkeep.store, player, upkeep.reader.now_ms())
        return found


async def _has(upkeep: UpkeepStore, game: str, player: str) -> bool:
    """Return whether a game has an account. If so, put it into the account's list, which may have lost it."""
    try:
        record = await upkeep.contents.record(Kind.GAME, game)
    except Unreadable as error:
        typer.echo(f"Game {game} cannot be read, and may have the account: {error}", err=True)
        return False
    if not isinstance(record, ArchivedGame):
        return False
    if not any(player.encode() in value for value in (*record.fields.values(), *record.log)):
        return False
    entry = f"{stamp(int(record.fields['created']))}:{game}"
    await upkeep.store.enlist(of_player(player), entry, "", KEPT)
    return True
