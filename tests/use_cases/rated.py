"""Rated games on the parts of use cases, and the instances that rate them."""

from __future__ import annotations

from typing import Any

from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import UndoOption
from taphouse.schema.values.games import GameKind, HostPowers, Visibility
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.ratings import Rating
from taphouse.schema.values.seats import SeatKind
from taphouse.service.access.tokens import LATEST
from taphouse.service.games.beginning.creating import Creating
from taphouse.service.games.beginning.joining import Joining
from taphouse.service.games.beginning.new_games import NewGames
from taphouse.service.games.beginning.seating import Seating
from taphouse.service.games.deleting.deletions import Deletions
from taphouse.service.games.kernel.committing import Committer
from taphouse.service.games.playing import Playing
from taphouse.service.games.seating.challenging import Challenges
from taphouse.service.games.seating.hosting import Hosting
from taphouse.service.persons.profiles import Profiles
from taphouse.service.persons.rating_games import RatingGames
from taphouse.service.persons.ratings import Ratings
from taphouse.service.store.protocol import RATINGS, Due
from tests.use_cases.accounts import ANN, BOB, CID, PASS, Place, id_of
from tests.use_cases.build import IdleBots, no_quick_table

KIND = GameKind("CASK_RACE")
OURS, OTHERS = SeatAsked(SeatKind.MINE), SeatAsked(SeatKind.OPEN)


class RatedPlace(Place):
    """A place where games are rated, once a test lets an instance do so."""

    def __init__(self) -> None:
        super().__init__()
        self.rating = RatingGames(self.reader)
        self.ratings = Ratings(self.reader, on=True)
        self.profiles = Profiles(self.reader, on=True, ratings=self.ratings)
        self.committer = Committer(self.reader, self.lists, IdleBots(), ratings=self.rating)
        introduce = self.profiles.introduce
        self.new_games = NewGames(
            self.committer,
            self.reader,
            self.editions,
            self.access,
            None,
            self.presence,
            introduce,
            Challenges(self.reader, None),
        )
        seating = Seating(self.committer, self.reader, self.access, None, self.presence, introduce)
        self.joining = Joining(self.committer, self.reader, self.access, seating, no_quick_table)
        self.playing = Playing(self.committer, self.reader)
        self.hosting = Hosting(self.committer, self.reader, self.access)
        self.deletions = self.instance()

    def instance(self) -> Deletions:
        """Another instance on the same store."""
        deletions = super().instance()
        if hasattr(self, "profiles"):
            deletions._forgetting = (self.profiles.forget,)
        return deletions

    async def rated(
        self,
        caller: Caller = ANN,
        seats: tuple[SeatAsked, ...] = (OURS, OTHERS),
        *,
        seed: str | None = None,
        undo: UndoOption = UndoOption.CONSENT,
        advice: Advice | None = None,
        powers: HostPowers | None = None,
    ) -> str:
        """A rated game that waits."""
        create = Creating(self.new_games, self.reader, self.editions, ratings=True).create
        visible = Visibility.UNLISTED
        terms = {"undo": undo, "advice": advice, "powers": powers, "rated": True}
        made = await create(caller, KIND, {}, seats, None, seed, visible, None, None, None, **terms)
        return made.game.game_id

    async def begun(self, *players: Caller, moves: int = 0) -> str:
        """A rated game of some players, which is running."""
        game = await self.rated(players[0], (OURS, *[OTHERS] * (len(players) - 1)))
        for one in players[1:]:
            await self.join(one, game)
        for number in range(moves):
            await self.playing.play(players[number % len(players)], game, PASS, None, None)
        return game

    async def lost(self, loser: Caller, winner: Caller) -> str:
        """A rated game that one player has lost by resigning. It is not counted yet."""
        game = await self.begun(winner, loser)
        await self.playing.resign(loser, game, None, None)
        return game

    async def count(self, rating: RatingGames | None = None) -> None:
        """Let an instance rate what is due."""
        self.now += 11_000
        for due in await self.store.claim(10, 100, RATINGS):
            await (rating or self.rating).do(due)

    async def of(self, caller: Caller) -> Rating | None:
        """The rating of a player."""
        found = (await self.ratings.ratings(AccountHolder(id_of(caller), LATEST))).ratings
        return found[0] if found else None

    async def games(self, *callers: Caller) -> list[int]:
        """The number of rated games of some players."""
        return [0 if (found := await self.of(one)) is None else found.games for one in callers]

    async def history(self, caller: Caller, first: int = 500, after: str | None = None) -> Any:
        """A page of the rated games of a player."""
        return await self.ratings.rating_history(caller, KIND, None, first, after)

    async def leaders(self, first: int = 20, after: str | None = None) -> Any:
        """A page of the leaderboard."""
        return await self.ratings.leaderboard(CID, KIND, first, after)

    def due(self, game: str) -> Due:
        """The reminder of a game, as if it had been claimed."""
        return Due(game, "", RATINGS)


__all__ = ["ANN", "BOB", "CID", "KIND", "OTHERS", "OURS", "RatedPlace", "id_of"]
