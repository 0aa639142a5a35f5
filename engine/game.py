"""The exports of a game folder: its types and metadata, its rules, and the functions that others need to know about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar, get_args

import msgspec
from msgspec import Struct

from taphouse.engine.contract import (
    COMMON,
    Event,
    Move,
    Options,
    Reason,
    Rules,
    State,
    Transition,
    Victory,
    View,
    sealed_fields,
    verb_of,
)
from taphouse.engine.editions import MOST_SLUG, Edition, EditionError, packaged
from taphouse.engine.messages import ENGLISH, Catalogues, Details, Label, Merit, Messages, Spoken, Why, guides
from taphouse.engine.messages.reasons import SHARED
from taphouse.engine.messages.table_fields import fields_of, named_by
from taphouse.engine.messages.wording import Wording
from taphouse.engine.notation import usage
from taphouse.engine.resources import files_of
from taphouse.engine.upgrades import Fix, Fixes, Upgrade
from taphouse.engine.vocabulary import MOST_SEATS, SEALED, hints, kebab, lower_first, pascal, words_in

_KIND = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")


def why_no_kind(kind: str) -> str | None:
    """The reason why no game can be of this kind. None if one can."""
    if _KIND.fullmatch(kind) and len(kind) <= MOST_SLUG:
        return None
    return (
        f"{kind!r} is no name of a game: use at most {MOST_SLUG} lower-case letters and digits, beginning with a letter, "
        "with hyphens between words, as in moon-rocket."
    )


def _is_sealed(hint: Any) -> bool:
    """True if `SEALED` is anywhere in the type of a field."""
    return SEALED in getattr(hint, "__metadata__", ()) or any(map(_is_sealed, get_args(hint)))


class About(Struct, frozen=True, kw_only=True):
    """The metadata and types of a game. The public API is derived from them.

    Raises:
        ValueError: the kind is no such name, the numbers of seats are not some from 1 to `MOST_SEATS`, two moves or two events
            have one tag, `SEALED` is not at the outside of the type of a field that can be None, `most_points` is missing, or a
            field of a move is `at` no field of the view.
    """

    kind: str
    """The id of the kind, such as `dank-and-draft`."""
    title: str
    designer: str = ""
    """The designer; empty for a traditional game."""
    publisher: str = ""
    """The publisher, and the year; empty for a traditional game."""
    text: str
    """A summary of the play, in two sentences."""
    seats: range
    minutes: int
    options: type[Options]
    moves: tuple[type[Move], ...]
    events: tuple[type[Event], ...]
    prompts: Mapping[str, type[Details]]  # by task
    refusals: tuple[type[Why], ...]
    """The reasons of refusals, apart from those that games share (`engine.messages.reasons`)."""
    view: type[View]
    state: type[State]
    reasons: tuple[Reason, ...]
    most_stake: int | Callable[[Any], int] = 1
    """The most games that a result can count as; a function of the options where it depends on them."""
    most_points: int = 0
    """The most points that all can have together. Needed if a game can end with `Victory.ALL_SCORED`."""
    package: str
    """The import name of the game's folder, with its `rules.md` and `editions/*.toml`."""
    labels: tuple[type[Label], ...] = ()
    """Those of moves whose labels speak more than the move."""
    merits: tuple[type[Merit], ...] = ()
    """The reasons for moves, apart from those that games share (`engine.messages.merits`)."""

    def __post_init__(self) -> None:
        if (why := why_no_kind(self.kind)) is not None:
            raise ValueError(why)
        if not self.seats or self.seats.step != 1 or not 1 <= self.seats[0] <= self.seats[-1] <= MOST_SEATS:
            raise ValueError(f"seats is {self.seats}: give a range of numbers from 1 to {MOST_SEATS}")
        if self.most_points < 1 and any(reason.victory is Victory.ALL_SCORED for reason in self.reasons):
            raise ValueError("all can share a score, so give most_points: the most that they can have")
        for types in (self.moves, self.events):
            tagged: dict[Any, list[str]] = {}
            for type_ in types:
                tagged.setdefault(type_.__struct_config__.tag, []).append(type_.__name__)
            for tag, names in tagged.items():
                if len(names) > 1:
                    raise ValueError(f"{' and '.join(names)} have the tag {tag}: rename all but one")
        named_by(self.view, self.moves)
        for move in self.moves:
            for name, hint in hints(move).items():
                null = name in sealed_fields(move) and type(None) in get_args(get_args(hint)[0])
                if _is_sealed(hint) and not null:
                    raise ValueError(
                        f"{move.__name__}.{name} is no Annotated[... | None, ..., SEALED], so others would see it"
                    )

    def most_stake_with(self, options: Options) -> int:
        """The most games that a result can count as with these options."""
        return self.most_stake if isinstance(self.most_stake, int) else self.most_stake(options)

    def chosen(self, given: Mapping[str, Any], strict: bool = True) -> Options:
        """The options with these values, by the names that the API uses; all others are the defaults.

        Args:
            given: the values, as JSON has them.
            strict: False to read numbers and flags from text.

        Raises:
            ValueError: there is no such option, or it has no such value. The message lists the options.
        """
        try:
            return msgspec.convert(given, self.options, strict=strict)
        except msgspec.ValidationError as error:
            known = ", ".join(self.options.__struct_encode_fields__) or "none"
            raise ValueError(f"{error}. The options of {self.title} are {known}.") from None

    def spoken(self, names: Iterable[str]) -> Spoken:
        """The types that the message catalogues put into words, with these names that are no entries of an edition."""
        reasons = [reason.name for reason in self.reasons]
        fields = tuple(fields_of(self.view))
        return Spoken(
            self.moves,
            self.labels,
            self.events,
            self.prompts,
            self.refusals,
            names,
            words_in(self.options),
            reasons,
            {kebab(field.name) for field in fields if not field.counted},
            {name for field in fields if not field.symbolic for name in field.words},
            self.merits,
        )

    @property
    def cooperative(self) -> bool:
        """True if all seats have the same result in every game."""
        return all(reason.victory in COMMON for reason in self.reasons)

    @property
    def every_seat_for_itself(self) -> bool:
        """True if no seat can win or lose with others, so that the places of a game compare its players."""
        return all(reason.victory in (Victory.FIRST, Victory.NOBODY) for reason in self.reasons)

    @property
    def name(self) -> str:
        """The prefix of the game's types in the API, such as `DankAndDraft`."""
        return pascal(self.kind)


Evaluate = Callable[[Any, Any, int], float]
"""(rules, known position, seat) -> how good the position is for the seat. Higher is better."""
Candidates = Callable[[Any, Any, list[Move]], list[Move]]
"""(rules, known position, moves) -> those of the moves that a bot should compare, in their order."""
Alike = Callable[[Any, Any, Move], Hashable]
"""(rules, known position, legal move) -> a key that only moves share which lead to positions of the same worth."""
Weigh = Callable[[Any, Any, Sequence[Move], int], list[float] | None]
"""(rules, known position, legal moves, seat) -> what each is worth, as `evaluate` says of its preview; None to evaluate that."""
Merits = Callable[[Any, Any, Move, Transition, int], Iterable[Merit]]
"""(rules, known position, legal move, its result as the seat can know it, seat) -> the reasons for it, the strongest first."""
Gift = Callable[[Any, int], Any]
"""(position, seat) -> the position in which the seat has something for free."""
Gifts = Mapping[str, Gift]

V = TypeVar("V")
MOST_KEPT = 32
"""The most values that a cache of a game keeps."""


class BoundedCache(Generic[V]):
    """The values of the `MOST_KEPT` most recently used keys."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, V] = {}

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The value of a key, made if it is not kept."""
        value = self._kept.pop(key) if key in self._kept else make()
        self._kept[key] = value
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return value


class Game:
    """The export of a game folder.

    Args:
        about, edition: the metadata and types of the game, and the model of its editions.
        rules: creates the rules under an edition, with the fixes of one version.
        evaluate: values positions, for bots that look ahead. Without it, those that search play games to their end at random, and
            the greedy bot plays at random.
        candidates: selects the moves that these bots compare. Without it, they compare all moves.
        foremost: selects moves among which is one that is worth the most, for bots that ask for no other. Without it, they
            compare all.
        alike: names moves that `evaluate` cannot distinguish, so that only one of them is evaluated.
        weigh: finds the worths of moves without their previews, where that takes less time.
        merits: gives the reasons for a move. Where it gives none, or is missing, they are derived from events and views.
        gifts: from the rules, the gifts by name that a study of balance can give to a seat.
        other_world: for the secrecy checks, see `engine.worlds.OtherWorld`. A game that hides nothing needs none.
        trace: for games that are entered from paper, see `engine.records.tracing.Trace`. Needed if something is hidden.
        fixes: of the rules, in the order of the versions that bring them. Without one, the rules have version 1 only.
        upgrades: of stored games, from format 1 on. A change of the types of options, states or moves needs one.
    """

    def __init__(
        self,
        about: About,
        edition: type[Edition],
        rules: Callable[[Any, Fixes], Rules],
        *,
        evaluate: Evaluate | None = None,
        candidates: Candidates = lambda _rules, _known, moves: moves,
        foremost: Candidates = lambda _rules, _known, moves: moves,
        alike: Alike | None = None,
        weigh: Weigh = lambda _rules, _known, _moves, _seat: None,
        merits: Merits = lambda _rules, _known, _move, _step, _seat: (),
        gifts: Callable[[Any], Gifts] = lambda _rules: {},
        other_world: Callable[..., Any] | None = None,
        trace: Callable[[Any, Any, int], Any] | None = None,
        fixes: Sequence[Fix] = (),
        upgrades: Sequence[Upgrade] = (),
    ) -> None:
        self.about, self.edition, self._make = about, edition, rules
        self.fixes, self.newest = fixes, max((fix.version for fix in fixes), default=1)
        """All fixes of the rules, and the newest version of the rules."""
        self.upgrades, self.format = upgrades, 1 + len(upgrades)
        self.field = lower_first(about.name)
        """The name of the game as a field of the API, such as `dankAndDraft`."""
        self.evaluate, self.candidates, self.foremost = evaluate, candidates, foremost
        self.alike, self.weigh, self.merits = alike, weigh, merits
        self.gifts, self.other_world, self.trace = gifts, other_world, trace
        self._rules, self._wordings = BoundedCache[Rules](), BoundedCache[Wording]()
        self._read, self._guides = BoundedCache[Edition](), BoundedCache[guides.Guide]()
        self._checked = False
        self.catalogues = Catalogues(about.package, about.spoken(edition.other_names))

    def __copy__(self) -> Game:
        return self  # nothing of it changes

    def __deepcopy__(self, _memo: dict[int, Any]) -> Game:
        return self

    def in_language(self, edition: Edition, language: str = ENGLISH) -> Edition:
        """The edition with all titles and texts in a language. What the language lacks is English. Cached like `rules`.

        Raises:
            MessagesError: the catalogue is invalid.
        """
        return self._read.get(
            (edition.digest, language),
            lambda: edition.in_language(language, self.catalogues.get(language).names),
        )

    def rules(self, edition: Edition, version: int | None = None, language: str = ENGLISH) -> Rules:
        """The rules under an edition. The 32 most recently used ones are cached.

        Args:
            edition: the edition.
            version: the version of the rules; None for the newest.
            language: the language of the titles and texts in views and outcomes. Nothing else depends on it.

        Raises:
            ValueError: there is no such version.
            MessagesError: the catalogue is invalid.
        """
        number = self.newest if version is None else version
        if not 1 <= number <= self.newest:
            raise ValueError(f"{self.about.title} has versions 1 to {self.newest} of its rules, not {number}")

        def make() -> Rules:
            fixes = frozenset(fix for fix in self.fixes if fix.version <= number)
            made = self._make(self.in_language(edition, language), fixes)
            made.version, made.wording = number, lambda: self.wording(edition)
            made.cooperative = self.about.cooperative
            made._origin = self, edition, number, language
            return made

        return self._rules.get((edition.digest, number, language), make)

    def wording(self, edition: Edition, language: str = ENGLISH, *shared: Messages) -> Wording:
        """The texts for people about moves, events, decisions and refusals, in all versions of the rules. Cached like `rules`.

        Args:
            edition: the edition, which gives the titles.
            language: the language. What it lacks is English.
            shared: the catalogues of further events and refusals.

        Raises:
            MessagesError: the catalogue is invalid.
        """
        return self._wordings.get(
            (edition.digest, language, *shared),
            lambda: Wording(
                language,
                self.catalogues.get(language),
                self.in_language(edition, language).titles(),
                SHARED.get(language),
                *shared,
            ),
        )

    def guide(self, edition: Edition, language: str = ENGLISH) -> guides.Guide:
        """The guide to playing with an edition, in a language. Cached like `rules`.

        Raises:
            MessagesError: the guide or the catalogue is invalid.
        """
        return self._guides.get(
            (edition.digest, language),
            lambda: guides.guide(
                self.about.package, language, self.in_language(edition, language), self.catalogues.get(language)
            ),
        )

    def check(self) -> None:
        """Read the files of the game once, so that an error in one of them is found before somebody needs it.

        Raises:
            OSError: one is missing.
            EditionError: there is no edition, or one is invalid.
            MessagesError: a catalogue or a guide is invalid.
            TypeError: a move has a field that notation cannot write, or clients cannot read a type.
            Exception: whatever the rules raise when they are made, or the options without a value.
        """
        if self._checked:
            return
        package = self.about.package
        for move in self.about.moves:
            usage(move)
        for type_ in (self.about.options, *self.about.moves, *self.about.events, self.about.view):
            try:
                msgspec.json.Decoder(type_)
            except TypeError as error:
                within = "Bounds of what can be null stand within, as in Annotated[int, Meta(ge=0)] | None"
                raise TypeError(f"clients cannot read {type_.__name__}: {error}. {within}") from None
        files_of(package).joinpath("rules.md").read_bytes()
        editions = packaged(self.edition, package)
        if not editions:
            raise EditionError(package, "editions", "there is none")
        self.about.options()
        for edition in editions:
            self.rules(edition)
        for language in {*self.catalogues.languages, *guides.languages(package)}:
            for edition in editions:
                self.guide(edition, language)
        self._checked = True

    @cached_property
    def verbs(self) -> dict[str, type[Move]]:
        """The game's move types by verb, such as `take-action`."""
        return {verb_of(move): move for move in self.about.moves}

    @cached_property
    def inputs(self) -> dict[str, type[Move]]:
        """The game's move types by their field name in the API's move input, such as `takeAction`."""
        return {lower_first(move.__name__): move for move in self.about.moves}


def edition_of(rules: Rules) -> Edition:
    """The edition under which a game has made its rules."""
    edition: Edition = rules._origin[1]
    return edition
