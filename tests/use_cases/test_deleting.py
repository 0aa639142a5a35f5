"""An account leaves its games, and nothing of it is left in the store."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.records.record import Finished
from taphouse.engine.records.replaying import verify
from taphouse.schema import prices
from taphouse.schema.concepts.agreements import ProposalAsked
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NoAccount
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.values.agreements import ProposalKind
from taphouse.schema.values.clocks import NewClock
from taphouse.schema.values.games import Status, Visibility
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import SeatKind
from taphouse.service.games.agreeing.proposing import Proposing
from taphouse.service.games.agreeing.rematching import Rematches
from taphouse.service.games.agreeing.undoing import Undoing
from taphouse.service.games.beginning.forking import Forking
from taphouse.service.games.beginning.preparing import Preparing
from taphouse.service.games.deleting import deletions as module
from taphouse.service.games.deleting import rewriting
from taphouse.service.games.kernel.game_lists import listed_game, of_player
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import ACCOUNTS, Amendment, Commit, Result
from tests.use_cases.accounts import ANN, BOB, BOT, CID, HOOKS, MINE, NAMES, OPEN, PASS, Place, id_of
from tests.use_cases.build import GAMES, KIND


@pytest.fixture
def place() -> Place:
    return Place()


async def test_nothing_of_the_account_is_left_and_of_the_others_everything(place: Place) -> None:
    running, waiting = await place.running(moves=37, three=True), await place.create(ANN, MINE, OPEN, OPEN)
    over = await place.running(moves=3)
    await place.join(BOB, waiting, "Bobby")
    await place.playing.resign(ANN, over, None, None)
    of_bob = await place.create(BOB, SeatAsked(SeatKind.MINE, name="Bobby"), OPEN)
    await place.join(ANN, of_bob, *NAMES)
    abandoned = await place.create(ANN, MINE, BOT)
    games = running, waiting, over, of_bob, abandoned
    before = [(await place.game(game)).terms for game in games]
    assert await place.delete()
    await place.settle()
    left = place.stored()
    assert [trace for trace in (*NAMES, id_of(ANN)) if trace in left] == []
    assert left.count("Bobby") > 10
    assert [(await place.game(game)).terms for game in games] == before
    statuses = [(await place.game(game)).status for game in games]
    assert statuses == [Status.RUNNING, Status.WAITING, Status.OVER, Status.OVER, Status.ABANDONED]
    assert place.webhooks.count(id_of(ANN)) >= 1
    assert {*games} - {of_bob} <= {*place.webhooks}


async def test_a_bot_goes_on_and_the_next_account_hosts(place: Place) -> None:
    game = await place.running(moves=2, three=True)
    version = (await place.game(game)).version
    assert await place.delete()
    after = await place.game(game)
    assert await place.told(game, version) == ["SeatEnded", "BotTakesOver", "HostTokenReplaced"]
    assert (after.seats[0].bot, after.seats[0].generation) == ("GREEDY", 2)
    assert (after.host.player, after.host.generation) == (id_of(BOB), 2)
    assert after.seats[1].name == "Bobby"
    assert not (await place.told(game, after.version))


async def test_the_last_other_player_wins(place: Place) -> None:
    game = await place.running(moves=3)
    version = (await place.game(game)).version
    assert await place.delete()
    assert await place.told(game, version) == ["SeatResigned", "GameEnded", "HostTokenReplaced"]
    result = (await place.recorded(game)).result
    assert isinstance(result, Finished)
    assert [(one.seat, one.place) for one in result.standings] == [(2, 1), (1, 2)]
    await place.settle()
    assert id_of(ANN) not in place.stored()


async def test_a_seat_that_waits_is_free_again_and_a_table_of_nobody_else_ends(place: Place) -> None:
    game, alone = await place.create(ANN, MINE, OPEN, OPEN), await place.create(ANN, MINE, OPEN)
    await place.join(BOB, game)
    assert await place.delete()
    assert (await place.game(game)).seats[0].open
    assert (await place.game(alone)).status is Status.ABANDONED
    await place.join(CID, game)
    await place.join(ANN, game, "Somebody")
    assert (await place.game(game)).status is Status.RUNNING


async def test_a_seat_that_has_resigned_goes_on_passively(place: Place) -> None:
    game = await place.running(three=True)
    await place.playing.resign(ANN, game, None, None)
    assert await place.delete()
    seat = (await place.game(game)).seats[0]
    assert (seat.resigned, seat.name, seat.player) == (1, None, None)
    await place.playing.play(BOB, game, PASS, None, None)
    version = (await place.game(game)).version
    await place.playing.play(CID, game, PASS, None, None)
    assert (await place.game(game)).version == version + 2


async def test_names_of_earlier_parts_are_found(place: Place) -> None:
    """Of a seat that the host gave to somebody else, and of names that the host gave before the account came."""
    game = await place.create(BOB, SeatAsked(SeatKind.MINE), OPEN, OPEN)
    named = Preparing(place.committer, place.reader.now_ms)
    await named.name_seat(BOB, game, 2, *NAMES, None, None)
    await place.join(ANN, game)
    assert (await place.game(game)).seats[1].name == "Annabel"
    await place.hosting.reissue(BOB, game, 2, None, None)
    assert (await place.game(game)).seats[1].player is None
    assert await place.delete()
    await place.settle()
    assert [name for name in NAMES if name in place.stored()] == []
    seat = (await place.game(game)).seats[1]
    assert (seat.taken, seat.name) == (True, None)


async def test_undo_fork_rematch_and_record_work_afterwards(place: Place) -> None:
    game = await place.running(moves=2, three=True)
    assert await place.delete()
    undone = await Undoing(place.committer, place.reader).undo(BOB, game, None, None, None)
    assert undone.game.version == (await place.game(game)).version
    forking = Forking(place.new_games, place.reader, place.editions)
    fork = await forking.fork(BOB, game, None, [str(CID.token)], None, Visibility.UNLISTED, None)
    assert fork.game.seats[0].name is None
    assert (await place.recorded(game)).seats[0].name is None


async def test_a_record_proves_what_it_did(place: Place) -> None:
    game = await place.running(moves=5)
    await place.playing.resign(ANN, game, None, None)
    before = await place.recorded(game)
    assert await place.delete()
    after = await place.recorded(game)
    assert [seat.name for seat in after.seats] == [None, "Bobby"]
    assert (after.lines, after.draws, after.result) == (before.lines, before.draws, before.result)
    assert isinstance(after.result, Finished)
    assert [(one.seat, one.place) for one in after.result.standings] == [(2, 1), (1, 2)]
    verify(after, GAMES[KIND], await place.editions.by_digest(KIND, after.edition.digest, place.store))


async def test_a_rematch_waits_for_nobody(place: Place) -> None:
    game = await place.running(moves=1)
    await place.playing.resign(ANN, game, None, None)
    ended = (await place.game(game)).record.updated
    place.now += 1000
    assert await place.delete()
    assert (await place.game(game)).agreements.ended == ended
    rematches = Rematches(place.new_games, place.reader, place.editions, place.access)
    proposing = Proposing(place.committer, place.reader, rematches.judge)
    await proposing.propose(BOB, game, ProposalAsked(ProposalKind.REMATCH), 600, None, None)
    next_game = await place.game(str((await place.game(game)).agreements.rematch))
    assert (next_game.status, [seat.taken for seat in next_game.seats]) == (Status.WAITING, [True, False])
    assert (await place.lists.page([of_player(id_of(BOB))], None, 5))[0].endswith(next_game.id)


async def test_only_the_account_itself_is_deleted_and_it_must_name_itself(place: Place) -> None:
    game = await place.running()
    seat = await place.join(CID, await place.create(BOB, SeatAsked(SeatKind.MINE), OPEN))
    for caller, account, problem in (
        (BOB, id_of(ANN), InputRefused),
        (ANN, "", InputRefused),
        (Caller(seat.seat.token), id_of(ANN), NoAccount),
        (Caller(), id_of(ANN), NoAccount),
    ):
        with pytest.raises(Refused) as refused:
            await place.deletions.delete_account(caller, account)
        assert isinstance(refused.value.problem, problem)
    assert (await place.game(game)).seats[0].player == id_of(ANN)


async def test_deleting_again_changes_nothing_and_a_new_beginning_stays(place: Place) -> None:
    game = await place.running(moves=2)
    assert await place.delete()
    version = (await place.game(game)).version
    assert await place.delete()
    assert (await place.game(game)).version == version
    place.now += 1
    anew = await place.running()
    await place.settle()
    assert (await place.game(anew)).seats[0].player == id_of(ANN)
    assert (await place.store.listed([of_player(id_of(ANN))], None, 5))[0].endswith(anew)
    assert place.store._due[ACCOUNTS] == {}


@pytest.mark.parametrize("breaks", range(12))
async def test_whatever_call_fails_another_instance_finishes(
    place: Place, breaks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await place.create(BOB, SeatAsked(SeatKind.MINE, name="Bobby"), OPEN)
    await Preparing(place.committer, place.reader.now_ms).name_seat(BOB, game, 2, *NAMES, None, None)
    await place.join(ANN, game)
    monkeypatch.setattr(rewriting, "WRITTEN_AT_ONCE", 1)
    await place.create(ANN, MINE, BOT)
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
        for method in ("commit", "amend", "strike"):
            breaking.setattr(place.store, method, failing(getattr(place.store, method)))
        finished = await place.delete()
        assert finished is (calls < breaks or not breaks)
    await place.settle()
    assert [trace for trace in (*NAMES, id_of(ANN)) if trace in place.stored()] == []


async def test_moves_that_come_first_are_kept(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await place.running(moves=1)
    honest, moved = place.store.commit, False

    async def commit(asked: Commit) -> Result:
        nonlocal moved
        if not moved:
            moved = True
            await place.playing.play(BOB, game, PASS, None, None)
        return await honest(asked)

    monkeypatch.setattr(place.store, "commit", commit)
    assert await place.delete()
    found = await place.reader.happenings(await place.game(game), 0, 100)
    assert [one.seat for one in found if one.move is not None] == [1, 2]
    assert await place.told(game, 5) == ["SeatResigned", "GameEnded", "HostTokenReplaced"]
    assert id_of(ANN) not in repr(place.store._games)


async def test_two_players_of_one_game_are_deleted_at_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await place.running(moves=20)
    honest, other = place.store.amend, True

    async def amend(asked: Amendment) -> bool:
        nonlocal other
        if other:
            other = False
            assert await place.delete(BOB)
        return await honest(asked)

    monkeypatch.setattr(place.store, "amend", amend)
    assert await place.delete()
    await place.settle()
    traces = (*NAMES, "Bobby", id_of(ANN), id_of(BOB))
    assert [trace for trace in traces if trace in place.stored()] == []
    assert (await place.game(game)).status is Status.OVER


async def test_many_games_are_done_in_pieces(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PIECE", 2)
    monkeypatch.setattr(module, "PAGE", 2)
    for _ in range(7):
        await place.running()
    assert not await place.delete()
    assert 0 < len(await place.store.listed([of_player(id_of(ANN))], None, 20)) < 7
    for _ in range(3):
        (due,) = await place.store.claim(60, 10, ACCOUNTS)
        await place.deletions.finish(due)
    assert await place.delete()
    await place.settle()
    assert id_of(ANN) not in place.stored()


async def test_what_is_due_by_a_clock_comes_first(place: Place) -> None:
    game = await place.create(ANN, MINE, OPEN, clock=NewClock(per_move=60))
    await place.join(BOB, game)
    place.now += 3_600_000
    assert await place.delete()
    assert await place.told(game, 3) == ["TimeAdded", "SeatResigned", "GameEnded", "HostTokenReplaced"]


async def test_a_game_of_another_instance_is_left_to_it(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await place.running()
    assert {KIND} == {*place.reader.games}
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(place.reader, "games", {})
        assert not await place.delete()
    assert id_of(ANN) in repr(await place.game(game))
    await place.settle()
    assert id_of(ANN) not in place.stored()


async def test_a_game_forgets_who_created_it_but_not_from_where(place: Place) -> None:
    game = await place.create(ANN, MINE, OPEN)
    await place.join(BOB, game)
    loaded = await place.game(game)
    creator = f"account of {id_of(ANN)}"
    setup, less = [
        loaded.codec.new_setup(
            loaded.terms.edition,
            loaded.options,
            loaded.terms.seed,
            True,
            loaded.terms.commitment,
            Visibility.UNLISTED,
            loaded.terms.salt,
            creators,
        )
        for creators in (("address", creator), ("address",))
    ]
    assert await place.store.amend(Amendment(game, setup=(loaded.record.setup, setup)))

    class Counted:
        def account(self, player: str) -> str:
            return f"account of {player}"

    place.deletions._quotas = Counted()  # type: ignore[assignment]
    assert await place.delete()
    assert (await place.game(game)).record.setup == less


class Purse:
    """A budget that notes the points that are paid for logs."""

    def __init__(self) -> None:
        self.paid = list[int]()

    @property
    def prepaid(self) -> Purse:
        """The budget that logs are paid from."""
        return self

    async def admit(self) -> None:
        """Take the cost of the request."""

    async def pay(self, points: int) -> None:
        """Take points."""
        self.paid.append(points)


async def test_each_log_is_paid_for_by_its_length_and_walked_once(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prices, "VERSIONS_FORGOTTEN", 10)
    for moves in (4, 36, 28):
        await place.running(moves=moves)
    versions = [(await place.game(game)).version for game in await games_of(place)]
    read, entries = list[int](), place.store.entries

    async def counted(game: str, after: int, count: int) -> Any:
        read.append(count)
        return await entries(game, after, count)

    monkeypatch.setattr(place.store, "entries", counted)
    purse = Purse()
    assert await place.delete(replace(ANN, budget=purse))
    assert purse.paid == [HOOKS, *(one for version in versions for one in (prices.forget_price(version), HOOKS))]
    assert sum(read) == sum(versions) + 2 * len(versions)  # and those by which it left: a bot came, and another host


async def games_of(place: Place) -> list[str]:
    """The ids of Ann's games, in the order in which she is deleted from them."""
    return [listed_game(one)[1] for one in await place.store.listed([of_player(id_of(ANN))], None, 100)]
