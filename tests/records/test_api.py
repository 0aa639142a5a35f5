"""Records by GraphQL and REST: the same text, which holds what is public, and after the end everything."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from taphouse.engine.records.record import Abandoned, Finished, Joined, Played, Record, Resigned
from taphouse.engine.records.text import parse, write, write_json
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.records import recording
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server
from tests.records.test_entering import entered
from tests.records.test_replay import kept, verified
from tests.rest.client import Document, Rest, Table, create, problem
from tests.rest.test_games import KINDS, SHORT

QUERY = """query ($id: ID!) {
  record(id: $id) { __typename ... on GameRecord { gameId version text } ... on Problem { code message } }
}"""


@pytest.fixture(scope="module")
def anyone() -> Iterator[Rest]:
    """Somebody without a token."""
    with Server(store=MemoryStore()) as server, http(server) as client:
        yield Rest(client, Document(client.get("/openapi.json").json()))


def text_of(table: Table, viewer: Rest | None = None) -> str:
    """The record of a game, which GraphQL and REST tell alike."""
    asker = viewer or table.spectator
    answer = asker.ask("GET", f"{table.path}/record")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8"), answer.text
    found = Client(asker.http, asker.token).ask(QUERY, id=table.id)["record"]
    assert found["__typename"] == "GameRecord"
    assert (found["gameId"], found["text"]) == (table.id, answer.text)
    assert found["version"] == table.look(viewer)["version"]
    return answer.text


def check_public(record: Record) -> None:
    """A record of a running game lacks what must stay secret."""
    assert (record.seed, record.salt, record.draws) == (None, None, ())


@pytest.mark.parametrize("kind", KINDS)
def test_the_record_of_a_game_from_its_start_to_its_end(anyone: Rest, kind: str) -> None:
    table = create(anyone, kind, 2, SHORT.get(kind), seed="recorded")
    begun = parse(text_of(table)).record
    check_public(begun)
    assert (begun.result, begun.moves) == ("unfinished", 0)
    notations = []
    for count, changed in enumerate(table.steps(seed=3), 1):
        (entry,) = changed["entries"]
        notations.append((entry["seat"], entry["notation"]))
        if count == 9:
            texts = {text_of(table, viewer) for viewer in table.everybody}
            assert len(texts) == 1
            running = parse(texts.pop()).record
            check_public(running)
            assert [(one.seat, one.move) for one in running.lines if isinstance(one, Played)] == notations
    record, seen = parse(text_of(table)).record, table.look()
    assert [(one.seat, one.move) for one in record.lines if isinstance(one, Played)] == notations
    assert (record.game, record.commitment) == (table.id, seen["commitment"]) == (table.id, begun.commitment)
    assert (record.seed, record.salt, record.seeded) == (seen["seed"], seen["salt"], True)
    assert isinstance(record.result, Finished)
    assert [one.points for one in record.result.standings] == [one["points"] for one in seen["outcome"]["standings"]]
    assert verified(record).draws == record.draws


def test_what_is_not_a_move_is_in_the_record(anyone: Rest) -> None:
    seats = [{"kind": "OPEN", "name": "Anna"}, {"kind": "MINE", "name": "Ben", "brewery": "Ben's"}, {"kind": "MINE"}]
    made = anyone.post("/games", {"kind": "DANK_AND_DRAFT", "options": {"turnCap": 6}, "seats": seats})
    path = f"/games/{made['game']['gameId']}"
    waiting = parse(anyone.ask("GET", f"{path}/record").text).record
    assert (waiting.lines, waiting.result, waiting.seats[1].brewery) == ((), "unfinished", "Ben's")
    joined = anyone.post(f"{path}/seats", {})
    ben, cleo = (anyone.with_token(seat["token"]) for seat in made["seats"])
    ben.post(f"{path}/resign")
    players = (anyone.with_token(joined["seat"]["token"]), ben, cleo)
    table = Table(made["game"]["gameId"], path, ben, players, anyone)
    while decision := table.look()["decision"]:
        move = table.seat(decision["seat"]).get(f"{path}/moves/legal", first=1)["moves"][0]
        table.play(move["input"])
    record = parse(text_of(table)).record
    assert record.lines[:2] == (Joined(1), Resigned(2))
    made_for = {(one.seat, one.automatic) for one in record.lines if isinstance(one, Played)}
    assert made_for == {(1, False), (2, True), (3, False)}
    assert isinstance(record.result, Finished)
    assert record.result.standings[-1].seat == 2
    assert verified(record).draws == record.draws


def test_an_abandoned_game_keeps_its_secrets(anyone: Rest) -> None:
    table = create(anyone, "PINT_CRAFT")
    table.host.post(f"{table.path}/abandon")
    record = parse(text_of(table)).record
    check_public(record)
    assert (record.result, record.lines) == ("abandoned", (Abandoned(),))


def test_a_copy_is_revalidated_and_other_media_types_are_refused(anyone: Rest) -> None:
    table = create(anyone, "CASK_RACE")
    path = f"{table.path}/record"
    tag = anyone.ask("GET", path).headers["etag"]
    assert anyone.ask("GET", path, {"if-none-match": tag}).status_code == 304
    assert anyone.ask("HEAD", path).headers["content-type"].startswith("text/plain")
    assert anyone.ask("GET", path, {"accept": "text/*;q=0.5"}).status_code == 200
    problem(anyone.ask("GET", path, {"accept": "application/json"}), 406, "NOT_ACCEPTABLE")
    problem(anyone.ask("GET", f"/games/{'a' * 24}/record"), 404, "GAME_NOT_FOUND")
    problem(anyone.with_token("x").ask("GET", path), 401, "TOKEN_REJECTED")
    found = Client(anyone.http).ask(QUERY, id="a" * 24)["record"]
    assert found["code"] == "GAME_NOT_FOUND"


def test_a_record_is_imported_as_text(anyone: Rest) -> None:
    text = write(kept("dank-and-draft")[0])
    for sent in (text, "\ufeff" + text, write_json(parse(text).record)):
        for media in ("text/plain", "text/plain; charset=utf-8"):
            made = anyone.http.post("/v1/records", content=sent.encode(), headers={"content-type": media})
            assert (made.status_code, made.json()["game"]["status"]) == (201, "OVER"), made.text
    body = anyone.document.operation("POST", "/v1/records")["requestBody"]["content"]
    assert body["text/plain"]["schema"]["type"] == "string"
    refused = anyone.http.post("/v1/records", content=b"\xff", headers={"content-type": "text/plain"})
    problem(refused, 400, "INPUT_REFUSED")
    plain = {"content-type": "text/plain; charset=latin-1"}
    problem(anyone.http.post("/v1/records", content=text.encode(), headers=plain), 415, "UNSUPPORTED_MEDIA_TYPE")
    problem(
        anyone.http.post("/v1/games", content=b"{}", headers={"content-type": "text/plain"}),
        415,
        "UNSUPPORTED_MEDIA_TYPE",
    )


def digest_of(file: str) -> str:
    return hashlib.sha256(file.encode()).hexdigest()


def test_an_edition_travels_with_a_record(anyone: Rest) -> None:
    table = create(anyone, "CASK_RACE")
    for _ in table.steps():
        pass
    path = f"{table.path}/record"
    whole = parse(anyone.ask("GET", f"{path}?withEdition=true").text).record
    assert replace(whole, edition_file=None, signature=None) == replace(parse(text_of(table)).record, signature=None)
    assert whole.edition_file is not None
    assert hashlib.sha256(whole.edition_file.encode()).hexdigest() == whole.edition.digest
    problem(anyone.ask("GET", f"{path}?withEdition=yes"), 400, "INPUT_REFUSED")
    # Cards with other titles are another edition.
    file = whole.edition_file.replace('title = "', 'title = "Our ', 1)
    posing = replace(whole, edition=replace(whole.edition, digest=digest_of(file)), edition_file=file)
    file = file.replace(f'name = "{whole.edition.name}"', 'name = "ours"', 1)
    own = replace(whole, edition=replace(whole.edition, name="ours", digest=digest_of(file)), edition_file=file)
    turned = file.replace('title = "', 'title = "\u202e', 1)
    hiding = replace(own, edition=replace(own.edition, digest=digest_of(turned)), edition_file=turned)
    refused = problem(anyone.ask("POST", "/records", json={"record": write(own)}), 422, "RECORD_REFUSED")
    assert "has this digest" in refused["detail"]
    with Server(store=MemoryStore(), import_editions=True) as server, http(server) as client:
        made = client.post("/v1/records", json={"record": write(own)})
        assert made.status_code == 201, made.text
        game = made.json()["game"]["gameId"]
        again = parse(client.get(f"/v1/games/{game}/record?withEdition=true").text).record
        assert (again.edition, again.edition_file) == (own.edition, file)
        other = replace(own, edition=replace(own.edition, digest=hashlib.sha256(b"x").hexdigest()))
        for bad, why in (
            (replace(own, edition_file=file + " "), "not the one with its digest"),
            (replace(other, edition_file="x"), "The edition is invalid"),
            (posing, f"The edition {whole.edition.name} here has other figures. Give yours another name."),
            (hiding, "of the edition has invisible or control characters"),
        ):
            sent = client.post("/v1/records", json={"record": write(bad)})
            assert (sent.status_code, why in sent.json()["detail"]) == (422, True), sent.text


def test_a_long_game_is_recorded_without_its_draws(anyone: Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = create(anyone, "CASK_RACE")
    for _ in table.steps():
        pass
    whole = parse(text_of(table)).record
    monkeypatch.setattr(recording, "AT_ONCE", 1)
    monkeypatch.setattr(recording, "MOST_WITH_DRAWS", 10)
    long = parse(text_of(table)).record
    assert whole.draws
    assert replace(long, signature=whole.signature) == replace(whole, draws=())
    assert verified(long).draws == whole.draws


@pytest.mark.parametrize(("most", "status"), [(None, "OVER"), (20, "RUNNING")])
def test_a_game_that_was_entered_is_imported(anyone: Rest, most: int | None, status: str) -> None:
    record = entered("pint-craft", 2, "imported", most=most).entry.record()
    made = anyone.http.post("/v1/records", content=write(record).encode(), headers={"content-type": "text/plain"})
    assert (made.status_code, made.json()["game"]["status"]) == (201, status), made.text
