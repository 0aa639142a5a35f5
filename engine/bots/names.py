"""The names of bots: the one reader of them."""

from __future__ import annotations

import importlib
import random
import re
import shlex
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

from taphouse.engine.bots import BOTS
from taphouse.engine.bots.greedy import MixedBot
from taphouse.engine.bots.players import Bot
from taphouse.engine.bots.search import SearchBot
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import kebab

MakesBot = Callable[[Game, random.Random], Bot]
"""Makes a bot for a game, with a source of randomness."""
NAMES = (
    f"{', '.join(BOTS)}; greedy:0.3, for the share of its moves that are not random; search:200 or search:0.3s, for its "
    "iterations or seconds; trained, or the file of a network, such as mine.json; an import path, such as mine.bots:Bold; or a "
    "program, by its URL or its command, such as 'node bot.mjs'"
)
"""The names, in words."""
_GREEDY = re.compile(r"greedy:(?P<share>0?\.\d+)", re.IGNORECASE)
_SEARCH = re.compile(r"search:(?:(?P<iterations>\d+)|(?P<seconds>\d+(?:\.\d+)?)s)", re.IGNORECASE)
_NETWORK, _PROGRAM = ("taphouse.env.trained", "trained_bot"), ("taphouse.lab.programs", "program_bot")
_IMPORTED = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


class NoBot(ValueError):
    """A bot cannot be made; the message says why."""


class NotLearnt(NoBot):
    """A bot plays with another number of seats, or under another edition; the message says with which."""


def bot_named(name: str) -> MakesBot:
    """A function that makes a bot for a game.

    Args:
        name: One of `BOTS`, also as the API spells it; `greedy:0.3`, `search:200` or `search:0.3s`; `trained`, or the path of a
            `.json` file that `env.trained` reads; an import path of such a function; or the URL or the command of a program, as
            in docs/arena.md.

    Raises:
        NoBot: It is none of these, or cannot be imported or read. The function raises it if what was imported makes no bot.
    """
    if not isinstance(name, str):
        raise NoBot(f"{name!r} is no name of a bot, and no function that makes one for a game")
    if (own := _own(name)) is not None:
        return own
    if (reader := _reader(name)) is not None:
        return _elsewhere(*reader, spelled(name))
    module, _, attribute = name.partition(":")
    if not _IMPORTED.fullmatch(name) or kebab(module) in BOTS:
        raise NoBot(f"{name!r} is no bot; the bots are {NAMES}")
    try:
        found: MakesBot = getattr(importlib.import_module(module), attribute)
    except (Exception, SystemExit) as error:  # a module may raise anything
        raise NoBot(f"{name}: {type(error).__name__}: {error}") from None
    return partial(_made, name, found)


def _reader(name: str) -> tuple[str, str] | None:
    """The module and the function that read a name which is not our own; None for an import path, and for what is no name.

    Raises:
        NoBot: It has quotes that do not end.
    """
    if name.lower() == "trained":
        return _NETWORK
    try:
        words = shlex.split(name)
    except ValueError as error:  # of its quotes
        raise NoBot(f"{name}: {error}") from None
    if name.endswith(".json") and (len(words) == 1 or Path(name).is_file()):
        return _NETWORK
    if len(words) > 1 or "/" in name or (words and shutil.which(words[0])):
        return _PROGRAM
    return None


def _made(name: str, makes: MakesBot, game: Game, rng: random.Random) -> Bot:
    """The bot that an imported function makes.

    Raises:
        NoBot: It makes none.
    """
    try:
        bot = makes(game, rng)
    except Exception as error:  # it may be any function
        raise NoBot(f"{name} makes no bot from a Game and a Random: {type(error).__name__}: {error}") from error
    if not hasattr(bot, "choose"):
        raise NoBot(f"{name} makes no bot: what it returns has no method choose")
    return bot


def _elsewhere(module: str, reader: str, name: str) -> MakesBot:
    """The function that another reader makes of a name. It needs packages that the engine does not."""
    try:
        read = getattr(importlib.import_module(module), reader)
    except ModuleNotFoundError as missing:
        raise NoBot(f"{name}: {missing}") from None
    makes: MakesBot = read(name)
    return makes


def spelled(name: str) -> str:
    """The one spelling of a name, such as search-quick for SEARCH_QUICK. Names that are not our own are as they were given."""
    if (kind := kebab(name)) in BOTS:
        return kind
    number = name.rpartition(":")[2].lower()
    if _GREEDY.fullmatch(name):
        return f"greedy:{float(number)}"
    if _SEARCH.fullmatch(name):
        return f"search:{float(number[:-1])}s".replace(".0s", "s") if number.endswith("s") else f"search:{int(number)}"
    return "trained" if name.lower() == "trained" else name


def is_program(name: str) -> bool:
    """True for the URL or the command of a program.

    Raises:
        NoBot: It is a search of no iterations, or has quotes that do not end.
    """
    return not is_own(name) and _reader(name) == _PROGRAM


def is_own(name: str) -> bool:
    """True for a name of our own, which needs no import."""
    return _own(name) is not None


def _own(name: str) -> MakesBot | None:
    """See `bot_named`; None for a name that is not our own."""
    if (kind := kebab(name)) in BOTS:
        return BOTS[kind]
    if mixed := _GREEDY.fullmatch(name):
        return partial(MixedBot, share=float(mixed["share"]))
    searching = _SEARCH.fullmatch(name)
    if searching is None:
        return None
    iterations, seconds = int(searching["iterations"] or 0), float(searching["seconds"] or 0)
    if not iterations and not seconds:
        raise NoBot(f"{name}: a search needs an iteration or some time")
    if seconds:
        return partial(SearchBot, iterations=10**9, seconds=seconds)
    return partial(SearchBot, iterations=iterations)
