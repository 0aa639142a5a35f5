"""Three games in which each player gives coins once: into a common purse, into that of a team, or into their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.chance import Chance
from taphouse.engine.contract import (
    Decision,
    EndReason,
    Event,
    IllegalMove,
    Move,
    Options,
    Outcome,
    Reason,
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
from taphouse.engine.editions import Edition, EditionEntry
from taphouse.engine.game import About, Game
from taphouse.engine.messages import NO_DETAILS, Details
from taphouse.engine.messages.reasons import GameIsOver
from taphouse.engine.upgrades import Fixes

MOST = 3
"""The most coins of a player."""
Coins = Annotated[int, Meta(ge=0, le=MOST, description="The coins.")]


class PurseOptions(Options, frozen=True, kw_only=True):
    """No options."""


class Give(Move, frozen=True):
    """Give some of your coins. PU-01."""

    coins: Coins


class CoinsGiven(Event, frozen=True):
    """A player has given coins."""

    seat: Seat
    coins: Coins


class Purse(View, frozen=True):
    """The coins."""

    given: Annotated[tuple[int, ...], Meta(description="The coins that were given, in turn order.")]


class PurseState(State, frozen=True):
    """A position."""

    seats: int
    given: tuple[int, ...] = ()


class PurseEdition(Edition):
    """An edition without figures."""

    other_names = ("score.coins",)

    def listed(self) -> Iterator[EditionEntry]:
        """No entry."""
        return iter(())


class PurseRules(OpenRules):
    """The rules of all three: the games differ in their `outcome`."""

    def __init__(self, edition: PurseEdition, _fixes: Fixes) -> None:
        self._category = edition.titled("score", ("coins",))[0]

    def new(self, options: PurseOptions, seats: int, chance: Chance) -> PurseState:
        """Nobody has given anything."""
        return PurseState(seats)

    def decision(self, state: PurseState) -> Decision | None:
        """PU-01."""
        seat = len(state.given) + 1
        return None if seat > state.seats else Decision(seat, "give", NO_DETAILS, ("PU-01",), ("give",))

    def moves(self, state: PurseState) -> Iterator[Move]:
        """PU-01."""
        return map(Give, range(MOST + 1 if len(state.given) < state.seats else 0))

    def why_not(self, state: PurseState, move: Move) -> Refusal | None:
        """PU-02."""
        return Refusal("PU-02", GameIsOver()) if len(state.given) == state.seats else None

    def apply(self, state: PurseState, move: Give, chance: Chance) -> Transition:
        """PU-01."""
        if refusal := self.why_not(state, move):
            raise IllegalMove(refusal, self)
        seat = len(state.given) + 1
        return Transition(replace(state, given=(*state.given, move.coins)), (CoinsGiven(seat, move.coins),))

    def view(self, state: PurseState) -> Purse:
        """All is shown."""
        return Purse(state.given)

    def ended(
        self, reason: Reason, points: dict[int, int], places: dict[int, int] | None = None, stake: int = 1
    ) -> Outcome:
        """The outcome with these points, by these ranks; without ranks, all are first."""
        scores = {seat: (ScoreCategory(*self._category, coins),) for seat, coins in points.items()}
        ranked = standings(scores, lambda seat, _: 1 if places is None else places[seat])
        return Outcome(EndReason(reason.name), reason.rule, ranked, reason.victory, stake)


EMPTY = Reason("empty", "PU-03", "Nobody has given anything.", Victory.ALL_LOST)
FULL = Reason("full", "PU-03", "All have given everything.", Victory.ALL_WON)
SAVED = Reason("saved", "PU-03", "Some coins are in the purse.", Victory.ALL_SCORED)


class CommonPurse(PurseRules):
    """All play together."""

    def outcome(self, state: PurseState) -> Outcome | None:
        """PU-03."""
        if len(state.given) < state.seats:
            return None
        total = sum(state.given)
        reason = EMPTY if total == 0 else FULL if total == MOST * state.seats else SAVED
        return self.ended(reason, dict.fromkeys(range(1, state.seats + 1), total))


LEFT = Reason("left", "PU-06", "All of a team have resigned.", Victory.TEAM)
RICHER = Reason("richer", "PU-04", "A team has given more than the other.", Victory.TEAM)
EVEN = Reason("even", "PU-04", "Both teams have given as much.", Victory.NOBODY)


class TwoPurses(PurseRules):
    """The odd seats play against the even ones."""

    def outcome(self, state: PurseState) -> Outcome | None:
        """PU-04."""
        if len(state.given) < state.seats:
            return None
        points = {seat: sum(state.given[(seat - 1) % 2 :: 2]) for seat in range(1, state.seats + 1)}
        if points[1] == points[2]:
            return self.ended(EVEN, points)
        return self.ended(RICHER, points, {seat: -coins for seat, coins in points.items()})

    def conceded(self, state: PurseState, resigned: Sequence[int]) -> Outcome | None:
        """PU-06."""
        seats = range(1, state.seats + 1)
        lost = [team for team in (0, 1) if all(seat in resigned for seat in seats if seat % 2 == team)]
        return self.ended(LEFT, dict.fromkeys(seats, 0), {seat: seat % 2 in lost for seat in seats}) if lost else None


CONCEDED = Reason("conceded", "PU-07", "A player has resigned.")
HIGHEST = Reason("highest", "PU-05", "A player has given more than each other.")


class OwnPurse(PurseRules):
    """The highest gift wins, and counts as often as it is ahead of the next one."""

    def outcome(self, state: PurseState) -> Outcome | None:
        """PU-05."""
        if len(state.given) < state.seats:
            return None
        first, second = sorted(state.given, reverse=True)[:2]
        points = dict(enumerate(state.given, 1))
        return self.ended(HIGHEST, points, {seat: -coins for seat, coins in points.items()}, max(1, first - second))

    def conceded(self, state: PurseState, resigned: Sequence[int]) -> Outcome:
        """PU-07."""
        seats = range(1, state.seats + 1)
        return self.ended(CONCEDED, dict.fromkeys(seats, 0), {seat: seat in resigned for seat in seats}, MOST)


def game(kind: str, rules: type[PurseRules], reasons: tuple[Reason, ...], most_stake: int = 1) -> Game:
    """One of the games."""
    about = About(
        kind=kind,
        title=kind.replace("-", " ").title(),
        text="Players give coins. Then they are counted.",
        seats=range(2, 5),
        minutes=1,
        options=PurseOptions,
        moves=(Give,),
        events=(CoinsGiven,),
        prompts={"give": Details},
        refusals=(),
        view=Purse,
        state=PurseState,
        reasons=reasons,
        most_stake=most_stake,
        most_points=4 * MOST,
        package="tests.results",
    )
    return Game(about, PurseEdition, rules)


COMMON_PURSE = game("common-purse", CommonPurse, (EMPTY, FULL, SAVED))
TWO_PURSES = game("two-purses", TwoPurses, (RICHER, EVEN, LEFT))
OWN_PURSE = game("own-purse", OwnPurse, (HIGHEST, CONCEDED), most_stake=MOST)
