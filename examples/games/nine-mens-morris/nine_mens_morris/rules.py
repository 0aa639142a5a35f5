"""The rules of Nine Men's Morris (rules.md, NM-01 to NM-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from nine_mens_morris.board import LINES_OF, NEXT, NUMBER, POINTS, MorrisEdition, Point
from nine_mens_morris.moves import (
    InMill,
    ManPlaced,
    ManRemoved,
    ManSlid,
    MenInHand,
    MillMade,
    MorrisOptions,
    NoMenInHand,
    NotEmpty,
    NotTheirs,
    NotYours,
    Place,
    Remove,
    Slide,
    TooFar,
)
from taphouse.engine.chance import Chance
from taphouse.engine.contract import (
    Decision,
    EndReason,
    Event,
    Move,
    Outcome,
    Refusal,
    ScoreCategory,
    Seat,
    State,
    Transition,
    Victory,
    View,
    standings,
)
from taphouse.engine.decisions import OpenRules
from taphouse.engine.messages import NO_DETAILS, Details
from taphouse.engine.messages.reasons import GameIsOver, SomethingElse
from taphouse.engine.upgrades import Fixes
from taphouse.engine.vocabulary import Public

FEW_MEN, BLOCKED, NO_PROGRESS = "few-men", "blocked", "no-progress"
RULE_OF_END = {FEW_MEN: "NM-10", BLOCKED: "NM-11", NO_PROGRESS: "NM-12"}
EMPTY = 0


class MorrisState(State, frozen=True):
    """A position."""

    options: MorrisOptions
    seat: int
    """The seat whose turn it is; the one that lost when the game is over."""
    points: tuple[int, ...]
    """The seat of the man on each point, or 0."""
    hand: tuple[int, int]
    """The men in the hand of each seat."""
    removing: bool = False
    quiet: int = 0
    """The turns since a man was placed or removed."""
    ended: str = ""
    draws: int = 0


class BoardPoint(Public, frozen=True):
    """A point of the board."""

    point: Annotated[Point, Meta(description="The point.")]
    man: Annotated[Seat | None, Meta(description="The seat whose man is there; null if it is empty.")]


class Player(Public, frozen=True):
    """The men of a player."""

    seat: Seat
    in_hand: Annotated[int, Meta(description="The men that are not placed yet.")]
    on_board: Annotated[int, Meta(description="The men on the board.")]


class Table(View, frozen=True):
    """The board and the men in hand."""

    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    board: Annotated[
        tuple[BoardPoint, ...], Meta(description="The points, row by row from the top.", extra={"size": 24})
    ]
    players: Annotated[tuple[Player, ...], Meta(description="The players, in seat order.")]


class MorrisRules(OpenRules):
    """The rules under one edition."""

    def __init__(self, edition: MorrisEdition, _fixes: Fixes) -> None:
        figures = edition.figures
        self._men, self._flying = figures.men.value, figures.flying.value
        self._least, self._quiet = figures.least.value, figures.quiet.value
        ((self._score_id, self._score_name),) = edition.titled("score", ("men",))

    def new(self, options: MorrisOptions, seats: int, _chance: Chance) -> MorrisState:
        """NM-01, NM-02."""
        return MorrisState(options, 1, (EMPTY,) * len(POINTS), (self._men,) * seats)  # type: ignore[arg-type]

    def decision(self, state: MorrisState) -> Decision | None:
        """NM-03 to NM-06."""
        if state.ended:
            return None
        if state.removing:
            return Decision(state.seat, "remove", NO_DETAILS, ("NM-06",), ("remove",))
        if state.hand[state.seat - 1]:
            return Decision(state.seat, "place", NO_DETAILS, ("NM-03",), ("place",))
        return Decision(state.seat, "slide", NO_DETAILS, ("NM-04",), ("slide",))

    def moves(self, state: MorrisState) -> Iterator[Move]:
        """NM-03 to NM-07."""
        if state.ended:
            return
        if state.removing:
            yield from (Remove(POINTS[number]) for number in self._removable(state))
        elif state.hand[state.seat - 1]:
            yield from (Place(POINTS[number]) for number in _of(state, EMPTY))
        else:
            yield from (
                Slide(POINTS[one], POINTS[other]) for one in _of(state, state.seat) for other in self._open(state, one)
            )

    def why_not(self, state: MorrisState, move: Move) -> Refusal | None:
        """The rule by which a move is refused."""
        decision = self.decision(state)
        if decision is None:
            return Refusal("NM-09", GameIsOver())
        if move.verb not in decision.verbs:
            whys = {"place": NoMenInHand(), "slide": MenInHand()}
            known = not state.removing and move.verb in whys
            return Refusal(decision.rules[0], whys[move.verb] if known else SomethingElse(), decision.task)
        match move:
            case Place(point) if state.points[NUMBER[point]] != EMPTY:
                return Refusal("NM-03", NotEmpty(point))
            case Slide(point, _) if state.points[NUMBER[point]] != state.seat:
                return Refusal("NM-04", NotYours(point))
            case Slide(_, point) if state.points[NUMBER[point]] != EMPTY:
                return Refusal("NM-04", NotEmpty(point))
            case Slide(one, other) if NUMBER[other] not in self._open(state, NUMBER[one]):
                return Refusal("NM-04", TooFar(one, other))
            case Remove(point) if state.points[NUMBER[point]] != _other(state.seat):
                return Refusal("NM-06", NotTheirs(point))
            case Remove(point) if NUMBER[point] not in self._removable(state):
                return Refusal("NM-07", InMill(point))
        return None

    def make(self, state: MorrisState, move: Move, _chance: Chance) -> Transition:
        """The position after the move, and what happened."""
        seat = state.seat
        match move:
            case Place(point):
                hand = tuple(men - (owner == seat) for owner, men in enumerate(state.hand, 1))
                placed = _with(replace(state, hand=hand, quiet=0), {NUMBER[point]: seat})
                return self._arrived(placed, NUMBER[point], ManPlaced(seat, point))
            case Slide(one, other):
                slid = _with(replace(state, quiet=state.quiet + 1), {NUMBER[one]: EMPTY, NUMBER[other]: seat})
                return self._arrived(slid, NUMBER[other], ManSlid(seat, one, other))
            case Remove(point):
                removed = _with(replace(state, quiet=0, removing=False), {NUMBER[point]: EMPTY})
                return Transition(self._next(removed), (ManRemoved(seat, point, _other(seat)),))
        raise AssertionError(move)

    def _arrived(self, state: MorrisState, number: int, event: Event) -> Transition:
        """NM-06, NM-08."""
        mills = [line for line in LINES_OF[number] if _is_mill(state, line)]
        if not mills:
            return Transition(self._next(state), (event,))
        made = (MillMade(state.seat, tuple(POINTS[one] for one in line)) for line in mills)
        return Transition(replace(state, removing=True), (event, *made))

    def _next(self, state: MorrisState) -> MorrisState:
        """NM-02, NM-10 to NM-12."""
        after = replace(state, seat=_other(state.seat))
        if self._left(after, after.seat) < self._least:
            return replace(after, ended=FEW_MEN)
        if not next(self.moves(after), None):
            return replace(after, ended=BLOCKED)
        return replace(after, ended=NO_PROGRESS) if after.quiet >= self._quiet else after

    def _open(self, state: MorrisState, number: int) -> list[int]:
        """The empty points to which a man may go. NM-04, NM-05."""
        flies = len(_of(state, state.points[number])) <= self._flying
        return _of(state, EMPTY) if flies else [other for other in NEXT[number] if state.points[other] == EMPTY]

    def _removable(self, state: MorrisState) -> list[int]:
        """NM-07."""
        men = _of(state, _other(state.seat))
        free = [number for number in men if not any(_is_mill(state, line) for line in LINES_OF[number])]
        return free or men

    def _left(self, state: MorrisState, seat: int) -> int:
        return state.hand[seat - 1] + len(_of(state, seat))

    def view(self, state: MorrisState) -> Table:
        """The board and the men."""
        board = tuple(BoardPoint(point, seat or None) for point, seat in zip(POINTS, state.points, strict=True))
        players = tuple(Player(seat, men, len(_of(state, seat))) for seat, men in enumerate(state.hand, 1))
        return Table(None if state.ended else state.seat, board, players)

    def outcome(self, state: MorrisState) -> Outcome | None:
        """NM-10 to NM-13."""
        if not state.ended:
            return None
        scores = {
            seat: (ScoreCategory(self._score_id, self._score_name, self._left(state, seat)),)
            for seat in range(1, len(state.hand) + 1)
        }
        loser = None if state.ended == NO_PROGRESS else state.seat
        victory = Victory.FIRST if loser else Victory.NOBODY
        ranked = standings(scores, lambda seat, _: seat == loser)
        return Outcome(EndReason(state.ended), RULE_OF_END[state.ended], ranked, victory)


PROMPTS = dict.fromkeys(("place", "slide", "remove"), Details)


def _other(seat: int) -> int:
    return 3 - seat


def _of(state: MorrisState, seat: int) -> list[int]:
    return [number for number, owner in enumerate(state.points) if owner == seat]


def _is_mill(state: MorrisState, line: tuple[int, ...]) -> bool:
    first, *rest = (state.points[number] for number in line)
    return first != EMPTY and all(owner == first for owner in rest)


def _with(state: MorrisState, changed: dict[int, int]) -> MorrisState:
    return replace(state, points=tuple(changed.get(number, owner) for number, owner in enumerate(state.points)))
