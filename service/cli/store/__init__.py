"""`taphouse store`: checks, exports, imports and repairs what the service stores. See docs/guides/upkeep.md."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from taphouse.service.cli.output import fail

if TYPE_CHECKING:
    from taphouse.service.runtime.settings import Settings

Url = Annotated[
    str | None,
    typer.Argument(
        help="The URL of the store, as in TAPHOUSE_REDIS_URL. Default: that, or the embedded server's in TAPHOUSE_DATA_DIR, "
        "whether or not the service runs.",
        show_default=False,
    ),
]
File = Annotated[Path, typer.Argument(help="The file of the export.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print a JSON object on each line.")]

main = typer.Typer(
    help="Check, export, import and repair what the service stores. The service may run, except for a repair. The exit status "
    "is 0 if all is well, 1 if something is wrong, and 2 after an error.",
    no_args_is_help=True,
    add_completion=False,
)


@main.command()
def check(url: Url = None, as_json: AsJson = False) -> None:
    """Check that every game opens, that its log leads to its position, and that lists and reminders agree with the games.

    Nothing is written. Each problem is printed on one line, which may reveal what players must not see while they play. The
    exit status is 1 if anything is wrong, besides leftovers in lists, which harm nothing.
    """
    from taphouse.service.cli.store import checking as implementation

    with _store(url) as (found, settings):
        summary = implementation.run(found, settings, as_json)
    if summary.findings:
        fail()


@main.command()
def export(file: File, url: Url = None, as_json: AsJson = False) -> None:
    """Write all games, editions, webhooks and quotas to a file. Each game is written as it is at one moment.

    The file has the seeds of running games and the secrets of webhooks: only you may read it. It has no signing key. The exit
    status is 1 if the store holds what this release does not know, or damaged games, which are named and left out.
    """
    from taphouse.service.cli.store import exporting as implementation

    with _store(url) as (found, _):
        exported = implementation.run(found, file, as_json)
    if exported.unknown or exported.damaged or exported.newer:
        fail()


@main.command("import")
def import_(file: File, url: Url = None, as_json: AsJson = False) -> None:
    """Put the games and everything else in an export into a store. It may be another kind of store, and may hold other games.

    What the store has already stays as it is, so you can import a file again after an interruption. Lists and reminders are
    made from the games. The exit status is 1 if the store has another game with the id of one in the file, or an earlier version,
    or if a game cannot be opened here.
    """
    from taphouse.service.cli.store import importing as implementation

    with _store(url, new=True) as (found, settings):
        imported = implementation.run(found, file, settings, as_json)
    if imported.refused or imported.unopened:
        fail()


@main.command()
def forget(
    issuer: Annotated[str, typer.Argument(help="The issuer of the login, as in TAPHOUSE_ACCOUNTS_ISSUER.")],
    subject: Annotated[str, typer.Argument(help="The subject of the login: the player's id at the issuer.")],
    url: Url = None,
    as_json: AsJson = False,
) -> None:
    """Delete an account, as its player can by `deleteAccount`, and find it also where no list leads.

    The command reads the whole store and marks what it finds; the service deletes it, so it must run. Run the command again to
    see whether the store has nothing of the account any more.
    """
    from taphouse.service.cli.store import forgetting as implementation

    with _store(url) as (found, settings):
        implementation.run(found, issuer, subject, settings, as_json)


@main.command()
def edition(
    digest: Annotated[str, typer.Argument(help="The digest of the edition, as a record of a game names it.")],
    url: Url = None,
) -> None:
    """Print the file of an edition. A store has the editions of all its games, also those that this release has no more.

    With such a file in TAPHOUSE_EDITIONS_DIR, `taphouse record` verifies the records of these games.
    """
    from taphouse.service.cli.store import editions as implementation

    with _store(url, games=False) as (found, _):
        implementation.run(found, digest)


@main.command()
def repair(as_json: AsJson = False) -> None:
    """Repair the embedded server's append-only file in TAPHOUSE_DATA_DIR, so that it starts again. The service must not run.

    The file is copied first. Then its damaged end is cut off. The command prints how much was lost, and of which games.
    """
    from taphouse.service.cli.store import repairing as implementation

    with _failing() as settings:
        implementation.run(settings.data_dir, as_json)


@contextmanager
def _store(url: str | None, *, new: bool = False, games: bool = True) -> Iterator[tuple[str, Settings]]:
    """The URL of the store and the settings; ends the command with status 2 if the store cannot be used.

    Args:
        url: The URL that the command was given.
        new: True to create the data directory if it is missing.
        games: True if the command reads games, so that their formats matter.
    """
    from taphouse.service.cli.store.target import target
    from taphouse.service.cli.usable_store import check_store
    from taphouse.service.store.upkeep.contents import PATIENCE

    with _failing() as settings, target(url, settings, new=new) as found:
        check_store(found, PATIENCE, games=games)
        yield found, settings


@contextmanager
def _failing() -> Iterator[Settings]:
    """The settings; an error in the body ends the command with status 2."""
    from taphouse.engine.editions import EditionError
    from taphouse.schema.failures import Unavailable
    from taphouse.service.cli.store.target import Failed
    from taphouse.service.runtime.settings import BadSettings, load
    from taphouse.service.store.failures import StoredBeforeFirstRelease, UnfitStore
    from taphouse.service.store.upkeep.archive import BadArchive

    try:
        yield load(signs=False)
    except BadSettings as error:
        fail(*error.sentences, status=2)
    except (Failed, EditionError, StoredBeforeFirstRelease, UnfitStore) as error:
        fail(str(error), status=2)
    except BadArchive as error:
        fail(f"The file cannot be imported. {error}", status=2)
    except FileExistsError as error:
        fail(f"There is a file {error} already. Choose another name.", status=2)
    except OSError as error:
        fail(f"{error.filename or 'The file'} cannot be used: {error.strerror}.", status=2)
    except Unavailable as error:
        fail(f"The store cannot be used: {error}", status=2)
