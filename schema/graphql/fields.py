"""Derives a GraphQL field from the declaration of an operation: its arguments, its result and its resolver."""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from types import NoneType
from typing import Annotated, Any, get_args, get_origin

import msgspec
import strawberry
from graphql import GraphQLError
from msgspec import NODEFAULT, Meta, Struct
from strawberry import Info

from taphouse.schema.execution.shared_values import Events, PlainEvents, SharedValue
from taphouse.schema.failures import Refused, or_problem
from taphouse.schema.graphql.choices import READ
from taphouse.schema.graphql.derive import Types, builtins
from taphouse.schema.operations.declaration import ACCOUNT, GAME, SUBSCRIPTION, VISITOR, Argument, Declaration, bare
from taphouse.schema.ports import Context
from taphouse.schema.prices import priced
from taphouse.schema.values.games import GameKind, MoveInputObject

INFO = Info[Context, None]
Convert = Callable[[Any], Any]
_BELOW = (GAME, ACCOUNT, VISITOR)
"""The types whose fields have a value that they belong to."""


def field(declaration: Declaration, types: Types, result: Any, on: str) -> Any:
    """The field of an operation with this result, for the body of a Strawberry type, which represents `on`."""
    resolve = _resolver(declaration, on)
    parameters = [] if on not in _BELOW else [_parameter("self", Any)]
    parameters += [
        _parameter("info", INFO),
        *(parameter(argument, types) for argument in declaration.arguments.values()),
    ]
    if on == SUBSCRIPTION:
        result = AsyncGenerator[result, None]
    signed(resolve, parameters, result)
    make: Any = strawberry.subscription if on == SUBSCRIPTION else strawberry.field
    return make(
        resolve, name=declaration.name, description=declaration.graphql_text, metadata=priced(declaration.price)
    )


def parameter(argument: Argument, types: Types, name: str = "") -> inspect.Parameter:
    """A parameter of a resolver for an argument, perhaps under another name in Python."""
    annotation = types.annotation(argument.hint, inputs=True)
    if argument.form.id:
        annotation = strawberry.ID | None if NoneType in get_args(bare(argument.hint)) else strawberry.ID
    described = Annotated[annotation, strawberry.argument(name=argument.graphql, description=argument.text)]
    return _parameter(name or argument.name, described, argument.default)


def signed(resolve: Any, parameters: list[inspect.Parameter], result: Any) -> None:
    """Give a function the signature of a resolver."""
    resolve.__signature__ = inspect.Signature(parameters, return_annotation=result)
    resolve.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": result}


def _parameter(name: str, annotation: Any, default: Any = NODEFAULT) -> inspect.Parameter:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if name == "self" else inspect.Parameter.KEYWORD_ONLY
    if default is NODEFAULT:
        return inspect.Parameter(name, kind, annotation=annotation)
    return inspect.Parameter(name, kind, annotation=annotation, default=default)


def _resolver(declaration: Declaration, on: str) -> Callable[..., Any]:
    read, call = _reader(declaration), declaration.call

    async def resolve(info: INFO, **given: Any) -> Any:
        try:
            return await call(info.context, None, read(given))
        except Refused as refused:
            return refused.told(info.context.caller.language)

    async def resolve_or_raise(info: INFO, **given: Any) -> Any:
        with _problem_as_error(info.context.caller.language):
            return await call(info.context, None, read(given))

    async def resolve_shared(info: INFO, **given: Any) -> Any:
        arguments = read(given)
        return await info.context.caller.scheduler.once(
            (declaration.name, *arguments.values()),
            lambda: or_problem(call(info.context, None, arguments), info.context.caller.language),
            waits=bool(arguments.get("wait")),
        )

    async def resolve_below(source: Any, info: INFO, **given: Any) -> Any:
        arguments = read(given)
        with _problem_as_error(info.context.caller.language):
            if not declaration.shared:
                return await call(info.context, source, arguments)
            key = declaration.name, source.game_id, source.version, *arguments.values()
            return await info.context.caller.scheduler.once(key, lambda: call(info.context, source, arguments))

    async def resolve_below_or_refuse(source: Any, info: INFO, **given: Any) -> Any:
        return await or_problem(call(info.context, source, read(given)), info.context.caller.language)

    async def subscribe(info: INFO, **given: Any) -> Any:
        return await _events_or_problem(call(info.context, None, read(given)), info.context.caller.language)

    refuses = declaration.refuses if on == declaration.on else ()
    if on == SUBSCRIPTION:
        return subscribe
    if on in _BELOW:
        return resolve_below_or_refuse if refuses else resolve_below
    if not refuses:
        return resolve_or_raise
    return resolve_shared if declaration.shared else resolve


def _reader(declaration: Declaration) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Makes the arguments of the use case from those of the field, with the defaults of those that are not given."""
    names = [(argument.name, argument.default) for argument in declaration.arguments.values()]
    conversions = {
        argument.name: convert
        for argument in declaration.arguments.values()
        if (convert := _conversion(argument)) is not None
    }

    def read(given: Mapping[str, Any]) -> dict[str, Any]:
        arguments = {name: given.get(name, default) for name, default in names}
        for name, convert in conversions.items():
            if arguments[name] is not None:
                arguments[name] = convert(arguments[name])
        return arguments

    return read


def _conversion(argument: Argument) -> Convert | None:
    """The function from the value of the field to that of the use case. None if they are the same."""
    if argument.form.clamped:
        return _clamp(argument)
    hint = bare(argument.hint)
    members = [bare(member) for member in get_args(hint) if member is not NoneType]
    whole = members[0] if NoneType in get_args(hint) else hint
    item = bare(get_args(whole)[0]) if get_origin(whole) is tuple else whole
    if item in READ:
        return READ[item]
    if item in (GameKind, MoveInputObject):
        return builtins
    if isinstance(item, type) and issubclass(item, Struct):
        return lambda value: msgspec.convert(builtins(value), whole)
    return None


def _clamp(argument: Argument) -> Convert:
    (bounds,) = [note for note in get_args(argument.hint) if isinstance(note, Meta) and note.ge is not None]
    least, most = bounds.ge, bounds.le
    return lambda value: max(least, min(value, most))


@contextmanager
def _problem_as_error(language: str) -> Iterator[None]:
    """Turn a refusal into a GraphQL error with the problem's code.

    For fields whose type is not a union, because only a cursor can be refused, or because Relay wants it so.
    """
    try:
        yield
    except Refused as refused:
        raise as_error(refused, language) from None


def as_error(refused: Refused, language: str) -> GraphQLError:
    """The GraphQL error with the code and the message of a problem."""
    return GraphQLError(refused.told(language).message, extensions={"code": refused.problem.code})


async def _events_or_problem(events: Awaitable[Events], language: str) -> Any:
    """The events, or a stream of the one problem that refused them."""
    try:
        return PlainEvents(await events)
    except Refused as refused:
        return PlainEvents(_only(refused.told(language)), refused=True)


async def _only(value: Any) -> Events:
    yield SharedValue(value)
