"""The cost of Strawberry's own pipeline around our executor: decision record 16.

Both ways run the same operation with the same executor on a small schema. Strawberry's has its extension points in use: parsing
and validation come from our cache of documents. What remains is its execution context, its extension runner and its result.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from statistics import median
from time import process_time
from typing import Any

import strawberry
from graphql import parse
from strawberry.extensions import SchemaExtension

from taphouse.schema.execution.documents import Document
from taphouse.schema.execution.executor import QUERY, Executable
from taphouse.schema.execution.field_executor import FieldExecutor
from taphouse.schema.libraries.strawberry import core_schema

ROUNDS = 21
OPERATIONS = 300
QUERY_TEXT = "query Beers($first: Int!) { beers(first: $first) { name pints style season } }"
VARIABLES = {"first": 1}


@strawberry.type
class Beer:
    """A beer."""

    name: str
    pints: int
    style: str
    season: str


@strawberry.type
class Query:
    """The root."""

    @strawberry.field
    async def beers(self, first: int) -> list[Beer]:
        """Some beers."""
        return [Beer(name="Ale", pints=2, style="ale", season="fall")] * first


NODE = parse(QUERY_TEXT)
OURS = Executable(core_schema(strawberry.Schema(Query)), lambda _: "")


class _CachedDocuments(SchemaExtension):
    """Parsing and validation from our cache."""

    async def on_parse(self) -> AsyncIterator[None]:
        self.execution_context.graphql_document = NODE
        yield

    async def on_validate(self) -> AsyncIterator[None]:
        self.execution_context.pre_execution_errors = []
        yield


class _Ours(FieldExecutor):
    """Our executor as the execution context that Strawberry makes."""

    def __init__(self, *args: Any, operation_extensions: Any = None, **more: Any) -> None:
        del operation_extensions
        super().__init__(*args, owner=_document(), types=OURS._types, scheduler=None, **more)


def _document() -> Document:
    found = OURS.documents.get(QUERY_TEXT)
    assert isinstance(found, Document)
    return found


STRAWBERRY = strawberry.Schema(Query, execution_context_class=_Ours, extensions=[_CachedDocuments])


async def _by_ours() -> Any:
    result = await OURS.execute(QUERY_TEXT, VARIABLES, None, None, allow=[QUERY])
    return getattr(result, "data", None)


async def _by_strawberry() -> Any:
    return (await STRAWBERRY.execute(QUERY_TEXT, VARIABLES)).data


def measure() -> dict[str, float]:
    """`pipeline.strawberry_vs_ours`: how many times the CPU Strawberry's pipeline takes for an operation."""
    return asyncio.run(_measure())


async def _measure() -> dict[str, float]:
    assert await _by_ours() == await _by_strawberry() != {}
    rounds = []
    for number in range(ROUNDS):
        ways = (_by_ours, _by_strawberry) if number % 2 else (_by_strawberry, _by_ours)
        rounds.append({way: await _microseconds(way) for way in ways})
    return {
        "pipeline.strawberry_vs_ours": median(each[_by_strawberry] / each[_by_ours] for each in rounds),
        "pipeline.ours_us": median(each[_by_ours] for each in rounds),
        "pipeline.strawberry_us": median(each[_by_strawberry] for each in rounds),
    }


async def _microseconds(way: Callable[[], Awaitable[Any]]) -> float:
    begun = process_time()
    for _ in range(OPERATIONS):
        await way()
    return (process_time() - begun) / OPERATIONS * 1e6


if __name__ == "__main__":
    print(measure())
