"""Text of strangers is bounded before a parser sees it, and every error is one sentence."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from io import StringIO
from pathlib import Path

import pytest

from taphouse.engine import GAMES as INSTALLED
from taphouse.engine.bounded_toml import MOST_BYTES, MOST_NESTED, MOST_PARTS, MOST_VALUES, MOST_WORD, NotToml, read_toml
from taphouse.engine.editions import EditionError, load, packaged
from taphouse.engine.records import text
from taphouse.engine.records.record import RecordError

GAMES = INSTALLED.own()

WITHIN = {
    "bytes": b"#" * MOST_BYTES,
    "parts of a key": b"a" + b".b" * (MOST_PARTS - 1) + b" = 1",
    "arrays within each other": b"a = " + b"[" * MOST_NESTED + b"]" * MOST_NESTED,
    "values": b"\n".join(b"k%d = 1" % number for number in range(MOST_VALUES)),
    "digits": b"a = " + b"1" * (MOST_WORD - 1),
    "marks in strings": b'a = """%b"x\\"""""\nb = \'\'\'%b\'\'\'\nc = \'%b\'\nd = "%b\\""'
    % ((b"[.={" * MOST_PARTS * 9,) * 4),
    "marks in a comment": b"a = 1 #" + b"[.=" * MOST_VALUES,
}
BEYOND = {
    "bytes": (b"#" * (MOST_BYTES + 1), f"it has more than {MOST_BYTES} bytes"),
    "parts of a key": (
        b"a = 1\nb" + b".b" * MOST_PARTS + b" = 1",
        f"line 2 has a key of more than {MOST_PARTS} parts",
    ),
    "parts of the name of a table": (
        b"[a" + b' . "b"' * MOST_PARTS + b"]",
        f"line 1 has a key of more than {MOST_PARTS} parts",
    ),
    "arrays within each other": (
        b"a = " + b"[" * (MOST_NESTED + 1) + b"]" * (MOST_NESTED + 1),
        f"line 1 has more than {MOST_NESTED} arrays and tables within each other",
    ),
    "keys": (
        b"\n".join(b"k%d = 1" % number for number in range(MOST_VALUES + 1)),
        f"it has more than {MOST_VALUES} keys, parts of keys, tables and values in arrays",
    ),
    "values of an array": (
        b"a = [" + b"1," * MOST_VALUES + b"]",
        f"it has more than {MOST_VALUES} keys, parts of keys, tables and values in arrays",
    ),
    "digits": (b"a = " + b"1" * (MOST_WORD + 1), f"line 1 has a number or a word of more than {MOST_WORD} characters"),
    "no UTF-8": (b"\xff", "not TOML: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
    "no TOML": (b"a", "not TOML: Expected '=' after a key in a key/value pair (at end of document)"),
}


@pytest.mark.parametrize("bound", WITHIN)
def test_what_is_within_the_bounds_is_read_as_the_parser_reads_it(bound: str) -> None:
    assert read_toml(WITHIN[bound]) == tomllib.loads(WITHIN[bound].decode())


@pytest.mark.parametrize("bound", BEYOND)
def test_what_is_beyond_a_bound_is_refused_in_a_sentence(bound: str) -> None:
    source, reason = BEYOND[bound]
    with pytest.raises(NotToml) as caught:
        read_toml(source)
    assert str(caught.value) == reason


@pytest.mark.parametrize("bound", [one for one in BEYOND if not one.startswith("no ")])
def test_the_parser_does_not_see_what_is_beyond_a_bound(bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda _text: pytest.fail("it was parsed"))
    with pytest.raises(NotToml):
        read_toml(BEYOND[bound][0])


@pytest.mark.parametrize("error", [RecursionError("too deep"), ValueError("a number"), IndexError("list")])
def test_another_error_of_the_parser_is_a_sentence_too(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_text: str) -> None:
        raise error

    monkeypatch.setattr(tomllib, "loads", fails)
    for game in GAMES.values():
        with pytest.raises(EditionError) as caught:
            load(game.edition, b"a = 1", "mine.toml")
        assert str(caught.value) == f"mine.toml: the file: not TOML: {error}"


@pytest.mark.parametrize("kind", GAMES)
def test_packaged_editions_are_far_below_the_bounds(kind: str) -> None:
    for edition in packaged(GAMES[kind].edition, GAMES[kind].about.package):
        assert len(edition.source) < MOST_BYTES / 3
        assert sum(edition.source.count(mark) for mark in (b"=", b".", b",", b"[", b"{")) < MOST_VALUES / 2


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('title = "', 'title = "' + "x" * 60),
        ('\ntext = "', '\ntext = "' + "x" * 500),
        ('note = "', 'note = "' + "x" * 500),
        ("value = ", "value = 1000000"),
        ("value = ", f"value = 0x{'f' * 900}"),
        ("game = ", f'"{"k" * 90_000}\\n" = 1\ngame = '),
    ],
)
def test_an_error_of_an_edition_is_one_short_sentence(kind: str, right: str, wrong: str) -> None:
    source = files(GAMES[kind].about.package).joinpath("editions/reconstructed.toml").read_text()
    if right not in source:
        source = source.replace('provenance = "', 'note = "", provenance = "', 1)
    with pytest.raises(EditionError) as caught:
        load(GAMES[kind].edition, source.replace(right, wrong, 1).encode(), "mine.toml")
    assert len(str(caught.value)) < 1100
    assert "\n" not in str(caught.value)


def test_a_record_of_a_file_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    good = Path(__file__).parents[1].joinpath("records/dank-and-draft.txt").read_text()
    good = good[: good.index("\n\n[Taphouse") + 1]
    monkeypatch.setattr(text, "MOST_CHARACTERS", len(good))
    (alone,) = text.read(text.lines_of(StringIO(good)))
    assert isinstance(alone, text.Source)
    for more in (good.replace("[Kind ", "[Kind  ", 1), f"{{{' ' * len(good)}}}\n"):
        long, *parts, last = text.read(text.lines_of(StringIO(more + good)))
        assert isinstance(long, RecordError)
        assert long.reason == f"A record has at most {len(good)} characters."
        assert all(isinstance(part, RecordError) for part in parts)
        assert isinstance(last, text.Source)
        assert last.record == alone.record
