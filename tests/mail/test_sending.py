"""Handing an email to a server over a network: only encrypted, and as whom the operator says. The server is on the loopback."""

from __future__ import annotations

import json
import ssl
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult, LoginPassword

from taphouse.service.mail import sending
from tests.certificates import Certificate
from tests.log_lines import log_lines
from tests.mail.post_office import PostOffice

LETTER = b"Subject: a test\r\n\r\nYour turn.\r\n"
OURS = LoginPassword(b"us@er", b"p:w/1")


@pytest.fixture(autouse=True)
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Certificate:
    """Takes the loopback for a network, and has its certificate trusted."""
    found = Certificate(tmp_path)
    monkeypatch.setattr(sending, "is_loopback", lambda host: False)
    monkeypatch.setenv("SSL_CERT_FILE", str(found.cert))
    return found


def _authenticated(server: Any, session: Any, envelope: Any, mechanism: str, login: LoginPassword) -> AuthResult:
    return AuthResult(success=login == OURS, handled=False)


def secure(certificate: Certificate) -> dict[str, Any]:
    """The arguments of a server that wants STARTTLS, and then a password."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate.cert, certificate.key)
    return {
        "tls_context": context,
        "require_starttls": True,
        "auth_required": True,
        "authenticator": _authenticated,
    }


@pytest.mark.parametrize(
    ("login", "is_secure", "why"),
    [
        ("us%40er:p%3Aw%2F1@", True, None),
        ("us%40er:wrong@", True, "status 535"),
        ("", True, "status 530"),
        ("us%40er:p%3Aw%2F1@", False, "SMTPException: SMTP STARTTLS extension not supported by server."),
    ],
)
async def test_nothing_is_sent_without_encryption_or_to_who_does_not_let_us_in(
    network: Certificate, login: str, is_secure: bool, why: str | None
) -> None:
    with PostOffice(**(secure(network) if is_secure else {})) as office, log_lines() as lines:
        url = f"smtp://{login}127.0.0.1:{office.port}"
        result = await sending.post(url, "games@example.org", "ann@example.org", LETTER)
    told = [line["reason"] for line in map(json.loads, lines.getvalue().splitlines()) if "reason" in line]
    assert (result.gone, told) == (False, [] if why is None else [why])
    assert (result.failure is None, len(office.to("ann@example.org"))) == (why is None, 1 if why is None else 0)
