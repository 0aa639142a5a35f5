"""The ids of rules: those that the engine names exist, and each is tested under its name."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from taphouse.engine.dank_and_draft.about import ABOUT
from taphouse.engine.dank_and_draft.moves import MOVES, DankAndDraftOptions
from tests.dank_and_draft.build import RULES, prompt, sample

FOLDER = files(ABOUT.package)
TEXT = FOLDER.joinpath("rules.md").read_text()
IDS = set(re.findall(r"^\| (DD-\d\d[a-z]?) \|", TEXT, re.MULTILINE))
SOURCES = sorted(
    [file for file in FOLDER.iterdir() if file.name.endswith(".py")]
    + [file for file in FOLDER.joinpath("editions").iterdir() if file.name.endswith(".toml")],
    key=lambda file: file.name,
)


def test_the_rules_document_has_every_rule_once() -> None:
    assert {f"DD-{n:02}" for n in range(1, 27)} | {"DD-01a", "DD-04a", "DD-04b"} == IDS
    assert len(re.findall(r"^\| DD-", TEXT, re.MULTILINE)) == len(IDS)


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.name)
def test_every_rule_that_the_engine_names_exists(file) -> None:
    assert set(re.findall(r"DD-\w+", file.read_text())) <= IDS


def test_every_rule_that_the_rules_document_refers_to_exists() -> None:
    assert set(re.findall(r"DD-\w+", TEXT)) <= IDS


def test_every_decision_names_rules_that_exist_and_verbs_of_the_game() -> None:
    verbs = {move.__struct_config__.tag for move in MOVES}
    tasks = set()
    for state, _ in sample():
        decision = RULES.decision(state)
        if decision is not None:
            tasks.add(decision.task)
            assert decision.rules
            assert set(decision.rules) <= IDS
            assert set(decision.verbs) <= verbs
            assert prompt(decision).endswith(".")
    assert tasks == {"draft", "act", "offer", "end", "spoil", "snatch", "stock-up", "discard"}


def test_the_reasons_of_ending_are_those_of_the_rules_document() -> None:
    (line,) = re.findall(r"^Reasons of ending: (.*?)\. Options", TEXT, re.MULTILINE)
    assert dict(re.findall(r"`([a-z-]+)` \((DD-\d\d)\)", line)) == {r.name: r.rule for r in ABOUT.reasons}


def test_the_options_and_their_defaults_are_those_of_the_rules_document() -> None:
    said = re.search(r"Options and defaults: (.*?)\.\n", TEXT, re.DOTALL)
    assert said is not None
    options = DankAndDraftOptions()
    for part in said[1].split(";"):
        name, values = re.fullmatch(r"\s*`(\w+)` (.*)", part, re.DOTALL).groups()
        default, *others = [value.strip().replace(" ", "-") for value in values.split("|")]
        assert str(getattr(options, name)) == default
        if others:
            assert [str(word) for word in type(getattr(options, name))] == [default, *others]
    assert len(said[1].split(";")) == len(options.__struct_fields__)


def test_the_moves_are_those_of_the_rules_document() -> None:
    written = {verb.split()[0] for verb in re.findall(r"`([a-z][^`]*)`", TEXT[TEXT.index("## Moves") :])}
    assert written == {move.__struct_config__.tag for move in MOVES}


def test_every_move_says_its_rules_at_the_end() -> None:
    for move in MOVES:
        assert re.search(r"\. DD-\d\d(, DD-\d\d)*\.$", move.__doc__ or ""), move.__name__


def test_every_rule_has_a_test_that_names_it() -> None:
    names = " ".join(
        name
        for file in Path(__file__).parent.glob("test_*.py")
        for name in re.findall(r"^def (test_dd_\w+)", file.read_text(), re.MULTILINE)
    )
    tested = {f"DD-{number}" for number in re.findall(r"dd_(\d\d[a-z]?)(?=_)", names)}
    assert tested == IDS
