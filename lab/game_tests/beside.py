"""Work of tests that another process does meanwhile: two cores test a game in little more than half of the time of one."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple


class Work(NamedTuple):
    """A function and its arguments."""

    function: Callable[..., Any]
    given: tuple[Any, ...]


_begun: dict[Work, Connection] = {}
"""The work of the other process, in its order, whose results are still to come."""
_results: dict[Work, Any] = {}


def begin(works: Sequence[Work]) -> None:
    """Have a copy of this process do all of this in turn, where a process can be copied and has a core of its own."""
    if not works or sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1:
        return
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_do, args=(works, sender), daemon=True)
    process.start()
    sender.close()
    _begun.update(dict.fromkeys(works, receiver))


def _do(works: Sequence[Work], sender: Connection) -> None:
    """Send the results in turn, up to the first failure: it is repeated where its test can show it."""
    with suppress(Exception, KeyboardInterrupt):
        for function, given in works:
            sender.send(function(*given))


def result(function: Callable[..., Any], *given: Any) -> Any:
    """The result of the other process, or else of calling the function here."""
    work = Work(function, given)
    while work in _begun:
        first = next(iter(_begun))
        try:
            _results[first] = _begun.pop(first).recv()
        except EOFError:
            _begun.clear()
    return _results.pop(work) if work in _results else function(*given)
