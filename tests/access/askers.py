"""A running game, and everybody who may ask something of it: by a token of every sort, true and false."""

from __future__ import annotations

import time
from typing import Any

from msgspec import Struct

from taphouse.service.access.tokens import MOST_TOKEN, Claims, TokenIssuer
from tests.access.issuer import BOB, CID, DEB, HOUR, Issuer, Json, Pair, claims
from tests.access.operations import READ_ONLY, Class
from tests.api.client import CASK, OPEN, Client
from tests.api.server import SIGNING_KEY

CREATE = """mutation ($game: NewGameInput!, $seats: [SeatInput!]!) {
  createGame(game: $game, seats: $seats, advice: ALL, powers: FULL) {
    ... on GameCreated { game { gameId } hostToken } ... on Problem { message } } }"""
JOIN = """mutation ($id: ID!, $seat: Int) {
  joinGame(gameId: $id, seat: $seat) { ... on GameJoined { seat { token } } ... on Problem { message } } }"""
REISSUE = """mutation ($id: ID!, $seat: Int) {
  reissueToken(gameId: $id, seat: $seat) { ... on TokenReissued { token } ... on Problem { message } } }"""
LOOK = (
    "query ($id: ID!) { game(id: $id) { ... on Game { version status decision { seat } } ... on Problem { message } } }"
)


class Asker(Struct, frozen=True):
    """Somebody with a token, or without one."""

    token: str | None
    sort: str
    """The field of `Class` with the expected answer: `bad`, `stale`, `lost`, `nobody`, `seat` or `host`."""
    seat: int | None = None
    read_only: bool = False
    account: bool = False

    def answered(self, by: Class) -> str:
        """The expected code of an operation; `IN` if it is allowed."""
        if self.account and by.account is not None:
            return by.account
        if self.read_only and by.read_only == READ_ONLY:
            return READ_ONLY
        code: str = getattr(by, self.sort)
        return code


class Round(Struct, frozen=True):
    """A running game of three, and those around it by what they are."""

    id: str
    askers: dict[str, Asker]

    def look(self, anyone: Client) -> Json:
        """The address of the service."""
        found: Json = anyone.ask(LOOK, id=self.id)["game"]
        return found


NAMES = (
    *("garbage", "forged", "cut off", "too long", "ended", "login of another issuer's key", "login that ended"),
    *("login for another service", "seat of another game", "host of another game", "replaced seat", "replaced host"),
    *("read-only of a replaced seat", "nobody", "another account", "seat", "seat for an hour", "another seat"),
    *("account at a seat", "host", "account that hosts", "read-only seat", "read-only host"),
)
"""All askers, for tests that are made for each of them."""


def gather(anyone: Client, issuer: Issuer, kind: str = CASK) -> Round:
    """Start a game of three, with one seat an account's and one whose token was replaced."""

    def only(query: str, by: str | None, **given: Any) -> Json:
        (found,) = anyone.with_token(by).ask(query, **given).values()
        assert "message" not in found, found
        return found

    seats = [{"kind": OPEN}] * 3
    created = only(CREATE, issuer.token(CID), game={kind: {}}, seats=seats)
    other = only(CREATE, None, game={kind: {}}, seats=seats)
    id_, old_host = created["game"]["gameId"], created["hostToken"]
    elsewhere = other["game"]["gameId"]
    old = only(JOIN, None, id=id_, seat=1)["seat"]["token"]
    only(JOIN, issuer.token(BOB), id=id_, seat=2)
    third = only(JOIN, None, id=id_, seat=3)["seat"]["token"]
    seat = only(REISSUE, old_host, id=id_, seat=1)["token"]
    host = only(REISSUE, old_host, id=id_)["token"]
    ours, theirs = TokenIssuer([SIGNING_KEY]), TokenIssuer(["a signing key of somebody else altogether"])
    soon, before = int((time.time() + HOUR) * 1000), int((time.time() - 1) * 1000)
    at_one, hosting = Claims(id_, "seat:1", 2), Claims(id_, "host", 2)
    assert ours.token(at_one) == seat
    askers = (
        Asker("nonsense", "bad"),
        Asker(theirs.token(at_one), "bad"),
        Asker(seat[:-2], "bad"),
        Asker(seat + "A" * MOST_TOKEN, "bad"),
        Asker(ours.token(at_one.narrower(False, before)), "bad"),
        Asker(Pair("first").sign(claims(BOB)), "bad"),
        Asker(issuer.token(BOB, exp=int(time.time()) - HOUR), "bad"),
        Asker(issuer.token(BOB, aud="another service"), "bad"),
        Asker(only(JOIN, None, id=elsewhere, seat=3)["seat"]["token"], "stale"),
        Asker(only(REISSUE, other["hostToken"], id=elsewhere)["token"], "stale"),
        Asker(old, "lost"),
        Asker(old_host, "stale"),
        Asker(ours.token(Claims(id_, "seat:1", 1).narrower(True, None)), "lost"),
        Asker(None, "nobody"),
        Asker(issuer.token(DEB), "nobody", account=True),
        Asker(seat, "seat", 1),
        Asker(ours.token(at_one.narrower(False, soon)), "seat", 1),
        Asker(third, "seat", 3),
        Asker(issuer.token(BOB), "seat", 2, account=True),
        Asker(host, "host"),
        Asker(issuer.token(CID), "host", account=True),
        Asker(ours.token(at_one.narrower(True, None)), "seat", 1, read_only=True),
        Asker(ours.token(hosting.narrower(True, soon)), "host", read_only=True),
    )
    return Round(id_, dict(zip(NAMES, askers, strict=True)))
