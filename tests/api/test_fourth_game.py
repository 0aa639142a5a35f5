"""A game that schema/ and service/ know nothing of is served beside the others, whole, by what is derived from its types."""

from __future__ import annotations

import random

import pytest

from taphouse.engine import GAMES
from taphouse.engine.vocabulary import constant
from taphouse.lab.memory_store import MemoryStore
from tests.api.client import (
    CASK,
    MINE,
    OPEN,
    Client,
    Json,
    Table,
    create,
    in_notation,
    mutation_of,
    seats_of,
    verb_of,
)
from tests.api.conftest import http
from tests.api.server import Server
from tests.tiny import about as tiny

VERBS = ("pass", "look", "keep", "brew", "ask", "give", "answer")


def send_typed(table: Table, player: Client, move: Json) -> Json:
    field, arguments = mutation_of(move)
    return player.done(field, gameId=table.id, **arguments)


def send_input(table: Table, player: Client, move: Json) -> Json:
    return player.done("play", gameId=table.id, moves=[move["input"]])


def send_notation(table: Table, player: Client, move: Json) -> Json:
    return player.done("play", gameId=table.id, moves=in_notation(move["notation"]))


@pytest.mark.parametrize("send", [send_typed, send_input, send_notation])
@pytest.mark.parametrize("edition", ["evening", "nightcap"])
def test_a_whole_game_is_played_in_each_of_the_three_ways(
    on_memory: Client, send: type[send_typed], edition: str
) -> None:
    used: set[str] = set()
    for seed in range(4):
        table, rng = create(on_memory, 3, CASK, edition=edition, seed=f"whole {seed}"), random.Random(seed)
        seat = table.to_move
        while seat is not None:
            player = table.seat(seat)
            moves = player.legal_moves(table.id)
            fresh = [move for move in moves if verb_of(move) not in used]
            move = rng.choice(fresh or moves)
            changed = send(table, player, move)
            used.add(verb_of(move))
            assert changed["entries"][-1]["notation"] == move["notation"]
            decision = changed["game"]["decision"]
            seat = decision and decision["seat"]
        end = table.look()
        assert end["status"] == "OVER"
        assert end["outcome"]["reason"] in ("RACE", "DRY", "CLOSING_TIME")
        if used == {*VERBS}:
            return
    raise AssertionError(f"never legal: { ({*VERBS} - used) }")


def test_a_decision_of_another_seat_is_asked_of_it(on_memory: Client) -> None:
    table = create(on_memory, 2, CASK)
    asker, giver = table.decider, table.waiting
    table.decider.done("caskRaceAsk", gameId=table.id, fromSeat=giver.look(table.id)["viewer"]["seat"])
    assert table.decider is giver
    gift = giver.legal_moves(table.id)[0]
    given = giver.done("play", gameId=table.id, moves=[gift["input"]])
    (entry,) = given["entries"]
    (event,) = entry["events"]
    assert entry["sentences"] == [event["sentence"]]
    assert event["__typename"] == "CaskRaceGiftGiven"
    assert table.decider is asker
    assert asker.look(table.id)["table"]["gift"] == event["grain"]
    assert table.look()["table"]["gift"] is None
    assert asker.done("caskRaceAnswer", gameId=table.id, accept=True)["game"]["decision"]["seat"] == 2


def test_what_only_a_seat_sees_is_told_to_it_alone(on_memory: Client) -> None:
    table = create(on_memory, 2, CASK)
    table.play("look")
    told = {
        name: viewer.events(gameId=table.id, after=2)["entries"][0]["events"]
        for name, viewer in table.everybody.items()
    }
    assert [event["__typename"] for event in told["seat 1"]] == ["CaskRaceGrainLookedAt"]
    assert told["seat 2"] == told["spectator"] == told["host"] == []
    looked = {name: viewer.look(table.id)["table"]["lookedAt"] for name, viewer in table.everybody.items()}
    assert looked == {"seat 1": told["seat 1"][0]["grains"], "seat 2": None, "spectator": None, "host": None}


def test_looking_is_news_so_a_batch_ends_with_it(on_memory: Client) -> None:
    table = create(on_memory, 2, CASK)
    moves = [{CASK: {"look": True}}, {CASK: {"keep": {"places": [1, 2]}}}]
    problem = table.decider.refused("play", gameId=table.id, moves=moves)
    assert (problem["code"], problem["index"]) == ("BATCH_TELLS_NEWS", 1)


def test_its_options_seats_and_refusals_are_its_own(on_memory: Client) -> None:
    table = create(on_memory, 2, CASK, {"gift": "CHANCE", "spices": False, "turnCap": 3})
    assert table.look()["options"] == {"gift": "CHANCE", "spices": False, "turnCap": 3}
    refused = table.decider.refused("caskRaceGive", gameId=table.id, grain="RYE")
    assert (refused["code"], refused["rules"], refused["notation"]) == ("MOVE_REFUSED", ["TF-03"], "give rye")
    for seats in (1, 4):
        problem = on_memory.refused("createGame", game={CASK: {}}, seats=seats_of([MINE] * seats))
        assert problem["message"] == f"Cask Race is for 2 to 3 players, not {seats}."
    assert on_memory.refused("createGame", game={CASK: {"turnCap": 201}}, seats=[])["argument"] == "game"


def test_a_resigned_seat_answers_what_it_owes_so_that_the_others_finish(anyone: Client) -> None:
    table = create(anyone, 3, CASK, {"turnCap": 12})
    table.seat(2).done("resign", gameId=table.id)
    changed = table.seat(1).done("caskRaceAsk", gameId=table.id, fromSeat=2)
    assert [(entry["seat"], entry["automatic"]) for entry in changed["entries"]] == [(1, False), (2, True)]
    assert changed["entries"][1]["notation"].startswith("give")
    assert table.finish()["status"] == "OVER"


def test_it_waits_for_its_players_and_is_joined_like_any_other(on_memory: Client) -> None:
    made = on_memory.done("createGame", game={CASK: {}}, seats=seats_of([OPEN, OPEN]))
    id_ = made["game"]["gameId"]
    assert (made["game"]["kind"], made["game"]["status"]) == ("CASK_RACE", "WAITING")
    on_memory.done("joinGame", gameId=id_)
    assert on_memory.done("joinGame", gameId=id_)["game"]["table"]["turn"] == 1


def test_the_catalogue_shows_it_beside_the_others_in_their_order(on_memory: Client) -> None:
    query = "{ catalogue { games { kind title moves { verb } rules { key } editions { name } } } }"
    *others, game = on_memory.ask(query)["catalogue"]["games"]
    assert [one["kind"] for one in others] == [constant(kind) for kind in GAMES.own()]
    assert (game["kind"], game["title"]) == ("CASK_RACE", "Cask Race")
    assert [move["verb"] for move in game["moves"]] == [*VERBS]
    assert [rule["key"] for rule in game["rules"]] == [f"TF-{n:02}" for n in range(1, 13)]
    assert [edition["name"] for edition in game["editions"]] == ["evening", "nightcap"]


def test_it_is_served_alone_as_well() -> None:
    with Server(store=MemoryStore(), games={tiny.GAME.about.kind: tiny.GAME}) as server, http(server) as client:
        someone = Client(client)
        query = '{ __type(name: "Mutation") { fields { name } } catalogue { games { kind } } }'
        answer = someone.ask(query)
        assert answer["catalogue"]["games"] == [{"kind": "CASK_RACE"}]
        names = {field["name"] for field in answer["__type"]["fields"]}
        seating = {
            "createGame",
            "forkGame",
            "importRecord",
            "joinGame",
            "openSeat",
            "closeSeat",
            "nameSeat",
            "chooseFirstSeat",
            "startGame",
            "reissueToken",
            "narrowToken",
            "createHandover",
            "takeHandover",
            "createTicket",
            "deleteAccount",
            "resign",
            "upgradeRules",
            "abandon",
            "createWebhook",
            "declareProgram",
            "testWebhook",
            "deleteWebhook",
            "replacePlayer",
            "returnToSeat",
            "createInvite",
            "revokeInvites",
            "addTime",
            "resumeGame",
            "undo",
            "propose",
            "acceptProposal",
            "declineProposal",
            "withdrawProposal",
            "takeRematch",
            "leaveSeat",
            "claimSeat",
            "takeHost",
            "saveProfile",
            "closeProfile",
            "markPlayer",
            "declineChallenge",
            "quickPlay",
            "say",
            "setTalk",
            "muteSeat",
            "leaveOrders",
            *("report", "closeReport", "remindByEmail", "verifyEmail", "testEmail", "stopEmail"),
            *("operatorEnd", "operatorAnnul", "operatorEndTalk", "operatorMute", "operatorBan", "operatorDelete"),
        }
        assert names == seating | {"play"} | {CASK + verb.capitalize() for verb in VERBS}
