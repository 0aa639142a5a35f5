"""`make house` prints modules with their lines and summaries, and marks what is large."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.house.__main__ import report

LONG = '"""Two\nlines. And more."""\n' + "x = 1\n" * 399
FUNCTION = "async def long():\n" + "    pass\n" * 40


@pytest.fixture
def root(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    for name, text in {
        "a/__init__.py": '"""A room."""\n',
        "a/long.py": LONG,
        "a/b/style.css": "/* Boxes. Etc. */\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "a/b/page.ts").write_text("// A page\n// of two lines.\nlet x;\n")
    (tmp_path / "c").mkdir()
    for number in range(14):
        (tmp_path / f"c/m{number:02}.py").write_text(FUNCTION if number == 3 else "")
    return tmp_path


def test_the_tree_is_printed_with_marks(root: Path) -> None:
    rows = [" ".join(line.split()) for line in report(root, ("a", "c/"))]
    assert rows[:6] == [
        "a/ 2 406 A room.",
        "* long.py 401 Two lines.",
        "b/ 1 4",
        "page.ts 3 A page of two lines.",
        "style.css 1 Boxes.",
        "* c/ 14 41",
    ]
    assert rows[-2:] == ["1 of 1 functions in Python have more than 40 lines", "41 c/m03.py: long"]


@pytest.mark.parametrize("place", ["nowhere", "a/long.py"])
def test_a_place_is_a_folder_with_code(root: Path, place: str) -> None:
    with pytest.raises(SystemExit, match=f"{place} is not a folder with code"):
        list(report(root, (place,)))
