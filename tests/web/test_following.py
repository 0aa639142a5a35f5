"""Following a game: the pace of versions, what is told of them, the end, and connections that break or fall silent."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import httpx
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from taphouse.lab.memory_store import MemoryStore
from tests.api.agreeing.shared import answer, propose
from tests.api.client import DANK, Client, Table, create
from tests.api.server import Server, until
from tests.clients.test_npm_clients import BREW, PINT
from tests.effort import BOUND
from tests.web.gate import Gate
from tests.web.pictures import NAMED
from tests.web.visitor import Visitor, Visitors

pytestmark = pytest.mark.ecosystem

BEGIN = datetime(2026, 11, 25, 16, 6, tzinfo=UTC)
CALM = 1_400
"""Milliseconds for which a version stays at the calm pace."""
AWAY = "Object.defineProperty(document, 'hidden', {get: () => window.away ?? false, configurable: true})"
"""Lets a test say that the tab is in the background."""
NOTED = """
  window.noted = [];
  window.Notification = class {
    static permission = 'default';
    static requestPermission = async () => (window.Notification.permission = 'granted');
    constructor(title, { body }) { noted.push(body); }
  };
  window.AudioContext = class {
    currentTime = 0;
    resume() {}
  };
  window.OscillatorNode = class {
    constructor(_, { frequency }) { noted.push(frequency); }
    connect(other) { return other; }
    start() {}
    stop() {}
  };
  window.GainNode = class {
    gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    connect(other) { return other; }
  };
"""
"""Keeps notifications and tones instead of showing and playing them."""
SHOWN = """() => [
  ...[...document.querySelectorAll('.board-area .spot')].map((spot) => [
    spot.dataset.spot, spot.dataset.moves, spot.className, spot.ariaLabel, spot.textContent,
  ]),
  ...[...document.querySelectorAll('.board-area > :not(.note), .plate .points, .prompt, .deciding .move, .outcome')].map(
    (part) => part.textContent,
  ),
]"""
"""All that a table shows and offers."""
CHECKED = 15
"""Every so many moves, the table is compared with a fresh one."""


@pytest.fixture(scope="module")
def server(page: None) -> Iterator[Server]:
    """A service with all games that the client of these tests asks for."""
    with Server(store=MemoryStore()) as running:
        yield running


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    """A game of Dank & Draft, in which the first seat begins."""
    with httpx.Client(base_url=server.url, trust_env=False, timeout=BOUND) as http:
        yield create(Client(http), 2, DANK, {"firstSeat": "SEAT_1", "turnCap": 6}, seed="followed")


def sit(visitor: Visitor, table: Table, seat: int | None = 1) -> Page:
    """Open the page of a table, at a seat or as a spectator, and wait until its log is there."""
    if seat is not None:
        held = {"gameId": table.id, "kind": "DANK_AND_DRAFT", "since": 0, "seats": {seat: table.seat(seat).token}}
        keep = f"localStorage.setItem('taphouse.held.{table.id}', {json.dumps(json.dumps(held))})"
        visitor.page.add_init_script(keep)
    visitor.go(f"/table/{table.id}")
    shows(visitor, table.version)
    return visitor.page


def shows(visitor: Visitor, version: int) -> None:
    """The table, the log and the timeline show one version."""
    expect(visitor.table).to_have_attribute("data-version", str(version))
    expect(visitor.page.locator(".log li a").first).to_have_attribute("href", re.compile(f"/{version}$"))
    expect(visitor.page.locator(".timeline output")).to_have_text(re.compile(f"^{version} "))


def play_until(table: Table, done: Callable[[Table], bool]) -> int:
    """Make the last legal moves until something holds; how many."""
    made = 0
    while not done(table):
        table.play(table.moves()[-1]["notation"])
        made += 1
    return made


def turn_of(seat: int) -> Callable[[Table], bool]:
    return lambda table: table.to_move == seat


def port_of(server: Server) -> int:
    return int(server.url.rpartition(":")[2])


def hide(page: Page, hidden: bool) -> None:
    page.evaluate("away => { window.away = away; document.dispatchEvent(new Event('visibilitychange')) }", hidden)


def test_versions_are_shown_one_after_the_other(visitors: Visitors, table: Table) -> None:
    anna, carl = visitors(reduced_motion="no-preference"), visitors()
    for window, seat in ((anna, 1), (carl, None)):
        window.page.add_init_script(AWAY)
        window.page.clock.install(time=BEGIN)
        sit(window, table, seat)
        window.page.clock.pause_at(BEGIN.timestamp() * 1000 + 60_000)
    page, playable = anna.page, anna.page.locator(".spot.playable")
    # A move of the viewer's own does not wait.
    play_until(table, turn_of(2))
    shows(anna, table.version)
    expect(page.locator(".log .new, .since")).to_have_count(0)
    page.clock.run_for(CALM)

    before = table.version
    made = play_until(table, turn_of(1))
    for version in range(before + 1, before + 4):
        shows(anna, version)
        expect(playable).to_have_count(0)
        page.clock.run_for(CALM)
    shows(carl, before + made)  # nothing waits under reduced motion
    # A click on the board shows the newest version, and does nothing else.
    shows(anna, before + 4)
    assert made > 4
    page.locator(".board-area .spot").first.dispatch_event("click")
    page.clock.run_for(100)
    shows(anna, before + made)
    expect(playable).not_to_have_count(0)
    expect(page.locator("dialog, .flying")).to_have_count(0)
    assert table.version == before + made

    # The log tells what happened, and marks what the viewer has not answered yet.
    told = page.locator(".log .new .told").all_inner_texts()
    assert len(told) >= made
    assert all(re.fullmatch(r"[A-Z].*\.", sentence) for sentence in told)
    assert any(sentence.startswith("Ben drafts column 3: ") for sentence in told)
    missed = page.locator(".since li")
    expect(missed).to_have_count(made)
    expect(missed.first).to_contain_text("Ben drafts column 3")
    expect(page.locator(".since summary")).to_have_text(f"Since your last turn: {made} moves")


def test_what_moves_is_in_view_and_a_page_in_the_background_is_up_to_date(visitors: Visitors, table: Table) -> None:
    anna = visitors(reduced_motion="no-preference", viewport={"width": 390, "height": 500})
    play_until(table, turn_of(2))
    anna.page.add_init_script(AWAY)
    anna.page.clock.install(time=BEGIN)
    page = sit(anna, table)
    page.clock.pause_at(BEGIN.timestamp() * 1000 + 60_000)
    hand = page.locator("[data-spot='hand:2']")
    expect(hand).not_to_be_in_viewport()
    before = table.version
    table.play(table.moves()[-1]["notation"])
    table.play(table.moves()[-1]["notation"])
    shows(anna, before + 1)
    page.clock.run_for(100)
    expect(hand).to_be_in_viewport()
    hide(page, True)
    shows(anna, before + 2)
    play_until(table, turn_of(1))
    shows(anna, table.version)
    expect(page.locator(".flying")).to_have_count(0)


def test_a_player_in_another_tab_learns_of_the_turn_and_of_the_end(visitors: Visitors, table: Table) -> None:
    anna, carl = visitors(), visitors(locale="de-DE")
    play_until(table, turn_of(2))
    for script in (AWAY, NOTED):
        anna.page.add_init_script(script)
    page = sit(anna, table)
    sit(carl, table, None)
    expect(page).to_have_title("Taphouse")
    page.get_by_role("button", name="Sounds").click()
    page.get_by_role("button", name="This table").click()
    page.get_by_label("Notifications").check()
    expect(page.get_by_label("Notifications")).to_be_checked()
    anna.check_accessible()
    page.keyboard.press("Escape")
    assert page.evaluate("noted.splice(0)") == [523, 784]  # a sample
    hide(page, True)
    play_until(table, turn_of(1))
    expect(page).to_have_title("Your turn. - Taphouse")
    assert page.evaluate("noted.splice(0)") == [523, 784, "Your turn."]
    carl.page.locator(".log").get_by_text("Ben nimmt Spalte 3").first.wait_for()

    # The end comes into view, wherever one has scrolled.
    page.set_viewport_size({"width": 1280, "height": 300})
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    table.finish()
    expect(page.locator("#result")).to_have_text(re.compile(r"You win by \d+!|You win!|You lose by \d+"))
    said = page.locator("#result").inner_text()
    expect(page.locator(".outcome")).to_be_focused()
    expect(page.locator(".outcome")).to_have_accessible_name(said)
    expect(page.locator(".outcome h2")).to_be_in_viewport()
    expect(page.locator(".outcome tbody tr")).to_have_count(2)
    expect(page).to_have_title(f"{said} - Taphouse")
    assert page.evaluate("noted.slice(-5)") == [523, 659, 784, 1047, said]
    expect(page.locator(".prompt")).to_have_text(f"The game is over. {said}")

    # Afterwards, those who look back are told of one number of versions, and are not asked for a move.
    table.seat(1).done("propose", gameId=table.id, proposal={"rematch": True})
    for window, seen in ((anna, "You are looking at the past."), (carl, "Du siehst zurück.")):
        window.go(f"/table/{table.id}/4")
        expect(window.page.locator(".prompt")).to_have_text(seen)
        expect(window.page.locator(".timeline output")).to_have_text(re.compile(f"^4 (of|von) {table.version}$"))
        expect(window.page.locator(".past-note")).to_contain_text(re.compile(f"4 (of|von) {table.version}"))


def test_what_hangs_on_a_card_goes_with_it(visitors: Visitors, table: Table) -> None:
    anna = visitors()
    anna.go("/")
    page = sit(anna, table)
    page.locator("[data-spot^='tap:']").first.hover()
    expect(page.locator("#tip")).to_be_visible()
    page.go_back()
    page.wait_for_selector(".kind")
    expect(page.locator("#tip")).to_have_count(0)


def test_an_address_that_changes_before_the_page_listens_is_followed(visitors: Visitors, table: Table) -> None:
    anna = visitors()
    anna.page.add_init_script(f"""new MutationObserver((_, rendered) => {{
      if (!document.getElementById("main")) return;
      rendered.disconnect();
      history.replaceState(null, "", "#/table/{table.id}");  // as late a change, but without an event that could be in time
    }}).observe(document, {{ childList: true, subtree: true }})""")
    anna.go("/")
    expect(anna.table).to_have_attribute("data-version", str(table.version))


def test_a_silent_connection_is_noticed_and_replaced(visitors: Visitors, table: Table, server: Server) -> None:
    with Gate(port_of(server)) as gate:
        anna = visitors(gate.url)
        anna.page.clock.install(time=BEGIN)
        page = sit(anna, table)
        expect(page.locator(".connection")).to_have_text("Live")
        gate.fall_silent()
        before = anna.version
        anna.click()
        expect(page.locator(".sending")).to_be_visible()
        for seconds in (10, 5):  # a ping, and the pong that does not come
            page.clock.fast_forward(1000 * seconds)
        expect(page.get_by_text("Connection lost")).to_be_visible()
        gate.speak()
        page.clock.fast_forward(10_000)
        expect(page.locator(".connection")).to_have_text("Live")
        expect(anna.table).to_have_attribute("data-version", str(before + 1))
        assert table.version == before + 1
        page.goto("about:blank")
        anna.faults.clear()  # the browser reports what was cut off


def test_a_service_restarts_in_mid_game(visitors: Visitors) -> None:
    store = MemoryStore()
    with Gate(0) as gate:
        with Server(store=store) as first:
            gate.upstream = port_of(first)
            with httpx.Client(base_url=first.url, trust_env=False, timeout=BOUND) as http:
                table = create(Client(http), 2, DANK, {"firstSeat": "SEAT_1"}, seed="followed")
                anna = visitors(gate.url)
                page = sit(anna, table)
            anna.move()
            anna.to_my_turn()
            before = anna.version
        expect(page.get_by_text("Connection lost")).to_be_visible()
        anna.click()  # while nobody serves
        expect(page.locator(".sending")).to_be_visible()
        with Server(store=store) as second:
            gate.upstream = port_of(second)
            expect(page.locator(".connection")).to_have_text("Live")
            shows(anna, before + 1)
            expect(page.locator(".sending, .problem")).to_have_count(0)
            page.goto("about:blank")
            anna.faults.clear()  # the browser reports each connection that was refused


def test_a_loss_of_versions_is_no_end(visitors: Visitors, table: Table) -> None:
    anna, losses = visitors(), ["gameUpdated", "gamePatches", "events"]
    lost = {"__typename": "VersionNotFound", "code": "VERSION_NOT_FOUND", "message": "A server of the store was lost."}

    def pass_on(near: WebSocketRoute) -> None:
        far = near.connect_to_server()

        def pass_or_lose(text: str | bytes) -> None:
            message = json.loads(text)
            told = (message.get("payload") or {}).get("data") or {}
            for field in {*losses} & {*told}:
                losses.remove(field)
                told[field] = lost
            near.send(json.dumps(message))

        far.on_message(pass_or_lose)

    def all_lost() -> None:
        while losses:
            page.wait_for_timeout(10)

    anna.page.route_web_socket(re.compile("/graphql$"), pass_on)
    page = sit(anna, table)
    assert anna.move()
    all_lost()
    assert anna.move()
    losses += ["gameUpdated"] * 2  # and again after the pause
    anna.go("/")
    all_lost()
    expect(page.locator(".rows.mine li")).to_contain_text("turn")


def test_legal_moves_are_asked_for_only_when_they_change(visitors: Visitors, table: Table) -> None:
    anna, asked, streamed = visitors(), [], []
    anna.page.on("request", lambda request: asked.append(request) if "MoreMoves" in (request.post_data or "") else None)
    anna.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: streamed.append(str(frame))))
    anna.sit(table, 1)
    for _ in range(2):  # with the first, the page goes on by changes, and gets the whole game of the same version again
        table.play(table.moves()[-1]["notation"])
        shows(anna, table.version)
        expect(anna.page.locator(".all-moves li")).to_have_count(len(table.moves()))
        until(lambda: anna.status and any("gamePatches" in frame for frame in streamed), "the stream of changes")
    assert table.to_move == 1
    assert len(asked) == 1


@pytest.mark.parametrize("kind", [DANK, PINT, BREW])
def test_what_is_followed_by_changes_is_what_a_fresh_page_shows(visitors: Visitors, server: Server, kind: str) -> None:
    with Gate(port_of(server)) as gate, httpx.Client(base_url=server.url, trust_env=False, timeout=BOUND) as http:
        table = create(Client(http), 2, kind, {"firstSeat": "SEAT_1"}, seed="followed")
        anna, fresh = visitors(gate.url), visitors()
        streamed: list[str] = []
        anna.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: streamed.append(str(frame))))
        for visitor in (anna, fresh):
            visitor.sit(table, 1)

        def compare() -> None:
            fresh.page.reload()
            mine = table.to_move == 1
            for visitor in (anna, fresh):
                shows(visitor, table.version)
                visitor.page.wait_for_function(NAMED)
                visitor.page.wait_for_selector(".talk")
                expect(visitor.page.locator(".all-moves li")).to_have_count(len(table.moves()) if mine else 0)
            assert anna.page.evaluate(SHOWN) == fresh.page.evaluate(SHOWN)

        begin = table.version
        for _ in range(5):
            table.play(table.moves()[0]["notation"])
            compare()
        propose(table.seat(1), table, undo=begin)
        answer("accept", table.seat(2), table)
        compare()
        for made, _ in enumerate(table.steps()):
            if made % CHECKED == 0:
                compare()
            if made == 2 * CHECKED:  # moves while the connection is broken
                gate.shut()
                expect(anna.page.get_by_text("Connection lost")).to_be_visible()
            if made == 2 * CHECKED + 4:
                gate.open()
                compare()
        compare()
        assert any('"patch":[' in frame for frame in streamed)
        anna.page.goto("about:blank")
        anna.faults.clear()  # the browser reports what was cut off
