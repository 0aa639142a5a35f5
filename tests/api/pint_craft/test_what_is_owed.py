"""Pint Craft by HTTP: whole games in every way to send a move, and every decision that is owed, as everybody sees it.

Beside each game at the service runs one of the engine, with the same seed: it says what is to be answered.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.game import FirstSeat, Move
from taphouse.engine.notation import write
from taphouse.engine.pint_craft.about import ABOUT
from taphouse.engine.pint_craft.moves import MOVES, PintCraftOptions
from taphouse.engine.pint_craft.state import PintCraftState
from taphouse.engine.vocabulary import constant
from tests.api.client import MINE, Client, Json, Table, create, in_notation, mutation_of, nodes, seats_of, verb_of
from tests.pint_craft.build import DECK, EDITION, RULES

PINT = "pintCraft"
INPUTS = {
    "play": "playCard",
    "trade-in": "tradeIn",
    "stop-playing": "stopPlaying",
    "brew": "brew",
    "end-turn": "endTurn",
    "choose": "choose",
    "give": "give",
    "target": "target",
    "name": "nameRecipe",
    "bury": "bury",
    "take-back": "takeBack",
    "return": "returnRecipe",
    "swap": "swapRecipes",
    "vote": "vote",
}
"""The field of the input of a move, by its verb."""
WHY = "whyNot(move: $move) { __typename code message rules ... on MoveRefused { index notation } }"
DECISION = "decision { seat task prompt rules verbs }"


@pytest.fixture
def anyone(on_memory: Client) -> Client:
    """Somebody without a token."""
    return on_memory


def amounts(pot: tuple[int, ...]) -> Json:
    """Four counts as the API shows them."""
    return dict(zip(("baseMalt", "specialtyMalt", "hops", "adjuncts"), pot, strict=True))


class Beside:
    """A game at the service, and the same one in the engine."""

    def __init__(self, client: Client, seats: int = 2, seed: str = "beside", threshold: int | None = None) -> None:
        given = {"firstSeat": "SEAT_1", "threshold": threshold}
        self.table: Table = create(client, seats, PINT, given, seed=seed)
        self.chance = Chance(seed_from(seed))
        chosen = PintCraftOptions(first_seat=FirstSeat.SEAT_1, threshold=threshold)
        self.state: PintCraftState = RULES.new(chosen, seats, self.chance)

    @property
    def legal(self) -> list[Move]:
        """The engine's legal moves."""
        return list(RULES.moves(self.state))

    @property
    def decision(self) -> Json | None:
        """The engine's decision, as the API shows it."""
        owed = RULES.decision(self.state)
        if owed is None:
            return None
        return {
            "seat": owed.seat,
            "task": owed.task,
            "prompt": owed.prompt,
            "rules": [*owed.rules],
            "verbs": [*owed.verbs],
        }

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
    threshold: int | None
    moves: tuple[Move, ...]
    states: tuple[PintCraftState, ...]

    def beside(self, client: Client, at: int) -> Beside:
        """The same game at the service, after so many moves."""
        made = Beside(client, self.seats, self.seed, self.threshold)
        made.follow(self.moves[:at])
        assert made.state == self.states[at]
        return made


def played(seats: int, seed: str, threshold: int | None) -> Game:
    """A game by chance that brews where it may."""
    chance, rng = Chance(seed_from(seed)), random.Random(seed)
    state = RULES.new(PintCraftOptions(first_seat=FirstSeat.SEAT_1, threshold=threshold), seats, chance)
    moves: list[Move] = []
    states = [state]
    while legal := list(RULES.moves(state)):
        brews = [move for move in legal if move.verb == "brew"]
        moves.append(rng.choice(brews if brews and rng.random() < 0.7 else legal))
        state = RULES.apply(state, moves[-1], chance).state
        states.append(state)
    return Game(seats, seed, threshold, tuple(moves), tuple(states))


@cache
def games() -> tuple[Game, ...]:
    """Games of 2 to 4 players, short and long ones."""
    return tuple(played(2 + n % 3, f"pint {n}", (4, 1, None, 8)[n % 4]) for n in range(160))


def earliest(fits: Callable[[PintCraftState], bool], what: str) -> tuple[Game, int]:
    """The game that comes to such a position after the fewest moves, and after how many."""
    found = [(i, n) for n, game in enumerate(games()) for i, state in enumerate(game.states) if fits(state)]
    assert found, f"never met: {what}"
    i, n = min(found)
    return games()[n], i


def task_of(state: PintCraftState) -> str | None:
    owed = RULES.decision(state)
    return owed and owed.task


def rules_of(state: PintCraftState) -> tuple[str, ...]:
    owed = RULES.decision(state)
    return owed.rules if owed else ()


def seat_of(state: PintCraftState) -> int | None:
    owed = RULES.decision(state)
    return owed and owed.seat


# --- whole games ------------------------------------------------------------------------------------------------------


def send_input(player: Client, table: Table, move: Json) -> Json:
    return player.done("play", gameId=table.id, moves=[move["input"]])


def send_notation(player: Client, table: Table, move: Json) -> Json:
    return player.done("play", gameId=table.id, moves=in_notation(move["notation"]))


def send_typed(player: Client, table: Table, move: Json) -> Json:
    field, arguments = mutation_of(move)
    return player.done(field, gameId=table.id, **arguments)


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


# --- what is owed -----------------------------------------------------------------------------------------------------

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


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_a_wrong_choice_of_ingredients_is_refused_with_rule_and_sentence(anyone: Client) -> None:
    game, i = earliest(
        lambda state: task_of(state) == "choose" and len(list(RULES.moves(state))) == 34 and not any(state.fronts),
        "choose 6",
    )
    beside = game.beside(anyone, i)
    table, player = beside.table, beside.decider
    sentence = "choose 6 ingredients; an Adjunct counts as 4 of them."
    for chosen, notation, rule, said in [
        ({"baseMalt": 3, "hops": 2}, "base-malt:3,hops:2", "PC-11", "3 Base Malt and 2 Hops are too few: "),
        ({"adjuncts": 2}, "adjuncts:2", "PC-11", "2 Adjuncts are too many: "),
        ({}, "none", "PC-11", "Nothing is too few: "),
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
    assert by_play["message"].startswith("Something else must be decided now. ")
    assert by_play["message"].endswith(sentence)
    assert table.version == i + 2, "nothing was changed"


def test_what_is_no_amount_of_ingredients_is_not_understood(anyone: Client) -> None:
    beside = Beside(anyone)
    refused = beside.decider.refused("pintCraftChoose", gameId=beside.table.id, ingredients={"hops": -1})
    assert (refused["code"], refused["index"]) == ("MOVE_NOT_UNDERSTOOD", 1)
    assert refused["message"] == "choose: Expected `int` >= 0 - at `$.ingredients.hops`."
    refused = beside.decider.refused("play", gameId=beside.table.id, moves=in_notation("choose yeast:1"))
    assert refused["code"] == "MOVE_NOT_UNDERSTOOD"
    assert "base-malt, specialty-malt, hops, adjuncts" in refused["message"]


def test_its_options_and_numbers_of_players_are_its_own(anyone: Client) -> None:
    options = {
        "season": "FALL",
        "firstSeat": "SEAT_1",
        "emptyHand": "ENDS_TURN",
        "pot": "UNLIMITED",
        "threshold": 7,
        "roundCap": 3,
    }
    made = anyone.done("createGame", game={PINT: options}, seats=[{"kind": MINE}] * 6)
    game = anyone.look(made["game"]["gameId"])
    assert game["options"] == options
    assert (game["table"]["season"], game["table"]["threshold"], game["table"]["pot"]) == ("FALL", 7, None)
    assert len(game["table"]["stacks"]) == 7
    for seats in (1, 7):
        problem = anyone.refused("createGame", game={PINT: {}}, seats=seats_of([MINE] * seats, ["X"] * seats))
        assert problem["message"] == f"Pint Craft is for 2 to 6 players, not {seats}."
    for bad in ({"threshold": 0}, {"threshold": 201}, {"roundCap": 0}):
        assert anyone.refused("createGame", game={PINT: bad}, seats=[])["argument"] == "game"


# --- who sees what ----------------------------------------------------------------------------------------------------


def test_a_hand_is_seen_by_its_owner_alone_and_what_lies_below_by_nobody(anyone: Client) -> None:
    game, i = earliest(lambda state: state.round == 2 and state.seat == 2 and len(state.hands) == 3, "round 2")
    beside = game.beside(anyone, i)
    viewers = {None: beside.table.spectator, **dict(enumerate(beside.table.seats, 1))}
    for seat, viewer in [*viewers.items(), (None, beside.table.host)]:
        table = viewer.look(beside.table.id)["table"]
        for owner, player in enumerate(table["players"], 1):
            hand, shown = beside.state.hands[owner - 1], player["hand"]["cards"]
            assert player["hand"]["size"] == len(hand) > 0
            names = [DECK.titles[card].name for card in hand]
            assert (shown and [card["name"] for card in shown]) == (names if owner == seat else None)
            assert player["ingredients"] == amounts(beside.state.ingredients[owner - 1])
        assert table["drawPile"] == {"size": len(beside.state.pile), "cards": None}
        for stack, shown in zip(beside.state.stacks, table["stacks"], strict=True):
            assert (shown["size"], shown["recipes"]) == (len(stack), None)
            assert shown["top"]["name"] == DECK.beers[stack[-1]].name
        assert table["pot"] == amounts(beside.state.pot)


def test_what_is_drawn_is_told_to_who_draws_it_alone(anyone: Client) -> None:
    game, i = earliest(lambda state: task_of(state) == "brew" and state.played == 1, "a turn that draws 2")
    beside = game.beside(anyone, i)
    seat, before = beside.state.seat, beside.state.hands[beside.state.seat - 1]
    beside.follow((beside.legal[0],))
    assert beside.table.spectator.all_pages(beside.table.id, "history", "notation")[-1]["notation"] == "end-turn"
    told = {}
    for name, viewer in beside.table.everybody.items():
        (entry,) = viewer.events(gameId=beside.table.id, after=i + 2)["entries"]
        (drawn,) = (
            event for event in entry["events"] if event["__typename"] == "PintCraftCardsDrawn" and event["seat"] == seat
        )
        told[name] = (drawn["count"], drawn["drawn"])
    count = len(beside.state.hands[seat - 1]) - len(before)
    cards = list(beside.state.hands[seat - 1])
    for card in before:
        cards.remove(card)
    names = [DECK.titles[card].name for card in cards]
    assert told.pop(f"seat {seat}") == (count, names)
    assert set(told.values()) == {(count, None)}


def test_when_the_game_is_over_everything_is_open(anyone: Client) -> None:
    game = min(games(), key=lambda game: len(game.moves))
    beside = game.beside(anyone, len(game.moves))
    seen = beside.table.look()
    table = seen["table"]
    assert (seen["status"], table["stage"], table["step"], seen["decision"]) == ("OVER", "OVER", "OVER", None)
    for hand, player in zip(beside.state.hands, table["players"], strict=True):
        assert [card["name"] for card in player["hand"]["cards"]] == [DECK.titles[card].name for card in hand]
    for stack, shown in zip(beside.state.stacks, table["stacks"], strict=True):
        names = [DECK.beers[recipe].name for recipe in reversed(stack)]
        assert [one["name"] for one in shown["recipes"]] == names
    assert table["drawPile"]["cards"] is not None
    over = beside.table.seat(1).refused("pintCraftEndTurn", gameId=beside.table.id)
    assert over["code"] == "GAME_OVER"


def test_a_resigned_seat_answers_what_it_owes_and_the_others_finish(anyone: Client) -> None:
    def fits(state: PintCraftState) -> bool:
        return task_of(state) == "give" and seat_of(state) != state.seat

    game, i = earliest(fits, "a gift")
    beside = game.beside(anyone, i)
    seat = seat_of(beside.state)
    made = beside.decider.done("resign", gameId=beside.table.id)
    answered = [entry for entry in made["entries"] if entry["automatic"]]
    assert answered[0]["seat"] == seat
    assert answered[0]["notation"].startswith("give ")
    assert made["game"]["decision"] is None or made["game"]["decision"]["seat"] != seat
    end = beside.table.finish(seed=1)
    assert end["status"] == "OVER"


# --- the catalogue ----------------------------------------------------------------------------------------------------


def test_the_catalogue_shows_every_figure_with_where_it_comes_from(anyone: Client) -> None:
    query = "{ catalogue { games { kind title designer rules { id } moves { verb } "
    query += "editions { name digest entries { section name figures provenance note } } } } }"
    shown = anyone.ask(query)["catalogue"]["games"]
    (game,) = (game for game in shown if game["kind"] == constant(ABOUT.kind))
    assert (game["title"], game["designer"]) == ("Pint Craft", "Nick Helmholdt")
    numbered = [f"PC-{n:02}" for n in range(1, 29)]
    assert [rule["id"] for rule in game["rules"]] == [*numbered[:4], "PC-04a", *numbered[4:]]
    assert [move["verb"] for move in game["moves"]] == [*INPUTS]
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
    sources = {(one["section"], one["name"]): one["provenance"] for one in edition["entries"]}
    assert sources["effects", "smash-hit.1"] == sources["tokens", "hops"] == "RULEBOOK"
    assert sources["recipes", "kolsh"] == sources["copies", "smash-hit"] == "RECONSTRUCTED"
