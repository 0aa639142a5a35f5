"""`python -m tests.records [KIND ...]`: play the games again, and write their records."""

from __future__ import annotations

import sys

from taphouse.engine import GAMES
from taphouse.engine.records import text
from tests.records import make, path_of

if __name__ == "__main__":
    for kind in sys.argv[1:] or GAMES:
        path_of(kind).write_text("\n".join(map(text.write, make(kind))), encoding="utf-8")
        print(path_of(kind).name)
