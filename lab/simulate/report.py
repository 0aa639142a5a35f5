"""The command: reads its arguments, shows progress, prints the report."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TextIO

import msgspec
from rich.console import Console
from rich.table import Table

from taphouse.engine import GAMES
from taphouse.engine.bots import BOTS, STRENGTHS
from taphouse.engine.contract import Options
from taphouse.engine.editions import Edition, EditionError
from taphouse.engine.game import Game
from taphouse.engine.records.record import Record
from taphouse.engine.records.text import write_json
from taphouse.engine.vocabulary import span
from taphouse.lab.simulate.page import page
from taphouse.lab.simulate.run import CONFIDENCE, Estimate, SimulationReport, repetition, simulate
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.runtime.progress import Progress


class BadArgument(Exception):
    """An argument is invalid; the message lists the valid values."""


def run(
    kind: str | None,
    players: int | None,
    games: int,
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
    """Simulate games, and print a report.

    Raises:
        BadArgument: An argument is invalid.
    """
    game, used, chosen, seats = chosen_game(kind, edition, editions_dir, options, players)
    kinds = _bots(bots, seats)
    if give is not None and give not in (known := game.gifts(game.rules(used))):
        gifts = f"; its gifts are {', '.join(known)}" if known else ""
        raise BadArgument(f"{game.about.title} has no gift {give!r}{gifts}.")
    if opening < 0:
        raise BadArgument("The number of moves that are drawn must not be negative.")
    if opening and (others := set(kinds) - STRENGTHS.keys()):
        raise BadArgument(f"{min(others)} does not search, so it has no moves to draw from; leave out --opening.")
    if games < 1:
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
        with Progress(f"{game.about.title}, {seats} players", games) as progress:
            report = simulate(game, used, chosen, seats, games, kinds, seed, progress.advance, give, keep, opening)
        if drawn is not None:
            drawn.write(page(report))
    if as_json:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
    else:
        show(report, Console())


def chosen_game(
    kind: str | None, edition: str | None, editions_dir: Path | None, options: str, players: int | None
) -> tuple[Game, Edition, Options, int]:
    """The kind of game, the edition, the options and the number of players of new games.

    Raises:
        BadArgument: They are invalid, or do not fit together.
    """
    game = _kind(kind)
    used, chosen = _edition(game, edition, editions_dir), _options(game, options)
    seats = _players(game, players)
    rules = game.rules(used)
    refusal = rules.why_not_new(chosen, seats)
    if refusal is not None:
        raise BadArgument(rules.explained(refusal))
    return game, used, chosen, seats


def _kind(kind: str | None) -> Game:
    """The kind of game of this name; the first one for None.

    Raises:
        BadArgument: There is none.
    """
    if kind is None:
        return next(iter(GAMES.values()))
    if kind not in GAMES:
        raise BadArgument(f"There is no game {kind!r}; the games are {', '.join(GAMES)}.")
    return GAMES[kind]


def _edition(game: Game, name: str | None, directory: Path | None) -> Edition:
    """The edition of this name; the first one for None.

    Raises:
        BadArgument: There is none.
    """
    try:
        offered = Editions(GAMES, directory).offered[game.about.kind]
    except EditionError as error:
        raise BadArgument(str(error)) from None
    if name is None:
        return next(iter(offered.values()))
    if name not in offered:
        raise BadArgument(f"{game.about.title} has no edition {name!r}; its editions are {', '.join(offered)}.")
    return offered[name]


def _options(game: Game, text: str) -> Options:
    """The options that JSON gives.

    Raises:
        BadArgument: There is none.
    """
    kind = game.about.options
    try:
        given = msgspec.json.decode(text, type=dict[str, Any])
        unknown = sorted(given.keys() - {*kind.__struct_encode_fields__})
        if unknown:
            known = ", ".join(kind.__struct_encode_fields__)
            raise BadArgument(f"{game.about.title} has no option {unknown[0]!r}; its options are {known}.")
        return msgspec.convert(given, kind)
    except msgspec.MsgspecError as error:
        raise BadArgument(f"Invalid options for {game.about.title}: {error}.") from None


def _players(game: Game, players: int | None) -> int:
    """The number of players; the least for None.

    Raises:
        BadArgument: There is none.
    """
    bounds = game.about.seats
    if players is not None and players not in bounds:
        raise BadArgument(f"{game.about.title} is for {span(bounds, 'player')}, not {players}.")
    return bounds[0] if players is None else players


def _bots(bots: str, seats: int) -> tuple[str, ...]:
    kinds = tuple(bots.split(","))
    for kind in kinds:
        if kind not in BOTS:
            raise BadArgument(f"There is no bot {kind!r}; the bots are {', '.join(BOTS)}.")
    if len(kinds) not in (1, seats):
        raise BadArgument(f"Name one bot for all seats, or {seats} separated by commas, not {len(kinds)}.")
    return kinds * seats if len(kinds) == 1 else kinds


def show(report: SimulationReport, console: Console) -> None:
    """Print the report as tables."""
    console.print(
        f"[bold]{report.game}[/] ({report.edition}{_changed(report.options)}): {report.games} games of {report.players}, "
        f"bots {', '.join(report.bots)}, seed {report.seed}; {CONFIDENCE:.0%} confidence intervals"
    )
    if repeated := repetition(report.games, report.different):
        console.print(repeated)
    wins = Table("#", "by seat", "by turn order", title="Share of wins", title_justify="left")
    for i, (seat, turn) in enumerate(zip(report.by_seat, report.by_turn_order, strict=True), 1):
        wins.add_row(str(i), _percent(seat), _percent(turn))
    console.print(wins)
    if report.given_share is not None:
        console.print(f"Given {report.given}, a seat wins {_number(report.given_share)} times its fair share.")
    quartiles = ", ".join(f"{value:g}" for value in report.decisions_quartiles)
    console.print(f"Decisions per game: {_number(report.decisions)}; quartiles {quartiles}")
    console.print(f"Most legal moves at one decision: {report.longest_list}")
    ends = ", ".join(f"{name} {count} ({count / report.games:.1%})" for name, count in report.reasons.items())
    console.print(f"Reasons for ending: {ends}")
    scores = Table("category", "all seats", "winners", title="Points", title_justify="left")
    for category in report.scores:
        scores.add_row(category.name, _number(category.all), _number(category.winners))
    console.print(scores)
    uses = Table("move", "per game", "seats", "wins (1 = fair share)", title="Moves and cards", title_justify="left")
    for use in report.uses:
        uses.add_row(use.move, f"{use.per_game:.2f}", str(use.seats), _number(use.share))
    console.print(uses)
    events = Table("event", "per game", "games", title="Events", title_justify="left")
    for one in report.events:
        events.add_row(one.event, f"{one.per_game:.2f}", f"{one.games} ({one.games / report.games:.1%})")
    console.print(events)


def _changed(options: Options) -> str:
    """The options that differ from their defaults."""
    return "".join(f", {name} {value}" for name, value in options.chosen().items())


def _percent(estimate: Estimate) -> str:
    return f"{estimate.value:.1%}  ({estimate.low:.1%} to {estimate.high:.1%})"


def _number(estimate: Estimate) -> str:
    return f"{estimate.value:.2f}  ({estimate.low:.2f} to {estimate.high:.2f})"
