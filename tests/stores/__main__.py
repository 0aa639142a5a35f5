"""`python -m tests.stores NUMBER`: writes the store of a new format, as the code at hand writes it."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import redis

from taphouse.service.store.embedded import Embedded
from tests.api.server import Server
from tests.stores import dumped, path_of, write

if __name__ == "__main__":
    path = path_of(int(sys.argv[1]))
    if path.exists():
        raise SystemExit(f"{path.name} exists: stores of earlier releases are never written again")
    with TemporaryDirectory() as folder, Embedded(Path(folder)) as store, Server(url=store.url) as server:
        path.write_text(dumped(write(server.url, redis.Redis.from_url(store.url))), encoding="utf-8")
    print(path.name)
