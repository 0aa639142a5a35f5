"""An operation of REST: its path, parameters, body, problems and price.

An operation is a function with a docstring as its description. Parameters that the path names are path parameters, `body` is
the request body, and the others are query parameters. The result is returned as JSON.
"""

from __future__ import annotations

import datetime
import inspect
import math
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import EnumType
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
import msgspec.inspect
from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.engine.vocabulary import lower_first
from taphouse.schema.execution.shared_values import Events
from taphouse.schema.game_view import Sight
from taphouse.schema.graphql.derive import documented
from taphouse.schema.graphql.game_types import MOST_LISTED
from taphouse.schema.graphql.queries import MOST_GAMES
from taphouse.schema.inputs import MARK, TICKET_TEXT, Cursor
from taphouse.schema.ports import Caller, Live, Lobby, Tables, Webhooks
from taphouse.schema.prices import LEAST, LOOK, SHOWN, Price
from taphouse.schema.problems import InputRefused, KeyReused, Problem, TicketRejected, VersionConflict
from taphouse.schema.request_problems import (
    NEED_TOKEN,
    PREFIX,
    Away,
    BadJson,
    BodyTooLarge,
    Broken,
    HeadTooLarge,
    HostRefused,
    Malformed,
    NotAcceptable,
    PreconditionFailed,
    Stopping,
    TooManyConnections,
    TooMuchAsked,
    TooSlow,
    UnsupportedMediaType,
)
from taphouse.schema.rest.bodies import Moves, Nothing
from taphouse.schema.results import Changed, GameChanged
from taphouse.schema.values import GameKind

MOST_VERSION = 10**15 - 1
"""The highest version that a client can ask for."""

Kind = Annotated[GameKind, Meta(extra_json_schema={"$ref": "GameKind"})]
At = Annotated[
    Annotated[int, Meta(ge=1, le=MOST_VERSION)] | None,
    Meta(description="A version of the game. Without it, the newest is used."),
]
AfterVersion = Annotated[
    Annotated[int, Meta(ge=0, le=MOST_VERSION)] | Annotated[str, Meta(pattern=f"^{MARK}$", examples=["17-1f3a9c27"])],
    Meta(
        description="List the entries after this version. 0 lists all. With its epoch, as in `17-1f3a9c27`, which is the id of "
        "its event, the answer says if the version was lost with a server of the store."
    ),
]
First = Annotated[int, Meta(ge=1, le=MOST_LISTED, description="The most items to return.")]
FirstGames = Annotated[int, Meta(ge=1, le=MOST_GAMES, description="The most items to return.")]
After = Annotated[Cursor | None, Meta(description="The `next` of the previous page.")]
SeatNumber = Annotated[Seat, Meta(description="The seat, counted from 1.")]


class Call:
    """A request to a use case: the caller and the conditions.

    Args:
        tables: the use cases of games.
        live: the use cases of following games.
        lobby: the use cases of listing games.
        webhooks: the use cases of webhooks.
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
        webhooks: Webhooks,
        caller: Caller,
        expected: int | None,
        key: str | None,
        shows: Callable[[Sight | None], None],
    ) -> None:
        self.tables, self.live, self.lobby, self.webhooks = tables, live, lobby, webhooks
        self.caller, self.expected, self.key = caller, expected, key
        self.shows = shows

    async def see(self, id: str, at: int | None) -> Sight:
        """The game as the caller sees it. Nothing of it is computed yet."""
        sight = await self.tables.see(self.caller, id, at)
        self.shows(sight)
        return sight


def changed(call: Call, result: Changed) -> GameChanged:
    """The result of a change. Tells the transport which game it shows."""
    call.shows(result.game)
    return GameChanged(result.game, result.entries)


class Parameter(NamedTuple):
    """A path or query parameter."""

    name: str
    text: str
    where: Literal["path", "query"]
    type: Any
    """The type of a given value, with its bounds."""
    required: bool
    default: Any
    read: Callable[[str], Any]
    """Converts a given text to the type. Raises `msgspec.ValidationError`."""

    @property
    def wanted(self) -> str:
        """The valid values, for error messages."""
        if (parts := _alternatives(self.type)) != [self.type]:
            return " or ".join([self._replace(type=part).wanted for part in parts])
        type_, *metas = get_args(self.type)
        if isinstance(type_, EnumType):
            return " or ".join(type_.__members__)
        if type_ is datetime.datetime:
            return "a time with a UTC offset, such as 2030-01-01T00:00:00Z"
        for meta in metas:
            for example in meta.examples or ():
                return f"a string such as {example}"
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
        type_ = Union[tuple(chosen)] if chosen else hint  # noqa: UP007 of a tuple
        required = given.default is inspect.Parameter.empty
        where: Literal["path", "query"] = "path" if f"{{{given.name}}}" in path else "query"
        return cls(given.name, texts[-1], where, type_, required, given.default, _reading(type_))


def _alternatives(type_: Any) -> list[Any]:
    """The members of a union; of another type, itself."""
    return [*get_args(type_)] if get_origin(type_) in (Union, UnionType) else [type_]


def _reading(type_: Any) -> Callable[[str], Any]:
    *others, last = map(_reading_one, _alternatives(type_))

    def read(text: str) -> Any:
        for one in others:
            with suppress(msgspec.ValidationError):
                return one(text)
        return last(text)

    return read if others else last


def _reading_one(type_: Any) -> Callable[[str], Any]:
    info = msgspec.inspect.type_info(type_)
    if (info.type if isinstance(info, msgspec.inspect.Metadata) else info) == msgspec.inspect.StrType():
        return str  # any text will do

    def read(text: str) -> Any:
        # Lenient for texts of digits only: it would also convert 1.0.
        return msgspec.convert(text, type_, strict=not text.isdecimal())

    return read


TICKET = "ticket"
"""The query parameter of streams that stands for a token."""
_TICKET = Parameter(TICKET, TICKET_TEXT, "query", str, False, None, str)
JSON, TEXT = "application/json", "text/plain; charset=utf-8"
JSON_LINES = "application/jsonl"
"""The media types of responses."""
ONE_GAME = Price(once=LOOK + SHOWN)


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
        endless: whether the stream does not end by itself; the ids of its events are then cursors, not versions.
        etag: whether the response represents one version and has an `ETag`.
        price: the price, by its parameters.
        anyone: whether it can succeed without a token, even if `refuses` implies one.
        media: the media type of a success. If it is `TEXT`, the response is the `text` of the result.
        written: the parts in which each item is written, by media type, if the response is a stream of the `items` of the
            result. The first media type is the usual one.
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
        endless: bool = False,
        etag: bool = True,
        price: Price = ONE_GAME,
        anyone: bool = False,
        media: str = JSON,
        written: Mapping[str, Callable[[Any], Iterable[str]]] | None = None,
    ) -> None:
        self.method, self.path, self.tag, self.use = method, PREFIX + path, tag, use
        self.status, self.stream, self.etag, self._price = status, stream, etag, price
        self.endless = endless
        self.written = written or {}
        self.offered = (*self.written,) or (media,)
        """The media types of successes, but that of server-sent events."""
        self.media = self.offered[0]
        """The usual one of them."""
        self.id = lower_first("".join(part.title() for part in use.__name__.split("_")))
        self.text = documented(use)
        hints = get_type_hints(use, include_extras=True)
        self.answer, self.body = hints.pop("return"), hints.get("body", Nothing)
        given = inspect.signature(use).parameters
        self.parameters = {
            name: Parameter.of(given[name], hint, path) for name, hint in hints.items() if name not in ("call", "body")
        }
        """The parameters by their names."""
        if stream is not None:
            self.parameters[TICKET] = _TICKET
        self.takes_key = KeyReused in refuses
        self.takes_condition = VersionConflict in refuses
        self.needs_token = not anyone and any(problem in NEED_TOKEN for problem in refuses)
        body = (BadJson, BodyTooLarge, UnsupportedMediaType) if method == "POST" else ()
        condition = (PreconditionFailed,) if self.takes_condition else ()
        ticket = (TicketRejected,) if stream is not None else ()
        early = (Malformed, HeadTooLarge, HostRefused, TooSlow, TooManyConnections)
        every = (*early, InputRefused, NotAcceptable, TooMuchAsked, Broken, Away, Stopping)
        self.problems = tuple(dict.fromkeys((*refuses, *ticket, *body, *condition, *every)))
        self._defaults = {name: parameter.default for name, parameter in self.parameters.items()}
        self._flat = (
            None if price.counted else max(LEAST, math.ceil(price.of(0, {})))
        )  # the cost, if no parameter changes it

    def cost(self, given: Mapping[str, Any]) -> int:
        """The cost of a request with these parameters, in the points of `schema.prices`."""
        if self._flat is not None:
            return self._flat
        body = given.get("body")
        values = {**self._defaults, **given, "body": body.moves if isinstance(body, Moves) else None}
        values |= {name: getattr(body, name) for name in self._price.counted if hasattr(body, name)}
        price = self._price
        return max(LEAST, math.ceil(price.of(0, {name: price.number(name, values[name]) for name in price.counted})))
