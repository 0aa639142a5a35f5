"""`taphouse contract`: what would break clients must be declared, and a release makes the present contract the released one."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.lab.contract import CHANGELOG, OPENAPI, SDL, Checkout, declared

RELEASED = "type Game { id: ID! hostToken: String! } type Query { game: Game }"
WITHOUT = RELEASED.replace(" hostToken: String!", "")
PATHS = {"paths": {"/v1/games": {"get": {"responses": {"200": {}}}}}}
UNRELEASED = "# Changelog\n\n## [0.2.0] - unreleased\n\n### Added\n\n- Beer.\n"
LATER = "\n## [0.1.0] - 2026-01-01\n\n### Breaking\n\n- `Game.id` was said then.\n"
Command = Callable[..., Result]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    """One whose contract is that of the release."""
    checkout = Checkout(tmp_path)
    (tmp_path / "schema" / "released").mkdir(parents=True)
    for folder in ("schema", "schema/released"):
        (tmp_path / folder / SDL).write_text(RELEASED)
        (tmp_path / folder / OPENAPI).write_text(json.dumps(PATHS))
    (tmp_path / CHANGELOG).write_text(UNRELEASED + LATER)
    monkeypatch.setattr(Checkout, "here", lambda: checkout)
    return checkout


@pytest.fixture
def command(checkout: Checkout) -> Command:
    def run(*options: str) -> Result:
        result: Result = CliRunner().invoke(main, ["contract", *options])
        return result

    return run


def now(checkout: Checkout, name: str, text: str) -> None:
    (checkout.root / "schema" / name).write_text(text)


def declare(checkout: Checkout, *lines: str) -> None:
    section = "\n### Breaking\n\n" + "".join(f"- {line}\n" for line in lines)
    (checkout.root / CHANGELOG).write_text(UNRELEASED + section + "\n### Fixed\n\n- `Fixed.only`\n" + LATER)


def test_the_same_contract_says_nothing(command: Command) -> None:
    result = command()
    assert (result.exit_code, result.output) == (0, "")


def test_each_breaking_change_is_told_with_its_name_and_what_to_do(command: Command, checkout: Checkout) -> None:
    now(checkout, SDL, WITHOUT)
    now(checkout, OPENAPI, json.dumps({"paths": {}}))
    result = command()
    assert (result.exit_code, result.stdout) == (1, "")
    graphql, rest, advice = result.stderr.splitlines()
    assert graphql == "breaking: Field Game.hostToken was removed. Declare it as `Game.hostToken`."
    assert rest == "breaking: GET /v1/games was removed. Declare it as `GET /v1/games`."
    assert "CHANGELOG.md" in advice
    assert "### Breaking" in advice


def test_a_report_is_json_too(command: Command, checkout: Checkout) -> None:
    now(checkout, SDL, WITHOUT)
    thing = "Game.hostToken"
    row = {"what": "Field Game.hostToken was removed.", "thing": thing, "breaking": True, "declared": False}
    assert json.loads(command("--json").stdout) == [row]


def test_a_change_that_is_declared_passes(command: Command, checkout: Checkout) -> None:
    now(checkout, SDL, WITHOUT)
    declare(checkout, "The field\n  `Game.hostToken` is gone: keep what `createGame` gave.")
    result = command()
    assert (result.exit_code, result.stdout) == (0, "declared: Field Game.hostToken was removed.\n")


@pytest.mark.parametrize("line", ["`Game` changed.", "Game.hostToken is gone.", "`Game.hostTokens` is gone."])
def test_another_name_or_one_without_backquotes_declares_nothing(
    command: Command, checkout: Checkout, line: str
) -> None:
    now(checkout, SDL, WITHOUT)
    declare(checkout, line)
    assert command().exit_code == 1


def test_an_additive_change_passes_and_what_may_surprise_is_shown(command: Command, checkout: Checkout) -> None:
    now(checkout, SDL, RELEASED.replace("game:", "name: String game(id: ID):"))
    result = command()
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "not breaking: An optional argument Query.game(id:) was added.\n"


def test_a_contract_that_is_gone_breaks_clients(command: Command, checkout: Checkout) -> None:
    (checkout.root / "schema" / OPENAPI).unlink()
    assert "`schema/openapi.json`" in command().stderr


def test_a_contract_that_was_not_released_is_not_compared(command: Command, checkout: Checkout) -> None:
    (checkout.root / "schema" / "released" / OPENAPI).unlink()
    now(checkout, OPENAPI, json.dumps({"paths": {}}))
    assert command().exit_code == 0


def test_a_release_makes_the_present_contract_the_released_one(command: Command, checkout: Checkout) -> None:
    now(checkout, SDL, WITHOUT)
    released = checkout.root / "schema" / "released"
    assert command("--release").exit_code == 1
    assert (released / SDL).read_text() == RELEASED, "refused, and done all the same"
    declare(checkout, "`Game.hostToken` is gone.")
    assert command("--release").exit_code == 0
    assert (released / SDL).read_text() == WITHOUT
    (checkout.root / CHANGELOG).write_text(LATER)
    assert command().output == ""


def test_a_first_release_needs_no_folder(command: Command, checkout: Checkout) -> None:
    shutil.rmtree(checkout.root / "schema" / "released")
    assert command("--release").exit_code == 0
    assert {file.name for file in (checkout.root / "schema" / "released").iterdir()} == {SDL, OPENAPI}


def test_an_installed_taphouse_says_that_it_is_no_checkout(command: Command, checkout: Checkout) -> None:
    (checkout.root / CHANGELOG).unlink()
    result = command()
    assert result.exit_code == 2
    assert "only works in a checkout" in result.stderr


def test_only_the_section_of_the_unreleased_version_declares() -> None:
    assert declared(UNRELEASED + LATER) == set()
    assert declared(LATER) == set()
    named = "\n### Breaking\n\n- `Game.id` and `GET /v1/games\n  query first`.\n"
    assert declared(UNRELEASED + named + LATER) == {"Game.id", "GET /v1/games query first"}


def test_the_contract_of_this_checkout_breaks_nothing_undeclared() -> None:
    checkout = Checkout.here()
    assert (checkout.root / "schema" / "released" / SDL).exists()
    known = checkout.declared()
    assert [change for change in checkout.changes() if change.breaking and change.thing not in known] == []


def test_a_field_taken_from_the_stored_schema_is_missed(command: Command, checkout: Checkout) -> None:
    stored = (Path(__file__).parents[2] / "schema" / SDL).read_text()
    (checkout.root / "schema" / "released" / SDL).write_text(stored)
    now(checkout, SDL, re.sub(r'  """[^"]*"""\n  hostToken: String!\n', "", stored))
    result = command()
    assert result.exit_code == 1
    assert "`GameCreated.hostToken`" in result.stderr
