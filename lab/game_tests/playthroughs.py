"""Golden playthroughs: whole games as text that a person can read, one for each way in which each game can end.

`taphouse test-game NAME --write` writes them anew, after a change of the rules that is meant. For each reason of ending it takes,
of the seeds `golden 1`, `golden 2`, ..., the one whose game of random moves ends so soonest, unless `Checks.endings` names a bot
or says that the author writes the moves. A file holds all it takes to play its game again.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

import msgspec

from taphouse.engine import notation
from taphouse.engine.bots import Players
from taphouse.engine.bots.names import NoBot, bot_named
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.checks import Ending, found
from taphouse.engine.contract import Event, IllegalMove, Move, Outcome, State
from taphouse.engine.vocabulary import Amounts, kebab
from taphouse.engine.worlds import MOST_MOVES, SeatMove
from taphouse.lab.game_tests.tables import GAMES, GameTerms, TablePlayout, checks, default_table, playout, tables

VIEW_EVERY = 12
"""The table is shown at the start and after so many moves, to the seats and a spectator in turn, and to all at the end."""
_MOVE = re.compile(r"[0-9]+\. seat ([0-9]+): (.*)")
CHANGING = ("count", "takenBy", "givenBy", "partner", "steps")
"""Fields that are printed of things besides name and title, because they change in a game."""


class NoSuchGame(LookupError):
    """No game was found that ends for the reason."""


def table_of(kind: str, ending: Ending) -> GameTerms:
    """The table at which a game ends so."""
    usual, about = default_table(kind), GAMES[kind].about
    return GameTerms(
        kind,
        ending.edition or usual.edition,
        ending.seats or usual.seats,
        about.options() if ending.options is None else ending.options,
        ending.rules or usual.version,
    )


def find(kind: str, reason: str) -> str:
    """The text of the game that ends for a reason: as `Checks.endings` says, or the shortest random one at any table.

    Raises:
        NoSuchGame: no game ends so. The message says what to write.
    """
    ending = checks(kind).endings.get(reason)
    if ending and ending.written:
        return _as_written(kind, reason, table_of(kind, ending))
    tried, bot = (ending.tried, ending.bot) if ending else (Ending().tried, None)
    newest = [table for table in tables(kind) if table.version == GAMES[kind].newest]
    for table in [table_of(kind, ending)] if ending else newest:
        shortest: tuple[str, tuple[SeatMove, ...]] | None = None
        for seed in (f"golden {number}" for number in range(1, tried + 1)):
            moves, outcome = _by_bot(table, seed, bot) if bot else _at_random(table, seed)
            ends_so = outcome is not None and outcome.reason == reason
            if ends_so and (shortest is None or len(moves) < len(shortest[1])):
                shortest = seed, moves
            if bot and shortest is not None:
                break
        if shortest is not None:
            return write(table, *shortest)
    raise NoSuchGame(
        f"{kind}: none of {tried} games of {bot or 'random moves'} ends by {reason}. Say "
        f"in `endings` of CHECKS on what terms one does, such as endings={{{reason!r}: Ending(seats=2, tried=5000)}}, which bot "
        "plays so, `Ending(bot='greedy')`, or that you write the game, `Ending(written=True)`."
    )


@cache
def by_resigning(kind: str) -> frozenset[str]:
    """The reasons for which resignations end a game, by its own rules: there need not be moves that do."""
    table = default_table(kind)
    seats = range(1, table.seats + 1)
    gone = [some for number in seats[:-1] for some in combinations(seats, number)]
    ends = [table.rules.conceded(state, some) for state in playout(table, "1").states[:-1] for some in gone]
    return frozenset(outcome.reason for outcome in ends if outcome is not None)


def _at_random(table: GameTerms, seed: str) -> tuple[tuple[SeatMove, ...], Outcome | None]:
    game = TablePlayout(table, seed, random.Random(seed).choice)
    return game.first(len(game.moves)), table.rules.outcome(game.states[-1])


def _by_bot(table: GameTerms, seed: str, name: str) -> tuple[tuple[SeatMove, ...], Outcome | None]:
    """The game in which a bot of this name plays each seat.

    Raises:
        LookupError: there is no such bot for this game. The message says what to write.
    """
    rules, chance, seats = table.rules, Chance(seed_from(seed)), range(1, table.seats + 1)
    try:
        makes = bot_named(name)
        players = Players(rules, {seat: makes(table.game, random.Random(f"{seed} {seat}")) for seat in seats})
    except NoBot as error:
        raise LookupError(f"`endings` of CHECKS: {error}") from None
    state, moves = rules.new(table.options, table.seats, chance), list[SeatMove]()
    while (seat := rules.decider(state)) is not None and len(moves) < MOST_MOVES:
        move = players.choose(state, seat)
        step = rules.apply(state, move, chance)
        players.saw(state, move, step.events)
        moves.append(SeatMove(seat, move))
        state = step.state
    return tuple(moves), rules.outcome(state)


def _as_written(kind: str, reason: str, wanted: GameTerms) -> str:
    """The playthrough with the moves that its author wrote."""
    path = found(GAMES[kind]).playthrough(reason)
    if not path.exists():
        raise NoSuchGame(
            f"{path} is missing: write the terms, an empty line, and the moves, such as `1. seat 1: take`."
        )
    table, seed, moves = read(path.read_text(encoding="utf-8"))
    if table != wanted:
        raise NoSuchGame(f"{path} is played at another table than CHECKS says: {table}, not {wanted}.")
    try:
        text = write(table, seed, moves)
    except (IllegalMove, ValueError) as error:
        raise NoSuchGame(f"{path} cannot be played: {error}") from None
    if f"\nended by {reason} " not in text:
        raise NoSuchGame(f"{path} does not end by {reason}.")
    return text


class Replayed(NamedTuple):
    """A game as it was played."""

    table: GameTerms
    states: tuple[State, ...]
    moves: tuple[Move, ...]
    events: tuple[tuple[Event, ...], ...]


def games(kind: str, tried: int) -> Iterator[Replayed]:
    """The playthroughs of a game, then so many games of random moves at each table."""
    for path in sorted(found(GAMES[kind]).playthrough("").parent.glob("*.txt")):
        table, seed, moves = read(path.read_text(encoding="utf-8"))
        rules, chance = table.rules, Chance(seed_from(seed))
        states, events = [rules.new(table.options, table.seats, chance)], list[tuple[Event, ...]]()
        for seat, move in moves:
            before = rules.with_decider(states[-1], seat)
            if move not in [*rules.moves(before)]:
                break  # which is reported where playthroughs are compared
            step = rules.apply(before, move, chance)
            states.append(step.state)
            events.append(step.events)
        moves = moves[: len(events)]
        yield Replayed(table, tuple(states), tuple(move for _, move in moves), tuple(events))
    for number, table in product(range(1, tried + 1), tables(kind)):
        game = playout(table, str(number))
        yield Replayed(table, tuple(game.states), tuple(game.moves), tuple(game.events))


def write(table: GameTerms, seed: str, moves: Sequence[SeatMove]) -> str:
    """These moves as a playthrough."""
    return "\n".join(_lines(table, seed, moves)) + "\n"


def read(text: str) -> tuple[GameTerms, str, list[SeatMove]]:
    """The table, the seed and the moves of a playthrough."""
    head, _, rest = text.partition("\n\n")
    heads = dict(line.split(": ", 1) for line in head.splitlines())
    game = GAMES[heads["kind"]]
    options = msgspec.convert(json.loads(heads["options"]), game.about.options)
    made = [_MOVE.fullmatch(line) for line in rest.splitlines()]
    moves = [SeatMove(int(one[1]), notation.parse(one[2], game.verbs)) for one in made if one is not None]
    table = GameTerms(heads["kind"], heads["edition"], int(heads["seats"]), options, int(heads["rules"]))
    return table, heads["seed"], moves


def _lines(table: GameTerms, seed: str, moves: Sequence[SeatMove]) -> Iterator[str]:
    rules, chance = table.rules, Chance(seed_from(seed))
    yield f"kind: {table.kind}"
    yield f"edition: {table.edition}"
    yield f"rules: {table.version}"
    yield f"seats: {table.seats}"
    yield f"options: {json.dumps(table.options.chosen())}"
    yield f"seed: {seed}"
    state = rules.new(table.options, table.seats, chance)
    viewers = table.viewers
    for number, (seat, move) in enumerate(moves):
        if number % VIEW_EVERY == 0:
            yield from _view(table, state, viewers[number // VIEW_EVERY % len(viewers)])
        if seat not in rules.deciders(state):
            raise ValueError(f"seat {seat} does not decide after {number} of {len(moves)} moves")
        yield f"{number + 1}. seat {seat}: {notation.write(move)}"
        state, events = (step := rules.apply(rules.with_decider(state, seat), move, chance)).state, step.events
        yield from (f"   {compact(_plain(event))}" for event in events)
    yield from _view(table, state, None)
    outcome = rules.outcome(state)
    if outcome is None:
        yield "not over"
        return
    yield f"ended by {outcome.reason} ({outcome.rule})"
    for standing in outcome.standings:
        categories = ", ".join(f"{category.points} for {category.name}" for category in standing.categories)
        yield f"   place {standing.place}: seat {standing.seat} with {standing.points}: {categories}"


def _view(table: GameTerms, state: Any, viewer: int | None) -> Iterator[str]:
    """The sight of a viewer: a line for each field, and for each entry of a row of structs."""
    rules = table.rules
    yield ""
    yield "   the table as a spectator sees it" if viewer is None else f"   the table as seat {viewer} sees it"
    for name, value in _plain(rules.view(rules.known(state, viewer))).items():
        if (
            isinstance(value, list | tuple)
            and value
            and any(isinstance(entry, dict) and len(entry) > 3 for entry in value)
        ):
            yield f"   | {_words(name)}:"
            yield from (f"   |   {compact(entry)}" for entry in value)
        else:
            yield f"   | {_words(name)}: {compact(value)}"
    yield ""


def _plain(value: Any) -> Any:
    """As plain values, amounts without zeros."""
    match value:
        case Amounts():
            return {name: count for name, count in msgspec.to_builtins(value).items() if count}
        case msgspec.Struct():
            tag = value.__struct_config__.tag_field
            fields = {} if tag is None else {tag: value.__struct_config__.tag}
            names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
            return fields | {name: _plain(getattr(value, field)) for field, name in names}
        case tuple():
            return [_plain(one) for one in value]
    return msgspec.to_builtins(value)


def compact(value: Any) -> str:
    """A value on one line: what is null is left out, but in a row."""
    match value:
        case {"event": event, **rest}:
            return f"{event}: {compact(rest)[1:-1]}"
        case {"brewery": str() | None as brewery, "type": type_, "action": action}:
            return "/".join(compact(side) for side in (brewery, type_, action) if side is not None) or "?"
        case {"name": str() as name, "title": str(), **rest}:
            changing = {key: rest[key] for key in CHANGING if rest.get(key)}
            return f"{name} {compact(changing)}" if changing else name
        case dict():
            return f"({', '.join(f'{_words(k)} {compact(v)}' for k, v in value.items() if v is not None)})"
        case list() | tuple():
            return f"[{', '.join(map(compact, value))}]"
        case bool():
            return "yes" if value else "no"
        case None:
            return "-"
    return kebab(value) if isinstance(value, str) and value.isupper() else str(value)


def _words(name: str) -> str:
    return kebab(name).replace("-", " ")
