"""A round robin: every pair of members plays a game and its rematch. `python examples/tournament/play.py URL`."""

import asyncio
import random
import sys
from collections import Counter
from itertools import combinations

from login import token
from results import Results

from taphouse.client import OPEN_SEAT, Access, AsyncClient, Table

MEMBERS = ("Ada", "Ben", "Cleo")


class Member:
    """A member of the club, logged in. This one plays by chance; a person would play in a browser."""

    def __init__(self, url: str, name: str) -> None:
        self.name = name
        self.client = AsyncClient(url, token=token(name), program=True)

    async def play(self, game: str, invite: str) -> None:
        """A game, and its rematch."""
        place = await self.client.join(game, invite=invite, show_name=True)
        await self._play(place)
        await self._play(await self._rematch(place))

    async def _play(self, place: Access) -> None:
        await self.client.play(place, lambda table: random.choice(table.moves))

    async def _rematch(self, place: Access) -> Access:
        """Seat 1 proposes it, seat 2 accepts. Streams have ended with the game, so they look now and then."""
        if place.seat == 1:
            await self.client.propose(place, "rematch")
        while not (table := await self.client.look(place)).rematch:
            for proposal in table.proposals if place.seat == 2 else ():
                await self.client.accept(place, proposal.id)
            await asyncio.sleep(0.1)
        return await self.client.take_rematch(place)


async def pair(office: AsyncClient, one: Member, other: Member) -> None:
    """Open a table for two members, and let them play."""
    game = await office.create("dank-and-draft", [OPEN_SEAT, OPEN_SEAT], {"firstSeat": "SEAT_1", "turnCap": 6})
    for seat in (1, 2):
        await office.close_seat(game.host, seat)
    invites = [await office.invite(game.host, seat) for seat in (1, 2)]
    await asyncio.gather(one.play(game.game_id, invites[0]), other.play(game.game_id, invites[1]))


def points(table: Table) -> dict[str, float]:
    """The points of the members for a game: 1 for a win, ½ for a tie."""
    first = [table.seats[standing.seat - 1].name for standing in table.outcome.standings if standing.place == 1]
    return {name: 1 / len(first) for name in first}


async def main(url: str) -> None:
    """Play all games, and count them as they end."""
    office = AsyncClient(url, token=token("Office"))
    results = Results()
    await results.subscribe(url, token("Office"))
    members = [Member(url, name) for name in MEMBERS]
    pairs = [asyncio.create_task(pair(office, *two)) for two in combinations(members, 2)]
    total = Counter(dict.fromkeys(MEMBERS, 0.0))
    for number in range(1, 2 * len(pairs) + 1):
        table = await office.look(await results.games.get())
        total.update(points(table))
        scores = [f"{table.seats[one.seat - 1].name} {one.points}" for one in table.outcome.standings]
        print(f"Game {number}: {', '.join(scores)}")
    await asyncio.gather(*pairs)
    for name, count in total.most_common():
        print(f"{name}: {count:g}")


asyncio.run(main(sys.argv[1]))
