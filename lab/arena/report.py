"""The findings of an arena: ratings, wins by opponent and by turn order, points by category, lengths of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import NormalDist, quantiles

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from taphouse.lab.arena.matches import MatchResult
from taphouse.lab.simulate.run import CONFIDENCE, Estimate, mean, repetition, share

_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
BINS = 20
"""The bars of the lengths of games, at most."""


class Rated(Struct, frozen=True):
    """A bot, and how it did."""

    bot: str
    rating: Estimate
    """By openskill's model of Plackett and Luce: 25 is the mean of all, and a difference of 8.3 the standard deviation."""
    wins: Estimate
    """The share of its games that it won. A shared win counts as a fraction."""
    games: int
    points: Estimate
    categories: dict[str, float]
    """Its mean points by category."""
    faults: int
    """The number of times that it failed, and the passive move was made for it."""


class BotPair(Struct, frozen=True):
    """Two bots at one table."""

    bot: str
    other: str
    ahead: Estimate
    """The share of games in which the first bot came before the second; a shared place counts half."""
    games: int


class ArenaReport(Struct, frozen=True):
    """The report of an arena."""

    game: str
    edition: str
    players: int
    seed: str
    games: int
    different: int
    """The number of games that differ in their moves. Bots without luck may play the same game again."""
    bots: tuple[Rated, ...]
    """The best first."""
    pairs: tuple[BotPair, ...]
    by_turn_order: tuple[Estimate, ...]
    """The share of wins of the seat that decides first, of the next one, and so on."""
    decisions: Estimate
    decisions_quartiles: tuple[float, ...]
    lengths: tuple[tuple[int, int, int], ...]
    """Bars of a histogram: the least and most decisions, and the number of games between them."""
    reasons: dict[str, int]
    faults: tuple[str, ...]
    """Examples of why bots failed."""


def report_of(
    bots: Sequence[str], game: str, edition: str, players: int, seed: str, results: Sequence[MatchResult]
) -> ArenaReport:
    """The report of an arena, from its games in the order of the schedule."""
    ratings = _ratings(len(bots), results)
    rated = [_rated(number, name, ratings[number], results) for number, name in enumerate(bots)]
    lengths = [result.decisions for result in results]
    turns = [
        share([result.victory[(result.first - 1 + place) % players] for result in results]) for place in range(players)
    ]
    return ArenaReport(
        game=game,
        edition=edition,
        players=players,
        seed=seed,
        games=len(results),
        different=len({result.course or str(result.number) for result in results}),
        bots=tuple(sorted(rated, key=lambda one: -one.rating.value)),
        pairs=tuple(_pairs(bots, results)),
        by_turn_order=tuple(turns),
        decisions=mean(lengths),
        decisions_quartiles=tuple(quantiles(lengths, n=4)) if len(lengths) > 1 else (float(lengths[0]),) * 3,
        lengths=tuple(_bins(lengths)),
        reasons=dict(Counter(result.reason for result in results).most_common()),
        faults=tuple(dict.fromkeys([result.why for result in results if result.why]))[:5],
    )


def _ratings(bots: int, results: Iterable[MatchResult]) -> list[Estimate]:
    """The ratings, and their errors. A game in which a bot has several seats says nothing about it against itself."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(bots)]
    for result in results:
        best = {
            bot: min(place for seat, place in zip(result.seats, result.places, strict=True) if seat == bot)
            for bot in result.seats
        }
        if len(best) > 1:
            rated = model.rate([[ratings[bot]] for bot in best], ranks=[float(place) for place in best.values()])
            for bot, (rating,) in zip(best, rated, strict=True):
                ratings[bot] = rating
    return [Estimate(one.mu, one.mu - _Z * one.sigma, one.mu + _Z * one.sigma) for one in ratings]


def _rated(number: int, name: str, rating: Estimate, results: Iterable[MatchResult]) -> Rated:
    seats = [(result, at) for result in results for at, bot in enumerate(result.seats) if bot == number]
    names = {name: None for result, at in seats for name in result.categories[at]}
    return Rated(
        name,
        rating,
        share([result.victory[at] for result, at in seats]),
        len(seats),
        mean([result.points[at] for result, at in seats]),
        {one: mean([result.categories[at].get(one, 0) for result, at in seats]).value for one in names},
        sum(result.faults[at] for result, at in seats),
    )


def _pairs(bots: Sequence[str], results: Sequence[MatchResult]) -> Iterable[BotPair]:
    for a, name in enumerate(bots):
        for b in range(a + 1, len(bots)):
            ahead = [
                0.5 + (theirs > own) / 2 - (theirs < own) / 2
                for result in results
                for one, own in zip(result.seats, result.places, strict=True)
                for other, theirs in zip(result.seats, result.places, strict=True)
                if (one, other) == (a, b)
            ]
            if ahead:
                yield BotPair(name, bots[b], share(ahead), len(ahead))


def _bins(lengths: Sequence[int]) -> Iterable[tuple[int, int, int]]:
    low, high = min(lengths), max(lengths)
    width = max(1, -(-(high - low + 1) // BINS))
    for begins in range(low, high + 1, width):
        yield begins, begins + width - 1, sum(begins <= length < begins + width for length in lengths)


def show(report: ArenaReport, console: Console) -> None:
    """Print the report as tables."""
    console.print(
        f"[bold]{report.game}[/] ({report.edition}): {report.games} games of {report.players}, seed {report.seed}; "
        f"{CONFIDENCE:.0%} confidence intervals",
        highlight=False,
    )
    if repeated := repetition(report.games, report.different):
        console.print(repeated, highlight=False)
    table = Table("bot", "rating", "wins", "points", "games", "faults")
    for one in report.bots:
        rating = f"{one.rating.value:.1f} ± {one.rating.value - one.rating.low:.1f}"
        table.add_row(one.bot, rating, percent(one.wins), f"{one.points.value:.1f}", str(one.games), str(one.faults))
    console.print(table)
    for pair in report.pairs:
        console.print(f"{pair.bot} before {pair.other}: {percent(pair.ahead)}", highlight=False)
    turns = ", ".join(percent(one) for one in report.by_turn_order)
    console.print(f"Wins by place in turn order: {turns}", highlight=False)
    for reason in report.faults:
        console.print(f"A bot failed: {reason}", markup=False, highlight=False)


def percent(estimate: Estimate) -> str:
    """A share with its interval."""
    return f"{estimate.value:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"
