"""Reminders by email in the Python client."""

from __future__ import annotations

import pytest

from taphouse.client import Client, Refused
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.concepts.mail import EmailStatus
from tests.access.issuer import ANN, Issuer
from tests.api.server import Server
from tests.mail.post_office import PostOffice, code_in


def test_the_client_does_what_the_api_can(issuer: Issuer, office: PostOffice) -> None:
    address = "ann@example.org"
    with (
        Server(store=MemoryStore(), **office.settings, **issuer.settings) as server,
        Client(server.url, token=issuer.token(ANN)) as ann,
    ):
        assert ann.email_reminders().address is None
        with pytest.raises(Refused, match="confirmed address") as refused:
            ann.test_email()
        assert refused.value.code == "EMAIL_NOT_VERIFIED"
        assert ann.remind_by_email(address).status is EmailStatus.UNVERIFIED
        assert ann.verify_email(code_in(office.wait(address, 1))).status is EmailStatus.ACTIVE
        assert ann.test_email().address == address
        office.wait(address, 2)
        assert ann.stop_email().address is None
