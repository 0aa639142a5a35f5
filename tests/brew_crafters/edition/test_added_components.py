"""Additions by data alone: workers, tiles, tracks and their steps, with which whole games are played."""

from __future__ import annotations

import re
import tomllib

from msgspec.structs import replace

from bench.harness.changed_editions import toml
from taphouse.engine.brew_crafters.about import ABOUT, GAME
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Install, Research
from taphouse.engine.brew_crafters.rules import BrewCraftersRules
from taphouse.engine.brew_crafters.rules.choose import ChooseDetails
from taphouse.engine.brew_crafters.state import BrewCraftersState
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.notation import parse
from tests.brew_crafters.build import EDITION, RULES, at_market, at_work, has
from tests.brew_crafters.edition.changes import SOURCE, done, effect, rules_of, with_


def appended(part: str, more: str) -> bytes:
    """The packaged edition with this text at its end, and a total that agrees."""
    old = getattr(EDITION.totals, part).value
    found = re.search(rf"^{part} = {{ value = {old},", SOURCE, re.MULTILINE)
    assert found
    return (SOURCE.replace(found[0], f"{part} = {{ value = {old + 1},") + more).encode()


COOPER = """
[[workers]]
name = "cooper"
title = "Cooper"
text = "2 coffee at each Summer's start; stores 4 more; 3 points for every 2 batches brewed."
cost = { value = 5, rule = "BC-27", provenance = "inferred" }
effects = [
  { effect = "take-at-start", ingredients = { coffee = 2 }, seasons = ["summer"], provenance = "inferred" },
  { effect = "store", amount = 4, provenance = "inferred" },
  { effect = "points-per-batches", amount = 3, per = 2, provenance = "inferred" },
]
provenance = "inferred"
"""


def test_a_worker_made_of_effects_that_there_are_is_added_by_data_alone() -> None:
    rules = rules_of(appended("workers", COOPER))
    code = len(EDITION.workers)
    names = ["cooper", *[worker.name for worker in EDITION.workers if worker.first_game][1:]]
    options = BrewCraftersOptions(named_workers=tuple(names))
    assert rules.why_not_new(options, 2) is None
    assert RULES.why_not_new(options, 2) is not None, "the packaged edition has no such worker"
    assert code in rules.new(options, 2, Chance(seed_from("cooper"))).workers

    state = replace(at_market(1, 2, players={1: {"brewed": {"ale": 5}}}), workers=(code, 0))
    before = rules.view(state).players[0]
    state = done(rules, state, "market job-board", "hire cooper")
    player = rules.view(state).players[0]
    assert [worker.name for worker in player.workers] == ["cooper"]
    assert player.storage == before.storage + 4
    assert player.next_winter.costs == before.next_winter.costs + 5
    gained = [
        now.points - then.points for now, then in zip(player.score_by_category, before.score_by_category, strict=True)
    ]
    assert sorted(gained) == [0, 0, 0, 0, 0, 6], "3 for each 2 of 5"

    def started(season: int) -> str:
        """Gains at the start of the season after this one."""
        end = replace(at_work(1, players={1: {}}), season=season)
        mine = replace(end, brewers=(replace(end.brewers[0], workers=(code,)), end.brewers[1]))
        return has(done(rules, mine, "process"), 1)

    assert started(0) == "coffee:2"
    assert [started(season) for season in (1, 2, 3)] == ["none"] * 3


COLD_ROOM = """
[[tiles]]
name = "cold-room"
title = "Cold Room"
text = "Stores 5 more; $2 more when selling. On install 1 coffee, $4 and 1 basic ingredient of choice."
cost = { value = 3, rule = "BC-27", provenance = "inferred" }
count = { value = 1, rule = "BC-26", provenance = "inferred" }
on_install = [
  { effect = "take", ingredients = { coffee = 1 }, provenance = "inferred" },
  { effect = "money", amount = 4, provenance = "inferred" },
  { effect = "choose-basic", amount = 1, provenance = "inferred" },
]
effects = [
  { effect = "store", amount = 5, provenance = "inferred" },
  { effect = "money-when-selling", amount = 2, provenance = "inferred" },
]
provenance = "inferred"
"""


def test_a_tile_made_of_effects_that_there_are_is_added_by_data_alone() -> None:
    rules = rules_of(appended("tiles", COLD_ROOM))
    state = at_work(1, 2, 1, players={1: {"bottled": "ale", "money": 10}})
    assert Install("cold-room") in list(rules.moves(state))
    assert Install("cold-room") not in list(RULES.moves(state))
    before = rules.view(state).players[0]
    state = done(rules, state, "install cold-room")
    decision = rules.decision(state)
    assert decision is not None
    assert (decision.seat, decision.task, decision.details) == (1, "choose", ChooseDetails(source="cold-room"))
    state = done(rules, state, "choose yeast")
    player = rules.view(state).players[0]
    assert has(state, 1) == "yeast:1,coffee:1"
    assert player.money == 14
    assert player.storage == before.storage + 5
    assert player.next_winter.costs == before.next_winter.costs + 3
    state = done(rules, state, "process", "process")
    assert rules.view(state).players[0].money == 14 + EDITION.figures.sale_price.value + 2
    assert Install("cold-room") not in list(rules.moves(at_with_tile(state, len(EDITION.tiles))))


def at_with_tile(state: BrewCraftersState, code: int) -> BrewCraftersState:
    """A brewery action of seat 1, who has the tile."""
    fresh = at_work(1)
    return replace(fresh, brewers=(replace(fresh.brewers[0], tiles=(code,)), *state.brewers[1:]))


SENSORY = """
[[tracks]]
name = "sensory"
title = "Sensory"
experimental = { effect = "choose-basic", amount = 1, provenance = "inferred" }
annual = { effect = "money", amount = 5, provenance = "inferred" }
breakthrough = { effect = "tanks", amount = 2, provenance = "inferred" }
game_end = { effect = "points-per-label", amount = 4, per = 1, most = 7, provenance = "inferred" }
provenance = "inferred"
"""


def test_a_track_made_of_effects_that_there_are_is_added_by_data_alone() -> None:
    rules = rules_of(appended("tracks", SENSORY))
    fresh = at_work(1, 1, 1, 1, labels={"lambic": 1, "coffee-stout": 1}, players={1: {"money": 10}})
    state = replace(fresh, brewers=tuple(replace(one, steps=(*one.steps, 0)) for one in fresh.brewers))
    assert Research("sensory") in list(rules.moves(state))
    state = done(rules, state, "research sensory", "choose hops")
    assert has(state, 1) == "hops:1"
    state = done(rules, state, "research sensory")
    vessels = rules.view(state).players[0].vessels
    state = done(rules, state, "research sensory")
    assert rules.view(state).players[0].vessels == vessels + 2
    before = {category.name: category.points for category in rules.score(state, 1)}
    at_the_end = done(rules, state, "research sensory")
    score = {category.name: category.points for category in rules.score(at_the_end, 1)}
    labels = {"Gold labels": min(7, 4 * 2)}
    assert {name: score[name] - before[name] for name in score if score[name] != before[name]} == labels

    fall = replace(state, season=2, pending=(state.pending[0], state.pending[-1]))
    winter = done(rules, fall, "process", *["leave-empty"] * len(leaves(rules, done(rules, fall, "process"))))
    assert winter.season == 3
    assert winter.brewers[0].money == state.brewers[0].money + 5


def leaves(rules: BrewCraftersRules, state: BrewCraftersState) -> list[str]:
    """The moves that leave every vessel empty from here on."""
    found: list[str] = []
    while (decision := rules.decision(state)) is not None and decision.task == "brew":
        found.append("leave-empty")
        state = done(rules, state, "leave-empty")
    return found


def test_a_step_of_a_track_is_another_by_data_alone() -> None:
    source = with_(
        "tracks",
        "business",
        experimental=effect("take", ingredients={"coffee": 3}),
        game_end=effect("points-per-batches", amount=2, per=1),
    )
    rules = rules_of(source)
    state = done(rules, at_work(1, 2), "research business")
    assert has(state, 1) == "coffee:3"
    finished = at_work(1, 2, players={1: {"steps": {"business": 3}, "brewed": {"ale": 4}}})
    before, state = rules.score(finished, 1), done(rules, finished, "research business")
    gained = {now.name: now.points - then.points for now, then in zip(rules.score(state, 1), before, strict=True)}
    assert gained["Research"] == 8


def test_whole_games_are_played_with_what_was_added() -> None:
    table = tomllib.loads(SOURCE)
    for part, more in (("workers", COOPER), ("tiles", COLD_ROOM), ("tracks", SENSORY)):
        table[part] += tomllib.loads(more)[part]
        table["totals"][part]["value"] += 1
    source = "\n".join(f"{key} = {toml(value)}" for key, value in table.items()).encode()
    rules = rules_of(source)
    names = ("cooper", *[worker.name for worker in EDITION.workers if worker.first_game][1:])
    verbs: set[str] = set()
    for seats in ABOUT.seats:
        state = rules.new(BrewCraftersOptions(named_workers=names), seats, Chance(seed_from("added")))
        while moves := list(rules.moves(state)):
            new = [
                move
                for move in moves
                if move in (Install("cold-room"), Research("sensory"), parse("hire cooper", GAME.verbs))
            ]
            move = (new or moves)[len(state.pending) % len(new or moves)]
            verbs |= {move.verb} if new else set()
            state = rules.apply(state, move, BLIND).state
        outcome = rules.outcome(state)
        assert outcome is not None
        rules.view(state)
    assert {"install", "research"} <= verbs
