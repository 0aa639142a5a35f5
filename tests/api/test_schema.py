"""The public contract: everything has a description, the stored SDL is current, and what is promised of types holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from graphql import (
    DirectiveDefinitionNode,
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    get_introspection_query,
    get_named_type,
    parse,
)

from taphouse import schema
from taphouse.engine import GAMES
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import constant
from taphouse.schema.graphql.build import Api
from taphouse.schema.operations.declaration import ONLY_REST
from taphouse.schema.registry import DECLARATIONS, PROBLEMS
from taphouse.schema.served_games import ServedGames
from tests.api.client import Client
from tests.api.selections import SCHEMA
from tests.api.server import BOTH

STORED = Path(schema.__file__).parent / "taphouse.graphql"


@pytest.fixture(scope="module")
def introspected(on_memory: Client) -> list[dict[str, Any]]:
    query = get_introspection_query(input_value_deprecation=True, specified_by_url=True, directive_is_repeatable=True)
    types: list[dict[str, Any]] = on_memory.ask(query)["__schema"]["types"]
    return [type_ for type_ in types if not type_["name"].startswith("__")]


def described(types: list[dict[str, Any]]) -> Iterator[tuple[str, str | None]]:
    """Every type, field, argument, input field and enum value, with its description."""
    for type_ in types:
        yield type_["name"], type_["description"]
        for field in type_["fields"] or ():
            yield f"{type_['name']}.{field['name']}", field["description"]
            for argument in field["args"]:
                yield f"{type_['name']}.{field['name']}({argument['name']})", argument["description"]
        for value in (type_["inputFields"] or []) + (type_["enumValues"] or []):
            yield f"{type_['name']}.{value['name']}", value["description"]


def test_every_type_field_argument_and_value_has_a_description(introspected: list[dict[str, Any]]) -> None:
    things = dict(described(introspected))
    assert len(things) > 500
    assert [name for name, text in things.items() if not (text and text.strip())] == []


def test_descriptions_are_sentences(introspected: list[dict[str, Any]]) -> None:
    ours = {name: text or "" for name, text in described(introspected) if name.split(".")[0] not in SCALARS}
    assert [name for name, text in ours.items() if text.strip()[-1] not in ".:" or "\n\n" in text] == []


def test_every_directive_that_the_sdl_defines_has_a_description(alone: Api) -> None:
    defined = [one for one in parse(alone.sdl()).definitions if isinstance(one, DirectiveDefinitionNode)]
    assert [(one.name.value, one.description is not None) for one in defined] == [("oneOf", True)]


def test_directives_have_only_locations_that_older_clients_know(on_memory: Client) -> None:
    """graphql-core before 3.2.11 raises on a location that its specification does not have."""
    query = get_introspection_query(directive_is_repeatable=True)
    found = {one["name"]: one["locations"] for one in on_memory.ask(query)["__schema"]["directives"]}
    assert found.keys() >= {"include", "skip", "deprecated", "specifiedBy", "oneOf"}
    assert {location for locations in found.values() for location in locations} <= LOCATIONS


LOCATIONS = {
    *("QUERY", "MUTATION", "SUBSCRIPTION", "FIELD", "FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"),
    *("VARIABLE_DEFINITION", "SCHEMA", "SCALAR", "OBJECT", "FIELD_DEFINITION", "ARGUMENT_DEFINITION", "INTERFACE"),
    *("UNION", "ENUM", "ENUM_VALUE", "INPUT_OBJECT", "INPUT_FIELD_DEFINITION"),
}
"""The locations of the specification of September 2025."""
SCALARS = {"DateTime", "JSON", "String", "Int", "Float", "Boolean", "ID"}


@pytest.fixture(scope="module")
def alone() -> Api:
    """The real games without the tiny one."""
    return Api(ServedGames(GAMES.own()))


def test_the_stored_sdl_is_current(alone: Api) -> None:
    assert STORED.read_text(encoding="utf-8") == alone.sdl(), "write it anew with the command in the Makefile"


def test_a_game_more_changes_nothing_of_what_the_others_have(alone: Api) -> None:
    before, after = alone.core, SCHEMA
    shared = {"Mutation", "MoveInput", "NewGameInput", "GameResult", "PreviewResult"}
    for name, type_ in before.type_map.items():
        if hasattr(type_, "fields") and name not in shared:
            assert [*after.type_map[name].fields] == [*type_.fields], name  # type: ignore[attr-defined]
    assert {*before.mutation_type.fields} < {*after.mutation_type.fields}  # type: ignore[union-attr]


@pytest.mark.parametrize("game", BOTH.values(), ids=BOTH)
def test_each_move_is_a_mutation_with_its_fields_and_its_docstring(game: Game) -> None:
    mutations = SCHEMA.mutation_type
    assert mutations is not None
    first, *rest = game.about.kind.split("-")
    prefix = first + "".join(part.capitalize() for part in rest)
    for move in game.about.moves:
        field = mutations.fields[prefix + move.__name__]
        assert [*field.args] == ["gameId", *move.__struct_encode_fields__, "expectedVersion", "idempotencyKey"]
        assert field.description == move.__doc__
        assert str(field.type) == "ChangeResult!"
    assert prefix + "Play" not in mutations.fields, "`play` takes the moves of every game"


def values(name: str) -> list[str]:
    """The values of an enum."""
    type_ = SCHEMA.type_map[name]
    assert isinstance(type_, GraphQLEnumType)
    return [*type_.values]


def test_kinds_reasons_and_codes_are_enums_of_all_there_are() -> None:
    abouts = [game.about for game in BOTH.values()]
    assert values("GameKind") == [constant(about.kind) for about in abouts]
    reasons = [constant(reason.name) for about in abouts for reason in about.reasons]
    assert values("EndReason") == [*dict.fromkeys(reasons), "OTHERS_RESIGNED"]
    problems = {type_.name for type_ in SCHEMA.get_possible_types(SCHEMA.type_map["Problem"])}  # type: ignore[arg-type]
    assert {problem.__name__ for problem in PROBLEMS} == problems
    assert sorted(values("ProblemCode")) == sorted({problem.code for problem in PROBLEMS})


def test_what_is_one_of_a_few_is_never_a_string() -> None:
    found: dict[str, set[str]] = {"code": set(), "kind": set(), "reason": set(), "season": set(), "phase": set()}
    for type_ in SCHEMA.type_map.values():
        if isinstance(type_, GraphQLObjectType | GraphQLInterfaceType) and not type_.name.startswith("__"):
            for name in found.keys() & type_.fields.keys():
                found[name].add(str(type_.fields[name].type).rstrip("!"))
    assert found == {
        "code": {"ProblemCode"},
        "kind": {"BrewCraftersStepKind", "GameKind", "OriginKind", "PintCraftCardKind", "ProposalKind"},
        "reason": {"EndReason", "OrdersEnd", "SeatEndReason"},
        "season": {"Season"},
        "phase": {"BrewCraftersPhase"},
    }
    assert [name for name in SCHEMA.type_map if name.endswith("Season")] == ["Season"]


def test_there_is_one_way_to_write_a_move() -> None:
    """Every argument that takes a move of any game takes a `MoveInput`, and what can be sent is shown as one."""
    typed = {f"{game.about.name}MoveInput" for game in BOTH.values()}
    taken: dict[str, str] = {}
    for type_ in SCHEMA.type_map.values():
        if isinstance(type_, GraphQLObjectType | GraphQLInterfaceType):
            for name, field in type_.fields.items():
                for argument, of in field.args.items():
                    assert get_named_type(of.type).name not in typed, f"{type_.name}.{name}"
                    if get_named_type(of.type).name == "MoveInput":
                        taken[name] = f"{argument}: {of.type}"
    assert taken == {"play": "moves: [MoveInput!]!", "preview": "moves: [MoveInput!]!", "whyNot": "move: MoveInput!"}
    move = SCHEMA.type_map["MoveInput"]
    assert isinstance(move, GraphQLInputObjectType)
    assert move.is_one_of
    fields = {name: str(field.type) for name, field in move.fields.items()}
    assert fields == {"notation": "String"} | {game.field: f"{game.about.name}MoveInput" for game in BOTH.values()}
    shown = SCHEMA.type_map["LegalMove"]
    assert isinstance(shown, GraphQLInterfaceType)
    assert str(shown.fields["input"].type) == "MoveInputObject!"


def test_every_page_is_a_connection_but_that_of_events() -> None:
    """Each with edges, cursors and the position of the page, as the specification of connections asks for."""
    paged = {}
    for type_ in SCHEMA.type_map.values():
        if isinstance(type_, GraphQLObjectType) and not type_.name.startswith("__"):
            paged |= {
                f"{name}: {get_named_type(field.type)}": str(field.args["after"].type)
                for name, field in type_.fields.items()
                if "after" in field.args
            }
    connections = ("games: Game", "finishedGames: Game", "pendingDecisions: PendingDecision")
    connections += ("openGames: OpenGamesResult", "finishedGames: FinishedGamesResult")
    connections += ("legalMoves: LegalMove", "history: LogEntry")
    connections += (
        "challenges: Game",
        "openGames: Game",
        "leaderboard: LeaderboardResult",
        "ratingHistory: RatingHistoryResult",
        *("operatorGames: OperatorGamesResult", "operatorAccounts: OperatorAccountsResult"),
        *("operatorLog: OperatorLogResult", "operatorExport: OperatorExportResult", "reports: ReportsResult"),
    )
    cursors = dict.fromkeys([one if one.endswith("Result") else f"{one}Connection" for one in connections], "String")
    events = {"events: EventsResult": "Int!", "events: LogEntryResult": "Int!"}
    events |= dict.fromkeys(
        (
            *("accountEvents: AccountEventsResult", "talk: TalkLineResult", "talk: TalkResult"),
            *("feed: FeedResult", "feed: FeedEventResult"),
        ),
        "String",
    )
    assert paged == cursors | events
    for name in ("Game", "PendingDecision", "LegalMove", "LogEntry"):
        shapes = [
            {field: str(of.type) for field, of in SCHEMA.type_map[f"{name}{part}"].fields.items()}  # type: ignore[attr-defined]
            for part in ("Connection", "Edge")
        ]
        assert shapes == [
            {"edges": f"[{name}Edge!]!", "pageInfo": "PageInfo!"},
            {"cursor": "String!", "node": f"{name}!"},
        ]


@pytest.mark.parametrize(
    ("union", "problems"),
    [(one.union, one.refuses) for one in DECLARATIONS if one.refuses and one.on != ONLY_REST],
)
def test_each_result_is_a_success_or_one_of_its_problems(union: str, problems: tuple[type, ...]) -> None:
    members = {member.name for member in SCHEMA.type_map[union].types}  # type: ignore[attr-defined]
    known = {type_.name for type_ in SCHEMA.get_possible_types(SCHEMA.type_map["Problem"])}  # type: ignore[arg-type]
    assert members & known == {problem.__name__ for problem in problems}


def test_what_a_seat_may_not_have_twice_has_no_field() -> None:
    """Nothing that could join the two sides of a card, and no handle of a card, is in the contract."""
    card = SCHEMA.type_map["DankAndDraftCard"]
    assert [*card.fields] == ["brewery", "type", "action"]  # type: ignore[attr-defined]
