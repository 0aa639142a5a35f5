"""An account that holds all seats that people hold forks its running game, and imports games, on every store."""

from __future__ import annotations

import pytest

from taphouse.engine.records.text import write
from tests.access.issuer import ANN, BOB, Issuer
from tests.api.client import CASK, Client
from tests.conformance.tables import default_table
from tests.forks.test_importing import cut
from tests.records import recorded

FORK = """mutation ($id: ID!) { forkGame(gameId: $id) {
  ... on GameCreated { game { gameId origin { gameId version } seats { bot } viewer { role } } seats { seat } }
  ... on Problem { code } } }"""
IMPORT = """mutation ($record: String!) { importRecord(record: $record) {
  ... on GameCreated { game { gameId version } seats { seat } } ... on Problem { code message } } }"""
MINE = "{ account { ... on Account { games { edges { node { gameId viewer { seat host } } } } } } }"


@pytest.fixture(params=["memory", "valkey"])
def somewhere(request: pytest.FixtureRequest) -> Client:
    """Somebody without a token, on either store."""
    if request.param == "memory":
        found: Client = request.getfixturevalue("anyone")
        return found
    pair: tuple[Client, Client] = request.getfixturevalue("two_instances")
    return pair[0]


def test_an_account_forks_a_game_against_bots(somewhere: Client, issuer: Issuer) -> None:
    ann, bob = (somewhere.with_token(issuer.token(name + "forks")) for name in (ANN, BOB))
    seats = [{"kind": "MINE"}, {"kind": "BOT", "bot": "RANDOM"}]
    id_ = ann.done("createGame", game={CASK: {}}, seats=seats)["game"]["gameId"]
    for other in (bob, somewhere):
        assert other.ask(FORK, id=id_)["forkGame"]["code"] == "NOT_SEATED"
    made = ann.ask(FORK, id=id_)["forkGame"]
    assert made["game"]["origin"]["gameId"] == id_
    assert ([one["bot"] for one in made["game"]["seats"]], made["seats"]) == ([None, "RANDOM"], [{"seat": 1}])
    listed = [edge["node"] for edge in ann.ask(MINE)["account"]["games"]["edges"]]
    assert {"gameId": made["game"]["gameId"], "viewer": {"seat": 1, "host": True}} in listed


def test_an_account_imports_a_running_game(somewhere: Client, issuer: Issuer) -> None:
    ann = somewhere.with_token(issuer.token(ANN + "imports"))
    record = cut(recorded(default_table("pint-craft"), "imported"), 40)
    made = ann.ask(IMPORT, record=write(record))["importRecord"]
    assert made["game"]["version"] == 42
    listed = [edge["node"] for edge in ann.ask(MINE)["account"]["games"]["edges"]]
    assert {"gameId": made["game"]["gameId"], "viewer": {"seat": 1, "host": True}} in listed
