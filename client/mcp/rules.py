"""The rules and components of the kinds of games, for language models."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from taphouse.client.clients import AsyncClient
from taphouse.client.mcp.searching import Index, Passage
from taphouse.client.mcp.tool import ToolError
from taphouse.client.values import Access
from taphouse.engine.words.rules import in_brief
from taphouse.engine.words.spelling import folded
from taphouse.schema.catalogue import Catalogue, EditionInfo, GameInfo, OptionInfo

MOST_CHARACTERS = 3000
"""The characters of an answer to a question."""
MOST_FOUND = 5
"""The most passages of an answer."""
_CLOSE = 0.8
"""The least likeness of a misspelt kind of game, from 0 to 1."""
_OF_FIGURES = 0.5
"""The weight of bare figures: sentences about the same come first."""
_RULE = re.compile(r"[A-Z]+-\d+[A-Z]?")
_GUEST = (
    "A player brought the edition of this game: its titles and texts are theirs. What follows is of another edition."
)
_EDITION = "query Edition($id: ID!) { game(id: $id) { ... on Game { kind edition } } }"


class Rulebook:
    """The rules of a kind of game with an edition: the guide for people, the exact rules, and the figures."""

    def __init__(self, game: GameInfo, edition: EditionInfo, note: str = "") -> None:
        self.game, self._edition, self._note = game, edition, note

    def overview(self) -> str:
        """An overview: the game, its moves in notation, and its options."""
        game = self.game
        moves = [(move.usage, move.text) for move in game.moves]
        lines = [*self._noted, *in_brief(game.title, game.seats, game.text, self._edition.guide, moves)]
        if game.options:
            lines.append(f"Options of a new game: {', '.join(map(_option, game.options))}")
        lines.append('Ask for more with about="...".')
        return "\n".join(lines)

    def about(self, question: str) -> str:
        """The passages that answer a question best, or the rules with the ids that it names.

        Raises:
            ToolError: There are none.
        """
        named = {word.strip(".,;:!?()").upper() for word in question.split()}
        found = [rule for rule in self._rules if rule.title in named]
        if not found and any(map(_RULE.fullmatch, named)):
            raise ToolError(
                f"There is no such rule. {self.game.title} has {self._rules[0].title} to {self._rules[-1].title}."
            )
        found = found or self._index.find(question, MOST_FOUND)
        if not found:
            raise ToolError(
                f"Nothing in the rules of {self.game.title} has these words. Name a card, a move or a thing on the table, or the "
                "id of a rule as a refusal has it."
            )
        text = "\n".join([*self._noted, *map(str, found)])
        return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}\n(cut; ask for fewer things)"

    def whole(self) -> str:
        """The whole guide and all rules."""
        guide, rules = list(self._guide()), self._rules
        return "\n\n".join([f"# {self.game.title}", self.game.text, *map(str, guide), "## Rules", *map(str, rules)])

    @property
    def _noted(self) -> list[str]:
        return [self._note] if self._note else []

    @cached_property
    def _rules(self) -> list[Passage]:
        return [Passage(rule.id, rule.text) for rule in self.game.rules]

    @cached_property
    def _index(self) -> Index:
        moves = [Passage(f"Move {move.usage}", move.text, move.verb) for move in self.game.moves]
        options = [Passage(f"Option {_option(one)}", one.text) for one in self.game.options]
        return Index([*self._guide(), *moves, *self._rules, *options, *self._figures()])

    def _guide(self) -> Iterator[Passage]:
        guide = self._edition.guide
        parts = (
            ("Goal", "win winner aim gewinnen Sieger Ziel", guide.goal),
            ("Set-up", "start begin Aufbau Anfang", guide.setup),
            ("End", "over finish endet vorbei", guide.end),
            ("Scoring", "score points Wertung Punkte", guide.scoring),
            ("Tip", "advice strategy Rat Strategie", guide.tips),
        )
        for title, words, lines in parts:
            yield from (Passage(title, line.text, words) for line in lines)
        yield from (Passage(step.title, f"{step.text} {step.example}".strip()) for step in guide.turn)
        yield from (Passage(one.question, one.answer) for one in guide.questions)
        for kind in guide.components:
            yield Passage(kind.title, kind.text)
            yield from (Passage(one.title, one.text, one.id.rpartition("/")[2]) for one in kind.entries)

    def _figures(self) -> Iterator[Passage]:
        """The entries of the edition that the guide does not describe."""
        guide = self._edition.guide.components
        described = {one.id.rpartition("/")[2].partition(".")[0] for kind in guide for one in kind.entries}
        for entry in self._edition.entries:
            if entry.id.rpartition("/")[2].partition(".")[0] not in described:
                figures = ", ".join(f"{name} {value}" for name, value in entry.figures.items())
                yield Passage(f"{entry.section} {entry.name}", figures, weight=_OF_FIGURES)


class Library:
    """The rule books of a service, read once."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
        self._catalogue: Catalogue | None = None
        self._books: dict[str, Rulebook] = {}

    async def games(self) -> tuple[GameInfo, ...]:
        """All kinds of games."""
        if self._catalogue is None:
            self._catalogue = await self._client.catalogue()
        return self._catalogue.games

    async def book(self, kind: str) -> Rulebook:
        """The rule book of a kind of game, with its default edition.

        Raises:
            ToolError: There is no such kind.
        """
        names = await self._names()
        for name in get_close_matches(folded(kind), names, 1, _CLOSE):
            return self._book(names[name], names[name].editions[0])
        kinds = ", ".join(game.kind for game in await self.games())
        raise ToolError(f"There is no kind of game {kind[:40]!r}. The kinds are {kinds}.")

    async def kind(self, name: str) -> str | None:
        """The kind of game with exactly this name or title; None if there is none."""
        game = (await self._names()).get(folded(name))
        return None if game is None else game.kind

    async def _names(self) -> dict[str, GameInfo]:
        return {folded(name): game for game in await self.games() for name in (game.kind, game.title)}

    async def book_at(self, place: Access) -> Rulebook:
        """The rule book of a game, with its own edition, or with the default one and a note if a record brought that."""
        told = (await self._client.execute(_EDITION, {"id": place.game_id}, place.token))["game"]
        game = next((game for game in await self.games() if game.kind == told.get("kind")), None)
        if game is None:
            raise ToolError("The game is not there any more. Name its kind instead of your place.")
        same = [one for one in game.editions if one.digest == told["edition"]]
        return self._book(game, same[0]) if same else Rulebook(game, game.editions[0], _GUEST)

    async def has_guest(self, kind: str, edition: str) -> bool:
        """True if a record brought the edition of a game, by its digest: the operator does not offer it."""
        return any(
            game.kind == kind and all(one.digest != edition for one in game.editions) for game in await self.games()
        )

    async def texts(self, ids: tuple[str, ...]) -> str:
        """The texts of some rules, for a refusal."""
        rules = {rule.id: rule.text for game in await self.games() for rule in game.rules}
        return " ".join(f"{one}: {rules[one]}" for one in ids if one in rules)

    def _book(self, game: GameInfo, edition: EditionInfo) -> Rulebook:
        return self._books.setdefault(edition.digest, Rulebook(game, edition))


def options_of(game: GameInfo, given: dict[str, Any]) -> dict[str, Any]:
    """The options of a new game as the service takes them, from what a model wrote.

    Raises:
        ToolError: An option is unknown, or its value is not valid.
    """
    options = {folded(one.name): one for one in game.options}
    chosen = {}
    for name, value in given.items():
        option = options.get(folded(name).replace(" ", ""))
        if option is None:
            takes = ", ".join(map(_option, game.options)) or "none"
            raise ToolError(f"{game.title} has no option {name[:40]!r}. Its options are {takes}.")
        read = None if value is None else _read(option, value)
        if read is None and not (value is None and option.nullable):
            raise ToolError(f"{value!r:.40} is no value of the option {_option(option)}. {option.text}")
        chosen[option.name] = read
    return chosen


def _read(option: OptionInfo, value: Any) -> Any:
    """A value of an option; None if it is none."""
    if option.choices:
        return next((one for one in option.choices if folded(one) == folded(str(value))), None)
    if option.flag:
        return {"true": True, "false": False}.get(folded(str(value)))
    if option.max_items is not None:
        names = value.split(",") if isinstance(value, str) else value
        return [folded(str(name)).replace(" ", "-") for name in names] if isinstance(names, list) else None
    number = int(text) if (text := str(value).strip().removesuffix(".0")).isascii() and text.isdecimal() else -1
    return number if (option.minimum or 0) <= number <= (option.maximum or number) else None


def _option(option: OptionInfo) -> str:
    """An option with its values."""
    if option.choices:
        return f"{option.name} ({' | '.join(option.choices)})"
    if option.flag:
        return f"{option.name} (true | false)"
    if option.max_items is not None:
        return f"{option.name} (a list of names)"
    return f"{option.name} ({option.minimum} to {option.maximum})"
