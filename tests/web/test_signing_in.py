"""Signing in at an identity provider: the seat outlives the browser's storage, tokens are renewed, and signing out ends all."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from taphouse.engine import GAMES
from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server
from tests.web.conftest import CLIENTS
from tests.web.visitor import Visitors

AUDIENCE = "https://table.example/api"
PROVIDER = CLIENTS / "web" / "tests" / "identity_provider.mjs"


@contextmanager
def signed_in(node: str, seconds: int) -> Iterator[tuple[Server, str]]:
    """A service, and the issuer at which its players sign in with tokens that are valid for so long."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        issuer = f"http://127.0.0.1:{listening.getsockname()[1]}"
        settings = {
            "accounts_issuer": issuer,
            "accounts_audience": AUDIENCE,
            "accounts_keys": f"{issuer}/jwks",
            "accounts_client": "table",
        }
        with Server(store=MemoryStore(), games=GAMES, **settings) as server:
            command = [node, str(PROVIDER), issuer, server.url, AUDIENCE, str(seconds)]
            given = f'exec 3<&{listening.fileno()}; exec "$@"'
            provider = subprocess.Popen(
                ["/bin/sh", "-c", given, "sh", *command],
                pass_fds=[listening.fileno()],
                stdout=subprocess.PIPE,
                text=True,
            )
            try:
                assert provider.stdout is not None
                assert provider.stdout.readline() == "ready\n"
                yield server, issuer
            finally:
                provider.kill()
                provider.wait()


@pytest.fixture
def lasting(page: None, node: str) -> Iterator[tuple[Server, str]]:
    with signed_in(node, 600) as found:
        yield found


@pytest.fixture
def brief(page: None, node: str) -> Iterator[tuple[Server, str]]:
    with signed_in(node, 3) as found:
        yield found


def test_a_seat_outlives_the_storage_of_the_browser(visitors: Visitors, lasting: tuple[Server, str]) -> None:
    server, issuer = lasting
    anna = visitors(server.url, asks=issuer)
    anna.go("/new/DANK_AND_DRAFT")
    anna.page.get_by_role("button", name="Sign in").click()
    expect(anna.page.get_by_role("button", name="Sign out")).to_be_visible()
    assert anna.page.url == f"{server.url}/#/new/DANK_AND_DRAFT", "back where they were, without the code"
    expect(anna.page.get_by_placeholder("Your name")).to_have_value("Ann of Ale")
    anna.open_table("DANK_AND_DRAFT", "RANDOM")
    anna.move()
    anna.page.evaluate("() => localStorage.clear()")
    anna.go("/")
    anna.check_accessible()
    row = anna.page.locator(".rows.mine li")
    expect(row).to_contain_text("Your turn")
    row.get_by_role("link").click()
    expect(anna.page.locator(".plate.me .disc")).to_have_text("1")
    anna.move()
    # On another device, whose browser knows nothing yet.
    phone = visitors(server.url, asks=issuer)
    phone.go("/")
    expect(phone.page.locator(".rows.mine")).to_have_count(0)
    phone.page.get_by_role("button", name="Sign in").click()
    phone.page.locator(".rows.mine li").get_by_role("link").click()
    expect(phone.page.locator(".plate.me .disc")).to_have_text("1")
    phone.move()
    expect(anna.table).to_have_attribute("data-version", str(phone.version))
    # Signing out ends it here, and at the provider: the next sign-in asks again.
    phone.page.get_by_role("button", name="Sign out").click()
