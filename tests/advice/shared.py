"""Games with an open seat, and what a seat may ask there."""

from __future__ import annotations

from typing import Any

import httpx

from tests.api.client import CASK, MINE, OPEN, Client, Json, Table

SHOWN = "advice peopleOnly seats { seat name taken bot program }"
ASKED = {
    "suggestion": "suggestion(bot: GREEDY) { __typename ... on Problem { code message } ... on AdviceRefused { advice } }",
    "analysis": "analysis(bot: GREEDY) { __typename ... on Problem { code message } ... on AdviceRefused { advice } }",
    "sampleWorld": "sampleWorld { __typename ... on Problem { code message } ... on AdviceRefused { advice } }",
}
PATHS = {"suggestion": "suggestion?bot=GREEDY", "analysis": "analysis?bot=GREEDY", "sampleWorld": "world"}
REFUSED = {"AFTER_THE_END": "before its end", "NONE": "without advice"}
"""Words of the refusal, in English."""


def opened(anyone: Client, kind: str = CASK, by: str | None = None, **more: Any) -> Json:
    """A game with an open seat beside the creator's."""
    seats = [{"kind": MINE}, {"kind": OPEN}]
    return anyone.with_token(by).done("createGame", game={kind: {}}, seats=seats, **{"powers": "FULL", **more})


def running(anyone: Client, kind: str = CASK, joining: Json | None = None, **more: Any) -> Table:
    """A game of two that know each other by nothing but their seats."""
    made = opened(anyone, kind, **more)
    game = made["game"]["gameId"]
    joined = anyone.done("joinGame", gameId=game, **(joining or {}))
    seats = tuple(anyone.with_token(token) for token in (made["seats"][0]["token"], joined["seat"]["token"]))
    return Table(game, anyone.with_token(made["hostToken"]), seats, anyone)


def shown(client: Client, game: str) -> Json:
    """The part of a game that everybody should know before they sit down."""
    return client.within(game, SHOWN)


def asked(client: Client, game: str, what: str, at: int | None = None) -> Json | None:
    """The answer to a seat that asks by GraphQL."""
    found: Json | None = client.within(game, ASKED[what], at)[what]
    return found


def rest(client: Client, game: str, what: str, **query: Any) -> httpx.Response:
    """The answer to a seat that asks by REST."""
    return of(client, "GET", f"/games/{game}/{PATHS[what]}", params=query or None)


def of(client: Client, method: str, path: str, **more: Any) -> httpx.Response:
    """An answer of REST."""
    token = {} if client.token is None else {"authorization": f"Bearer {client.token}"}
    return client.http.request(method, f"/v1{path}", headers=token | more.pop("headers", {}), **more)
