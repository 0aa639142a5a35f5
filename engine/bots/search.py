"""A bot that searches: information set Monte Carlo tree search, on the contract of the games alone.

The tree has one node for each sequence of moves (single-observer ISMCTS; Cowling, Powley and Whitehouse, 2012). Each iteration
walks it in one of several worlds that agree with what the seat knows, so a node gathers what all worlds have in common, and no
choice rests on what the seat cannot know. Each seat chooses what is best for itself by PUCT, with priors from the game's own
evaluation. Where the tree ends, the greedy policy plays on, up to a horizon that all iterations share; there the evaluation
says what the position is worth to each seat.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import atanh, exp, sqrt, tanh
from time import monotonic
from typing import Any

from msgspec import Struct

from taphouse.engine.chance import BLIND, Chance
from taphouse.engine.contract import Move, Rules
from taphouse.engine.game import Game

HORIZON = 4
"""The number of times that the turn passes to another seat before an iteration ends."""
AT_ONCE = 0.25
"""The weight of the position after the searching seat's own moves, before others answer, in the seat's value."""
MOST_PLAYED = 120
"""The most moves of an iteration, however seldom the seats change."""
WORLDS = 100
"""The most worlds that are imagined. Fewer are too few samples of what others hold: the search would learn their luck."""
EXPLORATION = 1.5
"""The weight of the priors, and of moves that were seldom tried, against the results so far."""
WARMTH = 1.5
"""A difference in points that makes a move e times as likely before it was tried."""
SCALE = 12.0
"""The points above the position at the root that are worth tanh(1); a win is worth 1."""
MOST_COMPARED = 200
"""The most moves of a decision to evaluate. From more, the first and a random sample are taken."""
MOST_CACHED = 10_000
"""The decisions whose evaluated moves are cached; a search that meets more forgets them all, and begins anew."""


class Considered(Struct, frozen=True):
    """A move that was considered."""

    move: Any
    visits: int
    """The number of iterations that began with it."""
    points: float
    """The expected gain over the position before it, in points of the game's evaluation."""


class _Edge:
    """A move in the tree."""

    __slots__ = ("available", "node", "prior", "value", "visits")

    def __init__(self) -> None:
        self.visits = self.available = 0
        self.value = self.prior = 0.0
        self.node: dict[Move, _Edge] = {}


class SearchBot:
    """Chooses the move that most iterations of a search began with.

    Args:
        game: the game.
        rng: the source of randomness. The same one gives the same moves, unless time limits the search.
        iterations: the most iterations for a decision.
        seconds: the most time for a decision; None without a limit.
        stop: asked before each iteration whether to stop. One iteration is always made.
    """

    remembers = True

    def __init__(
        self,
        game: Game,
        rng: random.Random,
        iterations: int = 100,
        seconds: float | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self._game, self._rng = game, rng
        self._iterations, self._seconds, self._stop = iterations, seconds, stop

    def choose(self, rules: Rules, known: Any, seat: int, memory: Any = None) -> Move:
        """Choose a legal move. It stops as soon as no further iteration could change the choice.

        Args:
            rules: the rules of the game.
            known: what the seat knows of the position.
            seat: the seat.
            memory: what `rules.remembered` made of what the seat saw; None if only the position counts.
        """
        search = _Search(self._game, rules, known, seat, memory, self._rng)
        chosen: Move = search.run(self._iterations, self._seconds, self._stop, decided=True)[0].move
        return chosen

    def draw(self, rules: Rules, known: Any, seat: int, memory: Any = None) -> Move:
        """Draw a move, each as likely as iterations began with it, so that games differ. The arguments are those of `choose`."""
        found = self.consider(rules, known, seat, memory)
        moves: list[Move] = [one.move for one in found]
        return moves[0] if len(moves) == 1 else self._rng.choices(moves, [one.visits for one in found])[0]

    def consider(self, rules: Rules, known: Any, seat: int, memory: Any = None) -> list[Considered]:
        """The moves that are worth a look, the best first.

        Args:
            rules: the rules of the game.
            known: `rules.known(state, seat)` of a position in which the seat must decide.
            seat: the seat.
            memory: what `rules.remembered` made of what the seat saw; None if only the position counts.
        """
        return _Search(self._game, rules, known, seat, memory, self._rng).run(
            self._iterations, self._seconds, self._stop
        )


class _Search:
    """The search for one decision."""

    def __init__(self, game: Game, rules: Rules, known: Any, seat: int, memory: Any, rng: random.Random) -> None:
        self._rules, self._evaluate, self._candidates = rules, game.evaluate, game.candidates
        self._known, self._seat, self._memory, self._rng = known, seat, memory, rng
        self._worlds: list[tuple[Any, Chance]] = []
        self._ranked: dict[Any, tuple[list[Move], list[float], Move]] = {}
        self._root: dict[Move, _Edge] = {}
        self._level: dict[int, float] = {}

    def run(
        self, iterations: int, seconds: float | None, stop: Callable[[], bool], *, decided: bool = False
    ) -> list[Considered]:
        """Search, and return what was found; with `decided` no further than the best move can change."""
        moves, _, best = self._rank(self._known, self._seat)
        if len(moves) == 1:
            return [Considered(best, 0, 0.0)]
        begins = monotonic()
        for number in range(iterations):
            if number and stop():
                break
            self._iterate(number)
            left = iterations - number - 1.0
            if seconds is not None:
                took = monotonic() - begins
                left = min(left, (number + 1) * (seconds - took) / max(took, 1e-9))
            if left <= 0 or (decided and self._lead() > left):
                break
        edges = sorted(self._root.items(), key=lambda one: (-one[1].visits, -one[1].value / max(1, one[1].visits)))
        return [
            Considered(move, edge.visits, _points(edge.value / edge.visits) if edge.visits else 0.0)
            for move, edge in edges
        ]

    def _lead(self) -> int:
        """The lead of the best move over the next one, in iterations that began with them."""
        best, second, *_ = [*sorted([edge.visits for edge in self._root.values()], reverse=True), 0, 0]
        return best - second

    def _iterate(self, number: int) -> None:
        rules, seat = self._rules, self._seat
        if len(self._worlds) <= number % WORLDS:
            chance = Chance(self._rng.randbytes(32))
            self._worlds.append((rules.sample(self._known, seat, chance, self._memory), chance))
        state, chance = self._worlds[number % WORLDS]
        path: list[tuple[int, _Edge]] = []
        node: dict[Move, _Edge] | None = self._root
        decider, turn, passed = seat, rules.turn(state), 0
        answered: Any = None  # the position that others answer
        for _ in range(MOST_PLAYED):
            moves, priors, best = self._rank(rules.known(state, decider), decider)
            if len(moves) == 1 or node is None:
                move = best
            else:
                fresh = not node
                move, edge = self._select(node, moves, priors)
                path.append((decider, edge))
                node = None if fresh and path[:-1] else edge.node
            state = rules.make(state, move, chance).state
            after, now = rules.decider(state), rules.turn(state)
            if after is None:
                break
            decider = after
            if now != turn:
                turn, passed = now, passed + 1
                if passed == 1:
                    answered = state
                if passed == HORIZON:
                    break
        values: dict[int, float] = {}
        for mover, edge in path:
            if mover not in values:
                values[mover] = self._value(state, mover)
                if mover == seat and answered is not None:
                    values[mover] += AT_ONCE * (self._value(answered, mover) - values[mover])
            edge.visits += 1
            edge.value += values[mover]

    def _value(self, state: Any, seat: int) -> float:
        return tanh((self._worth(state, seat) - self._level_of(seat)) / SCALE)

    def _level_of(self, seat: int) -> float:
        """The worth of the position at the root to a seat, in the first world."""
        if seat not in self._level:
            self._level[seat] = self._worth(self._worlds[0][0], seat)
        return self._level[seat]

    def _select(self, node: dict[Move, _Edge], moves: list[Move], priors: list[float]) -> tuple[Move, _Edge]:
        edges = []
        visits, total = 0, 0.0
        for move, prior in zip(moves, priors, strict=True):
            edge = node.get(move)
            if edge is None:
                edge = node[move] = _Edge()
            edge.available += 1
            edge.prior += (prior - edge.prior) / edge.available
            visits += edge.visits
            total += edge.value
            edges.append(edge)
        hope = total / visits if visits else 0.0
        reach = EXPLORATION * sqrt(visits + 1)
        most, at = -1e9, 0
        for i, edge in enumerate(edges):
            n = edge.visits
            score = (edge.value / n if n else hope) + reach * edge.prior / (1 + n)
            if score > most:
                most, at = score, i
        return moves[at], edges[at]

    def _rank(self, known: Any, seat: int) -> tuple[list[Move], list[float], Move]:
        """The candidates of a decision with their priors, and the best one."""
        found = self._ranked.get(known)
        if found is None:
            rules, evaluate = self._rules, self._evaluate
            moves = self._candidates(rules, known, list(rules.moves(known)))
            if len(moves) > MOST_COMPARED:
                moves = [moves[0], *self._rng.sample(moves[1:], MOST_COMPARED - 1)]
            if len(moves) == 1:
                found = moves, [1.0], moves[0]
            else:
                worths = [evaluate(rules, rules.make(known, move, BLIND).state, seat) for move in moves]
                top = max(worths)
                weights = [exp((worth - top) / WARMTH) for worth in worths]
                total = sum(weights)
                found = moves, [weight / total for weight in weights], moves[worths.index(top)]
            if len(self._ranked) >= MOST_CACHED:
                self._ranked.clear()
            self._ranked[known] = found
        return found

    def _worth(self, state: Any, seat: int) -> float:
        return self._evaluate(self._rules, self._rules.known(state, seat), seat)


def _points(value: float) -> float:
    return SCALE * atanh(max(-0.999, min(0.999, value)))
