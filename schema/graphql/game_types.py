"""The GraphQL types of games: the interface `Game`, and one implementation for each kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args, get_type_hints

import strawberry

from taphouse.engine.game import Game
from taphouse.engine.vocabulary import without_null
from taphouse.schema.concepts.operators import ManagedAccounts, ManagedGames, OperatorUses
from taphouse.schema.concepts.ratings import Leaders, RatingPoints
from taphouse.schema.concepts.reports import Reports
from taphouse.schema.descriptions import described
from taphouse.schema.game_view import Changed, GameView
from taphouse.schema.graphql.choices import add_choices
from taphouse.schema.graphql.derive import Types
from taphouse.schema.graphql.fields import field
from taphouse.schema.move_inputs import NOTATION
from taphouse.schema.operations.answers import GameOrAccount, Games, LegalMoves, LogEntries, PendingDecisions
from taphouse.schema.operations.declaration import ACCOUNT, GAME, Declaration
from taphouse.schema.paging import Connection, PageInfo
from taphouse.schema.prices import BY_PARENT, Price, priced
from taphouse.schema.problems.base import Problem
from taphouse.schema.registry import declared
from taphouse.schema.results import GameChanged
from taphouse.schema.values import games
from taphouse.schema.values.games import GameKind, LegalMove, LogEntry, MoveInputObject, Preview, World
from taphouse.schema.values.kinds import Event, GameTypes, Move

_PAGES = {
    LegalMoves: ("LegalMove", "A page of legal moves, in an order that is fixed for a version."),
    LogEntries: ("LogEntry", "A page of a game's log, in version order."),
    Games: ("Game", "A page of games, newest first."),
    PendingDecisions: ("PendingDecision", "A page of pending decisions, by game, newest game first."),
    Leaders: ("Leader", "A page of a leaderboard, highest rating first."),
    RatingPoints: ("RatingPoint", "A page of a player's rated games, newest first."),
    ManagedGames: ("ManagedGame", "A page of games of all players, newest first."),
    ManagedAccounts: ("ManagedAccount", "A page of accounts, by handle, the last one first."),
    OperatorUses: ("OperatorUse", "A page of the log of what operators have done, newest first."),
    Reports: ("Report", "A page of reports: open ones oldest first, closed ones newest end first."),
}
"""The prefix of the names of the types of a page, and its description."""


class GraphQLGameTypes:
    """The types of games in one schema."""

    def __init__(self, types: Types, games: dict[str, Game], made: dict[str, GameTypes]) -> None:
        self.types = types
        for shared in (Event, LegalMove, LogEntry, Move, Preview, Problem, World):
            types.interface(shared)
        members = {NOTATION: (str, "The move as one line of text, such as `draft row-1`.")}
        self.log_entries: list[Any] = []
        self.previews: list[Any] = []
        self.legal_moves: list[Any] = []
        self.worlds: list[Any] = []
        for kind, game in games.items():
            about = game.about
            types.union_of(f"{about.name}Move", about.moves, Move, f"A move of {about.title}.")
            types.union_of(
                f"{about.name}Event",
                made[kind].events.values(),
                Event,
                f"A gameplay or lifecycle event of {about.title}.",
            )
            typed = types.move_input(about.moves, f"{about.name}MoveInput", about.title)
            members[game.field] = (typed, f"A move of {about.title}.")
            self.legal_moves.append(types.output(made[kind].legal_move, implements=(LegalMove,)))
            self.log_entries.append(types.output(made[kind].log_entry, implements=(LogEntry,)))
            self.previews.append(types.output(made[kind].preview, implements=(Preview,)))
            self.worlds.append(types.output(made[kind].world, implements=(World,)))
        types.represent_input(
            MoveInputObject,
            types.one_of("MoveInput", "A move: in notation, or typed. Give exactly one field.", members),
        )
        add_choices(types, games.values())
        self._results: dict[Any, Any] = {}
        self.node = self._node()
        types.represent(GameOrAccount, self.node)
        self.interface = self._interface()
        types.represent(GameView, self.interface)
        self.games = {kind: self._implementation(game) for kind, game in games.items()}
        types.output(GameChanged, values=Changed)

    def problems(self, problems: Iterable[type[Problem]]) -> list[Any]:
        """The object types of some problems, for a union."""
        return [self.types.output(problem, implements=(Problem,)) for problem in problems]

    def result(self, declaration: Declaration, on: str) -> Any:
        """The annotation of an operation's result as a field of a type: with the problems that it can be instead, if any."""
        hint = declaration.result
        if hint in _PAGES and hint not in self._results:
            self._results[hint] = self._page(hint)
        if on != declaration.on or not declaration.refuses:
            return self._results[hint] if hint in _PAGES else self.types.annotation(hint)
        if declaration.union not in self._results:
            whole = hint if hint in _PAGES else without_null(hint)
            members = [*self._members(whole), *self.problems(declaration.refuses)]
            union = self.types.union(declaration.union, members, declaration.outcome)
            self._results[declaration.union] = union if whole is hint else union | None
        return self._results[declaration.union]

    def _members(self, hint: Any) -> list[Any]:
        """The members of the union that stand for a result."""
        forms = {
            GameView: lambda: [*self.games.values()],
            LogEntry: lambda: self.log_entries,
            Preview: lambda: self.previews,
            LegalMove: lambda: self.legal_moves,
            World: lambda: self.worlds,
        }
        if hint in forms:
            return forms[hint]()
        return [self._results[hint] if hint in _PAGES else self.types.annotation(hint)]

    def _page(self, page: Any) -> Any:
        """A connection type (GraphQL Cursor Connections Specification)."""
        listed, page_info_type = self.types.annotation(get_args(page)[1]), self.types.output(PageInfo)
        name, text = _PAGES[page]
        edge = {
            "__annotations__": {"cursor": str, "node": listed},
            "cursor": _text("The item's cursor: the `after` that lists the items after it."),
            "node": _text("The item."),
        }
        edge_type = strawberry.type(
            type(f"{name}Edge", (), edge), name=f"{name}Edge", description="An item of a list, with its cursor."
        )
        body = {
            "__annotations__": {"edges": list[edge_type], "page_info": page_info_type},
            "edges": strawberry.field(
                description="The items on this page, in order.", metadata=priced(Price(size=BY_PARENT))
            ),
            "page_info": _text("The position of the page in its list."),
            "is_type_of": classmethod(lambda _, value, __: isinstance(value, Connection)),
        }
        name = f"{name}Connection"
        return strawberry.type(type(name, (), body), name=name, description=text)

    def _node(self) -> Any:
        """The interface of what has an id in the whole schema (GraphQL Global Object Identification Specification)."""
        body = {
            "__annotations__": {"id": strawberry.ID},
            "__module__": __name__,
            "id": _text("The id, by which `node` finds it again."),
            "resolve_type": classmethod(lambda _, value, *__: node_type(value)),
        }
        text = "A game or an account: everything that `node` finds by its id."
        return strawberry.interface(type("Node", (), body), name="Node", description=text)

    def _interface(self) -> Any:
        """The interface of games: the fields that games have in REST too, and those that are operations."""
        hints = get_type_hints(games.Game, include_extras=True)
        annotations = {name: self.types.annotation(hint) for name, hint in hints.items()}
        annotations |= {"id": strawberry.ID, "game_id": strawberry.ID, "rematch": strawberry.ID | None}
        body = {
            "__annotations__": annotations | {"kind": self.types.annotation(GameKind)},
            "__module__": __name__,
            **{name: _text(described(games.Game, name)) for name in hints},
            "kind": _text("The kind of game."),
            **{one.function.__name__: field(one, self.types, self.result(one, GAME), GAME) for one in declared(GAME)},
            "resolve_type": classmethod(lambda _, value, *__: _name(value.game)),
        }
        text = "A game at one version, as the viewer sees it."
        return strawberry.interface(type("Game", (self.node,), body), name="Game", description=text)

    def _implementation(self, game: Game) -> Any:
        about = game.about
        options = self.types.output(about.options)
        view = self.types.output(about.view)
        body = {
            "__annotations__": {"table": view | None, "options": options},
            "__module__": __name__,
            "table": _text("The table as you see it. Null before the game starts."),
            "options": _text("The options that the game was created with."),
            "is_type_of": classmethod(
                lambda _, game_view, __: isinstance(game_view, GameView) and game_view.game is game
            ),
        }
        name = self.types.claim(_name(game), f"the game {about.kind}")
        return strawberry.type(type(name, (self.interface,), body), name=name, description=f"A game of {about.title}.")


def _text(description: str) -> Any:
    return strawberry.field(description=description)


def node_type(value: Any) -> str:
    """The name of the GraphQL type of a node."""
    return _name(value.game) if isinstance(value, GameView) else ACCOUNT


def _name(game: Game) -> str:
    """The name of the GraphQL type of a game."""
    return f"{game.about.name}Game"
