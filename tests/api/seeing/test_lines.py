"""Lines: moves of all seats in turn, previewed as one seat can foresee them, with the moves that can be next."""

from __future__ import annotations

import random

import pytest

from taphouse.engine import GAMES
from taphouse.engine.worlds.lines import Line
from tests.api.client import Client, Json, Table, create, in_notation
from tests.api.selections import everything

QUERY = f"""query Line($id: ID!, $moves: [MoveInput!]!) {{ game(id: $id) {{ ... on Game {{
  preview(moves: $moves, allSeats: true) {{ ...All_PreviewResult }} }} }} }} {everything("PreviewResult")}"""


def line(client: Client, game: str, *moves: str) -> Json:
    found: Json = client.ask(QUERY, id=game, moves=in_notation(*moves))["game"]["preview"]
    return found


def listed(found: Json) -> list[str]:
    return [move["notation"] for move in found["legalMoves"]]


def test_a_player_who_waits_sees_what_the_others_can_do_and_then_their_own_answers(anyone: Client) -> None:
    table = create(anyone, seed="line")
    first = line(table.waiting, table.id)
    theirs = [move["notation"] for move in table.decider.legal_moves(table.id)]
    assert listed(first) == theirs
    assert (first["decision"]["seat"], first["tellsNews"], first["events"]) == (table.to_move, False, [])
    after = line(table.waiting, table.id, "draft row-1", "end-turn")
    assert after["decision"]["seat"] != table.to_move
    assert "draft row-2" in listed(after)
    assert after["tellsNews"]
    assert [tap["card"]["type"] for tap in after["table"]["taps"][:3]] == [None] * 3, "draws stay unknown"
    assert table.version == 2


def test_what_a_line_lists_can_be_left_as_an_order_and_is_made(anyone: Client) -> None:
    table = create(anyone, seed="line")
    after = ["draft row-1", "end-turn"]
    answer = listed(line(table.waiting, table.id, *after))[0]
    left = table.waiting.ask(
        """mutation ($id: ID!, $orders: [StandingOrderInput!]!) { leaveOrders(gameId: $id, orders: $orders) { __typename } }""",
        id=table.id,
        orders=[{"after": after, "play": [answer]}],
    )["leaveOrders"]
    assert left["__typename"] == "StandingOrders"


def test_a_line_is_refused_where_no_move_of_it_can_be_made(on_memory: Client) -> None:
    table = create(on_memory)
    refused = line(table.waiting, table.id, "draft row-1", "draft row-2")
    assert (refused["code"], refused["index"], refused["rules"]) == ("MOVE_REFUSED", 2, ["DD-25"])
    assert line(table.waiting, table.id, "brew beer")["code"] == "MOVE_NOT_UNDERSTOOD"
    assert line(table.spectator, table.id)["code"] == "NOT_SEATED"
    assert line(table.waiting, table.id, *["end-turn"] * 65)["code"] == "INPUT_REFUSED"
    waiting = table.waiting
    table.host.done("abandon", gameId=table.id)
    assert line(waiting, table.id)["code"] == "GAME_OVER"


def played(table: Table, rng: random.Random, seat: int, moves: int) -> Json:
    """A line of moves from those that it lists, for one seat."""
    found, made = line(table.seat(seat), table.id), list[str]()
    while found["legalMoves"] and len(made) < moves:
        made.append(rng.choice(listed(found)))
        found = line(table.seat(seat), table.id, *made)
        assert found["__typename"].endswith("Preview"), (made, found)
    return found


def test_each_listed_move_goes_on_in_every_game(on_memory: Client) -> None:
    for kind in GAMES.own():
        table = create(on_memory, game=GAMES[kind].field, seed="every game")
        for seat in (1, 2):
            found = played(table, random.Random(f"{kind} {seat}"), seat, 8)
            assert all(move["label"] for move in found["legalMoves"])


def test_a_line_ends_where_its_seat_cannot_know_whose_turn_it_is(
    on_memory: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = create(on_memory)
    monkeypatch.setattr(Line, "decider", None)  # in our games it comes seldom
    assert listed(line(table.waiting, table.id)) == []
    refused = line(table.waiting, table.id, "draft row-1")
    assert (refused["code"], refused["argument"]) == ("INPUT_REFUSED", "moves")
    monkeypatch.setattr(Line, "over", True)
    assert line(table.waiting, table.id, "draft row-1")["code"] == "GAME_OVER"


def test_rest_previews_the_same(on_memory: Client) -> None:
    table = create(on_memory, seed="line")
    headers = {"authorization": f"Bearer {table.waiting.token}"}
    path, sent = f"/v1/games/{table.id}/moves/preview", {"moves": in_notation("draft row-1"), "allSeats": True}
    found = on_memory.http.post(path, json=sent, headers=headers).json()
    assert listed(found) == listed(line(table.waiting, table.id, "draft row-1"))
