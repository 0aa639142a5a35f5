"""Allowed addresses and URLs: every range of IANA's special-purpose registries, and the addresses around them."""

from __future__ import annotations

import ipaddress
from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taphouse.service.webhooks.addresses import Address, is_allowed, is_public, why_not_url

INSIDE = """
    10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.168.0.0/16
    ::1/128 fc00::/7
""".split()  # noqa: SIM905
"""Networks in which operators have receivers."""
SPECIAL = """
    0.0.0.0/8 0.0.0.0/32 169.254.0.0/16 192.0.0.0/24 192.0.0.0/29 192.0.0.8/32 192.0.0.9/32 192.0.0.10/32 192.0.0.170/31
    192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
    203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32
    ::/128 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32 2001:1::1/128 2001:1::2/128 2001:1::3/128
    2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16
    2620:4f:8000::/48 3fff::/20 5f00::/16 fe80::/10 fec0::/10 ff00::/8
""".split()  # noqa: SIM905
"""The other ranges of the registries of IPv4 and IPv6, as of 2026, the multicast ranges, and site-local addresses."""
METADATA = """
    169.254.169.254/32 169.254.170.2/32 168.63.129.16/32 100.100.100.200/32 192.0.0.192/32
    fd00:ec2::254/128 fd20:ce::254/128 fe80::a9fe:a9fe/128 fd00:c1::a9fe:a9fe/128 fd00:42::42/128
    fd00:ec2::/32 fd20:ce::/32 fd00:c1::/32
""".split()  # noqa: SIM905
"""Of AWS, Google, Oracle and others, of containers on AWS, of Azure, Alibaba, and Oracle; by IPv6, with the networks of these."""
PUBLIC = ("93.184.216.34", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::1", "3ffe::1")


def ends(network: str) -> tuple[int, int, int]:
    """The version of a range, and its first and last address."""
    first, _, bits = network.partition("/")
    address = ipaddress.ip_address(first)
    return address.version, int(address), int(address) + (1 << (address.max_prefixlen - int(bits))) - 1


RANGES = {name: [ends(one) for one in given] for name, given in (("in", INSIDE), ("no", SPECIAL), ("data", METADATA))}
BORDERS = sorted({(version, end) for found in RANGES.values() for version, *both in found for end in both})


def address_of(version: int, number: int) -> Address:
    return IPv4Address(number % 2**32) if version == 4 else IPv6Address(number % 2**128)


def expected(address: Address) -> tuple[bool, bool]:
    """Two flags: an address is allowed in the modes `https` and `any`, by the registries."""
    if isinstance(address, IPv6Address) and int(address) >> 32 in (0xFFFF, 0x64FF9B << 64):
        return expected(IPv4Address(int(address) % 2**32))

    def among(name: str) -> bool:
        return any(version == address.version and a <= int(address) <= b for version, a, b in RANGES[name])

    if among("data"):
        return False, False
    if among("in"):
        return False, True
    assigned = address.version == 4 or int(address) >> 125 == 1
    allowed = assigned and not among("no")
    return allowed, allowed


def judged(address: Address) -> tuple[bool, bool]:
    assert is_allowed(address, "https") == is_public(address)
    return is_allowed(address, "https"), is_allowed(address, "any")


@pytest.mark.parametrize("network", SPECIAL + METADATA)
def test_no_delivery_goes_to_a_special_address(network: str) -> None:
    version, first, last = ends(network)
    for number in (first, last, (first + last) // 2):
        assert judged(address_of(version, number)) == (False, False)
        if version == 4:
            for prefix in (0xFFFF << 32, 0x64FF9B << 96):
                assert judged(IPv6Address(prefix + number)) == (False, False)


@pytest.mark.parametrize("network", INSIDE)
def test_an_operator_may_allow_addresses_of_their_own_network(network: str) -> None:
    version, first, last = ends(network)
    for number in (first, last):
        assert judged(address_of(version, number)) == (False, True)
        if version == 4:
            for prefix in (0xFFFF << 32, 0x64FF9B << 96):
                assert judged(IPv6Address(prefix + number)) == (False, True)


@pytest.mark.parametrize("address", PUBLIC)
def test_a_delivery_may_go_to_a_public_address(address: str) -> None:
    assert judged(ipaddress.ip_address(address)) == (True, True)


near = st.tuples(st.sampled_from(BORDERS), st.integers(-3, 3)).map(
    lambda one: address_of(one[0][0], one[0][1] + one[1])
)
embedded = st.tuples(st.sampled_from([0xFFFF << 32, 0x64FF9B << 96]), st.ip_addresses(v=4)).map(
    lambda one: IPv6Address(one[0] + int(one[1]))
)


@given(st.one_of(near, embedded, st.ip_addresses(v=4), st.ip_addresses(v=6)))
def test_an_address_is_judged_by_the_registries(address: Address) -> None:
    assert judged(address) == expected(address)


@given(st.ip_addresses(v=4))
def test_an_ipv4_address_is_the_same_in_ipv6_and_no_tunnel_is_allowed(address: IPv4Address) -> None:
    number = int(address)
    for prefix in (0xFFFF << 32, 0x64FF9B << 96):
        assert judged(IPv6Address(prefix + number)) == judged(address)
    tunnels = ((0x2002 << 112) + (number << 80), (0x20010000 << 96) + number, number, (0xFFFF << 48) + number)
    for tunnel in (*tunnels, (0x64FF9B0001 << 80) + number):  # 6to4, Teredo, compatible, translated, local NAT64
        if tunnel not in (0, 1):  # ::, and loopback
            assert judged(IPv6Address(tunnel)) == (False, False)


URLS = (
    *(
        "https:///path",
        "https://",
        "//receiver.example/",
        "https://user@receiver.example/",
        "https://@receiver.example/",
    ),
    *("https://receiver.example/#", "https://0/", "https://[fe80::1%25eth0]/", "https://receiver.example\\@127.0.0.1/"),
    *(
        "https://a\tb/",
        "https://[/",
        "https://receiver.example:port/",
        "https://bücher.example/",
        "javascript:alert(1)",
    ),
    *(
        "https://receiver.example:0/",
        "https://receiver.example:65536/",
        "https://receiver.example:-1/",
        "https://a..b/",
    ),
    *("https://.example/", "https://" + "x" * 64 + ".example/", "https://" + "x." * 127 + "x/", "https://a%2eb/"),
    *("https://169.254.169.254/latest/", "https://[::ffff:169.254.169.254]/", "https://2852039166/", "https://[::]/"),
    *("https://168.63.129.16/", "https://100.100.100.200/", "https://192.0.0.192/", "https://[fd00:ec2::254]/"),
    *("https://metadata.google.internal/", "https://METADATA.google.internal./", "https://a$b/"),
)
INNER_URLS = (
    *("http://receiver.example/", "https://receiver.example:22/", "https://127.0.0.1/", "https://[::1]/"),
    *("https://2130706433/", "https://0x7f.1/", "https://127.1/", "https://[::ffff:10.0.0.1]/", "HTTPS://10.0.0.1/"),
    *("http://receiver.example:80/", "https://receiver.example:80/"),
)


@pytest.mark.parametrize("url", URLS)
def test_a_url_that_can_only_be_wrong_is_refused(url: str) -> None:
    assert why_not_url(url, "https") is not None
    assert why_not_url(url, "any") is not None
    assert why_not_url(url.replace("https", "http", 1), "any") is not None


@pytest.mark.parametrize("url", INNER_URLS)
def test_a_url_inside_is_for_the_operator_to_allow(url: str) -> None:
    assert why_not_url(url, "https") is not None
    assert why_not_url(url, "any") is None


@pytest.mark.parametrize(
    "url",
    [
        *("https://receiver.example/a?b=c", "https://receiver.example:8443/", "https://receiver.example:443/"),
        *(
            "https://1.1.1.1/",
            "https://receiver.example./",
            "https://xn--bcher-kva.example/",
            "https://my_hooks.example:/",
        ),
        *("https://[2606:4700::1111]/", "HTTPS://Receiver.Example/"),
    ],
)
def test_a_public_https_url_is_accepted(url: str) -> None:
    assert why_not_url(url, "https") is None
    assert why_not_url(url, "any") is None
