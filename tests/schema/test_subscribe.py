"""Subscriptions: what many ask alike is answered once, errors are not kept, and everything is given back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

import msgspec
import pytest
import strawberry

from taphouse.schema.execution import executor, shared_values
from taphouse.schema.execution.documents import Document
from taphouse.schema.execution.executor import (
    QUERY,
    REPORT,
    SUBSCRIPTION,
    Executable,
    ExecutionStatus,
    OperationResult,
    Stream,
)
from taphouse.schema.execution.shared_values import PlainEvents, SharedValue
from taphouse.schema.failures import Unavailable
from taphouse.schema.libraries.graphql_core import Executor

MASKED = f"An internal error occurred. {REPORT}"


class Cellar:
    """The source of the events of a test, and what became of their streams."""

    def __init__(self, told: Sequence[SharedValue], *, breaks: Exception | None = None) -> None:
        self.told, self.breaks = told, breaks
        self.open = 0
        self.poured: list[str] = []
        self.luck = True
        self.brought = asyncio.Event()

    async def events(self) -> AsyncGenerator[SharedValue | None, None]:
        self.open += 1
        try:
            yield None
            for told in self.told:
                yield told
            if self.breaks:
                raise self.breaks
        finally:
            self.open -= 1


@strawberry.type(name="Beer")
class BeerType:
    name: str

    @strawberry.field
    def poured(self, info: strawberry.Info[Cellar, None], size: int = 1) -> str:
        info.context.poured.append(f"{self.name} {size}")
        return f"{size} of {self.name}"

    @strawberry.field
    async def brought(self, info: strawberry.Info[Cellar, None]) -> str:
        await info.context.brought.wait()
        info.context.poured.append(self.name)
        return self.name

    @strawberry.field
    def lucky(self, info: strawberry.Info[Cellar, None]) -> str:
        info.context.poured.append("tried")
        if not info.context.luck:
            raise Unavailable
        return self.name

    @strawberry.field
    def spilt(self) -> str:
        raise RuntimeError("CANARY")


@strawberry.type
class Query:
    hello: str = "Hello"


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def beers(self, info: strawberry.Info[Cellar, None], after: int = 0) -> AsyncGenerator[BeerType, None]:
        if after < 0:
            raise Unavailable
        events: Any = info.context.events()
        await anext(events)
        return PlainEvents(events)  # type: ignore[return-value]


EXECUTABLE = Executable(strawberry.Schema(Query, subscription=Subscription)._schema, lambda error: type(error).__name__)


async def ask(cellar: Cellar, query: str, allow: Any = (SUBSCRIPTION,), **variables: Any) -> Stream | OperationResult:
    return await EXECUTABLE.execute(query, variables, None, cellar, allow=allow)


async def stream(cellar: Cellar, query: str, **variables: Any) -> Stream:
    asked = await ask(cellar, query, **variables)
    assert isinstance(asked, Stream)
    return asked


async def rest(asked: Stream) -> list[Any]:
    async with aclosing(asked):
        return [msgspec.json.decode(body) async for body in asked.bodies]


def beers(*names: str) -> list[SharedValue]:
    return [SharedValue(BeerType(name=name)) for name in names]


POURED = "subscription ($after: Int) { beers(after: $after) { poured } }"


async def test_what_many_ask_alike_is_answered_once_wherever_they_begin() -> None:
    cellar = Cellar(beers("Ale", "Stout"))
    followers = [await rest(await stream(cellar, POURED, after=after)) for after in range(5)]
    assert followers == [[{"data": {"beers": {"poured": f"1 of {name}"}}} for name in ("Ale", "Stout")]] * 5
    assert cellar.poured == ["Ale 1", "Stout 1"]
    assert cellar.open == 0


async def test_what_one_alone_follows_is_compiled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Executor, "build_per_event_executor")  # which graphql-core needs for an event
    text = "subscription { beers { only: name } }"
    told = await rest(await stream(Cellar(beers("Ale", "Stout")), text))
    assert told == [{"data": {"beers": {"only": name}}} for name in ("Ale", "Stout")]
    document = EXECUTABLE.documents.get(text)
    assert isinstance(document, Document)
    (selection,) = document._selections.values()
    assert getattr(selection.project, "__name__", None) == "project"  # the function that was written for it


async def test_many_at_once_share_what_takes_time() -> None:
    cellar = Cellar(beers("Ale"))
    asked = [await stream(cellar, "subscription { beers { brought } }") for _ in range(20)]
    asyncio.get_running_loop().call_soon(cellar.brought.set)
    assert await asyncio.gather(*map(rest, asked)) == [[{"data": {"beers": {"brought": "Ale"}}}]] * 20
    assert cellar.poured == ["Ale"]


async def test_one_who_leaves_takes_nothing_from_those_who_wait_for_the_same() -> None:
    cellar = Cellar(beers("Ale"))
    asked = [await stream(cellar, "subscription { beers { brought } }") for _ in range(3)]
    tasks = [asyncio.create_task(rest(one)) for one in asked]
    for _ in range(10):  # all have begun to wait; nothing here takes longer than a few rounds of the loop
        await asyncio.sleep(0)
    assert not tasks[0].done()
    tasks[0].cancel()
    cellar.brought.set()
    assert await asyncio.gather(*tasks[1:]) == [[{"data": {"beers": {"brought": "Ale"}}}]] * 2
    await asyncio.gather(tasks[0], return_exceptions=True)
    await asked[0].aclose()
    assert cellar.open == 0


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("subscription ($n: Int!) { beers { poured(size: $n) } }", "n"),
        ("subscription ($n: Int!) { beers { ...All } } fragment All on Beer { poured(size: $n) }", "n"),
        ("subscription ($n: Int!) { ... on Subscription { beers { poured(size: $n) } } }", "n"),
    ],
)
async def test_who_asks_otherwise_is_answered_otherwise(query: str, names: str) -> None:
    cellar = Cellar(beers("Ale"))
    for size in (1, 2, 1):
        (body,) = await rest(await stream(cellar, query, n=size))
        assert body == {"data": {"beers": {"poured": f"{size} of Ale"}}}
    assert cellar.poured == ["Ale 1", "Ale 2"]


async def test_two_operations_of_a_document_are_not_mistaken_for_each_other() -> None:
    cellar = Cellar(beers("Ale"))
    query = "subscription A { beers { name } } subscription B { beers { other: name } }"
    for operation, field in (("A", "name"), ("B", "other")):
        asked = await EXECUTABLE.execute(query, None, operation, cellar, allow=(SUBSCRIPTION,))
        assert isinstance(asked, Stream)
        assert asked.operation == operation
        assert await rest(asked) == [{"data": {"beers": {field: "Ale"}}}]


@pytest.mark.parametrize("field", ["poured(size: $n)", "brought poured(size: $n)"])
async def test_so_much_is_kept_of_an_event_and_no_more(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_values, "MOST_SHARED", 200)
    cellar = Cellar(beers("Ale"))
    cellar.brought.set()
    for size in range(20):
        query = f"subscription ($n: Int!) {{ beers {{ {field} }} }}"
        await rest(await stream(cellar, query, n=size))
    (told,) = cellar.told
    kept = [body for body in told.answers.values() if isinstance(body, bytes)]
    assert len(kept) == len(told.answers) > 1
    assert sum(map(len, kept)) == told.size <= 200


async def test_an_answer_that_is_too_large_ends_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "MOST_TOLD", 60)
    name = "A beer with a name that is far too long for anybody"
    cellar = Cellar(beers("Ale", name, "Stout"))
    told = await rest(await stream(cellar, "subscription { beers { name } }"))
    assert told[0] == {"data": {"beers": {"name": "Ale"}}}
    figure = len(name) + len('{"data":{"beers":{"name":""}}}')
    assert told[1]["data"] is None
    assert told[1]["errors"][0]["extensions"] == {"code": "TOO_MUCH", "limit": 60, "figure": figure}
    assert (len(told), cellar.open) == (2, 0)


async def test_a_variable_that_is_left_out_is_not_taken_for_null() -> None:
    cellar = Cellar(beers("Ale"))
    query = "subscription ($n: Int = 1) { beers { poured(size: $n) } }"
    for given in ({}, {"n": None}, {}):
        (body,) = await rest(await stream(cellar, query, **given))
        assert ("errors" in body) == bool(given)


async def test_an_answer_with_an_error_is_not_kept() -> None:
    cellar = Cellar(beers("Ale"))
    query = "subscription { beers { lucky } }"
    cellar.luck = False
    (body,) = await rest(await stream(cellar, query))
    assert body["errors"][0]["extensions"] == {"code": "UNAVAILABLE"}
    cellar.luck = True
    assert await rest(await stream(cellar, query)) == [{"data": {"beers": {"lucky": "Ale"}}}]
    assert cellar.poured == ["tried", "tried"]


async def test_a_bug_in_an_event_is_masked_and_the_stream_goes_on() -> None:
    told = await rest(await stream(Cellar(beers("Ale", "Stout")), "subscription { beers { spilt } }"))
    assert [body["errors"][0]["message"] for body in told] == [MASKED] * 2
    assert "spilt" not in str(told).replace("'path': ['beers', 'spilt']", "")
    assert told[0]["errors"][0]["extensions"] == {"code": "INTERNAL", "id": "RuntimeError"}


async def test_a_stream_that_breaks_off_says_so_at_last() -> None:
    cellar = Cellar(beers("Ale"), breaks=RuntimeError("CANARY"))
    told = await rest(await stream(cellar, "subscription { beers { name } }"))
    assert told[0] == {"data": {"beers": {"name": "Ale"}}}
    assert (told[1]["data"], told[1]["errors"][0]["message"]) == (None, MASKED)
    assert cellar.open == 0


async def test_a_stream_that_is_closed_gives_everything_back_though_nothing_was_read() -> None:
    cellar = Cellar(beers("Ale", "Stout"))
    unread, begun = [await stream(cellar, POURED) for _ in range(2)]
    await anext(begun.bodies)
    assert cellar.open == 2
    await unread.aclose()
    await begun.aclose()
    await begun.aclose()
    assert cellar.open == 0


async def test_what_cannot_begin_is_an_answer() -> None:
    answer = await ask(Cellar([]), POURED, after=-1)
    assert isinstance(answer, OperationResult)
    assert (answer.status, answer.data, answer.unavailable, answer.type) == (
        ExecutionStatus.EXECUTED,
        None,
        True,
        "subscription",
    )


async def test_subscriptions_only_where_they_are_allowed() -> None:
    cellar = Cellar([])
    answer = await ask(cellar, POURED, (QUERY,))
    assert isinstance(answer, OperationResult)
    assert (answer.status, cellar.open) == (ExecutionStatus.NOT_HERE, 0)


@pytest.mark.parametrize(
    "query",
    [
        "subscription { __typename }",
        "subscription { beers @skip(if: true) { name } }",
        "subscription { beers { name } other: beers { name } }",
        "subscription { nothing }",
    ],
)
async def test_what_is_no_subscription_is_refused_before_anything_begins(query: str) -> None:
    cellar = Cellar([])
    answer = await ask(cellar, query)
    assert isinstance(answer, OperationResult)
    assert (answer.status, cellar.open) == (ExecutionStatus.REQUEST_ERROR, 0)
