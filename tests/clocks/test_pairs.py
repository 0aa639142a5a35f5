"""Every kind of clock with everything that happens to a game: what each seat has left then, and whose clock runs.

docs/api/clocks.md has the table for clients. One row here is one pair. The store's clock stands still unless a step moves it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import Client, Json, Table
from tests.api.server import until
from tests.clocks.shared import Clock, begun, moment, seen, sent

TIME, INCREMENT = 600, 30
KINDS: dict[str, Json | None] = {
    "none": None,
    "bank": {"bank": TIME},
    "increment": {"bank": TIME, "increment": INCREMENT},
    "move": {"perMove": TIME},
}
BOT: Json = {"with": {"bot": "GREEDY"}}
CASK, DANK = "CASK_RACE", "DANK_AND_DRAFT"
Left = tuple[list[int], int | None] | str
"""The time that the seats have left and the seat whose clock runs, or the code of a refusal."""


class Place:
    """A running game whose first seat must decide, and the clock of its store."""

    def __init__(self, anyone: Client, clock: Clock, kind: str, seats: int, game: str, action: str) -> None:
        self.anyone, self.clock, self.kind = anyone, clock, kind
        given = KINDS[kind]
        self.timing = None if given is None else {**given, "onTimeOut": action}
        options = {"turnCap": 6} if game == CASK else {}
        self.table: Table = begun(anyone, seats, game, options=options, clock=self.timing)
        look = seen(self.table)
        self.start, self.first = look["version"], look["decision"]["seat"]

    def think(self, seconds: float) -> Place:
        self.clock += seconds
        return self

    def passes(self, seat: int, after: float = 0) -> Place:
        self.think(after)
        assert not self.does(seat, "moves", moves=[{"notation": "pass"}])
        return self

    def does(self, seat: int, what: str, **given: Any) -> str:
        """Do something as a seat. Returns the code if it is refused."""
        return str(sent(self.table.seat(seat), f"games/{self.table.id}/{what}", **given).get("code", ""))

    def host(self, what: str, **given: Any) -> str:
        return str(sent(self.table.host, f"games/{self.table.id}/{what}", **given).get("code", ""))

    def agree(self, think: float, kind: str, by: int = 1, **more: Any) -> str:
        """A seat proposes, and the other one accepts after a time. Returns the code if that is refused."""
        if code := self.does(by, "proposals", kind=kind, **more):
            return code
        (one,) = seen(self.table)["proposals"]
        self.think(think)
        return self.does(3 - by, f"proposals/{one['id']}/accept")

    def undo(self, think: float = 0) -> str:
        return self.agree(think, "UNDO", to=self.start, by=self.first)

    def goes_on_at(self, game: str) -> None:
        self.table = Table(game, self.table.host, self.table.seats, self.anyone)

    def until_the_other_decides(self) -> None:
        until(lambda: seen(self.table)["decision"]["seat"] == 2, "the bot has moved")


def undo_alone(at: Place) -> str:
    return at.passes(1, after=100).think(40).does(1, "undo")


def undo_ten_times(at: Place) -> None:
    for _ in range(10):
        at.passes(1, after=30).does(1, "undo")


def undo_by_consent(at: Place) -> str:
    return at.passes(1, after=100).think(40).undo(think=50)


def undo_across_turns(at: Place) -> str:
    return at.passes(1, after=100).passes(2, after=40).passes(1, after=20).think(5).undo()


def undo_of_an_undo(at: Place) -> str:
    at.passes(1, after=100).passes(2, after=40).passes(1, after=20)
    at.does(1, "undo")
    return at.think(10).undo()


def undo_of_too_much(at: Place) -> str:
    at.passes(1, after=350).passes(2).passes(1, after=240).passes(2).passes(1, after=9 if at.kind == "bank" else 30)
    return at.undo()


def undo_after_added_time(at: Place) -> None:
    at.think(100)
    at.host("seats/1/time", seconds=50)
    at.passes(1, after=10).does(1, "undo")


def undo_after_a_time_out(at: Place) -> str:
    timed_out(at)
    if at.timing is None:
        at.passes(1)
    return at.undo()


def undo_after_a_pause(at: Place) -> str:
    at.think(100)
    at.agree(0, "PAUSE")
    at.think(1000).host("resume")
    return at.passes(1, after=10).does(1, "undo")


def undo_while_paused(at: Place) -> str:
    at.passes(1, after=100)
    at.agree(20, "PAUSE")
    return at.think(1000).does(1, "undo")


def batch(at: Place) -> str:
    return at.think(100).does(at.first, "moves", moves=[{"notation": "draft row-1"}, {"notation": "end-turn"}])


def undo_of_a_batch(at: Place) -> str:
    batch(at)
    return at.think(40).undo()


def pause(at: Place) -> str:
    code = at.think(100).agree(10, "PAUSE")
    at.think(1000)
    return code


def resume(at: Place) -> str:
    pause(at)
    return at.host("resume")


def stand_in(at: Place) -> None:
    at.think(100).host("seats/1/replace", **BOT, mayReturn=True)
    at.until_the_other_decides()


def back(at: Place) -> None:
    stand_in(at)
    at.does(1, "return")


def take_over(at: Place) -> None:
    at.think(100).host("seats/1/replace", **BOT)
    at.until_the_other_decides()


def opened(at: Place) -> None:
    at.think(100).host("seats/1/replace", **{"with": {"open": "ANYONE"}})
    at.think(1000)


def newcomer(at: Place) -> None:
    opened(at)
    sent(at.anyone, f"games/{at.table.id}/seats", name="Cleo")


def added(at: Place) -> str:
    return at.think(100).host("seats/1/time", seconds=50)


def added_to_one_who_waits(at: Place) -> str:
    return at.think(100).host("seats/2/time", seconds=50)


def resigned(at: Place) -> None:
    at.think(100).does(1, "resign")


def new_token(at: Place) -> str:
    return at.think(100).host("tokens/reissue", seat=1)


def proposed(at: Place) -> None:
    at.think(100).does(1, "proposals", kind="DRAW")
    at.think(20)


def drawn(at: Place) -> str:
    return at.think(100).agree(20, "DRAW")


def abandoned(at: Place) -> str:
    return at.think(100).host("abandon")


def moved(at: Place) -> None:
    at.passes(1, after=100).think(40)


def rematch(at: Place) -> None:
    at.think(100).host("abandon")
    at.agree(10, "REMATCH")
    at.goes_on_at(seen(at.table)["rematch"])


def fork(at: Place) -> None:
    tokens = [seat.token for seat in at.table.seats]
    at.goes_on_at(sent(at.think(100).anyone, f"games/{at.table.id}/forks", seatTokens=tokens)["game"]["gameId"])


def imported(at: Place) -> None:
    at.think(100)
    for turn in range(6):
        at.passes(1 + turn % 2)
    record = at.anyone.http.get(f"/v1/games/{at.table.id}/record").text
    at.goes_on_at(sent(at.anyone, "records", record=record)["game"]["gameId"])


def timed_out(at: Place) -> None:
    at.think(TIME)
    seen(at.table)


def returned_after_a_time_out(at: Place) -> None:
    timed_out(at)
    if at.timing is not None:
        at.until_the_other_decides()
        at.does(1, "return")


NO, PAUSED = "NO_CLOCK", None
ROWS: dict[Callable[[Place], object], tuple[Json, Left, Left, Left, Left]] = {
    # what happens: how the game is created; then without clocks, bank, bank with increment, time per move
    moved: ({}, "", ([500, 560], 2), ([530, 560], 2), ([600, 560], 2)),
    batch: ({"game": DANK}, "", ([500, 600], 2), ([530, 600], 2), ([600, 600], 2)),
    undo_alone: ({}, "", ([500, 560], 1), ([500, 560], 1), ([500, 560], 1)),
    undo_ten_times: ({}, "", ([300, 600], 1), ([300, 600], 1), ([300, 600], 1)),
    undo_by_consent: ({}, "", ([500, 510], 1), ([500, 510], 1), ([500, 510], 1)),
    undo_across_turns: ({}, "", ([480, 555], 1), ([480, 555], 1), ([480, 555], 1)),
    undo_of_an_undo: ({}, "", ([470, 560], 1), ([470, 560], 1), ([470, 560], 1)),
    undo_of_a_batch: ({"game": DANK}, "", ([500, 560], 1), ([500, 560], 1), ([500, 560], 1)),
    undo_of_too_much: ({}, "", ([1, 600], 1), "UNDO_REFUSED", "UNDO_REFUSED"),
    undo_after_added_time: ({}, "", ([540, 600], 1), ([540, 600], 1), ([540, 600], 1)),
    undo_after_a_time_out: ({}, "", "UNDO_REFUSED", "UNDO_REFUSED", "UNDO_REFUSED"),
    undo_after_a_pause: ({}, "", ([490, 600], 1), ([490, 600], 1), ([490, 600], 1)),
    undo_while_paused: ({}, "", ([500, 580], PAUSED), ([500, 580], PAUSED), ([500, 580], PAUSED)),
    proposed: ({}, "", ([480, 600], 1), ([480, 600], 1), ([480, 600], 1)),
    pause: ({}, NO, ([490, 600], PAUSED), ([490, 600], PAUSED), ([490, 600], PAUSED)),
    resume: ({}, NO, ([490, 600], 1), ([490, 600], 1), ([490, 600], 1)),
    stand_in: ({}, "", ([500, 600], 2), ([500, 600], 2), ([600, 600], 2)),
    back: ({}, "", ([500, 600], 2), ([500, 600], 2), ([600, 600], 2)),
    take_over: ({}, "", ([500, 600], 2), ([500, 600], 2), ([600, 600], 2)),
    opened: ({}, "", ([500, 600], None), ([500, 600], None), ([500, 600], None)),
    newcomer: ({}, "", ([500, 600], 1), ([500, 600], 1), ([600, 600], 1)),
    added: ({}, NO, ([550, 600], 1), ([550, 600], 1), ([550, 600], 1)),
    added_to_one_who_waits: ({}, NO, ([500, 650], 1), ([500, 650], 1), ([500, 650], 1)),
    resigned: ({"seats": 3}, "", ([500, 600, 600], 2), ([500, 600, 600], 2), ([600, 600, 600], 2)),
    new_token: ({}, "", ([500, 600], 1), ([500, 600], 1), ([500, 600], 1)),
    drawn: ({}, "", ([480, 600], None), ([480, 600], None), ([480, 600], None)),
    abandoned: ({}, "", ([500, 600], None), ([500, 600], None), ([500, 600], None)),
    rematch: ({}, "", ([600, 600], 1), ([600, 600], 1), ([600, 600], 1)),
    fork: ({}, "", "", "", ""),
    imported: ({}, "", "", "", ""),
    timed_out: ({}, "", ([0, 600], 2), ([30, 600], 2), ([600, 600], 2)),
    returned_after_a_time_out: ({"action": "BOT"}, "", ([60, 600], 2), ([60, 600], 2), ([600, 600], 2)),
}
PAIRS = [
    pytest.param(row, kind, made, left, id=f"{row.__name__}-{kind}")
    for row, (made, *lefts) in ROWS.items()
    for kind, left in zip(KINDS, lefts, strict=True)
]


@pytest.mark.parametrize(("what", "kind", "made", "left"), PAIRS)
def test_a_pair(
    anyone: Client, clock: Clock, what: Callable[[Place], str | None], kind: str, made: Json, left: Left
) -> None:
    place = Place(anyone, clock, kind, **{"seats": 2, "game": CASK, "action": "PASSIVE_MOVE"} | made)
    code = what(place)
    if isinstance(left, str) and left:
        assert code == left
        return
    assert not code
    look = seen(place.table)
    shown = look["clock"]
    if left == "":
        assert shown is None
        return
    times, runs = left
    if place.first == 2:  # another seat began
        times, runs = times[::-1], runs and 3 - runs
    passed = round(clock.now - moment(look["updatedAt"]))
    found = [one["left"] - (passed if one["seat"] == shown["running"] else 0) for one in shown["seats"]]
    assert (found, shown["running"]) == (times, runs)
    assert shown["deadline"] is None or moment(shown["deadline"]) == clock.now + times[runs - 1]
    query = "query Clock($id: ID!) { game(id: $id) { ... on Game { clock { running seats { seat left timeOuts } } } } }"
    by_graphql = anyone.ask(query, id=place.table.id)["game"]["clock"]
    ends = {one["seat"]: end for one in shown["seats"] if (end := one.pop("deadline")) is not None}
    assert ends == ({} if shown["running"] is None else {shown["running"]: shown["deadline"]})
    assert {name: shown[name] for name in by_graphql} == by_graphql
