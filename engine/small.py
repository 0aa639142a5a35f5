"""A game in one file: rules and words in one module, without editions, in English.

Everything else that a game has follows: its types are the classes of the module, and its files are made from the rules and the
words. A module that becomes a package can have any of these files in its folder, which then replaces the one that is made.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from taphouse.engine.contract import (
    EndReason,
    Event,
    Move,
    Options,
    Outcome,
    Reason,
    Rules,
    ScoreCategory,
    State,
    Victory,
    View,
    standings,
)
from taphouse.engine.editions import Edition
from taphouse.engine.game import About, Game
from taphouse.engine.messages import Details, Why
from taphouse.engine.messages.guides import digest
from taphouse.engine.resources import give
from taphouse.engine.upgrades import Fixes
from taphouse.engine.vocabulary import pascal

_SCORE, _POINTS = "score", "points"
_WORDS = {"and": "and", "nothing": "nothing", "seat": "Seat"}
_KEPT = (".toml", ".md", ".py")

Words = Mapping[str, Any]
T = TypeVar("T", bound=Struct | Edition)


class SmallRules(Rules):
    """The rules of a game in one file. Name it before `OpenRules`, `RollingRules` or `DealtRules`."""

    def __init__(self, edition: Edition, _fixes: Fixes) -> None:
        self.edition = edition

    def ended(
        self, reason: str, rule: str, points: Mapping[int, int], victory: Victory = Victory.FIRST, stake: int = 1
    ) -> Outcome:
        """The end of a game in which the seat with the most points is first, and equals share their place."""
        category = self.edition.titled(_SCORE, (_POINTS,))[0]
        scores: dict[int, tuple[ScoreCategory, ...]] = {
            seat: (ScoreCategory(*category, count),) for seat, count in points.items()
        }
        return Outcome(EndReason(reason), rule, standings(scores, lambda _, count: -count), victory, stake)


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
            each reason of ending, or with the id and the victory; `examples`, with one for each prompt; and in `names`, if not
            points count, `score.points`.
        more: arguments of `Game`, such as `evaluate`, and of `About`, such as `most_points`.

    Raises:
        KeyError: a section or an example is missing.
        ValueError: a name cannot be that of a game.
    """
    home = sys.modules[module]
    kind = module.rpartition(".")[2].replace("_", "-")
    title = kind.replace("-", " ").title()
    ends = {name: (end, Victory.FIRST) if isinstance(end, str) else end for name, end in words["reasons"].items()}
    reasons = tuple(Reason(name, rule, ids[rule], victory) for name, (rule, victory) in ends.items())
    named: dict[str, Any] = {
        "kind": kind,
        "title": title,
        "text": text,
        "seats": seats,
        "minutes": minutes,
        "package": module,
        **{name: more.pop(name) for name in About.__struct_fields__ if name in more},
    }
    options = (_classes(home, Options) or (_placed(home, _no_options(kind, title, module)),))[0]
    prompts: dict[str, type[Details]] = dict.fromkeys(words["prompts"], Details)
    about = About(**named, **_types(home), options=options, prompts=prompts, reasons=reasons)
    names = {f"{_SCORE}.{_POINTS}": _POINTS, **words.get("names", {})}
    give(module, _made(about, ids, words, names) | _beside(Path(str(home.__file__))))
    model = type(f"{about.name}Edition", (Edition,), {"other_names": tuple(names), "__module__": module})
    return Game(about, more.pop("edition", _placed(home, model)), rules, **more)


def _placed(home: Any, made: type[T]) -> type[T]:
    """A type that was made, in the module of the game, where other processes find it when they unpickle."""
    setattr(home, made.__name__, made)
    return made


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
