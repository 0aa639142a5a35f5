"""Plays one seat after another for `duels`, by the search of whichever checkout `PYTHONPATH` names.

It reads requests as lines of JSON, and answers each with one:

- `["new", SEED, SEAT]` begins a game of two, in which it plays this seat. The answer is a look at it.
- `["choose"]` has it choose for the seat. The answer is `[NUMBER, SECONDS]`: the place of the move in the list, and the CPU used.
- `["apply", NUMBER]` makes a move. The answer is a look.

A look is `[SEAT, MOVES, DIGEST]`: who decides, and the number and digest of the legal moves; `[0, PLACES]` after the end.
"""

from __future__ import annotations

import json
import random
import sys
from hashlib import blake2b
from time import process_time
from typing import Any

from taphouse.engine import GAMES
from taphouse.engine.bots import SearchBot
from taphouse.engine.bots.players import Players
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.editions import packaged


class Thinker(SearchBot):
    """A search that ends when it has used its CPU, as nearly as whole iterations allow."""

    def __init__(self, kind: str, rng: random.Random, seconds: float) -> None:
        super().__init__(GAMES[kind], rng, iterations=sys.maxsize, stop=self._spent)
        self._budget, self._began, self._made = seconds, 0.0, 0

    def choose(self, *known: Any) -> Any:
        """See `SearchBot.choose`."""
        self._began, self._made = process_time(), 0
        return super().choose(*known)

    def _spent(self) -> bool:
        self._made += 1
        used = process_time() - self._began
        return used + used / self._made / 2 >= self._budget


class Seat:
    """A game, as seen from the process that plays one of its seats."""

    def __init__(self, kind: str, seconds: float, seed: str, seat: int) -> None:
        game = GAMES[kind]
        self._rules = game.rules(packaged(game.edition, game.about.package)[0])
        self._chance, self._seat = Chance(seed_from(seed)), seat
        self._state = self._rules.new(game.about.options(), 2, self._chance)
        bot = Thinker(kind, random.Random(f"{seed}/{seat}"), seconds)
        self._players = Players(self._rules, {seat: bot})
        self._moves: list[Any] = []

    def look(self) -> list[Any]:
        """See the module."""
        seat = self._rules.decider(self._state)
        if seat is None:
            outcome: Any = self._rules.outcome(self._state)
            return [0, [one.place for one in sorted(outcome.standings, key=lambda one: one.seat)]]
        self._moves = list(self._rules.moves(self._state))
        return [seat, len(self._moves), blake2b(repr(self._moves).encode(), digest_size=8).hexdigest()]

    def choose(self) -> list[float]:
        """See the module."""
        begins = process_time()
        move = self._players.choose(self._state, self._seat)
        return [self._moves.index(move), process_time() - begins]

    def apply(self, number: int) -> list[Any]:
        """See the module."""
        move = self._moves[number]
        step = self._rules.apply(self._state, move, self._chance)
        self._players.saw(self._state, move, step.events)
        self._state = step.state
        return self.look()


if __name__ == "__main__":
    kind, seconds = sys.argv[1], float(sys.argv[2])
    seat = Seat(kind, seconds, "", 1)
    for line in sys.stdin:
        match json.loads(line):
            case ["new", str() as seed, int() as number]:
                seat = Seat(kind, seconds, seed, number)
                answer = seat.look()
            case ["choose"]:
                answer = seat.choose()
            case ["apply", int() as number]:
                answer = seat.apply(number)
        print(json.dumps(answer), flush=True)
