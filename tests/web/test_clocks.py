"""Countdowns while the clock of the device is set, and after it has slept."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Clock
from tests.web.visitor import Visitor, Visitors

pytestmark = pytest.mark.ecosystem

HOUR = 3_600_000
SET = """ms => {
  const now = Date.now;
  Date.now = () => now() + ms;
  const shown = document.querySelector(".plate.me .time.runs");
  window.counted = [];
  new MutationObserver(() => window.counted.push(Number(shown.dataset.left))).observe(shown, { attributes: true });
}"""
COUNTED = "count => window.counted.length >= count && window.counted"


def at_a_clock(visitors: Visitors) -> Visitor:
    anna = visitors()
    anna.new_table("DANK_AND_DRAFT")
    anna.page.get_by_label("Clock").select_option("perMove")
    anna.page.get_by_label("Time per move").select_option("300")
    anna.page.get_by_text("Options", exact=True).click()
    anna.page.locator("[name=firstSeat][value=SEAT_1]").check()
    anna.page.get_by_role("button", name="Open the table").click()
    expect(anna.page.locator(".plate.me .time.runs")).to_be_visible()
    return anna


def left(visitor: Visitor) -> int:
    return int(visitor.page.locator(".plate.me .time.runs").get_attribute("data-left") or 0)


@pytest.mark.parametrize("ms", [HOUR, -HOUR])
def test_a_device_whose_clock_is_set_counts_on(visitors: Visitors, ms: int) -> None:
    anna = at_a_clock(visitors)
    before = left(anna)
    with anna.page.expect_request(lambda request: "query Now" in (request.post_data or "")):
        anna.page.evaluate(SET, ms)
    counted = anna.page.wait_for_function(COUNTED, arg=3).json_value()
    assert counted == sorted(counted, reverse=True)
    assert before >= counted[0] > counted[-1] > 200


def test_a_device_that_has_slept_asks_again(visitors: Visitors, clock: Clock) -> None:
    anna = at_a_clock(visitors)
    before = left(anna)
    clock += 100
    anna.page.evaluate(SET, 100_000)  # what the browser counts stood still meanwhile
    counted = anna.page.wait_for_function("() => window.counted.findLast((left) => left < 201)").json_value()
    assert before - 130 < counted <= before - 100


def test_a_page_that_is_seen_again_asks_again(visitors: Visitors) -> None:
    anna = at_a_clock(visitors)
    with anna.page.expect_request(lambda request: "query Now" in (request.post_data or "")):
        anna.page.evaluate("() => dispatchEvent(new Event('visibilitychange'))")
