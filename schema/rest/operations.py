"""The operations of REST. The service's routes and the OpenAPI document both derive from the list `OPERATIONS`.

An operation is a function with a docstring as its description. Parameters that the path names are path parameters, `body` is
the request body, and the others are query parameters. The result is returned as JSON.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import EnumType
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from taphouse.engine import game as engine
from taphouse.engine.vocabulary import Public, lower_first
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import MOST_MOVES, Sent, Sight
from taphouse.schema.graphql.build import Api
from taphouse.schema.graphql.derive import documented
from taphouse.schema.graphql.game_types import MOST_LISTED
from taphouse.schema.graphql.queries import LONGEST_WAIT, MOST_GAMES
from taphouse.schema.input_bounds import (
    BREWERY_TEXT,
    EDITION_TEXT,
    NAME_TEXT,
    SEED_TEXT,
    UNTIL_TEXT,
    Cursor,
    EditionName,
    GameId,
    Name,
    Seed,
)
from taphouse.schema.ports import Caller, Changed, Events, Live, Lobby, Page, SeatAsked, Tables
from taphouse.schema.prices import BROWSED, CREATE, JOIN, LISTED, LOOK, SHOWN, THINK, Price
from taphouse.schema.problems import (
    CREATING,
    JOINING,
    JUDGING,
    LISTING,
    NARROWING,
    NEED_TOKEN,
    PREFIX,
    READING,
    REISSUING,
    SEATING,
    AlreadyResigned,
    Away,
    BadJson,
    BodyTooLarge,
    Broken,
    GameNotFound,
    GameNotStarted,
    GameOver,
    InputRefused,
    KeyReused,
    NoAccount,
    NotAcceptable,
    NotFound,
    NotHost,
    NotSeated,
    PreconditionFailed,
    Problem,
    Stopping,
    TokenReadOnly,
    TokenRejected,
    TooManyConnections,
    TooMuchAsked,
    UnsupportedMediaType,
    VersionConflict,
    WrongGame,
    detailed,
)
from taphouse.schema.values import (
    BotKind,
    Catalogue,
    EventPage,
    Game,
    Kind,
    LegalMove,
    LegalMovePage,
    LogEntry,
    Moment,
    NarrowToken,
    Preview,
    SeatKind,
    SeatToken,
    Visibility,
)

MOST_VERSION = 10**15 - 1
"""The highest version that a client can ask for."""
MOST_SKIPPED = 150_000
"""The most legal moves to skip before a page. They are generated but not listed."""

KindId = Annotated[str, Meta(extra_json_schema={"$ref": "KindId"})]
At = Annotated[
    Annotated[int, Meta(ge=1, le=MOST_VERSION)] | None,
    Meta(description="A version of the game. Without it, the newest is used."),
]
AfterVersion = Annotated[
    int, Meta(ge=0, le=MOST_VERSION, description="List the entries after this version. 0 lists all.")
]
First = Annotated[int, Meta(ge=1, le=MOST_LISTED, description="The most items to return.")]
FirstGames = Annotated[int, Meta(ge=1, le=MOST_GAMES, description="The most items to return.")]
After = Annotated[Cursor | None, Meta(description="The `next` of the previous page.")]
SeatNumber = Annotated[engine.Seat, Meta(description="The seat, counted from 1.")]
AnyMove = Annotated[str | dict[str, Any], Meta(extra_json_schema={"$ref": "MoveInput"})]


class Call:
    """A request to a use case: the caller and the conditions.

    Args:
        tables: the use cases of games.
        live: the use cases of following games.
        lobby: the use cases of listing games.
        caller: the client that sent the request.
        expected: the version that the game must be at.
        key: the client's idempotency key.
        shows: called with the game before it is encoded, or with None for a resource that never changes while the service
            runs. Raises if the client has a current copy.
    """

    def __init__(
        self,
        tables: Tables,
        live: Live,
        lobby: Lobby,
        caller: Caller,
        expected: int | None,
        key: str | None,
        shows: Callable[[Sight | None], None],
    ) -> None:
        self.tables, self.live, self.lobby = tables, live, lobby
        self.caller, self.expected, self.key = caller, expected, key
        self.shows = shows

    async def see(self, id: str, at: int | None) -> Sight:
        """The game as the caller sees it. Nothing of it is computed yet."""
        sight = await self.tables.see(self.caller, id, at)
        self.shows(sight)
        return sight


# --- request bodies ---------------------------------------------------------------------------------------------------------


class NewGame(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to create."""

    seats: Annotated[tuple[SeatAsked, ...], Meta(description="The seats, in turn order.")]
    edition: Annotated[EditionName | None, Meta(description=EDITION_TEXT)] = None
    seed: Annotated[Seed | None, Meta(description=SEED_TEXT)] = None
    visibility: Annotated[Visibility, Meta(description="Who can find the game.")] = Visibility.UNLISTED


@cache
def new_game(game: engine.Game) -> type[NewGame]:
    """The request body that creates a game of this kind."""
    about = game.about
    number = {"minItems": about.seats[0], "maxItems": about.seats[-1]}
    seats: Any = Annotated[
        tuple[SeatAsked, ...],
        Meta(description=f"The seats, in turn order: {about.seats[0]} to {about.seats[-1]}.", extra_json_schema=number),
    ]
    options: Any = Annotated[
        about.options, Meta(description="The options. Those that are left out have their defaults.")
    ]
    made: Any = msgspec.defstruct(
        f"{about.name}NewGame",
        [("seats", seats), ("options", options, about.options())],
        bases=(NewGame,),
        frozen=True,
        kw_only=True,
        rename="camel",
        forbid_unknown_fields=True,
        tag_field="kind",
        tag=about.kind,
    )
    made.__doc__ = f"A game of {about.title} to create."
    return made  # type: ignore[no-any-return]


class Nothing(Public, frozen=True, forbid_unknown_fields=True):
    """An empty request body."""


class Joining(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player who joins, and the seat."""

    name: Annotated[Name | None, Meta(description=f"Your name: {NAME_TEXT}.")] = None
    brewery: Annotated[Name | None, Meta(description=BREWERY_TEXT)] = None
    seat: Annotated[engine.Seat | None, Meta(description="The seat. Without it, you get the first open seat.")] = None


class Reissuing(Public, frozen=True, forbid_unknown_fields=True):
    """The token to replace."""

    seat: Annotated[engine.Seat | None, Meta(description="The seat. Without it, the host's token is replaced.")] = None


class Narrowing(Public, frozen=True, forbid_unknown_fields=True):
    """The restrictions of a new token: read-only, an expiry time, or both."""

    read_only: Annotated[bool, Meta(description="Whether the new token is read-only.")] = False
    until: Annotated[Moment | None, Meta(description=UNTIL_TEXT)] = None


class Moves(Public, frozen=True, forbid_unknown_fields=True):
    """Moves to make in order. Either all are made or none."""

    moves: Annotated[
        tuple[AnyMove, ...],
        Meta(
            description=f"The moves in order, 1 to {MOST_MOVES}.",
            extra_json_schema={"minItems": 1, "maxItems": MOST_MOVES},
        ),
    ]

    def sent(self) -> list[Sent]:
        """The moves as use cases take them."""
        return [Sent(None, move) for move in self.moves]


class OneMove(Public, frozen=True, forbid_unknown_fields=True):
    """A move."""

    move: Annotated[AnyMove, Meta(description="The move.")]


BETWEEN: Mapping[type, dict[str, Any]] = {
    SeatAsked: {
        "if": {"properties": {"kind": {"const": SeatKind.BOT.value}}},
        "then": {"required": ["bot"], "properties": {"bot": {"not": {"type": "null"}}}},
        "else": {"properties": {"bot": {"type": "null"}}},
    },
    Narrowing: {
        "anyOf": [
            {"required": ["readOnly"], "properties": {"readOnly": {"const": True}}},
            {"required": ["until"], "properties": {"until": {"not": {"type": "null"}}}},
        ]
    },
}
"""JSON Schema constraints between the members of a body, which types cannot express. Use cases enforce them."""


# --- response bodies ----------------------------------------------------------------------------------------------------------


class GameCreated(Public, frozen=True):
    """The new game and its tokens. Only this response shows the tokens."""

    game: Annotated[Game, Meta(description="The game, as its host sees it.")]
    host_token: Annotated[
        str, Meta(description="The host's token, to manage seats and tokens and to abandon the game. Keep it secret.")
    ]
    seats: Annotated[tuple[SeatToken, ...], Meta(description="The tokens of your seats, in turn order.")]


class GameJoined(Public, frozen=True):
    """The game that you joined, and the token of your seat."""

    game: Annotated[Game, Meta(description="The game, as your seat sees it.")]
    seat: Annotated[SeatToken, Meta(description="The seat's token.")]


class TokenReissued(Public, frozen=True):
    """The new token. The old one is revoked."""

    game: Annotated[Game, Meta(description="The game after the change, as you see it.")]
    seat: Annotated[engine.Seat | None, Meta(description="The token's seat. Null for the host's token.")]
    token: Annotated[str, Meta(description="For the header `Authorization: Bearer ...`.")]


class GameChanged(Public, frozen=True):
    """The game after a change, and the log entries of the change."""

    game: Annotated[Game, Meta(description="The game after the change, as you see it.")]
    entries: Annotated[
        tuple[LogEntry, ...],
        Meta(description="The log entries of the change, in version order, with automatic moves of resigned seats."),
    ]


class Judgement(Public, frozen=True):
    """Whether a move is legal."""

    legal: Annotated[bool, Meta(description="Whether your seat can make the move now.")]
    problem: Annotated[
        dict[str, Any] | None, Meta(description="The problem that would refuse the move. Null if the move is legal.")
    ]


class Suggestion(Public, frozen=True):
    """The move that a bot would make."""

    move: Annotated[LegalMove | None, Meta(description="A legal move of your seat. Null while another seat decides.")]


class History(Public, frozen=True):
    """A page of a game's log up to a version."""

    entries: Annotated[tuple[LogEntry, ...], Meta(description="The entries, in version order, without gaps.")]
    next: Annotated[int | None, Meta(description="The `after` of the next page. Null on the last page.")]


class GamePage(Public, frozen=True):
    """A page of games, newest first."""

    games: Annotated[tuple[Game, ...], Meta(description="The games on this page, newest first.")]
    next: Annotated[str | None, Meta(description="The `after` of the next page. Null on the last page.")]


class Account(Public, frozen=True):
    """A player with an account."""

    id: Annotated[str, Meta(description="The player's id, derived from the issuer and subject of their login token.")]


class PendingDecision(Public, frozen=True):
    """The decision of your seat at a version of a game."""

    version: Annotated[int, Meta(description="The version of the game.")]
    since: Annotated[Moment, Meta(description="When this version was created.")]
    decision: Annotated[
        engine.Decision | None, Meta(description="The decision of your seat. Null if it has nothing to decide.")
    ]
    game: Annotated[Game, Meta(description="The game at this version, as your seat sees it.")]


class PendingDecisionPage(Public, frozen=True):
    """A page of pending decisions, by game, newest game first."""

    decisions: Annotated[
        tuple[PendingDecision, ...], Meta(description="The decisions on this page, by game, newest game first.")
    ]
    next: Annotated[str | None, Meta(description="The `after` of the next page. Null on the last page.")]


# --- use cases ----------------------------------------------------------------------------------------------------------------


async def catalogue(call: Call) -> Catalogue:
    """All kinds of games, with their options, rules, and editions with all figures."""
    call.shows(None)
    return call.tables.catalogue()


async def kind(
    call: Call, kind: Annotated[KindId, Meta(description="The kind's id, such as `dank-and-draft`.")]
) -> Kind:
    """A kind of game, with its options, rules, and editions with all figures."""
    kinds = {known.id: known for known in call.tables.catalogue().kinds}
    if kind not in kinds:
        raise Refused(NotFound(message=f"Unknown kind of game. The kinds are {', '.join(kinds)}."))
    call.shows(None)
    return kinds[kind]


async def create_game(call: Call, body: NewGame) -> GameCreated:
    """Create a game. You get the host's token and a token for each of your seats.

    The game starts when all seats are taken. If you send a login token, your account is the host and has the first of your
    seats.
    """
    made: Any = body
    options = msgspec.to_builtins(made.options)
    created = await call.tables.create(
        call.caller,
        str(made.__struct_config__.tag),
        options,
        body.seats,
        body.edition,
        body.seed,
        body.visibility,
        call.key,
    )
    call.shows(created.game)
    return GameCreated(created.game.shown(), created.host_token, created.seats)


async def game(call: Call, id: GameId, at: At = None) -> Game:
    """A game as you see it, by the token you send. Without a token you are a spectator."""
    return (await call.see(id, at)).shown()


async def join_game(call: Call, id: GameId, body: Joining) -> GameJoined:
    """Take an open seat and get its token.

    If you send a login token, your account has the seat too. Only the host can take a closed seat. The game starts when all
    seats are taken.
    """
    joined = await call.tables.join(call.caller, id, body.name, body.brewery, body.seat, call.expected, call.key)
    call.shows(joined.game)
    return GameJoined(joined.game.shown(), joined.seat)


async def open_seat(call: Call, id: GameId, seat: SeatNumber) -> GameChanged:
    """Open a seat: its player, if any, is removed, and anyone can join. Only for the host, before the game starts."""
    return _changed(call, await call.tables.open_seat(call.caller, id, seat, call.expected, call.key))


async def close_seat(call: Call, id: GameId, seat: SeatNumber) -> GameChanged:
    """Close a seat: its player, if any, is removed, and only the host can join.

    Only for the host, before the game starts.
    """
    return _changed(call, await call.tables.close_seat(call.caller, id, seat, call.expected, call.key))


async def reissue_token(call: Call, id: GameId, body: Reissuing) -> TokenReissued:
    """Replace the token of a seat, for example if it was lost or another player takes over. Only for the host.

    The old token and all tokens made from it are revoked at once, and an account that held the seat no longer does.
    """
    made = await call.tables.reissue(call.caller, id, body.seat, call.expected, call.key)
    call.shows(made.game)
    return TokenReissued(made.game.shown(), made.seat, made.token)


async def narrow_token(call: Call, id: GameId, body: Narrowing) -> NarrowToken:
    """Issue a token with fewer rights than yours, to share: read-only, expiring, or both.

    It is revoked with yours. Changes nothing in the game.
    """
    return await call.tables.narrow(call.caller, id, body.read_only, body.until)


async def open_games(
    call: Call,
    kind: Annotated[KindId | None, Meta(description="List only games of this kind, such as `dank-and-draft`.")] = None,
    first: FirstGames = 20,
    after: After = None,
) -> GamePage:
    """The games with visibility `OPEN` that wait for players, newest first.

    A page can have fewer than `first` items before the end of the list: continue until `next` is null.
    """
    return _games(await call.lobby.open_games(call.caller, kind, first, after))


async def viewer(call: Call) -> Account:
    """You, by the token of your login."""
    return Account((await call.lobby.player(call.caller)).id)


async def viewer_games(call: Call, first: FirstGames = 20, after: After = None) -> GamePage:
    """The games in which you have a seat or are the host, by the token of your login, newest first."""
    return _games(await call.lobby.games(await call.lobby.player(call.caller), first, after))


async def viewer_decisions(call: Call, first: FirstGames = 20, after: After = None) -> PendingDecisionPage:
    """Your pending decisions, by the token of your login, newest game first.

    A page can have fewer than `first` items before the end of the list: continue until `next` is null.
    """
    page = await call.lobby.pending(await call.lobby.player(call.caller), first, after)
    decisions = tuple(
        PendingDecision(pending.version, pending.since, pending.decision, pending.game.shown())
        for pending in (edge.node for edge in page.edges)
    )
    return PendingDecisionPage(decisions, _next(page))


def _games(page: Page) -> GamePage:
    return GamePage(tuple(edge.node.shown() for edge in page.edges), _next(page))


def _next(page: Page) -> str | None:
    return page.page_info.end_cursor if page.page_info.has_next_page else None


def _changed(call: Call, changed: Changed) -> GameChanged:
    call.shows(changed.game)
    return GameChanged(changed.game.shown(), changed.entries)


async def play(call: Call, id: GameId, body: Moves) -> GameChanged:
    """Make moves of your seat. Either all moves are made or none."""
    return _changed(call, await call.tables.play(call.caller, id, body.sent(), call.expected, call.key))


async def resign(call: Call, id: GameId) -> GameChanged:
    """Resign your seat. From now on the service plays its first legal move at each of its decisions."""
    return _changed(call, await call.tables.resign(call.caller, id, call.expected, call.key))


async def abandon(call: Call, id: GameId) -> GameChanged:
    """End the game early, without an outcome. Only for the host."""
    return _changed(call, await call.tables.abandon(call.caller, id, call.expected, call.key))


async def legal_moves(
    call: Call,
    id: GameId,
    first: First = 100,
    after: Annotated[int, Meta(ge=0, le=MOST_SKIPPED, description="The `next` of the previous page.")] = 0,
    at: At = None,
) -> LegalMovePage:
    """The legal moves of your seat, ready to send. Empty while another seat decides.

    Pass the version of the first page as `at`, so that all pages show the same version.
    """
    return (await call.see(id, at)).legal_moves(first, after)


async def preview(call: Call, id: GameId, body: Moves, at: At = None) -> Preview:
    """The result of moves of your seat, as far as you can know it. Changes nothing."""
    return (await call.tables.see(call.caller, id, at)).preview(body.sent())


async def why_not(call: Call, id: GameId, body: OneMove, at: At = None) -> Judgement:
    """Whether your seat can make a move now, and why not. Changes nothing."""
    problem = (await call.tables.see(call.caller, id, at)).why_not(Sent(None, body.move))
    return Judgement(problem is None, None if problem is None else detailed(problem))


async def suggestion(
    call: Call, id: GameId, bot: Annotated[BotKind, Meta(description="The bot.")], at: At = None
) -> Suggestion:
    """The move that a bot would make at your seat now, using only what your seat knows."""
    return Suggestion(await call.tables.suggestion(await call.tables.see(call.caller, id, at), bot))


async def history(call: Call, id: GameId, first: First = 100, after: AfterVersion = 0, at: At = None) -> History:
    """The log up to a version, in version order, without gaps, as far as you can see it."""
    sight = await call.see(id, at)
    entries = await call.tables.history(sight, after, first)
    more = bool(entries) and entries[-1].version < sight.version
    return History(entries, entries[-1].version if more else None)


async def events(
    call: Call,
    id: GameId,
    first: First = 100,
    after: AfterVersion = 0,
    wait: Annotated[
        int, Meta(ge=0, le=LONGEST_WAIT, description="The most seconds to wait for an entry if there is none yet.")
    ] = 0,
) -> EventPage:
    """The log after a version, in version order, without gaps, as far as you can see it.

    As JSON, the response is a page. To follow a game, pass the `version` of the last page as `after`, and set `wait`: the
    response comes as soon as there is an entry. As `text/event-stream`, each entry is an event with its version as id.
    `Last-Event-ID` overrides `after`. If it is the last version of a game that is over or abandoned, the response is 204. A
    problem during the stream is its last event, of the type `problem`.
    """
    return await call.live.page(call.caller, id, after, float(wait), first)


async def follow(call: Call, id: GameId, after: AfterVersion = 0, **_: Any) -> Events:
    """The stream of `events`."""
    return await call.live.entries(call.caller, id, after)


# --- operations ---------------------------------------------------------------------------------------------------------------


TAGS: Mapping[str, str] = {
    "catalogue": "The kinds of games.",
    "games": "List, create, read and end games.",
    "seats": "Seats and their tokens.",
    "moves": "List, preview and make moves.",
    "log": "Read and follow the log of a game.",
    "viewer": "Your account, its games and pending decisions.",
}


class Parameter(NamedTuple):
    """A path or query parameter."""

    name: str
    text: str
    where: Literal["path", "query"]
    type: Any
    """The type of a given value, with its bounds."""
    required: bool
    default: Any

    @property
    def wanted(self) -> str:
        """The valid values, for error messages."""
        type_, *metas = get_args(self.type)
        if isinstance(type_, EnumType):
            return " or ".join(type_.__members__)
        bounds = [(meta.ge, meta.le) for meta in metas if meta.ge is not None and meta.le is not None]
        return f"a number from {bounds[-1][0]} to {bounds[-1][1]}" if bounds else "a string"

    @classmethod
    def of(cls, given: inspect.Parameter, hint: Any, path: str) -> Parameter:
        """A parameter of an operation's function.

        Raises:
            TypeError: the parameter has no description.
        """
        whole, *metas = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        texts = [meta.description for meta in metas if meta.description]
        if not texts:
            raise TypeError(f"the parameter {given.name} has no description")
        chosen = [part for part in get_args(whole) if part is not NoneType]
        required = given.default is inspect.Parameter.empty
        where: Literal["path", "query"] = "path" if f"{{{given.name}}}" in path else "query"
        return cls(given.name, texts[-1], where, chosen[0] if chosen else hint, required, given.default)


_GAME = Price(once=LOOK + SHOWN)
_GAMES = Price(once=BROWSED, each=LOOK + SHOWN, listed="first", most=MOST_GAMES)
_LIST = Price(once=LOOK, each=2 * LISTED, listed="first", most=MOST_LISTED)
_MOVES = Price(once=LOOK, each=2 * LISTED, listed="first", most=MOST_LISTED, skipped="after")
_PLAYED = Price(once=LOOK + SHOWN, judged="body")
_PLAIN = Price(once=LOOK)


class Operation:
    """An operation: a method at a path.

    Args:
        method: `GET` or `POST`.
        path: the path below `PREFIX`.
        tag: one of `TAGS`.
        use: the function that runs the operation; see the module.
        refuses: the problems of the use case. They imply the headers: `KeyReused` an idempotency key, `VersionConflict` a
            precondition, those in `NEED_TOKEN` a token.
        status: the HTTP status of a success.
        stream: the same operation as server-sent events, if it supports them.
        etag: whether the response represents one version and has an `ETag`.
        price: the price, by its parameters.
    """

    def __init__(
        self,
        method: str,
        path: str,
        tag: str,
        use: Callable[..., Awaitable[Any]],
        refuses: Sequence[type[Problem]],
        *,
        status: int = 200,
        stream: Callable[..., Awaitable[Events]] | None = None,
        etag: bool = True,
        price: Price = _GAME,
    ) -> None:
        self.method, self.path, self.tag, self.use = method, PREFIX + path, tag, use
        self.status, self.stream, self.etag, self._price = status, stream, etag, price
        self.id = lower_first("".join(part.title() for part in use.__name__.split("_")))
        self.text = documented(use)
        hints = get_type_hints(use, include_extras=True)
        self.answer, self.body = hints.pop("return"), hints.get("body", Nothing)
        given = inspect.signature(use).parameters
        self.parameters = [
            Parameter.of(given[name], hint, path) for name, hint in hints.items() if name not in ("call", "body")
        ]
        self.takes_key = KeyReused in refuses
        self.takes_condition = VersionConflict in refuses
        self.needs_token = any(problem in NEED_TOKEN for problem in refuses)
        body = (BadJson, BodyTooLarge, UnsupportedMediaType) if method == "POST" else ()
        condition = (PreconditionFailed,) if self.takes_condition else ()
        every = (InputRefused, NotAcceptable, TooMuchAsked, TooManyConnections, Broken, Away, Stopping)
        self.problems = tuple(dict.fromkeys((*refuses, *body, *condition, *every)))
        self._defaults = {parameter.name: parameter.default for parameter in self.parameters}

    def cost(self, given: Mapping[str, Any]) -> int:
        """The cost of a request with these parameters, in the points of `schema.prices`."""
        body = given.get("body")
        judged = {"body": len(body.moves)} if isinstance(body, Moves) else {}
        return math.ceil(self._price.of(0, {**self._defaults, **given, **judged}))


JUDGED = tuple(problem for problem in JUDGING if problem is not WrongGame)
"""Without `WrongGame`: REST reads a move as one of the game's own kind."""
_CHANGED = (GameOver, VersionConflict, GameNotFound, TokenRejected, TokenReadOnly, KeyReused)
_ACCOUNT = (NoAccount, TokenRejected)

OPERATIONS = (
    Operation("GET", "/catalogue", "catalogue", catalogue, ()),
    Operation("GET", "/catalogue/{kind}", "catalogue", kind, (NotFound,)),
    Operation("GET", "/games", "games", open_games, LISTING, etag=False, price=_GAMES),
    Operation("POST", "/games", "games", create_game, CREATING, status=201, price=Price(once=CREATE + SHOWN)),
    Operation("GET", "/games/{id}", "games", game, READING),
    Operation("POST", "/games/{id}/seats", "seats", join_game, JOINING, status=201, price=Price(once=JOIN + SHOWN)),
    Operation("POST", "/games/{id}/seats/{seat}/open", "seats", open_seat, SEATING),
    Operation("POST", "/games/{id}/seats/{seat}/close", "seats", close_seat, SEATING),
    Operation("POST", "/games/{id}/tokens/reissue", "seats", reissue_token, REISSUING),
    Operation("POST", "/games/{id}/tokens/narrow", "seats", narrow_token, NARROWING, etag=False),
    Operation("POST", "/games/{id}/resign", "games", resign, (*_CHANGED, GameNotStarted, NotSeated, AlreadyResigned)),
    Operation("POST", "/games/{id}/abandon", "games", abandon, (*_CHANGED, NotHost)),
    Operation("POST", "/games/{id}/moves", "moves", play, (*JUDGED, *_CHANGED), price=_PLAYED),
    Operation("GET", "/games/{id}/moves/legal", "moves", legal_moves, READING, price=_MOVES),
    Operation("POST", "/games/{id}/moves/preview", "moves", preview, (*READING, *JUDGED), etag=False, price=_PLAYED),
    Operation("POST", "/games/{id}/moves/why-not", "moves", why_not, READING, etag=False, price=_PLAIN),
    Operation(
        "GET", "/games/{id}/suggestion", "moves", suggestion, READING, etag=False, price=Price(once=LOOK + THINK)
    ),
    Operation("GET", "/games/{id}/history", "log", history, READING, price=_LIST),
    Operation("GET", "/games/{id}/events", "log", events, READING, stream=follow, etag=False, price=_LIST),
    Operation("GET", "/viewer", "viewer", viewer, _ACCOUNT, etag=False, price=_PLAIN),
    Operation("GET", "/viewer/games", "viewer", viewer_games, _ACCOUNT, etag=False, price=_GAMES),
    Operation("GET", "/viewer/decisions", "viewer", viewer_decisions, _ACCOUNT, etag=False, price=_GAMES),
)
"""All operations of REST."""


def forms(api: Api) -> dict[type, tuple[type, ...]]:
    """The concrete types of each abstract base, one for each game of an API."""
    made = api.game_types.values()
    return {
        Game: tuple(types.game for types in made),
        LegalMove: tuple(types.legal_move for types in made),
        LogEntry: tuple(types.log_entry for types in made),
        Preview: tuple(types.preview for types in made),
        NewGame: tuple(map(new_game, api.games.values())),
    }


ARGUMENTS: Mapping[str, str] = {"idempotencyKey": "Idempotency-Key", "gameId": "id", "game": "options"}
"""The REST names of arguments that have another name in GraphQL. Problems use the GraphQL names."""
