"""Where all of a struct is selected in its order, the struct itself is sent, with the same bytes."""

from __future__ import annotations

import datetime
from typing import Annotated, Any

import msgspec
import pytest
import strawberry
from graphql import GraphQLNamedType, GraphQLObjectType, get_named_type
from msgspec import Meta, Struct
from strawberry.types.info import Info

from taphouse.engine.vocabulary import Public, Season, Shared
from taphouse.schema.execution.executor import Executable
from taphouse.schema.graphql.derive import Types
from tests.conformance.tables import GAMES, default_table, playout
from tests.schema.execute.asking import LARGE, ask

TEXT = Meta(description="Something.")
Int, Text, Flag = Annotated[int, TEXT], Annotated[str, TEXT], Annotated[bool, TEXT]


class Cask(Public, frozen=True):
    """A cask."""

    size: Int
    hop_season: Annotated[Season, TEXT]


class Cellar(Public, frozen=True):
    """All that can be sent as it is."""

    name: Text
    open: Flag
    season: Annotated[Season | None, TEXT]
    best_cask: Annotated[Cask, TEXT]
    spare: Annotated[Cask | None, TEXT]
    casks: Annotated[tuple[Cask, ...], TEXT]
    grid: Annotated[tuple[tuple[int | None, ...], ...], TEXT]


class Weighed(Public, frozen=True):
    """A float of 2 is sent as 2.0."""

    weight: Annotated[float, TEXT]


class Dated(Public, frozen=True):
    """Times have another form."""

    at: Annotated[datetime.datetime, TEXT]


class Tagged(Public, frozen=True, tag="tagged"):
    """In JSON it has a tag."""

    size: Int


class Brief(Public, frozen=True, omit_defaults=True):
    """In JSON, defaults are left out."""

    size: Int = 1


class Label(Shared, frozen=True):
    """Made once for an edition: its JSON is cached."""

    text: Text


class Plain(Public, frozen=True):
    """A struct that has a subclass."""

    size: Int


class Secret(Plain, frozen=True):
    """With more than the type has."""

    hand: Text = "SECRET"


class Holding(Public, frozen=True):
    """It holds what cannot be sent as it is."""

    plain: Annotated[Plain, TEXT]


CELLAR = Cellar("Deep", True, None, Cask(3, Season.FALL), None, (Cask(1, Season.SPRING),), ((1, None), ()))


class Both:
    """A schema with one field, `it`, whose value is the context; compiled and interpreted."""

    def __init__(self, struct: type[Public], packages: dict[str, str] | None = None) -> None:
        def it(info: Info[Any, Any]) -> Any:
            return info.context

        type_ = Types(packages or {}).output(struct)
        query = type("Query", (), {"it": strawberry.field(resolver=it, graphql_type=type_ | None)})
        schema = strawberry.Schema(strawberry.type(query))._schema
        field = schema.query_type.fields["it"]  # type: ignore[union-attr]
        self.whole = selection(get_named_type(field.type))
        self._compiled, self._interpreted = (
            Executable(schema, lambda error: type(error).__name__, limits=LARGE, compiled=compiled)
            for compiled in (True, False)
        )

    async def sent(self, value: Any, selected: str) -> Any:
        """What is sent of a value, after it was compared with what the interpreter sends."""
        text = f"{{ it {selected} }}"
        expected = await ask(self._interpreted, text, value)
        for _ in range(3):
            answer = await ask(self._compiled, text, value)
            assert answer.encoded() == expected.encoded()
        return None if answer.data is None else answer.data["it"]


def selection(type_: GraphQLNamedType) -> str:
    """All of a type, in its order."""
    if not isinstance(type_, GraphQLObjectType):
        return ""
    return "{ " + " ".join(f"{name} {selection(get_named_type(one.type))}" for name, one in type_.fields.items()) + " }"


@pytest.mark.parametrize("kind", GAMES)
async def test_the_whole_table_of_every_game_is_sent_as_it_is(kind: str) -> None:
    about = GAMES[kind].about
    both = Both(about.view, {about.package: about.name})
    for seats in (about.seats[0], about.seats[-1]):
        played = playout(default_table(kind, seats), "whole")
        for number, state in enumerate(played.states[:: max(1, len(played.states) // 10)]):
            table = played.table.rules.view(played.table.rules.known(state, number % seats + 1))
            assert await both.sent(table, both.whole) is table


async def test_an_object_with_values_of_every_kind_is_sent_as_it_is() -> None:
    both = Both(Cellar)
    for value in (CELLAR, msgspec.structs.replace(CELLAR, season=Season.FALL, spare=Cask(2, Season.WINTER), casks=())):
        assert await both.sent(value, both.whole) is value


@pytest.mark.parametrize(
    ("selected", "wholes"),
    [
        ("{ name }", 0),
        ("{ bestCask { size hopSeason } name }", 1),
        ("{ casks { hopSeason size } spare { size hopSeason __typename } bestCask { size other: hopSeason } }", 0),
        ("{ casks { size hopSeason } spare { size hopSeason } bestCask { size size hopSeason } }", 2),
    ],
)
async def test_what_selects_less_or_otherwise_is_made_as_before(selected: str, wholes: int) -> None:
    made = await Both(Cellar).sent(CELLAR, selected)
    assert isinstance(made, dict)
    parts = [part for value in made.values() for part in (value if isinstance(value, list) else [value])]
    assert sum(isinstance(part, Struct) for part in parts) == wholes


@pytest.mark.parametrize(
    "value",
    [Weighed(2), Dated(datetime.datetime.now(datetime.UTC)), Tagged(1), Brief(), Label("Stout"), Holding(Plain(1))],
)
async def test_what_has_another_form_in_json_is_not_sent_as_it_is(value: Public) -> None:
    both = Both(type(value))
    assert not isinstance(await both.sent(value, both.whole), Struct)
    await both.sent(value, f"{{ ... @skip(if: true) {both.whole} }}")


async def test_a_value_of_another_class_is_the_same_error() -> None:
    both = Both(Cellar)
    for value in (Secret(1), msgspec.structs.replace(CELLAR, best_cask=Cask(1, Season.FALL)), {"name": "Deep"}, None):
        sent = await both.sent(value, both.whole)
        assert sent is (value if isinstance(value, Cellar) else None)
