"""Proposals: who makes them, who answers, how they end, and what agreeing on each does."""

from __future__ import annotations

import pytest

from tests.api.agreeing.shared import answer, events, propose, table
from tests.api.client import Client, new_key


def test_a_proposal_is_shown_to_everybody_and_done_when_all_have_accepted(anyone: Client) -> None:
    game = table(anyone, 3)
    one, two, three = game.seats
    shown = propose(two, game, draw=True)
    (made,) = shown["proposals"]
    assert (made["kind"], made["seat"], made["accepted"], made["awaited"]) == ("DRAW", 2, [2], [1, 3])
    for viewer in game.everybody.values():
        assert viewer.look(game.id)["proposals"] == [made]
    before = game.version
    assert answer("accept", three, game)["proposals"][0]["accepted"] == [2, 3]
    after = answer("accept", one, game)
    assert (after["status"], after["agreedEnd"], after["outcome"], after["proposals"]) == (
        "ABANDONED",
        "DRAW",
        None,
        [],
    )
    assert after["seed"] is None
    assert events(game, before) == ["ProposalAccepted", "ProposalAccepted", "GameAgreed"]
    assert game.look(before)["proposals"] == [made | {"id": f"{made['id']}@{before}"}], "caches keep it apart"
    assert game.look(before)["agreedEnd"] is None
    assert one.refused("propose", gameId=game.id, proposal={"draw": True})["code"] == "GAME_OVER"


@pytest.mark.parametrize("how", ["decline", "withdraw"])
def test_one_answer_ends_a_proposal(on_memory: Client, how: str) -> None:
    game = table(on_memory, 3)
    propose(game.seat(1), game, unscored=True)
    (made,) = game.look()["proposals"]
    right, wrong = (game.seat(2), game.seat(1)) if how == "decline" else (game.seat(1), game.seat(2))
    refused = wrong.refused(f"{how}Proposal", gameId=game.id, proposalId=made["id"])
    assert refused["proposalReason"] == ("ANSWERED" if how == "decline" else "NOT_YOURS")
    assert answer(how, right, game)["proposals"] == []
    for field in ("acceptProposal", "declineProposal", "withdrawProposal"):
        refused = game.seat(3).refused(field, gameId=game.id, proposalId=made["id"])
        assert refused["code"] == "PROPOSAL_NOT_FOUND"
    assert game.look()["status"] == "RUNNING"


def test_there_is_one_open_proposal_of_each_kind(on_memory: Client) -> None:
    game = table(on_memory, 3)
    one, two, _ = game.seats
    propose(one, game, unscored=True)
    propose(two, game, draw=True)
    assert [each["kind"] for each in game.look()["proposals"]] == ["UNSCORED", "DRAW"]
    refused = one.refused("propose", gameId=game.id, proposal={"unscored": True})
    assert (refused["code"], refused["proposalId"]) == ("PROPOSAL_OPEN", game.look()["proposals"][0]["id"])
    again = one.refused("acceptProposal", gameId=game.id, proposalId=refused["proposalId"])
    assert again["proposalReason"] == "ANSWERED"


def test_proposing_what_is_proposed_already_is_to_accept_it(on_memory: Client) -> None:
    game = table(on_memory, 2, undo="CONSENT")
    for _ in range(2):
        game.play(game.moves()[0]["notation"])
    propose(game.seat(1), game, undo=3)
    other = game.seat(2).refused("propose", gameId=game.id, proposal={"undo": 2})
    assert (other["code"], other["proposalId"]) == ("PROPOSAL_OPEN", game.look()["proposals"][0]["id"])
    propose(game.seat(2), game, undo=3)
    assert events(game, game.version - 1) == ["ProposalAccepted", "MovesUndone"]


def test_a_proposal_that_is_wrong_is_refused(on_memory: Client) -> None:
    game = table(on_memory, 2)
    for proposal, argument in (({"draw": False}, "proposal"), ({"rematch": False}, "proposal")):
        assert game.seat(1).refused("propose", gameId=game.id, proposal=proposal)["argument"] == argument
    for seconds in (9, 30 * 86_400 + 1, -1):
        refused = game.seat(1).refused("propose", gameId=game.id, proposal={"draw": True}, seconds=seconds)
        assert refused["argument"] == "seconds"
    refused = game.seat(1).refused("propose", gameId=game.id, proposal={"rematch": True})
    assert refused["proposalReason"] == "NOT_ENDED"
    assert game.host.refused("propose", gameId=game.id, proposal={"draw": True})["code"] == "NOT_SEATED"
    assert game.look()["version"] == 2


def test_seats_that_have_resigned_have_no_say(on_memory: Client) -> None:
    game = table(on_memory, 3)
    one, two, three = game.seats
    propose(one, game, draw=True)
    three.done("resign", gameId=game.id)
    assert game.look()["proposals"] == [], "who must agree has changed"
    assert three.refused("propose", gameId=game.id, proposal={"draw": True})["code"] == "ALREADY_RESIGNED"
    propose(one, game, draw=True)
    assert answer("accept", two, game)["status"] == "ABANDONED"


def test_bots_end_a_game_without_a_result_and_follow_two_people_to_a_draw(on_memory: Client) -> None:
    alone = table(on_memory, 1, bots=1)
    refused = alone.seat(1).refused("propose", gameId=alone.id, proposal={"draw": True})
    assert refused["proposalReason"] == "BOTS"
    assert propose(alone.seat(1), alone, unscored=True)["agreedEnd"] == "UNSCORED"
    pair = table(on_memory, 2, bots=1)
    propose(pair.seat(1), pair, draw=True)
    assert answer("accept", pair.seat(2), pair)["agreedEnd"] == "DRAW"


def test_a_repeated_answer_changes_nothing(anyone: Client) -> None:
    game = table(anyone, 2)
    made, key = propose(game.seat(1), game, unscored=True)["proposals"][0], new_key()
    asked = {"gameId": game.id, "proposalId": made["id"], "idempotencyKey": key, "expectedVersion": game.version}
    first = game.seat(2).done("acceptProposal", **asked)
    assert game.seat(2).done("acceptProposal", **asked) == first
    assert first["game"]["version"] == game.version


def test_a_change_of_who_plays_ends_all_proposals(anyone: Client) -> None:
    game = table(anyone, 3)
    propose(game.seat(1), game, draw=True)
    replaced = game.host.done("replacePlayer", gameId=game.id, seat=2, **{"with": {"bot": "RANDOM"}, "mayReturn": True})
    assert replaced["game"]["proposals"] == game.look()["proposals"] == []
    propose(game.seat(1), game, draw=True)
    answer("accept", game.seat(3), game)
    assert game.look()["agreedEnd"] == "DRAW"


def test_a_player_returns_by_proposing_and_is_not_asked_before(anyone: Client) -> None:
    game = table(anyone, 3, undo="FREE")
    away = {"with": {"bot": "RANDOM"}, "mayReturn": True}
    game.host.done("replacePlayer", gameId=game.id, seat=2, **away)
    propose(game.seat(1), game, unscored=True)
    (made,) = game.look()["proposals"]
    assert made["awaited"] == [3]
    for field in ("acceptProposal", "declineProposal", "withdrawProposal"):
        refused = game.seat(2).refused(field, gameId=game.id, proposalId=made["id"])
        assert (refused["code"], refused["proposalReason"]) == ("PROPOSAL_REFUSED", "AWAY")
    before = game.version
    shown = propose(game.seat(2), game, draw=True)
    assert events(game, before) == ["PlayerReturned", "ProposalMade"]
    (made,) = shown["proposals"]
    assert (made["kind"], made["id"], made["awaited"]) == ("DRAW", f"{game.id}-{before + 2}", [1, 3])
    assert not game.look()["seats"][1]["away"]
    answer("accept", game.seat(1), game)
    assert answer("accept", game.seat(3), game)["agreedEnd"] == "DRAW"


def test_a_player_returns_by_an_undo(anyone: Client) -> None:
    game = table(anyone, 2, undo="FREE")
    mover = game.to_move
    assert mover is not None
    game.play(game.moves()[0]["notation"])
    away = {"with": {"bot": "RANDOM"}, "mayReturn": True}
    other = 3 - mover
    while game.to_move != other:
        game.play(game.moves()[0]["notation"])
    game.host.done("replacePlayer", gameId=game.id, seat=mover, **away)
    before = game.version
    game.seat(mover).done("undo", gameId=game.id)
    assert events(game, before) == ["PlayerReturned", "MovesUndone"]
    assert not game.look()["seats"][mover - 1]["away"]


def test_a_player_for_whom_a_bot_stood_in_is_asked_for_a_rematch(anyone: Client) -> None:
    game = table(anyone, 2)
    game.host.done("replacePlayer", gameId=game.id, seat=2, **{"with": {"bot": "RANDOM"}, "mayReturn": True})
    game.host.done("abandon", gameId=game.id)
    (made,) = propose(game.seat(1), game, rematch=True)["proposals"]
    assert made["awaited"] == [2]
    assert answer("accept", game.seat(2), game)["rematch"] is not None
