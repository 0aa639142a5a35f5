"""Several seats decide at the same time, and what they choose stays sealed until all have decided (Goofspiel)."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import msgspec
import pytest

from taphouse.client import BotKind
from taphouse.client import Client as PythonClient
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Rules
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game
from taphouse.engine.notation import parse
from taphouse.engine.records import text
from taphouse.engine.records.record import Played, Record, RecordError
from taphouse.engine.records.replaying import verify
from taphouse.engine.vocabulary import constant
from taphouse.engine.worlds import Playout
from taphouse.lab.memory_store import MemoryStore
from taphouse.lab.simulate import simulate
from taphouse.service.bots.process_pool import BotProcesses
from taphouse.service.games.clocks import alarms
from tests.api.client import Client, Json, Table
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.clocks.shared import Clock, begun, moment, sent
from tests.effort import BOUND
from tests.webhooks.receiver import SECRET, receiver

GoofspielRules: Any = import_module("goofspiel.rules").GoofspielRules
GAME: Game = import_module("goofspiel.about").GAME
GAMES = {GAME.about.kind: GAME}
KIND = constant(GAME.about.kind)
EDITION = packaged(GAME.edition, GAME.about.package)[0]
RULES: Rules = GAME.rules(EDITION)


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def anyone(clock: Clock) -> Iterator[Client]:
    with Server(store=MemoryStore(clock), games=GAMES) as server, http(server) as client:
        yield Client(client)


def read(who: Client, path: str, **parameters: Any) -> Json:
    """The answer to a question by REST."""
    headers = {} if who.token is None else {"authorization": f"Bearer {who.token}"}
    found: Json = who.http.get(f"/v1/games/{path}", params=parameters, headers=headers).json()
    return found


def bid(table: Table, seat: int, card: int) -> Json:
    return sent(table.seat(seat), f"games/{table.id}/moves", moves=[{"notation": f"bid {card}"}])


def log(who: Client, table: Table) -> list[Json]:
    """The moves as somebody sees them: the notation, the typed move and the sentence."""
    entries = read(who, f"{table.id}/events", after=0, first=100)["entries"]
    return [entry for entry in entries if entry["notation"] is not None]


def test_all_decide_at_once_and_nobody_sees_a_choice_before_all_have_decided(anyone: Client) -> None:
    table = begun(anyone, 3, KIND, seed="all at once")
    seats = [table.seat(seat) for seat in (1, 2, 3)]
    for seat, player in enumerate(seats, 1):
        shown = read(player, table.id)["decision"]
        assert (shown["seat"], shown["seats"]) == (seat, [1, 2, 3]), "each seat has its own decision"
        assert len(read(player, f"{table.id}/moves/legal", first=50)["moves"]) == 13
    first = bid(table, 3, 5)
    assert first["entries"][0]["notation"] == "bid 5", "one's own choice is shown"
    for player in (*seats[:2], table.spectator, anyone.with_token(table.host.token)):
        (entry,) = log(player, table)
        assert (entry["notation"], entry["move"]["card"]) == ("bid ?", None)
        assert "5" not in entry["sentence"]
        view = read(player, table.id)["table"]["players"][2]
        assert (view["hasBid"], view["bid"]) == (True, None)
    assert log(seats[2], table)[0]["move"]["card"] == 5
    again = bid(table, 3, 6)
    assert (again["code"], again["seat"], again["seats"]) == ("NOT_YOUR_TURN", 1, [1, 2])
    assert again["detail"] == "Seat 1 and Seat 2 must decide first."
    bid(table, 1, 9)
    assert read(table.spectator, table.id)["decision"]["seats"] == [2]
    last = bid(table, 2, 4)
    events = {event["event"]: event for event in last["entries"][0]["events"]}
    assert [one["card"] for one in events["bids-revealed"]["bids"]] == [9, 4, 5]
    assert events["prizes-won"]["seat"] == 1
    assert [entry["notation"] for entry in log(seats[0], table)] == ["bid ?", "bid 9", "bid ?"], (
        "the log stays as it was"
    )


def test_an_expected_version_means_what_it_did(anyone: Client) -> None:
    table = begun(anyone, 2, KIND)
    version = read(anyone, table.id)["version"]
    bid(table, 1, 3)
    document = """mutation ($id: ID!, $at: Int) { play(gameId: $id, expectedVersion: $at, moves: [{notation: "bid 4"}]) {
      __typename ... on VersionConflict { entries { notation } } ... on GameChanged { entries { notation } }
    } }"""
    for expected, answered, told in ((version, "VersionConflict", "bid ?"), (version + 1, "GameChanged", "bid 4")):
        answer = table.seat(2).ask(document, id=table.id, at=expected)["play"]
        assert (answer["__typename"], answer["entries"]) == (answered, [{"notation": told}])


def test_a_batch_stops_where_the_others_choices_are_news(anyone: Client) -> None:
    table = begun(anyone, 2, KIND)
    two = [{"notation": "bid 1"}, {"notation": "bid 2"}]
    assert sent(table.seat(1), f"games/{table.id}/moves", moves=two)["code"] == "NOT_YOUR_TURN"
    bid(table, 2, 8)
    told = sent(table.seat(1), f"games/{table.id}/moves", moves=two)
    assert (told["code"], told["index"]) == ("BATCH_TELLS_NEWS", 1)
    preview = sent(table.seat(1), f"games/{table.id}/moves/preview", moves=two[:1])
    assert preview["tellsNews"] is True
    assert (preview["decision"], preview["table"]["players"][1]["bid"]) == (None, None)


def test_null_is_no_choice(anyone: Client) -> None:
    table = begun(anyone, 2, KIND)
    refused = sent(table.seat(1), f"games/{table.id}/moves", moves=[{"goofspiel": {"bid": {"card": None}}}])
    assert refused["code"] == "MOVE_NOT_UNDERSTOOD"
    assert "`card` must not be null" in refused["detail"]
    assert bid(table, 1, 13)["entries"][0]["move"]["card"] == 13


def test_a_choice_is_taken_back_while_it_is_sealed(anyone: Client) -> None:
    table = begun(anyone, 3, KIND)
    bid(table, 2, 7)
    undone = sent(table.seat(2), f"games/{table.id}/undo")
    assert undone["game"]["decision"]["seats"] == [1, 2, 3]
    assert undone["entries"][0]["events"][0]["drawnAnew"] is False
    bid(table, 2, 8)
    bid(table, 1, 8)
    assert sent(table.seat(2), f"games/{table.id}/undo")["undoReason"] == "NOT_YOURS"
    bid(table, 3, 1)
    assert sent(table.seat(3), f"games/{table.id}/undo")["undoReason"] == "REVEALED"


def test_a_fork_of_a_round_has_the_choices_of_its_players_but_not_of_bots(anyone: Client) -> None:
    table = begun(anyone, 2, KIND, seed="forked")
    bid(table, 1, 7)
    tokens = [table.seat(seat).token for seat in (1, 2)]
    asked = {"at": read(anyone, table.id)["version"], "seatTokens": tokens, "seats": [{"kind": "MINE"}] * 2}
    forked = sent(table.seat(1), f"games/{table.id}/forks", **asked)["game"]
    assert forked["decision"]["seats"] == [2]
    assert forked["table"]["players"][0]["hasBid"] is True
    state = Playout(RULES, GAME.about.options(), 2, "a bot", random.Random(1).choice).states[1]
    (seat,) = {1, 2} - {*RULES.deciders(state)}
    bids = {RULES.reshuffled(state, Chance(seed_from(str(n))), {seat}).bids[seat - 1] for n in range(40)}
    assert len(bids) > 5, "what only a bot knows is drawn anew"


def test_resigned_seats_bid_at_once(anyone: Client) -> None:
    table = begun(anyone, 3, KIND)
    sent(table.seat(2), f"games/{table.id}/resign")
    assert read(anyone, table.id)["decision"]["seats"] == [1, 3]
    bid(table, 1, 4)
    bid(table, 3, 5)
    assert read(anyone, table.id)["decision"]["seats"] == [1, 3], "also in the next round"


def test_the_last_seat_wins_though_others_owe_a_bid(anyone: Client) -> None:
    table = begun(anyone, 3, KIND)
    bid(table, 3, 5)
    sent(table.seat(1), f"games/{table.id}/resign")
    over = sent(table.seat(3), f"games/{table.id}/resign")["game"]
    assert (over["status"], over["outcome"]["reason"]) == ("OVER", "OTHERS_RESIGNED")
    assert [(one["seat"], one["place"]) for one in over["outcome"]["standings"]] == [(2, 1), (3, 2), (1, 3)]
    forked = sent(table.seat(2), f"games/{table.id}/forks")["game"]
    assert (forked["status"], forked["decision"]["seats"]) == ("RUNNING", [2]), "seat 1 bid when it resigned"


def test_bots_and_players_decide_at_the_same_time(anyone: Client) -> None:
    made = sent(anyone, "games", kind=KIND, seats=[{"kind": "MINE"}, {"kind": "BOT", "bot": "RANDOM"}])
    game, player = made["game"]["gameId"], anyone.with_token(made["seats"][0]["token"])
    for card in range(1, 14):
        until(lambda: read(player, game)["decision"]["seats"] == [1], "the bot has bid")
        answer = sent(player, f"games/{game}/moves", moves=[{"notation": f"bid {card}"}])
        assert answer["entries"][0]["notation"] == f"bid {card}"
    assert read(player, game)["status"] == "OVER"


def test_a_bots_choice_stands_when_another_seat_has_decided_meanwhile(
    anyone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, decided = threading.Event(), threading.Event()
    cards = iter([12, 11, 10])

    async def choose(*_: Any) -> Any:
        card = next(cards)
        thinking.set()
        await asyncio.to_thread(decided.wait, BOUND)
        return parse(f"bid {card}", GAME.verbs)

    monkeypatch.setattr(BotProcesses, "choose", choose)
    made = sent(anyone, "games", kind=KIND, seats=[{"kind": "MINE"}, {"kind": "BOT", "bot": "RANDOM"}])
    game, player = made["game"]["gameId"], anyone.with_token(made["seats"][0]["token"])
    assert thinking.wait(BOUND)
    sent(player, f"games/{game}/moves", moves=[{"notation": "bid 1"}])
    decided.set()

    def revealed() -> list[Json]:
        entries = read(anyone, f"{game}/events", after=0)["entries"]
        return [one for entry in entries for one in entry["events"] if one["event"] == "bids-revealed"]

    until(revealed, "the bot has bid")
    assert [one["card"] for one in revealed()[0]["bids"]] == [1, 12]


def test_the_python_client_plays_some_of_the_seats_that_decide_together(anyone: Client) -> None:
    with PythonClient(str(anyone.http.base_url), patience=BOUND, games=GAMES) as client:
        made = client.create(GAME.about.kind, ["Anna", BotKind.RANDOM, "Cara"], seed="together")
        end = client.play(made, lambda table: table.moves[0])
        assert end.ended
        assert sorted(move.card for entry in client.events(made.seats[0]) if (move := entry.move)) == sorted(
            3 * [*range(1, 14)]
        )
        other = client.create(GAME.about.kind, ["Anna", "Ben", "Cara"])
        client.move(other.seats[2], "bid 5")
        for seat, card in ((2, 5), (0, None)):
            told = next(entry for entry in client.events(other.seats[seat]) if entry.move)
            assert told.move.card == card
        shown = client.look(other.seats[2])
        assert (shown.deciding, shown.deciders, shown.your_turn) == (1, (1, 2), False)


# --- clocks, records ---------------------------------------------------------------------------------------------------------


def test_each_clock_runs_until_its_seat_has_decided(anyone: Client, clock: Clock) -> None:
    table = begun(anyone, 3, KIND, clock={"bank": 600, "increment": 5})
    start = clock.now
    ends = [moment(one["deadline"]) for one in read(anyone, table.id)["clock"]["seats"]]
    assert ends == [start + 600] * 3
    clock += 100
    bid(table, 2, 3)
    shown = read(anyone, table.id)["clock"]
    assert [one["left"] for one in shown["seats"]] == [500, 505, 500], "those that still choose have used the time too"
    assert [one["deadline"] is not None for one in shown["seats"]] == [True, False, True]
    assert shown["running"] == 1
    clock += 50
    bid(table, 1, 3)
    clock += 20
    bid(table, 3, 3)
    shown = read(anyone, table.id)["clock"]
    assert [one["left"] for one in shown["seats"]] == [455, 505, 435], "the last one gets its increment too"
    again = read(anyone, table.id, at=shown and read(anyone, table.id)["version"] - 1)["clock"]
    assert [one["left"] for one in again["seats"]] == [455, 505, 450], "as when the version was made"


def test_a_seat_without_time_bids_passively_once(anyone: Client, clock: Clock) -> None:
    table = begun(anyone, 2, KIND, clock={"perMove": 100})
    clock += 60
    bid(table, 1, 9)
    until(lambda: clock.__iadd__(1) and read(anyone, table.id)["decision"]["seats"] == [1, 2], "time is over")
    by_service = log(table.seat(2), table)[-1]
    assert (by_service["automatic"], by_service["notation"]) == (True, "bid 1")
    bid(table, 2, 5)
    bid(table, 1, 8)
    for _ in range(11):
        for seat in (2, 1):
            move = read(table.seat(seat), f"{table.id}/moves/legal", first=1)["moves"][0]["notation"]
            sent(table.seat(seat), f"games/{table.id}/moves", moves=[{"notation": move}])
    written = anyone.http.get(f"/v1/games/{table.id}/record").text
    record = text.parse(written).record
    assert verify(record, GAME, EDITION).options == GAME.about.options()
    imported = sent(anyone, "records", record=written)
    assert imported.get("game", imported).get("status") == "OVER", imported


def test_only_seats_that_have_moved_are_told_of_a_turn_again(anyone: Client, clock: Clock) -> None:
    with (
        receiver() as friend,
        Server(store=MemoryStore(clock), games=GAMES, webhooks="any") as server,
        http(server) as client,
    ):
        table = begun(Client(client), 3, KIND, clock={"perMove": 100})
        bid(table, 1, 3)
        clock += 60
        sent(table.host, f"games/{table.id}/seats/3/time", seconds=500)
        hook = {"url": friend.url, "events": ["YOUR_TURN"], "secret": SECRET}
        sent(table.host, f"games/{table.id}/webhooks", **hook)
        clock += 41
        until(lambda: read(table.host, table.id)["decision"]["seats"] == [3], "time is over")
        bid(table, 3, 4)
        assert sorted(friend.wait(2)) == [("YOUR_TURN", 7, 1), ("YOUR_TURN", 7, 2)], (
            "seat 3 owed a decision all the time"
        )


@pytest.mark.parametrize("kind", ["perMove", "bank"])
def test_webhooks_are_told_once_that_time_is_short_however_often_others_decide(
    anyone: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(alarms, "POLL", 0.02)
    with (
        receiver() as friend,
        Server(store=MemoryStore(clock), games=GAMES, webhooks="any") as server,
        http(server) as client,
    ):
        table = begun(Client(client), 3, KIND, clock={kind: 72_000})
        sent(table.host, f"games/{table.id}/webhooks", url=friend.url, events=["TIME_SHORT"], secret=SECRET)
        clock += 30_000
        bid(table, 1, 3)
        clock += 72_000 * 0.9 - 30_000
        assert sorted(friend.wait(2)) == [("TIME_SHORT", 3, 2), ("TIME_SHORT", 3, 3)], (
            "a tenth of the whole time is left"
        )
        clock += 60
        bid(table, 2, 3)
        clock += 7200 * 0.9
        bids = len(log(table.host, table))
        clock += 7200 * 0.1 - 60
        until(lambda: len(log(table.host, table)) > bids, "time is over")
        assert len(friend.got) == 2, "nobody is told again"


class OverAtOnce(GoofspielRules):  # type: ignore[misc]
    """Rules whose set-up ends the game."""

    def new(self, options: Any, seats: int, chance: Chance) -> Any:
        return msgspec.structs.replace(super().new(options, seats, chance), pending=(), ended=True)


def test_a_set_up_can_end_the_game() -> None:
    games = {GAME.about.kind: Game(GAME.about, GAME.edition, OverAtOnce)}
    with Server(store=MemoryStore(), games=games) as server, http(server) as client:
        anyone = Client(client)
        made = sent(anyone, "games", kind=KIND, seats=[{"kind": "MINE"}] * 2)["game"]
        assert (made["status"], made["decision"], made["outcome"]["reason"]) == ("OVER", None, "OUT_OF_CARDS")
        (*_, start) = read(anyone, f"{made['gameId']}/events")["entries"]
        assert [event["event"] for event in start["events"]] == ["game-started", "game-ended"]
        record = client.get(f"/v1/games/{made['gameId']}/record").text
        assert sent(anyone, "records", record=record)["game"]["status"] == "OVER"


def test_all_seats_whose_time_ended_while_nobody_noticed_get_some(anyone: Client, clock: Clock) -> None:
    table = begun(anyone, 3, KIND, clock={"perMove": 100})
    clock += 50
    bid(table, 2, 3)
    clock += 60
    until(lambda: read(anyone, table.id)["clock"]["seats"][0]["left"] == 10, "time is given")
    assert [one["left"] for one in read(anyone, table.id)["clock"]["seats"]] == [10, 100, 10]


def test_a_record_names_all_seats_that_had_to_decide() -> None:
    kept: list[Record] = []
    simulate(GAME, EDITION, GAME.about.options(), 3, 1, ["random"] * 3, keep=kept.append)
    first, second, *rest = [line for line in kept[0].lines if isinstance(line, Played)]
    lines = (first, msgspec.structs.replace(second, seat=first.seat), *rest)
    with pytest.raises(RecordError, match=r"seats \d and \d decide, not seat \d\."):
        verify(msgspec.structs.replace(kept[0], lines=lines), GAME, EDITION)


def test_a_record_of_a_running_game_keeps_what_is_sealed(anyone: Client) -> None:
    table = begun(anyone, 2, KIND)
    bid(table, 2, 11)
    for who in (table.seat(1), table.seat(2), table.spectator):
        headers = {} if who.token is None else {"authorization": f"Bearer {who.token}"}
        written = who.http.get(f"/v1/games/{table.id}/record", headers=headers).text
        assert "1. 2: bid ?" in written
        assert text.parse(written).record.lines


def test_the_move_is_typed_without_null_where_it_is_sent(anyone: Client) -> None:
    document = anyone.http.get("/openapi.json").json()
    schemas = document["components"]["schemas"]
    assert "null" not in str(schemas["GoofspielBidInput"]["properties"]["card"])
    assert "null" in str(schemas["GoofspielBid"]["properties"]["card"])
    query = '{ i: __type(name: "GoofspielBidInput") { inputFields { name type { kind } } } }'
    found = anyone.http.post("/graphql", json={"query": query}).json()["data"]["i"]
    assert found["inputFields"] == [{"name": "card", "type": {"kind": "NON_NULL"}}]
