"""A profile is closed: nothing shows it any more, whatever fails meanwhile, and the account plays on."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.schema.concepts.persons import HandleStays, HandleTaken
from taphouse.schema.concepts.talk import TalkMode
from taphouse.schema.execution.scheduler import Scheduler
from taphouse.schema.failures import Refused
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.problems.seats import PlayerNotFound
from taphouse.schema.values.games import Status
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import SeatKind
from taphouse.service.access.tokens import LATEST
from taphouse.service.games.deleting import rewriting
from taphouse.service.games.kernel.game_lists import entry, of_player, spoken_in
from taphouse.service.games.seating.challenging import Challenges
from taphouse.service.persons import closing as module
from taphouse.service.persons.closing import Closing
from taphouse.service.persons.stored import HANDLES, RESERVED
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import PROFILES
from taphouse.service.store.rooms import Saying
from tests.use_cases.accounts import MINE, OPEN, PASS
from tests.use_cases.rated import ANN, BOB, CID, RatedPlace, id_of

TRACES = ("Anna-Handle", "Anna the First")


class ClosingPlace(RatedPlace):
    """A place where Ann has a profile, and closes it."""

    def __init__(self) -> None:
        super().__init__()
        self.new_games._challenges = Challenges(self.reader, self.profiles.challenged)
        self.closing = self.another()

    def another(self) -> Closing:
        """Another instance on the same store."""
        return Closing(self.reader, self.committer, self.profiles, Scheduler())

    async def open(self, caller: Caller = ANN, handle: str = TRACES[0], name: str | None = TRACES[1]) -> str:
        return (await self.profiles.save_profile(caller, handle, name, "hop", True, False)).profile.id

    async def profile(self, caller: Caller = ANN) -> Any:
        return await self.profiles.profile(AccountHolder(id_of(caller), LATEST))

    async def go_on(self) -> None:
        """Let an instance do what is due, and wait until nothing is."""
        for _ in range(8):
            self.now += 130_000
            for due in await self.store.claim(10, 100, PROFILES):
                await self.another().do(due)
        assert self.store._due[PROFILES] == {}

    def traces(self) -> list[str]:
        """The traces of the profile in games and lists."""
        held = repr((self.store._games, self.store._lists))
        return [one for one in (*TRACES, *self.ids) if one in held]

    ids: tuple[str, ...] = ()
    """The public ids that Ann has had."""


@pytest.fixture
async def place() -> ClosingPlace:
    place = ClosingPlace()
    place.ids = (await place.open(),)
    return place


async def test_nothing_shows_it_any_more_and_its_player_plays_on(place: ClosingPlace) -> None:
    await place.open(BOB, "Bob", None)
    rated, over = await place.begun(ANN, BOB), await place.lost(ANN, BOB)  # Bob hosts what Ann has lost
    plain = await place.running(moves=20)
    hosted = await place.create(ANN, OPEN, OPEN)
    sent = await place.create(ANN, MINE, SeatAsked(SeatKind.OPEN, challenge="Bob"))
    got = await place.create(BOB, SeatAsked(SeatKind.MINE), SeatAsked(SeatKind.OPEN, challenge=TRACES[0]))
    games = rated, over, plain, hosted, sent, got
    before = {game: (await place.game(game)).version for game in games}
    await place.count()
    assert place.traces() == [*TRACES, *place.ids]
    assert (await place.closing.close_profile(ANN)).finished
    assert place.traces() == []
    assert await place.profile() is None
    after = {game: await place.game(game) for game in games}
    holders = [one.seats[0].player for one in after.values()]
    assert holders == [id_of(ANN), id_of(BOB), id_of(ANN), None, id_of(ANN), id_of(BOB)]
    assert after[plain].seats[0].name is None
    assert (after[plain].seats[0].brewery, after[plain].seats[1].name) == ("Annas Bräu", "Bobby")
    assert after[rated].seats[1].profile is not None
    assert [(one.host.player, one.host.profile) for one in (after[hosted], after[sent])] == [(id_of(ANN), None)] * 2
    told = {game: await place.told(game, version) for game, version in before.items()}
    assert told == {
        **{game: ["SeatNamed"] for game in (rated, over, plain, hosted)},
        sent: ["SeatNamed", "SeatClosed"],
        got: ["ChallengeDeclined"],
    }
    assert [one.status for one in after.values()] == [
        Status.RUNNING,
        Status.OVER,
        Status.RUNNING,
        *[Status.WAITING] * 3,
    ]
    await place.playing.play(ANN, rated, PASS, None, None)
    await place.playing.resign(BOB, rated, None, None)
    await place.count()
    assert await place.games(ANN, BOB) == [2, 2]
    await place.go_on()
    assert place.traces() == []


async def test_the_handle_is_kept_for_a_while_and_a_new_profile_has_another_id(place: ClosingPlace) -> None:
    game = await place.running(moves=3)
    await place.closing.close_profile(ANN)
    with pytest.raises(Refused) as found:
        await place.open(handle="Other")
    assert found.value.problem == HandleStays(handle=TRACES[0], days=30)
    for again in range(2):
        with pytest.raises(Refused) as taken:
            await place.open(BOB, TRACES[0].upper())
        assert isinstance(taken.value.problem, HandleTaken)
        place.now += 0 if again else RESERVED - 2
    with pytest.raises(Refused) as gone:
        await place.profiles.player_named(CID, TRACES[0])
    assert isinstance(gone.value.problem, PlayerNotFound)
    newer = await place.open()
    assert newer not in place.ids
    other = await place.create(BOB, SeatAsked(SeatKind.MINE), OPEN)
    await place.join(ANN, other)
    await place.go_on()
    assert [(one.profile or ("",))[0] for one in (await place.game(other)).seats] == ["", newer]
    assert (await place.game(game)).seats[0].profile is None
    assert await place.store.listed([HANDLES], None, 9) == (f"{TRACES[0].casefold()}:{id_of(ANN)}",)
    await place.closing.close_profile(ANN)
    place.now += RESERVED
    assert await place.open(BOB, TRACES[0])
    assert await place.open(handle="Other")


async def test_who_has_none_closes_nothing(place: ClosingPlace) -> None:
    game = await place.create(BOB, MINE, OPEN)
    version = (await place.game(game)).version
    assert (await place.closing.close_profile(BOB)).finished
    assert ((await place.game(game)).version, place.store._due[PROFILES]) == (version, {})


@pytest.mark.parametrize("breaks", range(1, 22))
async def test_whatever_call_fails_another_instance_finishes(
    place: ClosingPlace, breaks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other = await place.running(moves=3), await place.create(ANN, MINE, OPEN)
    monkeypatch.setattr(rewriting, "WRITTEN_AT_ONCE", 1)
    monkeypatch.setattr(module, "PIECE", 1)
    calls = 0

    def failing(honest: Any) -> Any:
        async def call(*given: Any, **named: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == breaks:
                raise StoreUnavailable("away")
            return await honest(*given, **named)

        return call

    with monkeypatch.context() as breaking:
        for method in ("commit", "amend", "strike", "put_item", "remind", "listed", "records"):
            breaking.setattr(place.store, method, failing(getattr(place.store, method)))
        try:
            await place.closing.close_profile(ANN)
        except StoreUnavailable:
            assert calls == breaks
    if await place.profile() is not None:  # nothing was closed: the caller was told so, and asks again
        assert calls == breaks <= 3
        assert TRACES[0] in place.traces()
        await place.closing.close_profile(ANN)
    await place.go_on()
    assert (await place.profile(), place.traces()) == (None, [])
    for one in (game, other):
        assert (await place.game(one)).seats[0].player == id_of(ANN)
    assert len(await place.store.listed([of_player(id_of(ANN))], None, 9)) == 2


async def test_a_seat_that_was_taken_in_between_is_found(place: ClosingPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    """The profile was read before it was closed, and the seat taken after the games were gone through."""
    game = await place.create(BOB, SeatAsked(SeatKind.MINE), OPEN)
    honest, once = place.store.commit, True

    async def commit(asked: Any) -> Any:
        nonlocal once
        if once:
            once = False
            assert (await place.closing.close_profile(ANN)).finished
        return await honest(asked)

    monkeypatch.setattr(place.store, "commit", commit)
    await place.join(ANN, game)
    assert (await place.game(game)).seats[1].profile is not None
    await place.go_on()
    assert ((await place.game(game)).seats[1].player, place.traces()) == (id_of(ANN), [])


async def test_a_game_whose_entry_was_owed_is_found(place: ClosingPlace) -> None:
    game, name = await place.running(moves=3), of_player(id_of(ANN))
    listed = entry(await place.game(game))
    await place.store.strike(name, [listed])
    place.now += 1
    assert (await place.closing.close_profile(ANN)).finished
    assert place.traces() != []
    await place.store.enlist(name, listed, "", 10**9)
    await place.go_on()
    assert ((await place.game(game)).seats[0].player, place.traces()) == (id_of(ANN), [])


@pytest.mark.parametrize("reopened", [False, True])
async def test_what_was_said_in_between_is_forgotten_unless_the_profile_is_back(
    place: ClosingPlace, reopened: bool
) -> None:
    """The handle was read before the profile was closed, and the line said after the games were gone through."""
    game = await place.create(BOB, MINE, OPEN)

    async def say(text: str) -> None:
        account = id_of(ANN)
        assert await place.store.say(
            Saying(game, "table", f"player:{account}", account, text, text.encode(), True, TalkMode.FREE.value)
        )

    await place.store.enlist(spoken_in(id_of(ANN)), entry(await place.game(game)), "", 10**9)
    await say("before")
    await place.closing.close_profile(ANN)
    await say("after")
    if reopened:
        await place.open()
    await place.go_on()
    lines = (await place.store.heard(game, ("table",), 9)).rooms["table"]
    assert [one.body for one in lines] == [b"", b"after" if reopened else b""]


async def test_an_account_that_is_deleted_meanwhile_leaves_no_mark(place: ClosingPlace) -> None:
    await place.running(moves=3)
    await place.closing.close_profile(ANN)
    place.deletions._forgetting = (place.closing.forget, place.profiles.forget)
    assert await place.delete()
    await place.settle()
    await place.go_on()
    assert id_of(ANN) not in place.stored()
