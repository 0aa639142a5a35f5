"""Reports of commands: JSON on standard output, and sentences on standard error."""

from __future__ import annotations

import json
from typing import Annotated

import typer

Language = Annotated[
    str | None, typer.Option("--language", help="The language of labels, sentences, titles and texts, such as de.")
]


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
