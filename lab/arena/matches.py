"""The games of an arena: which are played, and how each ends."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, cycle, islice

from msgspec import Struct

from taphouse.engine.contract import Options
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.records.record import RecordedPlayer
from taphouse.engine.records.text import write_json
from taphouse.lab.arena.players import Seated, maker
from taphouse.lab.simulate.run import play


class Match(Struct, frozen=True):
    """A game to play."""

    number: int
    """From 0 on, in the order of the schedule."""
    seats: tuple[int, ...]
    """The bot at each seat, counted from 0."""
    seed: str
    """The text that the shuffles are derived from."""


class MatchResult(Struct, frozen=True):
    """A game that was played; the values of each seat are in their order."""

    number: int
    seats: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    categories: tuple[dict[str, int], ...]
    victory: tuple[float, ...]
    """1 for the winner; a shared win counts as a fraction."""
    first: int
    """The seat that decided first."""
    decisions: int
    reason: str
    faults: tuple[int, ...]
    """The number of times that a bot failed, and the passive move was made for it."""
    why: str = ""
    """The reason of the last failure of any bot."""
    course: str = ""
    """As in `OneGame`; empty in games that an older release played, as are the next three."""
    asked: tuple[int, ...] = ()
    """The number of decisions that the bot was asked for."""
    seconds: tuple[float, ...] = ()
    """The time that it took for them."""
    tokens: tuple[int | None, ...] = ()
    """The tokens of language models that it took for them; None if it does not report them."""
    seed: str = ""
    """On a leaderboard, as in `Match`."""


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


def played(
    match: Match, names: Sequence[str], game: Game, edition: Edition, options: Options
) -> tuple[MatchResult, str]:
    """Play a game; returns its result, and its record as a line of JSON."""
    seated = [
        Seated(maker(names[bot])(game, random.Random(f"{match.seed}/{match.number}/{seat}")))
        for seat, bot in enumerate(match.seats, 1)
    ]
    named = [RecordedPlayer(name=names[bot]) for bot in match.seats]
    one, record = play(game, edition, options, seated, named, match.seed)
    seats = range(1, len(seated) + 1)
    result = MatchResult(
        match.number,
        match.seats,
        tuple([one.places[seat] for seat in seats]),
        tuple([sum(one.scores[seat].values()) for seat in seats]),
        tuple([one.scores[seat] for seat in seats]),
        tuple([one.victory.get(seat, 0.0) for seat in seats]),
        one.first,
        one.decisions,
        one.reason,
        tuple([each.faults for each in seated]),
        next((each.reason for each in seated if each.reason), ""),
        one.course,
        tuple([each.asked for each in seated]),
        tuple([round(each.seconds, 6) for each in seated]),
        tuple([each.tokens for each in seated]),
    )
    return result, write_json(record)
