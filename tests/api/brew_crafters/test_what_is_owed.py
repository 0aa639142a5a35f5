"""Brew Crafters by HTTP: whole games in every way to send a move, and every decision that is owed, as everybody sees it.

Beside each game at the service runs one of the engine, with the same seed: it says what is to be answered.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest
from msgspec import Struct

from taphouse.engine.brew_crafters.about import ABOUT
from taphouse.engine.brew_crafters.moves import MOVES, BrewCraftersOptions, Market, Selection
from taphouse.engine.brew_crafters.state import BrewCraftersState
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.game import FirstSeat, Move, Outcome
from taphouse.engine.notation import write
from taphouse.engine.vocabulary import Word, constant
from tests.api.client import (
    MINE,
    Client,
    Json,
    Table,
    create,
    in_notation,
    mutation_of,
    seats_of,
    table_of,
    verb_of,
)
from tests.api.selections import everything, operation
from tests.brew_crafters.build import BOX, EDITION, RULES

BREW = "brewCrafters"
INPUTS = {
    "market": "market",
    "hire": "hire",
    "form": "form",
    "choose": "choose",
    "trade": "trade",
    "discard": "discard",
    "plant": "plant",
    "no-planting": "noPlanting",
    "annual": "annual",
    "process": "process",
    "brew": "brew",
    "leave-empty": "leaveEmpty",
    "collaborate": "collaborate",
    "research": "research",
    "second-step": "secondStep",
    "no-second-step": "noSecondStep",
    "install": "install",
    "end-action": "endAction",
    "end-trading": "endTrading",
}
"""The field of the input of a move, by its verb."""
WHY = "whyNot(move: $move) { __typename code message rules ... on MoveRefused { index notation } }"
DECISION = "decision { seat task prompt rules verbs }"
CATEGORIES = ["Beer", "Research", "Tasting Room", "Bonus points", "Gold labels", "Loans"]


def seen(value: Any) -> Any:
    """A value of the engine as the API shows it."""
    match value:
        case Word():
            return value.name
        case Struct():
            names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
            return {name: seen(getattr(value, field)) for name, field in names}
        case tuple():
            return [seen(one) for one in value]
    return value


def ending(outcome: Outcome | None) -> Json:
    """The outcome as the API shows it: its reason is an enum."""
    assert outcome is not None
    shown: Json = seen(outcome)
    return shown | {"reason": constant(outcome.reason)}


@pytest.fixture
def anyone(on_memory: Client) -> Client:
    """Somebody without a token."""
    return on_memory


class Beside:
    """A game at the service, and the same one in the engine."""

    def __init__(self, client: Client, seats: int = 2, seed: str = "beside", chosen: Selection | None = None) -> None:
        given: Json = {"firstSeat": "SEAT_1"}
        options = BrewCraftersOptions(first_seat=FirstSeat.SEAT_1)
        if chosen is not None:
            given |= {"recipes": chosen.name, "workers": chosen.name}
            options = BrewCraftersOptions(first_seat=FirstSeat.SEAT_1, recipes=chosen, workers=chosen)
        made = client.done("createGame", game={BREW: given}, seats=seats_of([MINE] * seats, "ABCDE"), seed=seed)
        self.table: Table = table_of(client, made)
        self.chance = Chance(seed_from(seed))
        self.state: BrewCraftersState = RULES.new(options, seats, self.chance)

    @property
    def legal(self) -> list[Move]:
        """The engine's legal moves."""
        return list(RULES.moves(self.state))

    @property
    def decision(self) -> Json | None:
        """The engine's decision, as the API shows it."""
        decision: Json | None = seen(RULES.decision(self.state))
        return decision

    @property
    def decider(self) -> Client:
        """Who owes the decision."""
        owed = RULES.decision(self.state)
        assert owed is not None
        return self.table.seat(owed.seat)

    def take(self, move: Move) -> None:
        """The move in the engine alone."""
        self.state = RULES.apply(self.state, move, self.chance).state

    def follow(self, moves: tuple[Move, ...]) -> None:
        """Moves at both, by notation."""
        query = "mutation M($id: ID!, $move: String!) { play(gameId: $id, moves: [{notation: $move}]) { __typename } }"
        for move in moves:
            made = self.decider.ask(query, id=self.table.id, move=write(move))["play"]["__typename"]
            assert made == "GameChanged", write(move)
            self.take(move)


class Game(NamedTuple):
    """A game of the engine alone: its moves, and the positions before them."""

    seats: int
    seed: str
    moves: tuple[Move, ...]
    states: tuple[BrewCraftersState, ...]

    def beside(self, client: Client, at: int) -> Beside:
        """The same game at the service, after so many moves."""
        made = Beside(client, self.seats, self.seed)
        made.follow(self.moves[:at])
        assert made.state == self.states[at]
        return made


def some(rng: random.Random, moves: list[Move]) -> int:
    """A move by chance; beer is brewed where it can be, and few trades are made."""
    weights = [{"trade": 1, "brew": 12, "process": 6, "collaborate": 6}.get(move.verb, 3) for move in moves]
    return rng.choices(range(len(moves)), weights)[0]


def played(seats: int, seed: str) -> Game:
    """A game by chance."""
    chance, rng = Chance(seed_from(seed)), random.Random(seed)
    state = RULES.new(BrewCraftersOptions(first_seat=FirstSeat.SEAT_1), seats, chance)
    moves: list[Move] = []
    states = [state]
    while legal := list(RULES.moves(state)):
        moves.append(legal[some(rng, legal)])
        state = RULES.apply(state, moves[-1], chance).state
        states.append(state)
    return Game(seats, seed, tuple(moves), tuple(states))


@cache
def games() -> tuple[Game, ...]:
    """Games of 2 and 3 players."""
    return tuple(played(2 + n % 2, f"brew {n}") for n in range(40))


def earliest(fits: Callable[[BrewCraftersState], bool], what: str) -> tuple[Game, int]:
    """The game that comes to such a position after the fewest moves, and after how many."""
    found = [(i, n) for n, game in enumerate(games()) for i, state in enumerate(game.states) if fits(state)]
    assert found, f"never met: {what}"
    i, n = min(found)
    return games()[n], i


def task_of(state: BrewCraftersState) -> str | None:
    owed = RULES.decision(state)
    return owed and owed.task


# --- whole games ------------------------------------------------------------------------------------------------------


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
    """What a move changed."""
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


@pytest.mark.parametrize(("seats", "send"), [(2, send_typed), (5, send_input), (2, send_notation), (5, send_typed)])
def test_a_whole_game_is_played_beside_the_engine_in_each_of_the_three_ways(
    anyone: Client, seats: int, send: Callable[[Client, Table, Json], Json]
) -> None:
    beside, rng = Beside(anyone, seats, f"whole {seats}", Selection.RANDOM), random.Random(seats)
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
    game = min((game for game in games() if game.seats == 2), key=lambda game: len(game.moves))
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
    """What is announced before the last action of a Winter is what is paid in it."""

    game, end = next(
        (game, i)
        for game in games()
        for i in range(1, len(game.states) - 1)
        if (game.states[i - 1].season, game.states[i].season) == (3, 0)
        if game.moves[i - 1].verb in ("leave-empty", "end-action")  # which change nothing more
        if any(brewer.tiles and brewer.workers for brewer in game.states[i - 1].brewers)
    )
    beside = game.beside(anyone, end - 1)
    costs = "table { players { seat money runningCosts { what money } nextWinter { costs loans money } } }"
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
        lines = {line["what"]: line["money"] for line in player["runningCosts"]}
        assert lines["First storehouse"] == figures.storehouse_cost.value
        assert lines["Research lab"] == figures.research_lab_cost.value
        assert lines["Single batch system"] == figures.single_system_cost.value
        assert lines["Shift 1"] == figures.shift_1_cost.value
        brewer = beside.state.brewers[player["seat"] - 1]
        for one in [*(BOX.tiles[code] for code in brewer.tiles), *(BOX.workers[code] for code in brewer.workers)]:
            assert one.title in lines
        total = sum(line["money"] for line in player["runningCosts"])
        winter, event = player["nextWinter"], paid[player["seat"]]
        assert winter["costs"] == max(0, total) == event["money"]
        assert winter["loans"] == event["loans"]
        assert winter["money"] == player["money"] + winter["loans"] * figures.loan.value - winter["costs"]
        assert event["borrowed"] == winter["loans"] * figures.loan.value


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_a_refusal_has_its_rule_and_sentence_in_each_way_to_send_the_move_and_changes_nothing(anyone: Client) -> None:
    beside = Beside(anyone)
    table, player = beside.table, beside.decider
    version = table.version
    there = ", ".join(space.name for space in BOX.spaces[2])
    for fields, notation, rule, said in [
        (
            {"space": "grain-silo"},
            "grain-silo",
            "BC-01",
            f"There is no market space grain-silo for 2 players; there are {there}.",
        ),
        (
            {"space": "coffee-importer"},
            "coffee-importer",
            "BC-11",
            "Name what you take from Coffee importer: coffee or money.",
        ),
        (
            {"space": "staff-agency", "side": "shift"},
            "staff-agency shift",
            "BC-18",
            f"The second shift needs {EDITION.figures.shift_2_batches.value} batches brewed; you have brewed 0.",
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
    assert other["message"] == "Something else must be decided now. Take a market action on an unoccupied space."
    early = player.refused("brewCraftersProcess", gameId=table.id)
    assert early["rules"] == ["BC-08"]
    assert (table.version, beside.decision) == (version, player.within(table.id, DECISION)["decision"])


def test_a_wrong_discard_is_refused_and_a_right_one_is_shown_with_all_ingredients(anyone: Client) -> None:
    game, i = earliest(lambda s: task_of(s) == "discard" and len(list(RULES.moves(s))) > 1, "a discard")
    beside = game.beside(anyone, i)
    table, player = beside.table, beside.decider
    refused = player.refused("brewCraftersDiscard", gameId=table.id, ingredients={})
    assert refused["rules"] == ["BC-14"]
    assert refused["message"].startswith("0 is too few: discard exactly ")
    refused = player.refused("brewCraftersDiscard", gameId=table.id, ingredients={"coffee": 99})
    assert refused["rules"] == ["BC-14"]
    assert refused["message"].endswith(" coffee, not 99.")
    not_understood = player.refused("brewCraftersDiscard", gameId=table.id, ingredients={"malt": -1})
    assert (not_understood["code"], not_understood["index"]) == ("MOVE_NOT_UNDERSTOOD", 1)
    field, given = mutation_of(player.legal_moves(table.id)[0])
    (entry,) = player.done(field, gameId=table.id, **given)["entries"]
    shown = {name: count for name, count in entry["move"]["ingredients"].items() if name != "__typename"}
    assert {*shown} == {"malt", "hops", "yeast", "fruit", "spices", "coffee"}
    assert shown == given["ingredients"]


# --- options ----------------------------------------------------------------------------------------------------------

PER_STYLE, WORKERS = EDITION.figures.advanced_per_style.value, EDITION.figures.skilled_workers.value
NAMED_RECIPES = [
    name
    for style in range(3)
    for name in [beer.name for beer in BOX.beers if beer.advanced and beer.style == style][-PER_STYLE:]
]
NAMED_WORKERS = [worker.name for worker in BOX.workers if worker.players == 2][-WORKERS:]


@pytest.mark.parametrize(
    ("options", "rule", "said"),
    [
        ({"namedRecipes": ["kolsh", *NAMED_RECIPES[1:]]}, "BC-04", "There is no advanced recipe kolsh; there are "),
        ({"namedRecipes": ["ale", *NAMED_RECIPES[1:]]}, "BC-04", "There is no advanced recipe ale; there are "),
        (
            {"namedRecipes": []},
            "BC-04",
            f"Name {PER_STYLE} different advanced recipes of each style; of the style ale ",
        ),
        (
            {"namedRecipes": NAMED_RECIPES[:-1]},
            "BC-04",
            f"Name {PER_STYLE} different advanced recipes of each style; of the style stout ",
        ),
        ({"namedWorkers": NAMED_WORKERS[1:]}, "BC-05", f"Name {WORKERS} different skilled workers, not {WORKERS - 1}."),
        (
            {"namedWorkers": ["festival-host", *NAMED_WORKERS[1:]]},
            "BC-05",
            "There is no skilled worker festival-host for 2 players; there are ",
        ),
    ],
)
def test_a_game_with_bad_names_is_refused_with_the_rule(anyone: Client, options: Json, rule: str, said: str) -> None:
    problem = anyone.refused("createGame", game={BREW: options}, seats=seats_of([MINE] * 2))
    assert (problem["__typename"], problem["code"]) == ("InputRefused", "INPUT_REFUSED")
    assert (problem["rules"], problem["argument"]) == ([rule], "game")
    assert problem["message"].startswith(said)


def test_a_game_with_good_names_has_these_and_plays(anyone: Client) -> None:
    options = {"namedRecipes": NAMED_RECIPES[::-1], "namedWorkers": NAMED_WORKERS[::-1]}
    table = create(anyone, 3, BREW, options, seed="named")
    game = table.look()
    assert game["options"]["namedRecipes"] == options["namedRecipes"]
    assert game["options"]["namedWorkers"] == options["namedWorkers"]
    recipes = {one["recipe"]["name"] for one in game["table"]["recipes"]}
    assert recipes == {*NAMED_RECIPES, "ale", "porter", "stout"}
    assert {worker["name"] for worker in game["table"]["workers"]} == {*NAMED_WORKERS}
    for _, _ in zip(range(4), table.steps(seed=3), strict=False):
        pass
    assert table.version > 4


def test_its_options_and_numbers_of_players_are_its_own(anyone: Client) -> None:
    options = {
        "recipes": "RANDOM",
        "workers": "RANDOM",
        "firstSeat": "SEAT_1",
        "namedRecipes": None,
        "namedWorkers": None,
    }
    made = anyone.done("createGame", game={BREW: options}, seats=[{"kind": MINE}] * 5)
    game = anyone.look(made["game"]["gameId"])
    assert game["options"] == options
    assert (game["table"]["year"], game["table"]["season"], game["table"]["startingSeat"]) == (1, "SPRING", 1)
    assert len(game["table"]["spaces"]) == len(BOX.spaces[5])
    assert len(game["table"]["collaboration"]) == len(BOX.portions)
    for seats in (1, 6):
        problem = anyone.refused("createGame", game={BREW: {}}, seats=seats_of([MINE] * seats, ["X"] * seats))
        assert problem["message"] == f"Brew Crafters is for 2 to 5 players, not {seats}."
    for bad in ({"namedRecipes": ["Pale Ale"]}, {"namedRecipes": ["lambic"] * 21}, {"namedWorkers": ["intern"] * 41}):
        assert anyone.refused("createGame", game={BREW: bad}, seats=[])["argument"] == "game"


def test_two_players_have_no_collaboration_and_see_no_token_of_others_hidden(anyone: Client) -> None:
    beside = Beside(anyone)
    table = beside.table.look()["table"]
    assert table["collaboration"] is None
    tokens = EDITION.figures.market_tokens.value
    assert [player["marketTokens"] for player in table["players"]] == [tokens, tokens]
    assert table["marketSeats"] == [1, 2] * tokens
    first = beside.legal[0]
    assert isinstance(first, Market)
    beside.follow((first,))
    table = beside.table.look()["table"]
    assert [player["marketTokens"] for player in table["players"]] == [tokens - 1, tokens]
    takers = {space["name"]: space["takenBy"] for space in table["spaces"]}
    assert takers == dict.fromkeys(takers) | {first.space: 1}


def test_a_resigned_seat_does_as_little_as_possible_and_the_other_plays_on(anyone: Client) -> None:
    game, i = earliest(lambda s: task_of(s) == "act" and s.brewers[0].partnerships == () and len(s.brewers) == 2, "act")
    beside = game.beside(anyone, i)
    decision = beside.decision
    assert decision is not None
    made = beside.decider.done("resign", gameId=beside.table.id)
    answered = [entry for entry in made["entries"] if entry["automatic"]]
    assert (answered[0]["seat"], answered[0]["notation"]) == (decision["seat"], "process")
    assert made["game"]["decision"]["seat"] != decision["seat"]
    beside.table.play(beside.table.moves()[0]["notation"])
    assert beside.table.to_move != decision["seat"]


# --- the catalogue ----------------------------------------------------------------------------------------------------


def test_the_catalogue_shows_every_figure_with_where_it_comes_from(anyone: Client) -> None:
    query = "{ catalogue { games { kind title designer rules { id } moves { verb } reasons { reason rule } "
    query += "editions { name digest entries { section name figures provenance note } } } } }"
    shown = anyone.ask(query)["catalogue"]["games"]
    (game,) = (game for game in shown if game["kind"] == constant(ABOUT.kind))
    assert (game["title"], game["designer"]) == ("Brew Crafters", "Ben Rosset")
    assert [rule["id"] for rule in game["rules"]] == [f"BC-{n:02}" for n in range(1, 31)]
    assert [move["verb"] for move in game["moves"]] == [*INPUTS]
    assert game["reasons"] == [{"reason": "LAST_WINTER", "rule": "BC-28"}]
    (edition,) = game["editions"]
    assert (edition["name"], edition["digest"]) == (EDITION.name, EDITION.digest)
    assert edition["entries"] == [
        {
            "section": one.section,
            "name": one.name,
            "figures": one.figures,
            "provenance": one.provenance.name,
            "note": one.note,
        }
        for one in EDITION.listed()
    ]
