"""Planning ahead: a player who waits tries moves on the board, and leaves their answers as standing orders."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import Client, Json, Table, create
from tests.api.server import Server
from tests.effort import BOUND
from tests.web.visitor import CLICKABLE, PHONE, Visitor, Visitors

pytestmark = pytest.mark.ecosystem

MOST = 24
"""More moves than an opponent makes before it is one's turn."""
ORDERS = "query ($id: ID!) { standingOrders(gameId: $id) { ... on StandingOrders { orders { after play } } } }"
STEPPED = "steps => document.querySelector('.planning[data-ready=true]')?.dataset.steps === String(steps)"


@pytest.fixture(scope="module")
def server(page: None) -> Iterator[Server]:
    with Server(store=MemoryStore()) as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with httpx.Client(base_url=server.url, trust_env=False, timeout=BOUND) as http:
        yield Client(http)


def plan(visitor: Visitor) -> None:
    visitor.page.locator("[data-plan=ahead]").click()
    visitor.page.wait_for_function(STEPPED, arg=0)


def step(visitor: Visitor, steps: int) -> None:
    """Try a move: on the board if one of it has a place there, else by a button."""
    page = visitor.page
    page.mouse.move(0, 0)
    choices = page.locator(CLICKABLE)
    choices.first.click() if choices.count() else visitor.page.locator(".all-moves .move").first.click()
    page.wait_for_function(f"steps => document.querySelector('dialog .move') || ({STEPPED})(steps)", arg=steps)
    if page.locator("dialog .move").count():
        page.locator("dialog .move").first.click()
        page.wait_for_function(STEPPED, arg=steps)


def answer(visitor: Visitor) -> int:
    """Try a line up to one's own first move. Returns the number of its moves."""
    for steps in range(1, MOST):
        own = visitor.page.locator(".planning[data-yours=true]").count()
        step(visitor, steps)
        if own:
            return steps
    raise AssertionError(f"no answer after {MOST} moves")


def orders(seat: Client, table: Table) -> Json:
    found: Json = seat.ask(ORDERS, id=table.id)["standingOrders"]
    return found


@pytest.mark.parametrize("kind", ["dankAndDraft", "pintCraft", "brewCrafters"])
@pytest.mark.parametrize("query", ["", "?board=plain"])
def test_a_line_that_was_tried_on_the_board_is_kept_and_played(
    visitors: Visitors, client: Client, kind: str, query: str
) -> None:
    table = create(client, game=kind, seed="plan")
    first = table.to_move or 0
    seat = first % 2 + 1
    ben = visitors()
    ben.sit(table, seat, query=query)
    before = ben.version
    plan(ben)
    steps = answer(ben)
    assert (ben.version, orders(table.seat(seat), table)["orders"]) == (before, []), "nothing is made by trying"
    ben.page.locator("[data-plan=keep]").click()
    ben.page.wait_for_function(STEPPED, arg=0)
    expect(ben.page.locator(".orders li")).to_have_count(1)
    (left,) = orders(table.seat(seat), table)["orders"]
    assert len(left["after"]) + len(left["play"]) == steps
    for move in left["after"]:
        assert table.seat(first).do("play", gameId=table.id, moves=[{"notation": move}])["__typename"] == "GameChanged"
    ben.page.wait_for_function(
        "seen => document.querySelector('.table-page').dataset.version >= seen", arg=before + steps
    )
    expect(ben.page.locator(".orders")).to_contain_text("All moves of your last order are made.")


def test_orders_are_listed_withdrawn_and_end_as_the_service_says(visitors: Visitors, client: Client) -> None:
    table = create(client, game="brewCrafters", seed="plan")
    first = table.to_move or 0
    seat = first % 2 + 1
    ben = visitors(viewport=PHONE, locale="de-DE")
    ben.sit(table, seat)
    plan(ben)
    steps = answer(ben)
    for more in range(steps + 1, steps + MOST):
        own = ben.page.locator(".planning[data-yours=true]").count()
        step(ben, more)
        if own:
            break
    ben.page.locator("[data-plan=keep]").click()
    ben.page.wait_for_function(STEPPED, arg=0)
    kept = ben.page.locator(".orders li")
    expect(kept).to_have_count(2)
    ben.check_accessible()
    ben.check_fits()
    ben.page.reload()
    plan(ben)
    expect(kept).to_have_count(2)
    expect(kept.first).to_contain_text("besetzen")
    kept.first.get_by_role("button").click()  # the second goes on from it
    expect(kept).to_have_count(0)
    assert orders(table.seat(seat), table)["orders"] == []

    answer(ben)
    ben.page.locator("[data-plan=keep]").click()
    ben.page.wait_for_function(STEPPED, arg=0)
    expect(kept).to_have_count(1)
    (left,) = orders(table.seat(seat), table)["orders"]
    other = next(move for move in table.seat(first).legal_moves(table.id) if move["notation"] != left["after"][0])
    step(ben, 1)
    table.seat(first).done("play", gameId=table.id, moves=[other["input"]])
    expect(ben.page.locator(".planning")).to_contain_text("Das Spiel ist weitergegangen.")
    expect(kept).to_have_count(0)


def test_a_refusal_is_told_in_words(visitors: Visitors, client: Client) -> None:
    table = create(client, seed="plan")
    seat = (table.to_move or 0) % 2 + 1
    ben = visitors()
    ben.sit(table, seat)
    plan(ben)
    answer(ben)
    refusal = {
        "__typename": "StandingOrdersOff",
        "code": "STANDING_ORDERS_OFF",
        "message": "They are off.",
        "rules": [],
    }
    answered = ben.hold_back("**/graphql", "mutation LeaveOrders")
    ben.page.locator("[data-plan=keep]").click()
    answered().fulfill(json={"data": {"leaveOrders": refusal}})
    expect(ben.page.locator(".planning [role=alert]")).to_have_text("They are off.")
    expect(ben.page.locator("[data-plan=keep]")).to_be_visible()


def test_a_game_with_fast_clocks_and_spectators_have_no_orders(visitors: Visitors, client: Client) -> None:
    fast = create(client, clock={"perMove": 300})
    ben = visitors()
    ben.sit(fast, (fast.to_move or 0) % 2 + 1)
    expect(ben.page.locator(".talk")).to_be_visible()  # it comes with the way to plan ahead
    expect(ben.page.locator("[data-plan=ahead]")).to_have_count(0)
    cleo = visitors()
    cleo.go(f"/table/{create(client).id}")
    expect(cleo.page.locator(".watching")).to_be_visible()
    expect(cleo.page.locator("[data-plan=ahead]")).to_have_count(0)
