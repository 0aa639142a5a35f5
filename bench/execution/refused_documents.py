"""Measures how fast hostile documents are refused.

The baseline is the largest document that is still accepted: parsed, validated and priced. All are timed in turn in short
rounds, so that load on the machine affects all alike; the result is the median of the rounds' ratios.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter

from graphql import specified_rules

from taphouse.schema.execution.documents import Document, DocumentCache
from taphouse.schema.execution.limits import LIMITS
from tests.api.selections import SCHEMA
from tests.schema.hostile import ANSWERED, LARGEST, REFUSED

ROUNDS = 3


def measure() -> dict[str, float]:
    """`documents.largest_ms`, and the time of the slowest refused and of the slowest odd but accepted document relative to it."""
    documents = DocumentCache(SCHEMA, specified_rules, 0, LIMITS)
    refused = {name: text for name, (text, _) in REFUSED.items()}
    if not isinstance(documents.get(LARGEST), Document):  # also fills caches
        raise AssertionError("the baseline is refused")
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


def _time(documents: DocumentCache, text: str) -> float:
    """Seconds to price a document, or to refuse it."""
    start = perf_counter()
    found = documents.get(text)
    if isinstance(found, Document):
        for node in found.structure.operations:
            found.operation(node.name.value if node.name else None).cost({})
    return perf_counter() - start


if __name__ == "__main__":
    print(measure())
