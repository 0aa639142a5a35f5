"""A rated game counts once for each of its players, whatever fails and whichever instance rates it."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.schema.concepts.agreements import ProposalAsked
from taphouse.schema.concepts.ratings import LEAST_GAMES
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NoAccount
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import ProposalKind, UndoOption
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import HostPowers, Status
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import Opening, SeatEnder, SeatEndReason, SeatKind, Substitute
from taphouse.service.access.tokens import HOST
from taphouse.service.games.agreeing.proposing import Proposing
from taphouse.service.games.agreeing.rematching import Rematches
from taphouse.service.games.kernel import reminded_games
from taphouse.service.games.kernel.absent import taken_over
from taphouse.service.games.seating.replacing import replaced
from taphouse.service.persons import ratings as module
from taphouse.service.persons.rating_games import RatingGames, places, players
from taphouse.service.persons.stored import Result, person_name, unpack
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import RATINGS, Due
from tests.effort import BOUND
from tests.use_cases.rated import ANN, BOB, CID, OTHERS, OURS, RatedPlace, id_of

DAY = 86_400_000


@pytest.fixture
def place() -> RatedPlace:
    return RatedPlace()


async def test_a_game_moves_both_ratings_and_is_in_both_histories(place: RatedPlace) -> None:
    game = await place.lost(BOB, ANN)
    assert await place.of(ANN) is None
    await place.count()
    won, lost = await place.of(ANN), await place.of(BOB)
    assert won is not None
    assert lost is not None
    assert (won.strength - 1000, 1000 - lost.strength) == (105, 105)
    assert won.doubt == lost.doubt == 323
    for one, place_ in ((ANN, 1), (BOB, 2)):
        (point,) = (await place.history(one)).nodes
        assert (point.number, point.game_id, point.place, point.players) == (1, game, place_, 2)
    assert place.store._due[RATINGS] == {}
    (kept,) = await place.store.items([f"rated:{game}"])
    rivals = unpack(Result, kept["result"]).rivals
    assert [(one.account, one.place, one.seat, one.strength) for one in rivals] == [("", 1, 1, 25.0), ("", 2, 2, 25.0)]


@pytest.mark.parametrize("breaks", range(1, 18))
async def test_whatever_call_fails_the_game_counts_once_for_each(
    place: RatedPlace, breaks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAGE", 1)
    for one in (ANN, BOB):
        await place.profiles.save_profile(one, f"{one.token}".replace(".", ""), None, None, False, False)
    for _ in range(3):
        await place.lost(BOB, ANN)
        await place.count()
    await place.lost(BOB, ANN)
    place.now += 11_000
    (due,) = await place.store.claim(10, 10, RATINGS)
    calls = 0

    def failing(honest: Any, *, late: bool) -> Any:
        async def call(*given: Any, **named: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == breaks and not late:
                raise StoreUnavailable("away")
            found = await honest(*given, **named)
            if calls == breaks:
                raise StoreUnavailable("it answered, but its answer was lost")
            return found

        return call

    for late in (False, True):
        calls = 0
        with monkeypatch.context() as breaking:
            for method in ("items", "put_item", "enlist", "strike", "drop_items", "settle", "records"):
                breaking.setattr(place.store, method, failing(getattr(place.store, method), late=late))
            try:
                await RatingGames(place.reader).do(due)
            except StoreUnavailable:
                assert calls == breaks
            else:
                assert calls < breaks
    await place.count()
    assert await place.games(ANN, BOB) == [4, 4]
    for one in (ANN, BOB):
        history = [point.number for point in (await place.history(one)).nodes]
        assert history == [4, 3, 2, 1]
    assert place.store._due[RATINGS] == {}


async def test_many_instances_count_a_game_once(place: RatedPlace) -> None:
    games = [await place.lost(*pair) for pair in itertools.permutations((ANN, BOB, CID), 2)]
    instances = [RatingGames(place.reader) for _ in range(4)]
    await asyncio.gather(*[one.do(place.due(game)) for one in instances for game in games])
    assert await place.games(ANN, BOB, CID) == [4, 4, 4]
    assert {point.game_id for point in (await place.history(ANN)).nodes} == {*games[:3], games[4]}


async def test_a_reminder_that_comes_back_late_changes_nothing(
    place: RatedPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAGE", 2)
    first = await place.lost(BOB, ANN)
    await place.count()
    for _ in range(9):
        place.now += DAY
        await place.lost(BOB, ANN)
        await place.count()
    before = await place.of(ANN)
    await place.rating.do(place.due(first))
    assert (await place.of(ANN), await place.games(ANN, BOB)) == (before, [10, 10])
    pages = [await place.history(ANN, 4, after) for after in (None, "7", "3")]
    assert [[point.number for point in page.nodes] for page in pages] == [[10, 9, 8, 7], [6, 5, 4, 3], [2, 1]]
    assert [page.page_info.has_next_page for page in pages] == [True, True, False]
    assert pages[2].nodes[1].game_id == first


async def test_without_its_reminder_this_instance_rates_the_game(
    place: RatedPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any) -> None:
        raise StoreUnavailable("away")

    with monkeypatch.context() as breaking:
        breaking.setattr(place.store, "remind", away)
        await place.lost(BOB, ANN)
    await place.rating.do(place.rating._waiting.get_nowait())
    assert await place.games(ANN, BOB) == [1, 1]


async def test_a_game_without_a_reminder_is_rated_once_the_store_is_back(
    place: RatedPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, counted, settle = asyncio.Event(), asyncio.Event(), place.store.settle

    async def away(*_: Any) -> None:
        asked.set()
        raise StoreUnavailable("away")

    async def noted(due: Due) -> None:
        await settle(due)
        counted.set()

    monkeypatch.setattr(reminded_games, "POLL", 0.01)
    monkeypatch.setattr(place.store, "settle", noted)
    with monkeypatch.context() as breaking:
        breaking.setattr(place.store, "remind", away)
        await place.lost(BOB, ANN)
    running = asyncio.create_task(place.rating.run())
    with monkeypatch.context() as breaking:
        breaking.setattr(place.store, "records", away)
        asked.clear()
        async with asyncio.timeout(BOUND):
            await asked.wait()
    async with asyncio.timeout(BOUND):
        await counted.wait()
    running.cancel()
    assert await place.games(ANN, BOB) == [1, 1]


async def test_a_running_instance_rates_what_ends_in_it(place: RatedPlace) -> None:
    await place.lost(BOB, ANN)
    counted, settle = asyncio.Event(), place.store.settle

    async def noted(due: Due) -> None:
        await settle(due)
        counted.set()

    place.store.settle = noted  # type: ignore[method-assign]
    running = asyncio.create_task(place.rating.run())
    async with asyncio.timeout(5):
        await counted.wait()
    running.cancel()
    assert await place.games(ANN, BOB) == [1, 1]


async def draw(place: RatedPlace, game: str, kind: ProposalKind) -> None:
    rematches = Rematches(place.new_games, place.reader, place.editions, place.access)
    proposing = Proposing(place.committer, place.reader, rematches.judge)
    await proposing.propose(ANN, game, ProposalAsked(kind), 600, None, None)
    await proposing.accept_proposal(BOB, game, f"{game}-{(await place.game(game)).version}", None, None)


@pytest.mark.parametrize(
    ("kind", "moves", "counts"),
    [(ProposalKind.DRAW, 2, 1), (ProposalKind.DRAW, 1, 0), (ProposalKind.UNSCORED, 4, 0)],
)
async def test_a_draw_counts_once_both_have_moved(
    place: RatedPlace, kind: ProposalKind, moves: int, counts: int
) -> None:
    game = await place.begun(ANN, BOB, moves=moves)
    await draw(place, game, kind)
    assert (await place.game(game)).status is Status.ABANDONED
    await place.count()
    assert await place.games(ANN, BOB) == [counts, counts]
    if counts:
        ann, bob = await place.of(ANN), await place.of(BOB)
        assert ann is not None
        assert bob is not None
        assert ann.strength == bob.strength == 1000


async def test_who_leaves_is_behind_those_who_stayed(place: RatedPlace) -> None:
    game = await place.begun(ANN, BOB, CID)
    loaded = await place.game(game)
    for opening in Opening:
        with pytest.raises(Refused) as refused:
            replaced(loaded, 2, Substitute(open=opening), may_return=False, who=HOST, reason=SeatEndReason.ABSENT)
        assert isinstance(refused.value.problem, InputRefused)
    for one in (BOB, CID):
        await place.playing.resign(one, game, None, None)
    over = await place.game(game)
    assert (places(over), players(over)) == ([1, 3, 2], list(map(id_of, (ANN, BOB, CID))))
    (first, *others) = over.seats
    covered = replace(over, seats=(replace(first, bot="GREEDY", away=True), *others))
    assert (places(covered), players(covered)) == ([4, 3, 2], players(over))
    left = replace(
        over, seats=(taken_over(first.ended(SeatEnder.SEATS, SeatEndReason.AGREED), BotKind.RANDOM), *others)
    )
    assert (places(left), players(left)) == ([4, 3, 2], players(over))
    await place.count()
    assert [(await place.history(one)).nodes[0].place for one in (ANN, BOB, CID)] == [1, 3, 2]


async def test_what_is_abandoned_counts_for_nobody(place: RatedPlace) -> None:
    waiting = await place.rated()
    await place.hosting.abandon(ANN, waiting, None, None)
    game = await place.begun(ANN, BOB, moves=3)
    with pytest.raises(Refused):
        await place.hosting.abandon(ANN, game, None, None)
    place.now += 4 * DAY
    await place.hosting.abandon(ANN, game, None, None)
    await place.count()
    assert await place.games(ANN, BOB) == [0, 0]


async def test_an_account_that_is_deleted_is_not_rated_and_leaves_nothing(place: RatedPlace) -> None:
    await place.profiles.save_profile(ANN, "Ann-Rated", None, None, False, False)
    for _ in range(70):
        await place.lost(BOB, ANN)
        await place.count()
    assert len((await place.leaders()).nodes) == 1
    pending = await place.lost(BOB, ANN)
    due = place.due(pending)
    result = await place.rating._result(await place.game(pending), f"rated:{pending}")
    assert len(result.rivals) == 2
    while not await place.delete():
        pass
    await place.rating.do(due)
    await place.settle()
    assert id_of(ANN) not in place.stored()
    assert (await place.leaders()).nodes == ()
    assert await place.games(ANN, BOB) == [0, 71]


async def test_a_leaderboard_has_players_with_a_profile_and_enough_games(place: RatedPlace) -> None:
    await place.profiles.save_profile(ANN, "Ann-Leads", "Ann", None, False, False)
    for number in range(LEAST_GAMES):
        assert (await place.leaders()).nodes == (), number
        await place.lost(BOB, ANN)
        await place.count()
    (leader,) = (await place.leaders()).nodes
    assert (leader.place, leader.handle, leader.name, leader.rating) == (1, "Ann-Leads", "Ann", await place.of(ANN))
    await place.profiles.save_profile(BOB, "Bob-Follows", None, None, False, False)
    assert len((await place.leaders()).nodes) == 1
    await place.lost(BOB, ANN)
    await place.count()
    first = await place.leaders(1)
    second = await place.leaders(1, first.page_info.end_cursor)
    assert [(one.place, one.handle) for one in (*first.nodes, *second.nodes)] == [(1, "Ann-Leads"), (2, "Bob-Follows")]
    assert (first.page_info.has_next_page, second.page_info.has_next_page) == (True, False)
    assert len(await place.store.listed(["ratings:cask-race"], None, 10)) == 2
    for wrong in ("1", "1-0000000-", "x", first.page_info.end_cursor + "a"):
        with pytest.raises(Refused):
            await place.leaders(1, wrong)


async def test_doubt_grows_in_absence_until_a_player_is_off_the_leaderboard(place: RatedPlace) -> None:
    await place.profiles.save_profile(ANN, "Ann-Away", None, None, False, False)
    for _ in range(LEAST_GAMES):
        await place.lost(BOB, ANN)
        await place.count()
    before = await place.of(ANN)
    assert before is not None
    place.now += 60 * DAY
    after = await place.of(ANN)
    assert after is not None
    assert (after.strength, after.doubt - before.doubt, before.rating - after.rating) == (before.strength, 40, 120)
    assert (await place.leaders()).nodes[0].rating == after
    place.now += 400 * DAY
    late = await place.of(ANN)
    assert late is not None
    assert late.doubt == 333
    assert (await place.leaders()).nodes == ()
    assert await place.store.listed(["ratings:cask-race"], None, 10) == ()


async def test_a_seat_shows_the_rating_with_which_its_player_sat_down(place: RatedPlace) -> None:
    await place.profiles.save_profile(ANN, "Ann-Sits", None, None, False, False)
    await place.lost(BOB, ANN)
    await place.count()
    rating = await place.of(ANN)
    assert rating is not None
    game = await place.rated(BOB)
    await place.join(ANN, game)
    player = (await place.game(game)).seats[1].profile
    assert player is not None
    assert player[1:] == ("Ann-Sits", rating.rating)
    assert (await place.profiles.player_named(CID, "ann-sits")).ratings == (rating,)


@pytest.mark.parametrize(
    ("argument", "terms"),
    [
        ("rated", {"caller": Caller()}),
        ("rated", {"seed": "known"}),
        ("undo", {"undo": UndoOption.FREE}),
        ("advice", {"advice": Advice.AFTER_THE_END}),
        ("powers", {"powers": HostPowers.FULL}),
        ("seats", {"seats": (OURS, OURS)}),
        ("seats", {"seats": (OURS, OTHERS, SeatAsked(SeatKind.BOT, BotKind.RANDOM))}),
    ],
)
async def test_terms_that_say_nothing_of_strength_are_refused(
    place: RatedPlace, argument: str, terms: dict[str, Any]
) -> None:
    with pytest.raises(Refused) as refused:
        await place.rated(**terms)
    assert isinstance(refused.value.problem, InputRefused)
    assert refused.value.problem.argument == argument


async def test_guests_are_refused_and_seats_keep_their_players(place: RatedPlace) -> None:
    game = await place.rated()
    with pytest.raises(Refused) as refused:
        await place.join(Caller(), game)
    assert isinstance(refused.value.problem, NoAccount)
    await place.join(BOB, game)
    place.now += 4 * DAY
    with pytest.raises(Refused):
        await place.hosting.reissue(ANN, game, 2, None, None)


async def test_a_rematch_of_a_rated_game_is_rated(place: RatedPlace) -> None:
    game = await place.lost(BOB, ANN)
    await draw(place, game, ProposalKind.REMATCH)
    next_game = await place.game(str((await place.game(game)).agreements.rematch))
    assert (next_game.terms.rated, next_game.status) == (True, Status.RUNNING)
    await place.playing.resign(ANN, next_game.id, None, None)
    await place.count()
    assert await place.games(ANN, BOB) == [2, 2]


async def test_a_person_without_a_profile_has_a_rating_of_their_own(place: RatedPlace) -> None:
    await place.lost(BOB, ANN)
    await place.count()
    (items,) = await place.store.items([person_name(id_of(ANN))])
    assert [*items] == ["r:cask-race"]
    await place.profiles.save_profile(ANN, "Ann-Later", None, None, False, False)
    assert (await place.profiles.player_named(BOB, "Ann-Later")).ratings == ((await place.of(ANN)),)
