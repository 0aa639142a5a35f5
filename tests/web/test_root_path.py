"""The pages below a path of a proxy, which removes it and tells it: they ask for nothing beside it."""

from __future__ import annotations

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server
from tests.web.gate import Gate
from tests.web.visitor import Visitors

REQUEST = re.compile(rb"^([A-Z]+) (/play|/beta)(/[^ ]*|) HTTP/1.1\r\n")


def removed(data: bytes) -> bytes:
    """A request without the root path; that alone is kept, as by proxies that remove it with the slash after it."""
    return REQUEST.sub(
        lambda head: b"%b %b HTTP/1.1\r\nX-Forwarded-Prefix: %b\r\n" % (head[1], head[3] or head[2], head[2]), data
    )


@pytest.fixture
def proxy(page: None, serving: ExitStack) -> str:
    served = Server(store=MemoryStore(), trusted_proxies="127.0.0.1", cors_origins="", allowed_hosts="")
    port = serving.enter_context(served).url.rpartition(":")[2]
    return serving.enter_context(Gate(int(port), removed)).url


@pytest.mark.ecosystem
def test_all_pages_work_below_a_root_path(visitors: Visitors, proxy: str) -> None:
    anna = visitors(f"{proxy}/play", service_workers="allow")
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url))
    anna.page.on("websocket", lambda socket: asked.append(socket.url.replace("ws", "http", 1)))
    anna.page.goto(f"{proxy}/play")
    anna.page.wait_for_url(f"{proxy}/play/")
    route = anna.open_table("PINT_CRAFT", "RANDOM")
    anna.move()
    anna.page.get_by_role("button", name="This table").click()
    expect(anna.page.locator(".share input").first).to_have_value(f"{proxy}/play/?table={route.rpartition('/')[2]}")
    assert f"{proxy}/play/graphql" in asked
    assert [url for url in asked if not url.startswith(f"{proxy}/play")] == []

    # Another service on this origin leaves what this one has kept for when there is no network.
    for place in ("play", "beta"):
        anna.page.goto(f"{proxy}/{place}/")
        assert anna.page.evaluate("async () => (await navigator.serviceWorker.ready).scope") == f"{proxy}/{place}/"
    kept = anna.page.evaluate("() => caches.keys()")
    assert [name.split()[1] for name in sorted(kept)] == ["/beta/", "/play/"]
