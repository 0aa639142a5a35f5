"""The results of `render` of an environment."""

from __future__ import annotations

from taphouse.env.picture import picture
from taphouse.env.table import Array, GameTable

RENDER_MODES = ["ansi", "rgb_array"]


def check_mode(mode: str | None) -> None:
    """Return whether there is such a mode.

    Raises:
        ValueError: there is none. The message lists them.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"{mode!r} is no render mode; the modes are {', '.join(RENDER_MODES)}")


def rendered(table: GameTable, seat: int | None, mode: str | None) -> str | Array | None:
    """The table as a seat sees it, None for a spectator: as text, or as a picture."""
    if mode is None:
        return None
    text = table.text(seat)
    return text if mode == "ansi" else picture(text, table.seat)
