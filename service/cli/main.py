"""The `taphouse` command. Each command imports its dependencies when it runs, so that all start fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from taphouse.service.cli import arena, players, record, store
from taphouse.service.cli.output import echo_json, fail

if TYPE_CHECKING:
    from taphouse.service.runtime.settings import Settings


main = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,  # local variables hold keys and tokens
)

main.add_typer(record.main, name="record")
main.add_typer(store.main, name="store")
for command in (players.demo, players.bot, players.mcp, arena.arena):
    main.command()(command)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


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
    """A game-state API for brewing board games. Settings are TAPHOUSE_ variables: see `taphouse settings`.

    The exit status is 0 if a command succeeds, 1 if it finds what it checks for, and 2 after an error.
    """


@main.command()
def serve(
    with_parent: Annotated[bool, typer.Option("--with-parent", help="Also stop when the parent process ends.")] = False,
) -> None:
    """Serve the API until stopped, with an embedded Valkey unless TAPHOUSE_REDIS_URL names a server."""
    from taphouse.service.cli import serve as implementation

    settings = _load(signs=True)
    try:
        implementation.serve(settings, with_parent)
    except implementation.CannotServe as error:
        fail(str(error), status=2)


@main.command()
def settings(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """List every setting: its variable, its value for `taphouse serve` (secrets hidden), its default and its meaning."""
    from taphouse.service.cli.settings_table import print_table, settings_rows
    from taphouse.service.runtime.loopback import completed
    from taphouse.service.runtime.settings import BadSettings, load
    from taphouse.service.runtime.unknown_settings import unknown

    wrong: tuple[str, ...] = ()
    try:
        rows = settings_rows(completed(load()))
    except BadSettings as error:
        rows, wrong = settings_rows(None), error.sentences
    echo_json(rows) if as_json else print_table(rows)
    for sentence in (*unknown(), *wrong):
        typer.echo(sentence, err=True)
    if wrong:
        raise typer.Exit(1)


@main.command()
def sdl(
    check: Annotated[bool, typer.Option("--check", help="Only check that the stored files are up to date.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write the GraphQL schema and the OpenAPI document to schema/taphouse.graphql and schema/openapi.json in a checkout."""
    from pathlib import Path

    from taphouse import schema
    from taphouse.engine import GAMES
    from taphouse.schema.graphql.build import Api
    from taphouse.schema.rest.openapi import exported

    api = Api.of(*GAMES.values())
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


@main.command()
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
    from taphouse.service.audit.contract import Checkout

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


@main.command()
def messages(as_json: AsJson = False) -> None:
    """List what is not translated, for each language: messages, and the titles and texts of editions.

    The exit status is 1 if anything is missing.
    """
    from taphouse.engine import GAMES
    from taphouse.engine.editions import EditionError
    from taphouse.engine.messages import MessagesError
    from taphouse.service.cli.messages import lacking, others

    directory = _load().editions_dir
    try:
        found = {language: list(lacking(GAMES, directory, language)) for language in others()}
    except (EditionError, MessagesError) as error:
        fail(str(error), status=2)
        return
    if as_json:
        echo_json(found)
    for language, missing in found.items() if not as_json else ():
        typer.echo(f"{language}: {len(missing) or 'nothing'} missing")
        for one in missing:
            typer.echo(f"  {one}")
    if any(found.values()):
        fail()


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

    from taphouse.service.cli.simulate import report

    files = [None if file is None else Path(file) for file in (records, html)]
    try:
        folder = _load().editions_dir
        report.run(game, players, games, bots, edition, options, give, folder, seed, as_json, opening, *files)
    except report.BadRequest as error:
        fail(str(error), status=2)


@main.command()
def check_secrecy(
    game: Annotated[str | None, typer.Option("--game", help="The kind of game. Default: all kinds.")] = None,
    pairs: Annotated[int, typer.Option("--pairs", help="The number of pairs of worlds for each kind of game.")] = 200,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same pairs.")] = "1",
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object on each line.")] = False,
) -> None:
    """Look for leaks of hidden information: compare the answers about games that differ only in what a viewer cannot know.

    The exit status is 1 if an answer differs, and 2 if an argument is invalid.
    """
    from taphouse.service.audit.secrecy import report

    try:
        report.run(game, pairs, seed, _load(), as_json)
    except report.BadRequest as error:
        fail(str(error), status=2)
    except report.Leaked:
        fail()


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
    """Replay all games of a store or of a folder under the newest rules, and print where each game first differs, if it does.

    Nothing is written, and the service may be running. The output has what players must not see while they play. The exit
    status is 0 if all games are the same, 1 if one differs or cannot be replayed, and 2 if the store or folder cannot be read.
    """
    from pathlib import Path

    from taphouse.service.cli.shadow import run as implementation

    if store is not None and records is not None:
        fail("Give either --store or --records.", status=2)
    try:
        if records is not None:
            summary = implementation.run_records(Path(records), as_json)
        else:
            configured = _load().redis_url
            url = store if store is not None else configured and configured.get_secret_value()
            if not url:
                fail(
                    "Name a store or a folder: taphouse shadow --store redis://..., or taphouse shadow --records DIR.",
                    status=2,
                )
                return
            summary = implementation.run(url, as_json)
    except implementation.CannotShadow as error:
        fail(str(error), status=2)
    else:
        if not summary.clean:
            fail()


def _load(*, signs: bool = False) -> Settings:
    """The settings; exits with a message for each invalid one."""
    from taphouse.service.runtime.settings import BadSettings, load

    try:
        return load(signs=signs)
    except BadSettings as error:
        fail(*error.sentences, status=2)
        raise
