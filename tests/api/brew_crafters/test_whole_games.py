"""Whole games of Brew Crafters by HTTP, in each way to send a move, beside the engine."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from taphouse.engine.brew_crafters.moves import MOVES, Selection
from taphouse.engine.notation import write
from tests.api.brew_crafters.shared import BREW, DECISION, INPUTS, Beside, ending, seen, some
from tests.api.client import Client, Json, Table, in_notation, mutation_of, verb_of
from tests.api.selections import everything, operation
from tests.brew_crafters.build import RULES

CATEGORIES = ["Beer", "Research", "Tasting Room", "Bonus points", "Gold labels", "Loans"]

CHANGED = f"""__typename ... on GameChanged {{
    entries {{ seat notation automatic ... on BrewCraftersLogEntry {{ move {{ __typename }} }} }} game {{ {DECISION} }}
}}"""
TABLE = f"""query Table($id: ID!) {{
    game(id: $id) {{ ... on BrewCraftersGame {{ table {{ ...All_BrewCraftersTable }} }} }}
}} {everything("BrewCraftersTable")}"""


@cache
def short(field: str, given: tuple[str, ...]) -> str:
    """A mutation that selects little: whole games have many moves."""
    return operation("mutation", field, given, CHANGED)


def changed_by(player: Client, field: str, **arguments: Any) -> Json:
    """The answer to a move, which must change the game."""
    result: Json = player.ask(short(field, tuple(arguments)), **arguments)[field]
    assert result["__typename"] == "GameChanged", arguments
    return result


def send_input(player: Client, table: Table, move: Json) -> Json:
    return changed_by(player, "play", gameId=table.id, moves=[move["input"]])


def send_notation(player: Client, table: Table, move: Json) -> Json:
    return changed_by(player, "play", gameId=table.id, moves=in_notation(move["notation"]))


def send_typed(player: Client, table: Table, move: Json) -> Json:
    field, given = mutation_of(move)
    return changed_by(player, field, gameId=table.id, **given)


@pytest.mark.parametrize(("seats", "send"), [(5, send_typed), (5, send_input), (2, send_notation)])
def test_a_whole_game_is_played_beside_the_engine_in_each_of_the_three_ways(
    anyone: Client, seats: int, send: Callable[[Client, Table, Json], Json]
) -> None:
    beside, rng = Beside(anyone, seats, f"whole {seats}", Selection.RANDOM), random.Random(seats + 1)
    verbs, made = set(), 0
    while (decision := beside.decision) is not None:
        moves = beside.decider.legal_moves(beside.table.id)
        assert [move["notation"] for move in moves] == [write(move) for move in beside.legal]
        new = [n for n, move in enumerate(beside.legal) if move.verb not in verbs]
        i = new[0] if new else some(rng, beside.legal)
        changed = send(beside.decider, beside.table, moves[i])
        (entry,) = changed["entries"]
        wanted = (decision["seat"], moves[i]["notation"], False)
        assert (entry["seat"], entry["notation"], entry["automatic"]) == wanted
        verb = moves[i]["notation"].split(maxsplit=1)[0]
        assert entry["move"]["__typename"] == f"BrewCrafters{type(beside.legal[i]).__name__}"
        assert [*moves[i]["input"]] == [BREW]
        assert verb_of(moves[i]) == INPUTS[verb]
        verbs.add(verb)
        made += 1
        beside.take(beside.legal[i])
        assert changed["game"]["decision"] == beside.decision
        if made % 40 == 0:
            table = beside.table.spectator.ask(TABLE, id=beside.table.id)["game"]["table"]
            assert table == seen(RULES.view(beside.state))
    assert {"market", "hire", "process", "brew", "leave-empty", "research", "install"} <= verbs
    assert ("collaborate" in verbs) is (seats > 2)

    end, outcome = beside.table.look(), RULES.outcome(beside.state)
    assert outcome is not None
    assert (end["status"], end["decision"]) == ("OVER", None)
    assert end["outcome"] == ending(outcome)
    assert (end["outcome"]["reason"], end["outcome"]["rule"]) == ("LAST_WINTER", "BC-28")
    assert end["table"] == seen(RULES.view(beside.state))
    scores = {player["seat"]: player["scoreByCategory"] for player in end["table"]["players"]}
    for standing in end["outcome"]["standings"]:
        assert [category["name"] for category in standing["categories"]] == CATEGORIES
        assert sum(category["points"] for category in standing["categories"]) == standing["points"]
        assert standing["categories"] == scores[standing["seat"]]


def test_every_move_has_an_input_and_a_mutation_of_its_own(anyone: Client) -> None:
    assert [*INPUTS] == [move.__struct_config__.tag for move in MOVES]
    kinds = '{ move: __type(name: "BrewCraftersMoveInput") { inputFields { name } } '
    answer = anyone.ask(kinds + 'change: __type(name: "Mutation") { fields { name } } }')
    assert [field["name"] for field in answer["move"]["inputFields"]] == [*INPUTS.values()]
    mutations = {field["name"] for field in answer["change"]["fields"] if field["name"].startswith(BREW)}
    assert mutations == {BREW + name[0].upper() + name[1:] for name in INPUTS.values()}
