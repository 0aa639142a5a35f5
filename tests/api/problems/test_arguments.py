"""Refusals of arguments over HTTP, by their names."""

from __future__ import annotations

import json

import pytest

from tests.api.client import CASK, DANK, MINE, OPEN, Client, Json, Table, new_key, seats_of
from tests.api.problems.shared import MUTATIONS, changing, check

BAD_NAMES = {
    "empty": "",
    "longer than 40": "x" * 41,
    "with a new line": "a\nb",
    "with a null": "a\0b",
    "with an escape": "a\x1b[31m",
    "with a C1 control": "a\x85b",
    "with a letter that shows nothing": "\u3164",
    "turned around": "abc\u202edef",
    "with an isolate": "abc\u2066def",
    "with nothing between": "a\u200bb",
    "with a joiner": "a\u200db",
    "with a byte order mark": "\ufeffab",
    "with a soft hyphen": "a\u00adb",
    "with a line separator": "a\u2028b",
    "with a private character": "a\ue000b",
    "with a tag": "a\U000e0041b",
    "with a joiner at the end of an emoji": "👩\u200d",
    "with a selector of nothing": "a\ufe0f",
    "of a mark alone": "\u0301",
    "of a blank symbol": "\u2800",
    "with five marks on a letter": "e" + "\u0301" * 5,
    "of more than 160 code points": "👩\u200d👩\u200d👧\u200d👦" * 23,
    "of spaces": "   ",
    "with spaces around": " a ",
}
GOOD_NAMES = ("A", "x" * 40, "Zoë", "Łukasz O'Neill", "李小龍", "مريم", "Ada & Ben <3", "🍺")
NAMES_WITH_JOINERS = (
    "👨\u200d👩\u200d👧\u200d👦",
    "🏳️\u200d🌈 🇩🇪",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian
    "क्\u200dष",
    "👩\u200d👩\u200d👧\u200d👦" * 20,
    "e" + "\u0301" * 4,
)
LOOK_ALIKES = {
    "the same": ("Anna", "Anna"),
    "a Cyrillic letter": ("Anna", "\u0410nna"),
    "a composed letter": ("Jos\u00e9", "Jose\u0301"),
    "another emoji style": ("☕", "☕\ufe0f"),
    "one and l": ("Al", "A1"),
    "m and rn": ("Kim", "Kirn"),
    "two spaces": ("A B", "A  B"),
}


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES)
def test_a_name_that_could_mislead_is_refused(on_memory: Client, name: str) -> None:
    problem = on_memory.refused("createGame", game={DANK: {}}, seats=seats_of([MINE, MINE], ["Ada", name]))
    check(problem, "InputRefused", "INPUT_REFUSED", argument="seats")
    id_ = on_memory.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN]))["game"]["gameId"]
    problem = on_memory.refused("joinGame", gameId=id_, name=name)
    check(problem, "InputRefused", "INPUT_REFUSED", argument="name")
    assert on_memory.look(id_)["status"] == "WAITING"


def test_names_of_all_the_world_are_taken_as_they_are(on_memory: Client) -> None:
    for one, two in zip((good := GOOD_NAMES + NAMES_WITH_JOINERS)[::2], good[1::2], strict=True):
        made = on_memory.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN], [one, None]))
        joined = on_memory.done("joinGame", gameId=made["game"]["gameId"], name=two)
        assert [seat["name"] for seat in joined["game"]["seats"]] == [one, two]


@pytest.mark.parametrize(("one", "two"), LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_two_names_or_breweries_of_a_game_do_not_look_alike(on_memory: Client, one: str, two: str) -> None:
    for part in ("name", "brewery"):
        made = on_memory.done(
            "createGame", game={DANK: {}}, seats=[{"kind": "MINE", part: one}, {"kind": "OPEN"}], start="BY_HOST"
        )
        id_ = made["game"]["gameId"]
        check(on_memory.refused("joinGame", gameId=id_, **{part: two}), "InputRefused", "INPUT_REFUSED", argument=part)
        joined = on_memory.done("joinGame", gameId=id_, **{part: "Bea"})
        renamed = on_memory.with_token(joined["seat"]["token"]).refused("nameSeat", gameId=id_, **{part: two})
        check(renamed, "InputRefused", "INPUT_REFUSED", argument=part)
        assert one in renamed["message"]
        seats = [{"kind": "MINE", part: one}, {"kind": "MINE", part: two}]
        check(
            on_memory.refused("createGame", game={DANK: {}}, seats=seats),
            "InputRefused",
            "INPUT_REFUSED",
            argument="seats",
        )


@pytest.mark.parametrize("seats", [0, 1, 5, 30])
def test_too_few_or_too_many_seats_are_refused_with_how_many_there_may_be(on_memory: Client, seats: int) -> None:
    problem = on_memory.refused("createGame", game={DANK: {}}, seats=seats_of([MINE] * seats, [None] * seats))
    check(problem, "InputRefused", "INPUT_REFUSED", argument="seats")
    assert problem["message"] == f"Dank & Draft is for 2 to 4 players, not {seats}."


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("edition", "first"),
        ("edition", ""),
        ("edition", "nightcap"),
        ("edition", "x" * 5000),
        ("seed", ""),
        ("seed", "x" * 201),
        ("idempotencyKey", ""),
        ("idempotencyKey", "short"),
        ("idempotencyKey", "x" * 21),
        ("idempotencyKey", "x" * 65),
        ("idempotencyKey", "x" * 30 + "\n"),
        ("idempotencyKey", "x" * 30 + ":"),
        ("idempotencyKey", "ä" * 30),
    ],
)
def test_a_bad_argument_is_refused_by_its_name(on_memory: Client, argument: str, value: str) -> None:
    problem = on_memory.refused("createGame", game={DANK: {}}, seats=seats_of([MINE] * 2), **{argument: value})
    check(problem, "InputRefused", "INPUT_REFUSED", argument=argument)
    assert len(problem["message"]) < 300


@pytest.mark.parametrize("cap", [0, -1, 1001])
def test_options_out_of_bounds_are_refused(on_memory: Client, cap: int) -> None:
    problem = on_memory.refused("createGame", game={DANK: {"turnCap": cap}}, seats=seats_of([MINE] * 2))
    check(problem, "InputRefused", "INPUT_REFUSED", argument="game")
    assert "turnCap" in problem["message"]


@pytest.mark.parametrize("field", [*MUTATIONS, "joinGame"])
def test_a_bad_key_is_refused_in_every_mutation(table: Table, field: str) -> None:
    arguments = {"gameId": table.id} if field == "joinGame" else changing(table.id)[field]
    client = table.host if field == "abandon" else table.seat(1)
    check(
        client.refused(field, **arguments, idempotencyKey="short"),
        "InputRefused",
        "INPUT_REFUSED",
        argument="idempotencyKey",
    )


@pytest.mark.parametrize("game", [{}, {DANK: None}, {DANK: {}, CASK: {}}, {"chess": {}}, {DANK: {"cards": 1}}])
def test_not_exactly_one_known_game_is_a_malformed_request(on_memory: Client, game: Json) -> None:
    query = "mutation Do($game: NewGameInput!) { createGame(game: $game, seats: []) { __typename } }"
    body = on_memory.post(query, {"game": game}).json()
    assert body["errors"]
    assert "data" not in body


def test_a_lone_half_of_a_character_is_a_malformed_request_and_no_bug(on_memory: Client) -> None:
    query = "mutation Do($seed: String) { createGame(game: {dankAndDraft: {}}, seats: [], seed: $seed) { __typename } }"
    literal = query.replace("($seed: String)", "").replace("$seed", '"\\uD800"')
    for body in ({"query": query, "variables": {"seed": "\ud800"}}, {"query": literal}):
        answer = on_memory.http.post("/graphql", content=json.dumps(body), headers={"content-type": "application/json"})
        assert answer.json()["errors"]
        assert "data" not in answer.json()
        assert "INTERNAL" not in answer.text


def test_a_key_that_was_used_for_something_else_is_refused(table: Table) -> None:
    key = new_key()
    table.seat(1).done("dankAndDraftDraft", gameId=table.id, line="ROW_1", idempotencyKey=key)
    for problem in (
        table.seat(1).refused("dankAndDraftDraft", gameId=table.id, line="ROW_2", idempotencyKey=key),
        table.seat(1).refused("dankAndDraftEndTurn", gameId=table.id, idempotencyKey=key),
        table.seat(1).refused("resign", gameId=table.id, idempotencyKey=key),
    ):
        check(problem, "KeyReused", "KEY_REUSED")
    assert table.version == 3
