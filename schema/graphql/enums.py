"""Enums whose values depend on the games of a schema: kinds of games, reasons of ending, and codes of problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from taphouse.engine.contract import EndReason
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import Word, constant
from taphouse.schema.problems import EXPECTED, ProblemCode
from taphouse.schema.problems.seats import SEATS
from taphouse.schema.values import GameKind


def enums_of(games: Iterable[Game]) -> Mapping[Any, type[Word]]:
    """The enums of some games, by the type that stands for them in annotations."""
    abouts = [game.about for game in games]
    reasons: dict[str, list[str]] = {}
    for about in abouts:
        for reason in about.reasons:
            reasons.setdefault(constant(reason.name), []).append(f"{about.title}: {reason.text}")
    return {
        GameKind: _enum("GameKind", "A kind of game.", {constant(about.kind): f"{about.title}." for about in abouts}),
        EndReason: _enum("EndReason", "Why a game ended.", {name: " ".join(texts) for name, texts in reasons.items()}),
        ProblemCode: _enum(
            "ProblemCode",
            "The code of a problem.",
            {problem.code: (problem.__doc__ or "").partition("\n")[0] for problem in (*EXPECTED, *SEATS)},
        ),
    }


def _enum(name: str, text: str, members: Mapping[str, str]) -> type[Word]:
    made: type[Word] = Word(name, [(member, (member, about)) for member, about in members.items()])  # type: ignore[assignment, arg-type]
    made.__doc__ = text
    return made
