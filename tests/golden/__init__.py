"""Golden playthroughs: whole games as text that a person can read, one for each way in which each game can end.

`python -m tests.golden` writes them anew, after a change of the rules that is meant. For each reason of ending it takes, of the
seeds `golden 1`, `golden 2`, ..., the one whose game of random moves ends so soonest. A file holds all it takes
to play its game again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from taphouse.engine import notation
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Move
from taphouse.engine.vocabulary import Amounts, kebab
from tests.conformance.tables import GAMES, Playout, Table

FOLDER = Path(__file__).parent
TRIED = 200
"""The seeds among which a game is looked for."""
VIEW_EVERY = 12
"""The table is shown at the start and after so many moves, to the seats and a spectator in turn, and to all at the end."""


CHANGING = ("count", "takenBy", "givenBy", "partner", "steps")
"""Fields told of things besides name and title, because they change in a game."""


class Ending(NamedTuple):
    """A game to be found: how it ends, and what it is created with."""

    kind: str
    reason: str
    seats: int
    edition: str
    options: dict[str, Any]
    rules: int = 1


ENDINGS = (
    Ending("dank-and-draft", "five-types", 2, "reconstructed", {}),
    Ending("dank-and-draft", "taps", 3, "reconstructed", {}),
    Ending(
        "dank-and-draft", "turn-cap", 4, "reconstructed", {"turnCap": 9, "recycle": "AT_ONCE", "offers": "ONE_A_TURN"}
    ),
    Ending("pint-craft", "threshold", 2, "reconstructed", {}),
    Ending("pint-craft", "face-off", 3, "reconstructed", {}),
    Ending("pint-craft", "vote", 5, "reconstructed", {"season": "SUMMER", "emptyHand": "ENDS_TURN"}),
    Ending("pint-craft", "all-on-tap", 4, "reconstructed", {"threshold": 200}),
    Ending("pint-craft", "round-cap", 6, "reconstructed", {"roundCap": 3, "pot": "UNLIMITED", "firstSeat": "SEAT_1"}),
    Ending("brew-crafters", "last-winter", 3, "reconstructed", {"recipes": "RANDOM", "workers": "RANDOM"}, rules=2),
    Ending("cask-race", "race", 2, "evening", {}),
    Ending("cask-race", "dry", 3, "nightcap", {}),
    Ending("cask-race", "closing-time", 3, "evening", {"turnCap": 9, "gift": "CHANCE"}, rules=2),
)
"""At least one for every reason of every game."""


def path_of(ending: Ending) -> Path:
    """The file of this ending."""
    return FOLDER / f"{ending.kind}-{ending.reason}.txt"


def table_of(ending: Ending) -> Table:
    """The table at which the game is played."""
    about = GAMES[ending.kind].about
    return Table(
        ending.kind, ending.edition, ending.seats, msgspec.convert(ending.options, about.options), ending.rules
    )


def find(ending: Ending) -> str:
    """The text of the shortest of the games that end so."""
    table, found = table_of(ending), dict[str, list[Move]]()
    for seed in (f"golden {number}" for number in range(1, TRIED + 1)):
        game = Playout(table, seed, random.Random(seed).choice)
        outcome = table.rules.outcome(game.states[-1])
        if outcome is not None and outcome.reason == ending.reason:
            found[seed] = game.moves
    if not found:
        raise LookupError(f"no game ends so: {ending}")
    seed = min(found, key=lambda seed: len(found[seed]))
    return write(table, seed, found[seed])


def write(table: Table, seed: str, moves: list[Move]) -> str:
    """These moves as a playthrough."""
    return "\n".join(_lines(table, seed, moves)) + "\n"


def read(text: str) -> tuple[Table, str, list[Move]]:
    """The table, the seed and the moves of a playthrough."""
    head, _, rest = text.partition("\n\n")
    heads = dict(line.split(": ", 1) for line in head.splitlines())
    game = GAMES[heads["kind"]]
    options = msgspec.convert(json.loads(heads["options"]), game.about.options)
    moves = [notation.parse(line.split(": ", 1)[1], game.verbs) for line in rest.splitlines() if line[:1].isdigit()]
    table = Table(heads["kind"], heads["edition"], int(heads["seats"]), options, int(heads["rules"]))
    return table, heads["seed"], moves


def _lines(table: Table, seed: str, moves: list[Move]) -> Iterator[str]:
    rules, chance = table.rules, Chance(seed_from(seed))
    yield f"kind: {table.kind}"
    yield f"edition: {table.edition}"
    yield f"rules: {table.version}"
    yield f"seats: {table.seats}"
    yield f"options: {json.dumps(table.options.chosen())}"
    yield f"seed: {seed}"
    state = rules.new(table.options, table.seats, chance)
    viewers = table.viewers
    for number, move in enumerate(moves):
        if number % VIEW_EVERY == 0:
            yield from _view(table, state, viewers[number // VIEW_EVERY % len(viewers)])
        decision = rules.decision(state)
        if decision is None:
            raise ValueError(f"the game is over after {number} of {len(moves)} moves")
        yield f"{number + 1}. seat {decision.seat}: {notation.write(move)}"
        state, events = (step := rules.apply(state, move, chance)).state, step.events
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


def _view(table: Table, state: Any, viewer: int | None) -> Iterator[str]:
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
