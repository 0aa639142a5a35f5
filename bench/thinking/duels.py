"""`python -m bench.thinking.duels CHECKOUT KIND`: plays the search of this checkout against that of another, at equal CPU time.

Each shuffle is played from both seats. CPU is counted in the process that searches, so that other work on the machine does not
matter.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from bench.harness import checked
from bench.thinking.search import HERE
from taphouse.engine import GAMES
from taphouse.lab.matches.report import Sampled, share

PLAYER = Path(__file__).with_name("player.py")


class Player:
    """A process that plays, with the CPU that it has used to choose."""

    def __init__(self, checkout: Path, kind: str, seconds: float) -> None:
        command = [sys.executable, "-P", str(PLAYER), kind, str(seconds)]
        environment = {**os.environ, "PYTHONPATH": str(checkout)}
        self._process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.used, self.choices = 0.0, 0

    def ask(self, *request: Any) -> Any:
        """The answer to a request; see `player`."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def choose(self) -> int:
        """The number of the move that it chooses."""
        number, seconds = self.ask("choose")
        self.used, self.choices = self.used + seconds, self.choices + 1
        return int(number)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def play(players: tuple[Player, Player], seed: str) -> list[int]:
    """Play a game, and return the place of each player.

    Raises:
        ValueError: The rules of the checkouts differ.
    """
    looks = [player.ask("new", seed, seat) for seat, player in enumerate(players, 1)]
    while True:
        seat, moves, *_ = look = looks[0]
        if look != looks[1]:
            raise ValueError(f"the rules differ: in game {seed} one has {look}, and the other one {looks[1]}")
        if not seat:
            return list(moves)
        number = players[seat - 1].choose() if moves > 1 else 0
        looks = [player.ask("apply", number) for player in players]


def main(arguments: list[str] | None = None) -> None:
    """Play, and print the share of this checkout after each shuffle, with its interval and the CPU of a choice of both."""
    parser = argparse.ArgumentParser(prog="python -m bench.thinking.duels", description=__doc__)
    parser.add_argument("checkout", type=Path, help="the other checkout")
    parser.add_argument("kind", choices=sorted(GAMES))
    parser.add_argument("--shuffles", type=int, default=500, help="each is two games")
    parser.add_argument("--seconds", type=float, default=0.02, help="CPU for a decision")
    parser.add_argument("--seed", default="duel")
    given = parser.parse_args(arguments)
    ours, theirs = [Player(one, given.kind, given.seconds) for one in (HERE, checked(given.checkout))]
    won: list[Sampled] = []
    try:
        for number in range(given.shuffles):
            seed = f"{given.seed} {number}"
            for seat, players in enumerate(((ours, theirs), (theirs, ours))):
                places = play(players, seed)
                won.append((seed, 0.5 if places[0] == places[1] else float(places[seat] == 1)))
            used = [f"{1000 * one.used / max(1, one.choices):.1f}" for one in (ours, theirs)]
            print(f"{len(won)} games: {share(won).percent}, {' and '.join(used)} ms a choice", flush=True)
    finally:
        ours.close()
        theirs.close()


if __name__ == "__main__":
    main()
