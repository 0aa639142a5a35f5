"""Classes that several games use: those of a library are one type for all of them, those of another game are refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from taphouse.engine.game import Game
from taphouse.engine.vocabulary import Public, Word, hints
from taphouse.schema.descriptions import package_of


def check_classes(games: Iterable[Game]) -> None:
    """Check that the names of all types follow from one game alone, so that they do not depend on what else is served.

    Raises:
        TypeError: a game uses a class of another game, or two games use different classes that would have one name. The message
            names both games.
    """
    abouts = [game.about for game in games]
    kinds = {about.package: about.kind for about in abouts}
    of_libraries: dict[str, tuple[type, str]] = {}
    for about in abouts:
        for cls in _classes((about.options, about.view, *about.moves, *about.events)):
            called, package = f"{cls.__module__}.{cls.__qualname__}", package_of(cls, kinds)
            if package not in (about.package, None):
                raise TypeError(
                    f"the game {about.kind} uses {called}, a class of the game {kinds[package]}; move what both use into a "
                    "package that is no game's"
                )
            first, kind = of_libraries.setdefault(cls.__name__, (cls, about.kind)) if package is None else (cls, "")
            if first is not cls:
                other = f"{first.__module__}.{first.__qualname__} of the game {kind}"
                raise TypeError(
                    f"{other} and {called} of the game {about.kind} would both be called {cls.__name__} in the API; rename one"
                )


def _classes(of: Iterable[type]) -> Iterator[type]:
    """Some structs, and all classes in the types of their fields, each once."""
    todo, found = list[Any](of), set[type]()
    while todo:
        hint = todo.pop()
        if not isinstance(hint, type) or not issubclass(hint, Public | Word):
            todo += get_args(hint)
        elif hint not in found:
            found.add(hint)
            yield hint
            todo += hints(hint).values() if issubclass(hint, Public) else ()
