"""The commands that play by the API, through `taphouse.client`. They need no service in this process."""

from __future__ import annotations

import enum
from typing import Annotated

import typer

from taphouse.service.cli.output import Language, fail


class BotName(enum.Enum):
    """The kinds of bots."""

    random = "random"
    greedy = "greedy"
    search_quick = "search-quick"
    search = "search"
    search_strong = "search-strong"
    search_expert = "search-expert"


class SchemaForm(enum.Enum):
    """The APIs whose form of tools is known."""

    openai = "openai"
    anthropic = "anthropic"


def demo(
    url: Annotated[
        str | None,
        typer.Option("--url", help="The URL of a running service. If omitted, one is started for this game."),
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", help="The kind of game, such as dank-and-draft. Default: the first kind.")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", help="The number of players. Default: the game's minimum.")
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", help="The seed of the game and the bots: the same seed gives the same moves."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only the result.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print only the result, as JSON.")] = False,
    delay: Annotated[float, typer.Option("--delay", min=0.0, help="Seconds to wait before each move.")] = 0.0,
    record_file: Annotated[
        str | None, typer.Option("--record", help="A file to write the record of the game to, as text.")
    ] = None,
    language: Language = None,
) -> None:
    """Play a complete game between random bots through the HTTP API, and print every move, what came of it, and the scores.

    The exit status is 0 if the game ended, 130 after Ctrl-C, else 2.
    """
    try:
        from pathlib import Path

        from taphouse.lab import demo as implementation

        written = None if record_file is None else Path(record_file)
        try:
            implementation.run(url, game, players, seed, quiet, as_json, delay, written, language)
        except implementation.DemoFailed as error:
            fail(str(error), status=2)
    except KeyboardInterrupt:
        fail("The game was stopped before its end.", status=130)


def bot(
    url: Annotated[str, typer.Option("--url", help="The URL of the service, such as http://127.0.0.1:8000.")],
    token: Annotated[
        str,
        typer.Option(
            "--token", help="The seat's token. Pass - to read it from standard input, hidden from other users."
        ),
    ],
    kind: Annotated[BotName, typer.Option("--kind", help="The kind of bot.")] = BotName.greedy,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only the result.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print only the result, as JSON.")] = False,
    language: Language = None,
) -> None:
    """Play a seat through the API until the game ends, reconnecting after errors.

    You can stop it at any time: the same command goes on with the game. The exit status is 0 if the game ended, else 2.
    """
    import sys

    from taphouse.lab import bot_player

    try:
        given = token.removeprefix("-") or sys.stdin.readline().strip()
        bot_player.run(url, given, kind.value, quiet, as_json, language)
    except bot_player.BotStopped as error:
        fail(str(error), status=2)


def mcp(
    url: Annotated[
        str, typer.Option("--url", help="The URL of the service, such as http://127.0.0.1:8000.")
    ] = "http://127.0.0.1:8000",
    http: Annotated[
        int | None,
        typer.Option(
            "--http",
            help="Serve streamable HTTP on this port of 127.0.0.1, at /mcp. Default: standard input and output.",
        ),
    ] = None,
    schemas: Annotated[
        SchemaForm | None,
        typer.Option("--schemas", help="Only print the tools as functions of this API, as JSON, and exit."),
    ] = None,
    language: Language = None,
) -> None:
    """Run an MCP server, with which language models find, create, join, look at and play games.

    If TAPHOUSE_TOKEN holds a login token, the games belong to that account. The exit status is 2 if the URL is invalid.
    """
    import os

    if schemas is not None:
        import json

        from taphouse.client.mcp import TOOLS, tool

        form = tool.openai if schemas is SchemaForm.openai else tool.anthropic
        typer.echo(json.dumps(form(TOOLS), indent=2))
        return
    try:
        from taphouse.client.mcp.server import GameServer
    except ModuleNotFoundError as missing:
        fail(f"{missing.name} is missing. Install the server: pip install 'taphouse[mcp]'", status=2)
        return
    try:
        made = GameServer(url, os.environ.get("TAPHOUSE_TOKEN"), language, shared=http is not None)
    except ValueError as error:
        fail(str(error), status=2)
        return
    if http is None:
        made.run()
        return
    try:
        from taphouse.service.cli.mcp_port import serve
    except ModuleNotFoundError as missing:
        fail(f"{missing.name} is missing. To serve HTTP: pip install 'taphouse[mcp,service]'", status=2)
        return
    serve(made.http(), http)
