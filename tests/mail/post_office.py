"""An SMTP server on the loopback, which keeps what it gets and answers what a test wants; and the links in emails."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from types import TracebackType
from typing import Any

from aiosmtpd.controller import Controller
from pydantic import SecretStr

from tests.api.client import Client, Json
from tests.api.server import until

PUBLIC = "https://play.example.org/house"
TAKEN = "250 2.0.0 taken"


class AnyPort(Controller):
    """A server at a free port."""

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


class PostOffice:
    """The emails that were taken. `answers` are those to recipients, one after the other, then the last one again.

    Args:
        secured: More arguments of the server.
    """

    def __init__(self, **secured: Any) -> None:
        self.got: list[tuple[str, EmailMessage]] = []
        self.asked: list[str] = []
        self.answers = [TAKEN]
        self._controller = AnyPort(self, hostname="127.0.0.1", port=0, **secured)

    def __enter__(self) -> PostOffice:
        self._controller.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._controller.stop()

    @property
    def port(self) -> int:
        return self._controller.port

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of a service that sends its emails here."""
        server = SecretStr(f"smtp://127.0.0.1:{self.port}")
        return {"mail_server": server, "mail_from": "Taphouse <games@example.org>", "public_url": PUBLIC}

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        self.asked.append(address)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if answer == TAKEN:
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        (to,) = envelope.rcpt_tos
        self.got.append((to, message_from_bytes(envelope.content, policy=default)))  # type: ignore[arg-type]
        return TAKEN

    def to(self, address: str) -> list[EmailMessage]:
        """The emails to an address."""
        return [one for to, one in self.got if to == address]

    def wait(self, address: str, count: int) -> EmailMessage:
        """The newest email to an address, as soon as there are so many."""
        until(lambda: len(self.to(address)) >= count, f"{count} emails to {address}")
        assert len(self.to(address)) == count
        return self.to(address)[-1]


def link_in(mail: EmailMessage, page: str) -> str:
    """The path and query of the link to a page of the service in an email."""
    found = re.search(rf"{re.escape(PUBLIC)}(/email/{page}\?\S+)", mail.get_content())
    assert found, mail.get_content()
    return found[1]


def code_in(mail: EmailMessage) -> str:
    return link_in(mail, "verify").partition("=")[2]


def got(by: Client, field: str, **arguments: Any) -> Json:
    """The result of a mutation that is not refused."""
    found = by.do(field, **arguments)
    assert found["__typename"] == "EmailReminders", found
    return found


def reminded(by: Client, office: PostOffice, address: str) -> None:
    """Give an address, and confirm it by the code that comes."""
    before = len(office.to(address))
    assert got(by, "remindByEmail", address=address)["status"] == "UNVERIFIED"
    code = code_in(office.wait(address, before + 1))
    assert got(by, "verifyEmail", code=code)["status"] == "ACTIVE"


def address_of(by: Client) -> Json:
    found: Json = by.ask("{ emailReminders { ... on EmailReminders { address status language failure } } }")
    reminders: Json = found["emailReminders"]
    return reminders
