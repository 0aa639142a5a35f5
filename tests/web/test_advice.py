"""The page shows a game's advice and who may sit, before one sits down; it gives no hints where there are none."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.advice.shared import shown
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server
from tests.web.visitor import PHONE, Visitors

pytestmark = pytest.mark.ecosystem


@pytest.fixture
def anyone(server: Server) -> Iterator[Client]:
    """A program without a token."""
    with http(server) as client:
        yield Client(client, game="PintCraft")


def game_of(visitor_route: str) -> str:
    found = re.search("[a-z2-7]{24}", visitor_route)
    assert found is not None
    return found[0]


def test_a_table_between_strangers_has_no_hints_and_says_so_first(visitors: Visitors, anyone: Client) -> None:
    anna, ben = visitors(), visitors(viewport=PHONE)
    anna.new_table("PINT_CRAFT")
    advice = anna.page.get_by_label("Hints by the service")
    expect(advice).to_have_value("ALL")
    expect(anna.page.get_by_label("For people only")).to_have_count(0)  # a bot has the other seat
    anna.page.get_by_label("Who sits at seat 2").select_option("OPEN")
    expect(advice).to_have_value("NONE")
    anna.page.get_by_label("For people only").check()
    anna.page.get_by_label("List this table").check()
    anna.check_accessible()
    anna.page.get_by_role("button", name="Open the table").click()
    agreed = "Hints by the service: None · For people only"
    expect(anna.page.locator(".waiting .agreed")).to_have_text(agreed)
    game = game_of(anna.page.url)
    seen = shown(anyone, game)
    assert (seen["advice"], seen["peopleOnly"]) == ("NONE", True)
    with_programs = anyone.done(
        "createGame", game={"pintCraft": {}}, seats=[{"kind": "OPEN"}] * 2, visibility="OPEN", advice="ALL"
    )["game"]["gameId"]
    program = anyone.done("joinGame", gameId=with_programs, name="Otto", program=True)
    assert program["seat"]["seat"] == 1
    ben.go("/")
    row = ben.page.locator(f"a[href*='{with_programs}']")
    expect(row).to_contain_text("Otto (Program)")
    expect(row).to_contain_text("Hints by the service: At any time")
    ben.page.get_by_label("Only tables for people").check()
    expect(row).to_have_count(0)
    ours = ben.page.locator(f"a[href*='{game}']")
    expect(ours).to_contain_text(agreed)
    ben.check_accessible()
    ours.click()
    expect(ben.page.locator(".waiting .agreed")).to_have_text(agreed)
    ben.page.get_by_role("button", name="Sit here").click()
    anna.page.wait_for_selector(".table-page")
    ben.page.wait_for_selector(".table-page")
    decider = anna if anyone.within(game, "decision { seat }")["decision"]["seat"] == 1 else ben
    expect(decider.page.locator(".hint")).to_have_text("This game was opened without hints.")
    expect(decider.page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    decider.page.get_by_role("button", name="This table").click()
    expect(decider.page.locator("dialog .agreed")).to_have_text(agreed)


def test_an_invite_says_it_first_and_a_program_is_shown_at_the_table(visitors: Visitors, anyone: Client) -> None:
    made = anyone.done(
        "createGame", game={"pintCraft": {}}, seats=[{"kind": "MINE", "program": True}, {"kind": "OPEN"}]
    )
    game, host = made["game"]["gameId"], anyone.with_token(made["hostToken"])
    invite = host.done("createInvite", gameId=game, seat=2)["invite"]
    ben = visitors(locale="de-DE")
    ben.go(f"/join/{invite}")
    expect(ben.page.locator(".agreed")).to_have_text("Tipps vom Dienst: Keine")
    ben.check_accessible()
    ben.page.locator("button.primary").click()
    expect(ben.page.locator(".seats li").first).to_contain_text("Programm")
