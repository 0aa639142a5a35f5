"""Executes operations: graphql-core's executor, with compiled selections wherever the fields are plain."""

from __future__ import annotations

import asyncio
import enum
import hashlib
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from inspect import isawaitable
from typing import Any, cast

import msgspec
from graphql import (
    ASTValidationRule,
    ExecutionResult,
    GraphQLError,
    GraphQLFormattedError,
    GraphQLNonNull,
    GraphQLOutputType,
    GraphQLResolveInfo,
    GraphQLSchema,
    NoSchemaIntrospectionCustomRule,
    OperationType,
    ValueNode,
    create_source_event_stream,
    located_error,
    specified_rules,
)
from graphql.execution import Executor
from graphql.execution.collect_fields import FieldDetailsList
from graphql.pyutils import Path
from msgspec import Struct

from taphouse.schema.execution.compiled_selections import Asked, Interpret, Resolve
from taphouse.schema.execution.documents import Document, Documents, Wrong
from taphouse.schema.execution.limits import LIMITS, Limits, beyond, check_variables
from taphouse.schema.execution.plain_fields import TypesOfValues
from taphouse.schema.failures import RateLimited, Unavailable
from taphouse.schema.shared_values import SharedValue

MOST_TOLD = 1 << 17
"""The bytes of an answer to one event. What a subscription asks for is answered again at every version, so it is less than
what a query may ask for."""
MASKED = "Internal error; quote this id to the operators."
UNAVAILABLE = "UNAVAILABLE"
AGAIN = "Send the request again in a moment; with the same idempotency key it is done only once."


QUERY, MUTATION, SUBSCRIPTION = OperationType.QUERY, OperationType.MUTATION, OperationType.SUBSCRIPTION


class Answer(enum.Enum):
    """How far an operation came."""

    EXECUTED = "executed"
    REQUEST_ERROR = "request-error"
    """Nothing was executed: the document, the variables or the operation's name are wrong."""
    NOT_HERE = "not-here"
    """Nothing was executed: an operation of this type is not answered in this way."""


class Result(Struct, frozen=True):
    """What came of an operation."""

    answer: Answer
    data: dict[str, Any] | None
    errors: tuple[GraphQLFormattedError, ...] = ()
    operation: str = ""
    """Its name in the document, empty when it has none or was not found."""
    type: str = ""
    """`query`, `mutation` or `subscription`, empty when the operation was not found."""
    cost: int = 0
    """What it was estimated to cost, in the points of `cost`; 0 where the request was refused before that was known."""

    @property
    def unavailable(self) -> bool:
        """Whether something that is needed to answer is away."""
        return any(error.get("extensions", {}).get("code") == UNAVAILABLE for error in self.errors)

    def body(self) -> dict[str, Any]:
        """As GraphQL's section "Response" has it: errors only if there are any, data only if something was executed."""
        body: dict[str, Any] = {"errors": self.errors} if self.errors else {}
        if self.answer is Answer.EXECUTED:
            body["data"] = self.data
        return body

    def encoded(self, extensions: Mapping[str, Any] | None = None) -> bytes:
        """The body as JSON, with what a transport has to add."""
        return msgspec.json.encode(self.body() | ({"extensions": extensions} if extensions else {}))


class Stream(Struct, frozen=True):
    """The answers to a subscription. Whoever takes it closes it, whether he has read anything or not."""

    bodies: AsyncGenerator[bytes, None]
    """Each as JSON, like `Result.encoded`."""
    operation: str
    """Its name in the document, empty when it has none."""
    source: AsyncGenerator[SharedValue, None]
    cost: int
    """What each event is estimated to cost, in the points of `cost`."""

    async def aclose(self) -> None:
        """Give everything back."""
        await self.bodies.aclose()
        await self.source.aclose()


class Executable:
    """A schema that can be asked, with the documents it was asked before.

    Args:
        schema: Strawberry's `_schema`. Its resolvers get `info.context`; extensions of Strawberry are not run.
        on_bug: told each kind of exception of a request that is no `GraphQLError`; returns the id that the client gets.
        cache_size: how many documents are kept.
        limits: how large a document may be, and how much it may ask for.
        introspection: whether the schema may be asked for.
        compiled: whether selections are compiled, or all is left to the interpreter.
        rules: what a document must keep besides the specification's rules.
        admit: awaited with what `make_context` made before the schema is told, which no resolver is asked for; may raise
            `RateLimited`.
    """

    def __init__(
        self,
        schema: GraphQLSchema,
        on_bug: Callable[[BaseException], str],
        *,
        cache_size: int = 512,
        limits: Limits = LIMITS,
        introspection: bool = True,
        compiled: bool = True,
        rules: Iterable[type[ASTValidationRule]] = (),
        admit: Callable[[Any], Awaitable[None]] | None = None,
    ) -> None:
        hidden = () if introspection else (NoSchemaIntrospectionCustomRule,)
        self.schema = schema
        self.documents = Documents(schema, (*specified_rules, *hidden, *rules), cache_size, limits)
        self._types = TypesOfValues(schema) if compiled else None
        self._limits = limits
        self._on_bug, self._admit = on_bug, admit

    async def execute(
        self,
        query: str,
        variables: Mapping[str, Any] | None,
        operation_name: str | None,
        make_context: Callable[[int], Any],
        *,
        allow: Collection[OperationType],
        reading: Callable[[int], Awaitable[None]] | None = None,
    ) -> Result | Stream:
        """Execute an operation of a document. No exception of a resolver comes through; see `Result.errors`.

        Args:
            query: the document.
            variables: their values.
            operation_name: which of the document's operations; None where there is one.
            make_context: makes what resolvers find in `info.context` from what the operation costs, anew for each event of
                a subscription.
            allow: the types of operations that may be executed. Only a subscription that started gives a `Stream`.
            reading: awaited with what it costs to read the document, before it is read, where it is not known yet.

        Raises:
            RateLimited: by `reading`.
        """
        price = 0 if reading is None else self.documents.price(query)
        if reading is not None and price:
            await reading(price)
        document = self.documents.get(query)
        if isinstance(document, Wrong):
            return _request_error(document.errors)
        try:
            check_variables(variables or {}, self._limits)
            operation = document.operation(operation_name)
            name, type_ = operation.name.value if operation.name else "", operation.operation
            if self.schema.get_root_type(type_) is None:
                raise GraphQLError(f"There are no {type_.value}s here.", operation)
            if type_ not in allow:
                return Result(Answer.NOT_HERE, None, (), name, type_.value)
            executor = _Executor.build(
                self.schema,
                document.node,
                raw_variable_values=dict(variables or {}),
                operation_name=operation_name,
                hide_suggestions=True,
                owner=document,
                types=None if document.introspects else self._types,  # there, no field is plain
            )
        except GraphQLError as error:
            executor = [error]
        if isinstance(executor, list):
            return _request_error(executor)
        cost = document.cost(operation, executor.variable_values.coerced)
        if cost > self._limits.cost:
            message = (
                "The operation would cost {figure} points, and {limit} are allowed: ask for less at once, such as for smaller "
                "pages or in several requests."
            )
            refused = beyond("TOO_COSTLY", self._limits.cost, cost, message)
            return Result(Answer.REQUEST_ERROR, None, (refused.formatted,), name, type_.value, cost)
        executor.context_value = context = make_context(cost)
        if document.introspects and self._admit is not None:
            try:
                await self._admit(context)
            except RateLimited as limited:
                return Result(Answer.REQUEST_ERROR, None, (limited.formatted,), name, type_.value, cost)
        if type_ is SUBSCRIPTION:
            source = create_source_event_stream(executor)
            events = cast(Any, await source if isawaitable(source) else source)
            if isinstance(events, ExecutionResult):
                return Result(Answer.EXECUTED, None, self._shown(events.errors or ()), name, type_.value, cost)
            asked = _asked(query, document, executor)
            bodies = self._bodies(document, executor, events, lambda: make_context(cost), asked)
            return Stream(bodies, name, events, cost)
        running: Any = executor.execute_operation()
        return self._result(await running if isawaitable(running) else running, name, type_.value, cost)

    async def _bodies(
        self,
        document: Document,
        executor: Executor[Any],
        events: AsyncGenerator[SharedValue, None],
        make_context: Callable[[], Any],
        asked: bytes,
    ) -> AsyncGenerator[bytes, None]:
        """The answers to a subscription: for each event one, and at last why there are no more, if they broke off."""

        def finished(told: SharedValue, done: ExecutionResult) -> bytes:
            body = self._result(done, "", "", 0).encoded()
            told.answers.pop(asked, None)
            if not done.errors:  # else who asks later may have more luck
                told.keep(asked, body)
            return body

        async def later(told: SharedValue, running: Awaitable[ExecutionResult]) -> bytes:
            return finished(told, await running)

        try:
            async for told in events:
                body = told.answers.get(asked)
                if body is None:
                    document.used()
                    event = executor.build_per_event_executor(told.value)
                    event.context_value = make_context()
                    done: Any = event.execute_operation(False)
                    if isawaitable(done):
                        body = told.answers[asked] = asyncio.ensure_future(later(told, done))
                    else:
                        body = finished(told, done)
                    await asyncio.sleep(0)  # others want to be answered too
                if not isinstance(body, bytes):
                    body = await asyncio.shield(body)  # one may leave while others wait for the same
                if len(body) > MOST_TOLD:
                    message = "An event is answered with {limit} bytes at most, not {figure}: ask for less."
                    raise beyond("TOO_MUCH", MOST_TOLD, len(body), message)
                yield body
        except Exception as error:
            broken = located_error(error, [executor.operation])
            yield Result(Answer.EXECUTED, None, self._shown([broken])).encoded()

    def _result(self, done: ExecutionResult, name: str, type_: str, cost: int) -> Result:
        return Result(Answer.EXECUTED, done.data, self._shown(done.errors or ()), name, type_, cost)

    def _shown(self, errors: Sequence[GraphQLError]) -> tuple[GraphQLFormattedError, ...]:
        """The errors as the client sees them: what was meant for it as it is, a bug only by its id."""
        ids: dict[type, str] = {}
        told = []
        for error in errors:
            formatted, bug = error.formatted, error.original_error
            if isinstance(bug, Unavailable):
                formatted["message"] = f"{bug.why} {AGAIN}"
                formatted["extensions"] = {"code": UNAVAILABLE}
            elif isinstance(bug, RateLimited):
                formatted |= bug.formatted
            elif bug is not None and not isinstance(bug, GraphQLError):
                if type(bug) not in ids:  # in a list, the same bug comes a hundred times
                    ids[type(bug)] = self._on_bug(bug)
                formatted["message"] = MASKED
                formatted["extensions"] = {"code": "INTERNAL", "id": ids[type(bug)]}
            told.append(formatted)
        return tuple(told)


class WrongValue(Exception):
    """A resolver returned what its field cannot be. graphql-core's own words would quote the value."""


class _Executor(Executor[Any]):
    def __init__(self, *args: Any, owner: Document, types: TypesOfValues | None, **more: Any) -> None:
        super().__init__(*args, **more)
        self._owner = owner
        self._types = types
        self._asked = Asked(self.fragments, self.operation, self.variable_values)

    def complete_value(
        self,
        return_type: GraphQLOutputType,
        field_details_list: FieldDetailsList,
        info: GraphQLResolveInfo[Any],
        path: Path,
        result: Any,
        position_context: Any,
    ) -> Any:
        """The response's part for a value that a resolver returned."""
        types = self._types
        if types is not None and result is not None and field_details_list[0].node.selection_set is not None:
            type_ = return_type.of_type if isinstance(return_type, GraphQLNonNull) else return_type
            selection = self._owner.selection(types, type_, field_details_list, self._asked)
            if selection is not None:
                try:
                    return selection.of(result, info)
                except Resolve:
                    pass
                except Interpret:
                    self._types = None  # for this value: its parts would only fail again
        try:
            return super().complete_value(return_type, field_details_list, info, path, result, position_context)
        except GraphQLError as error:
            # A resolver's have been located. Those of arguments are the client's, such as null for @include.
            of_argument = error.nodes and isinstance(error.nodes[0], ValueNode)
            if error.path is None and error is not result and not of_argument:
                raise WrongValue(f"{info.parent_type}.{info.field_name}: {type(result).__name__}") from None
            raise
        finally:
            self._types = types


def _asked(query: str, document: Document, executor: Executor[Any]) -> bytes:
    """What of a subscription decides how an event is answered."""
    given, operation = executor.variable_values.coerced, executor.operation
    values = {name: given[name] for name in document.structure.answering(operation) if name in given}
    name = operation.name.value if operation.name else None
    asked = msgspec.json.encode([query, name, values], enc_hook=repr, order="sorted")
    return hashlib.blake2b(asked, digest_size=16).digest()


_QUOTED = re.compile(r"((?:String|ID) cannot represent [a-z -]*value): .*", re.DOTALL)
"""graphql-core quotes what was sent for a text. That may hold a key or a seed, and answers are logged by many."""


def _request_error(errors: Iterable[GraphQLError]) -> Result:
    told = [error.formatted for error in errors]
    for one in told:
        one["message"] = _QUOTED.sub(r"\1.", one["message"])
    return Result(Answer.REQUEST_ERROR, None, tuple(told))
