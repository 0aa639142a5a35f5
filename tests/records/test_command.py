"""`taphouse record`: each command, on good and on bad files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.engine import GAMES
from taphouse.engine.dank_and_draft.cards import DankAndDraftEdition
from taphouse.engine.editions import packaged
from taphouse.engine.records.record import (
    Abandoned,
    Covered,
    Drawn,
    Joined,
    Line,
    Opened,
    Paused,
    Played,
    RecordedPlayer,
    Replaced,
    Resigned,
    Resumed,
    Returned,
    TimeAdded,
    TimedOut,
    Undone,
    Upgraded,
)
from taphouse.engine.records.text import parse, read, write, write_json
from taphouse.lab.record.files import noted
from taphouse.schema.words import wording
from tests.records import path_of
from tests.records.test_positions import forked
from tests.records.test_replay import kept, verified

WORDS = wording(GAMES["dank-and-draft"], packaged(DankAndDraftEdition, "taphouse.engine.dank_and_draft")[0])
GOOD = path_of("dank-and-draft")


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A good record, one with an illegal move, and another good one."""
    one, two, three = map(write, kept("dank-and-draft")[:3])
    file = tmp_path / "bad.txt"
    file.write_text(one + two.replace("\n2. ", "\n3. ", 1) + three, encoding="utf-8")
    return file


def run(*arguments: str | Path, given: str | None = None, status: int = 0) -> tuple[str, str]:
    """The output of a command, and its complaints."""
    done = CliRunner().invoke(main, ["record", *map(str, arguments)], input=given)
    assert done.exit_code == status, done.output
    return done.stdout, done.stderr


def test_verify_counts_what_is_right() -> None:
    records = kept("dank-and-draft")
    moves = sum(record.moves for record in records)
    draws = sum(len(verified(record).draws) for record in records)
    said = f"{len(records)} records are right: {moves} moves, {draws} draws.\n{len(records)} proven: "
    assert run("verify", GOOD) == (said + "seed and salt open the commitment.\n", "")


@pytest.mark.parametrize("command", ["play", "show", "verify", "convert"])
def test_a_bad_record_is_named_by_line_and_does_not_hide_the_others(command: str, bad: Path) -> None:
    lines = bad.read_text().split("\n")
    wrong = next(n for n, line in enumerate(lines) if line.startswith("3. ") and lines[n - 1].startswith("1. ")) + 1
    out, err = run(command, bad, status=1)
    assert err.startswith(f"{bad}: line {wrong}: This is move 2, not 3")
    assert err.count("\n") == 1
    assert command == "verify" or out


def test_an_illegal_move_is_named_by_line_and_rule(tmp_path: Path) -> None:
    file = tmp_path / "illegal.txt"
    text = write(kept("dank-and-draft")[0])
    line = next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith("1. "))
    file.write_text(text.replace(": draft row-3", ": end-turn", 1))
    out, err = run("verify", file, status=1)
    assert out == ""
    assert err == f"{file}: line {line}: Move 1, end-turn: {err.partition('end-turn: ')[2]}"
    assert "(DD-07)" in err


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    empty, binary = tmp_path / "empty", tmp_path / "binary"
    empty.write_text("\n")
    binary.write_bytes(b"[Taphouse \xff]")
    _, err = run("verify", tmp_path / "none", empty, binary, GOOD, status=2)
    assert [line.partition(": ")[0] for line in err.splitlines()] == list(map(str, (tmp_path / "none", empty, binary)))
    assert "No such file" in err
    assert "there is no record" in err
    assert "not UTF-8" in err


def test_an_edition_that_is_not_here_is_refused() -> None:
    text = write(kept("pint-craft")[0]).replace('"digest":"', '"digest":"0', 1)
    digest = text.partition('"digest":"')[2].partition('"')[0]
    _, err = run("verify", "-", given=text.replace(digest, digest[:64]), status=1)
    assert "line 3: The edition reconstructed with this digest is not here" in err


def test_records_are_converted_there_and_back() -> None:
    text = GOOD.read_text(encoding="utf-8")
    lines, _ = run("convert", GOOD)
    assert lines == "".join(map(write_json, kept("dank-and-draft")))
    assert run("convert", "--to", "text", "-", given=lines)[0] == text


def test_draws_are_listed_or_left_out() -> None:
    record = kept("pint-craft")[0]
    whole, _ = run("convert", "--draws", "--to", "text", "-", given=write(record))
    assert parse(whole).record.draws == verified(record).draws
    assert run("convert", "--no-draws", "--to", "text", "-", given=whole)[0] == write(record)
    table = "\n".join(line for line in whole.split("\n") if not line.startswith(("[Seed", "[Salt", "[Commitment")))
    assert "the draws are needed" in run("convert", "--no-draws", "-", given=table, status=1)[1]
    assert run("verify", "-", given=table)[0].startswith("1 record is right")


def test_play_prints_each_position() -> None:
    record = kept("brew-crafters")[0]
    positions = [json.loads(line) for line in run("play", "-", given=write(record))[0].splitlines()]
    assert [one["moves"] for one in positions] == list(range(record.moves + 1))
    assert positions[0]["line"] is None
    assert positions[1]["line"]["move"] == record.lines[0].move  # type: ignore[union-attr]
    assert positions[-1]["decision"] is None
    assert all(one["table"] for one in positions)


def test_show_tells_the_game_in_sentences() -> None:
    (record,) = [one for one in read(write(kept("dank-and-draft")[0]).split("\n")) if not isinstance(one, Exception)]
    told = run("show", "-", given=write(record.record))[0]
    assert told.startswith("Dank & Draft (reconstructed, 1)\n  1: Anna, RANDOM\n")
    assert "1. Ben: Draft row 3.\n" in told
    assert "\nfive-types\n  1. " in told


def test_simulated_games_are_recorded(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = ["simulate", "--game", "pint-craft", "--games", "3", "--bots", "random", "--json", "--records", str(file)]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    decisions = 3 * json.loads(done.stdout)["decisions"]["value"]
    assert run("verify", file)[0].startswith(f"3 records are right: {round(decisions)} moves, ")
    for wrong, reason in (
        (["--game", "brew-crafters", "--give", "hop-grower"], "has no record"),
        (["--records", str(tmp_path / "none" / "games")], "No such file"),
    ):
        refused = CliRunner().invoke(main, [*command, *wrong])
        assert refused.exit_code == 2
        assert reason in refused.stderr


def test_games_from_a_position_are_played_verified_and_converted(tmp_path: Path) -> None:
    file, records = tmp_path / "forks.txt", [forked(kind) for kind in GAMES]
    file.write_text("".join(map(write, records)), encoding="utf-8")
    moves, draws = (sum(map(count, records)) for count in (lambda r: r.moves, lambda r: len(verified(r).draws)))
    assert run("verify", file)[0].startswith(f"{len(records)} records are right: {moves} moves, {draws} draws.\n")
    assert len(run("play", file)[0].splitlines()) == moves + len(records)
    assert run("verify", "-", given=run("convert", "--draws", file)[0])[0].startswith(
        f"{len(records)} records are right"
    )
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(write(records[0]).replace('"state":[', '"state":[7,'), encoding="utf-8")
    (line,) = [n for n, text in enumerate(write(records[0]).split("\n"), 1) if text.startswith("[Position ")]
    assert run("verify", wrong, status=1)[1].startswith(f"{wrong}: line {line}: The position is not valid")


NOTED: tuple[Line, ...] = (
    Joined(2),
    Resigned(1),
    TimedOut(1),
    TimeAdded(1, 60),
    Paused(),
    Resumed(),
    Covered(1, "GREEDY"),
    Returned(1),
    Replaced(1, "GREEDY"),
    Opened(1),
    Upgraded(2),
    Undone(1),
    Undone(3, anew=True),
    Drawn(),
    Abandoned(),
)


def test_every_line_is_told_in_a_sentence_of_its_own() -> None:
    assert {type(line) for line in NOTED} == {*get_args(Line)} - {Played}
    record = replace(kept("dank-and-draft")[0], seats=(RecordedPlayer("Ann"), RecordedPlayer("Ben", "Hops & Co")))
    told = {WORDS.sentence(noted(line, record), ("Ann", "Ben")) for line in NOTED}
    assert len(told) == len(NOTED)
    assert all(sentence.endswith(".") for sentence in told)
    assert {"1 move is taken back.", "3 moves are taken back; what nobody knows there is drawn anew."} <= told
