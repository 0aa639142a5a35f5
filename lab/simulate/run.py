"""Plays the games, and aggregates the results."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from statistics import NormalDist, fmean, quantiles, stdev
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.bots import BOTS, Bot, Players
from taphouse.engine.chance import Chance, commitment, seed_from
from taphouse.engine.contract import Move, Options
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.notation import write
from taphouse.engine.records.record import Line, Played, Record, RecordedPlayer, heading, result_of
from taphouse.engine.vocabulary import Word, constant

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
MOST_DECISIONS = 100_000
"""The most decisions of a game; a longer game is considered endless."""


class Estimate(Struct, frozen=True):
    """A mean with its confidence interval at level `CONFIDENCE`."""

    value: float
    low: float
    high: float


class Use(Struct, frozen=True):
    """Counts of a verb, or of a verb with a card: times played, and wins of the seats that played it."""

    move: str
    per_game: float
    """The mean number of times per game."""
    seats: int
    """The number of seats, over all games, that played it at least once."""
    share: Estimate
    """The share of wins of these seats, as a multiple of the fair share: 1 is neither good nor bad."""


class Occurrence(Struct, frozen=True):
    """The count of an event."""

    event: str
    per_game: float
    """The mean number of times per game."""
    games: int
    """The number of games in which it happened at least once."""


class CategoryMean(Struct, frozen=True):
    """The mean points of a score category, for all seats and for winners."""

    name: str
    all: Estimate
    winners: Estimate


class SimulationReport(Struct, frozen=True):
    """The results of a simulation. A shared win counts as a fraction for each winner."""

    game: str
    edition: str
    options: Any
    players: int
    games: int
    different: int
    """The number of games that differ in their moves. Bots without luck may play the same game again."""
    bots: tuple[str, ...]
    opening: int
    """The number of first moves of each seat that its bot drew."""
    seed: str
    by_seat: tuple[Estimate, ...]
    """The share of wins of each seat."""
    by_turn_order: tuple[Estimate, ...]
    """The share of wins of the seat that decides first, of the next seat, and so on."""
    given: str | None
    """The gift that one random seat got in each game; None without a gift."""
    given_share: Estimate | None
    """The share of wins of that seat, as a multiple of the fair share; None without a gift."""
    decisions: Estimate
    decisions_quartiles: tuple[float, ...]
    longest_list: int
    """The most legal moves at one decision."""
    reasons: dict[str, int]
    scores: tuple[CategoryMean, ...]
    uses: tuple[Use, ...]
    events: tuple[Occurrence, ...]


class OneGame(Struct, frozen=True):
    """The results of one game. A shared win counts as a fraction for each winner."""

    first: int
    """The seat that decided first."""
    given: int
    """The seat that got the gift, or 0."""
    course: str
    """A digest of the moves, with the seats counted from the first: games that repeat each other have the same."""
    decisions: int
    longest_list: int
    reason: str
    victory: dict[int, float]
    places: dict[int, int]
    scores: dict[int, dict[str, int]]
    uses: dict[int, Counter[str]]
    events: Counter[str]


def simulate(
    game: Game,
    edition: Edition,
    options: Options,
    players: int,
    games: int,
    bots: Sequence[str],
    seed: str = "1",
    progress: Callable[[], None] = lambda: None,
    give: str | None = None,
    keep: Callable[[Record], None] = lambda _: None,
    opening: int = 0,
) -> SimulationReport:
    """Play games between bots, and aggregate the results.

    Args:
        game: The kind of game.
        edition: The edition to play with.
        options: The game's options.
        players: The number of seats, within the game's bounds.
        games: The number of games.
        bots: The kind of bot for each seat, names in `engine.bots.BOTS`.
        seed: The same seed gives the same report.
        progress: Called after each game.
        give: The gift for one random seat in each game, one of `game.gifts(rules)`; None for no gift.
        keep: Called with the record of each game. A game with a gift does not replay.
        opening: The number of first moves of each seat that its bot draws, so that games differ. All bots must be able to.
    """
    played, different = [], set()
    for number in range(games):
        once = f"{seed}/{number}"
        seated = [BOTS[bot](game, random.Random(f"{once}/{seat}")) for seat, bot in enumerate(bots, 1)]
        who = [RecordedPlayer(bot=constant(bot)) for bot in bots]
        one, record = play(game, edition, options, seated, who, once, give, opening)
        played.append(one)
        different.add(one.course)
        keep(record)
        progress()
    seats = range(1, players + 1)
    lengths = [one.decisions for one in played]
    return SimulationReport(
        game=game.about.kind,
        edition=edition.name,
        options=options,
        players=players,
        games=games,
        different=len(different),
        bots=tuple(bots),
        opening=opening,
        seed=seed,
        by_seat=tuple(share([one.victory.get(seat, 0.0) for one in played]) for seat in seats),
        by_turn_order=tuple(
            share([one.victory.get((one.first - 1 + place) % players + 1, 0.0) for one in played])
            for place in range(players)
        ),
        given=give,
        given_share=share([one.victory.get(one.given, 0.0) for one in played], players) if give else None,
        decisions=mean(lengths),
        decisions_quartiles=tuple(quantiles(lengths, n=4)) if games > 1 else (float(lengths[0]),) * 3,
        longest_list=max(one.longest_list for one in played),
        reasons=dict(Counter(one.reason for one in played).most_common()),
        scores=tuple(_categories(played)),
        uses=tuple(_uses(played, players)),
        events=tuple(_occurrences(played)),
    )


def repetition(games: int, different: int) -> str:
    """The warning of a report if games repeat each other; empty if all are different."""
    if games == different:
        return ""
    return f"The games repeat each other (different ones: {different}), so the intervals are too narrow."


def mean(values: Sequence[float]) -> Estimate:
    """The mean of some values, with its confidence interval (normal approximation)."""
    middle = fmean(values)
    half = _Z * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Estimate(middle, middle - half, middle + half) if math.isfinite(half) else Estimate(middle, middle, middle)


def share(values: Sequence[float], scale: float = 1.0) -> Estimate:
    """The mean of values from 0 to 1, with its Wilson score interval, which stays within 0 and 1; both times `scale`."""
    p, n, z = fmean(values), len(values), _Z
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Estimate(p * scale, max(0.0, middle - half) * scale, min(1.0, middle + half) * scale)


def play(
    game: Game,
    edition: Edition,
    options: Options,
    players: Sequence[Bot],
    who: Sequence[RecordedPlayer],
    seed: str,
    give: str | None = None,
    opening: int = 0,
) -> tuple[OneGame, Record]:
    """Play one game.

    Args:
        game: The kind of game.
        edition: The edition.
        options: The game's options.
        players: The bot of each seat.
        who: What the record says of each seat.
        seed: The text that the game's seed is derived from.
        give: A gift for one random seat; None for no gift.
        opening: The number of first moves of each seat that its bot draws.
    """
    rules = game.rules(edition)
    secret, salt = seed_from(seed), seed_from(f"{seed}/salt")
    chance = Chance(secret)
    state = rules.new(options, len(players), chance)
    given = random.Random(f"{seed}/given").randint(1, len(players)) if give else 0
    if give:
        state = game.gifts(rules)[give](state, given)
    seated = Players(rules, dict(enumerate(players, 1)))
    uses: dict[int, Counter[str]] = defaultdict(Counter)
    events: Counter[str] = Counter()
    lines: list[Line] = []
    made: Counter[int] = Counter()
    course = blake2b(digest_size=8)
    first, decisions, longest = 0, 0, 0
    while (decision := rules.decision(state)) is not None:
        seat = decision.seat
        first = first or seat
        longest = max(longest, sum(1 for _ in rules.moves(state)))
        move = seated.draw(state, seat) if made[seat] < opening else seated.choose(state, seat)
        made[seat] += 1
        uses[seat].update(named(move))
        written = write(move)
        lines.append(Played(seat, written))
        course.update(f"{(seat - first) % len(players)} {written}\n".encode())
        step = rules.apply(state, move, chance)
        seated.saw(state, move, step.events)
        state = step.state
        events.update(event.__struct_config__.tag for event in step.events)
        decisions += 1
        if decisions > MOST_DECISIONS:
            raise RuntimeError(f"the game with seed {seed!r} does not end")
    outcome: Any = rules.outcome(state)
    winners = [standing.seat for standing in outcome.standings if standing.place == 1]
    record = replace(
        heading(game, edition, rules.version, options, who),
        commitment=commitment(secret, salt),
        salt=salt.hex(),
        seed=secret.hex(),
        lines=tuple(lines),
        result=result_of(outcome),
    )
    one = OneGame(
        first,
        given,
        course.hexdigest(),
        decisions,
        longest,
        outcome.reason,
        {seat: 1 / len(winners) for seat in winners},
        {one.seat: one.place for one in outcome.standings},
        {one.seat: {category.name: category.points for category in one.categories} for one in outcome.standings},
        uses,
        events,
    )
    return one, record


def named(move: Move) -> set[str]:
    """The names under which a move is counted: its verb, and its verb with each card, type or name among its fields."""
    values = [getattr(move, field) for field in move.__struct_fields__]
    return {move.verb, *(f"{move.verb} {value}" for value in values if isinstance(value, Word | str))}


def _categories(played: Iterable[OneGame]) -> Iterable[CategoryMean]:
    everybody: dict[str, list[float]] = defaultdict(list)
    winners: dict[str, list[float]] = defaultdict(list)
    for one in played:
        for seat, score in one.scores.items():
            for name, points in score.items():
                everybody[name].append(points)
                if seat in one.victory:
                    winners[name].append(points)
    return (CategoryMean(name, mean(points), mean(winners[name])) for name, points in everybody.items())


def _uses(played: Sequence[OneGame], players: int) -> Iterable[Use]:
    times: Counter[str] = Counter()
    shares: dict[str, list[float]] = defaultdict(list)
    for one in played:
        for seat, counted in one.uses.items():
            times.update(counted)
            for name in counted:
                shares[name].append(one.victory.get(seat, 0.0))
    return (
        Use(name, times[name] / len(played), len(shares[name]), share(shares[name], players)) for name in sorted(times)
    )


def _occurrences(played: Sequence[OneGame]) -> Iterable[Occurrence]:
    times: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for one in played:
        times.update(one.events)
        games.update(one.events.keys())
    return (Occurrence(name, times[name] / len(played), games[name]) for name in sorted(times))
