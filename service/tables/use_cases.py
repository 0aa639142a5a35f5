"""All use cases of games, each built from what it needs. `schema.operations` declares the operations that call them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from taphouse.schema.catalogue import Catalogue
from taphouse.service.access.quotas import Quotas
from taphouse.service.access.tokens import Access
from taphouse.service.tables.advising.advising import Adviser, Advising
from taphouse.service.tables.agreeing.proposing import Proposing
from taphouse.service.tables.agreeing.rematching import Rematches, Rematching
from taphouse.service.tables.agreeing.undoing import Undoing
from taphouse.service.tables.beginning.creating import Creating
from taphouse.service.tables.beginning.forking import Forking
from taphouse.service.tables.beginning.importing import Importing
from taphouse.service.tables.beginning.joining import Joining
from taphouse.service.tables.beginning.new_games import NewGames
from taphouse.service.tables.clocks.timekeeping import Timekeeping
from taphouse.service.tables.committing import Committer
from taphouse.service.tables.editions import Editions
from taphouse.service.tables.hosting import Hosting
from taphouse.service.tables.lists.game_lists import Lists
from taphouse.service.tables.loaded_game import LoadedGame
from taphouse.service.tables.loading import Reader
from taphouse.service.tables.playing import Playing
from taphouse.service.tables.records.exporting import Exporting
from taphouse.service.tables.seating.inviting import Inviting
from taphouse.service.tables.seating.replacing import Replacing
from taphouse.service.tables.seeing import Seeing


def use_cases(
    committer: Committer,
    reader: Reader,
    lists: Lists,
    editions: Editions,
    catalogues: Mapping[str, Catalogue],
    access: Access,
    adviser: Adviser,
    quotas: Quotas | None,
    notice: Callable[[LoadedGame], None],
) -> tuple[object, ...]:
    """Build the use cases of games: objects whose public methods the declared operations call by name.

    Args:
        committer: Commits changes.
        reader: Loads games.
        lists: The lists of games.
        editions: The editions of all games.
        catalogues: The catalogue in each language.
        access: Issues tokens.
        adviser: Thinks about decisions.
        quotas: Counts games and seats; None without limits.
        notice: Called with every game that was read, to repair what the store may have lost of it.
    """
    new_games = NewGames(committer, reader, editions, access, quotas)
    rematches = Rematches(new_games, reader, editions, access)
    return (
        Creating(new_games, reader, editions),
        Forking(new_games, reader, editions),
        Importing(new_games, reader, editions),
        Joining(committer, reader, access, quotas),
        Playing(committer, reader),
        Undoing(committer, reader),
        Proposing(committer, reader, rematches.judge),
        Rematching(reader, access),
        Timekeeping(committer, reader.store),
        Replacing(committer),
        Inviting(committer, reader, access),
        Hosting(committer, reader, access),
        Seeing(reader, catalogues, committer.time_left, notice),
        Advising(adviser, reader),
        Exporting(reader, lists, editions),
    )
