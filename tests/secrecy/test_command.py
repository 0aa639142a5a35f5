"""`taphouse check-secrecy`: what it prints, and how it ends."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.lab.secrecy import report
from taphouse.lab.secrecy.check import SecrecyReport
from taphouse.lab.secrecy.hidden import Hidden
from taphouse.lab.secrecy.in_process_service import Received
from taphouse.service.runtime.settings import Settings
from tests.log_lines import log_lines
from tests.secrecy.test_planted_leaks import why_not_says_more


def command(*arguments: str) -> Any:
    with log_lines():  # the command configures the logging
        return CliRunner().invoke(main, ["check-secrecy", *arguments])


def test_it_says_how_much_was_looked_at_and_fails_if_something_hidden_was_always_the_same():
    asked = ("--game", "dank-and-draft", "--pairs", "2", "--seed", "command")
    done, told = command(*asked), command(*asked, "--json")
    first, *kinds, last = done.stdout.splitlines()
    assert (done.exit_code, done.stderr) == (1, "")
    assert first.startswith("dank-and-draft: no leak found in ")
    assert first.endswith(" in 2 pairs of worlds.")
    assert kinds
    assert all(" is hidden from some viewers, but the worlds never differed in it (pairs: " in kind for kind in kinds)
    assert last == "  Compare more pairs, or let `other_world` change it: what is the same cannot leak."
    checked = json.loads(told.stdout)
    assert (told.exit_code, checked["game"], checked["pairs"], checked["leak"]) == (1, "dank-and-draft", 2, None)


def test_it_says_no_more_if_everything_hidden_differed():
    hidden = Hidden()
    hidden.compared["Drawn.card"], hidden.different["Drawn.card"] = 5, 1
    found = SecrecyReport("chess", "1", 5, 3_000, frozenset({"query game"}), hidden, None)
    assert report.summary(found) == "chess: no leak found in 3,000 answers from 1 ways out, in 5 pairs of worlds."
    assert report.document(found)["hidden"] == {"Drawn.card": {"pairs": 5, "different": 1}}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--game", "chess"), "There is no game 'chess'; the games are dank-and-draft, pint-craft, brew-crafters.\n"),
        (("--pairs", "0"), "The number of pairs must be at least 1.\n"),
    ],
)
def test_what_cannot_be_checked_is_said(arguments: tuple[str, ...], said: str):
    done = command(*arguments)
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", said)


def test_a_leak_is_printed_with_what_shows_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    why_not_says_more(monkeypatch)  # of the whole position
    monkeypatch.setattr("taphouse.service.runtime.telemetry.configure", lambda settings: None)
    with pytest.raises(report.Leaked):
        report.run("pint-craft", 20, "leak", Settings())
    lines = capsys.readouterr().out.splitlines()
    found = re.match(r"pint-craft: leak found\. In pair (\d+) of seed leak, ", lines[0])
    assert found is not None
    assert [line.split()[0] for line in lines[1:7]] == ["cause", "game", "by", "at", "here", "there"]
    assert lines[1].endswith("something that does not go through them leaks."), "why_not was given the whole position"
    assert lines[-1] == f"  again  taphouse check-secrecy --game pint-craft --pairs {found[1]} --seed leak"


@pytest.mark.parametrize(
    ("here", "there", "said"),
    [
        (Received(200, (), (b'{"a":[1,2]}',)), Received(200, (), (b'{"a":[1,3]}',)), ["a[1]", "2", "3"]),
        (Received(200, (), (b'{"a":[1]}',)), Received(200, (), (b'{"a":[]}',)), ["a", "[1]", "[]"]),
        (Received(200, (), (b'data: {"a":1}\n\n',)), Received(200, (), (b'data: {"a":2}\n\n',)), ["a", "1", "2"]),
        (Received(200, (), (b"{} ",)), Received(200, (), (b"{}",)), ["byte 2 of 3 and 2", "b'{} '", "b'{}'"]),
        (Received(200, (), (b"a",)), Received(200, (), (b"a", b"")), ["frames", "1", "2"]),
        (Received(200, (), ()), Received(404, (), ()), ["status", "200", "404"]),
        (Received(200, ((b"etag", b"1"),), ()), Received(200, ((b"etag", b"2"),), ()), ["header etag", "b'1'", "b'2'"]),
        (Received(200, (), ()), None, ["answer", "one", "none"]),
    ],
)
def test_the_first_difference_is_named(here: Received, there: Received | None, said: list[str]):
    assert [line[9:] for line in report.difference(here, there)] == said
