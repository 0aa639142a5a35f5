"""Signing in at an identity provider: the seat outlives the browser's storage, tokens are renewed, and signing out ends all."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx
import pytest
from playwright.sync_api import expect

from taphouse.engine import GAMES
from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server
from tests.web.conftest import CLIENTS
from tests.web.visitor import Visitors

pytestmark = pytest.mark.ecosystem

AUDIENCE = "https://table.example/api"
LOGIN = "() => ['access', 'refresh'].map((name) => JSON.parse(sessionStorage.getItem('taphouse.login'))[name])"
EXPIRE = """() => {
  const login = JSON.parse(sessionStorage.getItem('taphouse.login'));
  sessionStorage.setItem('taphouse.login', JSON.stringify({ ...login, until: 0 }));
}"""
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
            listener = listening.fileno()
            command = [node, PROVIDER, str(listener), issuer, server.url, AUDIENCE, str(seconds)]
            provider = subprocess.Popen(command, pass_fds=[listener], stdout=subprocess.PIPE, text=True)
            try:
                assert provider.stdout is not None
                assert provider.stdout.readline() == "ready\n"
                yield server, issuer
            finally:
                provider.kill()
                provider.communicate()


@pytest.fixture
def lasting(page: None, node: str, serving: ExitStack) -> tuple[Server, str]:
    return serving.enter_context(signed_in(node, 600))


@pytest.fixture
def brief(page: None, node: str, serving: ExitStack) -> tuple[Server, str]:
    return serving.enter_context(signed_in(node, 5))


def test_a_seat_outlives_the_storage_of_the_browser(lasting: tuple[Server, str], visitors: Visitors) -> None:
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
    anna.page.reload()
    row = anna.page.locator(".rows.mine li")
    expect(row).to_contain_text("With Hazel")
    anna.check_accessible()
    row.get_by_role("link").click()
    expect(anna.page.locator(".plate.me .disc")).to_have_text("1")
    anna.move()

    # On another device, whose browser knows nothing yet.
    phone = visitors(server.url, asks=issuer)
    phone.go("/")
    phone.page.get_by_role("button", name="Sign in").click()
    phone.page.locator(".rows.mine li").get_by_role("link").click()
    expect(phone.page.locator(".plate.me .disc")).to_have_text("1")
    if phone.move():
        expect(anna.table).to_have_attribute("data-version", str(phone.version))

    # Signing out ends the login in this window and at the provider, which asks first.
    phone.page.get_by_role("button", name="Sign out").click()
    phone.page.get_by_role("button", name="Yes, sign me out").click()
    expect(phone.page.get_by_role("button", name="Sign in")).to_be_visible()
    assert phone.page.evaluate("() => [sessionStorage.length, location.search]") == [0, ""]
    expect(phone.page.locator(".rows.mine")).to_have_count(0)


def test_a_guest_keeps_their_seat_by_an_account(lasting: tuple[Server, str], visitors: Visitors) -> None:
    server, issuer = lasting
    anna = visitors(server.url, asks=issuer)
    route = anna.open_table("DANK_AND_DRAFT", "RANDOM")
    anna.go("/")
    anna.page.get_by_role("button", name="Sign in").click()
    expect(anna.page.get_by_role("button", name="Sign out")).to_be_visible()
    anna.go(route)
    anna.page.get_by_role("button", name="This table").click()
    claim = anna.page.get_by_role("button", name="Keep this seat with your account")
    claim.click()
    expect(claim).to_have_count(0)
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator(".log")).to_contain_text("Anna keeps the seat with an account.")
    anna.page.evaluate("() => localStorage.clear()")
    anna.go("/")
    anna.page.reload()
    anna.page.locator(".rows.mine li").get_by_role("link").click()
    expect(anna.page.locator(".plate.me .disc")).to_have_text("1")
    anna.move()


def test_a_login_is_renewed_until_the_provider_ends_it(brief: tuple[Server, str], visitors: Visitors) -> None:
    server, issuer = brief
    anna = visitors(server.url, asks=issuer)
    anna.go("/")
    anna.page.get_by_role("button", name="Sign in").click()
    expect(anna.page.get_by_role("button", name="Sign out")).to_be_visible()
    tokens = anna.page.evaluate(LOGIN)
    anna.page.wait_for_function(f"before => ({LOGIN})()[0] !== before", arg=tokens[0])
    anna.page.reload()
    expect(anna.page.get_by_role("button", name="Sign out")).to_be_visible()
    form = {"client_id": "table", "token": anna.page.evaluate(LOGIN)[1]}
    assert httpx.post(f"{issuer}/token/revocation", data=form, trust_env=False).status_code == 200
    expect(anna.page.get_by_role("button", name="Sign in")).to_be_visible()
    assert anna.page.evaluate("() => sessionStorage.length") == 0
    anna.faults.clear()  # the browser reports the refused request


def test_signing_out_ends_what_is_on_its_way(lasting: tuple[Server, str], visitors: Visitors) -> None:
    server, issuer = lasting
    anna = visitors(server.url, asks=issuer)
    page = anna.page
    anna.go("/new/DANK_AND_DRAFT")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    anna.open_table("DANK_AND_DRAFT", "RANDOM")
    page.evaluate("() => localStorage.clear()")
    page.clock.install()
    page.reload()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    games, tokens = anna.hold_back("**/graphql", "query AccountGames"), anna.hold_back(f"{issuer}/token")
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))

    # A token is renewed once, also if a device wakes up meanwhile: its provider would take a second request for a theft.
    page.clock.fast_forward(500_000)
    renewal = tokens()
    page.clock.fast_forward(500_000)
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    page.evaluate("() => fetch('./', { method: 'HEAD' })")
    assert asked.count(f"{issuer}/token") == 1

    anna.go("/")
    listed = games()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    with page.expect_response(lambda response: response.request == listed.request) as answered:
        listed.continue_()
    assert "DANK_AND_DRAFT" in answered.value.text()
    page.evaluate("() => fetch('./', { method: 'HEAD' })")
    assert page.locator(".rows.mine").count() == 0
    answer = renewal.fetch()
    with page.expect_request(f"{issuer}/token/revocation") as revoking:
        renewal.fulfill(response=answer)
    assert f"token={answer.json()['refresh_token']}&" in f"{revoking.value.post_data}&"
    page.get_by_role("button", name="Yes, sign me out").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def test_a_provider_that_says_nothing_does_not_keep_the_page_away(
    lasting: tuple[Server, str], visitors: Visitors
) -> None:
    server, issuer = lasting
    anna = visitors(server.url, asks=issuer)
    page = anna.page
    anna.go("/")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    before = page.evaluate(LOGIN)
    page.evaluate(EXPIRE)
    page.clock.install()
    held = anna.hold_back(f"{issuer}/token")
    page.reload()
    renewal = held()
    assert page.locator(".kind").count() == 0
    page.clock.fast_forward(5_000)
    page.wait_for_selector(".kind")
    renewal.continue_()
    page.wait_for_function(f"before => ({LOGIN})()[0] !== before", arg=before[0])
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
