"""Every field that does something has a price, and lists are about as long as they are priced."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    get_nullable_type,
    is_introspection_type,
    is_list_type,
    specified_rules,
)
from msgspec import Meta, Struct

from taphouse.engine import GAMES
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.editions import packaged
from taphouse.schema.execution.cost import declared
from taphouse.schema.execution.documents import Document, DocumentCache
from taphouse.schema.execution.limits import LIMITS
from taphouse.schema.graphql.build import Api
from taphouse.schema.inputs import MOST_RECORD
from taphouse.schema.prices import (
    ANEW,
    CREATE,
    LEAST,
    RECORDED,
    REPLAYED,
    ROOT,
    SHOWN,
    TYPICAL,
    VERSIONS_RECORDED,
    Price,
    record_price,
)
from taphouse.schema.rest.operations import OPERATIONS
from taphouse.schema.served_games import ServedGames
from taphouse.service.games.catalogue import catalogues
from taphouse.service.games.kernel.editions import Editions
from tests.api.selections import SCHEMA
from tests.tiny.about import GAME


@pytest.mark.parametrize(("room", "forgets"), [("fields", "(Query|CaskRaceGame)"), ("mutations", "Mutation")])
def test_a_schema_in_which_a_field_that_does_something_has_no_price_is_not_built(
    room: str, forgets: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"taphouse.schema.graphql.{room}.priced", lambda _: {})
    with pytest.raises(TypeError, match=rf"^{forgets}\.\w+ has no price"):
        Api(ServedGames({GAME.about.kind: GAME}))


def test_a_list_with_an_argument_for_its_length_is_priced_by_it() -> None:
    for type_ in SCHEMA.type_map.values():
        if isinstance(type_, GraphQLObjectType | GraphQLInterfaceType) and not is_introspection_type(type_):
            for name, field in type_.fields.items():
                price = declared(field)
                if "first" in field.args:
                    assert price is not None, f"{type_.name}.{name}"
                    assert price.listed == "first", f"{type_.name}.{name}"
                    assert field.args["first"].description == f"The most items to return, 1 to {price.most}."
                elif is_list_type(get_nullable_type(field.type)):
                    assert not field.args, f"{type_.name}.{name} needs a bound that its price knows"


def lists(value: Any) -> Iterator[tuple[type, str, int]]:
    """Every list in a value: whose it is, its name, and how long it is."""
    if isinstance(value, tuple):
        for one in value:
            yield from lists(one)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            of = getattr(value, name)
            if isinstance(of, tuple):
                yield type(value), name, len(of)
            yield from lists(of)


def values(kind: str) -> Iterator[Any]:
    """The tables and events of a random game of three."""
    game = GAMES[kind]
    rules = game.rules(packaged(game.edition, game.about.package)[0])
    chance, rng = Chance(seed_from("how long are lists?")), random.Random(7)
    state = rules.new(game.about.options(), 3, chance)
    for number in range(300):
        moves = list(rules.moves(state))
        if not moves:
            return
        step = rules.apply(state, rng.choice(moves), chance)
        state = step.state
        yield step.events
        if number % 10 == 0:
            yield rules.view(state)


@pytest.mark.parametrize("kind", [*GAMES, "catalogue"])
def test_lists_are_on_average_not_much_longer_than_they_are_priced(kind: str) -> None:
    shown = [catalogues(GAMES, Editions(GAMES, None).offered, ["en"])["en"]] if kind == "catalogue" else values(kind)
    lengths: dict[tuple[type, str], list[int]] = defaultdict(list)
    for value in shown:
        for owner, name, length in lists(value):
            lengths[owner, name].append(length)
    assert lengths
    longer = {
        f"{owner.__name__}.{name}": (mean, size)
        for (owner, name), counts in lengths.items()
        if (mean := sum(counts) / len(counts)) > 2.5 * (size := priced_size(owner, name))
    }
    assert longer == {}, 'say in the field\'s Meta: extra={"size": ...}'


def priced_size(owner: type, name: str) -> float:
    """The length that is assumed for a list."""
    hint = get_type_hints(owner, include_extras=True)[name]
    metas = [meta for meta in get_args(hint)[1:] if isinstance(meta, Meta)] if get_origin(hint) is not tuple else []
    sizes = [meta.extra["size"] for meta in metas if meta.extra]
    return float(sizes[0]) if sizes else TYPICAL


@pytest.mark.parametrize("field", ["__typename", "now { time }", "catalogue { __typename }", "__schema { __typename }"])
def test_a_root_field_is_paid_for_as_often_as_it_is_called(field: str) -> None:
    documents = DocumentCache(SCHEMA, specified_rules, 1, LIMITS)

    def cost(times: int) -> int:
        read = documents.get("{" + " ".join(f"a{number}: {field}" for number in range(times)) + "}")
        assert isinstance(read, Document)
        return read.operation(None).cost({})

    assert cost(390) - cost(1) >= 389 * ROOT
    assert cost(1) <= 2 * ROOT


def test_no_request_of_rest_costs_less_than_the_least() -> None:
    assert min(operation.cost({}) for operation in OPERATIONS if not operation._price.counted) == LEAST


def test_a_record_costs_what_its_length_takes() -> None:
    assert record_price(VERSIONS_RECORDED) == 0
    assert record_price(VERSIONS_RECORDED + 1000) == 1000 * RECORDED
    imported = Price(replayed="record")
    assert imported.number("record", "x" * 1000) == 1000
    assert imported.number("record", "[Undone 1 anew]\n" * 10) == 160 + 10 * ANEW


def test_the_longest_record_can_be_sent_over_graphql() -> None:
    assert LIMITS.cost > REPLAYED * MOST_RECORD + CREATE + SHOWN
