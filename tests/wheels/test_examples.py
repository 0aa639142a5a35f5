"""The example games, played to their end in every way from what is installed: nothing of the checkout is imported there."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import httpx
import pytest
from mcp import Client as Model
from mcp import StdioServerParameters
from playwright.sync_api import Browser, expect

from taphouse.engine.vocabulary import constant, lower_first, pascal
from tests.api.client import Client, Json, nodes
from tests.api.server import until
from tests.client.models import whole_game
from tests.rest.client import Document, Rest, create
from tests.servers import accepts, free_port
from tests.web.visitor import PHONE, Visitor
from tests.wheels.environments import Environment

pytestmark = pytest.mark.ecosystem

KINDS = ("goofspiel", "nine-mens-morris")
every_kind = pytest.mark.parametrize("kind", KINDS)
ENDS = {"goofspiel": {"OUT_OF_CARDS"}, "nine-mens-morris": {"FEW_MEN", "BLOCKED", "NO_PROGRESS"}}
STARTS = 60
"""Seconds after which a service that was just installed, and compiles what it imports, has not answered on a busy machine."""
AGENTS = """
import sys
import warnings
from pettingzoo.test import api_test
from taphouse.env import TaphouseAEC

warnings.simplefilter("ignore")
env = TaphouseAEC(sys.argv[1])
api_test(env, num_cycles=50)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, _, ended, _, _ = env.last()
    env.step(None if ended else env.action_space(agent).sample(observation["action_mask"]))
assert not env.agents
"""


@every_kind
def test_they_pass_the_suite(installed: Environment, kind: str) -> None:
    said = installed.run("taphouse", "test-game", kind)
    assert re.search(r"\d+ passed", said)
    assert re.search(r"\d+ moves, each in [\d.]+ ms of CPU\.", said)


def test_a_game_of_taphouse_has_its_golden_games_there(installed: Environment) -> None:
    said = installed.run("taphouse", "test-game", "dank-and-draft", "--", "-k", "golden or move_sequences")
    assert re.search(r"^[4-9] passed, \d+ deselected", said, re.MULTILINE), said


@every_kind
def test_agents_play_it(installed: Environment, kind: str) -> None:
    assert "Passed" in installed.run("python", "-I", "-c", AGENTS, kind)


@pytest.fixture(scope="module")
def service(installed: Environment) -> Iterator[str]:
    """The address of the installed service."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    given = {"TAPHOUSE_PORT": port, "TAPHOUSE_DATA_DIR": installed.folder / f"data-{port}"}
    with installed.started("taphouse", "serve", "--with-parent", **given) as program:
        until(lambda: program.poll() is not None or accepts(port), "the service listens", STARTS)
        assert program.poll() is None, (installed.folder / "log").read_text()
        yield url


@pytest.fixture
def http(service: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service, trust_env=False, timeout=STARTS) as client:
        yield client


def played(
    seats_to_decide: Callable[[], list[int]], moves: Callable[[int], list[Json]], play: Callable[[int, Json], None]
) -> int:
    """Play to the end by chance; where several seats decide, any of them is the first. The number of such first seats."""
    rng, first = random.Random(1), set[int]()
    while seats := seats_to_decide():
        seat = rng.choice(seats)
        if len(seats) > 1:
            first.add(seat)
        play(seat, rng.choice(moves(seat)))
    return len(first)


CREATE = """mutation ($seats: [SeatInput!]!) { createGame(game: {%s: {}}, seats: $seats) {
  ... on GameCreated { game { gameId } seats { token } } ... on Problem { message }
} }"""
LOOK = """query ($id: ID!) { game(id: $id) { ... on Game {
  status outcome { reason } decision { seats prompt }
  legalMoves(first: 100) { edges { node { input } } }
} } }"""
LAST = """query ($id: ID!, $after: Int!) { events(gameId: $id, after: $after) {
  ... on EventPage { entries { notation } }
} }"""
PLAY = """mutation ($id: ID!, $moves: [MoveInput!]!) { play(gameId: $id, moves: $moves) {
  ... on GameChanged { game { version status } } ... on Problem { code message }
} }"""


@every_kind
def test_it_is_played_by_graphql(http: httpx.Client, kind: str) -> None:
    seats = [{"kind": "MINE", "name": name} for name in ("Anna", "Ben")]
    made = Client(http).ask(CREATE % lower_first(pascal(kind)), seats=seats)["createGame"]
    players = [Client(http, seat["token"]) for seat in made["seats"]]
    given = {"id": made["game"]["gameId"]}

    def play(seat: int, move: Json) -> None:
        changed = players[seat - 1].ask(PLAY, **given, moves=[move["input"]])["play"]
        assert "code" not in changed, changed
        game = changed["game"]
        (entry,) = players[2 - seat].ask(LAST, **given, after=game["version"] - 1)["events"]["entries"]
        assert (entry["notation"] == "bid ?") is (kind == "goofspiel" and game["status"] == "RUNNING")

    def seats_to_decide() -> list[int]:
        decision = players[0].ask(LOOK, **given)["game"]["decision"]
        return decision["seats"] if decision else []

    first = played(
        seats_to_decide, lambda seat: nodes(players[seat - 1].ask(LOOK, **given)["game"]["legalMoves"]), play
    )
    assert first == (2 if kind == "goofspiel" else 0)
    over = Client(http).ask(LOOK, **given)["game"]
    assert (over["status"], over["outcome"]["reason"] in ENDS[kind]) == ("OVER", True)


@every_kind
def test_it_is_played_by_rest_as_its_document_says(http: httpx.Client, kind: str) -> None:
    http.headers["accept-language"] = "de"
    table = create(Rest(http, Document(http.get("/openapi.json").json())), constant(kind))

    def play(seat: int, move: Json) -> None:
        table.seat(seat).post(f"{table.path}/moves", {"moves": [move["input"]]})

    def seats_to_decide() -> list[int]:
        decision = table.look()["decision"]
        return decision["seats"] if decision else []

    first = played(seats_to_decide, lambda seat: table.seat(seat).get(f"{table.path}/moves/legal")["moves"], play)
    assert first == (2 if kind == "goofspiel" else 0)
    over = table.look()
    assert (over["status"], over["outcome"]["reason"] in ENDS[kind]) == ("OVER", True)
    said = [
        text for entry in table.spectator.get(f"{table.path}/events", after=2)["entries"] for text in entry["sentences"]
    ]
    assert re.search("Der nächste Preis ist" if kind == "goofspiel" else "setzt einen Stein auf", " ".join(said))


@every_kind
async def test_a_model_plays_it(installed: Environment, service: str, kind: str) -> None:
    command = StdioServerParameters(
        command=str(installed.programs / "taphouse"), args=["mcp", "--url", service], cwd=installed.folder
    )
    async with Model(command) as model:
        texts = await whole_game(model, kind, ["random"])
    assert "The game is over" in texts[-1]


@every_kind
@pytest.mark.usefixtures("page")
def test_two_people_play_it_in_a_browser(service: str, browser: Browser, kind: str) -> None:
    anna = Visitor(browser, service)
    ben = Visitor(browser, service, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark", locale="de-DE")
    ben.go(anna.open_table(constant(kind), "OPEN"))
    ben.page.get_by_label("Dein Name").fill("Ben")
    ben.page.locator(".waiting .places button").first.click()
    both = (anna, ben)
    anna.to_my_turn()
    if kind == "goofspiel":
        bid_at_the_same_time(anna, ben)
    else:
        place_the_first_man(anna, ben)
    while anna.status != "OVER":
        until(lambda: any(one.status == "OVER" or one.page.locator(".deciding.mine").count() for one in both), "a turn")
        for one in both:
            if one.page.locator(".deciding.mine").count():
                one.move()
    for one in both:
        expect(one.page.locator(".outcome tbody tr")).to_have_count(2)
        one.check_fits()
        one.check_accessible()
        one.leave()


def bid_at_the_same_time(anna: Visitor, ben: Visitor) -> None:
    """Neither sees what the other chose until both have chosen."""
    ben.to_my_turn()
    expect(anna.page.locator(".deciding-now")).to_contain_text(["Anna", "Ben"])
    ben.page.locator(".plain-spot.playable", has_text="13").tap()
    ben.page.locator("dialog .move").click()
    expect(anna.page.locator(".log")).to_contain_text("Ben has bid a card.")
    expect(anna.page.locator(".deciding.mine")).to_have_count(1)
    expect(ben.page.locator(".log")).to_contain_text("Ben hat eine Karte geboten.")
    expect(ben.page.locator(".deciding.mine")).to_have_count(0)
    expect(ben.page.locator(".deciding-now")).to_contain_text(["Anna"])
    expect(ben.page.locator(".deciding .prompt")).to_have_text("Warten auf Anna.")
    anna.page.locator(".plain-spot.playable").first.click()
    expect(anna.page.locator(".log")).to_contain_text("The bids are revealed: 1 by Anna and 13 by Ben.")
    for one in (anna, ben):
        one.page.wait_for_selector(".deciding.mine")


def place_the_first_man(anna: Visitor, ben: Visitor) -> None:
    """The points lie where their names say, and a move is made by a click on one."""
    for one in (anna, ben):
        expect(one.page.locator(".points .spot")).to_have_count(24)
        boxes = {
            str(spot.get_attribute("data-spot")).removeprefix("point:"): spot.bounding_box() or {}
            for spot in one.page.locator(".points .spot").all()
        }
        columns, rows = ({round(box[side]) for box in boxes.values()} for side in ("x", "y"))
        assert (len(columns), len(rows)) == (7, 7)
        corners = [boxes[name] for name in ("A7", "G7", "A1", "G1")]
        assert [(min(columns), max(columns))[i % 2] for i in range(4)] == [round(box["x"]) for box in corners]
        assert [(min(rows), max(rows))[i // 2] for i in range(4)] == [round(box["y"]) for box in corners]
    assert anna.page.locator(".deciding > .buttons").count() == 0
    anna.page.locator("[data-spot='point:D6']").click()
    expect(ben.page.locator(".log")).to_contain_text("Anna setzt einen Stein auf d6.")
    expect(ben.page.locator("[data-spot='point:D6']")).to_have_accessible_name("d6. Stein: Anna")
