"""Games that an account plays, sees and is shown."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from typing import Any

import pytest

from taphouse.service.access.accounts import Accounts
from taphouse.service.games.encoding.codec import SNAPSHOT_EVERY
from tests.access.issuer import ANN, AUDIENCE, BOB, ISSUER, Issuer, Json, claims
from tests.api.client import CASK, MINE, OPEN, Client, in_notation, seats_of
from tests.api.server import Server

GAMES = """query ($first: Int! = 20, $after: String) { account { ... on Account { id
  games(first: $first, after: $after) { edges { cursor node { id gameId viewer { role seat host readOnly } } }
    pageInfo { hasNextPage endCursor hasPreviousPage startCursor } }
  finishedGames { edges { node { id } } }
  pendingDecisions { edges { node { version since decision { seat } game { id gameId version updatedAt } } } } } } }"""


def mine(player: Client, **given: Any) -> Json:
    found: Json = player.ask(GAMES, **given)["account"]
    return found


@pytest.fixture(params=["memory", "valkey"])
def somewhere(request: pytest.FixtureRequest) -> Client:
    """Somebody without a token, on either store."""
    if request.param == "memory":
        found: Client = request.getfixturevalue("anyone")
        return found
    pair: tuple[Client, Client] = request.getfixturevalue("two_instances")
    return pair[0]


def player_of(client: Client, issuer: Issuer, subject: str) -> Client:
    return client.with_token(issuer.token(subject))


def test_two_accounts_play_a_whole_game_without_a_seats_token(somewhere: Client, issuer: Issuer) -> None:
    ann, bob = (player_of(somewhere, issuer, name + somewhere.http.base_url.host + "plays") for name in (ANN, BOB))
    made = ann.done("createGame", game={CASK: {"turnCap": 6}}, seats=seats_of([MINE, OPEN]))
    id_ = made["game"]["gameId"]
    bob.done("joinGame", gameId=id_)
    moves = 0
    while True:
        waiting = {
            player: [edge["node"] for edge in mine(player)["pendingDecisions"]["edges"]] for player in (ann, bob)
        }
        due = [(player, node) for player, nodes in waiting.items() for node in nodes if node["game"]["gameId"] == id_]
        if not due:
            break
        ((player, node),) = due
        assert node["since"] == node["game"]["updatedAt"]
        assert node["game"]["id"] == id_, "what is pending is shown at the newest version"
        assert node["version"] == node["game"]["version"]
        assert node["decision"]["seat"] == (1 if player is ann else 2)
        player.done("play", gameId=id_, moves=[player.legal_moves(id_)[0]["input"]])
        moves += 1
    assert moves >= 6
    assert ann.look(id_)["status"] == "OVER"
    for player, viewer in ((ann, (1, True)), (bob, (2, False))):
        account = mine(player)
        assert account["finishedGames"]["edges"] == [{"node": {"id": id_}}]
        (edge,) = account["games"]["edges"]
        assert (edge["node"]["id"], edge["node"]["viewer"]["seat"], edge["node"]["viewer"]["host"]) == (id_, *viewer)


def test_an_account_sees_its_own_cards_and_a_stranger_none(anyone: Client, issuer: Issuer) -> None:
    ann = player_of(anyone, issuer, "sees")
    made = ann.done("createGame", game={CASK: {}}, seats=seats_of([MINE, MINE]))
    id_, tokens = made["game"]["gameId"], [seat["token"] for seat in made["seats"]]
    as_token = anyone.with_token(tokens[0]).look(id_)
    as_account = ann.look(id_)
    assert as_account["viewer"] == {
        "role": "SEAT",
        "seat": 1,
        "host": True,
        "readOnly": False,
        "lost": None,
        "challenged": None,
    }
    assert {**as_account, "viewer": None} == {**as_token, "viewer": None}
    assert player_of(anyone, issuer, "a stranger").look(id_) == anyone.look(id_)


def test_an_account_has_one_seat_in_a_game(somewhere: Client, issuer: Issuer) -> None:
    bob = player_of(somewhere, issuer, BOB)
    id_ = somewhere.done("createGame", game={CASK: {}}, seats=seats_of([OPEN, OPEN]))["game"]["gameId"]
    seat = bob.done("joinGame", gameId=id_, seat=2)["seat"]["seat"]
    problem = bob.refused("joinGame", gameId=id_)
    assert (problem["code"], problem["yourSeat"], seat) == ("ALREADY_SEATED", 2, 2)


def test_games_come_in_pages_the_newest_first(somewhere: Client, issuer: Issuer) -> None:
    host = player_of(somewhere, issuer, "many games")
    made = [host.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))["game"] for _ in range(5)]
    made.sort(key=lambda game: (game["createdAt"], game["id"]), reverse=True)
    after, seen = None, []
    for size in (2, 2, 1):
        page = mine(host, first=2, after=after)["games"]
        info = page["pageInfo"]
        assert (len(page["edges"]), info["hasPreviousPage"]) == (size, after is not None)
        assert (info["startCursor"], info["endCursor"]) == (page["edges"][0]["cursor"], page["edges"][-1]["cursor"])
        seen += [edge["node"]["id"] for edge in page["edges"]]
        after = info["endCursor"]
    assert not info["hasNextPage"]
    assert seen == [game["id"] for game in made]
    assert mine(host, first=9, after=after)["games"]["edges"] == []


@pytest.mark.parametrize("how", ["moves", "resign", "reissueToken"])
def test_a_players_list_that_was_lost_fills_again_as_their_games_go_on(
    service: Server, anyone: Client, issuer: Issuer, how: str
) -> None:
    host, guest = (player_of(anyone, issuer, f"{name} loses the list, {how}") for name in (ANN, BOB))
    id_ = host.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]), powers="FULL")["game"]["gameId"]
    guest.done("joinGame", gameId=id_)
    app: Any = service._server.config.app
    app.state.services.store._lists.clear()
    assert [mine(player)["games"]["edges"] for player in (host, guest)] == [[], []]
    if how == "moves":
        for number in range(SNAPSHOT_EVERY):
            (host, guest)[number % 2].done("play", gameId=id_, moves=in_notation("pass"))
    else:
        host.done(how, gameId=id_, **({"seat": 2} if how == "reissueToken" else {}))
    found = [[edge["node"]["id"] for edge in mine(player)["games"]["edges"]] for player in (host, guest)]
    assert found == [[id_], [id_]], "also of a player whose token was replaced, to watch on"


def test_a_bad_cursor_is_an_error_that_says_so(anyone: Client, issuer: Issuer) -> None:
    for cursor in ("", "x", "ä", "A" * 5000, base64.urlsafe_b64encode(b"1:2").decode()):
        (error,) = player_of(anyone, issuer, ANN).post(GAMES, {"after": cursor}).json()["errors"]
        assert error["extensions"]["code"] == "INPUT_REFUSED"
        assert "cursor" in error["message"]


def test_a_game_is_listed_once_however_often_the_request_to_create_it_is_sent(
    somewhere: Client, issuer: Issuer
) -> None:
    host = player_of(somewhere, issuer, "again and again")
    request = {"game": {CASK: {}}, "seats": seats_of([MINE, OPEN]), "idempotencyKey": "k" * 40 + issuer.key.name}
    first = host.send("createGame", **request)
    time.sleep(0.002)  # the clock that entries are sorted by counts milliseconds
    assert host.send("createGame", **request).content == first.content
    assert len(mine(host)["games"]["edges"]) == 1
    other = player_of(somewhere, issuer, "somebody else")
    assert other.refused("createGame", **request)["code"] == "KEY_REUSED"
    assert mine(other)["games"]["edges"] == []


def test_who_somebody_is_is_told_to_nobody_else(anyone: Client, issuer: Issuer) -> None:
    subject = "somebody@mail.example"
    ann, bob = player_of(anyone, issuer, subject), player_of(anyone, issuer, BOB)
    who = mine(ann)["id"]
    assert who not in (mine(bob)["id"], subject)
    assert who == Accounts(ISSUER, AUDIENCE, "")._player(claims(subject)).id  # type: ignore[union-attr]
    made = ann.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]), visibility="OPEN")
    id_ = made["game"]["gameId"]
    answers = [made, bob.done("joinGame", gameId=id_)]
    for client in (ann, bob, anyone, anyone.with_token(made["hostToken"])):
        answers += [client.look(id_), client.events(gameId=id_)]
    text = json.dumps(answers)
    assert who not in text
    assert subject not in text
    assert hashlib.sha256(subject.encode()).hexdigest()[:32] not in text


def test_the_token_made_narrower_of_an_account_ends_with_its_login(anyone: Client, issuer: Issuer) -> None:
    ann = player_of(anyone, issuer, ANN)
    id_ = ann.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))["game"]["gameId"]
    narrow = ann.done("narrowToken", gameId=id_, readOnly=True)
    assert narrow["until"] is not None
    assert anyone.with_token(narrow["token"]).look(id_)["viewer"] == {
        "role": "SEAT",
        "seat": 1,
        "host": False,
        "readOnly": True,
        "lost": None,
        "challenged": None,
    }
