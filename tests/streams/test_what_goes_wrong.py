"""Streams of accounts while messages get lost, the store is away, clocks differ, and clients are slow; in this process."""

from __future__ import annotations

import math
import time

import pytest

from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.prices import LOOK
from taphouse.schema.problems.callers import NoAccount, TokenRejected
from taphouse.schema.results import PendingDecision
from taphouse.service.games.streams import account_games, cursors
from taphouse.service.store.failures import StoreUnavailable
from tests.live.build import Follower, leave_all, settled, take, until
from tests.streams.unsteady import ANN, BOB, Accounts, Unsteady, told


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams look often at their games."""
    monkeypatch.setattr(account_games, "RECHECK", 0.05)


@pytest.mark.usefixtures("soon")
async def test_what_no_message_told_is_found_by_looking(house: Accounts, store: Unsteady) -> None:
    game = await house.begun()
    follower = house.follow()
    await follower.has(1)
    store.deaf = True
    await house.passes(game, ANN)
    new = await house.begun()
    first, *others = told(await follower.has(3))
    assert (first, {*others}) == ((game, 3), {(game, 4), (new, 3)})  # they may have changed in the same millisecond
    await follower.leave()
    await house.check_nothing_is_left()


async def test_games_that_ended_long_ago_are_not_told_and_of_many_only_those_that_ended_last(
    house: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_games, "MOST_ENDED", 2)
    games, now = [await house.begun() for _ in range(4)], house.committer._now
    for days, game in zip((1.1, 0.9, 0.8, 0.7), games, strict=True):
        with monkeypatch.context() as then:
            then.setattr(house.committer, "_now", lambda: now() - int(days * account_games.LATELY))  # noqa: B023
            await house.tables.abandon(Caller(ANN), game, None, None)
    follower = house.follow()
    assert [game for game, _ in told(await follower.has(2))] == games[2:]
    last = await house.begun()
    assert told(await follower.has(3))[2:] == [(last, 3)]
    decisions = Follower(house.accounts.decisions(Caller(BOB)))
    await settled()
    assert decisions.told == []
    await leave_all([follower, decisions])
    await house.check_nothing_is_left()


async def test_a_stream_survives_an_outage_and_tells_what_happened_meanwhile(house: Accounts, store: Unsteady) -> None:
    game, other = await house.begun(), await house.begun()
    follower = house.follow()
    await follower.has(2)
    store.break_off()
    await settled()
    assert store.listeners == []
    store.away = False
    await house.passes(game, ANN)
    await house.passes(game, BOB)
    store.away = True
    await settled()
    store.away = False
    assert told(await follower.has(3))[2:] == [(game, 5)]
    await house.passes(other, ANN)
    assert told(await follower.has(4))[-1] == (other, 4)
    await follower.leave()
    await house.check_nothing_is_left()


@pytest.mark.usefixtures("soon")
async def test_games_whose_server_is_away_hide_no_others_and_are_told_when_it_is_back(
    house: Accounts, store: Unsteady
) -> None:
    game, other = await house.begun(), await house.begun()
    store.gone = {game}
    follower = house.follow()
    first = (await follower.has(1))[0]
    assert told([first]) == [(other, 3)]
    await house.passes(other, ANN)
    last = (await follower.has(2))[1]
    assert told([last]) == [(other, 4)]
    store.gone = set()
    assert told(await follower.has(3))[2:] == [(game, 3)]
    await follower.leave()

    house.committer._now = lambda: time.time_ns() // 1_000_000 - 2 * cursors.SLACK
    await house.passes(game, ANN)
    store.gone = {game}
    again = house.follow(after=last.cursor)
    await settled()
    await house.passes(other, BOB)
    cursor = (await again.has(1))[-1].cursor
    await again.leave()
    store.gone = set()
    resumed = house.follow(after=cursor)
    assert (game, 4) in told(await resumed.has(1))
    await resumed.leave()


async def test_a_store_that_is_away_refuses_to_begin(house: Accounts, store: Unsteady) -> None:
    store.away = True
    with pytest.raises(StoreUnavailable):
        await house.accounts.account_events(Caller(BOB), None)
    await house.check_nothing_is_left()


async def test_a_slow_client_gets_the_newest_and_nothing_is_kept_for_it(house: Accounts) -> None:
    games = [await house.begun() for _ in range(3)]
    stream = await house.accounts.account_events(Caller(BOB), None)
    assert {*told(await take(stream, 3))} == {(game, 3) for game in games}
    for _ in range(5):
        await house.passes(games[0], ANN)
        await house.passes(games[0], BOB)
    await house.passes(games[2], ANN)
    assert {*told(await take(stream, 2))} == {(games[0], 13), (games[2], 4)}
    await stream.aclose()
    await house.check_nothing_is_left()


async def test_what_was_stamped_early_and_written_late_is_not_lost(house: Accounts) -> None:
    game, other = await house.begun(), await house.begun()
    follower = house.follow()
    cursor = (await follower.has(2))[-1].cursor
    await follower.leave()
    house.committer._now = lambda: time.time_ns() // 1_000_000 - 30_000  # another instance, whose clock is slow
    await house.passes(game, ANN)
    again = house.follow(after=cursor)
    assert told(await again.has(1)) == [(game, 4)]
    await settled()
    assert told(again.values) == [(game, 4)], f"{other} is not told again"
    await again.leave()


@pytest.mark.usefixtures("soon")
async def test_a_game_of_a_newer_release_holds_up_no_other(house: Accounts, store: Unsteady) -> None:
    games = [await house.begun() for _ in range(3)]
    store.newer = {games[1]}
    follower = house.follow()
    assert {*told(await follower.has(2))} == {(games[0], 3), (games[2], 3)}
    assert house.reader.foreign
    store.newer = set()
    assert told(await follower.has(3))[2:] == [(games[1], 3)], "as soon as it can be read"
    await follower.leave()


@pytest.mark.usefixtures("soon")
async def test_more_games_than_wake_a_stream_are_told_when_it_looks(
    house: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_games, "MOST_FOLLOWED", 2)
    monkeypatch.setattr(account_games, "AT_ONCE", 2)
    games = [await house.begun() for _ in range(5)]
    follower = house.follow()
    await follower.has(5)
    for game in games:
        await house.passes(game, ANN)
    assert {*told(await follower.has(10))[5:]} == {(game, 4) for game in games}
    await follower.leave()


async def test_quiet_games_are_looked_at_once_and_moves_are_not(house: Accounts, store: Unsteady) -> None:
    games = [await house.begun() for _ in range(4)]
    follower = house.follow()
    await follower.has(4)
    glances, calls = store.glances, store.calls.copy()
    await house.passes(games[0], ANN)
    await follower.has(5)
    assert store.glances == glances, "what woke the stream is read, and nothing else"
    assert store.calls - calls == {}, "the move on a game that is kept asks the store for nothing more"
    await follower.leave()


async def test_games_that_ended_are_told_once_and_heard_no_more(house: Accounts, store: Unsteady) -> None:
    game = await house.begun()
    follower = house.follow()
    await follower.has(1)
    await house.tables.abandon(Caller(ANN), game, None, None)
    event = (await follower.has(2))[-1]
    assert (event.status.value, event.deciding_seat, event.your_turn) == ("ABANDONED", None, False)
    (ear,) = store.listeners
    assert [*ear._parts] == [f"player:{BOB}", f"challenged:{BOB}"]
    await follower.leave()
    again = house.follow(after=event.cursor)
    await settled()
    assert again.values == []
    await again.leave()


async def test_expired_games_leave_the_list(house: Accounts, store: Unsteady) -> None:
    game, other = await house.begun(), await house.begun()
    _, record, log = store._games[game]
    store._games[game] = 0.0, record, log
    entries = store._list(f"player:{BOB}")
    old = {entry.replace(entry.partition(":")[0], f"{10**12:013d}") if game in entry else entry for entry in entries}
    store._lists[f"player:{BOB}"] = store._lists[f"player:{BOB}"][0], old
    follower = house.follow()
    assert told(await follower.has(1)) == [(other, 3)]
    assert [entry.partition(":")[2] for entry in store._list(f"player:{BOB}")] == [other]
    await follower.leave()


async def test_a_login_that_ends_closes_the_stream_although_nothing_happens(house: Accounts) -> None:
    await house.begun()
    house.logins.until = time.time_ns() // 1_000_000 + 300
    follower = house.follow()
    *_, problem = await follower.all()
    assert isinstance(problem, TokenRejected)
    with pytest.raises(Refused):
        await house.accounts.account_events(Caller(BOB), None)
    await house.check_nothing_is_left()


async def test_decisions_of_an_account_come_from_all_its_games(house: Accounts) -> None:
    one, two = await house.begun(), await house.begun()
    follower = Follower(house.accounts.decisions(Caller(ANN)))
    await follower.has(2)
    await house.passes(one, ANN)
    await follower.has(3)
    await house.passes(one, BOB)
    await follower.has(4)
    await house.passes(one, ANN)
    await house.begun(started=False)  # in which nobody has to decide
    values = await follower.has(5)
    assert all(isinstance(value, PendingDecision) for value in values)
    found = [(value.game.game_id, value.decision is not None) for value in values]
    assert {*found[:2]} == {(one, True), (two, True)}
    assert found[2:] == [(one, False), (one, True), (one, False)]
    await follower.leave()
    with pytest.raises(Refused) as caught:
        await house.accounts.account_events(Caller(None), None)
    assert isinstance(caught.value.problem, NoAccount)
    await house.check_nothing_is_left()


async def test_a_stream_that_must_pay_later_tells_the_same_event(house: Accounts) -> None:
    await house.begun()
    stream = await house.accounts.account_events(Caller(BOB), None)
    first = await anext(stream)
    assert await stream.asend(True) is first
    house.logins.until = 0
    await stream.aclose()
    await until(lambda: not house.streams.followed, "nothing follows")


async def test_looking_at_games_and_opening_them_is_paid_for(house: Accounts) -> None:
    games = [await house.begun() for _ in range(12)]

    class PrepaidBudget:
        owed = 0

        def owe(self, points: int) -> None:
            self.owed += points

    class RateBudget:
        prepaid = PrepaidBudget()

        async def admit(self) -> None:
            """It is let in."""

    caller = Caller(BOB, budget=RateBudget())  # type: ignore[arg-type]
    follower = Follower(house.accounts.account_events(caller, None))
    await follower.has(12)
    begun = math.ceil(0.1 * 12) * 2 + 12 * LOOK  # it looks before it listens, and after
    assert RateBudget.prepaid.owed == begun
    await house.passes(games[0], ANN)
    await follower.has(13)
    assert RateBudget.prepaid.owed == begun + LOOK
    await follower.leave()
