"""The GraphQL types of games: the interface `Game`, and one implementation for each kind."""

import datetime
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import strawberry
from graphql import GraphQLError
from strawberry import Info

from taphouse.engine.contract import Outcome
from taphouse.engine.game import Game
from taphouse.schema import values
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Sight
from taphouse.schema.graphql.derive import Types, builtins, described
from taphouse.schema.inputs import ITERATIONS_TEXT, MOST_MOVES
from taphouse.schema.move_inputs import NOTATION
from taphouse.schema.paging import Connection, PageInfo
from taphouse.schema.ports import Context
from taphouse.schema.prices import (
    ANALYSE,
    BY_PARENT,
    IMAGINE,
    LISTED,
    LOG,
    LOOK,
    MOST_ITERATIONS,
    PAGE,
    THINK,
    Price,
    priced,
)
from taphouse.schema.problems import JUDGING, Problem
from taphouse.schema.results import Analysis
from taphouse.schema.values import (
    BotKind,
    Decision,
    GameKind,
    GameTypes,
    LegalMove,
    LogEntry,
    Origin,
    Preview,
    SeatInfo,
    Status,
    Viewer,
    Visibility,
)
from taphouse.schema.values.agreements import AgreedEnd, Proposal, UndoOption
from taphouse.schema.values.clocks import Clock
from taphouse.schema.values.worlds import SEED_TEXT, World

MOST_LISTED = 500
"""The most items on a page."""

After = Annotated[str | None, strawberry.argument(description="A cursor. Lists the items after it.")]
Page = Annotated[int, strawberry.argument(description=f"The most items to return, 1 to {MOST_LISTED}.")]

Seed = Annotated[str | None, strawberry.argument(description=SEED_TEXT)]
Iterations = Annotated[int, strawberry.argument(description=ITERATIONS_TEXT)]


def page(first: int) -> int:
    """A page size, clamped to 1 to `MOST_LISTED`."""
    return max(1, min(first, MOST_LISTED))


@contextmanager
def problem_as_error() -> Iterator[None]:
    """Turn a refusal into a GraphQL error with the problem's code.

    For fields whose only possible refusal is a cursor that is not valid, so their type is not a union.
    """
    try:
        yield
    except Refused as refused:
        raise GraphQLError(refused.problem.message, extensions={"code": refused.problem.code}) from None


class InPlay:
    """The types of games in one schema."""

    def __init__(self, types: Types, games: dict[str, Game], made: dict[str, GameTypes]) -> None:
        self.types = types
        for shared in (LegalMove, LogEntry, Preview, Problem, World):
            types.interface(shared)
        members = {NOTATION: (str, "The move as one line of text, such as `draft row-1`.")}
        self.log_entries: list[Any] = []
        previews = []
        for kind, game in games.items():
            about = game.about
            types.union_of(f"{about.name}Move", about.moves, f"A move of {about.title}.")
            types.union_of(
                f"{about.name}Event",
                made[kind].events.values(),
                f"A gameplay or lifecycle event of {about.title}.",
            )
            typed = types.move_input(about.moves, f"{about.name}MoveInput", about.title)
            members[game.field] = (typed, f"A move of {about.title}.")
            types.output(made[kind].legal_move, implements=(LegalMove,))
            self.log_entries.append(types.output(made[kind].log_entry, implements=(LogEntry,)))
            previews.append(types.output(made[kind].preview, implements=(Preview,)))
            types.output(made[kind].world, implements=(World,))
        self.move_input = types.one_of("MoveInput", "A move: in notation, or typed. Give exactly one field.", members)
        self.interface = self._interface(previews)
        types.represent(Sight, self.interface)
        self.games = {kind: self._implementation(game) for kind, game in games.items()}

    def problems(self, problems: Iterable[type[Problem]]) -> list[Any]:
        """The object types of some problems, for a union."""
        return [self.types.output(problem, implements=(Problem,)) for problem in problems]

    def connection(self, listed: Any, name: str, text: str) -> Any:
        """A connection type (GraphQL Cursor Connections Specification).

        Args:
            listed: the type of the nodes.
            name: the prefix of the type names.
            text: the description of the connection.
        """
        page_info_type = self.types.output(PageInfo)

        @strawberry.type(name=f"{name}Edge", description="An item of a list, with its cursor.")
        class Edge:
            cursor: str = _text("The item's cursor: the `after` that lists the items after it.")
            node: listed = _text("The item.")

        @strawberry.type(name=f"{name}Connection", description=text)
        class ConnectionType:
            edges: list[Edge] = strawberry.field(
                description="The items on this page, in order.", metadata=priced(Price(size=BY_PARENT))
            )
            page_info: page_info_type = _text("The position of the page in its list.")
            is_type_of = classmethod(lambda _, value, __: isinstance(value, Connection))

        return ConnectionType

    def _interface(self, previews: list[Any]) -> Any:
        types, move_input = self.types, self.move_input
        refusal, bot_kind = types.interface(Problem), types.enum(BotKind)
        previewed = types.union(
            "PreviewResult",
            previews + self.problems(JUDGING),
            "The result of the moves, or why they cannot be made.",
        )

        legal_moves_page = self.connection(
            types.interface(LegalMove), "LegalMove", "A page of legal moves, in an order that is fixed for a version."
        )
        history_page = self.connection(
            types.interface(LogEntry), "LogEntry", "A page of a game's log, in version order."
        )

        @strawberry.interface(description="A game at one version, as the viewer sees it.", name="Game")
        class GameInterface:
            id: strawberry.ID = _shown("id")
            game_id: strawberry.ID = _shown("game_id")
            kind: types.annotation(GameKind) = _text("The kind of game.")
            version: int = _shown("version")
            epoch: str | None = _shown("epoch")
            latest: int = _shown("latest")
            status: types.enum(Status) = _shown("status")
            visibility: types.enum(Visibility) = _shown("visibility")
            seats: list[types.output(SeatInfo)] = _shown("seats")
            open_seats: list[int] = _shown("open_seats")
            viewer: types.output(Viewer) = _shown("viewer")
            edition: str = _shown("edition")
            rules_version: int = _shown("rules_version")
            seeded: bool = _shown("seeded")
            origin: types.output(Origin) | None = _shown("origin")
            commitment: str = _shown("commitment")
            seed: str | None = _shown("seed")
            salt: str | None = _shown("salt")
            created_at: datetime.datetime = _shown("created_at")
            updated_at: datetime.datetime = _shown("updated_at")
            expires_at: datetime.datetime = _shown("expires_at")
            clock: types.output(Clock) | None = _shown("clock")
            decision: types.output(Decision) | None = _shown("decision")
            outcome: types.output(Outcome) | None = _shown("outcome")
            undo: types.enum(UndoOption) = _shown("undo")
            proposals: list[types.output(Proposal)] = _shown("proposals")
            agreed_end: types.enum(AgreedEnd) | None = _shown("agreed_end")
            rematch: strawberry.ID | None = _shown("rematch")
            resolve_type = classmethod(lambda _, value, *__: _name(_sight(value).game))

            @strawberry.field(
                description="The legal moves of your seat, ready to send. Empty while another seat decides.",
                metadata=priced(Price(once=PAGE, each=LISTED, listed="first", most=MOST_LISTED, skipped="after")),
            )
            async def legal_moves(
                self, info: Info[Context, None], first: Page = 100, after: After = None
            ) -> legal_moves_page:
                with problem_as_error():
                    return await _sight(self).legal_moves(page(first), after, info.context.caller.work)

            @strawberry.field(
                description="Why your seat cannot make this move now. Null if the move is legal.",
                metadata=priced(Price(once=LOOK)),
            )
            def why_not(
                self,
                move: Annotated[move_input, strawberry.argument(description="The move.")],
            ) -> refusal | None:
                return _sight(self).why_not(builtins(move))

            @strawberry.field(
                description="The move that a bot would make at your seat now, using only what your seat knows. Null while "
                "another seat decides.",
                metadata=priced(Price(once=THINK, searched="bot")),
            )
            async def suggestion(
                self,
                info: Info[Context, None],
                bot: Annotated[bot_kind, strawberry.argument(description="The bot.")],
            ) -> types.interface(LegalMove) | None:
                return await info.context.tables.suggestion(_sight(self), bot)

            @strawberry.field(
                description="What the bot SEARCH thinks of the moves of your seat now, with the reasons of its choice: how often "
                "it tried each move, and what it expects of it.",
                metadata=priced(Price(once=ANALYSE, searched="iterations")),
            )
            async def analysis(self, info: Info[Context, None], iterations: Iterations = 20) -> types.output(Analysis):
                return await info.context.tables.analysis(_sight(self), min(max(1, iterations), MOST_ITERATIONS))

            @strawberry.field(
                description="A world in which your seat may be, drawn by chance from what it knows and saw. Null unless you have "
                "a seat in a running game.",
                metadata=priced(Price(once=IMAGINE)),
            )
            async def sample_world(self, info: Info[Context, None], seed: Seed = None) -> types.interface(World) | None:
                context = info.context
                with problem_as_error():
                    return await context.tables.sample_world(context.caller, _sight(self), seed)

            @strawberry.field(
                description="The result of moves of your seat, as far as you can know it. Changes nothing.",
                metadata=priced(Price(once=LOOK, judged="moves")),
            )
            def preview(
                self,
                moves: Annotated[
                    list[move_input], strawberry.argument(description=f"The moves in order, 1 to {MOST_MOVES}.")
                ],
            ) -> previewed:
                try:
                    return _sight(self).preview(builtins(moves))
                except Refused as refused:
                    return refused.problem

            @strawberry.field(
                description="The log up to this version, in version order, as far as you can see it.",
                metadata=priced(Price(once=LOG, each=LISTED, listed="first", most=MOST_LISTED)),
            )
            async def history(self, info: Info[Context, None], first: Page = 100, after: After = None) -> history_page:
                sight, size, context = _sight(self), page(first), info.context
                work = context.caller.work
                key = "history", sight.game_id, sight.version, after, size
                with problem_as_error():
                    return await work.once(key, lambda: context.tables.history(sight, after, size, work))

        return GameInterface

    def _implementation(self, game: Game) -> Any:
        about = game.about
        options = self.types.output(about.options)
        view = self.types.output(about.view)
        body = {
            "__annotations__": {"table": view | None, "options": options},
            "__module__": __name__,
            "table": _text("The table as you see it. Null before the game starts."),
            "options": _text("The options that the game was created with."),
            "is_type_of": classmethod(lambda _, sight, __: isinstance(sight, Sight) and sight.game is game),
        }
        made = type(_name(game), (self.interface,), body)
        return strawberry.type(made, name=_name(game), description=f"A game of {about.title}.")


def _text(description: str) -> Any:
    return strawberry.field(description=description)


def _shown(field: str) -> Any:
    """A field that games have in REST too."""
    return _text(described(values.Game, field))


def _name(game: Game) -> str:
    """The name of the GraphQL type of a game."""
    return f"{game.about.name}Game"


def _sight(value: object) -> Sight:
    if not isinstance(value, Sight):
        raise TypeError(f"expected a Sight, not {type(value).__name__}")
    return value
