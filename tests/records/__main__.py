"""`python -m tests.records [KIND ...]`: play the games again, and write the records that are chosen."""

from __future__ import annotations

import sys

from taphouse.engine import GAMES
from taphouse.engine.records import text
from tests.records import ALSO, COUNT, make, path_of
from tests.records.choosing import chosen

if __name__ == "__main__":
    for kind in sys.argv[1:] or GAMES:
        records = chosen(list(make(kind)), COUNT, ALSO.get(kind, ()))
        path_of(kind).write_text("\n".join(map(text.write, records)), encoding="utf-8")
        print(path_of(kind).name)
