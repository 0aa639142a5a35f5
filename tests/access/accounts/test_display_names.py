"""Accounts have display names, which others see only if the player wants."""

from __future__ import annotations

import json
from typing import Any

import pytest

from taphouse.service.access.accounts import Accounts
from tests.access.issuer import ANN, AUDIENCE, BOB, ISSUER, Issuer, claims
from tests.api.client import CASK, MINE, OPEN, Client, Json

NAME = "query { account { ... on Account { id name } } }"
SEATS = "seats { name }"


def named(anyone: Client, issuer: Issuer, name: Any = "Ann Ale", subject: str = ANN) -> Client:
    return anyone.with_token(issuer.token(subject, name=name))


def waiting(client: Client, **first: Any) -> Json:
    seats = [{"kind": MINE, **first}, {"kind": OPEN}, {"kind": OPEN}]
    made: Json = client.done("createGame", game={CASK: {}}, seats=seats)
    return made


def test_a_name_is_shown_only_if_the_player_wants(anyone: Client, issuer: Issuer) -> None:
    ann, bob = named(anyone, issuer), named(anyone, issuer, "Bob Bock", BOB)
    assert ann.ask(NAME)["account"]["name"] == "Ann Ale"
    hidden = waiting(ann)
    bob.done("joinGame", gameId=hidden["game"]["gameId"])
    assert "Ann Ale" not in json.dumps(
        [hidden, anyone.look(hidden["game"]["gameId"]), bob.look(hidden["game"]["gameId"])]
    )
    shown = waiting(ann, showName=True)["game"]["gameId"]
    assert bob.done("joinGame", gameId=shown, showName=True)["seat"]["name"] == "Bob Bock"
    assert [seat["name"] for seat in anyone.within(shown, SEATS)["seats"]] == ["Ann Ale", "Bob Bock", None]
    own = waiting(ann, showName=True, name="A.")["game"]["gameId"]
    bob.done("joinGame", gameId=own, showName=True, name="B.")
    assert [seat["name"] for seat in anyone.within(own, SEATS)["seats"]] == ["A.", "B.", None]


def test_without_a_name_to_show_the_request_is_refused(anyone: Client, issuer: Issuer) -> None:
    nameless = anyone.with_token(issuer.token(BOB))
    game = waiting(anyone)["game"]["gameId"]
    for client in (anyone, nameless):
        problem = client.refused("joinGame", gameId=game, showName=True)
        assert (problem["code"], problem["argument"]) == ("INPUT_REFUSED", "showName")
        seats = [{"kind": MINE, "showName": True}, {"kind": OPEN}]
        problem = client.refused("createGame", game={CASK: {}}, seats=seats)
        assert (problem["code"], problem["argument"]) == ("INPUT_REFUSED", "seats")
    seats = [{"kind": MINE}, {"kind": MINE, "showName": True}]
    assert named(anyone, issuer).refused("createGame", game={CASK: {}}, seats=seats)["argument"] == "seats"
    assert anyone.within(game, "version")["version"] == 1


@pytest.mark.parametrize(
    "claim", [None, "", " ", 7, True, ["Ann"], {"Ann": 1}, "x" * 41, "A\nB", "A\u202eB", "\ud800", "\u2800", "A\x00"]
)
def test_a_claim_that_no_seat_could_be_called_is_no_name_and_the_login_is_good(claim: Any) -> None:
    player = Accounts(ISSUER, AUDIENCE, "")._player(claims(ANN, name=claim))
    assert player is not None
    assert player.name is None


def test_the_operator_chooses_the_claim() -> None:
    said = claims(ANN, name="Ann Ale", preferred_username="  ann ")
    names = [Accounts(ISSUER, AUDIENCE, "", claim)._player(said).name for claim in ("name", "preferred_username")]  # type: ignore[union-attr]
    assert names == ["Ann Ale", "ann"]
