"""Executes direct operations: calls the resolvers of their root fields, and completes what they return by compiled selections.

A `FieldExecutor` is created only for what is left to the interpreter: values without a compiled selection, pages, and errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import isawaitable
from typing import Any

from graphql import ExecutionResult, GraphQLError, GraphQLResolveInfo, GraphQLSchema
from graphql.execution.values import VariableValues
from graphql.pyutils import is_awaitable
from strawberry import Info

from taphouse.schema.execution.documents import Document
from taphouse.schema.execution.fields.compiled_selections import Interpret, Resolve, Selection, SelectionContext
from taphouse.schema.execution.fields.field_executor import HELPERS, FieldExecutor
from taphouse.schema.execution.fields.plain_fields import TypesOfValues
from taphouse.schema.execution.operations import Operation, RootField
from taphouse.schema.execution.work import Work


class DirectFields:
    """The root fields of one execution of a direct operation.

    Args:
        schema, document, operation, variables, context, types, work: as for `FieldExecutor.of`.
    """

    def __init__(
        self,
        schema: GraphQLSchema,
        document: Document,
        operation: Operation,
        variables: VariableValues,
        context: Any,
        types: TypesOfValues | None,
        work: Work | None,
    ) -> None:
        self._schema, self._document, self._operation = schema, document, operation
        self._variables, self._context, self._types, self._work = variables, context, types, work
        self._executor: FieldExecutor | None = None
        self.unlisted = 0.0
        """See `FieldExecutor`."""

    async def execute(self, arguments: Sequence[dict[str, Any]]) -> ExecutionResult:
        """Call the resolvers one after another, and complete what they return.

        Args:
            arguments: those of each field.
        """
        data: dict[str, Any] = {}
        try:
            for field, given in zip(self._operation.fields, arguments, strict=True):
                data[field.name] = await self._field(field, given)
        except GraphQLError as error:
            self._interpreter().collected_errors.add(error, None)
            return self._result(None)
        return ExecutionResult(data, None) if self._executor is None else self._result(data)

    def _result(self, data: dict[str, Any] | None) -> ExecutionResult:
        executor = self._interpreter()
        self.unlisted = executor.unlisted
        return ExecutionResult(data, executor.collected_errors.errors or None)

    async def _field(self, field: RootField, given: dict[str, Any]) -> Any:
        document, work = self._document, self._work
        try:
            info = GraphQLResolveInfo(
                field.nodes[0].name.value,
                field.nodes,
                field.definition.type,
                field.parent,
                field.path,
                self._schema,
                document.fragment_definitions,
                None,
                self._operation.node,
                self._variables,
                self._context,
                is_awaitable,
                None,
                HELPERS,
            )
            if field.info is not None:
                given[field.info] = Info(_raw_info=info, _field=field.strawberry)
            result = field.call(**given)
            if isawaitable(result):
                result = await result
                if work is not None and work.late:
                    await work.turn()
            if result is not None and not document.pages and (selection := self._selection(field)) is not None:
                try:
                    return selection.of(result, info)
                except (Interpret, Resolve):
                    pass
            executor = self._interpreter()
            completed: Any = executor.complete_value(
                field.definition.type, field.details, info, field.path, result, None
            )
            return await completed if is_awaitable(completed) else completed
        except Exception as error:
            self._interpreter().handle_field_error(error, field.definition.type, field.details, field.path)
            return None

    def _selection(self, field: RootField) -> Selection | None:
        if field.selection is None and field.selects and self._types is not None:
            context = SelectionContext(self._document.fragments, self._operation.node, self._variables)
            field.selection = self._document.selection(self._types, field.type, field.details, context)
        return field.selection

    def _interpreter(self) -> FieldExecutor:
        if self._executor is None:
            self._executor = FieldExecutor.of(
                self._schema,
                self._document,
                self._operation,
                self._variables,
                self._context,
                self._types,
                self._work,
            )
        return self._executor
