"""Two windows at one table, a connection that breaks, and a game that is looked back on."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.api.client import Client, create
from tests.api.server import Server
from tests.effort import BOUND
from tests.web.gate import Gate
from tests.web.visitor import PHONE, Visitors

pytestmark = pytest.mark.ecosystem


def test_two_windows_play_at_one_table(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors(viewport=PHONE, has_touch=True, is_mobile=True)
    route = anna.open_table("DANK_AND_DRAFT", "OPEN")
    assert anna.page.get_by_label("Share this link").input_value().endswith(f"?table={route.rpartition('/')[2]}")
    anna.check_accessible()
    ben.go(route)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_label("Brewery").fill("Ben's Barrels")
    ben.page.get_by_role("button", name="Sit here Seat 2").click()
    for _ in range(6):
        anna.page.wait_for_selector(".table-page")
        turn = anna.page.wait_for_selector(".plate.deciding-now .disc, .outcome").inner_text()
        if anna.status != "RUNNING":
            break
        mover, other = (anna, ben) if turn == "1" else (ben, anna)
        mover.move()
        expect(other.table).to_have_attribute("data-version", str(mover.version))
    expect(anna.page.locator(".plate", has_text="Ben's Barrels")).to_be_visible()
    # What Ben holds, Anna sees from behind.
    if anna.status == "RUNNING":
        assert anna.page.locator("[data-spot='hand:2'] .beer-card").count() == 0
        assert anna.page.locator("[data-spot='hand:2'] .action-card").count() > 0
        assert ben.page.locator("[data-spot='hand:2'] .action-card").count() == 0


def test_the_player_who_is_left_wins(tiny_too: Server, visitors: Visitors) -> None:
    with httpx.Client(base_url=tiny_too.url, trust_env=False, timeout=BOUND) as http:
        table = create(Client(http))
        anna, ben = visitors(tiny_too.url), visitors(tiny_too.url)
        anna.sit(table, 1)
        ben.sit(table, 2)
    ben.page.get_by_role("button", name="This table").click()
    ben.page.get_by_role("button", name="Resign").click()
    ben.page.get_by_role("button", name="Really resign?").click()
    for visitor, result in ((anna, "You win!"), (ben, "You lose")):
        end = visitor.page.locator(".outcome")
        expect(end.get_by_role("heading")).to_have_text(result)
        expect(end).to_contain_text("All others have resigned.")
        expect(end.get_by_role("columnheader")).to_have_text(["Place", "Player"])
    anna.check_accessible()


def test_a_spectator_sees_no_hand(visitors: Visitors) -> None:
    anna, carl = visitors(), visitors()
    carl.go(anna.open_table("PINT_CRAFT", "RANDOM"))
    expect(carl.page.get_by_text("You are watching.")).to_be_visible()
    assert carl.page.locator("[data-spot^='hand:'] .hidden-card").count() == 10
    assert carl.page.locator(".spot.playable").count() == 0
    heights = "parts => parts.map((part) => part.getBoundingClientRect().height)"
    panel, log = carl.page.locator(".deciding, .log").evaluate_all(heights)
    assert log > 2 * panel, "who decides nothing has more room for the log"
    anna.move()
    expect(carl.table).to_have_attribute("data-version", re.compile(r"^[3-9]"))


def test_a_click_outlives_a_break_and_a_reload(visitors: Visitors, server: Server) -> None:
    with Gate(int(server.url.rpartition(":")[2])) as gate:
        anna = visitors(gate.url)
        anna.open_table("BREW_CRAFTERS", "RANDOM")
        anna.move()
        anna.to_my_turn()
        before = anna.version
        gate.shut()
        expect(anna.page.get_by_text("Connection lost")).to_be_visible()
        anna.click()
        label = anna.page.locator(".sending").inner_text()
        expect(anna.page.get_by_text("No answer yet")).to_be_visible()
        gate.open()
        expect(anna.page.locator(".connection")).to_have_text("Live")
        anna.to_my_turn()
        assert anna.version > before
        expect(anna.page.locator(f".log a[href$='/{anna.version}']")).to_be_visible()
        happened = anna.page.locator(".log li a").evaluate_all("links => links.map(({ title }) => title)")
        made = re.sub(r"^.*: (.*) …$", r"\1", label)
        assert sum(made in entry and "Anna" in entry for entry in happened) >= 1
        assert anna.page.evaluate("() => Object.keys(localStorage).filter((key) => key.includes('pending'))") == []

        # Again, but this time the page is reloaded before the connection is back.
        before = anna.version
        gate.shut()
        expect(anna.page.get_by_text("Connection lost")).to_be_visible()
        anna.click()
        expect(anna.page.locator(".sending")).to_be_visible()
        gate.open()
        anna.page.reload()
        anna.page.wait_for_function("seen => document.querySelector('.table-page')?.dataset.version > seen", arg=before)
        anna.page.goto("about:blank")  # or it would try to reconnect when the gate is shut for good
        anna.faults.clear()  # the browser reports each connection that was refused


def test_a_game_is_played_by_the_keyboard_alone(visitors: Visitors) -> None:
    anna = visitors()
    anna.open_table("DANK_AND_DRAFT", "RANDOM")
    for _ in range(3):
        if not anna.to_my_turn():
            break
        before = anna.version
        for _ in range(60):
            anna.page.keyboard.press("Tab")
            if anna.page.evaluate("() => document.activeElement.matches('.spot.playable, .deciding > .buttons .move')"):
                break
        else:
            raise AssertionError("no move can be reached by Tab")
        if anna.page.evaluate("() => document.activeElement.matches('.spot')"):
            expect(anna.page.locator("#tip")).to_be_visible()
        if (anna.page.locator(":focus").get_attribute("data-moves") or "1") != "1":
            closing = anna.page.locator("dialog :focus")
            for leave in ("Escape", "Enter"):  # which closes it as well: the button "Close" has the focus
                anna.page.keyboard.press("Enter")
                expect(closing).to_have_accessible_name("Close")
                anna.page.keyboard.press(leave)  # the focus goes back to where it was
                expect(anna.page.locator(":focus")).to_have_attribute("data-moves", re.compile("[2-9]"))
            anna.page.keyboard.press("Enter")
            expect(closing).to_have_accessible_name("Close")
            anna.page.keyboard.press("Tab")
        anna.page.keyboard.press("Enter")
        anna.page.wait_for_function("seen => document.querySelector('.table-page').dataset.version > seen", arg=before)


def test_a_record_is_replayed_step_by_step(tiny_too: Server, visitors: Visitors) -> None:
    with httpx.Client(base_url=tiny_too.url, trust_env=False, timeout=BOUND) as http:
        table = create(Client(http), options={"turnCap": 3})
        while table.to_move is not None:
            table.play(table.moves()[0]["notation"])
    anna = visitors(tiny_too.url)
    anna.go(f"/table/{table.id}")
    anna.page.get_by_role("button", name="This table").click()
    with anna.page.expect_download() as saving:
        anna.page.get_by_role("button", name="Save the record").click()
    record = saving.value.path().read_text()
    ben = visitors(tiny_too.url)
    ben.go("/")
    ben.check_accessible()
    files = ben.page.locator("input[type=file]")
    files.set_input_files({"name": "broken.txt", "mimeType": "text/plain", "buffer": record[:300].encode()})
    expect(ben.page.locator("[role=status]")).not_to_have_text("")
    files.set_input_files({"name": "game.txt", "mimeType": "text/plain", "buffer": record.encode()})
    ben.page.wait_for_selector(".table-page")
    expect(ben.page.get_by_text("You are looking at version 1 of")).to_be_visible()
    for version in (2, 3, 4):
        ben.page.locator("[data-step=forward]").click()
        expect(ben.page.get_by_text(f"You are looking at version {version} of")).to_be_visible()
    taps = ben.page.locator(".tap .beer-card").count()
    assert taps in (6, 9)
    ben.page.locator("[data-step=back]").click()
    expect(ben.page.get_by_text("You are looking at version 3 of")).to_be_visible()
    ben.check_accessible()
    ben.page.get_by_role("button", name="To the end").click()
    expect(ben.page.locator(".past-note")).to_have_count(0)
    expect(ben.page.locator(".deciding")).to_contain_text("The game is over.")
