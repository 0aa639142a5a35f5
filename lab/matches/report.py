"""The findings that all reports of games between bots have, their intervals, and their pages: no script, and nothing to load."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from statistics import NormalDist, fmean, quantiles
from typing import Any

from msgspec import Struct
from rich.console import Console

from taphouse.lab.matches.playing import MatchResult

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
WIDTH, LABEL, ROW = 720, 200, 26
"""The width of a plot, of its labels, and the height of a row."""
COLORS = ("#3b6ea5", "#c0692f", "#4f8a4c", "#8b5ba6", "#a6904d", "#b34f6d", "#4c9a9a", "#777777")
Sampled = tuple[str, float]
"""A value, with the shuffle of its game before it."""
STYLE = """body { font: 15px/1.5 system-ui, sans-serif; max-width: 760px; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse } th, td { text-align: left; padding: .2em 1em .2em 0; border-bottom: 1px solid #ddd }
svg { max-width: 100%; height: auto } svg text { font: 12px system-ui, sans-serif; fill: #222 }
h2 { font-size: 1.1em; margin-top: 2em }"""


class Estimate(Struct, frozen=True):
    """A mean with its confidence interval at level `CONFIDENCE`."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f}  ({self.low:.2f} to {self.high:.2f})"

    @property
    def percent(self) -> str:
        """A share, as text."""
        return f"{self.value:.1%} ({100 * self.low:.1f} to {100 * self.high:.1f})"


class GamesReport(Struct, frozen=True):
    """The findings that all reports have. A shared win and a draw count as fractions, the win of a team in full for each of its
    seats. Where all seats share each result, as in a cooperative game, `score` is in place of the shares of wins.
    """

    game: str
    edition: str
    players: int
    seed: str
    games: int
    different: int
    """The number of games that differ in their moves. Bots without luck may play the same game again."""
    by_turn_order: tuple[Estimate, ...]
    """The share of wins of the seat that decides first, of the next one, and so on. Empty with a `score`."""
    fair: float
    """The fair share of wins: the mean of all seats."""
    score: Estimate | None
    """The mean points that all seats share; None in other games."""
    won: Estimate | None
    """The share of games that all have won; None in other games."""
    stake: Estimate
    """The mean stake."""
    decisions: Estimate
    decisions_quartiles: tuple[float, ...]
    reasons: dict[str, int]

    @property
    def count(self) -> str:
        """The number of games and of their players, as text."""
        return f"{self.games} game{'s' * (self.games != 1)} of {self.players} players"

    @property
    def repetition(self) -> str:
        """The warning if games repeat each other; empty if all are different."""
        if self.games == self.different:
            return ""
        return f"The games repeat each other (different ones: {self.different}), so the intervals are too narrow."


def findings(players: int, results: Sequence[MatchResult]) -> dict[str, Any]:
    """The fields of a `GamesReport` that follow from its games."""
    lengths = [result.decisions for result in results]
    turns = [
        share([(result.shuffle, result.victory[(result.first - 1 + place) % players]) for result in results])
        for place in range(players)
    ]
    common = all(result.common for result in results)
    return {
        "players": players,
        "games": len(results),
        "different": len({result.course or str(result.number) for result in results}),
        "by_turn_order": () if common else tuple(turns),
        "fair": fmean([sum(result.victory) for result in results]) / players,
        "score": mean([(result.shuffle, float(result.points[0])) for result in results]) if common else None,
        "won": share([(result.shuffle, result.victory[0]) for result in results]) if common else None,
        "stake": mean([(result.shuffle, float(result.stake)) for result in results]),
        "decisions": mean([(result.shuffle, float(result.decisions)) for result in results]),
        "decisions_quartiles": tuple(quantiles(lengths, n=4)) if len(lengths) > 1 else (float(lengths[0]),) * 3,
        "reasons": dict(Counter(result.reason for result in results).most_common()),
    }


def mean(values: Sequence[Sampled]) -> Estimate:
    """The mean of some values, with its confidence interval; of one shuffle alone, the interval is empty.

    Games of one shuffle share its luck, and seats of one game its winner, so only shuffles are independent of each other: the
    error is that of a mean of clusters, by Student's distribution.
    """
    middle, squares, shuffles = _clustered(values)
    half = 0.0
    if shuffles > 1:
        half = student(shuffles - 1) * math.sqrt(squares * shuffles / (shuffles - 1)) / len(values)
    return Estimate(middle, middle - half, middle + half)


def share(values: Sequence[Sampled], scale: float = 1.0) -> Estimate:
    """The mean of values from 0 to 1, with its Wilson score interval, which stays within 0 and 1; both times `scale`.

    The number of values is the one that would give the same error if all were independent. As few shuffles can look more alike
    than they are, one more is counted, whose games are independent.
    """
    p, squares, shuffles = _clustered(values)
    independent = p * (1 - p)
    n = float(shuffles)
    if squares:
        more = independent * len(values) / shuffles
        n = independent * len(values) ** 2 / (squares * shuffles / max(1, shuffles - 1) + more)
    z = student(shuffles)
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(independent / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Estimate(p * scale, max(0.0, middle - half) * scale, min(1.0, middle + half) * scale)


def student(degrees: int) -> float:
    """The quantile of Student's distribution that bounds an interval at level `CONFIDENCE` (Cornish and Fisher's expansion)."""
    z, n = Z, degrees
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)


def _clustered(values: Sequence[Sampled]) -> tuple[float, float, int]:
    """The mean of some values, the sum of the squares of each shuffle's difference from it, and the number of shuffles."""
    middle = fmean([value for _, value in values])
    apart: dict[str, float] = defaultdict(float)
    for shuffle, value in values:
        apart[shuffle] += value - middle
    return middle, math.fsum(one * one for one in apart.values()), len(apart)


def show_heading(report: GamesReport, console: Console, options: str = "", bots: str = "") -> None:
    """Print what a report is about."""
    console.print(
        f"[bold]{report.game}[/] ({report.edition}{options}): {report.count}{bots}, "
        f"seed {report.seed}; {CONFIDENCE:.0%} confidence intervals",
        highlight=False,
    )
    if report.repetition:
        console.print(report.repetition, highlight=False)
    if report.score is not None and report.won is not None:
        console.print(f"Points of all: {report.score}; won by all: {report.won.percent}", highlight=False)
    if report.stake.value > 1:
        console.print(f"Games that a result counts as: {report.stake}", highlight=False)


def page(title: str, report: GamesReport, plots: Mapping[str, str], bots: str = "", table: str = "") -> str:
    """A report as one HTML page.

    Args:
        title: What precedes the name of the game.
        report: The report.
        plots: HTML, by its titles.
        bots: What the introduction says of the bots.
        table: HTML before the plots.
    """
    heading = escape(f"{title}: {report.game}")
    introduction = (
        f"{report.count}, edition {report.edition}{bots}, seed {report.seed}. "
        f"Bars show {CONFIDENCE:.0%} confidence intervals. {report.repetition}"
    )
    body = "\n".join([table, *(f"<h2>{name}</h2>{plot}" for name, plot in plots.items())])
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{heading}</title><style>{STYLE}</style></head><body>
<h1>{heading}</h1>
<p>{escape(introduction)}</p>
{body}
</body></html>
"""


def places(label: str, shares: Iterable[Estimate], fair: float) -> str:
    """A plot of shares of wins by place, with the fair share."""
    return dots(
        [(f"{label} {number}", one, f"{one.value:.0%}") for number, one in enumerate(shares, 1)], 0.0, 1.0, fair
    )


def dots(
    bars: Sequence[tuple[str, Estimate, str]],
    low: float | None = None,
    high: float | None = None,
    mark: float | None = None,
) -> str:
    """A dot with an error bar for each value, which has a label and a text beside it; a line at `mark`."""
    least = min([one.low for _, one, _ in bars], default=0.0) if low is None else low
    most = max([one.high for _, one, _ in bars], default=1.0) if high is None else high
    scale = (WIDTH - LABEL - 60) / ((most - least) or 1)

    def at(value: float) -> float:
        return LABEL + 10 + (value - least) * scale

    height = ROW * len(bars) + 8
    inner = [] if mark is None else [_line(at(mark), 0, at(mark), height, "#ccc")]
    for row, (label, one, said) in enumerate(bars):
        y = ROW * row + ROW / 2
        inner += [
            _text(LABEL, y + 4, label, "end"),
            _line(at(one.low), y, at(one.high), y),
            f'<circle cx="{at(one.value):.1f}" cy="{y:.1f}" r="4" fill="{COLORS[0]}"/>',
            _text(WIDTH - 40, y + 4, said),
        ]
    return _svg(height, inner)


def stacks(rows: Sequence[tuple[str, Mapping[str, float]]]) -> str:
    """A bar for each label, made of named values; negative ones to the left."""
    names = [*dict.fromkeys(name for _, values in rows for name in values)]
    above = max([sum(max(0.0, n) for n in values.values()) for _, values in rows], default=0.0)
    below = max([-sum(min(0.0, n) for n in values.values()) for _, values in rows], default=0.0)
    scale = (WIDTH - LABEL - 70) / ((above + below) or 1)
    inner = []
    for row, (label, values) in enumerate(rows):
        y = ROW * row + 4
        right = left = LABEL + 10 + below * scale
        inner.append(_text(LABEL, y + 14, label, "end"))
        for name, value in values.items():
            width = abs(value) * scale
            x, left, right = (right, left, right + width) if value >= 0 else (left - width, left - width, right)
            inner.append(_box(x, y, width, 18, COLORS[names.index(name) % len(COLORS)], f"{name}: {value:.1f}"))
        inner.append(_text(right + 6, y + 14, f"{sum(values.values()):.1f}"))
    top = ROW * len(rows)
    for i, name in enumerate(names):
        x, y = 10 + i % 3 * 235, top + 14 + i // 3 * 20
        inner += [_box(x, y, 12, 12, COLORS[i % len(COLORS)], name), _text(x + 18, y + 10, name)]
    return _svg(top + 24 + (len(names) + 2) // 3 * 20, inner)


def columns(bins: Sequence[tuple[int, int, int]]) -> str:
    """A histogram: for each bar the least and the most of what is counted, and the count."""
    most = max([count for _, _, count in bins], default=1)
    width = (WIDTH - 20) / max(1, len(bins))
    inner = []
    for i, (low, high, count) in enumerate(bins):
        height = 120 * count / most
        inner.append(
            _box(10 + i * width, 130 - height, max(1, width - 2), height, COLORS[0], f"{low} to {high}: {count}")
        )
    if bins:
        inner += [_text(10, 146, str(bins[0][0])), _text(WIDTH - 10, 146, str(bins[-1][1]), "end")]
    return _svg(152, inner)


def _svg(height: int, inner: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">{"".join(inner)}</svg>'


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, color: str = "#888") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="1.5"/>'


def _box(x: float, y: float, width: float, height: float, color: str, tip: str) -> str:
    size = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {size} fill="{color}"><title>{escape(tip)}</title></rect>'
