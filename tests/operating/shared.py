"""A service with operators: tokens, and requests by REST."""

from __future__ import annotations

import secrets
from typing import Any

import httpx

from taphouse.service.access.accounts import account_id
from taphouse.service.access.operators import digest_of, new_token
from tests.access.brief import Brief
from tests.access.issuer import ISSUER, Issuer
from tests.api.client import CASK, MINE, OPEN, Client, Json

OPERA = "opera"
"""The player who is an operator too."""
TOKENS = {name: new_token() for name in ("all", "log", "games", "rotated", "reports")}
"""The operators' tokens."""


def id_of(subject: str) -> str:
    """The id of the account of a player."""
    return account_id(ISSUER, subject)


def setting() -> str:
    """The setting with all operators. One has two tokens, of which one replaces the other."""
    every = "games+seats+ends+people+reports+data+log"
    return ",".join(
        [
            f"all:{every}:{digest_of(TOKENS['all'])}:{id_of(OPERA)}",
            f"log:log:{digest_of(TOKENS['log'])}",
            f"games:games:{digest_of(TOKENS['games'])}",
            f"games:games+log:{digest_of(TOKENS['rotated'])}",
            f"reports:reports:{digest_of(TOKENS['reports'])}",
        ]
    )


class Person(Brief):
    """A player with an account."""

    id: str
    handle: str


class Office:
    """Operators and players of one service."""

    def __init__(self, anyone: Client, issuer: Issuer) -> None:
        self.anyone, self._issuer = anyone, issuer

    def player(self, name: str, handle: str | None = None, *, known: bool = False) -> Person:
        """A player of this test alone, or one who is known to the setting; with a profile if a handle is given."""
        subject = name if known else f"{name} {secrets.token_hex(4)}"
        found = Person(self.anyone.http, self._issuer.token(subject))
        found.id = id_of(subject)
        if handle is not None:
            found.handle = f"{handle}-{secrets.token_hex(3)}"
            assert found.do("saveProfile", handle=found.handle)["__typename"] == "ProfileSaved"
        return found

    def table(self, *players: Client, **terms: Any) -> str:
        """A running game of some players, the first of whom hosts it."""
        seats = [{"kind": MINE}, *[{"kind": OPEN}] * (len(players) - 1)]
        made = players[0].done("createGame", game={CASK: {}}, seats=seats, **terms)
        game: str = made["game"]["gameId"]
        for one in players[1:]:
            one.done("joinGame", gameId=game)
        return game

    def ask(self, by: str | None, method: str, path: str, body: Json | None = None, **params: Any) -> httpx.Response:
        """A request by REST, with the token of an operator, or with another one."""
        headers = {} if by is None else {"authorization": f"Bearer {TOKENS.get(by, by)}"}
        given: dict[str, Any] = {} if body is None else {"json": body}
        return self.anyone.http.request(method, f"/v1/operator{path}", params=params, headers=headers, **given)

    def got(self, path: str, by: str = "all", **params: Any) -> Json:
        """The answer to an operator who reads something."""
        answer = self.ask(by, "GET", path, **params)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def done(self, path: str, body: Json, by: str = "all") -> Json:
        """The answer to an operator who does something."""
        answer = self.ask(by, "POST", path, body)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def problem(self, method: str, path: str, body: Json | None = None, by: str | None = "all", **params: Any) -> str:
        """The code of the problem that somebody gets."""
        answer = self.ask(by, method, path, body, **params)
        assert answer.status_code >= 400, answer.text
        found: str = answer.json()["code"]
        return found
