"""The contract and the checks: `sdl`, `contract`, `simulate` and `check-secrecy`. Each imports its dependencies when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from taphouse.service.cli.commands import served_or_exit, settings_or_exit
from taphouse.service.cli.output import echo_json, fail

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def sdl(
    check: Annotated[bool, typer.Option("--check", help="Only check that the stored files are up to date.")] = False,
    federation: Annotated[
        bool,
        typer.Option("--federation", help="Only print the schema of the served games as a subgraph, with its keys."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write the GraphQL schema and the OpenAPI document to schema/taphouse.graphql and schema/openapi.json in a checkout."""
    from pathlib import Path

    from taphouse import schema
    from taphouse.engine import GAMES
    from taphouse.schema.graphql.build import Api
    from taphouse.schema.rest.openapi import exported

    if federation:
        typer.echo(Api.of(*served_or_exit().values(), federated=True).sdl(), nl=False)
        return
    api = Api.of(*GAMES.own().values())
    files = []
    for name, text in (("taphouse.graphql", api.sdl()), ("openapi.json", exported(api))):
        file = Path(schema.__file__).with_name(name)
        current = file.exists() and file.read_text(encoding="utf-8") == text
        if not check:
            file.write_text(text, encoding="utf-8")
        files.append({"file": f"schema/{name}", "wasCurrent": current})
    if as_json:
        echo_json(files)
    old = [one["file"] for one in files if not one["wasCurrent"]]
    if check and old:
        fail(*(f"{file} is out of date: run `make sdl` and review the difference." for file in old))


def contract(
    release: Annotated[
        bool,
        typer.Option("--release", help="If the comparison passes, store the current contract as the released one."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Compare a checkout's public contract with the last released one, in schema/released.

    The exit status is 1 if a change breaks clients and CHANGELOG.md does not declare it.
    """
    from taphouse.lab.contract import Checkout

    checkout = Checkout.here()
    try:
        declared = checkout.declared()
    except FileNotFoundError as error:
        fail(f"{error.filename} is missing: this command only works in a checkout of Taphouse.", status=2)
        return
    changes = list(checkout.changes())
    undeclared = [change for change in changes if change.breaking and change.thing not in declared]
    if as_json:
        echo_json(
            [
                {"what": one.what, "thing": one.thing, "breaking": one.breaking, "declared": one.thing in declared}
                for one in changes
            ]
        )
    for change in changes if not as_json else ():
        if change not in undeclared:
            typer.echo(f"{'declared' if change.breaking else 'not breaking'}: {change.what}")
    if undeclared:
        fail(
            *(f"breaks clients: {change.what} Declare it as `{change.thing}`." for change in undeclared),
            "Undo each breaking change, or declare it in CHANGELOG.md: under '### Breaking' of the unreleased version, add a "
            "line with the name in backquotes that tells clients what to do instead.",
        )
    if release:
        checkout.release()


def simulate(
    game: Annotated[str | None, typer.Option("--game", help="The kind of game. Default: the first kind.")] = None,
    players: Annotated[
        int | None, typer.Option("--players", help="The number of players. Default: the game's minimum.")
    ] = None,
    games: Annotated[int, typer.Option("--games", help="The number of games.")] = 200,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            help="Bots such as random, greedy or search: one for all seats, or one per seat, separated by commas.",
        ),
    ] = "greedy",
    edition: Annotated[str | None, typer.Option("--edition", help="The edition. Default: the game's first.")] = None,
    options: Annotated[
        str,
        typer.Option("--options", help='The game\'s options as a JSON object, such as \'{"firstSeat": "SEAT_1"}\'.'),
    ] = "{}",
    give: Annotated[
        str | None,
        typer.Option("--give", help="A gift for one random seat in each game, to measure what it is worth."),
    ] = None,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same report.")] = "1",
    records: Annotated[
        str | None, typer.Option("--records", help="A file to write the records of all games to, as JSON Lines.")
    ] = None,
    html: Annotated[str | None, typer.Option("--html", help="A file to write the report to, with plots.")] = None,
    opening: Annotated[
        int,
        typer.Option(
            "--opening",
            help="So many first moves of each seat are drawn from those its search finds good, so that games differ.",
        ),
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print only the report, as JSON.")] = False,
) -> None:
    """Play many games between bots in this process, and print statistics about the game's balance.

    The exit status is 2 if an argument is invalid.
    """
    from pathlib import Path

    from taphouse.lab.simulate import report

    files = [None if file is None else Path(file) for file in (records, html)]
    try:
        folder = settings_or_exit().editions_dir
        report.run(game, players, games, bots, edition, options, give, folder, seed, as_json, opening, *files)
    except report.BadArgument as error:
        fail(str(error), status=2)


def check_secrecy(
    game: Annotated[str | None, typer.Option("--game", help="The kind of game. Default: all kinds.")] = None,
    pairs: Annotated[int, typer.Option("--pairs", help="The number of pairs of worlds for each kind of game.")] = 200,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same pairs.")] = "1",
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object on each line.")] = False,
) -> None:
    """Look for leaks of hidden information: compare the answers about games that differ only in what a viewer cannot know.

    The exit status is 1 if an answer differs, and 2 if an argument is invalid.
    """
    from taphouse.lab.secrecy import report

    try:
        report.run(game, pairs, seed, settings_or_exit(), as_json)
    except report.BadSecrecyRequest as error:
        fail(str(error), status=2)
    except report.Leaked:
        fail()
