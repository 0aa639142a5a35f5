"""Where deliveries may go: by URL, by address, and by the address that was actually connected to."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpcore
import pytest
import standardwebhooks
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from taphouse.service.webhooks import sending
from taphouse.service.webhooks.addresses import Resolver, is_allowed, why_not_url
from taphouse.service.webhooks.sending import Sender
from taphouse.service.webhooks.stored import Delivery, Hook
from tests.webhooks.receiver import SECRET, Receiver, receiver

NAME = "receiver.example"
PUBLIC = "93.184.216.34"
AT = 1_700_000_000_000
DELIVERY = Delivery("YOUR_TURN", "a" * 24, 7, 2, AT)
PRIVATE = "The host has a private, local or reserved address."

NEVER = (
    *("0.0.0.0", "224.0.0.1", "255.255.255.255", "240.0.0.1", "169.254.169.254", "100.100.100.200"),  # noqa: S104
    *("::", "ff02::1", "fe80::1", "fd00:ec2::254", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe"),
)
INSIDE = (
    *("127.0.0.1", "127.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "::1", "fd00::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1"),
)
RESERVED = (
    *("0.1.2.3", "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "168.63.129.16"),
    *("192.88.99.1", "::127.0.0.1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "fec0::1"),
)
OUTSIDE = (PUBLIC, "1.1.1.1", "172.32.0.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101")


@pytest.mark.parametrize("address", [*NEVER, *INSIDE, *RESERVED])
def test_a_delivery_goes_to_no_address_that_is_not_public(address: str) -> None:
    assert not is_allowed(ipaddress.ip_address(address), "https")


@pytest.mark.parametrize("address", OUTSIDE)
def test_a_delivery_may_go_to_a_public_address(address: str) -> None:
    assert is_allowed(ipaddress.ip_address(address), "https")
    assert is_allowed(ipaddress.ip_address(address), "any")


def test_an_operator_may_allow_private_addresses_but_no_metadata_service() -> None:
    assert [one for one in INSIDE if not is_allowed(ipaddress.ip_address(one), "any")] == []
    assert [one for one in NEVER if is_allowed(ipaddress.ip_address(one), "any")] == []


@pytest.mark.parametrize(
    "url",
    [
        *(
            "http://receiver.example/",
            "https://receiver.example:22/",
            "https:///path",
            "https://",
            "//receiver.example/",
        ),
        *("https://user@receiver.example/", "https://receiver.example/#", "https://127.0.0.1/", "https://[::1]/"),
        *("https://2130706433/", "https://0x7f.1/", "https://127.1/", "https://0/", "https://[fe80::1%25eth0]/"),
        *("https://[::ffff:10.0.0.1]/", "https://receiver.example\\@127.0.0.1/", "HTTPS://10.0.0.1/", "https://a\tb/"),
        *("https://[/", "https://receiver.example:port/", "https://bücher.example/", "javascript:alert(1)"),
    ],
)
def test_a_url_that_can_only_be_wrong_is_refused(url: str) -> None:
    assert why_not_url(url, "https") is not None


@pytest.mark.parametrize(
    "url", ["https://receiver.example/a?b=c", "https://receiver.example:8443/", "https://1.1.1.1/"]
)
def test_a_public_https_url_is_accepted(url: str) -> None:
    assert why_not_url(url, "https") is None


# --- connections ----------------------------------------------------------------------------------------------------------


class Names:
    """A resolver that gives the next answer each time."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers, self.asked = list(answers), 0

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked += 1
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class Wire(httpcore.AsyncNetworkBackend):
    """Connects to a server of this machine whatever the address is, and says what was asked for."""

    def __init__(self, server: Receiver, peer: str | None = None) -> None:
        self._port = int(server.url.rsplit(":", 1)[1].partition("/")[0])
        self._peer, self.asked = peer, list[tuple[str, int]]()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        self.asked.append((host, port))
        if host.endswith(".99"):
            raise httpcore.ConnectError("refused")
        stream = await httpcore.AnyIOBackend().connect_tcp("127.0.0.1", self._port, timeout)
        peer = (self._peer or host, port)
        honest = stream.get_extra_info
        stream.get_extra_info = lambda info: peer if info == "server_addr" else honest(info)  # type: ignore[method-assign]
        return stream


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


def sender(names: Names, wire: Wire, authority: Path | None) -> Sender:
    trusted = ssl.create_default_context(cafile=None if authority is None else str(authority))
    return Sender("https", names, wire, trusted)


def hook(url: str = f"https://{NAME}/hook") -> Hook:
    return Hook(url, ("YOUR_TURN",), SECRET.removeprefix("whsec_"), AT, "")


async def sent(used: Sender, to: Hook | None = None) -> str | None:
    found = await used.send(to or hook(), "an-id", DELIVERY, AT)
    await used.close()
    return found.failure


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


async def test_a_certificate_of_another_name_or_authority_is_refused(server: Receiver, authority: Path) -> None:
    wire = Wire(server)
    for failed in (
        await sent(sender(Names([PUBLIC]), wire, None)),
        await sent(sender(Names([PUBLIC]), wire, authority), hook("https://another.example/hook")),
    ):
        assert failed == "TLS failed: the certificate or the protocol is not valid."
    assert server.got == []


async def test_a_name_that_resolves_to_another_address_the_second_time_leads_nowhere(
    server: Receiver, authority: Path
) -> None:
    names, wire = Names([PUBLIC], ["127.0.0.1"]), Wire(server)
    used = sender(names, wire, authority)
    assert (await used.send(hook(), "one", DELIVERY, AT)).failure is None
    assert wire.asked == [(PUBLIC, 443)], "it was resolved once, and that address was used"
    assert (await used.send(hook(), "two", DELIVERY, AT)).failure == PRIVATE
    assert (names.asked, len(wire.asked)) == (2, 1)
    await used.close()


@pytest.mark.parametrize("found", [["127.0.0.1"], [PUBLIC, "10.0.0.1"], ["::1", PUBLIC], ["::ffff:127.0.0.1"]])
async def test_one_address_that_is_not_public_is_enough_to_refuse(
    server: Receiver, authority: Path, found: list[str]
) -> None:
    wire = Wire(server)
    assert await sent(sender(Names(found), wire, authority)) == PRIVATE
    assert wire.asked == []


async def test_what_counts_in_the_end_is_the_address_that_answered(server: Receiver, authority: Path) -> None:
    wire = Wire(server, peer="127.0.0.1")
    assert await sent(sender(Names([PUBLIC]), wire, authority)) == PRIVATE
    assert wire.asked == [(PUBLIC, 443)]
    assert server.got == []


async def test_the_next_address_is_tried_if_one_does_not_answer(server: Receiver, authority: Path) -> None:
    wire = Wire(server)
    assert await sent(sender(Names(["1.1.1.99", PUBLIC]), wire, authority)) is None
    assert wire.asked == [("1.1.1.99", 443), (PUBLIC, 443)]


async def test_no_proxy_of_the_environment_is_used_and_no_redirect_followed(
    server: Receiver, authority: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    server.answers, server.headers = [307], {"location": f"https://{NAME}/elsewhere"}
    failed = await sent(sender(Names([PUBLIC]), Wire(server), authority))
    assert failed == "The receiver answered with status 307. Redirects are not followed."
    assert len(server.got) == 1


async def test_a_receiver_that_does_not_answer_is_not_waited_for(
    server: Receiver, authority: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "PATIENCE", 0.3)
    server.hold.clear()
    assert await sent(sender(Names([PUBLIC]), Wire(server), authority)) == "There was no answer within 0 s."


async def test_what_goes_wrong_is_said_without_details(server: Receiver, authority: Path) -> None:
    wire = Wire(server)
    assert await sent(sender(Names(["1.1.1.99"]), wire, authority)) == "The connection failed."
    used = Sender("https", Resolver(), wire, ssl.create_default_context())
    assert await sent(used, hook("https://a..b/")) == "The name of the host does not resolve."
    now_refused = await sent(sender(Names([PUBLIC]), wire, authority), hook("http://receiver.example/"))
    assert now_refused == "The URL must begin with https://."
