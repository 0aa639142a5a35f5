"""The report of an arena as one HTML page with its plots: no script, and nothing to load."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from taphouse.lab.arena.report import ArenaReport, table_of
from taphouse.lab.plots import COLORS, LABEL, ROW, WIDTH, dots, sheet, svg, text
from taphouse.lab.simulate.run import CONFIDENCE, repetition


def page(report: ArenaReport) -> str:
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
    faults = "".join(f"<li>{escape(reason)}</li>" for reason in report.faults)
    introduction = (
        f"{report.games} games of {report.players} players, edition {report.edition}, seed {report.seed}. "
        f"Bars show {CONFIDENCE:.0%} confidence intervals. {repetition(report.games, report.different)}"
    )
    body = f"""{_table(report)}
<h2>Ratings</h2>{dots(ratings)}
<h2>Against each other</h2>{dots(pairs, 0.0, 1.0, 0.5)}
<h2>Wins by place in turn order</h2>{dots(turns, 0.0, 1.0, 1 / report.players)}
<h2>Points by category</h2>{_stacks(report)}
<h2>Decisions in a game</h2>{_columns(report.lengths)}
{f"<h2>Faults</h2><ul>{faults}</ul>" if faults else ""}"""
    return sheet(f"Arena: {report.game}", introduction, body)


def _table(report: ArenaReport) -> str:
    heads, rows = table_of(report)
    table = f"<tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>"
    for row in rows:
        table += f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
    return f"<table>{table}</table>"


def _stacks(report: ArenaReport) -> str:
    """The mean points of each bot, divided by category; deductions to the left."""
    names = [*dict.fromkeys(name for one in report.bots for name in one.categories)]
    above = max([sum(max(0.0, n) for n in one.categories.values()) for one in report.bots], default=0.0)
    below = max([-sum(min(0.0, n) for n in one.categories.values()) for one in report.bots], default=0.0)
    scale = (WIDTH - LABEL - 70) / ((above + below) or 1)
    inner = []
    for row, one in enumerate(report.bots):
        y = ROW * row + 4
        right = left = LABEL + 10 + below * scale
        inner.append(text(LABEL, y + 14, one.bot, "end"))
        for name, points in one.categories.items():
            width = abs(points) * scale
            x, left, right = (right, left, right + width) if points >= 0 else (left - width, left - width, right)
            color = COLORS[names.index(name) % len(COLORS)]
            tip = escape(f"{name}: {points:.1f}")
            inner.append(
                f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="18" fill="{color}"><title>{tip}</title></rect>'
            )
        inner.append(text(right + 6, y + 14, f"{one.points.value:.1f}"))
    top = ROW * len(report.bots)
    for i, name in enumerate(names):
        x, y = 10 + i % 3 * 235, top + 14 + i // 3 * 20
        inner.append(f'<rect x="{x}" y="{y}" width="12" height="12" fill="{COLORS[i % len(COLORS)]}"/>')
        inner.append(text(x + 18, y + 10, name))
    return svg(top + 24 + (len(names) + 2) // 3 * 20, "".join(inner))


def _columns(lengths: Sequence[tuple[int, int, int]]) -> str:
    """A histogram of the lengths of games."""
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
        inner += [text(10, 146, str(lengths[0][0])), text(WIDTH - 10, 146, str(lengths[-1][1]), "end")]
    return svg(152, "".join(inner))
