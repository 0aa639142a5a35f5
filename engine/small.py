"""A game in one file: rules and words in one module, without editions, in English.

Everything else that a game has follows: its types are the classes of the module, and its files are made from the rules and the
words. A module that becomes a package can have any of these files in its folder, which then replaces the one that is made.
"""

from __future__ import annotations

import json
import sys
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from taphouse.engine.chance import Chance
from taphouse.engine.contract import (
    EndReason,
    Event,
    IllegalMove,
    Move,
    Options,
    Outcome,
    Reason,
    Refusal,
    ScoreCategory,
    State,
    Transition,
    View,
    standings,
)
from taphouse.engine.decisions import OpenRules
from taphouse.engine.editions import Edition
from taphouse.engine.game import About, Game
from taphouse.engine.messages import Details, Why
from taphouse.engine.messages.guides import digest
from taphouse.engine.messages.reasons import GameIsOver, NotListed, SomethingElse
from taphouse.engine.resources import give
from taphouse.engine.upgrades import Fixes
from taphouse.engine.vocabulary import pascal

_SCORE, _POINTS = "score", "points"
_WORDS = {"and": "and", "nothing": "nothing", "seat": "Seat"}
_KEPT = (".toml", ".md", ".py")

Words = Mapping[str, Any]
T = TypeVar("T", bound=Struct)


class SmallRules(OpenRules):
    """The rules of a game in one file, which hides nothing. `moves` alone decides what is legal."""

    def __init__(self, edition: Edition, _fixes: Fixes) -> None:
        self.edition = edition

    def why_not(self, state: Any, move: Any) -> Refusal | None:
        """The reason why a move is not listed: the game is over, another decision comes first, or neither."""
        decision, outcome = self.decision(state), self.outcome(state)
        if decision is None or outcome is not None:
            return Refusal(outcome.rule if outcome else "", GameIsOver())
        if move.verb not in decision.verbs:
            return Refusal(decision.rules[0], SomethingElse(), decision.task, decision.details)
        listed = any(move == one for one in self.moves(state))
        return None if listed else Refusal(decision.rules[0], NotListed(), decision.task, decision.details)

    def apply(self, state: Any, move: Any, chance: Chance) -> Transition:
        """The position after a move, and the events: those of `make`, unless the move is refused."""
        if refusal := self.why_not(state, move):
            raise IllegalMove(refusal, self)
        return self.make(state, move, chance)

    @abstractmethod
    def make(self, state: Any, move: Any, chance: Chance) -> Transition:
        """The position after a listed move, and the events."""

    def ended(self, reason: str, rule: str, points: Mapping[int, int]) -> Outcome:
        """The end of a game in which the seat with the most points wins, and equals share their place."""
        name, title = f"{_SCORE}.{_POINTS}", self.edition.titled(_SCORE, (_POINTS,))[0][1]
        scores: dict[int, tuple[ScoreCategory, ...]] = {
            seat: (ScoreCategory(name, title, count),) for seat, count in points.items()
        }
        return Outcome(EndReason(reason), rule, standings(scores, lambda _, count: -count))


def small_game(
    module: str,
    rules: type[Any],
    *,
    seats: range,
    minutes: int,
    text: str,
    ids: Mapping[str, str],
    words: Words,
    **more: Any,
) -> Game:
    """The game of a module.

    Args:
        module: the module's `__name__`, in which all other classes are defined. The kind of the game is its name with hyphens.
        rules: the class of the rules.
        seats: the numbers of seats.
        minutes: how long a game takes.
        text: a summary of the play, in two sentences.
        ids: the rules in words, by their ids.
        words: the sections of a message catalogue, `moves`, `events`, `prompts` and so on; `reasons`, with the id of the rule for
            each reason of ending; `examples`, with one for each prompt; and in `names`, if not points count, `score.points`.
        more: arguments of `Game`, such as `evaluate`.

    Raises:
        KeyError: a section or an example is missing.
        ValueError: a name cannot be that of a game.
    """
    home = sys.modules[module]
    kind = module.rpartition(".")[2].replace("_", "-")
    title = kind.replace("-", " ").title()
    reasons = tuple(Reason(name, rule, ids[rule]) for name, rule in words["reasons"].items())
    named: dict[str, Any] = {
        "kind": kind,
        "title": title,
        "text": text,
        "seats": seats,
        "minutes": minutes,
        "package": module,
    }
    options = (_classes(home, Options) or (_no_options(kind, title, module),))[0]
    prompts: dict[str, type[Details]] = dict.fromkeys(words["prompts"], Details)
    about = About(**named, **_types(home), options=options, prompts=prompts, reasons=reasons)
    names = {f"{_SCORE}.{_POINTS}": _POINTS, **words.get("names", {})}
    give(module, _made(about, ids, words, names) | _beside(Path(str(home.__file__))))
    model = type(f"{about.name}Edition", (Edition,), {"other_names": tuple(names), "__module__": module})
    return Game(about, more.pop("edition", model), rules, **more)


def _types(home: Any) -> dict[str, Any]:
    """The types of a game that are classes of its module."""
    many = {"moves": Move, "events": Event, "refusals": Why}
    return {
        **{name: _classes(home, base) for name, base in many.items()},
        "view": _classes(home, View)[0],
        "state": _classes(home, State)[0],
    }


def _made(about: About, ids: Mapping[str, str], words: Words, names: Mapping[str, str]) -> dict[str, str]:
    """The files that follow from the rules and the words."""
    spoken = {one: table for one, table in words.items() if one not in ("reasons", "examples")}
    spoken |= {"words": {**_WORDS, **words.get("words", {})}, "names": names}
    rows = "".join(f"| {rule} | {said} | ruling |\n" for rule, said in ids.items())
    head = {"game": about.kind, "name": "plain", "title": about.title, "text": about.text}
    return {
        "rules.md": f"# {about.title}\n\n{about.text}\n\n| id | rule | kind |\n|---|---|---|\n{rows}",
        "editions/plain.toml": "\n".join(_lines(head)),
        "messages/en.toml": "\n".join(line for one, table in spoken.items() for line in (f"[{one}]", *_lines(table))),
        "guide/en.toml": "\n".join(_lines(_guide(about.text, ids, words))),
    }


def _classes(home: Any, base: type[T]) -> tuple[type[T], ...]:
    """The classes of a module that derive from this one, in their order."""
    found = (one for one in vars(home).values() if isinstance(one, type) and one.__module__ == home.__name__)
    return tuple(one for one in found if issubclass(one, base))


def _no_options(kind: str, title: str, module: str) -> type[Options]:
    described = {"__doc__": f"{title} has no options."}
    name = f"{pascal(kind)}Options"
    made: Any = msgspec.defstruct(
        name, [], bases=(Options,), frozen=True, kw_only=True, module=module, namespace=described
    )
    return made  # type: ignore[no-any-return]


def _guide(text: str, ids: Mapping[str, str], words: Words) -> dict[str, Any]:
    """The guide that follows from the rules and the prompts."""
    every = {rule: digest(said) for rule, said in ids.items()}
    rules = [{"text": said.replace("**", ""), "rules": {rule: every[rule]}} for rule, said in ids.items()]
    steps = [(task, prompt, words["examples"][task]) for task, prompt in words["prompts"].items()]
    return {
        "goal": [{"text": text, "rules": every}, *rules],
        **{part: [] for part in ("setup", "end", "scoring", "tips", "questions")},
        "turn": [
            {
                "title": task.title().replace("-", " "),
                "text": prompt,
                "example": example,
                "tasks": [task],
                "rules": every,
            }
            for task, prompt, example in steps
        ],
        "lessons": [
            {"text": text, "rules": every},
            *({"text": prompt, "tasks": [task], "rules": every} for task, prompt, _ in steps),
        ],
    }


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    """A table as lines of TOML."""
    return (f"{json.dumps(key)} = {_toml(value)}" for key, value in table.items())


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(_lines(value))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _beside(file: Path) -> dict[str, str]:
    """The module itself, or all files of its folder if it is a package."""
    folder = file.parent
    files = folder.rglob("*") if file.name == "__init__.py" else (file,)
    return {str(one.relative_to(folder)): one.read_text(encoding="utf-8") for one in files if one.suffix in _KEPT}
