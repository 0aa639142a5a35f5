"""The operations that a client sends, each written when it is first used.

Their variables, problems and results come from the declarations in `schema.registry`.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from taphouse.client.contract import ClientGameTypes, ClientOperation, Contract, analysis_of, named, problems, success
from taphouse.client.values import MORE_LISTED, News, PageInfo, Summary, Ticket
from taphouse.engine import GAMES
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.catalogue import Catalogue
from taphouse.schema.concepts.persons import MarkedPlayers, Profile
from taphouse.schema.concepts.tickets import TicketCreated
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
from taphouse.schema.problems.games import AdviceRefused
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.sets import JUDGING, READING
from taphouse.schema.registry import operation
from taphouse.schema.results import AccountEvent, GameChanged, PendingDecision
from taphouse.schema.values.games import Decision, GameKind, LogEntry, MoveInputObject
from taphouse.schema.values.seats import Viewer
from taphouse.schema.values.versions import Moment

_SCALARS: dict[Any, str] = {
    int: "Int",
    bool: "Boolean",
    str: "String",
    datetime.datetime: "DateTime",
    GameKind: "GameKind",
    MoveInputObject: "MoveInput",
}


class KnownGame(Public, frozen=True):
    """A game, by what never changes."""

    game_id: str
    kind: GameKind


class _Seen(KnownGame, frozen=True):
    viewer: Viewer


class _Pending(Public, frozen=True):
    version: int
    since: Moment
    decision: Decision | None
    game: _Seen


class _Edge(Public, frozen=True):
    node: Summary


class _Page(Public, frozen=True):
    edges: tuple[_Edge, ...]
    page_info: PageInfo


class _Account(Public, frozen=True):
    found: Any


_RESULTS: Mapping[Any, Any] = {
    Catalogue: Catalogue,
    Games: success("GameConnection", edges=tuple[_Edge, ...], page_info=PageInfo),
    PendingDecision: named(_Pending, "PendingDecision"),
    AccountEvent: named(News, "AccountEvent"),
    TicketCreated: named(Ticket, "TicketCreated"),
    Profile: named(Profile, "Profile"),
}
"""The parts of results that are selected, where these are not the results as they are declared."""
_FIELDS: Mapping[str, Callable[[ClientGameTypes], Any]] = {
    "whyNot": lambda _: problems(JUDGING) | None,
    "preview": lambda types: types.ahead | problems(JUDGING),
    "suggestion": lambda types: types.suggested | problems((AdviceRefused,)) | None,
    "analysis": lambda types: analysis_of(types.legal_move) | problems((AdviceRefused,)),
    "sampleWorld": lambda types: types.world | problems((AdviceRefused, InputRefused)) | None,
}
"""The results of fields of a game."""


class Documents(Contract):
    """The operations of a service with these games.

    Whatever shows a game is written for its kind, such as `DANK_AND_DRAFT`: fields of other kinds may have the same names and
    other types. For no kind, it selects what all kinds have. Lists of games do the same.
    """

    def query(self, field: str, kind: str = "") -> ClientOperation:
        """A query."""
        return self._declared(QUERY, field, kind)

    def mutation(self, field: str, kind: str = "") -> ClientOperation:
        """A mutation that is not a move's own."""
        return self._declared(MUTATION, field, kind)

    def subscription(self, field: str, kind: str = "") -> ClientOperation:
        """A subscription."""
        return self._declared(SUBSCRIPTION, field, kind)

    @cache  # noqa: B019 -- an instance lives as long as the games that it knows
    def _declared(self, on: str, field: str, kind: str) -> ClientOperation:
        one = operation(on, field)
        return self.operation(on.lower(), field, self._success(one.result, kind), one.refuses, **_variables(one))

    def _success(self, result: Any, kind: str) -> Any:
        """The part of a result that a client selects: everything, but of a game beside a token only what never changes."""
        types = self.types(kind)
        shown = {
            GameView: types.table,
            LogEntry: types.entry,
            GameChanged: success("GameChanged", game=types.table),
            **_RESULTS,
        }
        if result in shown:
            return shown[result]
        if get_origin(result) is Annotated:
            return _listed(get_args(result)[1])
        fields = get_type_hints(result, include_extras=True)
        return success(
            result.__name__, **{name: KnownGame if bare(of) is GameView else of for name, of in fields.items()}
        )

    @cache  # noqa: B019
    def more_moves(self, kind: str) -> ClientOperation:
        """A further page of legal moves."""
        paged, types = Meta(extra={"arguments": f"first: {MORE_LISTED}, after: $after"}), self.types(kind)
        fields = {"version": int, "legal_moves": Annotated[types.legal_moves, paged]}
        return self._of_game(types.name, fields, after="String!")

    @cache  # noqa: B019
    def field(self, field: str, kind: str) -> ClientOperation:
        """A query of one field of a game, with its arguments."""
        one, types = operation(GAME, field), self.types(kind)
        variables = _variables(one)
        fields = {one.function.__name__: Annotated[_FIELDS[field](types), _asked(variables)]}
        return self._of_game(types.name, fields, **variables)

    def _of_game(self, name: str, fields: Mapping[str, Any], **variables: str) -> ClientOperation:
        """A query of these fields of a game, with their variables."""
        shown = success(name, **fields)
        return self.operation("query", "game", shown, READING, inside=(*variables,), id="ID!", **variables)

    @cached_property
    def my_games(self) -> ClientOperation:
        """A page of the games of an account."""
        return self._of_account("games")

    @cached_property
    def my_finished_games(self) -> ClientOperation:
        """A page of the finished games of an account."""
        return self._of_account("finishedGames")

    @cached_property
    def my_challenges(self) -> ClientOperation:
        """A page of the games to which an account is challenged."""
        return self._of_account("challenges")

    @cached_property
    def my_profile(self) -> ClientOperation:
        """The profile of an account."""
        return self._of_account("profile", Profile | None)

    @cached_property
    def my_players(self) -> ClientOperation:
        """The players whom an account has marked."""
        return self._of_account("players", MarkedPlayers)

    def _of_account(self, field: str, shown: Any = _Page) -> ClientOperation:
        variables = _variables(operation(ACCOUNT, field))
        of = Annotated[shown, _asked(variables)] if variables else shown
        found = named(_Account, "Account", ("found", of, msgspec.field(name=field)))
        return self.operation(
            "query", "account", found, operation(QUERY, "account").refuses, inside=(*variables,), **variables
        )


def _listed(node: type[Struct]) -> Any:
    """A page of a list of such values."""
    edge = msgspec.defstruct(f"{node.__name__}Edge", [("node", node)], bases=(Public,), frozen=True)
    return success(f"{node.__name__}Connection", edges=tuple[edge, ...], page_info=PageInfo)  # type: ignore[valid-type]


def _variables(declared: Declaration) -> dict[str, str]:
    """The variables for the arguments of an operation, with their types in GraphQL."""
    return {argument.graphql: _variable(argument) for argument in declared.arguments.values()}


def _variable(argument: Argument) -> str:
    whole = bare(argument.hint)
    members = [part for part in get_args(whole) if part is not NoneType]
    nullable = NoneType in get_args(whole)
    name = "ID" if argument.form.id else _input_name(members[0] if nullable else whole)
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
