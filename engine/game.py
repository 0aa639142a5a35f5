"""The contract of a game: what a game folder exports, and the values that cross its border.

All values are frozen `msgspec` structs, so that a state may be kept, replayed, previewed and forked for free. Nothing here
or in a game does I/O, reads a clock, or draws randomness but through the `Chance` it is handed. See docs/design.md, section 2.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta, Struct

from taphouse.engine.chance import Chance, settled
from taphouse.engine.editions import MOST_SLUG, SLUG, Edition
from taphouse.engine.vocabulary import Public, Word, kebab, lower_first

Seat = Annotated[int, Meta(ge=1, le=16, description="A seat at the table, counted from 1 in turn order.")]
Slug = Annotated[str, Meta(pattern=SLUG, max_length=MOST_SLUG)]
"""The name of an edition's entry where a move refers to it, such as `pumpkin-spice-ale`."""


class Amounts(Public, frozen=True, forbid_unknown_fields=True):
    """A multiset: one non-negative integer per name, 0 where it is left out."""


class FirstSeat(Word):
    """Who takes the first turn."""

    SEED = "SEED", "The seed chooses."
    SEAT_1 = "SEAT_1", "Seat 1."


def starting_seat(option: FirstSeat, seats: int, draw: int, chance: Chance) -> int:
    """The seat that starts: seat 1, or draw number `draw` of the seed.

    Raises:
        ValueError: the draw is needed, and the chance is blind.
    """
    return 1 if option is FirstSeat.SEAT_1 else settled(chance.pick(draw, seats, 1))[0] + 1


class Options(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a game can be created with. Every field has a default."""

    def chosen(self) -> dict[str, Any]:
        """What is not as usual, as plain values."""
        usual = msgspec.to_builtins(type(self)())
        return {name: value for name, value in msgspec.to_builtins(self).items() if value != usual[name]}


class Move(Public, frozen=True, forbid_unknown_fields=True, tag_field="verb", tag=kebab):
    """What a seat does. One verb, one class; its docstring tells a player what it does and ends with its rule ids.

    Notation calls it by its tag, which is the class name in kebab case unless the class gives another; the API calls it
    by its class name, so a class must not be named `Play`.

    Moves are spoken at the table, so everybody may know every field of a move that was made. What only some may see is
    told by events. Fields are `int`, `bool`, `Word`, `Slug`, `Amounts`, tuples of `int`, or at the end one of these or None.
    A tuple is put into its canonical order by `__post_init__`.
    """

    says: ClassVar[str]
    """The move as a short sentence, with its fields in braces."""

    @property
    def verb(self) -> str:
        """What notation calls the move, such as `take-action`."""
        return verb_of(type(self))

    def label(self) -> str:
        """The move as a short sentence for people."""
        return self.says.format_map({name: _spoken(getattr(self, name)) for name in self.__struct_fields__})


def verb_of(move: type[Move]) -> str:
    """What notation calls a move type, such as `take-action`."""
    return str(move.__struct_config__.tag)


def _spoken(value: object) -> str:
    match value:
        case Word():
            return value.name.replace("_", " ").lower() if len(value.name) > 3 else value.name
        case Amounts():
            return (
                ", ".join(
                    f"{n} {name.replace('_', ' ')}" for name in value.__struct_fields__ if (n := getattr(value, name))
                )
                or "nothing"
            )
        case tuple():
            return ", ".join(map(str, value)) or "nothing"
        case bool():
            return "yes" if value else "no"
    return str(value)


class Event(Public, frozen=True, tag_field="event", tag=kebab):
    """What an onlooker sees happen, with enough detail to animate it."""


class View(Public, frozen=True):
    """What is to be seen of a table. What a viewer does not know is null."""


WHOLE = -1
"""The `viewer` of a position from which nothing was blanked."""
SPECTATOR = 0
"""The `viewer` of a position as a spectator knows it."""


class State(Struct, frozen=True, array_like=True):
    """A position of a game, complete and private to the engine. Encodes to a few hundred bytes.

    The state of a game that hides something ends with a field `viewer: int = WHOLE`, which `known` sets to the seat whose
    knowledge it is, or to `SPECTATOR`. So a position tells whether it holds what its decider knows.
    """


class Owed(Struct, frozen=True, array_like=True, tag=True):
    """A pending decision: an entry of the stack of them that a state holds."""


class Decision(Public, frozen=True):
    """What must be decided now, and by whom. Public: it tells nothing that some seat does not know."""

    seat: Annotated[Seat, Meta(description="The seat that must decide.")]
    task: Annotated[str, Meta(description="What kind of decision it is, such as `draft`.")]
    prompt: Annotated[str, Meta(description="What to decide, as a sentence to the player.")]
    rules: Annotated[tuple[str, ...], Meta(description="The ids of the rules that ask for it.")]
    verbs: Annotated[
        tuple[str, ...],
        Meta(
            description="The moves that may answer it, such as `take-action`, as far as everybody at the table can tell. "
            "`legalMoves` lists those that are legal."
        ),
    ]


class Refusal(Struct, frozen=True):
    """Why a move is not legal: the id of the rule and a sentence that says what would be."""

    rule: str
    message: str


class IllegalMove(Exception):
    """The move is not among the legal ones; nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.message} ({refusal.rule})")
        self.refusal = refusal


class Category(Public, frozen=True):
    """One line of a score."""

    name: Annotated[str, Meta(description="What the points are for, in the words of the rule book.")]
    points: Annotated[int, Meta(description="The points, below zero where they are deducted.")]


class Standing(Public, frozen=True):
    """How one seat came out."""

    seat: Seat
    place: Annotated[int, Meta(description="1 for the winner; seats that share a place have the same number.")]
    points: Annotated[int, Meta(description="The sum of the categories.")]
    categories: Annotated[tuple[Category, ...], Meta(description="What the points are made of.")]


class Outcome(Public, frozen=True):
    """How a game ended."""

    reason: Annotated[str, Meta(description="Why it ended, one of the kind's reasons in the catalogue.")]
    rule: Annotated[str, Meta(description="The id of the rule that ended it.")]
    standings: Annotated[tuple[Standing, ...], Meta(description="All seats, best place first, then in seat order.")]


def standings(scores: dict[int, tuple[Category, ...]], rank: Callable[[int, int], Any]) -> tuple[Standing, ...]:
    """All seats, best place first: the least `rank(seat, points)` is the best, and equals share a place."""
    points = {seat: sum(category.points for category in score) for seat, score in scores.items()}
    ranks = {seat: rank(seat, points[seat]) for seat in scores}
    return tuple(
        Standing(seat, 1 + sum(other < ranks[seat] for other in ranks.values()), points[seat], scores[seat])
        for seat in sorted(ranks, key=lambda seat: (ranks[seat], seat))
    )


class Reason(Public, frozen=True):
    """A way in which a game of this kind can end."""

    name: Annotated[str, Meta(description="As `outcome` names it.")]
    rule: Annotated[str, Meta(description="The id of the rule that ends the game so.")]
    text: Annotated[str, Meta(description="When that is.")]


class Step(Struct, frozen=True):
    """What a move leads to."""

    state: Any
    events: tuple[Any, ...]


class Rules(ABC):
    """The rules of a game under one edition: pure functions of a state. A game names its own types where this says Any.

    `known` is the only window into a state. Whoever shows something to a seat, or judges its move, passes
    `known(state, seat)` to the other functions, never the state itself; only `apply` needs the whole of it.
    """

    def why_not_new(self, options: Any, seats: int) -> Refusal | None:  # noqa: ARG002 -- any, unless a game says so
        """Why no game can be set up with these options, such as names that the edition does not have; None where one can."""
        return None

    @abstractmethod
    def new(self, options: Any, seats: int, chance: Chance) -> Any:
        """The position before the first move. `seats` is within the game's bounds, and `why_not_new` has no objection.

        Raises:
            ValueError: the chance is blind.
        """

    @abstractmethod
    def decision(self, state: Any) -> Decision | None:
        """Who must decide what; None when the game is over. The same for `known(state, seat)` of every seat."""

    @abstractmethod
    def moves(self, state: Any) -> Iterator[Any]:
        """Every legal move of the seat that decides, each once; none when the game is over.

        The first is what a player does who wants as little as possible: ending the turn before anything optional. For a
        seat that has resigned it is the one that is made. Equal for `state` and `known(state, decider)`. None where a
        position lacks what the decider knows: `known(state, viewer)` of any other viewer, in a game that hides something.
        After blind draws, the moves that are legal whatever was drawn: a card that is not known is in no move.
        """

    @abstractmethod
    def why_not(self, state: Any, move: Any) -> Refusal | None:
        """Why the deciding seat may not make this move; None exactly when it is among `moves(state)`.

        The refusal names the rule that the move breaks. For a move that answers another decision, that is the first rule of
        the decision that is owed, or the rule that closed the step to which the move belongs.
        """

    @abstractmethod
    def apply(self, state: Any, move: Any, chance: Chance) -> Step:
        """The position after the move, and what happened.

        With `Blind` chance and a known state it leads to what the decider can know of the position after it: what would be
        drawn is unknown there, never guessed.

        Raises:
            IllegalMove: with the refusal of `why_not`; nothing has changed.
        """

    @abstractmethod
    def known(self, state: Any, seat: int | None) -> Any:
        """The same position with everything blanked that this seat (None: a spectator) cannot know.

        Equal for any two positions that differ only in what is hidden from it. A finished game is known to all.
        """

    @abstractmethod
    def view(self, state: Any) -> Any:
        """The table, as far as the state holds it: blanks are shown as null."""

    @abstractmethod
    def redact(self, event: Any, seat: int | None) -> Any:
        """The event as this seat (None: a spectator) of a running game sees it; None where it sees nothing of it."""

    @abstractmethod
    def outcome(self, state: Any) -> Outcome | None:
        """How the game ended; None while it runs."""


class About(Struct, frozen=True, kw_only=True):
    """What a game is, and its types. The public API is derived from these."""

    kind: str
    """The game's id: `dank-and-draft`."""
    title: str
    designer: str
    publisher: str
    text: str
    """What one does in it, in two sentences."""
    seats: range
    minutes: int
    options: type[Options]
    moves: tuple[type[Move], ...]
    events: tuple[type[Event], ...]
    view: type[View]
    state: type[State]
    reasons: tuple[Reason, ...]
    package: str
    """Where the folder is importable: its `rules.md` and its `editions/*.toml` lie in it."""

    @property
    def name(self) -> str:
        """The prefix of the game's types in the API: `DankAndDraft`."""
        return "".join(part.capitalize() for part in self.kind.split("-"))


Evaluate = Callable[[Any, Any, int], float]
"""How good a position is for a seat: of the rules, what the seat knows, and the seat. Higher is better."""
Candidates = Callable[[Any, Any, list[Move]], list[Move]]
"""The moves that are worth a look: of the rules, what the decider knows, and its legal moves."""
Gift = Callable[[Any, int], Any]
"""A position in which a seat has something for free: of the position and the seat."""
Gifts = Mapping[str, Gift]


def _all_equal(_rules: Any, _known: Any, _seat: int) -> float:
    return 0.0


def _all_of_them(_rules: Any, _known: Any, moves: list[Move]) -> list[Move]:
    return moves


def _nothing(_rules: Any) -> Gifts:
    return {}


class Game:
    """What a game folder exports.

    Args:
        about: what the game is, and its types.
        edition: the model of its editions.
        rules: makes the rules under an edition.
        evaluate: for bots that look ahead; without it all positions are equal to them.
        candidates: for the same bots; without it they look at all moves.
        gifts: what a study of balance can give to a seat for free, by name; of the rules.
        other_world: for the secrecy checks, see `engine.worlds.OtherWorld`; without it they refuse the game.
    """

    def __init__(
        self,
        about: About,
        edition: type[Edition],
        rules: Callable[[Any], Rules],
        *,
        evaluate: Evaluate = _all_equal,
        candidates: Candidates = _all_of_them,
        gifts: Callable[[Any], Gifts] = _nothing,
        other_world: Callable[..., Any] | None = None,
    ) -> None:
        self.about = about
        self.edition = edition
        self.evaluate, self.candidates, self.gifts, self.other_world = evaluate, candidates, gifts, other_world
        self._make = rules
        self._rules: dict[str, Rules] = {}

    def rules(self, edition: Edition) -> Rules:
        """The rules under this edition; kept per digest, for the 32 editions used last."""
        made = self._rules.pop(edition.digest, None) or self._make(edition)
        self._rules[edition.digest] = made
        if len(self._rules) > 32:
            del self._rules[next(iter(self._rules))]
        return made

    @cached_property
    def verbs(self) -> dict[str, type[Move]]:
        """The game's move types by their verb, such as `take-action`."""
        return {verb_of(move): move for move in self.about.moves}

    @cached_property
    def inputs(self) -> dict[str, type[Move]]:
        """The game's move types by the name of their field in the API's move input, such as `takeAction`."""
        return {lower_first(move.__name__): move for move in self.about.moves}
