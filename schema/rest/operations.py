"""All operations of REST. The service's routes and the OpenAPI document both derive from the list `OPERATIONS`."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterator, Mapping
from enum import EnumType
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
import msgspec.inspect
from msgspec import NODEFAULT, Meta

from taphouse.schema.concepts.tickets import TICKET_TEXT
from taphouse.schema.execution.shared_values import Events
from taphouse.schema.game_view import Changed, GameView
from taphouse.schema.inputs import MARK
from taphouse.schema.operations.answers import AccountEvents, GamePage
from taphouse.schema.operations.arguments import At, GameOf
from taphouse.schema.operations.declaration import (
    ACCOUNT,
    EVENTS,
    GAME,
    SUBSCRIPTION,
    Argument,
    ArgumentForm,
    Declaration,
    RestPath,
    bare,
    form_of,
)
from taphouse.schema.paging import number_of
from taphouse.schema.partial_answers import Fields, check_fields, minimal, part_of_entry, part_of_game
from taphouse.schema.ports import Context
from taphouse.schema.prices import LEAST
from taphouse.schema.problems.base import Problem
from taphouse.schema.problems.callers import TicketRejected
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.sets import ACCOUNT as ACCOUNT_REFUSED
from taphouse.schema.problems.sets import READING
from taphouse.schema.registry import DECLARATIONS
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
from taphouse.schema.rest.bodies import Nothing, body_type, of_a_kind, read_body
from taphouse.schema.results import GameChanged, GameNews
from taphouse.schema.served_games import ServedGames
from taphouse.schema.values.games import Game as ShownGame
from taphouse.schema.values.games import LegalMove, LogEntry, Preview, World
from taphouse.schema.values.new_games import GameAsked
from taphouse.schema.values.versions import mark_of

MarkedVersion = Annotated[
    str,
    Meta(
        pattern=f"^{MARK}$",
        examples=["17", "17-1f3a9c27"],
        description="List the entries after this version. 0 lists all. With its epoch, as in `17-1f3a9c27`, which is the id of "
        "its event, the answer says if the version was lost with a server of the store.",
    ),
]
_ABOVE: Mapping[str, tuple[type[Problem], ...]] = {GAME: READING, ACCOUNT: ACCOUNT_REFUSED}
"""The problems of reading the game or the account that an operation belongs to."""
_HEADERS = ("expected", "key")
"""The arguments that are headers."""
_GAME, _AT = Argument("game", GameOf, NODEFAULT, form_of(GameOf)), Argument("at", At, None, ArgumentForm())
"""The game that an operation belongs to."""


_TRUTHS = ("true", "false")


class Parameter(NamedTuple):
    """A path or query parameter."""

    name: str
    text: str
    where: Literal["path", "query"]
    type: Any
    """The type of a given value, with its bounds."""
    required: bool
    default: Any
    read: Callable[[Any], Any]
    """Converts a given text to the type. Raises `msgspec.ValidationError`."""
    many: bool
    """True if it is a list, with commas or given several times: `read` takes the texts of its items."""

    @property
    def wanted(self) -> str:
        """The valid values, for error messages."""
        type_, *notes = get_args(self.type) or (self.type,)
        metas = [note for note in notes if isinstance(note, Meta)]
        if isinstance(type_, EnumType):
            return " or ".join(type_.__members__)
        if type_ is bool:
            return " or ".join(_TRUTHS)
        if type_ is datetime.datetime:
            return "a time with a UTC offset, such as 2030-01-01T00:00:00Z"
        for meta in metas:
            if meta.examples:
                return f"a string such as {' or '.join(meta.examples)}"
        if get_origin(type_) is tuple:
            return "names with commas between them"
        bounds = [(meta.ge, meta.le) for meta in metas if meta.ge is not None and meta.le is not None]
        return f"a number from {bounds[-1][0]} to {bounds[-1][1]}" if bounds else "a string"

    @classmethod
    def of(cls, argument: Argument, path: str) -> Parameter:
        """The parameter of an argument."""
        whole, name = bare(argument.hint), argument.rest
        is_union = get_origin(whole) in (Union, UnionType)
        (type_,) = [part for part in get_args(whole) if part is not NoneType] if is_union else [argument.hint]
        where: Literal["path", "query"] = "path" if f"{{{name}}}" in path else "query"
        required, default = argument.required or where == "path", argument.default
        text = argument.form.text or argument.text
        many = get_origin(bare(type_)) is tuple
        return cls(name, text, where, type_, required, default, _reading(type_), many)


def _reading(type_: Any) -> Callable[[str], Any]:
    info = msgspec.inspect.type_info(type_)
    info = info.type if isinstance(info, msgspec.inspect.Metadata) else info
    if info == msgspec.inspect.StrType():
        return str  # any text will do
    number, truth = (isinstance(info, kind) for kind in (msgspec.inspect.IntType, msgspec.inspect.BoolType))

    def read(text: str) -> Any:
        # Lenient for numbers of digits only: it would also convert 1.0, and take a number for a time.
        lenient = (number and text.isdecimal()) or (truth and text in _TRUTHS)
        return msgspec.convert(text, type_, strict=not lenient)

    return read


TICKET = "ticket"
"""The query parameter of streams that stands for a token."""
_TICKET = Parameter(TICKET, TICKET_TEXT, "query", str, False, None, str, False)
FIELDS = "fields"
"""The query parameter that chooses the members of what is shown."""
_FIELDS_TEXT = (
    "The members that you want of the game, or of each entry, such as `version`. Without it, all. The others are left out, "
    "though the schema requires them."
)
_FIELDS = Parameter.of(Argument(FIELDS, Fields, None, ArgumentForm(text=_FIELDS_TEXT)), "")


class Operation:
    """An operation: a method at a path.

    Args:
        declaration: what it does.
        rest: the path.
    """

    __slots__ = (
        "_counted",
        "_declaration",
        "_defaults",
        "_fixed",
        "_flat",
        "_in_body",
        "_known",
        "_names",
        "_price",
        "_rest",
        "_short_price",
        "_stream",
        "answer",
        "body",
        "endless",
        "etag",
        "id",
        "ids",
        "media",
        "method",
        "offered",
        "parameters",
        "path",
        "plain",
        "resumes",
        "shortens",
        "status",
        "streams",
        "tag",
        "takes_condition",
        "takes_key",
        "text",
        "without_token",
        "written",
    )

    def __init__(self, declaration: Declaration, rest: RestPath) -> None:
        self._declaration, self._rest = declaration, rest
        self.method, self.path, self.tag = rest.method, PREFIX + rest.path, rest.tag
        self.status, self.etag, self.endless, self.written = rest.status, rest.etag, rest.endless, rest.written
        self.ids = rest.ids
        stream = declaration if declaration.on == SUBSCRIPTION else rest.stream
        self._stream, self.streams = stream, stream is not None
        """The subscription that it gives as server-sent events, and true if there is one."""
        self.offered = () if stream is declaration else (*self.written,) or (rest.media,)
        """The media types of successes, but that of server-sent events."""
        self.plain = rest.plain
        """See `RestPath.plain`."""
        self.media = rest.media if not self.offered else self.offered[0]
        """The usual one of them."""
        self.id, self.text = rest.id or declaration.name, declaration.rest_text(rest)
        self.answer = rest.answer or declaration.result
        """The type of a success."""
        arguments = _arguments(declaration, rest)
        self._in_body = [one for one in arguments if rest.method == "POST" and not _is_parameter(one, rest)]
        self.body: Any = body_type(declaration.name, rest.body, self._in_body) if self._in_body else Nothing
        self.parameters = {one.rest: Parameter.of(one, rest.path) for one in arguments if one not in self._in_body}
        """The parameters by their names."""
        self._names = {one.rest: one.name for one in arguments}
        self.resumes = stream is not None and ("after" in stream.arguments or not (self.offered or self.endless))
        """True if its stream reads the id of the last event, to go on or to see that the game has ended."""
        if stream is not None and TicketRejected in stream.refuses:
            self.parameters[TICKET] = _TICKET
        self._known = rest.fields
        if rest.fields:
            self.parameters[FIELDS] = _FIELDS
        self.shortens = rest.method == "POST" and declaration.shows_game
        """True if its answer can be minimal."""
        self.takes_key = "key" in declaration.arguments
        self.takes_condition = declaration.changes_game
        missing: Any = None if rest.anyone else next((one for one in self._refuses() if one in NEED_TOKEN), None)
        self.without_token: Callable[[], Problem] | None = missing
        """Makes the problem of a request without a token; None if it needs none."""
        self._fixed = {**{one.name: one.default for one in arguments if not one.required}, **rest.fixed}
        self._defaults = {name: parameter.default for name, parameter in self.parameters.items()}
        self._price = price = declaration.rest_price(rest)
        self._short_price = price if rest.price is not None else declaration.price
        """Its price if no whole game is shown."""
        self._counted = price.counted
        self._flat = (
            None if self._counted else max(LEAST, math.ceil(price.of(0, {})))
        )  # the cost, if no parameter changes it

    async def use(
        self,
        context: Context,
        given: Mapping[str, Any],
        expected: int | None = None,
        key: str | None = None,
        *,
        short: bool = False,
    ) -> Any:
        """Execute the operation.

        Args:
            context: the use cases and the caller.
            given: the parameters, and the body under that name.
            expected: the version that the game must be at.
            key: the client's idempotency key.
            short: True for a minimal answer.

        Raises:
            Refused: it is refused.
        """
        declaration, arguments = self._declaration, self._values(given)
        fields = given.get(FIELDS)
        if fields is not None:
            check_fields(fields, self._known)
        if self.takes_condition:
            arguments["expected"] = expected
        if self.takes_key:
            arguments["key"] = key
        source: Any = None
        if declaration.on == GAME:
            number_of(arguments.get("after"))  # before what may find that nothing has changed
            game, at = arguments.pop("game"), arguments.pop("at")
            source = await (context.see(game, at) if self.etag else context.use_cases["see"](context.caller, game, at))
        elif declaration.on == ACCOUNT:
            source = await context.use_cases["player"](context.caller)
        result = await declaration.call(context, source, arguments)
        if self.etag and not declaration.has_body:
            context.shows(result if isinstance(result, GameView) else result.game)
        return minimal(result) if short else self._shown(result, fields)

    @property
    def problems(self) -> tuple[type[Problem], ...]:
        """All problems that it answers with. They are listed when the document is made: no request needs them."""
        body = (BadJson, BodyTooLarge, UnsupportedMediaType) if self.method == "POST" else ()
        condition = (PreconditionFailed,) if self.takes_condition else ()
        ticket = (TicketRejected,) if TICKET in self.parameters else ()
        early = (Malformed, HeadTooLarge, HostRefused, TooSlow, TooManyConnections)
        every = (*early, InputRefused, NotAcceptable, TooMuchAsked, Broken, Away, Stopping)
        return tuple(dict.fromkeys((*self._refuses(), *ticket, *body, *condition, *every)))

    def _refuses(self) -> tuple[type[Problem], ...]:
        """The problems that are declared."""
        declared = self._declaration.refuses if self._rest.refuses is None else self._rest.refuses
        return (*_ABOVE.get(self._declaration.on, ()), *declared)

    @property
    def in_body(self) -> tuple[Any, ...]:
        """The types of the arguments in the body."""
        return tuple([bare(one.hint) for one in self._in_body])

    def _shown(self, result: Any, fields: tuple[str, ...] | None) -> Any:
        """The body of the answer, with some or all members of what it shows."""
        if isinstance(result, Changed):
            return GameChanged(result.game, result.entries)
        answer = result if self._rest.answer is None else self._rest.answer.of(result)
        if fields is None:
            return answer
        if isinstance(answer, GameView):
            return part_of_game(answer, fields)
        entries = tuple([part_of_entry(entry, fields) for entry in answer.entries])
        return msgspec.structs.replace(answer, entries=entries)

    async def follow(self, context: Context, given: Mapping[str, Any]) -> Events:
        """Start the stream of the operation. See `use`.

        Raises:
            TypeError: it has none.
        """
        stream = self._stream
        if stream is None:
            raise TypeError(f"{self.id} has no stream")
        if self._known:
            check_fields(given.get(FIELDS), self._known)
        arguments = self._values(given)
        events: Events = await stream.call(context, None, {name: arguments[name] for name in stream.arguments})
        return events

    def _values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of the use case, but those that are headers."""
        names = self._names
        values = {**self._fixed, **{names[name]: value for name, value in given.items() if name in names}}
        if "body" in given:
            values |= read_body(given["body"], self._in_body)
        if self._rest.marked:
            values["after"], values["epoch"] = mark_of(values["after"])
        return values

    def cost(self, given: Mapping[str, Any], *, short: bool = False) -> int:
        """The cost of a request with these parameters, in the points of `schema.prices`, perhaps for a minimal answer."""
        price = self._price
        if short or "table" not in given.get(FIELDS, ("table",)):
            price = self._short_price
        elif self._flat is not None:
            return self._flat
        body, numbers = given.get("body"), {}
        for name in self._counted:
            value = given[name] if name in given else self._defaults.get(name, getattr(body, name, None))
            numbers[name] = price.number(name, value)
        return max(LEAST, math.ceil(price.of(0, numbers)))


def _arguments(declaration: Declaration, rest: RestPath) -> list[Argument]:
    """The arguments that are no headers, with those of the game that the operation belongs to."""
    left = [one for name, one in declaration.arguments.items() if name not in _HEADERS and name not in rest.fixed]
    if rest.marked:
        after = Argument("after", MarkedVersion, str(declaration.arguments["after"].default), ArgumentForm())
        left = [after if one.name == "after" else one for one in left if one.name != "epoch"]
    if declaration.on == GAME:
        left = [_GAME, *left, _AT]
    in_path = [one for one in left if f"{{{one.rest}}}" in rest.path]
    in_path.sort(key=lambda one: rest.path.index(f"{{{one.rest}}}"))
    return [*in_path, *(one for one in left if one not in in_path)]


def _is_parameter(argument: Argument, rest: RestPath) -> bool:
    return argument is _AT or f"{{{argument.rest}}}" in rest.path


TAGS: Mapping[str, str] = {
    "catalogue": "The kinds of games.",
    "games": "List, create, read and end games.",
    "seats": "Seats and their tokens.",
    "moves": "List, preview and make moves.",
    "agreements": "Take moves back, propose something to the other seats, and play again.",
    "log": "Read and follow the log of a game.",
    "account": "Your account, its games, their records, pending decisions and webhooks.",
    "webhooks": "The webhooks of a game.",
    "players": "Profiles of players, and those whom you have befriended or blocked.",
    "talk": "What players and spectators say beside the game.",
    "operators": "What the operators of the service can do, with tokens of their own.",
    "reports": "What is wrong at a table, for the operator.",
}

STREAM = "/stream"
"""The end of the path that only a stream has."""


def _operations(declaration: Declaration, rest: RestPath) -> Iterator[Operation]:
    """The operation at a path, and its stream at a path of its own."""
    yield Operation(declaration, rest)
    if rest.stream is not None:
        # Generators make one function of each path, for JSON where it gives both.
        yield Operation(
            rest.stream,
            msgspec.structs.replace(
                rest,
                path=rest.path + STREAM,
                id=f"{rest.id or declaration.name}Stream",
                more=f"The same stream as `GET {PREFIX}{rest.path}` gives as `{EVENTS}`.",
                media=EVENTS,
                refuses=declaration.refuses if rest.refuses is None else rest.refuses,
                answer={AccountEvents: GameNews, GamePage: GamePage}.get(rest.answer),
                price=None,
                stream=None,
            ),
        )


OPERATIONS = tuple(
    [one for declaration in DECLARATIONS for rest in declaration.rest for one in _operations(declaration, rest)]
)
"""All operations of REST."""
ASKING = tuple([operation.body for operation in OPERATIONS if GameAsked in operation.in_body])
"""The bases of the bodies that ask for a kind of game."""


def forms(served: ServedGames) -> dict[type, tuple[type, ...]]:
    """The concrete types of each abstract base, one for each game that is served."""
    made = served.game_types.values()
    return {
        ShownGame: tuple(types.game for types in made),
        LegalMove: tuple(types.legal_move for types in made),
        LogEntry: tuple(types.log_entry for types in made),
        Preview: tuple(types.preview for types in made),
        World: tuple(types.world for types in made),
        **{body: tuple([of_a_kind(game, body) for game in served.games.values()]) for body in ASKING},
    }


ARGUMENTS: Mapping[str, str] = {"idempotencyKey": "Idempotency-Key", "gameId": "id", "game": "options"}
"""The REST names of arguments that have another name in GraphQL. Problems use the GraphQL names."""
