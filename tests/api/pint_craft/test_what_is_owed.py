"""Every decision that is owed in Pint Craft, as everybody sees it."""

from __future__ import annotations

import pytest

from taphouse.engine.notation import write
from taphouse.engine.pint_craft.state import PintCraftState
from tests.api.client import Client, Json, in_notation, mutation_of, nodes, verb_of
from tests.api.pint_craft.shared import INPUTS, WHY, earliest, send_typed, task_of
from tests.pint_craft.build import RULES

DECISION = "decision { seat seats task prompt rules verbs deadline }"

TASKS = ("play", "brew", "choose", "give", "target", "name", "bury", "take-back", "return", "swap", "vote")
STEPS = {"play": "PLAY", "brew": "BREW", "vote": "VOTE"}


@pytest.mark.parametrize("task", TASKS)
def test_every_kind_of_decision_is_asked_of_who_owes_it_and_answered_by_each_of_its_moves(
    anyone: Client, task: str
) -> None:
    game, i = earliest(lambda state: task_of(state) == task and len(list(RULES.moves(state))) > 1, task)
    beside = game.beside(anyone, i)
    table = beside.table
    decision = beside.decision
    assert decision is not None
    for viewer in table.everybody.values():
        seen = viewer.within(table.id, f"{DECISION} ... on PintCraftGame {{ table {{ seat step }} }}")
        assert seen["decision"] == decision
        assert seen["table"] == {"seat": beside.state.seat, "step": STEPS.get(task, "CHOICE")}
    for number, player in enumerate(table.seats, 1):
        moves = player.legal_moves(table.id)
        if number != decision["seat"]:
            assert moves == []
            refused = player.refused("play", gameId=table.id, moves=in_notation(write(beside.legal[0])))
            assert refused["code"] == "NOT_YOUR_TURN"
            continue
        assert [move["notation"] for move in moves] == [write(move) for move in beside.legal]
        assert {INPUTS[verb] for verb in decision["verbs"]} >= {verb_of(move) for move in moves}
        for move in moves[:6]:
            assert player.within(table.id, WHY, move=("MoveInput!", move["input"]))["whyNot"] is None
    legal = beside.decider.legal_moves(table.id)
    chosen = len(legal) - 1
    changed = send_typed(beside.decider, table, legal[chosen])
    beside.take(beside.legal[chosen])
    (entry,) = changed["entries"]
    assert (entry["seat"], entry["notation"]) == (decision["seat"], legal[chosen]["notation"])
    _, given = mutation_of(legal[chosen])
    shown = {name: value for name, value in entry["move"].items() if name not in ("__typename", "verb")}
    assert shown == given
    assert changed["game"]["decision"] == beside.decision


@pytest.mark.parametrize(
    ("what", "task", "rule"),
    [
        ("a seasonal bonus", "choose", "PC-19"),
        ("the Improvement bonus", "choose", "PC-20"),
        ("what others choose by a card", "choose", "PC-11"),
        ("a gift", "give", "PC-16"),
        ("a Recipe that goes back", "return", "PC-16"),
    ],
)
def test_another_seat_than_the_one_whose_turn_it_is_owes_it(anyone: Client, what: str, task: str, rule: str) -> None:
    bonuses = {"PC-19", "PC-20"} - {rule}

    def fits(state: PintCraftState) -> bool:
        owed = RULES.decision(state)
        if owed is None or owed.task != task or owed.seat == state.seat:
            return False
        return rule in owed.rules and not bonuses & {*owed.rules}

    game, i = earliest(fits, what)
    beside = game.beside(anyone, i)
    seen = beside.table.spectator.within(
        beside.table.id, f"{DECISION} ... on PintCraftGame {{ table {{ seat step }} }}"
    )
    decision = seen["decision"]
    assert decision == beside.decision
    assert decision["seat"] != seen["table"]["seat"] == beside.state.seat
    assert decision["task"] == task
    assert rule in decision["rules"]
    whose = beside.table.seat(beside.state.seat)
    refused = whose.refused("play", gameId=beside.table.id, moves=in_notation(write(beside.legal[0])))
    assert (refused["code"], refused["seat"]) == ("NOT_YOUR_TURN", decision["seat"])
    changed = beside.decider.done("play", gameId=beside.table.id, moves=in_notation(write(beside.legal[0])))
    assert changed["entries"][0]["seat"] == decision["seat"]


@pytest.mark.parametrize("first", [1, 5, 33, 500])
def test_the_forms_of_a_choice_come_in_pages_that_make_up_the_whole(anyone: Client, first: int) -> None:
    game, i = earliest(lambda state: task_of(state) == "choose" and len(list(RULES.moves(state))) > 30, "choose 6")
    beside = game.beside(anyone, i)
    wanted = [write(move) for move in beside.legal]
    found: list[str] = []
    sizes: list[int] = []
    page: Json = {"pageInfo": {"hasNextPage": True, "endCursor": None}}
    while page["pageInfo"]["hasNextPage"]:
        page = beside.decider.page(beside.table.id, "legalMoves", "notation", first, page["pageInfo"]["endCursor"])
        sizes.append(len(page["edges"]))
        found += [move["notation"] for move in nodes(page)]
    assert found == wanted
    assert len(wanted) == 34
    assert sizes == [first] * (34 // first) + ([34 % first] if 34 % first else [])


def test_a_choice_of_many_forms_is_listed_whole(anyone: Client) -> None:
    game, i = earliest(lambda state: task_of(state) == "choose" and len(list(RULES.moves(state))) > 75, "much")
    beside = game.beside(anyone, i)
    moves = beside.decider.legal_moves(beside.table.id, first=20)
    assert [move["notation"] for move in moves] == [write(move) for move in beside.legal]
    assert len({repr(move["input"]) for move in moves}) == len(moves)
