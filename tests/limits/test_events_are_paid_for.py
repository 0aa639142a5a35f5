"""Events of streams are paid for by their followers, from points taken in advance, and those who cannot pay lose nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from taphouse.schema.execution.shared_values import Events, Payer, SharedValue
from taphouse.schema.prices import EVENT, LOOK, MOST_EVENT, TOLD, event_price
from taphouse.service.access import prepaid_points
from taphouse.service.access.prepaid_points import BLOCK, LENT, PrepaidBucket, PrepaidBuckets
from tests.effort import BOUND
from tests.limits.build import CREATE, HERE, Counted, house

CAPACITY, FLOW = 20_000, 5000.0


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepaid_points, "LONGEST_NAP", 0.001)


def prepaid(store: Counted, capacity: int = CAPACITY) -> PrepaidBuckets:
    return PrepaidBuckets([PrepaidBucket(store, name, capacity, FLOW) for name in ("token", "address")], "ada")


async def test_a_thousand_followers_who_share_an_answer_cost_a_few_calls_of_the_store() -> None:
    store = Counted()
    shared = prepaid(store)
    for _ in range(1000):
        if not shared.pays(TOLD):
            await shared.pay(TOLD)
    assert store.trips["take"] == 2 * 1000 * TOLD // BLOCK
    assert sum(take.cost for take in store.taken) == 2 * 1000


def test_an_event_of_a_short_document_costs_as_much_as_one_of_rest() -> None:
    assert [event_price(LOOK + values) for values in (0, 1, 300)] == [EVENT, EVENT, 300]


async def test_who_cannot_pay_waits_until_the_bucket_has_filled_and_those_who_wait_are_served_in_turn() -> None:
    store = Counted()
    poor = prepaid(store, capacity=100)
    await poor.pay(100)
    served: list[int] = []

    async def follower(number: int) -> None:
        await poor.pay(60)
        served.append(number)

    waiting = [asyncio.create_task(follower(number)) for number in range(3)]
    await asyncio.sleep(0.02)
    assert served == []
    assert not poor.pays(0)  # nobody overtakes those who wait
    for count in (1, 2, 3):
        store.clock.now += 61 / FLOW
        await asyncio.wait_for(waiting[count - 1], 10)
        assert served == list(range(count))


async def test_clients_of_an_address_are_served_in_rotation_and_who_leaves_takes_nothing() -> None:
    store = Counted()
    shared = PrepaidBucket(store, "address", 100, FLOW)
    await shared.wait(100, "ada")
    served: list[str] = []

    async def follower(client: str) -> None:
        await shared.wait(50, client)
        served.append(client)

    waiting = [asyncio.create_task(follower(client)) for client in ("ada", "ada", "ada", "ben", "ben", "ben")]
    await asyncio.sleep(0.01)
    waiting[0].cancel()
    waiting[4].cancel()
    for count in (1, 2, 3, 4):
        store.clock.now += 51 / FLOW
        async with asyncio.timeout(BOUND):
            while len(served) < count:  # noqa: ASYNC110 -- no event tells of it
                await asyncio.sleep(0.001)
    assert served == ["ben", "ada", "ben", "ada"]
    assert not shared._waiting
    assert (shared.left, shared._wanted) == (0, 0)


async def test_who_leaves_while_they_are_paid_for_gives_the_points_back() -> None:
    shared = PrepaidBucket(Counted(), "address", 100, FLOW)
    await shared.fill(10)
    waiting = asyncio.create_task(shared.wait(10, "ada"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)  # they are paid for
    assert shared.left == 0
    waiting.cancel()
    await asyncio.wait([waiting])
    assert (shared.left, waiting.cancelled()) == (10, True)


async def test_who_leaves_while_the_second_bucket_is_short_gets_back_what_the_first_gave() -> None:
    store = Counted()
    token, address = [PrepaidBucket(store, name, 100, FLOW) for name in ("token", "address")]
    await address.wait(100, "ben")
    await token.fill(60)
    left = token.left
    paying = asyncio.create_task(PrepaidBuckets([token, address], "ada").pay(60))
    async with asyncio.timeout(BOUND):
        while address.serving is None:  # noqa: ASYNC110 -- no event tells of it
            await asyncio.sleep(0.001)
    assert token.left == left - 60
    paying.cancel()
    await asyncio.wait([paying])
    assert (token.left, address.left, address._wanted) == (left, 0, 0)


async def test_who_waits_learns_of_an_unexpected_error(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any) -> Any:
        raise LookupError("gone")

    store = Counted()
    monkeypatch.setattr(store, "take", broken)
    shared = PrepaidBucket(store, "address", 100, FLOW)
    waits = [shared.wait(10, client) for client in ("ada", "ben")]
    found = await asyncio.gather(*waits, return_exceptions=True)
    assert [type(one) for one in found] == [LookupError] * 2
    assert (bool(shared._waiting), shared._wanted, shared.serving) == (False, 0, None)


async def test_more_than_a_bucket_holds_is_taken_bit_by_bit() -> None:
    store = Counted()
    poor = prepaid(store, capacity=100)
    paying = asyncio.create_task(poor.pay(250))
    for _ in range(8):
        await asyncio.sleep(0.01)
        store.clock.now += 100 / FLOW
    await asyncio.wait_for(paying, 10)
    assert sum(take.cost for take in store.taken if take.bucket == "token") >= 250


async def test_while_the_store_is_away_events_are_free() -> None:
    store = Counted()
    store.away = True
    await prepaid(store).pay(100)


async def test_who_has_waited_gets_the_newest_event_for_the_price_of_that() -> None:
    store, events = Counted(), []

    async def source() -> Any:
        for number in range(3):
            event = SharedValue(number)
            events.append(event)
            while (yield event) and not event.outdated:
                pass

    stream = source()
    first = await anext(stream)
    first.outdated = True
    payer = Payer(stream, own := prepaid(store), lambda event: LENT + 30 if event is first else 10)
    newest = await payer.paid(first)
    assert newest is events[1]
    assert [bucket.left for bucket in own._buckets] == [BLOCK - 10] * 2
    assert await payer.paid(newest) is newest


async def test_what_was_paid_for_and_not_got_pays_for_the_next_event() -> None:
    own = prepaid(Counted())
    await own.pay(1)
    before = [bucket.left for bucket in own._buckets]
    first, second = SharedValue(1), SharedValue(2)
    payer = Payer(sent(), own, lambda event: 5 if event is first else 7)
    assert payer.pays(first)
    assert payer.pays(first)
    assert [bucket.left for bucket in own._buckets] == [left - 5 for left in before]
    assert payer.pays(second)
    payer.got()
    assert [bucket.left for bucket in own._buckets] == [left - 7 for left in before]
    assert payer.pays(second)
    assert [bucket.left for bucket in own._buckets] == [left - 14 for left in before]


async def sent() -> Events:
    """No events."""
    return
    yield SharedValue(None)


async def test_an_event_has_a_most_that_it_may_cost() -> None:
    query = (
        "subscription($g: ID!) { gameUpdated(gameId: $g) { ... on Game { "
        + " ".join(f"m{number}: legalMoves(first: 100) {{ edges {{ node {{ label }} }} }}" for number in range(20))
        + " } } }"
    )
    async with house() as here:
        game, _ = await here.table()
        answer = await here.ask(query, headers={"accept": "text/event-stream"}, g=game)
        (error,) = answer.json()["errors"]
        assert (error["extensions"]["code"], error["extensions"]["limit"]) == ("TOO_COSTLY", MOST_EVENT)


async def test_the_events_of_a_stream_are_taken_from_the_buckets_of_its_follower() -> None:
    abandon = "mutation($g: ID!) { abandon(gameId: $g) { __typename } }"
    async with house() as here:
        made = (await here.ask(CREATE)).json()["data"]["createGame"]
        game = made["game"]["gameId"]
        assert (await here.ask(abandon, made["hostToken"], g=game)).status_code == 200
        here.reset()

        async def follow() -> str:
            events = await here.get(f"/v1/games/{game}/events", accept="text/event-stream")
            return events.text.partition("\n")[2]  # without the random time to reconnect

        told = await follow()
        assert told.count("data:") == 3
        (started,) = [take.cost for take in here.store.taken]  # the events are lent
        assert started < BLOCK
        lent = LENT // (3 * EVENT)
        assert [await follow() for _ in range(lent)] == [told] * lent
        costs = [take.cost for take in here.store.taken]
        assert costs == [started] * (1 + lent) + [BLOCK]
        assert await follow() == told
        assert [take.cost for take in here.store.taken] == [*costs, started]  # the rest of the block suffices


async def test_who_cannot_pay_to_open_a_stream_stops_nobody_who_opens_one_of_the_same_game() -> None:
    abandon = "mutation($g: ID!) { abandon(gameId: $g) { __typename } }"
    async with house() as here:
        made = (await here.ask(CREATE)).json()["data"]["createGame"]
        game = made["game"]["gameId"]
        assert (await here.ask(abandon, made["hostToken"], g=game)).status_code == 200
        here.store.empty()
        followers = [
            here.get(f"/v1/games/{game}/events", address=address, accept="text/event-stream")
            for address in (HERE, "192.0.2.2", HERE, "192.0.2.3")
        ]
        found = await asyncio.gather(*followers)
        assert [one.status_code for one in found] == [429, 200, 429, 200]
        assert found[1].text.count("data:") == found[3].text.count("data:") == 3


async def test_a_stream_that_is_refused_is_paid_for_once() -> None:
    document = "subscription { openGames { __typename ... on Problem { code } } }"
    async with house() as here:
        await here.ask(document, "known", headers={"accept": "text/event-stream"})  # the document, from now on
        for ask in (
            here.ask(document, "forged", headers={"accept": "text/event-stream"}),
            here.get("/v1/games", "forged", accept="text/event-stream"),
        ):
            here.reset()
            assert "TOKEN_REJECTED" in (await ask).text
            assert len(here.store.taken) == 1
