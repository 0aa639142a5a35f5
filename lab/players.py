"""The commands that play by the API, through `taphouse.client`. They need no service in this process."""

from __future__ import annotations

import enum
from typing import Annotated

import typer

from taphouse.service.cli.output import Language, fail


class SchemaForm(enum.Enum):
    """The APIs whose form of tools is known."""

    openai = "openai"
    anthropic = "anthropic"


Token = Annotated[
    str | None,
    typer.Option("--token", help="The seat's token. Pass - to read it from standard input, hidden from other users."),
]
Kind = Annotated[
    str,
    typer.Option(
        "--kind",
        help="The bot: random, greedy, search, search:0.3s, trained, the file of a network, such as mine.json, or an import "
        "path, such as mine.bots:Bold.",
    ),
]
Program = Annotated[
    str | None,
    typer.Option(
        "--program", help="A bot of your own instead: a command, such as 'node bot.mjs', or a URL. See docs/arena.md."
    ),
]
OpenGames = Annotated[
    bool, typer.Option("--open-games", help="Take open seats of games that wait for players, one game after the other.")
]
OpenKind = Annotated[
    str | None, typer.Option("--game", help="The kind of open games, such as dank-and-draft. Default: all kinds.")
]
Games = Annotated[int, typer.Option("--games", min=1, help="The number of open games to play.")]
Name = Annotated[str | None, typer.Option("--name", help="The name of the player in open games.")]


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
    token: Token = None,
    kind: Kind = "greedy",
    program: Program = None,
    open_games: OpenGames = False,
    game: OpenKind = None,
    games: Games = 1,
    name: Name = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only the result.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print only the result, as JSON.")] = False,
    language: Language = None,
) -> None:
    """Play a seat through the API until the game ends, reconnecting after errors; or play open games of others.

    You can stop it at any time: the same command goes on with the game of a token, while an open game is resigned. The exit
    status is 0 if the games ended, 130 after Ctrl-C, else 2.
    """
    import sys

    from taphouse.engine.bots.names import NoBot, is_program
    from taphouse.lab import bot_player

    if open_games == (token is not None):
        fail("Give either --token, for your seat, or --open-games.", status=2)
    try:
        if program is not None and not is_program(program):
            fail(
                f"{program!r} is no program; a URL is one, and a command such as 'node bot.mjs'. Is it a --kind?",
                status=2,
            )
        if token is None:
            bot_player.play_open_games(url, program or kind, game, games, name, as_json)
            return
        given = token.removeprefix("-") or sys.stdin.readline().strip()
        bot_player.run(url, given, program or kind, quiet, as_json, language)
    except (bot_player.BotStopped, NoBot) as error:
        fail(str(error), status=2)
    except KeyboardInterrupt:
        fail("The bot was stopped.", status=130)


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
    talk: Annotated[
        bool,
        typer.Option("--talk", help="Give models the tools to say something at a table, and to read what others say."),
    ] = False,
    language: Language = None,
) -> None:
    """Run an MCP server, with which language models find, create, join, look at and play games.

    If TAPHOUSE_TOKEN holds a login token, the games belong to that account. The exit status is 2 if the URL is invalid.
    """
    import os

    if schemas is not None:
        import json

        from taphouse.client.mcp import TALK, TOOLS, tool

        form = tool.openai if schemas is SchemaForm.openai else tool.anthropic
        typer.echo(json.dumps(form((*TOOLS, *TALK) if talk else TOOLS), indent=2))
        return
    try:
        from taphouse.client.mcp.server import GameServer
    except ModuleNotFoundError as missing:
        fail(f"{missing.name} is missing. Install the server: pip install 'taphouse[mcp]'", status=2)
        return
    try:
        made = GameServer(url, os.environ.get("TAPHOUSE_TOKEN"), language, shared=http is not None, talk=talk)
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
