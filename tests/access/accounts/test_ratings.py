"""Ratings over the API: rated games change them, profiles and leaderboards show them, and operators can do without."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.concepts.ratings import LEAST_GAMES
from tests.access.issuer import ANN, BOB, CID, Issuer, Json
from tests.access.seats.shared import only
from tests.api.client import CASK, MINE, OPEN, Client
from tests.api.conftest import http
from tests.api.server import Server

RATING = "kind rating strength doubt games"
OWN = f"{{ account {{ ... on Account {{ id ratings {{ ratings {{ {RATING} }} }} }} }} }}"
PLAYER = f"""query ($handle: String!) {{ player(handle: $handle) {{
  ... on Profile {{ ratings {{ {RATING} }} }} ... on Problem {{ code }} }} }}"""
LEADERS = f"""query ($first: Int! = 20) {{ leaderboard(kind: CASK_RACE, first: $first) {{
  ... on LeaderConnection {{ edges {{ node {{ place handle rating {{ {RATING} }} }} }} pageInfo {{ hasNextPage }} }}
  ... on Problem {{ code }} }} }}"""
HISTORY = """query ($handle: String) { ratingHistory(kind: CASK_RACE, handle: $handle) {
  ... on RatingPointConnection { edges { node { number place players gameId } } } ... on Problem { code } } }"""
SHOWN = """query ($id: ID!) { game(id: $id) { ... on Game { rated seats { player { handle rating } } } } }"""
OPEN_GAMES = (
    """query ($rated: Boolean) { openGames(rated: $rated) { ... on GameConnection { edges { node { gameId } } } } }"""
)


@pytest.fixture
def people(anyone: Client, issuer: Issuer, request: pytest.FixtureRequest) -> list[Client]:
    """Three accounts that no other test has."""
    return [Client(anyone.http, issuer.token(f"{name} of {request.node.name}")) for name in (ANN, BOB, CID)]


def open_table(host: Client, **more: Json) -> str:
    seats, terms = [{"kind": MINE}, {"kind": OPEN}], {"undo": "CONSENT", "rated": True, **more}
    made = host.done("createGame", game={CASK: {}}, seats=seats, **terms)
    return str(made["game"]["gameId"])


def lost(loser: Client, winner: Client) -> str:
    game = open_table(winner)
    loser.done("joinGame", gameId=game)
    loser.done("resign", gameId=game)
    return game


def own(player: Client) -> list[Json]:
    found: list[Json] = only(player.ask(OWN))["ratings"]["ratings"]
    return found


def awaited(found: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not found():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_rated_games_are_counted_shown_and_listed(people: list[Client], anyone: Client) -> None:
    ann, bob, cid = people
    ann.do("saveProfile", handle="Rated-Ann")
    games = [lost(bob, ann) for _ in range(LEAST_GAMES)]
    for one in (ann, bob):
        awaited(lambda one=one: [rating["games"] for rating in own(one)] == [LEAST_GAMES])  # type: ignore[misc]
    (rating,) = own(ann)
    assert rating["kind"] == "CASK_RACE"
    assert rating["strength"] > 1000 > own(bob)[0]["strength"]
    assert only(cid.ask(PLAYER, handle="rated-ann"))["ratings"] == [rating]
    leaders = [edge["node"] for edge in only(anyone.ask(LEADERS))["edges"]]
    assert next(one for one in leaders if one["handle"] == "Rated-Ann")["rating"] == rating
    mine = [edge["node"] for edge in only(ann.ask(HISTORY))["edges"]]
    assert [point["number"] for point in mine] == [*range(LEAST_GAMES, 0, -1)]
    assert {point["gameId"] for point in mine} == {*games}
    others = [edge["node"] for edge in only(anyone.ask(HISTORY, handle="Rated-Ann"))["edges"]]
    assert others == [point | {"gameId": None} for point in mine]
    assert only(anyone.ask(HISTORY))["code"] == "NO_ACCOUNT"
    assert only(anyone.ask(HISTORY, handle="no-such-player"))["code"] == "PLAYER_NOT_FOUND"
    page = anyone.http.get("/v1/ratings/CASK_RACE", params={"first": 1}).json()
    assert page["players"][0]["place"] == 1
    parts = anyone.http.get("/v1/ratings/CASK_RACE/history", params={"handle": "Rated-Ann", "first": 3}).json()
    assert (len(parts["games"]), parts["next"]) == (3, "8")
    assert only(anyone.ask(LEADERS.replace("CASK_RACE", "PINT_CRAFT")))["edges"] == []
    game = anyone.ask(SHOWN, id=open_table(ann))["game"]
    assert (game["rated"], game["seats"][0]["player"]) == (True, {"handle": "Rated-Ann", "rating": rating["rating"]})


def test_guests_cannot_join_and_lists_tell_rated_games_apart(people: list[Client], anyone: Client) -> None:
    ann, _, _ = people
    made = open_table(ann, visibility="OPEN")
    plain = open_table(ann, visibility="OPEN", rated=False)
    assert anyone.refused("joinGame", gameId=made)["code"] == "NO_ACCOUNT"
    assert anyone.done("joinGame", gameId=plain)["game"]["gameId"] == plain

    def listed(**chosen: bool) -> set[str]:
        return {edge["node"]["gameId"] for edge in only(anyone.ask(OPEN_GAMES, **chosen))["edges"]}

    waiting = open_table(ann, visibility="OPEN", rated=False)
    for chosen, both in ((listed(), {made, waiting}), (listed(rated=True), {made}), (listed(rated=False), {waiting})):
        assert chosen & {made, waiting} == both


def test_quick_play_finds_a_rated_game(people: list[Client], anyone: Client) -> None:
    ann, bob, _ = people
    terms = {"game": {CASK: {}}, "maxSeats": 2, "rated": True}
    game = ann.done("quickPlay", **terms, within=5)["game"]["gameId"]
    assert ann.ask(SHOWN, id=game)["game"]["rated"]
    assert anyone.refused("quickPlay", **terms, idempotencyKey="k" * 22)["code"] == "NO_ACCOUNT"
    asked = {"kind": "CASK_RACE", "maxSeats": 2, "rated": True, "within": 5}
    joined = anyone.http.post("/v1/quick-play", json=asked, headers={"Authorization": f"Bearer {bob.token}"}).json()
    assert joined["game"]["gameId"] == game
    bob.done("resign", gameId=game)
    awaited(lambda: [rating["games"] for rating in own(ann)] == [1])
    # Both ratings have changed, so these two do not meet again.
    games = {one.done("quickPlay", **terms, within=1)["game"]["gameId"] for one in (ann, bob)}
    assert len(games) == 2


def test_an_operator_can_do_without(issuer: Issuer) -> None:
    with Server(store=MemoryStore(), ratings=False, **issuer.settings) as server, http(server) as client:
        ann = Client(client, issuer.token(ANN))
        seats = [{"kind": MINE}, {"kind": OPEN}]
        refused = ann.refused("createGame", game={CASK: {}}, seats=seats, undo="CONSENT", rated=True)
        assert (refused["code"], refused["argument"]) == ("INPUT_REFUSED", "rated")
        refused = ann.refused("quickPlay", game={CASK: {}}, rated=True)
        assert (refused["code"], refused["argument"]) == ("INPUT_REFUSED", "rated")
        assert only(ann.ask(LEADERS))["code"] == only(ann.ask(HISTORY))["code"] == "RATINGS_OFF"
        assert own(ann) == []
