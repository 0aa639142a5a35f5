"""Whole games of Pint Craft by HTTP, in each way to send a move, beside the engine."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from taphouse.engine.notation import write
from taphouse.engine.pint_craft.moves import MOVES
from taphouse.engine.vocabulary import constant
from tests.api.client import Client, Json, Table, in_notation, verb_of
from tests.api.pint_craft.shared import INPUTS, PINT, Beside, amounts, earliest, seat_of, send_typed
from tests.pint_craft.build import RULES


def send_input(player: Client, table: Table, move: Json) -> Json:
    return player.done("play", gameId=table.id, moves=[move["input"]])


def send_notation(player: Client, table: Table, move: Json) -> Json:
    return player.done("play", gameId=table.id, moves=in_notation(move["notation"]))


@pytest.mark.parametrize("send", [send_input, send_notation, send_typed])
def test_a_whole_game_of_two_is_played_in_each_of_the_three_ways(
    anyone: Client, send: Callable[[Client, Table, Json], Json]
) -> None:
    beside, rng = Beside(anyone, 2, "a whole game", 12), random.Random(1)
    verbs = set()
    while (decision := beside.decision) is not None:
        moves = beside.decider.legal_moves(beside.table.id)
        assert [move["notation"] for move in moves] == [write(move) for move in beside.legal]
        brews = [i for i, move in enumerate(moves) if verb_of(move) == "brew"]
        i = rng.choice(brews or range(len(moves)))
        changed = send(beside.decider, beside.table, moves[i])
        (entry,) = changed["entries"]
        assert (entry["seat"], entry["notation"], entry["automatic"]) == (
            decision["seat"],
            moves[i]["notation"],
            False,
        )
        verb = moves[i]["notation"].split()[0]
        assert entry["move"]["verb"] == verb
        assert [*moves[i]["input"]] == [PINT]
        assert verb_of(moves[i]) == INPUTS[verb]
        verbs.add(verb)
        beside.take(beside.legal[i])
        assert changed["game"]["decision"] == beside.decision
    assert {"play", "stop-playing", "brew", "end-turn", "choose", "trade-in"} <= verbs
    end, outcome = beside.table.look(), RULES.outcome(beside.state)
    assert outcome is not None
    assert end["status"] == "OVER"
    assert (end["outcome"]["reason"], end["outcome"]["rule"]) == (constant(outcome.reason), outcome.rule)
    standings = [(one["seat"], one["place"], one["points"]) for one in end["outcome"]["standings"]]
    assert standings == [(one.seat, one.place, one.points) for one in outcome.standings]
    assert [player["pints"] for player in end["table"]["players"]] == [
        one.points for one in sorted(outcome.standings, key=lambda one: one.seat)
    ]


def test_every_move_has_an_input_and_a_mutation_of_its_own(anyone: Client) -> None:
    assert {*INPUTS} == {move.__struct_config__.tag for move in MOVES}
    kinds = '{ move: __type(name: "PintCraftMoveInput") { inputFields { name } } '
    answer = anyone.ask(kinds + 'change: __type(name: "Mutation") { fields { name } } }')
    assert [field["name"] for field in answer["move"]["inputFields"]] == [
        INPUTS[move.__struct_config__.tag] for move in MOVES
    ]
    mutations = {field["name"] for field in answer["change"]["fields"] if field["name"].startswith(PINT)}
    assert mutations == {PINT + name[0].upper() + name[1:] for name in INPUTS.values()}


def test_ingredients_are_chosen_by_the_names_of_the_api_and_shown_with_all_four(anyone: Client) -> None:
    game, i = earliest(lambda state: "choose base-malt:2,hops:1" in map(write, RULES.moves(state)), "choose 3")
    beside = game.beside(anyone, i)
    before = RULES.view(beside.state).players[(seat_of(beside.state) or 0) - 1].ingredients
    changed = beside.decider.done("pintCraftChoose", gameId=beside.table.id, ingredients={"baseMalt": 2, "hops": 1})
    (entry,) = changed["entries"]
    assert entry["notation"] == "choose base-malt:2,hops:1"
    assert entry["move"]["ingredients"] == amounts((2, 0, 1, 0))
    taken = next(event for event in entry["events"] if event["__typename"] == "PintCraftIngredientsTaken")
    assert (taken["seat"], taken["ingredients"]) == (entry["seat"], amounts((2, 0, 1, 0)))
    has = changed["game"]["table"]["players"][entry["seat"] - 1]["ingredients"]
    assert (has["baseMalt"], has["hops"]) == (before.base_malt + 2, before.hops + 1)
