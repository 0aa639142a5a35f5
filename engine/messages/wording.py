"""The words about a game in one language, made with its catalogues and the titles of its edition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.messages import SEAT_WORD, Details, Messages, Why
from taphouse.engine.messages.merits import Raises
from taphouse.engine.messages.templates import Names, Says
from taphouse.engine.vocabulary import MOST_SEATS

_ENDS = (".", "!", "?")
_TWICE = ("!.", "?.", "..")
"""A full stop after a title that ends like a sentence, such as `Beer Festival!`: it is left out."""


class RefusalLike(Protocol):
    """A refusal, as `engine.contract` has it."""

    @property
    def why(self) -> Why: ...
    @property
    def task(self) -> str: ...
    @property
    def details(self) -> Details: ...


class Wording:
    """Labels, prompts, sentences, refusals and merits in one language, for games under one edition.

    They tell nothing but what the move, event or decision holds, titles of the edition, and what the players are called. For a
    viewer, pass the redacted event.

    Args:
        language: the language.
        messages: the game's catalogue.
        titles: the titles of the edition's entries, and of its other names, by name.
        shared: catalogues of events, refusals and merits that the game does not declare, such as those about its seats. They
            speak no titles.
    """

    def __init__(self, language: str, messages: Messages, titles: Mapping[str, str], *shared: Messages) -> None:
        self.language, self.titles = language, titles
        templates = [one.compiled(titles if one is messages else {}) for one in (messages, *shared)]
        self._labels, self._reports, self._prompts = templates[0].moves, templates[0].reports, templates[0].prompts
        self._sentences = Says.joined(one.events for one in templates)
        self._refusals = Says.joined(one.refusals for one in templates)
        self._merits = Says.joined(one.merits for one in templates)
        self._field = messages.field
        seat_word = messages.word(SEAT_WORD)[0]
        self._seats = tuple(f"{seat_word} {seat}" for seat in range(1, MOST_SEATS + 1))

    def names(self, players: Iterable[str | None]) -> Names:
        """The names of the players, given in seat order: a player without a name is called `Seat 2`."""
        return tuple([name or seat for name, seat in zip(players, self._seats, strict=False)])

    def label(self, move: Struct, names: Names = ()) -> str:
        """A move in a few words, such as `Draft row 1`, with a capital letter.

        Args:
            move: a move of the game, or a `Label` of it.
            names: what to call the players, in seat order. By default they are called `Seat 2`.
        """
        label = self._labels[type(move)](move, names or self._seats)
        return label[:1].upper() + label[1:]

    def made(self, move: Struct, seat: int, names: Names) -> str:
        """A move that a seat has made, for a log: `Ann ends the turn.`, or `Ann: Draft row 1.` where the game has no report."""
        reports = self._reports
        said = f" {reports[type(move)](move, names)}" if type(move) in reports else f": {self.label(move, names)}"
        return f"{names[seat - 1]}{said}" if said.endswith(_ENDS) else f"{names[seat - 1]}{said}."

    def sentence(self, event: Struct, names: Names) -> str:
        """An event in one or two sentences, as in `Ann draws 3 cards.` for a log.

        Args:
            event: an event of the game, or of a shared catalogue.
            names: what to call the players, in seat order.
        """
        text = self._sentences[type(event)](event, names)
        return text[:-1] if text.endswith(_TWICE) else text

    def prompt(self, task: str, details: Details, names: Names) -> str:
        """The task of a decision as a sentence to the player, such as `Draft a row.`, with a capital letter.

        Args:
            task: the kind of decision.
            details: the details of the decision.
            names: what to call the players, in seat order.
        """
        prompt = self._prompts[task](details, names)
        return prompt[:1].upper() + prompt[1:]

    def reason(self, why: Struct, names: Names = ()) -> str:
        """A reason of a refusal as a sentence, such as `There is no Stout in Ann's hand.`.

        Args:
            why: a reason of the game, or of a shared catalogue.
            names: what to call the players, in seat order. By default they are called `Seat 2`.
        """
        called = (*names, *self._seats[len(names) :])  # a refused move may name a seat that is not at the table
        text = self._refusals[type(why)](why, called)
        return text[:-1] if text.endswith(_TWICE) else text

    def refusal(self, refusal: RefusalLike, names: Names = ()) -> str:
        """A refusal in one or two sentences: the reason, and the prompt of the decision that it names, if any."""
        text = self.reason(refusal.why, names)
        if not refusal.task:
            return text
        return f"{text} {self.prompt(refusal.task, refusal.details, names or self._seats)}"

    def merit(self, merit: Struct, names: Names = ()) -> str:
        """A reason for a move as a sentence, such as `You have no other move.`.

        Args:
            merit: a merit of the game, or of a shared catalogue; or an event that the move brings about.
            names: what to call the players, in seat order. By default they are called `Seat 2`.
        """
        if type(merit) in self._sentences:
            return self.sentence(merit, names or self._seats)
        if isinstance(merit, Raises):
            merit = replace(merit, name=self._field(merit.name))
        text = self._merits[type(merit)](merit, names or self._seats)
        return text[:-1] if text.endswith(_TWICE) else text
