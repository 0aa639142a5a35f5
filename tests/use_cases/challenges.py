"""Players with profiles who challenge each other, on the parts of use cases."""

from __future__ import annotations

from typing import Any

from taphouse.schema.ports import AccountHolder
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import SeatKind
from taphouse.service.access.tokens import LATEST
from taphouse.service.games.beginning.new_games import NewGames
from taphouse.service.games.kernel.game_lists import challenged
from taphouse.service.games.lobby import Lobby
from taphouse.service.games.seating.challenging import Challenges, Challenging
from taphouse.service.persons.profiles import Profiles
from tests.use_cases.accounts import BOB, Place, id_of

TO_BOB = SeatAsked(SeatKind.OPEN, challenge="Bob")


class Table(Place):
    """A place whose players can have profiles, and challenge each other."""

    def __init__(self, store: Any = None) -> None:
        super().__init__(store)
        profiles = Profiles(self.reader, on=True)
        self.save, self.forget = profiles.save_profile, profiles.forget
        self.new_games = NewGames(
            self.committer,
            self.reader,
            self.editions,
            self.access,
            None,
            self.presence,
            profiles.introduce,
            Challenges(self.reader, profiles.challenged),
        )
        self.challenging = Challenging(self.committer)
        self.lobby = Lobby(self.reader, self.lists, profiles.friends_of)

    async def challenges(self) -> list[str]:
        """The games to which Bob is challenged."""
        page = await self.lobby.challenges(AccountHolder(id_of(BOB), LATEST), "en", 20, None)
        return [node.game_id for node in page.nodes]

    async def open(self) -> int:
        """The number of open challenges to Bob that count."""
        (count,) = await self.store.held([challenged(id_of(BOB))])
        return count
