"""Requests to servers that answer as they should not, over real sockets and TLS: what is received is always bounded."""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
from asyncio import StreamReader, StreamWriter
from collections.abc import Sequence
from pathlib import Path

import pytest

from taphouse.service.outgoing import requests
from taphouse.service.outgoing.requests import (
    MOST_BESIDES,
    MOST_INTERIM,
    PART,
    NotConnected,
    NotHttp,
    OutgoingRequest,
    OutgoingResponse,
)
from tests.certificates import Certificate
from tests.effort import BOUND
from tests.outgoing.servers import Does, repeating, saying, serving, silent

OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"
INTERIM = b"HTTP/1.1 100 \r\n\r\n"
SCHEMES = ["http", "https"]


class Sides:
    """TLS for a server of this machine, and for its client."""

    def __init__(self, folder: Path) -> None:
        certificate = Certificate(folder)
        self.server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.server.load_cert_chain(certificate.cert, certificate.key)
        self.client = ssl.create_default_context(cafile=str(certificate.cert))


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Sides:
    return Sides(tmp_path_factory.mktemp("tls"))


class Watch:
    """Counts what is read of sockets, and how often others have their turn meanwhile."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.read, self.reads, self.turns, self.between = 0, 0, 0, list[int]()
        read = requests._BoundedConnection.read

        async def counted(line: requests._BoundedConnection) -> bytes:
            before = self.turns
            data = await read(line)
            self.between.append(self.turns - before)
            self.read += len(data)
            return data

        monkeypatch.setattr(requests._BoundedConnection, "read", counted)

    async def tick(self) -> None:
        while True:
            self.turns += 1
            await asyncio.sleep(0)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    return Watch(monkeypatch)


async def asked(
    does: Does, sides: Sides, scheme: str, most_body: int = 0, watch: Watch | None = None, *, tls: bool = True
) -> OutgoingResponse:
    """The result of a request to such a server, while somebody else has turns."""
    other = None if watch is None else asyncio.create_task(watch.tick())
    async with serving(does, sides.server if scheme == "https" and tls else None) as port:
        request = OutgoingRequest("POST", f"{scheme}://127.0.0.1:{port}/hook?a=b", {"x-test": "1"}, b"body")
        try:
            async with asyncio.timeout(BOUND):
                return await requests.ask(request, ["127.0.0.1"], most_body, sides.client)
        finally:
            if other is not None:
                other.cancel()


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([OK], b"{}"),
        ([bytes([one]) for one in OK], b"{}"),
        ([INTERIM, b"HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n" + OK], b"{}"),
        ([b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n1;x=y\r\n}\r\n0\r\nx: y\r\n\r\n"], b"{}"),
        ([b"HTTP/1.1 200 OK\r\n\r\n", b"{", b"}"], b"{}"),
        ([b"HTTP/1.0 200 OK\r\n\r\n{}"], b"{}"),
        ([b"HTTP/1.1 200\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 500 \r\n\r\n"], b"{}"),
        ([b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx: " + b"y" * 40_000 + b"\r\n\r\n{}"], b"{}"),
        ([b"HTTP/1.1 204 No Content\r\n\r\n"], b""),
    ],
)
async def test_an_answer_is_read_however_it_comes(
    scheme: str, parts: Sequence[bytes], expected: bytes, sides: Sides
) -> None:
    answer = await asked(saying(*parts), sides, scheme, most_body=100)
    assert (answer.status // 100, answer.body) == (2, expected)
    assert (await asked(saying(*parts), sides, scheme)).body == b""


async def test_a_request_is_complete(sides: Sides) -> None:
    got = []

    async def does(reader: StreamReader, writer: StreamWriter) -> None:
        got.append((await reader.readuntil(b"\r\n\r\n") + await reader.readexactly(4)).decode())
        writer.write(OK)

    await asked(does, sides, "https")
    first, *lines = got[0].split("\r\n")
    assert first == "POST /hook?a=b HTTP/1.1"
    host, *others = lines
    assert host.startswith("host: 127.0.0.1:")
    assert others == ["connection: close", "x-test: 1", "content-length: 4", "", "body"]
    plain = OutgoingRequest("GET", "https://[::1]:443", {}).encoded()
    assert plain == b"GET / HTTP/1.1\r\nhost: [::1]\r\nconnection: close\r\n\r\n"


ENDLESS = {
    "interim answers": repeating(INTERIM * 1000),
    "large interim answers": repeating(b"HTTP/1.1 103 \r\nx: " + b"y" * 9000 + b"\r\n\r\n"),
    "a header": repeating(b"y" * 65_536, b"HTTP/1.1 200 OK\r\nx: "),
    "headers": repeating(b"x: y\r\n" * 10_000, b"HTTP/1.1 200 OK\r\n"),
    "a reason": repeating(b"y" * 65_536, b"HTTP/1.1 200 "),
    "something else": repeating(b"SSH-2.0-OpenSSH\r\n" * 1000),
    "nothing": repeating(b"\0" * 65_536),
}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("does", ENDLESS.values(), ids=ENDLESS)
async def test_what_never_comes_to_an_answer_is_read_to_a_bound_and_in_turns(
    scheme: str, does: Does, sides: Sides, watch: Watch
) -> None:
    with pytest.raises(NotHttp):
        await asked(does, sides, scheme, watch=watch)
    assert watch.read <= MOST_BESIDES + PART
    assert min(watch.between) >= 1, "others have a turn before each part"


@pytest.mark.parametrize("scheme", SCHEMES)
async def test_a_few_interim_answers_are_allowed(scheme: str, sides: Sides) -> None:
    assert (await asked(saying(INTERIM * MOST_INTERIM + OK), sides, scheme)).status == 200
    with pytest.raises(NotHttp):
        await asked(saying(INTERIM * (MOST_INTERIM + 1) + OK), sides, scheme)


BODIES = {
    "plain": repeating(b"x" * 65_536, b"HTTP/1.1 200 OK\r\n\r\n"),
    "long": repeating(b"x" * 65_536, b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n"),
    "chunked": repeating(b"1\r\nx\r\n" * 10_000, b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"),
    "extensions": repeating(b"x" * 65_536, b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;"),
    "trailers": repeating(b"x: y\r\n" * 10_000, b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"),
}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("does", BODIES.values(), ids=BODIES)
async def test_a_body_without_end_is_not_read_or_only_so_far(
    scheme: str, does: Does, sides: Sides, watch: Watch
) -> None:
    assert await asked(does, sides, scheme, watch=watch) == OutgoingResponse(200, b"")
    assert watch.read <= MOST_BESIDES
    watch.read = 0
    with pytest.raises(NotHttp):
        await asked(does, sides, scheme, 10_000, watch)
    assert watch.read <= MOST_BESIDES + 10_000 + PART
    assert min(watch.between) >= 1


@pytest.mark.parametrize(
    "answer",
    [
        *(b"", b"HTTP/1.1 200 OK\r\nx: y\r\n", INTERIM, b"SSH-2.0-OpenSSH_9.6\r\n", b"HTTP/1.1 2x0 OK\r\n\r\n"),
        *(
            b"HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
            b"HTTP/2 200\r\n\r\n",
            b"220 smtp\r\n",
        ),
        b"HTTP/1.1 200 OK\r\na b: c\r\n\r\n",
    ],
)
@pytest.mark.parametrize("scheme", SCHEMES)
async def test_no_answer_is_told_as_that(scheme: str, answer: bytes, sides: Sides) -> None:
    with pytest.raises(NotHttp):
        await asked(saying(answer), sides, scheme)


@pytest.mark.parametrize("scheme", SCHEMES)
async def test_a_connection_that_is_reset_is_told_as_that(scheme: str, sides: Sides) -> None:
    async def does(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        linger = struct.pack("ii", 1, 0)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        writer.transport.abort()

    with pytest.raises(ConnectionResetError):
        await asked(does, sides, scheme)


async def trickling(_: StreamReader, writer: StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nx: ")
    while True:
        writer.write(b"y")
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("does", [silent, trickling])
@pytest.mark.parametrize(("scheme", "tls"), [("http", False), ("https", True), ("https", False)])
async def test_a_client_may_stop_waiting_at_any_time(scheme: str, tls: bool, does: Does, sides: Sides) -> None:
    """An answer, or a TLS handshake, that never comes."""
    if does is trickling and scheme == "https" and not tls:
        does = repeating_slowly
    task = asyncio.create_task(asked(does, sides, scheme, tls=tls))
    await asyncio.sleep(0.05)
    assert not task.done()
    task.cancel()
    async with asyncio.timeout(BOUND):
        await asyncio.wait([task])
    assert task.cancelled()


async def repeating_slowly(_: StreamReader, writer: StreamWriter) -> None:
    """A handshake message that announces much, and comes a byte at a time."""
    writer.write(b"\x16\x03\x03\x40\x00\x0b\x00\xff\xff")
    while True:
        writer.write(b"y")
        await asyncio.sleep(0.001)


HANDSHAKES = {
    "garbage": repeating(b"y" * 65_536),
    "alerts": repeating(b"\x15\x03\x03\x00\x02\x01\x64" * 1000),
    "changes of cipher": repeating(b"\x14\x03\x03\x00\x01\x01" * 1000),
    "an endless message": repeating(b"\x16\x03\x03\x40\x00" + b"\0" * 16_384, b"\x16\x03\x03\x00\x04\x02\xff\xff\xff"),
    "empty records": repeating(b"\x16\x03\x03\x00\x00" * 1000),
    "http": repeating(OK),
}


@pytest.mark.parametrize("does", HANDSHAKES.values(), ids=HANDSHAKES)
async def test_a_handshake_that_is_none_ends(does: Does, sides: Sides, watch: Watch) -> None:
    with pytest.raises((ssl.SSLError, NotHttp, ConnectionResetError)):
        await asked(does, sides, "https", watch=watch, tls=False)
    assert watch.read <= MOST_BESIDES + PART
    assert min(watch.between, default=1) >= 1


async def test_a_certificate_of_nobody_known_is_refused(sides: Sides) -> None:
    async with serving(saying(OK), sides.server) as port:
        request = OutgoingRequest("GET", f"https://127.0.0.1:{port}/", {})
        with pytest.raises(ssl.SSLCertVerificationError):
            await requests.ask(request, ["127.0.0.1"])
        named = OutgoingRequest("GET", f"https://localhost:{port}/", {})
        with pytest.raises(ssl.SSLCertVerificationError):
            await requests.ask(named, ["127.0.0.1"], trusted=sides.client)


async def test_a_server_cannot_choose_a_dear_exchange_of_keys(sides: Sides) -> None:
    offered = {one["name"] for one in requests.authorities().get_ciphers()}
    assert [name for name in offered if name.startswith(("DHE", "ADH", "AES"))] == []
    assert requests.authorities().minimum_version >= ssl.TLSVersion.TLSv1_2


async def test_addresses_are_tried_one_after_another(sides: Sides) -> None:
    async with serving(saying(OK)) as port:
        request = OutgoingRequest("GET", f"http://receiver.example:{port}/", {})
        assert (await requests.ask(request, ["::1", "127.0.0.1"])).status == 200
    with pytest.raises(NotConnected):
        await requests.ask(request, ["127.0.0.1", "::1"])
    with pytest.raises(NotConnected):
        await requests.ask(request, [])
