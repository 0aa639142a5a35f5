"""docs/api and the reference say of the contract what the code does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from taphouse.schema import prices, registry, request_problems
from taphouse.schema.execution import limits
from taphouse.schema.problems.base import PlayerProblem, Problem
from taphouse.schema.texts import declared_in
from taphouse.service.runtime.settings import Settings

ROOT = Path(__file__).parents[2]
TEXT = "".join(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs" / "api").glob("*.md")))
LIMITS = (ROOT / "docs" / "api" / "limits.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"[A-Z_]{4,}", "".join(re.findall(r"^\| (`[A-Z_`, ]+`) \| .* \|$", TEXT, re.MULTILINE))))
"""The codes of errors that docs/api explains."""
DOCUMENT = json.loads((ROOT / "schema" / "openapi.json").read_text(encoding="utf-8"))
SCHEMAS = DOCUMENT["components"]["schemas"]
BESIDE = {"FELL_BEHIND", "METHOD_NOT_ALLOWED", "ORIGIN_REFUSED"}
"""The problems that no operation of REST has, which docs/api names instead."""
PROBLEMS = [*registry.PROBLEMS, *declared_in(Problem, request_problems)]


def members(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schemas of the known problems in a choice."""
    choice = SCHEMAS[schema["$ref"].rpartition("/")[2]]
    yield from (SCHEMAS[ref.rpartition("/")[2]] for ref in choice["discriminator"]["mapping"].values())


@pytest.fixture(scope="module")
def listed() -> dict[str, tuple[set[int], dict[str, Any]]]:
    """The problems of the OpenAPI document, from which the reference lists them: the statuses and the members, by code."""
    found: dict[str, tuple[set[int], dict[str, Any]]] = {}
    for operation in (one for methods in DOCUMENT["paths"].values() for one in methods.values()):
        for status, answer in operation["responses"].items():
            if problem := answer.get("content", {}).get("application/problem+json"):
                for one in members(problem["schema"]):
                    statuses, _ = found.setdefault(one["properties"]["code"]["const"], (set(), one["properties"]))
                    statuses.add(int(status))
    return found


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.code)
def test_the_reference_has_each_problem_with_its_status_and_its_reader(problem: type[Problem], listed: Any) -> None:
    if problem.code in BESIDE:
        assert problem.code not in listed
        assert f"`{problem.code}`" in TEXT
        return
    statuses, properties = listed[problem.code]
    assert problem.http_status in statuses
    assert ("to the player" in properties["detail"]["description"]) == issubclass(problem, PlayerProblem)


def test_each_code_of_an_error_stands_there(listed: Any) -> None:
    sources = [path.read_text() for room in ("schema", "service") for path in (ROOT / room).rglob("*.py")]
    given = r'(?:"code": |beyond\(|_Refused\(\d+, )"([A-Z_]{4,})"'
    codes = {code for source in sources for code in re.findall(given, source)}
    assert len(codes) > 10
    assert codes <= NAMED | listed.keys() | BESIDE


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
    told = {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", LIMITS)}
    assert set(held) <= told
