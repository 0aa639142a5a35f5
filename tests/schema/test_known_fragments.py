"""The validation of the tests, which looks into each fragment once, finds what that of graphql-core finds."""

from __future__ import annotations

from typing import Any

import pytest
from graphql import build_schema, parse, specified_rules, validate

from tests.fragments import KnownFragments

SCHEMA = build_schema("type Query { a: A, b(x: Int!): A } type A { a: A, n: Int } type Mutation { go: A }")
DEEP = "fragment Deep on A { a { ...More } n } fragment More on A { n }"
KNOWN = (f"{{ a {{ ...Deep }} }} {DEEP}", "query ($x: Int!) { ...Root } fragment Root on Query { b(x: $x) { n } }")


@pytest.mark.parametrize(
    "text",
    [
        *KNOWN,
        f"{{ b(x: 1) {{ ...Deep }} }} {DEEP}",
        f"mutation {{ go {{ ...Deep }} }} {DEEP}",
        f"{DEEP} query {{ a {{ ...More ...Deep }} }}",
        f"{{ b {{ ...Deep }} }} {DEEP}",
        f"{{ b(x: 1) {{ ...Deep ...Other }} c }} {DEEP}",
        f"{{ a {{ n }} }} {DEEP}",
        f"{{ a {{ ...More }} }} {DEEP}",
        f"{{ ...Deep }} {DEEP}",
        f"{{ a {{ ...Deep }} }} {DEEP} {DEEP}",
        "{ a { ...Deep } } fragment Deep on A { a { ...More } n } fragment More on A { m }",
        "{ a { ...Deep } } fragment Deep on A { a { ...More } n } fragment More on A { ...Deep }",
        "{ a { ...Deep } } fragment Deep on A { a { ...More } n } fragment More on Query { a { n } }",
        "{ ...Root } fragment Root on Query { b(x: $x) { n } }",
    ],
)
def test_it_finds_the_same(text: str) -> None:
    known = KnownFragments()
    for before in KNOWN:
        assert known.validate(SCHEMA, parse(before), specified_rules) == []

    def told(errors: Any) -> list[Any]:
        return [error.formatted for error in errors]

    assert told(known.validate(SCHEMA, parse(text), specified_rules)) == told(
        validate(SCHEMA, parse(text), specified_rules)
    )
