"""The report of an arena as one HTML page with its plots: no script, and nothing to load."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from taphouse.service.cli.arena.report import Report, percent
from taphouse.service.cli.simulate.run import CONFIDENCE

WIDTH, LABEL, ROW = 720, 200, 26
"""The width of a plot, of its labels, and the height of a row."""
COLORS = ("#3b6ea5", "#c0692f", "#4f8a4c", "#8b5ba6", "#a6904d", "#b34f6d", "#4c9a9a", "#777777")
_STYLE = """body { font: 15px/1.5 system-ui, sans-serif; max-width: 760px; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse } th, td { text-align: left; padding: .2em 1em .2em 0; border-bottom: 1px solid #ddd }
svg { max-width: 100%; height: auto } svg text { font: 12px system-ui, sans-serif; fill: #222 }
h2 { font-size: 1.1em; margin-top: 2em }"""
Bar = tuple[str, float, float, float, str]
"""A label, a value, the ends of its error bar, and what is written beside it."""


def page(report: Report) -> str:
    """The page."""
    ratings = [
        (one.bot, one.rating.value, one.rating.low, one.rating.high, f"{one.rating.value:.1f}") for one in report.bots
    ]
    pairs = [
        (
            f"{pair.bot} before {pair.other}",
            pair.ahead.value,
            pair.ahead.low,
            pair.ahead.high,
            f"{pair.ahead.value:.0%}",
        )
        for pair in report.pairs
    ]
    turns = [
        (f"decides {number}.", one.value, one.low, one.high, f"{one.value:.0%}")
        for number, one in enumerate(report.by_turn_order, 1)
    ]
    title = f"Arena: {report.game}"
    faults = "".join(f"<li>{escape(reason)}</li>" for reason in report.faults)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style></head><body>
<h1>{escape(title)}</h1>
<p>{report.games} games of {report.players} players, edition {escape(report.edition)}, seed {escape(report.seed)}.
Bars show {CONFIDENCE:.0%} confidence intervals.</p>
{_table(report)}
<h2>Ratings</h2>{_dots(ratings)}
<h2>Against each other</h2>{_dots(pairs, 0.0, 1.0, 0.5)}
<h2>Wins by place in turn order</h2>{_dots(turns, 0.0, 1.0, 1 / report.players)}
<h2>Points by category</h2>{_stacks(report)}
<h2>Decisions in a game</h2>{_columns(report.lengths)}
{f"<h2>Faults</h2><ul>{faults}</ul>" if faults else ""}
</body></html>
"""


def _table(report: Report) -> str:
    rows = "".join(
        f"<tr><td>{escape(one.bot)}</td><td>{one.rating.value:.1f} ± {one.rating.value - one.rating.low:.1f}</td>"
        f"<td>{percent(one.wins)}</td><td>{one.points.value:.1f}</td><td>{one.games}</td><td>{one.faults}</td></tr>"
        for one in report.bots
    )
    heads = "".join(f"<th>{name}</th>" for name in ("bot", "rating", "wins", "points", "games", "faults"))
    return f"<table><tr>{heads}</tr>{rows}</table>"


def _svg(height: int, inner: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">{inner}</svg>'


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, color: str = "#888") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="1.5"/>'


def _dots(bars: Sequence[Bar], low: float | None = None, high: float | None = None, mark: float | None = None) -> str:
    """A dot with an error bar for each value; a line at `mark`."""
    least = min([bar[2] for bar in bars], default=0.0) if low is None else low
    most = max([bar[3] for bar in bars], default=1.0) if high is None else high
    scale = (WIDTH - LABEL - 60) / ((most - least) or 1)

    def at(value: float) -> float:
        return LABEL + 10 + (value - least) * scale

    height = ROW * len(bars) + 8
    inner = [] if mark is None else [_line(at(mark), 0, at(mark), height, "#ccc")]
    for row, (label, value, begins, ends, text) in enumerate(bars):
        y = ROW * row + ROW / 2
        inner += [
            _text(LABEL, y + 4, label, "end"),
            _line(at(begins), y, at(ends), y),
            f'<circle cx="{at(value):.1f}" cy="{y:.1f}" r="4" fill="{COLORS[0]}"/>',
            _text(WIDTH - 40, y + 4, text),
        ]
    return _svg(height, "".join(inner))


def _stacks(report: Report) -> str:
    """The mean points of each bot, divided by category; deductions to the left."""
    names = [*dict.fromkeys(name for one in report.bots for name in one.categories)]
    above = max([sum(max(0.0, n) for n in one.categories.values()) for one in report.bots], default=0.0)
    below = max([-sum(min(0.0, n) for n in one.categories.values()) for one in report.bots], default=0.0)
    scale = (WIDTH - LABEL - 70) / ((above + below) or 1)
    inner = []
    for row, one in enumerate(report.bots):
        y = ROW * row + 4
        right = left = LABEL + 10 + below * scale
        inner.append(_text(LABEL, y + 14, one.bot, "end"))
        for name, points in one.categories.items():
            width = abs(points) * scale
            x, left, right = (right, left, right + width) if points >= 0 else (left - width, left - width, right)
            color = COLORS[names.index(name) % len(COLORS)]
            tip = escape(f"{name}: {points:.1f}")
            inner.append(
                f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="18" fill="{color}"><title>{tip}</title></rect>'
            )
        inner.append(_text(right + 6, y + 14, f"{one.points.value:.1f}"))
    top = ROW * len(report.bots)
    for i, name in enumerate(names):
        x, y = 10 + i % 3 * 235, top + 14 + i // 3 * 20
        inner.append(f'<rect x="{x}" y="{y}" width="12" height="12" fill="{COLORS[i % len(COLORS)]}"/>')
        inner.append(_text(x + 18, y + 10, name))
    return _svg(top + 24 + (len(names) + 2) // 3 * 20, "".join(inner))


def _columns(lengths: Sequence[tuple[int, int, int]]) -> str:
    """How many games were how long."""
    most = max([count for _, _, count in lengths], default=1)
    width = (WIDTH - 20) / max(1, len(lengths))
    inner = []
    for i, (low, high, count) in enumerate(lengths):
        height = 120 * count / most
        tip = f"{low} to {high}: {count}"
        inner.append(
            f'<rect x="{10 + i * width:.1f}" y="{130 - height:.1f}" width="{max(1, width - 2):.1f}" height="{height:.1f}" '
            f'fill="{COLORS[0]}"><title>{tip}</title></rect>'
        )
    if lengths:
        inner += [_text(10, 146, str(lengths[0][0])), _text(WIDTH - 10, 146, str(lengths[-1][1]), "end")]
    return _svg(152, "".join(inner))
