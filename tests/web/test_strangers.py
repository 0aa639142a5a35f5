"""People who do not know each other: they get up, are away, have no name, win or lose, and play again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Locator, expect

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.kernel import presence
from tests import servers
from tests.api.client import DANK, MINE, OPEN, Client, Table, create, seats_of, table_of
from tests.api.server import Server, until
from tests.effort import BOUND
from tests.web.conftest import Clock
from tests.web.visitor import PHONE, Visitor, Visitors

pytestmark = pytest.mark.ecosystem

LONG = 700
NOBODY = (None,) * 6
SEATED = """() => Object.values(localStorage)
  .filter((kept) => kept.includes('seats'))
  .flatMap((kept) => Object.keys(JSON.parse(kept).seats))"""
AT = """([text, at]) => setTimeout(
  () => [...document.querySelectorAll('.rematch button')].find((one) => one.innerText.includes(text)).click(),
  at - Date.now(),
)"""
"""Presses a button of the rematch at a time."""


@pytest.fixture(scope="module")
def server(page: None, clock: Clock) -> Iterator[Server]:
    """A service with all games that the client of these tests asks for."""
    with Server(store=MemoryStore(clock)) as running:
        yield running


@pytest.fixture
def anyone(server: Server, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setattr(presence, "monotonic", clock)
    with httpx.Client(base_url=server.url, trust_env=False, timeout=BOUND) as http:
        yield Client(http)


def opened(anyone: Client, seats: list[str], **more: str) -> Table:
    return table_of(anyone, anyone.done("createGame", game={DANK: {}}, seats=seats_of(seats, NOBODY), **more))


def seat_down(visitor: Visitor, table: Table, name: str, button: str = "Sit here") -> None:
    visitor.go(f"/table/{table.id}")
    visitor.page.get_by_label(re.compile("Your name|Dein Name")).fill(name)
    visitor.page.get_by_role("button", name=button).first.click()


def places(visitor: Visitor) -> Locator:
    return visitor.page.locator(".waiting .places li")


def test_a_player_gets_up_and_the_seat_is_free(visitors: Visitors, anyone: Client) -> None:
    anna, ben = visitors(), visitors(viewport=PHONE, locale="de-DE")
    table = opened(anyone, [OPEN, OPEN, OPEN])
    seat_down(anna, table, "Anna")
    seat_down(ben, table, "Ben", "Hier sitzen")
    expect(places(anna).nth(1)).to_contain_text("Ben")
    ben.check_accessible()
    ben.check_fits()
    ben.page.get_by_role("button", name="Aufstehen").click()
    expect(ben.page.get_by_role("button", name="Hier sitzen")).to_have_count(2)
    expect(places(anna).nth(1)).to_contain_text("Free")
    assert ben.page.evaluate(SEATED) == []
    ben.page.get_by_role("button", name="Hier sitzen").first.click()
    expect(places(anna).nth(1)).to_contain_text("Ben")


def test_players_start_without_a_host_who_is_gone_or_take_the_part(
    visitors: Visitors, anyone: Client, clock: Clock
) -> None:
    anna, ben = visitors(), visitors(locale="de-DE")
    table = opened(anyone, [OPEN, OPEN], start="BY_HOST")
    seat_down(anna, table, "Anna")
    seat_down(ben, table, "Ben", "Hier sitzen")
    expect(anna.page.get_by_role("button", name="Start without the host")).to_have_count(0)
    clock += LONG
    expect(anna.page.get_by_text("The host has been away for 10 minutes.")).to_be_visible()
    ben.page.get_by_role("button", name="Spielleitung übernehmen").click()
    expect(ben.page.get_by_role("button", name="Entfernen")).to_have_count(1)
    ben.check_accessible()
    assert table.host.look(table.id)["code"] == "TOKEN_REJECTED"
    expect(anna.page.get_by_text("The host has been away")).to_have_count(0)
    ben.page.get_by_role("button", name="Spiel starten").click()
    for visitor in (anna, ben):
        expect(visitor.table).to_have_attribute("data-status", "RUNNING")


def test_a_player_who_was_away_is_asked(visitors: Visitors, anyone: Client, server: Server, clock: Clock) -> None:
    anna, ben = visitors(), visitors()
    table = opened(anyone, [OPEN, OPEN, OPEN])
    for visitor, name in ((anna, "Anna"), (ben, "Ben")):
        seat_down(visitor, table, name)
        expect(visitor.page.get_by_role("button", name="Get up")).to_be_visible()
        visitor.page.goto("about:blank")
    until(lambda: not server.followed, "nobody follows the game")
    clock += LONG
    anna.go(f"/table/{table.id}")
    expect(anna.page.get_by_role("button", name="Get up")).to_be_visible()
    anyone.done("joinGame", gameId=table.id, name="Cleo")
    expect(anna.page.get_by_text("The game waits for Ben, after having been away.")).to_be_visible()
    ben.go("/")
    expect(ben.page.locator("li.my-turn")).to_have_count(1)
    ben.go(f"/table/{table.id}")
    expect(ben.page.get_by_text("You were away, so the game waits for you")).to_be_visible()
    ben.check_accessible()
    ben.page.get_by_role("button", name="Start the game").click()
    for visitor in (anna, ben):
        expect(visitor.table).to_have_attribute("data-status", "RUNNING")


def test_a_nameless_player_is_asked_for_a_name_in_the_game(visitors: Visitors, anyone: Client) -> None:
    anna, ben = visitors(), visitors(viewport=PHONE, locale="de-DE")
    table = opened(anyone, [MINE, OPEN])
    anna.go(f"/table/{table.id}")
    ben.go(f"/table/{table.id}")
    ben.page.get_by_role("button", name="Hier sitzen").click()
    note = ben.page.locator(".nameless")
    expect(note).to_contain_text("Du hast an diesem Tisch noch keinen Namen.")
    ben.check_accessible()
    ben.check_fits()
    expect(anna.page.locator(".plate").nth(1)).to_contain_text("Seat 2")
    note.get_by_label("Dein Name").fill("Ben")
    note.get_by_role("button", name="Namen speichern").click()
    expect(note).to_have_count(0)
    expect(anna.page.locator(".plate").nth(1)).to_contain_text("Ben")
    expect(anna.page.locator(".log")).to_contain_text("Seat 2 is now Ben")
    ben.page.get_by_role("button", name="Dieser Tisch").click()
    ben.page.locator(".naming").get_by_label("Dein Name").fill("Benno")
    ben.page.locator(".naming").get_by_role("button").click()
    expect(ben.page.locator(".naming").get_by_role("alert")).to_contain_text("weniger als einer Minute")


def test_the_end_speaks_to_who_won_and_to_who_lost(visitors: Visitors, anyone: Client) -> None:
    anna, ben, carl = visitors(), visitors(locale="de-DE"), visitors()
    table = create(anyone, options={"turnCap": 4}, seed="an end")
    for seat, visitor in ((1, anna), (2, ben)):
        visitor.sit(table, seat)
    carl.go(f"/table/{table.id}")
    table.finish()
    ends = table.look()["outcome"]["standings"]
    points = abs(ends[0]["points"] - ends[1]["points"])
    (first,) = [one["seat"] for one in ends if one["place"] == 1]
    assert points > 0
    said = {
        True: (f"You win by {points}!", f"Du gewinnst mit {points} Vorsprung!"),
        False: (f"You lose by {points}", f"Du verlierst mit {points} Abstand"),
    }
    expect(anna.page.locator("#result")).to_have_text(said[first == 1][0])
    expect(ben.page.locator("#result")).to_have_text(said[first == 2][1])
    expect(carl.page.locator("#result")).to_have_text(f"{('Ada', 'Ben')[first - 1]} wins!")
    loser, winner = (anna, ben) if first == 2 else (ben, anna)
    expect(loser.page.locator(".victory")).to_have_count(0)
    expect(winner.page.locator(".victory")).to_have_count(1)


def test_a_first_game_does_not_call_the_learner_a_seat(visitors: Visitors) -> None:
    anna = visitors()
    anna.go("/")
    anna.page.locator("[data-learn=DANK_AND_DRAFT]").click()
    expect(anna.page.locator(".plate.me")).to_contain_text("Apprentice")
    expect(anna.page.locator(".log li").first).to_be_visible()
    assert "Seat 1" not in anna.page.locator("body").inner_text()


def test_both_press_play_again_at_the_same_moment_on_two_instances(
    page: None, visitors: Visitors, serving: ExitStack, tmp_path: Path
) -> None:
    url = serving.enter_context(servers.valkey_server(tmp_path))
    one, two = (serving.enter_context(Server(url=url)) for _ in range(2))
    http = serving.enter_context(httpx.Client(base_url=one.url, trust_env=False, timeout=BOUND))
    anna, ben = visitors(one.url), visitors(two.url)
    table = create(Client(http), options={"turnCap": 1})
    table.finish()
    for seat, visitor in ((1, anna), (2, ben)):
        visitor.sit(table, seat)
        expect(visitor.page.get_by_role("button", name="Play again")).to_be_visible()
    soon = anna.page.evaluate("() => Date.now() + 500")
    for visitor in (anna, ben):
        visitor.page.evaluate(AT, ["Play again", soon])
    for seat, visitor in ((2, anna), (1, ben)):
        expect(visitor.table).to_have_attribute("data-status", "RUNNING")
        expect(visitor.page.locator(".plate.me .disc")).to_have_text(str(seat))
    rematch = table.look()["rematch"]
    assert {visitor.page.url.rpartition("/")[2] for visitor in (anna, ben)} == {rematch}
