"""Records of games in which moves were taken back: they are played again with the undos, and every draw is checked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import STRETCH
from taphouse.engine.records.record import Drawn, Finished, Played, Record, RecordError, Undone
from taphouse.engine.records.text import parse, write
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.cli.installed_games import InstalledGames
from taphouse.service.cli.shadow.recorded import compare
from tests.api.conftest import http
from tests.api.server import Server
from tests.records.test_replay import verified
from tests.rest.client import Document, Rest, Table, create, table_of
from tests.rest.test_games import KINDS, SHORT


@pytest.fixture(scope="module")
def anyone() -> Iterator[Rest]:
    with Server(store=MemoryStore()) as server, http(server) as client:
        yield Rest(client, Document(client.get("/openapi.json").json()))


def record_of(table: Table) -> Record:
    answer = table.spectator.ask("GET", f"{table.path}/record")
    assert answer.status_code == 200, answer.text
    return parse(answer.text).record


def undo(table: Table, to: int) -> None:
    """Go back by agreement."""
    one, two = table.seats
    made = one.post(f"{table.path}/proposals", {"kind": "UNDO", "to": to})["game"]["proposals"][-1]
    two.post(f"{table.path}/proposals/{made['id']}/accept")


def with_undos(anyone: Rest, kind: str, undos: int) -> Table:
    """A game that is played to its end, with some undos on the way."""
    rng, table = random.Random(kind), create(anyone, kind, 2, SHORT.get(kind), seed="with undos")
    left, steps, stands = undos, 0, list[int]()
    while (seen := table.look())["decision"]:
        steps += 1
        if left and steps % 7 == 0:
            left -= 1
            back = rng.randint(1, 4)
            undo(table, stands[-back])
            del stands[-back:]
            continue
        stands.append(seen["version"])
        player = table.seat(seen["decision"]["seat"])
        table.play(rng.choice(player.get(f"{table.path}/moves/legal")["moves"])["input"])
    return table


@cache
def finished(anyone: Rest, kind: str) -> tuple[Table, Record]:
    table = with_undos(anyone, kind, 3)
    return table, record_of(table)


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_with_undos_is_verified_and_compared(anyone: Rest, kind: str) -> None:
    _, record = finished(anyone, kind)
    undos = [line for line in record.lines if isinstance(line, Undone)]
    assert len(undos) == 3
    assert isinstance(record.result, Finished)
    assert parse(write(record)).record == record
    assert verified(record).draws == record.draws
    if any(line.anew for line in undos) and kind != "BREW_CRAFTERS":
        assert {draw.number // STRETCH for draw in record.draws} > {0}
    assert compare(record, InstalledGames()) is None if kind != "CASK_RACE" else True


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_imported_with_its_undos(anyone: Rest, kind: str) -> None:
    _, record = finished(anyone, kind)
    game = table_of(anyone, anyone.post("/records", {"record": write(record)}))
    again = record_of(game)
    assert again.lines == record.lines
    assert again.result == record.result
    assert verified(again).draws == record.draws


def test_an_unfinished_one_is_played_on(anyone: Rest) -> None:
    _, record = finished(anyone, "PINT_CRAFT")
    last = max(number for number, line in enumerate(record.lines) if isinstance(line, Undone))
    begun = replace(record, lines=record.lines[: last + 1], draws=(), result="unfinished")
    game = table_of(anyone, anyone.post("/records", {"record": write(begun)}))
    for _ in game.steps(seed=1):
        pass
    assert verified(record_of(game)).draws


def _changed(record: Record, **changes: Any) -> Record:
    number = next(number for number, line in enumerate(record.lines) if isinstance(line, Undone) and line.anew)
    line = replace(record.lines[number], **changes)
    return replace(record, lines=(*record.lines[:number], line, *record.lines[number + 1 :]))


def test_a_wrong_undo_is_found(anyone: Rest) -> None:
    _, record = finished(anyone, "PINT_CRAFT")
    for wrong, reason in (
        (_changed(record, moves=10**6), "moves to take back"),
        (_changed(record, anew=False), "Move|draw"),
        (replace(record, lines=(Undone(1), *record.lines)), "There are 0 moves to take back"),
        (replace(record, lines=(*record.lines, Undone(1))), "over before"),
        (replace(record, lines=(record.lines[0], Drawn(), *record.lines[1:])), "drawn before"),
    ):
        with pytest.raises(RecordError, match=reason):
            verified(wrong)


def test_a_game_that_ends_as_a_draw_says_so(anyone: Rest) -> None:
    table = create(anyone, "CASK_RACE", 2)
    one, two = table.seats
    made = one.post(f"{table.path}/proposals", {"kind": "DRAW"})["game"]["proposals"][0]
    two.post(f"{table.path}/proposals/{made['id']}/accept")
    record = record_of(table)
    assert (record.result, record.lines, record.seed) == ("draw", (Drawn(),), None)
    assert not any(isinstance(line, Played) for line in record.lines)
