"""Imported records: the same game with the same log, and what is refused is refused with its line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import commitment
from taphouse.engine.records.record import (
    Abandoned,
    Covered,
    Joined,
    Line,
    Opened,
    Played,
    Record,
    RecordedPlayer,
    Replaced,
    Returned,
    Upgraded,
)
from taphouse.engine.records.text import parse, write, write_json
from taphouse.schema.inputs import MOST_RECORD
from tests.api.client import Client
from tests.conformance.tables import default_table
from tests.forks.shared import KEY, finished, record_of, text_of
from tests.records import FOLDER, recorded
from tests.records.test_positions import forked
from tests.records.test_replay import kept, verified
from tests.rest.client import Rest, table_of
from tests.rest.test_games import KINDS

IMPORT = """mutation ($record: String!, $key: String) {
  importRecord(record: $record, idempotencyKey: $key) {
    ... on GameCreated { game { gameId status origin { kind gameId } seeded } seats { seat } }
    ... on RecordRefused { code message fault line place } ... on Problem { code } } }"""


def imported(anyone: Rest, record: Record) -> Any:
    return table_of(anyone, anyone.post("/records", {"record": write(record)}))


def same(record: Record) -> Record:
    """A record without what an import changes."""
    return replace(record, game=None, created=None, updated=None, seeded=False, signature=None)


@pytest.mark.parametrize("kind", KINDS)
def test_a_finished_game_is_imported_with_its_whole_log(anyone: Rest, kind: str) -> None:
    table = finished(anyone, kind)
    made = anyone.post("/records", {"record": text_of(table), "visibility": "OPEN"})
    new = table_of(anyone, made)
    seen = new.look()
    assert (seen["status"], seen["seeded"]) == ("OVER", True)
    assert seen["origin"] == {"kind": "IMPORT", "gameId": None, "version": None}
    assert made["seats"] == []
    assert new.id not in anyone.http.get("/v1/games/finished?first=100").text, "anybody can write a record"
    for part in ("table", "outcome", "options", "seed", "salt", "commitment", "edition", "rulesVersion", "version"):
        assert seen[part] == table.look()[part], part
    assert same(record_of(new)) == same(record_of(table))
    log, other = (one.spectator.get(f"{one.path}/events?first=100")["entries"][2:] for one in (new, table))
    assert [(entry["notation"], entry["events"]) for entry in log] == [(e["notation"], e["events"]) for e in other]
    at = seen["version"] - 2
    assert new.look(at=at)["table"] == table.look(at=at)["table"]


@pytest.mark.parametrize("over", [True, False])
def test_seats_that_change_hands_are_recorded_and_imported(anyone: Rest, over: bool) -> None:
    whole = recorded(default_table("cask-race"), "hands")
    seats = (RecordedPlayer("Ann"), RecordedPlayer("Zoe", "Zoe's"), *whole.seats[2:])
    changes: dict[int, tuple[Line, ...]] = {
        1: (Covered(1, "GREEDY"),),
        3: (Returned(1), Replaced(2, "RANDOM")),
        4: (Opened(2), Joined(2), Covered(2, "RANDOM")),
    }
    lines = [one for number, line in enumerate(whole.lines) for one in (*changes.get(number, ()), line)]
    record = replace(whole, lines=tuple(lines), seats=seats)
    assert verified(record).draws
    if not over:
        record = replace(record, lines=record.lines[:10], result="unfinished")
    made = anyone.post("/records", {"record": write(record)})
    new = table_of(anyone, made)
    entries = new.spectator.get(f"{new.path}/events?first=100")["entries"]
    told = [event["event"] for entry in entries for event in entry["events"]]
    assert [name for name in told if name.startswith(("bot-", "player-", "seat-"))] == [
        *("bot-stands-in", "player-returned", "bot-takes-over", "seat-opened", "seat-taken", "bot-stands-in"),
    ]
    shown = new.look()["seats"][:2]
    assert [(seat["name"], seat["brewery"], seat["away"]) for seat in shown] == [
        ("Ann", None, False),
        ("Zoe", "Zoe's", True),
    ]
    if over:
        assert record_of(new).lines == record.lines
        assert verified(record_of(new)).draws
    else:
        assert [seat["seat"] for seat in made["seats"]] == list(range(1, len(seats) + 1)), "they may return"


@pytest.mark.parametrize("covers", [True, False])
def test_a_record_with_an_unknown_bot_is_refused(covers: bool, anyone: Rest) -> None:
    whole, bot = recorded(default_table("cask-race"), "unknown"), "A_BOT_OF_ANOTHER_SERVICE"
    lines = (whole.lines[0], Covered(1, bot), Returned(1), *whole.lines[1:3]) if covers else whole.lines[:3]
    seats = tuple([RecordedPlayer(bot=None if covers else bot) for _ in whole.seats])
    record = replace(whole, lines=lines, seats=seats, result="unfinished")
    told = anyone.refused("/records", {"record": write(record)}, 422, "RECORD_REFUSED")
    assert told["place"] == ("lines[1]" if covers else "seats[0]")
    assert told["fault"].startswith(f"There is no bot {bot} here. The bots are RANDOM, GREEDY,")


@pytest.mark.parametrize("kind", sorted(file.stem for file in FOLDER.glob("*.txt")))
def test_kept_records_are_imported(anyone: Rest, kind: str) -> None:
    """Of each ending, with bots, resigned seats and abandoned games."""
    for record in kept(kind):
        new = imported(anyone, record)
        assert new.look()["status"] == ("ABANDONED" if record.result == "abandoned" else "OVER")
        assert [seat["bot"] for seat in new.look()["seats"]] == [player.bot for player in record.seats]
        if record.result != "abandoned":
            whole = record_of(new)
            assert same(replace(whole, draws=())) == same(record)
            assert verified(whole).draws == whole.draws


def cut(record: Record, lines: int) -> Record:
    players = tuple([replace(player, bot=None) for player in record.seats])
    return replace(record, seats=players, lines=record.lines[:lines], result="unfinished", draws=())


def test_a_running_game_goes_on_with_its_seed(anyone: Rest) -> None:
    record = recorded(default_table("cask-race"), "goes on")
    new = imported(anyone, cut(record, 9))
    assert (new.look()["status"], len(new.seats), new.look()["seed"]) == ("RUNNING", 2, None)
    for line in record.lines[9:]:
        assert isinstance(line, Played)
        new.play(line.move)
    assert same(record_of(new)).result == record.result


@pytest.mark.parametrize("unfinished", [False, True])
def test_a_game_of_a_real_table_goes_on_with_a_new_seed(anyone: Rest, unfinished: bool) -> None:
    record = recorded(default_table("dank-and-draft"), "a real table")
    begun = cut(record, 12) if unfinished else replace(record, seats=cut(record, 0).seats)
    draws = verified(begun).draws
    table = replace(begun, seed=None, salt=None, commitment=None, draws=draws)
    new = imported(anyone, table)
    assert new.look()["seeded"]
    for _ in new.steps(seed=3) if unfinished else ():
        pass
    whole = record_of(new)
    assert [draw for draw in whole.draws if draw.fell] == [replace(draw, fell=True) for draw in draws]
    assert whole.seed not in (None, record.seed)
    assert verified(whole).draws == whole.draws
    assert whole.commitment == commitment(bytes.fromhex(str(whole.seed)), bytes.fromhex(str(whole.salt)))
    again = imported(anyone, whole)
    assert same(record_of(again)) == same(whole)


def test_who_joined_and_resigned_is_in_the_log_and_resigned_seats_move(anyone: Rest) -> None:
    table = default_table("cask-race", 3)
    record = recorded(table, "resigned", resigns=4)
    (at,) = [number for number, line in enumerate(record.lines) if not isinstance(line, Played)]
    begun = replace(cut(record, at + 1), lines=(Joined(2), *record.lines[: at + 1]))
    new = imported(anyone, begun)
    told = record_of(new)
    assert told.lines[: len(begun.lines)] == begun.lines
    assert [line.automatic for line in told.lines[len(begun.lines) :] if isinstance(line, Played)] == [True]
    assert new.look()["decision"]["seat"] != record.lines[at].seat  # type: ignore[union-attr]


@pytest.mark.parametrize("service_rules", [1, 2])
def test_a_game_of_which_all_others_resigned_keeps_the_rules_of_its_record(anyone: Rest, service_rules: int) -> None:
    record = recorded(default_table("cask-race"), "resigned", resigns=4)
    begun = replace(cut(record, len(record.lines)), service_rules=service_rules)
    if service_rules == 2:
        begun = replace(begun, result=record.result)
    new = imported(anyone, begun)
    resigned = new.look()["seats"].index(next(one for one in new.look()["seats"] if one["resigned"])) + 1
    if service_rules == 2:
        assert new.look()["status"] == "OVER"
        assert [one["seat"] for one in new.look()["outcome"]["standings"]] == [3 - resigned, resigned]
        assert same(replace(record_of(new), draws=())) == same(begun)
        return
    assert (new.look()["status"], new.look()["decision"]["seat"]) == ("RUNNING", 3 - resigned)
    for _ in new.steps(seed=3):
        pass
    whole = record_of(new)
    assert (whole.service_rules, new.look()["status"]) == (1, "OVER")
    assert verified(whole).draws == whole.draws


def test_an_upgrade_of_the_rules_is_in_the_log(anyone: Rest) -> None:
    old = default_table("cask-race")._replace(version=1)
    record = cut(recorded(old, "upgraded"), 6)
    new = imported(anyone, replace(record, lines=(*record.lines, Upgraded(2))))
    assert (new.look()["rulesVersion"], new.look(at=8)["rulesVersion"]) == (2, 1)
    new.play(new.legal()[0]["input"])
    assert record_of(new).lines[6] == Upgraded(2)


Change = Callable[[Record], Record]
FAULTS: dict[str, tuple[Change, str]] = {
    "move": (lambda r: replace(r, lines=(Played(1, "pass"), *r.lines)), "lines[0]"),
    "seat": (lambda r: replace(r, lines=(Joined(9), *r.lines)), "lines[0]"),
    "kind": (lambda r: replace(r, kind="skat"), "kind"),
    "edition": (lambda r: replace(r, edition=replace(r.edition, digest="0" * 64)), "edition"),
    "rules": (lambda r: replace(r, rules=99), "rules"),
    "seats": (lambda r: replace(r, seats=r.seats[:1]), "seats[0]"),
    "name": (lambda r: replace(r, seats=(RecordedPlayer(name="x" * 41), *r.seats[1:])), "seats[0]"),
    "alike": (lambda r: replace(r, seats=(RecordedPlayer("Al"), RecordedPlayer("A1"))), "seats[1]"),
    "invisible": (lambda r: replace(r, seats=(r.seats[0], RecordedPlayer(brewery="a\u200bb"))), "seats[1]"),
    "options": (lambda r: replace(r, options={"turnCap": "x"}), "options"),
    "no draws": (lambda r: replace(r, seed=None, salt=None, commitment=None), "draws"),
    "commitment": (lambda r: replace(r, commitment="0" * 64), "commitment"),
    "result": (lambda r: replace(r, result="unfinished"), "result"),
    "after the end": (lambda r: replace(r, lines=(*r.lines, Abandoned())), ""),
    "position": (lambda _: forked("dank-and-draft"), "position"),
    "too many lines": (lambda r: replace(r, lines=(Joined(1),) * 15_001, draws=()), "lines[15000]"),
    "too many notes": (lambda r: replace(r, lines=(Joined(1),) * 5001, draws=()), "lines"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_record_is_refused_with_its_place_and_line(anyone: Rest, fault: str) -> None:
    change, place = FAULTS[fault]
    wrong = change(recorded(default_table("dank-and-draft"), "faulty"))
    told = anyone.refused("/records", {"record": write(wrong)}, 422, "RECORD_REFUSED")
    assert place in told["place"]
    assert told["fault"] in told["detail"]
    line = write(wrong).split("\n")[told["line"] - 1]
    assert line.startswith("[" if not place.startswith("lines") or "[" in line else ("1.", "[Joined"))
    if len(write_json(wrong)) > MOST_RECORD:
        return
    as_json = anyone.refused("/records", {"record": write_json(wrong)}, 422, "RECORD_REFUSED")
    assert (as_json["line"], as_json["fault"]) == (1, told["fault"])


def test_what_is_no_record_is_refused(anyone: Rest) -> None:
    text = write(recorded(default_table("cask-race"), "twice"))
    for sent, line in (("x", 1), ("[Taphouse 1]\nnonsense", 2), (text + text, 1), (text.partition("[Result")[0], None)):
        told = anyone.refused("/records", {"record": sent}, 422, "RECORD_REFUSED")
        assert line in (None, told["line"])
    assert anyone.refused("/records", {"record": ""}, 400, "INPUT_REFUSED")["argument"] == "record"
    assert anyone.refused("/records", {"record": "x" * (MOST_RECORD + 1)}, 400, "INPUT_REFUSED")["argument"] == "record"
    told = anyone.refused("/records", {"record": "[Kind " + "9" * 5000 + "]"}, 422, "RECORD_REFUSED")
    assert len(told["detail"]) < 2000


def test_a_running_games_record_cannot_be_imported_since_it_has_no_draws(anyone: Rest) -> None:
    table = default_table("cask-race")
    public = replace(cut(recorded(table, "public"), 5), seed=None, salt=None)
    told = anyone.refused("/records", {"record": write(public)}, 422, "RECORD_REFUSED")
    assert "is missing, and so is the seed" in told["fault"]


def test_an_import_is_idempotent_over_graphql_and_rest(anyone: Rest) -> None:
    client, text = Client(anyone.http), write(recorded(default_table("cask-race"), "again"))
    key = KEY["idempotency-key"] + "-import"
    first = client.ask(IMPORT, record=text, key=key)["importRecord"]
    assert first["game"]["origin"] == {"kind": "IMPORT", "gameId": None}
    assert client.ask(IMPORT, record=text, key=key)["importRecord"] == first
    again = anyone.post("/records", {"record": text}, {"idempotency-key": key})
    assert again["game"]["gameId"] == first["game"]["gameId"]
    refused = client.ask(IMPORT, record="[Taphouse 1]\nx")["importRecord"]
    assert (refused["code"], refused["line"], refused["place"]) == ("RECORD_REFUSED", 2, "")
    assert parse(text).record.game is None
