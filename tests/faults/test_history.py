"""The checker of histories finds each kind of fault."""

import pytest

from tests.faults.history import Acknowledged, History, found

LOG = {1: b"one", 2: b"two", 3: b"three"}
ONE, TWO, THREE = Acknowledged(b"one", 1, 0, 1), Acknowledged(b"two", 2, 2, 5), Acknowledged(b"three", 3, 3, 4)


def test_a_history_without_faults_is_right() -> None:
    told = [[(1, b"one"), (2, b"two")], []]
    assert not found(History("game", [ONE, TWO, THREE], told), LOG, 3)
    assert not found(History("game", [ONE, THREE]), LOG, 3)  # what was made need not have been acknowledged


@pytest.mark.parametrize(
    ("acknowledged", "told", "log", "why"),
    [
        ([ONE, TWO], [], {1: b"one"}, "version 2 was acknowledged, and lost"),
        ([ONE, TWO], [], {1: b"one", 2: b"another"}, "version 2 was acknowledged, and lost"),
        ([ONE, Acknowledged(b"one", 1, 2, 3)], [], LOG, "a version was acknowledged twice"),
        ([ONE], [], {1: b"one", 2: b"one"}, "a change was made twice"),
        ([ONE], [], {1: b"one", 3: b"three"}, "the log has versions"),
        ([Acknowledged(b"two", 2, 0, 1), Acknowledged(b"one", 1, 2, 3)], [], LOG, "version 1 was asked for after"),
        ([], [[(1, b"one"), (1, b"one")]], LOG, "a follower was not told each version once"),
        ([], [[(1, b"one"), (3, b"three")]], LOG, "a follower was not told each version once"),
    ],
)
def test_each_kind_of_fault_is_found(
    acknowledged: list[Acknowledged], told: list[list[tuple[int, bytes]]], log: dict[int, bytes], why: str
) -> None:
    faults = found(History("game", acknowledged, told), log, max(log))
    assert any(why in fault for fault in faults), faults
