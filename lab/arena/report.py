"""The findings of an arena: ratings, wins by opponent and by turn order, points by category, lengths of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from taphouse.lab.matches.playing import MatchResult
from taphouse.lab.matches.report import (
    Estimate,
    GamesReport,
    Z,
    columns,
    dots,
    findings,
    mean,
    page,
    places,
    share,
    show_heading,
    stacks,
)

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
    seconds: float | None
    """The mean time of a decision, in seconds; None if it is not known."""
    tokens: float | None
    """The mean tokens of a decision, of bots that ask language models and report them; None if it is not known."""


class BotPair(Struct, frozen=True):
    """Two bots at one table."""

    bot: str
    other: str
    ahead: Estimate
    """The share of games in which the first bot came before the second; a shared place counts half."""
    games: int


class ArenaReport(GamesReport, frozen=True):
    """The report of an arena."""

    bots: tuple[Rated, ...]
    """The best first."""
    pairs: tuple[BotPair, ...]
    lengths: tuple[tuple[int, int, int], ...]
    """Bars of a histogram: the least and most decisions, and the number of games between them."""
    faults: tuple[str, ...]
    """Examples of why bots failed."""


def report_of(
    bots: Sequence[str], game: str, edition: str, players: int, seed: str, results: Sequence[MatchResult]
) -> ArenaReport:
    """The report of an arena, from its games in the order of the schedule."""
    ratings = _ratings(len(bots), results)
    rated = [_rated(number, name, ratings[number], results) for number, name in enumerate(bots)]
    return ArenaReport(
        game=game,
        edition=edition,
        seed=seed,
        **findings(players, results),
        bots=tuple(sorted(rated, key=lambda one: -one.rating.value)),
        pairs=tuple(_pairs(bots, results)),
        lengths=tuple(_bins([result.decisions for result in results])),
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
    return [Estimate(one.mu, one.mu - Z * one.sigma, one.mu + Z * one.sigma) for one in ratings]


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
        _each([(result.asked[at], result.seconds[at]) for result, at in seats if result.asked]),
        _each([(result.asked[at], result.tokens[at]) for result, at in seats if result.asked]),
    )


def _each(games: Iterable[tuple[int, float | None]]) -> float | None:
    """The mean of a decision, from the decisions and the sum of each game; of some games it is not known."""
    known = [(asked, total) for asked, total in games if total is not None]
    decisions = sum(asked for asked, _ in known)
    return sum(total for _, total in known) / decisions if decisions else None


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
    show_heading(report, console)
    heads, rows = table_of(report)
    table = Table(*heads)
    for row in rows:
        table.add_row(*row)
    console.print(table)
    for pair in report.pairs:
        console.print(f"{pair.bot} before {pair.other}: {pair.ahead.percent}", highlight=False)
    turns = ", ".join(one.percent for one in report.by_turn_order)
    console.print(f"Wins by place in turn order: {turns}", highlight=False)
    for reason in report.faults:
        console.print(f"A bot failed: {reason}", markup=False, highlight=False)


def table_of(report: ArenaReport) -> tuple[list[str], list[list[str]]]:
    """The heads and rows of the table of bots. Columns without a value are left out."""
    columns = {
        "bot": [one.bot for one in report.bots],
        "rating": [f"{one.rating.value:.1f} ± {one.rating.value - one.rating.low:.1f}" for one in report.bots],
        "wins": [one.wins.percent for one in report.bots],
        "points": [f"{one.points.value:.1f}" for one in report.bots],
        "games": [str(one.games) for one in report.bots],
        "faults": [str(one.faults or "") for one in report.bots],
        "ms": ["" if one.seconds is None else f"{1000 * one.seconds:,.1f}" for one in report.bots],
        "tokens": ["" if one.tokens is None else f"{one.tokens:,.0f}" for one in report.bots],
    }
    told = {head: cells for head, cells in columns.items() if any(cells)}
    return [*told], [[*row] for row in zip(*told.values(), strict=True)]


def html(report: ArenaReport) -> str:
    """The report as a page."""
    heads, rows = table_of(report)
    table = f"<tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>"
    for row in rows:
        table += f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
    ratings = [(one.bot, one.rating, f"{one.rating.value:.1f}") for one in report.bots]
    pairs = [(f"{pair.bot} before {pair.other}", pair.ahead, f"{pair.ahead.value:.0%}") for pair in report.pairs]
    plots = {
        "Ratings": dots(ratings),
        "Against each other": dots(pairs, 0.0, 1.0, 0.5),
        "Wins by place in turn order": places("decides", report.by_turn_order, 1 / report.players),
        "Points by category": stacks([(one.bot, one.categories) for one in report.bots]),
        "Decisions in a game": columns(report.lengths),
    }
    if report.faults:
        plots["Faults"] = f"<ul>{''.join(f'<li>{escape(reason)}</li>' for reason in report.faults)}</ul>"
    return page("Arena", report, plots, table=f"<table>{table}</table>")
