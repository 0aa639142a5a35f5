"""`taphouse settings`: the settings as rows and as a table."""

from __future__ import annotations

from typing import Any

from taphouse.service.runtime.settings import Settings, variable


def settings_rows(current: Settings | None) -> list[dict[str, Any]]:
    """One row per setting; without current values if some are invalid."""
    rows = []
    for name, field in Settings.model_fields.items():
        row = {"variable": variable(name), "meaning": field.description, "default": _plain(field.default)}
        if current is not None:
            row["value"] = _plain(getattr(current, name))
        rows.append(row)
    return rows


def _plain(value: object) -> object:
    """A value for JSON; secrets are hidden."""
    from pathlib import Path

    from pydantic import SecretStr

    if isinstance(value, SecretStr):
        return "(hidden)"
    return str(value) if isinstance(value, Path) else value


def print_table(rows: list[dict[str, Any]]) -> None:
    """Print rows as a table."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    def cell(row: dict[str, Any], column: str) -> Text:
        value = row.get(column, "?")
        shown = {True: "true", False: "false", None: "-"}[value] if isinstance(value, bool | None) else str(value)
        changed = column == "value" and value != row["default"]
        return Text(shown, style="bold" if changed or column == "variable" else "")

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("variable", "value", "default"):
        table.add_column(column, overflow="fold", no_wrap=column == "variable")
    table.add_column("meaning", ratio=1, overflow="fold")
    for row in rows:
        table.add_row(*(cell(row, column) for column in ("variable", "value", "default", "meaning")))
    Console().print(table)
