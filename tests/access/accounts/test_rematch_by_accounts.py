"""Accounts keep their seats in a rematch, and may host it."""

from __future__ import annotations

from tests.access.askers import gather
from tests.access.issuer import Issuer
from tests.api.client import Client


def test_accounts_have_their_seats_and_the_host_their_rights_at_once(anyone: Client, issuer: Issuer) -> None:
    there, anyone = gather(anyone, issuer), Client(anyone.http, game="CaskRace")  # it selects everything
    by = {name: anyone.with_token(there.askers[name].token) for name in there.askers}
    by["host"].done("abandon", gameId=there.id)
    made = by["seat"].done("propose", gameId=there.id, proposal={"rematch": True})["game"]["proposals"][0]
    assert made["awaited"] == [2, 3]
    for name in ("another seat", "account at a seat"):
        agreed = by[name].done("acceptProposal", gameId=there.id, proposalId=made["id"])["game"]
    next_game = agreed["rematch"]
    seated, hosts = by["account at a seat"].look(next_game), by["account that hosts"].look(next_game)
    assert (seated["viewer"]["role"], seated["viewer"]["seat"]) == ("SEAT", 1)
    assert hosts["viewer"]["host"]
    taken = by["account at a seat"].done("takeRematch", gameId=there.id)
    assert taken["seat"]["seat"] == 1
    assert anyone.with_token(taken["seat"]["token"]).look(next_game)["viewer"]["seat"] == 1
    assert by["account that hosts"].done("takeRematch", gameId=there.id)["hostToken"]
    for name in ("nobody", "another account"):
        assert by[name].refused("takeRematch", gameId=there.id)["code"] == "NOT_SEATED"
    for name in ("replaced seat", "seat of another game", "garbage"):
        assert by[name].refused("takeRematch", gameId=there.id)["code"] == "TOKEN_REJECTED"
