"""`taphouse record enter`: lines from a script and at a terminal, what is kept of them, and their words."""

from __future__ import annotations

import builtins
import readline
from collections.abc import Iterator
from pathlib import Path

import pytest

from taphouse.engine.records.record import Resigned
from taphouse.engine.records.text import parse
from taphouse.lab.record import entering
from taphouse.lab.record.words import LANGUAGES, read
from tests.records.test_command import run
from tests.records.test_entering import entered

NEW = ["--game", "pint-craft", "--player", "Anna", "--player", "Ben"]
OPTIONS = ["--options", '{"firstSeat": "SEAT_2", "season": "FALL"}']
LINES = "oktoberf\nScotch Ale\n\nsaison\nplay celebrity\nchoose base-malt:5\n"
KEPT = ["oktoberfest", "scotch-ale", "saison", "play celebrity-endorsement", "choose base-malt:5"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


def kept(file: Path) -> list[str]:
    return file.with_name("game.txt.lines").read_text().splitlines()[1:]


def test_a_game_is_entered_from_a_script_and_gone_on_with(file: Path) -> None:
    out, _ = run("enter", file, *NEW, *OPTIONS, given=LINES)
    assert "Ben plays Celebrity Endorsement." in out
    assert out.endswith(f"{file}: Moves: 2. Result: unfinished. Assumed: 104 of 108 drawn places.\n")
    assert kept(file) == KEPT
    out, _ = run("enter", file, "--language", "de", given="undo\nchoose hops:5\nstop-playing\n")
    assert "Ben nimmt 5 Hopfen" in out
    assert kept(file) == [*KEPT[:-1], "choose hops:5", "stop-playing"]
    begun = file.with_name("game.txt.lines").read_text().splitlines()[0]
    assert '"edition":"reconstructed"' in begun
    assert begun.endswith('"rules":1}')
    record = parse(file.read_text()).record
    assert [player.name for player in record.seats] == ["Anna", "Ben"]
    run("verify", file)
    assert run("convert", file, "--to", "text", "--draws")[0] == file.read_text()


def test_a_script_ends_at_the_first_line_that_is_refused(file: Path) -> None:
    _, err = run("enter", file, *NEW, *OPTIONS, given="oktoberf\nscotch\nsaison\nplay ale\nstop-playing\n", status=1)
    assert err == "line 4: There is no ale here.\n"
    assert kept(file) == KEPT[:3]
    for line, said in {"brew saison": "line 1: ", "x": "line 1: 'x' is not a move of this game."}.items():
        _, err = run("enter", file, given=line, status=1)
        assert err.startswith(said)
    _, err = run("enter", file, given="undo\n" * 4, status=1)
    assert err == "line 4: There is nothing to undo.\n"
    assert kept(file) == []


def test_a_player_who_resigned_plays_no_more(file: Path) -> None:
    """Their first legal move is made, and cannot be another one where it tells of their hand."""
    new = (*NEW, "--player", "Cleo", *OPTIONS)
    lines = LINES.replace("saison", "saison\namerican-amber")
    out, _ = run("enter", file, *new, given=lines + "resign ben\nresign 1\nundo\n")
    assert "Ben resigns.\nBen draws 2 cards.\nIt is Cleo's turn.\nAnna resigns.\n" in out
    assert kept(file) == [*KEPT[:3], "american-amber", *KEPT[3:], "resign 2"]
    assert [line for line in file.read_text().splitlines() if "Resigned" in line or "automatic" in line] == [
        "[Resigned 2]",
        "3. 2: stop-playing (automatic)",
    ]
    run("verify", file)
    for line in ("resign 2", "resign 4"):
        _, err = run("enter", file, "--language", "de", given=line, status=1)
        assert err == f"line 1: Das kann jetzt niemand tun: {line}.\n"


def test_a_game_ends_when_all_others_have_resigned(file: Path) -> None:
    out, _ = run("enter", file, *NEW, *OPTIONS, given=LINES + "resign ben\n")
    assert out.endswith(
        "Ben resigns.\n" + f"{file}: Moves: 2. Result: others-resigned. Assumed: 104 of 108 drawn places.\n"
    )
    run("verify", file)
    assert parse(file.read_text()).record.lines[-1] == Resigned(2)
    for line, why in {"stop-playing": "The game is over.", "resign 1": "Nobody can do this now: resign 1."}.items():
        assert run("enter", file, given=line, status=1)[1] == f"line 1: {why}\n"


def test_a_part_of_a_name_that_fits_several_cards_is_refused(file: Path) -> None:
    _, err = run("enter", file, *NEW, *OPTIONS, given="american\n", status=1)
    assert err == "line 1: Several fit: american-amber, american-dark-lager, american-ipa, american-wheat.\n"
    run("enter", file, given="american-ipa\n")
    _, err = run("enter", file, "--language", "de", given="american ipa\n", status=1)
    assert err == f"line 1: {read('de')['impossible']}\n"
    _, err = run("enter", file, "--language", "de", given="Kasper\n", status=1)
    assert err == "line 1: Welche Karte ist Kasper?\n"
    run("enter", file, "--language", "de", given="böhmisches\n")
    _, err = run("enter", file, given="-\n", status=1)
    assert err == "line 1: Which card is -?\n"
    assert kept(file) == ["american-ipa", "bohemian-pilsner"]


@pytest.mark.parametrize(
    ("arguments", "lines", "said"),
    [
        ([], None, "to go on with"),
        (NEW[2:], '{"game":1}\n', "Name the --game"),
        ([*NEW, *OPTIONS], '{"game":1}\n', "pass only the file"),
        ([], "{}\n", "Object missing required field"),
        ([], "", "Input data was truncated"),
        (
            [],
            '{"game":"pint-craft","players":["A","B"],"edition":null,"options":"{}","seed":"1","rules":9}',
            "versions 1 to 1",
        ),
        (NEW, None, "Choose each option that leaves something to the seed"),
        ([*NEW[:2], "--player", ""], None, "is for 2 to 6 players"),
        ([*NEW, "--player", "", *OPTIONS], None, "length >= 1"),
        (["--game", "chess"], None, "There is no game 'chess'"),
    ],
)
def test_a_game_that_cannot_be_begun_leaves_nothing(
    file: Path, arguments: list[str], lines: str | None, said: str
) -> None:
    if lines is not None:
        file.with_name("game.txt.lines").write_text(lines)
    _, err = run("enter", file, *arguments, given="", status=2)
    assert said in err
    assert err.count("\n") == 1
    assert not file.exists()
    assert file.with_name("game.txt.lines").exists() == (lines is not None)


def test_a_whole_game_of_beers_is_entered_from_its_lines(file: Path) -> None:
    done = entered("dank-and-draft", 2, "undone", most=25)
    first = done.entry.options.first_seat.value  # type: ignore[attr-defined]
    new = ["--game", "dank-and-draft", "--player", "Anna", "--player", "Ben", "--options", f'{{"firstSeat":"{first}"}}']
    run("enter", file, *new, given="\n".join(done.entry.lines))
    assert parse(file.read_text()).record == done.entry.record()


def test_the_terminal_says_what_it_needs_and_completes_it(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed: Iterator[str] = iter(["okt", "nothing", "scotch", "saison", "help", "", "play smash-hit", "table"])
    offered: list[list[str]] = []

    def answer(_prompt: str) -> str:
        complete = readline.get_completer()
        assert complete is not None
        text = "play s" if len(offered) > 3 else ""
        offered.append([one for i in range(200) if (one := complete(text, i)) is not None])
        for line in typed:
            return line
        raise EOFError

    monkeypatch.setattr(builtins, "input", answer)
    begun = entering.FirstLine("pint-craft", ("Anna", "Ben"), None, OPTIONS[1], "1")
    entering.enter(file, begun, None, None, "de")
    out, err = capsys.readouterr()
    assert "Stapel 1: Welche Karte?" in out
    assert "Welche Karte ist nothing?" in err
    assert "Ben: Spiele eine Brauereikarte" in out
    assert "  play <card: a name in lower case, with hyphens between words>" in out
    assert {"saison", "scotch-ale", "undo"} <= {*offered[0]}
    assert {"play smash-hit", "play special-order"} <= {*offered[4]}
    assert "play saison" not in offered[4]
    assert kept(file) == ["oktoberfest", "scotch-ale", "saison", "play smash-hit"]


def test_every_word_is_in_each_language() -> None:
    """A place without a word is called by its name."""
    assert {frozenset(read(language)) for language in LANGUAGES} == {frozenset(read("en"))}
    assert {*read("en")["places"]} <= {*read("de")["places"]}
