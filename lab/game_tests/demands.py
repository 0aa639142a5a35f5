"""All demands of the suite on a game as a text, `schema/demands.txt`: each with its reason, and the messages with which it fails.

The text is made from the source of the suite, so that it needs no pytest.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from taphouse.lab.game_tests.faults import ORDER, sentence

FILE = "demands.txt"
_HERE = Path(__file__).parent
_FAILS = ("fail", "NoSuchGame")
_HEAD = """The demands of `taphouse test-game`, in the order of the tests: each with its reason, and the messages with which it
fails. A message stands with the first demand that can give it; ... is what it names."""
_WIDTH = 130

Function = ast.FunctionDef


def written() -> str:
    """The text of the page."""
    helpers = {one.name: one for path in sorted(_HERE.glob("*.py")) for one in _functions(path)}
    given, parts = set[str](), [f"{_HEAD}\n"]
    for name in ORDER:
        path = _HERE / "suite" / f"test_{name}.py"
        module = ast.parse(path.read_text(encoding="utf-8"))
        parts.append(f"\n# {ast.get_docstring(module)}\n")
        own = {one.name: one for one in _functions(path)}
        for test in own.values():
            if test.name.startswith("test_"):
                parts.append("\n" + "\n".join(_demand(test, helpers | own, given)) + "\n")
    return "".join(parts)


def _functions(path: Path) -> list[Function]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [one for one in tree.body if isinstance(one, Function)]


def _demand(test: Function, known: dict[str, Function], given: set[str]) -> Iterator[str]:
    """The lines of a demand. `given` gains its messages.

    Raises:
        LookupError: the test has no reason.
    """
    reason = ast.get_docstring(test)
    if reason is None:
        raise LookupError(f"{test.name} has no docstring: give the reason of the demand")
    yield sentence(test.name)
    yield fill(" ".join(reason.split()), _WIDTH, initial_indent="  ", subsequent_indent="  ")
    for message in dict.fromkeys(_messages(test, known, set())):
        if message not in given:
            given.add(message)
            yield fill(message, _WIDTH, initial_indent="  - ", subsequent_indent="    ")


def _messages(function: Function, known: dict[str, Function], seen: set[str]) -> Iterator[str]:
    """The messages of a function and of those that it calls."""
    seen.add(function.name)
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) and node.msg is not None:
            yield from _spoken(node.msg)
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", "")
            if name in _FAILS or getattr(node.func, "attr", "") in _FAILS:
                yield from (text for one in node.args for text in _spoken(one))
            elif name in known and name not in seen:
                yield from _messages(known[name], known, seen)


def _spoken(node: ast.expr) -> Iterator[str]:
    """The text of a message, with ... for what it names."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    text = "".join(str(one.value) if isinstance(one, ast.Constant) else "..." for one in parts)
    if text.strip(" ."):
        yield " ".join(text.split())
