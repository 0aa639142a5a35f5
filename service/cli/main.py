"""The `taphouse` command. Each command imports its dependencies when it runs, so that all start fast."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from taphouse.service.cli import arena, record

if TYPE_CHECKING:
    from taphouse.service.runtime.settings import Settings


class BotName(enum.Enum):
    """The kinds of bots."""

    random = "random"
    greedy = "greedy"
    search_quick = "search-quick"
    search = "search"
    search_strong = "search-strong"


main = typer.Typer(
    help="A game-state API for brewing board games. Settings are TAPHOUSE_ variables: see `taphouse settings`.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,  # local variables hold keys and tokens
)

main.add_typer(record.main, name="record")
main.command()(arena.arena)


@main.command()
def serve(
    with_parent: Annotated[bool, typer.Option("--with-parent", help="Also stop when the parent process ends.")] = False,
) -> None:
    """Serve the API until stopped, with an embedded Valkey unless TAPHOUSE_REDIS_URL names a server."""
    from taphouse.service.cli import serve as implementation

    settings = _load()
    try:
        implementation.serve(settings, with_parent)
    except implementation.CannotServe as error:
        _fail(str(error))


@main.command()
def settings(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """List every setting: its variable, value for `taphouse serve` (secrets hidden), default and meaning."""
    import json

    from taphouse.service.runtime.loopback import completed
    from taphouse.service.runtime.settings import BadSettings, load
    from taphouse.service.runtime.unknown_settings import unknown

    wrong: tuple[str, ...] = ()
    try:
        rows = _rows(completed(load()))
    except BadSettings as error:
        rows, wrong = _rows(None), error.sentences
    typer.echo(json.dumps(rows, indent=2)) if as_json else _print_table(rows)
    for sentence in (*unknown(), *wrong):
        typer.echo(sentence, err=True)
    if wrong:
        raise typer.Exit(1)


@main.command()
def sdl(
    check: Annotated[bool, typer.Option("--check", help="Only check whether the stored files are up to date.")] = False,
) -> None:
    """Write the GraphQL schema and the OpenAPI document to schema/taphouse.graphql and schema/openapi.json in a checkout."""
    from pathlib import Path

    from taphouse import schema
    from taphouse.engine import GAMES
    from taphouse.schema.graphql.build import Api
    from taphouse.schema.rest.openapi import exported

    api = Api.of(*GAMES.values())
    for name, text in (("taphouse.graphql", api.sdl()), ("openapi.json", exported(api))):
        file = Path(schema.__file__).with_name(name)
        if not check:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            _fail(f"schema/{name} is out of date: run `make sdl` and review the difference.")


@main.command()
def contract(
    release: Annotated[
        bool,
        typer.Option("--release", help="If the comparison passes, store the current contract as the released one."),
    ] = False,
) -> None:
    """Compare a checkout's public contract with the last released one, in schema/released.

    The exit status is 1 if a change breaks clients and CHANGELOG.md does not declare it.
    """
    from taphouse.service.audit.contract import Checkout

    checkout = Checkout.here()
    try:
        declared = checkout.declared()
    except FileNotFoundError as error:
        _fail(f"{error.filename} is missing: this command only works in a checkout of Taphouse.")
    undeclared = []
    for change in checkout.changes():
        if change.breaking and change.thing not in declared:
            undeclared.append(change)
        else:
            typer.echo(f"{'declared' if change.breaking else 'not breaking'}: {change.what}")
    if undeclared:
        _fail(
            *(f"breaks clients: {change.what} Declare it as `{change.thing}`." for change in undeclared),
            "Undo each breaking change, or declare it in CHANGELOG.md: under '### Breaking' of the unreleased version, add a "
            "line with the name in backquotes that tells clients what to do instead.",
        )
    if release:
        checkout.release()


@main.command()
def messages() -> None:
    """List what people read in English though they chose another language: missing messages, titles and texts of editions.

    The exit status is 1 if anything is missing.
    """
    from taphouse.engine import GAMES
    from taphouse.engine.editions import EditionError
    from taphouse.engine.messages import MessagesError
    from taphouse.service.cli.messages import lacking, others

    directory, complete = _load().editions_dir, True
    for language in others():
        try:
            missing = list(lacking(GAMES, directory, language))
        except (EditionError, MessagesError) as error:
            _fail(str(error))
            return
        complete = complete and not missing
        typer.echo(f"{language}: {len(missing) or 'nothing'} missing")
        for one in missing:
            typer.echo(f"  {one}")
    if not complete:
        _fail()


@main.command()
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
) -> None:
    """Play a complete game between random bots through the HTTP API, and print the scores and every move.

    The exit status is 0 if the game ended, 2 for an invalid URL, kind of game or number of players, else 1.
    """
    from pathlib import Path

    from taphouse.service.cli import demo as implementation

    written = None if record_file is None else Path(record_file)
    try:
        implementation.demo(url, game, players, seed, quiet, as_json, delay, written)
    except implementation.DemoFailed as error:
        _fail(str(error), status=error.status)


@main.command()
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
) -> None:
    """Play a seat through the API until the game ends, reconnecting after errors.

    The exit status is 0 only if the game ended.
    """
    import sys

    from taphouse.service.cli import bot_player

    try:
        bot_player.run(url, token.removeprefix("-") or sys.stdin.readline().strip(), kind.value, quiet, as_json)
    except bot_player.BotStopped as error:
        _fail(str(error))


@main.command()
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
    as_json: Annotated[bool, typer.Option("--json", help="Print only the report, as JSON.")] = False,
) -> None:
    """Play many games between bots in this process, and print statistics about the game's balance.

    The exit status is 2 if an argument is invalid.
    """
    from pathlib import Path

    from taphouse.service.cli.simulate import report

    written = None if records is None else Path(records)
    try:
        report.run(game, players, games, bots, edition, options, give, _load().editions_dir, seed, as_json, written)
    except report.BadRequest as error:
        _fail(str(error), status=2)


@main.command()
def check_secrecy(
    game: Annotated[str | None, typer.Option("--game", help="The kind of game. Default: all kinds.")] = None,
    pairs: Annotated[int, typer.Option("--pairs", help="The number of pairs of worlds for each kind of game.")] = 200,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same pairs.")] = "1",
) -> None:
    """Look for leaks of hidden information, by comparing the answers about games that differ only in what a viewer cannot know.

    The exit status is 1 if an answer differs, and 2 if an argument is invalid.
    """
    from taphouse.service.audit.secrecy import report

    try:
        report.run(game, pairs, seed, _load())
    except report.BadRequest as error:
        _fail(str(error), status=2)
    except report.Leaked:
        _fail()


@main.command()
def shadow(
    store: Annotated[
        str | None, typer.Option("--store", help="The URL of the store. Default: TAPHOUSE_REDIS_URL.")
    ] = None,
    records: Annotated[
        str | None,
        typer.Option("--records", help="A folder with records in *.txt and *.jsonl, to replay instead of a store."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object on each line.")] = False,
) -> None:
    """Replay all games of a store or of a folder under the newest rules, and print where each that differs first does so.

    Nothing is written, and the service may be running. The output has what players must not see while they play. The exit
    status is 0 if all games are the same, 1 if one differs or cannot be replayed, and 2 if the store or folder cannot be read.
    """
    from pathlib import Path

    from taphouse.service.cli.shadow import run as implementation

    if store is not None and records is not None:
        _fail("Give either --store or --records.", status=2)
    try:
        if records is not None:
            summary = implementation.run_records(Path(records), as_json)
        else:
            configured = _load().redis_url
            url = store if store is not None else configured and configured.get_secret_value()
            if not url:
                _fail(
                    "Name a store or a folder: taphouse shadow --store redis://..., or taphouse shadow --records DIR.",
                    status=2,
                )
                return
            summary = implementation.run(url, as_json)
    except implementation.CannotShadow as error:
        _fail(str(error), status=2)
    else:
        if not summary.clean:
            _fail()


def _load() -> Settings:
    """The settings; exits with a message for each invalid one."""
    from taphouse.service.runtime.settings import BadSettings, load

    try:
        return load()
    except BadSettings as error:
        _fail(*error.sentences)
        raise


def _fail(*sentences: str, status: int = 1) -> None:
    for sentence in sentences:
        typer.echo(sentence, err=True)
    raise typer.Exit(status)


def _rows(current: Settings | None) -> list[dict[str, Any]]:
    """One row per setting; without current values if some are invalid."""
    from taphouse.service.runtime.settings import Settings, variable

    rows = []
    for name, field in Settings.model_fields.items():
        row = {"variable": variable(name), "meaning": field.description, "default": _plain(field.default)}
        if current is not None:
            row["value"] = _plain(getattr(current, name))
        rows.append(row)
    return rows


def _plain(value: object) -> object:
    """A value for JSON; secrets are hidden."""
    from pathlib import Path

    from pydantic import SecretStr

    if isinstance(value, SecretStr):
        return "(hidden)"
    return str(value) if isinstance(value, Path) else value


def _print_table(rows: list[dict[str, Any]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    def cell(row: dict[str, Any], column: str) -> Text:
        value = row.get(column, "?")
        shown = {True: "true", False: "false", None: "-"}[value] if isinstance(value, bool | None) else str(value)
        changed = column == "value" and value != row["default"]
        return Text(shown, style="bold" if changed or column == "variable" else "")

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("variable", "value", "default"):
        table.add_column(column, overflow="fold", no_wrap=column == "variable")
    table.add_column("meaning", ratio=1)
    for row in rows:
        table.add_row(*(cell(row, column) for column in ("variable", "value", "default", "meaning")))
    Console().print(table)
