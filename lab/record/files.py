"""Reads files of records as streams, and does one thing with each record."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import typer
from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.messages import ENGLISH
from taphouse.engine.records import text
from taphouse.engine.records.record import (
    Abandoned,
    Covered,
    Drawn,
    Finished,
    Joined,
    Line,
    Opened,
    Paused,
    Played,
    Record,
    RecordError,
    Replaced,
    Resigned,
    Resumed,
    Returned,
    TimeAdded,
    TimedOut,
    Upgraded,
)
from taphouse.engine.records.replaying import RecordReplay, verify
from taphouse.schema.concepts import agreements
from taphouse.schema.values import lifecycle
from taphouse.schema.values.agreements import AgreedEnd
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import shown_decision
from taphouse.schema.words import wording
from taphouse.service.cli.installed_games import InstalledGames
from taphouse.service.cli.output import fail
from taphouse.service.http.negotiation import language as chosen
from taphouse.service.runtime.progress import Progress

Use = Callable[[text.Source], None]
"""Does something with a record; raises RecordError if it is bad."""


def play(files: Iterable[Path], language: str | None = None) -> int:
    """Print each position of each record as JSON. Returns the exit status.

    Args:
        files: the files.
        language: the language of prompts, titles and texts, as `Accept-Language` has it.
    """
    installed = InstalledGames()

    def use(source: text.Source) -> None:
        for line in _positions(source, *installed.of(source.record), chosen([language or ENGLISH])):
            print(msgspec.json.encode(line).decode())

    return each(files, use)


def _positions(source: text.Source, game: Game, edition: Edition, language: str) -> Iterator[dict[str, Any]]:
    spoken, replay, moves = wording(game, edition, language), RecordReplay(source.record, game, edition), 0
    names = spoken.names([player.name for player in source.record.seats])
    for position in replay.positions():
        rules = game.rules(edition, replay.rules.version, language)
        moves += position.move is not None
        yield {
            "record": source.where[""],
            "moves": moves,
            "line": position.line,
            "decision": shown_decision(rules, position.state, spoken, names),
            "table": rules.view(position.state),
        }


def show(files: Iterable[Path], as_json: bool = False, language: str | None = None) -> int:
    """Print each record in sentences. Returns the exit status.

    Args:
        files: the files.
        as_json: whether to print each record as a line of JSON.
        language: the language of the sentences, as `Accept-Language` has it.
    """
    installed = InstalledGames()

    def use(source: text.Source) -> None:
        told = _told(source.record, *installed.of(source.record), chosen([language or ENGLISH]))
        if as_json:
            print(msgspec.json.encode(told).decode())
        else:
            print("\n".join(_lines(told)), end="\n\n")

    return each(files, use)


def _told(record: Record, game: Game, edition: Edition, language: str) -> dict[str, Any]:
    """A record in sentences, as builtin types."""
    spoken = wording(game, edition, language)
    names = spoken.names([player.name for player in record.seats])
    entries: list[dict[str, Any]] = []
    for position in RecordReplay(record, game, edition).positions():
        line = position.line
        if line is None:
            continue
        events: list[str] = []
        if moved := isinstance(line, Played) and position.move is not None:
            said = spoken.made(position.move, line.seat, names)
            events = [spoken.sentence(event, names) for event in position.events]
        else:
            said = spoken.sentence(noted(line, record), names)
        entries.append({"isMove": moved, "sentence": said, "comment": line.comment, "events": events})
    result = record.result
    return {
        "title": game.about.title,
        "edition": edition.name,
        "rules": record.rules,
        "seats": [
            {"seat": seat, "name": player.name, "brewery": player.brewery, "bot": player.bot}
            for seat, player in enumerate(record.seats, 1)
        ],
        "entries": entries,
        "result": result.reason if isinstance(result, Finished) else str(result),
        "victory": result.victory if isinstance(result, Finished) else None,
        "stake": result.stake if isinstance(result, Finished) else None,
        "standings": [
            {"seat": one.seat, "place": one.place, "points": one.points}
            for one in (result.standings if isinstance(result, Finished) else ())
        ],
    }


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a record in sentences. What stands around these has no words, so that it is in no other language."""
    yield f"{told['title']} ({told['edition']}, {told['rules']})"
    for one in told["seats"]:
        yield f"  {one['seat']}: {', '.join(filter(None, (one['name'], one['brewery'], one['bot']))) or '-'}"
    number = 0
    for entry in told["entries"]:
        number += entry["isMove"]
        before = f"{number}. " if entry["isMove"] else "   "
        yield f"{before}{entry['sentence']}{_comment(entry['comment'])}"
        yield from (f"     {sentence}" for sentence in entry["events"])
    stake = f"x {told['stake']}" if (told["stake"] or 1) > 1 else None
    yield ", ".join(filter(None, (told["result"], told["victory"], stake)))
    for one in told["standings"]:
        yield f"  {one['place']}. {told['seats'][one['seat'] - 1]['name'] or one['seat']}: {one['points']}"


def noted(line: Line, record: Record) -> Struct:
    """The event of a line that is not a move."""
    match line:
        case Joined(seat=seat):
            player = record.seats[seat - 1]
            return lifecycle.SeatTaken(seat, player.name, player.brewery)
        case Opened(seat=seat):
            return lifecycle.SeatOpened(seat)
        case Resigned(seat=seat):
            return lifecycle.SeatResigned(seat)
        case TimedOut(seat=seat):
            return lifecycle.TimedOut(seat)
        case TimeAdded(seat=seat, seconds=seconds):
            return lifecycle.TimeAdded(seat, seconds, by_host=False)
        case Paused():
            return lifecycle.GamePaused(everybody_away=False)
        case Resumed():
            return lifecycle.GameResumed(None)
        case Covered(seat=seat, bot=bot):
            return lifecycle.BotStandsIn(seat, BotKind[bot])
        case Returned(seat=seat):
            return lifecycle.PlayerReturned(seat)
        case Replaced(seat=seat, bot=bot):
            return lifecycle.BotTakesOver(seat, BotKind[bot])
        case Upgraded(rules=version):
            return lifecycle.RulesUpgraded(version)
        case Drawn():
            return agreements.GameAgreed(AgreedEnd.DRAW)
        case Abandoned():
            return lifecycle.GameAbandoned()
    return line  # an undo


def _comment(comment: str) -> str:
    return f" ({comment})" if comment else ""


def convert(files: Iterable[Path], to_json: bool, draws: bool | None, with_edition: bool = False) -> int:
    """Print each record in a form. Returns the exit status.

    Args:
        files: the files.
        to_json: whether to write JSON Lines instead of text.
        draws: whether to list all draws, or none. None: those that the record lists.
        with_edition: whether to add the file of the edition.
    """
    installed = InstalledGames() if draws or with_edition else None
    first = True

    def use(source: text.Source) -> None:
        nonlocal first
        record = source.record
        if installed is not None and draws:
            record = replace(record, draws=verify(record, *installed.of(record)).draws)
        elif draws is False:
            if record.seed is None and record.draws:
                raise RecordError("Without a seed, the draws are needed to play the game again.", "draws[0]")
            record = replace(record, draws=tuple([draw for draw in record.draws if draw.fell]))
        if installed is not None and with_edition:
            record = with_file(record, installed.of(record)[1])
        if record != source.record:
            record = replace(record, signature=None)
        written = text.write_json(record) if to_json else text.write(record)
        sys.stdout.write(written if first or to_json else "\n" + written)
        first = False

    return each(files, use)


def save_decisions(files: Iterable[Path], to: Path, in_steps: bool) -> None:
    """Write the decisions of records as arrays to a file, and print what was read; exit with status 2 if that fails."""
    try:
        from taphouse.env.datasets import save

        typer.echo(save(files, to, numbering="steps" if in_steps else "moves"), err=True)
    except ModuleNotFoundError as missing:
        fail(f"{missing.name} is missing. Install what writes data sets: pip install 'taphouse[data]'", status=2)
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), status=2)
    except ValueError as error:
        fail(str(error), status=2)


def with_file(record: Record, edition: Edition) -> Record:
    """A record with the file of its edition."""
    return replace(record, edition_file=edition.source.decode())


def each(files: Iterable[Path], use: Use, *, prints: bool = True) -> int:
    """Do something with each record of some files. Returns the exit status: 1 if a record is bad, 2 if a file cannot be read.

    Args:
        files: the files.
        use: what to do with a record.
        prints: whether it prints; where that can be seen, it is all the progress that there is to see.
    """
    with Progress("records", hidden=prints and sys.stdout.isatty()) as progress:
        return _each_in(files, use, progress)


def _each_in(files: Iterable[Path], use: Use, progress: Progress) -> int:
    status = 0
    for file in files:
        found = None
        try:
            with text.opened(file) as lines:
                for found in text.read(text.lines_of(lines)):
                    try:
                        if isinstance(found, RecordError):
                            raise found
                        use(found)
                        progress.advance()
                    except RecordError as error:
                        located = error if isinstance(found, RecordError) else found.located(error)
                        status = max(status, _complain(f"{file}: {located}"))
        except BrokenPipeError:  # of the output, not of a file
            raise
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else f"not UTF-8: {error}"
            status = max(status, _complain(f"{file}: {reason}", 2 if isinstance(error, OSError) else 1))
            continue
        if found is None:
            status = max(status, _complain(f"{file}: there is no record in it"))
    return status


def _complain(sentence: str, status: int = 1) -> int:
    print(sentence, file=sys.stderr)
    return status
