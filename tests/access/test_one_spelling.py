"""Texts that the service signs or numbers are taken in the one spelling in which they were given out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase, digits

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.failures import Refused
from taphouse.schema.paging import number_of
from taphouse.service.access.tokens import Claims, Invited, TokenIssuer
from taphouse.service.games.lobby import cursor_of, entry_of
from taphouse.service.games.streams import cursors
from taphouse.service.games.streams.tickets import Tickets
from taphouse.service.http.charged_endpoint import bearer
from tests.access.accounts.shared import reading
from tests.access.issuer import ANN, Issuer
from tests.api.server import SIGNING_KEY, Server

LETTERS = ascii_uppercase + ascii_lowercase + digits + "-_"
GAME = "a" * 24
CLAIMS = [Claims(GAME, f"seat:{number}", number, number > 2, 10**12 if number > 2 else None) for number in range(1, 5)]


def misspelt(text: str) -> Iterator[str]:
    """Other texts that a lenient decoder of base64 takes for the same."""
    yield from (text + end for end in ("=", "==", "===", " ", "\n", "\t", "\0", "!", "é", "=A", "\x85", "\xa0"))
    yield from (begin + text for begin in ("=", " ", "\n", "\t", "."))
    for place in (len(text) // 4, len(text) - 2):
        yield from (text[:place] + odd + text[place:] for odd in (" ", "\n", "=", "*", "é"))
    yield from (text.replace(one, other) for one, other in (("-", "+"), ("_", "/")) if one in text)
    if text[-1] in LETTERS:
        number = LETTERS.index(text[-1])
        yield from (text[:-1] + LETTERS[number ^ bits] for bits in (1, 2, 3))


def test_a_token_an_invite_and_a_ticket_have_one_spelling() -> None:
    access, tickets = TokenIssuer([SIGNING_KEY, "older"]), Tickets([SIGNING_KEY], MemoryStore(), lambda: 0)
    for claims in CLAIMS:
        token, ticket = access.token(claims), tickets.issue(claims).ticket
        invited = Invited(claims.generation, 1, 1, 10**12)
        invite = access.invite(GAME, invited)
        assert access.read(token) == claims
        assert tickets.identity(ticket) == claims
        assert access.read_invite(GAME, invite) == invited
        assert [one for one in misspelt(token) if access.read(one) is not None] == []
        assert [one for one in misspelt(ticket) if tickets.read(one) is not None] == []
        assert [one for one in misspelt(invite) if access.read_invite(GAME, one) is not None] == []


async def test_a_login_has_one_spelling(issuer: Issuer) -> None:
    accounts, token = reading(issuer.file), issuer.token(ANN)
    assert await accounts.read(token)
    assert [one for one in misspelt(token) if await accounts.read(one) is not None] == []


def test_a_cursor_has_one_spelling() -> None:
    for number in range(4):
        entry = f"{1_700_000_000_000 + number}:{GAME}"
        assert entry_of(cursor_of(entry)) == entry
        for one in misspelt(cursor_of(entry)):
            with pytest.raises(Refused):
                entry_of(one)
        with pytest.raises(Refused):
            entry_of(cursor_of(entry.replace("1", "\uff11", 1)))  # another digit one
    assert number_of("17") == 17
    for one in ("017", "+17", " 17", "17 ", "1\uff17", "17\n"):
        with pytest.raises(Refused):
            number_of(one)
    place = cursors.write(int(time.time() * 1000), {"abcdefghij": ("7", 2**41), "bcdefghijk": ("12", 2**41)})
    assert dict(cursors.read(place).sent) == {"abcdefghij": "7", "bcdefghijk": "12"}
    for one in (place.replace("-7", "-07"), place + ".abcdefghij-8", place + "\n", place + ".", place.upper()):
        with pytest.raises(Refused):
            cursors.read(one)


def test_a_header_holds_a_token_and_nothing_else() -> None:
    assert (bearer("Bearer a.b"), bearer("bearer  a.b")) == ("a.b", "a.b")
    for given in ("Bearer a.b ", "Bearer a.b\n", "Bearer \ta.b", "Bearer a.b\xa0"):
        assert bearer(given) != "a.b"


def test_a_misspelt_token_is_refused(service: Server) -> None:
    seats = {"kind": "CASK_RACE", "seats": [{"kind": "MINE"}, {"kind": "MINE"}]}
    with httpx.Client(base_url=service.url, trust_env=False) as client:
        made = client.post("/v1/games", json=seats).json()
        token = made["hostToken"]
        for given, status in ((token, 200), (token + "=", 401), (f"{token[:-9]} {token[-9:]}", 401)):
            answer = client.get(f"/v1/games/{made['game']['gameId']}", headers={"authorization": f"Bearer {given}"})
            assert answer.status_code == status
