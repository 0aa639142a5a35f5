"""`taphouse shadow --records` finds the records that would have gone otherwise under the newest rules, and where they do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.notation import parse
from taphouse.engine.records.record import Line, Played, Record, RecordedPlayer, Upgraded, heading, result_of
from taphouse.engine.records.replaying import verify
from taphouse.engine.records.text import write, write_json
from taphouse.service.cli.shadow import run as shadow
from tests.api.server import BOTH
from tests.conformance.tables import editions
from tests.records.test_replay import kept
from tests.stores.test_rules_versions import REFUSED_GIFT, SEED
from tests.tiny.about import ABOUT, FIRST, GAME
from tests.tiny.rules import CaskRaceRules

FIX = 2
"""The version of Cask Race that differs."""


def played(*moves: str | Upgraded) -> Record:
    """The record of a game that began under the first rules."""
    edition = next(iter(editions(ABOUT.kind).values()))
    rules, chance, lines = FIRST.rules(edition, 1), Chance(seed_from(SEED)), list[Line]()
    state = rules.new(ABOUT.options(), 2, chance)
    for move in moves:
        if isinstance(move, Upgraded):
            rules = GAME.rules(edition, move.rules)
            lines.append(move)
            continue
        decision = rules.decision(state)
        assert decision is not None
        lines.append(Played(decision.seat, move))
        state = rules.apply(state, parse(move, FIRST.verbs), chance).state
    begun = heading(FIRST, edition, 1, ABOUT.options(), [RecordedPlayer("Anna"), RecordedPlayer("Ben")])
    seed = seed_from(SEED).hex()
    return replace(begun, seed=seed, lines=tuple(lines), result=result_of(rules.outcome(state)))


SAME = ("ask 2", "give barley", "answer yes", "pass")
FAVOUR = ("pass", "pass", *REFUSED_GIFT, "pass")


def replayed(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[shadow.Summary, dict[str, Any]]:
    """The summary, and what is printed of each record by its place, without the folder."""
    capsys.readouterr()
    summary = shadow.run_records(folder, as_json=True, games=BOTH)
    *records, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert last == {"is": "summary", "same": summary.same, "differ": summary.differ, "unreadable": summary.unreadable}
    return summary, {record["game"].removeprefix(f"{folder}/"): record for record in records}


def test_each_record_that_differs_is_named_with_its_first_differing_move(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    same, favour = played(*SAME), played(*FAVOUR)
    upgraded = played("pass", "pass", Upgraded(FIX), *REFUSED_GIFT, "pass")
    (tmp_path / "text.txt").write_text(write(same) + "\n" + write(favour))
    (tmp_path / "lines.jsonl").write_text("\n" + write_json(upgraded) + write_json(favour))
    (tmp_path / "other.md").write_text("not a record")
    summary, found = replayed(tmp_path, capsys)
    assert (summary.same, summary.differ, summary.unreadable, summary.clean) == (2, 2, 0, False)
    second = write(same).count("\n") + 2
    assert found.keys() == {f"text.txt:{second}", "lines.jsonl:3"}
    for one in found.values():
        assert (one["is"], one["kind"], one["counted"]) == ("differs", "cask-race", "move")
        assert (one["at"]["number"], one["at"]["seat"], one["at"]["notation"]) == (5, 1, "answer no")
        assert one["at"]["differing"] == [{"what": "position.favours", "was": "(0, 0)", "now": "(0, 1)"}]


def test_a_record_without_a_seed_differs_where_the_newest_rules_draw_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played(*SAME)
    draws = verify(record, GAME, editions(ABOUT.kind)[record.edition.name]).draws
    (tmp_path / "table.txt").write_text(write(replace(record, seed=None, draws=draws)))
    assert replayed(tmp_path, capsys)[0].clean
    honest = CaskRaceRules.new

    def new(self: Any, options: Any, seats: int, chance: Chance) -> Any:
        if self.version == FIX:
            chance.order(99, 5)
        return honest(self, options, seats, chance)

    monkeypatch.setattr(CaskRaceRules, "new", new)
    summary, found = replayed(tmp_path, capsys)
    assert summary.differ == 1
    at = found["table.txt:1"]["at"]
    assert (at["number"], at["notation"], at["differing"][0]["what"]) == (0, None, "draws")
    assert "Draw 99" in at["differing"][0]["now"]


def test_a_record_that_cannot_be_replayed_is_named_and_does_not_hide_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = played(*SAME)
    texts = {
        "bad.txt": (write(right).replace("2. ", "7. ", 1) + write(right), "This is move 2, not 7"),
        "cut.txt": (write(right).partition("[Result")[0], "cut off"),
        "empty.jsonl": ("", "no record"),
        "kind.txt": (write(replace(right, kind="skat")), "no kind skat"),
        "result.jsonl": (write_json(replace(right, result="abandoned")), "The result is not"),
        "running.txt": (write(replace(right, seed=None)), "so is the seed"),
    }
    for name, (content, _) in texts.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe")
    summary, found = replayed(tmp_path, capsys)
    assert (summary.same, summary.differ, summary.unreadable) == (1, 0, len(texts) + 1)
    for name, (_, why) in texts.items():
        (reason,) = [one["why"] for place, one in found.items() if place.startswith(name)]
        assert why in reason


def test_the_command_says_what_it_found_by_its_status(tmp_path: Path) -> None:
    def invoked(*arguments: str) -> Any:
        return CliRunner().invoke(main, ["shadow", *arguments])

    file = tmp_path / "kept.txt"
    file.write_text("\n".join(map(write, kept("dank-and-draft")[:3])))
    found = invoked("--records", str(tmp_path))
    assert (found.exit_code, found.output.splitlines()) == (
        0,
        ["The same under the newest rules: 3. Different: 0. Unreadable: 0."],
    )
    file.write_text(file.read_text().replace("[Result", "[Abandoned]\n[Result"))
    found = invoked("--records", str(tmp_path))
    assert found.exit_code == 1
    assert f"{file}:1 cannot be replayed: line" in found.output
    file.unlink()
    for arguments, said in (
        (["--records", str(tmp_path)], "There is no file of records"),
        (["--records", str(tmp_path / "none")], "cannot be read"),
        (["--records", str(tmp_path), "--store", "redis://127.0.0.1:1"], "either --store or --records"),
    ):
        found = invoked(*arguments)
        assert found.exit_code == 2
        assert said in found.output
