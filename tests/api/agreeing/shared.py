"""Games in which something is proposed, over GraphQL."""

from __future__ import annotations

from typing import Any

from tests.api.client import CASK, MINE, Client, Json, Table, seats_of, table_of

BREW = "brewCrafters"


def table(anyone: Client, seats: int = 2, game: str = CASK, bots: int = 0, **more: Any) -> Table:
    """A running game whose first seats are the creator's; the last ones are bots'."""
    kinds = seats_of([MINE] * seats) + [{"kind": "BOT", "bot": "RANDOM"}] * bots
    return table_of(anyone, anyone.done("createGame", game={game: {}}, seats=kinds, **more))


def propose(who: Client, of: Table, seconds: int | None = None, **proposal: Any) -> Json:
    """The game after a proposal."""
    more = {} if seconds is None else {"seconds": seconds}
    return who.done("propose", gameId=of.id, proposal=proposal, **more)["game"]  # type: ignore[no-any-return]


def answer(how: str, who: Client, of: Table) -> Json:
    """The game after an answer to its only proposal: `accept`, `decline` or `withdraw`."""
    (one,) = of.look()["proposals"]
    return who.done(f"{how}Proposal", gameId=of.id, proposalId=one["id"])["game"]  # type: ignore[no-any-return]


def events(of: Table, after: int) -> list[str]:
    """The types of the events after a version."""
    entries = of.spectator.events(gameId=of.id, after=after)["entries"]
    return [event["__typename"] for entry in entries for event in entry["events"]]
