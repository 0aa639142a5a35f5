"""No seat and no host can make versions of a game without end, and none can keep the others or the game from going on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from taphouse.engine.records.record import Finished
from taphouse.engine.records.text import parse
from taphouse.service.games.encoding.agreements import NONE
from taphouse.service.games.kernel import allowance
from tests.api.agreeing.shared import answer, propose, table
from tests.api.client import CASK, MINE, OPEN, Client, Json, Table, seats_of, table_of
from tests.effort import many
from tests.records.test_replay import verified

CLOCK = {"perMove": 3600, "onTimeOut": "PASSIVE_MOVE"}


def refusal(done: Callable[[], Json], most: int = 100) -> Json:
    """The problem that comes at last of what is repeated."""
    for _ in range(most):
        changed = done()
        if "code" in changed:
            return changed
    raise AssertionError("it was never refused")


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> int:
    """The share of a seat in a small game."""
    monkeypatch.setattr(allowance, "MOST_CHANGES", 18)
    return allowance.allowance(2)


def used_up(problem: Json, limit: int) -> None:
    assert (problem["__typename"], problem["code"], problem["limit"]) == ("TooManyChanges", "TOO_MANY_CHANGES", limit)
    assert "You can still" in problem["message"]


def proposes(who: Client, game: Table) -> Json:
    return who.do("propose", gameId=game.id, proposal={"draw": True})


def withdraws(who: Client, game: Table) -> Json:
    (one,) = game.look()["proposals"]
    return who.do("withdrawProposal", gameId=game.id, proposalId=one["id"])


def test_a_seat_proposes_and_withdraws_so_often(on_memory: Client, little: int) -> None:
    game = table(on_memory, 2)
    one, two = game.seats
    used_up(refusal(lambda: withdraws(one, game) if game.look()["proposals"] else proposes(one, game)), little)
    propose(two, game, draw=True)
    assert answer("withdraw", two, game)["proposals"] == [], "the other seat has its own share"
    game.play("pass")


@pytest.mark.usefixtures("little")
def test_a_seat_declines_and_accepts_so_often(on_memory: Client) -> None:
    game, most = table(on_memory, 3), allowance.allowance(3)
    one, two, three = game.seats
    for _ in range(most):
        propose(one, game, draw=True)
        answer("decline", two, game)
    (made,) = propose(three, game, draw=True)["proposals"]
    for how in ("declineProposal", "acceptProposal"):
        used_up(two.refused(how, gameId=game.id, proposalId=made["id"]), most)
    two.done("resign", gameId=game.id)


def test_a_seat_takes_back_so_many_moves_and_the_game_goes_on(on_memory: Client, little: int) -> None:
    game = table(on_memory, 2)
    first = game.decider
    move = game.moves()[0]["notation"]

    def again() -> Json:
        game.play(move)
        return first.do("undo", gameId=game.id)

    used_up(refusal(again), little)
    used_up(proposes(first, game), little)
    game.play("pass")


def test_the_host_changes_a_game_that_waits_so_often(on_memory: Client, little: int) -> None:
    made = on_memory.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))
    game = table_of(on_memory, made)
    host = game.host
    ways: dict[str, Callable[[], Json]] = {
        "closed and opened": lambda: host.do(
            "openSeat" if game.look()["seats"][1]["closed"] else "closeSeat", gameId=game.id, seat=2
        ),
        "invites": lambda: host.do("revokeInvites", gameId=game.id, seat=2),
        "tokens": lambda: host.do("reissueToken", gameId=game.id, seat=1),
    }
    for way in ways.values():
        used_up(refusal(way), little)
    host.done("createInvite", gameId=game.id, seat=2)
    assert host.refused("startGame", gameId=game.id)["code"] == "SEATS_NOT_TAKEN"
    host.done("abandon", gameId=game.id)


@pytest.mark.usefixtures("little")
def test_a_host_starts_a_game_whatever_they_have_changed_before(on_memory: Client) -> None:
    made = on_memory.done("createGame", game={CASK: {}}, seats=seats_of([MINE, MINE]), start="BY_HOST")
    game = table_of(on_memory, made)
    refusal(lambda: game.host.do("reissueToken", gameId=game.id, seat=1))
    assert game.host.done("startGame", gameId=game.id)["game"]["status"] == "RUNNING"


def test_the_host_changes_a_game_that_runs_so_often(on_memory: Client, little: int) -> None:
    game = table(on_memory, 2, clock=CLOCK)
    host = game.host
    bots = iter(["RANDOM", "GREEDY"] * 50)
    ways: dict[str, Callable[[], Json]] = {
        "time": lambda: host.do("addTime", gameId=game.id, seat=1, seconds=1),
        "players": lambda: host.do(
            "replacePlayer", gameId=game.id, seat=2, **{"with": {"bot": next(bots)}, "mayReturn": True}
        ),
        "tokens": lambda: host.do("reissueToken", gameId=game.id, seat=1),
    }
    for way in ways.values():
        used_up(refusal(way), little)
    game.decider.done("resign", gameId=game.id)


def test_a_pause_can_always_be_ended(on_memory: Client, little: int) -> None:
    game = table(on_memory, 1, clock=CLOCK, bots=1)
    (one,) = game.seats

    def paused() -> Json:
        done = one.do("propose", gameId=game.id, proposal={"pause": True})
        if "code" not in done:
            one.done("resumeGame", gameId=game.id)
        return done

    used_up(refusal(paused), little)


def test_a_player_returns_so_often(on_memory: Client, little: int) -> None:
    game = table(on_memory, 2)
    away = game.waiting
    for _ in range(little // 2):
        proposes(away, game)
        withdraws(away, game)
    seat = {"gameId": game.id, "seat": 2 if game.to_move == 1 else 1, "with": {"bot": "RANDOM"}, "mayReturn": True}
    game.host.done("replacePlayer", **seat)
    used_up(away.refused("returnToSeat", gameId=game.id), little)
    game.play("pass")


def test_rematches_are_proposed_so_often(on_memory: Client, little: int) -> None:
    game = table(on_memory, 2)
    game.host.done("abandon", gameId=game.id)
    one = game.seats[0]

    def again() -> Json:
        if game.look()["proposals"]:
            return withdraws(one, game)
        return one.do("propose", gameId=game.id, proposal={"rematch": True})

    used_up(refusal(again), little)


def test_a_game_at_its_bounds_is_recorded_verified_and_imported(
    on_memory: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowance, "MOST_CHANGES", min(allowance.MOST_CHANGES, many(150)))
    game = table(on_memory, 2, clock=CLOCK)
    for who in game.seats:
        while game.decider is not who:
            game.play("pass")
        again = True
        while again:
            game.play("pass")
            again = "code" not in who.do("undo", gameId=game.id)
    used_up(refusal(lambda: game.host.do("addTime", gameId=game.id, seat=1, seconds=1), 1000), allowance.allowance(2))
    game.finish()
    text = record_of(game.spectator, game.id)
    record = parse(text).record
    assert isinstance(record.result, Finished)
    assert len(record.lines) > 5 * allowance.allowance(2)
    assert verified(record).draws == record.draws
    made = on_memory.done("importRecord", record=text)["game"]
    assert made["status"] == "OVER"
    assert len(parse(record_of(on_memory, made["gameId"])).record.lines) == len(record.lines)


def test_an_imported_game_has_no_more_room_than_another() -> None:
    assert allowance.imported(NONE, 2, 0) is NONE
    assert allowance.imported(NONE, 2, 7).asides == (3, 3, 3)
    assert allowance.imported(NONE, 2, 5000).asides == (allowance.allowance(2),) * 3


def record_of(who: Client, game: str) -> str:
    asked = who.ask("query Record($id: ID!) { record(id: $id) { ... on GameRecord { text } } }", id=game)
    return str(asked["record"]["text"])
