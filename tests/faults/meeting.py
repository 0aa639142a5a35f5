"""People who meet while masters die: at tables of quick play, and by challenges. Each gets one seat, which nobody else has."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from taphouse.service.store.redis import RedisStore
from tests.access.issuer import Issuer
from tests.api.client import Json, new_key
from tests.faults.failovers import Cluster, expire

QUICK = """mutation ($key: String) {
  quickPlay(game: {caskRace: {}}, maxSeats: 2, idempotencyKey: $key) {
    ... on GameJoined { game { gameId } seat { seat } }
  }
}"""
CHALLENGE = """mutation ($handle: String!, $key: String) {
  createGame(game: {caskRace: {}}, seats: [{kind: MINE}, {kind: OPEN, challenge: $handle}], idempotencyKey: $key) {
    ... on GameCreated { game { gameId } }
  }
}"""
DECLINE = """mutation ($id: ID!, $key: String) {
  declineChallenge(gameId: $id, idempotencyKey: $key) { ... on GameChanged { game { status } } }
}"""
CHALLENGES = "{ account { ... on Account { challenges(first: 9) { edges { node { gameId } } } } } }"
TABLE = """query ($id: ID!) {
  game(id: $id) { ... on Game { status seats { taken player { handle } challenged { handle } } } ... on Problem { code } }
}"""
SAVE = """mutation ($handle: String!) {
  saveProfile(handle: $handle) { ... on ProfileSaved { profile { handle } } }
}"""
JOIN = """mutation ($id: ID!, $key: String) {
  joinGame(gameId: $id, idempotencyKey: $key) { ... on GameJoined { seat { seat } } }
}"""
START = "mutation ($id: ID!, $key: String) { startGame(gameId: $id, idempotencyKey: $key) { __typename } }"
ANSWERS = ("accepted", "declined", "expired", "open")


class Meetings:
    """Makes people meet, and counts what is wrong at their tables.

    Args:
        at: The services.
        store: Their store.
        accounts: Gives tokens.
        events: The events that the feed must have.
    """

    def __init__(self, at: Cluster, store: RedisStore, accounts: Issuer, events: set[tuple[str, str]]) -> None:
        self._at, self._store, self._accounts, self._events = at, store, accounts, events
        self._seated: defaultdict[str, list[int]] = defaultdict(list)
        """The seats that players got by quick play, by game."""
        self._challenges: list[tuple[str, str, str, str]] = []
        """The games of challenges, with the token and the handle of the one who was challenged, and the answer."""

    async def quick(self, number: int) -> None:
        """Two who look for a table at the same moment, with or without an account. They may meet others."""
        names = [f"{whose} at table {number}" for whose in ("first", "second")]
        tokens = [self._accounts.token(name) if number % 2 else None for name in names]
        for joined in await asyncio.gather(*[self._at.ask(QUICK, token, key=new_key()) for token in tokens]):
            seats = self._seated[joined["game"]["gameId"]]
            seats.append(joined["seat"]["seat"])
            if len(seats) == 2:
                self._events.add((joined["game"]["gameId"], "BEGUN"))

    async def challenge(self, number: int) -> None:
        """A challenge that is accepted, declined or not answered; of these, one expires."""
        handles, answer = [f"{whose}-{number}" for whose in ("challenger", "challenged")], ANSWERS[number % 4]
        one, other = tokens = [self._accounts.token(handle) for handle in handles]
        for handle, token in zip(handles, tokens, strict=True):
            assert await self._at.ask(SAVE, token, handle=handle) == {"profile": {"handle": handle}}
        game = (await self._at.ask(CHALLENGE, one, handle=handles[1], key=new_key()))["game"]["gameId"]
        if answer == "accepted":
            assert await self._at.ask(JOIN, other, id=game, key=new_key()) == {"seat": {"seat": 2}}
            await self._at.ask(START, one, id=game, key=new_key())  # a failover may have lost that they are there
            self._events.add((game, "BEGUN"))
        elif answer == "declined":
            assert await self._at.ask(DECLINE, other, id=game, key=new_key()) == {"game": {"status": "WAITING"}}
        elif answer == "expired":
            await expire(self._store, game)
        self._challenges.append((game, other, handles[1], answer))

    async def wrong(self) -> list[str]:
        """The tables that are not as their players were told."""
        found = list[str]()
        for game, seats in self._seated.items():
            table = await self._at.ask(TABLE, id=game)
            taken = [number for number, seat in enumerate(table["seats"], 1) if seat["taken"]]
            got_up = len(seats) == 1 and table["status"] == "ABANDONED"  # nobody came
            if not got_up and sorted(seats) != taken:
                found.append(f"the seats {sorted(seats)} of {game}: there is {table}")
        for game, token, handle, answer in self._challenges:
            table, name = await self._at.ask(TABLE, id=game), {"handle": handle}
            edges = (await self._at.ask(CHALLENGES, token))["challenges"]["edges"]
            there = _answer(table, name), [edge["node"]["gameId"] for edge in edges]
            if there != (answer, [game] if answer == "open" else []):
                found.append(f"the {answer} challenge {game}: there is {table}, and {there[1]} in the list")
        return found


def _answer(table: Json, name: Json) -> str | None:
    """The answer to a challenge that a table shows."""
    if table.get("code") == "GAME_NOT_FOUND":
        return "expired"
    seat = table["seats"][1]
    shown = table["status"], seat["taken"], seat["player"], seat["challenged"]
    meant = {
        "accepted": ("RUNNING", True, name, None),
        "declined": ("WAITING", False, None, None),
        "open": ("WAITING", False, None, name),
    }
    return next((answer for answer, one in meant.items() if one == shown), None)
