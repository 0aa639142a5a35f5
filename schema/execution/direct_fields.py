"""Executes direct operations: calls the resolvers of their root fields, and completes what they return by compiled selections.

A `FieldExecutor` is created only for what is left to the interpreter: values without a compiled selection, and errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import isawaitable
from typing import Any, cast

from graphql import ExecutionResult, GraphQLError, GraphQLResolveInfo, create_source_event_stream, located_error
from strawberry import Info

from taphouse.schema.execution.field_executor import HELPERS, Execution, FieldExecutor
from taphouse.schema.execution.fields.compiled_selections import CompiledSelection, SelectionContext
from taphouse.schema.execution.operations import RootField, SelectedField
from taphouse.schema.execution.shared_values import PlainEvents
from taphouse.schema.libraries.graphql_core import is_awaitable


class DirectFields:
    """The root fields of one execution of a direct operation."""

    def __init__(self, execution: Execution) -> None:
        self._execution = execution
        fragments, node = execution.document.fragment_definitions, execution.operation.node
        asked = fragments, None, node, execution.variables, execution.context, is_awaitable, None, HELPERS
        self._asked: tuple[Any, ...] = execution.schema, *asked
        """The arguments of `GraphQLResolveInfo` after those of the field."""
        self._executor: FieldExecutor | None = None

    async def execute(self, arguments: Sequence[dict[str, Any]] | None) -> ExecutionResult:
        """Call the resolvers one after another, and complete what they return.

        Args:
            arguments: those of each field; None if graphql-core must execute the operation.
        """
        if arguments is None:
            running: Any = self.interpreter.execute_operation()
            return cast(ExecutionResult, await running if isawaitable(running) else running)
        data: dict[str, Any] = {}
        completed: dict[str, Any] | None = data
        try:
            for field, given in zip(self._execution.operation.fields, arguments, strict=True):
                data[field.name] = await self._field(field, given)
        except GraphQLError as error:
            self.interpreter.collected_errors.add(error, None)
            completed = None
        return ExecutionResult(
            completed, None if self._executor is None else self._executor.collected_errors.errors or None
        )

    async def subscribe(self, arguments: Sequence[dict[str, Any]] | None) -> PlainEvents | ExecutionResult:
        """Call the resolver of a subscription. Returns its events, or the error with which it failed.

        Args:
            arguments: those of its only field; None if graphql-core must call it.
        """
        if arguments is None:
            source = create_source_event_stream(self.interpreter)
            return cast(PlainEvents | ExecutionResult, await source if isawaitable(source) else source)
        (field,), (given,) = self._execution.operation.fields, arguments
        try:
            _, events = self._called(field, given)
            return cast(PlainEvents, await events)
        except Exception as error:
            located = located_error(error, [field.details[0].node], field.path.as_list())
            return ExecutionResult(None, [located])

    def _called(self, field: RootField, given: dict[str, Any]) -> tuple[GraphQLResolveInfo[Any], Any]:
        """The information that the resolver got about its field, and what it returned."""
        info = GraphQLResolveInfo(*field.place, *self._asked)
        if field.info is not None:
            given[field.info] = Info(_raw_info=info, _field=field.strawberry)
        return info, field.call(**given)

    async def _field(self, field: RootField, given: dict[str, Any]) -> Any:
        scheduler = self._execution.scheduler
        try:
            info, result = self._called(field, given)
            if isawaitable(result):
                result = await result
                if scheduler is not None and scheduler.late:
                    await scheduler.turn()
            if result is not None and (selection := field.selection or self._selection(field)) is not None:
                try:
                    return selection.project(result, info)
                except Exception:  # noqa: S110 -- see `CompiledSelection.project`
                    pass
            executor = self.interpreter
            completed: Any = executor.complete_value(
                field.definition.type, field.details, info, field.path, result, None
            )
            return await completed if is_awaitable(completed) else completed
        except Exception as error:
            self.interpreter.handle_field_error(error, field.definition.type, field.details, field.path)
            return None

    def event(self, value: Any) -> ExecutionResult | None:
        """The response to an event of a subscription. None if the interpreter must make it."""
        field = self._execution.operation.event
        if field is None or (selection := field.selection or self._selection(field)) is None:
            return None
        info = GraphQLResolveInfo(*field.place, *self._asked)
        try:
            return ExecutionResult({field.name: selection.project(value, info)}, None)
        except Exception:  # see `CompiledSelection.project`
            return None

    def _selection(self, field: SelectedField) -> CompiledSelection | None:
        execution = self._execution
        if field.selects and execution.types is not None:
            document = execution.document
            context = SelectionContext(document.fragments, execution.operation.node, execution.variables)
            field.selection = document.selection(execution.types, field.type, field.details, context)
        return field.selection

    @property
    def interpreter(self) -> FieldExecutor:
        """The executor of what is left to the interpreter."""
        if self._executor is None:
            self._executor = FieldExecutor.of(self._execution)
        return self._executor
