"""The classes of games in the API: their names, and those that several games use. Classes of a library are one type for all of
them, those of another game are refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from taphouse.engine.game import About, Game
from taphouse.engine.vocabulary import Public, Word, hints
from taphouse.schema.descriptions import described, documented, package_of, type_name
from taphouse.schema.move_inputs import NOTATION


class Names:
    """The names of types, each of which only one has."""

    def __init__(self) -> None:
        self._claimed: dict[str, str] = {}

    def claim(self, name: str, by: type | str) -> str:
        """The name of a type, which no other type may have.

        Raises:
            TypeError: another type has it. The message names both.
        """
        claimant = by if isinstance(by, str) else f"{by.__module__}.{by.__qualname__}"
        if name in self._claimed:
            raise TypeError(f"{self._claimed[name]} and {claimant} would both be called {name} in the API; rename one")
        self._claimed[name] = claimant
        return name


def check_names(games: Iterable[Game]) -> None:
    """Check that all types of the games have a name of their own, and descriptions: GraphQL's schema is made only when somebody
    asks for it.

    Raises:
        TypeError: one has not. The message names it.
    """
    abouts, names, fields = [game.about for game in games], Names(), {NOTATION: ""}
    packages = {about.package: about.name for about in abouts}
    for cls in dict.fromkeys(cls for about in abouts for cls in classes_of(about)):
        names.claim(type_name(cls, packages), cls)
        documented(cls)
        for field in hints(cls) if issubclass(cls, Public) else ():
            described(cls, field)
    for game in games:
        about = game.about
        if game.field in fields:
            raise TypeError(f"moves are called {game.field} in the API already; rename the game {about.kind}")
        fields[game.field] = names.claim(f"{about.name}Game", f"the game {about.kind}")
        for derived in ("LegalMove", "LogEntry", "Preview", "World"):
            names.claim(f"{about.name}{derived}", f"{about.name}{derived}")
        for whole in ("union {}Move", "union {}Event", "input {}MoveInput"):
            form, _, name = whole.format(about.name).partition(" ")
            names.claim(name, f"the {form} {name}")


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
        for cls in classes_of(about):
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


def classes_of(about: About) -> Iterator[type]:
    """The options, the view, the moves and the events of a game, and all classes in the types of their fields, each once."""
    todo, found = list[Any]((about.options, about.view, *about.moves, *about.events)), set[type]()
    while todo:
        hint = todo.pop()
        if not isinstance(hint, type) or not issubclass(hint, Public | Word):
            todo += get_args(hint)
        elif hint not in found:
            found.add(hint)
            yield hint
            todo += hints(hint).values() if issubclass(hint, Public) else ()
