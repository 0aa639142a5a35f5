"""Plays an arena on all cores, stores every game as soon as it is over, and resumes where it stopped."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

from taphouse.engine import GAMES
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Options
from taphouse.engine.editions import Edition, load
from taphouse.lab.arena.leaderboard import FORMAT, BadLeaderboard, Leaderboard, add
from taphouse.lab.arena.matches import Match, MatchResult, played, schedule
from taphouse.lab.arena.page import page
from taphouse.lab.arena.players import NoBot, try_out
from taphouse.lab.arena.report import report_of, show
from taphouse.lab.simulate.report import BadArgument, chosen_game

AHEAD = 2
"""The number of games that wait for each process."""


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
    games: int,
    players: int | None,
    edition: str | None,
    options: str,
    seed: str,
    jobs: int | None,
    out: Path,
    as_json: bool,
    kept: Path | None = None,
) -> None:
    """Play an arena, and report.

    Raises:
        BadArgument: An argument is invalid, or the folder or the leaderboard has other games.
    """
    game, used, chosen, seats = chosen_game(kind, edition, None, options, players)
    if len(bots) < 2 or len({*bots}) < len(bots):
        raise BadArgument("Name two bots or more, each once.")
    if games < 1 or (jobs is not None and jobs < 1):
        raise BadArgument("The numbers of games and of jobs must be at least 1.")
    rules = game.rules(used)
    begins = rules.new(chosen, seats, Chance(seed_from(seed)))
    for bot in bots:
        try:
            try_out(bot, game, rules, begins)
        except NoBot as error:
            raise BadArgument(f"{error}.") from None
    if games % seats:
        each = games + seats - games % seats
        _say(f"Each group of bots plays {each} games, so that each shuffle is played from all {seats} seats.")
    setup = ArenaSetup((*bots,), game.about.kind, used.name, used.digest, chosen.chosen(), seats, seed)
    board = Leaderboard(FORMAT, game.about.kind, used.name, used.digest, chosen.chosen(), seats, setup.bots)
    matches = [*schedule(len(bots), seats, games, seed)]
    try:
        if kept is not None:
            add(kept, board)  # so that a wrong file is refused before the first game
        out.mkdir(parents=True, exist_ok=True)
        done = _resumed(out / "games.jsonl", setup)
        left = [match for match in matches if match.number not in done]
        done |= {result.number: result for result in _play(left, len(done), setup, used, chosen, jobs, out)}
        names, results = setup.bots, tuple([replace(done[match.number], seed=match.seed) for match in matches])
        if kept is not None:
            names, results = add(kept, board, results)
            _say(f"The report is of all {len(results)} games of {kept}.")
        report = report_of(names, setup.game, setup.edition, seats, seed, results)
        (out / "report.json").write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
        (out / "report.html").write_text(page(report), encoding="utf-8")
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
    before: int,
    setup: ArenaSetup,
    edition: Edition,
    options: Options,
    jobs: int | None,
    out: Path,
) -> list[MatchResult]:
    """Play games, and write each as soon as it is over: its record first, so that no game counts without one."""
    workers = min(jobs or os.cpu_count() or 1, max(1, len(matches)))
    results, waiting, left = [], set(), iter(matches)
    quiet = not sys.stderr.isatty()
    columns = *Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn()
    with (
        (out / "games.jsonl").open("ab") as games,
        (out / "records.jsonl").open("ab") as records,
        ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _end_with_parent) as pool,
        Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as progress,
    ):
        bar = progress.add_task(setup.game, total=before + len(matches), completed=before)
        try:
            for _ in range(workers * AHEAD):
                if (match := next(left, None)) is not None:
                    waiting.add(pool.submit(one_game, setup, edition.source, options, match))
            while waiting:
                over, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in over:
                    result, record = future.result()
                    for file, line in ((records, record.encode().rstrip()), (games, msgspec.json.encode(result))):
                        file.write(line + b"\n")
                        file.flush()
                    results.append(result)
                    progress.advance(bar)
                    if (match := next(left, None)) is not None:
                        waiting.add(pool.submit(one_game, setup, edition.source, options, match))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()  # the games under way are played again
            _say(
                f"{before + len(results)} of {before + len(matches)} games are over. The same command plays the others."
            )
            raise
    return results


def _end_with_parent() -> None:
    """Have a process of the arena end when the arena is killed."""
    parent = multiprocessing.parent_process()

    def wait_for_it() -> None:
        parent.join()  # type: ignore[union-attr]  # this is a child
        os._exit(1)

    threading.Thread(target=wait_for_it, daemon=True).start()


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def one_game(setup: ArenaSetup, source: bytes, options: Options, match: Match) -> tuple[MatchResult, str]:
    """Play one game, in a process of the arena."""
    game = GAMES[setup.game]
    return played(match, setup.bots, game, load(game.edition, source, "the edition"), options)
