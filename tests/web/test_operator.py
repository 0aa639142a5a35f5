"""Reports from the table and the talk, and the operator's pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from taphouse.lab.memory_store import MemoryStore
from tests.access.brief import Brief
from tests.access.issuer import Issuer
from tests.api.client import DANK, Client, Table
from tests.api.server import Server
from tests.effort import BOUND
from tests.operating.shared import TOKENS, Office, Person, setting
from tests.web.test_persons import issuer  # noqa: F401
from tests.web.visitor import PHONE, Visitor, Visitors

pytestmark = pytest.mark.ecosystem


@pytest.fixture(scope="module")
def server(page: None, issuer: Issuer) -> Iterator[Server]:  # noqa: F811
    """A service whose players have accounts, and that has operators."""
    more = {"operators": setting(), "accounts_client": "table", **issuer.settings}
    with Server(store=MemoryStore(), **more) as running:
        yield running


@pytest.fixture
def office(server: Server, issuer: Issuer) -> Iterator[Office]:  # noqa: F811
    with httpx.Client(base_url=server.url, trust_env=False, timeout=BOUND) as http:
        yield Office(Brief(http), issuer)


def table_of(office: Office, *players: Person) -> Table:
    """A running game of Dank & Draft in which people can say what they want."""
    seats = [{"kind": "MINE"}, *[{"kind": "OPEN"}] * (len(players) - 1)]
    made = players[0].done("createGame", game={DANK: {}}, seats=seats, powers="FULL")
    tokens = [made["seats"][0]["token"]]
    for one in players[1:]:
        tokens.append(one.done("joinGame", gameId=made["game"]["gameId"])["seat"]["token"])
    anyone = Client(office.anyone.http)
    return Table(
        made["game"]["gameId"], anyone.with_token(made["hostToken"]), tuple(map(anyone.with_token, tokens)), anyone
    )


def at_desk(visitors: Visitors, token: str = TOKENS["all"], **context: object) -> Visitor:
    """An operator who has used their token."""
    ada = visitors(**context)
    ada.go("/operator")
    ada.page.get_by_label("Operator's token").or_(ada.page.get_by_label("Token des Betreibers")).fill(token)
    ada.check_accessible()
    ada.page.locator("form button").click()
    return ada


def test_a_player_reports_what_is_wrong_and_the_operator_sees_it(visitors: Visitors, office: Office) -> None:
    ann, bob = office.player("ann", "Ann"), office.player("bob", "Bob")
    table = table_of(office, ann, bob)
    table.seat(2).do("say", gameId=table.id, text="You play like a barrel.")
    anna = visitors(viewport=PHONE, has_touch=True, is_mobile=True)
    anna.sit(table, 1)
    page = anna.page

    # A line of the talk, but not one's own.
    table.seat(1).do("say", gameId=table.id, text="Please.")
    expect(page.locator(".talk .lines p")).to_have_count(2)
    expect(page.get_by_role("button", name="Report this line")).to_have_count(1)
    page.get_by_role("button", name="Report this line").click()
    expect(page.locator("dialog blockquote")).to_have_text("You play like a barrel.")
    anna.check_accessible()
    anna.check_fits()
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator("dialog [role=status]")).to_contain_text("Thank you.")
    page.get_by_role("button", name="Close").click()

    # The table, with what the author sees.
    page.get_by_role("button", name="This table").click()
    page.get_by_role("button", name="Something is wrong here").click()
    page.get_by_label("Problem").select_option("STALLING")
    page.get_by_label("Player").select_option("2")
    page.get_by_label("In your words").fill("Ben waits\nfor days.")
    page.get_by_label("Show the operator the table as I see it").check()
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator("dialog [role=status]")).to_contain_text("Thank you.")

    # A visitor without a login cannot say who they are.
    guest = visitors()
    guest.go(f"/table/{table.id}")
    guest.page.get_by_role("button", name="This table").click()
    expect(guest.page.get_by_role("button", name="Save the record")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Something is wrong here")).to_have_count(0)

    # The operator's queue opens each at its position, and closes it.
    ada = at_desk(visitors)
    desk = ada.page
    expect(desk.locator(".rows li")).to_have_count(2)
    expect(desk.locator(".rows li").first).to_contain_text("You play like a barrel.")
    expect(desk.locator(".rows li").nth(1)).to_contain_text("Somebody does not play on about Seat 2")
    ada.check_accessible()
    ada.check_fits()
    desk.locator(".rows li").nth(1).get_by_role("button", name="Show the position").click()
    expect(desk.locator(".still")).to_be_visible()
    expect(desk.locator(".still [data-spot^='hand:']").first).to_be_visible()
    assert desk.locator(".still .hidden-card").count() < desk.locator(".still [data-spot^='hand:']").count()
    expect(desk.locator(".still .playable")).to_have_count(0)
    ada.check_accessible()
    ada.check_fits()
    desk.get_by_label("What you found or did").fill("Spoke to Ben.")
    desk.get_by_role("button", name="Close the report").click()
    expect(desk.locator(".rows li")).to_have_count(1)
    desk.get_by_role("button", name="Closed", exact=True).click()
    expect(desk.locator(".rows li")).to_contain_text("Spoke to Ben.")
    desk.reload()
    expect(desk.locator(".rows li")).to_have_count(1)


def test_an_operator_acts_on_an_account_and_a_game(visitors: Visitors, office: Office) -> None:
    ann, bob = office.player("ann", "Ann"), office.player("bob", "Bob")
    running = table_of(office, ann, bob).id
    rated = bob.done(
        "createGame", game={DANK: {}}, seats=[{"kind": "MINE"}, {"kind": "OPEN"}], rated=True, undo="CONSENT"
    )["game"]
    ann.done("joinGame", gameId=rated["gameId"])
    ada = at_desk(visitors, viewport=PHONE, locale="de-DE", color_scheme="dark")
    desk = ada.page
    desk.get_by_role("searchbox").fill(bob.handle)
    desk.get_by_role("button", name="Suchen").click()
    expect(desk.locator("a[href*='/operator/game/']")).to_have_count(2)
    ada.check_accessible()
    ada.check_fits()

    # The account: what is asked for twice is done at the second click.
    desk.get_by_role("link", name=f"@{bob.handle}").click()
    expect(desk.get_by_role("heading", name=bob.handle)).to_be_visible()
    desk.get_by_label("Notiz").fill("Droht.")
    desk.locator(".acts select").select_option("7")
    desk.get_by_role("button", name="Stumm schalten").click()
    expect(desk.locator(".note")).to_have_text(re.compile("^Stumm bis .*: Droht.$"))
    desk.get_by_role("button", name="Sperren").click()
    expect(desk.get_by_role("button", name="wirklich sperren")).to_be_visible()
    assert "gameId" in bob.done("createGame", game={DANK: {}}, seats=[{"kind": "MINE"}, {"kind": "OPEN"}])["game"]
    desk.get_by_role("button", name="wirklich sperren").click()
    expect(desk.locator(".note")).to_have_count(2)
    assert bob.refused("createGame", game={DANK: {}}, seats=[{"kind": "MINE"}, {"kind": "OPEN"}])["code"] == "BANNED"
    ada.check_accessible()
    desk.get_by_role("button", name="Sperre aufheben").click()
    expect(desk.locator(".note")).to_have_count(1)

    # A game, as spectators see it, with the accounts that sit there.
    ada.go(f"/operator/game/{rated['gameId']}")
    expect(desk.locator(".still .hidden-card").first).to_be_visible()
    expect(desk.get_by_role("link", name=f"@{ann.handle}")).to_be_visible()
    ada.check_accessible()
    ada.check_fits()
    for name, sure in (
        ("Spiel beenden", "wirklich für alle beenden"),
        ("Wertung zurücknehmen", "wirklich zurücknehmen"),
        ("Chat beenden", "wirklich endgültig beenden"),
    ):
        desk.get_by_role("button", name=name).click()
        desk.get_by_role("button", name=sure).click()
        expect(desk.get_by_role("button", name=name)).to_have_count(0)
    expect(desk.get_by_text("hat dieses Spiel zurückgenommen")).to_be_visible()
    expect(desk.get_by_text("An diesem Tisch ist der Chat ausgeschaltet.")).to_be_visible()
    assert ann.refused("say", gameId=rated["gameId"], phrase="GOOD_GAME")["code"] == "TALK_OFF"
    assert office.got(f"/games/{rated['gameId']}")["game"]["status"] == "ABANDONED"
    assert office.got(f"/games/{running}")["game"]["status"] == "RUNNING"


def test_a_token_that_may_not_is_told_so_and_forgotten_with_the_window(visitors: Visitors, office: Office) -> None:
    ada = at_desk(visitors, TOKENS["games"])
    expect(ada.page.locator(".problem").first).to_contain_text("REPORTS")
    ada.page.get_by_role("button", name="Use another token").click()
    expect(ada.page.get_by_label("Operator's token")).to_be_visible()
    nobody = at_desk(visitors, "nobody")
    expect(nobody.page.locator(".problem").first).to_be_visible()
    assert nobody.page.evaluate("() => Object.keys(localStorage)") == []
