"""The bots of a game that this process plays: each learns what its seat knows, and one that remembers also what its seat saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

from taphouse.engine.bots.search import Considered
from taphouse.engine.contract import Event, Move, Rules, Seen


class Bot(Protocol):
    """A bot. It keeps nothing from one decision to the next.

    A bot whose attribute `remembers` is true is given a fourth argument, `memory`: what `rules.remembered` makes of all that its
    seat saw of the game.
    """

    def choose(self, rules: Rules, known: Any, seat: int) -> Move:
        """Choose a legal move.

        Args:
            rules: the rules of the game.
            known: `rules.known(state, seat)` of a position in which the seat must decide.
            seat: the bot's seat.
        """


class Drawer(Protocol):
    """A bot that can also draw one of the moves that it considers."""

    def draw(self, rules: Rules, known: Any, seat: int) -> Move:
        """Draw a legal move, each as likely as the bot thinks it good. The arguments are those of `Bot.choose`."""


class Adviser(Protocol):
    """A bot that also explains its choice: those in `BOTS` do."""

    def advise(self, rules: Rules, known: Any, seat: int) -> list[Considered]:
        """The move that `choose` makes, and the others that it considers, the better ones first."""


class Players:
    """Has bots choose the moves of their seats.

    Args:
        rules: the rules of the game.
        bots: the bots by seat; some seats may have none.
    """

    def __init__(self, rules: Rules, bots: Mapping[int, Bot]) -> None:
        self._rules, self._bots = rules, bots
        self._seen: dict[int, list[Seen]] = {seat: [] for seat, bot in bots.items() if remembers(bot)}

    def choose(self, state: Any, seat: int) -> Move:
        """The move of the bot of a seat that must decide in a position."""
        return self._bots[seat].choose(self._rules, *self._told(state, seat))

    def draw(self, state: Any, seat: int) -> Move:
        """A move that the bot of a seat draws; it must be a `Drawer`."""
        return cast(Drawer, self._bots[seat]).draw(self._rules, *self._told(state, seat))

    def _told(self, state: Any, seat: int) -> tuple[Any, ...]:
        """The arguments of a bot: the knowledge of its seat, the seat, and for a bot that remembers, the history that it saw."""
        rules, seen = self._rules, self._seen.get(seat)
        memory = () if seen is None else (rules.remembered(seen, seat),)
        return rules.known(state, seat), seat, *memory

    def saw(self, before: Any, move: Move, events: Sequence[Event]) -> None:
        """Show a move, by a bot or somebody else, to the bots that remember. Call this for every move.

        Args:
            before: the position before it.
            move: the move.
            events: its events, as `apply` returned them.
        """
        by = self._rules.decider(before)
        for seat, seen in self._seen.items():
            seen.append(self._rules.seen(before, by, move, events, seat))


def remembers(bot: Bot) -> bool:
    """True if a bot wants the memory of its seat."""
    return bool(getattr(bot, "remembers", False))
