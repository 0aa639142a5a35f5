"""The memory of a serving process in large pages: what it holds stays as it is."""

import subprocess
import sys
from pathlib import Path

import pytest

from taphouse.service.runtime.interpreter import use_large_pages

MOVES = """
import mmap, re
from pathlib import Path
from taphouse.service.runtime.interpreter import use_large_pages

MADV_COLLAPSE = 25
other = mmap.mmap(-1, 8 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
other.write(bytes(8 << 20))
try:
    other.madvise(MADV_COLLAPSE)
    can = True
except OSError:
    can = False
held = [f"object {number}" for number in range(300_000)]
moved = use_large_pages()
assert held == [f"object {number}" for number in range(300_000)]
large = re.search(r"AnonHugePages: *([0-9]+) kB", Path("/proc/self/smaps_rollup").read_text())
assert large
print(int(can), moved, int(large[1]) * 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux moves memory to large pages")
def test_what_was_moved_is_in_large_pages_and_unchanged():
    done = subprocess.run([sys.executable, "-c", MOVES], capture_output=True, text=True, check=True)
    can, moved, large = map(int, done.stdout.split())
    assert bool(moved) == bool(can), "whether the system moves anything"
    assert moved <= large


def test_nothing_is_moved_where_the_system_does_not_tell_what_there_is(monkeypatch):
    def hidden(*_, **__):
        raise PermissionError

    monkeypatch.setattr(Path, "read_text", hidden)
    assert use_large_pages() == 0
