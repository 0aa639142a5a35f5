"""Bugs that are planted are found, within the cases that an operation gets: else the fuzzing would find no others.

That nothing is found where nothing is planted, `test_graphql.py` and `test_rest.py` say of every operation.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.responses import Response

from taphouse.schema.execution.executor import OperationResult
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.seeing import Seeing
from taphouse.service.http.rest.endpoint import RestEndpoint
from tests.fuzzing.suite import Run, fuzz
from tests.fuzzing.test_graphql import POSITIVE, TINY
from tests.tiny import moves, rules

pytestmark = pytest.mark.ecosystem

MANY = 120
UNIT = "examples,coverage,fuzzing"
HISTORY = "GET /v1/games/{id}/history"


def fuzzed(folder: Path, only: str, cases: int = MANY) -> Run:
    return fuzz("/graphql", folder, mode="positive", cases={"": cases}, only=[only], kinds=[TINY], first=True)


def fuzzed_rest(folder: Path, only: str) -> Run:
    cases = {"": MANY}
    return fuzz(
        "/openapi.json", folder, mode="positive", cases=cases, only=[only], phases=UNIT, kinds=[TINY], first=True
    )


def test_an_exception_for_a_rare_move_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = rules.CaskRaceRules.why_not

    def wrong(self: Any, state: Any, move: Any) -> Any:
        if state.turn > 3 and move == moves.Answer(accept=True) and len(state.pending) == 1:
            raise IndexError
        return right(self, state, move)

    monkeypatch.setattr(rules.CaskRaceRules, "why_not", wrong)
    run = fuzzed(tmp_path, "Mutation.caskRaceAnswer")
    assert run.failed, run.tally
    assert "GraphQL server error" in run.report
    assert run.tally["error INTERNAL"] >= 1


def test_a_null_where_the_schema_allows_none_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Reader.game_view

    def wrong(self: Reader, loaded: Any, *more: Any, **named: Any) -> Any:
        made = right(self, loaded, *more, **named)
        if made.version > 2:
            made.latest = made.seats = None
        return made

    monkeypatch.setattr(Reader, "game_view", wrong)
    run = fuzzed(tmp_path, "Query.game", POSITIVE["Query.game$"])
    assert run.failed, run.tally
    assert run.tally["error INTERNAL"] >= 1


def _spelt(value: Any) -> Any:
    """With texts in place of all numbers."""
    if isinstance(value, dict):
        return {name: _spelt(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_spelt(one) for one in value]
    return str(value) if type(value) is int else value


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        pytest.param(_spelt, "is no Int", id="a wrong type"),
        pytest.param(lambda data: {}, "is not one of", id="no members"),
    ],
)
def test_an_answer_outside_the_schema_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: Any, said: str
) -> None:
    """The executor would not send such an answer, so it is spoilt behind it."""
    right = OperationResult.encoded

    def encoded(self: OperationResult, extensions: Mapping[str, Any] | None = None) -> bytes:
        made = json.loads(right(self, extensions))
        changed = (made.get("data") or {}).get("game")
        if changed:
            made["data"]["game"] = wrong(changed)
        return json.dumps(made).encode()

    monkeypatch.setattr(OperationResult, "encoded", encoded)
    run = fuzzed(tmp_path, "Query.game")
    assert run.failed, run.tally
    assert "the_answer_is_of_the_schema" in run.report
    assert said in run.report


def test_an_exception_for_a_rare_argument_of_rest_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Seeing.history

    async def wrong(self: Any, game_view: Any, after: str | None, first: int) -> Any:
        if first <= 3:
            raise IndexError
        return await right(self, game_view, after, first)

    monkeypatch.setattr(Seeing, "history", wrong)
    run = fuzzed_rest(tmp_path, HISTORY)
    assert run.failed, run.tally
    assert "Server error" in run.report


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        pytest.param(lambda body, status: ({**body, "next": 2}, status), "Response violates schema", id="a wrong type"),
        pytest.param(lambda body, status: (body, 418), "Undocumented status code", id="an undocumented status"),
    ],
)
def test_an_answer_of_rest_outside_the_document_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: Any, said: str
) -> None:
    right = RestEndpoint._answer

    async def answer(self: RestEndpoint, asked: Any) -> Any:
        made: Any = await right(self, asked)
        if made.status_code == 200 and len(body := msgspec.json.decode(made.body)["entries"]) <= 3:
            body, status = wrong({"entries": body, "next": None}, 200)
            return Response(msgspec.json.encode(body), status, {"content-type": "application/json", "etag": '"1"'})
        return made

    monkeypatch.setattr(RestEndpoint, "_answer", answer)
    run = fuzzed_rest(tmp_path, HISTORY)
    assert run.failed, run.tally
    assert said in run.report
