"""`taphouse record`: plays, shows, verifies, converts and enters records of games. See docs/records.md."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from taphouse.service.cli.output import Language, fail

Files = Annotated[
    list[Path], typer.Argument(help="Files of records, as text or JSON Lines. Pass - for standard input.")
]


class RecordFormat(enum.Enum):
    """The forms of records."""

    text = "text"
    jsonl = "jsonl"


main = typer.Typer(
    help="Play, show, verify, convert and enter records of games. If a record is bad, a command names its line and the reason on "
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
    dataset: Annotated[
        Path | None,
        typer.Option(
            "--dataset",
            help="Write the decisions as arrays instead: to a file, .npz or .parquet, or for Minari to a folder such as bots-v0.",
        ),
    ] = None,
    steps: Annotated[
        bool, typer.Option("--steps", help="Let the arrays have the steps in which moves are chosen, not whole moves.")
    ] = False,
) -> None:
    """Convert records to another form, on standard output. A record that changes loses its signature."""
    from taphouse.lab.record import files as implementation

    if steps and dataset is None:
        fail("--steps is for the arrays of --dataset.", status=2)
    if dataset is not None:
        if draws is not None or with_edition:
            fail("--draws, --no-draws and --with-edition are for records, not for --dataset.", status=2)
        implementation.save_decisions(files, dataset, steps)
        return
    _finish(implementation.convert(files, to is RecordFormat.jsonl, draws, with_edition))


@main.command()
def enter(
    file: Annotated[Path, typer.Argument(help="The record to write. FILE.lines beside it keeps the lines.")],
    game: Annotated[str | None, typer.Option("--game", help="The kind of game.")] = None,
    player: Annotated[
        list[str] | None, typer.Option("--player", help="The name of a player, for each, in turn order.")
    ] = None,
    edition: Annotated[str | None, typer.Option("--edition", help="The edition. Default: the game's first.")] = None,
    options: Annotated[
        str,
        typer.Option("--options", help='The game\'s options as a JSON object, such as \'{"firstSeat": "SEAT_1"}\'.'),
    ] = "{}",
    seed: Annotated[str, typer.Option("--seed", help="The text from which what nobody saw is drawn.")] = "1",
    language: Language = None,
) -> None:
    """Enter a game that was played on paper: its moves, and the cards that all saw. Cards that nobody saw are filled in.

    Without --game, go on with a file. Lines that are not typed at a terminal are read from standard input, up to the first one
    that is refused; the exit status is then 1.
    """
    import sys

    from taphouse.lab.matches.arguments import BadArgument
    from taphouse.lab.record import entering
    from taphouse.service.cli.commands import settings_or_exit

    if game is None and (player or edition or options != "{}"):
        fail("Name the --game of a new game. To go on with one, pass only the file.", status=2)
    begun = None if game is None else entering.FirstLine(game, tuple(player or ()), edition, options, seed)
    lines = None if sys.stdin.isatty() else sys.stdin
    try:
        entering.enter(file, begun, settings_or_exit().editions_dir, lines, language)
    except BadArgument as error:
        fail(str(error), status=2)
    except entering.BadLine as error:
        fail(str(error))


def _finish(status: int) -> None:
    if status:
        raise typer.Exit(status)
