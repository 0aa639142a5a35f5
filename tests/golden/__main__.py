"""`python -m tests.golden`: find and write all playthroughs anew."""

from __future__ import annotations

from tests.golden import ENDINGS, find, path_of

if __name__ == "__main__":
    for ending in ENDINGS:
        path_of(ending).write_text(find(ending))
        print(path_of(ending).name)
