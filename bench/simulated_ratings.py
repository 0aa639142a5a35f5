"""`python -m bench.simulated_ratings`: rates simulated players of known strength, and draws docs/pictures/ratings.svg.

Each round, all players sit down at random tables. A player performs by their strength and by luck, which follows Gumbel's
distribution: at a table of two, a player who is stronger by 5.9 units wins 73 % of the games. The ratings are the service's.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from taphouse.service.persons.rating import DOUBT, STRENGTH, SURE, after, doubt, new, strength
from taphouse.service.persons.stored import Rated, Rival

FILE = Path(__file__).parents[1] / "docs" / "pictures" / "ratings.svg"
PLAYERS, SEATS = 10_000, (2, 4)
LOOKS = (1, 2, 5, 10, 20, 50, 100)
"""The numbers of games after which the ratings are compared with the truth."""
LUCK = math.sqrt(2) * 25 / 6
"""The scale of luck: that which the model assumes at a table of two."""
BEST, PAIRS = 100, 200_000
"""The number of players at the top who are looked for, and of the pairs that are compared."""
NOW, GAME = 1_800_000_000_000, "a" * 24
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 320, 60, 40, 700, 260
COLORS = {2: "#b45f06", 4: "#3d6b8e"}


class Look(Struct, frozen=True):
    """The ratings after some games, compared with the truth."""

    seats: int
    games: int
    ordered: float
    """The share of pairs of players whom the strengths put in the true order."""
    best: int
    """The number of the best players who are among as many at the top of the leaderboard."""
    within: float
    """The share of players whose true strength is within two doubts of the estimate: 95 % if the doubt is honest."""
    doubt: float
    """The mean doubt."""


def looks(seats: int, players: int = PLAYERS, upto: Sequence[int] = LOOKS) -> Iterator[Look]:
    """Play at tables of so many, and look at the ratings now and then."""
    rng = random.Random(seats)
    true = [rng.gauss(STRENGTH, DOUBT) for _ in range(players)]
    rated, order = [new(NOW)] * players, list(range(players))
    for games in range(1, upto[-1] + 1):
        rng.shuffle(order)
        for first in range(0, players - seats + 1, seats):
            _play(order[first : first + seats], true, rated, rng)
        if games in upto:
            yield _look(seats, games, true, rated, rng)


def _play(table: Sequence[int], true: Sequence[float], rated: list[Rated], rng: random.Random) -> None:
    performed = {one: true[one] - LUCK * math.log(-math.log(rng.random())) for one in table}
    ranked = sorted(table, key=performed.__getitem__, reverse=True)
    rivals = [Rival("", place, strength(rated[one]), doubt(rated[one], NOW)) for place, one in enumerate(ranked, 1)]
    for number, one in enumerate(ranked):
        rated[one] = replace(after(rated[one], GAME, rivals, number, NOW), recent=b"")


def _look(seats: int, games: int, true: Sequence[float], rated: Sequence[Rated], rng: random.Random) -> Look:
    players = range(len(true))
    pairs = [rng.sample(players, 2) for _ in range(PAIRS)]
    found, doubts = [strength(one) for one in rated], [doubt(one, NOW) for one in rated]
    ordered = sum((true[a] > true[b]) == (found[a] > found[b]) for a, b in pairs) / PAIRS
    top = sorted(players, key=lambda one: found[one] - SURE * doubts[one], reverse=True)[:BEST]
    best = sorted(players, key=true.__getitem__, reverse=True)[:BEST]
    within = sum(abs(true[one] - found[one]) <= 2 * doubts[one] for one in players) / len(true)
    return Look(seats, games, ordered, len({*top} & {*best}), within, sum(doubts) / len(true))


def svg(found: Sequence[Look]) -> str:
    """The picture: the share of pairs in the true order, by the number of games."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13" fill="#222">',
        "<title>How soon ratings find the order of players</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        _text(16, 22, "Pairs of players in the true order, by rated games of each player", bold=True),
    ]
    for percent in range(50, 101, 10):
        y = _y(percent / 100)
        parts.append(f'<line x1="{LEFT}" y1="{y:.0f}" x2="{RIGHT}" y2="{y:.0f}" stroke="#ddd"/>')
        parts.append(_text(16, round(y) + 4, f"{percent} %"))
    parts += [_text(round(_x(games)) - 8, BOTTOM + 20, str(games)) for games in sorted({one.games for one in found})]
    for number, seats in enumerate(sorted({one.seats for one in found})):
        line = [(_x(one.games), _y(one.ordered)) for one in found if one.seats == seats]
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in line)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLORS[seats]}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.0f}" cy="{y:.0f}" r="3" fill="{COLORS[seats]}"/>' for x, y in line]
        parts.append(_text(LEFT + 40 + 200 * number, BOTTOM + 46, f"Tables of {seats}", fill=COLORS[seats]))
    return "\n".join([*parts, "</svg>\n"])


def _x(games: int) -> float:
    return LEFT + 20 + (RIGHT - LEFT - 40) * math.log(games) / math.log(LOOKS[-1])


def _y(share: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * (share - 0.5) / 0.5


def _text(x: int, y: int, text: str, fill: str = "#222", *, bold: bool = False) -> str:
    return f'<text x="{x}" y="{y}" font-weight="{"bold" if bold else "normal"}" fill="{fill}">{text}</text>'


def main() -> int:
    """Simulate, print the figures, and draw them."""
    found = list[Look]()
    print("seats  games  in order  best found  within 2 doubts  mean doubt")
    for seats in SEATS:
        for one in looks(seats):
            found.append(one)
            shares = f"{one.ordered:8.1%}  {one.best:6} of {BEST}  {one.within:15.1%}"
            print(f"{one.seats:5}  {one.games:5}  {shares}  {one.doubt:10.2f}", flush=True)
    FILE.write_text(svg(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
