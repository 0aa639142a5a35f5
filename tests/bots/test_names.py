"""One reader of names for every place that takes a bot."""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.engine import GAMES
from taphouse.engine.bots import GreedyBot, RandomBot, SearchBot
from taphouse.engine.bots.greedy import MixedBot
from taphouse.engine.bots.names import NoBot, bot_named, is_program, spelled
from taphouse.engine.notation import parse
from taphouse.engine.play import play
from taphouse.lab.programs import Program

GAME = GAMES["dank-and-draft"]
IMPORTED = "taphouse.engine.bots:GreedyBot"
PROGRAM = f"{sys.executable} {Path(__file__).parents[2] / 'examples' / 'bot.py'}"


@pytest.mark.parametrize(
    ("name", "kind", "limits"),
    [
        ("random", RandomBot, {}),
        ("GREEDY", GreedyBot, {}),
        ("SEARCH_QUICK", SearchBot, {"_iterations": 10}),
        ("search:7", SearchBot, {"_iterations": 7, "_seconds": None}),
        ("search:0.3s", SearchBot, {"_seconds": 0.3}),
        ("search:2s", SearchBot, {"_seconds": 2.0}),
        ("SEARCH:2S", SearchBot, {"_seconds": 2.0}),
        ("Greedy:0.3", MixedBot, {}),
        ("node bot.mjs", Program, {}),
        ("./bot", Program, {}),
        ("node bot.mjs --settings mine.json", Program, {}),
        ("http://127.0.0.1:9/", Program, {}),
        (IMPORTED, GreedyBot, {}),
    ],
)
def test_a_name_makes_its_bot(name: str, kind: type, limits: dict[str, Any]) -> None:
    bot = bot_named(name)(GAME, random.Random(1))
    assert type(bot) is kind
    assert {limit: getattr(bot, limit) for limit in limits} == limits


def test_a_command_of_one_word_is_a_program_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for word in ("my-bot", "greedy", "trained"):
        (tmp_path / word).touch(0o755)
    assert type(bot_named("my-bot")(GAME, random.Random(1))) is Program
    assert [*map(is_program, ("my-bot", "greedy", "trained", "other-bot"))] == [True, False, False, False]


@pytest.mark.parametrize(
    ("names", "spelling"),
    [
        (("random", "RANDOM"), "random"),
        (("SEARCH_QUICK", "search-quick", "Search_Quick"), "search-quick"),
        (("search:7", "SEARCH:07"), "search:7"),
        (("search:0.3s", "search:0.30s", "Search:00.3S"), "search:0.3s"),
        (("search:10s", "search:10.0s"), "search:10s"),
        (("greedy:.3", "GREEDY:0.30"), "greedy:0.3"),
        (("trained", "Trained"), "trained"),
        (("mine.json",), "mine.json"),
        (("mine.bots:Bold",), "mine.bots:Bold"),
        (("node Bot.mjs",), "node Bot.mjs"),
    ],
)
def test_a_bot_has_one_spelling_by_which_it_is_rated(names: tuple[str, ...], spelling: str) -> None:
    assert {*map(spelled, names)} == {spelling}
    if ":" in spelling and "." not in spelling.partition(":")[0]:
        made = [bot_named(name)(GAME, random.Random(1)) for name in (*names, spelling)]
        limits = [
            {key: one for key, one in vars(bot).items() if key in ("_iterations", "_seconds", "_share")} for bot in made
        ]
        assert all(one == limits[0] for one in limits)
    if len(names) > 1:
        refused = CliRunner().invoke(main, ["arena", *names])
        assert (refused.exit_code, "each once" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "'' is no bot; the bots are random, greedy.* or a program"),
        ("clever", "the bots are"),
        ("search:0", "an iteration or some time"),
        ("search:0.0s", "an iteration or some time"),
        ("search:0.3", "search:200 or search:0.3s"),
        ("search:soon", "search:200 or search:0.3s"),
        ("SEARCH_QUICK:strong", "search:200 or search:0.3s"),
        ("greedy:1.5", "greedy:0.3, for the share"),
        ("taphouse.engine:Nothing", "has no attribute"),
        ("nowhere.json", "No such file"),
        ("node 'unclosed.mjs", "No closing quotation"),
    ],
)
def test_what_is_no_name_is_refused(name: str, why: str) -> None:
    with pytest.raises(NoBot, match=why):
        bot_named(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("json:loads", "json:loads makes no bot from a Game and a Random: TypeError: .*2 were given"),
        ("math:pi", "math:pi makes no bot from a Game and a Random: TypeError: 'float' object is not callable"),
        ("builtins:print", "builtins:print makes no bot: what it returns has no method choose"),
    ],
)
@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_an_import_that_makes_no_bot_is_refused(command: str, name: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(NoBot, match=why):
        bot_named(name)(GAME, random.Random(1))
    bots = ["--bots", f"{name},random"] if command == "simulate" else [name, "random", "--out", str(tmp_path)]
    done = CliRunner().invoke(main, [command, "--games", "2", *bots])
    assert done.exit_code == 2
    assert re.fullmatch(rf"{why}\.\n", done.stderr)


@pytest.mark.parametrize("name", ["search:1", IMPORTED, PROGRAM])
def test_games_without_a_service_take_every_name(name: str) -> None:
    assert play("dank-and-draft", [name, "random"], "1", GAME.about.chosen({"turnCap": 4})).moves
    done = CliRunner().invoke(
        main, ["simulate", "--games", "1", "--bots", f"{name},random", "--options", '{"turnCap": 4}', "--json"]
    )
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["bots"] == [name, "random"]


class Stubborn:
    """A bot that makes one move, legal or not."""

    def __init__(self, *_: Any) -> None: ...

    def choose(self, *_: Any) -> Any:
        return parse("draft row-1", GAME.verbs)


def test_a_bot_that_fails_is_named() -> None:
    name = f"{__name__}:{Stubborn.__name__}"
    done = CliRunner().invoke(main, ["simulate", "--game", GAME.about.kind, "--games", "1", "--bots", name])
    assert done.exit_code == 2
    assert done.stderr.startswith(f"{name} failed: 'draft row-1' is not legal: ")
