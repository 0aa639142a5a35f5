"""A bot that searches: information set Monte Carlo tree search, on the contract of the games alone.

The tree has one node for each sequence of moves (single-observer ISMCTS; Cowling, Powley and Whitehouse, 2012). Each iteration
walks it in one of several worlds that agree with what the seat knows, so a node gathers what all worlds have in common, and no
choice rests on what the seat cannot know. All moves at the root are tried in the same worlds, in the same order, so that luck
favours none of them (common random numbers). Each seat chooses what is best for itself by PUCT, with priors from the game's own
evaluation. Where the tree ends, the greedy policy plays on, up to a horizon that all iterations share; there the evaluation
says what the position is worth to each seat.

In a game without an evaluation all moves have the same prior, and iterations go on at random to the end of the game, whose result
is what it is worth to each seat.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator
from math import atanh, exp, inf, sqrt, tanh
from time import monotonic
from typing import Any

from msgspec import Struct

from taphouse.engine.bots.weighing import weighed
from taphouse.engine.chance import Chance
from taphouse.engine.contract import Move, Rules, sealed, sealed_fields
from taphouse.engine.game import Game
from taphouse.engine.results import results_of

HORIZON = 4
"""The number of times that the turn passes to another seat before an iteration ends."""
AT_ONCE = 0.25
"""The weight of the position after the searching seat's own moves, before others answer, in the seat's value."""
MOST_PLAYED = 120
"""The most moves of an iteration, however seldom the seats change, or however long the game."""
WORLDS = 100
"""The most worlds that are imagined. Fewer are too few samples of what others hold: the search would learn their luck."""
EXPLORATION = 1.5
"""The weight of the priors, and of moves that were seldom tried, against the results so far."""
WARMTH = 1.5
"""A difference in points that makes a move e times as likely before it was tried."""
SCALE = 12.0
"""The points above the position at the root that are worth tanh(1); a win is worth 1."""
UNEQUAL = 0.001
"""The most points between moves without an evaluation, so that they are tried in random order."""
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
    """The expected gain over the position before it, in points of the game's evaluation; 0 in a game without one."""
    result: float | None = None
    """The expected result, from 0 for the worst to 1 for the best, in a game without an evaluation, if it was tried."""


class _Edge:
    """A move in the tree."""

    __slots__ = ("available", "node", "prior", "value", "visits")

    def __init__(self) -> None:
        self.visits = self.available = 0
        self.value = self.prior = 0.0
        self.node: _Node = {}


_Node = dict[Move, _Edge]


class _Ranking(Struct, gc=False):
    """The candidates of a decision, and the best one. Greedy play asks for no more, only the tree for worths and priors."""

    moves: list[Move] = []
    best: Any = None
    worths: list[float] = []
    made: tuple[float, ...] = ()
    """The priors, once they were asked for."""

    @property
    def priors(self) -> tuple[float, ...]:
        """A softmax of the worths."""
        if not self.made:
            top = max(self.worths)
            weights = [exp((worth - top) / WARMTH) for worth in self.worths]
            total = sum(weights)
            self.made = tuple([weight / total for weight in weights])
        return self.made


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
        chosen: Move = self.advise(rules, known, seat, memory)[0].move
        return chosen

    def advise(self, rules: Rules, known: Any, seat: int, memory: Any = None) -> list[Considered]:
        """The move that `choose` makes, and the others that it considers, the better ones first. The arguments are the same."""
        return self._search(rules, known, seat, memory, decided=True)

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
        return self._search(rules, known, seat, memory)

    def _search(self, rules: Rules, known: Any, seat: int, memory: Any, *, decided: bool = False) -> list[Considered]:
        kind = _Playouts if self._game.evaluate is None else _Search
        search = kind(self._game, rules, known, seat, memory, self._rng)
        collects = gc.isenabled()
        gc.disable()  # a search keeps most of what it makes, and all of that would be walked again and again
        try:
            return search.run(self._iterations, self._seconds, self._stop, decided=decided)
        finally:
            if collects:
                gc.enable()


class _Search:
    """The search for one decision, by the game's evaluation."""

    _horizon: float = HORIZON

    def __init__(self, game: Game, rules: Rules, known: Any, seat: int, memory: Any, rng: random.Random) -> None:
        self._game, self._rules = game, rules
        self._evaluate: Any = game.evaluate
        self._about = game.about
        self._known, self._seat, self._memory, self._rng = known, seat, memory, rng
        self._worlds: list[tuple[Any, Chance]] = []
        self._ranked: dict[Any, _Ranking] = {}
        self._root: _Node = {}
        self._seen: dict[Any, _Node] = {}
        """The nodes after moves with sealed fields, by what the seat that decides there has seen."""
        self._level: dict[int, float] = {}

    def run(
        self, iterations: int, seconds: float | None, stop: Callable[[], bool], *, decided: bool = False
    ) -> list[Considered]:
        """Search, and return what was found; with `decided` no further than the best move can change."""
        ranking = self._rank(self._known, self._seat)
        if len(ranking.moves) == 1:
            return [Considered(ranking.best, 0, 0.0)]
        begins = monotonic()
        for number in range(iterations):
            if number and stop():
                break
            self._iterate()
            left = iterations - number - 1.0
            if seconds is not None:
                took = monotonic() - begins
                left = min(left, (number + 1) * (seconds - took) / max(took, 1e-9))
            if left <= 0 or (decided and self._lead() > left):
                break
            if number % WORLDS == WORLDS - 1:
                gc.collect(0)  # the rules of a game may leave cycles
        edges = sorted(self._root.items(), key=lambda one: (-one[1].visits, -one[1].value / max(1, one[1].visits)))
        return [self._considered(move, edge) for move, edge in edges]

    def _considered(self, move: Move, edge: _Edge) -> Considered:
        return Considered(move, edge.visits, _points(edge.value / edge.visits) if edge.visits else 0.0)

    def _lead(self) -> int:
        """The lead of the best move over the next one, in iterations that began with them."""
        best, second, *_ = [*sorted([edge.visits for edge in self._root.values()], reverse=True), 0, 0]
        return best - second

    def _iterate(self) -> None:
        rules, seat = self._rules, self._seat
        path: list[tuple[int, _Edge]] = []
        before: _Node | None = self._root
        move, node = self._next(self._root, self._known, seat, path)
        state, chance = self._world(path[0][1].visits % WORLDS)
        decider, turn, passed = seat, rules.turn(state), 0
        answered: Any = None  # the position that others answer
        course: list[tuple[int, Move, tuple[Any, ...]]] = []  # the moves from the first one with sealed fields on
        begins = 0
        for _ in range(MOST_PLAYED):
            events: tuple[Any, ...] | None = None
            if node is not None and (course or sealed_fields(type(move))):
                step = rules.make(state, move, chance)
                state, events = step.state, step.events
            else:
                state = rules.after(state, move, chance)
            after, now = rules.decider(state), rules.turn(state)
            if after is None:
                break
            if node is not None and events is not None:
                begins = begins if course else id(before)
                course.append((decider, move, events))
                node = self._seen.setdefault((begins, after, *self._as_seen(course, after)), node)
            decider = after
            if now != turn:
                turn, passed = now, passed + 1
                if passed == 1:
                    answered = state
                if passed == self._horizon:
                    break
            before = node
            move, node = self._next(node, rules.known(state, decider), decider, path)
        values = {mover: self._value(state, answered, mover) for mover in {mover for mover, _ in path}}
        for mover, edge in path:
            edge.visits += 1
            edge.value += values[mover]

    def _world(self, number: int) -> tuple[Any, Chance]:
        """A world with its chance, by its number."""
        if number == len(self._worlds):
            chance = Chance(self._rng.randbytes(32))
            self._worlds.append((self._rules.sample(self._known, self._seat, chance, self._memory), chance))
        return self._worlds[number]

    def _next(
        self, node: _Node | None, known: Any, decider: int, path: list[tuple[int, _Edge]]
    ) -> tuple[Move, _Node | None]:
        """The next move from a node, and the node that it leads to, which is None where the tree has ended."""
        if node is None:
            return self._policy(known, decider), None
        ranking = self._rank(known, decider)
        if len(ranking.moves) == 1:
            return ranking.best, node
        fresh = not node
        move, edge = self._select(node, ranking)
        path.append((decider, edge))
        return move, None if fresh and path[:-1] else edge.node

    def _as_seen(self, course: list[tuple[int, Move, tuple[Any, ...]]], seat: int) -> Iterator[Any]:
        """Moves as a seat sees them, with what it learns of those with sealed fields: no choice rests on anything else."""
        for mover, move, events in course:
            yield move if mover == seat else sealed(move)
            for event in events if sealed_fields(type(move)) else ():
                yield self._rules.redact(event, seat)

    def _value(self, state: Any, answered: Any, seat: int) -> float:
        """The value for a seat of an iteration that ended in a position, from -1 to 1."""
        value = self._gain(state, seat)
        if seat == self._seat and answered is not None:
            value += AT_ONCE * (self._gain(answered, seat) - value)
        return value

    def _gain(self, state: Any, seat: int) -> float:
        return tanh((self._worth(state, seat) - self._level_of(seat)) / SCALE)

    def _level_of(self, seat: int) -> float:
        """The worth of the position at the root to a seat, in the first world."""
        if seat not in self._level:
            self._level[seat] = self._worth(self._worlds[0][0], seat)
        return self._level[seat]

    def _select(self, node: _Node, ranking: _Ranking) -> tuple[Move, _Edge]:
        moves, edges = ranking.moves, []
        visits, total = 0, 0.0
        for move, prior in zip(moves, ranking.priors, strict=True):
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

    def _policy(self, known: Any, seat: int) -> Move:
        """The move that is made where the tree has ended."""
        found = self._decision(known)
        if found.best is None:
            moves = self._game.foremost(self._rules, known, found.moves)
            worths = self._worths(known, moves, seat) if len(moves) > 1 else [0.0]
            found.best = moves[worths.index(max(worths))]
        best: Move = found.best
        return best

    def _rank(self, known: Any, seat: int) -> _Ranking:
        """The candidates of a decision, compared."""
        found = self._decision(known)
        if not found.worths:
            moves = found.moves
            found.worths = worths = self._worths(known, moves, seat) if len(moves) > 1 else [0.0]
            found.best = moves[worths.index(max(worths))]
        return found

    def _decision(self, known: Any) -> _Ranking:
        """The candidates of a decision, and what was found of them so far."""
        if len(self._ranked) >= MOST_CACHED:
            self._ranked.clear()
        found = self._ranked.setdefault(known, _Ranking())
        if not found.moves:
            found.moves = self._moves(known)
            if len(found.moves) > MOST_COMPARED:
                found.moves = [found.moves[0], *self._rng.sample(found.moves[1:], MOST_COMPARED - 1)]
        return found

    def _moves(self, known: Any) -> list[Move]:
        """The candidates of a decision."""
        return self._game.candidates(self._rules, known, list(self._rules.moves(known)))

    def _worths(self, known: Any, moves: list[Move], seat: int) -> list[float]:
        """The worths to a seat of the positions to which moves lead, as far as it can know them."""
        return weighed(self._game, self._rules, known, moves, seat)

    def _worth(self, state: Any, seat: int) -> float:
        worth: float = self._evaluate(self._rules, self._rules.known(state, seat), seat)
        return worth


class _Playouts(_Search):
    """The same where there is no evaluation: by the ends of games that go on at random."""

    _horizon = inf
    _most_stake = 1

    def _policy(self, known: Any, seat: int) -> Move:  # noqa: ARG002 -- nobody plays better than at random
        return self._rng.choice(self._moves(known))

    def _worths(self, known: Any, moves: list[Move], seat: int) -> list[float]:  # noqa: ARG002 -- they are equal
        return [self._rng.random() * UNEQUAL for _ in moves]

    def _value(self, state: Any, answered: Any, seat: int) -> float:  # noqa: ARG002 -- only the end counts
        outcome = self._rules.outcome(state)
        if outcome is None:
            return 0.0
        self._most_stake = max(self._most_stake, outcome.stake)
        return results_of(outcome, self._about)[seat - 1] / self._most_stake

    def _considered(self, move: Move, edge: _Edge) -> Considered:
        return Considered(move, edge.visits, 0.0, (1 + edge.value / edge.visits) / 2 if edge.visits else None)


def _points(value: float) -> float:
    return SCALE * atanh(max(-0.999, min(0.999, value)))
