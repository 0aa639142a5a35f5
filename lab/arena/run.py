"""Plays an arena on all cores, stores every game as soon as it is over, and resumes where it stopped."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations, cycle, islice
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console

from taphouse.engine import GAMES
from taphouse.engine.bots.names import NoBot, bot_named, spelled
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Options
from taphouse.engine.editions import Edition, load
from taphouse.engine.records.record import RecordedPlayer
from taphouse.engine.records.text import write_json
from taphouse.lab.arena.leaderboard import FORMAT, BadLeaderboard, Leaderboard, add
from taphouse.lab.arena.players import Seated, try_out
from taphouse.lab.arena.report import ArenaReport, html, report_of, show
from taphouse.lab.matches.arguments import BadArgument, chosen_game
from taphouse.lab.matches.playing import Match, MatchResult, games, play
from taphouse.service.runtime.progress import Progress

PERIOD = 10.0
"""Seconds after which a report of an arena that runs is renewed."""


class ArenaSetup(Struct, frozen=True):
    """The settings of an arena; the first line of its file."""

    bots: tuple[str, ...]
    game: str
    edition: str
    digest: str
    options: dict[str, Any]
    players: int
    seed: str


def run(
    bots: Sequence[str],
    kind: str | None,
    number: int,
    players: int | None,
    edition: str | None,
    options: str,
    seed: str,
    jobs: int | None,
    out: Path,
    as_json: bool,
    kept: Path | None = None,
) -> None:
    """Play an arena with a number of games of each group, and report.

    Raises:
        BadArgument: An argument is invalid, or the folder or the leaderboard has other games.
    """
    game, used, chosen, seats = chosen_game(kind, edition, None, options, players)
    bots = [*map(spelled, bots)]
    if len(bots) < 2 or len({*bots}) < len(bots):
        raise BadArgument("Name two bots or more, each once.")
    if number < 1 or (jobs is not None and jobs < 1):
        raise BadArgument("The numbers of games and of jobs must be at least 1.")
    rules = game.rules(used)
    begins = rules.new(chosen, seats, Chance(seed_from(seed)))
    for bot in bots:
        try:
            try_out(bot, game, rules, begins)
        except NoBot as error:
            raise BadArgument(f"{error}.") from None
    if number % seats:
        each = number + seats - number % seats
        _say(f"Each group of bots plays {each} games, so that each shuffle is played from all {seats} seats.")
    setup = ArenaSetup((*bots,), game.about.kind, used.name, used.digest, chosen.chosen(), seats, seed)
    board = Leaderboard(FORMAT, game.about.kind, used.name, used.digest, chosen.chosen(), seats, setup.bots)
    matches = [*schedule(len(bots), seats, number, seed)]
    try:
        if kept is not None:
            add(kept, board)  # so that a wrong file is refused before the first game
        out.mkdir(parents=True, exist_ok=True)
        done = _resumed(out / "games.jsonl", setup)

        def results() -> tuple[MatchResult, ...]:
            return tuple([replace(done[match.number], seed=match.seed) for match in matches if match.number in done])

        def write(names: Sequence[str], played: Sequence[MatchResult]) -> ArenaReport:
            report = report_of(names, setup.game, setup.edition, seats, seed, played)
            (out / "report.json").write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
            (out / "report.html").write_text(html(report), encoding="utf-8")
            return report

        _play(matches, done, setup, used, chosen, jobs, out, lambda: write(setup.bots, results()))
        names, played = setup.bots, results()
        if kept is not None:
            names, played = add(kept, board, played)
            _say(f"The report is of all {len(played)} games of {kept}.")
        report = write(names, played)
    except OSError as error:
        raise BadArgument(f"{error.filename or out}: {error.strerror or error}") from None
    except BadLeaderboard as error:
        raise BadArgument(str(error)) from None
    if as_json:
        sys.stdout.buffer.write((out / "report.json").read_bytes())
    else:
        show(report, Console())
        Console().print(f"Report: {out / 'report.html'}; records: {out / 'records.jsonl'}", highlight=False)


def _resumed(file: Path, setup: ArenaSetup) -> dict[int, MatchResult]:
    """The games that were played before; begins the file if there are none. A line that was cut off is played again.

    Raises:
        BadArgument: The file has another arena.
    """
    if not file.exists():
        file.write_bytes(msgspec.json.encode(setup) + b"\n")
        return {}
    first, *lines = file.read_bytes().split(b"\n")
    try:
        same = msgspec.json.decode(first, type=ArenaSetup) == setup
    except msgspec.MsgspecError:
        same = False
    if not same:
        raise BadArgument(f"{file} has the games of another arena. Choose another folder by --out.")
    whole = [line for line in lines[:-1] if line]
    file.write_bytes(b"\n".join([first, *whole, b""]))
    return {result.number: result for result in (msgspec.json.decode(line, type=MatchResult) for line in whole)}


def _play(
    matches: Sequence[Match],
    done: dict[int, MatchResult],
    setup: ArenaSetup,
    edition: Edition,
    options: Options,
    jobs: int | None,
    out: Path,
    report: Callable[[], Any],
) -> None:
    """Play the games that are not done yet, and write each as soon as it is over: its record first, so that no game counts
    without one. Reports now and then, and when it is stopped.
    """
    left = [match for match in matches if match.number not in done]
    one, reported = partial(one_game, setup, edition.source, options), monotonic()
    with (
        (out / "games.jsonl").open("ab") as written,
        (out / "records.jsonl").open("ab") as records,
        Progress(setup.game, len(matches), len(done)) as progress,
        closing(games(one, left, jobs or os.cpu_count() or 1)) as playing,
    ):
        try:
            for result, record in playing:
                for file, line in ((records, record.encode().rstrip()), (written, msgspec.json.encode(result))):
                    file.write(line + b"\n")
                    file.flush()
                done[result.number] = result
                progress.advance()
                if monotonic() - reported > PERIOD:
                    report()
                    reported = monotonic()
        except BaseException:
            if any(match.number in done for match in matches):
                report()
                _say(f"Report so far: {out / 'report.html'}.")
            _say(f"{len(done)} of {len(matches)} games are over. The same command plays the others.")
            raise


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def one_game(setup: ArenaSetup, source: bytes, options: Options, match: Match) -> tuple[MatchResult, str]:
    """Play one game, in a process of the arena; returns its result, and its record as a line of JSON."""
    game, names = GAMES[setup.game], [setup.bots[bot] for bot in match.seats]
    seated = [
        Seated(bot_named(name)(game, random.Random(f"{match.seed}/{match.number}/{seat}")))
        for seat, name in enumerate(names, 1)
    ]
    edition, who = load(game.edition, source, "the edition"), [RecordedPlayer(name=name) for name in names]
    result, _, record = play(match, game, edition, options, seated, who)
    told = replace(
        result,
        faults=tuple([each.faults for each in seated]),
        why=next((each.reason for each in seated if each.reason), ""),
        asked=tuple([each.asked for each in seated]),
        seconds=tuple([round(each.seconds, 6) for each in seated]),
        tokens=tuple([each.tokens for each in seated]),
    )
    return told, write_json(record)


def schedule(bots: int, seats: int, games: int, seed: str) -> Iterator[Match]:
    """Every group of bots that can meet, with the same shuffles, each shuffle once from all seats.

    Args:
        bots: The number of bots.
        seats: The seats of a game. If there are more than bots, bots sit at several.
        games: The games of each group; as many more as complete the last round of seats.
        seed: The seed of the arena.
    """
    number = 0
    for begun in range(0, games, seats):  # first, so that an arena that goes on with more games keeps those that it has
        for group in combinations(range(bots), min(bots, seats)):
            sitting = tuple(islice(cycle(group), seats))
            for turn in range(seats):
                yield Match(number, sitting[turn:] + sitting[:turn], f"{seed}/{begun // seats}")
                number += 1
