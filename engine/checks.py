"""The part of a game's tests that only its author knows: `CHECKS`, in a module `checks`.

The module belongs to the game (`my_game.checks`), or to a folder of tests that is not installed (`tests.my_game.checks`). A
game without one has the defaults. Beside the module lie the files of the tests: `golden/`, `perft.txt`, and
editions for tests, such as `second.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from taphouse.engine.contract import Event, Options
from taphouse.engine.game import Game
from taphouse.engine.worlds import Playout


class Ending(Struct, frozen=True, kw_only=True):
    """The terms on which a game can end for a reason: a game of random moves, unless `bot` or `written` says otherwise."""

    seats: int | None = None
    """The number of seats; None for the fewest."""
    edition: str | None = None
    """The name of the edition; None for the default. One for tests alone is a file beside `checks`, such as `short.toml`."""
    options: Options | None = None
    """The options; None for the defaults."""
    rules: int | None = None
    """The version of the rules; None for the newest."""
    tried: int = 200
    """The number of games that are tried when the playthrough is written. The shortest one that ends so is taken."""
    bot: str | None = None
    """The bot that plays all seats, such as `greedy` or `search:50`. The first of its games that ends so is taken."""
    written: bool = False
    """True if you write the playthrough: the lines above the first empty one, and the moves, such as `1. seat 1: take`.
    `--write` then plays your moves and writes the rest around them."""


class Canaries(Struct, frozen=True, kw_only=True):
    """An edition in which hidden things have names that are nowhere else, and the viewers that were shown them."""

    edition: Callable[[str], str]
    """From the file of the default edition to the same with canaries in it."""
    names: int
    """The number of canaries."""
    shown: Callable[[Playout, Any, int, int | None], tuple[set[str], set[str]]]
    """(game, edition, version, seat) -> the canaries that the viewer was shown up to the version, and the others."""
    hidden: int
    """The least number that is hidden from each viewer."""
    options: Options | None = None
    """Options of the game that is played; None for the defaults."""
    pattern: str = r"canary-\d+"
    """A regular expression that finds a canary in an answer, in any case."""


def canary(number: int) -> str:
    """A name that is nowhere else, and matches the default pattern of `Canaries`; the order of names reveals nothing."""
    return f"canary-{number * 7919 % 100003:06}"


def _nothing(*_: Any) -> None:
    """Tell nothing of a game."""


class Checks(Struct, frozen=True, kw_only=True):
    """The declaration of an author. Each field has a default with which a small game passes."""

    conserved: Callable[[Any], Any] = _nothing
    """From a state to what a game never gains or loses, such as its cards: equal in all states of a game."""
    endings: Mapping[str, Ending] = {}
    """The terms for reasons of ending, by name. Without them, games at all tables are tried."""
    imagined: Callable[[Playout, int, int, int, Any], None] = _nothing
    """(game, seat, first, version, world): asserts what holds in each world that a seat imagines after what it saw since."""
    unchanged: frozenset[str] = frozenset()
    """The numbers of an edition, such as `figures.men.value`, that change nothing, or that a second edition cannot change."""
    out_of_reach: frozenset[type[Event]] = frozenset()
    """The events that neither random games nor the playthroughs have."""
    canaries: Canaries | None = None
    """The canaries that are hunted beside the seed and the tokens, if the edition can have any."""
    pairs: int = 40
    """The number of pairs of worlds that are compared: as many as it takes to ask everything."""


class GameChecks(NamedTuple):
    """The checks of a game, and the folder of its files."""

    checks: Checks
    folder: Path

    @property
    def second(self) -> Path:
        """The second edition: the same names, and other figures. A game need not have one."""
        return self.folder / "second.toml"

    @property
    def editions(self) -> list[Path]:
        """The editions for tests, `second` among them."""
        return sorted(self.folder.glob("*.toml"))

    @property
    def counts(self) -> Path:
        """The counts of move sequences."""
        return self.folder / "perft.txt"

    def playthrough(self, reason: str) -> Path:
        """The golden game that ends for a reason."""
        return self.folder / "golden" / f"{reason}.txt"


@cache
def found(game: Game) -> GameChecks:
    """The checks of a game."""
    package = game.about.package
    for name in (f"{package}.checks", f"tests.{package.rpartition('.')[2]}.checks"):
        try:
            module = import_module(name)
        except ModuleNotFoundError as missing:
            if missing.name is None or not f"{name}.".startswith(f"{missing.name}."):
                raise
        else:
            file = Path(module.__file__ or Path(module.__path__[0]) / "__init__.py")
            beside = file.with_suffix("")  # of `checks.py`
            return GameChecks(getattr(module, "CHECKS", Checks()), beside if beside.is_dir() else file.parent)
    module = import_module(package)
    return GameChecks(Checks(), Path(str(module.__file__)).parent / "checks")
