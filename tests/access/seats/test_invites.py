"""Invites take one seat, once, and are of no other use."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from taphouse.service.access.tokens import Claims, Invited, TokenIssuer
from tests.access.issuer import BOB, CID, Issuer
from tests.access.seats.shared import Waiting, code, later
from tests.api.client import CASK, Client, create, new_key
from tests.api.server import SIGNING_KEY

ACCESS = TokenIssuer([SIGNING_KEY])


def invite(table: Waiting, seat: int = 2, **more: Any) -> str:
    made = table.host.done("createInvite", gameId=table.id, seat=seat, **more)
    assert made["seat"] == seat
    text: str = made["invite"]
    return text


def test_an_invite_takes_its_seat_even_if_it_is_closed(instances: tuple[Client, Client], issuer: Issuer) -> None:
    here, there = instances
    table = Waiting(here)
    table.host.done("closeSeat", gameId=table.id, seat=2)
    made = invite(table)
    assert made.startswith(f"{table.id}.")
    before = table.at(there)["version"]
    assert invite(table) != "", "making one changes nothing"
    assert table.at(there)["version"] == before
    assert code(there, "joinGame", gameId=table.id, seat=2) == "NO_OPEN_SEAT"
    bob = there.with_token(issuer.token(BOB))
    request = {"gameId": table.id, "invite": made, "name": "Bob", "idempotencyKey": new_key()}
    joined = bob.send("joinGame", **request)
    seat = joined.json()["data"]["joinGame"]["seat"]
    assert (seat["seat"], seat["name"]) == (2, "Bob")
    assert bob.look(table.id)["viewer"]["seat"] == 2
    assert here.with_token(bob.token).send("joinGame", **request).content == joined.content
    assert code(here, "joinGame", gameId=table.id, invite=made) == "INVITE_REJECTED"


def test_an_invite_is_no_token(anyone: Client) -> None:
    table = Waiting(anyone)
    made = invite(table)
    holder = anyone.with_token(made)
    assert holder.look(table.id)["code"] == "TOKEN_REJECTED"
    for field, given in (("joinGame", {}), ("abandon", {}), ("closeSeat", {"seat": 2})):
        assert code(holder, field, gameId=table.id, **given) == "TOKEN_REJECTED"
    token = made.partition(".")[2]
    assert ACCESS.read(token) is None
    assert ACCESS.read(made) is None


@pytest.mark.parametrize(
    "what", ["taken", "closed", "opened", "revoked", "host's token", "expired", "forged", "another game's", "a token"]
)
def test_what_ends_an_invite(anyone: Client, what: str) -> None:
    table, other = Waiting(anyone), Waiting(anyone)
    made = invite(table)
    if what == "taken":
        anyone.done("joinGame", gameId=table.id, seat=2)
    elif what == "closed":
        table.host.done("closeSeat", gameId=table.id, seat=2)
    elif what == "opened":
        anyone.done("joinGame", gameId=table.id, seat=2)
        table.host.done("openSeat", gameId=table.id, seat=2)
    elif what == "revoked":
        (entry,) = table.host.done("revokeInvites", gameId=table.id, seat=2)["entries"]
        assert [event["__typename"] for event in entry["events"]] == ["InvitesRevoked"]
    elif what == "host's token":
        table.host.done("reissueToken", gameId=table.id)
    else:
        made = {
            "expired": ACCESS.invite(table.id, Invited(2, 1, 1, 1)),
            "forged": TokenIssuer(["somebody else's key, which signs nothing here"]).invite(
                table.id, Invited(2, 1, 1, 10**14)
            ),
            "another game's": invite(other),
            "a token": f"{table.id}.{ACCESS.token(Claims(table.id, 'host', 1))}",
        }[what]
    before = table.at(anyone)
    problem = anyone.refused("joinGame", gameId=table.id, invite=made)
    assert problem["code"] == "INVITE_REJECTED"
    assert made not in problem["message"]
    assert table.at(anyone) == before


def test_nobody_else_makes_invites_and_none_for_a_seat_that_is_taken(anyone: Client, issuer: Issuer) -> None:
    table = Waiting(anyone)
    asked = {"gameId": table.id, "seat": 2}
    assert code(table.first, "createInvite", **asked) == "NOT_HOST"
    assert code(anyone.with_token(issuer.token(CID)), "createInvite", **asked) == "NOT_HOST"
    soon = table.host.done("narrowToken", gameId=table.id, until=later(1))["token"]
    assert code(anyone.with_token(soon), "createInvite", **asked) == "NOT_HOST"
    for field in ("createInvite", "revokeInvites"):
        assert code(table.host, field, gameId=table.id, seat=1) == "NO_OPEN_SEAT"
        assert table.host.refused(field, gameId=table.id, seat=4)["argument"] == "seat"
    for until in (later(-1), "9999-12-31T23:59:59-23:00", "2030-01-01T00:00:00"):
        problem = table.host.refused("createInvite", **asked, until=until)
        assert (problem["code"], problem["argument"]) == ("INPUT_REFUSED", "until")
    made = table.host.done("createInvite", **asked)
    week = datetime.now(UTC) + timedelta(days=7)
    assert abs(datetime.fromisoformat(made["until"]) - week) < timedelta(minutes=5)
    table.host.done("abandon", gameId=table.id)
    assert code(table.host, "createInvite", **asked) == "GAME_OVER"


def test_an_invite_is_for_its_seat_alone_and_bad_ones_are_never_echoed(anyone: Client) -> None:
    table = Waiting(anyone)
    made = invite(table)
    problem = anyone.refused("joinGame", gameId=table.id, seat=3, invite=made)
    assert (problem["code"], problem["argument"]) == ("INPUT_REFUSED", "seat")
    for bad in ("", ".", made[:-1], made + "A", f"{table.id}.", "x" * 200_000, "\x00", f"{table.id}.[2,1,1,9]"):
        problem = anyone.refused("joinGame", gameId=table.id, invite=bad)
        assert problem["code"] == "INVITE_REJECTED"
        assert len(problem["message"]) < 200
    assert anyone.done("joinGame", gameId=table.id, seat=2, invite=made)["seat"]["seat"] == 2


def test_an_invite_takes_a_seat_of_a_running_game(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    given = {"gameId": table.id, "seat": 1, "with": {"open": "INVITED"}}
    table.host.done("replacePlayer", **given)
    made = table.host.done("createInvite", gameId=table.id, seat=1)["invite"]
    assert code(anyone, "joinGame", gameId=table.id) == "NO_OPEN_SEAT"
    joined = anyone.done("joinGame", gameId=table.id, invite=made)
    assert (joined["seat"]["seat"], joined["game"]["status"]) == (1, "RUNNING")
    assert anyone.with_token(joined["seat"]["token"]).look(table.id)["viewer"]["seat"] == 1
