"""Documents that are too large are refused with the limit and the figure, after no more work than the largest one takes."""

from __future__ import annotations

import cProfile
import json
from collections.abc import Callable
from typing import Any

import pytest
from graphql import specified_rules, validate

from taphouse.engine import GAMES
from taphouse.schema.execution import documents
from taphouse.schema.execution.documents import Document, DocumentCache
from taphouse.schema.execution.executor import (
    MUTATION,
    QUERY,
    SUBSCRIPTION,
    Executable,
    ExecutionStatus,
    OperationResult,
)
from taphouse.schema.execution.limits import LIMITS, limits_for
from taphouse.schema.graphql.build import Api
from taphouse.schema.prices import LOG, MOST_SKIPPED, PAGE, SKIPPED
from taphouse.schema.rest.operations import OPERATIONS
from tests.api.selections import SCHEMA
from tests.api.server import BOTH
from tests.schema.hostile import ANSWERED, LARGEST, REFUSED

BEFORE_VALIDATION = {
    "TOO_MANY_ALIASES",
    "TOO_MANY_DIRECTIVES",
    "TOO_MANY_TOKENS",
    "TOO_MANY_FRAGMENTS",
    "TOO_MANY_OPERATIONS",
    "DOCUMENT_TOO_DEEP",
    "DOCUMENT_TOO_LONG",
}


@pytest.fixture(autouse=True)
def _as_in_a_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "validate", validate)


def unexecuted(*_: Any) -> Any:
    raise AssertionError("nothing may be executed")


class Unpriced:
    """The rate budget of a request that is refused before it has a price."""

    cost = property(lambda _: 0, unexecuted)

    async def read(self, points: int, *, reserve: bool = True) -> None:
        pass

    async def admit(self) -> None:
        unexecuted()


def executable() -> Executable:
    return Executable(SCHEMA, lambda error: pytest.fail(repr(error)))


async def refused(document: str, variables: dict[str, Any] | None = None) -> OperationResult:
    """The result for a document that is not executed."""
    result = await executable().execute(
        document, variables, None, None, allow=(QUERY, MUTATION, SUBSCRIPTION), budget=Unpriced()
    )
    assert isinstance(result, OperationResult)
    assert result.status is ExecutionStatus.REQUEST_ERROR
    return result


@pytest.mark.parametrize("name", REFUSED)
async def test_hostile_documents_are_refused_with_the_limit_and_the_figure(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, code = REFUSED[name]
    if code in BEFORE_VALIDATION:
        monkeypatch.setattr(documents, "validate", unexecuted)
    result = await refused(document)
    assert 1 <= len(result.errors) <= 11
    if not code:
        assert not any("extensions" in error for error in result.errors)
        return
    (error,) = result.errors
    told = error["extensions"]
    assert told["code"] == code
    assert 0 < told["limit"] < told["figure"] < 2**31
    assert f"{told['limit']:,}" in error["message"]
    assert f"{told['figure']:,}" in error["message"]
    assert result.cost == (told["figure"] if code == "TOO_COSTLY" else 0)


@pytest.mark.parametrize("name", ANSWERED)
def test_what_is_only_odd_is_within_the_limits(name: str) -> None:
    read = executable().documents.get(ANSWERED[name])
    assert isinstance(read, Document)
    assert read.operation(None).cost({}) <= LIMITS.cost


async def test_the_largest_document_is_within_the_limits() -> None:
    """One that selects everything of every game; there is room for another game."""
    read = executable().documents.get(LARGEST)
    assert isinstance(read, Document)
    assert read.operation(None).cost({"moves": [{"notation": "pass"}] * 64}) <= LIMITS.cost // 4
    assert len(LARGEST) <= limits_for(SCHEMA).characters * 3 // 4


def test_the_limits_of_documents_follow_from_the_games_that_are_served() -> None:
    few, more = (limits_for(Api.of(*games).core) for games in (GAMES.own().values(), BOTH.values()))
    assert few is LIMITS
    assert LIMITS.tokens + 200 < more.tokens < LIMITS.tokens + 600, "a small game has about 400 tokens"
    assert more.characters / LIMITS.characters == pytest.approx(more.tokens / LIMITS.tokens, rel=0.01)
    assert (more.cost, more.values, more.depth) == (LIMITS.cost, LIMITS.values, LIMITS.depth)


def work(run: Callable[[], object]) -> int:
    """The number of calls of Python functions."""
    profile = cProfile.Profile(builtins=False)
    profile.runcall(run)
    return sum(entry.callcount for entry in profile.getstats())


def reading(document: str) -> int:
    """The work until it is known what a document costs, or that it is refused."""
    kept = DocumentCache(SCHEMA, specified_rules, 1, LIMITS)

    def read() -> None:
        found = kept.get(document)
        if isinstance(found, Document):
            for node in found.structure.operations:
                found.operation(node.name.value if node.name else None).cost({})

    return work(read)


def test_no_document_takes_much_more_work_than_the_largest() -> None:
    reading(LARGEST)  # what is made once is made
    most = 3 * reading(LARGEST)
    everything = {**{name: text for name, (text, _) in REFUSED.items()}, **ANSWERED}
    assert {name: done for name, text in everything.items() if (done := reading(text)) > most} == {}


def test_fragments_that_double_are_priced_in_one_look() -> None:
    """Twice the fragments, about twice the work, though they stand for a thousand times as many fields."""
    ten, twenty = (
        "{ __schema { types { ...F0 } } } "
        + " ".join(
            f"fragment F{i} on __Type {{ a: ofType {{ ...F{i + 1} }} b: ofType {{ ...F{i + 1} }} }}" for i in range(n)
        )
        + f" fragment F{n} on __Type {{ name }}"
        for n in (10, 20)
    )
    reading(ten)
    assert reading(twenty) < 2.5 * reading(ten)


async def test_variables_decide_what_an_operation_costs() -> None:
    read = executable().documents.get(
        "query ($first: Int = 10, $look: Boolean!, $hide: Boolean = false) { "
        'game(id: "x") @include(if: $look) { ... on Game { legalMoves(first: $first) { pageInfo { endCursor } } '
        "h: history(first: $first) @skip(if: $hide) { edges { cursor } } } } }"
    )
    assert isinstance(read, Document)
    operation = read.operation(None)

    def cost(**variables: Any) -> int:
        return operation.cost(variables)

    assert cost(look=False) == 0
    both = 20 + 0.1 + PAGE + LOG + 2 * 10 * 1.3
    assert cost(look=True, first=10, hide=False) == round(both + 0.5)
    assert cost(look=True, first=10, hide=True) == round(both - LOG - 13 + 0.5)
    assert cost(look=True, first=500, hide=True) == round(20.1 + PAGE + 650 + 0.5)
    assert cost(look=True, first=10**6, hide=True) == cost(look=True, first=500, hide=True)
    assert cost(look=True, first=-5, hide=True) == cost(look=True, first=1, hide=True)


@pytest.mark.parametrize("written", ["literal", "variable"])
def test_moves_before_a_page_are_priced_by_its_cursor(written: str) -> None:
    def cost(after: str | None) -> int:
        argument = "$after" if written == "variable" else json.dumps(after)
        head = "query ($after: String)" if written == "variable" else "query"
        selected = f"legalMoves(first: 1, after: {argument}) {{ edges {{ cursor }} }}"
        read = executable().documents.get(f'{head} {{ game(id: "x") {{ ... on Game {{ {selected} }} }} }}')
        assert isinstance(read, Document)
        return read.operation(None).cost({"after": after} if written == "variable" else {})

    nothing = cost(None)
    assert cost("0") == cost("nonsense") == cost("-5") == cost("9" * 16) == nothing
    assert cost("1000") == nothing + 10
    assert cost("9" * 15) == nothing + SKIPPED * MOST_SKIPPED
    (rest,) = [operation for operation in OPERATIONS if operation.id == "legalMoves"]
    assert rest.cost({"after": "1000"}) == rest.cost({}) + 10
    assert rest.cost({"after": "nonsense"}) == rest.cost({"after": None}) == rest.cost({})


async def test_of_the_kinds_of_games_only_the_most_expensive_counts() -> None:
    def cost(selection: str) -> int:
        read = executable().documents.get(f'{{ game(id: "x") {{ {selection} }} }}')
        assert isinstance(read, Document)
        return read.operation(None).cost({})

    dank = "... on DankAndDraftGame { legalMoves(first: 50) { edges { cursor } } }"
    pint = "... on PintCraftGame { legalMoves(first: 100) { edges { cursor } } }"
    assert cost(dank) < cost(pint) == cost(dank + pint)
    versions = " ".join(f"a{i}: version" for i in range(10))
    assert cost(f"... on Game {{ {versions} }} {pint}") == cost(pint) + 1
    assert cost(pint + pint) > cost(pint)
