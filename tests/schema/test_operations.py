"""An operation whose resolvers are called directly is answered as graphql-core and Strawberry answer it."""

from __future__ import annotations

import enum
from typing import Any

import pytest
import strawberry

from taphouse.schema.execution.documents import Document
from taphouse.schema.execution.executor import MUTATION, QUERY, Executable, OperationResult
from taphouse.schema.execution.operations import as_given


@strawberry.enum
class Malt(enum.Enum):
    PALE = "PALE"
    DARK = "DARK"


@strawberry.input
class Recipe:
    malt: Malt
    hops: int = 2


Recipe.__strawberry_definition__.from_input = as_given  # type: ignore[attr-defined]


@strawberry.input
class Made:
    hops: int = 2


@strawberry.type
class Query:
    @strawberry.field
    def echo(
        self,
        info: strawberry.Info,
        number: int,
        text: str | None = None,
        size: int = 7,
        malt: Malt = Malt.DARK,
        sizes: list[int] | None = None,
        recipe: Recipe | None = None,
        camel_case: str | None = None,
    ) -> str:
        return repr((info.context, info.field_name, number, text, size, malt, sizes, recipe, camel_case))

    @strawberry.field
    def given(self, text: str | None = strawberry.UNSET) -> str:
        return repr(text)

    @strawberry.field
    async def later(self) -> int:
        return 3

    @strawberry.field
    def made(self, of: Made) -> str:
        return type(of).__name__

    @strawberry.field
    def never(self) -> int:
        raise ValueError("CANARY")

    @strawberry.field
    def perhaps(self) -> int | None:
        raise ValueError("CANARY")


@strawberry.type
class Mutation:
    @strawberry.field
    async def pour(self, info: strawberry.Info, of: str) -> str:
        info.context.append(of)
        return ", ".join(info.context)

    @strawberry.field
    def spill(self) -> int:
        raise ValueError("CANARY")

    @strawberry.field
    def drip(self) -> int | None:
        raise ValueError("CANARY")


SCHEMA = strawberry.Schema(Query, Mutation)._schema
DIRECT, INTERPRETED = (Executable(SCHEMA, lambda _: "id", compiled=compiled) for compiled in (True, False))


async def same(query: str, variables: dict[str, Any] | None = None) -> OperationResult:
    """The answer, which is the same both ways, the first time and later."""
    answers: list[Any] = []
    for executable in (INTERPRETED, DIRECT, DIRECT, DIRECT):
        answers.append(await executable.execute(query, variables, None, [], allow=(QUERY, MUTATION)))
        assert (answers[-1].encoded(), answers[-1].cost) == (answers[0].encoded(), answers[0].cost)
    answer: OperationResult = answers[0]
    return answer


def is_direct(query: str) -> bool:
    document = DIRECT.documents.get(query)
    assert isinstance(document, Document)
    return bool(document.operation(None).fields)


@pytest.mark.parametrize(
    "arguments",
    [
        "number: 1",
        'number: 1, text: "a", size: 2, malt: PALE, sizes: [1, 2], recipe: {malt: PALE}, camelCase: "b"',
        "number: 1, text: null, sizes: 3, recipe: {malt: DARK, hops: 4}",
        "number: 1, sizes: null, recipe: null",
    ],
)
async def test_literals_reach_the_resolver(arguments: str) -> None:
    query = f"{{ echo({arguments}) }}"
    assert is_direct(query)
    answer = await same(query)
    assert not answer.errors
    assert answer.data


VARIABLES = (
    "query ($number: Int!, $text: String, $size: Int = 9, $malt: Malt! = PALE, $sizes: [Int!], $recipe: Recipe) "
    "{ echo(number: $number, text: $text, size: $size, malt: $malt, sizes: $sizes, recipe: $recipe) }"
)


@pytest.mark.parametrize(
    ("variables", "fits"),
    [
        ({"number": 1}, True),
        ({"number": 1, "text": None, "size": 2, "malt": "DARK", "sizes": [1], "recipe": {"malt": "PALE"}}, True),
        ({"number": 1, "sizes": 4, "recipe": {"malt": "PALE", "hops": 1}}, True),
        ({"number": 1, "other": 5}, True),
        ({"number": 1, "size": None}, False),
        ({}, False),
        ({"number": None}, False),
        ({"number": "CANARY"}, False),
        ({"number": 1.5}, False),
        ({"number": 1, "malt": "CANARY"}, False),
        ({"number": 1, "sizes": [1, None]}, False),
        ({"number": 1, "recipe": {"hops": 1}}, False),
        ({"number": 1, "recipe": {"malt": "PALE", "other": 1}}, False),
    ],
)
async def test_variables_reach_the_resolver_or_are_refused(variables: dict[str, Any], fits: bool) -> None:
    assert is_direct(VARIABLES)
    answer = await same(VARIABLES, variables)
    assert bool(answer.errors) is not fits
    assert (answer.data is not None) is fits


async def test_a_variable_within_a_literal_is_of_each_request() -> None:
    query = "query ($hops: Int, $size: Int!) { echo(number: 1, sizes: [$size, 2], recipe: {malt: PALE, hops: $hops}) }"
    assert is_direct(query)
    first, second = [await same(query, {"size": size}) for size in (1, 5)]
    assert first.data != second.data
    assert (await same(query, {"size": 1, "hops": None})).errors


async def test_only_a_default_of_several_values_is_left_to_graphql_core() -> None:
    query = "query ($sizes: [Int!] = [1, 2], $size: Int = 9) { echo(number: 1, sizes: $sizes, size: $size) }"
    assert is_direct(query)
    document = DIRECT.documents.get(query)
    assert isinstance(document, Document)
    known = document.operation(None).variables({"sizes": [3]})
    assert known is not None
    assert known.coerced == {"sizes": [3], "size": 9}
    assert document.operation(None).variables({}) is None
    assert [bool((await same(query, given)).data) for given in ({}, {"sizes": [3]}, {"size": None})] == [
        True,
        True,
        False,
    ]


async def test_an_argument_that_is_left_out_is_not_given() -> None:
    query = "query ($text: String) { given(text: $text) }"
    assert is_direct(query)
    told = [await same(query, variables) for variables in ({}, {"text": None}, {"text": "a"})]
    assert [answer.data for answer in told] == [{"given": text} for text in ("UNSET", "None", "'a'")]


@pytest.mark.parametrize("query", ["{ later }", "{ never }", "{ perhaps }", "{ three: later }"])
async def test_what_a_resolver_returns_or_raises_is_told(query: str) -> None:
    assert is_direct(query)
    answer = await same(query)
    assert "CANARY" not in str(answer)
    assert bool(answer.errors) is ("later" not in query)


@pytest.mark.parametrize(
    ("fields", "data"),
    [
        ('a: pour(of: "Ale") b: pour(of: "Stout")', {"a": "Ale", "b": "Ale, Stout"}),
        ('a: pour(of: "Ale") drip b: pour(of: "Stout")', {"a": "Ale", "drip": None, "b": "Ale, Stout"}),
        ('a: pour(of: "Ale") spill b: pour(of: "Stout")', None),
        ('...A b: pour(of: "Stout") } fragment A on Mutation { a: pour(of: "Ale")', {"a": "Ale", "b": "Ale, Stout"}),
    ],
)
async def test_the_fields_of_a_mutation_are_called_one_after_another(fields: str, data: Any) -> None:
    query = f"mutation {{ {fields} }}"
    assert is_direct(query)
    for executable in (INTERPRETED, DIRECT):
        context: list[str] = []
        answer: Any = await executable.execute(query, None, None, context, allow=(MUTATION,))
        assert answer.data == data
        assert context == ["Ale", "Stout"][: 2 - ("spill" in fields)]


@pytest.mark.parametrize(
    "query",
    [
        "{ later again: later }",
        "{ later @include(if: true) }",
        "{ ... on Query { later } }",
        "{ made(of: {}) }",
        "{ __typename }",
        "mutation { __typename }",
        'mutation { pour(of: "a") pour(of: "a") }',
    ],
)
async def test_what_is_not_simple_is_left_to_graphql_core(query: str) -> None:
    assert not is_direct(query)
    assert not (await same(query)).errors
