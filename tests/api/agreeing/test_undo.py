"""Taking moves back: by oneself while they told nobody anything, otherwise by agreement."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.agreeing.shared import BREW, answer, events, propose, table
from tests.api.client import CASK, Client, Json, Table, new_key


def refusal(who: Client, of: Table, **given: Any) -> str:
    problem = who.refused("undo", gameId=of.id, **given)
    assert problem["code"] == "UNDO_REFUSED", problem
    return str(problem["undoReason"])


def tables_of(game: Table) -> list[Json]:
    """The table and the decision as everybody sees them."""
    seen = [viewer.look(game.id) for viewer in game.everybody.values()]
    return [{key: value for key, value in one.items() if "table" in key.lower() or key == "decision"} for one in seen]


@pytest.mark.parametrize("kind", [CASK, BREW])
def test_a_seat_takes_back_a_move_that_told_nobody_anything(anyone: Client, kind: str) -> None:
    game = table(anyone, 2, kind)
    first = game.decider
    before, was = game.version, tables_of(game)
    assert was[0].keys() >= {"decision"}
    move = game.moves()[0]["notation"]
    game.play(move)
    assert tables_of(game) != was
    changed = first.done("undo", gameId=game.id)
    assert tables_of(game) == was
    assert changed["game"]["version"] == before + 2 == game.version
    (entry,) = changed["entries"]
    (event,) = entry["events"]
    assert (event["__typename"], event["backTo"], event["movesUndone"], event["drawnAnew"]) == (
        *("MovesUndone", before),
        *(1, False),
    )
    assert event["sentence"] == f"1 move is taken back. The game is where it was at version {before}."
    game.play(move)
    assert [game.look(at=at)["decision"] for at in (before, before + 2)] == [was[0]["decision"]] * 2
    assert game.look(at=before + 1)["decision"] == game.look(at=before + 3)["decision"]


def test_what_told_somebody_something_takes_agreement(anyone: Client) -> None:
    game = table(anyone, 2)
    one, two = game.seats
    start = game.version
    one.done("play", gameId=game.id, moves=[{"notation": "look"}])
    assert refusal(one, game) == "REVEALED"
    assert refusal(two, game) == "NOTHING"
    shown = propose(one, game, undo=start)
    assert shown["proposals"][0]["toVersion"] == start
    assert answer("accept", two, game)["proposals"] == []
    assert events(game, start) == ["ProposalMade", "ProposalAccepted", "MovesUndone"]
    entries = one.events(gameId=game.id, after=start)["entries"]
    assert entries[-1]["events"][-1]["drawnAnew"] is True
    assert entries[0]["events"][0]["__typename"] == "CaskRaceGrainLookedAt", "what was shown stays in the log"


def test_only_ones_own_last_moves_are_taken_back(on_memory: Client) -> None:
    game = table(on_memory, 2)
    one, two = game.seats
    start = game.version
    assert refusal(one, game) == "NOTHING"
    game.play("pass")
    assert refusal(two, game) == "NOTHING"
    game.play("pass")
    assert refusal(one, game) == "NOT_YOURS"
    assert refusal(two, game, to=start) == "NOT_YOURS"
    assert refusal(one, game, to=start) == "NOT_YOURS"
    two.done("undo", gameId=game.id, to=start + 1)
    assert refusal(two, game, to=start + 2) == "NOTHING", "the game does not come from there any more"
    one.done("undo", gameId=game.id)
    assert refusal(one, game, to=start) == "NOTHING"
    assert game.to_move == 1
    for to in (0, -1, game.version, game.version + 1):
        assert refusal(one, game, to=to) == "NOTHING"


@pytest.mark.parametrize(("option", "reason"), [("CONSENT", "NO_CONSENT"), ("NEVER", "NEVER")])
def test_the_game_says_when_moves_are_taken_back(on_memory: Client, option: str, reason: str) -> None:
    game = table(on_memory, 2, undo=option)
    one, two = game.seats
    assert game.look()["undo"] == option
    game.play("pass")
    assert refusal(one, game) == reason
    if option == "NEVER":
        refused = one.refused("propose", gameId=game.id, proposal={"undo": 2})
        assert refused["undoReason"] == "NEVER"
    else:
        propose(one, game, undo=2)
        answer("accept", two, game)
        assert game.to_move == 1


def test_a_move_ends_a_proposed_undo_and_nothing_else(on_memory: Client) -> None:
    game = table(on_memory, 2)
    one = game.seat(1)
    game.play("pass")
    propose(one, game, undo=2)
    propose(one, game, draw=True)
    proposed = game.version
    game.play("pass")
    assert [each["kind"] for each in game.look()["proposals"]] == ["DRAW"]
    assert [each["kind"] for each in game.look(at=game.version)["proposals"]] == ["DRAW"]
    assert [each["kind"] for each in game.look(at=proposed)["proposals"]] == ["UNDO", "DRAW"]
    game.play("pass")
    assert [each["kind"] for each in game.look(at=proposed + 1)["proposals"]] == ["DRAW"]


def test_bots_accept_what_told_nobody_anything(on_memory: Client) -> None:
    game = table(on_memory, 1, bots=1)
    one = game.seat(1)
    assert game.to_move == 1
    start = game.version
    one.done("play", gameId=game.id, moves=[{"notation": "look"}])
    refused = one.refused("propose", gameId=game.id, proposal={"undo": start})
    assert refused["undoReason"] == "REVEALED"
    other = table(on_memory, 2, bots=1)
    other.play("pass")
    propose(other.seat(1), other, undo=2)
    assert answer("accept", other.seat(2), other)["decision"]["seat"] == 1


def test_a_repeated_undo_takes_back_no_more(anyone: Client) -> None:
    game = table(anyone, 2, BREW)
    first, key = game.decider, new_key()
    game.play(game.moves()[0]["notation"])
    made = first.done("undo", gameId=game.id, idempotencyKey=key)
    assert first.done("undo", gameId=game.id, idempotencyKey=key) == made
    assert game.version == made["game"]["version"]
