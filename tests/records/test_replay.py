"""Records are played again: those that are kept, and those of games from seeds; and every fault is found where it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from taphouse.engine import GAMES
from taphouse.engine.editions import Edition
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.records.record import (
    Abandoned,
    Covered,
    Finished,
    Joined,
    Opened,
    Played,
    Record,
    RecordedOrigin,
    RecordError,
    Replaced,
    Resigned,
    Returned,
    TimeAgreement,
)
from taphouse.engine.records.replaying import RecordReplay, verify
from taphouse.engine.records.text import parse, read, write, write_json
from taphouse.lab.secrecy.random_inputs import option_sets
from taphouse.service.cli.installed_games import InstalledGames
from taphouse.service.cli.shadow.recorded import compare
from tests.conformance.tables import GAMES as ALL_GAMES
from tests.conformance.tables import default_table, editions
from tests.effort import many
from tests.records import COUNT, DIFFERS, PLAYED, numbered, path_of, recorded
from tests.records.choosing import chosen

KINDS = list(GAMES)
Change = Callable[[Record], dict[str, Any]]


@cache
def kept(kind: str) -> tuple[Record, ...]:
    """The records of a kind that the repository keeps."""
    found = list(read(path_of(kind).read_text(encoding="utf-8").split("\n")))
    return tuple([one.record for one in found if not isinstance(one, RecordError)])


def edition_of(record: Record) -> Edition:
    return next(one for one in editions(record.kind).values() if one.digest == record.edition.digest)


def verified(record: Record) -> RecordReplay:
    return verify(record, ALL_GAMES[record.kind], edition_of(record))


@pytest.mark.parametrize("kind", KINDS)
def test_the_kept_records_replay(kind: str) -> None:
    assert len(kept(kind)) >= COUNT
    for record in kept(kind):
        replay = verified(record)
        assert replay.draws or record.kind == "brew-crafters"
        assert all(len(draw.drawn) <= draw.of > 1 for draw in replay.draws)


@pytest.mark.parametrize("kind", KINDS)
def test_under_the_newest_rules_the_kept_records_differ_only_by_fixes_that_are_named(kind: str) -> None:
    installed = InstalledGames()
    found = {(kind, number): compare(record, installed) for number, record in enumerate(kept(kind), 1)}
    differing = {place: difference for place, difference in found.items() if difference is not None}
    assert differing.keys() == {place for place in DIFFERS if place[0] == kind}, differing
    fixes = {fix.name for fix in GAMES[kind].fixes}
    assert {DIFFERS[place] for place in differing} <= fixes


@pytest.mark.parametrize("kind", KINDS)
def test_the_kept_records_have_all_endings_seats_and_options(kind: str) -> None:
    about, records = GAMES[kind].about, kept(kind)
    results = {one.result.reason if isinstance(one.result, Finished) else one.result for one in records}
    assert results == {*(reason.name for reason in about.reasons), "abandoned"}
    assert {len(one.seats) for one in records} == {*about.seats}
    assert {player.bot for one in records for player in one.seats} == {"RANDOM", "GREEDY"}
    assert any(isinstance(line, Resigned) for one in records for line in one.lines)
    wanted = {(name, str(value)) for options in option_sets(about.options) for name, value in _values(options)}
    assert wanted <= {(name, str(value)) for one in records for name, value in one.options.items()}


@pytest.mark.parametrize("kind", ALL_GAMES)
def test_games_from_seeds_replay_from_their_texts(kind: str) -> None:
    """The games that follow those from which the kept records were chosen."""
    installed = InstalledGames(ALL_GAMES)
    for number in range(PLAYED, PLAYED + many(5)):
        record = numbered(kind, number)
        draws = verified(record).draws
        assert all(parse(text).record == record for text in (write(record), write_json(record)))
        assert verified(replace(record, draws=draws)).draws == draws
        assert record.rules < ALL_GAMES[kind].newest or compare(record, installed) is None


def test_games_that_reach_something_new_are_chosen() -> None:
    one, other = kept("dank-and-draft")[:2]
    assert chosen([one, other, one], 0) == [one, other]
    assert chosen([one, one], 2) == [one, one]
    assert chosen([one, one, other], 0, also=[2]) == [one, one, other]


def _values(options: Any) -> list[tuple[str, Any]]:
    return list(msgspec.to_builtins(options).items())


@pytest.mark.parametrize("kind", ALL_GAMES)
def test_a_game_without_a_seed_is_replayed_from_its_draws(kind: str) -> None:
    record = recorded(default_table(kind, 3), "a real table", resigns=3)
    draws = verified(record).draws
    whole = replace(record, draws=draws)
    assert verified(whole).draws == draws
    table = replace(whole, seed=None, salt=None, commitment=None)
    assert verified(table).draws == draws
    for wrong, reason in (
        (draws[1:], f"Draw {draws[0].number}, of .* is missing"),
        ((*draws, replace(draws[-1], number=10**6)), "no draw 1000000"),
        ((*draws, draws[-1]), "listed twice"),
        ((replace(draws[0], drawn=(*draws[0].drawn[:-1], draws[0].of)), *draws[1:]), f"Draw {draws[0].number} must"),
        ((replace(draws[0], of=draws[0].of + 1), *draws[1:]), f"Draw {draws[0].number} must"),
    ):
        with pytest.raises(RecordError, match=reason):
            verified(replace(table, draws=wrong))
    drawn = draws[0].drawn
    other = drawn[::-1] if len(drawn) > 1 else ((drawn[0] + 1) % draws[0].of,)
    with pytest.raises(RecordError, match="not the one that the seed gives"):
        verified(replace(whole, draws=(replace(draws[0], drawn=other), *draws[1:])))
    if len(draws) > 1:
        with pytest.raises(RecordError, match="List all or none"):
            verified(replace(whole, draws=draws[1:]))


@pytest.mark.parametrize("kind", ALL_GAMES)
def test_the_beginning_of_a_record_is_a_record(kind: str) -> None:
    record = recorded(default_table(kind), "cut")
    for count in (0, 1, 7, record.moves - 1):
        assert verified(replace(record, lines=record.lines[:count], result="unfinished")).draws


FAULTS: dict[str, tuple[Change, str, str]] = {
    "kind": (lambda _: {"kind": "skat"}, "kind", "not"),
    "edition": (lambda r: {"edition": replace(r.edition, digest="0" * 64)}, "edition", "digest"),
    "rules": (lambda _: {"rules": 10**6}, "rules", "versions 1 to"),
    "options": (lambda _: {"options": {"firstSeat": "MINE"}}, "options", "options are not valid"),
    "few seats": (lambda r: {"seats": r.seats[:1]}, "seats[0]", "players, not 1"),
    "commitment": (lambda _: {"commitment": "0" * 64}, "commitment", "commitment"),
    "salt": (lambda _: {"salt": "0" * 64}, "commitment", "commitment"),
    "seed": (lambda _: {"seed": "0" * 64}, "commitment", "commitment"),
    "no commitment": (lambda _: {"commitment": None}, "salt", "no commitment"),
    "no seed": (lambda _: {"seed": None}, "salt", "no seed"),
    "nothing to draw from": (lambda _: {"seed": None, "salt": None, "commitment": None}, "draws", "so is the seed"),
    "commitment without seed": (lambda _: {"seed": None, "salt": None}, "commitment", "no seed to open"),
    "name of the edition": (
        lambda r: {"edition": replace(r.edition, name="other")},
        "edition",
        "is named reconstructed",
    ),
    "file of the edition": (lambda _: {"edition_file": "other"}, "editionFile", "not the one with its digest"),
    "changed before it was created": (lambda r: {"updated": r.created, "created": r.updated}, "updated", "before"),
    "forked from itself": (
        lambda _: {"game": "a" * 24, "origin": RecordedOrigin("a" * 24, 1)},
        "origin",
        "not forked from itself",
    ),
    "time without clocks": (lambda r: _first(r, at=12_500), "lines[0]", "no clocks"),
    "clocks without times": (lambda _: {"clock": TimeAgreement("bot", 60)}, "lines[0]", "has no time"),
    "increment without a bank": (lambda _: {"clock": TimeAgreement("bot", 60, None, 5)}, "clock", "Only a bank"),
    "time after the last change": (
        lambda r: {"clock": TimeAgreement("bot", 60), **_first(r, at=10**12)},
        "lines[0]",
        "later than the last change",
    ),
    "who plays in the end": (
        lambda r: {"lines": (*r.lines[:-1], Replaced(1, "SEARCH"), r.lines[-1])},
        "seats[0]",
        "played by SEARCH",
    ),
    "result": (lambda _: {"result": "unfinished"}, "result", "The result is not"),
    "abandoned": (lambda _: {"result": "abandoned"}, "result", "The result is not"),
    "seat": (lambda r: _first(r, seat=4 - r.lines[0].seat), "lines[0]", "decides, not seat"),  # type: ignore[union-attr]
    "no such seat": (lambda r: _first(r, seat=16), "lines[0]", "There is no seat 16"),
    "verb": (lambda r: _first(r, move="castle"), "lines[0]", "is not a move of this game"),
    "automatic": (lambda r: _first(r, automatic=True), "lines[0]", "has not resigned"),
    "illegal": (lambda r: {"lines": (r.lines[0], *r.lines[:-1])}, "lines[1]", "Move 2"),
    "bot": (lambda r: {"seats": (replace(r.seats[0], bot="GENIUS"), *r.seats[1:])}, "seats[0]", "no bot GENIUS"),
    "bot that covers": (lambda r: {"lines": (Covered(1, "GENIUS"), *r.lines)}, "lines[0]", "no bot GENIUS"),
    "bot that replaces": (lambda r: {"lines": (Replaced(1, "GENIUS"), *r.lines)}, "lines[0]", "no bot GENIUS"),
    "time-out": (lambda _: {"clock": TimeAgreement("explode", 60)}, "clock", "no explode"),
    "returned": (
        lambda r: {"lines": (Returned(1), *r.lines)},
        "lines[0]",
        "No bot plays for an absent player at seat 1",
    ),
    "returned twice": (
        lambda r: {"lines": (Covered(1, "GREEDY"), Returned(1), Returned(1), *r.lines)},
        "lines[2]",
        "No bot plays",
    ),
    "left": (lambda r: {"lines": (Opened(r.lines[0].seat), *r.lines)}, "lines[1]", "nobody has joined"),  # type: ignore[union-attr]
    "resigned": (lambda r: {"lines": (Resigned(r.lines[0].seat), *r.lines)}, "lines[1]", "so its move is automatic"),  # type: ignore[union-attr]
    "resigned twice": (lambda r: {"lines": (Resigned(1), Resigned(1), *r.lines)}, "lines[1]", "resigned already"),
    "resigned by all": (
        lambda r: {"lines": (Resigned(1), Resigned(2), Resigned(3))},
        "lines[2]",
        "so the game was over",
    ),
    "covered after resigning": (
        lambda r: {"lines": (Resigned(1), Covered(1, "GREEDY"), *r.lines)},
        "lines[1]",
        "Seat 1 has resigned",
    ),
    "rules of the service": (
        lambda _: {"service_rules": 3},
        "serviceRules",
        "versions 1 to 2 of the rules of the service",
    ),
    "joined late": (lambda r: {"lines": (r.lines[0], Joined(1), *r.lines[1:])}, "lines[1]", "after the game began"),
    "after the end": (lambda r: {"lines": (*r.lines, Resigned(1))}, "lines[{}]", "The game was over"),
    "after abandoning": (lambda r: {"lines": (Abandoned(), *r.lines)}, "lines[1]", "abandoned before"),
}


def _first(record: Record, **changes: Any) -> dict[str, Any]:
    first = record.lines[0]
    assert isinstance(first, Played)
    return {"lines": (replace(first, **changes), *record.lines[1:])}


def test_a_fault_names_its_move_once() -> None:
    record = recorded(default_table("dank-and-draft"), "faults")
    with pytest.raises(RecordError, match=r"^Move 1, [a-z0-9 -]+: it is marked"):
        verified(replace(record, **_first(record, automatic=True)))


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_found_where_it_is(fault: str) -> None:
    change, place, reason = FAULTS[fault]
    record = recorded(default_table("dank-and-draft", 3), "faults")
    with pytest.raises(RecordError, match=reason) as found:
        verify(replace(record, **change(record)), ALL_GAMES["dank-and-draft"], edition_of(record))
    assert found.value.place == place.format(len(record.lines))


def test_the_seed_decides_who_begins() -> None:
    """The option is in the record even if it has its default, so a later default changes nothing."""
    record = recorded(default_table("dank-and-draft"), "options")
    assert record.options["firstSeat"] == FirstSeat.SEED.value
