"""The report of a simulation as one HTML page with its plots."""

from __future__ import annotations

from collections.abc import Sequence

from taphouse.lab.plots import Bar, dots, sheet
from taphouse.lab.simulate.run import CONFIDENCE, Estimate, SimulationReport, repetition

MOST_MOVES = 60
"""The most moves and cards in a plot: those that most seats played."""


def page(report: SimulationReport) -> str:
    """The page."""
    fair = 1 / report.players
    seats, turns = (
        [_bar(f"{label} {number}", one, f"{one.value:.0%}") for number, one in enumerate(shares, 1)]
        for label, shares in (("seat", report.by_seat), ("decides", report.by_turn_order))
    )
    points = [
        _bar(f"{category.name}, {who}", one, f"{one.value:.1f}")
        for category in report.scores
        for who, one in (("all", category.all), ("winners", category.winners))
    ]
    often = sorted(report.uses, key=lambda use: -use.seats)[:MOST_MOVES]
    uses = [_bar(use.move, use.share, f"{use.share.value:.2f}") for use in sorted(often, key=lambda use: use.move)]
    ends = [(name, count / report.games) for name, count in report.reasons.items()]
    introduction = (
        f"{report.games} games of {report.players} players, edition {report.edition}, bots {', '.join(report.bots)}, "
        f"seed {report.seed}. Bars show {CONFIDENCE:.0%} confidence intervals. {repetition(report.games, report.different)}"
    )
    plots: Sequence[tuple[str, str]] = (
        ("Wins by seat", dots(seats, 0.0, 1.0, fair)),
        ("Wins by place in turn order", dots(turns, 0.0, 1.0, fair)),
        ("Points by category", dots(points)),
        ("Reasons for ending", dots([(name, share, share, share, f"{share:.0%}") for name, share in ends], 0.0, 1.0)),
        ("Wins of the seats that played it, times the fair share", dots(uses, 0.0, None, 1.0)),
    )
    return sheet(
        f"Simulation: {report.game}", introduction, "\n".join(f"<h2>{title}</h2>{plot}" for title, plot in plots)
    )


def _bar(label: str, one: Estimate, said: str) -> Bar:
    return label, one.value, one.low, one.high, said
