"""Every decision that is owed in Brew Crafters, as everybody sees it, and what comes of it."""

from __future__ import annotations

from itertools import islice

import pytest

from taphouse.engine.brew_crafters.state import BrewCraftersState
from taphouse.engine.notation import write
from tests.api.brew_crafters.shared import DECISION, GAMES, INPUTS, WHY, earliest, ending, seen, task_of
from tests.api.client import Client, in_notation, mutation_of, verb_of
from tests.brew_crafters.build import BOX, EDITION, RULES

# --- what is owed -----------------------------------------------------------------------------------------------------

TASKS = (
    *("market", "hire", "form", "choose", "discard", "plant", "annual"),
    *("act", "process", "brew", "end-action", "second-step", "trade"),
)


@pytest.mark.parametrize("task", TASKS)
def test_every_kind_of_decision_is_asked_of_who_owes_it_and_answered_by_each_of_its_moves(
    anyone: Client, task: str
) -> None:
    game, i = earliest(lambda state: task_of(state) == task and len(list(RULES.moves(state))) > 1, task)
    beside = game.beside(anyone, i)
    table, decision = beside.table, beside.decision
    assert decision is not None
    assert decision["task"] == task
    assert decision["prompt"].endswith(".")
    assert {*decision["rules"]} <= {f"BC-{n:02}" for n in range(1, 31)}
    assert decision["verbs"] == [*dict.fromkeys(move.verb for move in beside.legal)]
    for viewer in table.everybody.values():
        assert viewer.within(table.id, DECISION)["decision"] == decision
    for number, player in enumerate(table.seats, 1):
        moves = player.legal_moves(table.id)
        if number != decision["seat"]:
            assert moves == []
            refused = player.refused("play", gameId=table.id, moves=in_notation(write(beside.legal[0])))
            assert (refused["code"], refused["seat"]) == ("NOT_YOUR_TURN", decision["seat"])
            continue
        assert [move["notation"] for move in moves] == [write(move) for move in beside.legal]
        assert {INPUTS[verb] for verb in decision["verbs"]} >= {verb_of(move) for move in moves}
        for move in moves[:6]:
            assert player.within(table.id, WHY, move=("MoveInput!", move["input"]))["whyNot"] is None
    legal = beside.decider.legal_moves(table.id)
    chosen = next(i for i, move in reversed([*enumerate(beside.legal)]) if move.verb != "trade")
    field, given = mutation_of(legal[chosen])
    changed = beside.decider.done(field, gameId=table.id, **given)
    beside.take(beside.legal[chosen])
    (entry,) = changed["entries"]
    assert (entry["seat"], entry["notation"]) == (decision["seat"], legal[chosen]["notation"])
    shown = {name: value for name, value in entry["move"].items() if name not in ("__typename", "verb")}
    assert {name: value for name, value in shown.items() if value or name in given} == given
    assert changed["game"]["decision"] == beside.decision


def test_a_position_is_seen_alike_by_everybody_and_is_the_engines(anyone: Client) -> None:
    game, i = earliest(lambda state: state.season == 3 and len(state.brewers) == 3, "a winter of 3")
    beside = game.beside(anyone, i)
    wanted = seen(RULES.view(beside.state))
    for viewer in beside.table.everybody.values():
        assert viewer.look(beside.table.id)["table"] == wanted


def test_the_brewery_action_that_runs_and_those_to_come_are_shown(anyone: Client) -> None:
    def fits(state: BrewCraftersState) -> bool:
        return task_of(state) == "brew" and len(RULES.view(state).brewery_seats) > 1

    game, i = earliest(fits, "a tank, and actions to come")
    beside = game.beside(anyone, i)
    owed = beside.decision
    assert owed is not None
    asked = "table { brewerySeats action { seat collaborated processed brewed tanks brewpub } }"
    for viewer in beside.table.everybody.values():
        table = viewer.within(beside.table.id, f"... on BrewCraftersGame {{ {asked} }}")["table"]
        action = table["action"]
        assert table["brewerySeats"] == [*RULES.view(beside.state).brewery_seats]
        assert (action["seat"], action["processed"], action["tanks"]) == (owed["seat"], True, 1)
        assert (action["brewed"], action["brewpub"]) == (0, False)


def test_processing_beer_is_told(anyone: Client) -> None:
    game, i = earliest(lambda state: task_of(state) == "act", "an action")
    beside = game.beside(anyone, i)
    owed = beside.decision
    assert owed is not None
    changed = beside.decider.done("play", gameId=beside.table.id, moves=in_notation("process"))
    event = changed["entries"][0]["events"][0]
    assert (event["__typename"], event["seat"]) == ("BrewCraftersBeerProcessed", owed["seat"])


def test_when_the_game_is_over_nothing_is_owed(anyone: Client) -> None:
    game = min((game for game in islice(GAMES, 8) if game.seats == 2), key=lambda game: len(game.moves))
    beside = game.beside(anyone, len(game.moves))
    for viewer in beside.table.everybody.values():
        found = viewer.within(beside.table.id, f"status {DECISION}")
        assert found == {"status": "OVER", "decision": None}
    end = beside.table.look()
    assert end["table"] == seen(RULES.view(beside.state))
    assert end["table"]["phase"] == "OVER"
    assert [player["nextWinter"] for player in end["table"]["players"]] == [None] * game.seats
    assert (end["table"]["action"], end["table"]["brewerySeats"], end["table"]["marketSeats"]) == (None, [], [])
    assert end["outcome"] == ending(RULES.outcome(beside.state))
    assert beside.table.seat(1).legal_moves(beside.table.id) == []
    over = beside.table.seat(1).refused("brewCraftersEndAction", gameId=beside.table.id)
    assert over["code"] == "GAME_OVER"


def test_the_many_ways_to_discard_come_in_pages_that_make_up_the_whole(anyone: Client) -> None:
    game, i = earliest(lambda s: task_of(s) == "discard" and 12 < len(list(RULES.moves(s))) < 60, "many discards")
    beside = game.beside(anyone, i)
    moves = beside.decider.legal_moves(beside.table.id, first=5)
    assert [move["notation"] for move in moves] == [write(move) for move in beside.legal]
    assert len({repr(move["input"]) for move in moves}) == len(moves)


# --- costs ------------------------------------------------------------------------------------------------------------


def test_running_costs_and_the_next_winter_are_shown_and_come_true(anyone: Client) -> None:
    """The costs announced before the last action of a Winter are those paid in it."""

    game, end = next(
        (game, i)
        for game in GAMES
        for i in range(1, len(game.states) - 1)
        if (game.states[i - 1].season, game.states[i].season) == (3, 0)
        if game.moves[i - 1].verb in ("leave-empty", "end-action", "end-trading")  # which change nothing more
        if any(brewer.tiles and brewer.workers for brewer in game.states[i - 1].brewers)
    )
    beside = game.beside(anyone, end - 1)
    costs = "table { players { seat money runningCosts { key what money } nextWinter { costs loans money } } }"
    announced = beside.table.spectator.within(beside.table.id, f"... on BrewCraftersGame {{ {costs} }}")["table"]
    assert announced == {
        "players": [
            {name: player[name] for name in ("seat", "money", "runningCosts", "nextWinter")}
            for player in seen(RULES.view(beside.state))["players"]
        ]
    }
    changed = beside.decider.done("play", gameId=beside.table.id, moves=in_notation(write(game.moves[end - 1])))
    paid = {e["seat"]: e for e in changed["entries"][0]["events"] if e["__typename"] == "BrewCraftersCostsPaid"}
    assert {*paid} == {*range(1, game.seats + 1)}
    figures = EDITION.figures
    for player in announced["players"]:
        lines = {line["key"]: line["money"] for line in player["runningCosts"]}
        assert lines["first-storehouse"] == figures.storehouse_cost.value
        assert lines["research-lab"] == figures.research_lab_cost.value
        assert lines["single-batch-system"] == figures.single_system_cost.value
        assert lines["shift-1"] == figures.shift_1_cost.value
        brewer = beside.state.brewers[player["seat"] - 1]
        for one in [*(BOX.tiles[code] for code in brewer.tiles), *(BOX.workers[code] for code in brewer.workers)]:
            assert one.name in lines
        total = sum(line["money"] for line in player["runningCosts"])
        winter, event = player["nextWinter"], paid[player["seat"]]
        assert winter["costs"] == max(0, total) == event["money"]
        assert winter["loans"] == event["loans"]
        assert winter["money"] == player["money"] + winter["loans"] * figures.loan.value - winter["costs"]
        assert event["borrowed"] == winter["loans"] * figures.loan.value
