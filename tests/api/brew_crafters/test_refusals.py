"""Refusals of Brew Crafters by HTTP: the rule and a sentence, in each way to send the move."""

from __future__ import annotations

from tests.api.brew_crafters.shared import BREW, DECISION, WHY, Beside, earliest, task_of
from tests.api.client import Client, in_notation, mutation_of
from tests.brew_crafters.build import BOX, EDITION, RULES


def test_a_refusal_has_its_rule_and_sentence_in_each_way_to_send_the_move_and_changes_nothing(anyone: Client) -> None:
    beside = Beside(anyone)
    table, player = beside.table, beside.decider
    version = table.version
    *others, last = [space.name for space in BOX.spaces[2]]
    there = f"{', '.join(others)} and {last}"
    for fields, notation, rule, said in [
        (
            {"space": "grain-silo"},
            "grain-silo",
            "BC-01",
            f"There is no grain-silo here; there are {there}.",
        ),
        (
            {"space": "coffee-importer"},
            "coffee-importer",
            "BC-11",
            "At the Coffee importer, choose between coffee and money.",
        ),
        (
            {"space": "staff-agency", "side": "shift"},
            "staff-agency shift",
            "BC-18",
            f"The next shift needs {EDITION.figures.shift_2_batches.value} batches brewed; you have brewed 0.",
        ),
    ]:
        refused = player.refused("brewCraftersMarket", gameId=table.id, **fields)
        assert (refused["__typename"], refused["code"], refused["rules"]) == ("MoveRefused", "MOVE_REFUSED", [rule])
        assert (refused["notation"], refused["message"]) == (f"market {notation}", said)
        assert player.refused("play", gameId=table.id, moves=[{BREW: {"market": fields}}]) == refused
        assert player.refused("play", gameId=table.id, moves=in_notation(f"market {notation}")) == refused
        for move in ({BREW: {"market": fields}}, {"notation": f"market {notation}"}):
            assert player.within(table.id, WHY, move=("MoveInput!", move))["whyNot"] == refused
    other = player.refused("brewCraftersEndAction", gameId=table.id)
    assert other["rules"] == ["BC-10"]
    assert other["message"] == "Another decision comes first. Take a market action on an unoccupied space."
    early = player.refused("brewCraftersProcess", gameId=table.id)
    assert early["rules"] == ["BC-08"]
    assert (table.version, beside.decision) == (version, player.within(table.id, DECISION)["decision"])


def test_a_wrong_discard_is_refused_and_a_right_one_is_shown_with_all_ingredients(anyone: Client) -> None:
    game, i = earliest(lambda s: task_of(s) == "discard" and len(list(RULES.moves(s))) > 1, "a discard")
    beside = game.beside(anyone, i)
    table, player = beside.table, beside.decider
    refused = player.refused("brewCraftersDiscard", gameId=table.id, ingredients={})
    assert refused["rules"] == ["BC-14"]
    assert refused["message"].startswith("Too few: nothing. Discard ")
    refused = player.refused("brewCraftersDiscard", gameId=table.id, ingredients={"coffee": 99})
    assert refused["rules"] == ["BC-14"]
    assert refused["message"].endswith((" coffee, not 99, in storage.", "no coffee in storage."))
    not_understood = player.refused("brewCraftersDiscard", gameId=table.id, ingredients={"malt": -1})
    assert (not_understood["code"], not_understood["index"]) == ("MOVE_NOT_UNDERSTOOD", 1)
    field, given = mutation_of(player.legal_moves(table.id)[0])
    (entry,) = player.done(field, gameId=table.id, **given)["entries"]
    shown = {name: count for name, count in entry["move"]["ingredients"].items() if name != "__typename"}
    assert {*shown} == {"malt", "hops", "yeast", "fruit", "spices", "coffee"}
    assert shown == given["ingredients"]
