"""The GraphQL types of games: the interface `Game`, and one implementation for each kind."""

import datetime
from collections.abc import Iterable
from typing import Annotated, Any

import strawberry
from strawberry import Info

from taphouse.engine.game import Decision, Game, Outcome
from taphouse.engine.vocabulary import lower_first
from taphouse.schema import values
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import MOST_MOVES, GameTypes, Sent, Sight
from taphouse.schema.graphql.derive import Types, builtins, described
from taphouse.schema.ports import Context, Pending
from taphouse.schema.ports import Page as Listed
from taphouse.schema.prices import BY_PARENT, LISTED, LOOK, THINK, Price, priced
from taphouse.schema.problems import JUDGING, Problem
from taphouse.schema.values import (
    LIFECYCLE,
    BotKind,
    LegalMove,
    LegalMovePage,
    LogEntry,
    PageInfo,
    Preview,
    SeatInfo,
    Status,
    Viewer,
    Visibility,
)

MOST_LISTED = 500
"""The most items on a page."""

Page = Annotated[int, strawberry.argument(description=f"The most items to return, 1 to {MOST_LISTED}.")]


def page(first: int) -> int:
    """A page size, clamped to 1 to `MOST_LISTED`."""
    return max(1, min(first, MOST_LISTED))


class InPlay:
    """The types of games in one schema."""

    def __init__(self, types: Types, games: dict[str, Game], made: dict[str, GameTypes]) -> None:
        self.types = types
        for shared in (LegalMove, LogEntry, Preview, Problem):
            types.interface(shared)
        self.move_inputs: dict[str, Any] = {}
        self.log_entries: list[Any] = []
        previews = []
        for kind, game in games.items():
            about = game.about
            types.union_of(f"{about.name}Move", about.moves, f"A move of {about.title}.")
            types.union_of(f"{about.name}GameEvent", about.events, f"A gameplay event of {about.title}.")
            types.union_of(
                f"{about.name}Event",
                (*about.events, *LIFECYCLE),
                f"A gameplay or lifecycle event of {about.title}.",
            )
            self.move_inputs[kind] = types.move_input(about.moves, f"{about.name}MoveInput", about.title)
            types.output(made[kind].legal_move, implements=(LegalMove,))
            self.log_entries.append(types.output(made[kind].log_entry, implements=(LogEntry,)))
            previews.append(types.output(made[kind].preview, implements=(Preview,)))
        members = {"notation": (str, "The move as one line of text.")}
        for kind, game in games.items():
            members[field_of(game)] = (self.move_inputs[kind], f"A move of {game.about.title}.")
        self.move_input = types.one_of("MoveInput", "A move of any game, typed or as notation.", members)
        self._by_field = {field_of(game): kind for kind, game in games.items()}
        self.interface = self._interface(previews)
        self.games = {kind: self._implementation(game) for kind, game in games.items()}
        self.pending = self._pending()

    def sent(self, move: Any) -> Sent:
        """The move in a `MoveInput`."""
        ((field, value),) = builtins(move).items()
        return Sent(None, value) if field == "notation" else Sent(self._by_field[field], value)

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
        class Connection:
            edges: list[Edge] = strawberry.field(
                description="The items on this page, in order.", metadata=priced(Price(size=BY_PARENT))
            )
            page_info: page_info_type = _text("The position of the page in its list.")
            is_type_of = classmethod(lambda _, value, __: isinstance(value, Listed))

        return Connection

    def _pending(self) -> Any:
        types, in_play = self.types, self.interface

        @strawberry.type(name="PendingDecision", description="The decision of your seat at a version of a game.")
        class PendingDecision:
            version: int = _text("The version of the game.")
            since: datetime.datetime = _text("When this version was created.")
            decision: types.output(Decision) | None = _text(
                "The decision of your seat. Null if it has nothing to decide."
            )
            game: in_play = _text("The game at this version, as your seat sees it.")
            is_type_of = classmethod(lambda _, value, __: isinstance(value, Pending))

        return PendingDecision

    def _interface(self, previews: list[Any]) -> Any:
        types, sent = self.types, self.sent
        move_input = self.move_input
        refusal, bot_kind = types.interface(Problem), types.enum(BotKind)
        previewed = types.union(
            "PreviewResult",
            previews + self.problems(JUDGING),
            "The result of the moves, or why they cannot be made.",
        )

        @strawberry.interface(description="A game at one version, as the viewer sees it.", name="Game")
        class GameInterface:
            id: strawberry.ID = _shown("id")
            kind: str = _text("The kind of game, such as `dank-and-draft`.")
            version: int = _shown("version")
            latest: int = _shown("latest")
            status: types.enum(Status) = _shown("status")
            visibility: types.enum(Visibility) = _shown("visibility")
            seats: list[types.output(SeatInfo)] = _shown("seats")
            open_seats: list[int] = _shown("open_seats")
            viewer: types.output(Viewer) = _shown("viewer")
            edition: str = _shown("edition")
            seeded: bool = _shown("seeded")
            commitment: str = _shown("commitment")
            seed: str | None = _shown("seed")
            created_at: datetime.datetime = _shown("created_at")
            updated_at: datetime.datetime = _shown("updated_at")
            decision: types.output(Decision) | None = _shown("decision")
            outcome: types.output(Outcome) | None = _shown("outcome")
            resolve_type = classmethod(lambda _, value, *__: _name(_sight(value).game))

            @strawberry.field(
                description="The legal moves of your seat, ready to send. Empty while another seat decides.",
                metadata=priced(Price(each=LISTED, listed="first", most=MOST_LISTED, skipped="after")),
            )
            def legal_moves(
                self,
                first: Page = 100,
                after: Annotated[int, strawberry.argument(description="The `next` of the previous page.")] = 0,
            ) -> types.output(LegalMovePage):
                return _sight(self).legal_moves(page(first), max(0, after))

            @strawberry.field(
                description="Why your seat cannot make this move now. Null if the move is legal.",
                metadata=priced(Price(once=LOOK)),
            )
            def why_not(
                self,
                move: Annotated[move_input, strawberry.argument(description="The move.")],
            ) -> refusal | None:
                return _sight(self).why_not(sent(move))

            @strawberry.field(
                description="The move that a bot would make at your seat now, using only what your seat knows. Null while "
                "another seat decides.",
                metadata=priced(Price(once=THINK)),
            )
            async def suggestion(
                self,
                info: Info[Context, None],
                bot: Annotated[bot_kind, strawberry.argument(description="The bot.")],
            ) -> types.interface(LegalMove) | None:
                return await info.context.tables.suggestion(_sight(self), bot)

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
                    return _sight(self).preview([sent(move) for move in moves])
                except Refused as refused:
                    return refused.problem

            @strawberry.field(
                description="The log up to this version, in version order, as far as you can see it.",
                metadata=priced(Price(each=LISTED, listed="first", most=MOST_LISTED)),
            )
            async def history(
                self,
                info: Info[Context, None],
                first: Page = 100,
                after: Annotated[int, strawberry.argument(description="List the entries after this version.")] = 0,
            ) -> list[types.interface(LogEntry)]:
                return await info.context.tables.history(_sight(self), max(0, after), page(first))  # type: ignore[return-value]

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
            "is_type_of": classmethod(lambda _, sight, __: isinstance(sight, Sight) and sight.kind == about.kind),
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


def field_of(game: Game) -> str:
    """The name of a game in inputs and mutations, such as `dankAndDraft`."""
    return lower_first(game.about.name)
