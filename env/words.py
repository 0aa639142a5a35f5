"""Games in words, for language models that play or train without a service. See docs/train-a-language-model.md."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from taphouse.engine import GAMES
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Move, Options
from taphouse.engine.editions import Edition
from taphouse.engine.game import edition_of
from taphouse.engine.messages import ENGLISH
from taphouse.engine.notation import NotationError, parse, usage, write
from taphouse.engine.play import opened
from taphouse.engine.results import results_of
from taphouse.engine.words.moves import ROOM, AmbiguousMove, listed, meant, nearest
from taphouse.engine.words.results import over
from taphouse.engine.words.rules import in_brief
from taphouse.engine.words.tables import lying
from taphouse.engine.words.telling import MOST_CHARACTERS, Told, happened, task


class Answer(Struct, frozen=True):
    """The result of an answer of a player."""

    move: str | None
    """The move that was made, in notation. None if none was."""
    why: str = ""
    """The reason why none was made, and what to write instead."""


class TextGame:
    """A game whose players read and write text.

    A copy or a pickle of it goes on identically.

    Args:
        kind: the kind of game, such as `dank-and-draft`.
        seats: the number of seats.
        seed: the same seed and answers give the same game.
        options: the options, or their values by the names that the API uses, as in `{"turnCap": 20}`; None for the defaults.
        edition: the edition, the name of a packaged one, or the path of a `.toml` file; None for the first packaged one.
        language: the language of rules, components, events, prompts and labels. Notation, and what is said about answers, is
            English.

    Raises:
        ValueError: there is no such game, or something does not fit. The message lists the valid values.
    """

    def __init__(
        self,
        kind: str,
        seats: int = 2,
        seed: str | int = "",
        options: Options | Mapping[str, Any] | None = None,
        edition: Edition | str | None = None,
        language: str = ENGLISH,
    ) -> None:
        rules, chosen = opened(kind, seats, options, edition)
        self.game, self.seats, self._edition, self._language = GAMES[kind], seats, edition_of(rules), language
        languages = self.game.catalogues.languages
        if language not in languages:
            raise ValueError(
                f"{self.game.about.title} is not told in {language!r}; the languages are {', '.join(languages)}"
            )
        self.rules = self.game.rules(self._edition, language=language)
        self._arguments = kind, seats, seed, chosen, self._edition, language
        self._chance = Chance(seed_from(str(seed)))
        self._wording = self.game.wording(self._edition, language)
        self._names = self._wording.names([None] * seats)
        self.state = self.rules.new(chosen, seats, self._chance)
        """The position, with all that is hidden."""
        self._news: dict[int, list[str]] = {seat: [] for seat in range(1, seats + 1)}
        self._told = {seat: Told() for seat in self._news}

    def __deepcopy__(self, memo: dict[int, Any]) -> TextGame:
        twin = copy.copy(self)
        twin._news, twin._told = copy.deepcopy((self._news, self._told), memo)
        return twin

    def __copy__(self) -> TextGame:
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        return twin

    def __reduce__(self) -> Any:
        return type(self), self._arguments, (self.state, self._news, self._told)

    def __setstate__(self, game: tuple[Any, ...]) -> None:
        self.state, self._news, self._told = game

    @property
    def seat(self) -> int | None:
        """The seat that must decide; None when the game is over. Of several that choose at the same time, the first."""
        return self.rules.decider(self.state)

    @property
    def rewards(self) -> list[float]:
        """The reward of each seat: its result by `engine.results`, and 0 before the end."""
        outcome = self.rules.outcome(self.state)
        return [0.0] * self.seats if outcome is None else results_of(outcome, self.game.about)

    def _check(self, seat: int) -> None:
        if seat not in self._news:
            raise ValueError(f"there is no seat {seat}; the seats are 1 to {self.seats}")

    def prompt(self, seat: int) -> str:
        """The rules in brief, and the way to answer: the beginning of a conversation with the player of a seat."""
        self._check(seat)
        about, messages = self.game.about, self.game.catalogues.get(self._language)
        how = self.game.guide(self._edition, self._language)
        moves = [
            (usage(move), messages.description(verb, " ".join((inspect.getdoc(move) or "").split())))
            for verb, move in self.game.verbs.items()
        ]
        return "\n".join(
            [
                *in_brief(about.title, about.seats, messages.about(about.text), how, moves),
                f"You play seat {seat} of {self.seats}. Answer each observation with one legal move in brackets: [move].",
            ]
        )

    def observe(self, seat: int) -> str:
        """The news for a seat: first the whole table, then what happened and changed; and its decision, if any."""
        self._check(seat)
        known = self.rules.known(self.state, seat)
        view, told = self.rules.view(known), self._told[seat]
        news, self._news[seat] = self._news[seat], []
        lines = [*happened(news, self._names), *told.table(lying(view))]
        after = self._decision(known, seat)
        room = MOST_CHARACTERS - sum(len(line) + 1 for line in (*lines, *after)) - 100
        components = [] if self.seat is None else told.components(view, room)
        return "\n".join([*lines, *components, *after])

    def _decision(self, known: Any, seat: int) -> list[str]:
        """The decision of a seat with its legal moves, or what it waits for, or the result."""
        outcome = self.rules.outcome(self.state)
        if outcome is not None:
            return [over(outcome, seat)]
        decision = self.rules.decision(known)
        if decision is None or seat not in self.rules.deciders(self.state):
            return [f"{self._names[(self.seat or 1) - 1]} must decide."]
        prompt = self._wording.prompt(decision.task, decision.details, self._names)
        legal = [write(move) for move in self.rules.moves(known)]
        return [task(self._told[seat].rules(decision.rules), prompt), *listed(legal, ROOM)]

    def legal(self, seat: int) -> dict[str, str]:
        """All legal moves of a seat in notation, each with its label; none for a seat that does not decide."""
        self._check(seat)
        if seat not in self.rules.deciders(self.state):
            return {}
        known = self.rules.known(self.state, seat)
        return {
            write(move): self._wording.label(self.rules.labelled(known, move), self._names)
            for move in self.rules.moves(known)
        }

    def answer(self, seat: int, text: str) -> Answer:
        """Make the legal move that a text of a seat means, or say why there is none.

        Args:
            seat: the seat.
            text: the text, with the move in notation or by its label, alone, in brackets, or within a sentence.
        """
        legal = self.legal(seat)
        if not legal:
            return Answer(
                None, "The game is over." if self.seat is None else f"{self._names[self.seat - 1]} must decide."
            )
        notation = text
        try:
            notation = meant(text, legal, self.game.verbs)
            move = parse(notation, self.game.verbs)
        except (AmbiguousMove, NotationError) as error:
            return Answer(None, f"{error} {nearest(notation, legal)}".strip())
        known = self.rules.known(self.state, seat)
        refusal = self.rules.why_not(known, move)
        if refusal is not None:
            why = f"{self._wording.refusal(refusal, self._names)} ({refusal.rule})"
            return Answer(None, " ".join(filter(None, (why, nearest(notation, legal, misspelt=False)))))
        self.make(seat, move)
        return Answer(write(move))

    def make(self, seat: int, move: Move) -> None:
        """Make a legal move of a seat, such as that of a bot.

        Raises:
            ValueError: the seat need not decide.
            IllegalMove: the move is not legal.
        """
        if seat not in self.rules.deciders(self.state):
            raise ValueError(f"seat {seat} need not decide")
        step = self.rules.apply(self.rules.with_decider(self.state, seat), move, self._chance)
        self.state = step.state
        for reader, news in self._news.items():
            seen = [self.rules.redact(event, reader) for event in step.events]
            news += [self._wording.sentence(event, self._names) for event in seen if event is not None]
