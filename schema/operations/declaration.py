"""Declares an operation: GraphQL, REST, the OpenAPI document, the Python client and the secrecy audit derive from it.

A declaration is a function. Its docstring is the description, its parameters are the arguments, and its return annotation is
the result. A function without a body stands for a use case that takes the caller and the same arguments. One with a body is
asynchronous, and takes the `Context`, and the game or the player that it is about, before the arguments.
docs/add-an-operation.md explains it by an example.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct

from taphouse.engine.vocabulary import lower_first
from taphouse.schema.descriptions import description, documented
from taphouse.schema.game_view import GameView
from taphouse.schema.inputs import MARK
from taphouse.schema.ports import Context
from taphouse.schema.prices import LOOK, SHOWN, Price
from taphouse.schema.problems.games import VersionConflict
from taphouse.schema.problems.inputs import KeyReused
from taphouse.schema.problems.sets import Problems

QUERY, MUTATION, SUBSCRIPTION = "Query", "Mutation", "Subscription"
GAME, ACCOUNT, VISITOR = "Game", "Account", "Visitor"
"""The GraphQL types that have operations as fields. Fields of `GAME` and `ACCOUNT` take the game or the player they belong to."""
ONLY_REST = ""
PLAIN = "text/plain"
JSON, TEXT = "application/json", f"{PLAIN}; charset=utf-8"
JSON_LINES = "application/jsonl"
EVENTS = "text/event-stream"
"""The media types of REST's responses."""
Words = Mapping[str, str]
"""The words for the markers in a description. Markers are for what only one transport has, such as `{last page}`."""
GRAPHQL_WORDS: Words = {
    "{last page}": "`hasNextPage` is false",
    "{your finished games}": "`Account.finishedGames`",
}
REST_WORDS: Words = {
    "{last page}": "`next` is null",
    "{your finished games}": "`GET /v1/account/games/finished`",
}
CHANGED_TEXT = "The game after the change, or why it was refused."
IN_CONTEXT = ("context", "game_view", "player", "return")
"""The parameters of a declaration that are no arguments."""


class ArgumentForm(Struct, frozen=True):
    """The form of an argument in the API, besides its type and its description. It stands in `Annotated`; the last one counts."""

    graphql: str = ""
    """Its name in GraphQL, if that is not the parameter's in camel case."""
    rest: str = ""
    """Its name in REST, likewise."""
    id: bool = False
    """True if it is an `ID` in GraphQL."""
    clamped: bool = False
    """True if GraphQL takes the nearest number within the bounds, where REST refuses."""
    text: str = ""
    """The description in REST, if it has a reason to be another."""
    spread: bool = False
    """True if the use case takes the fields of the value instead of the value."""


class Argument(Struct, frozen=True):
    """An argument of an operation."""

    name: str
    """As the use case has it."""
    hint: Any
    """Its type, with bounds and a description."""
    default: Any
    """`NODEFAULT` if it is required."""
    form: ArgumentForm

    @property
    def graphql(self) -> str:
        """Its name in GraphQL."""
        return self.form.graphql or camel(self.name)

    @property
    def rest(self) -> str:
        """Its name in REST."""
        return self.form.rest or camel(self.name)

    @property
    def required(self) -> bool:
        """True if it must be given."""
        return self.default is NODEFAULT

    @property
    def text(self) -> str:
        """Its description.

        Raises:
            TypeError: it has none.
        """
        text = description(self.hint)
        if not text:
            raise TypeError(f"the argument {self.name} has no description")
        return text


class RestPath(Struct, frozen=True, kw_only=True):
    """A method and a path of REST that an operation has."""

    method: str
    path: str
    """Below `PREFIX`. Arguments that it does not name are in the body of a `POST`, or parameters of a `GET`."""
    tag: str
    """One of `TAGS`."""
    id: str = ""
    """The id of the operation, if it is not the operation's name."""
    words: Words = {}
    """See `Words`."""
    more: str = ""
    """A paragraph at the end of the description."""
    body: tuple[str, str] = ("", "")
    """The name and the description of the body's type."""
    plain: str = ""
    """The member that a body of `text/plain` is. The others then have their defaults."""
    fixed: Mapping[str, Any] = {}
    """Arguments whose values the path implies."""
    refuses: Problems | None = None
    """The problems, if they are not those of the operation."""
    price: Price | None = None
    """The price, if it is not that of the operation, plus that of the games shown."""
    status: int = 200
    """The HTTP status of a success."""
    etag: bool = True
    """True if the response represents one version and has an `ETag`."""
    anyone: bool = False
    """True if it can succeed without a token, even if a problem implies one."""
    answer: Any = None
    """The type of a success, if it is not the result: its `of` converts the result."""
    media: str = JSON
    """The media type of a success. If it is `TEXT`, the response is the `text` of the result."""
    written: Mapping[str, Callable[[Any], Iterable[str]]] = {}
    """The parts in which each item is written, by media type, if the response is a stream of the `items` of the result."""
    stream: Declaration | None = None
    """The subscription that the same path gives as server-sent events."""
    fields: Mapping[str, str] = {}
    """The members of a game or of log entries among which a client can choose, as in `partial_answers`."""
    endless: bool = False
    """True if the stream does not end by itself."""
    ids: str = MARK
    """The ids of its events, as a regular expression, if they have any: versions with their epochs, or cursors."""
    marked: bool = False
    """True if `after` is a version that may have its epoch behind it, and so stands for `epoch` too."""


class Declaration:
    """An operation.

    Args:
        function: see the module.
        on: the GraphQL type whose field it is, or `ONLY_REST`.
        refuses: its problems.
        rest: its paths in REST.
        name: its name in the API, if it is not the function's in camel case.
        use: the name of the use case, if it is not the function's.
        union: the name of GraphQL's union of the result and the problems, if it is not the name with `Result`.
        outcome: the description of that union.
        price: its price.
        words: see `Words`, in GraphQL.
        more: what GraphQL appends to the description.
        shared: true if fields of one request that ask for the same are answered by one read.
        also: another GraphQL type that has the same field, with its problems as errors in place of a union.

    Raises:
        TypeError: it takes an expected version or an idempotency key, but is not refused for it, or the reverse.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        on: str,
        refuses: Problems,
        rest: tuple[RestPath, ...],
        *,
        name: str = "",
        use: str = "",
        union: str = "",
        outcome: str = CHANGED_TEXT,
        price: Price = Price(once=LOOK),  # noqa: B008 -- immutable
        words: Words = {},  # noqa: B006 -- immutable
        more: str = "",
        shared: bool = False,
        also: str = "",
    ) -> None:
        self.function, self.on, self.refuses, self.rest, self.also = function, on, refuses, rest, also
        self.name = name or camel(function.__name__)
        self.use = use or function.__name__
        self.union = union or self.name[0].upper() + self.name[1:] + "Result"
        self.outcome, self.price, self.shared = outcome, price, shared
        self._words, self._more = words, more
        parameters = inspect.signature(function).parameters
        self._takes_context = "context" in parameters
        self.has_body = inspect.iscoroutinefunction(function)
        """True if the function has a body, and so must be called instead of a use case."""
        hints = get_type_hints(function, include_extras=True)
        self.result: Any = hints["return"]
        self.arguments = {
            name: Argument(name, hint, _default(parameters[name]), form_of(hint))
            for name, hint in hints.items()
            if name not in IN_CONTEXT
        }
        """The arguments by the names of the parameters."""
        for argument, problem in (("expected", VersionConflict), ("key", KeyReused)):
            if (argument in self.arguments) != (problem in refuses):
                raise TypeError(
                    f"{self.name} takes {argument} without being refused with {problem.__name__}, or the reverse"
                )
        self._spread = [name for name, argument in self.arguments.items() if argument.form.spread]

    @property
    def graphql_text(self) -> str:
        """The description in GraphQL, which has no paragraphs."""
        return " ".join(worded(f"{documented(self.function)} {self._more}", {**GRAPHQL_WORDS, **self._words}).split())

    def rest_text(self, rest: RestPath) -> str:
        """The description in REST."""
        text = worded(documented(self.function), {**REST_WORDS, **rest.words})
        return f"{text}\n\n{inspect.cleandoc(rest.more)}" if rest.more else text

    def rest_price(self, rest: RestPath) -> Price:
        """The price in REST, which encodes whole games."""
        if rest.price is not None:
            return rest.price
        return msgspec.structs.replace(self.price, once=self.price.once + SHOWN) if self.shows_game else self.price

    @cached_property
    def shows_game(self) -> bool:
        """True if the result is a game, or has one."""
        return self.result is GameView or "game" in getattr(self.result, "__struct_fields__", ())

    @property
    def changes_game(self) -> bool:
        """True if it changes a game that is there, so that a client can expect a version."""
        return "expected" in self.arguments

    @property
    def parameters(self) -> frozenset[str]:
        """The parameters of its use case, besides the caller."""
        names = set()
        for name, argument in self.arguments.items():
            names |= {*bare(argument.hint).__struct_fields__} if argument.form.spread else {name}
        return frozenset(names)

    def call(self, context: Context, source: Any, arguments: Mapping[str, Any]) -> Awaitable[Any]:
        """Call the use case.

        Args:
            context: the use cases and the caller.
            source: the game or the player that the operation is about. None for other operations.
            arguments: all arguments.
        """
        answer: Awaitable[Any]
        if self.has_body:
            first = [context] * self._takes_context + [source] * (source is not None)
            answer = self.function(*first, **arguments)
        elif not self._spread:
            answer = context.use_cases[self.use](context.caller, **arguments)
        else:
            given = dict(arguments)
            for name in self._spread:
                given |= msgspec.structs.asdict(given.pop(name))
            answer = context.use_cases[self.use](context.caller, **given)
        return answer


def declare(
    on: str, refuses: Problems = (), rest: RestPath | tuple[RestPath, ...] = (), **more: Any
) -> Callable[[Callable[..., Any]], Declaration]:
    """Declare the operation of a function. `more` are the other arguments of `Declaration`."""
    paths = (rest,) if isinstance(rest, RestPath) else rest
    return lambda function: Declaration(function, on, refuses, paths, **more)


def get(path: str, tag: str, **more: Any) -> RestPath:
    """A `GET` of REST."""
    return RestPath(method="GET", path=path, tag=tag, **more)


def post(path: str, tag: str, **more: Any) -> RestPath:
    """A `POST` of REST."""
    return RestPath(method="POST", path=path, tag=tag, **more)


def camel(name: str) -> str:
    """A name of Python as the API has it."""
    return lower_first("".join(part.title() for part in name.split("_")))


def worded(text: str, words: Words) -> str:
    """A text with words for its markers."""
    for marker, said in words.items():
        text = text.replace(marker, said)
    return text


def bare(hint: Any) -> Any:
    """A type without what `Annotated` adds."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _default(parameter: inspect.Parameter) -> Any:
    return NODEFAULT if parameter.default is inspect.Parameter.empty else parameter.default


def form_of(hint: Any) -> ArgumentForm:
    """The form of an argument of a type."""
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((note for note in reversed(notes) if isinstance(note, ArgumentForm)), ArgumentForm())
