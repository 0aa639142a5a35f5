"""`python -m tests.house [PLACE]`, or `make house PLACE=service/games`: the folders and modules of the product, or of a place.

Each has its lines and the first sentence of its docstring or leading comment. A `*` marks a module of more than 400 lines and
a folder of more than 13 modules. Neither is an error: it asks whether they still hold one idea.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("engine", "schema", "service", "client", "lab", "env", "taphouse", "clients")
CODE = ("*.py", "*.mjs", "*.ts", "*.tsx", "*.css", "*.lua", "*.sh")
MODULES = {".py", ".mjs", ".ts", ".tsx"}
"""The kinds of files that count in a folder: those that import."""
GENERATED = {"clients/typescript/src/graphql.ts"}
"""Files that nobody edits."""
MOST_LINES, MOST_MODULES, MOST_IN_A_FUNCTION = 400, 13, 40
COMMENT = re.compile(r"\A(?:#!.*\n)?(/\*.*?\*/|(?:(?://|--|#).*\n)+)", re.DOTALL)
SENTENCE = re.compile(r".*?[.!?](?= |$)")


def code(root: Path, place: str) -> dict[Path, str]:
    """The code that people edit, new files included, by its path."""
    listing = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *CODE)
    listed = subprocess.run(listing, cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
    names = sorted(
        name for name in set(listed) - GENERATED if Path(name).is_relative_to(place) and (root / name).is_file()
    )
    return {Path(name): (root / name).read_text(encoding="utf-8") for name in names}


def summary(path: Path, text: str) -> str:
    """The first sentence of a module's docstring or leading comment."""
    if path.suffix == ".py":
        words = ast.get_docstring(ast.parse(text)) or ""
    else:
        words = "".join(comment[1] for comment in COMMENT.finditer(text))
        words = re.sub(r"(?m)^\s*(//|/?\*+/?|--|#)|\*/", "", words)
    paragraph = " ".join(words.strip().partition("\n\n")[0].split())
    first = SENTENCE.match(paragraph)
    return first[0] if first else paragraph


def functions(text: str) -> Iterator[tuple[int, str]]:
    """The lines of each function, from `def` to its end, and its name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
            yield node.end_lineno - node.lineno + 1, node.name


def row(marked: bool, name: str, lines: int, words: str) -> str:
    """A line of the tree."""
    return f"{'*' if marked else ' '} {name:<40} {lines:>6}  {words}".rstrip()


def tree(texts: dict[Path, str], folder: Path, indent: str = "") -> Iterator[str]:
    """A folder with the number of its modules, then these, then the folders in it."""
    below = {path: len(text.splitlines()) for path, text in texts.items() if path.is_relative_to(folder)}
    here = [path for path in below if path.parent == folder]
    count = sum(path.suffix in MODULES for path in here)
    head = folder / "__init__.py"
    words = summary(head, texts[head]) if head in texts else ""
    yield row(count > MOST_MODULES, f"{indent}{folder.name}/ {count or ''}", sum(below.values()), words)
    for path in here:
        if path != head or below[path] > MOST_LINES:
            yield row(below[path] > MOST_LINES, f"{indent}  {path.name}", below[path], summary(path, texts[path]))
    for inner in sorted({folder / path.relative_to(folder).parts[0] for path in below if path.parent != folder}):
        yield from tree(texts, inner, f"{indent}  ")


def tally(texts: dict[Path, str]) -> Iterator[str]:
    """The functions that are long."""
    found = [(*one, path) for path, text in texts.items() if path.suffix == ".py" for one in functions(text)]
    long = sorted((one for one in found if one[0] > MOST_IN_A_FUNCTION), reverse=True)
    yield f"{len(long)} of {len(found)} functions in Python have more than {MOST_IN_A_FUNCTION} lines"
    yield from (f"  {lines:>4}  {path}: {name}" for lines, name, path in long[:5])


def report(root: Path, places: tuple[str, ...]) -> Iterator[str]:
    """All that is printed of places."""
    everything = dict[Path, str]()
    for place in places:
        texts = code(root, place)
        if not (root / place).is_dir() or not texts:
            raise SystemExit(f"{place} is not a folder with code.")
        yield from tree(texts, Path(place))
        everything |= texts
    yield ""
    yield from tally(everything)


if __name__ == "__main__":
    print("\n".join(report(ROOT, tuple(sys.argv[1:]) or PRODUCT)))
