"""A fault of a game in the words of its author: the message, the demand that it breaks, and the lines of the game's own code."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

ORDER = (
    *("rules_documents", "conformance", "messages", "guides", "secrecy", "samples", "reshuffling", "disclosure"),
    *("observations", "golden", "editions", "every_way_out"),
)
"""The modules of the suite in the order in which an author needs them."""
_HERE = Path(__file__).parents[1].resolve()
_LIBRARIES = "site-packages"
_MOST_LINES = 4
"""The lines of the game's code that are shown, the innermost ones."""


class Fault(Struct, frozen=True):
    """A demand that a game does not meet."""

    message: str
    demand: str
    """The name of the test as words, and its reason."""
    lines: tuple[str, ...]
    """The places in the game's code, the innermost one last. Empty if the code did not raise."""

    @classmethod
    def of(cls, error: BaseException, test: Callable[..., Any] | None) -> Fault:
        """The fault that a test found."""
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _foreign(frame.filename)]
        raised = not isinstance(error, AssertionError)
        text = f"{type(error).__name__}: {error}" if raised else str(error)
        lines = [f"{frame.filename}:{frame.lineno}  {frame.line}" for frame in frames[-_MOST_LINES:]] if raised else []
        return cls(text.strip(), demand(test), tuple(lines))

    def __str__(self) -> str:
        return "\n".join((self.message, *(f"  {line}" for line in self.lines), f"  Demand: {self.demand}"))


def demand(test: Callable[..., Any] | None) -> str:
    """The demand of a test: its name as a sentence, and its docstring, which has the reason."""
    if test is None:
        return "The game can be loaded."
    return " ".join((sentence(test.__name__), *(test.__doc__ or "").split()))


def sentence(name: str) -> str:
    """The name of a test as a sentence."""
    words = name.removeprefix("test_").replace("_", " ")
    return f"{words[0].upper()}{words[1:]}."


def _foreign(filename: str) -> bool:
    """True if a file is neither Taphouse's nor a library's."""
    path = Path(filename)
    if _LIBRARIES in path.parts or not path.is_absolute():
        return False
    resolved = path.resolve()
    return "taphouse" not in path.parts and not resolved.is_relative_to(_HERE) and "lib" not in resolved.parts[:5]
