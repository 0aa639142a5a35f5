"""Every rule has its id in the game's rules.md, every id that is used is one of these, and guides are true to the rules."""

from __future__ import annotations

import re
from importlib.resources.abc import Traversable

import pytest

from taphouse.engine.resources import files_of
from taphouse.lab.game_tests.invariants import RULE_ID, rule_ids
from taphouse.lab.game_tests.tables import GAMES

every_game = pytest.mark.parametrize("kind", GAMES)


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
def test_the_ids_of_the_rules_are_unique_and_in_order(kind: str) -> None:
    """Refusals, guides and code name rules by their ids."""
    ids = rule_ids(kind)
    assert ids, "rules.md has no rule: write each as a row of a table, | XY-01 | text | source |"
    assert list(ids) == sorted(set(ids)), "the ids in rules.md are out of order, or one is there twice"
    assert len({rule[:2] for rule in ids}) == 1, "all ids in rules.md begin with the same two letters"


@every_game
def test_every_rule_that_is_named_exists(kind: str) -> None:
    """Players look up a rule by its id."""
    ids, prefix = rule_ids(kind), rule_ids(kind)[0][:2]
    for name, text in texts(files_of(GAMES[kind].about.package)).items():
        assert set(re.findall(rf"\b{prefix}-[0-9]+[a-z]?\b", text)) <= set(ids), (
            f"{name} names a rule that is not in rules.md"
        )


@every_game
def test_every_move_and_every_reason_names_its_rules(kind: str) -> None:
    """The API describes moves and endings with their rules."""
    about = GAMES[kind].about
    for move in about.moves:
        named = re.search(r"\. ((?:[A-Z]{2}-[0-9]{2}[a-z]?(?:, )?)+)\.$", (move.__doc__ or "").strip())
        assert named, f"the docstring of {move.__name__} does not end with its rules"
        assert set(RULE_ID.findall(named[1])) <= set(rule_ids(kind)), (
            f"{move.__name__} names a rule that rules.md lacks"
        )
    lacking = {reason.rule for reason in about.reasons} - set(rule_ids(kind))
    assert not lacking, f"reasons of ending name rules that rules.md lacks: {lacking}"
    assert len({reason.name for reason in about.reasons}) == len(about.reasons), "two reasons of ending have one name"


@every_game
def test_every_fix_stands_in_the_document_with_its_version(kind: str) -> None:
    """Players read which rules their game is played by."""
    game = GAMES[kind]
    document = files_of(game.about.package).joinpath("rules.md").read_text()
    section = document.partition("## Versions of the rules\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+) \| `([a-z0-9-]+)` \| (.+?) \| (.+?) \|$", section, re.MULTILINE)
    fixes = [(str(fix.version), fix.name, ", ".join(fix.rules), fix.text) for fix in game.fixes]
    written = "\n".join(f"| {version} | `{name}` | {rules} | {text} |" for version, name, rules, text in fixes)
    assert rows == fixes, (
        f"rules.md needs these rows under '## Versions of the rules', as the game has fixes:\n{written}"
    )
    versions = [fix.version for fix in game.fixes]
    assert versions == sorted(versions), "the fixes are out of order"
    assert {*versions} == {*range(2, game.newest + 1)}, "a version of the rules brings no fix"
    assert len({fix.name for fix in game.fixes}) == len(game.fixes), "two fixes have one name"
    assert {rule for fix in game.fixes for rule in fix.rules} <= set(rule_ids(kind)), (
        "a fix names a rule that rules.md lacks"
    )
