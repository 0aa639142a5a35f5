"""All use cases of games, each built from what it needs. `schema.registry` has the operations that call them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from taphouse.schema.catalogue import Catalogue
from taphouse.service.access.quotas import Quotas
from taphouse.service.access.tokens import TokenIssuer
from taphouse.service.games.advising.advising import Adviser, Advising
from taphouse.service.games.agreeing.proposing import Proposing
from taphouse.service.games.agreeing.rematching import Rematches, Rematching
from taphouse.service.games.agreeing.undoing import Undoing
from taphouse.service.games.beginning.coming_and_going import ComingAndGoing
from taphouse.service.games.beginning.creating import Choosing, Creating
from taphouse.service.games.beginning.forking import Forking
from taphouse.service.games.beginning.importing import Importing
from taphouse.service.games.beginning.joining import Joining
from taphouse.service.games.beginning.new_games import NewGames
from taphouse.service.games.beginning.preparing import Preparing
from taphouse.service.games.beginning.seating import Seating
from taphouse.service.games.beginning.seats import Admits, Introduce
from taphouse.service.games.beginning.starting import Forget, Starting
from taphouse.service.games.clocks.timekeeping import Timekeeping
from taphouse.service.games.kernel.committing import Committer
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.game_lists import Lists
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.presence import Presence
from taphouse.service.games.playing import Playing
from taphouse.service.games.quick.playing_at_once import QuickPlay
from taphouse.service.games.quick.terms import MayMeet, RatingOf, table_by_id
from taphouse.service.games.quick.waiting_tables import WaitingTables
from taphouse.service.games.records.exporting import Exporting
from taphouse.service.games.records.signing import RecordKeys
from taphouse.service.games.seating.challenging import Challenges, Challenging, Find
from taphouse.service.games.seating.declaring import Declaring
from taphouse.service.games.seating.handing_over import HandingOver
from taphouse.service.games.seating.hosting import Hosting
from taphouse.service.games.seating.inviting import Inviting
from taphouse.service.games.seating.replacing import Replacing
from taphouse.service.games.seeing import Seeing


def use_cases(
    committer: Committer,
    reader: Reader,
    lists: Lists,
    editions: Editions,
    catalogues: Mapping[str, Catalogue],
    access: TokenIssuer,
    adviser: Adviser,
    quotas: Quotas | None,
    notice: Callable[[LoadedGame], None],
    record_keys: RecordKeys,
    presence: Presence,
    forget: Forget,
    introduce: Introduce,
    tables: WaitingTables,
    may_meet: MayMeet,
    quick_play: bool,
    find: Find | None,
    rating_of: RatingOf | None,
    admits: Admits | None,
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
        record_keys: Signs records.
        presence: Knows who is at tables that wait.
        forget: Removes the webhooks of a game.
        introduce: Finds the profile of an account.
        tables: Looks after tables of quick play.
        may_meet: Decides whether quick play may bring two accounts together.
        quick_play: True if there is quick play.
        find: Finds the players whom others challenge; None without challenges.
        rating_of: Finds the ratings of players; None if no games are rated.
        admits: Refuses accounts that may take no seat; None if all may.
    """
    challenges = Challenges(reader, find)
    new_games = NewGames(committer, reader, editions, access, quotas, presence, introduce, challenges)
    seating = Seating(committer, reader, access, quotas, presence, introduce)
    rematches = Rematches(new_games, reader, editions, access, admits)
    return (
        Creating(new_games, reader, editions, rating_of is not None),
        Forking(new_games, reader, editions),
        Importing(new_games, reader, editions),
        Joining(committer, reader, access, seating, partial(table_by_id, may_meet=may_meet, rating_of=rating_of)),
        QuickPlay(
            Choosing(reader.games, editions),
            new_games,
            seating,
            reader,
            tables,
            tables.queues,
            may_meet,
            quick_play,
            rating_of,
            admits,
        ),
        Preparing(committer, reader.now_ms),
        Starting(committer, reader, access, presence, forget),
        Playing(committer, reader),
        Undoing(committer, reader),
        Proposing(committer, reader, rematches.judge),
        Rematching(reader, access),
        Timekeeping(committer, reader),
        Replacing(committer, reader),
        Inviting(committer, reader, access),
        Challenging(committer),
        HandingOver(reader, access),
        ComingAndGoing(committer, reader, access, quotas, introduce, tables.note),
        Hosting(committer, reader, access),
        Declaring(committer),
        Seeing(reader, catalogues, committer.time_left, notice, presence),
        Advising(adviser, reader),
        Exporting(reader, lists, editions, record_keys),
    )
