"""Backgammon: two players race their checkers home by dice. With the option `cube`, they can double the stake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import tanh
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.chance import Chance, settled
from taphouse.engine.contract import Decision, Event, Move, Options, Outcome, Seat, State, Transition, View
from taphouse.engine.decisions import RollingRules
from taphouse.engine.messages import NO_DETAILS
from taphouse.engine.small import SmallRules, small_game
from taphouse.engine.vocabulary import Public, Symbol

CHECKERS, HOME, BAR, OFF, MOST_CUBE = 15, 6, 25, 0, 64
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
    "BG-11": "With the option `cube`, a cube lies in the middle. The result counts as many times as it shows: at first once.",
    "BG-12": "From the second turn on, **roll** the dice. Before that, you can **double** if the cube is yours or in the middle, "
    f"and shows less than {MOST_CUBE}.",
    "BG-13": "The other player **takes** the double: the cube is theirs, and shows twice as much. Or they **drop** it, and lose "
    "one game times what the cube shows.",
    "BG-14": "A player who resigns loses one game, times what the cube shows.",
}
WORDS: dict[str, Any] = {
    "moves": {
        "go": "Go from {point} by {die}",
        "roll": "Roll the dice",
        "double": "Double",
        "take": "Take the double",
        "drop": "Drop, and lose",
    },
    "events": {
        "rolled": "[{seat} rolls {dice}|The dice are rolled].",
        "went": "{seat} goes from {point} to {to}[{?hit} and hits].",
        "no-way": "{seat} cannot use the dice.",
        "doubled": "{seat} doubles to {stake}.",
        "taken": "{seat} takes the double. The cube shows {stake}.",
        "dropped": "{seat} drops the double.",
    },
    "prompts": {"go": "Go with a checker.", "roll": "Roll, or double.", "answer": "Take the double, or drop it."},
    "examples": {
        "go": "You rolled 3 and 1. You go from e1 by 3, and from g1 by 1.",
        "roll": "You are far ahead, and double.",
        "answer": "Ann doubles to 2. You could still win: you take, and the cube is yours.",
    },
    "reasons": {"home": "BG-09", "dropped": "BG-13", "conceded": "BG-14"},
    "names": {"score.points": "games"},
}
Die = Annotated[int, Meta(ge=1, le=6, description="The number of the die.")]
Count = Annotated[int, Meta(ge=0, le=CHECKERS)]
Dice = Annotated[tuple[Die, ...] | None, Meta(description="The dice; null if they are not known, in a preview.")]
Stake = Annotated[int, Meta(ge=1, le=MOST_CUBE, description="The number on the cube.")]


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


class BackgammonOptions(Options, frozen=True, kw_only=True):
    """The option of a game of Backgammon."""

    cube: Annotated[bool, Meta(description="Players can double the stake (BG-11).")] = False


class Go(Move, frozen=True):
    """Go with a checker. BG-04, BG-06, BG-07."""

    point: Annotated[Point, Meta(description="The point of the checker.")]
    die: Annotated[Die, Meta(extra={"at": "dice"})]


class Roll(Move, frozen=True):
    """Roll the dice. BG-12."""


class Double(Move, frozen=True):
    """Offer to double the stake. BG-12."""


class Take(Move, frozen=True):
    """Take the double. BG-13."""


class Drop(Move, frozen=True):
    """Drop the double, and lose. BG-13."""


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


class Doubled(Event, frozen=True):
    """A player doubled."""

    seat: Seat
    stake: Stake


class Taken(Event, frozen=True):
    """A player took the double."""

    seat: Seat
    stake: Stake


class Dropped(Event, frozen=True):
    """A player dropped the double."""

    seat: Seat


class Cube(Public, frozen=True):
    """The doubling cube."""

    stake: Stake
    owner: Annotated[Seat | None, Meta(description="The seat that may double; null if both may.")]
    offered: Annotated[bool, Meta(description="True if the player whose turn it is has doubled, and awaits an answer.")]


class BoardPoint(Public, frozen=True):
    """A point of the board."""

    point: Annotated[Point, Meta(description="The point.")]
    owner: Annotated[Seat | None, Meta(description="The seat whose checkers are there; null if there are none.")]
    checkers: Annotated[Count, Meta(description="The number of checkers.")]


class BackgammonTable(View, frozen=True):
    """The board, the dice and the cube."""

    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null at the end, and if the roll is not known.")]
    dice: Dice
    cube: Annotated[Cube | None, Meta(description="The doubling cube; null in a game without it.")]
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
    task: str = "go"
    """The decision; `DROPPED` at the end after a double that was not taken."""
    cube: int = 0
    """The number on the cube; 0 without it."""
    owner: int = 0
    """The seat that has the cube; 0 if it lies in the middle."""


TASKS = {
    "go": (("BG-04", "BG-06", "BG-07", "BG-08"), ("go",)),
    "roll": (("BG-12",), ("roll", "double")),
    "answer": (("BG-13",), ("take", "drop")),
}
"""The rules and the verbs of each decision."""
CUBE_MOVES = {"roll": (Roll(), Double()), "answer": (Take(), Drop())}
DROPPED = "dropped"


class BackgammonRules(SmallRules, RollingRules):
    """The rules."""

    def new(self, options: BackgammonOptions, _seats: int, chance: Chance) -> BackgammonState:
        """BG-01, BG-02, BG-11: one of thirty pairs of different numbers."""
        side = tuple(START.get(number, 0) for number in range(BAR + 1))
        first, other = divmod(settled(chance.pick(0, 30, 1))[0], 5)
        second = other + (other >= first)
        dice = tuple(sorted((1 + first, 1 + second), reverse=True))
        return BackgammonState((side, side), 1 if first > second else 2, dice, 1, cube=int(options.cube))

    def decision(self, state: BackgammonState) -> Decision | None:
        """BG-04, BG-12, BG-13."""
        seat = self.decider(state)
        return None if seat is None else Decision(seat, state.task, NO_DETAILS, *TASKS[state.task])

    def decider(self, state: BackgammonState) -> int | None:
        """BG-03, BG-13."""
        seat = self.turn(state)
        return seat if seat is None or state.task != "answer" else 3 - seat

    def turn(self, state: BackgammonState) -> int | None:
        """BG-03."""
        return None if state.dice is None or self._over(state) else state.seat

    def moves(self, state: BackgammonState) -> Iterator[Move]:
        """BG-04 to BG-08, BG-12, BG-13."""
        if self.turn(state) is None:
            return
        if state.task != "go":
            yield from CUBE_MOVES[state.task]
        for number, die in _legal(*_mine_first(state), state.dice or ()):
            yield Go(WAYS[state.seat - 1][number], die)

    def make(self, state: BackgammonState, move: Move, chance: Chance) -> Transition:
        """BG-03 to BG-08, BG-12, BG-13."""
        told: list[Event] = []
        match move:
            case Go(point, die):
                after = self._gone(state, point, die, told)
            case Double():
                return Transition(replace(state, task="answer"), (Doubled(state.seat, 2 * state.cube),))
            case Drop():
                return Transition(replace(state, task=DROPPED), (Dropped(3 - state.seat),))
            case Take():
                taken = replace(state, cube=2 * state.cube, owner=3 - state.seat)
                told.append(Taken(taken.owner, taken.cube))
                after = self._rolled(taken, state.seat, chance, told)
            case _:
                after = self._rolled(state, state.seat, chance, told)
        # A preview ends where the roll is not known.
        while after.dice is not None and not self._over(after) and not _legal(*_mine_first(after), after.dice):
            if after.dice:
                told.append(NoWay(after.seat))
            seat = 3 - after.seat
            if 0 < after.cube < MOST_CUBE and after.owner in (0, seat):
                after = replace(after, seat=seat, dice=(), task="roll")
                break
            after = self._rolled(after, seat, chance, told)
        return Transition(after, tuple(told))

    def _gone(self, state: BackgammonState, point: Point, die: int, told: list[Event]) -> BackgammonState:
        """BG-04 to BG-07."""
        seat, left, way = state.seat, [*(state.dice or ())], WAYS[state.seat - 1]
        number = way.index(point)
        mine, theirs, hit = _after(*_mine_first(state), number, die)
        left.remove(die)
        told.append(Went(seat, point, way[max(OFF, number - die)], hit))
        return replace(state, sides=(mine, theirs) if seat == 1 else (theirs, mine), dice=tuple(left))

    def _rolled(self, state: BackgammonState, seat: int, chance: Chance, told: list[Event]) -> BackgammonState:
        """BG-03: a seat's turn begins with a roll."""
        dice = tuple(sorted(self.rolled(state, chance, 2) or (), reverse=True))
        told.append(Rolled(seat, dice or None))
        used = dice * (2 if len({*dice}) == 1 else 1)
        return replace(state, seat=seat, dice=used or None, draws=state.draws + 2, task="go")

    def view(self, state: BackgammonState) -> BackgammonTable:
        """The table."""
        board = []
        for point, numbers in NUMBERS:
            lying = [(seat, count) for seat, number in numbers if (count := state.sides[seat - 1][number])]
            board.append(BoardPoint(point, *(lying[0] if lying else (None, 0))))
        cube = Cube(state.cube, state.owner or None, state.task == "answer") if state.cube else None
        return BackgammonTable(self.turn(state), state.dice, cube, tuple(board))

    def outcome(self, state: BackgammonState) -> Outcome | None:
        """BG-09 to BG-11, BG-13."""
        if state.task == DROPPED:
            return self._won(state, state.seat, "dropped", "BG-13")
        if not self._over(state):
            return None
        winner = 1 if state.sides[0][OFF] == CHECKERS else 2
        loser = state.sides[2 - winner]
        return self._won(state, winner, "home", "BG-09", 1 if loser[OFF] else 3 if any(loser[BAR - HOME :]) else 2)

    def conceded(self, state: BackgammonState, resigned: Sequence[int]) -> Outcome:
        """BG-14."""
        return self._won(state, 3 - resigned[0], "conceded", "BG-14")

    def _won(self, state: BackgammonState, winner: int, reason: str, rule: str, games: int = 1) -> Outcome:
        """BG-11."""
        points = {seat: int(seat == winner) for seat in (1, 2)}
        return self.ended(reason, rule, points, stake=games * max(1, state.cube))

    def _over(self, state: BackgammonState) -> bool:
        return CHECKERS in (state.sides[0][OFF], state.sides[1][OFF]) or state.task == DROPPED


GAME_WORTH, CUBE_WORTH = 60, 10
"""The worths of a game, and of the right to double, in pips."""


def pips(_rules: Any, state: BackgammonState, seat: int) -> float:
    """An estimate of a position: the way that the other player has still to go, less one's own, times the stake."""
    mine, theirs = (
        sum(number * count for number, count in enumerate(state.sides[one - 1])) for one in (seat, 3 - seat)
    )
    if not state.cube:
        return theirs - mine
    offered, side = state.task == "answer", 1 if seat == state.seat else -1
    cube, owner = (2 * state.cube, 3 - state.seat) if offered else (state.cube, state.owner)
    ahead = theirs - mine + CUBE_WORTH * ((owner == seat) - (owner == 3 - seat))
    worth, dropped = side * cube * GAME_WORTH * tanh(ahead / GAME_WORTH), state.cube * GAME_WORTH
    return side * (dropped if state.task == DROPPED else min(worth, dropped) if offered else worth)


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
    most_stake=lambda options: 3 * (MOST_CUBE if options.cube else 1),
)
