"""Time in which no instance could take a move is not charged, and each absence counts once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest

from taphouse.engine.records.record import TimeAdded
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.clocks import alarms
from taphouse.service.store.absences import Absences
from tests.api.client import CASK, Client, Json, Table, create, in_notation
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.clocks.shared import Clock, clock_of, entries, events, moment, timed
from tests.clocks.test_records import checked, recorded

PER_MOVE = 20
START = 2
"""The version in which a game starts if all seats are one's own."""
USED, AWAY = 1, 18.9
"""Seconds that a seat has used when the service goes, and for how long it is away."""


class House:
    """A service that can go away and come back, on a store that stays. Nobody hears alarms unless `alarms`."""

    def __init__(self, patch: pytest.MonkeyPatch, *, alarms_heard: bool = False) -> None:
        self.clock = Clock()
        self.store = MemoryStore(self.clock)

        async def nothing(*_: object) -> None:
            return

        if not alarms_heard:
            patch.setattr(alarms.Alarms, "_claim", nothing)

    @contextmanager
    def instance(self) -> Iterator[Client]:
        with Server(store=self.store) as server, http(server) as client:
            yield Client(client)

    def begun(self, used: float = USED, away: float = AWAY, **clock: Any) -> Table:
        """A game whose first player had used so much when the service went away."""
        with self.instance() as client:
            table = timed(client, **(clock or {"perMove": PER_MOVE}))
            self.clock += used
        self.clock += away
        return table


def again(client: Client, table: Table) -> Table:
    """The same table at another instance."""
    seats = tuple(client.with_token(seat.token) for seat in table.seats)
    return Table(table.id, client.with_token(table.host.token), seats, client)


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    return House(monkeypatch)


def given_back(table: Table, after: int) -> list[int]:
    """The seconds that the service gave back."""
    found = [event for entry in entries(table, after) for event in entry["events"]]
    return [one["seconds"] for one in found if one["__typename"] == "TimeAdded" and not one["byHost"]]


def looks(table: Table) -> Json:
    return table.look()


def moves(table: Table) -> Json:
    return table.seat(1).done("play", gameId=table.id, moves=in_notation("pass"))


def proposes(table: Table) -> Json:
    return table.seat(2).done("propose", gameId=table.id, proposal={"draw": True})


def adds_time(table: Table) -> Json:
    return table.host.done("addTime", gameId=table.id, seat=2, seconds=1)


def follows(table: Table) -> Json:
    return table.spectator.events(gameId=table.id, after=START, wait=20.0, first=1)


@pytest.mark.parametrize("notices", [looks, moves, proposes, adds_time, follows])
@pytest.mark.parametrize("away", [AWAY, 500], ids=["within the time", "beyond the deadline"])
def test_who_comes_first_gives_the_time_back(house: House, notices: Callable[[Table], Json], away: float) -> None:
    table = house.begun(away=away)
    with house.instance() as client:
        table = again(client, table)
        notices(table)
        assert given_back(table, START) == [round(away)]
        then = clock_of(table, START + 1)
        assert (then["running"], moment(then["deadline"])) == (1, house.clock.now + PER_MOVE - USED)
        first = then["seats"][0]
        assert (first["left"], first["timeOuts"]) == (PER_MOVE - USED, 0)
        looks(table)
        assert given_back(table, START) == [round(away)]
        house.clock += PER_MOVE - USED - 0.001
        looks(table)
        assert "TimedOut" not in events(table)


def test_an_alarm_gives_the_time_back_when_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(monkeypatch, alarms_heard=True)
    table = house.begun(away=500)
    with house.instance() as client:
        table = again(client, table)
        until(lambda: given_back(table, START), "the alarm")
        house.clock += PER_MOVE - USED
        until(lambda: "TimedOut" in events(table), "the time is over at last")
        assert given_back(table, START) == [500]


def test_one_of_two_instances_is_no_absence(house: House) -> None:
    with house.instance() as second:
        table = again(second, house.begun(away=0))
        house.clock += PER_MOVE - USED
        looks(table)
        assert events(table, START)[0] == "TimedOut"
        assert given_back(table, START) == []


def test_two_instances_that_notice_at_once_give_it_back_once(house: House) -> None:
    table = house.begun()
    with house.instance() as one, house.instance() as two:
        threads = [Thread(target=looks, args=(again(client, table),)) for client in (one, two) * 4]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        table = again(one, table)
        assert given_back(table, START) == [round(AWAY)]
        assert moment(clock_of(table)["deadline"]) == house.clock.now + PER_MOVE - USED


def test_each_of_several_absences_counts(house: House) -> None:
    table = house.begun()
    with house.instance():
        house.clock += 3
    house.clock += 40
    with house.instance() as client:
        table = again(client, table)
        deadline = moment(table.look()["clock"]["deadline"])
        assert deadline == house.clock.now + PER_MOVE - USED - 3
        assert given_back(table, START) == [round(AWAY + 40)]


def test_a_moment_is_no_absence(house: House) -> None:
    table = house.begun(away=1.9)
    with house.instance() as client:
        assert again(client, table).look()["version"] == START


def test_what_was_over_before_the_absence_stays_over(house: House) -> None:
    table = house.begun(used=PER_MOVE)
    with house.instance() as client:
        table = again(client, table)
        looks(table)
        assert events(table, START)[:2] == ["TimeAdded", "TimedOut"]


def test_a_clock_that_did_not_run_gets_nothing(house: House) -> None:
    with house.instance() as client:
        paused = timed(client, perMove=PER_MOVE)
        paused.seat(1).done("propose", gameId=paused.id, proposal={"pause": True})
        (one,) = paused.look()["proposals"]
        paused.seat(2).done("acceptProposal", gameId=paused.id, proposalId=one["id"])
        untimed = create(client, game=CASK)
    house.clock += 1000
    with house.instance() as client:
        for table in (again(client, paused), again(client, untimed)):
            before = table.version
            looks(table)
            assert table.look()["version"] == before
        resumed = again(client, paused).seat(1).done("resumeGame", gameId=paused.id)["game"]["clock"]
        assert moment(resumed["deadline"]) == house.clock.now + PER_MOVE


def test_a_bank_is_charged_only_for_the_time_of_the_service(house: House) -> None:
    table = house.begun(used=100, away=1000, bank=600, increment=5)
    with house.instance() as client:
        table = again(client, table)
        house.clock += 10
        moves(table)
        assert [seat["left"] for seat in clock_of(table)["seats"]] == [600 - 110 + 5, 600]


def test_a_client_that_expects_a_version_sees_what_came_between(house: House) -> None:
    table = house.begun()
    with house.instance() as client:
        table = again(client, table)
        given: Json = {"gameId": table.id, "moves": in_notation("pass"), "expectedVersion": START}
        conflict = table.seat(1).refused("play", **given)
        assert (conflict["code"], conflict["entries"][0]["events"][0]["seconds"]) == ("VERSION_CONFLICT", round(AWAY))
        table.seat(1).done("play", **{**given, "expectedVersion": START + 1})


def test_an_undo_neither_keeps_nor_doubles_it(house: House) -> None:
    table = house.begun(used=100, away=1000, bank=600)
    with house.instance() as client:
        table = again(client, table)
        moves(table)
        table.seat(1).done("undo", gameId=table.id)
        assert [seat["left"] for seat in clock_of(table)["seats"]] == [500, 600]


def test_the_log_gives_the_same_clocks_and_the_record_verifies(house: House) -> None:
    table, seen = house.begun(), {}
    with house.instance() as client:
        table = again(client, table)
        looks(table)
        for _ in range(3):
            house.clock += 2
            table.play("pass")
            seen[table.version] = clock_of(table)
    house.clock += 100
    with house.instance() as client:
        table = again(client, table)
        looks(table)
        assert {version: clock_of(table, version) for version in seen} == seen
        table.finish()
        record = recorded(table)
        assert [line.seconds for line in record.lines if isinstance(line, TimeAdded)] == [round(AWAY), 100]
        checked(record)


def test_moves_and_looks_ask_the_store_nothing_more(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    absences = MemoryStore.absences

    async def counted(self: MemoryStore, game: str) -> Absences:
        asked.append(game)
        return await absences(self, game)

    monkeypatch.setattr(MemoryStore, "absences", counted)
    with house.instance() as client:
        table = timed(client, perMove=PER_MOVE)
        for _ in range(3):
            table.play("pass")
        looks(table)
        assert asked == []
        house.clock += PER_MOVE
        looks(table)
        assert set(asked) == {table.id}, "only who ends the time asks again"


def test_who_joins_finds_no_time_that_is_over(house: House) -> None:
    """Neither after an absence, nor once another seat has run out of time: nobody has to come again."""
    with house.instance() as client:
        table = timed(client, 3, perMove=PER_MOVE)
        table.host.done("replacePlayer", gameId=table.id, seat=3, **{"with": {"open": "ANYONE"}})
    house.clock += 1000
    with house.instance() as client:
        table = again(client, table)
        client.done("joinGame", gameId=table.id, name="Carla")
        assert events(table, START + 1) == ["TimeAdded", "SeatTaken"]
        table.host.done("replacePlayer", gameId=table.id, seat=3, **{"with": {"open": "ANYONE"}})
        version = table.version
        house.clock += PER_MOVE
        client.done("joinGame", gameId=table.id, name="Carla")
        assert events(table, version)[0] == "TimedOut"
