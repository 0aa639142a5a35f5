"""Seats that resign: the last one wins at once, others play on without them and rank before them, and nobody wins unseen."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.engine.records.record import Finished, Record
from taphouse.engine.records.text import parse
from tests.api.client import CASK, DANK, MINE, NAMES, Client, Table, create, new_key, seats_of, table_of
from tests.api.server import until
from tests.records.test_replay import verified

BREW, PINT = "brewCrafters", "pintCraft"
RECORD = "query($id: ID!) { record(id: $id) { ... on GameRecord { text } } }"
FINISHED = """query($kinds: [GameKind!]) { finishedGames(kinds: $kinds, first: 50) {
  ... on GameConnection { edges { node { gameId } } } } }"""


def ends(entries: list[dict[str, Any]]) -> list[str]:
    return [event["__typename"] for entry in entries for event in entry["events"]]


def order(outcome: dict[str, Any]) -> list[int]:
    """The seats by place, of which the last is nobody else's."""
    standings = sorted(outcome["standings"], key=lambda one: int(one["place"]))
    assert standings[-1]["place"] == len(standings)
    return [one["seat"] for one in standings]


def record_of(table: Table) -> Record:
    return parse(table.spectator.ask(RECORD, id=table.id)["record"]["text"]).record


def is_listed(table: Table, kind: str) -> bool:
    found = table.spectator.ask(FINISHED, kinds=[kind])["finishedGames"]["edges"]
    return table.id in [edge["node"]["gameId"] for edge in found]


def stand_in(table: Table, seat: int) -> None:
    table.host.done("replacePlayer", gameId=table.id, seat=seat, mayReturn=True, **{"with": {"bot": "GREEDY"}})


@pytest.mark.parametrize(("game", "seats"), [(DANK, 2), (PINT, 5), (BREW, 2), (CASK, 3)])
def test_the_last_seat_that_has_not_resigned_wins_at_once(anyone: Client, game: str, seats: int) -> None:
    table = create(anyone, seats, game, visibility="OPEN")
    table.play(table.moves()[0]["notation"])
    *gone, winner = [2, *[seat for seat in range(seats, 0, -1) if seat != 2]]
    for seat in gone[:-1]:
        assert table.seat(seat).done("resign", gameId=table.id)["game"]["status"] == "RUNNING"
    request = {"gameId": table.id, "expectedVersion": table.version, "idempotencyKey": new_key()}
    made = table.seat(gone[-1]).done("resign", **request)
    over, (entry,) = made["game"], made["entries"]
    assert over["status"] == "OVER"
    assert ends([entry]) == ["SeatResigned", "GameEnded"]
    last, won = NAMES[gone[-1] - 1], NAMES[winner - 1]
    assert entry["sentence"] == f"{last} resigns. The game is over. Victory goes to {won}."
    assert over["outcome"] == entry["events"][1]["outcome"] == table.look()["outcome"]
    assert (over["outcome"]["reason"], order(over["outcome"])) == ("OTHERS_RESIGNED", [winner, *reversed(gone)])
    assert table.seat(gone[-1]).done("resign", **request) == made
    assert table.spectator.events(gameId=table.id, after=entry["version"] - 1)["entries"] == [entry]
    assert table.look(entry["version"] - 1)["outcome"] is None
    assert table.seat(winner).refused("resign", gameId=table.id)["code"] == "GAME_OVER"
    record = record_of(table)
    assert isinstance(record.result, Finished)
    assert (record.result.reason, [one.seat for one in record.result.standings]) == (
        "others-resigned",
        [winner, *reversed(gone)],
    )
    assert verified(record).draws == record.draws
    assert is_listed(table, over["kind"])


def test_a_seat_that_resigned_ranks_behind_all_others_whatever_its_score(anyone: Client) -> None:
    """The first moves of Brew Crafters cost nothing, and others may lose points."""
    table = create(anyone, 3, BREW, seed="behind")
    table.seat(1).done("resign", gameId=table.id)
    outcome = table.finish()["outcome"]
    assert outcome["reason"] == "LAST_WINTER"
    assert order(outcome)[-1] == 1
    points = {one["seat"]: one["points"] for one in outcome["standings"]}
    assert points[1] > min(points.values())
    (ended,) = table.spectator.events(gameId=table.id, after=table.version - 1)["entries"]
    assert ended["events"][-1]["outcome"] == outcome
    assert verified(record_of(table)).draws is not None


def test_a_bot_that_was_seated_at_the_start_wins(anyone: Client) -> None:
    table = table_of(
        anyone, anyone.done("createGame", game={CASK: {}}, seats=[*seats_of([MINE]), {"kind": "BOT", "bot": "GREEDY"}])
    )
    over = table.seat(1).done("resign", gameId=table.id)["game"]
    assert (over["status"], order(over["outcome"])) == ("OVER", [2, 1])


def test_who_resigns_against_a_bot_for_an_absent_player_leaves_no_result(anyone: Client) -> None:
    table = create(anyone, game=CASK, visibility="OPEN")
    stand_in(table, 1)
    made = table.seat(2).done("resign", gameId=table.id)
    (event,) = made["entries"][-1]["events"][1:]
    assert ends(made["entries"])[-2:] == ["SeatResigned", "GameAbandoned"]
    assert (event["by"], event["deserted"]) == ("service", True)
    assert event["sentence"] == "All players have left, so the game ends without a result."
    assert table.spectator.events(gameId=table.id, after=made["game"]["version"] - 1)["entries"] == [
        made["entries"][-1]
    ]
    over = table.look()
    assert (over["status"], over["outcome"], over["seed"]) == ("ABANDONED", None, None)
    assert (record_of(table).result, is_listed(table, "CASK_RACE")) == ("abandoned", False)


def test_bots_of_absent_players_finish_no_game(anyone: Client) -> None:
    table = create(anyone, game=CASK, options={"turnCap": 4}, visibility="OPEN")
    stand_in(table, 1)
    stand_in(table, 2)
    until(lambda: table.spectator.within(table.id, "status")["status"] != "RUNNING", "the bots play to the end")
    over = table.look()
    assert (over["status"], over["outcome"]) == ("ABANDONED", None)
    assert [seat["away"] for seat in over["seats"]] == [True, True]
    entry = table.spectator.events(gameId=table.id, after=over["version"] - 1)["entries"][-1]
    assert (ends([entry])[-1], entry["notation"] is None) == ("GameAbandoned", False)
    assert (record_of(table).result, is_listed(table, "CASK_RACE")) == ("abandoned", False)


def test_a_player_who_is_left_alone_plays_on_in_a_fork(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    table.play(table.moves()[0]["notation"])
    table.seat(2).done("resign", gameId=table.id)
    seats = [*seats_of([MINE]), {"kind": "BOT", "bot": "GREEDY"}]
    forked = table_of(anyone, table.seat(1).done("forkGame", gameId=table.id, seats=seats))
    game = forked.look()
    assert (game["status"], game["origin"]["kind"], game["outcome"]) == ("RUNNING", "FORK", None)
    assert [seat["resigned"] for seat in game["seats"]] == [False, False]
    until(lambda: forked.to_move == 1, "the bot moves")
    assert forked.play(forked.moves()[0]["notation"])["game"]["status"] == "RUNNING"
    alone = table_of(anyone, table.seat(1).done("forkGame", gameId=table.id))
    assert len(alone.seats) == 2
    assert alone.finish()["status"] == "OVER"


def test_an_undo_brings_nobody_back(anyone: Client) -> None:
    table = create(anyone, 3, CASK, undo="CONSENT")
    table.play("pass")
    before = table.version
    table.seat(1).done("resign", gameId=table.id)
    made = table.seat(2).done("propose", gameId=table.id, proposal={"undo": before - 1})["game"]
    back = table.seat(3).done("acceptProposal", gameId=table.id, proposalId=made["proposals"][0]["id"])
    assert ends(back["entries"])[:2] == ["ProposalAccepted", "MovesUndone"]
    assert [(one["seat"], one["automatic"]) for one in back["entries"][1:]] == [(1, True)]
    assert [seat["resigned"] for seat in back["game"]["seats"]] == [True, False, False]
    given = {"gameId": table.id, "seat": 1, "with": {"bot": "GREEDY"}}
    assert table.host.refused("replacePlayer", mayReturn=True, **given)["code"] == "INPUT_REFUSED"
    assert ends(table.host.done("replacePlayer", **given)["entries"])[:2] == ["SeatEnded", "BotTakesOver"]
    assert not table.look()["seats"][0]["resigned"]


# --- the others play on ------------------------------------------------------------------------------------------------


def test_the_others_finish_and_first_legal_moves_are_made_for_the_seat(anyone: Client) -> None:
    table = create(anyone, 3, options={"turnCap": 9})
    quitter = table.waiting
    number = quitter.look(table.id)["viewer"]["seat"]
    changed = quitter.done("resign", gameId=table.id)
    assert [entry["events"] for entry in changed["entries"]] == [
        [{"__typename": "SeatResigned", "seat": number, "sentence": f"{NAMES[number - 1]} resigns."}]
    ]
    assert [seat["resigned"] for seat in changed["game"]["seats"]] == [seat == number for seat in (1, 2, 3)]

    for _ in table.steps():
        assert table.to_move != number
    end = table.look()
    assert (end["status"], order(end["outcome"])[-1]) == ("OVER", number)

    made = [entry for entry in table.spectator.events(gameId=table.id, first=500)["entries"] if entry["move"]]
    assert {entry["automatic"] for entry in made if entry["seat"] == number} == {True}
    assert {entry["automatic"] for entry in made if entry["seat"] != number} == {False}
    for entry in made:
        if entry["automatic"]:
            moves = quitter.legal_moves(table.id, at=entry["version"] - 1)
            assert moves[0]["notation"] == entry["notation"]


def test_who_resigns_in_their_turn_ends_it_in_the_same_answer(anyone: Client) -> None:
    table = create(anyone, 3)
    seat = table.to_move
    changed = table.decider.done("resign", gameId=table.id, expectedVersion=2)
    assert [entry["automatic"] for entry in changed["entries"]] == [False] + [True] * (len(changed["entries"]) - 1)
    assert {entry["seat"] for entry in changed["entries"]} == {seat}
    assert changed["game"]["decision"]["seat"] != seat
    assert changed["game"]["version"] == 2 + len(changed["entries"])


def test_a_move_answers_with_the_automatic_moves_that_follow_it(on_memory: Client) -> None:
    table = create(on_memory, 3)
    table.waiting.done("resign", gameId=table.id)
    gone = next(seat["seat"] for seat in table.look()["seats"] if seat["resigned"])
    table.play(table.moves()[0]["notation"])
    changed = table.play("end-turn")
    assert [(entry["seat"] == gone, entry["automatic"]) for entry in changed["entries"]][:2] == [
        (False, False),
        (True, True),
    ]
    assert changed["game"]["decision"]["seat"] != gone


def test_who_has_resigned_makes_no_second_resignation(on_memory: Client) -> None:
    table = create(on_memory, 3)
    table.waiting.done("resign", gameId=table.id)
    gone = next(seat["seat"] for seat in table.look()["seats"] if seat["resigned"])
    problem = table.seat(gone).refused("resign", gameId=table.id)
    assert (problem["__typename"], problem["code"]) == ("AlreadyResigned", "ALREADY_RESIGNED")
    assert table.version == 3
