"""`python -m tests.stores NUMBER`: writes the store of a new format, as the code at hand writes it.

`python -m tests.stores export NUMBER` writes the lines of an export of a new format, of a store of format 2 and newer games.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import redis

from taphouse.service.cli.store import exporting
from taphouse.service.store.embedded import Embedded
from tests.api.server import Server
from tests.stores import HERE, dumped, path_of, restore, write
from tests.upkeep.shared import fill


def store_of(number: int) -> Path:
    path = absent(path_of(number))
    with TemporaryDirectory() as folder, Embedded(Path(folder)) as store, Server(url=store.url) as server:
        path.write_text(dumped(write(server.url, redis.Redis.from_url(store.url))), encoding="utf-8")
    return path


def export_of(number: int) -> Path:
    path = absent(HERE / f"export-{number}.jsonl")
    with TemporaryDirectory() as folder, Embedded(Path(folder) / "data") as store:
        restore(json.loads(path_of(2).read_text(encoding="utf-8")), redis.Redis.from_url(store.url))
        fill(store.url)
        for key in redis.Redis.from_url(store.url).scan_iter():
            redis.Redis.from_url(store.url).persist(key)  # so that it never expires
        exporting.run(store.url, Path(folder) / "export", as_json=True)
        path.write_bytes(gzip.decompress((Path(folder) / "export").read_bytes()))
    return path


def absent(path: Path) -> Path:
    if path.exists():
        raise SystemExit(f"{path.name} exists: what earlier releases wrote is never written again")
    return path


if __name__ == "__main__":
    what, number = sys.argv[1:] if len(sys.argv) > 2 else ("store", sys.argv[1])
    print({"store": store_of, "export": export_of}[what](int(number)).name)
