"""Refusals of moves and of versions over HTTP: type, code, message and rules; and nothing was changed."""

from __future__ import annotations

import pytest

from taphouse.schema.problems.games import MOST_ENTRIES
from tests.api.client import CASK, DANK, Client, Json, Table, create, in_notation
from tests.api.problems.shared import MUTATIONS, changing, check

MOVES = tuple(field for field in MUTATIONS if field not in ("resign", "abandon"))


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
    games = table.spectator.ask("{ catalogue { games { kind rules { key } } } }")["catalogue"]["games"]
    (ids,) = ({rule["key"] for rule in game["rules"]} for game in games if game["kind"] == "DANK_AND_DRAFT")
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
        "stock-up 1,99",
        "stock-up 1,2,3,4,5,6,7,8,9,1",
        "end-turn now",
        "take-action 2 \u202espoil",
        "x" * 5000,
    ],
)
def test_what_is_no_notation_is_not_understood_and_answered_with_what_would_be(table: Table, notation: str) -> None:
    problem = table.seat(1).refused("play", gameId=table.id, moves=in_notation(notation))
    check(problem, "MoveNotUnderstood", "MOVE_NOT_UNDERSTOOD", index=1, rules=[])
    assert len(problem["message"]) < 400
    assert "`" not in problem["message"]
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
    """Chance decides which card an action takes from a hand, and the taker sees its beer when it is discarded."""
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
