"""`taphouse simulate`: plays many games between bots in this process, and reports on the game's balance."""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TextIO

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from taphouse.engine.bots import BOTS, STRENGTHS, Bot
from taphouse.engine.bots.names import NoBot, bot_named, is_own
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Options
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.records.record import Record, RecordedPlayer
from taphouse.engine.records.text import write_json
from taphouse.engine.vocabulary import constant, kebab
from taphouse.lab.arena.players import Seated, try_out
from taphouse.lab.matches.arguments import BadArgument, chosen_game
from taphouse.lab.matches.playing import Match, MatchResult, Tallies, games, play
from taphouse.lab.matches.report import (
    Estimate,
    GamesReport,
    Sampled,
    dots,
    findings,
    mean,
    page,
    places,
    share,
    show_heading,
)
from taphouse.service.runtime.progress import Progress

MOST_MOVES = 60
"""The most moves and cards in a plot: those that most seats played."""


class Use(Struct, frozen=True):
    """Counts of a verb, or of a verb with a card: times played, and wins of the seats that played it."""

    move: str
    per_game: float
    """The mean number of times per game."""
    seats: int
    """The number of seats, over all games, that played it at least once."""
    share: Estimate
    """The share of wins of these seats, as a multiple of the fair share: 1 is neither good nor bad. Their mean score, in a report
    with a `score`.
    """


class Occurrence(Struct, frozen=True):
    """The count of an event."""

    event: str
    per_game: float
    """The mean number of times per game."""
    games: int
    """The number of games in which it happened at least once."""


class CategoryMean(Struct, frozen=True):
    """The mean points of a score category, for all seats and for winners."""

    name: str
    all: Estimate
    winners: Estimate | None
    """None if there were none."""


class SimulationReport(GamesReport, frozen=True):
    """The results of a simulation."""

    options: Any
    bots: tuple[str, ...]
    opening: int
    """The number of first moves of each seat that its bot drew."""
    by_seat: tuple[Estimate, ...]
    """The share of wins of each seat. Empty with a `score`."""
    given: str | None
    """The gift that one random seat got in each game; None without a gift."""
    given_share: Estimate | None
    """The share of wins of that seat, as a multiple of the fair share; None without a gift, or with a `score`."""
    longest_list: int
    """The most legal moves at one decision."""
    scores: tuple[CategoryMean, ...]
    uses: tuple[Use, ...]
    events: tuple[Occurrence, ...]


def run(
    kind: str | None,
    players: int | None,
    number: int,
    bots: str,
    edition: str | None,
    options: str,
    give: str | None,
    editions_dir: Path | None,
    seed: str,
    as_json: bool,
    opening: int = 0,
    records: Path | None = None,
    html: Path | None = None,
) -> None:
    """Simulate a number of games, and print a report.

    Raises:
        BadArgument: An argument is invalid.
    """
    game, used, chosen, seats = chosen_game(kind, edition, editions_dir, options, players)
    kinds = _bots(bots, game, used, chosen, seats)
    if give is not None and give not in (known := game.gifts(game.rules(used))):
        gifts = f"; its gifts are {', '.join(known)}" if known else ""
        raise BadArgument(f"{game.about.title} has no gift {give!r}{gifts}.")
    if opening < 0:
        raise BadArgument("The number of moves that are drawn must not be negative.")
    if opening and (others := set(kinds) - STRENGTHS.keys()):
        raise BadArgument(f"{min(others)} does not search, so it has no moves to draw from; leave out --opening.")
    if number < 1:
        raise BadArgument("The number of games must be at least 1.")
    if records is not None and give is not None:
        raise BadArgument("A game with a gift has no record; leave out --give or --records.")
    try:
        opened = [
            nullcontext[TextIO | None]() if path is None else path.open("w", encoding="utf-8")
            for path in (records, html)
        ]
    except OSError as error:
        raise BadArgument(f"{error.filename}: {error.strerror}") from None

    def keep(record: Record) -> None:
        if written is not None:
            written.write(write_json(record))

    with opened[0] as written, opened[1] as drawn:
        with Progress(f"{game.about.title}, {seats} players", number) as progress:
            report = simulate(game, used, chosen, seats, number, kinds, seed, progress.advance, give, keep, opening)
        if drawn is not None:
            drawn.write(page("Simulation", report, _plots(report), _who(report)))
    if as_json:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
    else:
        show(report, Console())


def _bots(bots: str, game: Game, edition: Edition, options: Options, seats: int) -> tuple[str, ...]:
    kinds, rules = tuple(bots.split(",")), game.rules(edition)
    begins = rules.new(options, seats, Chance(seed_from("")))
    for kind in kinds:
        try:
            try_out(kind, game, rules, begins)
        except NoBot as error:
            raise BadArgument(f"{error}.") from None
    if len(kinds) not in (1, seats):
        raise BadArgument(f"Name one bot for all seats, or {seats} separated by commas, not {len(kinds)}.")
    return kinds * seats if len(kinds) == 1 else kinds


def simulate(
    game: Game,
    edition: Edition,
    options: Options,
    players: int,
    number: int,
    bots: Sequence[str],
    seed: str = "1",
    progress: Callable[[], None] = lambda: None,
    give: str | None = None,
    keep: Callable[[Record], None] = lambda _: None,
    opening: int = 0,
) -> SimulationReport:
    """Play games between bots, and aggregate the results.

    Args:
        game: The kind of game.
        edition: The edition to play with.
        options: The game's options.
        players: The number of seats, within the game's bounds.
        number: The number of games.
        bots: The bot of each seat, by a name of `bot_named`.
        seed: The same seed gives the same report.
        progress: Called after each game.
        give: As in `play`.
        keep: Called with the record of each game.
        opening: As in `play`. All bots must be able to draw.

    Raises:
        BadArgument: A bot of somebody else failed.
    """
    who = [RecordedPlayer(bot=constant(bot)) if kebab(bot) in BOTS else RecordedPlayer(name=bot) for bot in bots]
    made = [bot_named(bot) for bot in bots]

    def one(match: Match) -> tuple[MatchResult, Tallies, Record]:
        seated: list[Bot] = [makes(game, random.Random(f"{match.seed}/{seat}")) for seat, makes in enumerate(made, 1)]
        watched = [one if is_own(name) else Seated(one) for name, one in zip(bots, seated, strict=True)]
        played = play(match, game, edition, options, watched, who, give, opening)
        for name, bot in zip(bots, watched, strict=True):
            if isinstance(bot, Seated) and bot.faults:
                raise BadArgument(f"{name} failed: {bot.reason}.")
        return played

    played = []
    for result, counted, record in games(one, [Match(n, tuple(range(players)), f"{seed}/{n}") for n in range(number)]):
        played.append((result, counted))
        keep(record)
        progress()
    results, tallies = zip(*played, strict=True)
    found = findings(players, results)
    common = found["score"] is not None
    by_seat = [share([(one.shuffle, one.victory[seat]) for one in results]) for seat in range(0 if common else players)]
    return SimulationReport(
        game=game.about.kind,
        edition=edition.name,
        seed=seed,
        **found,
        options=options,
        bots=tuple(bots),
        opening=opening,
        by_seat=tuple(by_seat),
        given=give,
        given_share=share([(one.shuffle, one.victory[each.given - 1]) for one, each in played], 1 / found["fair"])
        if give and not common
        else None,
        longest_list=max(each.longest_list for each in tallies),
        scores=tuple(_categories(results)),
        uses=tuple(_uses(played, found["fair"], common=common)),
        events=tuple(_occurrences(tallies)),
    )


def _categories(results: Iterable[MatchResult]) -> Iterable[CategoryMean]:
    everybody: dict[str, list[Sampled]] = defaultdict(list)
    winners: dict[str, list[Sampled]] = defaultdict(list)
    for result in results:
        for score, won in zip(result.categories, result.victory, strict=True):
            for name, points in score.items():
                everybody[name].append((result.shuffle, points))
                if won:
                    winners[name].append((result.shuffle, points))
    for name, every in everybody.items():
        yield CategoryMean(name, mean(every), mean(winners[name]) if winners[name] else None)


def _uses(played: Sequence[tuple[MatchResult, Tallies]], fair: float, *, common: bool) -> Iterable[Use]:
    times: Counter[str] = Counter()
    worth: dict[str, list[Sampled]] = defaultdict(list)
    for result, counted in played:
        for seat, uses in counted.uses.items():
            times.update(uses)
            for name in uses:
                value = float(result.points[0]) if common else result.victory[seat - 1]
                worth[name].append((result.shuffle, value))
    for name in sorted(times):
        estimate = mean(worth[name]) if common else share(worth[name], 1 / fair)
        yield Use(name, times[name] / len(played), len(worth[name]), estimate)


def _occurrences(tallies: Sequence[Tallies]) -> Iterable[Occurrence]:
    times: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for counted in tallies:
        times.update(counted.events)
        seen.update(counted.events.keys())
    return (Occurrence(name, times[name] / len(tallies), seen[name]) for name in sorted(times))


def show(report: SimulationReport, console: Console) -> None:
    """Print the report as tables."""
    changed = "".join(f", {name} {value}" for name, value in report.options.chosen().items())
    show_heading(report, console, changed, _who(report))
    if report.by_seat:
        wins = Table("#", "by seat", "by turn order", title="Share of wins", title_justify="left")
        for i, (seat, turn) in enumerate(zip(report.by_seat, report.by_turn_order, strict=True), 1):
            wins.add_row(str(i), seat.percent, turn.percent)
        console.print(wins)
    if report.given_share is not None:
        console.print(f"Given {report.given}, a seat wins {report.given_share} times its fair share.")
    quartiles = ", ".join(f"{value:g}" for value in report.decisions_quartiles)
    console.print(f"Decisions per game: {report.decisions}; quartiles {quartiles}")
    console.print(f"Most legal moves at one decision: {report.longest_list}")
    ends = ", ".join(f"{name} {count} ({count / report.games:.1%})" for name, count in report.reasons.items())
    console.print(f"Reasons for ending: {ends}")
    scores = Table("category", "all seats", "winners", title="Points", title_justify="left")
    for category in report.scores:
        scores.add_row(category.name, str(category.all), str(category.winners or ""))
    console.print(scores)
    worth = "wins (1 = fair share)" if report.score is None else "points"
    uses = Table("move", "per game", "seats", worth, title="Moves and cards", title_justify="left")
    for use in report.uses:
        uses.add_row(use.move, f"{use.per_game:.2f}", str(use.seats), str(use.share))
    console.print(uses)
    events = Table("event", "per game", "games", title="Events", title_justify="left")
    for one in report.events:
        events.add_row(one.event, f"{one.per_game:.2f}", f"{one.games} ({one.games / report.games:.1%})")
    console.print(events)


def _who(report: SimulationReport) -> str:
    return f", bots {', '.join(report.bots)}"


def _plots(report: SimulationReport) -> dict[str, str]:
    points = [
        (f"{category.name}, {who}", one, f"{one.value:.1f}")
        for category in report.scores
        for who, one in (("all", category.all), ("winners", category.winners))
        if one is not None
    ]
    ends = [(name, Estimate(*[count / report.games] * 3)) for name, count in report.reasons.items()]
    often = sorted(report.uses, key=lambda use: -use.seats)[:MOST_MOVES]
    uses = [(use.move, use.share, f"{use.share.value:.2f}") for use in sorted(often, key=lambda use: use.move)]
    plots = {
        "Points by category": dots(points),
        "Reasons for ending": dots([(name, one, f"{one.value:.0%}") for name, one in ends], 0.0, 1.0),
    }
    if report.score is not None:
        return {**plots, "Points of the games in which it was played": dots(uses)}
    return {
        "Wins by seat": places("seat", report.by_seat, report.fair),
        "Wins by place in turn order": places("decides", report.by_turn_order, report.fair),
        **plots,
        "Wins of the seats that played it, times the fair share": dots(uses, 0.0, None, 1.0),
    }
