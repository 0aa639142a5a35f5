"""No undo gives time, whatever was played before: what a seat has follows from what an observer has seen of its clock."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.api.client import Client, Json, Table
from tests.clocks.shared import Clock, clock_of, timed
from tests.effort import many

TIME = 600
KINDS: list[Json] = [{"bank": TIME}, {"bank": TIME, "increment": 30}, {"perMove": TIME}]
STEPS = 40


class Observer:
    """Counts for each seat how long its clock has run in all, and what it was given."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self.table, self.clock = table, clock
        self.used, self.given = [0, 0], [0, 0]
        self.seen: dict[int, tuple[list[int], list[int]]] = {}
        """By version: what each seat had when it was made, and its use until then, less what it was given."""

    def look(self) -> Json:
        shown = clock_of(self.table)
        left = [seat["left"] for seat in shown["seats"]]
        spent = [used - given for used, given in zip(self.used, self.given, strict=True)]
        self.seen.setdefault(self.table.version, (left, spent))
        return shown

    def think(self, seconds: int) -> None:
        running = clock_of(self.table)["running"]
        self.clock += seconds
        if running is not None:
            self.used[running - 1] += seconds

    def may_have(self, version: int) -> list[int]:
        """What each seat has at most after an undo to a version."""
        left, spent = self.seen[version]
        now = [used - given for used, given in zip(self.used, self.given, strict=True)]
        return [had - (b - a) for had, a, b in zip(left, spent, now, strict=True)]


def undone(result: Json) -> int | None:
    """The version that a change went back to, if it did."""
    events = [event for entry in result.get("entries", ()) for event in entry["events"]]
    return next((event["backTo"] for event in events if event["__typename"] == "MovesUndone"), None)


@pytest.mark.parametrize("kind", KINDS, ids=["bank", "increment", "move"])
@pytest.mark.parametrize("seed", range(many(2)))
def test_after_an_undo_a_seat_has_what_it_had_less_what_it_has_used_since(
    anyone: Client, clock: Clock, kind: Json, seed: int
) -> None:
    rng = random.Random(seed)
    table = timed(anyone, **kind)
    observer, undos = Observer(table, clock), 0
    for _ in range(STEPS):
        shown = observer.look()
        observer.think(rng.randrange(12))
        result = one_of(rng, table, observer, shown)
        to = undone(result)
        if to is not None:
            undos += 1
            asked = observer.may_have(to)
            assert [seat["left"] for seat in clock_of(table)["seats"]] == asked
            assert min(asked) >= 0
    assert undos


def one_of(rng: random.Random, table: Table, observer: Observer, shown: Json) -> Json:
    """Something that happens to a game, and what came of it."""
    if shown["paused"]:
        return table.host.done("resumeGame", gameId=table.id)
    decider = table.decider
    what = rng.choices(["move", "undo", "agree", "time", "pause"], [8, 5, 5, 1, 1])[0]
    if what == "undo":
        return table.waiting.do("undo", gameId=table.id)
    if what == "time":
        seat = rng.randint(1, 2)
        observer.given[seat - 1] += 20
        return table.host.done("addTime", gameId=table.id, seat=seat, seconds=20)
    if what == "move":
        return decider.done("play", gameId=table.id, moves=[{"notation": "pass"}])
    if table.version == 2:
        return {}
    proposal: dict[str, Any] = {"pause": True} if what == "pause" else {"undo": rng.randint(2, table.version - 1)}
    made = table.seat(1).do("propose", gameId=table.id, proposal=proposal)
    if "code" in made:
        return made
    observer.look()
    observer.think(rng.randrange(12))
    return table.seat(2).do("acceptProposal", gameId=table.id, proposalId=made["game"]["proposals"][0]["id"])
