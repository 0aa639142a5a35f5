"""Packages of strangers: copies of Cask Race under other names, with fields of other types."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import pytest

from taphouse.engine.game import Game

TINY = Path(__file__).parents[1] / "tiny"
OTHER_TYPES = {
    "moves.py": {
        '''began."""

    seat: Seat
''': '''began."""

    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null in this game.")]
''',
    },
    "rules.py": {"TurnBegan(seat, ": "TurnBegan(None, "},
    "view.py": {
        "score: Annotated[int, ": "score: Annotated[tuple[int, ...], ",
        "Player(i + 1, scores[i], ": "Player(i + 1, (scores[i],), ",
        "    gift: Gift\n": '    gift: Annotated[str | None, Meta(description="The gift.")]\n',
        "gift=face(top.card)": "gift=str(face(top.card))",
    },
    "messages/en.toml": {'"{seat} begins turn {turn}."': '"[{seat} begins|It is] turn {turn}."'},
    "messages/de.toml": {'"{seat} beginnt Zug {turn}."': '"[{seat} beginnt|Es ist] Zug {turn}."'},
}
"""Other types under the same names: a list for a number, a seat that is null, a text for a word."""
GRAIN = '''class Grain(Word):
    """A grain card."""

    BARLEY = "BARLEY", "Barley."
    WHEAT = "WHEAT", "Wheat."
    RYE = "RYE", "Rye."
'''


def grain_of(module: str) -> dict[str, dict[str, str]]:
    """The changes with which a game takes its grain from another module."""
    return {"cards.py": {GRAIN: f"from {module} import Grain\n"}}


def library(folder: Path, name: str) -> str:
    """Write a module with the grain, for several games. Returns its name."""
    text = f'"""Grain."""\n\nfrom taphouse.engine.vocabulary import Word\n\n\n{GRAIN}'
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return name


def stranger(
    monkeypatch: pytest.MonkeyPatch, folder: Path, title: str, changes: Mapping[str, Mapping[str, str]]
) -> Game:
    """A game from a package of its own."""
    package = title.lower().replace(" ", "_")
    renamed = {
        "tests.tiny": package,
        "CaskRace": title.replace(" ", ""),
        "cask-race": package.replace("_", "-"),
        "Cask Race": title,
    }
    for file in TINY.rglob("*.*"):
        path = file.relative_to(TINY)
        if file.suffix in (".py", ".toml", ".md"):
            text = file.read_text(encoding="utf-8")
            for old, new in changes.get(str(path), {}).items():
                assert old in text
                text = text.replace(old, new)
            for old, new in renamed.items():
                text = text.replace(old, new)
            (folder / package / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / package / path).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    game: Game = import_module(f"{package}.about").GAME
    return game
