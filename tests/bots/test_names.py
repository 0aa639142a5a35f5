"""One reader of names for every place that takes a bot."""

from __future__ import annotations

import random
from typing import Any

import pytest
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.engine import GAMES
from taphouse.engine.bots import GreedyBot, RandomBot, SearchBot
from taphouse.engine.bots.names import NoBot, bot_named
from taphouse.engine.play import play

GAME = GAMES["dank-and-draft"]
IMPORTED = "taphouse.engine.bots:GreedyBot"


@pytest.mark.parametrize(
    ("name", "kind", "limits"),
    [
        ("random", RandomBot, {}),
        ("GREEDY", GreedyBot, {}),
        ("SEARCH_QUICK", SearchBot, {"_iterations": 10}),
        ("search:7", SearchBot, {"_iterations": 7, "_seconds": None}),
        ("search:0.3s", SearchBot, {"_seconds": 0.3}),
        ("search:2s", SearchBot, {"_seconds": 2.0}),
        (IMPORTED, GreedyBot, {}),
    ],
)
def test_a_name_makes_its_bot(name: str, kind: type, limits: dict[str, Any]) -> None:
    bot = bot_named(name)(GAME, random.Random(1))
    assert type(bot) is kind
    assert {limit: getattr(bot, limit) for limit in limits} == limits


@pytest.mark.parametrize("name", ["", "clever", "search:0", "search:0.0s", "search:0.3", "taphouse.engine:Nothing"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(NoBot):
        bot_named(name)


@pytest.mark.parametrize("name", ["search:1", IMPORTED])
def test_games_without_a_service_take_every_name(name: str) -> None:
    assert play("dank-and-draft", [name, "random"], "1", GAME.about.chosen({"turnCap": 4})).moves
    done = CliRunner().invoke(
        main, ["simulate", "--games", "1", "--bots", f"{name},random", "--options", '{"turnCap": 4}', "--json"]
    )
    assert done.exit_code == 0, done.output
    assert name in done.stdout
