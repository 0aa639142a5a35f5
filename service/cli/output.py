"""Reports of commands: JSON on standard output, and sentences on standard error."""

from __future__ import annotations

import json

import typer


def echo_json(value: object) -> None:
    """Print a value as JSON."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def counted(number: int, thing: str) -> str:
    """A number of things in words: `1 game`, `2 games`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def fail(*sentences: str, status: int = 1) -> None:
    """Print sentences on standard error, and exit: with status 1 if a check failed, 2 after an error."""
    for sentence in sentences:
        typer.echo(sentence, err=True)
    raise typer.Exit(status)
