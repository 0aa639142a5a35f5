"""The text of records: what is written is read as the same record, and what is not a record is refused with its line."""

from __future__ import annotations

import datetime
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.engine.records.record import (
    Abandoned,
    Begins,
    Covered,
    Draw,
    Drawn,
    Finished,
    Joined,
    Opened,
    Paused,
    Placed,
    Played,
    Record,
    RecordedEdition,
    RecordedOrigin,
    RecordedPlayer,
    RecordError,
    Replaced,
    Resigned,
    Resumed,
    Returned,
    Signature,
    TimeAdded,
    TimedOut,
    Undone,
    Upgraded,
)
from taphouse.engine.records.text import parse, read, write, write_json
from tests.effort import many

hex64 = st.binary(min_size=32, max_size=32).map(bytes.hex)
seats = st.integers(1, 16)
slugs = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}", fullmatch=True)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40) | st.none()
comments = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="{}"), max_size=60)
notations = st.from_regex(r"[a-z][a-z-]{0,9}( [a-z0-9:,-]{1,9}){0,3}", fullmatch=True)
numbers = st.integers(0, 10**9)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | names, lambda inner: st.lists(inner, max_size=3)
)
moments = st.datetimes(datetime.datetime(1970, 1, 1), timezones=st.just(datetime.UTC)).map(
    lambda time: time.isoformat().replace(
        "+00:00", "Z"
    )  # with six digits of the fraction or none, as records once had them
)
bots = st.sampled_from(["GREEDY", "RANDOM", "A_BOT_OF_ANOTHER_SERVICE"])
times = st.sampled_from([None, 0, 83_120, 10**13 - 1])
lines = (
    st.builds(Played, seats, notations, st.booleans(), comments, times)
    | st.builds(Joined, seats, comments, times)
    | st.builds(Resigned, seats, comments, times)
    | st.builds(TimedOut, seats, comments, times)
    | st.builds(TimeAdded, seats, st.integers(0, 10**8), comments, times)
    | st.builds(Paused, comments, times)
    | st.builds(Resumed, comments, times)
    | st.builds(Returned, seats, comments, times)
    | st.builds(Opened, seats, comments, times)
    | st.builds(Covered, seats, bots, comments, times)
    | st.builds(Replaced, seats, bots, comments, times)
    | st.builds(Upgraded, st.integers(1, 10**6), comments, times)
    | st.builds(Undone, st.integers(1, 10**6), st.booleans(), comments, times)
    | st.builds(Drawn, comments, times)
    | st.builds(Abandoned, comments, times)
)
placed = st.builds(Placed, seats, seats, st.integers(-(10**6), 10**6))
draws = st.builds(Draw, numbers, numbers, st.lists(numbers, max_size=5).map(tuple), st.booleans())
records = st.builds(
    Record,
    taphouse=st.just(1),
    kind=slugs,
    edition=st.builds(RecordedEdition, slugs, hex64),
    rules=st.integers(1, 10**6),
    options=st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=9), values, max_size=4),
    seats=st.lists(st.builds(RecordedPlayer, names, names, names), min_size=1, max_size=6).map(tuple),
    game=st.from_regex("[a-z2-7]{24}", fullmatch=True) | st.none(),
    created=moments | st.none(),
    updated=moments | st.none(),
    origin=st.builds(RecordedOrigin, st.from_regex("[a-z2-7]{24}", fullmatch=True), st.integers(1, 99)) | st.none(),
    position=st.builds(Begins, st.integers(1, 9), st.lists(values, max_size=4)) | st.none(),
    seeded=st.booleans(),
    commitment=hex64 | st.none(),
    salt=hex64 | st.none(),
    seed=hex64 | st.none(),
    edition_file=names,
    signature=st.builds(Signature, st.just("k" * 43), st.just("s" * 86)) | st.none(),
    draws=st.lists(
        st.builds(Draw, numbers, numbers, st.lists(numbers, max_size=5).map(tuple), st.booleans()), max_size=3
    ).map(tuple),
    lines=st.lists(lines, max_size=8).map(tuple),
    result=st.sampled_from(["unfinished", "abandoned", "draw"])
    | st.builds(Finished, slugs, st.lists(placed, max_size=4).map(tuple)),
)

SHORT = """\
[Taphouse 1]
[Kind "cask-race"]
[Edition {"name":"evening","digest":"%s"}]
[Rules 1]
[Options {}]
[Seat {}]
[Seat {"name":"Ben"}]

1. 1: tap 2 {Why not?}
[Resigned 2]
2. 2: pass (automatic) {It follows.}

[Result "unfinished"]
""" % ("0" * 64)


@settings(max_examples=many(50))
@given(records)
def test_what_is_written_is_read_as_the_same_record(record: Record) -> None:
    assert parse(write(record)).record == record
    assert parse(write_json(record)).record == record


@settings(max_examples=many(15))
@given(st.lists(records, max_size=3), st.booleans())
def test_a_stream_holds_records_of_both_forms(several: list[Record], as_json: bool) -> None:
    text = "\n".join((write_json, write)[(as_json + i) % 2](record) for i, record in enumerate(several))
    assert [source.record for source in read(text.split("\n")) if not isinstance(source, RecordError)] == several


def test_a_record_for_people() -> None:
    record = parse(SHORT).record
    assert record.lines == (
        Played(1, "tap 2", comment="Why not?"),
        Resigned(2),
        Played(2, "pass", automatic=True, comment="It follows."),
    )
    assert write(record) == SHORT
    assert parse(SHORT.replace("\n", "\r\n\r\n")).record == record
    assert parse("\ufeff" + SHORT).record == parse("\ufeff" + write_json(record)).record == record


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("[Taphouse 1]", "[Taphouse 2]", 1, "format 1, not 2"),
        ("[Taphouse 1]", "[Event 1]", 1, "begins with [Taphouse 1]"),
        ('"evening"', "evening", 3, "The value of Edition is not JSON"),
        ("0" * 64, "0" * 63, 3, "regex"),
        ("[Rules 1]", '[Rules "1"]', 4, "Expected `int`, got `str` in rules"),
        ("[Rules 1]", "[Rules 0]", 4, ">= 1"),
        ("[Rules 1]", "[Rules 1]\n[Rules 1]", 5, "The header Rules is given twice"),
        ("[Options {}]", "[Option {}]", 5, "There is no header Option. The headers are Taphouse, Kind"),
        ("[Options {}]", "[Options []]", 5, "Expected `object`"),
        ("[Options {}]\n", "", 1, "missing required field `options`"),
        ("[Options {}]", f"[Options {'[' * 100_000}]", 5, "is not JSON"),
        ('{"name":"Ben"}', '{"nick":"Ben"}', 7, "unknown field `nick`"),
        ("1. 1: tap 2", "2. 1: tap 2", 9, "This is move 1, not 2"),
        ("1. 1: tap 2", "1. 0: tap 2", 9, "neither a header nor a move"),
        ("1. 1: tap 2", "1. 17: tap 2", 9, "<= 16"),
        ("1. 1: tap 2", "1. 1: Tap 2", 9, "neither a header nor a move"),
        ("{Why not?}", "{Why {not}?}", 9, "neither a header nor a move"),
        ("[Resigned 2]", "[Resigned]", 10, "neither a header nor a move"),
        ("[Resigned 2]", "[Rules 1]", 10, "Headers come first"),
        ('[Result "unfinished"]', "", 13, "cut off"),
        ('"unfinished"', '"won"', 13, "Invalid enum value 'won'"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    assert old in SHORT
    with pytest.raises(RecordError) as refused:
        parse(SHORT.replace(old, new, 1))
    assert refused.value.line == line or (reason == "cut off" and refused.value.line is not None)
    assert reason in str(refused.value)
    assert str(refused.value).startswith(f"line {refused.value.line}: ")


@settings(max_examples=many(30))
@given(records, st.data())
def test_a_record_that_was_cut_off_is_refused(record: Record, data: st.DataObject) -> None:
    text = write(record)
    cut = text[: data.draw(st.integers(0, len(text) - 3))]
    with pytest.raises(RecordError):
        parse(cut)


def test_one_bad_record_does_not_hide_the_next() -> None:
    bad = SHORT.replace("1. 1", "9. 1")
    found = list(read((SHORT + bad + json.dumps({"taphouse": 1}) + "\n" + SHORT).split("\n")))
    assert [isinstance(one, RecordError) for one in found] == [False, True, True, False]
    assert [one.line for one in found if isinstance(one, RecordError)] == [22, 27]


@settings(max_examples=many(30))
@given(records, st.sampled_from([" ", "\t ", "\xa0", " \r"]))
def test_blanks_at_the_ends_of_lines_and_no_break_spaces_are_read(record: Record, blanks: str) -> None:
    lines = write(record).split("\n")
    assert parse("\n".join(line + blanks for line in lines)).record == record
    assert parse(write_json(record).replace("\n", blanks + "\n")).record == record
    copied = [re.sub(r'^[^{"]*', lambda head: head[0].replace(" ", "\xa0"), line) for line in lines]
    assert parse("\n".join(copied)).record == record


def test_exactly_one_record_is_wanted() -> None:
    for text in ("", "\n", SHORT + SHORT):
        with pytest.raises(RecordError, match="Give one record"):
            parse(text)


def test_a_comment_with_a_brace_cannot_be_written() -> None:
    record = parse(SHORT).record
    for comment in ("}", "two\nlines"):
        lines = (Played(1, "tap 2", comment=comment),)
        with pytest.raises(ValueError, match="comment"):
            write(Record(**{name: getattr(record, name) for name in record.__struct_fields__} | {"lines": lines}))
