"""Only trusted proxies are believed whose request it is; anybody else's word for it is worth nothing."""

from __future__ import annotations

import io

import pytest

from taphouse.service.access.proxies import Proxies, network
from tests.limits.build import LOOK, house

PROXY, OTHER, CLIENT = "10.0.0.1", "10.1.2.3", "198.51.100.7"
TRUSTED = ("10.0.0.0/8", "2001:db8:ffff::/48")


async def seen(
    peer: str | None, *headers: tuple[str, str], trusted: tuple[str, ...] = TRUSTED, kind: str = "http"
) -> tuple[str, str]:
    """The client's address and the scheme, as the application sees them."""
    scope = {
        "type": kind,
        "client": None if peer is None else (peer, 4711),
        "scheme": "ws" if kind == "websocket" else "http",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
    }
    found = Proxies(trusted).seen_through(scope)
    return found["client"][0] if found["client"] else "", found["scheme"]


def hops(*values: str) -> list[tuple[str, str]]:
    return [("x-forwarded-for", value) for value in values]


@pytest.mark.parametrize(
    ("lines", "client"),
    [
        (["198.51.100.7"], CLIENT),
        (["6.6.6.6, 198.51.100.7"], CLIENT),  # the client itself wrote the entry before it
        (["6.6.6.6", "198.51.100.7"], CLIENT),
        (["6.6.6.6, 198.51.100.7, 10.1.2.3"], CLIENT),
        (["6.6.6.6, 198.51.100.7", "10.1.2.3, 10.0.0.9"], CLIENT),
        (["10.1.2.3"], OTHER),
        (["198.51.100.7:5555"], CLIENT),
        (["::ffff:198.51.100.7"], CLIENT),
        (["2001:db8::7, 2001:db8:ffff::1"], "2001:db8::7"),
        (["[2001:db8::7]:443"], "2001:db8::7"),
        ([], PROXY),
        ([""], PROXY),
        (["unknown"], PROXY),
        (["198.51.100.7, nonsense"], PROXY),
        (["nonsense, 10.1.2.3"], OTHER),
        (["198.51.100.7,"], PROXY),
        (["\xff"], PROXY),
        (["300.1.1.1"], PROXY),
    ],
)
async def test_the_client_is_the_last_hop_that_is_not_trusted(lines: list[str], client: str) -> None:
    assert (await seen(PROXY, *hops(*lines)))[0] == client


@pytest.mark.parametrize("peer", [CLIENT, "11.0.0.1", "::1", "127.0.0.1", "2001:db8::1", "not an address", None])
async def test_who_is_not_trusted_is_the_client_whatever_they_say(peer: str | None) -> None:
    told = await seen(peer, *hops("6.6.6.6"), ("x-forwarded-proto", "https"))
    assert told == (peer or "", "http")


async def test_a_proxy_at_a_unix_socket_is_trusted_where_that_is_said() -> None:
    assert (await seen(None, *hops(CLIENT), trusted=("unix",)))[0] == CLIENT
    assert (await seen(None, trusted=("unix",)))[0] == ""
    assert (await seen(PROXY, *hops(CLIENT), trusted=("unix",)))[0] == PROXY


@pytest.mark.parametrize(
    ("told", "scheme"),
    [("https", "https"), ("HTTPS", "https"), ("http, https", "https"), ("gopher", "http"), ("", "http")],
)
async def test_a_trusted_proxy_tells_the_scheme(told: str, scheme: str) -> None:
    assert (await seen(PROXY, ("x-forwarded-proto", told)))[1] == scheme
    found = (await seen(PROXY, ("x-forwarded-proto", told), kind="websocket"))[1]
    assert found == scheme.replace("http", "ws")


def test_one_client_of_ipv6_is_a_network() -> None:
    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2::") == "2001:db8:1:2::/64"
    assert network("fe80::1%eth0") == "fe80::/64"
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") == "192.0.2.1"
    assert network("testclient") == "testclient"


async def test_a_client_cannot_change_the_bucket_it_takes_from() -> None:
    async with house(trusted_proxies="10.0.0.0/8") as here:
        game, _ = await here.table()
        for peer, told in ((CLIENT, "1.1.1.1"), (CLIENT, "2.2.2.2"), (PROXY, f"3.3.3.3, {CLIENT}"), (PROXY, "4.4.4.4")):
            await here.ask(LOOK, address=peer, headers={"x-forwarded-for": told}, g=game)
        buckets = [take.bucket for take in here.store.taken]
        assert buckets[0] == buckets[1] == buckets[2] != buckets[3]


async def test_an_operator_is_told_once_of_a_proxy_that_is_not_trusted(lines: io.StringIO) -> None:
    async with house() as here:
        for _ in range(3):
            await here.get("/healthz", x_forwarded_for="1.2.3.4")
    assert lines.getvalue().count("TAPHOUSE_TRUSTED_PROXIES") == 1
    assert "1.2.3.4" not in lines.getvalue()
