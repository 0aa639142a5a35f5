"""Work of tests in another process: its results are those of a call, and what fails there is done again here."""

from __future__ import annotations

import os
import sys

import pytest

from taphouse.lab.game_tests.beside import Work, begin, result

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="another process is begun on Linux only")


def square(number: int) -> tuple[int, int]:
    """The square of a number, and the process that found it."""
    return number**2, os.getpid()


def fails() -> None:
    """Fail in any process."""
    raise ZeroDivisionError("no square")


@pytest.fixture(autouse=True)
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)


def test_the_results_are_those_of_the_other_process_in_any_order() -> None:
    begin([Work(square, (number,)) for number in range(3)])
    found = [result(square, number) for number in (2, 0, 1)]
    assert [number for number, _ in found] == [4, 0, 1]
    assert os.getpid() not in {process for _, process in found}
    assert result(square, 1) == (1, os.getpid())


def test_what_fails_there_is_done_again_here_with_all_that_follows() -> None:
    begin([Work(square, (2,)), Work(fails, ()), Work(square, (3,))])
    assert result(square, 3) == (9, os.getpid())
    with pytest.raises(ZeroDivisionError, match="no square"):
        result(fails)
    assert result(square, 2)[1] != os.getpid()


def test_on_one_core_everything_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    begin([Work(square, (2,))])
    assert result(square, 2) == (4, os.getpid())
