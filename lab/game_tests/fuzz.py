"""Random games of every kind with every promise checked after each move; what breaks is written to a file that plays it again.

python -m taphouse.lab.game_tests.fuzz --games 10000 --kind dank-and-draft  # play; a crash is written into build/fuzz/
python -m taphouse.lab.game_tests.fuzz --load build/fuzz/FILE               # play a crash again
python -m taphouse.lab.game_tests.fuzz --load build/fuzz/FILE --step        # the same, move by move
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_type_hints

import msgspec

from taphouse.engine import GAMES as INSTALLED
from taphouse.engine import notation
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Move, Options, State, Transition
from taphouse.engine.worlds import MOST_MOVES
from taphouse.lab.game_tests.invariants import check_move, check_position, check_refusals, check_step
from taphouse.lab.game_tests.tables import GAMES, GameTerms, editions, named, use
from taphouse.lab.secrecy.random_inputs import values_of


class Crash(Exception):
    """A promise was broken, or a rule raised."""

    def __init__(self, table: GameTerms, seed: str, moves: list[Move]) -> None:
        super().__init__(f"{table}, seed {seed}, after {len(moves)} moves")
        self.table, self.seed, self.moves = table, seed, moves

    def write(self, folder: Path) -> Path:
        """Write all that it takes to play the game again; the last move is the one that broke something."""
        cause = self.__cause__
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.table.kind}-{self.seed.replace(' ', '-')}.json"
        crash = {
            "kind": self.table.kind,
            "edition": self.table.edition,
            "rules": self.table.version,
            "options": self.table.options.chosen(),
            "seats": self.table.seats,
            "seed": self.seed,
            "moves": [notation.write(move) for move in self.moves],
            "error": "".join(traceback.format_exception_only(cause)).strip(),
            "traceback": traceback.format_exception(cause),
        }
        path.write_text(json.dumps(crash, indent=1) + "\n")
        return path


def read(path: Path) -> tuple[GameTerms, str, list[Move]]:
    """The table, the seed and the moves of a crash."""
    crash = json.loads(path.read_text())
    game = GAMES[crash["kind"]]
    options = msgspec.convert(crash["options"], game.about.options)
    table = GameTerms(crash["kind"], crash["edition"], crash["seats"], options, crash["rules"])
    return table, crash["seed"], [notation.parse(line, game.verbs) for line in crash["moves"]]


def random_table(kind: str, rng: random.Random) -> GameTerms:
    """Any edition, number of seats, values of the options and version of the rules."""
    game = GAMES[kind]
    edition, seats = rng.choice(list(editions(kind))), rng.choice(game.about.seats)
    return GameTerms(kind, edition, seats, _random_options(game.about.options, rng), rng.randint(1, game.newest))


def _random_options(options: type[Options], rng: random.Random) -> Options:
    """Each option is the default every other time."""
    hints = get_type_hints(options, include_extras=True)
    values = {name: values_of(hint) for name, hint in hints.items()}
    chosen = {name: rng.choice(found) for name, found in values.items() if found and rng.random() < 0.5}
    return options(**chosen)


def play(
    table: GameTerms, seed: str, moves: list[Move] | None = None
) -> Iterator[tuple[State, Move | None, Transition]]:
    """Play a game of random moves, or of these, and check everything on the way.

    Yields every position with the move that led to it and what that move did.

    Raises:
        Crash: from what went wrong.
    """
    made: list[Move] = []
    rng = random.Random(seed)
    try:
        rules, chance = table.rules, Chance(seed_from(seed))
        state = rules.new(table.options, table.seats, chance)
        yield state, None, Transition(state, ())
        while True:
            checks = random.Random(f"{seed} {len(made)}")  # the same checks when the game is played again
            check_position(table, state)
            check_refusals(table, state, checks.sample(made, min(3, len(made))), checks)
            legal = list(rules.moves(state))
            if not legal or (moves is not None and len(made) == len(moves)):
                return
            assert len(made) < MOST_MOVES, "there is no end to it"
            move = rng.choice(legal) if moves is None else moves[len(made)]
            made.append(move)
            check_move(table.kind, move)
            step = rules.apply(state, move, chance)
            check_step(table, state, move, step)
            state = step.state
            yield state, move, step
    except Exception as error:
        raise Crash(table, seed, made) from error


def fuzz(kind: str, games: int, folder: Path, begin: int = 0) -> list[Path]:
    """Play so many games of a kind; the files of the crashes."""
    crashes = []
    for number in range(begin, begin + games):
        seed = f"fuzz {number}"
        try:
            for _ in play(random_table(kind, random.Random(seed)), seed):
                pass
        except Crash as crash:
            crashes.append(crash.write(folder))
    return crashes


def said(crashes: Iterable[Path]) -> str:
    """Each error once, with the shortest game that breaks so, and where it broke."""
    found = sorted((json.loads(path.read_text()) for path in crashes), key=lambda crash: len(crash["moves"]))
    shortest = {crash["error"]: crash for crash in reversed(found)}
    return "\n".join(
        f"{error}\n{crash['seats']} seats, edition {crash['edition']}, rules {crash['rules']}, options {crash['options']}, "
        f"seed {crash['seed']!r}, after {', '.join(crash['moves']) or 'no move'}\n{''.join(crash['traceback'])}"
        for error, crash in shortest.items()
    )


def load(path: Path, stop: bool) -> Crash | None:
    """Play a crash again, and say what happens; with `stop`, wait for Enter after each move. None where nothing breaks."""
    table, seed, moves = read(path)
    print(f"{table}, seed {seed!r}, {len(moves)} moves")
    try:
        for number, (state, move, step) in enumerate(play(table, seed, moves)):
            if move is not None:
                print(f"{number}. {notation.write(move)}")
            for event in step.events:
                print(f"   {event}")
            decision = table.rules.decision(state)
            print(f"   then: {decision and f'seat {decision.seat}: {decision.task}'}")
            if stop:
                print(f"   {table.rules.view(state)}")
                input("   Enter goes on ")
    except Crash as crash:
        last = f" in or after {notation.write(crash.moves[-1])}" if crash.moves else ""
        print(f"broke{last}:")
        traceback.print_exception(crash.__cause__, file=sys.stdout)
        return crash
    print("nothing broke")
    return None


def main(args: list[str] | None = None) -> int:
    """The command line; 1 where something broke."""
    parser = argparse.ArgumentParser(prog="python -m taphouse.lab.game_tests.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="how many games of each kind")
    parser.add_argument(
        "--kind", action="append", help="only this kind, or the place of a game, such as my_game.about:GAME"
    )
    parser.add_argument(
        "--begin", type=int, default=0, help="the number of the first game, so that runs can share the work"
    )
    parser.add_argument("--into", type=Path, default=Path("build/fuzz"), help="where crashes are written")
    parser.add_argument("--load", type=Path, help="play this crash again")
    parser.add_argument("--step", action="store_true", help="with --load: stop after each move")
    chosen = parser.parse_args(args)
    if not GAMES:
        use(map(named, chosen.kind or INSTALLED))
    kinds = [kind for kind in GAMES if kind in (chosen.kind or GAMES)] or [*GAMES]
    if chosen.load:
        return 1 if load(chosen.load, chosen.step) else 0
    crashes = [path for kind in kinds for path in fuzz(kind, chosen.games, chosen.into, chosen.begin)]
    for path in crashes:
        print(f"{path}: {json.loads(path.read_text())['error']}")
    print(f"{len(crashes)} crashes")
    return 1 if crashes else 0


if __name__ == "__main__":
    sys.exit(main())
