"""The command `taphouse test-game`: runs the suite on a game, or writes the files that the game's author reads and keeps."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from taphouse.engine.checks import found
from taphouse.engine.game import Game
from taphouse.engine.messages.guides import languages
from taphouse.engine.resources import files_of
from taphouse.lab.game_tests import counts, guides, playthroughs
from taphouse.lab.game_tests.tables import named, use

SUITE = Path(__file__).parent / "suite"
PLUGINS = {
    "xdist": (("-n", "--numprocesses", "--dist"), "pytest-xdist"),
    "pytest_cov": (("--cov",), "pytest-cov"),
}
"""The plugins of pytest that are loaded where one of their options is given: the options, and what to install."""


def run(name: str, arguments: Sequence[str], fast: bool = False) -> int:
    """Run the suite on a game. Returns the exit status of pytest.

    Args:
        name: the kind of an installed game, or the place where it is declared.
        arguments: further arguments for pytest.
        fast: play at one table on the engine alone, and stop at the first fault.

    Raises:
        LookupError: there is no such game, or a plugin of pytest is missing.
        ModuleNotFoundError: pytest or hypothesis is missing.
    """
    import hypothesis  # noqa: F401 -- said now, not by each test
    import pytest

    _game(name)
    config = ("-c", os.devnull, "--rootdir", str(SUITE))  # not as this folder is set up
    plugins = ("--disable-plugin-autoload", "-p", "hypothesispytest", "-p", "no:cacheprovider")  # nor this environment
    plain = ("--quiet", "--no-header", "--assert=plain")
    shown = ("--fast", "--exitfirst", "--tb=no", "-rN") if fast else ("--tb=short",)
    asked = _asked_for(arguments)
    return int(pytest.main([str(SUITE), *config, *plugins, *asked, *plain, *shown, f"--game={name}", *arguments]))


def _asked_for(arguments: Sequence[str]) -> Iterator[str]:
    """The arguments that load the plugins of whose options some are given.

    Raises:
        LookupError: one is missing. The message says what to install.
    """
    for plugin, (options, package) in PLUGINS.items():
        given = next((one for one in arguments if one.startswith(options)), None)
        if given is None:
            continue
        if find_spec(plugin) is None:
            raise LookupError(f"{given} is an option of {package}. Install it: pip install {package}")
        yield from ("-p", plugin)


def write(name: str) -> Iterator[str]:
    """Write the golden games and the counts of move sequences anew, and the digests of new statements of guides.

    Yields what was done.

    Raises:
        LookupError: there is no such game.
    """
    game = _game(name)
    use([game])
    kind, there = game.about.kind, found(game)
    for reason in game.about.reasons:
        try:
            yield _written(there.playthrough(reason.name), playthroughs.find(kind, reason.name))
        except playthroughs.NoSuchGame as missing:
            if reason.name not in playthroughs.by_resigning(kind):
                yield str(missing)
    rows = [counts.counted(kind, row) for row in counts.read(there.counts.read_text())] if there.counts.exists() else []
    yield _written(there.counts, counts.write(rows or counts.first(kind)))
    for language in languages(game.about.package):
        guide = files_of(game.about.package) / f"guide/{language}.toml"
        if isinstance(guide, Path):
            yield _written(guide, guides.filled(guide.read_text(encoding="utf-8"), game))


def _written(path: Path, text: str) -> str:
    before = path.read_text(encoding="utf-8") if path.exists() else None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return f"{path}: {'new' if before is None else 'as before' if before == text else 'changed'}"


def _game(name: str) -> Game:
    """The game of this name. Modules are also looked for in the folder in which the command runs, as by `python -m`.

    An installed game is imported before: a folder of its name in that folder would hide a package that is installed editable.

    Raises:
        LookupError: there is no such game.
    """
    if ":" not in name:
        named(name)
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    return named(name)
