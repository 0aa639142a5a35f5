"""A handover gives a token to another device once, within ten minutes, and is of no other use."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.access.tokens import Claims, HandedOver, TokenIssuer
from taphouse.service.games.seating.handing_over import LIFE
from tests.access.brief import Brief
from tests.access.issuer import ANN, CID, Issuer
from tests.access.seats.shared import Waiting, code, later
from tests.api.client import CASK, Client, create, new_key
from tests.api.conftest import http
from tests.api.server import SIGNING_KEY, Server
from tests.clocks.shared import Clock

ACCESS = TokenIssuer([SIGNING_KEY])
NOTHING = "HANDOVER_REJECTED"


def handover(by: Client, game: str) -> str:
    text: str = by.done("createHandover", gameId=game)["handover"]
    return text


def taken(client: Client, text: str, **more: Any) -> Any:
    return client.done("takeHandover", handover=text, **more)


def test_a_seat_is_on_two_devices_after_it_was_handed_over_once(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = create(here, game=CASK)
    version = table.version
    made = table.seat(1).done("createHandover", gameId=table.id)
    assert made["seat"] == 1
    request = {"handover": made["handover"], "idempotencyKey": new_key()}
    first = there.send("takeHandover", **request)
    answer = first.json()["data"]["takeHandover"]
    assert (answer["seat"]["seat"], answer["hostToken"], answer["game"]["gameId"]) == (1, None, table.id)
    assert answer["seat"]["token"] == table.seat(1).token
    # An answer that was lost is had again with its key, at any instance. Nobody else gets it.
    assert here.send("takeHandover", **request).content == first.content
    for other in (here, there):
        assert code(other, "takeHandover", handover=made["handover"]) == NOTHING
    assert "once" in here.refused("takeHandover", handover=made["handover"])["message"]
    both = [table.seat(1), there.with_token(answer["seat"]["token"])]
    assert [one.look(table.id)["viewer"]["seat"] for one in both] == [1, 1]
    assert table.version == version, "no version was made"


def test_a_handover_has_the_rights_of_its_token_and_no_more(anyone: Client, issuer: Issuer) -> None:
    table = create(anyone, game=CASK)
    host = taken(anyone, handover(table.host, table.id))
    assert (host["seat"], host["hostToken"]) == (None, table.host.token)
    narrow = table.seat(2).done("narrowToken", gameId=table.id, readOnly=True, until=later(1))["token"]
    reader = taken(anyone, handover(anyone.with_token(narrow), table.id))
    assert reader["seat"]["token"] == narrow
    for nobody in (anyone, anyone.with_token(issuer.token(CID))):
        assert code(nobody, "createHandover", gameId=table.id) == "NOT_SEATED"
    # A seat that an account holds goes with the login that handed it over.
    ann = anyone.with_token(issuer.token(ANN))
    mine = ann.done("createGame", game={CASK: {}}, seats=[{"kind": "MINE"}, {"kind": "OPEN"}])["game"]["gameId"]
    given = taken(anyone, handover(ann, mine))["seat"]["token"]
    assert anyone.with_token(given).look(mine)["viewer"]["seat"] == 1
    claims = ACCESS.read(given)
    assert claims is not None
    assert claims.until is not None


@pytest.mark.parametrize("what", ["seat's token", "opened", "expired", "forged", "a token", "an invite"])
def test_what_ends_a_handover(anyone: Client, what: str) -> None:
    table = Waiting(anyone)
    made = handover(table.first, table.id)
    if what == "seat's token":
        table.host.done("reissueToken", gameId=table.id, seat=1)
    elif what == "opened":
        table.host.done("openSeat", gameId=table.id, seat=1)
    else:
        claims = Claims(table.id, "seat:1", 1)
        made = {
            "expired": ACCESS.handover(HandedOver(1, claims)),
            "forged": TokenIssuer(["somebody else's key, which signs nothing here"]).handover(
                HandedOver(10**14, claims)
            ),
            "a token": ACCESS.token(claims),
            "an invite": table.host.done("createInvite", gameId=table.id, seat=2)["invite"],
        }[what]
    problem = anyone.refused("takeHandover", handover=made)
    assert problem["code"] == NOTHING
    assert made not in problem["message"]


def test_a_handover_is_no_token(anyone: Client) -> None:
    table = Waiting(anyone)
    made = handover(table.first, table.id)
    assert anyone.with_token(made).look(table.id)["code"] == "TOKEN_REJECTED"
    assert code(anyone.with_token("nonsense"), "takeHandover", handover=made) == "TOKEN_REJECTED"
    for bad in ("", made[:-1], made + "A", "x" * 200_000, "\x00"):
        problem = anyone.refused("takeHandover", handover=bad)
        assert problem["code"] == NOTHING
        assert len(problem["message"]) < 200
    assert taken(anyone, made)["seat"]["seat"] == 1, "what was refused did not use it up"


def test_the_clock_of_the_store_ends_it() -> None:
    clock = Clock()
    with Server(store=MemoryStore(clock)) as server, http(server) as client:
        anyone = Brief(client)
        table = Waiting(anyone)
        early, late = handover(table.first, table.id), handover(table.first, table.id)
        clock += LIFE / 1000 - 1
        assert taken(anyone, early)["seat"]["seat"] == 1
        clock += 1
        problem = anyone.refused("takeHandover", handover=late)
        assert (problem["code"], "too old" in problem["message"]) == (NOTHING, True)


def test_it_works_by_rest_and_is_refused_in_german(anyone: Client) -> None:
    table = Waiting(anyone)
    headers = {"authorization": f"Bearer {table.first.token}"}
    made = anyone.http.post(f"/v1/games/{table.id}/handovers", headers=headers)
    assert (made.status_code, sorted(made.json())) == (200, ["handover", "seat", "until"])
    assert made.headers["cache-control"] == "no-store"
    body = {"handover": made.json()["handover"]}
    got = anyone.http.post("/v1/handovers/take", json=body)
    assert got.json()["seat"]["token"] == table.first.token
    refused = anyone.http.post("/v1/handovers/take", json=body, headers={"accept-language": "de"})
    assert (refused.status_code, refused.json()["code"]) == (403, NOTHING)
    assert "schon benutzt" in refused.json()["detail"]  # codespell:ignore
