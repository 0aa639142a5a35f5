"""Names and descriptions of types in the API, the same in GraphQL and in REST, but for `graphql_name`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, get_args, get_origin

from msgspec import Meta

from taphouse.engine.contract import EndReason
from taphouse.engine.game import Game
from taphouse.engine.resigning import OTHERS_RESIGNED
from taphouse.engine.vocabulary import Public, Word, constant, hints
from taphouse.schema.problems.base import Problem, ProblemCode
from taphouse.schema.values.games import GameKind
from taphouse.schema.values.versions import UNIQUE


def documented(thing: type | Callable[..., Any]) -> str:
    """The docstring of a type or function, as a description for the API.

    Raises:
        TypeError: it has no docstring, or one for programmers of the service.
    """
    text = inspect.cleandoc(thing.__doc__ or "")
    if not text:
        raise TypeError(f"{thing.__name__} has no docstring; the API needs it as description")
    if "\n\nArgs:" in text:
        raise TypeError(f"the docstring of {thing.__name__} lists arguments; a description in the API must not")
    return text


def described(struct: type[Public], field: str) -> str:
    """The description of a field: that of its last `Meta` that has one.

    Raises:
        TypeError: the field has no description.
    """
    text = description(hints(struct)[field])
    if not text:
        raise TypeError(f"{struct.__name__}.{field} has no description")
    return text


def graphql_name(name: str, hint: Any) -> str:
    """The name of a field in GraphQL, by its name in REST and its type."""
    return name if name != "id" or UNIQUE in getattr(hint, "__metadata__", ()) else "key"


def description(hint: Any) -> str:
    """The description in a type: that of its last `Meta` that has one. Empty if none has."""
    metas = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((meta.description for meta in reversed(metas) if isinstance(meta, Meta) and meta.description), "")


def package_of(type_: type, packages: Iterable[str]) -> str | None:
    """The package that a type is of: the innermost, because one game's package may be within another's. None if it is of none."""
    return max(
        (package for package in packages if f"{type_.__module__}.".startswith(f"{package}.")), key=len, default=None
    )


def type_name(type_: type, packages: Mapping[str, str]) -> str:
    """The name of a type in the API: the class name, with the game's prefix unless the name has it already.

    Args:
        type_: the type.
        packages: the prefix for the types of each package. Types of other packages keep their names.
    """
    package = package_of(type_, packages)
    prefix = "" if package is None else packages[package]
    return type_.__name__ if type_.__name__.startswith(prefix) else prefix + type_.__name__


def enums_of(games: Iterable[Game], problems: Iterable[type[Problem]]) -> Mapping[Any, type[Word]]:
    """The enums whose values are collected from the games and problems of a schema, by the type that annotations have."""
    abouts = [game.about for game in games]
    reasons: dict[str, list[str]] = {}
    for about in abouts:
        for reason in about.reasons:
            reasons.setdefault(constant(reason.name), []).append(f"{about.title}: {reason.text}")
    reasons.setdefault(constant(OTHERS_RESIGNED.name), []).append(OTHERS_RESIGNED.text)
    return {
        GameKind: _enum("GameKind", "A kind of game.", {constant(about.kind): f"{about.title}." for about in abouts}),
        EndReason: _enum(
            "EndReason", "A reason why a game ended.", {name: " ".join(texts) for name, texts in reasons.items()}
        ),
        ProblemCode: _enum(
            "ProblemCode",
            "The code of a problem.",
            {problem.code: (problem.__doc__ or "").partition("\n")[0] for problem in problems},
        ),
    }


def _enum(name: str, text: str, members: Mapping[str, str]) -> type[Word]:
    made: type[Word] = Word(name, [(member, (member, about)) for member, about in members.items()])  # type: ignore[assignment, arg-type]
    made.__doc__ = text
    return made
