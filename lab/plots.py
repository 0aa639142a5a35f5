"""Plots of reports as HTML: no script, and nothing to load."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

WIDTH, LABEL, ROW = 720, 200, 26
"""The width of a plot, of its labels, and the height of a row."""
COLORS = ("#3b6ea5", "#c0692f", "#4f8a4c", "#8b5ba6", "#a6904d", "#b34f6d", "#4c9a9a", "#777777")
STYLE = """body { font: 15px/1.5 system-ui, sans-serif; max-width: 760px; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse } th, td { text-align: left; padding: .2em 1em .2em 0; border-bottom: 1px solid #ddd }
svg { max-width: 100%; height: auto } svg text { font: 12px system-ui, sans-serif; fill: #222 }
h2 { font-size: 1.1em; margin-top: 2em }"""
Bar = tuple[str, float, float, float, str]
"""A label, a value, the ends of its error bar, and the text beside it."""


def sheet(title: str, introduction: str, body: str) -> str:
    """A page.

    Args:
        title: Its title.
        introduction: What is said first, as text.
        body: The rest, as HTML.
    """
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style></head><body>
<h1>{escape(title)}</h1>
<p>{escape(introduction)}</p>
{body}
</body></html>
"""


def svg(height: int, inner: str) -> str:
    """A drawing as wide as a page."""
    return f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">{inner}</svg>'


def text(x: float, y: float, words: str, anchor: str = "start") -> str:
    """Words in a drawing."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, color: str = "#888") -> str:
    """A line in a drawing."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="1.5"/>'


def dots(bars: Sequence[Bar], low: float | None = None, high: float | None = None, mark: float | None = None) -> str:
    """A dot with an error bar for each value; a line at `mark`."""
    least = min([bar[2] for bar in bars], default=0.0) if low is None else low
    most = max([bar[3] for bar in bars], default=1.0) if high is None else high
    scale = (WIDTH - LABEL - 60) / ((most - least) or 1)

    def at(value: float) -> float:
        return LABEL + 10 + (value - least) * scale

    height = ROW * len(bars) + 8
    inner = [] if mark is None else [line(at(mark), 0, at(mark), height, "#ccc")]
    for row, (label, value, begins, ends, said) in enumerate(bars):
        y = ROW * row + ROW / 2
        inner += [
            text(LABEL, y + 4, label, "end"),
            line(at(begins), y, at(ends), y),
            f'<circle cx="{at(value):.1f}" cy="{y:.1f}" r="4" fill="{COLORS[0]}"/>',
            text(WIDTH - 40, y + 4, said),
        ]
    return svg(height, "".join(inner))
