"""What it takes to refuse documents that were made to keep a service busy.

The yardstick is the largest document that is meant to be answered: parsed, validated and priced, like the others until they are
refused. All are timed in turns, in short rounds, so that a busy machine slows all alike, and the median of the rounds' ratios
is what counts.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter

from graphql import specified_rules

from taphouse.schema.execution.documents import Document, Documents
from taphouse.schema.execution.limits import LIMITS
from tests.api.selections import SCHEMA
from tests.schema.hostile import ANSWERED, LARGEST, REFUSED

ROUNDS = 5


def measure() -> dict[str, float]:
    """`documents.largest_ms`, and how many times as long the slowest takes that is refused, or that is only odd."""
    documents = Documents(SCHEMA, specified_rules, 0, LIMITS)
    refused = {name: text for name, (text, _) in REFUSED.items()}
    if not isinstance(documents.get(LARGEST), Document):  # and what is made once is made
        raise AssertionError("the yardstick is refused")
    rounds = []
    for _ in range(ROUNDS):
        largest = _time(documents, LARGEST)
        slowest, odd = (
            {name: _time(documents, text) / largest for name, text in texts.items()} for texts in (refused, ANSWERED)
        )
        rounds.append((largest, slowest, odd))
    return {
        "documents.largest_ms": median(largest for largest, _, _ in rounds) * 1e3,
        "documents.refusal_vs_largest": max(median(slowest[name] for _, slowest, _ in rounds) for name in refused),
        "documents.odd_vs_largest": max(median(odd[name] for _, _, odd in rounds) for name in ANSWERED),
    }


def _time(documents: Documents, text: str) -> float:
    """Seconds until it is known what a document costs, or that it is refused."""
    start = perf_counter()
    found = documents.get(text)
    if isinstance(found, Document):
        for operation in found.structure.operations:
            found.cost(operation, {})
    return perf_counter() - start


if __name__ == "__main__":
    print(measure())
