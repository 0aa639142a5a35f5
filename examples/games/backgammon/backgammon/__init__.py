"""Backgammon: two players race their checkers home by dice. There is no doubling cube."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.chance import Chance, settled
from taphouse.engine.contract import Decision, Event, Move, Outcome, Seat, State, Transition, View
from taphouse.engine.decisions import RollingRules
from taphouse.engine.messages import NO_DETAILS
from taphouse.engine.small import SmallRules, small_game
from taphouse.engine.vocabulary import Public, Symbol

CHECKERS, HOME, BAR, OFF = 15, 6, 25, 0
START = {24: 2, 13: 5, 8: 3, 6: 5}
RULES = {
    "BG-01": "Seat 1 has two checkers on l2, five on a2, three on e1 and five on g1, and goes from l2 by a2 and a1 to l1. "
    "Seat 2 has its checkers in the other row of the same columns, and goes from l1 by a1 and a2 to l2.",
    "BG-02": "Both roll a die until the numbers differ. The higher number begins, with both numbers as the first roll.",
    "BG-03": "The players take turns. Each turn begins with a roll of two dice. Equal numbers are used four times.",
    "BG-04": "**Go** with a checker by the number of a die, to a point where the other player has at most one checker.",
    "BG-05": "A single checker of the other player there is hit: it is put on the bar.",
    "BG-06": "Checkers on the bar go first: the number of a die counts from where the board begins.",
    "BG-07": "If all your checkers are on your last six points, they may leave the board. By a number that is too high, only the "
    "hindmost checker leaves.",
    "BG-08": "As many dice are used as can be. If only one of two can be used, it is the higher one that can.",
    "BG-09": "The first without a checker wins: one game, or a gammon, two, if the other player has taken off none.",
    "BG-10": "It is a backgammon, three games, if one of those is also on the bar or on the last six points of the winner.",
}
WORDS: dict[str, Any] = {
    "moves": {"go": "Go from {point} by {die}"},
    "events": {
        "rolled": "[{seat} rolls {dice}|The dice are rolled].",
        "went": "{seat} goes from {point} to {to}[{?hit} and hits].",
        "no-way": "{seat} cannot use the dice.",
    },
    "prompts": {"go": "Go with a checker."},
    "examples": {"go": "You rolled 3 and 1. You go from e1 by 3, and from g1 by 1."},
    "reasons": {"home": "BG-09"},
    "names": {"score.points": "games"},
}
Die = Annotated[int, Meta(ge=1, le=6, description="The number of the die.")]
Count = Annotated[int, Meta(ge=0, le=CHECKERS)]
Dice = Annotated[tuple[Die, ...] | None, Meta(description="The dice; null if they are not known, in a preview.")]


class Point(Symbol):
    """The points, row by row, from the left, with the bar and the place off the board of each seat."""

    A2, B2, C2, D2, E2, F2, BAR2 = "A2", "B2", "C2", "D2", "E2", "F2", "BAR2"
    G2, H2, I2, J2, K2, L2, OFF2 = "G2", "H2", "I2", "J2", "K2", "L2", "OFF2"
    A1, B1, C1, D1, E1, F1, BAR1 = "A1", "B1", "C1", "D1", "E1", "F1", "BAR1"
    G1, H1, I1, J1, K1, L1, OFF1 = "G1", "H1", "I1", "J1", "K1", "L1", "OFF1"


_WAY = [Point[f"{column}1"] for column in "LKJIHGFEDCBA"] + [Point[f"{column}2"] for column in "ABCDEFGHIJKL"]
WAYS = ((Point.OFF1, *_WAY, Point.BAR1), (Point.OFF2, *reversed(_WAY), Point.BAR2))
"""The points of each seat by their numbers."""
NUMBERS = tuple(
    (point, [(seat, way.index(point)) for seat, way in enumerate(WAYS, 1) if point in way]) for point in Point
)


class Go(Move, frozen=True):
    """Go with a checker. BG-04, BG-06, BG-07."""

    point: Annotated[Point, Meta(description="The point of the checker.")]
    die: Annotated[Die, Meta(extra={"at": "dice"})]


class Rolled(Event, frozen=True):
    """The dice were rolled."""

    seat: Seat
    dice: Dice


class Went(Event, frozen=True):
    """A checker went on."""

    seat: Seat
    point: Annotated[Point, Meta(description="The point where it was.")]
    to: Annotated[Point, Meta(description="The point where it is now.")]
    hit: Annotated[bool, Meta(description="True if it hit a checker.")]


class NoWay(Event, frozen=True):
    """A player could use none of the dice that are left."""

    seat: Seat


class BoardPoint(Public, frozen=True):
    """A point of the board."""

    point: Annotated[Point, Meta(description="The point.")]
    owner: Annotated[Seat | None, Meta(description="The seat whose checkers are there; null if there are none.")]
    checkers: Annotated[Count, Meta(description="The number of checkers.")]


class BackgammonTable(View, frozen=True):
    """The board and the dice."""

    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null at the end, and if the roll is not known.")]
    dice: Dice
    board: Annotated[tuple[BoardPoint, ...], Meta(description="The points, row by row.", extra={"size": 28})]


Side = tuple[int, ...]
"""The checkers of a player: those off the board, on each point counted from their end, and on the bar."""


class BackgammonState(State, frozen=True):
    """A position."""

    sides: tuple[Side, Side]
    seat: int
    dice: tuple[int, ...] | None
    """The dice that can still be used, the higher first; None if they are not known."""
    draws: int


class BackgammonRules(SmallRules, RollingRules):
    """The rules."""

    def new(self, _options: object, _seats: int, chance: Chance) -> BackgammonState:
        """BG-01, BG-02: one of thirty pairs of different numbers."""
        side = tuple(START.get(number, 0) for number in range(BAR + 1))
        first, other = divmod(settled(chance.pick(0, 30, 1))[0], 5)
        second = other + (other >= first)
        dice = tuple(sorted((1 + first, 1 + second), reverse=True))
        return BackgammonState((side, side), 1 if first > second else 2, dice, 1)

    def decision(self, state: BackgammonState) -> Decision | None:
        """BG-04."""
        if self.decider(state) is None:
            return None
        return Decision(state.seat, "go", NO_DETAILS, ("BG-04", "BG-06", "BG-07", "BG-08"), ("go",))

    def decider(self, state: BackgammonState) -> int | None:
        """BG-03."""
        return None if state.dice is None or self._over(state) else state.seat

    def moves(self, state: BackgammonState) -> Iterator[Move]:
        """BG-04 to BG-08."""
        if self.decider(state) is not None:
            for number, die in _legal(*_mine_first(state), state.dice or ()):
                yield Go(WAYS[state.seat - 1][number], die)

    def make(self, state: BackgammonState, move: Go, chance: Chance) -> Transition:
        """BG-03 to BG-08."""
        seat, left, way = state.seat, [*(state.dice or ())], WAYS[state.seat - 1]
        number = way.index(move.point)
        mine, theirs, hit = _after(*_mine_first(state), number, move.die)
        left.remove(move.die)
        told: list[Event] = [Went(seat, move.point, way[max(OFF, number - move.die)], hit)]
        after = replace(state, sides=(mine, theirs) if seat == 1 else (theirs, mine), dice=tuple(left))
        while not self._over(after) and not _legal(*_mine_first(after), after.dice or ()):
            if after.dice:
                told.append(NoWay(after.seat))
            rolled = self.rolled(after, chance, 2)
            dice = sorted(rolled or (), reverse=True)
            told.append(Rolled(3 - after.seat, tuple(dice) or None))
            used = tuple(dice) * (2 if len({*dice}) == 1 else 1)
            after = replace(after, seat=3 - after.seat, dice=used or None, draws=after.draws + 2)
            if rolled is None:  # a preview ends where what follows is not known
                break
        return Transition(after, tuple(told))

    def view(self, state: BackgammonState) -> BackgammonTable:
        """The table."""
        board = []
        for point, numbers in NUMBERS:
            lying = [(seat, count) for seat, number in numbers if (count := state.sides[seat - 1][number])]
            board.append(BoardPoint(point, *(lying[0] if lying else (None, 0))))
        return BackgammonTable(self.decider(state), state.dice, tuple(board))

    def outcome(self, state: BackgammonState) -> Outcome | None:
        """BG-09, BG-10."""
        if not self._over(state):
            return None
        winner = 1 if state.sides[0][OFF] == CHECKERS else 2
        loser = state.sides[2 - winner]
        stake = 1 if loser[OFF] else 3 if any(loser[BAR - HOME :]) else 2
        return self.ended("home", "BG-09", {seat: int(seat == winner) for seat in (1, 2)}, stake=stake)

    def _over(self, state: BackgammonState) -> bool:
        return CHECKERS in (state.sides[0][OFF], state.sides[1][OFF])


def pips(_rules: Any, state: BackgammonState, seat: int) -> float:
    """An estimate of a position: the way that the other player has still to go, less one's own."""
    mine, theirs = (
        sum(number * count for number, count in enumerate(state.sides[one - 1])) for one in (seat, 3 - seat)
    )
    return theirs - mine


def _mine_first(state: BackgammonState) -> tuple[Side, Side]:
    """The checkers of the player whose turn it is, and of the other one."""
    return state.sides if state.seat == 1 else (state.sides[1], state.sides[0])


def _numbers(mine: Side, theirs: Side, die: int) -> Iterator[int]:
    """BG-04, BG-06, BG-07: the points, or the bar, from where a checker can go by a die, the hindmost first."""
    hindmost = next(number for number in range(BAR, -1, -1) if mine[number])
    for number in (BAR,) if hindmost == BAR else range(hindmost, 0, -1):
        to = number - die
        if mine[number] and (theirs[BAR - to] < 2 if to > 0 else hindmost <= HOME and (to == 0 or number == hindmost)):
            yield number


def _after(mine: Side, theirs: Side, number: int, die: int) -> tuple[Side, Side, bool]:
    """BG-04, BG-05: the checkers after one goes by a die, and True if it hits."""
    here, there, to = [*mine], [*theirs], max(OFF, number - die)
    here[number] -= 1
    here[to] += 1
    hit = to > OFF and there[BAR - to] == 1
    if hit:
        there[BAR - to] = 0
        there[BAR] += 1
    return tuple(here), tuple(there), hit


def _most(mine: Side, theirs: Side, dice: tuple[int, ...]) -> int:
    """BG-08: how many of these dice can be used."""
    most = 0
    for place, die in enumerate(dice):
        if die in dice[:place] or mine[OFF] == CHECKERS:
            continue
        left = dice[:place] + dice[place + 1 :]
        for number in _numbers(mine, theirs, die):
            most = max(most, 1 + _most(*_after(mine, theirs, number, die)[:2], left))
            if most == len(dice):
                return most
    return most


@lru_cache(1_000)
def _legal(mine: Side, theirs: Side, dice: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """BG-08: from where checkers can go by which dice."""
    used = {}
    for die in dict.fromkeys(dice):
        left = list(dice)
        left.remove(die)
        for number in _numbers(mine, theirs, die):
            used[number, die] = _most(*_after(mine, theirs, number, die)[:2], tuple(left))
    most = max(used.values(), default=0)
    legal = [one for one in used if used[one] == most]
    only_one = len(dice) == 2 and not most
    return tuple((number, die) for number, die in legal if not only_one or die == max(die for _, die in legal))


TEXT = "Two players race their checkers around the board by dice, and hit single ones. The first one home wins."
GAME = small_game(
    __name__,
    BackgammonRules,
    seats=range(2, 3),
    minutes=15,
    text=TEXT,
    ids=RULES,
    words=WORDS,
    evaluate=pips,
    most_stake=3,
)
