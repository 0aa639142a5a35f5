"""Players name themselves while a game runs, once a minute."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from taphouse.engine.records.text import parse
from taphouse.service.games.beginning import preparing
from tests.api.client import MINE, Client, create, seats_of, table_of
from tests.api.waiting.shared import code, names, sentences
from tests.records.test_replay import verified

SIX = (None,) * 6


@pytest.fixture(params=["memory", "valkey"])
def instances(request: pytest.FixtureRequest) -> tuple[Client, Client]:
    if request.param == "valkey":
        pair: tuple[Client, Client] = request.getfixturevalue("two_instances")
        return pair
    anyone = request.getfixturevalue("on_memory")
    return anyone, anyone


def test_a_nameless_player_of_six_is_named_in_play_and_once_a_minute(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = table_of(
        here, here.done("createGame", game={"pintCraft": {}}, seats=seats_of([MINE] * 6, SIX), clock={"bank": 900})
    )
    before = table.look()
    table.seat(1).done("propose", gameId=table.id, proposal={"draw": True})
    proposed = table.look()["proposals"]
    sixth = there.with_token(table.seat(6).token)
    (entry,) = sixth.done("nameSeat", gameId=table.id, name="Fay", brewery="Fay's")["entries"]
    assert (entry["seat"], entry["events"][0]["__typename"]) == (6, "SeatNamed")
    assert sentences(here, table.id, "en")[-1] == "Seat 6 is now Fay, with the brewery Fay's."
    assert names(here, table.id)[5] == ("Fay", "Fay's")
    after = table.look()
    assert (after["proposals"], after["decision"], after["table"]) == (proposed, before["decision"], before["table"])
    again = here.with_token(sixth.token).refused("nameSeat", gameId=table.id, name="Faye")
    assert (again["code"], 1 <= again["retryAfter"] <= 60) == ("NAMED_LATELY", True)
    assert "less than a minute ago" in again["message"]
    refused = here.http.post(
        f"/v1/games/{table.id}/names", json={"name": "Faye"}, headers={"authorization": f"Bearer {sixth.token}"}
    )
    assert (refused.status_code, refused.json()["code"]) == (429, "NAMED_LATELY")
    assert "looks like" in table.seat(2).refused("nameSeat", gameId=table.id, name="Fay")["message"]
    table.seat(2).done("nameSeat", gameId=table.id, name="Ben")
    assert sixth.done("propose", gameId=table.id, proposal={"draw": True})["game"]["proposals"][0]["accepted"] == [1, 6]


def test_after_a_minute_they_can_again_and_the_record_has_the_last_name(
    on_memory: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparing, "NAMED_AGAIN", 0)
    table = table_of(
        on_memory, on_memory.done("createGame", game={"dankAndDraft": {"turnCap": 1}}, seats=seats_of([MINE] * 2, SIX))
    )
    for name in ("Ann", "Anna"):
        table.seat(1).done("nameSeat", gameId=table.id, name=name)
    table.finish()
    assert code(table.seat(1), "nameSeat", gameId=table.id, name="Annabel") == "GAME_OVER"
    query = "query Text($id: ID!) { record(id: $id) { ... on GameRecord { text } } }"
    text = table.spectator.ask(query, id=table.id)["record"]["text"]
    assert '"Anna"' in text
    verified(parse(text).record)


def test_only_the_player_names_a_seat_in_play(on_memory: Client) -> None:
    table = create(on_memory)
    assert code(table.host, "nameSeat", gameId=table.id, seat=1, name="Mine") == "NOT_SEATED"
    assert code(table.seat(1), "nameSeat", gameId=table.id, seat=2, name="Mine") == "NOT_HOST"
    made = on_memory.done(
        "createGame", game={"dankAndDraft": {}}, seats=[*seats_of([MINE]), {"kind": "BOT", "bot": "RANDOM"}]
    )
    host = on_memory.with_token(made["hostToken"])
    assert code(host, "nameSeat", gameId=made["game"]["gameId"], seat=2, name="Tin") == "ALREADY_STARTED"


def test_of_two_names_at_once_one_is_shown(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = create(here)
    token = table.seat(1).token
    with ThreadPoolExecutor(2) as pool:
        asked = [
            pool.submit(one.with_token(token).do, "nameSeat", gameId=table.id, name=name)
            for one, name in ((here, "One"), (there, "Two"))
        ]
        found = sorted(one.result()["__typename"] for one in asked)
    assert found == ["GameChanged", "NamedLately"]
