"""`python -m tests.stores`: writes the store and the export of today's formats, and removes those of dropped formats."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

import redis

from taphouse.service.cli.store import exporting
from taphouse.service.store.embedded import Embedded
from taphouse.service.store.upkeep import archive
from tests.api.server import Server
from tests.stores import HERE, dumped, exports, formats, path_of, rows, write
from tests.upkeep.shared import fill


def store() -> bytes:
    with TemporaryDirectory() as folder, Embedded(Path(folder)) as store, Server(url=store.url) as server:
        return dumped(write(server.url, redis.Redis.from_url(store.url))).encode()


def export() -> bytes:
    with TemporaryDirectory() as folder, Embedded(Path(folder) / "data") as store:
        fill(store.url)
        with redis.Redis.from_url(store.url) as client:
            for key in client.scan_iter():
                client.persist(key)  # so that it never expires
        file = Path(folder) / "export"
        with redirect_stdout(None):
            exporting.run(store.url, file, as_json=True)
        return gzip.decompress(file.read_bytes())


def renew(what: str, there: list[Path], today: Path, make: Callable[[], bytes]) -> None:
    """Write the file of today's format, and remove the others, except what was released."""
    released = {name.rpartition(" ")[2] for name in rows("released") if name.startswith(what)}
    for file in {*there, today}:
        if file.stem.rpartition("-")[2] in released:
            continue
        if file == today:
            file.write_bytes(make())
        else:
            file.unlink()
        print(file.name, "is written" if file == today else "is removed")


if __name__ == "__main__":
    renew("service format", [path_of(number) for number in formats()], path_of(), store)
    renew("export format", exports(), HERE / f"export-{archive.FORMAT}.jsonl", export)
