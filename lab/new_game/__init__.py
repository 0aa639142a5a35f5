"""Writes a new game: the package in `template/`, or one of the files in `small/`, under another name."""

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
FAMILIES = {
    "small": TEMPLATE,
    "cards": "card-match",
    "dice": "dice-dash",
    "board": "board-marks",
    "cooperative": "common-dam",
    "sealed": "sealed-cards",
}
"""The games in one file, by what they are like."""
_KEPT = (".md", ".py", ".toml", ".txt")


class BadName(Exception):
    """No package can be written under this name, or there. The message says why."""


def new_game(kind: str, directory: Path, like: str | None = None) -> Path:
    """Write a game into a new folder with the name of the game.

    Args:
        kind: the kind of game, such as `moon-rocket`.
        directory: the directory for the folder.
        like: one of `FAMILIES`, for a game in one file; None for the whole package.

    Returns:
        The folder.

    Raises:
        BadName: the name cannot be that of a game, there is a file or folder already, or there is no such family.
        OSError: the folder cannot be written.
    """
    _check(kind)
    if like is not None and like not in FAMILIES:
        raise BadName(f"No game is written like {like!r}: choose one of {', '.join(FAMILIES)}.")
    folder = directory / kind
    if folder.exists():
        raise BadName(f"{folder} is there already: choose another name, or another directory with --dir.")
    template = TEMPLATE if like is None else FAMILIES[like]
    renames = [*zip(_names(template), _names(kind), strict=True), *zip(_names(TEMPLATE), _names(kind), strict=True)]
    others = {f"{_names(name)[1]}.py" for name in FAMILIES.values() if name != template}

    def renamed(text: str) -> str:
        for old, new in renames:
            text = text.replace(old, new)
        return text

    def write(source: Traversable, target: Path) -> None:
        target.mkdir(parents=True)
        for entry in source.iterdir():
            if entry.is_dir() and entry.name != "__pycache__":
                write(entry, target / renamed(entry.name))
            elif entry.name.endswith(_KEPT) and entry.name not in others:
                (target / renamed(entry.name)).write_text(renamed(entry.read_text("utf-8")), encoding="utf-8")

    write(files("taphouse.lab.new_game") / ("template" if like is None else "small"), folder)
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
