"""The file of an export: its contents, written and read as a stream. docs/guides/upkeep.md describes the format.

The file is JSON Lines in gzip: a `Header`, then records, then an `End` with a digest of all lines before it. Bytes are in base64.
`tests/stores` has a file of each format that is read.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import tempfile
import zlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
from msgspec import Struct

from taphouse.service.store.failures import before_first_release

FORMAT = 12
"""The format of files. A change of these types, and a new format of anything that files hold, takes the next number. Until the
first release it also drops the format before; a format that was released stays readable. tests/stores/test_types.py says what to
do."""
MOST_LINE = 64 << 20
"""The most bytes of a line. A game of 5,000 versions takes about two million."""
FASTEST = 1
"""The level of compression: higher ones take most of an export's time, and save little."""


class BadArchive(Exception):
    """The file is no export, or not whole, or this release cannot read it. The message says which."""


class Header(Struct, frozen=True, tag="taphouse-export", tag_field="is"):
    """The first line."""

    format: int
    """The format of the file."""
    layout: int
    """The format of the layout of the games in it: `taphouse.service.store.layout.FORMAT`."""
    release: str
    """The release of Taphouse that wrote it."""
    made: int
    """The time at which it was begun, in milliseconds since the epoch."""


class ArchivedGame(Struct, frozen=True, tag="game", tag_field="is"):
    """A game at one moment."""

    id: str
    expires: int | None
    """The expiry time, like all times here in milliseconds since the epoch; None if it does not expire."""
    fields: dict[str, bytes]
    """The fields of its hash, without those of idempotency keys."""
    used: tuple[tuple[bytes, bytes], ...]
    """The fields of idempotency keys, with their values."""
    log: tuple[bytes, ...]
    """Its packed entries, that of version 1 first."""
    notices: tuple[bytes, ...]
    """The notices that were not passed on yet."""
    talk: dict[str, bytes] = {}
    """The settings of its talk."""
    rooms: dict[str, tuple[bytes, ...]] = {}
    """The lines that were said in each room, oldest first."""

    @property
    def version(self) -> int:
        """The version that it is at."""
        return int(self.fields["version"])


class EditionFile(Struct, frozen=True, tag="edition", tag_field="is"):
    """An edition."""

    digest: str
    source: bytes
    expires: int | None = None


class Items(Struct, frozen=True, tag="items", tag_field="is"):
    """The items under a name: webhooks of an owner, or deliveries to a webhook."""

    name: str
    expires: int | None
    items: dict[str, bytes]


class Held(Struct, frozen=True, tag="held", tag_field="is"):
    """The things that an owner holds, for quotas."""

    name: str
    expires: int | None
    until: dict[str, float]
    """The end of each lease, by the thing that is held."""


class End(Struct, frozen=True, tag="end", tag_field="is"):
    """The last line."""

    records: int
    """The number of lines between the first and the last."""
    sha256: str
    """The digest of all lines before it."""


Record = ArchivedGame | EditionFile | Items | Held
_LINE = msgspec.json.Decoder(Header | Record | End)
_encoder = msgspec.json.Encoder()


class ArchiveWriter:
    """Writes a file, as a context manager. The file gets its name when it is whole; no other user may read it.

    Args:
        path: The file, which must not exist.
        header: The first line.

    Raises:
        FileExistsError: There is a file of this name.
        OSError: It cannot be written.
    """

    def __init__(self, path: Path, header: Header) -> None:
        if path.exists():
            raise FileExistsError(path)
        self._path, self._records, self._digest = path, 0, hashlib.sha256()
        number, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # only this user may read it
        self._draft, self._file = Path(draft), os.fdopen(number, "wb")
        self._packed = gzip.GzipFile("", "wb", FASTEST, self._file, mtime=0)
        self._put(header)

    def write(self, record: Record) -> None:
        """Append a record."""
        self._put(record)
        self._records += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._put(End(self._records, self._digest.hexdigest()))
            self._packed.close()
            self._file.flush()
            os.fsync(self._file.fileno())
            if error is None:
                self._path.touch(0o600, exist_ok=False)  # so that no file is replaced that came meanwhile
                self._draft.replace(self._path)
        finally:
            self._file.close()
            self._draft.unlink(missing_ok=True)

    def _put(self, line: Header | Record | End) -> None:
        text = _encoder.encode(line) + b"\n"
        self._digest.update(text)
        self._packed.write(text)


def read(path: Path) -> Iterator[Record]:
    """The records of a file. Call `verify` first: the records before a fault are yielded.

    Raises:
        BadArchive: See `verify`.
        OSError: The file cannot be read.
    """
    digest, records, header, ended = hashlib.sha256(), 0, None, False
    for number, text in enumerate(_lines(path), 1):
        try:
            line = _LINE.decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            if number == 1:
                raise BadArchive("It is no export of Taphouse.") from error
            raise BadArchive(f"Its line {number} cannot be read: {error}.") from error
        if header is None:
            header = _checked(line)
        elif ended:
            raise BadArchive("Something follows its end.")
        elif isinstance(line, Header):
            raise BadArchive(f"Its line {number} is a second header.")
        elif isinstance(line, End):
            if (line.records, line.sha256) != (records, digest.hexdigest()):
                raise BadArchive("It is damaged: its digest is not that of its lines.")
            ended = True
        else:
            records += 1
            yield line
        digest.update(text)
    if not ended:
        raise BadArchive("It is not whole: its end is missing.")


def verify(path: Path) -> int:
    """Check that a file is whole, undamaged and readable here. Returns the number of its records.

    Raises:
        BadArchive: It is damaged, or this release cannot read it.
        OSError: The file cannot be read.
    """
    return sum(1 for _ in read(path))


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, each inflated no further than to the bound."""
    try:
        with gzip.open(path, "rb") as file:
            for number in count(1):
                line = file.readline(MOST_LINE + 1)
                if len(line) > MOST_LINE:
                    raise BadArchive(f"Its line {number} has more than {MOST_LINE} bytes.")
                if not line:
                    return
                yield line
    except EOFError:
        return  # the end is missing
    except (gzip.BadGzipFile, zlib.error) as error:
        raise BadArchive(f"It is damaged, or no export of Taphouse: {error}.") from error


def _checked(line: Header | Record | End) -> Header:
    """The first line.

    Raises:
        BadArchive: It is no header, or that of a newer release, or of one from before the first.
    """
    if not isinstance(line, Header):
        raise BadArchive("It is no export of Taphouse.")
    if line.format < FORMAT:
        raise BadArchive(before_first_release(f"It is of format {line.format}"))
    if line.format > FORMAT:
        raise BadArchive(
            f"Taphouse {line.release} wrote it, in a format that this release cannot read: upgrade this one."
        )
    return line
