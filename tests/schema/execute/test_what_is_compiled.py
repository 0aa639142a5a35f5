"""Compiled selections: which are kept, which are not allowed, and that a client never sees a bug."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.lab.secrecy.shared_documents import SharedDocuments
from taphouse.schema.execution import documents
from taphouse.schema.execution.executor import QUERY, REPORT, Executable, ExecutionStatus
from taphouse.schema.execution.fields.compiled_selections import _Writer
from tests.schema.execute.asking import COMPILED, INTERPRETED, ask, executable, same
from tests.schema.execute.pub import SCHEMA

MASKED = f"An internal error occurred. {REPORT}"


async def test_a_selection_that_is_too_large_is_compiled_in_parts_by_and_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taphouse.schema.execution.fields.compiled_selections.MOST_FIELDS", 10)
    monkeypatch.setattr("taphouse.schema.execution.documents.MOST_FIELDS", 10)
    written: list[str] = []
    function = _Writer.function

    def counted(self: _Writer, type_: Any, *more: Any) -> Any:
        written.append(str(type_))
        return function(self, type_, *more)

    monkeypatch.setattr(_Writer, "function", counted)
    text = "{ table { " + " ".join(f"t{n}: taps {{ id barley __typename }}" for n in range(6)) + " } }"
    expected = await ask(INTERPRETED, text)
    for compiled in ([], ["Table"], ["[Tap!]"] * 4, ["[Tap!]"] * 2, []):
        assert (await ask(COMPILED, text)).data == expected.data
        assert written == compiled
        written.clear()


async def test_a_bug_is_masked_and_told_once() -> None:
    bugs: list[BaseException] = []

    def on_bug(error: BaseException) -> str:
        bugs.append(error)
        return f"id-{len(bugs)}"

    where = Executable(SCHEMA, on_bug)
    answer = await ask(where, '{ bug other: bug(message: "x") meant wrong { id } }')
    assert answer.status is ExecutionStatus.EXECUTED
    assert answer.data == {"bug": None, "other": None, "meant": None, "wrong": None}
    told = [(error["message"], error["extensions"]) for error in answer.errors]
    first, second = {"code": "INTERNAL", "id": "id-1"}, {"code": "INTERNAL", "id": "id-2"}
    assert told == [(MASKED, first), (MASKED, first), ("you may see this", {"code": "MEANT"}), (MASKED, second)]
    assert [str(bug) for bug in bugs] == ["a hidden hand", "Query.wrong: PrivateValue"]


async def test_mutations_only_where_they_are_allowed() -> None:
    text = "mutation M { play }"
    answer = await COMPILED.execute(text, None, None, None, allow=(QUERY,))
    assert (answer.status, answer.data, answer.operation, answer.type) == (
        ExecutionStatus.NOT_HERE,
        None,
        "M",
        "mutation",
    )
    assert (await ask(COMPILED, text)).encoded() == b'{"data":{"play":"played"}}'


async def test_nothing_is_compiled_where_the_schema_is_asked_for() -> None:
    text = "{ __schema { types { name kind } } }"
    await same(text)
    assert not COMPILED.documents.get(text)._selections


async def test_introspection_can_be_switched_off() -> None:
    text = "{ __schema { queryType { name } } }"
    assert (await ask(COMPILED, text)).data == {"__schema": {"queryType": {"name": "Query"}}}
    hidden = executable(True, introspection=False)
    assert (await ask(hidden, text)).status is ExecutionStatus.REQUEST_ERROR
    assert (await ask(hidden, "{ __typename }")).data == {"__typename": "Query"}


async def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SharedDocuments, "most_kept", 1000)
    where = executable(True, cache_size=3)
    for n in range(10):
        await ask(where, f"{{ a{n}: __typename }}")
    assert len(where.documents) == 3
    await ask(where, "{ __typename }" + " " * 20_000)
    assert len(where.documents) == 3
    await ask(where, "{ __typename }" + " " * 980)
    assert len(where.documents) == 1


async def test_a_client_that_tries_all_variables_fills_nothing() -> None:
    names = [f"v{n}" for n in range(8)]
    fields = " ".join(f"{name}: id @include(if: ${name})" for name in names)
    text = f"query ({', '.join(f'${name}: Boolean!' for name in names)}) {{ table {{ taps {{ {fields} }} }} }}"
    for n in range(100):
        await same(text, variables={name: bool(n >> i & 1) for i, name in enumerate(names)})
    kept = COMPILED.documents.get(text)._selections
    assert len(kept) == documents._MOST_SELECTIONS
    before = {*kept}
    for _ in range(documents._MOST_SELECTIONS):  # another client, who always asks the same, is not left out for ever
        await same(text, variables=dict.fromkeys(names, True))
    assert len(kept) == documents._MOST_SELECTIONS
    assert any(all(given for _, given in flags) for *_, flags in {*kept} - before)


async def test_only_the_variables_of_directives_are_kept() -> None:
    text = "query ($m: String!, $a: Boolean!) { bug(message: $m) table { taps { id @skip(if: $a) } } }"
    await same(text, variables={"m": "SECRET", "a": False})
    (selection,) = COMPILED.documents.get(text)._selections.values()
    assert selection._context.variables.coerced == {"a": False}


async def test_in_another_operation_a_variable_of_the_same_name_can_be_anything() -> None:
    text = (
        "query Flag($a: Boolean!) { table { taps { id @skip(if: $a) } } } "
        "query Text($a: String!) { bug(message: $a) table { taps { id } } } "
        "query List($a: [Int!]!) { sum(of: $a) table { taps { id } } }"
    )
    for name, value in (("Flag", True), ("Flag", False), ("Text", "SECRET"), ("List", [1, 2])):
        assert (await same(text, variables={"a": value}, name=name)).data["table"]
    assert "SECRET" not in str(COMPILED.documents.get(text)._selections.keys())
