"""The merging of fields is judged as graphql-core judges it, for any document that is otherwise valid."""

from __future__ import annotations

from graphql import GraphQLError, OverlappingFieldsCanBeMergedRule, parse, specified_rules, validate
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taphouse.schema.execution.limits import RequestLimits
from taphouse.schema.execution.validation.document_structure import Structure
from taphouse.schema.execution.validation.field_merging import Merging
from tests.effort import many
from tests.schema.execute.documents import FIELDS, MEMBERS
from tests.schema.execute.pub import SCHEMA

OTHERS = [rule for rule in specified_rules if rule is not OverlappingFieldsCanBeMergedRule]
LARGE = RequestLimits(depth=200, aliases=10_000)


@st.composite
def selections(draw: st.DrawFn, type_: str, depth: int, spread: bool = True) -> str:
    """With the same few aliases for whatever field, so that many cannot be merged."""
    parts = []
    for _ in range(draw(st.integers(1, 3)) if depth else 0):
        kind = draw(st.integers(0, 9))
        if kind == 0 and spread:
            parts.append(f"...F{type_}")
        elif kind <= 3 and type_ in MEMBERS:
            member = draw(st.sampled_from(MEMBERS[type_]))
            parts.append(f"... on {member} {draw(selections(member, depth - 1, spread))}")
        elif FIELDS[type_]:
            field = draw(st.sampled_from(sorted(FIELDS[type_])))
            alias = draw(st.sampled_from(("", "", "", "x: ", "y: ")))
            of_type = FIELDS[type_][field]
            parts.append(f"{alias}{field} {draw(selections(of_type, depth - 1, spread)) if of_type else ''}")
    if type_ == "Query":
        parts += draw(st.lists(st.sampled_from(BUGS), max_size=2))
    return "{ " + " ".join(parts or ["__typename"]) + " }"


BUGS = ("bug", 'bug(message: "a")', 'bug(message: "b")', "b: bug(message: $m)", "b: bug(message: $n)", "b: meant")


@st.composite
def texts(draw: st.DrawFn) -> str:
    fragments = [f"fragment F{type_} on {type_} {draw(selections(type_, 2, spread=False))}" for type_ in FIELDS]
    used = (
        "table { taps { ...FTap card { ...FCard } } nodes { ...FNode } first { ...FThing } ...FTable } "
        "houses { ...FHouse ...FPub ...FBrewery }"
    )
    variables = "m: bug(message: $m) n: bug(message: $n)"
    body = draw(selections("Query", 4)).replace("{", f"{{ {variables} used: {used} ...FQuery ", 1)
    return " ".join([f'query ($m: String = "m", $n: String = "n") {body}', *fragments])


def mergeable(text: str, most: int = 10**6) -> bool:
    document = parse(text)
    structure = Structure(document, LARGE)
    merging = Merging(SCHEMA, structure.fragments, most)
    try:
        for operation in structure.operations:
            merging.check(operation)
    except GraphQLError as error:
        return "conflict because" not in error.message
    return True


@settings(max_examples=many(30), suppress_health_check=list(HealthCheck))
@given(text=texts())
def test_the_verdict_is_that_of_graphql_core(text: str) -> None:
    document = parse(text)
    assert not validate(SCHEMA, document, OTHERS)
    assert mergeable(text) == (not validate(SCHEMA, document, [OverlappingFieldsCanBeMergedRule]))
