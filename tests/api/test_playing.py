"""The mutations that move: one for each move, several at once, and notation."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.api.client import CASK, DANK, Client, Json, Table, create, in_notation, mutation_of, verb_of

VERBS = ("draft", "takeAction", "spoil", "snatch", "stockUp", "decline", "offer", "discard", "endTurn")


def typed(table: Table, move: Json) -> Json:
    """The move by its own mutation."""
    field, arguments = mutation_of(move)
    return table.decider.done(field, gameId=table.id, expectedVersion=table.version, **arguments)


def test_every_move_has_its_mutation_and_does_what_the_legal_move_says(on_memory: Client) -> None:
    left = Counter(dict.fromkeys(VERBS, 1))
    for seed in range(20):
        table = create(on_memory, 2 + seed % 3, seed=f"every move {seed}")
        rng = random.Random(seed)
        for _ in range(60):
            if table.to_move is None or not left:
                break
            moves = table.moves()
            wanted = [move for move in moves if verb_of(move) in left]
            move = rng.choice(wanted or moves)
            seat = table.to_move
            changed = typed(table, move)
            assert changed["game"]["version"] == changed["entries"][-1]["version"]
            (entry,) = changed["entries"]
            assert (entry["seat"], entry["notation"], entry["automatic"]) == (seat, move["notation"], False)
            assert entry["move"]["verb"] == move["notation"].split()[0]
            del left[verb_of(move)]
    assert not left, f"never legal: {[*left]}"


def test_the_typed_move_in_the_log_is_the_move_that_was_sent(on_memory: Client) -> None:
    table, rng = create(on_memory, seed="typed"), random.Random(3)
    for _ in range(25):
        move = rng.choice(table.moves())
        (fields,) = move["input"][DANK].values()
        (entry,) = table.play(move["notation"])["entries"]
        shown = {name: value for name, value in entry["move"].items() if name not in ("__typename", "verb")}
        assert shown == ({} if fields is True else fields)


def test_each_legal_move_can_be_sent_as_it_stands(on_valkey: Client) -> None:
    table, rng = create(on_valkey, 3), random.Random(5)
    for _ in range(30):
        if table.to_move is None:
            return
        move = rng.choice(table.moves())
        changed = table.decider.done("play", gameId=table.id, moves=[move["input"]])
        assert changed["entries"][0]["notation"] == move["notation"]


def test_several_moves_are_as_many_versions(anyone: Client) -> None:
    table = create(anyone)
    moves = [{DANK: {"draft": {"line": "ROW_2"}}}, {"notation": "end-turn"}]
    changed = table.decider.done("play", gameId=table.id, moves=moves)
    assert [entry["version"] for entry in changed["entries"]] == [3, 4]
    assert [entry["notation"] for entry in changed["entries"]] == ["draft row-2", "end-turn"]
    assert changed["game"]["version"] == table.version == 4


def test_notation_plays_the_same(anyone: Client) -> None:
    one, two = create(anyone, seed="notation"), create(anyone, seed="notation")
    first = one.decider.done("play", gameId=one.id, moves=in_notation("draft column-3", "end-turn"))
    moves = [{DANK: {"draft": {"line": "COLUMN_3"}}}, {DANK: {"endTurn": True}}]
    second = two.decider.done("play", gameId=two.id, moves=moves)
    assert first["game"]["table"] == second["game"]["table"]
    assert [one["events"] for one in first["entries"]] == [one["events"] for one in second["entries"]]


def test_a_move_has_one_shape_wherever_it_is_sent(anyone: Client) -> None:
    """Each operation of GraphQL and of REST takes the values of `legalMoves` and `suggestion` unchanged."""
    table = create(anyone, options={"firstSeat": "SEAT_1"}, seed="one shape")
    player, version = table.seat(1), table.version
    headers = {"authorization": f"Bearer {player.token}"}
    path = f"/v1/games/{table.id}"
    listed = [move["input"] for move in player.legal_moves(table.id)]
    by_rest = player.http.get(f"{path}/moves/legal", headers=headers).json()["moves"]
    assert [move["input"] for move in by_rest] == listed
    given = player.within(table.id, "suggestion(bot: GREEDY) { ... on LegalMove { input } }")["suggestion"]["input"]
    assert given in listed

    for move in (given, {"notation": "draft row-1"}):
        ask = "whyNot(move: $move) { code } preview(moves: [$move]) { __typename }"
        answer = player.within(table.id, ask, move=("MoveInput!", move))
        assert answer == {"whyNot": None, "preview": {"__typename": "DankAndDraftPreview"}}
        judged = player.http.post(f"{path}/moves/why-not", json={"move": move}, headers=headers).json()
        assert judged == {"legal": True, "problem": None}
        previewed = player.http.post(f"{path}/moves/preview", json={"moves": [move]}, headers=headers)
        assert previewed.status_code == 200
    assert table.version == version

    done = player.done("play", gameId=table.id, moves=[given])
    end = {DANK: {"endTurn": True}}
    assert end in [move["input"] for move in player.legal_moves(table.id)]
    played = player.http.post(f"{path}/moves", json={"moves": [end]}, headers=headers)
    assert (played.status_code, played.json()["game"]["version"]) == (200, done["game"]["version"] + 1)


def test_a_move_of_another_game_is_refused_wherever_it_is_sent(on_memory: Client) -> None:
    table = create(on_memory, options={"firstSeat": "SEAT_1"})
    player, move = table.seat(1), {CASK: {"pass": True}}
    headers = {"authorization": f"Bearer {player.token}"}
    refused = player.refused("play", gameId=table.id, moves=[move])
    assert (refused["code"], refused["kind"]) == ("WRONG_GAME", "DANK_AND_DRAFT")
    ask = "whyNot(move: $move) { code message } preview(moves: [$move]) { ... on WrongGame { code kind } }"
    answer = player.within(table.id, ask, move=("MoveInput!", move))
    assert answer["whyNot"] == {"code": "WRONG_GAME", "message": refused["message"]}
    assert answer["preview"] == {"code": "WRONG_GAME", "kind": "DANK_AND_DRAFT"}
    for path in ("moves", "moves/preview"):
        problem = player.http.post(f"/v1/games/{table.id}/{path}", json={"moves": [move]}, headers=headers)
        told = problem.json()
        assert (problem.status_code, told["code"], told["kind"]) == (422, "WRONG_GAME", "DANK_AND_DRAFT")
        assert told["detail"] == refused["message"]
    judged = player.http.post(f"/v1/games/{table.id}/moves/why-not", json={"move": move}, headers=headers).json()
    assert (judged["legal"], judged["problem"]["code"]) == (False, "WRONG_GAME")
    assert table.version == 2


@pytest.mark.parametrize(
    "moves",
    [
        in_notation("draft row-1", "draft row-2"),
        [{DANK: {"draft": {"line": "ROW_1"}}}, {DANK: {"draft": {"line": "ROW_2"}}}],
    ],
    ids=["notation", "typed"],
)
def test_all_moves_are_made_or_none(anyone: Client, moves: list[Json]) -> None:
    table = create(anyone)
    before = [viewer.look(table.id) for viewer in table.everybody.values()]
    problem = table.decider.refused("play", gameId=table.id, moves=moves)
    assert (problem["code"], problem["index"], problem["rules"]) == ("MOVE_REFUSED", 2, ["DD-25"])
    assert [viewer.look(table.id) for viewer in table.everybody.values()] == before


def test_a_batch_does_not_run_on_into_another_seats_turn(on_memory: Client) -> None:
    table = create(on_memory)
    moves = in_notation("draft row-1", "end-turn", "draft row-2")
    problem = table.decider.refused("play", gameId=table.id, moves=moves)
    assert (problem["code"], problem["index"]) == ("BATCH_TELLS_NEWS", 2), "what fills the taps is new"
    assert table.version == 2


def test_the_expected_version_may_be_left_out_or_null(on_memory: Client) -> None:
    table = create(on_memory)
    table.decider.done("dankAndDraftDraft", gameId=table.id, line="ROW_1", expectedVersion=None, idempotencyKey=None)
    assert table.version == 3


@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_game_is_played_to_its_end_with_legal_moves_alone(on_valkey: Client, seats: int) -> None:
    end = create(on_valkey, seats, seed=f"a whole game of {seats}").finish()
    assert end["status"] == "OVER"
    assert len(end["outcome"]["standings"]) == seats
