"""Seats that go to another device, and the lists of tables, which change while they are looked at."""

from __future__ import annotations

import re
import subprocess

import httpx
import pytest
from playwright.sync_api import Locator, expect

from tests.api.client import Client, create
from tests.api.server import Server
from tests.web.conftest import CLIENTS, PATIENCE
from tests.web.pictures import hold
from tests.web.visitor import PHONE, Visitor, Visitors

pytestmark = pytest.mark.ecosystem

DECODE = """import decode from "qr/decode.js";
const size = Math.sqrt(process.argv[1].length), scale = 4, width = size * scale;
const data = new Uint8Array(4 * width * width).fill(255);
for (let y = 0; y < width; y += 1)
  for (let x = 0; x < width; x += 1) {
    const dark = process.argv[1][size * Math.floor(y / scale) + Math.floor(x / scale)] === "1";
    const pixel = 4 * (width * y + x);
    if (dark) data.fill(0, pixel, pixel + 3);
  }
console.log(decode({ width, height: width, data }));"""


def read(code: str, size: int, node: str) -> str:
    """The text of a QR code, from its path."""
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)", code)}
    bits = "".join("1" if (x, y) in dark else "0" for y in range(size) for x in range(size))
    command = [node, "--input-type=module", "-e", DECODE, bits]
    done = subprocess.run(command, cwd=CLIENTS / "web", capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def row(visitor: Visitor) -> Locator:
    """The only row of the visitor's own tables."""
    return visitor.page.locator("section", has=visitor.page.get_by_role("heading", name="Your tables")).locator("li")


def test_a_seat_goes_to_a_second_browser_once(visitors: Visitors, node: str) -> None:
    anna = visitors()
    phone, carl = (visitors(viewport=PHONE, has_touch=True, is_mobile=True) for _ in range(2))
    anna.open_table("DANK_AND_DRAFT", "RANDOM")
    anna.move()
    anna.page.get_by_role("button", name="This table").click()
    anna.page.get_by_role("button", name="Continue on another device").click()
    link = anna.page.get_by_label("Open this link").input_value()
    code = anna.page.get_by_role("img", name="The link as a QR code")
    size = int((code.get_attribute("viewBox") or "").split()[-1])
    assert read(code.locator("path").get_attribute("d") or "", size, node) == link
    anna.check_accessible()
    anna.check_fits()
    anna.page.keyboard.press("Escape")
    phone.page.goto(link)
    phone.check_accessible()
    phone.page.get_by_role("button", name="Play on here").click()
    expect(phone.page.locator(".plate.me .disc")).to_have_text("1")
    phone.page.get_by_role("button", name="This table").click()
    expect(phone.page.get_by_role("button", name="End the game for everybody")).to_be_visible()  # the host's token too
    phone.page.keyboard.press("Escape")
    if phone.move():
        expect(anna.table).to_have_attribute("data-version", str(phone.version))
        anna.to_my_turn()  # both have the seat
    carl.page.goto(link)
    carl.page.get_by_role("button", name="Play on here").click()
    expect(carl.page.get_by_role("alert")).to_contain_text("used already")
    assert carl.page.evaluate("() => Object.keys(localStorage).filter((key) => key.includes('held'))") == []


def test_lists_tell_what_happens_while_they_are_looked_at(visitors: Visitors) -> None:
    anna, ben, carl = visitors(), visitors(), visitors(locale="de-DE")
    carl.go("/")
    ben.go("/")
    anna.new_table("DANK_AND_DRAFT")
    anna.page.get_by_placeholder("Your name").fill("Anna")
    anna.page.get_by_label("List this table").check()
    anna.page.get_by_label("Who sits at seat 2").select_option("OPEN")
    anna.page.get_by_label("Clock").select_option("perMove")
    anna.page.get_by_label("What the host may do once the game runs").select_option("FULL")
    anna.page.get_by_role("button", name="Open the table").click()
    anna.page.wait_for_selector(".waiting")
    # The host, who sits already, is asked to invite somebody first.
    second = anna.page.locator(".waiting .places li").nth(1).get_by_role("button")
    expect(second.first).to_have_text("Invite Seat 2")
    expect(second.first).to_have_class("primary")
    anna.go("/")
    expect(row(anna)).to_contain_text("1 seat free")
    listed = ben.page.get_by_role("link", name="Dank & Draft Anna")
    expect(carl.page.get_by_role("link", name="Dank & Draft Anna")).to_contain_text("1 Platz frei")
    listed.click()
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit here Seat 2").click()
    ben.page.wait_for_selector(".table-page")
    ben.go("/")
    expect(carl.page.get_by_role("link", name="Dank & Draft Anna")).to_have_count(0)
    turn = {"Anna": row(anna), "Ben": row(ben)}
    expect(turn["Anna"]).to_contain_text("With Ben")
    expect(turn["Ben"]).to_contain_text("With Anna")
    anna.page.wait_for_function("() => document.querySelector('.mine .time-left')")
    mover = "Anna" if "Your turn." in turn["Anna"].inner_text() else "Ben"
    other = {"Anna": "Ben", "Ben": "Anna"}[mover]
    expect(turn[other]).to_contain_text(f"Waiting for {mover}.")
    expect(turn[mover].locator(".time-left")).to_have_text(re.compile(r"\d"))
    anna.check_accessible()
    anna.page.set_viewport_size(PHONE)
    anna.check_fits()
    row(anna).get_by_role("link").click()
    anna.page.get_by_role("button", name="This table").click()
    for name in ("End the game for everybody", "Really end the game for everybody?"):
        anna.page.get_by_role("button", name=name, exact=True).click()
    expect(turn["Ben"]).to_contain_text("The host ended the game.")


def test_the_list_says_who_won(tiny_too: Server, visitors: Visitors) -> None:
    anna = visitors(tiny_too.url)
    anna.open_table("CASK_RACE", "RANDOM", figures={"turnCap": 2})
    while anna.move():
        pass
    anna.go("/")
    expect(row(anna)).to_contain_text(re.compile("You won|Bot wins|share the victory"))
    expect(row(anna).get_by_role("timer")).to_have_count(0)
    row(anna).get_by_role("button", name="Forget").click()
    expect(row(anna)).to_have_count(0)


def test_the_list_says_that_a_draw_was_agreed(tiny_too: Server, visitors: Visitors) -> None:
    anna = visitors(tiny_too.url)
    with httpx.Client(base_url=anna.url, trust_env=False) as http:
        table = create(Client(http))
        hold(anna.page, anna.url, table)
        table.seat(1).done("propose", gameId=table.id, proposal={"draw": True})
        table.seat(2).done("acceptProposal", gameId=table.id, proposalId=table.look()["proposals"][0]["id"])
    anna.go("/")
    expect(row(anna)).to_contain_text("The players agreed on a draw.")
