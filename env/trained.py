"""Trained networks in files of JSON, as bots: those that come with the games, and your own."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta, Struct

from taphouse.engine.bots import Bot
from taphouse.engine.bots.names import MakesBot, NoBot
from taphouse.engine.contract import Move, Rules
from taphouse.engine.game import Game
from taphouse.engine.notation import write
from taphouse.env.observers.layout import Floats, Layout
from taphouse.env.policies import PolicyBot, TableBot
from taphouse.env.table import Array, Encoding, GameTable, Numbering

TRAINED = "trained"
"""The name of the agent that comes with a game."""
DIGITS = 4
"""The decimals of a network in a file."""


Factor = Annotated[float, Meta(ge=-1e6, le=1e6)]
"""A weight or a bias: with larger ones, a network would add infinities."""


class Layer(Struct, frozen=True, forbid_unknown_fields=True):
    """A layer of a network."""

    weights: list[list[Factor]]
    """For each output, the weights of the inputs."""
    biases: list[Factor]
    """One for each output."""


class Trained(Struct, frozen=True, forbid_unknown_fields=True):
    """A network, and what it needs to play."""

    kind: str
    seats: int
    encoding: Encoding
    memory: bool
    scores: Literal["actions", "positions"]
    """With one output for each action; or one for the worth of the position after a move, as the seat knows it without memory."""
    numbers: str
    """The digest of what the numbers stand for: see `numbers_of`."""
    activation: Literal["relu", "tanh"]
    """The function between the layers."""
    layers: list[Layer]
    numbering: Numbering = "moves"

    def network(self) -> Network:
        """The network, in arrays."""
        layers = [(np.array(one.weights, np.float32).T, np.array(one.biases, np.float32)) for one in self.layers]
        return Network(layers, self.activation)


class Network:
    """A feed-forward network.

    Args:
        layers: the weights, inputs by outputs, and the biases of each layer.
        activation: the function between the layers.
    """

    def __init__(self, layers: Sequence[tuple[Array, Array]], activation: str) -> None:
        self.layers, self._tanh = layers, activation == "tanh"

    def __call__(self, rows: Array) -> Array:
        """The outputs for some rows of inputs."""
        *inner, (weights, biases) = self.layers
        for factors, added in inner:
            rows = rows @ factors + added
            rows = np.tanh(rows) if self._tanh else np.maximum(rows, 0)
        outputs: Array = rows @ weights + biases
        return outputs


class PositionBot(TableBot):
    """A bot that makes the move to the best position, by a network that scores positions. It chooses as `GreedyBot` does.

    Args:
        game: the game.
        network: the network.
        table: a table of the game, with the number of seats and the form of observations that the network has learnt.
    """

    def __init__(self, game: Game, network: Network, table: GameTable) -> None:
        super().__init__(table)
        self._game, self._network = game, network
        self._floats = None if table.floats is None else Floats(table.observer.of_row)

    def choose(self, rules: Rules, known: Any, seat: int) -> Move:
        """Choose a legal move.

        Raises:
            NotLearnt: see `check`.
        """
        self.check(rules, known)
        moves = self._game.candidates(rules, known, [*rules.moves(known)])
        if len(moves) == 1:
            return moves[0]
        sights = [self._table.observer.row(one, seat) for one in rules.previews(known, moves)]
        rows = np.frombuffer(b"".join(sights), np.int16).reshape(len(moves), -1)
        worths = self._network(rows if self._floats is None else self._floats(rows))
        return moves[int(worths[:, 0].argmax())]


def numbers_of(table: GameTable, scores: str) -> str:
    """A digest of what the inputs of a network stand for, and its outputs if it scores actions."""
    actions = list[str]()
    if scores == "actions":
        actions = (
            [write(move) for move in table.actions.moves] if table.steps is None else [*map(repr, table.steps.meanings)]
        )
    named = msgspec.json.encode([_seen(table, scores).parts, table.actions.names, actions])
    return hashlib.blake2b(named, digest_size=8).hexdigest()


def _seen(table: GameTable, scores: str) -> Layout:
    return table.layout if scores == "actions" else table.observer.of_row


def write_network(
    file: Path, table: GameTable, layers: Sequence[tuple[Any, Any]], activation: Literal["relu", "tanh"] = "tanh"
) -> None:
    """Write a network to a file, whose name must end in `.json`. It is a bot wherever bots have names.

    Args:
        file: the file.
        table: a table like that of the environment in which the network has learnt.
        layers: the weights, outputs by inputs, as those of `torch.nn.Linear`, and the biases of each layer. The last one has an
            output for each action, or a single one for the worth of a position.
        activation: the function between the layers.
    """
    scores: Literal["actions", "positions"] = "positions" if len(layers[-1][1]) == 1 else "actions"
    rounded = [Layer(*(np.round(np.asarray(part, float), DIGITS).tolist() for part in layer)) for layer in layers]
    trained = Trained(
        table.game.about.kind,
        table.seats,
        "integers" if table.floats is None else "floats",
        table.recalls and scores == "actions",
        scores,
        numbers_of(table, scores),
        activation,
        rounded,
        "moves" if table.steps is None else "steps",
    )
    file.write_bytes(msgspec.json.encode(trained) + b"\n")


def trained_bot(name: str) -> MakesBot:
    """A function that makes bots of a trained network.

    Args:
        name: the path of a file, or `trained` for the agent that comes with the game.

    Raises:
        NoBot: there is no such file, or it has no network that plays here. The function raises it for another kind of game.
    """
    if name == TRAINED:
        return lambda game, _rng: _own(game.about.kind)
    kind, bot = _read(name, Path(name))

    def makes(game: Game, _rng: random.Random) -> Bot:
        if game.about.kind != kind:
            raise NoBot(f"{name} plays {kind}, not {game.about.kind}")
        return bot

    return makes


@cache
def _own(kind: str) -> Bot:
    file = files("taphouse.env").joinpath("agents", f"{kind}.json")
    if not file.is_file():
        raise NoBot(f"no trained agent comes with {kind}")
    return _read(TRAINED, file)[1]


def _read(name: str, file: Traversable) -> tuple[str, Bot]:
    """The kind of game of a file, and its bot, which any number of games can share."""
    try:
        trained = msgspec.json.decode(file.read_bytes(), type=Trained)
        table = GameTable(
            trained.kind,
            trained.seats,
            encoding=trained.encoding,
            memory=trained.memory,
            numbering=trained.numbering,
        )
    except (OSError, ValueError) as error:
        raise NoBot(f"{name}: {error}") from None
    if trained.numbers != numbers_of(table, trained.scores):
        raise NoBot(
            f"{name} has learnt numbers that are not those of {trained.kind} here ({trained.numbers}): train it again with this "
            "version of Taphouse, under the edition that comes with it"
        )
    try:
        network, seen = trained.network(), _seen(table, trained.scores)
        inputs = seen.size if table.floats is None else Floats(seen).size
        outputs = network(np.zeros((1, inputs), np.float32)).shape[1]
    except ValueError:
        outputs = 0
    if outputs != (table.size if trained.scores == "actions" else 1):
        raise NoBot(f"{name}: the layers of the network do not fit each other or the game")
    if trained.scores == "positions":
        return trained.kind, PositionBot(table.game, network, table)

    def policy(observation: Array, mask: Array) -> int:
        return int(np.where(mask, network(observation[None])[0], -np.inf).argmax())

    return trained.kind, PolicyBot(policy, table)
