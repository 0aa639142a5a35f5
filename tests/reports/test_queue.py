"""The operators' queue: listing reports, opening the reported position, and closing them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.reports import queue
from taphouse.service.reports.stored import CLOSED, OPEN, REPORT, report_name
from tests.access.issuer import Issuer
from tests.api.client import Json, seats_of
from tests.operating.shared import OPERA, Office
from tests.reports.shared import filed
from tests.talk.shared import Table


def pages(office: Office, by: str = "reports", first: int = 500, **params: bool) -> Iterator[Json]:
    """All reports that are listed."""
    after: Json = {}
    while True:
        page = office.got("/reports", by, first=first, **params, **after)
        yield from page["reports"]
        if page["next"] is None:
            return
        after = {"after": page["next"]}


def only(office: Office, id_: str, *, closed: bool = False) -> Json | None:
    found = [one for one in pages(office, closed=closed) if one["id"] == id_]
    assert len(found) <= 1
    return found[0] if found else None


def test_operators_with_the_scope_read_reports_and_nobody_else(table: Table, office: Office) -> None:
    line = table.say(table.bob, "You cheat!")
    id_ = filed(table.ann, table, text="They insult me.", seat=2, line=line["cursor"])
    found = only(office, id_)
    assert found is not None
    assert (found["gameId"], found["category"], found["text"]) == (table.id, "ABUSE", "They insult me.")
    assert (found["authorSeat"], found["host"], found["seat"], found["sharesView"]) == (1, False, 2, False)
    assert (found["line"]["text"], found["line"]["seat"], found["closedAt"]) == ("You cheat!", 2, None)
    assert office.problem("GET", "/reports", by="games") == "SCOPE_MISSING"
    for token in (None, table.ann.token, table.bob.token):
        assert office.problem("GET", "/reports", by=token) == "NOT_OPERATOR"
        assert office.problem("GET", f"/reports/{id_}/game", by=token) == "NOT_OPERATOR"
        assert office.problem("POST", f"/reports/{id_}/close", {}, by=token) == "NOT_OPERATOR"


def test_reports_are_listed_page_by_page_oldest_first(table: Table, office: Office) -> None:
    ids = [filed(table.ann, table) for _ in range(3)]
    listed = [one["id"] for one in pages(office, first=2)]
    assert sorted(listed[-3:]) == sorted(ids)
    assert len(listed) == len({*listed})
    assert office.problem("GET", "/reports", by="reports", after="nonsense") == "INPUT_REFUSED"


def test_a_closed_report_leaves_the_queue_and_keeps_its_word(table: Table, office: Office) -> None:
    id_ = filed(table.ann, table)
    closed = office.done(f"/reports/{id_}/close", {"word": "Muted."}, "reports")["report"]
    assert closed["word"] == "Muted."
    assert only(office, id_) is None
    assert only(office, id_, closed=True) == closed
    again = office.done(f"/reports/{id_}/close", {"word": "Something else."}, "reports")
    assert again["report"] == closed  # the first word stays
    assert office.problem("POST", f"/reports/{id_}/close", {"word": "x" * 201}) == "INPUT_REFUSED"
    for path in ("b" * 24, "nonsense"):
        assert office.problem("POST", f"/reports/{path}/close", {}) == "REPORT_NOT_FOUND"
        assert office.problem("GET", f"/reports/{path}/game") == "REPORT_NOT_FOUND"


def test_an_interrupted_closing_is_mended_when_the_queue_is_read(
    table: Table, office: Office, store: MemoryStore
) -> None:
    id_ = filed(table.ann, table)
    closed = office.done(f"/reports/{id_}/close", {})["report"]
    asyncio.run(store.drop_items(CLOSED, [id_]))
    asyncio.run(store.put_item(OPEN, id_, b"1", None, 10**9))
    assert only(office, id_, closed=True) is None
    assert only(office, id_) is None
    assert only(office, id_, closed=True) == closed
    assert id_ not in asyncio.run(store.items([OPEN]))[0]


def test_a_report_that_is_being_closed_stays_listed_though_others_read(
    table: Table, office: Office, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, put = filed(table.ann, table), store.put_item
    read = list[bool]()

    async def read_after(name: str, *given: Any) -> bool:
        stored = await put(name, *given)
        if name in (CLOSED, report_name(id_)) and len(read) < 2:
            read.append(True)
            for closed in (False, True):
                await asyncio.to_thread(only, office, id_, closed=closed)
        return stored

    monkeypatch.setattr(store, "put_item", read_after)
    closed = office.done(f"/reports/{id_}/close", {})["report"]
    assert len(read) == 2
    assert (only(office, id_), only(office, id_, closed=True)) == (None, closed)


def test_damaged_and_expired_reports_harm_no_others(table: Table, office: Office, store: MemoryStore) -> None:
    one, bad, gone = (filed(table.ann, table) for _ in range(3))
    (items,) = asyncio.run(store.items([report_name(bad)]))
    asyncio.run(store.put_item(report_name(bad), REPORT, b"\1nonsense", items[REPORT], 10**9))
    asyncio.run(store.drop_items(report_name(gone), [REPORT]))
    listed = [found["id"] for found in pages(office)]
    assert one in listed
    assert not {bad, gone} & {*listed}
    left = asyncio.run(store.items([OPEN]))[0]
    assert bad in left
    assert gone not in left
    asyncio.run(store.drop_items(OPEN, [bad]))


def test_only_so_many_closed_reports_are_listed(
    table: Table, office: Office, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MOST_CLOSED", 2)
    for _ in range(5):
        office.done(f"/reports/{filed(table.ann, table)}/close", {})
    assert len(asyncio.run(store.items([CLOSED]))[0]) <= 3


@pytest.fixture
def cards(table: Table, office: Office) -> Table:
    """A game with hands, of the same players."""
    made = table.ann.done("createGame", game={"pintCraft": {}}, seats=seats_of(["MINE", "OPEN"]), powers="FULL")
    table.id = made["game"]["gameId"]
    table.bob.done("joinGame", gameId=table.id)
    return table


def seen(office: Office, id_: str, by: str) -> Json:
    return office.got(f"/reports/{id_}/game", by)


def test_the_reported_version_is_shown_as_a_spectator_sees_it(cards: Table, office: Office) -> None:
    id_ = filed(cards.ann, cards, version=1)
    shown = seen(office, id_, "reports")
    assert (shown["gameId"], shown["version"], shown["viewer"]["role"]) == (cards.id, 1, "SPECTATOR")
    shared = filed(cards.ann, cards, shareView=True)
    assert seen(office, shared, "reports")["viewer"]["role"] == "SPECTATOR"  # without the scope SEATS
    unshared = filed(cards.ann, cards)
    assert seen(office, unshared, "all")["viewer"]["role"] == "SPECTATOR"


def test_a_shared_view_is_shown_to_the_scope_of_seats_and_logged(cards: Table, office: Office) -> None:
    id_ = filed(cards.ann, cards, shareView=True)
    shown = seen(office, id_, "all")
    assert (shown["viewer"]["role"], shown["viewer"]["seat"], shown["viewer"]["readOnly"]) == ("SEAT", 1, True)
    own = cards.ann.http.get(f"/v1/games/{cards.id}", headers={"authorization": f"Bearer {cards.ann.token}"}).json()
    assert shown["table"] == own["table"] != cards.anyone.http.get(f"/v1/games/{cards.id}").json()["table"]
    used = office.got("/log", first=3)["uses"]
    uses = [(one["action"], one["scope"], one["subject"]) for one in used]
    assert ("reportedGame", "SEATS", id_) in uses


def test_operators_see_no_hand_in_a_game_in_which_they_play(cards: Table, office: Office, issuer: Issuer) -> None:
    opera = office.player(OPERA, known=True)
    made = cards.ann.done("createGame", game={"pintCraft": {}}, seats=seats_of(["MINE", "OPEN"]), powers="FULL")
    cards.id = made["game"]["gameId"]
    opera.done("joinGame", gameId=cards.id)
    id_ = filed(cards.ann, cards, shareView=True)
    assert seen(office, id_, "all")["viewer"]["role"] == "SPECTATOR"


def test_a_game_that_spectators_see_later_is_shown_as_they_see_it(cards: Table, office: Office) -> None:
    seats = seats_of(["MINE", "MINE"])
    made = cards.ann.done("createGame", game={"caskRace": {}}, seats=seats, spectatorDelay=3)
    game, seat = made["game"]["gameId"], cards.anyone.with_token(made["seats"][0]["token"])
    done = seat.done("play", gameId=game, moves=[{"notation": "pass"}])
    assert done["game"]["version"] == 3
    id_ = seat.done("report", gameId=game, category="BUG")["reportId"]
    assert seen(office, id_, "reports")["version"] == 2
    spectator = cards.cid.done("report", gameId=game, category="BUG")
    assert spectator["version"] == 2, "a report does not reveal how many versions there are"
    assert cards.cid.refused("report", gameId=game, category="BUG", version=3)["code"] == "VERSION_NOT_FOUND"
    seat.done("resign", gameId=game)
    assert seen(office, id_, "reports")["version"] == 3
