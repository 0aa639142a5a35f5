"""The findings of an arena: ratings, wins by opponent and by turn order, points by category, lengths of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from statistics import fmean

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from taphouse.lab.arena.elo import elo
from taphouse.lab.matches.playing import MatchResult
from taphouse.lab.matches.report import (
    Estimate,
    GamesReport,
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
    rating: Estimate | None
    """In points of Elo: 0 is the mean of all, and a bot that is 400 ahead comes first ten times as often as the other. None in a
    report with a `score`: games that all win or lose together compare no bots.
    """
    wins: Estimate
    """The share of its games that it won, as in a `GamesReport`."""
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
    """The best first: by rating, or by points. A bot that has not played yet is not among them."""
    pairs: tuple[BotPair, ...]
    lengths: tuple[tuple[int, int, int], ...]
    """Bars of a histogram: the least and most decisions, and the number of games between them."""
    faults: tuple[str, ...]
    """Examples of why bots failed."""


def report_of(
    bots: Sequence[str], game: str, edition: str, players: int, seed: str, results: Sequence[MatchResult]
) -> ArenaReport:
    """The report of an arena, from its games in the order of the schedule."""
    found = findings(players, results)
    common = found["score"] is not None
    ratings = [None] * len(bots) if common else elo(len(bots), results)
    played = {bot for result in results for bot in result.seats}
    rated = [_rated(number, bots[number], ratings[number], results) for number in sorted(played)]
    return ArenaReport(
        game=game,
        edition=edition,
        seed=seed,
        **found,
        bots=tuple(sorted(rated, key=lambda one: -(one.rating or one.points).value)),
        pairs=() if common else tuple(_pairs(bots, results)),
        lengths=tuple(_bins([result.decisions for result in results])),
        faults=tuple(dict.fromkeys([result.why for result in results if result.why]))[:5],
    )


def _rated(number: int, name: str, rating: Estimate | None, results: Iterable[MatchResult]) -> Rated:
    seats = [(result, at) for result in results for at, bot in enumerate(result.seats) if bot == number]
    names = {name: None for result, at in seats for name in result.categories[at]}
    return Rated(
        name,
        rating,
        share([(result.shuffle, result.victory[at]) for result, at in seats]),
        len(seats),
        mean([(result.shuffle, float(result.points[at])) for result, at in seats]),
        {one: fmean([result.categories[at].get(one, 0) for result, at in seats]) for one in names},
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
                (result.shuffle, 0.5 + (theirs > own) / 2 - (theirs < own) / 2)
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
    if report.by_turn_order:
        turns = ", ".join(one.percent for one in report.by_turn_order)
        console.print(f"Wins by place in turn order: {turns}", highlight=False)
    for reason in report.faults:
        console.print(f"A bot failed: {reason}", markup=False, highlight=False)


def table_of(report: ArenaReport) -> tuple[list[str], list[list[str]]]:
    """The heads and rows of the table of bots. Columns without a value are left out."""
    columns = {
        "bot": [one.bot for one in report.bots],
        "rating": [_rating(one.rating) for one in report.bots],
        "wins": [one.wins.percent for one in report.bots],
        "points": [f"{one.points.value:.1f}" for one in report.bots],
        "games": [str(one.games) for one in report.bots],
        "faults": [str(one.faults or "") for one in report.bots],
        "ms": ["" if one.seconds is None else f"{1000 * one.seconds:,.1f}" for one in report.bots],
        "tokens": ["" if one.tokens is None else f"{one.tokens:,.0f}" for one in report.bots],
    }
    told = {head: cells for head, cells in columns.items() if any(cells)}
    return [*told], [[*row] for row in zip(*told.values(), strict=True)]


def _rating(rating: Estimate | None) -> str:
    return "" if rating is None else f"{rating.value:.0f} ± {rating.value - rating.low:.0f}"


def html(report: ArenaReport) -> str:
    """The report as a page."""
    heads, rows = table_of(report)
    table = f"<tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>"
    for row in rows:
        table += f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
    ratings = [(one.bot, one.rating, f"{one.rating.value:.0f}") for one in report.bots if one.rating is not None]
    pairs = [(f"{pair.bot} before {pair.other}", pair.ahead, f"{pair.ahead.value:.0%}") for pair in report.pairs]
    compared = {
        "Ratings": dots(ratings),
        "Against each other": dots(pairs, 0.0, 1.0, 0.5),
        "Wins by place in turn order": places("decides", report.by_turn_order, report.fair),
    }
    plots = {
        **(
            compared
            if report.score is None
            else {"Points": dots([(one.bot, one.points, f"{one.points.value:.1f}") for one in report.bots])}
        ),
        "Points by category": stacks([(one.bot, one.categories) for one in report.bots]),
        "Decisions in a game": columns(report.lengths),
    }
    if report.faults:
        plots["Faults"] = f"<ul>{''.join(f'<li>{escape(reason)}</li>' for reason in report.faults)}</ul>"
    return page("Arena", report, plots, table=f"<table>{table}</table>")
