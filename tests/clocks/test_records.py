"""Records tell of clocks: what was agreed, when each move was made, time-outs and pauses. They verify."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from taphouse.engine.records.record import Paused, Played, Record, RecordError, Resumed, TimedOut
from taphouse.engine.records.record import TimeAgreement as Agreed
from taphouse.engine.records.replaying import verify
from taphouse.engine.records.text import parse, write
from tests.api.client import CASK, Client, Table, create
from tests.api.server import BOTH
from tests.clocks.shared import PER_MOVE, Clock, ended_by_itself, timed
from tests.conformance.tables import editions


def recorded(table: Table) -> Record:
    query = "query Record($id: ID!) { record(id: $id) { ... on GameRecord { text } } }"
    return parse(table.spectator.ask(query, id=table.id)["record"]["text"]).record


def checked(record: Record) -> None:
    """Play a record to its end. That of a running game has no seed: this kind of game has no draws."""
    verify(record, BOTH["cask-race"], next(iter(editions("cask-race").values())))


@pytest.fixture(scope="module")
def paused(anyone: Client, clock: Clock) -> Record:
    """A game in which both players ran out of time, went on, and finished."""
    table = timed(anyone, perMove=PER_MOVE)
    for _ in range(2):
        version = table.version
        clock += PER_MOVE
        ended_by_itself(table, version)
    clock += 60
    table.decider.done("resumeGame", gameId=table.id)
    clock += 5
    table.finish()
    return recorded(table)


def test_a_record_tells_what_was_agreed_and_when_each_line_came_about(paused: Record) -> None:
    assert paused.clock == Agreed("passive-move", per_move=PER_MOVE)
    kinds = [type(line) for line in paused.lines]
    assert kinds.count(TimedOut) == 2
    assert kinds.count(Paused) == kinds.count(Resumed) == 1
    times = [line.at for line in paused.lines]
    assert times == sorted(time for time in times if time is not None)
    assert times[0] == PER_MOVE * 1000
    assert "[TimedOut 1] @3600.000" in write(paused)
    assert parse(write(paused)).record == paused


def test_such_a_record_verifies_and_can_be_imported(paused: Record, anyone: Client) -> None:
    checked(paused)
    made = anyone.done("importRecord", record=write(paused))
    assert made["game"]["status"] == "OVER"
    assert made["game"]["clock"] is None


def test_the_moves_of_a_seat_that_resigned_are_made_in_a_pause_too(anyone: Client) -> None:
    table = timed(anyone, 3, perMove=PER_MOVE)
    decider = table.decider
    table.seat(1).done("propose", gameId=table.id, proposal={"pause": True})
    for seat in (2, 3):
        table.seat(seat).done("acceptProposal", gameId=table.id, proposalId=table.look()["proposals"][0]["id"])
    decider.done("resign", gameId=table.id)
    table.decider.done("resumeGame", gameId=table.id)
    table.finish()
    record = recorded(table)
    pause, resigned, move, *rest = record.lines
    assert (type(pause), type(move)) == (Paused, Played)
    checked(record)
    for early in (move, replace(move, automatic=False)):  # a seat that has not resigned yet
        with pytest.raises(RecordError, match="The game was paused"):
            checked(replace(record, lines=(pause, early, resigned, *rest)))


def test_the_record_of_a_game_without_clocks_has_no_times(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    table.play(table.moves()[0]["notation"])
    record = recorded(table)
    assert record.clock is None
    assert [line.at for line in record.lines] == [None]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda lines: [replace(lines[0], seat=2), *lines[1:]], "The clock of seat 2 did not run"),
        (lambda lines: lines[1:], "nor is its time over"),
        (lambda lines: [line for line in lines if not isinstance(line, Resumed)], "The game was paused"),
        (lambda lines: [line for line in lines if not isinstance(line, Paused)], "The game was not paused"),
        (lambda lines: [*lines[:-1], replace(lines[-1], at=1)], "earlier than the line before"),
        (
            lambda lines: [replace(one, automatic=False) if isinstance(one, Played) else one for one in lines],
            "so its move is automatic",
        ),
    ],
)
def test_a_record_that_cannot_be_is_refused(paused: Record, change: object, why: str) -> None:
    assert callable(change)
    wrong = replace(paused, lines=tuple(change(paused.lines)))
    with pytest.raises(RecordError, match=why):
        checked(wrong)


def test_clocks_need_a_header(paused: Record) -> None:
    with pytest.raises(RecordError, match="no clocks"):
        checked(replace(paused, clock=None))
    with pytest.raises(RecordError, match="either"):
        checked(replace(paused, clock=Agreed("resign", per_move=60, bank=60)))
