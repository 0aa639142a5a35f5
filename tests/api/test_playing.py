"""The mutations that move: one for each move, several at once, and notation."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.api.client import DANK, Client, Json, Table, create

VERBS = ("draft", "takeAction", "spoil", "snatch", "stockUp", "decline", "offer", "discard", "endTurn")


def typed(table: Table, move: Json) -> Json:
    """The move by its own mutation."""
    ((verb, fields),) = move["input"].items()
    arguments = {} if fields is True else fields
    field = DANK + verb[0].upper() + verb[1:]
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
            wanted = [move for move in moves if next(iter(move["input"])) in left]
            move = rng.choice(wanted or moves)
            seat = table.to_move
            changed = typed(table, move)
            assert changed["game"]["version"] == changed["entries"][-1]["version"]
            (entry,) = changed["entries"]
            assert (entry["seat"], entry["notation"], entry["automatic"]) == (seat, move["notation"], False)
            assert entry["move"]["verb"] == move["notation"].split()[0]
            del left[next(iter(move["input"]))]
    assert not left, f"never legal: {[*left]}"


def test_the_typed_move_in_the_log_is_the_move_that_was_sent(on_memory: Client) -> None:
    table, rng = create(on_memory, seed="typed"), random.Random(3)
    for _ in range(25):
        move = rng.choice(table.moves())
        (fields,) = move["input"].values()
        (entry,) = table.play(move["notation"])["entries"]
        shown = {name: value for name, value in entry["move"].items() if name not in ("__typename", "verb")}
        assert shown == ({} if fields is True else fields)


def test_each_legal_move_can_be_sent_as_it_stands_in_the_play_of_its_game(on_valkey: Client) -> None:
    table, rng = create(on_valkey, 3), random.Random(5)
    for _ in range(30):
        if table.to_move is None:
            return
        move = rng.choice(table.moves())
        changed = table.decider.done("dankAndDraftPlay", gameId=table.id, moves=[move["input"]])
        assert changed["entries"][0]["notation"] == move["notation"]


def test_several_moves_are_as_many_versions(anyone: Client) -> None:
    table = create(anyone)
    changed = table.decider.done(
        "dankAndDraftPlay", gameId=table.id, moves=[{"draft": {"line": "ROW_2"}}, {"endTurn": True}]
    )
    assert [entry["version"] for entry in changed["entries"]] == [3, 4]
    assert [entry["notation"] for entry in changed["entries"]] == ["draft row-2", "end-turn"]
    assert changed["game"]["version"] == table.version == 4


def test_notation_plays_the_same(anyone: Client) -> None:
    one, two = create(anyone, seed="notation"), create(anyone, seed="notation")
    first = one.decider.done("play", gameId=one.id, moves=["draft column-3", "end-turn"])
    second = two.decider.done(
        "dankAndDraftPlay", gameId=two.id, moves=[{"draft": {"line": "COLUMN_3"}}, {"endTurn": True}]
    )
    assert first["game"]["table"] == second["game"]["table"]
    assert [one["events"] for one in first["entries"]] == [one["events"] for one in second["entries"]]


@pytest.mark.parametrize("play", ["play", "dankAndDraftPlay"])
def test_all_moves_are_made_or_none(anyone: Client, play: str) -> None:
    table = create(anyone)
    before = [viewer.look(table.id) for viewer in table.everybody.values()]
    moves = {"play": ["draft row-1", "draft row-2"]}.get(
        play, [{"draft": {"line": "ROW_1"}}, {"draft": {"line": "ROW_2"}}]
    )
    problem = table.decider.refused(play, gameId=table.id, moves=moves)
    assert (problem["code"], problem["index"], problem["rules"]) == ("MOVE_REFUSED", 2, ["DD-25"])
    assert [viewer.look(table.id) for viewer in table.everybody.values()] == before


def test_a_batch_does_not_run_on_into_another_seats_turn(on_memory: Client) -> None:
    table = create(on_memory)
    problem = table.decider.refused("play", gameId=table.id, moves=["draft row-1", "end-turn", "draft row-2"])
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
