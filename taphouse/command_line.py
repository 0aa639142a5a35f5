"""The `taphouse` command: the commands of the service, and those of the lab above it."""

from __future__ import annotations

from typing import Annotated

import typer

from taphouse.lab import commands as lab
from taphouse.lab import players, record
from taphouse.service.cli import commands as service
from taphouse.service.cli import store

main = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,  # local variables hold keys and tokens
)


def _version(asked: bool) -> None:
    from importlib.metadata import version

    if asked:
        typer.echo(f"taphouse {version('taphouse')}")
        raise typer.Exit


@main.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """A game-state API for board games. Settings are TAPHOUSE_ variables: see `taphouse settings`.

    The exit status is 0 if a command succeeds, 1 if it finds what it checks for, and 2 after an error.
    """


COMMANDS = (
    *(players.demo, players.bot, players.mcp, lab.arena),
    *(service.serve, service.settings, service.admin, service.games, service.messages),
    *(lab.new_game, lab.sdl, lab.contract, lab.simulate, lab.check_secrecy, lab.test_game, service.shadow),
)
"""In the order of the help."""

for command in COMMANDS:
    main.command()(command)
main.add_typer(record.main, name="record")
main.add_typer(store.main, name="store")
