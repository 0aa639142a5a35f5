"""The store in memory and the one in a server, told the same, say the same."""

from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.store.redis import RedisStore
from tests.effort import BOUND, many
from tests.store.build import Made, a_commit, a_game, a_key, a_record, an_entry

versions = st.integers(0, 20)
keys = st.builds(a_key, st.sampled_from("abc"), st.sampled_from(["one", "two"]), st.sampled_from(["host", "seat:1"]))
commits = st.tuples(
    st.just("commit"), st.integers(0, 1), st.sampled_from([0, 0, 0, -1, 1]), st.integers(1, 6), keys, st.integers(1, 9)
)
loads = st.tuples(st.just("load"), st.integers(0, 1), st.none() | keys)
entries = st.tuples(st.just("entries"), st.integers(0, 1), versions, versions)


@settings(max_examples=many(40))
@given(steps=st.lists(commits | commits | loads | entries, min_size=5, max_size=25))
async def test_both_say_the_same(valkey_url: str, steps: list[tuple]) -> None:
    memory, redis = MemoryStore(), RedisStore.connect(valkey_url, timeout=BOUND)
    games = [a_game(), a_game()]
    try:
        for name, which, *details in steps:
            told = [games[which], *details]
            if name == "commit":
                off, count, key, every = details
                record = (await memory.load(games[which])).record
                expected = max(0, (record.version if record else 0) + off)
                new = tuple(an_entry(version, every=every) for version in range(expected + 1, expected + count + 1))
                told = [a_commit(games[which], expected, key=key, entries=new, record=a_record(expected + count))]
            said = await getattr(memory, name)(*told)
            assert (Made() if said == Made() else said) == await getattr(redis, name)(*told)
    finally:
        await redis.close()
