"""Draws the service beside the peers: docs/pictures/peers.svg."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape

from bench.peers.servers import PEERS

FILE = Path(__file__).parents[2] / "docs" / "pictures" / "peers.svg"
NAMES = {
    "peers.taphouse": "Taphouse",
    **{f"peers.{peer}": name for peer, name in zip(PEERS, ("Apollo Server", "GraphQL Yoga", "Mercurius"), strict=True)},
}
PANELS = {
    "cpu_us": "Server CPU per move, in µs (less is better)",
    "per_second": "Moves per second (more is better)",
}
WIDTH, LABEL, BAR, ROW, PANEL = 720, 130, 500, 26, 150
"""Pixels: of the picture, the names, the longest bar, a row and a panel."""


def draw(figures: Mapping[str, float], date: datetime.date) -> None:
    """Write the picture of the figures of the peers."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(svg(figures, date), encoding="utf-8")


def svg(figures: Mapping[str, float], date: datetime.date) -> str:
    """The picture: a panel of bars for each figure that is compared."""
    height = PANEL * len(PANELS) + 44
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="13" fill="#222">',
        "<title>A move on Taphouse and on GraphQL servers of Node</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for number, (figure, title) in enumerate(PANELS.items()):
        top = 28 + number * PANEL
        parts.append(_text(16, top, title, weight="bold"))
        most = max(figures[f"{who}.{figure}"] for who in NAMES)
        for row, (who, name) in enumerate(NAMES.items()):
            y, value = top + 12 + row * ROW, figures[f"{who}.{figure}"]
            color = "#b45f06" if row == 0 else "#9aa5b1"
            parts.append(_text(16, y + 15, name))
            parts.append(
                f'<rect x="{LABEL}" y="{y}" width="{value / most * BAR:.0f}" height="{ROW - 6}" fill="{color}"/>'
            )
            parts.append(_text(round(LABEL + value / most * BAR) + 6, y + 15, f"{value:.0f}"))
    note = f"A typed move, answered with the whole table; one process each, the same store. Measured on {date}."
    return "\n".join([*parts, _text(16, height - 16, note, fill="#666"), "</svg>\n"])


def _text(x: int, y: int, text: str, weight: str = "normal", fill: str = "#222") -> str:
    return f'<text x="{x}" y="{y}" font-weight="{weight}" fill="{fill}">{escape(text)}</text>'
