"""Games with clocks, and the clock of their store."""

from __future__ import annotations

import datetime
from typing import Any

from tests.api.client import CASK, Client, Json, Table, create
from tests.api.server import until

PER_MOVE, BANK = 3600, 600


class Clock:
    """The clock of a store, which stands until a test moves it."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now

    def __iadd__(self, seconds: float) -> Clock:
        self.now += seconds
        return self


def timed(client: Client, seats: int = 2, **clock: Any) -> Table:
    """A running game with such clocks, all of whose seats are one's own."""
    return create(client, seats, CASK, clock=clock)


def clock_of(table: Table, at: int | None = None) -> Json:
    """The clocks as a spectator sees them."""
    found: Json = table.look(at)["clock"]
    return found


def moment(text: str) -> float:
    """Seconds since the epoch."""
    return datetime.datetime.fromisoformat(text).timestamp()


def entries(table: Table, after: int = 0) -> list[Json]:
    """The log."""
    found: list[Json] = table.spectator.events(gameId=table.id, after=after, first=500)["entries"]
    return found


def events(table: Table, after: int = 0) -> list[str]:
    """The kinds of all events of some versions."""
    return [event["__typename"] for entry in entries(table, after) for event in entry["events"]]


def ended_by_itself(table: Table, version: int) -> None:
    """Wait until the service has made a version after this one; nobody asks it to."""
    until(lambda: events(table, version), "the service ends the time")


def sent(who: Client, path: str, **body: Any) -> Json:
    """The answer to a request by REST. Many of these are cheaper than operations that select everything."""
    headers = {} if who.token is None else {"authorization": f"Bearer {who.token}"}
    found: Json = who.http.post(f"/v1/{path}", json=body, headers=headers).json()
    return found


def begun(who: Client, seats: int, kind: str, **more: Any) -> Table:
    """A running game, created by REST, all of whose seats are one's own."""
    made = sent(who, "games", kind=kind, seats=[{"kind": "MINE"}] * seats, **more)
    players = tuple(who.with_token(seat["token"]) for seat in made["seats"])
    return Table(made["game"]["gameId"], who.with_token(made["hostToken"]), players, who)


def seen(table: Table, at: int | None = None) -> Json:
    """The game as a spectator sees it by REST."""
    found: Json = table.spectator.http.get(f"/v1/games/{table.id}", params={} if at is None else {"at": at}).json()
    return found
