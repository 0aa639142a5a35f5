"""Challenges: the creator of a game reserves seats for other players, who can decline.

A challenge is a part of its game, from the commit that creates the game to the one by which the player takes the seat or
declines, or the host changes the seat. So nothing has to be undone if anything fails in between.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence

from msgspec.structs import replace

from taphouse.schema.concepts.challenges import ChallengeDeclined, ChallengeNotFound
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed
from taphouse.schema.ports import Caller
from taphouse.schema.problems.seats import ChallengesOff, NoProfile, TooManyChallenges
from taphouse.schema.values.games import Status
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import SeatKind, Viewer
from taphouse.service.games.encoding.seats import Reserved, Sitting, with_seat
from taphouse.service.games.kernel.checks import check_not_ended, refuse
from taphouse.service.games.kernel.committing import Committer, request_digest
from taphouse.service.games.kernel.game_lists import challenged
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.steps import Step
from taphouse.service.store.protocol import Hold

MOST_OPEN = 50
"""The most open challenges to one player."""
MOST_SENT, MOST_BETWEEN = 100, 10
"""The most games in which an account challenges others within a day, and in which it challenges the same player."""
DAY = 86_400_000

Find = Callable[[str, str], Awaitable[Reserved]]
"""Finds the player with a handle whom an account challenges. Raises `Refused` if there is none, or the account has no profile."""


class Challenges:
    """Reserves seats of new games for challenged players.

    Args:
        reader: Has the store.
        find: Finds players; None if the operator has turned challenges off.
    """

    def __init__(self, reader: Reader, find: Find | None) -> None:
        self._store, self._find = reader.store, find
        self._lease = reader.kept[Status.WAITING, False]

    async def reserve(
        self, game: str, player: str | None, asked: Sequence[SeatAsked], seats: tuple[Sitting, ...]
    ) -> tuple[Sitting, ...]:
        """The seats of a new game, with those reserved whose players its creator challenges. Counts the challenges.

        One that is not delivered is counted for a moment, so that the challenger gets the same answers.

        Args:
            game: The id that the game will have.
            player: The creator's account, if any.
            asked: The seats as they were asked for.
            seats: The same seats.

        Raises:
            Refused: A player cannot be challenged, or not now.
        """
        for seat, one in enumerate(asked, 1):
            if one.challenge is not None:
                found = await self._found(player, one, seats)
                seats = with_seat(seats, seat, replace(seats[seat - 1], closed=True, reserved=found))
        for reserved in [sitting.reserved for sitting in seats if sitting.reserved is not None]:
            holds = [
                Hold(f"challenges:{player}", game, MOST_SENT, DAY),
                Hold(f"challenges:{player}:{reserved.account}", game, MOST_BETWEEN, DAY),
                Hold(challenged(reserved.account), game, MOST_OPEN, self._lease if reserved.delivered else 1),
            ]
            if wait := max(await self._store.hold(holds)):
                await self._store.release([challenged(reserved.account)], game)
                raise Refused(TooManyChallenges(handle=reserved.profile[1], retry_after=max(1, math.ceil(wait))))
        return seats

    async def _found(self, player: str | None, asked: SeatAsked, seats: tuple[Sitting, ...]) -> Reserved:
        """The player whom a seat challenges."""
        if self._find is None:
            raise Refused(ChallengesOff(message="This service has no challenges."))
        if player is None:
            raise Refused(NoProfile())
        if asked.kind is not SeatKind.OPEN or not any(other.player == player for other in seats):
            refuse("seats", "A challenge needs a seat of kind OPEN for the player, and one of kind MINE for you.")
        found = await self._find(player, asked.challenge or "")
        if found.account == player:
            refuse("seats", "You cannot challenge yourself.")
        if any(other.reserved and other.reserved.account == found.account for other in seats):
            refuse("seats", "You can challenge a player to one seat of a game only.")
        return found


class Challenging:
    """Lets challenged players decline. They accept by `Joining`.

    Args:
        committer: Commits changes.
    """

    def __init__(self, committer: Committer) -> None:
        self._committer = committer

    async def decline_challenge(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Give up the seat that is reserved for the caller's account."""
        digest = request_digest("decline challenge", game, expected)
        return await self._committer.change(caller, game, expected, key, digest, _declined)


def _declined(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
    check_not_ended(loaded)
    if (seat := viewer.challenged) is None:
        raise Refused(ChallengeNotFound())
    seats = with_seat(loaded.seats, seat, loaded.seats[seat - 1].empty(closed=True))
    return [Step(f"seat:{seat}", (ChallengeDeclined(seat),), Status.WAITING, seats, None)]
