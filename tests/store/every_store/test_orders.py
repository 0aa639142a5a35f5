"""Duties of every store for standing orders: they stay with the game, and no commit passes them by."""

from msgspec.structs import replace

from taphouse.service.store.protocol import Committed, Conflict, Store
from tests.store.build import NOTHING_IS_TEXT, a_commit, a_game, a_record, play

ORDERS = b"orders" + NOTHING_IS_TEXT


async def test_orders_are_replaced_only_if_they_are_what_was_read(store: Store) -> None:
    game = a_game()
    assert not await store.put_orders(game, ORDERS, b"")
    await play(store, game, 1)
    assert await store.put_orders(game, ORDERS, b"")
    assert await store.put_orders(game, ORDERS, b"")  # again, since the answer may have been lost
    assert not await store.put_orders(game, b"others", b"")
    record = (await store.load(game)).record
    assert record is not None
    assert record.orders == ORDERS
    assert await store.put_orders(game, b"", ORDERS)
    assert (await store.load(game)).record == replace(record, orders=b"")


async def test_a_change_that_was_judged_without_the_orders_is_a_conflict(store: Store) -> None:
    game = a_game()
    await play(store, game, 1)
    assert await store.put_orders(game, ORDERS, b"")
    assert await store.commit(a_commit(game, 1)) == Conflict(1)
    known = a_commit(game, 1, record=a_record(2, orders=b"as they were read"))
    assert isinstance(await store.commit(known), Committed)
    record = (await store.load(game)).record
    assert record is not None
    assert (record.version, record.orders) == (2, ORDERS)
