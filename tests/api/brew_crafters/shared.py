"""Games of Brew Crafters at the service.

Beside each runs one of the engine, with the same seed: it says what is to be answered.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from msgspec import Struct

from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Selection
from taphouse.engine.brew_crafters.state import BrewCraftersState
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Move, Outcome
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.notation import write
from taphouse.engine.vocabulary import Word, constant
from tests.api.client import MINE, NAMES, Client, Json, Table, seats_of, table_of
from tests.api.engine_games import EngineGames
from tests.brew_crafters.build import RULES, prompt

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
DECISION = "decision { seat seats task prompt rules verbs deadline }"


def seen(value: Any) -> Any:
    """A value of the engine as the API shows it."""
    match value:
        case Word():
            return value.name
        case Struct():
            names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
            return {"key" if name == "id" else name: seen(getattr(value, field)) for name, field in names}
        case tuple():
            return [seen(one) for one in value]
    return value


def ending(outcome: Outcome | None) -> Json:
    """The outcome as the API shows it: its reason is an enum."""
    assert outcome is not None
    shown: Json = seen(outcome)
    return shown | {"reason": constant(outcome.reason)}


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
        owed = RULES.decision(self.state)
        if owed is None:
            return None
        shown: Json = seen(owed)
        del shown["details"]
        return shown | {"seats": [owed.seat], "prompt": prompt(owed, NAMES), "deadline": None}

    @property
    def decider(self) -> Client:
        """The seat that owes the decision."""
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


GAMES = EngineGames(lambda n: played(2 + n % 2, f"brew {n}"), 40)
"""Games of 2 and 3 players."""
earliest = GAMES.earliest


def task_of(state: BrewCraftersState) -> str | None:
    owed = RULES.decision(state)
    return owed and owed.task
