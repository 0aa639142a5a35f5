"""All operations of REST. The service's routes and the OpenAPI document both derive from the list `OPERATIONS`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from taphouse.engine.game import Game
from taphouse.engine.vocabulary import Public
from taphouse.schema.registry import DECLARATIONS
from taphouse.schema.rest.bodies import new_game
from taphouse.schema.rest.operation import Operation
from taphouse.schema.values.games import Game as ShownGame
from taphouse.schema.values.games import LegalMove, LogEntry, Preview, World
from taphouse.schema.values.kinds import GameTypes

TAGS: Mapping[str, str] = {
    "catalogue": "The kinds of games.",
    "games": "List, create, read and end games.",
    "seats": "Seats and their tokens.",
    "moves": "List, preview and make moves.",
    "agreements": "Take moves back, propose something to the other seats, and play again.",
    "log": "Read and follow the log of a game.",
    "account": "Your account, its games, their records, pending decisions and webhooks.",
    "webhooks": "The webhooks of a game.",
}

OPERATIONS = tuple([Operation(declaration, rest) for declaration in DECLARATIONS for rest in declaration.rest])
"""All operations of REST."""
NEW_GAME: type[Public] = next(operation.body for operation in OPERATIONS if operation.id == "createGame")
"""The base of the bodies that create games."""


class Kinds(Protocol):
    """The games that are served, and their types."""

    @property
    def games(self) -> Mapping[str, Game]:
        """The games by kind."""

    @property
    def game_types(self) -> Mapping[str, GameTypes]:
        """The types by kind."""


def forms(api: Kinds) -> dict[type, tuple[type, ...]]:
    """The concrete types of each abstract base, one for each game of an API."""
    made = api.game_types.values()
    return {
        ShownGame: tuple(types.game for types in made),
        LegalMove: tuple(types.legal_move for types in made),
        LogEntry: tuple(types.log_entry for types in made),
        Preview: tuple(types.preview for types in made),
        World: tuple(types.world for types in made),
        NEW_GAME: tuple([new_game(game, NEW_GAME) for game in api.games.values()]),
    }


ARGUMENTS: Mapping[str, str] = {"idempotencyKey": "Idempotency-Key", "gameId": "id", "game": "options"}
"""The REST names of arguments that have another name in GraphQL. Problems use the GraphQL names."""
