"""Games between bots: one, and many in this process or in several."""

from __future__ import annotations

import multiprocessing
import os
import random
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from hashlib import blake2b
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.bots import Bot, Players
from taphouse.engine.chance import Chance, commitment, seed_from
from taphouse.engine.contract import COMMON, Move, Options, Victory
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.notation import write
from taphouse.engine.records.record import Line, Played, Record, RecordedPlayer, heading, result_of
from taphouse.engine.vocabulary import Word

MOST_DECISIONS = 100_000
"""The most decisions of a game; a longer game is considered endless."""
AHEAD = 2
"""The number of games that wait for each process."""

T = TypeVar("T")


class Match(Struct, frozen=True):
    """A game to play."""

    number: int
    """From 0 on, in the order of the schedule."""
    seats: tuple[int, ...]
    """The bot at each seat, counted from 0."""
    seed: str
    """The text that the shuffles are derived from."""


class MatchResult(Struct, frozen=True):
    """A game that was played, as an arena stores it; the values of each seat are in their order."""

    number: int
    seats: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    categories: tuple[dict[str, int], ...]
    victory: tuple[float, ...]
    """1 for the winner, and for each seat of a team that wins; a shared win and a draw count as fractions. Of a common result, 1
    for all or 0 for all."""
    first: int
    """The seat that decided first."""
    decisions: int
    reason: str
    faults: tuple[int, ...]
    """The number of times that a bot failed, and the passive move was made for it."""
    why: str = ""
    """The reason of the last failure of any bot."""
    course: str = ""
    """A digest of the moves, with the seats counted from the first: games that repeat each other have the same. Empty in games
    that an older release played, as are the next three."""
    asked: tuple[int, ...] = ()
    """The number of decisions that the bot was asked for."""
    seconds: tuple[float, ...] = ()
    """The time that it took for them."""
    tokens: tuple[int | None, ...] = ()
    """The tokens of language models that it took for them; None if it does not tell."""
    seed: str = ""
    """In reports and on a leaderboard, as in `Match`."""
    won: str = Victory.FIRST.name
    """The name of a `Victory`."""
    stake: int = 1
    """The number of games that the result counts as."""

    @property
    def common(self) -> bool:
        """True if all seats have the same result."""
        return Victory[self.won] in COMMON

    @property
    def shuffle(self) -> str:
        """The shuffle, which games with the same bots at other seats share."""
        return self.seed or str(self.number)


class Tallies(Struct, frozen=True):
    """The counts of a game."""

    given: int
    """The seat that got the gift, or 0."""
    longest_list: int
    """The most legal moves at one decision."""
    uses: dict[int, Counter[str]]
    """For each seat, how often it played a verb, or a verb with a card."""
    events: Counter[str]


def games(play: Callable[[Match], T], matches: Sequence[Match], jobs: int | None = None) -> Generator[T, None, None]:
    """Play games, and yield the result of each as soon as it is over.

    Args:
        play: Plays one game. For other processes, it must be picklable.
        matches: The games.
        jobs: The number of processes, which end with the iterator; None to play in this one, in order.
    """
    if jobs is None:
        yield from map(play, matches)
        return
    left, workers = iter(matches), min(jobs, max(1, len(matches)))
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _end_with_parent) as pool:
        try:
            waiting = {pool.submit(play, match) for _, match in zip(range(workers * AHEAD), left, strict=False)}
            while waiting:
                over, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in over:
                    if (match := next(left, None)) is not None:
                        waiting.add(pool.submit(play, match))
                    yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _end_with_parent() -> None:
    """Have a process end when the one that started it is killed."""
    parent = multiprocessing.parent_process()

    def wait_for_it() -> None:
        parent.join()  # type: ignore[union-attr]  # this is a child
        os._exit(1)

    threading.Thread(target=wait_for_it, daemon=True).start()


def play(
    match: Match,
    game: Game,
    edition: Edition,
    options: Options,
    bots: Sequence[Bot],
    who: Sequence[RecordedPlayer],
    give: str | None = None,
    opening: int = 0,
) -> tuple[MatchResult, Tallies, Record]:
    """Play one game.

    Args:
        match: The game to play.
        game: The kind of game.
        edition: The edition.
        options: The game's options.
        bots: The bot at each seat.
        who: What the record says of each seat.
        give: A gift for one random seat, one of `game.gifts(rules)`; None for no gift. A game with a gift does not replay.
        opening: The number of first moves of each seat that its bot draws.
    """
    rules, seats = game.rules(edition), range(1, len(bots) + 1)
    secret, salt = seed_from(match.seed), seed_from(f"{match.seed}/salt")
    chance = Chance(secret)
    state = rules.new(options, len(bots), chance)
    given = random.Random(f"{match.seed}/given").randint(1, len(bots)) if give else 0
    if give:
        state = game.gifts(rules)[give](state, given)
    seated = Players(rules, dict(zip(seats, bots, strict=True)))
    uses: dict[int, Counter[str]] = defaultdict(Counter)
    events: Counter[str] = Counter()
    lines: list[Line] = []
    made: Counter[int] = Counter()
    course = blake2b(digest_size=8)
    began, longest = 0, 0
    while (decision := rules.decision(state)) is not None:
        seat = decision.seat
        began = began or seat
        longest = max(longest, sum(1 for _ in rules.moves(state)))
        move = seated.draw(state, seat) if made[seat] < opening else seated.choose(state, seat)
        made[seat] += 1
        uses[seat].update(named(move))
        written = write(move)
        lines.append(Played(seat, written))
        course.update(f"{(seat - began) % len(bots)} {written}\n".encode())
        step = rules.apply(state, move, chance)
        seated.saw(state, move, step.events)
        state = step.state
        events.update(event.__struct_config__.tag for event in step.events)
        if len(lines) > MOST_DECISIONS:
            raise RuntimeError(f"the game with seed {match.seed!r} does not end")
    outcome: Any = rules.outcome(state)
    standings = sorted(outcome.standings, key=lambda one: one.seat)
    if outcome.victory in COMMON:
        victory = (float(outcome.victory is Victory.ALL_WON),) * len(bots)
    else:
        first = [one.place == 1 for one in standings]
        whole = 1 if outcome.victory is Victory.TEAM else sum(first)
        victory = tuple([won / whole for won in first])
    categories = [{category.name: category.points for category in one.categories} for one in standings]
    result = MatchResult(
        number=match.number,
        seats=match.seats,
        places=tuple([one.place for one in standings]),
        points=tuple([sum(each.values()) for each in categories]),
        categories=tuple(categories),
        victory=victory,
        first=began,
        decisions=len(lines),
        reason=outcome.reason,
        faults=(0,) * len(bots),
        course=course.hexdigest(),
        won=outcome.victory.name,
        stake=outcome.stake,
    )
    record = replace(
        heading(game, edition, rules.version, options, who),
        commitment=commitment(secret, salt),
        salt=salt.hex(),
        seed=secret.hex(),
        lines=tuple(lines),
        result=result_of(outcome),
    )
    return result, Tallies(given, longest, uses, events), record


def named(move: Move) -> set[str]:
    """The names under which a move is counted: its verb, and its verb with each card, type or name among its fields."""
    values = [getattr(move, field) for field in move.__struct_fields__]
    return {move.verb, *(f"{move.verb} {value}" for value in values if isinstance(value, Word | str))}
