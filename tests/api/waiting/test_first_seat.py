"""Before the start, the host chooses who has the first turn."""

from __future__ import annotations

import pytest

from taphouse.engine import GAMES
from taphouse.engine.game import Game
from taphouse.engine.records.text import parse
from tests.api.client import CASK, MINE, OPEN, Client, Json, Table, create, seats_of
from tests.api.waiting.shared import by_host, code, sentences
from tests.records.test_replay import verified
from tests.short_games import SHORT


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_host_gives_any_seat_the_first_turn(instances: tuple[Client, Client], game: Game) -> None:
    """The deal is as if the game had been created so, and the record says and proves it."""
    here, there = instances
    most, short = game.about.seats[-1], SHORT[game.about.kind] or {}
    for seat in range(1, most + 1):
        table = by_host(here, [MINE] * most, game.field, short, seed="a vote")
        host = there.with_token(table.host.token)
        changed = host.done("chooseFirstSeat", gameId=table.id, seat=seat)
        assert changed["game"]["options"]["firstSeat"] == f"SEAT_{seat}"
        started = here.with_token(table.host.token).done("startGame", gameId=table.id)["game"]
        assert started["decision"]["seat"] == seat
        alike = by_host(here, [MINE] * most, game.field, {**short, "firstSeat": f"SEAT_{seat}"}, seed="a vote")
        assert started["table"] == alike.host.done("startGame", gameId=alike.id)["game"]["table"]
        assert [table.look(at)["options"]["firstSeat"] for at in (1, 2)] == ["SEED", f"SEAT_{seat}"]
        if seat == 2:
            assert_recorded(table, short)


def assert_recorded(table: Table, short: Json) -> None:
    if short:
        table.finish()
    query = "query Text($id: ID!) { record(id: $id) { ... on GameRecord { text } } }"
    record = parse(table.spectator.ask(query, id=table.id)["record"]["text"]).record
    assert record.options["firstSeat"] == "SEAT_2"
    if short:
        verified(record)


def test_a_choice_is_told_and_taken_back(anyone: Client) -> None:
    table = by_host(anyone, [MINE, MINE])
    (entry,) = table.host.done("chooseFirstSeat", gameId=table.id, seat=2)["entries"]
    assert (entry["seat"], entry["events"][0]["firstSeat"]) == (None, 2)
    assert code(table.host, "chooseFirstSeat", gameId=table.id, seat=2) == "SEAT_UNCHANGED"
    table.host.done("chooseFirstSeat", gameId=table.id)
    assert code(table.host, "chooseFirstSeat", gameId=table.id) == "SEAT_UNCHANGED"
    assert table.look()["options"]["firstSeat"] == "SEED"
    assert sentences(anyone, table.id, "en") == [
        "The host gives Ben the first turn.",
        "The host lets the seed choose who has the first turn.",
    ]
    assert sentences(anyone, table.id, "de") == [
        "Die Spielleitung gibt Ben den ersten Zug.",
        "Die Spielleitung lässt den Startwert wählen, wer den ersten Zug hat.",
    ]


def test_a_choice_is_the_hosts_and_before_the_start(anyone: Client) -> None:
    table = by_host(anyone, [MINE, MINE])
    chooses = {"gameId": table.id, "seat": 2}
    for who in (anyone, table.seat(1)):
        assert code(who, "chooseFirstSeat", **chooses) == "NOT_HOST"
    for seat in (0, 3, 7, 17):
        assert table.host.refused("chooseFirstSeat", gameId=table.id, seat=seat)["argument"] == "seat"
    table.host.done("startGame", gameId=table.id)
    assert code(table.host, "chooseFirstSeat", **chooses) == "ALREADY_STARTED"
    table.host.done("abandon", gameId=table.id)
    assert code(table.host, "chooseFirstSeat", **chooses) == "GAME_OVER"


def test_a_game_without_the_option_or_from_a_position_has_no_choice(anyone: Client) -> None:
    there = by_host(anyone, [MINE, OPEN], game=CASK)
    assert there.host.refused("chooseFirstSeat", gameId=there.id, seat=1)["argument"] == "seat"
    table = create(anyone, options={"firstSeat": "SEAT_2"})
    tokens = [seat.token for seat in table.seats]
    fork = anyone.done("forkGame", gameId=table.id, seatTokens=tokens, seats=seats_of([MINE, OPEN]))
    host, id_ = anyone.with_token(fork["hostToken"]), fork["game"]["gameId"]
    assert "position" in host.refused("chooseFirstSeat", gameId=id_, seat=1)["message"]
    assert anyone.look(id_)["options"]["firstSeat"] == "SEAT_2"


@pytest.mark.parametrize(
    ("kind", "rule"), [("dank-and-draft", "DD-02"), ("pint-craft", "PC-04"), ("brew-crafters", "BC-07")]
)
def test_a_seat_that_the_game_has_not_is_refused_by_rule(on_memory: Client, kind: str, rule: str) -> None:
    game = {GAMES[kind].field: {"firstSeat": "SEAT_3"}}
    refused = on_memory.refused("createGame", game=game, seats=seats_of([MINE, MINE]))
    assert (refused["code"], refused["rules"], refused["argument"]) == ("INPUT_REFUSED", [rule], "game")


def test_a_rematch_begins_as_the_game_was_created_and_a_fork_keeps_the_choice(anyone: Client) -> None:
    table = by_host(anyone, [MINE, MINE], options={"turnCap": 1})
    table.host.done("chooseFirstSeat", gameId=table.id, seat=2)
    table.host.done("startGame", gameId=table.id)
    tokens = [seat.token for seat in table.seats]
    forked = anyone.done("forkGame", gameId=table.id, seatTokens=tokens)["game"]
    assert (forked["options"]["firstSeat"], forked["start"]) == ("SEAT_2", "WHEN_FULL")
    table.finish()
    table.seat(1).done("propose", gameId=table.id, proposal={"rematch": True})
    proposal = table.look()["proposals"][0]["id"]
    following = table.seat(2).done("acceptProposal", gameId=table.id, proposalId=proposal)["game"]["rematch"]
    shown = anyone.look(following)
    assert (shown["options"]["firstSeat"], shown["start"], shown["status"]) == ("SEED", "WHEN_FULL", "RUNNING")
