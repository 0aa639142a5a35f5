"""Talk beside the board, and who is there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from playwright.sync_api import Locator, expect

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.streams import attending
from tests.access.issuer import Issuer
from tests.api.client import DANK, MINE, OPEN, Client, Table, create, seats_of
from tests.api.server import Server
from tests.effort import BOUND
from tests.web.test_persons import Account, account, issuer, sign_in  # noqa: F401
from tests.web.visitor import PHONE, Visitor, Visitors

pytestmark = pytest.mark.ecosystem

OVERLAP = """() => {
  const [one, other] = ['.board-area', '.talk'].map((part) => document.querySelector(part).getBoundingClientRect());
  return one.bottom > other.top && other.bottom > one.top && one.right > other.left && other.right > one.left;
}"""


@pytest.fixture(scope="module")
def server(page: None, issuer: Issuer) -> Iterator[Server]:  # noqa: F811
    """A service whose players have accounts, and that looks five times a second who is there."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(attending, "ROUND", 0.2)
        with Server(store=MemoryStore(), accounts_client="table", **issuer.settings) as running:
            yield running


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with httpx.Client(base_url=server.url, trust_env=False, timeout=BOUND) as http:
        yield Client(http)


def strangers(client: Client) -> Table:
    """A running game of Anna, who hosts it, and Ben, at which only phrases can be said."""
    made = client.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN], ("Anna", None)))
    game = made["game"]["gameId"]
    joined = client.done("joinGame", gameId=game, name="Ben")
    tokens = (made["seats"][0]["token"], joined["seat"]["token"])
    return Table(game, client.with_token(made["hostToken"]), tuple(map(client.with_token, tokens)), client)


def lines(visitor: Visitor) -> Locator:
    return visitor.page.locator(".talk .lines p")


def say(visitor: Visitor, phrase: str) -> None:
    visitor.page.mouse.move(0, 0)  # or a second click on the same place would be one too many
    visitor.page.locator(".talk").get_by_role("button", name=phrase, exact=True).click()


def test_strangers_react_with_phrases_beside_the_board_and_mute_each_other(visitors: Visitors, client: Client) -> None:
    table = strangers(client)
    anna = visitors()
    ben = visitors(viewport=PHONE, has_touch=True, is_mobile=True, locale="de-DE", color_scheme="dark")
    anna.sit(table, 1)
    ben.sit(table, 2)
    talk = anna.page.locator(".talk")
    expect(talk.locator("> .reactions button")).to_have_text(["Nice move!", "Thank you!", "Good luck!", "Good game!"])
    expect(talk.get_by_role("textbox")).to_have_count(0)
    expect(lines(anna)).to_have_text(["Nobody has said anything yet."])
    to_talk = ben.page.locator(".regions").get_by_role("button", name="Chat")
    expect(to_talk).to_be_visible()
    ben.page.evaluate("() => scrollTo(0, 0)")
    say(anna, "Good luck!")
    expect(lines(anna).first).to_contain_text("You Good luck!")
    expect(to_talk).to_contain_text("1 neu")
    assert not ben.page.evaluate(OVERLAP), "it lies below the board"
    to_talk.tap()
    expect(lines(ben)).to_have_count(1)
    expect(lines(ben).first).to_contain_text("Anna Viel Glück!")
    expect(ben.page.locator(".unread")).to_have_count(0)
    ben.page.locator(".talk").get_by_text("Mehr").tap()
    for visitor in (anna, ben):
        visitor.check_accessible()
        visitor.check_fits()
    assert not anna.page.evaluate(OVERLAP)
    say(ben, "Entschuldigung!")
    expect(lines(anna).last).to_contain_text("Ben Sorry!")

    # What a muted seat has said and says is hidden, also after a reload, until it is heard again.
    say(ben, "Anna stummschalten")
    expect(lines(ben)).to_have_count(1)
    say(anna, "Nice move!")
    expect(lines(anna)).to_have_count(3)
    ben.page.reload()
    expect(lines(ben)).to_have_count(1)
    ben.page.locator(".talk").get_by_text("Mehr").tap()
    say(ben, "Anna wieder hören")
    expect(lines(ben)).to_have_count(3)
    expect(lines(ben).last).to_contain_text("Anna Schöner Zug!")

    # The choice to close it stays.
    anna.page.get_by_role("heading", name="Talk").click()
    expect(lines(anna).first).to_be_hidden()
    anna.page.wait_for_function(
        "() => localStorage.getItem('taphouse.talk') === 'closed'"
    )  # which is kept after the click
    anna.page.reload()
    expect(anna.page.locator(".talk summary").first).to_be_visible()
    expect(lines(anna).first).to_be_hidden()
    say(ben, "Danke!")
    expect(anna.page.locator(".talk > summary .unread")).to_have_text("1 new")


def test_nothing_can_be_reported_where_nobody_reads_reports(visitors: Visitors, client: Client) -> None:
    table = create(client)
    anna, ben = visitors(), visitors()
    anna.sit(table, 1)
    ben.sit(table, 2)
    say(anna, "Good luck!")
    expect(lines(ben)).to_have_count(1)
    ben.page.get_by_role("button", name="This table").click()
    expect(ben.page.get_by_role("button", name="Save the record")).to_be_visible()
    expect(ben.page.get_by_role("button", name=re.compile("Something is wrong here|Report this line"))).to_have_count(0)


def test_what_the_operator_has_turned_off_is_not_offered(visitors: Visitors, page: None, serving: ExitStack) -> None:
    without = {"talk": "off", "standing_orders": False, "quick_play": False}
    url = serving.enter_context(Server(store=MemoryStore(), **without)).url
    table = create(Client(serving.enter_context(httpx.Client(base_url=url, trust_env=False, timeout=BOUND))))
    ben, cid, seat = visitors(url), visitors(url), (table.to_move or 0) % 2 + 1
    seats = {"host": table.host.token, "seats": {seat: table.seat(seat).token}}
    held = {"gameId": table.id, "kind": "DANK_AND_DRAFT", "since": 0, **seats}
    ben.page.add_init_script(f"localStorage.setItem(...{json.dumps([f'taphouse.held.{table.id}', json.dumps(held)])})")
    ben.go(f"/table/{table.id}")
    expect(ben.page.locator(".presence")).to_have_count(1)  # it is loaded with the talk and the way to plan ahead
    expect(ben.page.locator(".talk, [data-plan=ahead]")).to_have_count(0)
    cid.go("/")
    expect(cid.page.locator(".kinds .kind").first).to_be_visible()
    expect(cid.page.locator(".quick")).to_have_count(0)


def test_friends_say_what_they_like_until_the_host_ends_it(visitors: Visitors, client: Client) -> None:
    table = create(client)
    anna, ben = visitors(), visitors(viewport=PHONE)
    anna.sit(table, 1)
    ben.sit(table, 2)
    words = ben.page.get_by_role("textbox", name="Say something")
    words.fill("<b>Prost</b> & cheers")
    words.press("Enter")
    expect(words).to_have_value("")
    expect(lines(anna)).to_contain_text(["Ben <b>Prost</b> & cheers"])
    words.fill("x" * 281)
    ben.page.get_by_role("button", name="Send").click()
    expect(ben.page.locator(".talk").get_by_role("alert")).to_contain_text("280")
    expect(words).to_have_value("x" * 281)
    ben.check_accessible()
    ben.check_fits()

    host = visitors()
    held = {"gameId": table.id, "kind": "DANK_AND_DRAFT", "since": 0, "host": table.host.token, "seats": {}}
    keep = json.dumps([f"taphouse.held.{table.id}", json.dumps(held)])
    host.page.add_init_script(f"localStorage.setItem(...{keep})")
    host.go(f"/table/{table.id}")
    host.page.locator(".talk").get_by_text("More").click()
    host.page.get_by_label("Players can say").select_option("OFF")
    expect(host.page.get_by_text("Talk is off at this table.")).to_be_visible()
    words.fill("Still there?")
    words.press("Enter")
    expect(ben.page.get_by_text("Talk is off at this table.")).to_be_visible()
    expect(words).to_have_count(0)
    expect(lines(ben)).to_have_count(1)
    host.page.get_by_label("Players can say").select_option("PHRASES")
    expect(host.page.locator(".talk > .reactions button")).to_have_count(4)


def test_spectators_talk_in_a_room_that_players_can_read_after_the_end(
    visitors: Visitors,
    client: Client,
    account: Account,  # noqa: F811
) -> None:
    table = strangers(client)
    cid = account("cid")
    cid.do("saveProfile", handle="Cid-Sees")
    watcher, anna, guest = visitors(viewport=PHONE), visitors(), visitors()
    sign_in(watcher, cid, "Cid of Ale")
    anna.sit(table, 1)
    for visitor in (watcher, guest):
        visitor.go(f"/table/{table.id}")
    expect(watcher.page.locator(".talk")).to_be_visible()
    say(watcher, "Nice move!")
    expect(lines(watcher)).to_contain_text(["@Cid-Sees Nice move!"])
    watcher.check_accessible()
    watcher.check_fits()
    expect(lines(guest)).to_contain_text(["@Cid-Sees Nice move!"])
    expect(guest.page.get_by_text("Sign in to talk with the other spectators.")).to_be_visible()
    expect(guest.page.locator(".talk button")).to_have_count(0)
    guest.check_accessible()
    say(anna, "Good luck!")
    expect(lines(anna)).to_have_count(1)
    expect(lines(watcher)).to_have_count(1)
    table.seat(2).done("resign", gameId=table.id)
    expect(anna.page.locator(".outcome")).to_be_visible()
    say(anna, "Spectators")
    expect(lines(anna)).to_contain_text(["@Cid-Sees Nice move!"])
    expect(anna.page.locator(".talk > .reactions")).to_have_count(0)
    anna.check_accessible()
    say(guest, "Players")
    expect(lines(guest)).to_contain_text(["Anna Good luck!"])
    say(anna, "Players")
    say(anna, "Good game!")
    expect(lines(anna)).to_have_count(2)


def test_the_seats_show_who_is_there_who_left_and_who_is_back(visitors: Visitors, client: Client) -> None:
    table = strangers(client)
    anna, ben = visitors(), visitors(viewport=PHONE, locale="de-DE")
    anna.sit(table, 1)
    presence = anna.page.locator(".plate").nth(1).locator(".presence")
    expect(presence).to_have_text("not here")
    ben.sit(table, 2)
    expect(presence).to_have_text("here")
    expect(ben.page.locator(".plate").first.locator(".presence")).to_have_text("da")
    expect(anna.page.locator(".plate").first.locator(".presence")).to_have_count(0)
    anna.check_accessible()
    ben.go("/")
    expect(presence).to_have_text("was here a moment ago")
    expect(anna.page.get_by_text("Ben has left.")).to_have_count(1)
    ben.go(f"/table/{table.id}")
    expect(presence).to_have_text("here")
    expect(anna.page.get_by_text("Ben is back.")).to_have_count(1)


def test_at_a_table_of_bots_nothing_is_followed_beside_the_game(visitors: Visitors) -> None:
    anna = visitors()
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.post_data or ""))
    anna.open_table("DANK_AND_DRAFT", "RANDOM")
    expect(anna.page.locator(".log li").first).to_be_visible()
    anna.move()
    assert not [one for one in asked if "query Talk" in one]
    expect(anna.page.locator(".talk")).to_have_count(0)
