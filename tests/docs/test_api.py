"""docs/api.md says of the contract what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from taphouse.schema import prices, request_problems
from taphouse.schema.execution import limits
from taphouse.schema.problems.base import PlayerProblem, Problem, problems_in
from taphouse.schema.problems.sets import EXPECTED
from taphouse.service.runtime.settings import Settings

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| (`[A-Z_`, ]+`) \| (.*) \|$", TEXT, re.MULTILINE))
NAMED = {code for codes in ROWS for code in re.findall(r"[A-Z_]+", codes)}


PROBLEMS = [*EXPECTED, *problems_in(request_problems)]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.code)
def test_each_problem_stands_there_with_its_status_and_what_it_tells(problem: type[Problem]) -> None:
    status, to, text = ROWS[f"`{problem.code}`"].split(" | ", 2)
    assert int(status) == problem.http_status
    assert to == ("P" if issubclass(problem, PlayerProblem) else "D")
    for field in problem.__struct_encode_fields__:
        assert field in ("message", "rules") or f"`{field}`" in text


def test_each_code_of_an_error_stands_there() -> None:
    sources = [path.read_text() for room in ("schema", "service") for path in (ROOT / room).rglob("*.py")]
    given = r'(?:"code": |beyond\(|_Refused\(\d+, )"([A-Z_]{4,})"'
    codes = {code for source in sources for code in re.findall(given, source)}
    assert len(codes) > 10
    assert codes <= NAMED


def test_no_code_stands_there_that_nothing_answers() -> None:
    sources = "".join(path.read_text() for room in ("schema", "service") for path in (ROOT / room).rglob("*.py"))
    assert [code for code in NAMED if f'"{code}"' not in sources] == []


def test_the_limits_are_those_that_hold() -> None:
    settings = Settings(signing_key="x" * 32)
    held = [*(getattr(limits.LIMITS, field) for field in limits.LIMITS.__struct_fields__), prices.LOOK, prices.THINK]
    held += [
        prices.CREATE,
        prices.JOIN,
        prices.RECORD,
        settings.max_body,
        settings.ws_max_operations,
        settings.ws_messages,
    ]
    held += [settings.connections_per_address, settings.rate_token, settings.rate_token_burst]
    held += [settings.rate_address, settings.rate_address_burst]
    told = {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", TEXT.partition("## Limits")[2])}
    assert set(held) <= told
