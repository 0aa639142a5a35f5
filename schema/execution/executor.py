"""Executes operations with graphql-core's executor, and with compiled selections for plain fields."""

from __future__ import annotations

import asyncio
import enum
import re
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping, Sequence
from inspect import isawaitable
from typing import Any

import msgspec
from graphql import (
    ASTValidationRule,
    ExecutionResult,
    GraphQLError,
    GraphQLFormattedError,
    GraphQLSchema,
    NoSchemaIntrospectionCustomRule,
    OperationType,
    located_error,
    specified_rules,
)
from msgspec import Struct

from taphouse.engine.messages import ENGLISH
from taphouse.schema.execution.direct_fields import DirectFields
from taphouse.schema.execution.documents import Document, DocumentCache, Wrong, event_digest
from taphouse.schema.execution.field_executor import Execution
from taphouse.schema.execution.fields.plain_fields import TypesOfValues
from taphouse.schema.execution.limits import RequestLimits, beyond, check_variables, limits_for
from taphouse.schema.execution.operations import PreparedOperation
from taphouse.schema.execution.scheduler import SHORT, RequestScheduler
from taphouse.schema.execution.shared_values import Events, Payer, Push, SharedValue, Taking
from taphouse.schema.failures import ClientGone, Damaged, RateLimited, Unavailable, unexpected
from taphouse.schema.inputs import quoted_briefly
from taphouse.schema.libraries.graphql_core import VariableValues, get_variable_values
from taphouse.schema.prices import LEAST, MOST_EVENT, PrepaidBudget, RateBudget, event_price, told_price

MOST_TOLD = 1 << 17
"""The most bytes of the response to one event. Lower than for a query, because each version gets a response."""
REPORT = "Report the id in `extensions` to the operator."
UNAVAILABLE = "UNAVAILABLE"
_MOST_ERRORS = 50
"""The most errors of variables that are reported."""
AGAIN = "Retry the request in a moment. With the same idempotency key, it is executed only once."

QUERY, MUTATION, SUBSCRIPTION = OperationType.QUERY, OperationType.MUTATION, OperationType.SUBSCRIPTION


class ExecutionStatus(enum.StrEnum):
    """The outcome of a request: an operation was executed, or the reason why not."""

    EXECUTED = "executed"
    REQUEST_ERROR = "request-error"
    """Not executed: the document, the variables or the operation name are invalid, or exceed a limit."""
    NOT_HERE = "not-here"
    """Not executed: this transport or method does not support operations of this type."""


EXECUTED, REQUEST_ERROR, NOT_HERE = ExecutionStatus


class OperationResult(Struct, frozen=True):
    """The result of an operation."""

    status: ExecutionStatus
    data: dict[str, Any] | None
    """The response's data."""
    errors: tuple[GraphQLFormattedError, ...] = ()
    operation: str = ""
    """The operation's name. Empty if it has none or was not found."""
    type: str = ""
    """`query`, `mutation` or `subscription`. Empty if the operation was not found."""
    cost: int = 0
    """The estimated cost in the points of `schema.prices`. 0 if the request was refused before the estimate."""
    field: str = ""
    """The name of the only root field, as in the schema. Empty if there are several, or the operation was not executed."""

    @property
    def executed(self) -> bool:
        """True if the operation was executed."""
        return self.status is EXECUTED

    @property
    def unavailable(self) -> bool:
        """True if a dependency was unavailable."""
        return any(error.get("extensions", {}).get("code") == UNAVAILABLE for error in self.errors)

    def encoded(self, extensions: Mapping[str, Any] | None = None) -> bytes:
        """The response map of the GraphQL specification (section "Response") as JSON: `data` only if the operation was executed,
        and the extensions of the transport."""
        body: dict[str, Any] = {"errors": self.errors} if self.errors else {}
        if self.status is EXECUTED:
            body["data"] = self.data
        if extensions:
            body["extensions"] = extensions
        return msgspec.json.encode(body)


class Stream(Struct, frozen=True):
    """The responses to a subscription. The caller must close it, even if it reads nothing."""

    bodies: AsyncGenerator[bytes, Push | None]
    """The response to each event as JSON, as from `OperationResult.encoded`. A consumer may send a `Push`; see `Taking`."""
    operation: str
    """The operation's name. Empty if it has none."""
    source: Events
    cost: int
    """The estimated cost of each event, in the points of `schema.prices`."""
    field: str
    """The name of the root field, as in the schema."""
    type: str = SUBSCRIPTION.value
    executed: bool = True

    async def aclose(self) -> None:
        """Close the responses and their source."""
        await self.bodies.aclose()
        await self.source.aclose()


class Executable:
    """A schema with a cache of its documents.

    Args:
        schema: the schema of graphql-core that Strawberry built. Its resolvers get `info.context`; Strawberry's extensions do
            not run.
        on_bug: called once per request for each type of unexpected exception. Returns the id that the client gets.
        cache_size: the most documents to cache.
        limits: the limits of a request; None for those that follow from the games of the schema.
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
        limits: RequestLimits | None = None,
        introspection: bool = True,
        compiled: bool = True,
        rules: Iterable[type[ASTValidationRule]] = (),
    ) -> None:
        hidden = () if introspection else (NoSchemaIntrospectionCustomRule,)
        limits = limits or limits_for(schema)
        self.schema = schema
        self.documents = DocumentCache(schema, (*specified_rules, *hidden, *rules), cache_size, limits)
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
        budget: RateBudget | None = None,
        scheduler: RequestScheduler | None = None,
        language: str = ENGLISH,
    ) -> OperationResult | Stream:
        """Execute an operation of a document. Exceptions of resolvers become `OperationResult.errors`.

        Args:
            query: the document.
            variables: the values of its variables.
            operation_name: the operation to execute. Optional if the document has only one.
            context: `info.context`.
            allow: the types of operations that may be executed.
            budget: gets the cost of the operation. Parsing a document that is not cached is paid for here. So are introspection,
                which calls no use case that would take the cost, and queries of several fields, which are resolved at the same
                time. All other operations are paid for by their use cases.
            scheduler: the scheduler of the request.
            language: the language of errors for people.

        Returns:
            A `Stream` for a subscription that started, otherwise an `OperationResult`.

        Raises:
            RateLimited: the client is over its limit.
            ClientGone: the client has disconnected while a resolver waited.
        """
        scheduler = scheduler or RequestScheduler()
        document = self.documents.kept(query, scheduler.owner) or await self._read(query, budget, scheduler)
        if isinstance(document, Wrong):
            return _request_error(document.errors)
        given = variables or {}
        try:
            operation = document.operation(operation_name)
            for value in given.values():
                if not isinstance(value, (str, int)) or len(given) > self._limits.values:
                    check_variables(given, self._limits)
                    break
        except GraphQLError as error:
            return _request_error([error.formatted])
        name, type_ = operation.name, operation.type_name
        if operation.root is None:
            return _request_error([GraphQLError(f"This API has no {type_}s.", operation.node).formatted])
        if operation.type not in allow:
            return OperationResult(NOT_HERE, None, (), name, type_)
        coerced: VariableValues | list[GraphQLError] | None = operation.variables(given)
        if coerced is None:
            definitions = operation.node.variable_definitions or ()
            coerced = get_variable_values(self.schema, definitions, dict(given), _MOST_ERRORS, hide_suggestions=True)
        if isinstance(coerced, list):
            return _request_error([error.formatted for error in coerced])
        types = None if document.introspects else self._types  # introspection has no plain fields
        arguments = None if types is None else operation.arguments(coerced)
        cost = operation.cost(coerced.coerced)
        most = min(MOST_EVENT, self._limits.cost) if operation.type is SUBSCRIPTION else self._limits.cost
        if cost > most:
            return OperationResult(REQUEST_ERROR, None, (_too_costly(cost, most),), name, type_, cost)
        if budget is not None:
            budget.cost = cost = max(cost, LEAST)
            if document.introspects or (operation.type is QUERY and not operation.is_single):
                await budget.admit()
        long = cost > SHORT
        if long and scheduler.late:
            await scheduler.turn()
        execution = Execution(self.schema, document, operation, coerced, context, types, scheduler if long else None)
        direct = DirectFields(execution)
        if operation.type is SUBSCRIPTION:
            events = await direct.subscribe(arguments)
            if isinstance(events, ExecutionResult):
                return self._executed(events, operation, cost, language)
            digest = event_digest(query, document, operation.node, coerced)
            prepaid = None if budget is None or events.refused else budget.prepaid
            shared, price = events.shared, event_price(cost)
            bodies = self._bodies(execution, direct, shared, digest, price, prepaid, scheduler, language)
            return Stream(bodies, name, shared, cost, operation.field)
        return self._executed(await direct.execute(arguments), operation, cost, language)

    async def _read(self, query: str, budget: RateBudget | None, scheduler: RequestScheduler) -> Document | Wrong:
        """A document that is not cached. It is paid for before it is read."""
        price = self.documents.price(query)
        if price and budget is not None:
            await budget.read(price)
        if price <= SHORT:
            return self.documents.get(query, scheduler.owner)
        return await self.documents.read_apart(query, scheduler)

    def _executed(
        self, done: ExecutionResult, operation: PreparedOperation, cost: int, language: str
    ) -> OperationResult:
        for error in done.errors or ():
            if isinstance(error.original_error, ClientGone):
                raise error.original_error
        shown = self._shown(done.errors or (), language)
        name, type_ = operation.name, operation.type_name
        return OperationResult(EXECUTED, done.data, shown, name, type_, cost, operation.field)

    async def _bodies(
        self,
        execution: Execution,
        direct: DirectFields,
        events: Events,
        digest: bytes,
        price: int,
        prepaid: PrepaidBudget | None,
        scheduler: RequestScheduler,
        language: str,
    ) -> AsyncGenerator[bytes, Push | None]:
        """The response to each event of a subscription, each paid for before, and a final error if the events fail."""

        told, push = told_price(price), None

        def priced(event: SharedValue) -> int:
            return told if digest in event.answers else price

        def begun(event: SharedValue) -> Any:
            scheduler.reads.clear()  # those of the event before
            found = direct.event(event.value)
            return found or direct.interpreter.build_per_event_executor(event.value).execute_operation(False)

        def finished(event: SharedValue, done: ExecutionResult) -> bytes:
            shown = self._shown(done.errors or (), language)
            body = OperationResult(EXECUTED, done.data, shown).encoded()
            event.answers.pop(digest, None)
            if not done.errors:  # an error can be temporary
                event.keep(digest, body, scheduler.owner)
            return body

        async def later(event: SharedValue, running: Any) -> bytes:
            if running is None:
                await scheduler.process.take(scheduler.owner)
                running = begun(event)
            return finished(event, await running if isawaitable(running) else running)

        def response(event: SharedValue) -> bytes | asyncio.Future[bytes]:
            body = event.answers.get(digest)
            if body is None:
                execution.document.used()
                running = None
                if scheduler.process.free:  # without a task: others would wait for it
                    running = begun(event)
                if not isinstance(running, ExecutionResult):
                    body = event.answers[digest] = asyncio.ensure_future(later(event, running))
                else:
                    body = finished(event, running)
            return body

        def take(event: SharedValue) -> bool:
            if push is None or not payer.pays(event):
                return False
            body = response(event)
            return isinstance(body, bytes) and len(body) <= MOST_TOLD and push(body) and payer.got()

        payer = Payer(events, prepaid, priced)
        try:
            async for given in Taking(events, take):
                event = await payer.paid(given)
                body = response(event)
                if not isinstance(body, bytes):
                    body = await asyncio.shield(body)  # other subscribers may wait for the same task
                if len(body) > MOST_TOLD:
                    message = "The response to an event has {figure} bytes. The limit is {limit}. Select less."
                    raise beyond("TOO_MUCH", MOST_TOLD, len(body), message)
                push = yield body
        except Exception as error:
            broken = located_error(error, [execution.operation.node])
            yield OperationResult(EXECUTED, None, self._shown([broken], language)).encoded()

    def _shown(self, errors: Sequence[GraphQLError], language: str) -> tuple[GraphQLFormattedError, ...]:
        """The errors as the client sees them. Bugs are masked and get an id."""
        ids: dict[type, str] = {}
        shown = []
        for error in errors:
            formatted, bug = error.formatted, error.original_error
            if isinstance(bug, Unavailable) and not isinstance(bug, Damaged):
                formatted["message"] = f"{bug.why} {AGAIN}"
                formatted["extensions"] = {"code": UNAVAILABLE}
            elif isinstance(bug, RateLimited):
                formatted |= bug.formatted(language)
            elif bug is not None and not isinstance(bug, GraphQLError):
                if type(bug) not in ids:  # a list can repeat the same bug for each item
                    ids[type(bug)] = self._on_bug(bug)
                formatted["message"] = f"{unexpected(bug)} {REPORT}"
                formatted["extensions"] = {"code": "INTERNAL", "id": ids[type(bug)]}
            else:
                formatted["message"] = quoted_briefly(formatted["message"])
            shown.append(formatted)
        return tuple(shown)


_QUOTED = re.compile(r"((?:String|ID) cannot represent [a-z -]*value): .*", re.DOTALL)
"""graphql-core quotes invalid strings. They may hold a key or a seed, and clients often log responses."""


def _too_costly(cost: int, most: int) -> GraphQLFormattedError:
    message = (
        "The operation costs {figure} points. The limit is {limit}. "
        "Select less, use smaller pages, or send several requests."
    )
    return beyond("TOO_COSTLY", most, cost, message).formatted


def _request_error(errors: Iterable[GraphQLFormattedError]) -> OperationResult:
    shown = [error.copy() for error in errors]  # the errors of a document are cached
    for error in shown:
        error["message"] = quoted_briefly(_QUOTED.sub(r"\1.", error["message"]))
    return OperationResult(REQUEST_ERROR, None, tuple(shown))
