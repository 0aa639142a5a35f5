"""Reasons why a move is not legal, and previews of moves."""

from __future__ import annotations

import pytest

from tests.api.client import CASK, DANK, Client, Json, create, in_notation
from tests.api.selections import everything

WHY = "whyNot(move: $move) { __typename code message rules ... on MoveRefused { index notation } }"


def why_not(client: Client, game: str, move: Json) -> Json | None:
    problem: Json | None = client.within(game, WHY, move=("MoveInput!", move))["whyNot"]
    return problem


def preview(client: Client, game: str, *moves: Json) -> Json:
    query = "query Preview($id: ID!, $moves: [MoveInput!]!) { game(id: $id) { ... on Game {"
    query += f" preview(moves: $moves) {{ ...All_PreviewResult }} }} }} }} {everything('PreviewResult')}"
    found: Json = client.ask(query, id=game, moves=moves)["game"]["preview"]
    return found


# --- why not ---------------------------------------------------------------------------------------------------------------


def test_why_not_gives_null_or_the_rule_and_the_sentence(anyone: Client) -> None:
    table = create(anyone)
    player = table.decider
    assert why_not(player, table.id, {DANK: {"draft": {"line": "ROW_1"}}}) is None
    assert why_not(player, table.id, {"notation": "draft row-1"}) is None
    refused = player.refused("play", gameId=table.id, moves=in_notation("end-turn"))
    assert (refused["code"], refused["rules"]) == ("MOVE_REFUSED", ["DD-07"])
    assert why_not(player, table.id, {"notation": "end-turn"}) == refused
    assert table.version == 2


def test_why_not_tells_others_that_it_is_not_their_turn_or_that_they_have_no_seat(on_memory: Client) -> None:
    table = create(on_memory)
    codes = [
        (why_not(viewer, table.id, {"notation": "nonsense"}) or {})["code"]
        for viewer in (table.waiting, table.spectator, table.host)
    ]
    assert codes == ["NOT_YOUR_TURN", "NOT_SEATED", "NOT_SEATED"]


# --- preview ---------------------------------------------------------------------------------------------------------------


def test_a_preview_shows_what_the_move_does_and_changes_nothing(anyone: Client) -> None:
    table = create(anyone, seed="preview")
    before = {name: viewer.look(table.id) for name, viewer in table.everybody.items()}
    seen = preview(table.decider, table.id, {"notation": "draft row-1"})
    assert seen["__typename"] == "DankAndDraftPreview"
    assert not seen["tellsNews"]
    assert [event["__typename"] for event in seen["events"]] == ["DankAndDraftBeersDrafted"]
    assert seen["decision"]["task"] != "draft"
    assert {name: viewer.look(table.id) for name, viewer in table.everybody.items()} == before

    made = table.play("draft row-1")
    assert made["game"]["table"] == seen["table"], "nothing of it was chance, so it comes as it was shown"
    assert made["game"]["decision"] == seen["decision"]


def test_a_preview_of_several_moves_shows_what_comes_of_them_all(on_memory: Client) -> None:
    table = create(on_memory)
    seen = preview(table.decider, table.id, {"notation": "draft row-1"}, {DANK: {"endTurn": True}})
    names = [event["__typename"] for event in seen["events"]]
    assert names == ["DankAndDraftBeersDrafted", "DankAndDraftTapsRefilled", "DankAndDraftTurnBegan"]
    assert seen["decision"]["seat"] != table.to_move


def test_what_would_be_drawn_is_null_in_a_preview(anyone: Client) -> None:
    table = create(anyone)
    table.play("draft row-1")
    player = table.decider
    seen = preview(player, table.id, {"notation": "end-turn"})
    assert seen["tellsNews"]
    assert [tap["card"] for tap in seen["table"]["taps"][:3]] == [{"brewery": None, "type": None, "action": None}] * 3
    assert all(tap["card"]["type"] for tap in seen["table"]["taps"][3:])
    (refilled,) = (event for event in seen["events"] if event["__typename"] == "DankAndDraftTapsRefilled")
    assert {tap["card"]["type"] for tap in refilled["taps"]} == {None}
    assert seen["table"]["drawPile"]["cards"] is None


def test_a_preview_is_refused_as_the_moves_would_be(on_memory: Client) -> None:
    table = create(on_memory)
    codes = [
        preview(table.decider, table.id, {"notation": "end-turn"})["code"],
        preview(table.decider, table.id, {"notation": "brew beer"})["code"],
        preview(table.waiting, table.id, {"notation": "draft row-1"})["code"],
        preview(table.spectator, table.id, {"notation": "draft row-1"})["code"],
        preview(table.decider, table.id, {CASK: {"pass": True}})["code"],
        preview(table.decider, table.id, *in_notation("draft row-1", "end-turn", "draft row-2"))["code"],
    ]
    assert codes == [
        "MOVE_REFUSED",
        "MOVE_NOT_UNDERSTOOD",
        "NOT_YOUR_TURN",
        "NOT_SEATED",
        "WRONG_GAME",
        "BATCH_TELLS_NEWS",
    ]


@pytest.mark.parametrize("count", [0, 65])
def test_a_preview_takes_1_to_64_moves(on_memory: Client, count: int) -> None:
    table = create(on_memory)
    problem = preview(table.decider, table.id, *[{"notation": "draft row-1"}] * count)
    assert (problem.get("code"), problem.get("argument")) == ("INPUT_REFUSED", "moves")
