"""`taphouse admin`: each operation of operators has a command."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.service.access.operators import OperatorTokens
from taphouse.service.cli.admin import commands
from tests.access.issuer import ANN, BOB
from tests.api.server import Server
from tests.operating.shared import TOKENS, Office


def run(url: str, *arguments: str, by: str = "all") -> Any:
    return CliRunner().invoke(main, ["admin", *arguments, "--url", url], env={"OPERATOR_TOKEN": TOKENS[by]})


def printed(url: str, *arguments: str) -> list[Any]:
    done = run(url, *arguments)
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_all_commands_are_listed(operated: Server) -> None:
    lines = run(operated.url).stdout.splitlines()
    assert [line.split()[0].rstrip(":") for line in lines] == ["token", *commands()]
    assert {"games", "game", "seat", "end", "annul", "mute", "ban", "export", "delete", "log"} <= {*commands()}
    assert "mute ACCOUNT [muted=...] [until=...] [note=...]: Keep an account from saying anything in any game." in lines


def test_an_operator_acts_by_commands(operated: Server, office: Office) -> None:
    ann, bob = office.player(ANN, "Ann"), office.player(BOB)
    games = [office.table(ann, bob) for _ in range(3)]
    pages = printed(operated.url, "games", f"account={ann.handle}", "first=2")
    assert [one["gameId"] for page in pages for one in page["games"]] == games[::-1]
    (ended,) = printed(operated.url, "end", games[0], "note=A = b, and so on")
    assert ended["game"]["status"] == "ABANDONED"
    assert printed(operated.url, "endtalk", games[1]) == [{"mode": "OFF"}]
    (muted,) = printed(operated.url, "mute", ann.handle, "note=Spam")
    assert muted["account"]["muted"]["note"] == "Spam"
    (lifted,) = printed(operated.url, "mute", ann.id, "muted=false")
    assert lifted["account"]["muted"] is None
    (page,) = printed(operated.url, "log", "first=500")
    assert ("operatorEnd", games[0], "A = b, and so on") in [
        (one["action"], one["subject"], one["note"]) for one in page["uses"]
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("cellar",), "There is no command 'cellar'"),
        (("game",), "game ID [at=...]"),
        (("mute", "ann", "nonsense=1"), "mute ACCOUNT"),
        (("game", "a" * 24), "GAME_NOT_FOUND: There is no game"),
        (("token", "ada"), "token NAME SCOPES [ACCOUNT]"),
        (("token", "ada", "cellar"), "a scope that there is not"),
    ],
)
def test_what_is_wrong_is_said(operated: Server, arguments: tuple[str, ...], said: str) -> None:
    done = run(operated.url, *arguments)
    assert (done.exit_code, said in done.stderr) == (2, True), done.stderr
    assert TOKENS["all"] not in done.output


def test_a_service_that_is_not_there_is_told() -> None:
    done = run("http://127.0.0.1:9", "log")
    assert (done.exit_code, done.stderr) == (2, "The service at http://127.0.0.1:9 does not answer: ConnectError.\n")


def test_a_token_comes_with_its_entry() -> None:
    (made,) = printed("", "token", "ada", "GAMES+seats", "0" * 32)
    operator = OperatorTokens(made["entry"]).read(made["token"])
    assert operator is not None
    assert (operator.name, {one.name for one in operator.scopes}) == ("ada", {"GAMES", "SEATS"})
