"""Checks whether a viewer can tell two worlds apart by any answer.

Both worlds have the same game id, tokens, clock and keys, and the same moves, but for what is sealed in the moves of others. They
differ in the cards that the viewer has not seen up to the current version, and in the seed, provided that everything drawn so far
stays the same. So all answers must be equal, byte for byte. See docs/design.md, section 6.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.game import Game
from taphouse.lab.secrecy.audited_requests import AuditedRequests, check_covered
from taphouse.lab.secrecy.cause import cause
from taphouse.lab.secrecy.hidden import Hidden
from taphouse.lab.secrecy.in_process_service import Received, house
from taphouse.lab.secrecy.paired_worlds import WORLDS, pairs
from taphouse.schema.graphql.build import Api


class Leak(Struct, frozen=True):
    """Two worlds that a viewer can tell apart, with the smallest answer that differs."""

    pair: int
    """The number of the pair, from 1."""
    table: str
    """The set-up of the game, for people: edition, rules, seats, options and seed."""
    viewer: str
    version: int
    way: str
    cause: str
    """The function of the rules that shows what differs, and where."""
    here: Received | None
    there: Received | None
    ways: tuple[str, ...]
    """All ways out whose answers differ."""


class SecrecyReport(Struct, frozen=True):
    """The result of a check, for one kind of game."""

    game: str
    seed: str
    pairs: int
    answers: int
    ways: frozenset[str]
    hidden: Hidden
    leak: Leak | None


class Vacuous(Exception):
    """An answer is an error, so comparing it proves nothing."""


async def check(
    game: Game,
    games: Mapping[str, Game],
    most: int,
    seed: str = "1",
    progress: Callable[[], None] = lambda: None,
    worlds: int = WORLDS,
    enough: Callable[[int, set[str], Hidden], bool] = lambda *_: False,
) -> SecrecyReport:
    """Compare pairs of worlds until a leak is found.

    Args:
        game: The kind of game.
        games: All kinds of games that the service has.
        most: The number of pairs.
        seed: The same seed gives the same pairs.
        progress: Called after each pair.
        worlds: The most worlds for each question. With fewer, as many pairs ask more.
        enough: (pairs, ways, hidden) -> True if these pairs are enough, though they are fewer.

    Raises:
        NoWorlds: The game does not define how its worlds differ, or no pairs were found.
        Undealt: A world is none that the game can begin with.
        NotCovered: There is a way out that the audit does not cover.
        Vacuous: An answer is an error.
    """
    ways = AuditedRequests(Api.of(*games.values(), federated=True).core, game, games)
    number, answers, names, hidden = 0, 0, set[str](), Hidden()
    mine: dict[str, Received] = {}
    async with house(games) as one, house(games) as two:
        check_covered(one.app.routes)
        await ways.read(one)
        await ways.read(two)
        async for pair in pairs(game, ways, one, two, seed, hidden, worlds):
            number += 1
            question = pair.question
            if pair.fresh:
                one.rewrite(question.id, pair.here.record, pair.here.log)
                mine = await ways.answers(one, replace(question, last=pair.here.last))
                _check_sound(mine)
            two.rewrite(question.id, pair.there.record, pair.there.log)
            theirs = await ways.answers(two, replace(question, last=pair.there.last))
            if not question.delayed:  # else other moves differ than those that hide something
                hidden.add(pair.rules, question.seat, *pair.played)
            answers += len(theirs)
            names |= theirs.keys()
            progress()
            differ = [name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name)]
            leak = None
            if differ:
                least = min(differ, key=lambda name: (_size(mine.get(name)) + _size(theirs.get(name)), name))
                leak = Leak(
                    number,
                    pair.table,
                    question.viewer,
                    question.version,
                    least,
                    cause(pair.rules, question.seat, *pair.played),
                    mine.get(least),
                    theirs.get(least),
                    tuple(sorted(differ)),
                )
            if leak is not None or number >= most or enough(number, names, hidden):
                return SecrecyReport(game.about.kind, seed, number, answers, frozenset(names), hidden, leak)
    raise AssertionError("the pairs never end")


def _size(answer: Received | None) -> int:
    return 0 if answer is None else answer.size


def _check_sound(answers: Mapping[str, Received]) -> None:
    for name, answer in answers.items():
        broken = [frame for frame in answer.frames if b'"errors":' in frame or b'"type":"error"' in frame]
        if broken or 500 <= answer.status < 1000:
            raise Vacuous(f"{name} answered {answer.status} with an error: {(broken or answer.frames)[:1]}")
