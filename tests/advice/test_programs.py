"""Seats that programs play are marked, wherever seats are shown; a table can be for people only."""

from __future__ import annotations

import json

import msgspec
import pytest

from taphouse.engine import GAMES
from taphouse.engine.editions import packaged
from taphouse.engine.records.text import parse
from tests.access.issuer import ANN, BOB, CID, Issuer
from tests.advice.shared import asked, of, opened, rest, running, shown
from tests.api.client import CASK, MINE, OPEN, Client, Json
from tests.api.server import BOTH

LISTED = """query ($people: Boolean!) {
  openGames(peopleOnly: $people) { ... on GameConnection { edges { node { gameId } } } } }"""


def marks(client: Client, game: str) -> list[bool]:
    return [seat["program"] for seat in shown(client, game)["seats"]]


def told(client: Client, game: str) -> list[str]:
    """The sentences of a game's log."""
    found = client.events(gameId=game, after=0, first=100)["entries"]
    return [entry["sentence"] for entry in found]


def test_a_program_says_so_when_it_sits_down(anyone: Client) -> None:
    seats = [{"kind": MINE, "program": True}, {"kind": OPEN}, {"kind": OPEN}, {"kind": "BOT", "bot": "RANDOM"}]
    game = anyone.done("createGame", game={"dankAndDraft": {}}, seats=seats, visibility="OPEN")["game"]["gameId"]
    anyone.done("joinGame", gameId=game, name="Otto", program=True)
    assert marks(anyone, game) == [True, True, False, False]
    listed = {one["gameId"]: one for one in of(anyone, "GET", "/games").json()["games"]}
    assert [seat["program"] for seat in listed[game]["seats"]] == [True, True, False, False]
    joined = of(anyone, "POST", f"/games/{game}/seats", json={"seat": 3}).json()
    assert [seat["program"] for seat in joined["game"]["seats"]] == [True, True, False, False]
    sentences = told(anyone, game)
    assert "Otto takes seat 2; a program plays it." in sentences
    assert "A player takes seat 3." in sentences
    record = of(anyone, "GET", f"/games/{game}/record").text
    assert [seat.program for seat in parse(record).record.seats] == [True, True, False, False]
    assert '[Seat {"name":"Otto","program":true}]' in record


@pytest.mark.parametrize("seat", [{"kind": OPEN, "program": True}, {"kind": "BOT", "bot": "RANDOM", "program": True}])
def test_nobody_says_it_for_others(anyone: Client, seat: Json) -> None:
    refused = anyone.refused("createGame", game={CASK: {}}, seats=[{"kind": MINE}, seat])
    assert (refused["code"], refused["argument"]) == ("INPUT_REFUSED", "seats")


def test_the_account_of_a_program_marks_all_its_seats(anyone: Client, issuer: Issuer) -> None:
    """By the claim that the service names; nothing but true counts."""
    robot, person = (anyone.with_token(issuer.token(who, robot=is_)) for who, is_ in ((ANN, True), (BOB, "true")))
    seats = [{"kind": MINE}, {"kind": MINE}, {"kind": OPEN}]
    game = robot.done("createGame", game={"dankAndDraft": {}}, seats=seats)["game"]["gameId"]
    person.done("joinGame", gameId=game)
    assert marks(anyone, game) == [True, True, False]
    other = opened(anyone, by=person.token)["game"]["gameId"]
    robot.done("joinGame", gameId=other)
    assert marks(anyone, other) == [False, True]
    assert [of(one, "GET", "/account").json()["program"] for one in (robot, person)] == [True, False]
    account = "{ account { ... on Account { program } } }"
    assert robot.ask(account)["account"]["program"] is True


def test_the_account_of_a_program_marks_a_seat_that_it_claims(anyone: Client, issuer: Issuer) -> None:
    robot = anyone.with_token(issuer.token(ANN, robot=True))
    made, people = opened(anyone), opened(anyone, peopleOnly=True)
    robot.done("claimSeat", gameId=made["game"]["gameId"], token=made["seats"][0]["token"])
    assert marks(anyone, made["game"]["gameId"]) == [True, False]
    refused = robot.refused("claimSeat", gameId=people["game"]["gameId"], token=people["seats"][0]["token"])
    assert refused["code"] == "PEOPLE_ONLY"


def test_a_program_declares_itself_later_once(anyone: Client) -> None:
    table = running(anyone)
    before = table.version
    changed = table.seat(2).done("declareProgram", gameId=table.id, expectedVersion=before)
    assert changed["game"]["version"] == before + 1
    assert marks(anyone, table.id) == [False, True]
    assert told(anyone, table.id)[-1] == "A program plays seat 2."
    assert table.seat(2).refused("declareProgram", gameId=table.id)["code"] == "SEAT_UNCHANGED"
    assert table.host.refused("declareProgram", gameId=table.id)["code"] == "NOT_SEATED"
    answer = of(table.seat(1), "POST", f"/games/{table.id}/program")
    assert [seat["program"] for seat in answer.json()["game"]["seats"]] == [True, True]
    german = of(anyone, "GET", f"/games/{table.id}/events", headers={"accept-language": "de"}).json()["entries"]
    assert german[-1]["sentence"] == "Ein Programm spielt Platz 1."
    table.host.done("replacePlayer", gameId=table.id, seat=2, **{"with": {"bot": "RANDOM"}})
    assert marks(anyone, table.id) == [True, False]


@pytest.mark.parametrize("kind", [*GAMES, "cask-race"])
def test_a_marked_seat_samples_worlds_where_there_is_no_advice(anyone: Client, kind: str) -> None:
    game = BOTH[kind]
    rules = game.rules(packaged(game.edition, game.about.package)[0])
    table = running(anyone, game.field, joining={"program": True})
    assert asked(table.seat(1), table.id, "sampleWorld") is not None  # the refusal
    assert rest(table.seat(1), table.id, "sampleWorld").status_code == 403
    world = rest(table.seat(2), table.id, "sampleWorld").json()["world"]
    state = msgspec.json.decode(world["position"], type=game.about.state)
    seen = of(table.seat(2), "GET", f"/games/{table.id}").json()["table"]
    shown_there = msgspec.to_builtins(rules.view(rules.known(state, 2)), str_keys=True)
    assert json.loads(json.dumps(shown_there)) == seen
    for what in ("suggestion", "analysis"):
        refused = asked(table.seat(2), table.id, what)
        assert refused is not None
        assert refused["code"] == "ADVICE_REFUSED"


def test_a_table_for_people_only_refuses_programs_and_is_found(anyone: Client, issuer: Issuer) -> None:
    robot = anyone.with_token(issuer.token(CID, robot=True))
    made = opened(anyone, visibility="OPEN", peopleOnly=True)
    game, other = made["game"]["gameId"], opened(anyone, visibility="OPEN")["game"]["gameId"]
    assert shown(anyone, game)["peopleOnly"] is True
    for refused in (
        anyone.refused("joinGame", gameId=game, program=True),
        robot.refused("joinGame", gameId=game),
        anyone.with_token(made["seats"][0]["token"]).refused("declareProgram", gameId=game),
    ):
        assert refused["code"] == "PEOPLE_ONLY"
        assert "people only" in refused["message"]
    invite = anyone.with_token(made["hostToken"]).done("createInvite", gameId=game, seat=2)["invite"]
    answer = of(anyone, "POST", f"/games/{game}/seats", json={"program": True, "invite": invite})
    assert (answer.status_code, answer.json()["code"]) == (403, "PEOPLE_ONLY")
    german = of(
        anyone, "POST", f"/games/{game}/seats", json={"program": True}, headers={"accept-language": "de"}
    ).json()
    assert "nur Menschen" in german["detail"]
    for people, found in ((True, {game}), (False, {game, other})):
        edges = anyone.ask(LISTED, people=people)["openGames"]["edges"]
        assert {edge["node"]["gameId"] for edge in edges} & {game, other} == found
        listed = of(anyone, "GET", "/games", params={"peopleOnly": str(people).lower()}).json()["games"]
        assert {one["gameId"] for one in listed} & {game, other} == found
    anyone.done("joinGame", gameId=game)
    assert shown(anyone, game)["seats"][1]["taken"] is True


@pytest.mark.parametrize("seat", [{"kind": "BOT", "bot": "RANDOM"}, {"kind": MINE, "program": True}])
def test_a_table_for_people_only_is_not_opened_by_programs(anyone: Client, issuer: Issuer, seat: Json) -> None:
    seats = [{"kind": OPEN}, seat]
    assert anyone.refused("createGame", game={CASK: {}}, seats=seats, peopleOnly=True)["argument"] == "peopleOnly"
    robot = anyone.with_token(issuer.token(ANN, robot=True))
    seats = [{"kind": OPEN}, {"kind": MINE}]
    assert robot.refused("createGame", game={CASK: {}}, seats=seats, peopleOnly=True)["code"] == "INPUT_REFUSED"


def test_an_imported_record_and_a_fork_keep_the_marks(anyone: Client) -> None:
    table = running(anyone, joining={"program": True})
    for seat in table.seats:
        seat.do("resign", gameId=table.id)
    record = of(anyone, "GET", f"/games/{table.id}/record").text
    imported = of(anyone, "POST", "/records", json={"record": record}).json()["game"]
    assert [seat["program"] for seat in imported["seats"]] == [False, True]
    fork = anyone.done("forkGame", gameId=table.id, at=3)["game"]["gameId"]
    assert marks(anyone, fork) == [False, True]
    as_json = of(anyone, "GET", f"/games/{imported['gameId']}/record").text
    assert parse(as_json).record.seats == parse(record).record.seats
