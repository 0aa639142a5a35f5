"""A move that answers something else than what is owed, and what the decision asks and names."""

from __future__ import annotations

from collections import Counter

import pytest

from taphouse.engine.brew_crafters import rules as rules_package
from taphouse.engine.brew_crafters.about import ABOUT
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.state import BrewCraftersState, Closing, ToDiscard, ToEnd, ToPlant
from taphouse.engine.contract import verb_of
from tests.brew_crafters.build import BOX, RULES, TRACK, after, at_tank, at_work, position, prompt, refusal, said
from tests.brew_crafters.refusals.positions import ASKING, COLLABORATED, FIGURES, MOVES, OWED, ROASTER, sample

# --- what is owed -----------------------------------------------------------------------------------------------------


def wanted(task: str, line: str) -> tuple[str, str]:
    """The refusal of a move that answers something else."""
    state, instead = OWED[task]
    verb, phase = line.split(maxsplit=1)[0], state.phase
    if verb in ("process", "research", "install") and task in ("process", "brew", "end-action"):
        return "BC-19", f"There is one action for each shift. {instead}"
    if verb == "collaborate" and task == "process":
        return "BC-23", "You have collaborated in this action; once is the most."
    if verb == "collaborate" and task == "brew":
        return "BC-23", f"Collaborate before or after processing beer, not while you brew. {instead}"
    if verb == "market" and phase != "MARKET":
        return "BC-08", f"It is not the Market phase. {instead}"
    if verb in ("process", "brew", "leave-empty", "research", "install", "collaborate") and phase != "BREWERY":
        return "BC-08", f"It is not the Brewery phase. {instead}"
    if verb in ("brew", "leave-empty") and task in ("act", "process"):
        return "BC-20", f"Brewing is the last part of Process Beer; process first. {instead}"
    if verb in ("brew", "leave-empty") and task == "end-action":
        return "BC-20", f"You have finished brewing in this action. {instead}"
    return ASKING[task], f"Another decision comes first. {instead}"


@pytest.mark.parametrize("task", OWED)
@pytest.mark.parametrize("line", MOVES)
def test_a_move_that_answers_something_else_is_refused_and_told_what_is_owed(task: str, line: str) -> None:
    state, text = OWED[task]
    decision = RULES.decision(state)
    assert decision is not None
    assert (decision.task, prompt(decision), decision.rules[0]) == (task, text, ASKING[task])
    refused = refusal(state, line)
    if task in MOVES[line]:
        assert refused is None
        return
    assert refused is not None
    assert (refused.rule, said(refused)) == wanted(task, line)


@pytest.mark.parametrize("malt", range(1, 4))
def test_it_is_said_how_many_must_be_discarded(malt: int) -> None:
    state = position(ToDiscard(1), players={1: {"ingredients": f"malt:{malt},hops:{FIGURES.storage.value}"}})
    decision = RULES.decision(state)
    assert decision is not None
    number = "1 ingredient" if malt == 1 else f"{malt} ingredients"
    assert prompt(decision) == f"Discard {number}: storage is full."


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_collaborating_is_offered_where_there_is_a_collaboration(seats: int) -> None:
    mine = {"ingredients": "malt:4", "money": 0}
    decision = RULES.decision(at_work(seats=seats, players={1: mine}))
    assert decision is not None
    assert prompt(decision) == (
        "Process beer, research, or install."
        if seats == 2
        else "Process beer and/or collaborate, research, or install."
    )
    rich = {1: mine | {"partnerships": ROASTER, "money": 5}}
    ending = RULES.decision(position(Closing(), ToEnd(1, False, 0), seats=seats, players=rich))
    assert ending is not None
    assert prompt(ending) == (
        "End the action. You may trade first." if seats == 2 else "Collaborate, or end the action. You may trade first."
    )
    assert ending.rules == (("BC-19",) if seats == 2 else ("BC-23",))


def test_before_the_score_the_prompt_says_so() -> None:
    last = position(
        Closing(),
        ToEnd(1, False, 0),
        phase=Phase.BREWERY,
        season="winter",
        year=3,
        players={1: {"partnerships": ROASTER, "steps": {"agronomy": 4}}},
    )
    decision = RULES.decision(after(last, "end-action", "end-trading"))
    assert decision is not None
    assert prompt(decision) == "Trade with your partnerships before the score is counted, or end trading."


@pytest.mark.parametrize(
    ("tanks", "pub", "where"),
    [(2, True, "one of 2 tanks or in the Brewpub"), (1, True, "a tank or in the Brewpub"), (0, True, "the Brewpub"),
     (3, False, "one of 3 tanks")],
)  # fmt: skip
def test_the_vessels_that_are_empty_are_named(tanks: int, pub: bool, where: str) -> None:
    decision = RULES.decision(at_tank(tanks, pub, players={1: {"ingredients": "malt:4,hops:3,yeast:2"}}))
    assert decision is not None
    assert prompt(decision) == f"Brew a batch in {where}, or brew no more."


def test_every_verb_is_tried_at_every_task() -> None:
    assert {line.split()[0] for line in MOVES} | {"trade"} == {verb_of(move) for move in ABOUT.moves}
    assert {*ASKING} == {*OWED}
    assert {*OWED} == {decision.task for decision in rules_package._DECISIONS}


# --- the verbs of a decision ------------------------------------------------------------------------------------------


def verbs(state: BrewCraftersState) -> tuple[str, ...]:
    """The verbs that may answer the decision; the legal moves must have the same."""
    decision = RULES.decision(state)
    assert decision is not None
    assert decision.verbs == tuple(dict.fromkeys(move.verb for move in RULES.moves(state)))
    return decision.verbs


def test_the_verbs_of_a_decision_are_those_of_the_legal_moves() -> None:
    states = [state for state, task in sample() if task != "over"] + [state for state, _ in OWED.values()]
    asked = Counter(verb for state in states for verb in verbs(state))
    assert {*asked} == {verb_of(move) for move in ABOUT.moves}


def test_a_verb_that_is_not_possible_is_not_among_those_of_the_decision() -> None:
    rich = {"ingredients": "malt:9,hops:9,yeast:9,fruit:9", "partnerships": ROASTER}
    every_step, every_tile = (
        dict.fromkeys(TRACK, 4),
        " ".join(tile.name for tile in BOX.tiles for _ in range(tile.copies)),
    )
    assert verbs(at_work(seats=2, players={1: rich})) == ("process", "research", "install", "trade")
    assert verbs(at_work(seats=3, players={1: rich})) == ("process", "collaborate", "research", "install", "trade")
    assert verbs(at_work(seats=3)) == ("process", "research", "install")
    assert verbs(at_work(players={1: rich | {"steps": every_step}})) == ("process", "install", "trade")
    assert verbs(at_work(players={1: rich | {"tiles": every_tile}})) == ("process", "research", "trade")
    assert verbs(at_work(players={1: rich | {"money": 0}})) == ("process", "research", "install")
    assert verbs(COLLABORATED) == ("end-action", "process")
    assert verbs(at_tank(players={1: rich | {"ingredients": ""}})) == ("leave-empty", "trade")
    assert verbs(
        position(ToPlant(1), phase=Phase.RESTOCK, players={1: {"tiles": "farm", "partnerships": ROASTER}})
    ) == (
        "no-planting",
        "trade",
    )
