"""The rules of the service about resignations: how they rank, and what records of each version of them may say."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.contract import EndReason, Outcome, Standing
from taphouse.engine.records.record import Covered, Finished, Record, RecordError, Resigned, Returned
from taphouse.engine.records.text import parse, write
from taphouse.engine.resigning import SERVICE_RULES, outcome_of
from taphouse.env.datasets import dataset
from tests.conformance.tables import default_table
from tests.records import recorded
from tests.records.test_replay import verified


def outcome(*places: int) -> Outcome:
    """An outcome with the places of the seats in turn order."""
    standings = [Standing(seat, place, 10 - place, ()) for seat, place in enumerate(places, 1)]
    return Outcome(EndReason("race"), "TF-08", tuple(sorted(standings, key=lambda one: (one.place, one.seat))))


def by(outcome: Outcome | None, seats: int, resigned: tuple[int, ...], version: int) -> Outcome | None:
    """The outcome by the rules of the service, where that of the game is given."""
    rules: Any = SimpleNamespace(outcome=lambda _: outcome, conceded=lambda *_: None, cooperative=False)
    return outcome_of(rules, None, seats, resigned, version)


def placed(found: Outcome | None) -> list[tuple[int, int]]:
    assert found is not None
    return [(one.seat, one.place) for one in found.standings]


@pytest.mark.parametrize(
    ("places", "resigned", "ranked"),
    [
        ((1, 2), (1,), [(2, 1), (1, 2)]),
        ((1, 1), (2,), [(1, 1), (2, 2)]),
        ((1, 2, 3), (1, 2), [(3, 1), (2, 2), (1, 3)]),
        ((1, 2, 3), (2, 1), [(3, 1), (1, 2), (2, 3)]),
        ((1, 2, 2, 4), (1,), [(2, 1), (3, 1), (4, 3), (1, 4)]),
        ((1, 2, 2, 4), (3,), [(1, 1), (2, 2), (4, 3), (3, 4)]),
        ((1, 1, 1), (2,), [(1, 1), (3, 1), (2, 3)]),
    ],
)
def test_who_resigned_is_placed_behind_the_others(
    places: tuple[int, ...], resigned: tuple[int, ...], ranked: list[tuple[int, int]]
) -> None:
    played = outcome(*places)
    found = by(played, len(places), resigned, SERVICE_RULES)
    assert placed(found) == ranked
    points = {one.seat: one.points for one in played.standings}
    assert found is not None
    assert {one.seat: one.points for one in found.standings} == points
    assert by(played, len(places), resigned, 1) is played
    assert by(played, len(places), (), SERVICE_RULES) is played


def test_a_game_ends_once_all_but_one_have_resigned() -> None:
    assert by(None, 3, (2,), SERVICE_RULES) is None
    assert by(None, 3, (2, 3), 1) is None
    found = by(None, 3, (2, 3), SERVICE_RULES)
    assert placed(found) == [(1, 1), (3, 2), (2, 3)]
    assert placed(by(None, 1, (1,), SERVICE_RULES)) == [(1, 1)], "the service asks who stays"


# --- records -----------------------------------------------------------------------------------------------------------


def alone(seats: int = 2) -> Record:
    """A game between people, of which one resigns after three moves."""
    record = recorded(default_table("cask-race", seats), "service rules", resigns=3)
    return replace(record, seats=tuple([replace(one, bot=None) for one in record.seats]))


def test_a_record_of_each_version_keeps_its_rules() -> None:
    record = alone()
    (gone,) = [line.seat for line in record.lines if isinstance(line, Resigned)]
    assert isinstance(record.result, Finished)
    assert [one.seat for one in record.result.standings] == [3 - gone, gone]
    assert "[ServiceRules 2]\n" in write(record)
    assert parse(write(record)).record == record
    verified(record)
    earlier = replace(record, service_rules=1, result="unfinished")
    assert "ServiceRules" not in write(earlier)
    assert parse(write(earlier)).record == earlier
    verified(earlier)
    for wrong in (replace(record, service_rules=1), replace(earlier, service_rules=2)):
        with pytest.raises(RecordError, match="The result is not the one") as found:
            verified(wrong)
        assert found.value.place == "result"


def test_a_record_between_absent_players_has_no_result() -> None:
    record = alone()
    *lines, resigned = record.lines
    assert isinstance(resigned, Resigned)
    covered = Covered(3 - resigned.seat, "GREEDY")
    left = replace(record, lines=(*lines, covered, resigned), result="abandoned")
    verified(left)
    with pytest.raises(RecordError, match='"abandoned"'):
        verified(replace(left, result=record.result))
    verified(replace(record, lines=(*lines, covered, Returned(covered.seat), resigned)))
    whole = recorded(default_table("cask-race"), "service rules")
    whole = replace(whole, seats=alone().seats)
    away = tuple([Covered(seat, "GREEDY") for seat in (1, 2)])
    verified(replace(whole, lines=(*away, *whole.lines), result="abandoned"))
    verified(replace(whole, lines=(*away[:1], *whole.lines)))
    verified(replace(whole, service_rules=1, lines=(*away, *whole.lines)))


def test_a_dataset_rewards_who_stayed(tmp_path: Path) -> None:
    record = recorded(default_table("pint-craft", 3), "service rules", resigns=40)
    assert isinstance(record.result, Finished)
    file = tmp_path / "records.jsonl"
    file.write_text(write(record))
    rows = dataset([file])
    rewards = dict(zip(rows["seat"][rows["done"]].tolist(), rows["reward"][rows["done"]].tolist(), strict=True))
    first, *_, last = [one.seat for one in record.result.standings]
    assert (rewards[first], rewards[last]) == (1.0, -1.0)
    assert last == next(line.seat for line in record.lines if isinstance(line, Resigned))
