"""No undo gives time, whatever was played before: what a seat has follows from what an observer has seen of its clock."""

from __future__ import annotations

import random

import pytest

from tests.api.client import Client, Json, Table
from tests.clocks.shared import Clock, begun, seen, sent
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
        look = seen(self.table)
        shown: Json = look["clock"]
        left = [seat["left"] for seat in shown["seats"]]
        spent = [used - given for used, given in zip(self.used, self.given, strict=True)]
        self.seen.setdefault(look["version"], (left, spent))
        return shown

    def think(self, seconds: int) -> None:
        running = seen(self.table)["clock"]["running"]
        self.clock += seconds
        if running is not None:
            self.used[running - 1] += seconds

    def may_have(self, version: int) -> list[int]:
        """The most time of each seat after an undo to a version."""
        left, spent = self.seen[version]
        now = [used - given for used, given in zip(self.used, self.given, strict=True)]
        return [had - (b - a) for had, a, b in zip(left, spent, now, strict=True)]


def undone(result: Json) -> int | None:
    """The version that a change went back to, if it did."""
    events = [event for entry in result.get("entries", ()) for event in entry["events"]]
    return next((event["backTo"] for event in events if event["event"] == "moves-undone"), None)


@pytest.mark.parametrize("kind", KINDS, ids=["bank", "increment", "move"])
@pytest.mark.parametrize("seed", range(many(2)))
def test_after_an_undo_a_seat_has_what_it_had_less_what_it_has_used_since(
    anyone: Client, clock: Clock, kind: Json, seed: int
) -> None:
    rng = random.Random(seed)
    table = begun(anyone, 2, "CASK_RACE", clock=kind)
    observer, undos = Observer(table, clock), 0
    for _ in range(STEPS):
        shown = observer.look()
        observer.think(rng.randrange(12))
        result = one_of(rng, table, observer, shown)
        to = undone(result)
        if to is not None:
            undos += 1
            asked = observer.may_have(to)
            assert [seat["left"] for seat in seen(table)["clock"]["seats"]] == asked
            assert min(asked) >= 0
    assert undos


def one_of(rng: random.Random, table: Table, observer: Observer, shown: Json) -> Json:
    """Something that happens to a game, and what came of it."""
    game = f"games/{table.id}"
    if shown["paused"]:
        return sent(table.host, f"{game}/resume")
    decider, version = shown["running"], seen(table)["version"]
    what = rng.choices(["move", "undo", "agree", "time", "pause"], [8, 5, 5, 1, 1])[0]
    if what == "undo":
        return sent(table.seat(3 - decider), f"{game}/undo")
    if what == "time":
        seat = rng.randint(1, 2)
        observer.given[seat - 1] += 20
        return sent(table.host, f"{game}/seats/{seat}/time", seconds=20)
    if what == "move":
        return sent(table.seat(decider), f"{game}/moves", moves=[{"notation": "pass"}])
    proposal: Json = {"kind": "PAUSE"} if what == "pause" else {"kind": "UNDO", "to": rng.randint(1, version - 1)}
    made = sent(table.seat(1), f"{game}/proposals", **proposal)
    if "code" in made:
        return made
    observer.look()
    observer.think(rng.randrange(12))
    return sent(table.seat(2), f"{game}/proposals/{made['game']['proposals'][0]['id']}/accept")
