"""Parts of a URL beyond the address: passwords, users, databases, sockets and TLS."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Committed, Hold, Take, TakeResult
from taphouse.service.store.redis import RedisStore
from tests.certificates import Certificate
from tests.effort import BOUND
from tests.servers import RedisServer, free_port, redis_server
from tests.store.build import Made, a_commit, a_game, a_record


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[RedisStore]:
    store = RedisStore.connect(url, timeout=BOUND)
    try:
        yield store
    finally:
        await store.close()


async def works(url: str) -> None:
    """A store at this URL commits and loads."""
    async with opened(url) as store:
        game = a_game()
        assert await store.commit(a_commit(game)) == Made()
        assert (await store.load(game)).record == a_record(1)


async def test_it_logs_in_with_a_password_or_as_a_user(own_redis: RedisServer) -> None:
    with own_redis.client() as admin:
        admin.execute_command("ACL SETUSER brewer on >hops ~* &* +@all")
        admin.config_set("requirepass", "malt")
    await works(f"redis://:malt@127.0.0.1:{own_redis.port}")
    await works(f"redis://brewer:hops@127.0.0.1:{own_redis.port}?client_name=taphouse")


async def test_a_user_needs_no_more_than_the_documents_say(own_redis: RedisServer) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "guides" / "operating.md").read_text()
    (rules,) = re.findall(r"`ACL SETUSER taphouse (.*?)`", " ".join(guide.split()))
    with own_redis.client() as admin:
        admin.execute_command(f"ACL SETUSER brewer reset {rules.replace('>secret', '>hops')}")
    async with opened(f"redis://brewer:hops@127.0.0.1:{own_redis.port}") as store:
        game = a_game()
        await store.remind(game, 1.0)
        made = await store.commit(a_commit(game, notices=(b"one",)))
        assert isinstance(made, Committed)
        assert made.due is not None
        assert (await store.load(game, None, [Take(a_game(), 1, 10, 1.0)])).taken == (TakeResult(True, 9, 0.0),)
        await store.enlist("a list", game, "", 1000)
        assert await store.listed(["a list"], None, 1) == (game,)
        assert await store.hold([Hold("one", game, 1, 1000)]) == (0.0,)
        assert await store.held(["one"]) == await store.lengths(["a list"]) == (1,)
        assert await store.put_item("some", "item", b"value", None, 1000)
        async with store.listening(game) as woken:
            await store.commit(a_commit(game, 1))
            await woken(BOUND)
        assert {one async for one in store.games()} == {game}
        assert (await store.health()).ready
    with own_redis.client() as admin:
        denied = [entry["object"] for entry in admin.acl_log()]
    assert denied == []


@pytest.mark.parametrize("login", ["", ":wrong@", "brewer:malt@"])
async def test_a_wrong_login_is_told(own_redis: RedisServer, login: str) -> None:
    with own_redis.client() as admin:
        admin.config_set("requirepass", "malt")
    async with opened(f"redis://{login}127.0.0.1:{own_redis.port}") as store:
        with pytest.raises(StoreUnavailable, match=r"(?i)auth|password"):
            await store.load(a_game())


async def test_a_login_that_is_withdrawn_is_told_and_one_that_is_given_works(own_redis: RedisServer) -> None:
    async with opened(f"redis://brewer:hops@127.0.0.1:{own_redis.port}") as store:
        with own_redis.client() as admin:
            admin.execute_command("ACL SETUSER brewer on >hops ~* &* +@all")
            await store.load(a_game())
            admin.execute_command("ACL DELUSER brewer")  # cuts the connections
            with pytest.raises(StoreUnavailable, match="WRONGPASS"):
                await store.load(a_game())
            admin.execute_command("ACL SETUSER brewer on >hops ~* &* +@all")
            await store.load(a_game())


async def test_it_selects_the_database(own_redis: RedisServer) -> None:
    async with opened(f"{own_redis.url}/3") as store:
        await store.commit(a_commit(a_game()))
    with own_redis.client() as admin:
        assert admin.dbsize() == 0
        assert "db3" in admin.info("keyspace")
    async with opened(f"{own_redis.url}/99") as store:
        with pytest.raises(StoreUnavailable, match="no database of the number in its URL"):
            await store.load(a_game())


async def test_it_uses_a_unix_socket(tmp_path: Path) -> None:
    with redis_server(tmp_path / "redis", "--unixsocket", str(tmp_path / "socket")):
        await works(f"unix://{tmp_path / 'socket'}")


async def test_it_speaks_tls_and_only_with_a_server_that_it_can_verify(tmp_path: Path) -> None:
    port, certificate = free_port(), Certificate(tmp_path)
    with redis_server(tmp_path / "redis", "--tls-port", str(port), *certificate.settings):
        await works(f"rediss://127.0.0.1:{port}?ssl_ca_certs={certificate.cert}")
        async with opened(f"rediss://127.0.0.1:{port}") as store:
            with pytest.raises(StoreUnavailable, match=r"(?i)certificate"):
                await store.load(a_game())
