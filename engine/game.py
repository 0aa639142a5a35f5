"""The contract of a game: what a game folder exports, and the types it shares with the rest of the program.

All values are frozen `msgspec` structs, so states can be kept, replayed, previewed and forked without copies. Games do no I/O,
read no clock, and draw randomness only through the `Chance` that they are given. See docs/design.md, section 2.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, NewType

import msgspec
from msgspec import Meta, Struct

from taphouse.engine.chance import Chance
from taphouse.engine.editions import MOST_SLUG, SLUG, Edition
from taphouse.engine.messages import ENGLISH, Catalogues, Details, Messages, Spoken, Wording
from taphouse.engine.recent import Recent
from taphouse.engine.upgrades import Fix, Fixes, Upgrade
from taphouse.engine.vocabulary import SEAT, Public, kebab, lower_first, words_in

Seat = Annotated[int, SEAT]
Slug = Annotated[str, Meta(pattern=SLUG, max_length=MOST_SLUG)]
"""The name of an edition's entry in a move, such as `pumpkin-spice-ale`."""


class Options(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of a new game. Every field has a default."""

    def chosen(self) -> dict[str, Any]:
        """The options that differ from their defaults, as builtin types by name."""
        defaults = msgspec.to_builtins(type(self)())
        return {name: value for name, value in msgspec.to_builtins(self).items() if value != defaults[name]}


class Move(Public, frozen=True, forbid_unknown_fields=True, tag_field="verb", tag=kebab):
    """A move of a seat. Each verb is a class. Its docstring tells players what the move does and ends with its rule ids.

    The verb in notation is the tag of the class: its name in kebab case, unless the class sets another. The API uses the
    class name.

    Moves are public: every viewer sees all fields of a move that was made. Secrets go into events. A field is an `int`,
    `bool`, `Word`, `Slug`, `Amounts` or tuple of `int`; the last fields can also be None. `__post_init__` puts a tuple into
    its canonical order. The game's message catalogue has its label.
    """

    @property
    def verb(self) -> str:
        """The verb of the move in notation, such as `take-action`."""
        return verb_of(type(self))


def verb_of(move: type[Move]) -> str:
    """The verb of a move type in notation, such as `take-action`."""
    return str(move.__struct_config__.tag)


class Event(Public, frozen=True, tag_field="event", tag=kebab):
    """Something that happened in the game, with enough detail to animate it. The game's message catalogue has its sentence."""


class View(Public, frozen=True):
    """The table as a viewer sees it. Values that are hidden from the viewer are null."""


WHOLE = -1
"""The `viewer` of a complete position, with nothing blanked."""
SPECTATOR = 0
"""The `viewer` of a position as a spectator knows it."""


class State(Struct, frozen=True, array_like=True):
    """A position of a game, complete and private to the engine. It encodes to a few hundred bytes.

    In a game with hidden information, the last field is `viewer: int = WHOLE`. `known` sets it to the seat whose knowledge
    the position holds, or to `SPECTATOR`. So the rules can tell whether a position holds what the deciding seat knows.
    """


class Owed(Struct, frozen=True, array_like=True, tag=True):
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
    """Why a move is not legal: the id of the rule, and a sentence that says what is legal instead."""

    rule: str
    message: str


class IllegalMove(Exception):
    """The move is not legal. Nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.message} ({refusal.rule})")
        self.refusal = refusal


class ScoreCategory(Public, frozen=True):
    """One line of a score."""

    name: Annotated[str, Meta(description="What the points are for, in the words of the rule book.")]
    points: Annotated[int, Meta(description="The points. Negative for deductions.")]


class Standing(Public, frozen=True):
    """The result of one seat."""

    seat: Seat
    place: Annotated[int, Meta(description="The place, 1 for the winner. Tied seats have the same place.")]
    points: Annotated[int, Meta(description="The sum of the categories.")]
    categories: Annotated[tuple[ScoreCategory, ...], Meta(description="The lines of the score.")]


EndReason = NewType("EndReason", str)
"""The name of a reason in kebab case, such as `five-types`. An enum in the API."""


class Outcome(Public, frozen=True):
    """How a game ended."""

    reason: Annotated[EndReason, Meta(description="Why the game ended.")]
    rule: Annotated[str, Meta(description="The id of the rule that ended the game.")]
    standings: Annotated[tuple[Standing, ...], Meta(description="All seats, in order of place, then of seat.")]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place."""
        return tuple(standing.seat for standing in self.standings if standing.place == 1)


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
    """When the game ends for this reason."""


class Step(Struct, frozen=True):
    """The result of a move: the new position and the events."""

    state: Any
    events: tuple[Any, ...]


class Rules(ABC):
    """The rules of a game under one edition, in one version: pure functions of a state. Games replace Any by their own types.

    `known` is the only window into a state. Code that shows something to a seat, or judges its move, passes
    `known(state, seat)` to the other functions, never the state itself. Only `apply` needs the complete state.
    """

    version: int = 1
    """The version of the rules; `Game.rules` sets it."""

    def why_not_new(self, options: Any, seats: int) -> Refusal | None:  # noqa: ARG002 -- games may override it
        """Why a game cannot be set up with these options, such as names that the edition lacks. None if it can."""
        return None

    def why_not_from(self, state: Any) -> Refusal | None:  # noqa: ARG002 -- games may override it
        """Why a running game cannot go on under these rules from a position that an earlier version led to. None if it can.

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
        """The decision to make. None if the game is over. Equal for `known(state, seat)` of every seat."""

    def decider(self, state: Any) -> int | None:
        """The seat that must decide. None if the game is over. A game may override it where `decision` does more."""
        return getattr(self.decision(state), "seat", None)

    @abstractmethod
    def moves(self, state: Any) -> Iterator[Any]:
        """The legal moves of the seat that decides, without duplicates. Empty if the game is over.

        The first is the passive move: it ends the turn before it does anything optional. The service plays it for a
        resigned seat. The moves are equal for `state` and `known(state, decider)`. For a position that lacks what the
        decider knows, which is `known` of any other viewer in a game with hidden information, there are none. After blind
        draws, the moves are those that are legal whatever was drawn, so no move names an unknown card.
        """

    @abstractmethod
    def why_not(self, state: Any, move: Any) -> Refusal | None:
        """Why the deciding seat cannot make this move. None exactly if the move is in `moves(state)`.

        The refusal names the rule that the move breaks. For a move that answers another decision, this is the first rule of
        the pending decision, or the rule that closed the step to which the move belongs.
        """

    @abstractmethod
    def apply(self, state: Any, move: Any, chance: Chance) -> Step:
        """The position after a move, and the events.

        With `Blind` chance and a known state, it is what the decider can know: what would be drawn is unknown, not guessed.

        Raises:
            IllegalMove: `why_not` refuses the move. Nothing is changed.
        """

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

    @abstractmethod
    def view(self, state: Any) -> Any:
        """The table of a position. Blanks become null."""

    @abstractmethod
    def redact(self, event: Any, seat: int | None) -> Any:
        """An event of a running game as a seat sees it. None if the seat sees nothing of it. Seat None is a spectator."""

    @abstractmethod
    def outcome(self, state: Any) -> Outcome | None:
        """How the game ended. None while it is in progress."""


class About(Struct, frozen=True, kw_only=True):
    """The metadata and types of a game. The public API is derived from them."""

    kind: str
    """The id of the kind, such as `dank-and-draft`."""
    title: str
    designer: str
    publisher: str
    text: str
    """What players do in the game, in two sentences."""
    seats: range
    minutes: int
    options: type[Options]
    moves: tuple[type[Move], ...]
    events: tuple[type[Event], ...]
    prompts: Mapping[str, type[Details]]  # by task
    view: type[View]
    state: type[State]
    reasons: tuple[Reason, ...]
    package: str
    """The import name of the game's folder, with its `rules.md` and `editions/*.toml`."""

    def spoken(self, names: Iterable[str]) -> Spoken:
        """What the message catalogues speak, with these names that are no entries of an edition."""
        reasons = [reason.name for reason in self.reasons]
        return Spoken(self.moves, self.events, self.prompts, names, words_in(self.options), reasons)

    @property
    def name(self) -> str:
        """The prefix of the game's types in the API, such as `DankAndDraft`."""
        return self.kind.title().replace("-", "")


Evaluate = Callable[[Any, Any, int], float]
"""(rules, known position, seat) -> how good the position is for the seat. Higher is better."""
Candidates = Callable[[Any, Any, list[Move]], list[Move]]
"""(rules, known position, legal moves) -> the moves that a bot should compare."""
Gift = Callable[[Any, int], Any]
"""(position, seat) -> the position in which the seat has something for free."""
Gifts = Mapping[str, Gift]


class Game:
    """The export of a game folder.

    Args:
        about, edition: the metadata and types of the game, and the model of its editions.
        rules: creates the rules under an edition, with the fixes of one version.
        evaluate: values positions, for bots that look ahead. Without it, they value all positions equally.
        candidates: selects the moves that these bots compare. Without it, they compare all moves.
        gifts: from the rules, the gifts by name that a study of balance can give to a seat.
        other_world: for the secrecy checks, see `engine.worlds.OtherWorld`. Without it, they refuse the game.
        fixes: of the rules, in the order of the versions that bring them. Without one, the rules have version 1 only.
        upgrades: of stored games, from format 1 on. A change of the types of options, states or moves needs one.
    """

    def __init__(
        self,
        about: About,
        edition: type[Edition],
        rules: Callable[[Any, Fixes], Rules],
        *,
        evaluate: Evaluate = lambda *_: 0.0,
        candidates: Candidates = lambda _rules, _known, moves: moves,
        gifts: Callable[[Any], Gifts] = lambda _rules: {},
        other_world: Callable[..., Any] | None = None,
        fixes: Sequence[Fix] = (),
        upgrades: Sequence[Upgrade] = (),
    ) -> None:
        self.about, self.edition, self._make = about, edition, rules
        self.fixes, self.newest = fixes, max((fix.version for fix in fixes), default=1)
        """All fixes of the rules, and the newest version of the rules."""
        self.upgrades, self.format = upgrades, 1 + len(upgrades)
        self.field = lower_first(about.name)
        """The name of the game as a field of the API, such as `dankAndDraft`."""
        self.evaluate, self.candidates, self.gifts, self.other_world = evaluate, candidates, gifts, other_world
        self._rules, self._wordings = Recent[Rules](), Recent[Wording]()
        self.catalogues = Catalogues(about.package, about.spoken(edition.other_names))

    def rules(self, edition: Edition, version: int | None = None) -> Rules:
        """The rules under an edition. The 32 most recently used ones are cached.

        Args:
            edition: the edition.
            version: the version of the rules; None for the newest.

        Raises:
            ValueError: there is no such version.
        """
        number = self.newest if version is None else version
        if not 1 <= number <= self.newest:
            raise ValueError(f"{self.about.title} has versions 1 to {self.newest} of its rules, not {number}")

        def make() -> Rules:
            made = self._make(edition, frozenset(fix for fix in self.fixes if fix.version <= number))
            made.version = number
            return made

        return self._rules.get((edition.digest, number), make)

    def wording(self, edition: Edition, language: str = ENGLISH, *shared: Messages) -> Wording:
        """What people read about moves, events and decisions, in all versions of the rules. Cached like `rules`.

        Args:
            edition: the edition, which gives the titles.
            language: the language. What it lacks is English.
            shared: the catalogues of further events.

        Raises:
            MessagesError: the catalogue is invalid.
        """
        return self._wordings.get(
            (edition.digest, language, *shared),
            lambda: Wording(language, self.catalogues.get(language), edition.titles_in(language), *shared),
        )

    @cached_property
    def verbs(self) -> dict[str, type[Move]]:
        """The game's move types by verb, such as `take-action`."""
        return {verb_of(move): move for move in self.about.moves}

    @cached_property
    def inputs(self) -> dict[str, type[Move]]:
        """The game's move types by their field name in the API's move input, such as `takeAction`."""
        return {lower_first(move.__name__): move for move in self.about.moves}
