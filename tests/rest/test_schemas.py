"""The schemas of the OpenAPI document: they say what GraphQL says of the same types."""

from __future__ import annotations

import json
import re

import jsonschema_rs
import pytest
from graphql import GraphQLEnumType

from taphouse.engine.game import Game
from taphouse.engine.vocabulary import constant, lower_first
from taphouse.schema.graphql.build import Api
from taphouse.schema.inputs import MOST_CODE_POINTS
from taphouse.schema.problems.base import PlayerProblem, Problem
from taphouse.schema.registry import LIFECYCLE
from taphouse.schema.rest.json_schema import REF
from taphouse.schema.rest.operations import OPERATIONS
from tests.api.server import BOTH
from tests.rest.client import Document, Json

every_game = pytest.mark.parametrize("game", BOTH.values(), ids=BOTH)


def test_wherever_a_name_is_given_it_may_have_as_many_code_points(schemas: Json) -> None:
    for given in ("Naming", "Joining", "SeatAsked"):
        for name in ("name", "brewery"):
            assert f'"maxLength": {MOST_CODE_POINTS}' in json.dumps(schemas[given]["properties"][name]), given


@every_game
def test_each_move_has_a_schema_with_its_docstring(schemas: Json, game: Game) -> None:
    choice = schemas[f"{game.about.name}MoveInput"]
    assert (choice["minProperties"], choice["maxProperties"], choice["additionalProperties"]) == (1, 1, False)
    for move, (name, own) in zip(game.about.moves, choice["properties"].items(), strict=True):
        assert name == lower_first(move.__name__)
        if not move.__struct_fields__:
            assert own["description"] == move.__doc__
            assert [value for value in (True, False, 1, None) if jsonschema_rs.is_valid(own, value)] == [True]
            continue
        sent = schemas[own["$ref"].removeprefix(REF)]
        assert [*sent["properties"]] == [*move.__struct_encode_fields__]
        assert (sent["description"], sent["additionalProperties"]) == (move.__doc__, False)


@every_game
def test_games_moves_and_events_are_told_apart_by_a_tag(schemas: Json, game: Game) -> None:
    name = game.about.name
    for union, tag, members in (
        (f"{name}Move", "verb", game.about.moves),
        (f"{name}Event", "event", (*game.about.events, *LIFECYCLE)),
    ):
        choice = schemas[union]["discriminator"]
        assert choice["propertyName"] == tag
        assert len(choice["mapping"]) == len(schemas[union]["oneOf"]) - 1 == len(members)
        for value, ref in choice["mapping"].items():
            assert schemas[ref.removeprefix(REF)]["properties"][tag]["const"] == value
    for union in ("Game", "NewGame", "QuickPlay", "LegalMove", "LogEntry", "Preview", "World"):
        assert schemas[union]["discriminator"]["mapping"][constant(game.about.kind)] == f"{REF}{name}{union}"
        assert schemas[f"{name}{union}"]["properties"]["kind"]["const"] == constant(game.about.kind)


def test_what_is_added_to_a_choice_matches_its_general_member_alone(schemas: Json, document: Document) -> None:
    choices = {
        name: one
        for name, one in schemas.items()
        if "discriminator" in one and not name.endswith(("NewGame", "QuickPlay"))
    }
    assert len(choices) > 50
    for name, choice in choices.items():
        *known, general = [schemas[part["$ref"].removeprefix(REF)] for part in choice["oneOf"]]
        tag, mapping = choice["discriminator"]["propertyName"], choice["discriminator"]["mapping"]
        assert [f"{REF}{name}" for name in schemas if schemas[name] is general] == [choice["oneOf"][-1]["$ref"]], name
        assert choice["oneOf"][-1]["$ref"] not in mapping.values()
        assert {*mapping} <= {*general["properties"][tag]["not"]["enum"]}
        for member in known:
            assert {*general["properties"]} <= {*member["properties"]}, name
            assert general["required"] == [*general["properties"]]
    document.check(schemas["UnknownEvent"], {"event": "toast", "sentence": "Cheers.", "glass": 1})
    for event in schemas["UnknownEvent"]["properties"]["event"]["not"]["enum"]:
        with pytest.raises(jsonschema_rs.ValidationError):
            document.check(schemas["UnknownEvent"], {"event": event, "sentence": "No."})


def test_no_enum_of_a_request_is_open(schemas: Json, document: Document) -> None:
    """An unknown value is refused there. An enum of answers and of moves is closed by a negation that generators skip."""
    left = [one["requestBody"] for one in document.operations.values() if "requestBody" in one]
    seen: set[str] = set()
    while left:
        for name in {*re.findall(rf'"{REF}(\w+)"', json.dumps(left.pop()))} - seen:
            seen.add(name)
            left.append(schemas[name])
    assert {"NewProposal", "ReplacementInput", "BotKindInput"} <= seen
    assert [name for name in seen if "x-extensible-enum" in schemas[name] and "not" not in schemas[name]] == []


def test_a_type_has_the_name_and_the_members_that_graphql_gives_it(api: Api, schemas: Json) -> None:
    types = api.core.type_map
    rest_only = {
        "Joining",
        "Reissuing",
        "Narrowing",
        "Moves",
        "Previewed",
        "OneMove",
        "SeatAsked",
        "Judgement",
        "Suggestion",
    }
    rest_only |= {"SampledWorld"}
    rest_only |= {"GamePage", "LegalMovePage", "LogEntryPage", "PendingDecisionPage"}
    rest_only |= {"NewGame", "NewFork", "NewImport", "NewWebhook", "NewClock", "MoreTime", "NewProposal", "Undoing"}
    rest_only |= {"NewTicket", "GameNews", "AccountEvents", "Inviting", "Replacing", "Substitute"}
    rest_only |= {"Naming", "FirstSeatChoice", "HandoverTaking", "Claim"}
    rest_only |= {"NewProfile", "MarkAsked", "OwnProfile", "QuickPlay", "NewLine", "Muting"}
    rest_only |= {"LeaderboardPage", "RatingHistoryPage", "TalkModeChosen"}
    rest_only |= {"NewEmail", "EmailCode"}
    rest_only |= {"NewReport", "ReportClosing", "ReportPage", "OperatorLogPage"}
    rest_only |= {"NewStandingOrders", "ManagedGamePage", "ManagedAccountPage", "GameEnding", "GameAnnulled"}
    rest_only |= {"TalkEnding", "AccountMuting", "AccountBan", "AccountDeletion"}
    rest_only |= {f"{game.about.name}{one}" for one in ("NewGame", "QuickPlay") for game in BOTH.values()}
    rest_only |= {f"Unknown{each}" for each in ("Game", "LegalMove", "LogEntry", "Preview", "World", "Event", "Move")}
    rest_only |= {
        name for name in {*schemas} - {*types} if "enum" in schemas[name] or "x-extensible-enum" in schemas[name]
    }
    shared = 0
    for name, one in schemas.items():
        type_ = types.get(name)
        if type_ is None or not hasattr(type_, "fields") or "properties" not in one:
            continue
        shared += 1
        if "detail" in one["properties"]:  # a problem
            renamed = {"detail": "message", "gameStatus": "status"}
            members = {renamed.get(member, member) for member in {*one["properties"]} - {"type", "title", "status"}}
        else:
            members = {*one["properties"]} - ({"event", "kind"} - {*type_.fields})  # GraphQL has `__typename`
        fields = {field for field, of in type_.fields.items() if not getattr(of, "args", None)}
        if name == "Account":  # the rest has paths of its own
            fields -= {operation.id for operation in OPERATIONS}
        if "id" in members - fields:  # which is not unique in the service
            members = members - {"id"} | {"key"}
        assert members - ({"verb"} if name.endswith("Input") else set()) == fields, name
    assert shared > 200
    problems = {problem.__name__ for problem in (*Problem.__subclasses__(), *PlayerProblem.__subclasses__())}
    problems |= {name for name, one in schemas.items() if one.get("discriminator", {}).get("propertyName") == "code"}
    problems.add("UnknownProblem")
    assert {name for name in schemas if name not in types} - problems == rest_only


def test_an_enum_has_the_values_that_graphql_gives_it(api: Api, schemas: Json) -> None:
    types = api.core.type_map
    enums = {name for name, type_ in types.items() if isinstance(type_, GraphQLEnumType) and name[:2] != "__"}
    for name in enums - {"ProblemCode"}:  # which are constants of the problems
        open_, closed = schemas.get(name, {}), schemas.get(f"{name}Input", {})
        values = [*types[name].values]
        assert {"enum", "const"}.isdisjoint(open_), name
        assert open_.get("x-extensible-enum", values) == closed.get("enum", values) == values, name
        assert open_ or closed, name
    for name, member in (
        ("Outcome", "reason"),
        ("EndReasonInfo", "reason"),
        ("GameInfo", "kind"),
        ("WrongGame", "kind"),
    ):
        enum = "EndReason" if member == "reason" else "GameKind"
        assert schemas[name]["properties"][member]["$ref"] == f"{REF}{enum}"
    assert schemas["GameKindInput"]["enum"] == [constant(kind) for kind in BOTH]


def test_types_of_two_games_with_one_name_have_two_schemas(schemas: Json) -> None:
    assert {*schemas["Player"]["properties"]} == {"id", "handle", "rating"}, "of no game, but of the service"
    players = [schemas[f"{game.about.name}Player"]["properties"].keys() for game in BOTH.values()]
    assert all(one != other for i, one in enumerate(players) for other in players[:i])
