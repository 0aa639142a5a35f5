"""`taphouse record`: plays, shows, verifies and converts records of games. See docs/records.md."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from taphouse.service.cli.output import Language

Files = Annotated[
    list[Path], typer.Argument(help="Files of records, as text or JSON Lines. Pass - for standard input.")
]


class RecordFormat(enum.Enum):
    """The forms of records."""

    text = "text"
    jsonl = "jsonl"


main = typer.Typer(
    help="Play, show, verify and convert records of games. If a record is bad, a command names its line and the reason on "
    "standard error, continues with the next record, and exits with status 1; with status 2, if a file cannot be read.",
    no_args_is_help=True,
    add_completion=False,
)


@main.command()
def play(files: Files, language: Language = None) -> None:
    """Replay records, and print each position as a line of JSON: the move, the decision, and the whole table, nothing hidden."""
    from taphouse.lab.record import files as implementation

    _finish(implementation.play(files, language))


@main.command()
def show(
    files: Files,
    language: Language = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object for each record.")] = False,
) -> None:
    """Replay records, and tell them in sentences."""
    from taphouse.lab.record import files as implementation

    _finish(implementation.show(files, as_json, language))


@main.command()
def verify(
    files: Files,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
    require_proof: Annotated[
        bool, typer.Option("--require-proof", help="Refuse records that do not prove their draws.")
    ] = False,
    key: Annotated[
        Path | None, typer.Option(help="A file of public keys (JWKS). Each record must be signed by one of them.")
    ] = None,
    url: Annotated[
        str | None, typer.Option(help="A service. Each record must be signed by one of the keys that it publishes.")
    ] = None,
) -> None:
    """Check the commitment, all draws, all moves and the result of each record. Print what is wrong, and a summary.

    The summary says what proves the draws: a commitment that seed and salt open (proven), such a one whose seed a client knew
    (chosen seed), or nothing (unproven draws), as in the record of a real table.
    """
    from taphouse.lab.record import verifying

    _finish(verifying.verify(files, as_json, require_proof, key, url))


@main.command()
def convert(
    files: Files,
    to: Annotated[RecordFormat, typer.Option("--to", help="The form to write.")] = RecordFormat.jsonl,
    draws: Annotated[
        bool | None,
        typer.Option(
            "--draws/--no-draws",
            help="List all draws, which also verifies the record, or none. Default: as in the record.",
        ),
    ] = None,
    with_edition: Annotated[
        bool,
        typer.Option("--with-edition", help="Add the file of the edition, for readers who do not have it."),
    ] = False,
) -> None:
    """Convert records to another form, on standard output. A record that changes loses its signature."""
    from taphouse.lab.record import files as implementation

    _finish(implementation.convert(files, to is RecordFormat.jsonl, draws, with_edition))


def _finish(status: int) -> None:
    if status:
        raise typer.Exit(status)
