"""The operations that a client sends, each written when it is first used.

Their variables, problems and results come from the declarations in `schema.operations`.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import cache, cached_property
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from taphouse.client.contract import ClientGameTypes, ClientOperation, Contract, analysis_of, named, problems, success
from taphouse.client.values import MORE_LISTED, Decided, News, PageInfo, Summary, Ticket
from taphouse.engine import GAMES
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.catalogue import Catalogue
from taphouse.schema.game_view import GameView
from taphouse.schema.operations.answers import Games
from taphouse.schema.operations.declaration import (
    ACCOUNT,
    GAME,
    MUTATION,
    QUERY,
    SUBSCRIPTION,
    Argument,
    Declaration,
    bare,
)
from taphouse.schema.operations.table import operation
from taphouse.schema.problems.sets import JUDGING, READING
from taphouse.schema.results import AccountEvent, GameChanged, PendingDecision, TicketCreated
from taphouse.schema.values.derived import union
from taphouse.schema.values.games import GameKind, LogEntry, MoveInputObject
from taphouse.schema.values.seats import Viewer

_SCALARS: dict[Any, str] = {
    int: "Int",
    bool: "Boolean",
    str: "String",
    datetime.datetime: "DateTime",
    GameKind: "GameKind",
    MoveInputObject: "MoveInput",
}


class _Id(Public, frozen=True):
    game_id: str


class _Seen(Public, frozen=True):
    game_id: str
    viewer: Viewer


class _Edge(Public, frozen=True):
    node: Summary


class _Page(Public, frozen=True):
    edges: tuple[_Edge, ...]
    page_info: PageInfo


class _Account(Public, frozen=True):
    page: _Page


class Documents(Contract):
    """The operations of a service with these games."""

    def query(self, field: str) -> ClientOperation:
        """A query."""
        return self._declared(QUERY, field)

    def mutation(self, field: str) -> ClientOperation:
        """A mutation that is not a move's own."""
        return self._declared(MUTATION, field)

    def subscription(self, field: str) -> ClientOperation:
        """A subscription."""
        return self._declared(SUBSCRIPTION, field)

    @cache  # noqa: B019 -- an instance lives as long as the games that it knows
    def _declared(self, on: str, field: str) -> ClientOperation:
        one = operation(on, field)
        return self.operation(on.lower(), field, self._success(one.result), one.refuses, **_variables(one))

    def _success(self, result: Any) -> Any:
        """The part of a result that a client selects: everything, but only the id of a game, unless the game was changed."""
        known: dict[Any, Callable[[], Any]] = {
            GameView: lambda: self.table,
            LogEntry: lambda: self.entry,
            Catalogue: lambda: Catalogue,
            Games: lambda: success("GameConnection", edges=tuple[_Edge, ...], page_info=PageInfo),
            GameChanged: lambda: success("GameChanged", game=self.table),
            PendingDecision: lambda: named(
                Decided, "PendingDecision", ("table", self.table, msgspec.field(name="game"))
            ),
            AccountEvent: lambda: named(News, "AccountEvent"),
            TicketCreated: lambda: named(Ticket, "TicketCreated"),
        }
        if result in known:
            return known[result]()
        fields = get_type_hints(result, include_extras=True)
        return success(result.__name__, **{name: _Id if bare(of) is GameView else of for name, of in fields.items()})

    @cached_property
    def more_moves(self) -> ClientOperation:
        """A further page of legal moves."""
        paged = Meta(extra={"arguments": f"first: {MORE_LISTED}, after: $after"})
        return self._of_game(
            lambda types: {"version": int, "legal_moves": Annotated[types.legal_moves, paged]}, after="String!"
        )

    @cached_property
    def why_not(self) -> ClientOperation:
        """The reason why a move is not legal."""
        return self._field_of_game("whyNot", lambda _: problems(JUDGING) | None)

    @cached_property
    def suggestion(self) -> ClientOperation:
        """The move that a bot would make."""
        return self._field_of_game("suggestion", lambda types: types.legal_move | None)

    @cached_property
    def analysis(self) -> ClientOperation:
        """The analysis of the moves of a seat."""
        return self._field_of_game("analysis", lambda types: analysis_of(types.legal_move))

    @cached_property
    def sample_world(self) -> ClientOperation:
        """A world in which a seat may be."""
        return self._field_of_game("sampleWorld", lambda types: types.world | None)

    @cached_property
    def preview(self) -> ClientOperation:
        """A preview of moves."""
        return self._field_of_game("preview", lambda types: types.ahead | problems(JUDGING))

    def _field_of_game(self, field: str, result: Callable[[ClientGameTypes], Any]) -> ClientOperation:
        """A query of one field of a game, with its arguments."""
        one = operation(GAME, field)
        name, variables = one.function.__name__, _variables(one)
        asked = _asked(variables)
        return self._of_game(lambda types: {name: Annotated[result(types), asked]}, **variables)

    def _of_game(self, fields: Callable[[ClientGameTypes], dict[str, Any]], **variables: str) -> ClientOperation:
        """A query of these fields of a game, whatever its kind, with the variables of the fields."""
        selected = success("Game", **fields(self.any))
        decoded = union((selected, *(success(types.name, **fields(types)) for types in self.types)))
        return self.operation(
            "query", "game", decoded, READING, selected=selected, inside=(*variables,), id="ID!", **variables
        )

    @cached_property
    def holder(self) -> ClientOperation:
        """The game and the seat of a token, as the first event of a stream."""
        pending = success("PendingDecision", game=_Seen)
        return self.operation("subscription", "decisions", pending, operation(SUBSCRIPTION, "decisions").refuses)

    @cached_property
    def my_games(self) -> ClientOperation:
        """A page of the games of an account."""
        return self._of_account("games")

    @cached_property
    def my_finished_games(self) -> ClientOperation:
        """A page of the finished games of an account."""
        return self._of_account("finishedGames")

    def _of_account(self, field: str) -> ClientOperation:
        variables = _variables(operation(ACCOUNT, field))
        page = named(_Account, "Account", ("page", Annotated[_Page, _asked(variables)], msgspec.field(name=field)))
        return self.operation(
            "query", "account", page, operation(QUERY, "account").refuses, inside=(*variables,), **variables
        )


def _variables(declared: Declaration) -> dict[str, str]:
    """The variables for the arguments of an operation, with their types in GraphQL."""
    return {argument.graphql: _variable(argument) for argument in declared.arguments.values()}


def _variable(argument: Argument) -> str:
    whole = bare(argument.hint)
    members = [part for part in get_args(whole) if part is not NoneType]
    nullable = NoneType in get_args(whole)
    name = "ID" if argument.shown.id else _input_name(members[0] if nullable else whole)
    return name if nullable else f"{name}!"


def _input_name(hint: Any) -> str:
    hint = bare(hint)
    if get_origin(hint) is tuple:
        return f"[{_input_name(get_args(hint)[0])}!]"
    if hint in _SCALARS:
        return _SCALARS[hint]
    name: str = hint.__name__
    return name if issubclass(hint, Word) else getattr(hint, "input_name", f"{name}Input")


def _asked(variables: dict[str, str]) -> Meta:
    """Metadata that has a field selected with these variables as arguments."""
    return Meta(extra={"arguments": ", ".join(f"{name}: ${name}" for name in variables)})


@cache
def standard() -> Documents:
    """The operations of a service with the games of this package."""
    return Documents(GAMES)
