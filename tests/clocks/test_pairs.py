"""Every kind of clock with everything that happens to a game: what each seat has left then, and whose clock runs.

docs/api.md has the table for clients. One row here is one pair. The store's clock stands still unless a step moves it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import CASK, CLEO, DANK, Client, Json, Table, create, table_of
from tests.api.server import until
from tests.clocks.shared import Clock, clock_of, ended_by_itself, entries, moment

TIME, INCREMENT = 600, 30
KINDS: dict[str, Json | None] = {
    "none": None,
    "bank": {"bank": TIME},
    "increment": {"bank": TIME, "increment": INCREMENT},
    "move": {"perMove": TIME},
}
PASS = [{"notation": "pass"}]
Left = tuple[list[int], int | None] | str
"""What the seats have left and whose clock runs, or the code of a refusal."""


class Place:
    """A running game whose first seat must decide, and the clock of its store."""

    def __init__(self, anyone: Client, clock: Clock, kind: str, seats: int = 2, **more: Any) -> None:
        self.anyone, self.clock, self.kind = anyone, clock, kind
        given = KINDS[kind]
        options = {"turnCap": 6} if more.get("game", CASK) == CASK else {}
        action = more.pop("on_time_out", "PASSIVE_MOVE")
        self.timing = None if given is None else {**given, "onTimeOut": action}
        self.table: Table = create(anyone, seats, more.pop("game", CASK), options, clock=self.timing, **more)
        self.start = self.table.version

    def think(self, seconds: float) -> Place:
        self.clock += seconds
        return self

    def passes(self, seat: int, after: float = 0) -> Place:
        self.think(after).table.seat(seat).done("play", gameId=self.table.id, moves=PASS)
        return self

    def does(self, seat: int, what: str, **given: Any) -> Json:
        """What comes of it: the game afterwards, or the problem."""
        return self.table.seat(seat).do(what, gameId=self.table.id, **given)

    def agree(self, think: float, **proposal: Any) -> str:
        """Seat 1 proposes, and seat 2 accepts after a time. Returns the code of a refusal."""
        made = self.does(1, "propose", proposal=proposal)
        if "code" in made:
            return str(made["code"])
        (one,) = made["game"]["proposals"]
        self.think(think)
        return str(self.does(2, "acceptProposal", proposalId=one["id"]).get("code", ""))

    def host(self, what: str, **given: Any) -> str:
        return str(self.table.host.do(what, gameId=self.table.id, **given).get("code", ""))

    def time_out(self) -> None:
        version = self.table.version
        self.think(TIME)
        if self.timing is not None:
            ended_by_itself(self.table, version)


def undo_alone(at: Place) -> str:
    at.passes(1, after=100).think(40)
    return str(at.does(1, "undo").get("code", ""))


def undo_ten_times(at: Place) -> None:
    for _ in range(10):
        at.passes(1, after=30).does(1, "undo")


def undo_by_consent(at: Place) -> str:
    at.passes(1, after=100).think(40)
    return at.agree(50, undo=at.start)


def undo_across_turns(at: Place) -> str:
    at.passes(1, after=100).passes(2, after=40).passes(1, after=20).think(5)
    return at.agree(0, undo=at.start)


def undo_of_an_undo(at: Place) -> str:
    at.passes(1, after=100).passes(2, after=40).passes(1, after=20)
    at.does(1, "undo")
    at.think(10)
    return at.agree(0, undo=at.start)


def undo_of_too_much(at: Place) -> str:
    at.passes(1, after=350).passes(2).passes(1, after=240).passes(2).passes(1, after=9 if at.kind == "bank" else 30)
    return at.agree(0, undo=at.start)


def undo_after_added_time(at: Place) -> None:
    at.think(100)
    at.host("addTime", seat=1, seconds=50)
    at.passes(1, after=10).does(1, "undo")


def undo_after_a_time_out(at: Place) -> str:
    at.time_out()
    if at.timing is None:
        at.passes(1)
    return at.agree(0, undo=at.start)


def undo_after_a_pause(at: Place) -> str:
    at.think(100)
    at.agree(0, pause=True)
    at.think(1000)
    at.host("resumeGame")
    return str(at.passes(1, after=10).does(1, "undo").get("code", ""))


def undo_while_paused(at: Place) -> str:
    at.passes(1, after=100)
    at.agree(20, pause=True)
    at.think(1000)
    return str(at.does(1, "undo").get("code", ""))


def batch(at: Place) -> None:
    at.think(100).table.seat(at.table.to_move or 0).done(
        "play", gameId=at.table.id, moves=[{"notation": "draft row-1"}, {"notation": "end-turn"}]
    )


def undo_of_a_batch(at: Place) -> str:
    first = at.table.to_move or 0
    batch(at)
    at.think(40)
    made = at.does(first, "propose", proposal={"undo": at.start})
    (one,) = made["game"]["proposals"]
    return str(at.does(3 - first, "acceptProposal", proposalId=one["id"]).get("code", ""))


def pause(at: Place) -> str:
    code = at.think(100).agree(10, pause=True)
    at.think(1000)
    return code


def resume(at: Place) -> str:
    pause(at)
    return at.host("resumeGame")


def stand_in(at: Place) -> None:
    at.think(100).host("replacePlayer", seat=1, **{"with": {"bot": "GREEDY"}}, mayReturn=True)
    until(lambda: at.table.to_move == 2, "the bot has moved")


def back(at: Place) -> None:
    stand_in(at)
    at.does(1, "returnToSeat")


def take_over(at: Place) -> None:
    at.think(100).host("replacePlayer", seat=1, **{"with": {"bot": "GREEDY"}})
    until(lambda: at.table.to_move == 2, "the bot has moved")


def opened(at: Place) -> None:
    at.think(100).host("replacePlayer", seat=1, **{"with": {"open": "ANYONE"}})
    at.think(1000)


def newcomer(at: Place) -> None:
    opened(at)
    at.anyone.done("joinGame", gameId=at.table.id, name=CLEO)


def added(at: Place) -> str:
    return at.think(100).host("addTime", seat=1, seconds=50)


def added_to_one_who_waits(at: Place) -> str:
    return at.think(100).host("addTime", seat=2, seconds=50)


def resigned(at: Place) -> None:
    at.think(100).does(1, "resign")


def new_token(at: Place) -> str:
    return at.think(100).host("reissueToken", seat=1)


def proposed(at: Place) -> None:
    at.think(100).does(1, "propose", proposal={"draw": True})
    at.think(20)


def drawn(at: Place) -> str:
    return at.think(100).agree(20, draw=True)


def abandoned(at: Place) -> str:
    return at.think(100).host("abandon")


def moved(at: Place) -> None:
    at.passes(1, after=100).think(40)


def rematch(at: Place) -> None:
    at.think(100).host("abandon")
    at.agree(10, rematch=True)
    at.table = Table(at.table.look()["rematch"], at.table.host, at.table.seats, at.anyone)


def fork(at: Place) -> None:
    tokens = [seat.token for seat in at.table.seats]
    made = at.think(100).table.host.done("forkGame", gameId=at.table.id, seatTokens=tokens)
    at.table = table_of(at.anyone, made)


def imported(at: Place) -> None:
    at.think(100).table.finish()
    query = "query Record($id: ID!) { record(id: $id) { ... on GameRecord { text } } }"
    record = at.anyone.ask(query, id=at.table.id)["record"]["text"]
    made = at.anyone.done("importRecord", record=record)
    at.table = Table(made["game"]["gameId"], at.table.host, at.table.seats, at.anyone)


def timed_out(at: Place) -> None:
    at.time_out()


def returned_after_a_time_out(at: Place) -> None:
    at.time_out()
    if at.timing is not None:
        until(lambda: at.table.to_move == 2, "the bot has moved")
        at.does(1, "returnToSeat")


NO, PAUSED = "NO_CLOCK", None
BOT: Json = {"on_time_out": "BOT"}
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
    returned_after_a_time_out: (BOT, "", ([60, 600], 2), ([60, 600], 2), ([600, 600], 2)),
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
    place = Place(anyone, clock, kind, **made)
    code = what(place)
    if isinstance(left, str) and left:
        assert code == left
        return
    assert not code
    shown = clock_of(place.table)
    if left == "":
        assert shown is None
        return
    times, runs = left
    look = place.table.look()
    swapped = made.get("game") == DANK and place.table.look(place.start)["decision"]["seat"] == 2
    if swapped:  # another seat began
        times, runs = times[::-1], runs and 3 - runs
    made_at = moment(entries(place.table, look["version"] - 1)[0]["at"])
    passed = [clock.now - made_at if seat == runs else 0 for seat in range(1, len(times) + 1)]
    left_now = [seat["left"] - round(gone) for seat, gone in zip(shown["seats"], passed, strict=True)]
    assert (left_now, shown["running"]) == (times, runs)
    until_ = None if runs is None else clock.now + times[runs - 1]
    assert (None if shown["deadline"] is None else moment(shown["deadline"])) == until_
    assert anyone.http.get(f"/v1/games/{place.table.id}").json()["clock"]["seats"] == shown["seats"]
