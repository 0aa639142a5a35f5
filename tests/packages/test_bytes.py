"""The bytes of answers by REST to games of two kinds are those that docs/api/problems.md names."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from statistics import mean

import httpx
import pytest

from taphouse.engine import GAMES as BUILT_IN
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import constant
from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server

GOOFSPIEL: Game = import_module("goofspiel.about").GAME
GAMES = {GOOFSPIEL.about.kind: GOOFSPIEL, "brew-crafters": BUILT_IN["brew-crafters"]}
API = Path(__file__).parents[2] / "docs" / "api" / "problems.md"
ROW = re.compile(r"^\| ([\d,]+) \| ([\d,]+) \| ", re.MULTILINE)
STREAM = {"accept": "text/event-stream"}
NARROW_EVENT, NARROW_GAME = "version,seat,notation,sentences", "version,table,decision"
MOVES = 20
MOST = 300
"""The bytes of an event that a client asks for with the members that it needs."""

Sizes = Mapping[str, int]


@pytest.fixture(scope="module")
def measured() -> list[Sizes]:
    """The mean bytes of each answer, by what it is, over some moves of each game."""
    server = Server(store=MemoryStore(), games=GAMES)
    with server, httpx.Client(base_url="", trust_env=False) as http:
        http.base_url = f"{server.url}/v1"
        return [play(http, constant(kind)) for kind in GAMES]


def play(http: httpx.Client, kind: str) -> Sizes:
    seats = [{"kind": "MINE", "name": name} for name in ("Ann", "Ben")]
    made = http.post("/games", json={"kind": kind, "seats": seats, "seed": "bytes"}).json()
    path = f"/games/{made['game']['gameId']}"
    players = [{"authorization": f"Bearer {seat['token']}"} for seat in made["seats"]]
    rng, sizes = random.Random(1), dict[str, list[int]]()

    def add(what: str, answer: httpx.Response) -> None:
        assert answer.status_code == 200, answer.text
        sizes.setdefault(what, []).append(len(answer.content))

    with http.stream("GET", f"{path}/patches", params={"fields": NARROW_GAME}, headers=STREAM | players[0]) as stream:
        text = stream.iter_raw()
        patches = next(text)
        for number in range(MOVES):
            player = players[http.get(path).json()["decision"]["seat"] - 1]
            add("look", http.get(path, headers=player))
            add("narrow look", http.get(path, params={"fields": NARROW_GAME}, headers=player))
            legal = http.get(f"{path}/moves/legal", headers=player).json()["moves"]
            minimal = {"prefer": "return=minimal"} if number % 4 > 1 else {}
            move = {"moves": [rng.choice(legal)["input"]]}
            add("minimal" if minimal else "move", http.post(f"{path}/moves", headers=player | minimal, json=move))
            while patches.count(b"\n\n") < number + 2:
                patches += next(text)
    http.post(f"{path}/abandon", headers={"authorization": f"Bearer {made['hostToken']}"}, json={})
    for what, fields in (("event", {}), ("narrow event", {"fields": NARROW_EVENT})):
        answer = http.get(f"{path}/events", params={**fields, "after": "2"}, headers=STREAM | players[0])
        sizes[what] = list(map(len, answer.content.split(b"\n\n")[:MOVES]))
    sizes["patch"] = list(map(len, patches.split(b"\n\n")[1 : MOVES + 1]))
    return {what: round(mean(found)) for what, found in sizes.items()}


def told() -> list[Sizes]:
    names = ("event", "narrow event", "patch", "look", "narrow look", "move", "minimal")
    columns = zip(*ROW.findall(API.read_text()), strict=True)
    return [dict(zip(names, (int(size.replace(",", "")) for size in sizes), strict=True)) for sizes in columns]


def test_answers_have_the_bytes_that_the_table_names(measured: list[Sizes]) -> None:
    assert measured == told()


def test_an_event_with_what_a_client_needs_is_short(measured: list[Sizes]) -> None:
    assert [sizes for sizes in measured if sizes["narrow event"] > MOST or sizes["minimal"] > MOST] == []
