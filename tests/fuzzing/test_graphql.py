"""schemathesis finds nothing wrong with the GraphQL API, behind a real socket.

Of its phases it has only fuzzing for GraphQL; what it generates is `positive`, which hooks make executable, or `negative`,
which breaks the schema in one place. About 1,150 cases take some twenty-five seconds of CPU time, most of it to generate them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.api.selections import SCHEMA
from tests.effort import WHOLE, many, some_or_all
from tests.fuzzing.suite import fuzz

TINY = "cask-race"
POSITIVE = {
    "Query.game$": 120,
    "Query.events$": 25,
    "Query.(?!game$|events$)": 7,
    "Mutation": 8,
}
NEGATIVE = {"": 4}
"""Cases of the operations whose names begin so. A query of a game shows all that there is, and takes the most time by far."""
assert SCHEMA.query_type is not None
assert SCHEMA.mutation_type is not None
OPERATIONS = [f"Query.{name}" for name in SCHEMA.query_type.fields]
OPERATIONS += [f"Mutation.{name}" for name in SCHEMA.mutation_type.fields]
VALID, BROKEN = (
    sum(many(count) for name, count in cases.items() for operation in OPERATIONS if re.match(name, operation))
    for cases in (POSITIVE, NEGATIVE)
)
OUTCOMES = {
    "GameCreated",
    "GameJoined",
    "GameChanged",
    "EventPage",
    "MoveRefused",
    "MoveNotUnderstood",
    "NotYourTurn",
    "VersionConflict",
    "GameOver",
    "GameNotStarted",
    "GameNotFound",
    "VersionNotFound",
    "TokenRejected",
    "NotSeated",
    "NotHost",
    "NoOpenSeat",
    "WrongGame",
    "InputRefused",
    "error INPUT_REFUSED",
    "UndoRefused",
    "ProposalNotFound",
}
"""Outcomes that some case must have had, or the test was not deep."""


@some_or_all
def test_valid_operations_are_answered_as_the_schema_says(tmp_path: Path, share: float) -> None:
    run = fuzz("/graphql", tmp_path, mode="positive", cases=POSITIVE, share=share)
    assert not run.failed, run.report
    assert run.reached >= run.tally["sent"] / 2, run.tally
    if share == WHOLE:
        assert run.reached >= (VALID + BROKEN) / 2 >= 500, run.tally
        assert {*run.tally} >= OUTCOMES, run.tally


@pytest.mark.ecosystem
def test_operations_that_break_the_schema_are_refused_before_anything_is_executed(tmp_path: Path) -> None:
    run = fuzz("/graphql", tmp_path, mode="negative", cases=NEGATIVE, kinds=[TINY])
    assert not run.failed, run.report
    assert run.tally["sent"] >= 0.95 * BROKEN, run.tally
    assert run.reached == 0
