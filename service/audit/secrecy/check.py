"""Whether a viewer can tell two worlds apart by anything that he gets.

Both worlds have the same id, tokens, clock and keys, and the same log. In the other world faces are different that the viewer
was not shown up to the version at which he asks, and so is the seed, where nothing that it drew comes out otherwise. So all
answers must be equal, byte for byte. See docs/design.md, section 6.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from taphouse.engine.game import Game
from taphouse.schema.graphql.build import Api
from taphouse.service.audit.secrecy.in_process_service import Answer, house
from taphouse.service.audit.secrecy.paired_worlds import pairs
from taphouse.service.audit.secrecy.ways_out import Ways, check_covered


class Leak(Struct, frozen=True):
    """Two worlds that a viewer can tell apart, and by what: the smallest answer that differs."""

    pair: int
    """Its number, from 1."""
    table: str
    viewer: str
    version: int
    way: str
    here: Answer | None
    there: Answer | None
    ways: tuple[str, ...]
    """All whose answers differ."""


class Report(Struct, frozen=True):
    """What was looked at."""

    game: str
    seed: str
    pairs: int
    answers: int
    ways: frozenset[str]
    leak: Leak | None


class Vacuous(Exception):
    """An answer is an error, so that it proves nothing."""


async def check(
    game: Game, games: Mapping[str, Game], most: int, seed: str = "1", progress: Callable[[], None] = lambda: None
) -> Report:
    """Look at pairs of worlds, until one can be told apart.

    Args:
        game: what is played.
        games: all games that the service knows.
        most: how many pairs.
        seed: the same seed, the same pairs.
        progress: called after each pair.

    Raises:
        NoWorlds: the game does not say how its worlds differ, or there are none.
        Untaught: there is a way out that nobody asks for.
        Vacuous: an answer proves nothing.
    """
    ways = Ways(Api.of(*games.values()).schema._schema, game, games)
    number, answers, names = 0, 0, set[str]()
    mine: dict[str, Answer] = {}
    async with house(games) as one, house(games) as two:
        check_covered(one.app.routes)
        await ways.read(one)
        await ways.read(two)
        async for pair in pairs(game, ways, one, two, seed):
            number += 1
            question = pair.question
            if pair.fresh:
                one.store.rewrite(question.id, pair.here.record, pair.here.log)
                mine = await ways.answers(one, question)
                _check_sound(mine)
            two.store.rewrite(question.id, pair.there.record, pair.there.log)
            theirs = await ways.answers(two, question)
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
                    mine.get(least),
                    theirs.get(least),
                    tuple(sorted(differ)),
                )
            if leak is not None or number >= most:
                return Report(game.about.kind, seed, number, answers, frozenset(names), leak)
    raise AssertionError("the pairs have no end")


def _size(answer: Answer | None) -> int:
    return 0 if answer is None else answer.size


def _check_sound(answers: Mapping[str, Answer]) -> None:
    for name, answer in answers.items():
        broken = [frame for frame in answer.frames if b'"errors":' in frame or b'"type":"error"' in frame]
        if broken or 500 <= answer.status < 1000:
            raise Vacuous(f"{name} is answered {answer.status} with an error: {(broken or answer.frames)[:1]}")
