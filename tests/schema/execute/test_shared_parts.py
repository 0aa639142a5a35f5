"""The parts of responses for shared values are cached by their identity, and their memory is bounded."""

from __future__ import annotations

import gc
from typing import Any

import msgspec
import pytest

from taphouse.engine import GAMES
from taphouse.engine.vocabulary import Shared
from taphouse.schema.execution.executor import Executable
from taphouse.schema.execution.fields import shared_parts
from taphouse.schema.execution.fields.plain_fields import TypesOfValues
from tests.conformance.tables import playout, tables
from tests.schema.execute.asking import ask, executable, same
from tests.schema.execute.pub import CARD, CARDS, TABLE, CardValue, TableValue

TEXT = "{ table { slots { id name next { id } } } }"


def table(*cards: CardValue) -> TableValue:
    return msgspec.structs.replace(TABLE, slots=cards)


def types(where: Executable) -> TypesOfValues:
    assert where._types is not None
    return where._types


def parts(where: Executable) -> list[dict[int, Any]]:
    """The parts at each place that has any."""
    return [place.kept for place in types(where).parts._places if place.kept]


async def answer(where: Executable, *cards: CardValue) -> list[dict[str, Any]]:
    body = (await ask(where, TEXT, table(*cards))).encoded()
    slots: list[dict[str, Any]] = msgspec.json.decode(body)["data"]["table"]["slots"]
    return slots


async def test_a_value_is_encoded_once_for_a_place() -> None:
    where = executable(True)
    for _ in range(3):
        assert [slot["name"] for slot in await answer(where, *CARDS, CARDS[0])] == [
            "Bräu 0",
            "Bräu 1",
            "Bräu 2",
            "Bräu 0",
        ]
    (kept,) = parts(where)
    assert [value for _, value in kept.values()] == [*CARDS]
    assert {type(part) for part, _ in kept.values()} == {msgspec.Raw}


async def test_an_equal_value_has_a_part_of_its_own() -> None:
    where = executable(True)
    twin = msgspec.structs.replace(CARD)
    for _ in range(3):
        first, second = await answer(where, CARD, twin)
        assert first == second == {"id": "9", "name": "Stout", "next": {"id": "0"}}
    kept = max(parts(where), key=len)
    assert {id(value) for _, value in kept.values()} == {id(CARD), id(twin)}


async def test_a_value_that_cannot_be_sent_has_no_part() -> None:
    bad = msgspec.structs.replace(CARD, name=None)
    for _ in range(3):
        assert (await same(TEXT, table(CARDS[0], bad))).errors
    where = executable(True)
    for _ in range(3):
        await ask(where, TEXT, table(CARDS[0], bad))
    (kept,) = parts(where)
    assert [value for _, value in kept.values()] == [CARDS[0]]


async def test_the_parts_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_parts, "MOST_BYTES", 10_000)
    where, most = executable(True), 0
    for n in range(100):
        cards = [CardValue(id=f"{n} {i}", name="x" * 50) for i in range(3)]
        assert [slot["id"] for slot in await answer(where, *cards)] == [card.id for card in cards]
        most = max([most, *map(len, parts(where))])
    assert 20 < most <= 10_000 // 300


async def test_the_parts_go_with_their_document() -> None:
    where = executable(True, cache_size=2)
    for _ in range(3):
        await answer(where, *CARDS)
    assert parts(where)
    for n in range(2):
        await ask(where, f"{{ a{n}: __typename }}")
    gc.collect()
    assert not parts(where)


@pytest.mark.parametrize("kind", GAMES)
def test_positions_share_their_shared_values(kind: str) -> None:
    for table in tables(kind):
        views = [table.rules.view(table.rules.known(state, 1)) for state in playout(table, "shared").states[::5]]
        objects: dict[Any, dict[int, Shared]] = {}
        for view in views:
            for value in shared(view):
                objects.setdefault((type(value), value), {})[id(value)] = value
        assert objects
        assert max(map(len, objects.values())) <= 2, str(table)  # a played card looks like one that was not


def shared(value: Any) -> list[Shared]:
    """The shared values in a value."""
    own = [value] if isinstance(value, Shared) else []
    inner = [getattr(value, name) for name in value.__struct_fields__] if isinstance(value, msgspec.Struct) else value
    return own + [one for part in inner for one in shared(part)] if isinstance(inner, list | tuple) else own
