"""Every refusal over HTTP: its type, code, message and rules; and that nothing was changed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from taphouse.schema.problems import MOST_ENTRIES
from tests.api.client import CASK, DANK, MINE, OPEN, Client, Json, Table, create, in_notation, new_key, seats_of

NOWHERE = "a" * 24


def changing(id_: str) -> dict[str, Json]:
    """Every mutation of a game of Dank & Draft, with arguments that are well-formed."""
    fields = {
        "play": {"moves": in_notation("draft row-1")},
        "resign": {},
        "abandon": {},
        "dankAndDraftDraft": {"line": "ROW_1"},
        "dankAndDraftTakeAction": {"fromSeat": 1, "action": "SPOIL"},
        "dankAndDraftSpoil": {"seat": 1, "type": "IPA", "count": 1},
        "dankAndDraftSnatch": {"type": "IPA"},
        "dankAndDraftStockUp": {"taps": [1]},
        "dankAndDraftDecline": {},
        "dankAndDraftOffer": {"type": "IPA", "count": 1},
        "dankAndDraftDiscard": {"beers": {"ipa": 1}},
        "dankAndDraftEndTurn": {},
    }
    return {field: {"gameId": id_, **arguments} for field, arguments in fields.items()}


MUTATIONS = tuple(changing(""))
MOVES = tuple(field for field in MUTATIONS if field not in ("resign", "abandon"))


@pytest.fixture
def table(on_memory: Client) -> Table:
    return create(on_memory, options={"firstSeat": "SEAT_1"})


def check(problem: Json, type_: str, code: str, **more: Any) -> None:
    assert problem["__typename"] == type_
    assert problem["code"] == code
    assert problem["message"].endswith(".")
    assert {name: problem[name] for name in more} == more


# --- moves -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "arguments", "rules", "notation"),
    [
        ("dankAndDraftEndTurn", {}, ["DD-07"], "end-turn"),
        ("dankAndDraftTakeAction", {"fromSeat": 2, "action": "SPOIL"}, ["DD-07"], "take-action 2 spoil"),
        ("dankAndDraftOffer", {"type": "IPA", "count": 1}, ["DD-07"], "offer ipa 1"),
        ("dankAndDraftDiscard", {"beers": {"stout": 1}}, ["DD-07"], "discard stout:1"),
        ("dankAndDraftStockUp", {"taps": [9, 1]}, ["DD-07"], "stock-up 1,9"),
        ("dankAndDraftSpoil", {"seat": 2, "type": "SOUR", "count": 3}, ["DD-07"], "spoil 2 sour 3"),
        ("dankAndDraftSnatch", {"type": "AMBER"}, ["DD-07"], "snatch amber"),
        ("dankAndDraftDecline", {}, ["DD-07"], "decline"),
    ],
)
def test_an_illegal_move_is_refused_with_rule_sentence_number_and_notation(
    table: Table, field: str, arguments: Json, rules: list[str], notation: str
) -> None:
    problem = table.seat(1).refused(field, gameId=table.id, **arguments)
    check(problem, "MoveRefused", "MOVE_REFUSED", rules=rules, notation=notation, index=1)
    assert len(problem["message"]) > 20
    assert table.version == 2


def test_the_rules_of_a_refusal_are_rules_of_the_catalogue(table: Table) -> None:
    games = table.spectator.ask("{ catalogue { games { kind rules { id } } } }")["catalogue"]["games"]
    (ids,) = ({rule["id"] for rule in game["rules"]} for game in games if game["kind"] == "DANK_AND_DRAFT")
    for field in MOVES:
        if field not in ("play", "dankAndDraftDraft"):
            problem = table.seat(1).refused(field, **changing(table.id)[field])
            assert problem["rules"]
            assert {*problem["rules"]} <= ids


@pytest.mark.parametrize(
    "notation",
    [
        "",
        "brew",
        "draft",
        "draft row-4",
        "draft row-1 row-2",
        "DRAFT row-1",
        "take-action 0 spoil",
        "take-action 99999999999 spoil",
        "spoil 2 ipa 0",
        "discard ipa",
        "stock-up 1,,2",
        "end-turn now",
        "take-action 2 \u202espoil",
        "x" * 5000,
    ],
)
def test_what_is_no_notation_is_not_understood_and_answered_with_what_would_be(table: Table, notation: str) -> None:
    problem = table.seat(1).refused("play", gameId=table.id, moves=in_notation(notation))
    check(problem, "MoveNotUnderstood", "MOVE_NOT_UNDERSTOOD", index=1, rules=[])
    assert len(problem["message"]) < 400
    assert table.version == 2


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ({"takeAction": {"fromSeat": 0, "action": "SPOIL"}}, "takeAction"),
        ({"takeAction": {"fromSeat": 17, "action": "SPOIL"}}, "takeAction"),
        ({"stockUp": {"taps": [10]}}, "stockUp"),
        ({"stockUp": {"taps": [1] * 10}}, "stockUp"),
        ({"spoil": {"seat": 2, "type": "IPA", "count": 0}}, "spoil"),
        ({"discard": {"beers": {"ipa": -1}}}, "discard"),
        ({"endTurn": False}, "Send true"),
    ],
)
def test_an_input_with_impossible_values_is_not_understood(table: Table, move: Json, said: str) -> None:
    problem = table.seat(1).refused("play", gameId=table.id, moves=[{DANK: move}])
    check(problem, "MoveNotUnderstood", "MOVE_NOT_UNDERSTOOD", index=1)
    assert said in problem["message"]


def test_which_move_of_several_is_not_understood_is_told(table: Table) -> None:
    problem = table.seat(1).refused("play", gameId=table.id, moves=in_notation("draft row-1", "nonsense"))
    check(problem, "MoveNotUnderstood", "MOVE_NOT_UNDERSTOOD", index=2)
    assert table.version == 2


def test_an_input_of_two_moves_or_none_is_a_malformed_request(table: Table) -> None:
    query = 'mutation Do($moves: [MoveInput!]!) { play(gameId: "x", moves: $moves) { __typename } }'
    typed = ({"endTurn": True, "draft": {"line": "ROW_1"}}, {}, {"endTurn": None}, {"dance": True})
    two = {"notation": "draft row-1", DANK: {"draft": {"line": "ROW_1"}}}
    for move in (*[{DANK: one} for one in typed], two, {}, {DANK: None}, {"chess": "e4"}, "draft row-1"):
        body = table.seat(1).post(query, {"moves": [move]}).json()
        assert body["errors"]
        assert "data" not in body


@pytest.mark.parametrize("count", [0, 65])
@pytest.mark.parametrize("move", [{"notation": "draft row-1"}, {DANK: {"draft": {"line": "ROW_1"}}}])
def test_1_to_64_moves_are_sent_at_once(table: Table, move: Json, count: int) -> None:
    problem = table.seat(1).refused("play", gameId=table.id, moves=[move] * count)
    check(problem, "InputRefused", "INPUT_REFUSED", argument="moves")


def test_a_batch_may_not_run_on_past_something_new(on_memory: Client) -> None:
    """Which card an action takes from a hand is chance, and the taker sees its beer when it is discarded."""
    for seed in range(20):
        table = create(on_memory, seed=f"recycle {seed}")
        actions = table.until_verb("take-action", seed)
        news = [move for move in actions if move.endswith("recycle")]
        if not news:
            continue
        problem = table.decider.refused("play", gameId=table.id, moves=in_notation(news[0], "end-turn"))
        check(problem, "BatchTellsNews", "BATCH_TELLS_NEWS", index=1, rules=[])
        table.play(news[0])
        table.play("end-turn")
        return
    raise AssertionError("no Recycle came up")


def test_an_action_with_its_choice_may_be_sent_together_and_what_follows_may_not(on_memory: Client) -> None:
    for seed in range(20):
        table = create(on_memory, seed=f"stock up {seed}")
        stock_up = [move for move in table.until_verb("take-action", seed) if move.endswith("stock-up")]
        if not stock_up:
            continue
        before, player = table.version, table.decider
        taps = next(i for i, tap in enumerate(player.look(table.id)["table"]["taps"], 1) if tap["card"])
        moves = [stock_up[0], f"stock-up {taps}"]
        problem = player.refused("play", gameId=table.id, moves=in_notation(*moves, "end-turn"))
        check(problem, "BatchTellsNews", "BATCH_TELLS_NEWS", index=2)
        assert table.version == before
        changed = player.done("play", gameId=table.id, moves=in_notation(*moves))
        assert [entry["notation"] for entry in changed["entries"]] == moves
        return
    raise AssertionError("no Stock Up came up")


@pytest.mark.parametrize("field", MOVES)
def test_another_seat_is_told_whose_turn_it_is(table: Table, field: str) -> None:
    problem = table.seat(2).refused(field, **changing(table.id)[field])
    check(problem, "NotYourTurn", "NOT_YOUR_TURN", seat=1, index=1)
    assert table.version == 2


def test_a_move_out_of_turn_is_not_even_read(table: Table) -> None:
    moves = [*in_notation("draft row-1", "nonsense", "end-turn"), {DANK: {"endTurn": False}}, {CASK: {"pass": True}}]
    answers = [table.seat(2).refused("play", gameId=table.id, moves=[move]) for move in moves]
    answers.append(table.seat(2).refused("caskRacePass", gameId=table.id))
    assert answers == [answers[0]] * 6
    assert answers[0]["code"] == "NOT_YOUR_TURN"


# --- versions --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", ["seat 1", "seat 2", "spectator"])
def test_a_stale_version_is_refused_with_what_happened_since_as_the_viewer_may_see_it(
    anyone: Client, viewer: str
) -> None:
    table = create(anyone, options={"firstSeat": "SEAT_1"})
    table.play("draft row-1")
    client = table.everybody[viewer]
    problem = client.refused("play", gameId=table.id, moves=in_notation("end-turn"), expectedVersion=2)
    check(problem, "VersionConflict", "VERSION_CONFLICT", version=3)
    assert problem["entries"] == client.events(gameId=table.id, after=2)["entries"]
    (drafted,) = problem["entries"][0]["events"]
    assert (drafted["actions"] is not None) == (viewer == "seat 2")
    assert table.version == 3


@pytest.mark.parametrize("field", MUTATIONS)
def test_every_mutation_looks_at_the_expected_version(table: Table, field: str) -> None:
    client = table.host if field == "abandon" else table.seat(1)
    problem = client.refused(field, **changing(table.id)[field], expectedVersion=1)
    check(problem, "VersionConflict", "VERSION_CONFLICT", version=2)
    assert [entry["version"] for entry in problem["entries"]] == [2]


def test_of_what_happened_since_as_much_is_shown_as_a_game_costs(anyone: Client) -> None:
    table = create(anyone, 2, CASK)
    while table.version < MOST_ENTRIES + 3:
        table.play("pass")
    problem = table.seat(1).refused("play", gameId=table.id, moves=in_notation("pass"), expectedVersion=1)
    assert [entry["version"] for entry in problem["entries"]] == [*range(2, MOST_ENTRIES + 2)]
    assert problem["version"] == MOST_ENTRIES + 3


def test_a_version_that_is_still_to_come_is_a_conflict_too(table: Table) -> None:
    problem = table.seat(1).refused("play", gameId=table.id, moves=in_notation("draft row-1"), expectedVersion=9)
    check(problem, "VersionConflict", "VERSION_CONFLICT", version=2, entries=[])


def test_an_unknown_version_is_not_found(anyone: Client) -> None:
    table = create(anyone)
    for at in (0, -1, 3, 2**31 - 1):
        check(table.look(at=at), "VersionNotFound", "VERSION_NOT_FOUND", version=2)
    problem = table.spectator.events(gameId=table.id, after=3)
    check(problem, "VersionNotFound", "VERSION_NOT_FOUND", version=2)


# --- where the game is -----------------------------------------------------------------------------------------------------


def test_in_a_game_that_waits_nothing_can_be_played(on_memory: Client) -> None:
    made = on_memory.done("createGame", game={DANK: {}}, seats=seats_of([OPEN, MINE, OPEN]))
    id_, seat = made["game"]["gameId"], on_memory.with_token(made["seats"][0]["token"])
    for field in MUTATIONS:
        if field != "abandon":
            problem = seat.refused(field, **changing(id_)[field])
            check(problem, "GameNotStarted", "GAME_NOT_STARTED", openSeats=[1, 3])


@pytest.mark.parametrize("status", ["OVER", "ABANDONED"])
def test_in_a_game_that_has_ended_nothing_can_be_done(anyone: Client, status: str) -> None:
    table = create(anyone, options={"turnCap": 1})
    if status == "OVER":
        table.finish()
    else:
        table.host.done("abandon", gameId=table.id)
    for field in MUTATIONS:
        client = table.host if field == "abandon" else table.seat(1)
        check(client.refused(field, **changing(table.id)[field]), "GameOver", "GAME_OVER", status=status)


# --- which game ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", [NOWHERE, "", "x", "A" * 24, "a" * 25, "a" * 23 + "\n", "{th}:*", "../a", "ä" * 24])
def test_a_malformed_or_unknown_id_is_a_game_that_is_not_found(anyone: Client, id_: str) -> None:
    problems = [anyone.look(id_), anyone.look(id_, at=1), anyone.events(gameId=id_, wait=25)]
    problems += [anyone.refused("joinGame", gameId=id_), anyone.refused("resign", gameId=id_)]
    for problem in problems:
        check(problem, "GameNotFound", "GAME_NOT_FOUND")


def test_moves_of_another_kind_of_game_are_refused_with_the_kind_of_this_one(table: Table) -> None:
    problems = [
        table.seat(1).refused("caskRacePass", gameId=table.id),
        table.seat(1).refused("play", gameId=table.id, moves=[{CASK: {"pass": True}}]),
        table.seat(1).refused("play", gameId=table.id, moves=[*in_notation("draft row-1"), {CASK: {"pass": True}}]),
    ]
    for problem in problems:
        check(problem, "WrongGame", "WRONG_GAME", kind="DANK_AND_DRAFT")
    other = create(table.spectator, game=CASK)
    check(other.decider.refused("dankAndDraftEndTurn", gameId=other.id), "WrongGame", "WRONG_GAME", kind="CASK_RACE")
    assert (table.version, other.version) == (2, 2)


# --- who asks --------------------------------------------------------------------------------------------------------------


def bad_tokens(table: Table, other: Table) -> dict[str, str]:
    token = table.seat(1).token or ""
    head, _, signature = token.rpartition(".")
    return {
        "of nobody": "nonsense",
        "damaged in what it says": head[:-1] + ("A" if head[-1] != "A" else "B") + "." + signature,
        "damaged in its signature": head + "." + ("A" if signature[0] != "A" else "B") + signature[1:],
        "signed by somebody else": head + "." + "A" * len(signature),
        "cut off": token[:-3],
        "not signed": head,
        "longer than any": token + "A" * 10_000,
        "of another game": other.seat(1).token or "",
        "of another game's host": other.host.token or "",
    }


def test_a_token_that_is_not_one_of_this_game_is_rejected_in_all_that_is_asked(table: Table) -> None:
    other = create(table.spectator)
    for name, token in bad_tokens(table, other).items():
        client = table.spectator.with_token(token)
        problems = [client.look(table.id), client.look(table.id, at=1), client.events(gameId=table.id)]
        problems += [client.refused(field, **changing(table.id)[field]) for field in ("play", "resign", "abandon")]
        for problem in problems:
            assert problem["__typename"] == "TokenRejected", name
            check(problem, "TokenRejected", "TOKEN_REJECTED")
            assert token not in problem["message"]
    assert table.version == 2


@pytest.mark.parametrize("scheme", ["Basic dXNlcjpwYXNz", "Token abc", "Bearer", "nonsense", ""])
def test_credentials_of_another_scheme_are_rejected_too(table: Table, scheme: str) -> None:
    query = f'{{ game(id: "{table.id}") {{ __typename }} }}'
    answer = table.spectator.http.post("/graphql", json={"query": query}, headers={"authorization": scheme})
    assert answer.json() == {"data": {"game": {"__typename": "TokenRejected"}}}


def test_the_scheme_is_bearer_in_any_case(table: Table) -> None:
    query = f'{{ game(id: "{table.id}") {{ ... on Game {{ viewer {{ seat }} }} }} }}'
    for scheme in ("Bearer", "bearer", "BEARER"):
        headers = {"authorization": f"{scheme} {table.seat(2).token}"}
        answer = table.spectator.http.post("/graphql", json={"query": query}, headers=headers)
        assert answer.json() == {"data": {"game": {"viewer": {"seat": 2}}}}


@pytest.mark.parametrize("field", [field for field in MUTATIONS if field != "abandon"])
@pytest.mark.parametrize("viewer", ["spectator", "host"])
def test_who_has_no_seat_neither_plays_nor_resigns(table: Table, viewer: str, field: str) -> None:
    problem = table.everybody[viewer].refused(field, **changing(table.id)[field])
    check(problem, "NotSeated", "NOT_SEATED")
    assert table.version == 2


def test_who_is_not_the_host_does_not_abandon(table: Table) -> None:
    for client in (*table.seats, table.spectator):
        check(client.refused("abandon", gameId=table.id), "NotHost", "NOT_HOST")


# --- arguments -------------------------------------------------------------------------------------------------------------

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
    "of spaces": "   ",
    "with spaces around": " a ",
}
GOOD_NAMES = ("A", "x" * 40, "Zoë", "Łukasz O'Neill", "李小龍", "مريم", "Ada & Ben <3", "🍺")


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES)
def test_a_name_that_could_mislead_is_refused(on_memory: Client, name: str) -> None:
    problem = on_memory.refused("createGame", game={DANK: {}}, seats=seats_of([MINE, MINE], ["Ada", name]))
    check(problem, "InputRefused", "INPUT_REFUSED", argument="seats")
    id_ = on_memory.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN]))["game"]["gameId"]
    problem = on_memory.refused("joinGame", gameId=id_, name=name)
    check(problem, "InputRefused", "INPUT_REFUSED", argument="name")
    assert on_memory.look(id_)["status"] == "WAITING"


def test_names_of_all_the_world_are_taken_as_they_are(on_memory: Client) -> None:
    for one, two in zip(GOOD_NAMES[::2], GOOD_NAMES[1::2], strict=True):
        made = on_memory.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN], [one, None]))
        joined = on_memory.done("joinGame", gameId=made["game"]["gameId"], name=two)
        assert [seat["name"] for seat in joined["game"]["seats"]] == [one, two]


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
