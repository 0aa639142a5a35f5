"""A challenge has one end, also if several come at the same time, and whatever is lost of the lists."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from taphouse.schema.failures import Refused
from taphouse.schema.ports import AccountHolder
from taphouse.schema.results import GameCreated
from taphouse.schema.values.games import GameKind, Visibility
from taphouse.service.access.tokens import LATEST
from taphouse.service.games.beginning.creating import Creating
from taphouse.service.games.kernel.game_lists import challenged, entry
from taphouse.service.games.seating.challenging import MOST_OPEN
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Commit, Hold
from tests.use_cases.accounts import ANN, BOB, CID, MINE, id_of
from tests.use_cases.challenges import TO_BOB, Table


@pytest.fixture
async def place() -> Table:
    table = Table()
    for caller, handle in ((ANN, "Ann"), (BOB, "Bob"), (CID, "Cid")):
        await table.save(caller, handle, None, None, False, False)
    return table


async def test_a_challenge_ends_once(place: Table) -> None:
    ends = []
    for number in range(9):
        game = await place.create(ANN, MINE, TO_BOB)
        asked: list[Any] = [
            place.join(BOB, game),
            place.challenging.decline_challenge(BOB, game, None, None),
            place.hosting.close_seat(ANN, game, 2, None, None),
        ]
        answers = await asyncio.gather(*asked[number % 3 :], *asked[: number % 3], return_exceptions=True)
        assert all(isinstance(one, Refused) or not isinstance(one, BaseException) for one in answers)
        told = await place.told(game)
        ends.append([kind for kind in told if kind in ("SeatTaken", "ChallengeDeclined", "SeatClosed")])
        assert await place.challenges() == []
    assert all(
        one in (["SeatTaken"], ["ChallengeDeclined"], ["SeatClosed"], ["ChallengeDeclined", "SeatClosed"])
        for one in ends
    )
    assert {one[0] for one in ends} == {"SeatTaken", "ChallengeDeclined", "SeatClosed"}
    assert await place.open() == 0


async def test_a_challenge_that_fell_out_of_its_list_is_found_again(place: Table) -> None:
    game = await place.create(ANN, MINE, TO_BOB)
    loaded = await place.game(game)
    await place.lists.forget([challenged(id_of(BOB))], [entry(loaded)])
    assert await place.challenges() == []
    await place.lists.put(loaded, read=True)
    assert await place.challenges() == [game]
    await place.store.enlist(challenged(id_of(CID)), entry(loaded), "", 60_000)  # and then the commit did not come
    page = await place.lobby.challenges(AccountHolder(id_of(CID), LATEST), "en", 20, None)
    assert page.nodes == ()


@pytest.mark.parametrize("stored", [False, True])
async def test_a_repeated_request_challenges_once(place: Table, monkeypatch: pytest.MonkeyPatch, stored: bool) -> None:
    create, commit = Creating(place.new_games, place.reader, place.editions).create, place.store.commit

    async def challenge() -> GameCreated:
        game = GameKind("CASK_RACE")
        return await create(ANN, game, {}, [MINE, TO_BOB], None, None, Visibility.UNLISTED, None, "k" * 30)

    async def cut(asked: Commit) -> Any:
        if stored:
            await commit(asked)
        raise StoreUnavailable("cut")

    with monkeypatch.context() as broken:
        broken.setattr(place.store, "commit", cut)
        with pytest.raises(StoreUnavailable):
            await challenge()
    made = [(await challenge()).game.game_id for _ in range(2)]
    assert await place.challenges() == made[:1] == made[1:]
    assert await place.open() == 1


async def test_nothing_is_stored_of_a_challenged_account_that_is_deleted(place: Table) -> None:
    declined, open_ = [await place.create(ANN, MINE, TO_BOB) for _ in range(2)]
    await place.challenging.decline_challenge(BOB, declined, None, None)
    assert id_of(BOB) in place.stored()
    await place.forget(id_of(BOB))
    assert await place.delete(BOB)
    await place.settle()
    assert (await place.told(open_))[-1] == "ChallengeDeclined"
    assert id_of(BOB) not in place.stored()
    assert "Bob" not in str((await place.reader.as_of(await place.game(open_), 1)).seats)


async def test_one_player_has_only_so_many_open_challenges(place: Table) -> None:
    name = challenged(id_of(BOB))
    game = await place.create(ANN, MINE, TO_BOB)
    await place.store.hold([Hold(name, str(number), MOST_OPEN, 60_000) for number in range(MOST_OPEN - 1)])
    with pytest.raises(Refused) as refused:
        await place.create(CID, MINE, TO_BOB)
    assert refused.value.problem.code == "TOO_MANY_CHALLENGES"
    assert await place.open() == MOST_OPEN
    await place.challenging.decline_challenge(BOB, game, None, None)
    assert await place.create(CID, MINE, TO_BOB)
