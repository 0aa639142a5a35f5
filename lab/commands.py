"""The commands about games and the contract: `new-game`, `sdl`, `contract`, `simulate`, `arena`, `check-secrecy` and `test-game`.

Each imports its dependencies when it runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from taphouse.service.cli.commands import served_or_exit, settings_or_exit
from taphouse.service.cli.output import echo_json, fail

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Kind = Annotated[str | None, typer.Option("--game", help="The kind of game. Default: the first kind.")]
Seats = Annotated[int | None, typer.Option("--players", help="The number of players. Default: the game's minimum.")]
EditionName = Annotated[str | None, typer.Option("--edition", help="The edition. Default: the game's first.")]
GameOptions = Annotated[
    str, typer.Option("--options", help='The game\'s options as a JSON object, such as \'{"firstSeat": "SEAT_1"}\'.')
]


def sdl(
    check: Annotated[bool, typer.Option("--check", help="Only check that the stored files are up to date.")] = False,
    federation: Annotated[
        bool,
        typer.Option("--federation", help="Only print the schema of the served games as a subgraph, with its keys."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write the public contract of a checkout to schema/: the SDL, the OpenAPI document, and texts for authors of games."""
    from taphouse import schema
    from taphouse.engine import GAMES
    from taphouse.lab import contract
    from taphouse.lab.contract import games
    from taphouse.lab.game_tests import demands
    from taphouse.schema.graphql.build import Api
    from taphouse.schema.rest.openapi import exported

    if federation:
        typer.echo(Api.of(*served_or_exit().values(), federated=True).sdl(), nl=False)
        return
    api = Api.of(*GAMES.own().values())
    files = []
    texts = {
        contract.SDL: api.sdl(),
        contract.OPENAPI: exported(api.served),
        contract.GAMES: games.written(),
        demands.FILE: demands.written(),
    }
    for name, text in texts.items():
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


def new_game(
    name: Annotated[str, typer.Argument(help="The name of the game, in lower case with hyphens: moon-rocket.")],
    directory: Annotated[str, typer.Option("--dir", help="The directory for its folder.")] = ".",
    small: Annotated[
        bool, typer.Option("--small", help="Write one file of less than 100 lines: no editions, and English alone.")
    ] = False,
    like: Annotated[
        str | None, typer.Option(help="Write one file with such a game: cards, dice, board, cooperative or sealed.")
    ] = None,
) -> None:
    """Write a new game into a folder with its name: a small card game that works, to be changed.

    The exit status is 2 if it cannot be written.
    """
    from taphouse.lab import new_game

    try:
        folder = new_game.new_game(name, Path(directory), like or ("small" if small else None))
    except (new_game.BadName, OSError) as error:
        fail(str(error), status=2)
    else:
        typer.echo(f"{folder} is a game. To play it: pip install --editable {folder} && taphouse serve")


def contract(
    release: Annotated[
        bool,
        typer.Option("--release", help="If the comparison passes, store the current contract as the released one."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Compare a checkout's public contract with the last released one, in schema/released.

    The exit status is 1 if a change breaks clients or games and CHANGELOG.md does not declare it.
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
            *(f"breaking: {change.what} Declare it as `{change.thing}`." for change in undeclared),
            "Undo each breaking change, or declare it in CHANGELOG.md: under '### Breaking' of the unreleased version, add a "
            "line with the name in backquotes that tells what to do instead.",
        )
    if release:
        checkout.release()


def simulate(
    game: Kind = None,
    players: Seats = None,
    games: Annotated[int, typer.Option("--games", help="The number of games.")] = 200,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            help="Bots such as random, greedy or search: one for all seats, or one per seat, separated by commas.",
        ),
    ] = "greedy",
    edition: EditionName = None,
    options: GameOptions = "{}",
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

    If you stop it, it begins anew; an arena goes on where it was. The exit status is 2 if an argument is invalid.
    """
    from taphouse.lab import simulate
    from taphouse.lab.matches.arguments import BadArgument

    files = [None if file is None else Path(file) for file in (records, html)]
    try:
        folder = settings_or_exit().editions_dir
        simulate.run(game, players, games, bots, edition, options, give, folder, seed, as_json, opening, *files)
    except BadArgument as error:
        fail(str(error), status=2)


def arena(
    bots: Annotated[
        list[str],
        typer.Argument(
            help="Two or more bots. Each is a name, such as greedy, search, trained, or search:200 and search:0.3s to set its "
            "iterations or seconds; the file of a network, such as mine.json; an import path, such as mine.bots:Bold; a "
            "URL; or a command, such as 'node bot.mjs'."
        ),
    ],
    game: Kind = None,
    games: Annotated[int, typer.Option("--games", help="The number of games for each group of bots.")] = 100,
    players: Seats = None,
    edition: EditionName = None,
    options: GameOptions = "{}",
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same shuffles.")] = "1",
    jobs: Annotated[
        int | None, typer.Option("--jobs", help="The number of games to play at once. Default: one per core.")
    ] = None,
    out: Annotated[
        Path,
        typer.Option("--out", help="The folder for games, records and reports. An unfinished arena resumes there."),
    ] = Path("arena"),
    leaderboard: Annotated[
        Path | None,
        typer.Option(
            "--leaderboard",
            help="A file that keeps the games of many arenas: this one is added to it, and the report is of all.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Let bots play each other and rate them. Every group plays the same shuffles from all seats.

    You can stop it at any time: the same command goes on where it was. The exit status is 2 if an argument is invalid, or a bot
    cannot play.
    """
    import signal
    import sys
    from importlib.util import find_spec

    if find_spec("numpy") is None:
        fail("numpy is missing. Install the arena: pip install 'taphouse[arena]'", status=2)
    from taphouse.lab.arena import run
    from taphouse.lab.matches.arguments import BadArgument

    def end(number: int, _: object) -> None:
        signal.signal(number, signal.SIG_IGN)  # `timeout` sends it twice
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        sys.exit(128 + number)

    for number in (signal.SIGTERM, signal.SIGINT):  # so that no process is left behind
        signal.signal(number, end)
    try:
        run.run(bots, game, games, players, edition, options, seed, jobs, out, as_json, leaderboard)
    except BadArgument as error:
        fail(str(error), status=2)


def check_secrecy(
    game: Annotated[str | None, typer.Option("--game", help="The kind of game. Default: all kinds.")] = None,
    pairs: Annotated[int, typer.Option("--pairs", help="The number of pairs of worlds for each kind of game.")] = 200,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same pairs.")] = "1",
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object on each line.")] = False,
) -> None:
    """Look for leaks of hidden information: compare the answers about games that differ only in what a viewer cannot know.

    If you stop it, it begins anew: several runs with fewer pairs and other seeds check as much. The exit status is 1 if an answer
    differs, or if something hidden was the same in all worlds, and 2 if an argument is invalid.
    """
    from taphouse.engine.worlds import NoWorlds
    from taphouse.lab.secrecy import report
    from taphouse.lab.secrecy.deals import Undealt

    try:
        report.run(game, pairs, seed, settings_or_exit(), as_json)
    except report.BadSecrecyRequest as error:
        fail(str(error), status=2)
    except (NoWorlds, Undealt) as error:
        fail(str(error))
    except (report.Leaked, report.Unproven):
        fail()


def test_game(
    name: Annotated[str, typer.Argument(help="The kind of an installed game, or a place such as my_game.about:GAME.")],
    arguments: Annotated[
        list[str] | None, typer.Argument(help="Arguments for pytest, after `--`, such as -k golden.")
    ] = None,  # noqa: PT028 -- a command, not a test
    write: Annotated[
        bool,
        typer.Option(
            "--write",
            help="Write its golden games and counts of moves anew, and the digests of new statements of guides.",
        ),
    ] = False,  # noqa: PT028
    fast: Annotated[
        bool, typer.Option("--fast", help="Stop at the first fault, after about 10 s: one table, without the service.")
    ] = False,  # noqa: PT028
) -> None:
    """Test a game: rules, secrecy, notation, messages, guide and editions.

    The exit status is 1 if a test fails, and 2 if the game cannot be tested.
    """
    try:
        from taphouse.lab.game_tests import running

        if write:
            for line in running.write(name):
                typer.echo(line)
            return
        status = running.run(name, arguments or (), fast)
    except LookupError as error:
        fail(str(error.args[0]), status=2)
    except ModuleNotFoundError as missing:
        if missing.name not in ("pytest", "hypothesis"):
            raise
        fail(f"{missing.name} is missing. Install the tests: pip install 'taphouse[game-tests]'", status=2)
    else:
        raise typer.Exit(status)
