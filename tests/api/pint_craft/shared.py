"""Games of Pint Craft at the service.

Beside each runs one of the engine, with the same seed: it says what is to be answered.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Move
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.notation import write
from taphouse.engine.pint_craft.moves import PintCraftOptions
from taphouse.engine.pint_craft.state import PintCraftState
from tests.api.client import NAMES, Client, Json, Table, create, mutation_of
from tests.api.engine_games import EngineGames
from tests.pint_craft.build import RULES, prompt

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
            "seats": [owed.seat],
            "task": owed.task,
            "prompt": prompt(owed, NAMES),
            "rules": [*owed.rules],
            "verbs": [*owed.verbs],
            "deadline": None,
        }

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


GAMES = EngineGames(lambda n: played(2 + n % 3, f"pint {n}", (4, 1, None, 8)[n % 4]), 160)
"""Games of 2 to 4 players, short and long ones."""
earliest = GAMES.earliest


def task_of(state: PintCraftState) -> str | None:
    owed = RULES.decision(state)
    return owed and owed.task


def seat_of(state: PintCraftState) -> int | None:
    owed = RULES.decision(state)
    return owed and owed.seat


def send_typed(player: Client, table: Table, move: Json) -> Json:
    field, arguments = mutation_of(move)
    return player.done(field, gameId=table.id, **arguments)
