"""The specification, and the verifier that was written from it: both agree with the engine."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from taphouse.engine import GAMES
from taphouse.engine.chance import Chance, commitment, seed_from
from taphouse.engine.records import text as text_of_records
from taphouse.engine.records.record import FORMAT, Record
from taphouse.engine.records.text import parse, write, write_json
from tests.records.test_positions import forked
from tests.records.test_replay import kept, verified

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "examples" / "verify.mjs"
DOCUMENT = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
MOST_LINES = 150
Check = Callable[[str], subprocess.CompletedProcess[str]]


def test_the_vectors_are_those_of_the_engine() -> None:
    rows = dict(re.findall(r"^\| (.*?) \| (.*) \|$", DOCUMENT.partition("## Test vectors")[2], re.MULTILINE))
    seed, salt = bytes(range(32)), bytes(range(32, 64))
    chance = Chance(seed)
    assert rows.pop("commitment to seed and salt") == f"`{commitment(seed, salt)}`"
    assert rows.pop("commitment to the seed alone") == f"`{commitment(seed)}`"
    assert rows.pop("seed from the text `Anna`") == f"`{seed_from('Anna').hex()}`"
    assert rows.pop("w(0) and w(1) of draw 0") == ", ".join(f"`{word:016x}`" for word in chance._words(0, 2))
    draws = {what: value for what, value in rows.items() if what.startswith("draw ")}
    assert len(draws) == 6
    for what, value in draws.items():
        number, *sizes = map(int, re.findall(r"\d+", what))
        drawn = chance.order(number, sizes[0]) if "order" in what else chance.pick(number, sizes[1], sizes[0])
        assert drawn is not None
        assert value == " ".join(map(str, drawn)), what


def test_the_example_is_a_record() -> None:
    text = DOCUMENT.partition("```\n")[2].partition("```")[0]
    assert write(parse(text).record) == text


def test_the_page_has_every_header_and_note_of_the_format() -> None:
    """An addition to a released format is a new one: `## Format 1` says so."""
    page = " ".join(DOCUMENT.split())
    assert f"## Format {FORMAT} " in page
    assert f'record = "[Taphouse {FORMAT}]"' in page
    _, *middle, _ = headers = list(text_of_records._HEADERS)
    table = DOCUMENT.partition("| header | value | how often |")[2].partition("\n\n")[0]
    named = [name for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(middle)
    signed = page.partition("write that text first: the headers ")[2].partition(" in this order")[0]
    assert re.findall(r"`(\w+)`", signed) == [name for name in headers if name not in ("Signature", "Result")]
    notes = DOCUMENT.partition("\nnote ")[2].partition(";\n")[0]
    assert sorted(re.findall(r'"\[?([A-Z]\w+)[ \]]', notes)) == sorted(text_of_records._NOTES)
    kinds = page.partition("An element of `lines` has `what` (")[2].partition(")")[0]
    assert sorted(re.findall(r"`([a-z-]+)`", kinds)) == sorted(
        {"move", *(what for what, _ in text_of_records._NOTES.values())}
    )


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Runs the verifier on a file of records."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is missing: to run the verifier in examples/, install Node 18 or newer (apt install nodejs)")

    def run(text: str) -> subprocess.CompletedProcess[str]:
        file = tmp_path / "records.txt"
        file.write_text(text, encoding="utf-8")
        command = [node, str(SCRIPT), file.name]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)

    return run


def whole(kind: str, number: int) -> Record:
    """A kept record with its draws."""
    record = kept(kind)[number]
    return replace(record, draws=verified(record).draws)


def test_the_verifier_is_short_and_needs_only_node() -> None:
    source = SCRIPT.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= MOST_LINES
    assert {*re.findall(r'from "(.*)"', source)} == {"node:fs", "node:readline"}


def test_the_verifier_accepts_a_finished_game_of_each_kind(check: Check) -> None:
    records = [whole(kind, number) for kind in GAMES for number in (0, -1)]
    done = check("\ufeff" + "\n".join(map(write, records)) + "".join(map(write_json, records)))
    assert (done.returncode, done.stderr) == (0, "")
    told = re.findall(r"the commitment and (\d+) listed draws are right", done.stdout)
    assert list(map(int, told)) == [len(record.draws) for record in records] * 2
    assert all(record.draws for record in records)


def test_the_verifier_finds_what_was_changed(check: Check) -> None:
    record = whole("dank-and-draft", 0)
    (first, *others), zero = record.draws, "0" * 64
    swapped = replace(first, drawn=(first.drawn[1], first.drawn[0], *first.drawn[2:]))
    for changed, told in (
        (replace(record, draws=(swapped, *others)), f"draw {first.number} should be {first.drawn[0]},"),
        (replace(record, draws=(replace(first, number=77), *others)), "draw 77 should be"),
        (replace(record, commitment=zero), "the commitment is not that"),
        (replace(record, seed=zero), "the commitment is not that"),
        (replace(record, salt=zero), "the commitment is not that"),
        (replace(record, salt=None), "the commitment is not that"),
        (replace(record, commitment=None), "no commitment"),
        (replace(record, seed=None), "no seed"),
    ):
        done = check(write(changed))
        assert done.returncode == 1
        assert told in done.stderr
    assert check(write(record).partition("[Result")[0]).returncode == 1
    assert check("").returncode == 1


def test_draws_of_games_from_a_position_are_checked_and_those_that_fell_are_not(check: Check) -> None:
    fork = forked("dank-and-draft")
    fork = replace(fork, draws=verified(fork).draws)
    assert check(write(fork)).returncode == 0
    first, *others = fork.draws
    assert first.drawn != first.drawn[::-1]
    swapped = replace(first, drawn=first.drawn[::-1])
    assert check(write(replace(fork, draws=(swapped, *others)))).returncode == 1
    done = check(write(replace(fork, draws=(replace(swapped, fell=True), *others))))
    assert (done.returncode, f"{len(others)} listed draws are right" in done.stdout) == (0, True)
