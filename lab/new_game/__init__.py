"""Writes a new game: the package in `template/`, or the file in `small/`, under another name."""

from __future__ import annotations

import keyword
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from taphouse.engine import GAMES
from taphouse.engine.game import why_no_kind
from taphouse.engine.vocabulary import pascal

TEMPLATE = "card-hoard"
_KEPT = (".md", ".py", ".toml", ".txt")


class BadName(Exception):
    """No package can be written under this name, or there. The message says why."""


def new_game(kind: str, directory: Path, small: bool = False) -> Path:
    """Write a game into a new folder with the name of the game.

    Args:
        kind: the kind of game, such as `moon-rocket`.
        directory: the directory for the folder.
        small: write a game in one file.

    Returns:
        The folder.

    Raises:
        BadName: the name cannot be that of a game, or there is a file or folder already.
        OSError: the folder cannot be written.
    """
    _check(kind)
    folder = directory / kind
    if folder.exists():
        raise BadName(f"{folder} is there already: choose another name, or another directory with --dir.")
    here, there = _names(TEMPLATE), _names(kind)

    def renamed(text: str) -> str:
        for old, new in zip(here, there, strict=True):
            text = text.replace(old, new)
        return text

    def write(source: Traversable, target: Path) -> None:
        target.mkdir(parents=True)
        for entry in source.iterdir():
            if entry.is_dir() and entry.name != "__pycache__":
                write(entry, target / renamed(entry.name))
            elif entry.name.endswith(_KEPT):
                (target / renamed(entry.name)).write_text(renamed(entry.read_text("utf-8")), encoding="utf-8")

    write(files("taphouse.lab.new_game") / ("small" if small else "template"), folder)
    return folder


def _check(kind: str) -> None:
    if (why := why_no_kind(kind)) is not None:
        raise BadName(why)
    if kind in GAMES:
        raise BadName(
            f"There is a game {kind} already: choose another name. `taphouse games` lists the installed ones."
        )
    module = _names(kind)[1]
    spec = find_spec(module)
    if keyword.iskeyword(module) or (
        spec is not None and spec.origin is not None
    ):  # a folder without code has no origin
        raise BadName(
            f"{module} cannot be the name of a new package: Python has one, or needs the word. Choose another name."
        )


def _names(kind: str) -> tuple[str, ...]:
    """The names that follow from a kind: itself, the module, the prefix of types, the title, and the prefix of rule ids."""
    words = kind.split("-")
    letters = [word[0] for word in words if word[0].isalpha()]
    if len(letters) < 2:
        letters = [*filter(str.isalpha, kind), "x"]
    return kind, "_".join(words), pascal(kind), " ".join(words).title(), f"{''.join(letters[:2])}-".upper()
