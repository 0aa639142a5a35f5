"""Games from the last position of a record."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.records.record import Finished
from taphouse.engine.records.text import write
from taphouse.engine.vocabulary import constant
from tests.api.client import Client
from tests.conformance.tables import GAMES, default_table
from tests.forks.shared import record_of
from tests.forks.test_importing import cut
from tests.records import recorded
from tests.records.test_positions import forked
from tests.records.test_replay import verified
from tests.rest.client import Json, Rest, table_of

CREATE = """mutation ($game: NewGameInput!, $seats: [SeatInput!]!, $position: String, $key: String) {
  createGame(game: $game, seats: $seats, position: $position, idempotencyKey: $key) {
    ... on GameCreated { game { gameId origin { kind } seeded decision { seat } } } ... on Problem { code } } }"""


def body(kind: str, **more: Any) -> Json:
    begun = cut(recorded(default_table(kind), "puzzle"), 7)
    seats = [{"kind": "MINE"}] * len(begun.seats)
    return {"kind": constant(kind), "seats": seats, "position": write(begun), **more}


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_begins_from_the_last_position_of_a_record(anyone: Rest, kind: str) -> None:
    sent = body(kind)
    made = anyone.post("/games", sent)
    table = table_of(anyone, made)
    assert made["game"]["origin"] == {"kind": "POSITION", "gameId": None, "version": None}
    assert (made["game"]["status"], made["game"]["seeded"]) == ("RUNNING", False)
    told = table.spectator.get(f"{table.path}/events")["entries"][0]
    assert told["sentence"] == "The game is created. The game begins from the position after 7 moves of a record."
    same = [table_of(anyone, anyone.post("/games", {**sent, "seed": "a puzzle"})) for _ in range(2)]
    for _ in zip(*(one.steps(seed=4) for one in same), strict=True):
        pass
    records = [record_of(one) for one in same]
    assert records[0].lines == records[1].lines
    assert records[0].seeded
    assert records[0].origin is None
    assert isinstance(records[0].result, Finished)
    assert verified(records[0]).draws == records[0].draws


def test_what_does_not_fit_the_position_is_refused(anyone: Rest) -> None:
    sent = body("cask-race")
    for change, argument in (
        ({"kind": "DANK_AND_DRAFT"}, "options"),
        ({"options": {"turnCap": 7}}, "options"),
        ({"edition": "nightcap"}, "edition"),
        ({"seats": [{"kind": "MINE"}] * 3}, "seats"),
        ({"position": ""}, "position"),
    ):
        told = anyone.refused("/games", {**sent, **change}, 400, "INPUT_REFUSED")
        assert told["argument"] == argument
    whole = recorded(default_table("cask-race"), "puzzle")
    for wrong, place in (
        (whole, "result"),
        (replace(whole, lines=whole.lines[:3]), "result"),
        (forked("cask-race"), "position"),
        (replace(whole, lines=whole.lines[:3], result="unfinished", salt="0" * 64), "commitment"),
    ):
        told = anyone.refused("/games", {**sent, "position": write(wrong)}, 422, "RECORD_REFUSED")
        assert told["place"] == place


def test_the_same_options_and_edition_may_be_named(anyone: Rest) -> None:
    begun = cut(recorded(default_table("cask-race"), "puzzle"), 7)
    sent = body("cask-race", options=begun.options, edition=begun.edition.name)
    assert anyone.post("/games", sent)["game"]["options"] == begun.options


def test_the_key_counts_the_position_too(anyone: Rest) -> None:
    client, sent = Client(anyone.http), body("cask-race")
    given = {"game": {"caskRace": {}}, "seats": sent["seats"], "key": "the-key-of-a-puzzle-for-you"}
    first = client.ask(CREATE, **given, position=sent["position"])["createGame"]
    assert first["game"]["origin"] == {"kind": "POSITION"}
    assert client.ask(CREATE, **given, position=sent["position"])["createGame"] == first
    assert client.ask(CREATE, **given)["createGame"]["code"] == "KEY_REUSED"
