"""schemathesis finds nothing wrong with REST, nor with the OpenAPI document that describes it, behind a real socket."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.effort import WHOLE, some_or_all
from tests.fuzzing.suite import PHASES, fuzz

CASES = 1200
"""At least; half of them reach a use case."""
POSITIVE, NEGATIVE = 6, 4
"""Cases of each operation in fuzzing; the other phases have as many as they have."""
PROBLEMS = {
    "MOVE_REFUSED",
    "MOVE_NOT_UNDERSTOOD",
    "WRONG_GAME",
    "NOT_YOUR_TURN",
    "GAME_OVER",
    "GAME_NOT_STARTED",
    "GAME_NOT_FOUND",
    "VERSION_NOT_FOUND",
    "TOKEN_REJECTED",
    "NOT_SEATED",
    "NOT_HOST",
    "NO_OPEN_SEAT",
    "PRECONDITION_FAILED",
    "KEY_REUSED",
    "INPUT_REFUSED",
    "UNDO_REFUSED",
    "PROPOSAL_NOT_FOUND",
}
"""Outcomes that some case must have had, or the test was not deep."""


@some_or_all
def test_valid_requests_are_answered_as_the_document_says(tmp_path: Path, share: float) -> None:
    phases = PHASES if share == WHOLE else "fuzzing"
    run = fuzz("/openapi.json", tmp_path, mode="positive", cases={"": POSITIVE}, phases=phases, share=share)
    assert not run.failed, run.report
    assert run.reached >= run.tally["sent"] / 2, run.tally
    if share == WHOLE:
        assert run.tally["sent"] >= CASES, run.tally
        assert {*run.tally} >= PROBLEMS | {"200", "201", "304"}, run.tally


@pytest.mark.ecosystem
def test_requests_that_break_the_document_are_refused(tmp_path: Path) -> None:
    run = fuzz("/openapi.json", tmp_path, mode="negative", cases={"": NEGATIVE}, phases="fuzzing")
    assert not run.failed, run.report
    assert run.tally["sent"] >= CASES / 20, run.tally
