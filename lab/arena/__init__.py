"""`taphouse arena`: a tournament between bots. See docs/arena.md."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def arena(
    bots: Annotated[
        list[str],
        typer.Argument(
            help="Two or more bots. Each is a name, such as greedy, search, or search:200 and search:1s to set its iterations or "
            "seconds; an import path, such as mine.bots:Bold; a URL; or a command, such as 'node bot.mjs'."
        ),
    ],
    game: Annotated[str | None, typer.Option("--game", help="The kind of game. Default: the first kind.")] = None,
    games: Annotated[int, typer.Option("--games", help="The number of games for each group of bots.")] = 100,
    players: Annotated[
        int | None, typer.Option("--players", help="The number of players. Default: the game's minimum.")
    ] = None,
    edition: Annotated[str | None, typer.Option("--edition", help="The edition. Default: the game's first.")] = None,
    options: Annotated[str, typer.Option("--options", help="The game's options as a JSON object.")] = "{}",
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

    if find_spec("openskill") is None:
        typer.echo("openskill is missing. Install the arena: pip install 'taphouse[arena]'", err=True)
        raise typer.Exit(2)
    from taphouse.lab.arena import run
    from taphouse.lab.simulate.report import BadArgument

    def end(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # `timeout` sends it twice
        sys.exit(128 + signal.SIGTERM)

    signal.signal(signal.SIGTERM, end)  # so that no process is left behind
    try:
        run.run(bots, game, games, players, edition, options, seed, jobs, out, as_json, leaderboard)
    except BadArgument as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
