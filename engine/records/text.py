"""Records as text: headers such as `[Kind "dank-and-draft"]`, numbered moves with comments, and the result.

The grammar is in docs/records.md. `parse(write(record)).record == record`. The same records are read and written as JSON Lines,
one record a line.
"""

from __future__ import annotations

import hashlib
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, TextIO

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.records.record import (
    FORMAT,
    Line,
    Played,
    Record,
    RecordError,
    Undone,
    why_not_plain,
)

MOST_CHARACTERS = 4_000_000
"""The most characters of a record in a file: many times the longest game with its draws and its edition."""
_BEGINS = "[Taphouse "
_BOM = BOM_UTF8.decode()
_LISTS = {"seats": "Seat", "draws": "Draw"}
"""The headers that can repeat, one for each item of a list."""
_HEADERS = {
    _LISTS.get(name, name[0].upper() + name[1:]): name for name in Record.__struct_encode_fields__ if name != "lines"
}
"""The fields by header. The last is the result, which comes after the moves."""
_NOTES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "Joined": ("joined", ("seat",)),
    "Resigned": ("resigned", ("seat",)),
    "TimedOut": ("timed-out", ("seat",)),
    "TimeAdded": ("time-added", ("seat", "seconds")),
    "Paused": ("paused", ()),
    "Resumed": ("resumed", ()),
    "Covered": ("covered", ("seat", "bot")),
    "Returned": ("returned", ("seat",)),
    "Replaced": ("replaced", ("seat", "bot")),
    "Opened": ("opened", ("seat",)),
    "Upgraded": ("upgraded", ("rules",)),
    "Undone": ("undone", ("moves",)),
    "Drawn": ("drawn", ()),
    "Abandoned": ("abandoned", ()),
}
"""The name of a note in JSON, and the values after it: numbers, the kind of a bot, and perhaps `anew`."""
_AT = r"(?: @(0|[1-9][0-9]{0,9})\.([0-9]{3}))?(?: \{([^{}]*)\})?"
"""The time of a line, in seconds, and its comment."""
_TAG = re.compile(r"\[([A-Za-z]+) (.*)\]")
_NOTE = re.compile(
    rf"\[({'|'.join(_NOTES)})((?: (?:0|[1-9][0-9]{{0,8}})){{0,2}})(?: ([A-Z][A-Z_]{{0,39}}))?( anew)?\]{_AT}"
)
_MOVE = re.compile(rf"([1-9][0-9]{{0,8}})\. ([1-9][0-9]?): ([a-z0-9][a-z0-9:, ?-]*?)( \(automatic\))?{_AT}")
_HEAD = re.compile(r'[^{"]*')
"""The part of a line before values and comments."""
_PLACE = re.compile(r" - at `\$\.?(.*)`$")
_PART = re.compile(r"[A-Za-z]+(\[[0-9]+\])?")


class Source(Struct, frozen=True):
    """A record as it was read, and where its parts were."""

    record: Record
    where: Mapping[str, int]
    """The numbers of lines by path, such as `lines[3]`; the empty path is the record."""

    def located(self, error: RecordError) -> RecordError:
        """An error about the record with the number of its line."""
        return _located(error.reason, error.place, self.where)


def _located(reason: str, place: str, where: Mapping[str, int]) -> RecordError:
    part = _PART.match(place)
    line = where.get(part[0] if part else "", where[""])
    return RecordError(reason, place, line)


def write(record: Record) -> str:
    """A record as text, with a line break at its end.

    Raises:
        ValueError: a comment or move cannot be written.
    """
    return "".join(written(record))


def written(record: Record) -> Iterator[str]:
    """The lines of a record as text, each with its line break, to write a long record bit by bit. Raises as `write`."""
    values = msgspec.to_builtins(record)
    *headers, result = [
        f"[{header} {_json(value)}]"
        for header, name in _HEADERS.items()
        if name in values
        for value in (values[name] if name in _LISTS else (values[name],))
    ]
    for header in headers:
        yield f"{header}\n"
    yield "\n"
    number = 0
    for line in record.lines:
        wrong = why_not_plain(line)
        if wrong is not None:
            raise ValueError(f"{wrong}: {line}")
        number += isinstance(line, Played)
        yield f"{_line(line, number)}\n"
    yield f"\n{result}\n" if record.lines else f"{result}\n"


def digest(record: Record) -> str:
    """The SHA-256 digest of a record as text, without its signature, in 64 hexadecimal digits. It is what a service signs."""
    found = hashlib.sha256()
    for line in written(replace(record, signature=None)):
        found.update(line.encode())
    return found.hexdigest()


def _line(line: Line, number: int) -> str:
    end = "" if line.at is None else f" @{line.at // 1000}.{line.at % 1000:03}"
    end += f" {{{line.comment}}}" if line.comment else ""
    if isinstance(line, Played):
        return f"{number}. {line.seat}: {line.move}{' (automatic)' if line.automatic else ''}{end}"
    name = type(line).__name__
    said = "".join([f" {getattr(line, field)}" for field in _NOTES[name][1]])
    said += " anew" if isinstance(line, Undone) and line.anew else ""
    return f"[{name}{said}]{end}"


def write_json(record: Record) -> str:
    """A record as a line of JSON Lines, with a line break at its end."""
    return _json(record) + "\n"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def parse(text: str) -> Source:
    """Parse one record, as text or JSON.

    Raises:
        RecordError: the text is not a record, or more than one. Names the line.
    """
    found = list(read(text.split("\n")))
    for one in found:
        if isinstance(one, RecordError):
            raise one
        if len(found) == 1:
            return one
    raise RecordError(f"Give one record, not {len(found)}.", line=1)


def opened(file: str | Path) -> AbstractContextManager[TextIO]:
    """A file of records, as text; `-` is standard input."""
    if str(file) == "-":
        return nullcontext(sys.stdin)
    return Path(file).open(encoding="utf-8", newline="\n")


def lines_of(file: TextIO) -> Iterator[str]:
    """The lines of a file. A line that is too long for any record comes in parts, each of which is."""
    while line := file.readline(MOST_CHARACTERS + 1):
        yield line


def read(lines: Iterable[str]) -> Iterator[Source | RecordError]:
    """Parse records one after another, from lines of text or of JSON. What is not a record is an error; the next one is read.

    No more than `MOST_CHARACTERS` of a record are kept in memory: a longer one is an error.

    Args:
        lines: the lines, with or without their breaks. A byte order mark before the first one is skipped, as are blanks at the
            ends of lines. A no-break space is a space, except in values and comments.
    """
    pending: list[tuple[int, str]] = []
    size = 0
    for number, given in enumerate(lines, 1):
        line = given.rstrip()
        if number == 1:
            line = line.removeprefix(_BOM)
        if "\xa0" in line:  # copied from a page
            line = _HEAD.sub(lambda head: head[0].replace("\xa0", " "), line, count=1)
        begins = line.startswith((_BEGINS, "{"))
        if pending and begins:
            yield _parsed(pending, size)
            pending = []
        if line.strip() or pending:
            size = len(given.rstrip("\r\n")) + 1 + (size if pending else 0)
            if not pending or size <= MOST_CHARACTERS:
                pending.append((number, line))
        if pending and line.startswith(("{", "[Result ")):
            yield _parsed(pending, size)
            pending = []
    if pending:
        yield _parsed(pending, size)


def _parsed(lines: list[tuple[int, str]], size: int) -> Source | RecordError:
    first, text = lines[0]
    if size > MOST_CHARACTERS:
        return RecordError(f"A record has at most {MOST_CHARACTERS} characters.", line=first)
    where = {"": first}
    try:
        if text.startswith("{"):
            return Source(msgspec.json.decode(text, type=Record), where)
        return Source(msgspec.convert(_values(lines, where), Record), where)
    except msgspec.DecodeError as error:
        place = _PLACE.search(str(error))
        reason = _PLACE.sub("", str(error))
        at = f" in {place[1]}" if place and place[1] else ""
        return _located(f"{reason}{at}.", place[1] if place else "", where)
    except RecursionError:
        return RecordError("This is nested too deeply.", line=first)
    except RecordError as error:
        return error


def _values(lines: list[tuple[int, str]], where: dict[str, int]) -> dict[str, Any]:
    """The values of a record in text, as builtin types by name. Fills in where they were.

    Raises:
        RecordError: a line is not of the grammar.
    """
    values: dict[str, Any] = {"lines": []}
    moves = 0
    if not lines[0][1].startswith(_BEGINS):
        raise RecordError("A record begins with [Taphouse 1], or as JSON with {.", line=lines[0][0])
    for number, line in lines:
        if not line.strip():
            continue
        item: dict[str, Any]
        if move := _MOVE.fullmatch(line):
            moves += 1
            if int(move[1]) != moves:
                raise RecordError(f"This is move {moves}, not {move[1]}.", line=number)
            item = {"what": "move", "seat": int(move[2]), "move": move[3], "automatic": move[4] is not None}
            item |= _end(move, 5)
        elif (note := _NOTE.fullmatch(line)) and _fits(note):
            what, names = _NOTES[note[1]]
            said: list[Any] = [*map(int, note[2].split()), *([note[3]] if note[3] else [])]
            item = {"what": what, **dict(zip(names, said, strict=True)), **_end(note, 5)}
            item |= {"anew": True} if note[4] else {}
        elif tag := _TAG.fullmatch(line):
            _header(tag[1], tag[2], number, values, where)
            continue
        else:
            reason = (
                "This is neither a header nor a move. Write [Name value], or 12. 3: end-turn for move 12 by seat 3."
            )
            raise RecordError(reason, line=number)
        where[f"lines[{len(values['lines'])}]"] = number
        values["lines"].append(item)
    if "result" not in values:
        raise RecordError("The record ends without [Result ...]: it was cut off.", line=lines[-1][0])
    return values


def _fits(note: re.Match[str]) -> bool:
    """True if a note has the values that its name calls for."""
    names = _NOTES[note[1]][1]
    if note[4] and note[1] != "Undone":
        return False
    return (note[3] is not None) == ("bot" in names) and len(note[2].split()) + (note[3] is not None) == len(names)


def _end(line: re.Match[str], first: int) -> dict[str, Any]:
    """The time and the comment of a line, which are the groups of a match from `first` on."""
    at = None if line[first] is None else int(line[first]) * 1000 + int(line[first + 1])
    return {"at": at, "comment": line[first + 2] or ""}


def _header(name: str, text: str, number: int, values: dict[str, Any], where: dict[str, int]) -> None:
    """Add the value of a header."""
    field = _HEADERS.get(name)
    if field is None:
        known = ", ".join((*_HEADERS, *_NOTES))
        raise RecordError(f"There is no header {name[:40]}. The headers are {known}.", line=number)
    if values["lines"] and field != "result":
        raise RecordError(f"The header {name} comes after a move. Headers come first.", line=number)
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(f"The value of {name} is not JSON: {error}.", line=number) from None
    if field in _LISTS:
        items = values.setdefault(field, [])
        where[f"{field}[{len(items)}]"] = number
        items.append(value)
        return
    if field in values:
        raise RecordError(f"The header {name} is given twice.", line=number)
    if field == "taphouse" and value != FORMAT:
        raise RecordError(f"This release reads records of format {FORMAT}, not {text[:40]}.", line=number)
    where[field] = number
    values[field] = value
