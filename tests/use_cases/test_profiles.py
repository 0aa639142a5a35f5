"""A handle belongs to one account, also when a request is interrupted or two come at the same time."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from taphouse.schema.concepts.persons import MOST_MARKED, HandleTaken, PlayerMark, TooManyPlayers
from taphouse.schema.failures import Refused
from taphouse.service.persons.profiles import CLAIMED, Profiles
from taphouse.service.persons.stored import KEPT, OWNER, RESERVED, Mark, Owner, handle_names, pack, person_name, unpack
from tests.use_cases.accounts import ANN, BOB, CID, Place, id_of


@pytest.fixture
def place() -> Place:
    return Place()


async def test_of_many_who_ask_at_once_one_gets_the_handle(place: Place) -> None:
    instances = [Profiles(place.reader, on=True) for _ in range(2)]
    asked = [
        profiles.save_profile(caller, "Wanted", None, None, False, False)
        for profiles in instances
        for caller in (ANN, BOB, CID)
    ]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    refused = [one for one in answers if isinstance(one, Refused)]
    ids = {one.profile.id for one in answers if not isinstance(one, BaseException)}
    assert len(ids) == 1
    assert {type(one.problem) for one in refused} == {HandleTaken}


async def test_a_handle_without_a_profile_is_free_again(place: Place) -> None:
    profiles, name = Profiles(place.reader, on=True), handle_names("Wanted")[0]
    await place.store.put_item(name, OWNER, pack(Owner(id_of(ANN), place.now)), None, KEPT)  # and then ANN was cut off
    with pytest.raises(Refused):
        await profiles.save_profile(BOB, "Wanted", None, None, False, False)
    place.now += CLAIMED
    assert (await profiles.save_profile(BOB, "Wanted", None, None, False, False)).profile.handle == "Wanted"
    place.now += 2 * CLAIMED
    with pytest.raises(Refused):
        await profiles.save_profile(ANN, "Wanted", None, None, False, False)
    (found,) = await place.store.items([name])
    assert unpack(Owner, found[OWNER]).account == id_of(BOB)


async def test_two_changes_of_a_profile_at_once_keep_its_handle(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    profiles, items = Profiles(place.reader, on=True), place.store.items

    async def later(names: list[str]) -> Any:
        place.now += 1
        await asyncio.sleep(0)
        return await items(names)

    monkeypatch.setattr(place.store, "items", later)
    both = [profiles.save_profile(ANN, "Ann", name, None, False, False) for name in ("Anna", "Annie")]
    for one in await asyncio.gather(*both):
        assert one.profile.handle == "Ann"
    assert (await profiles.player_named(BOB, "ann")).name in ("Anna", "Annie")


async def test_nothing_is_kept_of_a_handle_that_an_account_asked_for_in_vain_or_has_given_up(place: Place) -> None:
    profiles = Profiles(place.reader, on=True)
    small = "\u0432\u0432"  # only its capital letters look like those of "BB"
    own, both = handle_names(small)

    async def owners() -> list[str | None]:
        found = await place.store.items([own, both])
        return [unpack(Owner, one[OWNER]).account if one else None for one in found]

    await profiles.save_profile(BOB, "BB", None, None, False, False)
    with pytest.raises(Refused):
        await profiles.save_profile(ANN, small, None, None, False, False)
    place.now += 2
    assert await owners() == [None, id_of(BOB)]
    await profiles.forget(id_of(BOB))
    await profiles.save_profile(ANN, small, None, None, False, False)
    assert await owners() == [id_of(ANN)] * 2
    await profiles.close(id_of(ANN))
    place.now += RESERVED
    await profiles.save_profile(ANN, "Ann", None, None, False, False)
    place.now += 2
    assert await owners() == [None, None]


async def test_who_is_blocked_by_either_does_not_meet(place: Place) -> None:
    profiles = Profiles(place.reader, on=True)
    await profiles.save_profile(BOB, "Bob", None, None, False, False)
    assert await profiles.may_meet(id_of(ANN), id_of(BOB))
    await profiles.mark_player(ANN, "Bob", PlayerMark.FRIEND)
    assert await profiles.may_meet(id_of(ANN), id_of(BOB))
    await profiles.mark_player(ANN, "Bob", PlayerMark.BLOCKED)
    assert not await profiles.may_meet(id_of(ANN), id_of(BOB))
    assert not await profiles.may_meet(id_of(BOB), id_of(ANN))
    assert await profiles.may_meet(id_of(CID), id_of(BOB))


async def test_an_account_marks_only_so_many(place: Place) -> None:
    profiles = Profiles(place.reader, on=True)
    await profiles.save_profile(BOB, "Bob", None, None, False, False)
    marked = await profiles.mark_player(ANN, "Bob", PlayerMark.FRIEND)
    for number in range(MOST_MARKED):
        await place.store.put_item(person_name(id_of(ANN)), f"mark:{number}", pack(Mark("FRIEND", 1)), None, KEPT)
    assert (await profiles.mark_player(ANN, "Bob", PlayerMark.BLOCKED)).player.id == marked.player.id
    await profiles.save_profile(CID, "Cid", None, None, False, False)
    with pytest.raises(Refused) as refused:
        await profiles.mark_player(ANN, "Cid", PlayerMark.FRIEND)
    assert isinstance(refused.value.problem, TooManyPlayers)
