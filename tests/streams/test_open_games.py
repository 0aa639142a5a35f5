"""The stream of open games: the first page of the list, and again whenever it changes; for many followers, by one read."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from taphouse.engine.vocabulary import constant
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NoAccount
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.values.clocks import Pace
from taphouse.schema.values.games import GameKind, Visibility
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import SeatKind
from taphouse.service.games.streams import open_games, shared_reading
from tests.api.client import MINE, OPEN, Client, Json, seats_of
from tests.http.raw_socket import RawSocket
from tests.live.build import KIND, Follower, leave_all, settled, until
from tests.streams.shared import Told, told
from tests.streams.unsteady import ANN, BOB, Accounts, Unsteady

GAMES = "/v1/games"


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists are read as soon as they change."""
    monkeypatch.setattr(open_games, "APART", 0.0)


async def opened(house: Accounts, token: str | None = ANN) -> str:
    """A game that waits for a second player."""
    kind, seats = GameKind(constant(KIND)), [SeatAsked(SeatKind.MINE), SeatAsked(SeatKind.OPEN)]
    made = await house.tables.create(Caller(token), kind, {}, seats, None, None, Visibility.OPEN, None, None)
    game: str = made.game.game_id
    return game


async def joined(house: Accounts, game: str) -> None:
    await house.tables.join(Caller(BOB), game, None, None, None, None, False, None, None)


def follow(house: Accounts, first: int = 20) -> Follower:
    return Follower(house.open.follow_open_games(Caller(), None, first))


def shown(page: Any) -> list[str]:
    return [edge.node.game_id for edge in page.edges]


class TestThePages:
    """From any instance, in either API."""

    def test_tell_which_games_appear_change_and_go(self, at_two: tuple[Client, Client]) -> None:
        here, there = at_two
        with told(here, path=GAMES, kinds="CASK_RACE", first=50) as stream:
            before = _page(stream)
            made = there.done(
                "createGame", game={"caskRace": {}}, seats=seats_of([MINE, OPEN, OPEN]), visibility="OPEN"
            )
            game, host = made["game"]["gameId"], there.with_token(made["hostToken"])
            assert _until(stream, lambda page: game in _ids(page))["games"][0]["openSeats"] == [2, 3]
            host.done("closeSeat", gameId=game, seat=3)
            page = _until(stream, lambda page: page["games"][0]["openSeats"] != [2, 3])
            assert (page["games"][0]["gameId"], page["games"][0]["openSeats"]) == (game, [2])
            there.done("createGame", game={"caskRace": {}}, seats=seats_of([MINE, OPEN]), visibility="UNLISTED")
            host.done("abandon", gameId=game)
            assert _ids(_until(stream, lambda page: game not in _ids(page))) == _ids(before)

    def test_come_over_a_websocket(self, service: Any, anyone: Client) -> None:
        query = "subscription { openGames(first: 1) { ... on GameConnection { edges { node { gameId } } } } }"
        with RawSocket(service.url) as line:
            line.init()
            line.subscribe("1", query, {})
            line.receive()
            made = anyone.done("createGame", game={"caskRace": {}}, seats=seats_of([MINE, OPEN]), visibility="OPEN")
            (edge,) = line.receive()["payload"]["data"]["openGames"]["edges"]
        assert edge["node"]["gameId"] == made["game"]["gameId"]

    @pytest.mark.usefixtures("often")
    async def test_keep_to_the_pace_and_the_seats_that_a_follower_asked_for(self, house: Accounts) -> None:
        untimed, live = [
            Follower(house.open.follow_open_games(Caller(), None, 20, pace=pace, free_seats=1))
            for pace in (Pace.UNTIMED, Pace.LIVE)
        ]
        await untimed.has(1)
        await live.has(1)
        game = await opened(house)
        await until(lambda: shown(untimed.values[-1]) == [game], "the new game")
        await joined(house, game)
        await until(lambda: shown(untimed.values[-1]) == [], "an empty list")
        assert not any(shown(page) for page in live.values)
        await leave_all([untimed, live])
        await house.check_nothing_is_left()

    @pytest.mark.usefixtures("often")
    async def test_can_be_those_where_a_friend_sits(self, house: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
        async def friends_of(account: str) -> list[str]:
            return [ANN] if account == BOB else []

        monkeypatch.setattr(house.lobby, "_friends_of", friends_of)
        await house.profiles.save_profile(Caller(ANN), "Ann", None, None, False, False)
        with pytest.raises(Refused) as refused:
            await house.open.follow_open_games(Caller(), None, 20, friends=True)
        assert isinstance(refused.value.problem, NoAccount)
        friends, strangers = [
            Follower(house.open.follow_open_games(Caller(token), None, 20, friends=True)) for token in (BOB, ANN)
        ]
        await friends.has(1)
        await strangers.has(1)
        game = await opened(house)
        await until(lambda: shown(friends.values[-1]) == [game], "the friend's game")
        assert not any(shown(page) for page in strangers.values)
        await leave_all([friends, strangers])
        await house.check_nothing_is_left()

    async def test_begin_with_the_newest_games_and_say_that_there_are_more(self, house: Accounts) -> None:
        games = [await opened(house) for _ in range(3)]
        follower = follow(house, 2)
        (page,) = await follower.has(1)
        assert len(page.edges) == 2
        assert page.next == page.edges[-1].cursor
        more = await house.lobby.open_games(Caller(), None, 2, page.next)
        assert {*shown(page), *shown(more)} == {*games}
        await follower.leave()
        await house.check_nothing_is_left()

    async def test_are_refused_for_a_kind_that_is_not_there(self, house: Accounts) -> None:
        with pytest.raises(Refused) as refused:
            await house.open.follow_open_games(Caller(), [GameKind("CHESS")], 20)
        assert isinstance(refused.value.problem, InputRefused)


class TestManyFollowers:
    """Share the reads and the answers."""

    @pytest.mark.usefixtures("often")
    async def test_cost_no_more_than_one(self, house: Accounts, store: Unsteady) -> None:
        followers = [follow(house) for _ in range(100)]
        for follower in followers:
            await follower.has(1)
        await settled()
        before = store.reads
        game = await opened(house)
        for follower in followers:
            await until(lambda: game in shown(follower.values[-1]), "the new game")  # noqa: B023 -- awaited here
        assert len({id(follower.told[-1]) for follower in followers}) == 1
        assert store.reads - before <= 4
        await leave_all(followers)
        await house.check_nothing_is_left()

    async def test_get_a_burst_of_changes_in_few_pages(self, house: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(open_games, "APART", 0.2)
        follower = follow(house)
        await follower.has(1)
        games = [await opened(house) for _ in range(20)]
        await until(lambda: {*shown(follower.values[-1])} == {*games}, "all games")
        assert len(follower.told) <= 4
        await follower.leave()
        await house.check_nothing_is_left()


@pytest.mark.usefixtures("often")
class TestABreak:
    """Of the store, or of its messages."""

    async def test_loses_nothing(self, house: Accounts, store: Unsteady) -> None:
        follower = follow(house)
        await follower.has(1)
        store.break_off()
        await settled()
        store.away = False
        game = await opened(house)
        await until(lambda: shown(follower.values[-1]) == [game], "the new game")
        await follower.leave()
        await house.check_nothing_is_left()

    async def test_of_messages_is_found_by_looking(
        self, house: Accounts, store: Unsteady, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(shared_reading, "RECHECK", 0.02)
        follower = follow(house)
        await follower.has(1)
        store.deaf = True
        game = await opened(house)
        await until(lambda: shown(follower.values[-1]) == [game], "the new game")
        await joined(house, game)
        await until(lambda: shown(follower.values[-1]) == [], "no game")
        told = len(follower.told)
        await until(lambda: store.reads > 100, "many looks")
        assert len(follower.told) == told  # nothing has changed
        await follower.leave()
        await house.check_nothing_is_left()


def _page(stream: Told) -> Json:
    event = stream.next()
    assert (event.name, event.id) == (None, None)
    page: Json = json.loads(event.data)
    assert list(page) == ["next", "games"]
    return page


def _ids(page: Json) -> list[str]:
    return [game["gameId"] for game in page["games"]]


def _until(stream: Told, true: Callable[[Json], bool]) -> Json:
    while not true(page := _page(stream)):
        pass
    return page
