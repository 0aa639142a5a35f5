"""Challenges: a seat is reserved for one player, who takes it or declines. A blocked challenger cannot tell."""

from __future__ import annotations

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.seating.challenging import MOST_BETWEEN
from tests.access.issuer import ANN, BOB, CID, Issuer, Json
from tests.access.seats.shared import only
from tests.api.client import CASK, MINE, OPEN, Client
from tests.api.conftest import http
from tests.api.server import Server

SEATS = """query ($id: ID!) { game(id: $id) { ... on Game { status viewer { role seat challenged }
  seats { seat taken closed challenged { handle } } } } }"""
CHALLENGES = """{ account { ... on Account { id games { edges { node { gameId } } } challenges { edges { node {
  gameId viewer { challenged } seats { player { handle } } } } } } } }"""


@pytest.fixture
def people(anyone: Client, issuer: Issuer, request: pytest.FixtureRequest) -> list[Client]:
    """Three accounts with profiles that no other test has: Ann, Bob and Cid."""
    return with_profiles(anyone, issuer, str(abs(hash(request.node.name)))[:12])


def with_profiles(anyone: Client, issuer: Issuer, mark: str) -> list[Client]:
    found = [Client(anyone.http, issuer.token(f"{name} of {mark}")) for name in (ANN, BOB, CID)]
    for one, name in zip(found, ("ann", "bob", "cid"), strict=True):
        assert one.do("saveProfile", handle=f"{name}{mark}")["__typename"] == "ProfileSaved"
    return found


def handle(of: Client) -> str:
    found: str = only(of.ask("{ account { ... on Account { profile { handle } } } }"))["profile"]["handle"]
    return found


def seats(*handles: str) -> list[Json]:
    return [{"kind": MINE}, *({"kind": OPEN, "challenge": one} for one in handles)]


def challenge(by: Client, *others: Client, **more: object) -> Json:
    return by.done("createGame", game={CASK: {}}, seats=seats(*map(handle, others)), **more)


def open_challenges(of: Client) -> list[Json]:
    return [edge["node"] for edge in only(of.ask(CHALLENGES))["challenges"]["edges"]]


def games(of: Client) -> list[str]:
    return [edge["node"]["gameId"] for edge in only(of.ask(CHALLENGES))["games"]["edges"]]


def test_only_the_challenged_player_can_take_the_seat(people: list[Client], anyone: Client) -> None:
    ann, bob, cid = people
    made = challenge(ann, bob)
    game, host = made["game"]["gameId"], anyone.with_token(made["hostToken"])
    shown = {"seat": 2, "taken": False, "closed": True, "challenged": {"handle": handle(bob)}}
    for by in (ann, bob, cid, anyone):
        assert by.ask(SEATS, id=game)["game"]["seats"][1] == shown
    assert [one["gameId"] for one in open_challenges(bob)] == [game]
    assert open_challenges(bob)[0]["seats"][0]["player"]["handle"] == handle(ann)
    assert (games(bob), open_challenges(ann), open_challenges(cid)) == ([], [], [])
    assert bob.ask(SEATS, id=game)["game"]["viewer"] == {"role": "SPECTATOR", "seat": None, "challenged": 2}
    assert cid.ask(SEATS, id=game)["game"]["viewer"]["challenged"] is None
    for by in (anyone, cid, host):
        refused = by.refused("joinGame", gameId=game, seat=2)
        assert (refused["code"], "reserved" in refused["message"]) == ("NO_OPEN_SEAT", True)
    assert cid.refused("joinGame", gameId=game)["code"] == "NO_OPEN_SEAT"
    assert "reserved" in host.refused("createInvite", gameId=game, seat=2)["message"]
    assert cid.refused("declineChallenge", gameId=game)["code"] == "CHALLENGE_NOT_FOUND"
    assert bob.done("joinGame", gameId=game)["seat"]["seat"] == 2
    after = bob.ask(SEATS, id=game)["game"]
    assert (after["status"], after["viewer"]) == ("RUNNING", {"role": "SEAT", "seat": 2, "challenged": None})
    assert after["seats"][1]["challenged"] is None
    assert (games(bob), open_challenges(bob)) == ([game], [])


def test_a_challenged_player_among_open_seats_gets_the_reserved_one(people: list[Client], anyone: Client) -> None:
    ann, bob, cid = people
    asked = [*seats(handle(bob)), {"kind": OPEN}]
    game = ann.done("createGame", game={CASK: {}}, seats=[asked[0], asked[2], asked[1]])["game"]["gameId"]
    assert bob.refused("joinGame", gameId=game, seat=2)["code"] == "NO_OPEN_SEAT"
    assert cid.done("joinGame", gameId=game)["seat"]["seat"] == 2
    assert bob.done("joinGame", gameId=game)["seat"]["seat"] == 3


def test_a_player_who_declines_leaves_a_free_seat_and_does_so_once(people: list[Client], anyone: Client) -> None:
    ann, bob, cid = people
    made = challenge(ann, bob)
    game, key = made["game"]["gameId"], "k" * 30
    declined = bob.done("declineChallenge", gameId=game, idempotencyKey=key)
    assert [one["__typename"] for one in declined["entries"][0]["events"]] == ["ChallengeDeclined"]
    assert bob.done("declineChallenge", gameId=game, idempotencyKey=key)["entries"] == declined["entries"]
    assert bob.refused("declineChallenge", gameId=game)["code"] == "CHALLENGE_NOT_FOUND"
    assert (open_challenges(bob), games(bob)) == ([], [])
    assert ann.ask(SEATS, id=game)["game"]["seats"][1] == {
        "seat": 2,
        "taken": False,
        "closed": True,
        "challenged": None,
    }
    assert bob.refused("joinGame", gameId=game)["code"] == "NO_OPEN_SEAT"
    invite = anyone.with_token(made["hostToken"]).done("createInvite", gameId=game, seat=2)["invite"]
    assert cid.done("joinGame", gameId=game, invite=invite)["seat"]["seat"] == 2


@pytest.mark.parametrize("by", ["closeSeat", "openSeat", "abandon"])
def test_the_challenger_withdraws(people: list[Client], by: str) -> None:
    ann, bob, _ = people
    game = challenge(ann, bob)["game"]["gameId"]
    ann.done(by, gameId=game, **({} if by == "abandon" else {"seat": 2}))
    assert open_challenges(bob) == []
    assert bob.refused("declineChallenge", gameId=game)["code"] in ("CHALLENGE_NOT_FOUND", "GAME_OVER")
    again = ann.refused(by, gameId=game, **({} if by == "abandon" else {"seat": 2}))
    assert again["code"] in ("SEAT_UNCHANGED", "GAME_OVER")


def test_a_challenge_that_cannot_be_made_leaves_nothing(people: list[Client], anyone: Client, issuer: Issuer) -> None:
    ann, bob, cid = people
    before = games(ann)

    def refused(by: Client, *asked: Json) -> tuple[str, str | None]:
        found = by.refused("createGame", game={CASK: {}}, seats=asked)
        return found["code"], found.get("argument")

    nameless = Client(anyone.http, issuer.token("nobody knows them"))
    assert refused(ann, *seats("nobody-is-called-so")) == ("PLAYER_NOT_FOUND", None)
    assert refused(ann, *seats(handle(ann))) == ("INPUT_REFUSED", "seats")
    assert refused(ann, *seats(handle(bob), handle(bob))) == ("INPUT_REFUSED", "seats")
    assert refused(ann, seats(handle(bob))[1], seats(handle(cid))[1]) == ("INPUT_REFUSED", "seats")
    assert refused(ann, {"kind": MINE}, {"kind": MINE, "challenge": handle(bob)}) == ("INPUT_REFUSED", "seats")
    ann.do("markPlayer", player=handle(cid), mark="BLOCKED")
    assert refused(ann, *seats(handle(cid))) == ("INPUT_REFUSED", "seats")
    assert refused(nameless, *seats(handle(bob))) == ("NO_PROFILE", None)
    assert refused(anyone, *seats(handle(bob))) == ("NO_PROFILE", None)
    assert games(ann) == before
    assert open_challenges(bob) == open_challenges(cid) == []


def test_a_challenger_who_is_blocked_gets_the_same_answers(people: list[Client], anyone: Client) -> None:
    ann, bob, cid = people
    bob.do("markPlayer", player=handle(ann), mark="BLOCKED")
    blocked, open_ = (challenge(by, bob)["game"] for by in (ann, cid))
    differ = {name for name in blocked if blocked[name] != open_[name]}
    assert differ <= {
        "id",
        "gameId",
        "createdAt",
        "updatedAt",
        "expiresAt",
        "commitment",
        "seats",
        "host",
        "epoch",
        "etag",
    }
    assert [by.ask(SEATS, id=one["gameId"])["game"] for by, one in ((ann, blocked), (cid, open_))] == [
        anyone.ask(SEATS, id=open_["gameId"])["game"] | {"viewer": {"role": "SEAT", "seat": 1, "challenged": None}}
    ] * 2
    assert [one["gameId"] for one in open_challenges(bob)] == [open_["gameId"]]
    assert bob.ask(SEATS, id=blocked["gameId"])["game"]["viewer"]["challenged"] is None
    assert bob.refused("declineChallenge", gameId=blocked["gameId"])["code"] == "CHALLENGE_NOT_FOUND"
    for number in range(MOST_BETWEEN):
        answers = [by.do("createGame", game={CASK: {}}, seats=seats(handle(bob))) for by in (ann, cid)]
        codes = {one.get("code") for one in answers}
        assert codes == ({None} if number < MOST_BETWEEN - 1 else {"TOO_MANY_CHALLENGES"})


def test_a_deleted_account_is_challenged_no_more(people: list[Client]) -> None:
    ann, bob, cid = people
    told, silent = challenge(ann, bob, cid)["game"]["gameId"], challenge(cid, bob)["game"]["gameId"]
    name = handle(bob)
    bob.do("deleteAccount", account=only(bob.ask(CHALLENGES))["id"])
    for game, by in ((told, ann), (silent, cid)):
        assert [one["challenged"] for one in by.ask(SEATS, id=game)["game"]["seats"]][1] is None
        assert name not in str(by.look(game, at=1))
    assert [one["gameId"] for one in open_challenges(cid)] == [told]
    ann.do("deleteAccount", account=only(ann.ask(CHALLENGES))["id"])
    assert open_challenges(cid) == []


def test_an_operator_can_do_without(issuer: Issuer) -> None:
    for off in ("challenges", "profiles"):
        with Server(store=MemoryStore(), **{off: False}, **issuer.settings) as server, http(server) as client:
            ann = Client(client, issuer.token(ANN))
            assert ann.refused("createGame", game={CASK: {}}, seats=seats("Bob"))["code"] == "CHALLENGES_OFF"
