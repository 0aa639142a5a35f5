"""Whole games by REST: every answer is as the OpenAPI document says, and what GraphQL says."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.client import Client
from tests.rest.client import PASS, Json, Rest, Table, create, problem, table_of
from tests.rest.same import check_same

KINDS = ["CASK_RACE", "DANK_AND_DRAFT", "PINT_CRAFT", "BREW_CRAFTERS"]
SHORT: dict[str, Json] = {
    "CASK_RACE": {"turnCap": 20},
    "DANK_AND_DRAFT": {"turnCap": 20},
    "PINT_CRAFT": {"threshold": 6},
}
CASK = "CASK_RACE"
every_kind = pytest.mark.parametrize("kind", KINDS)


@every_kind
def test_a_whole_game_is_played_with_the_inputs_of_legal_moves_as_they_stand(anyone: Rest, kind: str) -> None:
    table = create(anyone, kind, 2, SHORT.get(kind), seed="whole")
    rng = random.Random(1)
    used: set[str] = set()

    def choose(moves: list[Json]) -> Json:
        fresh = [move for move in moves if move["move"]["verb"] not in used]
        move = rng.choice(fresh or moves)
        used.add(move["move"]["verb"])
        return move

    version = table.look()["version"]
    for count, changed in enumerate(table.steps(choose)):
        assert [entry["version"] for entry in changed["entries"]] == [version + 1]
        version = changed["game"]["version"]
        if count % 16 == 0:
            for viewer in table.everybody:
                seen = table.look(viewer)
                assert (seen["gameId"], seen["version"], seen["latest"]) == (table.id, version, version)
                assert (seen["seed"] is None) == (seen["outcome"] is None)
    ended = table.look()
    assert (ended["status"], ended["decision"]) == ("OVER", None)
    assert ended["seed"]
    assert {one["seat"] for one in ended["outcome"]["standings"]} == {1, 2}
    reasons = {one["reason"]: one["rule"] for one in anyone.get(f"/catalogue/{kind}")["reasons"]}
    assert reasons[ended["outcome"]["reason"]] == ended["outcome"]["rule"]
    (event,) = [event for event in changed["entries"][-1]["events"] if event["event"] == "game-ended"]
    assert event["outcome"] == ended["outcome"]
    assert len(used) > 2


@every_kind
def test_everybody_sees_by_rest_what_they_see_by_graphql(anyone: Rest, graphql: Client, kind: str) -> None:
    table = create(anyone, kind, 2, SHORT.get(kind), seed="same")
    rng = random.Random(2)
    for _ in range(12):
        table.play(rng.choice(table.legal(first=500))["input"])
    for viewer in table.everybody:
        for at in (None, 1, 2, 7):
            query = {} if at is None else {"at": at}
            shown = graphql.with_token(viewer.token).look(table.id, at)
            check_same(table.look(viewer, **query), shown)
            told = viewer.get(f"{table.path}/history", **query)["entries"]
            seen = graphql.with_token(viewer.token).events(gameId=table.id)["entries"]
            check_same(told, [entry for entry in seen if entry["version"] <= (at or 99)])


@every_kind
def test_amounts_are_told_whole_and_may_be_sent_without_zeros(anyone: Rest, kind: str) -> None:
    schemas = anyone.document.document["components"]["schemas"]
    for name, schema in schemas.items():
        if name.endswith("Amounts"):
            assert schema["required"] == [*schema["properties"]]
            assert schemas[f"{name}Input"]["required"] == []
            assert {part["default"] for part in schemas[f"{name}Input"]["properties"].values()} == {0}
    shown = str(create(anyone, kind).look())
    assert ("'rye': 0" in shown) == (kind == CASK)


def test_legal_moves_come_in_pages_of_one_version(anyone: Rest) -> None:
    table = create(anyone, "DANK_AND_DRAFT", seed="pages")
    decider, path = table.decider, f"{table.path}/moves/legal"
    whole = decider.get(path)
    assert whole["next"] is None
    pages: list[Json] = []
    after: Json = {}
    while True:
        page = decider.get(path, first=2, at=2, **after)
        pages += page["moves"]
        if page["next"] is None:
            break
        assert page["next"] == str(len(pages))
        after = {"after": page["next"]}
    assert pages == whole["moves"]
    assert len(pages) > 2
    for other in (table.spectator, table.host, table.seat(3 - table.look()["decision"]["seat"])):
        assert other.get(path) == {"moves": [], "next": None}


def test_a_move_is_sent_typed_or_in_notation(anyone: Rest) -> None:
    one, other = (create(anyone, CASK, seed="both") for _ in range(2))
    typed = one.play({"caskRace": {"pass": True}})
    plain = other.play(PASS)
    for changed in (typed, plain):
        (entry,) = changed["entries"]
        assert (entry["notation"], entry["move"]) == ("pass", {"verb": "pass"})
    look = one.play({"caskRace": {"look": True}})
    assert look["entries"][0]["events"][0]["event"] == "grain-looked-at"
    kept = one.play({"caskRace": {"keep": {"places": [1, 2]}}})
    assert kept["entries"][0]["move"] == {"verb": "keep", "places": [1, 2]}
    assert [e["version"] for e in kept["entries"]] == [kept["game"]["version"]]


def test_a_batch_is_made_whole_or_not_at_all(anyone: Rest) -> None:
    table = create(anyone, "DANK_AND_DRAFT", seed="batch")
    draft = table.legal()[0]["input"]
    done = table.play(draft, "end-turn")
    assert [entry["notation"].split()[0] for entry in done["entries"]] == ["draft", "end-turn"]
    version = done["game"]["version"]
    draft = table.legal()[0]["input"]
    body = {"moves": [draft, draft]}
    refused = table.decider.refused(f"{table.path}/moves", body, 422, "MOVE_REFUSED")
    assert (refused["index"], refused["rules"][0][:3]) == (2, "DD-")
    assert table.look()["version"] == version


def test_a_preview_shows_what_play_would_and_changes_nothing(anyone: Rest) -> None:
    table = create(anyone, "DANK_AND_DRAFT", seed="preview")
    move = table.legal()[0]["input"]
    path = f"{table.path}/moves/preview"
    seen = table.decider.post(path, {"moves": [move]})
    assert table.look()["version"] == 2
    assert table.play(move)["game"]["table"] == seen["table"]
    assert table.decider.send(f"{path}?at=2", {"moves": [move]}).json() == seen
    looks = create(anyone, CASK)
    moves = [{"notation": "look"}, {"notation": "keep 1"}]
    assert looks.decider.post(f"{looks.path}/moves/preview", {"moves": moves[:1]})["tellsNews"]
    refused = looks.decider.refused(f"{looks.path}/moves/preview", {"moves": moves}, 422, "BATCH_TELLS_NEWS")
    assert refused["index"] == 1


def test_why_not_gives_the_problem_that_play_would(anyone: Rest) -> None:
    table = create(anyone, "DANK_AND_DRAFT")
    why_not, play = f"{table.path}/moves/why-not", f"{table.path}/moves"
    end_turn = {"dankAndDraft": {"endTurn": True}}
    decider, waiting = table.decider, table.seat(3 - table.look()["decision"]["seat"])
    for move in table.legal():
        for form in (move["input"], {"notation": move["notation"]}):
            assert decider.post(why_not, {"move": form}) == {"legal": True, "problem": None}
    for player, move, code in (
        (decider, end_turn, "MOVE_REFUSED"),
        (decider, {"notation": "end-turn"}, "MOVE_REFUSED"),
        (decider, {"notation": "dance"}, "MOVE_NOT_UNDERSTOOD"),
        (decider, {"notation": 1}, "MOVE_NOT_UNDERSTOOD"),
        (decider, {"dankAndDraft": {"draft": {}}}, "MOVE_NOT_UNDERSTOOD"),
        (decider, {"dankAndDraft": {"draft": {"line": "ROW_1", "row": 1}}}, "MOVE_NOT_UNDERSTOOD"),
        (decider, {"dankAndDraft": {}}, "MOVE_NOT_UNDERSTOOD"),
        (decider, {"dankAndDraft": "end-turn"}, "MOVE_NOT_UNDERSTOOD"),
        (decider, {"endTurn": True}, "MOVE_NOT_UNDERSTOOD"),
        (decider, {**end_turn, "notation": "end-turn"}, "MOVE_NOT_UNDERSTOOD"),
        (decider, {}, "MOVE_NOT_UNDERSTOOD"),
        (decider, {"pintCraft": {"endTurn": True}}, "WRONG_GAME"),
        (decider, {"caskRace": "nonsense"}, "WRONG_GAME"),
        (waiting, table.legal()[0]["input"], "NOT_YOUR_TURN"),
        (table.host, end_turn, "NOT_SEATED"),
    ):
        judged = player.post(why_not, {"move": move})
        assert (judged["legal"], judged["problem"]["code"]) == (False, code)
        assert player.send(play, {"moves": [move]}).json() == judged["problem"]


@pytest.mark.parametrize("bot", ["RANDOM", "GREEDY"])
def test_a_bot_suggests_a_legal_move_to_who_decides(anyone: Rest, bot: str) -> None:
    table = create(anyone, CASK)
    path = f"{table.path}/suggestion"
    assert table.decider.get(path, bot=bot)["move"] in table.legal()
    assert table.spectator.get(path, bot=bot) == {"move": None}


def test_moves_of_another_game_are_refused_whatever_they_are_sent_to(anyone: Rest) -> None:
    table = create(anyone, "DANK_AND_DRAFT")
    moves = [table.legal()[0]["input"], {"pintCraft": {"endTurn": True}}]
    for path in ("moves", "moves/preview"):
        refused = table.decider.refused(f"{table.path}/{path}", {"moves": moves}, 422, "WRONG_GAME")
        assert refused["kind"] == "DANK_AND_DRAFT"
        assert "Dank & Draft" in refused["detail"]
    assert table.look()["version"] == 2


def test_a_legal_move_is_one_object_for_rest_and_graphql(anyone: Rest, graphql: Client) -> None:
    one, other = (create(anyone, "DANK_AND_DRAFT", seed="one shape") for _ in range(2))
    offered = one.legal()
    player = graphql.with_token(other.decider.token)
    assert [move["input"] for move in player.legal_moves(other.id)] == [move["input"] for move in offered]
    for move in offered:
        assert [*move["input"]] == ["dankAndDraft"]
    by_graphql = player.done("play", gameId=other.id, moves=[offered[0]["input"]])
    by_rest = one.play(offered[0]["input"])
    assert [entry["notation"] for entry in by_rest["entries"]] == [entry["notation"] for entry in by_graphql["entries"]]
    assert one.look()["table"] == other.look()["table"]


def test_an_id_tells_the_newest_from_a_version(anyone: Rest) -> None:
    table = create(anyone, CASK)
    table.play("pass")
    newest = table.look()
    assert (newest["id"], newest["gameId"]) == (table.id, table.id)
    for at in (1, 2, 3):
        shown = table.look(at=at)
        assert (shown["id"], shown["gameId"], shown["version"]) == (f"{table.id}@{at}", table.id, at)
    assert table.look(at=3) == {**newest, "id": f"{table.id}@3"}
    problem(anyone.ask("GET", f"/games/{table.id}@3"), 404, "GAME_NOT_FOUND")


def test_history_comes_in_pages_up_to_a_version(anyone: Rest) -> None:
    table = create(anyone, CASK)
    for _ in range(4):
        table.play("pass")
    path = f"{table.path}/history"

    def versions(**query: Any) -> tuple[list[int], str | None]:
        page = table.spectator.get(path, **query)
        return [entry["version"] for entry in page["entries"]], page["next"]

    assert versions() == ([1, 2, 3, 4, 5, 6], None)
    assert versions(first=2) == ([1, 2], "2")
    assert versions(first=2, after=2) == ([3, 4], "4")
    assert versions(first=2, after=4) == ([5, 6], None)
    assert versions(first=2, after=4, at=5) == ([5], None)
    assert versions(after=99) == ([], None)


def test_open_seats_are_taken_and_the_last_one_starts_the_game(anyone: Rest) -> None:
    seats = [{"kind": "MINE", "name": "Anna"}, {"kind": "OPEN"}, {"kind": "OPEN"}]
    answer = anyone.send("/games", {"kind": CASK, "seats": seats})
    assert answer.headers["location"] == f"/v1/games/{answer.json()['game']['gameId']}"
    table = table_of(anyone, answer.json())
    waiting = table.look()
    assert (waiting["status"], waiting["table"], waiting["decision"]) == ("WAITING", None, None)
    refused = table.seat(1).refused(f"{table.path}/moves", {"moves": [PASS]}, 409, "GAME_NOT_STARTED")
    assert refused["openSeats"] == [2, 3]
    chosen = anyone.post(f"{table.path}/seats", {"name": "Cleo", "brewery": "Hop Along", "seat": 3})
    assert (chosen["seat"]["seat"], chosen["seat"]["name"], chosen["game"]["viewer"]["seat"]) == (3, "Cleo", 3)
    assert chosen["game"]["seats"][2]["brewery"] == "Hop Along"
    anyone.refused(f"{table.path}/seats", {"seat": 3}, 409, "NO_OPEN_SEAT")
    last = anyone.send(f"{table.path}/seats")
    assert last.status_code == 201
    assert last.headers["location"] == f"/v1{table.path}"
    assert (last.json()["seat"]["seat"], last.json()["game"]["status"]) == (2, "RUNNING")
    anyone.refused(f"{table.path}/seats", {}, 409, "NO_OPEN_SEAT")


def test_a_seat_resigns_and_the_host_abandons(anyone: Rest) -> None:
    table = create(anyone, CASK, seats=3)
    first = table.decider
    resigned = first.post(f"{table.path}/resign")
    assert [entry["automatic"] for entry in resigned["entries"]] == [False, True]
    first.refused(f"{table.path}/resign", None, 409, "ALREADY_RESIGNED")
    table.seat(1).refused(f"{table.path}/abandon", None, 403, "NOT_HOST")
    abandoned = table.host.post(f"{table.path}/abandon", {})
    assert abandoned["game"]["status"] == "ABANDONED"
    for player, path in ((table.host, "abandon"), (table.seat(1), "resign")):
        over = player.refused(f"{table.path}/{path}", None, 409, "GAME_OVER")
        assert (over["gameStatus"], over["status"]) == ("ABANDONED", 409)


def test_the_catalogue_is_shown_whole_and_by_kind(anyone: Rest) -> None:
    whole = anyone.get("/catalogue")
    assert sorted(game["kind"] for game in whole["games"]) == sorted(KINDS)
    for game in whole["games"]:
        assert anyone.get(f"/catalogue/{game['kind']}") == game


def test_options_edition_and_seed_are_what_a_game_is_created_with(anyone: Rest) -> None:
    body: Json = {
        "kind": CASK,
        "seats": [{"kind": "MINE"}] * 2,
        "options": {"turnCap": 7},
        "seed": "s",
        "edition": "nightcap",
    }
    game = anyone.post("/games", body)["game"]
    assert game["options"] == {"gift": "GIVER", "spices": True, "turnCap": 7}
    assert game["seeded"]
    editions = {one["name"]: one["digest"] for one in anyone.get(f"/catalogue/{CASK}")["editions"]}
    assert game["edition"] == editions["nightcap"]


def test_a_bot_plays_its_seat(anyone: Rest) -> None:
    seats = [{"kind": "MINE"}, {"kind": "BOT", "bot": "RANDOM"}]
    table: Table = table_of(anyone, anyone.post("/games", {"kind": CASK, "seats": seats, "options": {"turnCap": 4}}))
    assert [seat["bot"] for seat in table.look()["seats"]] == [None, "RANDOM"]


TOLD = {"DANK_AND_DRAFT": ("type", "action", "brewery"), "PINT_CRAFT": ("name",), "BREW_CRAFTERS": ("name",)}
"""The members of a table by which components are told."""


@pytest.mark.parametrize("kind", TOLD)
def test_what_lies_on_a_table_has_an_id_in_its_edition(anyone: Rest, kind: str) -> None:
    table = create(anyone, kind, seed="pictures")
    found = anyone.get(f"/catalogue/{kind}")
    (edition,) = [one for one in found["editions"] if one["digest"] == table.look()["edition"]]
    ids = [entry["id"] for entry in edition["entries"]]
    assert len({*ids}) == len(ids)
    assert all(re.fullmatch(r"[a-zA-Z]+/[a-z0-9]+([-.][a-z0-9]+)*", one) for one in ids)
    names = {part for one in ids for part in (one.rpartition("/")[2], *one.rpartition("/")[2].split("."))}
    seen = set[str]()
    for _ in itertools.islice(table.steps(), 40):
        for one in objects(table.look(table.seat(1))["table"]):
            if "points" not in one or "title" in one:  # else it is a line of a score
                seen |= {re.sub("[^a-z0-9.]+", "-", one[part].lower()) for part in TOLD[kind] if one.get(part)}
    assert len(seen) > 8
    assert seen - names == set()


def objects(value: Any) -> Iterator[Json]:
    """Every object in a value."""
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(one)
