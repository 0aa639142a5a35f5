"""The fields of a game: viewer, decision, times, legal moves."""

from __future__ import annotations

import random

import pytest

from taphouse.engine.notation import write
from tests.api.client import DANK, Client, create, nodes
from tests.conformance.tables import any_move

# --- who, what, when -------------------------------------------------------------------------------------------------------


def test_everybody_is_told_who_they_are_here(anyone: Client) -> None:
    table = create(anyone)
    roles = {name: viewer.look(table.id)["viewer"] for name, viewer in table.everybody.items()}
    assert roles == {
        "seat 1": {"role": "SEAT", "seat": 1, "host": False, "readOnly": False, "lost": None, "challenged": None},
        "seat 2": {"role": "SEAT", "seat": 2, "host": False, "readOnly": False, "lost": None, "challenged": None},
        "spectator": {
            "role": "SPECTATOR",
            "seat": None,
            "host": False,
            "readOnly": False,
            "lost": None,
            "challenged": None,
        },
        "host": {"role": "HOST", "seat": None, "host": True, "readOnly": False, "lost": None, "challenged": None},
    }


def test_the_decision_is_the_same_for_all_and_names_seat_task_prompt_rules_and_verbs(anyone: Client) -> None:
    table = create(anyone, 3, options={"firstSeat": "SEAT_1"})
    decisions = [viewer.look(table.id)["decision"] for viewer in table.everybody.values()]
    assert decisions == [decisions[0]] * 5
    assert decisions[0]["prompt"].endswith(".")
    assert {**decisions[0], "prompt": ""} == {
        "seat": 1,
        "seats": [1],
        "task": "draft",
        "prompt": "",
        "rules": ["DD-07"],
        "verbs": ["draft"],
        "deadline": None,
    }


def test_times_are_those_of_the_versions(on_memory: Client) -> None:
    table = create(on_memory)
    created = table.look()
    table.play("draft row-1")
    later = table.look()
    entries = table.spectator.events(gameId=table.id)["entries"]
    assert later["createdAt"] == created["createdAt"] == entries[0]["at"]
    assert created["updatedAt"] == entries[1]["at"]
    assert later["updatedAt"] == entries[2]["at"]
    assert table.look(at=2)["updatedAt"] == created["updatedAt"]


# --- legal moves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [1, 2, 7, 500])
def test_legal_moves_come_in_pages_that_make_up_the_whole_in_order(on_memory: Client, first: int) -> None:
    table = create(on_memory)
    table.play("draft row-1")
    whole = table.moves()
    assert len(whole) > 3
    assert len({move["notation"] for move in whole}) == len(whole)
    player = table.decider
    assert player.legal_moves(table.id, first=first) == whole
    count = len(whole)
    opened = player.page(table.id, "legalMoves", "notation", first)
    assert opened["edges"] == [
        {"cursor": str(number), "node": {"notation": move["notation"]}} for number, move in enumerate(whole[:first], 1)
    ]
    end = str(min(first, count))
    assert opened["pageInfo"] == {
        "hasNextPage": first < count,
        "endCursor": end,
        "hasPreviousPage": False,
        "startCursor": "1",
    }
    last = player.page(table.id, "legalMoves", "notation", first, str(count - 1))
    assert last == {
        "edges": [{"cursor": str(count), "node": {"notation": whole[-1]["notation"]}}],
        "pageInfo": {
            "hasNextPage": False,
            "endCursor": str(count),
            "hasPreviousPage": True,
            "startCursor": str(count),
        },
    }
    for after in (count, count + 100):
        page_info = {"hasNextPage": False, "endCursor": str(after), "hasPreviousPage": True, "startCursor": None}
        beyond = player.page(table.id, "legalMoves", "notation", first, str(after))
        assert beyond == {"edges": [], "pageInfo": page_info}


def test_legal_moves_are_none_for_everybody_who_does_not_decide(anyone: Client) -> None:
    table = create(anyone, 3, seed="a long game")
    for _ in range(6):
        for number, viewer in enumerate((*table.seats, table.host, table.spectator), 1):
            assert bool(viewer.legal_moves(table.id)) == (number == table.to_move)
        table.play(random.Random(6).choice(table.moves())["notation"])


def test_legal_moves_are_complete_and_only_legal(on_memory: Client) -> None:
    """Of all moves that can be written, `whyNot` has nothing against those that are listed, and against no other."""
    rng = random.Random(8)
    table = create(on_memory, 3, seed="a long game")
    for _ in range(12):
        listed = {move["notation"] for move in table.moves()}
        others = {write(any_move("dank-and-draft", (), rng)) for _ in range(12)}
        asked = [*rng.sample(sorted(listed), min(8, len(listed))), *sorted(others)]
        names = " ".join(f'm{i}: whyNot(move: {{notation: "{move}"}}) {{ code rules }}' for i, move in enumerate(asked))
        answers = table.decider.within(table.id, names)
        for i, move in enumerate(asked):
            refusal = answers[f"m{i}"]
            assert (refusal is None) == (move in listed), (move, refusal)
            assert refusal is None or (refusal["code"] == "MOVE_REFUSED" and refusal["rules"][0].startswith("DD-"))
        table.play(rng.choice(sorted(listed)))


def test_a_legal_move_says_what_it_is_to_programs_and_to_people(on_memory: Client) -> None:
    table = create(on_memory)
    node = "__typename notation label input ... on DankAndDraftLegalMove { move { __typename } }"
    (first,) = nodes(table.decider.page(table.id, "legalMoves", node, 1))
    assert first == {
        "__typename": "DankAndDraftLegalMove",
        "notation": "draft row-1",
        "label": "Draft row 1",
        "input": {DANK: {"draft": {"line": "ROW_1"}}},
        "move": {"__typename": "DankAndDraftDraft"},
    }


def test_legal_moves_are_those_of_the_version_that_is_looked_at(on_memory: Client) -> None:
    table = create(on_memory)
    player, before = table.decider, table.moves()
    table.play(before[0]["notation"])
    assert player.legal_moves(table.id, at=2) == before


BAD_CURSORS = ("", " ", "x", "-1", "+1", "1.0", "1e3", " 1", "1\n", "\u0661", "0x1", "9" * 16, "2:3", "null")


@pytest.mark.parametrize("field", ["legalMoves", "history"])
@pytest.mark.parametrize("cursor", BAD_CURSORS)
def test_a_bad_cursor_is_an_error_with_a_code_for_every_viewer(on_memory: Client, field: str, cursor: str) -> None:
    table = create(on_memory)
    query = f"{field}(after: $after) {{ pageInfo {{ hasNextPage }} }}"
    query = f"query ($id: ID!, $after: String) {{ game(id: $id) {{ ... on Game {{ {query} }} }} }}"
    for viewer in (table.decider, table.waiting, table.spectator):
        response = viewer.post(query, {"id": table.id, "after": cursor})
        (error,) = response.json()["errors"]
        assert (response.status_code, response.json()["data"], error["path"]) == (200, None, ["game", field])
        assert error["extensions"] == {"code": "INPUT_REFUSED"}
        assert error["message"].startswith("The cursor is not valid. Send the ")


@pytest.mark.parametrize(("field", "after"), [("legalMoves", "3" + "0" * 5), ("history", "9" * 15)])
def test_a_cursor_far_beyond_the_end_lists_nothing_and_its_page_ends_with_it(
    on_memory: Client, field: str, after: str
) -> None:
    table = create(on_memory)
    page = table.decider.page(table.id, field, "notation", 500, after)
    page_info = {"hasNextPage": False, "endCursor": after, "hasPreviousPage": True, "startCursor": None}
    assert page == {"edges": [], "pageInfo": page_info}
