"""Profiles: handles are unique, seats name their players, ids of others are personal, and nothing outlives an account."""

from __future__ import annotations

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.access.issuer import ANN, BOB, CID, Issuer, Json
from tests.access.seats.shared import only
from tests.api.client import CASK, MINE, OPEN, Client
from tests.api.conftest import http
from tests.api.server import Server

SEATS = """query ($id: ID!) { game(id: $id) { ... on Game { seats { seat name player { key handle } } } } }"""
PLAYER = """query ($handle: String!) { player(handle: $handle) {
  ... on Profile { id handle name seenAt } ... on Problem { code } } }"""
AT = """query ($id: ID!, $seat: Int!) { playerAt(gameId: $id, seat: $seat) {
  ... on PlayerFound { player { id handle mark } } ... on Problem { code } } }"""
OWN = "{ account { ... on Account { id profile { handle } players { players { id handle mark } } } } }"


@pytest.fixture
def people(anyone: Client, issuer: Issuer, request: pytest.FixtureRequest) -> list[Client]:
    """Three accounts that no other test has."""
    return [Client(anyone.http, issuer.token(f"{name} of {request.node.name}")) for name in (ANN, BOB, CID)]


def open_table(host: Client, *others: Client) -> str:
    made = host.done("createGame", game={CASK: {}}, seats=[{"kind": MINE}, *[{"kind": OPEN}] * len(others)])
    game: str = made["game"]["gameId"]
    for one in others:
        one.done("joinGame", gameId=game)
    return game


def at(by: Client, game: str, seat: int) -> Json:
    found = only(by.ask(AT, id=game, seat=seat))
    return found.get("player", found)


def test_a_handle_is_unique_to_the_eye_and_stays(people: list[Client]) -> None:
    ann, bob, _ = people
    saved = ann.do("saveProfile", handle="Ilse", name="Ilse B.")["profile"]
    assert ann.do("saveProfile", handle="Ilse")["profile"] == saved | {"name": None}
    assert ann.refused("saveProfile", handle="Other")["code"] == "HANDLE_STAYS"
    for alike in ("ilse", "ILSE", "lIse", "I1se", "\u0399lse"):
        assert bob.refused("saveProfile", handle=alike)["code"] == "HANDLE_TAKEN", alike
    for wrong in ("x", "a b", "x" * 21, "<i>", "a\u200bb", "\u0301ab"):
        assert bob.refused("saveProfile", handle=wrong)["argument"] == "handle", wrong
    assert bob.refused("saveProfile", handle="Bobby", avatar="A/B")["argument"] == "avatar"
    assert only(bob.ask(OWN))["profile"] is None
    assert only(bob.ask(PLAYER, handle="ILSE")) == {"id": saved["id"], "handle": "Ilse", "name": None, "seenAt": None}
    assert only(bob.ask(PLAYER, handle="nobody-is-called-so"))["code"] == "PLAYER_NOT_FOUND"


@pytest.mark.parametrize(
    ("handle", "alike"),
    [
        ("\u0412\u043e\u0432\u0430", "\u0432\u043e\u0432\u0430"),  # Vova in Cyrillic, and in lower case
        ("\u0432\u043e\u0432\u0430", "\u0412\u041e\u0412\u0410"),
        ("BOBA", "\u0412\u041e\u0412\u0410"),
        ("\u03a3\u03b1\u03c2", "\u03c3\u03b1\u03c3"),  # three forms of sigma
        ("Nav", "\u039d\u03b1v"),
        ("ben", "\uff42\uff45\uff4e"),  # wide letters
        ("tim", "\uff34\uff29\uff2d"),
        ("ivan", "\u0130van"),
        ("ivan", "i\u0307van"),
    ],
)
def test_handles_that_differ_in_case_or_look_alike_in_any_script_are_one(
    people: list[Client], handle: str, alike: str
) -> None:
    ann, bob, cid = people
    assert ann.do("saveProfile", handle=handle)["profile"]["handle"] == handle
    assert bob.refused("saveProfile", handle=alike)["code"] == "HANDLE_TAKEN"
    assert only(cid.ask(PLAYER, handle=handle.upper()))["handle"] == handle
    ann.do("deleteAccount", account=only(ann.ask(OWN))["id"])
    assert bob.do("saveProfile", handle=alike)["profile"]["handle"] == alike
    assert cid.refused("saveProfile", handle=handle)["code"] == "HANDLE_TAKEN"
    bob.do("deleteAccount", account=only(bob.ask(OWN))["id"])


def test_a_seat_names_its_player_to_all_alike_and_only_with_a_profile(people: list[Client], anyone: Client) -> None:
    ann, bob, cid = people
    profile = ann.do("saveProfile", handle="Seated-Ann", name="Ann of the House")["profile"]
    game = open_table(bob, ann)
    shown = [by.ask(SEATS, id=game)["game"]["seats"] for by in (ann, bob, cid, anyone)]
    known = {"key": profile["id"], "handle": "Seated-Ann"}
    assert shown[0][1] == {"seat": 2, "name": "Ann of the House", "player": known}
    assert shown[0][0]["player"] is None
    assert shown.count(shown[0]) == 4
    assert cid.refused("joinGame", gameId=game)["code"] in ("NO_OPEN_SEAT", "ALREADY_STARTED")


def test_an_id_of_whom_one_met_is_the_same_in_every_game_and_nobody_elses(people: list[Client], anyone: Client) -> None:
    ann, bob, cid = people
    one, two = open_table(ann, bob, cid), open_table(bob, ann, cid)
    cid_to_ann = at(ann, one, 3)["id"]
    assert at(ann, two, 3)["id"] == cid_to_ann
    assert at(bob, one, 3)["id"] not in (cid_to_ann, at(bob, one, 1)["id"])
    assert at(ann, one, 1)["code"] == at(ann, one, 9)["code"] == "PLAYER_NOT_FOUND"
    assert at(anyone, one, 1)["code"] == "NO_ACCOUNT"
    assert at(ann, open_table(bob, cid), 1)["code"] == "PLAYER_NOT_FOUND"
    assert bob.refused("markPlayer", player=cid_to_ann, mark="FRIEND")["code"] == "PLAYER_NOT_FOUND"
    marked = ann.do("markPlayer", player=cid_to_ann, mark="BLOCKED")["player"]
    assert (marked["mark"], marked["handle"]) == ("BLOCKED", None)
    assert only(ann.ask(OWN))["players"]["players"] == [{"id": cid_to_ann, "handle": None, "mark": "BLOCKED"}]
    assert only(cid.ask(OWN))["players"]["players"] == []
    assert at(cid, one, 1)["mark"] is None
    ann.do("markPlayer", player=cid_to_ann)
    assert only(ann.ask(OWN))["players"]["players"] == []


def test_a_friend_is_found_by_their_handle(people: list[Client]) -> None:
    ann, bob, _ = people
    bob.do("saveProfile", handle="Friend-Bob")
    assert ann.do("markPlayer", player="friend-bob", mark="FRIEND")["player"]["handle"] == "Friend-Bob"
    assert bob.refused("markPlayer", player="Friend-Bob", mark="FRIEND")["argument"] == "player"
    assert [one["handle"] for one in only(ann.ask(OWN))["players"]["players"]] == ["Friend-Bob"]


def test_deleting_an_account_deletes_its_profile_everywhere(people: list[Client]) -> None:
    ann, bob, cid = people
    ann.do("saveProfile", handle="Short-Lived")
    ann.do("markPlayer", player=at(ann, open_table(ann, bob), 2)["id"], mark="FRIEND")
    bob.do("markPlayer", player="Short-Lived", mark="BLOCKED")
    game = open_table(ann, bob, cid)
    ann.do("deleteAccount", account=only(ann.ask(OWN))["id"])
    assert [one["player"] for one in cid.ask(SEATS, id=game)["game"]["seats"]] == [None] * 3
    assert only(cid.ask(PLAYER, handle="Short-Lived"))["code"] == "PLAYER_NOT_FOUND"
    after = only(ann.ask(OWN))
    assert (after["profile"], after["players"]["players"]) == (None, [])
    assert [(one["handle"], one["mark"]) for one in only(bob.ask(OWN))["players"]["players"]] == [(None, "BLOCKED")]
    assert cid.do("saveProfile", handle="Short-Lived")["profile"]["handle"] == "Short-Lived"


CLOSE = "mutation { closeProfile { ... on ProfileClosed { finished } ... on Problem { code } } }"


def test_closing_a_profile_leaves_the_account_its_games_and_its_friends_an_unnamed_player(
    people: list[Client], anyone: Client
) -> None:
    ann, bob, _ = people
    first = ann.do("saveProfile", handle="Closing-Ann", name="Ann herself")["profile"]["id"]
    bob.do("saveProfile", handle="Staying-Bob")
    game = open_table(ann, bob)
    bob.do("markPlayer", player="Closing-Ann", mark="FRIEND")
    ann.do("markPlayer", player="Staying-Bob", mark="FRIEND")
    for answer in (
        only(ann.ask(CLOSE)),
        ann.http.delete("/v1/account/profile", headers={"authorization": f"Bearer {ann.token}"}).json(),
    ):
        assert answer["finished"]
    seats = bob.ask(SEATS, id=game)["game"]["seats"]
    assert [(one["name"], (one["player"] or {}).get("handle")) for one in seats] == [
        (None, None),
        ("Staying-Bob", "Staying-Bob"),
    ]
    assert only(anyone.ask(PLAYER, handle="Closing-Ann"))["code"] == "PLAYER_NOT_FOUND"
    assert only(anyone.ask(CLOSE))["code"] == "NO_ACCOUNT"
    assert [(one["handle"], one["mark"]) for one in only(bob.ask(OWN))["players"]["players"]] == [(None, "FRIEND")]
    own = only(ann.ask(OWN))
    assert (own["profile"], [one["handle"] for one in own["players"]["players"]]) == (None, ["Staying-Bob"])
    assert bob.refused("saveProfile", handle="Closing-Ann")["code"] == "HANDLE_STAYS"
    other = ann.refused("saveProfile", handle="Ann-Anew")
    assert (other["code"], other["handle"], "30 days" in other["message"]) == ("HANDLE_STAYS", "Closing-Ann", True)
    challenge = [{"kind": MINE}, {"kind": OPEN, "challenge": "Staying-Bob"}]
    assert ann.refused("createGame", game={CASK: {}}, seats=challenge)["code"] == "NO_PROFILE"
    assert ann.do("saveProfile", handle="Closing-Ann")["profile"]["id"] != first
    assert bob.ask(SEATS, id=game)["game"]["seats"][0]["player"] is None


HOST = "query ($id: ID!) { game(id: $id) { ... on Game { host { handle rating } viewer { host } } } }"


def test_a_table_names_its_host_with_and_without_a_seat(people: list[Client], anyone: Client) -> None:
    ann, bob, cid = people
    ann.do("saveProfile", handle="Hosting-Ann")
    bob.do("saveProfile", handle="Hosting-Bob")
    made = [
        one.done("createGame", game={CASK: {}}, seats=[{"kind": kind}, {"kind": OPEN}])["game"]["gameId"]
        for one, kind in ((ann, OPEN), (ann, MINE), (cid, OPEN))
    ]
    hosts = [anyone.ask(HOST, id=game)["game"]["host"] for game in made]
    assert hosts == [{"handle": "Hosting-Ann", "rating": None}] * 2 + [None]
    bob.done("joinGame", gameId=made[0])
    ann.do("deleteAccount", account=only(ann.ask(OWN))["id"])
    assert bob.ask(HOST, id=made[0])["game"] == {
        "host": {"handle": "Hosting-Bob", "rating": None},
        "viewer": {"host": True},
    }
    assert anyone.ask(HOST, id=made[1])["game"]["host"] is None


def test_an_operator_can_do_without(issuer: Issuer) -> None:
    with Server(store=MemoryStore(), profiles=False, **issuer.settings) as server, http(server) as client:
        ann = Client(client, issuer.token(ANN))
        for refused in (ann.refused("saveProfile", handle="Ann"), ann.refused("markPlayer", player="Ann")):
            assert refused["code"] == "PROFILES_OFF"
        assert only(ann.ask(PLAYER, handle="Ann"))["code"] == "PROFILES_OFF"
        assert only(ann.ask(OWN))["profile"] is None


FRIENDS_TABLES = """query { openGames(friends: true, first: 50) {
  ... on GameConnection { edges { node { gameId } } } ... on Problem { code } } }"""


def test_open_games_can_be_those_where_a_friend_with_a_profile_sits(people: list[Client], anyone: Client) -> None:
    ann, bob, cid = people

    def opened(host: Client) -> str:
        seats = [{"kind": MINE}, {"kind": OPEN}, {"kind": OPEN}]
        made = host.done("createGame", game={CASK: {}}, seats=seats, visibility="OPEN")
        return str(made["game"]["gameId"])

    def listed() -> set[str]:
        return {edge["node"]["gameId"] for edge in ann.ask(FRIENDS_TABLES)["openGames"]["edges"]}

    bob.do("saveProfile", handle="Open-Bob")
    game, others = opened(bob), opened(cid)
    assert listed() == set()
    ann.do("markPlayer", player="Open-Bob", mark="FRIEND")
    # What a table does not show, no list tells either.
    ann.do("markPlayer", player=at(ann, open_table(ann, cid), 2)["id"], mark="FRIEND")
    assert listed() == {game}
    bob.done("joinGame", gameId=others)
    assert listed() == {game, others}
    ann.do("markPlayer", player="Open-Bob", mark="BLOCKED")
    assert listed() == set()
    asked = {"friends": True}
    assert anyone.ask(FRIENDS_TABLES)["openGames"]["code"] == "NO_ACCOUNT"
    assert anyone.http.get("/v1/games", params=asked).json()["code"] == "NO_ACCOUNT"
    ann.do("markPlayer", player="Open-Bob", mark="FRIEND")
    by_rest = ann.http.get("/v1/games", params=asked, headers={"Authorization": f"Bearer {ann.token}"}).json()
    assert {one["gameId"] for one in by_rest["games"]} == {game, others}
