"""Shows how far a command is, on standard error, if it takes longer than two seconds and somebody is looking."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from time import monotonic
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import Progress as Bar
from rich.progress import TaskID

PATIENCE = 2.0
"""Seconds after which a bar appears."""


class Progress:
    """A bar, as a context manager.

    Args:
        title: The title of the work.
        total: The number of steps; None if it is not known.
        done: The number of steps that were done before.
        hidden: True to show nothing.
    """

    def __init__(self, title: str, total: int | None = None, done: int = 0, *, hidden: bool = False) -> None:
        self._title, self._total, self._done = title, total, done
        self._hidden = hidden or not sys.stderr.isatty()
        self._from = monotonic() + PATIENCE
        self._bar: Bar | None = None
        self._task = TaskID(0)
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Remove the bar."""
        self._stack.close()

    def advance(self) -> None:
        """Count a step as done."""
        self._done += 1
        if self._hidden:
            return
        if self._bar is not None:
            self._bar.advance(self._task)
        elif monotonic() >= self._from:
            self._bar = self._stack.enter_context(Bar(console=Console(stderr=True), transient=True))
            self._task = self._bar.add_task(self._title, total=self._total, completed=self._done)
