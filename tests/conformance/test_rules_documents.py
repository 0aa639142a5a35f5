"""Every rule has its id in the game's rules.md, and every id that is used is one of these."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest

from tests.conformance.invariants import RULE_ID, rule_ids
from tests.conformance.tables import GAMES

every_game = pytest.mark.parametrize("kind", GAMES)

FILES = ("__init__.py", "about.py", "cards.py", "moves.py", "rules.md", "state.py")


def texts(folder: Traversable) -> dict[str, str]:
    """The texts of a game's folder by their paths in it."""
    found: dict[str, str] = {}
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name != "__pycache__":
            found |= {f"{entry.name}/{name}": text for name, text in texts(entry).items()}
        elif entry.name.endswith((".py", ".toml", ".md")):
            found[entry.name] = entry.read_text()
    return found


@every_game
def test_the_ids_of_the_rules_are_unique_and_in_order(kind: str):
    ids = rule_ids(kind)
    assert ids
    assert list(ids) == sorted(set(ids))
    assert len({rule[:2] for rule in ids}) == 1


@every_game
def test_every_rule_that_is_named_exists(kind: str):
    ids, prefix = rule_ids(kind), rule_ids(kind)[0][:2]
    for name, text in texts(files(GAMES[kind].about.package)).items():
        assert set(re.findall(rf"\b{prefix}-[0-9]+[a-z]?\b", text)) <= set(ids), (
            f"{name} names a rule that is not in rules.md"
        )


@every_game
def test_every_move_and_every_reason_names_its_rules(kind: str):
    about = GAMES[kind].about
    for move in about.moves:
        named = re.search(r"\. ((?:[A-Z]{2}-[0-9]{2}[a-z]?(?:, )?)+)\.$", (move.__doc__ or "").strip())
        assert named, f"the docstring of {move.__name__} does not end with its rules"
        assert set(RULE_ID.findall(named[1])) <= set(rule_ids(kind))
    assert {reason.rule for reason in about.reasons} <= set(rule_ids(kind))
    assert len({reason.name for reason in about.reasons}) == len(about.reasons)


@every_game
def test_every_fix_stands_in_the_document_with_its_version(kind: str):
    game = GAMES[kind]
    document = files(game.about.package).joinpath("rules.md").read_text()
    section = document.partition("## Versions of the rules\n")[2].partition("\n## ")[0]
    assert section
    rows = re.findall(r"^\| (\d+) \| `([a-z0-9-]+)` \| (.+?) \| (.+?) \|$", section, re.MULTILINE)
    assert rows == [(str(fix.version), fix.name, ", ".join(fix.rules), fix.text) for fix in game.fixes]
    versions = [fix.version for fix in game.fixes]
    assert versions == sorted(versions)
    assert {*versions} == {*range(2, game.newest + 1)}
    assert len({fix.name for fix in game.fixes}) == len(game.fixes)
    assert {rule for fix in game.fixes for rule in fix.rules} <= set(rule_ids(kind))


@every_game
def test_every_game_folder_has_the_same_file_names(kind: str):
    folder = files(GAMES[kind].about.package)
    names = {entry.name for entry in folder.iterdir() if entry.name not in ("__pycache__", "editions")}
    assert set(FILES) <= names
    assert names & {"rules", "rules.py"}, "where are the rules?"
    assert names & {"view", "view.py"}, "where is the view?"
    assert any(entry.name.endswith(".toml") for entry in folder.joinpath("editions").iterdir())
