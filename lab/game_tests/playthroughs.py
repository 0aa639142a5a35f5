"""Golden playthroughs: whole games as text that a person can read, one for each way in which each game can end.

`taphouse test-game NAME --write` writes them anew, after a change of the rules that is meant. For each reason of ending it takes,
of the seeds `golden 1`, `golden 2`, ..., the one whose game of random moves ends so soonest. A file holds all it takes to play
its game again.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from taphouse.engine import notation
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.checks import Ending
from taphouse.engine.vocabulary import Amounts, kebab
from taphouse.engine.worlds import SeatMove
from taphouse.lab.game_tests.tables import GAMES, GameTerms, TablePlayout, checks, default_table, tables

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
    """The text of the shortest of the games that end for a reason: those that `Checks.endings` names, or those at all tables.

    Raises:
        NoSuchGame: no game ends so. The message says what to write.
    """
    ending = checks(kind).endings.get(reason)
    tried = ending.tried if ending else Ending().tried
    newest = [table for table in tables(kind) if table.version == GAMES[kind].newest]
    for table in [table_of(kind, ending)] if ending else newest:
        shortest: TablePlayout | None = None
        for seed in (f"golden {number}" for number in range(1, tried + 1)):
            game = TablePlayout(table, seed, random.Random(seed).choice)
            outcome = table.rules.outcome(game.states[-1])
            if (
                outcome is not None
                and outcome.reason == reason
                and (shortest is None or len(game.moves) < len(shortest.moves))
            ):
                shortest = game
        if shortest is not None:
            return write(table, shortest.seed, shortest.first(len(shortest.moves)))
    raise NoSuchGame(
        f"{kind}: none of {tried} games of random moves ends by {reason}. Say in `endings` of CHECKS on what terms one does, "
        f"such as endings={{{reason!r}: Ending(seats=2, options=..., tried=5000)}}."
    )


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
