"""A compiled selection answers what the interpreter answers, to the byte."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from graphql import GraphQLError, Undefined
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taphouse.schema.execution.executor import ExecutionStatus
from taphouse.schema.execution.fields.compiled_selections import CompiledSelection
from tests.effort import many
from tests.schema.execute.asking import COMPILED, same
from tests.schema.execute.documents import texts
from tests.schema.execute.pub import CARD, TABLE, TAP, LaterNull, Never, PrivateValue, Size, SlipValue


@settings(max_examples=many(25), suppress_health_check=list(HealthCheck))
@given(text=texts(), flags=st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=3))
async def test_compiled_is_interpreted(text: str, flags: list[tuple[bool, bool]]) -> None:
    for a, b in flags:
        for name in ("One", "Two", "Uses"):
            answer = await same(text, variables={"a": a, "b": b}, name=name)
            assert answer.status is ExecutionStatus.EXECUTED, answer.errors
            assert not answer.errors


async def test_something_was_compiled() -> None:
    text = "{ table { first { __typename ... on Tap { id } } } thing { __typename } later { taps { id } } }"
    await same(text)
    assert [s.project.__name__ for s in COMPILED.documents.get(text)._selections.values()] == ["project"] * 3


async def test_only_the_places_of_resolvers_are_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    compiled = CompiledSelection.compiled

    def counted(self: CompiledSelection, type_: Any, *more: Any, **rest: Any) -> Any:
        made.append(str(type_))
        return compiled(self, type_, *more, **rest)

    monkeypatch.setattr(CompiledSelection, "compiled", counted)
    await same("{ houses { name ... on Pub { kind } table { taps { id } } } }")
    assert made == ["[House]", "Pub", "Brewery"]
    made.clear()
    text = "{ houses { name served { id } table { taps { id } } } }"
    await same(text)
    expected = [*["[House]", "Pub", "House", "Pub"], "Table", *["[Card!]"] * 2]  # a list is another in each type
    assert made == expected
    await same(text)
    assert made == expected


async def test_an_object_of_no_type_is_the_same_error() -> None:
    text = "{ house { name } }"
    assert (await same(text)).data == {"house": {"name": "The pub"}}
    answer = await same(text, msgspec.structs.replace(TABLE, first="barn"))
    assert answer.data == {"house": None}
    assert answer.errors[0]["extensions"] == {"code": "INTERNAL", "id": "WrongValue"}


@pytest.mark.parametrize(
    "note", [None, Undefined, ValueError("x"), GraphQLError("shown"), LaterNull()], ids=lambda note: type(note).__name__
)
async def test_what_stands_for_something_else_is_no_object(note: Any) -> None:
    for text in ("{ slip { note { X } } }", "{ slip { notes { X } } }", "{ note { X } }"):
        for field in ("__typename", "message"):
            answer = await same(text.replace("X", field), SlipValue(note))
            assert "Note" not in str(answer.data)


BAD: list[dict[str, Any]] = [
    {"name": None},
    {"name": 3},
    {"name": b"x"},
    {"id": 7},
    {"malt": None},
    {"malt": "PALE"},
    {"malt": Size.SMALL},
    {"size": 1},
    {"size": "LARGE"},
    {"cost": None},
    {"cost": (1, None)},
    {"cost": (True, 2.0, "3")},
    {"cost": (1 << 31,)},
    {"cost": (-(1 << 31), (1 << 31) - 1)},
    {"cost": "12"},
    {"cost": {1: 2}},
    {"cost": range(3)},
    {"grid": (None, [1])},
    {"grid": ((None,),)},
    {"text": 5},
    {"text": ValueError("hidden")},
    {"weight": float("nan")},
    {"weight": float("inf")},
    {"weight": 2},
    {"fresh": 1},
    {"fresh": None},
    {"more": None},
    {"more": ValueError("hidden")},
    {"next": TAP},
    {"next": PrivateValue()},
    {"next": ValueError("hidden")},
    {"next": GraphQLError("shown")},
    {"next": {"name": "x"}},
]


@pytest.mark.parametrize("change", BAD, ids=repr)
async def test_what_cannot_be_sent_is_the_same_error(change: dict[str, Any]) -> None:
    card = msgspec.structs.replace(CARD, **change)
    fields = "{ id name malt size cost grid text weight fresh more next { name } }"
    table = msgspec.structs.replace(TABLE, slots=(CARD, card, None), pile=(card, TAP), nodes=(card,), first=card)
    for text in (
        f"{{ table {{ slots {fields} }} }}",
        f"{{ table {{ taps {{ id }} pile {{ ... on Card {fields} }} }} later {{ nodes {{ id }} }} }}",
        f"{{ thing {{ __typename ... on Card {fields} }} }}",
    ):
        await same(text)
        answer = await same(text, table)
        assert "hidden" not in str(answer)
        assert "SECRET" not in str(answer)


async def test_null_in_a_place_without_null() -> None:
    table = msgspec.structs.replace(TABLE, taps=(TAP, None))
    answer = await same("{ table { taps { __typename } } }", table)
    assert answer.data == {"table": None}
    (error,) = answer.errors
    assert error["path"] == ["table", "taps", 1]
    assert error["extensions"] == {"code": "INTERNAL", "id": "TypeError"}
    assert (await same("{ table { first { __typename } } }", None)).data == {"table": None}


async def test_null_for_a_flag_is_the_clients_mistake() -> None:
    text = "query ($a: Boolean = true) { thing { __typename @include(if: $a) ... on Tap { id } } }"
    assert (await same(text)).data == {"thing": {"__typename": "Tap", "id": "t1"}}
    answer = await same(text, variables={"a": None})
    (error,) = answer.errors
    assert "Argument 'if' has invalid value: Expected variable '$a'" in error["message"]
    assert "extensions" not in error


async def test_a_permission_is_no_plain_field() -> None:
    answer = await same("{ guarded { hand } }")
    assert answer.data == {"guarded": {"hand": None}}
    assert answer.errors[0]["message"] == Never.message


async def test_a_fragment_that_grows_without_end_is_left_to_the_interpreter() -> None:
    chain = " ".join(
        f"fragment F{n} on Card {{ a: next {{ ...F{n + 1} }} b: next {{ ...F{n + 1} }} }}" for n in range(20)
    )
    answer = await same(f"{{ table {{ slots {{ ...F0 }} }} }} {chain} fragment F20 on Card {{ id }}")
    assert not answer.errors


async def test_lists_deeper_than_python_likes_are_left_to_the_interpreter() -> None:
    text = "next { " * 90 + "id" + " }" * 90
    assert not (await same(f"{{ table {{ slots {{ {text} }} }} }}")).errors


@pytest.mark.parametrize(
    ("text", "variables", "name", "word"),
    [
        ("{", None, None, "Syntax Error"),
        ("{ tabel }", None, None, "Cannot query field 'tabel'"),
        ("{ " + "table { " * 700, None, None, "nests at least 201"),
        ("{ bug " * 1, None, None, "Syntax"),
        ("query ($m: String!) { bug(message: $m) }", {}, None, "$m"),
        ("query ($m: String!) { bug(message: $m) }", {"m": [1]}, None, "$m"),
        ("query A { bug } query B { bug }", None, None, "several"),
        ("query A { bug }", None, "C", "'C'"),
        ("fragment F on Card { id }", None, None, ""),
        ("subscription { x }", None, None, ""),
        ("{ " + "bug " * 6000 + "}", None, None, "tokens"),
    ],
)
async def test_request_errors(text: str, variables: dict[str, Any] | None, name: str | None, word: str) -> None:
    answer = await same(text, variables=variables, name=name)
    assert answer.status is ExecutionStatus.REQUEST_ERROR
    assert b'"data"' not in answer.encoded()
    assert word in answer.errors[0]["message"]
    assert "Did you mean" not in str(answer.errors)
