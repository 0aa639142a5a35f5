"""Records of games that bots played: of fifty of each kind, about twelve that reach all that the fifty reach.

`python -m tests.records` writes them anew. The files are what earlier releases left behind, so do that only if the rules change
before a release; otherwise a fix is a new version of the rules, and these records keep theirs. They are played under the newest
rules as well: add each that then goes another way to `DIFFERS`, with its fix.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from taphouse.engine import notation
from taphouse.engine.bots import BOTS
from taphouse.engine.chance import Chance, commitment, seed_from
from taphouse.engine.records.record import (
    Abandoned,
    Finished,
    Line,
    Played,
    Record,
    RecordedPlayer,
    Resigned,
    heading,
    result_of,
)
from taphouse.engine.resigning import SERVICE_RULES, outcome_of
from taphouse.lab.game_tests.playthroughs import table_of
from taphouse.lab.game_tests.tables import SECOND, checks
from tests.conformance.tables import GameTerms, editions, tables

FOLDER = Path(__file__).parent
DIFFERS: Mapping[tuple[str, int], str] = {
    ("brew-crafters", number): "trades-wait-for-the-next-decision" for number in range(1, 16) if number != 7
}
"""The kept records that go another way under the newest rules on purpose: the kind, the number of the record in its file, from 1,
and the name of the fix."""
COUNT = 12
"""At least so many records of each kind are kept."""
PLAYED = 50
"""The games of each kind from which they are chosen."""
ALSO: Mapping[str, Collection[int]] = {"pint-craft": (11, 12, 18, 41), "brew-crafters": (7, 23, 40)}
"""The numbers, from 1, of games that are kept besides. They found faults, planted in the rules, that no other kept one finds."""
TRIED = 400
"""The seeds among which a game with an ending is looked for."""
BEGAN, TIME = datetime.datetime(2026, 1, 1, 18, tzinfo=datetime.UTC), "%Y-%m-%dT%H:%M:%SZ"


def path_of(kind: str) -> Path:
    """The file with the records of a kind."""
    return FOLDER / f"{kind}.txt"


def recorded(
    table: GameTerms, seed: str, bot: str = "random", *, resigns: int | None = None, abandoned: int | None = None
) -> Record:
    """The record of a game between bots.

    Args:
        table: what the game is created with.
        seed: the text of the seed, also of the bots.
        bot: the kind of bots.
        resigns: the number of moves after which the seat that must decide resigns. None: no seat does.
        abandoned: the number of moves after which the game is abandoned. None: it is not.
    """
    game, rules = table.game, table.rules
    secret, salt = seed_from(seed), seed_from(f"salt of {seed}")
    chance = Chance(secret)
    players = [BOTS[bot](game, random.Random(f"{seed}/{seat}")) for seat in range(1, table.seats + 1)]
    state = rules.new(table.options, table.seats, chance)
    lines: list[Line] = []
    gone: list[int] = []
    made = 0
    while (decision := rules.decision(state)) is not None:
        seat = decision.seat
        if made == abandoned:
            lines.append(Abandoned())
            break
        if made == resigns and not gone:
            gone.append(seat)
            lines.append(Resigned(seat))
            if table.seats == 2:
                break
        known = rules.known(state, seat)
        move = next(rules.moves(known)) if seat in gone else players[seat - 1].choose(rules, known, seat)
        lines.append(Played(seat, notation.write(move), seat in gone))
        state, made = rules.apply(state, move, chance).state, made + 1
    ended = made != abandoned or rules.decision(state) is None
    names = [RecordedPlayer(name=name, bot=bot.upper()) for name in ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")]
    return replace(
        heading(game, editions(table.kind)[table.edition], rules.version, table.options, names[: table.seats]),
        created=f"{BEGAN:{TIME}}",
        updated=f"{BEGAN + datetime.timedelta(minutes=made):{TIME}}",
        commitment=commitment(secret, salt),
        salt=salt.hex(),
        seed=secret.hex(),
        lines=tuple(lines),
        result=result_of(outcome_of(rules, state, table.seats, gone, SERVICE_RULES)) if ended else "abandoned",
    )


def make(kind: str) -> Iterator[Record]:
    """The games from which records are chosen: one with each ending that `checks` names, then one at each table in turn."""
    count = 0
    for reason, ending in checks(kind).endings.items():
        table = table_of(kind, ending)
        yield next(
            record
            for number in range(TRIED)
            if (record := recorded(table, f"ending {number}"))
            and isinstance(record.result, Finished)
            and record.result.reason == reason
        )
        count += 1
    yield from (numbered(kind, number) for number in range(count, PLAYED))


def numbered(kind: str, number: int) -> Record:
    """A game at each table in turn, by random and greedy bots; now and then, a seat resigns or the game is abandoned."""
    of_kind = [table for table in tables(kind) if table.edition != SECOND]
    table, bot = of_kind[number % len(of_kind)], ("random", "greedy")[number % 2]
    resigns = 10 * (number % 7) if number % 5 == 0 else None
    return recorded(table, f"record {number}", bot, resigns=resigns, abandoned=25 if number % 12 == 7 else None)
