"""Refusals of Pint Craft by HTTP: the rule and a sentence."""

from __future__ import annotations

from tests.api.client import Client, in_notation
from tests.api.pint_craft.shared import PINT, WHY, Beside, earliest, task_of
from tests.pint_craft.build import RULES


def test_a_wrong_choice_of_ingredients_is_refused_with_rule_and_sentence(anyone: Client) -> None:
    game, i = earliest(
        lambda state: task_of(state) == "choose" and len(list(RULES.moves(state))) == 34 and not any(state.fronts),
        "choose 6",
    )
    beside = game.beside(anyone, i)
    table, player = beside.table, beside.decider
    sentence = "Smash Hit: choose 6 ingredients; an Adjunct counts as 4 of them."
    for chosen, notation, rule, said in [
        ({"baseMalt": 3, "hops": 2}, "base-malt:3,hops:2", "PC-11", "Too few: 3 Base Malt and 2 Hops. "),
        ({"adjuncts": 2}, "adjuncts:2", "PC-11", "Too many: 2 Adjuncts. "),
        ({}, "none", "PC-11", "Too few: nothing. "),
        ({"hops": 99}, "hops:99", "PC-13", f"The pot has {beside.state.pot[2]} Hops, not 99."),
    ]:
        refused = player.refused("pintCraftChoose", gameId=table.id, ingredients=chosen)
        assert (refused["__typename"], refused["code"], refused["rules"]) == ("MoveRefused", "MOVE_REFUSED", [rule])
        assert refused["notation"] == f"choose {notation}"
        assert refused["message"] == (said + sentence if rule == "PC-11" else said)
        for move in ({PINT: {"choose": {"ingredients": chosen}}}, {"notation": f"choose {notation}"}):
            assert player.within(table.id, WHY, move=("MoveInput!", move))["whyNot"] == refused
    by_play = player.refused("play", gameId=table.id, moves=[{PINT: {"endTurn": True}}])
    assert by_play["rules"] == ["PC-11"]
    assert by_play["message"] == f"Another decision comes first. {sentence}"
    assert table.version == i + 2, "nothing was changed"


def test_what_is_no_amount_of_ingredients_is_not_understood(anyone: Client) -> None:
    beside = Beside(anyone)
    refused = beside.decider.refused("pintCraftChoose", gameId=beside.table.id, ingredients={"hops": -1})
    assert (refused["code"], refused["index"]) == ("MOVE_NOT_UNDERSTOOD", 1)
    assert refused["message"] == "choose: Expected `int` >= 0 - at `$.ingredients.hops`."
    refused = beside.decider.refused("play", gameId=beside.table.id, moves=in_notation("choose yeast:1"))
    assert refused["code"] == "MOVE_NOT_UNDERSTOOD"
    assert "base-malt, specialty-malt, hops, adjuncts" in refused["message"]
