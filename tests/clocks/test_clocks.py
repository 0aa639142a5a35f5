"""Clocks by the API: what they show, who runs out of time, and what follows from it."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import Any

import pytest

from taphouse.engine import clocks
from taphouse.engine.clocks import Timing
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.values.games import Status
from taphouse.schema.values.versions import TIME
from taphouse.service.games.clocks.alarms import Alarms
from taphouse.service.games.encoding.seats import Sitting
from taphouse.service.games.kernel.running_clocks import ClockTracker
from taphouse.service.games.kernel.steps import Step
from tests.api.client import (
    BEN,
    CASK,
    MINE,
    OPEN,
    Client,
    Json,
    Table,
    create,
    in_notation,
    new_key,
    seats_of,
    table_of,
)
from tests.api.server import until
from tests.clocks.shared import BANK, PER_MOVE, Clock, clock_of, ended_by_itself, entries, events, moment, timed

HERE = Sitting("Ann", True)
BANKED = Timing(None, BANK * 1000, 0, "BOT")


def seat_clock(clock: Json, seat: int) -> tuple[int, int]:
    shown = clock["seats"][seat - 1]
    return shown["left"], shown["timeOuts"]


# --- what is shown -----------------------------------------------------------------------------------------------------------


def test_a_game_without_clocks_shows_none(anyone: Client) -> None:
    look = create(anyone, game=CASK).look()
    assert look["clock"] is None
    assert look["decision"]["deadline"] is None


def test_the_clock_of_the_seat_that_must_decide_runs(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, perMove=PER_MOVE)
    look = table.look()
    shown = look["clock"]
    assert shown["running"] == look["decision"]["seat"]
    assert shown["deadline"] == look["decision"]["deadline"]
    assert moment(shown["deadline"]) == clock.now + PER_MOVE
    assert (shown["perMove"], shown["bank"], shown["onTimeOut"]) == (PER_MOVE, None, "PASSIVE_MOVE")
    clock += 100
    table.play(table.moves()[0]["notation"])
    assert moment(clock_of(table)["deadline"]) == clock.now + PER_MOVE


def test_no_clock_runs_before_the_game_starts(anyone: Client, clock: Clock) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]), clock={"bank": BANK})
    game = made["game"]["gameId"]
    before = made["game"]["clock"]
    assert (before["running"], before["deadline"], seat_clock(before, 1)) == (None, None, (BANK, 0))
    clock += 300  # a player who is away longer would be asked first
    joined = anyone.done("joinGame", gameId=game, name=BEN)["game"]
    assert moment(joined["clock"]["deadline"]) == clock.now + BANK


def test_a_bank_shrinks_while_its_seat_thinks_and_grows_when_the_turn_passes(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, bank=BANK, increment=7)
    first = table.to_move
    assert first is not None
    clock += 30
    while table.to_move == first:
        table.play(table.moves()[0]["notation"])
    shown = clock_of(table)
    assert seat_clock(shown, first) == (BANK - 30 + 7, 0)
    assert moment(shown["deadline"]) == clock.now + BANK


def test_every_version_knows_its_clocks(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, bank=BANK, increment=5)
    seen = {}
    for _ in range(21):
        clock += 3
        table.play(table.moves()[0]["notation"])
        seen[table.version] = clock_of(table)
    assert {version: clock_of(table, version) for version in seen} == seen


def test_each_time_has_three_digits_of_a_second(anyone: Client, clock: Clock) -> None:
    for seconds, text in [(1.208, "208"), (1, "000")]:
        clock.now = int(clock.now) + seconds
        table = timed(anyone, perMove=PER_MOVE)
        table.play(table.moves()[0]["notation"])
        shown = [table.look(), *entries(table), anyone.http.get(f"/v1/games/{table.id}").json()]
        shown += anyone.http.get(f"/v1/games/{table.id}/events").json()["entries"]
        record = anyone.http.get(f"/v1/games/{table.id}/record").text
        times = re.findall(r"\d{4}-\d\d-\d\dT[^\"]+", json.dumps(shown) + record)
        assert len(times) > 12
        assert [time for time in times if not (re.fullmatch(TIME, time) and time.endswith(f".{text}Z"))] == []


def test_now_is_the_time_of_the_store(anyone: Client, clock: Clock) -> None:
    assert moment(anyone.ask("{ now { time } }")["now"]["time"]) == clock.now
    assert moment(anyone.http.get("/v1/now").json()["time"]) == clock.now


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"perMove": 60, "bank": 60},
        {"perMove": 9},
        {"bank": 2_592_001},
        {"bank": 60, "increment": 3601},
        {"bank": 60, "increment": -1},
        {"perMove": 60, "increment": 5},
    ],
)
def test_clocks_that_cannot_be_are_refused(anyone: Client, wrong: Json) -> None:
    refused = anyone.refused("createGame", game={CASK: {}}, seats=seats_of([MINE] * 2), clock=wrong)
    assert (refused["code"], refused["argument"]) == ("INPUT_REFUSED", "clock")


def test_a_game_with_a_long_clock_does_not_expire_before_its_deadline(anyone: Client, clock: Clock) -> None:
    look = timed(anyone, perMove=30 * 86_400).look()  # a game without a move lasts a day otherwise
    assert moment(look["expiresAt"]) > moment(look["clock"]["deadline"])


# --- time-outs -----------------------------------------------------------------------------------------------------------------


def test_when_time_is_over_the_service_makes_the_passive_moves(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, perMove=PER_MOVE)
    seat, version = table.to_move, table.version
    assert seat is not None
    clock += PER_MOVE
    ended_by_itself(table, version)
    timed_out, *moves = entries(table, version)
    assert timed_out["events"][0]["__typename"] == "TimedOut"
    assert (timed_out["seat"], timed_out["events"][0]["seat"]) == (None, seat)
    assert moves
    assert all(move["automatic"] and move["seat"] == seat for move in moves)
    shown = clock_of(table)
    assert shown["running"] == table.to_move != seat
    assert seat_clock(shown, seat) == (PER_MOVE, 1)
    assert moment(shown["deadline"]) == clock.now + PER_MOVE
    clock += 10
    while table.to_move != seat:
        table.play(table.moves()[0]["notation"])
    table.play(table.moves()[0]["notation"])
    assert seat_clock(clock_of(table), seat) == (PER_MOVE, 0)


def test_no_time_is_ended_before_its_end(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, perMove=PER_MOVE)
    version = table.version
    clock += PER_MOVE - 0.002
    assert table.look()["version"] == version
    table.play(table.moves()[0]["notation"])
    assert "TimedOut" not in events(table)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_seat_resigns_where_that_was_agreed(anyone: Client, clock: Clock, seats: int) -> None:
    table = timed(anyone, seats, bank=BANK, onTimeOut="RESIGN")
    seat, version = table.to_move, table.version
    assert seat is not None
    clock += BANK
    ended_by_itself(table, version)
    assert events(table, version)[:2] == ["TimedOut", "SeatResigned"]
    look = table.look()
    assert look["seats"][seat - 1]["resigned"]
    if seats == 3:
        assert look["decision"]["seat"] != seat
    else:
        assert events(table, version) == ["TimedOut", "SeatResigned", "GameEnded"]
        assert [one["seat"] for one in look["outcome"]["standings"]] == [3 - seat, seat]


def test_a_bot_plays_until_the_player_returns_where_that_was_agreed(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, bank=BANK, onTimeOut="BOT")
    seat, version = table.to_move, table.version
    assert seat is not None
    clock += BANK
    ended_by_itself(table, version)
    assert events(table, version)[:2] == ["TimedOut", "BotStandsIn"]
    until(lambda: table.to_move != seat, "the bot moves")
    assert (clock_of(table)["running"], seat_clock(clock_of(table), seat)) == (table.to_move, (0, 1))
    table.play(table.moves()[0]["notation"])
    until(lambda: table.to_move != seat, "the bot moves again")
    assert events(table, version).count("TimedOut") == 1
    clock += BANK
    until(lambda: table.look()["status"] == "ABANDONED", "bots play for both, and finish no game")
    assert events(table, table.version - 1)[-1] == "GameAbandoned"


def stood(clock: clocks.Clock | None, *seats: Sitting, timing: Timing | None = BANKED) -> Any:
    """A running game of two seats, as far as clocks know it; the second seat must decide."""
    return SimpleNamespace(
        terms=SimpleNamespace(timing=timing),
        clock=clock,
        status=Status.RUNNING,
        seats=seats or (HERE, HERE),
        rules=SimpleNamespace(deciders=lambda _: (2,)),
        state=None,
    )


def test_a_player_who_returns_to_a_seat_without_time_gets_some() -> None:
    begun = clocks.ran_out(1, (1,), BANKED)(clocks.begun(BANKED, 2, 0), 5)
    game = stood(begun, Sitting("Ann", True, bot="GREEDY", away=True), HERE)
    back = Step("seat:1", (), Status.RUNNING, (HERE, HERE), None)
    after = ClockTracker(game, BANKED, 1000).after(back, game.rules)
    assert after is not None
    assert after.left == (BANKED.grace, BANK * 1000)


def proposed(table: Table, **proposal: Any) -> Json:
    """The game after a proposal that the other seat accepts."""
    table.seat(1).done("propose", gameId=table.id, proposal=proposal)
    (one,) = table.look()["proposals"]
    after: Json = table.seat(2).done("acceptProposal", gameId=table.id, proposalId=one["id"])["game"]
    return after


def test_a_pause_that_all_want_stops_the_clock_and_keeps_its_time(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, bank=BANK)
    seat, version = table.to_move, table.version
    assert seat is not None
    clock += 100
    paused = proposed(table, pause=True)
    assert events(table, version) == ["ProposalMade", "ProposalAccepted", "GamePaused"]
    assert (paused["clock"]["paused"], paused["clock"]["deadline"]) == (True, None)
    assert seat_clock(paused["clock"], seat) == (BANK - 100, 0)
    again = table.seat(1).refused("propose", gameId=table.id, proposal={"pause": True})
    assert again["code"] == "PAUSED"
    clock += 10 * BANK
    resumed = table.seat(1).done("resumeGame", gameId=table.id)
    assert moment(resumed["game"]["clock"]["deadline"]) == clock.now + BANK - 100


def test_a_game_without_clocks_cannot_be_paused(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    assert table.seat(1).refused("propose", gameId=table.id, proposal={"pause": True})["code"] == "NO_CLOCK"


def test_a_rematch_has_the_same_clocks(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, bank=BANK, increment=30)
    table.host.done("abandon", gameId=table.id)
    clock += BANK
    found = table.spectator.look(proposed(table, rematch=True)["rematch"])["clock"]
    assert (found["bank"], found["increment"], found["onTimeOut"]) == (BANK, 30, "PASSIVE_MOVE")
    assert moment(found["deadline"]) == clock.now + BANK


def test_a_bank_that_is_empty_holds_the_increment_next_time(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, bank=BANK, increment=30)
    seat, version = table.to_move, table.version
    assert seat is not None
    clock += BANK
    ended_by_itself(table, version)
    assert seat_clock(clock_of(table), seat) == (30, 1)


def test_when_all_players_have_run_out_of_time_the_game_is_paused(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, perMove=PER_MOVE)
    version = table.version
    clock += PER_MOVE
    ended_by_itself(table, version)
    version = table.version
    clock += PER_MOVE
    ended_by_itself(table, version)
    assert entries(table, version)[-1]["events"] == [
        {"__typename": "GamePaused", "sentence": "The game is paused.", "everybodyAway": True}
    ]
    clock += 100 * PER_MOVE
    shown = clock_of(table)
    assert (shown["paused"], shown["running"], shown["deadline"]) == (True, None, None)
    move = in_notation(table.moves()[0]["notation"])
    assert table.decider.refused("play", gameId=table.id, moves=move)["code"] == "PAUSED"
    resumed = table.waiting.done("resumeGame", gameId=table.id)
    assert moment(resumed["game"]["clock"]["deadline"]) == clock.now + PER_MOVE
    assert table.waiting.refused("resumeGame", gameId=table.id)["code"] == "NOT_PAUSED"
    table.play(table.moves()[0]["notation"])


def test_a_player_who_could_not_move_while_the_service_was_away_gets_more_time(
    anyone: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> None:
        return

    table = timed(anyone, perMove=PER_MOVE)
    with monkeypatch.context() as away:
        away.setattr(Alarms, "_claim", nothing)
        clock += PER_MOVE + 100
    before = table.version - 1
    (entry,) = entries(table, before)
    (event,) = entry["events"]
    assert (event["__typename"], event["seconds"], event["byHost"]) == ("TimeAdded", PER_MOVE // 10, False)
    assert moment(clock_of(table)["deadline"]) == clock.now + PER_MOVE // 10


def test_bots_have_all_the_time_that_they_need(anyone: Client, clock: Clock) -> None:
    seats = [{"kind": MINE}, {"kind": "BOT", "bot": "RANDOM"}]
    made = anyone.done("createGame", game={CASK: {}}, seats=seats, clock={"bank": BANK})
    table = table_of(anyone, made)
    for _ in range(3):
        while table.to_move == 2:
            assert clock_of(table)["running"] in (None, 1)
        table.play(table.moves()[0]["notation"])
    assert seat_clock(clock_of(table), 2) == (BANK, 0)


# --- on every read and write -------------------------------------------------------------------------------------------------


@pytest.fixture
def nobody_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    """No instance hears alarms."""

    async def nothing(*_: object) -> None:
        return

    monkeypatch.setattr(Alarms, "_claim", nothing)


def test_every_read_sees_the_time_out(anyone: Client, clock: Clock, nobody_claims: None) -> None:
    table = timed(anyone, perMove=PER_MOVE)
    seat, version = table.to_move, table.version
    clock += PER_MOVE
    look = table.look()
    assert look["version"] > version
    assert look["decision"]["seat"] != seat


def test_followers_are_told_of_a_time_out_without_an_alarm(anyone: Client, clock: Clock, nobody_claims: None) -> None:
    table = timed(anyone, perMove=PER_MOVE)
    clock += PER_MOVE
    (entry,) = table.spectator.events(gameId=table.id, after=2, wait=20.0, first=1)["entries"]
    assert [event["__typename"] for event in entry["events"]] == ["TimedOut"]


def test_a_move_after_the_deadline_comes_too_late(anyone: Client, clock: Clock, nobody_claims: None) -> None:
    table = timed(anyone, perMove=PER_MOVE)
    player, version, move = table.decider, table.version, in_notation(table.moves()[0]["notation"])
    clock += PER_MOVE
    conflict = player.refused("play", gameId=table.id, moves=move, expectedVersion=version)
    assert conflict["code"] == "VERSION_CONFLICT"
    assert conflict["entries"][0]["events"][0]["__typename"] == "TimedOut"
    assert player.refused("play", gameId=table.id, moves=move)["code"] == "NOT_YOUR_TURN"
    assert events(table, version).count("TimedOut") == 1


def test_a_repeated_move_gets_its_first_answer_after_the_deadline(
    anyone: Client, clock: Clock, nobody_claims: None
) -> None:
    table = timed(anyone, perMove=PER_MOVE)
    player, key, move = table.decider, new_key(), in_notation(table.moves()[0]["notation"])
    first = player.done("play", gameId=table.id, moves=move, idempotencyKey=key)
    clock += PER_MOVE
    again = player.done("play", gameId=table.id, moves=move, idempotencyKey=key)
    assert again["entries"] == first["entries"]


@pytest.mark.parametrize("error", [0.4, -0.4])
def test_the_store_decides_what_is_in_time_however_wrong_an_instance_is(
    anyone: Client, clock: Clock, nobody_claims: None, monkeypatch: pytest.MonkeyPatch, error: float
) -> None:
    now = MemoryStore.now

    async def wrong(self: MemoryStore, game: str) -> int:
        return await now(self, game) + int(error * 1000)

    monkeypatch.setattr(MemoryStore, "now", wrong)
    table = timed(anyone, perMove=PER_MOVE)
    player, move = table.decider, in_notation(table.moves()[0]["notation"])
    deadline = moment(clock_of(table)["deadline"])
    clock += deadline - clock.now - 0.001
    player.done("play", gameId=table.id, moves=move)
    player, move = table.decider, in_notation(table.moves()[0]["notation"])
    deadline, version = moment(clock_of(table)["deadline"]), table.version
    clock += deadline - clock.now
    assert player.do("play", gameId=table.id, moves=move)["code"] == "NOT_YOUR_TURN"
    assert moment(entries(table, version)[0]["at"]) >= deadline


# --- the host ------------------------------------------------------------------------------------------------------------------


def test_the_host_can_give_time(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, perMove=PER_MOVE)
    seat = table.to_move
    assert seat is not None
    until = moment(clock_of(table)["deadline"])
    changed = table.host.done("addTime", gameId=table.id, seat=seat, seconds=90)
    assert moment(changed["game"]["clock"]["deadline"]) == until + 90
    assert changed["entries"][0]["sentence"].endswith("gets 90 seconds more.")
    for seconds, argument in ((0, "seconds"), (2_592_000, "seconds")):
        refused = table.host.refused("addTime", gameId=table.id, seat=seat, seconds=seconds)
        assert (refused["code"], refused["argument"]) == ("INPUT_REFUSED", argument)
    assert table.host.refused("addTime", gameId=table.id, seat=3, seconds=1)["argument"] == "seat"
    assert table.decider.refused("addTime", gameId=table.id, seat=1, seconds=1)["code"] == "NOT_HOST"


def test_a_game_without_clocks_has_no_time_to_give(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    assert table.host.refused("addTime", gameId=table.id, seat=1, seconds=1)["code"] == "NO_CLOCK"
    assert table.host.refused("resumeGame", gameId=table.id)["code"] == "NO_CLOCK"
    made = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]), clock={"bank": BANK})
    host = anyone.with_token(made["hostToken"])
    assert host.refused("addTime", gameId=made["game"]["gameId"], seat=1, seconds=1)["code"] == "GAME_NOT_STARTED"
