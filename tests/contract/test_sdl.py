"""Changes of a GraphQL schema: each kind that breaks clients is found, and has a name."""

from __future__ import annotations

import pytest
from graphql import build_schema
from graphql.utilities import BreakingChangeType, find_schema_changes

from taphouse.lab.contract import ContractChange, sdl

SCHEMA = """
directive @tag(name: String, text: String = "none") repeatable on FIELD | QUERY
scalar Time
interface Named { name: String! }
type Pub implements Named { name: String! taps(first: Int! = 9, after: Int = 0): [Tap!]! open: Boolean }
type Tap { beer: Beer! }
enum Beer { ALE LAGER }
union Found = Pub | Tap
input Order { beer: Beer! glasses: Int! = 1 note: String }
type Query { find(name: String!): Found order(order: Order!): Time }
"""

BREAKING = {
    "TYPE_REMOVED": ("scalar Time", "", ": Time", ": String", {"Time", "Query.order"}),
    "TYPE_CHANGED_KIND": ("scalar Time", "type Time { at: Int }", {"Time"}),
    "TYPE_REMOVED_FROM_UNION": ("= Pub | Tap", "= Pub", {"Found | Tap"}),
    "VALUE_REMOVED_FROM_ENUM": ("ALE LAGER", "ALE", {"Beer.LAGER"}),
    "REQUIRED_INPUT_FIELD_ADDED": ("note: String", "note: String size: Int!", {"Order.size"}),
    "IMPLEMENTED_INTERFACE_REMOVED": (" implements Named", "", {"Pub implements Named"}),
    "FIELD_REMOVED": (" open: Boolean", "", {"Pub.open"}),
    "FIELD_CHANGED_KIND": ("[Tap!]!", "[Tap]!", {"Pub.taps"}),
    "REQUIRED_ARG_ADDED": ("find(", "find(kind: Beer!, ", {"Query.find(kind:)"}),
    "ARG_REMOVED": (", after: Int = 0", "", {"Pub.taps(after:)"}),
    "ARG_CHANGED_KIND": ("after: Int = 0", "after: String", {"Pub.taps(after:)"}),
    "DIRECTIVE_REMOVED": (SCHEMA.splitlines()[1], "", {"@tag"}),
    "DIRECTIVE_ARG_REMOVED": (', text: String = "none"', "", {"@tag(text:)"}),
    "REQUIRED_DIRECTIVE_ARG_ADDED": ("@tag(", "@tag(size: Int!, ", {"@tag(size:)"}),
    "DIRECTIVE_REPEATABLE_REMOVED": (" repeatable", "", {"@tag repeatable"}),
    "DIRECTIVE_LOCATION_REMOVED": (" | QUERY", "", {"@tag on QUERY"}),
}
"""By graphql-core's word for it: edits, and the names of what they break."""


def changed(*edits: str) -> str:
    """The schema with edits: what was, and what comes in its place, in turn."""
    text = SCHEMA
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def broken(text: str) -> set[str]:
    return {change.thing for change in sdl.changes(SCHEMA, text) if change.breaking}


@pytest.mark.parametrize("kind", BreakingChangeType, ids=lambda kind: kind.name)
def test_what_breaks_clients_is_found_and_named(kind: BreakingChangeType) -> None:
    *edits, names = BREAKING[kind.name]
    text = changed(*edits)  # type: ignore[arg-type]
    assert kind in {change.type for change in find_schema_changes(build_schema(SCHEMA), build_schema(text))}
    assert broken(text) == names


@pytest.mark.parametrize(
    ("edits", "name"),
    [
        # graphql-core holds these for dangerous only, or for nothing, though requests that were right are refused.
        (("first: Int! = 9", "first: Int!"), "Pub.taps(first:)"),
        (("glasses: Int! = 1", "glasses: Int!"), "Order.glasses"),
        (("input Order {", "input Order @oneOf {", "Beer! glasses: Int! = 1", "Beer glasses: Int"), "Order @oneOf"),
    ],
)
def test_what_graphql_core_thinks_less_of_breaks_clients_too(edits: tuple[str, ...], name: str) -> None:
    assert broken(changed(*edits)) == {name}


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        (("ALE LAGER", "ALE LAGER STOUT"), "Enum value Beer.STOUT was added."),
        (("Pub | Tap", "Pub | Tap | Query"), "Query was added to union type Found."),
        (("note: String", "note: String size: Int"), "An optional field Order.size was added."),
        (("after: Int = 0", "after: Int = 1"), "Pub.taps(after:) has changed defaultValue from 0 to 1."),
        (("after: Int = 0", "after: Int"), "Pub.taps(after:) defaultValue was removed."),
        (('text: String = "none"', "text: String"), "@tag(text:) defaultValue was removed."),
    ],
)
def test_what_may_surprise_clients_is_shown_and_breaks_nothing(edits: tuple[str, ...], said: str) -> None:
    (change,) = sdl.changes(SCHEMA, changed(*edits))
    assert (change.what, change.breaking) == (said, False)


@pytest.mark.parametrize(
    "edits",
    [
        ("type Tap {", "type Keg { size: Int } type Tap {"),
        ("open: Boolean", "open: Boolean closed: Boolean"),
        ("open: Boolean", "open: Boolean!"),
        ("find(name: String!)", "find(name: String)"),
        ("input Order {", '"An order." input Order {'),
    ],
)
def test_an_addition_is_no_change_to_anybody(edits: tuple[str, ...]) -> None:
    assert sdl.changes(SCHEMA, changed(*edits)) == []


def test_a_one_of_that_stays_one_is_no_change() -> None:
    one_of = "input Move @oneOf { pass: Boolean draw: Int } type Query { move(move: Move!): Int }"
    assert sdl.changes(one_of, one_of.replace("draw: Int", "draw: Int stay: Boolean")) == [
        ContractChange("Move.stay", "An optional field Move.stay was added.", False)
    ]
