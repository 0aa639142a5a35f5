"""The ways of three requests are short: few files, few changes from one to another, few calls, and no long functions for it."""

from __future__ import annotations

import pytest

from bench import hops
from tests.house.__main__ import functions
from tests.house.test_floors import modules

MOST = {"move": (33, 71, 165), "create": (41, 109, 247), "rest": (42, 111, 268)}
"""The most files, hops and calls of each request of `bench.hops`."""
LONGEST, MOST_LONG = 87, 68
"""The lines of the longest function, and the most functions of more than 40 lines: a way must not become short by long steps."""


@pytest.fixture(scope="module")
def ways() -> dict[str, hops.Way]:
    return hops.ways()


@pytest.mark.parametrize("request_", MOST)
def test_the_way_of_a_request_is_short(ways: dict[str, hops.Way], request_: str) -> None:
    way = ways[request_]
    files, most_hops, calls = MOST[request_]
    assert way.files <= files, f"\n{way}"
    assert way.hops <= most_hops, f"\n{way}"
    assert way.calls <= calls, f"\n{way}"


def test_all_code_on_the_way_counts(ways: dict[str, hops.Way]) -> None:
    files = set(ways["move"].stations)
    assert files >= hops.GENERATED
    assert {file.split("/")[0] for file in files - hops.GENERATED} == {"engine", "schema", "service"}
    assert "service/store/servers/pipelined_connection.py" in files  # over Redis
    assert "service/access/rate_limits.py" in files  # with rates


def test_no_function_is_long() -> None:
    found = [(lines, f"{file}: {name}") for file in modules().values() for lines, name in functions(file.read_text())]
    assert [one for one in found if one[0] > LONGEST] == []
    assert len([one for one in found if one[0] > 40]) <= MOST_LONG, sorted(found)[-MOST_LONG - 5 :]
