"""A position as a picture: the lines of its text in panels, one for each player and for each thing on the table.

All pictures have one size, so that tools can make films of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from taphouse.env.table import Array

WIDTH, HEIGHT = 1280, 960
"""In pixels."""
_COLUMNS = (3, 4, 5, 6)
_LETTERS, _LINE, _GAP = 58, 16, 12
"""Letters of a line in a panel; pixels of a line, and between panels."""
_PANEL = 420
_FONT, _TITLE = ImageFont.load_default(13), ImageFont.load_default(16)
_GROUND, _PAPER, _INK, _DECIDES = "#f3ead8", "#fffdf8", "#2b2118", "#c0692f"

Panel = tuple[str, list[str]]
"""A title, and the lines below it."""
Placed = tuple[int, int, int, str, list[str]]
"""The left edge, the top and the height of a panel, and the panel."""


def picture(text: str, decides: int | None) -> Array:
    """Draw a position.

    Args:
        text: its text, as `engine.play.text` writes it.
        decides: the seat that decides, whose panel stands out; None for none.

    Returns:
        The pixels, with shape (HEIGHT, WIDTH, 3), from 0 to 255.
    """
    panels = [(title, [*_wrapped(lines)]) for title, lines in _panels(text)]
    places, size = max((_placed(panels, columns) for columns in _COLUMNS), key=lambda one: _scale(one[1]))
    image = Image.new("RGB", size, _GROUND)
    draw = ImageDraw.Draw(image)
    for left, top, height, title, lines in places:
        line = _DECIDES if decides is not None and title == f"Seat {decides}" else _INK
        box = (left, top, left + _PANEL, top + height)
        draw.rounded_rectangle(box, 8, fill=_PAPER, outline=line, width=4 if line is _DECIDES else 1)
        draw.text((left + 10, top + 8), title, fill=line, font=_TITLE)
        for row, words in enumerate(lines):
            draw.text((left + 10, top + 2 * _LINE + row * _LINE), words, fill=_INK, font=_FONT)
    image.thumbnail((WIDTH, HEIGHT))
    whole = Image.new("RGB", (WIDTH, HEIGHT), _GROUND)
    whole.paste(image, ((WIDTH - image.width) // 2, 0))
    return np.asarray(whole)


def _placed(panels: list[Panel], columns: int) -> tuple[list[Placed], tuple[int, int]]:
    """Panels in columns, each below the shortest one; and the size of the whole."""
    heights = [_GAP] * columns
    places = []
    for title, lines in panels:
        column = heights.index(min(heights))
        height = 2 * _LINE + _LINE * len(lines) + 8
        places.append((column * (_PANEL + _GAP) + _GAP, heights[column], height, title, lines))
        heights[column] += height + _GAP
    return places, (columns * (_PANEL + _GAP) + _GAP, max(heights))


def _scale(size: tuple[int, int]) -> float:
    """The size in a picture of something of this size."""
    return min(WIDTH / size[0], HEIGHT / size[1], 1.0)


def _panels(text: str) -> Iterator[Panel]:
    """The panels: what fits a line of its own, then what has lines below, then the players one by one."""
    table: list[str] = []
    sections: list[Panel] = []
    for line in text.splitlines():
        if not line.startswith(" ") and not line.endswith(":"):
            table.append(line)
        elif line.startswith("  - seat: "):
            sections.append((f"Seat {line.removeprefix('  - seat: ')}", []))
        elif not line.startswith(" "):
            sections.append((line.removesuffix(":").capitalize(), []))
        else:
            sections[-1][1].append(
                line.removeprefix("  ").removeprefix("  " if sections[-1][0].startswith("Seat ") else "")
            )
    yield "Table", table
    yield from ((title, lines) for title, lines in sections if lines)


def _wrapped(lines: list[str]) -> Iterator[str]:
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()))
        yield from wrap(line, _LETTERS, subsequent_indent=f"{indent}  ") or [""]
