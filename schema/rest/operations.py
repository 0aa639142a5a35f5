"""The operations of REST: one list, from which the service's routes and the OpenAPI document are both derived.

An operation is a function. Its docstring describes it. Of its parameters, those that the path names are taken from there,
`body` is the body, and the others are parameters of the query; what it returns is answered as JSON.
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
"""More is no version of any game."""
MOST_SKIPPED = 150_000
"""The legal moves before a page: they are made, and not shown."""

KindId = Annotated[str, Meta(extra_json_schema={"$ref": "KindId"})]
At = Annotated[
    Annotated[int, Meta(ge=1, le=MOST_VERSION)] | None, Meta(description="An earlier version; without it the newest.")
]
AfterVersion = Annotated[
    int, Meta(ge=0, le=MOST_VERSION, description="The version after which to begin; 0 for the first one.")
]
First = Annotated[int, Meta(ge=1, le=MOST_LISTED, description="How many at most.")]
FirstGames = Annotated[int, Meta(ge=1, le=MOST_GAMES, description="How many at most.")]
After = Annotated[Cursor | None, Meta(description="`next` of the page before.")]
SeatNumber = Annotated[engine.Seat, Meta(description="The seat, counted from 1.")]
AnyMove = Annotated[str | dict[str, Any], Meta(extra_json_schema={"$ref": "MoveInput"})]


class Call:
    """A request on its way to a use case: who sends it, and on what conditions.

    Args:
        tables: the use cases.
        live: what happens.
        lobby: which games there are.
        caller: who asks.
        expected: the version that the game must be at.
        key: the client's idempotency key.
        shows: is told what is about to be shown, None for what does not change while the service runs; it raises where the
            client has that already.
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
        """The game as the caller sees it, of which nothing has been computed yet."""
        sight = await self.tables.see(self.caller, id, at)
        self.shows(sight)
        return sight


# --- what is sent -----------------------------------------------------------------------------------------------------------


class NewGame(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to be created."""

    seats: Annotated[tuple[SeatAsked, ...], Meta(description="The seats, in turn order.")]
    edition: Annotated[EditionName | None, Meta(description=EDITION_TEXT)] = None
    seed: Annotated[Seed | None, Meta(description=SEED_TEXT)] = None
    visibility: Annotated[Visibility, Meta(description="Who can find the game.")] = Visibility.UNLISTED


@cache
def new_game(game: engine.Game) -> type[NewGame]:
    """What creates a game of this kind."""
    about = game.about
    number = {"minItems": about.seats[0], "maxItems": about.seats[-1]}
    seats: Any = Annotated[
        tuple[SeatAsked, ...],
        Meta(description=f"The seats, in turn order: {about.seats[0]} to {about.seats[-1]}.", extra_json_schema=number),
    ]
    options: Any = Annotated[about.options, Meta(description="The readings of the rules; without it the usual ones.")]
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
    made.__doc__ = f"A game of {about.title} to be created."
    return made  # type: ignore[no-any-return]


class Nothing(Public, frozen=True, forbid_unknown_fields=True):
    """What is sent where there is nothing to say."""


class Joining(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who joins, and where."""

    name: Annotated[Name | None, Meta(description=f"Your name: {NAME_TEXT}.")] = None
    brewery: Annotated[Name | None, Meta(description=BREWERY_TEXT)] = None
    seat: Annotated[engine.Seat | None, Meta(description="The seat; without it the first open one.")] = None


class Reissuing(Public, frozen=True, forbid_unknown_fields=True):
    """Whose token is to be made anew."""

    seat: Annotated[engine.Seat | None, Meta(description="The seat; without it the host's own token.")] = None


class Narrowing(Public, frozen=True, forbid_unknown_fields=True):
    """What a token shall be worth less than yours."""

    read_only: Annotated[bool, Meta(description="Whether the new token only lets see, and change nothing.")] = False
    until: Annotated[Moment | None, Meta(description=UNTIL_TEXT)] = None


class Moves(Public, frozen=True, forbid_unknown_fields=True):
    """Moves to be made one after another, all or none."""

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
"""What JSON Schema says of the members of what is sent to each other, which their types do not; use cases check it."""


# --- what is answered ---------------------------------------------------------------------------------------------------------


class GameCreated(Public, frozen=True):
    """The game is created; the tokens are shown only here."""

    game: Annotated[Game, Meta(description="The game, as its host sees it.")]
    host_token: Annotated[
        str, Meta(description="The rights of the host: to manage seats, and to abandon the game. Keep it secret.")
    ]
    seats: Annotated[tuple[SeatToken, ...], Meta(description="The tokens of the seats that are yours.")]


class GameJoined(Public, frozen=True):
    """The seat is yours."""

    game: Annotated[Game, Meta(description="The game, as your seat sees it.")]
    seat: Annotated[SeatToken, Meta(description="The seat's token.")]


class TokenReissued(Public, frozen=True):
    """The token was made anew; the one before has ended."""

    game: Annotated[Game, Meta(description="The game after it, as you see it.")]
    seat: Annotated[engine.Seat | None, Meta(description="The seat whose token it is; null for the host's.")]
    token: Annotated[str, Meta(description="For the header `Authorization: Bearer ...`.")]


class GameChanged(Public, frozen=True):
    """The game was changed."""

    game: Annotated[Game, Meta(description="The game after it, as you see it.")]
    entries: Annotated[
        tuple[LogEntry, ...],
        Meta(description="The versions that this made, automatic moves of resigned seats among them."),
    ]


class Judgement(Public, frozen=True):
    """Whether a move may be made."""

    legal: Annotated[bool, Meta(description="Whether your seat may make it now.")]
    problem: Annotated[
        dict[str, Any] | None, Meta(description="Why not, as the problem with which it would be refused.")
    ]


class Suggestion(Public, frozen=True):
    """What a bot would do."""

    move: Annotated[LegalMove | None, Meta(description="A legal move of your seat; null while another seat decides.")]


class History(Public, frozen=True):
    """What happened up to a version."""

    entries: Annotated[tuple[LogEntry, ...], Meta(description="The versions in order, none left out.")]
    next: Annotated[int | None, Meta(description="What to give as `after` for the next page; null at the end.")]


class GamePage(Public, frozen=True):
    """Some games, the newest first."""

    games: Annotated[tuple[Game, ...], Meta(description="The games.")]
    next: Annotated[str | None, Meta(description="What to give as `after` for the next page; null at the end.")]


class Account(Public, frozen=True):
    """Somebody with an account."""

    id: Annotated[str, Meta(description="Who he is here: made from his issuer and subject.")]


class PendingDecision(Public, frozen=True):
    """What your seat must decide at a version."""

    version: Annotated[int, Meta(description="The version at which this is so.")]
    since: Annotated[Moment, Meta(description="When the game came to this version.")]
    decision: Annotated[
        engine.Decision | None, Meta(description="What your seat must decide; null while it has nothing to decide.")
    ]
    game: Annotated[Game, Meta(description="The game then, as your seat sees it.")]


class PendingDecisionPage(Public, frozen=True):
    """Some decisions, those of the newest games first."""

    decisions: Annotated[tuple[PendingDecision, ...], Meta(description="The decisions.")]
    next: Annotated[str | None, Meta(description="What to give as `after` for the next page; null at the end.")]


# --- what is done -------------------------------------------------------------------------------------------------------------


async def catalogue(call: Call) -> Catalogue:
    """What can be played here: games, options, rules, and editions with every figure."""
    call.shows(None)
    return call.tables.catalogue()


async def kind(
    call: Call, kind: Annotated[KindId, Meta(description="The kind's id, such as `dank-and-draft`.")]
) -> Kind:
    """A kind of game: its options, rules, and editions with every figure."""
    kinds = {one.id: one for one in call.tables.catalogue().kinds}
    if kind not in kinds:
        raise Refused(NotFound(message=f"There is no such kind of game; there is {', '.join(kinds)}."))
    call.shows(None)
    return kinds[kind]


async def create_game(call: Call, body: NewGame) -> GameCreated:
    """Create a game. You get the host's token and one for each of your seats; it starts when all seats are taken.

    With an account you are its host, and the first of your seats is your account's.
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
    """A game as you see it, by the token you send; without one you are a spectator."""
    return (await call.see(id, at)).shown()


async def join_game(call: Call, id: GameId, body: Joining) -> GameJoined:
    """Take an open seat; you get its token, and with an account you need none. The last one starts the game.

    A closed seat takes whoever sends the host's token.
    """
    joined = await call.tables.join(call.caller, id, body.name, body.brewery, body.seat, call.expected, call.key)
    call.shows(joined.game)
    return GameJoined(joined.game.shown(), joined.seat)


async def open_seat(call: Call, id: GameId, seat: SeatNumber) -> GameChanged:
    """Let anybody join at a seat; whoever sat there does not any more. The host's right, before the start."""
    return _changed(call, await call.tables.open_seat(call.caller, id, seat, call.expected, call.key))


async def close_seat(call: Call, id: GameId, seat: SeatNumber) -> GameChanged:
    """Keep a seat for those whom the host lets in: it can then be joined with his token only.

    Whoever sat there does not any more. The host's right, before the start.
    """
    return _changed(call, await call.tables.close_seat(call.caller, id, seat, call.expected, call.key))


async def reissue_token(call: Call, id: GameId, body: Reissuing) -> TokenReissued:
    """Make the token of a seat anew, if it was lost or shall be somebody else's. The host's right.

    The one before ends at once, everywhere, and so do those made from it and the hold of an account on the seat.
    """
    made = await call.tables.reissue(call.caller, id, body.seat, call.expected, call.key)
    call.shows(made.game)
    return TokenReissued(made.game.shown(), made.seat, made.token)


async def narrow_token(call: Call, id: GameId, body: Narrowing) -> NarrowToken:
    """A token that may do less than yours, to be given away: it only lets see, or ends at some time.

    It ends with yours. Nothing is changed.
    """
    return await call.tables.narrow(call.caller, id, body.read_only, body.until)


async def open_games(
    call: Call,
    kind: Annotated[KindId | None, Meta(description="Only games of this kind, such as `dank-and-draft`.")] = None,
    first: FirstGames = 20,
    after: After = None,
) -> GamePage:
    """The games that wait for players and were created with visibility `OPEN`, the newest first.

    A page may hold fewer than `first` although there are more: go on until `next` is null.
    """
    return _games(await call.lobby.open_games(call.caller, kind, first, after))


async def viewer(call: Call) -> Account:
    """Who you are, by the token of your login."""
    return Account((await call.lobby.player(call.caller)).id)


async def viewer_games(call: Call, first: FirstGames = 20, after: After = None) -> GamePage:
    """The games in which you have a seat or are the host, by the token of your login, the newest first."""
    return _games(await call.lobby.games(await call.lobby.player(call.caller), first, after))


async def viewer_decisions(call: Call, first: FirstGames = 20, after: After = None) -> PendingDecisionPage:
    """What you must decide, in which game, since when, by the token of your login; those of the newest games first.

    A page may hold fewer than `first` although there are more: go on until `next` is null.
    """
    page = await call.lobby.pending(await call.lobby.player(call.caller), first, after)
    decisions = tuple(
        PendingDecision(one.version, one.since, one.decision, one.game.shown())
        for one in (edge.node for edge in page.edges)
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
    """Make moves of your seat: all of them or none."""
    return _changed(call, await call.tables.play(call.caller, id, body.sent(), call.expected, call.key))


async def resign(call: Call, id: GameId) -> GameChanged:
    """Resign: at every further decision of your seat the first of its legal moves is made for it."""
    return _changed(call, await call.tables.resign(call.caller, id, call.expected, call.key))


async def abandon(call: Call, id: GameId) -> GameChanged:
    """End the game before its end. The host's right."""
    return _changed(call, await call.tables.abandon(call.caller, id, call.expected, call.key))


async def legal_moves(
    call: Call,
    id: GameId,
    first: First = 100,
    after: Annotated[int, Meta(ge=0, le=MOST_SKIPPED, description="`next` of the page before.")] = 0,
    at: At = None,
) -> LegalMovePage:
    """The legal moves of your seat, ready to be sent; none while another seat decides.

    Give `at` with the version of the first page, so that all pages are of the same version.
    """
    return (await call.see(id, at)).legal_moves(first, after)


async def preview(call: Call, id: GameId, body: Moves, at: At = None) -> Preview:
    """What moves of your seat would lead to, as far as you can know. Changes nothing."""
    return (await call.tables.see(call.caller, id, at)).preview(body.sent())


async def why_not(call: Call, id: GameId, body: OneMove, at: At = None) -> Judgement:
    """Why your seat may not make a move now. Changes nothing."""
    problem = (await call.tables.see(call.caller, id, at)).why_not(Sent(None, body.move))
    return Judgement(problem is None, None if problem is None else detailed(problem))


async def suggestion(
    call: Call, id: GameId, bot: Annotated[BotKind, Meta(description="The bot.")], at: At = None
) -> Suggestion:
    """A legal move of your seat that a bot would make now, by what your seat knows."""
    return Suggestion(await call.tables.suggestion(await call.tables.see(call.caller, id, at), bot))


async def history(call: Call, id: GameId, first: First = 100, after: AfterVersion = 0, at: At = None) -> History:
    """What happened up to a version, in order and without gaps, as you may see it."""
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
        int, Meta(ge=0, le=LONGEST_WAIT, description="Seconds to wait where nothing has happened yet.")
    ] = 0,
) -> EventPage:
    """What happens in a game after a version, in order and without gaps, as you may see it.

    As JSON it is a page. Give `after` the `version` of the last answer, and `wait` to wait for the next: the answer comes as
    soon as there is one. As `text/event-stream` each version is an event whose id is the version; `Last-Event-ID` goes before
    `after`, and a game that has ended and is known to its end is answered 204. A problem that comes up later is an event
    `problem`, and the last one.
    """
    return await call.live.page(call.caller, id, after, float(wait), first)


async def follow(call: Call, id: GameId, after: AfterVersion = 0, **_: Any) -> Events:
    """`events` as a stream."""
    return await call.live.entries(call.caller, id, after)


# --- the list -----------------------------------------------------------------------------------------------------------------


TAGS: Mapping[str, str] = {
    "catalogue": "What can be played.",
    "games": "Games: which there are, creating, seeing and ending them.",
    "seats": "Who sits where, and the tokens for it.",
    "moves": "Moves: which are legal, what they lead to, and making them.",
    "log": "What happened, and what happens.",
    "viewer": "Somebody with an account: his games, and what he must decide.",
}


class Parameter(NamedTuple):
    """A parameter of a path or a query."""

    name: str
    text: str
    where: Literal["path", "query"]
    type: Any
    """Of its value where it is given, with its bounds."""
    required: bool
    default: Any

    @property
    def wanted(self) -> str:
        """What it is, for who gave something else."""
        type_, *metas = get_args(self.type)
        if isinstance(type_, EnumType):
            return " or ".join(type_.__members__)
        bounds = [(one.ge, one.le) for one in metas if one.ge is not None and one.le is not None]
        return f"a number from {bounds[-1][0]} to {bounds[-1][1]}" if bounds else "a text"

    @classmethod
    def of(cls, given: inspect.Parameter, hint: Any, path: str) -> Parameter:
        """A parameter of an operation's function.

        Raises:
            TypeError: it has no description.
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
    """What is answered at a path by a method.

    Args:
        method: `GET` or `POST`.
        path: below `PREFIX`.
        tag: under which of `TAGS` it is listed.
        use: the use case, as the module says.
        refuses: the problems of the use case. From these follows what the request may carry: `KeyReused` stands for an
            idempotency key, `VersionConflict` for a condition, those of `NEED_TOKEN` for a token.
        status: of a success.
        stream: the same as events, where it is also answered as such.
        etag: whether what is answered is of one version, and says so.
        price: what it costs by its parameters.
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
        self._defaults = {one.name: one.default for one in self.parameters}

    def cost(self, given: Mapping[str, Any]) -> int:
        """The points of a request with these parameters; see `schema.execution.cost`."""
        body = given.get("body")
        judged = {"body": len(body.moves)} if isinstance(body, Moves) else {}
        return math.ceil(self._price.of(0, {**self._defaults, **given, **judged}))


JUDGED = tuple(problem for problem in JUDGING if problem is not WrongGame)
"""A move that is sent by REST is always one of the game's own kind."""
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
"""Everything that REST answers."""


def forms(api: Api) -> dict[type, tuple[type, ...]]:
    """The types that stand for a base of theirs in the API of some games, one for each game."""
    made = api.game_types.values()
    return {
        Game: tuple(types.game for types in made),
        LegalMove: tuple(types.legal_move for types in made),
        LogEntry: tuple(types.log_entry for types in made),
        Preview: tuple(types.preview for types in made),
        NewGame: tuple(map(new_game, api.games.values())),
    }


ARGUMENTS: Mapping[str, str] = {"idempotencyKey": "Idempotency-Key", "gameId": "id", "game": "options"}
"""What REST calls arguments that GraphQL, after which problems name them, calls otherwise."""
