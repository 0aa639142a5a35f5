"""Targets of deliveries: an address that was checked, by verified TLS; and the owner's notice if they do not arrive."""

from __future__ import annotations

import asyncio
import datetime
import socket
import ssl
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import standardwebhooks
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from taphouse.service.outgoing.names import Resolver
from taphouse.service.outgoing.requests import connected
from taphouse.service.runtime.settings import Webhooks
from taphouse.service.webhooks import sending
from taphouse.service.webhooks.sending import UNREACHED, HttpSender
from taphouse.service.webhooks.stored import Delivery, Hook
from tests.outgoing.servers import name_server, repeating, saying, serving, silent
from tests.webhooks.receiver import SECRET, Receiver, receiver

NAME = "receiver.example"
PUBLIC = "93.184.216.34"
AT = 1_700_000_000_000
DELIVERY = Delivery("YOUR_TURN", "a" * 24, 7, 2, AT)


class Names:
    """A resolver that gives the next answer each time."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers, self.asked = list(answers), 0

    async def __call__(self, host: str) -> Sequence[str]:
        self.asked += 1
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class Wire:
    """Connects to a server of this machine whatever the address is, and says what was asked for."""

    def __init__(self, server: Receiver | int) -> None:
        self._port = server if isinstance(server, int) else int(server.url.rsplit(":", 1)[1].partition("/")[0])
        self.asked = list[tuple[str, int]]()

    async def __call__(self, address: str, port: int) -> socket.socket:
        self.asked.append((address, port))
        if address.endswith(".99"):
            raise ConnectionRefusedError
        return await connected("127.0.0.1", self._port)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time after which an owner is told what it must not know sooner."""
    monkeypatch.setattr(sending, "PATIENCE", 0.3)


@pytest.fixture
def _patient(_impatient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a delivery that must arrive, on a busy machine."""
    monkeypatch.setattr(sending, "PATIENCE", 10.0)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for the name, and its key: it is its own authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path_factory.mktemp("authority") / "cert.pem"
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    file.write_bytes(made.public_bytes(pem) + secret)
    return file


@pytest.fixture
def server(authority: Path) -> Iterator[Receiver]:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(authority)
    with receiver(context) as here:
        yield here


def sender(names: Names, wire: Wire, authority: Path | None) -> HttpSender:
    trusted = ssl.create_default_context(cafile=None if authority is None else str(authority))
    return HttpSender("https", names, wire, trusted)


def hook(url: str = f"https://{NAME}/hook") -> Hook:
    return Hook(url, ("YOUR_TURN",), SECRET.removeprefix("whsec_"), AT, "")


async def sent(used: HttpSender, to: Hook | None = None) -> str | None:
    return (await used.send(to or hook(), "an-id", DELIVERY, AT)).failure


@pytest.mark.usefixtures("_patient")
async def test_tls_is_verified_for_the_name_at_the_address_that_was_checked(server: Receiver, authority: Path) -> None:
    names, wire = Names([PUBLIC]), Wire(server)
    assert await sent(sender(names, wire, authority)) is None
    assert (names.asked, wire.asked) == (1, [(PUBLIC, 443)])
    ((headers, body),) = server.got
    assert headers["host"] == NAME
    signed = standardwebhooks.Webhook(SECRET)
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        signed.verify(body, headers)  # it is of long ago
    assert headers["webhook-signature"] == signed.sign(
        "an-id", datetime.datetime.fromtimestamp(AT / 1000, datetime.UTC), body.decode()
    )


@pytest.mark.usefixtures("_patient")
async def test_a_certificate_of_another_name_or_authority_is_refused(server: Receiver, authority: Path) -> None:
    wire = Wire(server)
    for failed in (
        await sent(sender(Names([PUBLIC]), wire, None)),
        await sent(sender(Names([PUBLIC]), wire, authority), hook("https://another.example/hook")),
    ):
        assert failed == "TLS failed: the certificate or the protocol is not valid."
    assert server.got == []


@pytest.mark.usefixtures("_patient")
async def test_a_name_that_resolves_to_another_address_the_second_time_leads_nowhere(
    server: Receiver, authority: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, wire = Names([PUBLIC], ["127.0.0.1"]), Wire(server)
    used = sender(names, wire, authority)
    assert (await used.send(hook(), "one", DELIVERY, AT)).failure is None
    assert wire.asked == [(PUBLIC, 443)], "it was resolved once, and that address was used"
    monkeypatch.setattr(sending, "PATIENCE", 0.1)
    assert (await used.send(hook(), "two", DELIVERY, AT)).failure == UNREACHED
    assert (names.asked, len(wire.asked)) == (2, 1)


@pytest.mark.parametrize("found", [["127.0.0.1"], [PUBLIC, "10.0.0.1"], ["::1", PUBLIC], ["::ffff:127.0.0.1"]])
async def test_one_address_that_is_not_public_is_enough_to_refuse(
    server: Receiver, authority: Path, found: list[str]
) -> None:
    wire = Wire(server)
    assert await sent(sender(Names(found), wire, authority)) == UNREACHED
    assert wire.asked == []


@pytest.mark.usefixtures("_patient")
async def test_the_next_address_is_tried_if_one_does_not_answer(server: Receiver, authority: Path) -> None:
    wire = Wire(server)
    assert await sent(sender(Names(["1.1.1.99", PUBLIC]), wire, authority)) is None
    assert wire.asked == [("1.1.1.99", 443), (PUBLIC, 443)]


@pytest.mark.usefixtures("_patient")
async def test_no_proxy_of_the_environment_is_used_and_no_redirect_followed(
    server: Receiver, authority: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    server.answers, server.headers = [307], {"location": f"https://{NAME}/elsewhere"}
    failed = await sent(sender(Names([PUBLIC]), Wire(server), authority))
    assert failed == "The receiver answered with status 307. Redirects are not followed."
    assert len(server.got) == 1


async def test_the_owner_of_a_public_receiver_is_told_what_went_wrong(authority: Path) -> None:
    async with serving(silent) as port:
        assert await sent(sender(Names(["1.1.1.99"]), Wire(port), authority)) == "The connection failed."
        assert await sent(sender(Names([PUBLIC]), Wire(port), authority)) == "There was no answer within 0 s."


@pytest.mark.usefixtures("_patient")
async def test_a_public_receiver_that_does_not_speak_tls_is_told_as_that(authority: Path) -> None:
    async with serving(repeating(b"SSH-2.0-OpenSSH\r\n")) as port:
        told = await sent(sender(Names([PUBLIC]), Wire(port), authority))
        assert told == "TLS failed: the certificate or the protocol is not valid."


@pytest.mark.parametrize("said", [b"220 mail\r\n", b"", b"HTTP/1.1 100 \r\n\r\n" * 100])
@pytest.mark.usefixtures("_patient")
async def test_a_public_receiver_that_does_not_speak_http_is_told_as_that(said: bytes, authority: Path) -> None:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(authority)
    async with serving(saying(said), context) as port:
        told = await sent(sender(Names([PUBLIC]), Wire(port), authority))
        assert told == "The connection broke, or the answer was not HTTP."


@pytest.mark.usefixtures("_patient")
async def test_an_operator_that_allows_less_is_obeyed(authority: Path) -> None:
    used = sender(Names([PUBLIC]), Wire(1), authority)
    assert await sent(used, hook("http://receiver.example/")) == "The URL must begin with https://."
    assert await sent(used, hook("https://receiver.example:0/")) == "The port of the URL must be 443 or 8443."
    inside = HttpSender("any", Names(["127.0.0.1"]))
    assert await sent(inside, hook("http://receiver.example:0/")) == "The port of the URL must not be 0."


async def after(used: HttpSender, url: str) -> tuple[str | None, bool]:
    """The text that an owner gets, and true if it came only after the whole time."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    told = await sent(used, hook(url))
    return told, loop.time() - begun >= sending.PATIENCE


@pytest.mark.parametrize("allowed", ["https", "any"])
async def test_nothing_tells_names_and_addresses_inside_apart(allowed: Webhooks) -> None:
    """Neither the sentence nor the time: what does not exist, is refused, closed, silent, or speaks something else."""
    names: dict[str, list[str] | None] = {
        "public-and-inside.example": [PUBLIC, "10.0.0.1"],
        "inside.example": ["127.0.0.1"],
        "metadata.example": ["169.254.169.254"],
        "azure.example": ["168.63.129.16"],
        "special.example": ["192.0.0.8"],
        "hanging.example": None,
        "empty.example": [],
    }
    async with (
        name_server(names) as (_, server),
        Resolver(search=allowed == "any", servers=[server]) as resolve,
        serving(silent) as quiet,
        serving(repeating(b"SSH-2.0-OpenSSH\r\n")) as other,
        serving(saying(b"")) as closing,
    ):
        used = HttpSender(allowed, resolve)
        urls = [f"https://{name}/" for name in (*names, "nothing.example", "nothing.internal")]
        if allowed == "any":
            ports = (closed_port(), quiet, other, closing)
            urls += [f"{scheme}://inside.example:{port}/" for scheme in ("http", "https") for port in ports]
            urls += [f"http://127.0.0.1:{port}/" for port in ports]
        told = await asyncio.gather(*(after(used, url) for url in urls))
    assert dict(zip(urls, told, strict=True)) == dict.fromkeys(urls, (UNREACHED, True))


def closed_port() -> int:
    """A port at which nothing listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@pytest.mark.usefixtures("_patient")
async def test_a_receiver_inside_is_reached_by_its_name_if_the_operator_allows_it(friend: Receiver) -> None:
    url = friend.url.replace("127.0.0.1", "hooks.club")
    settings = {"domains": ["svc.cluster.local"], "ndots": 5}
    async with (
        name_server({"hooks.club.svc.cluster.local": ["127.0.0.1"]}) as (_, server),
        Resolver(search=True, servers=[server], **settings) as resolve,
    ):
        assert await sent(HttpSender("any", resolve), hook(url)) is None
    ((headers, _),) = friend.got
    assert headers["host"] == url.split("/")[2]
