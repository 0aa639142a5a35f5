"""A compiled selection answers what the interpreter answers, to the byte; a client never sees a bug, nor a private value."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import pytest
import strawberry
from graphql import GraphQLError, Undefined
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct
from strawberry.permission import BasePermission
from strawberry.scalars import JSON

from taphouse.schema.execution import documents
from taphouse.schema.execution.compiled_selections import Selection, _Writer
from taphouse.schema.execution.executor import MASKED, MUTATION, QUERY, Answer, Executable, Result
from taphouse.schema.execution.limits import Limits
from tests.effort import many


@strawberry.enum
class Malt(enum.Enum):
    PALE = "PALE"
    DARK = "DARK"


@strawberry.enum
class Size(enum.Enum):
    SMALL = 1
    LARGE = 2


class CardValue(Struct, frozen=True):
    id: Any
    name: Any = "Stout"
    malt: Any = Malt.DARK
    size: Any = Size.LARGE
    cost: Any = (1, 2)
    grid: Any = ((1,), (), (2, 3))
    text: Any = None
    weight: Any = 1.5
    fresh: Any = True
    more: Any = msgspec.field(default_factory=lambda: {"a": [1, None]})
    next: Any = None


class TapValue(Struct, frozen=True):
    id: Any
    card: Any
    barley: Any = None


class TableValue(Struct, frozen=True):
    first: Any
    taps: Any
    slots: Any
    pile: Any
    nodes: Any


class PrivateValue(Struct, frozen=True):
    hand: str = "SECRET"


class SlipValue(Struct, frozen=True):
    note: Any

    @property
    def notes(self) -> list[Any]:
        return [self.note]


class LaterNull:
    def __await__(self) -> Iterator[None]:
        return iter(())


class HouseValue:
    """Of which type it is, its class does not tell."""

    def __init__(self, kind: str, table: TableValue) -> None:
        self.kind, self.table = kind, table

    @property
    def name(self) -> str:
        return f"The {self.kind}"


@strawberry.interface
class Node:
    id: strawberry.ID


@strawberry.type
class Card(Node):
    name: str
    malt: Malt
    size: Size
    cost: list[int]
    grid: list[list[int] | None]
    text: str | None
    weight: float
    fresh: bool
    more: JSON
    next: Card | None

    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, CardValue)


@strawberry.type
class Tap(Node):
    card: Card | None
    barley: Malt | None

    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, TapValue)


Thing = Annotated[Card | Tap, strawberry.union("Thing")]


@strawberry.type
class Table:
    first: Thing
    taps: list[Tap]
    slots: list[Card | None]
    pile: list[Thing] | None
    nodes: list[Node]

    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, TableValue)


@strawberry.interface
class House:
    name: str
    table: Table | None

    @strawberry.field
    async def served(self, count: int = 1) -> list[Card]:
        return list(CARDS[:count])  # type: ignore[arg-type]


@strawberry.type
class Pub(House):
    kind: str

    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, HouseValue) and value.kind == "pub"


@strawberry.type
class Brewery(House):
    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, HouseValue) and value.kind == "brewery"


class Never(BasePermission):
    message = "no"

    def has_permission(self, source: Any, info: Any, **kwargs: Any) -> bool:
        return False


@strawberry.type
class Guarded:
    hand: str | None = strawberry.field(permission_classes=[Never])

    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, PrivateValue)


@strawberry.type
class Note:
    """Any value is one: it has no `is_type_of`."""

    message: str | None


@strawberry.type
class Slip:
    note: Note | None
    notes: list[Note]

    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, SlipValue)


@strawberry.type
class Query:
    @strawberry.field
    def table(self, info: strawberry.Info) -> Table | None:
        return info.context  # type: ignore[no-any-return]

    @strawberry.field
    async def later(self, info: strawberry.Info) -> list[Table]:
        return [info.context] * 2

    @strawberry.field
    def thing(self, info: strawberry.Info) -> Thing:
        return info.context.first  # type: ignore[no-any-return]

    @strawberry.field
    def houses(self, info: strawberry.Info) -> list[House | None]:
        return [HouseValue(kind, info.context) for kind in ("pub", "brewery", "pub")]  # type: ignore[misc]

    @strawberry.field
    def house(self, info: strawberry.Info) -> House | None:
        return HouseValue("barn" if info.context.first == "barn" else "pub", info.context)  # type: ignore[return-value]

    @strawberry.field
    def slip(self, info: strawberry.Info) -> Slip | None:
        return info.context  # type: ignore[no-any-return]

    @strawberry.field
    def note(self, info: strawberry.Info) -> Note | None:
        return info.context.note  # type: ignore[no-any-return]

    @strawberry.field
    def guarded(self) -> Guarded:
        return PrivateValue()  # type: ignore[return-value]

    @strawberry.field
    def wrong(self) -> Card | None:
        return PrivateValue()  # type: ignore[return-value]

    @strawberry.field
    def bug(self, message: str = "a hidden hand") -> str | None:
        raise RuntimeError(message)

    @strawberry.field
    def sum(self, of: list[int]) -> int:
        return sum(of)

    @strawberry.field
    def meant(self) -> str | None:
        raise GraphQLError("you may see this", extensions={"code": "MEANT"})


@strawberry.type
class Mutation:
    @strawberry.mutation
    def play(self) -> str:
        return "played"


SCHEMA = strawberry.Schema(Query, Mutation, types=[Card, Tap, Pub, Brewery])._schema

CARDS = tuple(CardValue(id=str(n), name=f"Bräu {n}", text=None if n % 2 else "dry") for n in range(3))
CARD = CardValue(id="9", malt=Malt.PALE, next=CARDS[0], cost=[], more=3)
TAP = TapValue("t1", CARDS[1], Malt.PALE)
TABLE = TableValue(TAP, (TAP, TapValue("t2", None)), (CARD, None, CARDS[2]), (TAP, CARD), [CARD, TAP, CARDS[0]])


def executable(compiled: bool, **more: Any) -> Executable:
    return Executable(SCHEMA, lambda error: type(error).__name__, compiled=compiled, **more)


LARGE = Limits(tokens=5000, depth=200, aliases=1000, directives=1000, cost=1 << 30)
COMPILED, INTERPRETED = executable(True, limits=LARGE), executable(False, limits=LARGE)


async def ask(
    where: Executable,
    query: str,
    context: Any = TABLE,
    variables: dict[str, Any] | None = None,
    name: str | None = None,
) -> Result:
    return await where.execute(query, variables, name, context, allow=(QUERY, MUTATION))


async def same(
    query: str, context: Any = TABLE, variables: dict[str, Any] | None = None, name: str | None = None
) -> Result:
    """The compiled answer, once before it is compiled and twice after that, is the interpreted one."""
    expected = await ask(INTERPRETED, query, context, variables, name)
    for _ in range(3):
        answer = await ask(COMPILED, query, context, variables, name)
        assert msgspec.json.encode(answer) == msgspec.json.encode(expected)
    return expected


# Random documents. A fragment is there for each composite type; what is picked of it is the document's business.

FLAGS = ("a", "b")
FIELDS: dict[str, dict[str, str | None]] = {
    "Query": {"table": "Table", "later": "Table", "thing": "Thing", "houses": "House"},
    "Table": {"first": "Thing", "taps": "Tap", "slots": "Card", "pile": "Thing", "nodes": "Node"},
    "Tap": {"id": None, "card": "Card", "barley": None},
    "Card": dict.fromkeys(("id", "name", "malt", "size", "cost", "grid", "text", "weight", "fresh", "more"))
    | {"next": "Card"},
    "Node": {"id": None},
    "Thing": {},
    **{house: {"name": None, "table": "Table", "served": "Card"} for house in ("House", "Pub", "Brewery")},
}
MEMBERS = {
    "Thing": ("Card", "Tap", "Node"),
    "Node": ("Card", "Tap"),
    "Card": ("Node",),
    "Tap": ("Node",),
    "House": ("Pub", "Brewery"),
}
directives = st.sampled_from(
    ("",) * 5 + tuple(f" @{d}(if: {v})" for d in ("include", "skip") for v in ("$a", "$b", "true"))
)


@st.composite
def selections(draw: st.DrawFn, type_: str, depth: int, spread: bool = True) -> str:
    parts = [draw(st.sampled_from(("__typename", "kind: __typename")))] if draw(st.booleans()) or depth == 0 else []
    for _ in range(draw(st.integers(1, 4)) if depth else 0):
        kind = draw(st.integers(0, 7))
        if kind == 0 and spread:
            parts.append(f"...F{type_}{draw(directives)}")
        elif kind <= 2 and type_ in MEMBERS:
            member = draw(st.sampled_from(MEMBERS[type_]))
            parts.append(f"... on {member}{draw(directives)} {draw(selections(member, depth - 1, spread))}")
        elif kind == 3:
            parts.append(f"...{draw(directives)} {draw(selections(type_, depth - 1, spread))}")
        elif FIELDS[type_]:
            field = draw(st.sampled_from(sorted(FIELDS[type_])))
            # An alias that tells the field, or equal names would mean different things now and then.
            alias = f"{field}_{draw(st.integers(0, 1))}: " if draw(st.booleans()) else ""
            of_type = FIELDS[type_][field]
            inner = draw(selections(of_type, depth - 1, spread)) if of_type else ""
            parts.append(f"{alias}{field}{draw(directives)} {inner}")
    return "{ " + " ".join(parts or ["__typename"]) + " }"


@st.composite
def texts(draw: st.DrawFn) -> str:
    variables = "($a: Boolean!, $b: Boolean! = true)"
    operations = [f"query {name}{variables} {draw(selections('Query', 4))}" for name in ("One", "Two")]
    fragments = [f"fragment F{t} on {t} {draw(selections(t, 2, spread=False))}" for t in FIELDS]
    used = (
        "{ __typename table { taps { ...FTap card { ...FCard } } nodes { ...FNode } first { ...FThing } ...FTable } "
        "houses { ...FHouse ...FPub ...FBrewery } }"
    )
    # The rules ask that each variable and each fragment is used.
    uses = "__typename @include(if: $a) @skip(if: $b) all: "
    return " ".join(
        [o.replace("{", "{ ...FQuery " + uses + "__typename ", 1) for o in operations]
        + [f"query Uses{variables} {used.replace('{', '{ ' + uses + '__typename ', 1)}", *fragments]
    )


@settings(deadline=None, max_examples=many(50), suppress_health_check=list(HealthCheck))
@given(text=texts(), flags=st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=3))
async def test_compiled_is_interpreted(text: str, flags: list[tuple[bool, bool]]) -> None:
    for a, b in flags:
        for name in ("One", "Two", "Uses"):
            answer = await same(text, variables={"a": a, "b": b}, name=name)
            assert answer.answer is Answer.EXECUTED, answer.errors
            assert not answer.errors


async def test_something_was_compiled() -> None:
    await same("{ table { first { __typename ... on Tap { id } } } thing { __typename } later { taps { id } } }")
    text = next(reversed(COMPILED.documents._kept))
    assert [s._project.__name__ for s in COMPILED.documents.get(text)._selections.values()] == ["project"] * 3


async def test_only_the_places_of_resolvers_are_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    compiled = Selection.compiled

    def counted(self: Selection, type_: Any, *more: Any, **rest: Any) -> Any:
        made.append(str(type_))
        return compiled(self, type_, *more, **rest)

    monkeypatch.setattr(Selection, "compiled", counted)
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


async def test_a_selection_that_is_too_large_is_compiled_in_parts_by_and_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taphouse.schema.execution.compiled_selections.MOST_FIELDS", 10)
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


async def test_lists_deeper_than_python_likes_are_left_to_the_interpreter() -> None:
    text = "next { " * 90 + "id" + " }" * 90
    assert not (await same(f"{{ table {{ slots {{ {text} }} }} }}")).errors


async def test_a_bug_is_masked_and_told_once() -> None:
    bugs: list[BaseException] = []

    def on_bug(error: BaseException) -> str:
        bugs.append(error)
        return f"id-{len(bugs)}"

    where = Executable(SCHEMA, on_bug)
    answer = await ask(where, '{ bug other: bug(message: "x") meant wrong { id } }')
    assert answer.answer is Answer.EXECUTED
    assert answer.data == {"bug": None, "other": None, "meant": None, "wrong": None}
    told = [(error["message"], error["extensions"]) for error in answer.errors]
    first, second = {"code": "INTERNAL", "id": "id-1"}, {"code": "INTERNAL", "id": "id-2"}
    assert told == [(MASKED, first), (MASKED, first), ("you may see this", {"code": "MEANT"}), (MASKED, second)]
    assert [str(bug) for bug in bugs] == ["a hidden hand", "Query.wrong: PrivateValue"]


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
    assert answer.answer is Answer.REQUEST_ERROR
    assert "data" not in answer.body()
    assert word in answer.errors[0]["message"]
    assert "Did you mean" not in str(answer.errors)


async def test_mutations_only_where_they_are_allowed() -> None:
    text = "mutation M { play }"
    answer = await COMPILED.execute(text, None, None, None, allow=(QUERY,))
    assert (answer.answer, answer.data, answer.operation, answer.type) == (Answer.NOT_HERE, None, "M", "mutation")
    assert (await ask(COMPILED, text)).body() == {"data": {"play": "played"}}


async def test_nothing_is_compiled_where_the_schema_is_asked_for() -> None:
    text = "{ __schema { types { name kind } } }"
    await same(text)
    assert not COMPILED.documents.get(text)._selections


async def test_introspection_can_be_switched_off() -> None:
    text = "{ __schema { queryType { name } } }"
    assert (await ask(COMPILED, text)).data == {"__schema": {"queryType": {"name": "Query"}}}
    hidden = executable(True, introspection=False)
    assert (await ask(hidden, text)).answer is Answer.REQUEST_ERROR
    assert (await ask(hidden, "{ __typename }")).data == {"__typename": "Query"}


async def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    where = executable(True, cache_size=3)
    for n in range(10):
        await ask(where, f"{{ a{n}: __typename }}")
    assert len(where.documents) == 3
    await ask(where, "{ __typename }" + " " * 20_000)
    assert len(where.documents) == 3
    monkeypatch.setattr(documents, "_MOST_KEPT", 1000)
    await ask(where, "{ __typename }" + " " * 980)
    assert len(where.documents) == 1


async def test_a_client_that_tries_all_variables_fills_nothing() -> None:
    names = [f"v{n}" for n in range(8)]
    fields = " ".join(f"{name}: id @include(if: ${name})" for name in names)
    text = f"query ({', '.join(f'${name}: Boolean!' for name in names)}) {{ table {{ taps {{ {fields} }} }} }}"
    for n in range(100):
        await same(text, variables={name: bool(n >> i & 1) for i, name in enumerate(names)})
    assert len(COMPILED.documents.get(text)._selections) == documents._MOST_SELECTIONS


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
