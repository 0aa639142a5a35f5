"""Helpers of the tests of tables that wait."""

from __future__ import annotations

from typing import Any

from tests.api.client import DANK, NAMES, Client, Json, Table, seats_of, table_of

BOT = {"kind": "BOT", "bot": "RANDOM"}


def by_host(client: Client, kinds: list[str], game: str = DANK, options: Json | None = None, **more: Any) -> Table:
    """A game that its host starts."""
    asked = {"game": {game: options or {}}, "seats": seats_of(kinds, (*NAMES, None, None)), "start": "BY_HOST", **more}
    return table_of(client, client.done("createGame", **asked))


def code(client: Client, field: str, **arguments: Any) -> str:
    """The code of what is refused."""
    refused: str = client.refused(field, **arguments)["code"]
    return refused


def names(client: Client, game: str) -> list[tuple[str | None, str | None]]:
    """The name and the brewery of each seat."""
    return [(seat["name"], seat["brewery"]) for seat in client.within(game, "seats { name brewery }")["seats"]]


def sentences(client: Client, game: str, language: str) -> list[str]:
    """The log after its first entry, in a language."""
    answer = client.http.get(f"/v1/games/{game}/events?after=1", headers={"accept-language": language})
    return [entry["sentence"] for entry in answer.json()["entries"]]
