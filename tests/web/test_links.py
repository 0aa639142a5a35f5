"""Links as chats and people change them, and the previews that chats show of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import CASK, DANK, Client, create
from tests.api.server import Server
from tests.effort import BOUND
from tests.web.visitor import Visitor, Visitors

pytestmark = pytest.mark.ecosystem

LOADED = """(names) => {
  const files = performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop());
  return names.every((name) => files.some((file) => file.startsWith(`${name}-`) && file.endsWith('.js')));
}"""
"""True if scripts with these names were loaded."""
CHANGED = [
    *(
        "#/table/{id}.",
        "#/table/{id})",
        "#/table/{id},",
        "#/table/{id}%20",
        "#/table/{id}>",
        "#/table/{id}%3E",
        "#/table/{id}/",
    ),
    *("#/table/{ID}", "#/TABLE/{ID}", "#table/{id}", "#/table{id}", "#//table//{id}", "#/table/{id}?utm_source=x&y=z"),
    *(
        "?table={id}",
        "?table={ID}.",
        "?table={id}?utm_source=x",
        "?utm_source=x&table={id}",
        "?table={id}&utm_source=x#",
    ),
    *("?fbclid=x#/table/{id}", "?table={id}%20)", "?table={id}#/table/{id}", "#/table/{id}/1).", "#/table/{id}/999"),
]


@pytest.fixture(scope="module")
def server(page: None) -> Iterator[Server]:
    """A service with all games that the client of these tests asks for."""
    with Server(store=MemoryStore()) as running:
        yield running


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, trust_env=False, timeout=BOUND) as client:
        yield client


def test_a_link_that_was_changed_is_found(visitors: Visitors, server: Server, http: httpx.Client) -> None:
    table = create(Client(http), 2, DANK)
    anna = visitors()
    for link in CHANGED:
        anna.page.goto("about:blank")
        anna.page.goto(f"{server.url}/{link.format(id=table.id, ID=table.id.upper())}")
        anna.page.wait_for_selector(".table-page")
        assert "table=" not in anna.page.url
    anna.page.locator(".brand").click()
    expect(anna.page.locator(".kind").first).to_be_visible()


def link_of(visitor: Visitor, label: str) -> str:
    return visitor.page.get_by_label(label).input_value()


def test_an_invite_and_a_handover_are_found_too(visitors: Visitors, server: Server) -> None:
    anna, ben, tablet = visitors(), visitors(), visitors()
    anna.open_table("DANK_AND_DRAFT", "CLOSED")
    anna.page.get_by_role("button", name="Invite Seat 2").click()
    invite = link_of(anna, "takes seat 2")
    assert re.match(rf"{server.url}/\?table=[a-z2-7]{{24}}#/join/", invite)
    ben.page.goto(f"{invite}).")
    ben.page.get_by_role("button", name="Take the seat").click()
    expect(ben.page.locator(".plate.me")).to_have_count(1)
    ben.page.get_by_role("button", name="This table").click()
    ben.page.get_by_role("button", name="Continue on another device").click()
    tablet.page.goto(f"{link_of(ben, 'Open this link')},".replace("#/take", "#take"))
    tablet.page.locator(".waiting .primary").click()
    expect(tablet.page.locator(".plate.me")).to_have_count(1)


def test_what_is_no_link_shows_the_lobby_or_says_that_there_is_no_game(visitors: Visitors, server: Server) -> None:
    anna = visitors()
    for link in ("#/nothing", "#%E0%A4%A", "?table", "?table=", "#/table/", "#/join", "#/take"):
        anna.page.goto("about:blank")
        anna.page.goto(f"{server.url}/{link}")
        expect(anna.page.locator(".kind").first).to_be_visible()
    anna.page.goto("about:blank")
    anna.page.goto(f"{server.url}/?table=nothing")
    expect(anna.page.locator(".problem")).to_contain_text("There is no game with this id")


def previewed(page: httpx.Response) -> dict[str, str]:
    return dict(re.findall('property="og:(.*?)" content="(.*?)"', page.text))


def test_a_chat_sees_the_game_of_a_link(http: httpx.Client) -> None:
    table = create(Client(http), 2, CASK)
    found = http.get("/v1/catalogue").json()["games"]
    kind = next(game for game in found if game["kind"] == table.look()["kind"])
    shown, plain = previewed(http.get(f"/?table={table.id.upper()}.")), previewed(http.get("/"))
    assert (shown["title"], shown["description"]) == (kind["title"], kind["text"])
    assert plain["title"] == "Taphouse"
    assert shown["image"] == plain["image"]
    assert plain["image"].startswith(str(http.base_url))
    picture = http.get(plain["image"])
    assert picture.headers["content-type"] == "image/png"
    german = http.get(f"/?table={table.id}", headers={"accept-language": "de"})
    assert previewed(german)["description"] != kind["text"]
    for nothing in ("", "x", "a" * 24, "%22%3E", "ä" * 24):
        assert previewed(http.get(f"/?table={nothing}")) == plain


def test_a_link_to_a_table_asks_for_what_it_shows_before_the_scripts_of_the_page_run(
    visitors: Visitors, http: httpx.Client
) -> None:
    table, anna = create(Client(http)), visitors(locale="de-DE")
    held = json.dumps({"gameId": table.id, "kind": "DANK_AND_DRAFT", "since": 0, "seats": {}})
    anna.page.add_init_script(f"localStorage.setItem('taphouse.held.{table.id}', {held!r})")
    scripts = anna.hold_back("**/assets/index-*.js")
    anna.page.goto(f"{anna.url}/?table={table.id}", wait_until="commit")
    script = scripts()
    anna.page.wait_for_function(LOADED, arg=["at_table", "dank_and_draft", "de"])
    for other in ("home", "en", "pint_craft"):
        assert not anna.page.evaluate(LOADED, [other])
    script.continue_()
    expect(anna.table).to_be_visible()
