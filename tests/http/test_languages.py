"""`Accept-Language`: which language is chosen, on every transport, and what answers say of it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.http.negotiation import LONGEST_CACHED, language
from tests.api.client import DANK, Client, Json, Table, create
from tests.api.conftest import http
from tests.api.server import Server
from tests.http.raw_socket import RawSocket

DE = {"accept-language": "de"}
CHOSEN = {
    "": "en",
    "de": "de",
    "DE": "de",
    "de-AT": "de",
    "de-CH-1996": "de",
    "de-AT, en;q=0.9": "de",
    "en, de;q=0.9": "en",
    "de;q=0.8, en;q=0.9": "en",
    "de;q=0.8,en;q=0.8": "de",
    "fr, nl;q=0.9, de;q=0.1": "de",
    "fr": "en",
    "*": "en",
    "*, de;q=0.1": "de",
    "de;q=0": "en",
    "de;q=0, en": "en",
    "de;q=nan": "en",
    "de;q=much": "en",
    " de ; q=1.0 ": "de",
    "d": "en",
    "deu": "en",
    "-de": "en",
    ",,,;=,de": "de",
    "de/../en": "en",
    "é, de": "de",
    "de-" * 1000: "de",
    "fr," * 1000 + "de": "en",
}
"""By `Accept-Language`; only the first 500 characters count."""
SEEN = (
    "game(id: $g) { ... on DankAndDraftGame { decision { prompt } legalMoves(first: 1) { edges { node { label } } } } }"
)
TOLD = "events(gameId: $g, after: $a) { ... on LogEntry { sentence } }"
PROMPTS = {
    "en": "Draft the three beers of a complete row or column.",
    "de": "Nimm die drei Biere einer vollständigen Reihe oder Spalte.",
}
STARTED = {"en": "The game starts with 2 players.", "de": "Das Spiel beginnt mit 2 Personen."}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=MemoryStore()) as server:
        yield server


@pytest.fixture(scope="module")
def anyone(server: Server) -> Iterator[Client]:
    with http(server) as client:
        yield Client(client)


@pytest.fixture
def table(anyone: Client) -> Table:
    return create(anyone, 2, DANK, {"firstSeat": "SEAT_1"}, seed="languages")


def rest(client: Client, path: str, headers: Json | None = None) -> httpx.Response:
    token = {} if client.token is None else {"authorization": f"Bearer {client.token}"}
    return client.http.get(f"/v1{path}", headers={**token, **(headers or {})})


def graphql(client: Client, query: str, headers: Json, **variables: object) -> httpx.Response:
    token = {} if client.token is None else {"authorization": f"Bearer {client.token}"}
    body = {"query": query, "variables": variables}
    return client.http.post("/graphql", json=body, headers={**token, **headers})


@pytest.mark.parametrize("accepted", CHOSEN, ids=lambda header: header[:40])
def test_the_preferred_language_is_chosen_among_ours(accepted: str) -> None:
    assert language([accepted]) == CHOSEN[accepted]


def test_several_headers_are_one_list() -> None:
    assert language(["fr", "de;q=0.5"]) == "de"
    assert language(["x" * LONGEST_CACHED, "de"]) == "en"


@pytest.mark.parametrize(
    "headers", [{}, DE, {"accept-language": "de-AT, en;q=0.5"}, {"accept-language": b"\xff;q=, ,*"}]
)
def test_graphql_answers_in_the_language(table: Table, headers: Json) -> None:
    chosen = "de" if "de" in str(headers.get("accept-language")) else "en"
    answer = graphql(table.seat(1), f"query($g: ID!) {{ {SEEN} }}", headers, g=table.id)
    assert answer.headers["content-language"] == chosen
    assert "accept-language" in answer.headers["vary"]
    game = answer.json()["data"]["game"]
    label = game["legalMoves"]["edges"][0]["node"]["label"]
    assert (game["decision"]["prompt"], label) == (
        PROMPTS[chosen],
        {"en": "Draft row 1", "de": "Reihe 1 nehmen"}[chosen],
    )


def test_a_change_is_told_in_the_language(table: Table) -> None:
    query = (
        "mutation($g: ID!) { dankAndDraftDraft(gameId: $g, line: ROW_1) { ... on GameChanged { entries "
        "{ ... on DankAndDraftLogEntry { sentence } } game { ... on Game { decision { prompt } } } } } }"
    )
    changed = graphql(table.seat(1), query, DE, g=table.id).json()["data"]["dankAndDraftDraft"]
    assert [entry["sentence"] for entry in changed["entries"]] == ["Ada: Reihe 1 nehmen."]
    assert changed["game"]["decision"]["prompt"].endswith("beende den Zug.")


REFUSALS = {
    "en": "Another decision comes first. Draft the three beers of a complete row or column.",
    "de": "Erst steht eine andere Entscheidung an. Nimm die drei Biere einer vollständigen Reihe oder Spalte.",
}
TURN = {"en": "Ada must decide first.", "de": "Warte auf die Entscheidung von Ada."}


@pytest.mark.parametrize("chosen", REFUSALS)
def test_a_refused_move_is_told_in_the_language_on_every_way(table: Table, chosen: str) -> None:
    headers, move = {"accept-language": chosen}, {"notation": "end-turn"}
    query = (
        "mutation($g: ID!) { dankAndDraftEndTurn(gameId: $g) { ... on Problem { message } } "
        'play(gameId: $g, moves: [{notation: "end-turn"}]) { ... on Problem { message } } }'
    )
    asked = (
        "query($g: ID!, $m: MoveInput!) { game(id: $g) { ... on Game { "
        "whyNot(move: $m) { message } preview(moves: [$m]) { ... on Problem { message } } } } }"
    )
    for seat, wanted in ((1, REFUSALS[chosen]), (2, TURN[chosen])):
        player = table.seat(seat)
        found = [
            *graphql(player, query, headers, g=table.id).json()["data"].values(),
            *graphql(player, asked, headers, g=table.id, m=move).json()["data"]["game"].values(),
        ]
        assert [problem["message"] for problem in found] == [wanted] * 4
        sent = {**headers, "authorization": f"Bearer {player.token}"}
        for path in ("moves", "moves/preview"):
            refused = player.http.post(f"/v1/games/{table.id}/{path}", json={"moves": [move]}, headers=sent)
            assert (refused.json()["detail"], refused.headers["content-language"]) == (wanted, chosen)
        judged = player.http.post(f"/v1/games/{table.id}/moves/why-not", json={"move": move}, headers=sent)
        assert judged.json()["problem"]["detail"] == wanted


def test_problems_for_players_are_in_the_language_and_others_in_english(table: Table) -> None:
    refused = rest(table.seat(1), "/games/nothing-here", DE)
    assert (refused.status_code, refused.headers["content-language"]) == (401, "de")
    assert refused.json()["detail"].startswith("Das Token gehört zu einem anderen Spiel")
    refused = rest(table.seat(1), f"/games/{table.id}/events?first=0", DE)
    assert (refused.status_code, refused.headers["content-language"]) == (400, "en")
    assert refused.json()["detail"].startswith("first must be ")
    named = {"kind": "DANK_AND_DRAFT", "options": {}, "seats": [{"kind": "MINE", "name": "Ada\n"}, {"kind": "OPEN"}]}
    refused = table.host.http.post("/v1/games", json=named, headers=DE)
    assert (refused.status_code, refused.headers["content-language"]) == (400, "de")
    assert refused.json()["detail"] == "Ein Name braucht 1 bis 40 Zeichen, ohne Leerzeichen am Rand."


def test_rest_answers_in_the_language_and_each_has_a_tag_of_its_own(table: Table) -> None:
    tags = set()
    for chosen, prompt in PROMPTS.items():
        answer = rest(table.seat(1), f"/games/{table.id}", {"accept-language": chosen})
        assert answer.json()["decision"]["prompt"] == prompt
        assert answer.headers["content-language"] == chosen
        assert "accept-language" in answer.headers["vary"]
        tags.add(tag := answer.headers["etag"])
        for other in PROMPTS:
            again = rest(table.seat(1), f"/games/{table.id}", {"accept-language": other, "if-none-match": tag})
            assert (again.status_code == 304) == (other == chosen)
    assert len(tags) == len(PROMPTS)
    told = rest(table.seat(1), f"/games/{table.id}/events", DE).json()["entries"]
    assert told[1]["sentence"] == STARTED["de"]


def test_a_record_is_the_same_in_every_language(table: Table) -> None:
    one, other = (rest(table.seat(1), f"/games/{table.id}/record", headers) for headers in ({}, DE))
    assert (one.text, one.headers["etag"]) == (other.text, other.headers["etag"])
    assert other.headers["content-language"] == "en"


def test_the_catalogue_has_options_choices_reasons_and_titles_in_the_language(anyone: Client) -> None:
    tags, kinds = set(), {}
    for chosen in ("en", "de"):
        answer = rest(anyone, "/catalogue", {"accept-language": chosen})
        tags.add(answer.headers["etag"])
        kinds[chosen] = {game["kind"]: game for game in answer.json()["games"]}
    assert len(tags) == 2
    game, english = (kinds[chosen]["PINT_CRAFT"] for chosen in ("de", "en"))
    options = {option["name"]: option for option in game["options"]}
    assert options["pot"] == {
        "name": "pot",
        "text": "Ob Zutaten ausgehen können (PC-13).",
        "default": "LIMITED",
        "choices": ["LIMITED", "UNLIMITED"],
        "choiceTexts": [
            {"value": "LIMITED", "text": "Es gibt so viele, wie die Ausgabe Marker hat (PC-13)."},
            {"value": "UNLIMITED", "text": "Es gibt immer genug."},
        ],
        "minimum": None,
        "maximum": None,
        "maxItems": None,
        "nullable": False,
        "flag": False,
    }
    assert [options["season"][key] for key in ("default", "nullable")] == ["none", True]
    assert options["season"]["choices"] == ["SPRING", "SUMMER", "FALL", "WINTER"]
    assert [options["threshold"][key] for key in ("minimum", "maximum", "nullable")] == [1, 200, True]
    assert [options["roundCap"][key] for key in ("minimum", "maximum", "nullable")] == [1, 200, False]
    named = next(o for o in kinds["en"]["BREW_CRAFTERS"]["options"] if o["name"] == "namedRecipes")
    assert [named[key] for key in ("choices", "choiceTexts", "maxItems", "nullable")] == [[], [], 20, True]
    assert {reason["text"] for reason in game["reasons"]} & {reason["text"] for reason in english["reasons"]} == set()
    assert game["text"].startswith("Aus Hobbybrauern")
    edition, original = game["editions"][0], english["editions"][0]
    assert (edition["title"], edition["digest"]) == ("Pint Craft, rekonstruierte Karten", original["digest"])
    merch = next(
        entry["figures"] for entry in edition["entries"] if "title" in entry["figures"] and entry["name"] == "merch"
    )
    assert (merch["title"], merch["text"][:6]) == ("Fanartikel", "Wähle ")
    assert [entry["name"] for entry in edition["entries"]] == [entry["name"] for entry in original["entries"]]
    query = "{ catalogue { games { kind options { text choiceTexts { value text } } } } }"
    by_graphql = graphql(anyone, query, DE).json()["data"]["catalogue"]["games"]
    assert by_graphql[1]["options"][0]["text"] == game["options"][0]["text"]
    one = graphql(anyone, query.replace("catalogue", "catalogue(kinds: PINT_CRAFT)"), DE).json()["data"]["catalogue"]
    assert one["games"] == [by_graphql[1]]
    assert rest(anyone, "/catalogue/PINT_CRAFT", DE).json() == game


def test_those_who_follow_in_different_languages_are_each_told_in_theirs(server: Server, table: Table) -> None:
    """By WebSocket: the header of the handshake chooses, or the payload of `connection_init`."""
    query = f"subscription($g: ID!, $a: Int! = 1) {{ {TOLD} }}"
    pending = "subscription { decisions { ... on PendingDecision { decision { prompt } } } }"
    with (
        RawSocket(server.url, token=table.seat(1).token) as english,
        RawSocket(server.url, token=table.seat(1).token, headers={"Accept-Language": "de"}) as german,
        RawSocket(server.url, token=table.seat(1).token, headers={"Accept-Language": "en"}) as chooses,
    ):
        wires = {"en": english.init(), "de": german.init()}
        for chosen, wire in wires.items():
            wire.subscribe("log", query, {"g": table.id})
            assert wire.next("log")["events"]["sentence"] == STARTED[chosen]
            wire.subscribe("due", pending)
            assert wire.next("due")["decisions"]["decision"]["prompt"] == PROMPTS[chosen]
        chooses.init({"Accept-Language": "de-DE"}).subscribe("log", query, {"g": table.id})
        assert chooses.next("log")["events"]["sentence"] == STARTED["de"]


@pytest.mark.parametrize(
    "payload", [{"accept-language": 7}, {"accept-language": None}, {"accept-language": "x" * 5000}]
)
def test_a_payload_that_names_no_language_changes_nothing(server: Server, table: Table, payload: Json) -> None:
    with RawSocket(server.url, token=table.seat(1).token) as wire:
        wire.init(payload).subscribe("log", f"subscription($g: ID!, $a: Int! = 1) {{ {TOLD} }}", {"g": table.id})
        assert wire.next("log")["events"]["sentence"] == STARTED["en"]


@pytest.mark.parametrize("chosen", ["en", "de"])
def test_server_sent_events_are_in_the_language(table: Table, chosen: str) -> None:
    headers = {"accept": "text/event-stream", "accept-language": chosen}
    client = table.spectator
    body = {"query": f"subscription($g: ID!, $a: Int! = 1) {{ {TOLD} }}", "variables": {"g": table.id}}
    with client.http.stream("POST", "/graphql", json=body, headers=headers) as told:
        assert told.headers["content-language"] == chosen
        frame = next(text for text in told.iter_lines() if text.startswith("data: "))
    assert json.loads(frame.removeprefix("data: "))["data"]["events"]["sentence"] == STARTED[chosen]
    with client.http.stream("GET", f"/v1/games/{table.id}/events?after=1", headers=headers) as told:
        assert (told.headers["content-language"], told.headers["vary"]) == (chosen, "accept, accept-language")
        frame = next(text for text in told.iter_lines() if text.startswith("data: "))
    assert json.loads(frame.removeprefix("data: "))["sentence"] == STARTED[chosen]
