"""Executes operations with graphql-core's executor, and with compiled selections for plain fields."""

from __future__ import annotations

import asyncio
import enum
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
    default_field_resolver,
    default_type_resolver,
    located_error,
    specified_rules,
)
from graphql.execution import Executor
from graphql.execution.collect_fields import FieldDetailsList
from graphql.execution.values import VariableValues, get_variable_values
from graphql.pyutils import Path
from msgspec import Struct
from strawberry import Info

from taphouse.schema.execution.compiled_selections import Interpret, Resolve, SelectionContext
from taphouse.schema.execution.documents import Document, Documents, Wrong, event_digest
from taphouse.schema.execution.limits import LIMITS, Limits, beyond, check_variables
from taphouse.schema.execution.operations import RootField
from taphouse.schema.execution.plain_fields import TypesOfValues
from taphouse.schema.execution.shared_values import PlainEvents, SharedValue
from taphouse.schema.failures import RateLimited, Unavailable
from taphouse.schema.prices import Charge

MOST_TOLD = 1 << 17
"""The most bytes of the response to one event. Lower than for a query, because each version gets a response."""
MASKED = "Internal error. Report the id in `extensions` to the operator."
UNAVAILABLE = "UNAVAILABLE"
_MOST_ERRORS = 50
"""The most errors of variables that are reported."""
AGAIN = "Retry the request in a moment. With the same idempotency key, it is executed only once."


QUERY, MUTATION, SUBSCRIPTION = OperationType.QUERY, OperationType.MUTATION, OperationType.SUBSCRIPTION


class Answer(enum.Enum):
    """Whether an operation was executed."""

    EXECUTED = "executed"
    REQUEST_ERROR = "request-error"
    """Not executed: the document, the variables or the operation name are invalid, or exceed a limit."""
    NOT_HERE = "not-here"
    """Not executed: this transport or method does not support operations of this type."""


class Result(Struct, frozen=True):
    """The result of an operation."""

    answer: Answer
    data: dict[str, Any] | None
    errors: tuple[GraphQLFormattedError, ...] = ()
    operation: str = ""
    """The operation's name. Empty if it has none or was not found."""
    type: str = ""
    """`query`, `mutation` or `subscription`. Empty if the operation was not found."""
    cost: int = 0
    """The estimated cost in the points of `schema.prices`. 0 if the request was refused before the estimate."""

    @property
    def unavailable(self) -> bool:
        """Whether a dependency was unavailable."""
        return any(error.get("extensions", {}).get("code") == UNAVAILABLE for error in self.errors)

    def body(self) -> dict[str, Any]:
        """The response map of the GraphQL specification (section "Response"): `data` only if the operation was executed."""
        body: dict[str, Any] = {"errors": self.errors} if self.errors else {}
        if self.answer is Answer.EXECUTED:
            body["data"] = self.data
        return body

    def encoded(self, extensions: Mapping[str, Any] | None = None) -> bytes:
        """The body as JSON, with the extensions of the transport."""
        return msgspec.json.encode(self.body() | ({"extensions": extensions} if extensions else {}))


class Stream(Struct, frozen=True):
    """The responses to a subscription. The caller must close it, even if it reads nothing."""

    bodies: AsyncGenerator[bytes, None]
    """The response to each event as JSON, as from `Result.encoded`."""
    operation: str
    """The operation's name. Empty if it has none."""
    source: AsyncGenerator[SharedValue, None]
    cost: int
    """The estimated cost of each event, in the points of `schema.prices`."""

    async def aclose(self) -> None:
        """Close the responses and their source."""
        await self.bodies.aclose()
        await self.source.aclose()


class Executable:
    """A schema with a cache of its documents.

    Args:
        schema: Strawberry's `_schema`. Its resolvers get `info.context`. Strawberry's extensions do not run.
        on_bug: called once per request for each type of unexpected exception. Returns the id that the client gets.
        cache_size: the most documents to cache.
        limits: the limits of a request.
        introspection: whether introspection is enabled.
        compiled: whether to compile selections. If not, everything is interpreted.
        rules: validation rules besides those of the specification.
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
    ) -> None:
        hidden = () if introspection else (NoSchemaIntrospectionCustomRule,)
        self.schema = schema
        self.documents = Documents(schema, (*specified_rules, *hidden, *rules), cache_size, limits)
        self._types = TypesOfValues(schema) if compiled else None
        self._limits = limits
        self._on_bug = on_bug

    async def execute(
        self,
        query: str,
        variables: Mapping[str, Any] | None,
        operation_name: str | None,
        context: Any,
        *,
        allow: Collection[OperationType],
        charge: Charge | None = None,
    ) -> Result | Stream:
        """Execute an operation of a document. Exceptions of resolvers become `Result.errors`.

        Args:
            query: the document.
            variables: the values of its variables.
            operation_name: the operation to execute. Optional if the document has only one.
            context: `info.context`.
            allow: the types of operations that may be executed.
            charge: gets the cost. It is taken for parsing the document before that, unless it is cached; and for the operation
                before introspection, which calls no resolver that could take it, and before queries of several fields, which are
                resolved at the same time.

        Returns:
            A `Stream` for a subscription that started, otherwise a `Result`.

        Raises:
            RateLimited: the client is over its limit.
        """
        if charge is not None and (price := self.documents.price(query)):
            await charge.read(price)
        document = self.documents.get(query)
        if isinstance(document, Wrong):
            return _request_error(document.errors)
        given = variables or {}
        try:
            operation = document.operation(operation_name)
            for value in given.values():
                if not isinstance(value, str | int) or len(given) > self._limits.values:
                    check_variables(given, self._limits)
                    break
        except GraphQLError as error:
            return _request_error([error])
        name, type_ = operation.name, operation.type.value
        if operation.root is None:
            return _request_error([GraphQLError(f"This API has no {type_}s.", operation.node)])
        if operation.type not in allow:
            return Result(Answer.NOT_HERE, None, (), name, type_)
        coerced: VariableValues | list[GraphQLError] | None = operation.variables(given)
        if coerced is None:
            definitions = operation.node.variable_definitions or ()
            coerced = get_variable_values(self.schema, definitions, dict(given), _MOST_ERRORS, hide_suggestions=True)
        if isinstance(coerced, list):
            return _request_error(coerced)
        cost = operation.cost.of(coerced.coerced) if operation.cost.fixed is None else operation.cost.fixed
        if cost > self._limits.cost:
            message = (
                "The operation costs {figure} points. The limit is {limit}. Select less, use smaller pages, or send several "
                "requests."
            )
            refused = beyond("TOO_COSTLY", self._limits.cost, cost, message)
            return Result(Answer.REQUEST_ERROR, None, (refused.formatted,), name, type_, cost)
        if charge is not None:
            charge.cost = cost
            if document.introspects or (operation.type is QUERY and not operation.is_single):
                await charge.admit()
        types = None if document.introspects else self._types  # introspection has no plain fields
        arguments = None if types is None else operation.arguments(coerced)
        executor = _Executor(
            self.schema,
            document.fragment_definitions,
            document.fragments,
            None,
            context,
            operation.node,
            coerced,
            default_field_resolver,
            default_type_resolver,
            default_field_resolver,
            hide_suggestions=True,
            owner=document,
            types=types,
        )
        if arguments is not None:
            return self._result(await executor.execute_directly(operation.fields, arguments), name, type_, cost)
        if operation.type is SUBSCRIPTION:
            source = create_source_event_stream(executor)
            events = cast(PlainEvents | ExecutionResult, await source if isawaitable(source) else source)
            if isinstance(events, ExecutionResult):
                return Result(Answer.EXECUTED, None, self._shown(events.errors or ()), name, type_, cost)
            digest = event_digest(query, document, executor.operation, coerced)
            bodies = self._bodies(document, executor, events.shared, digest)
            return Stream(bodies, name, events.shared, cost)
        running: Any = executor.execute_operation()
        return self._result(await running if isawaitable(running) else running, name, type_, cost)

    async def _bodies(
        self,
        document: Document,
        executor: Executor[Any],
        events: AsyncGenerator[SharedValue, None],
        digest: bytes,
    ) -> AsyncGenerator[bytes, None]:
        """The response to each event of a subscription, and a final error if the events fail."""

        def finished(event: SharedValue, done: ExecutionResult) -> bytes:
            body = self._result(done, "", "", 0).encoded()
            event.answers.pop(digest, None)
            if not done.errors:  # an error can be temporary
                event.keep(digest, body)
            return body

        async def later(event: SharedValue, running: Awaitable[ExecutionResult]) -> bytes:
            return finished(event, await running)

        try:
            async for event in events:
                body = event.answers.get(digest)
                if body is None:
                    document.used()
                    event_executor = executor.build_per_event_executor(event.value)
                    done: Any = event_executor.execute_operation(False)
                    if isawaitable(done):
                        body = event.answers[digest] = asyncio.ensure_future(later(event, done))
                    else:
                        body = finished(event, done)
                    await asyncio.sleep(0)  # let other tasks run
                if not isinstance(body, bytes):
                    body = await asyncio.shield(body)  # other subscribers may wait for the same task
                if len(body) > MOST_TOLD:
                    message = "The response to an event has {figure} bytes. The limit is {limit}. Select less."
                    raise beyond("TOO_MUCH", MOST_TOLD, len(body), message)
                yield body
        except Exception as error:
            broken = located_error(error, [executor.operation])
            yield Result(Answer.EXECUTED, None, self._shown([broken])).encoded()

    def _result(self, done: ExecutionResult, name: str, type_: str, cost: int) -> Result:
        return Result(Answer.EXECUTED, done.data, self._shown(done.errors or ()), name, type_, cost)

    def _shown(self, errors: Sequence[GraphQLError]) -> tuple[GraphQLFormattedError, ...]:
        """The errors as the client sees them. Bugs are masked and get an id."""
        ids: dict[type, str] = {}
        shown = []
        for error in errors:
            formatted, bug = error.formatted, error.original_error
            if isinstance(bug, Unavailable):
                formatted["message"] = f"{bug.why} {AGAIN}"
                formatted["extensions"] = {"code": UNAVAILABLE}
            elif isinstance(bug, RateLimited):
                formatted |= bug.formatted
            elif bug is not None and not isinstance(bug, GraphQLError):
                if type(bug) not in ids:  # a list can repeat the same bug for each item
                    ids[type(bug)] = self._on_bug(bug)
                formatted["message"] = MASKED
                formatted["extensions"] = {"code": "INTERNAL", "id": ids[type(bug)]}
            shown.append(formatted)
        return tuple(shown)


class WrongValue(Exception):
    """A resolver returned a value that its field cannot have. Replaces graphql-core's message, which quotes the value."""


class _Executor(Executor[Any]):
    def __init__(self, *args: Any, owner: Document, types: TypesOfValues | None, **more: Any) -> None:
        super().__init__(*args, **more)
        self._owner = owner
        self._types = types
        self._field: RootField | None = None
        self._selection_context = SelectionContext(self.fragments, self.operation, self.variable_values)

    async def execute_directly(self, fields: Sequence[RootField], arguments: Sequence[dict[str, Any]]) -> Any:
        """What `execute_operation` does, for root fields that are called directly one after another."""
        data: dict[str, Any] = {}
        try:
            for field, given in zip(fields, arguments, strict=True):
                data[field.name] = await self._root_field(field, given)
        except GraphQLError as error:
            self.collected_errors.add(error, None)
            return self.build_response(None)
        return self.build_response(data)

    async def _root_field(self, field: RootField, given: dict[str, Any]) -> Any:
        self._field = field
        type_, details, path = field.definition.type, field.details, Path(None, field.name, field.parent.name)
        try:
            info = self.build_resolve_info(field.definition, [details[0].node], field.parent, path)
            if field.info is not None:
                given[field.info] = Info(_raw_info=info, _field=field.strawberry)
            result = field.call(**given)
            if isawaitable(result):
                result = await result
            completed: Any = self.complete_value(type_, details, info, path, result, None)
            return await completed if self.is_awaitable(completed) else completed
        except Exception as error:
            self.handle_field_error(error, type_, details, path)
            return None

    def complete_value(
        self,
        return_type: GraphQLOutputType,
        field_details_list: FieldDetailsList,
        info: GraphQLResolveInfo[Any],
        path: Path,
        result: Any,
        position_context: Any,
    ) -> Any:
        """The part of the response for a value that a resolver returned."""
        types = self._types
        if types is not None and result is not None and field_details_list[0].node.selection_set is not None:
            type_ = return_type.of_type if isinstance(return_type, GraphQLNonNull) else return_type
            field = self._field
            if field is None or field_details_list is not field.details or type_ is not field.type:
                selection = self._owner.selection(types, type_, field_details_list, self._selection_context)
            elif (selection := field.selection) is None:
                selection = self._owner.selection(types, type_, field_details_list, self._selection_context)
                field.selection = selection
            if selection is not None:
                try:
                    return selection.of(result, info)
                except Resolve:
                    pass
                except Interpret:
                    self._types = None  # within this value, where compiled selections would fail again
        try:
            return super().complete_value(return_type, field_details_list, info, path, result, position_context)
        except GraphQLError as error:
            # Errors of resolvers have a path. Errors of arguments, such as null for @include, are the client's.
            of_argument = error.nodes and isinstance(error.nodes[0], ValueNode)
            if error.path is None and error is not result and not of_argument:
                raise WrongValue(f"{info.parent_type}.{info.field_name}: {type(result).__name__}") from None
            raise
        finally:
            self._types = types


_QUOTED = re.compile(r"((?:String|ID) cannot represent [a-z -]*value): .*", re.DOTALL)
"""graphql-core quotes invalid strings. They may hold a key or a seed, and clients often log responses."""


def _request_error(errors: Iterable[GraphQLError]) -> Result:
    shown = [error.formatted for error in errors]
    for error in shown:
        error["message"] = _QUOTED.sub(r"\1.", error["message"])
    return Result(Answer.REQUEST_ERROR, None, tuple(shown))
