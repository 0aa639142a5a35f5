"""Operators find accounts, mute and ban them, and export and delete what is stored of them."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from tests.access.issuer import ANN, BOB, CID
from tests.api.client import CASK, MINE, OPEN
from tests.operating.shared import Office, Person

SAY = {"phrase": "HELLO"}
CHALLENGES = [{"kind": MINE}, {"kind": OPEN}]


def soon() -> str:
    return (datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)).isoformat()


def test_an_account_is_found_by_id_handle_and_beginning(office: Office) -> None:
    ann = office.player(ANN, "Zephyr")
    for named in (ann.id, ann.handle, ann.handle.lower()):
        found = office.got(f"/accounts/{named}")["account"]
        assert (found["id"], found["handle"], found["muted"], found["banned"]) == (ann.id, ann.handle, None, None)
    other = office.player(BOB, "Zephyrus")
    listed = office.got("/accounts", begins="zephyr", first=1)
    rest = office.got("/accounts", begins="ZEPHYR", after=listed["next"])
    handles = [one["handle"] for one in (*listed["accounts"], *rest["accounts"])]
    assert handles[:1] == [other.handle] or handles[:1] == [max(handles, key=str.casefold)]
    assert {ann.handle, other.handle} <= {*handles}
    assert office.got("/accounts", begins="zephyr-nobody")["accounts"] == []
    assert office.problem("GET", "/accounts", begins="", after="nonsense") == "INPUT_REFUSED"
    assert office.problem("GET", "/accounts/nobody-at-all") == "PLAYER_NOT_FOUND"
    assert office.got(f"/accounts/{'0' * 32}")["account"]["handle"] is None


def test_a_muted_account_says_nothing_anywhere_until_it_is_lifted(office: Office) -> None:
    ann, bob = office.player(ANN, "Ann"), office.player(BOB)
    game = office.table(ann, bob)
    muted = office.done(f"/accounts/{ann.handle}/mute", {"note": "Spam"})["account"]["muted"]
    assert (muted["operator"], muted["note"], muted["until"]) == ("all", "Spam", None)
    for place in (game, office.table(bob, office.player(CID))):  # as a player and as a spectator
        said = ann.do("say", gameId=place, **SAY)
        assert (said["code"], said["message"]) == ("MUTED", "An operator has muted this account: it can say nothing.")
    assert bob.do("say", gameId=game, **SAY)["__typename"] == "LineSaid"
    office.table(ann, bob)
    assert office.done(f"/accounts/{ann.id}/mute", {"muted": False})["account"]["muted"] is None
    assert ann.do("say", gameId=game, **SAY)["__typename"] == "LineSaid"


def banned_from(office: Office, ann: Person, game: str) -> dict[str, Any]:
    """The answers to whatever a ban forbids."""
    bob = office.player(BOB, "Bob")
    waiting = bob.done("createGame", game={CASK: {}}, seats=CHALLENGES)["game"]["gameId"]
    token = office.anyone.done("joinGame", gameId=waiting)["seat"]["token"]
    to_join = bob.done("createGame", game={CASK: {}}, seats=CHALLENGES)["game"]["gameId"]
    challenge = [{"kind": MINE}, {"kind": OPEN, "challenge": bob.handle}]
    return {
        "joinGame": ann.do("joinGame", gameId=to_join),
        "createGame": ann.do("createGame", game={CASK: {}}, seats=CHALLENGES),
        "challenge": ann.do("createGame", game={CASK: {}}, seats=challenge),
        "quickPlay": ann.do("quickPlay", game={CASK: {}}),
        "claimSeat": ann.do("claimSeat", gameId=waiting, token=token),
        "say": ann.do("say", gameId=game, **SAY),
        "importRecord": ann.do("importRecord", record=office.anyone.http.get(f"/v1/games/{game}/record").text),
    }


def test_a_banned_account_takes_part_in_nothing_new_and_goes_on_where_it_sits(office: Office) -> None:
    ann, bob = office.player(ANN, "Ann"), office.player(BOB)
    game = office.table(ann, bob)
    banned = office.done(f"/accounts/{ann.id}/ban", {"until": soon(), "note": "Cheats"})["account"]["banned"]
    answers = banned_from(office, ann, game)
    answers.pop("importRecord")
    assert {name: answer.get("code") for name, answer in answers.items()} == dict.fromkeys(answers, "BANNED")
    assert banned["until"] > banned["since"]
    assert ann.do("play", gameId=game, moves=[{"notation": "pass"}])["__typename"] == "GameChanged"
    assert office.done(f"/accounts/{ann.id}/ban", {"banned": False})["account"]["banned"] is None
    lifted = banned_from(office, ann, game)
    assert {name: answer.get("code") for name, answer in lifted.items() if answer.get("code") == "BANNED"} == {}


def test_a_rematch_leaves_the_seat_of_a_banned_player_free(office: Office) -> None:
    ann, bob = office.player(ANN), office.player(BOB)
    game = office.table(ann, bob)
    bob.done("resign", gameId=game)
    office.done(f"/accounts/{bob.id}/ban", {})
    made = ann.do("propose", gameId=game, proposal={"rematch": True})
    assert made["__typename"] == "GameChanged", made
    proposal = f"{game}-{office.anyone.http.get(f'/v1/games/{game}').json()['version']}"
    assert bob.do("acceptProposal", gameId=game, proposalId=proposal)["__typename"] == "GameChanged"
    (again,) = [one for one in office.got("/games", account=ann.id)["games"] if one["gameId"] != game]
    assert [one["account"] for one in again["seats"]] == [None, ann.id]
    assert office.got("/games", account=bob.id)["games"][0]["gameId"] == game


def test_a_sanction_that_has_ended_is_none(office: Office) -> None:
    ann = office.player(ANN)
    for wrong in ({"until": "2020-01-01T00:00:00Z"}, {"until": soon(), "banned": False}, {"note": "x" * 281}):
        assert office.problem("POST", f"/accounts/{ann.id}/ban", wrong) == "INPUT_REFUSED"
    assert office.problem("POST", f"/accounts/{ann.id}/ban", {}, by="games") == "SCOPE_MISSING"
    assert office.got(f"/accounts/{ann.id}")["account"]["banned"] is None


def test_the_data_of_an_account_is_exported_and_deleted(office: Office) -> None:
    ann, bob = office.player(ANN, "Ann"), office.player(BOB, "Bob")
    game, other = office.table(ann, bob), office.table(bob, office.player(CID))
    ann.do("markPlayer", player=bob.handle, mark="FRIEND")
    for place in (game, other):
        ann.do("say", gameId=place, **SAY)
    found = office.got(f"/accounts/{ann.id}/data", first=1)
    assert (found["account"]["id"], found["account"]["handle"]) == (ann.id, ann.handle)
    assert [(one["player"], one["mark"]) for one in found["marks"]] == [(bob.id, "FRIEND")]
    rest = office.got(f"/accounts/{ann.id}/data", after=found["next"])
    assert [one["gameId"] for one in (*found["games"], *rest["games"])] == [other, game]
    assert [[line["phrase"] for line in one["lines"]] for one in (*found["games"], *rest["games"])] == [["HELLO"]] * 2
    office.done(f"/accounts/{ann.id}/ban", {})
    assert office.problem("POST", f"/accounts/{ann.handle}/delete", {}) == "INPUT_REFUSED"
    office.done(f"/accounts/{ann.id}/delete", {"note": "They asked by e-mail"})
    left = office.got(f"/accounts/{ann.id}/data")
    assert (left["account"]["handle"], left["marks"], left["games"]) == (None, [], [])
    assert office.problem("GET", f"/accounts/{ann.handle}") == "PLAYER_NOT_FOUND"
    assert left["account"]["banned"] is not None  # a ban outlives the deletion
    assert ann.do("createGame", game={CASK: {}}, seats=CHALLENGES)["code"] == "BANNED"


@pytest.mark.parametrize("path", ["/accounts/x", "/accounts/x/data", "/accounts", "/games", "/log"])
def test_a_player_reads_nothing_of_all_this(office: Office, path: str) -> None:
    ann = office.player(ANN)
    answer = office.ask(ann.token, "GET", path, **({"begins": "a"} if path == "/accounts" else {}))
    assert (answer.status_code, answer.json()["code"]) == (403, "NOT_OPERATOR")
