"""Features of all commands: a version, completion, progress for those who look, JSON, and errors in one sentence."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from taphouse import __version__
from taphouse.command_line import main
from taphouse.service.runtime import progress
from taphouse.service.runtime.progress import Progress
from tests.log_lines import log_lines


def run(*arguments: str, **variables: str) -> Any:
    with log_lines():  # a command may configure the logging, with a stream that ends with it
        return CliRunner().invoke(main, arguments, env=variables)


def test_it_tells_its_version() -> None:
    assert run("--version").stdout == f"taphouse {__version__}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_can_complete(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shellingham.detect_shell", lambda: (shell, f"/bin/{shell}"))
    assert f"_COMPLETE=complete_{shell}" in run("--show-completion").stdout


def test_reports_are_json_too(tmp_path: Path) -> None:
    assert json.loads(run("messages", "--json").stdout) == {"de": []}
    assert isinstance(json.loads(run("contract", "--json").stdout), list)
    records = tmp_path / "records.jsonl"
    plots = tmp_path / "plots.html"
    report = run(
        *("simulate", "--games", "2", "--bots", "random", "--json"), *("--records", str(records), "--html", str(plots))
    )
    assert plots.read_text().count("<svg") == 5
    assert json.loads(report.stdout)["games"] == 2
    assert json.loads(run("record", "verify", "--json", str(records)).stdout)["right"] == 2
    one, _ = [json.loads(line) for line in run("record", "show", "--json", str(records)).stdout.splitlines()]
    assert (one["title"], one["standings"][0]["place"]) == ("Dank & Draft", 1)
    assert one["entries"][0]["events"][0] in run("record", "show", str(records)).stdout
    files = json.loads(run("sdl", "--check", "--json").stdout)
    assert [file["wasCurrent"] for file in files] == [True, True, True, True]


WITHOUT = {
    "serve": "its log is JSON",
    "new-game": "it writes files",
    "admin": "it always prints JSON",
    "mcp": "it speaks JSON-RPC",
    "record play": "it always prints JSON",
    "record enter": "it writes a record, which convert makes JSON of",
    "record convert": "it writes records, by --to jsonl as JSON",
    "store edition": "it prints the file",
    "test-game": "it prints what pytest says",
}
"""The commands without --json, and why."""


def commands(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """All commands, by their words."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name, command


def test_every_command_reports_in_json_or_has_a_reason() -> None:
    found = dict(commands(typer.main.get_command(main)))
    without = {name for name, one in found.items() if "--json" not in [word for p in one.params for word in p.opts]}
    assert without == WITHOUT.keys()
    assert len(found) > len(without) + 9


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("simulate", "--game", "chess"), "no game 'chess'"),
        (("simulate", "--games", "1", "--html", "/nowhere/plots.html"), "/nowhere/plots.html: No such file"),
        (("check-secrecy", "--game", "chess"), "no game 'chess'"),
        (("bot", "--url", "nowhere", "--token", "any"), "not the URL of a service"),
        (("mcp", "--url", "nowhere"), "not the URL of a service"),
        (("shadow",), "Name a store or a folder"),
    ],
)
def test_an_error_is_one_sentence_with_status_2(arguments: tuple[str, ...], said: str) -> None:
    answer = run(*arguments)
    assert (answer.exit_code, answer.stdout) == (2, "")
    (sentence,) = answer.stderr.splitlines()
    assert said in sentence


class Terminal(io.StringIO):
    """A standard error at which somebody is looking, or not."""

    def __init__(self, looked_at: bool) -> None:
        super().__init__()
        self._looked_at = looked_at

    def isatty(self) -> bool:
        return self._looked_at


@pytest.mark.parametrize(
    ("looked_at", "seconds", "shown"), [(True, 3.0, True), (True, 1.0, False), (False, 3.0, False)]
)
def test_progress_appears_after_two_seconds_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, looked_at: bool, seconds: float, shown: bool
) -> None:
    now = [0.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    monkeypatch.setattr("sys.stderr", terminal := Terminal(looked_at))
    with Progress("Brewing", 10, done=5) as bar:
        bar.advance()
        now[0] = seconds
        bar.advance()
        bar.advance()
    assert ("Brewing" in terminal.getvalue()) is shown
    assert ("80%" in terminal.getvalue()) is shown
