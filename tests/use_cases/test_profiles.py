"""A handle belongs to one account, also when a request is interrupted or two come at the same time."""

from __future__ import annotations

import asyncio

import pytest

from taphouse.schema.concepts.persons import MOST_MARKED, HandleTaken, PlayerMark, TooManyPlayers
from taphouse.schema.failures import Refused
from taphouse.service.persons.profiles import CLAIMED, Profiles
from taphouse.service.persons.stored import KEPT, OWNER, Mark, Owner, handle_names, pack, person_name, unpack
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
