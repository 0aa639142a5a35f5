"""The cache that clients fill."""

from __future__ import annotations

from collections import OrderedDict

from hypothesis import given
from hypothesis import strategies as st

from taphouse.schema.execution.documents import PART, FairCache

MOST, MOST_SIZE = 8, 40


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 30)), max_size=200))
def test_it_is_bounded_and_nobody_loses_their_part_of_it(uses: list[tuple[str, int]]) -> None:
    cache = FairCache[int](MOST, MOST_SIZE)
    users: dict[int, set[str]] = {}

    def alone(client: str) -> list[int]:
        return [number for number in range(31) if str(number) in cache._kept and users[number] == {client}]

    for client, number in uses:
        before = {one: alone(one) for one in "abc"}
        if cache.get(str(number), client) is None:
            users[number] = set()
            cache.put(str(number), number, number, client)
        if str(number) in cache._kept:
            users[number].add(client)
        kept = [number for number in range(31) if str(number) in cache._kept]
        assert len(cache) == len(kept) <= MOST
        assert sum(kept) <= MOST_SIZE
        for one, had in before.items():
            lost = [each for each in had if str(each) not in cache._kept]
            over = any(len(alone(other)) > MOST / PART or sum(alone(other)) > MOST_SIZE / PART for other in "abc")
            small = len(had) <= MOST / PART and sum(had) <= MOST_SIZE / PART
            assert not (lost and small and over), (one, lost)


@given(st.lists(st.integers(0, 12), max_size=100))
def test_without_clients_the_least_recently_used_goes_first(uses: list[int]) -> None:
    cache, model = FairCache[int](MOST, MOST_SIZE), OrderedDict[int, None]()
    for number in uses:
        assert (cache.get(str(number)) == number) == (number in model)
        cache.put(str(number), number, number)
        model[number] = None
        model.move_to_end(number)
        while len(model) > MOST or sum(model) > MOST_SIZE:
            model.popitem(last=False)


def test_a_client_evicts_what_it_alone_uses() -> None:
    cache = FairCache[int](MOST, 1000)
    for client in "abc":
        for number in range(2):
            cache.put(f"{client}{number}", number, 1, client)
    for number in range(2, 100):
        cache.put(f"a{number}", number, 1, "a")
    assert [key for key in ("a96", "a97", "a98", "a99", "b0", "b1", "c0", "c1") if key not in cache._kept] == []
    assert len(cache) == MOST


def test_a_client_may_have_the_room_that_nobody_needs() -> None:
    cache = FairCache[int](MOST, 1000)
    for number in range(MOST):
        cache.put(f"a{number}", number, 1, "a")
    assert len(cache) == MOST
    for number in range(3):
        cache.put(f"b{number}", number, 1, "b")
    assert [key for key in ("a3", "a7", "b0", "b2") if key not in cache._kept] == []
