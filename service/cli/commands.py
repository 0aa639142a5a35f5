"""Commands for operators; `store/` has those of stores. Each imports its dependencies when it runs, so that all start fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from taphouse.service.cli.output import echo_json, fail

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from taphouse.engine.game import Game
    from taphouse.service.runtime.settings import Settings


def serve(
    with_parent: Annotated[bool, typer.Option("--with-parent", help="Also stop when the parent process ends.")] = False,
) -> None:
    """Serve the API until stopped, with an embedded Valkey unless TAPHOUSE_REDIS_URL names a server."""
    from taphouse.service.cli.serve import run

    run(with_parent)


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


def games(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """List the installed games: the kind, the title, the package that has it, and whether TAPHOUSE_GAMES has it served.

    The exit status is 1 if a game cannot be used, or TAPHOUSE_GAMES names one that is not there.
    """
    from taphouse.engine import GAMES
    from taphouse.engine.registry import BadGame

    kinds = settings_or_exit().kinds
    rows = []
    wrong = [f"TAPHOUSE_GAMES names {kind!r}, which is not installed." for kind in kinds if kind not in GAMES]
    for kind, offers in sorted(GAMES.offers.items()):
        try:
            title = GAMES[kind].about.title
        except BadGame as error:
            wrong.append(str(error))
        else:
            served = not kinds or kind in kinds
            rows.append({"kind": kind, "title": title, "package": str(offers[0]), "served": served})
    if as_json:
        echo_json(rows)
    for row in rows if not as_json else ():
        typer.echo(f"{row['kind']}  {row['title']}  ({row['package']}){'' if row['served'] else '  not served'}")
    if wrong:
        fail(*wrong)


def messages(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """List what is not translated, for each language: messages, and the titles and texts of editions.

    The exit status is 1 if anything is missing.
    """
    from taphouse.engine import GAMES
    from taphouse.engine.editions import EditionError
    from taphouse.engine.messages import MessagesError
    from taphouse.service.cli.messages import lacking, others

    directory = settings_or_exit().editions_dir
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
            configured = settings_or_exit().redis_url
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


def admin(
    command: Annotated[str | None, typer.Argument(help="The command. Without it, all are listed.")] = None,
    values: Annotated[
        list[str] | None, typer.Argument(help="Its values in order, and others as NAME=VALUE, such as note=Spam.")
    ] = None,
    url: Annotated[str, typer.Option("--url", help="The address of the service.")] = "http://127.0.0.1:8000",
) -> None:
    """Find games and accounts, and act on them, as an operator of a running service. OPERATOR_TOKEN holds the operator's token.

    Each answer is a line of JSON. The exit status is 2 if the service refuses the command.
    """
    import json

    from taphouse.service.cli import admin as implementation

    given = values or []
    if command is None:
        for line in implementation.usage():
            typer.echo(line)
        return
    try:
        if command == "token":
            if len(given) not in (2, 3):
                raise implementation.CannotAsk(next(implementation.usage()))
            answers: Iterable[object] = [implementation.made(*given)]
        else:
            answers = implementation.asked(url, command, given)
        for answer in answers:
            typer.echo(json.dumps(answer, ensure_ascii=False))
    except implementation.CannotAsk as error:
        fail(str(error), status=2)


def settings_or_exit() -> Settings:
    """The settings; the command exits with a message for each invalid one."""
    from taphouse.service.runtime.settings import BadSettings, load

    try:
        return load(signs=False)
    except BadSettings as error:
        fail(*error.sentences, status=2)
        raise


def served_or_exit() -> Mapping[str, Game]:
    """The games to serve by the settings; the command exits with a message if they are invalid."""
    from taphouse.service.app import served_games
    from taphouse.service.runtime.settings import BadSettings

    try:
        return served_games(settings_or_exit())
    except BadSettings as error:
        fail(*error.sentences, status=2)
        raise
