"""Renews the pictures of the web table in docs/pictures, and its icons: `python -m tests.web.pictures`, or `make pictures`.

Games have seeds, and moves are chosen by their verbs, so a picture changes only if the page, a rule or an edition does.
"""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import DANK, Client, Json, Table, create, verb_of
from tests.api.server import Server
from tests.clients.test_npm_clients import BREW, PINT
from tests.web.conftest import FLAGS

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
ICONS = Path(__file__).parents[2] / "clients" / "web" / "src" / "icons"
PHONE: Json = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1.5,
}
WIDE: Json = {"viewport": {"width": 1280, "height": 800}}
SHOTS: tuple[tuple[str, str, int, int, Json], ...] = (
    ("table-dank-and-draft", DANK, 3, 22, {**WIDE, "color_scheme": "light"}),
    ("table-pint-craft", PINT, 3, 60, {**WIDE, "color_scheme": "dark"}),
    ("table-brew-crafters", BREW, 3, 74, {**WIDE, "color_scheme": "light"}),
    ("table-phone", DANK, 2, 9, {**PHONE, "color_scheme": "dark"}),
    *(
        (f"setup-{kind}.{language}", in_api, 3, 0, {**WIDE, "color_scheme": "light", "locale": language})
        for kind, in_api in (("dank-and-draft", DANK), ("pint-craft", PINT), ("brew-crafters", BREW))
        for language in ("de", "en")
    ),
)
"""The name, the game, its seats, the moves that are made at least, and the browser."""
VERBS = (
    "offer",
    "brew",
    "process",
    "stockUp",
    "takeAction",
    "draft",
    "playCard",
    "choose",
    "install",
    "collaborate",
    "market",
)
"""The moves that make a table worth a picture, the best first."""
NAMED = "() => !document.querySelector('.board-area').innerText.includes('…')"
"""The catalogue is read: until then, an ellipsis stands for its titles."""


def rank(move: Json) -> int:
    """The rank of a legal move; 0 for the best verb."""
    verb = verb_of(move)
    return VERBS.index(verb) if verb in VERBS else len(VERBS)


def played(client: Client, kind: str, seats: int, moves: int) -> Table:
    """A game after some moves, at a decision of the first seat."""
    table = create(client, seats, kind, {"firstSeat": "SEAT_1"}, seed=f"a picture of {kind}")
    made = 0
    while (seat := table.to_move) is not None and (made < moves or seat != 1):
        legal = table.moves()
        best = [move for move in legal if rank(move) == min(map(rank, legal))]
        table.play(best[made * 7919 % len(best)]["notation"])
        made += 1
    return table


def hold(page: Page, url: str, table: Table) -> None:
    """Show a table of a service from its first seat."""
    held = {"gameId": table.id, "kind": table.look()["kind"], "since": 0, "seats": {1: table.seat(1).token}}
    page.goto(url)
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", [f"taphouse.held.{table.id}", json.dumps(held)])
    page.goto(f"{url}/#/table/{table.id}")


def take(browser: Browser, server: Server, name: str, table: Table, context: dict[str, Any]) -> None:
    """Take one picture, from the first seat."""
    here = browser.new_context(**{"locale": "en-GB", "service_workers": "block", "reduced_motion": "reduce", **context})
    page = here.new_page()
    hold(page, server.url, table)
    page.wait_for_selector(f".table-page[data-version='{table.version}'] .log li")
    page.wait_for_function(NAMED)
    shot = Image.open(io.BytesIO(page.screenshot()))
    shot.quantize(256).save(PICTURES / f"{name}.png", optimize=True)
    here.close()


def draw_icons(browser: Browser) -> None:
    """Draw the icons of the app from the picture, within the circle that a phone may cut out of them."""
    page = browser.new_page()
    for size in (192, 512):
        page.set_viewport_size({"width": size, "height": size})
        page.set_content((ICONS / "icon.svg").read_text())
        page.add_style_tag(
            content="body { margin: 0; background: #f4ead8 } svg { display: block; margin: 20vw; width: 60vw }"
        )
        page.screenshot(path=ICONS / f"icon-{size}.png")
    page.close()


def main() -> int:
    """Take all pictures."""
    program = shutil.which("chromium")
    if program is None:
        print("Chromium is missing; on Debian: apt install chromium", file=sys.stderr)
        return 1
    with Server(store=MemoryStore()) as server, httpx.Client(base_url=server.url, trust_env=False, timeout=60) as http:
        tables = [played(Client(http), kind, seats, moves) for _, kind, seats, moves, _ in SHOTS]
        with (
            sync_playwright() as playwright,
            playwright.chromium.launch(executable_path=program, args=FLAGS) as browser,
        ):
            draw_icons(browser)
            for (name, _, _, _, context), table in zip(SHOTS, tables, strict=True):
                take(browser, server, name, table, context)
                print(PICTURES / f"{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
