"""The contract of a game: the types that it shares with the rest of the program, and the functions of its rules.

All values are frozen `msgspec` structs, so states can be kept, replayed, previewed and forked without copies. Games do no I/O,
read no clock, and draw randomness only through the `Chance` that they are given. See docs/design.md, section 2.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, NewType

import msgspec
from msgspec import Meta, Struct

from taphouse.engine.chance import BLIND, Chance
from taphouse.engine.editions import MOST_SLUG, SLUG
from taphouse.engine.messages import NO_DETAILS, Details, Why
from taphouse.engine.messages.reasons import DecidedByOther, GameIsOver, NotListed, SomethingElse, not_listed
from taphouse.engine.messages.wording import Wording
from taphouse.engine.vocabulary import SEALED, SEAT, Public, Word, hints, kebab

Seat = Annotated[int, SEAT]
Slug = Annotated[str, Meta(pattern=SLUG, max_length=MOST_SLUG)]
"""The name of an edition's entry in a move, such as `pumpkin-spice-ale`."""


class Options(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of a new game. Every field has a default."""

    nothing = None
    """The field of options without any in GraphQL, whose types must have a field."""

    def chosen(self) -> dict[str, Any]:
        """The options that differ from their defaults, as builtin types by name."""
        defaults = msgspec.to_builtins(type(self)())
        return {name: value for name, value in msgspec.to_builtins(self).items() if value != defaults[name]}


class Move(Public, frozen=True, cache_hash=True, forbid_unknown_fields=True, tag_field="verb", tag=kebab):
    """A move of a seat. Each verb is a class. Its docstring tells players what the move does and ends with its rule ids.

    The verb in notation is the tag of the class: its name in kebab case, unless it sets another. The API uses the class name.

    Moves are public: every viewer sees all fields of a move that was made, but those that are `SEALED`. Other secrets go into
    events. A field is an `int`, `bool`, `Word`, `Slug`, `Amounts` or tuple of `int`; the last fields can also be None.
    `__post_init__` puts a tuple into its canonical order. The message catalogue of the game has the label.
    """

    @property
    def verb(self) -> str:
        """The verb of the move in notation, such as `take-action`."""
        return verb_of(type(self))


def verb_of(move: type[Move]) -> str:
    """The verb of a move type in notation, such as `take-action`."""
    return str(move.__struct_config__.tag)


@cache
def sealed_fields(move: type[Move]) -> tuple[str, ...]:
    """The names of the fields of a move type that are `SEALED`."""
    return tuple([name for name, hint in hints(move).items() if SEALED in getattr(hint, "__metadata__", ())])


def sealed(move: Move) -> Any:
    """A move as all but its own seat see it while the game goes on: its sealed fields are None."""
    fields = sealed_fields(type(move))
    return msgspec.structs.replace(move, **dict.fromkeys(fields)) if fields else move


class Event(Public, frozen=True, tag_field="event", tag=kebab):
    """Something that happened in the game, with enough detail to animate it. The game's message catalogue has its sentence."""


class View(Public, frozen=True):
    """The table as a viewer sees it. Values that are hidden from the viewer are null."""


WHOLE = -1
"""The `viewer` of a complete position, with nothing blanked."""
SPECTATOR = 0
"""The `viewer` of a position as a spectator knows it."""


class State(Struct, frozen=True, gc=False, array_like=True):
    """A position of a game, complete and private to the engine. It encodes to a few hundred bytes.

    In a game with hidden information, the last field is `viewer: int = WHOLE`. `known` sets it to the seat whose knowledge
    the position holds, or to `SPECTATOR`. So the rules can tell whether a position holds what the deciding seat knows.
    """


def viewer_of(state: Any, seat: int | None) -> int:
    """The viewer that `known(state, seat)` shows: the seat, or a spectator if the state is another seat's knowledge."""
    viewer = SPECTATOR if seat is None else seat
    return viewer if state.viewer in (WHOLE, viewer) else SPECTATOR


class Owed(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A pending decision, on the stack of a state."""


class Decision(Struct, frozen=True):
    """The decision to make now. It is public: it contains only what all viewers know."""

    seat: Seat
    task: str
    """The kind of decision, such as `draft`. The message catalogues have the prompt of each."""
    details: Details
    rules: tuple[str, ...]
    verbs: tuple[str, ...]
    """The verbs of the moves that can answer it, by public information alone."""


class Refusal(Struct, frozen=True):
    """A reason why a move is not legal: the id of the rule, and the facts from which a template makes a sentence."""

    rule: str
    why: Why
    task: str = ""
    """The task of the pending decision if its prompt tells the player what is legal instead. Otherwise empty."""
    details: Details = NO_DETAILS
    """The details of that decision."""


class IllegalMove(Exception):
    """The move is not legal. Nothing was changed. As text it is the refusal in English, with its rule.

    Args:
        refusal: the refusal.
        rules: the rules that refuse the move.
    """

    def __init__(self, refusal: Refusal, rules: Rules) -> None:
        super().__init__(refusal)
        self.refusal, self._rules = refusal, rules

    def __str__(self) -> str:
        return self._rules.explained(self.refusal)


class ScoreCategory(Public, frozen=True):
    """One line of a score."""

    id: Annotated[
        Slug,
        Meta(
            description="The id of the category, such as `gold-labels`: the same in every language, edition and game."
        ),
    ]
    name: Annotated[str, Meta(description="The source of the points, in the words of the rule book.")]
    points: Annotated[int, Meta(description="The points. Negative for deductions.")]


class Standing(Public, frozen=True):
    """The result of one seat."""

    seat: Seat
    place: Annotated[int, Meta(description="The place, 1 for the winner. Tied seats have the same place.")]
    points: Annotated[int, Meta(description="The sum of the categories.")]
    categories: Annotated[tuple[ScoreCategory, ...], Meta(description="The lines of the score.")]


EndReason = NewType("EndReason", str)
"""The name of a reason in kebab case, such as `five-types`. An enum in the API."""


class Victory(Word):
    """The ways to win a game, or not to win it. A later release may add values."""

    FIRST = "FIRST", "The seat in first place has won; several seats in first place share the victory."
    TEAM = "TEAM", "The seats in first place have won as a team. Seats with equal places are a team."
    ALL_WON = "ALL_WON", "All seats have won together."
    ALL_LOST = "ALL_LOST", "All seats have lost together."
    ALL_SCORED = "ALL_SCORED", "All seats have the same points, and have neither won nor lost."
    NOBODY = "NOBODY", "Nobody has won: the game is a draw."


COMMON = frozenset({Victory.ALL_WON, Victory.ALL_LOST, Victory.ALL_SCORED})
"""Those in which all seats have the same result. All are in first place then, as in a draw."""


class Outcome(Public, frozen=True):
    """The end of a game."""

    reason: Annotated[EndReason, Meta(description="The reason for the end of the game.")]
    rule: Annotated[str, Meta(description="The id of the rule that ended the game.")]
    standings: Annotated[tuple[Standing, ...], Meta(description="All seats, in order of place, then of seat.")]
    victory: Annotated[Victory, Meta(description="Who has won.")] = Victory.FIRST
    stake: Annotated[
        int, Meta(description="The number of games that the result counts as, such as 2 for a gammon.")
    ] = 1

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won."""
        if self.victory in (Victory.ALL_LOST, Victory.ALL_SCORED, Victory.NOBODY):
            return ()
        return tuple(standing.seat for standing in self.standings if standing.place == 1)

    @property
    def points(self) -> int:
        """The points of the seats in first place."""
        return self.standings[0].points

    @property
    def multiplied(self) -> bool:
        """True if the result counts as several games."""
        return self.stake > 1


def standings(scores: dict[int, tuple[ScoreCategory, ...]], rank: Callable[[int, int], Any]) -> tuple[Standing, ...]:
    """The results of all seats, in order of place, then of seat.

    Args:
        scores: the score of each seat.
        rank: a sort key from a seat and its points. The lowest is the best, and equal keys share a place.
    """
    points = {seat: sum(category.points for category in score) for seat, score in scores.items()}
    ranks = {seat: rank(seat, points[seat]) for seat in scores}
    return tuple(
        Standing(seat, 1 + sum(other < ranks[seat] for other in ranks.values()), points[seat], scores[seat])
        for seat in sorted(ranks, key=lambda seat: (ranks[seat], seat))
    )


class Reason(Struct, frozen=True):
    """A way in which a game can end."""

    name: str
    """The name of the reason, as in `Outcome.reason`."""
    rule: str
    """The id of the rule that ends the game."""
    text: str
    """The condition under which the game ends for this reason."""
    victory: Victory = Victory.FIRST
    """The victory then."""


class Transition(Struct, frozen=True, gc=False):
    """The result of a move: the new position and the events."""

    state: Any
    events: tuple[Any, ...]


class Seen(Struct, frozen=True):
    """A seat's view of one move."""

    known: Any
    """The seat's knowledge of the position before the move."""
    move: Any
    events: tuple[Any, ...]
    """The events that the seat saw, as `redact` gives them."""


class Rules(ABC):
    """The rules of a game under one edition, in one version: pure functions of a state. Games replace Any by their own types.
    They have `make`, or an `apply` that judges the move itself.

    `known` is the only window into a state. Code that shows something to a seat, or judges its move, passes
    `known(state, seat)` to the other functions, never the state itself. Only `apply` needs the complete state.
    """

    hides: ClassVar[bool] = True
    """False if everybody knows everything: such a game derives from `decisions.OpenRules`, or from `decisions.RollingRules` if it
    draws between decisions.
    """
    together: bool = False
    """True if several seats may have to decide at the same time."""
    version: int = 1
    """The version of the rules; `Game.rules` sets it."""
    cooperative: bool = False
    """True if all seats have the same result in every game; `Game.rules` sets it."""
    wording: Callable[[], Wording]
    """Returns the English texts about the game; `Game.rules` sets it."""
    _origin: tuple[Any, ...]
    """The game, and the arguments of its `rules` that give these rules again; `Game.rules` sets it."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> Rules:
        return self  # nothing of them changes

    def __reduce__(self) -> Any:
        game, *under = self._origin
        return game.rules, tuple(under)

    def explained(self, refusal: Refusal) -> str:
        """A refusal in English with its rule, for programs that show it to their developer: `The game is over. (DD-26)`."""
        return f"{self.wording().refusal(refusal)} ({refusal.rule})"

    def why_not_new(self, options: Any, seats: int) -> Refusal | None:  # noqa: ARG002 -- games may override it
        """The reason why a game cannot be set up with these options, such as names that the edition lacks. None if it can."""
        return None

    def why_not_from(self, state: Any) -> Refusal | None:  # noqa: ARG002 -- games may override it
        """The reason why a running game cannot go on under these rules from an older version's position. None if it can.

        The state is what a spectator knows, because the answer is public.
        """
        return None

    @abstractmethod
    def new(self, options: Any, seats: int, chance: Chance) -> Any:
        """The position before the first move.

        Args:
            options: options that `why_not_new` accepts.
            seats: the number of seats, within the limits of the game.
            chance: the source of the draws.

        Raises:
            ValueError: something must be drawn, and the chance is blind.
        """

    @abstractmethod
    def decision(self, state: Any) -> Decision | None:
        """The decision to make; of several `deciders` each knows its own. None if the game is over."""

    def labelled(self, state: Any, move: Any) -> Struct:  # noqa: ARG002 -- games may override it
        """A legal move in its `Label`, with what the viewer of the state knows; the move itself if it has none."""
        return move  # type: ignore[no-any-return]

    def decider(self, state: Any) -> int | None:
        """The seat that must decide. None if the game is over. A game may override it where `decision` does more."""
        return getattr(self.decision(state), "seat", None)

    def deciders(self, state: Any) -> tuple[int, ...]:
        """The seats that must decide, in turn order: several if they choose at the same time, in any order. Empty at the end."""
        seat = self.decider(state)
        return () if seat is None else (seat,)

    def with_decider(self, state: Any, seat: int) -> Any:  # noqa: ARG002 -- games with `together` override it
        """The position in which one of the `deciders` is the `decider`: the other functions speak of that seat's decision.

        Any other seat changes nothing. `known` does the same for the seat whose knowledge it shows.
        """
        return state

    def turn(self, state: Any) -> int | None:
        """The seat whose turn it is. None if the game is over. A game in which others decide during a turn overrides it."""
        return self.decider(state)

    @abstractmethod
    def moves(self, state: Any) -> Iterator[Any]:
        """The legal moves of the seat that decides, without duplicates. Empty if the game is over.

        The first is the passive move: it ends the turn before it does anything optional. The service plays it for a
        resigned seat. The moves are equal for `state` and `known(state, decider)`. For a position that lacks what the
        decider knows, which is `known` of any other viewer in a game with hidden information, there are none. After blind
        draws, the moves are those that are legal whatever was drawn, so no move names an unknown card.
        """

    def why_not(self, state: Any, move: Any) -> Refusal | None:
        """The reason why the deciding seat cannot make this move. None exactly if the move is in `moves(state)`.

        The refusal names the rule that the move breaks. For a move that answers another decision, this is the first rule of
        the pending decision, or the rule that closed the step to which the move belongs. By default all follows from `moves`,
        `decision` and `outcome`: the rule is the first of the decision, and the reason names what is possible instead.
        """
        if move in self.moves(state):
            return None
        if (decision := self.decision(state)) is None:
            outcome = self.outcome(state)
            return Refusal("", NotListed()) if outcome is None else Refusal(outcome.rule, GameIsOver())
        rule = decision.rules[0]
        if getattr(state, "viewer", WHOLE) not in (WHOLE, decision.seat):
            return Refusal(rule, DecidedByOther(decision.seat))
        why = not_listed(move, [*self.moves(state)]) if move.verb in decision.verbs else SomethingElse()
        return Refusal(rule, why, decision.task, decision.details)

    def apply(self, state: Any, move: Any, chance: Chance) -> Transition:
        """The position after a move, and the events.

        With `Blind` chance and a known state, it is what the decider can know: what would be drawn is unknown, not guessed. If
        whose decision follows, or whether the game ends, depends on what they cannot know, the position has no decision and no
        outcome, and what it does not know of the table is null in its view.

        Raises:
            IllegalMove: `why_not` refuses the move. Nothing is changed.
        """
        if refusal := self.why_not(state, move):
            raise IllegalMove(refusal, self)
        return self.make(state, move, chance)

    def make(self, state: Any, move: Any, chance: Chance) -> Transition:
        """The position after a move that `moves` listed, and the events. Bots that search call it: it need not judge again."""
        return self.apply(state, move, chance)

    def after(self, state: Any, move: Any, chance: Chance) -> Any:
        """The position of `make`, for callers that need no events. Rules can override it to make none."""
        return self.make(state, move, chance).state

    def previews(self, known: Any, moves: Sequence[Any]) -> list[Any]:
        """The positions after each of some `moves` of a known position, with `Blind` chance. For bots that compare moves.

        Rules can override it to make only once what the positions share.
        """
        return [self.after(known, move, BLIND) for move in moves]

    @abstractmethod
    def known(self, state: Any, seat: int | None) -> Any:
        """The position with everything blanked that a seat cannot know. Seat None is a spectator.

        Equal for positions that differ only in what is hidden from the seat. Nothing is blanked once the game is over.
        """

    @abstractmethod
    def reshuffled(self, state: Any, chance: Chance, without: Collection[int] = ()) -> Any:
        """The position with everything drawn anew that no seat knows but those in `without`, and nothing else.

        What is drawn anew does not matter for it. It uses the numbers of draws in `new`, and raises ValueError as that does.
        """

    def remembered(self, seen: Sequence[Seen], seat: int) -> Any:  # noqa: ARG002 -- games may override it
        """The knowledge of a seat beyond the position after the last of these moves; a memory for `sample`.

        A table does not repeat what was seen before: which cards went into the draw pile, or came into another hand. The
        memory is all that the seat can conclude, if what other players choose tells nothing. None if there is no more.

        Args:
            seen: what the seat saw, in order and without gaps, from any move on. The more, the better.
            seat: the seat.

        Raises:
            ValueError: this is not what the seat saw.
        """
        return None

    def remembered_on(self, memory: Any, seen: Sequence[Seen], seat: int) -> Any:  # noqa: ARG002 -- games may override it
        """The memory that `remembered` makes of all moves, from the one of the moves before these.

        None if it must be made of all of them, as it is where rules do not override this to be fast in long games.

        Raises:
            ValueError: this is not what the seat saw, or the memory has left out what was unlikely.
        """
        return None

    @abstractmethod
    def sample(self, known: Any, seat: int, chance: Chance, memory: Any = None) -> Any:
        """A whole position that agrees with everything a seat knows: a world in which the seat may be.

        Every way in which the hidden cards may lie has its probability: as in a fair shuffle of all cards that the seat does
        not see, if what other players chose tells nothing.

        Args:
            known: `known(state, seat)` of a position.
            seat: the seat.
            chance: the source of the draws. Their numbers are those of `new`, and numbers that no game reaches.
            memory: what `remembered` made of the moves that led to the position; None if only the position counts.

        Raises:
            ValueError: the chance is blind, or the position is not what the seat knows of a position of this edition.
        """

    def seen(self, before: Any, by: int | None, move: Any, events: Iterable[Any], seat: int | None) -> Seen:
        """A move as a seat saw it.

        Args:
            before: the position in which it was made.
            by: the seat that made it.
            move: the move.
            events: its events, as `apply` returned them.
            seat: the seat that saw it; None for a spectator.
        """
        told = [self.redact(event, seat) for event in events]
        shown = move if by == seat else sealed(move)
        return Seen(self.known(before, seat), shown, tuple([event for event in told if event is not None]))

    @abstractmethod
    def view(self, state: Any) -> Any:
        """The table of a position. Blanks become null."""

    @abstractmethod
    def redact(self, event: Any, seat: int | None) -> Any:
        """An event of a running game as a seat sees it. None if the seat sees nothing of it. Seat None is a spectator."""

    @abstractmethod
    def outcome(self, state: Any) -> Outcome | None:
        """The end of the game. None while it is in progress."""

    def conceded(self, state: Any, resigned: Sequence[int]) -> Outcome | None:  # noqa: ARG002 -- games may override it
        """The end of a game in progress because these seats have resigned, in this order, such as a loss at the cube's stake.

        None if the rules of the service apply, see `engine.resigning`. Whether it is None depends on the seats alone.
        """
        return None
