"""The checker of histories finds each kind of fault."""

import pytest

from taphouse.service.store.protocol import StoredGame
from tests.faults.history import Acknowledged, History, Told, found, position
from tests.store.build import a_record

LOG = {1: b"one", 2: b"two", 3: b"three"}
ONE, TWO, THREE = Acknowledged(b"one", 1, 0, 1), Acknowledged(b"two", 2, 2, 5), Acknowledged(b"three", 3, 3, 4)


def after(log: dict[int, bytes], epochs: str = "a:1") -> StoredGame:
    """A game with this log."""
    snapshot = b""
    for body in log.values():
        snapshot = position(snapshot, body)
    return a_record(max(log), epochs=epochs, snapshot=snapshot)


def test_a_history_without_faults_is_right() -> None:
    told = [Told([(1, b"one"), (2, b"two")]), Told(), Told([(1, b"one"), (2, b"lost")], after({1: b"one", 2: b"lost"}))]
    now = after(LOG, "a:1,b:2")
    assert not found(History("game", [ONE, TWO, THREE], told), LOG, now)
    assert told[2].entries == [(1, b"one")]
    assert not found(History("game", [ONE, THREE]), LOG, now)  # what was made need not have been acknowledged


@pytest.mark.parametrize(
    ("acknowledged", "told", "log", "why"),
    [
        ([ONE, TWO], [], {1: b"one"}, "version 2 was acknowledged, and lost"),
        ([ONE, TWO], [], {1: b"one", 2: b"another"}, "version 2 was acknowledged, and lost"),
        ([ONE, Acknowledged(b"one", 1, 2, 3)], [], LOG, "a version was acknowledged twice"),
        ([ONE], [], {1: b"one", 2: b"one"}, "a change was made twice"),
        ([ONE], [], {1: b"one", 3: b"three"}, "the log lacks versions 2"),
        ([Acknowledged(b"two", 2, 0, 1), Acknowledged(b"one", 1, 2, 3)], [], LOG, "version 1 was asked for after"),
        ([], [[(1, b"one"), (1, b"one")]], LOG, "a follower was not told each version once"),
        ([], [[(1, b"one"), (3, b"three")]], LOG, "a follower was not told each version once"),
        ([], [[(1, b"one"), (2, b"lost")]], LOG, "a follower was not told each version once"),
    ],
)
def test_each_kind_of_fault_is_found(
    acknowledged: list[Acknowledged], told: list[list[tuple[int, bytes]]], log: dict[int, bytes], why: str
) -> None:
    followers = [Told(entries, a_record(len(entries), epochs="a:1")) for entries in told]
    faults = found(History("game", acknowledged, followers), log, after(log))
    assert any(why in fault for fault in faults), faults


def test_a_change_that_was_judged_on_a_lost_version_is_found() -> None:
    lost = after({1: b"one", 2: b"lost"}).snapshot
    (fault,) = found(History("game"), LOG, a_record(3, snapshot=position(lost, b"three")))
    assert "the position is not what the log leads to" in fault
