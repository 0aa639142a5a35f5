"""Executes the fields of an operation: graphql-core's executor, with compiled selections, and with long work in slices."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Iterator
from typing import Any, Self

from graphql import (
    GraphQLError,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLResolveInfo,
    GraphQLSchema,
    Undefined,
    ValueNode,
    default_field_resolver,
    default_type_resolver,
)
from msgspec import Struct

from taphouse.schema.execution.documents import Document
from taphouse.schema.execution.fields.compiled_selections import Resolve, SelectionContext
from taphouse.schema.execution.fields.plain_fields import TypesOfValues
from taphouse.schema.execution.operations import PreparedOperation
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.libraries.graphql_core import (
    Executor,
    FieldDetailsList,
    GraphQLResolveInfoHelpers,
    GroupedFieldSet,
    Path,
    VariableValues,
    gather_with_cancel,
)

HELPERS = GraphQLResolveInfoHelpers(gather=lambda given: gather_with_cancel(*given), track=lambda _: None)
"""In place of graphql-core's, which refer to their executor: it would not be freed before a garbage collection."""


class WrongValue(Exception):
    """A resolver returned a value that its field cannot have. Replaces graphql-core's message, which quotes the value."""


class Execution(Struct, frozen=True):
    """The execution of an operation, with its variables and context."""

    schema: GraphQLSchema
    document: Document
    operation: PreparedOperation
    variables: VariableValues
    """Coerced."""
    context: Any
    """The `info.context` of resolvers."""
    types: TypesOfValues | None
    """None if everything is interpreted."""
    scheduler: RequestScheduler | None
    """The scheduler of the request. None if the operation is so short that it is done at once."""


class FieldExecutor(Executor[Any]):
    """Executes the fields of one operation.

    Args:
        owner: the document.
        types: the types of values; None if everything is interpreted.
        scheduler: the scheduler of the request. Between two fields or items it waits for a turn if the slice is used up. None
            if the operation is so short that it is done at once.
    """

    def __init__(
        self, *args: Any, owner: Document, types: TypesOfValues | None, scheduler: RequestScheduler | None, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.async_helpers = HELPERS
        self._owner = owner
        self._types = types
        self._scheduler = scheduler
        self._selection_context = SelectionContext(self.fragments, self.operation, self.variable_values)

    @classmethod
    def of(cls, execution: Execution) -> Self:
        """The executor of an operation."""
        document = execution.document
        return cls(
            execution.schema,
            document.fragment_definitions,
            document.fragments,
            None,
            execution.context,
            execution.operation.node,
            execution.variables,
            default_field_resolver,
            default_type_resolver,
            default_field_resolver,
            hide_suggestions=True,
            owner=document,
            types=execution.types,
            scheduler=execution.scheduler,
        )

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
            selection = self._owner.selection(types, type_, field_details_list, self._selection_context)
            if selection is not None:
                try:
                    return selection.project(result, info)
                except Resolve:
                    pass
                except Exception:  # see `CompiledSelection.project`
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

    def execute_fields(
        self,
        parent_type: GraphQLObjectType,
        source_value: Any,
        path: Path | None,
        grouped_field_set: GroupedFieldSet,
        position_context: Any,
    ) -> Any:
        """The fields of an object. Those whose resolvers wait are executed at the same time."""
        scheduler = self._scheduler
        if scheduler is None:
            return super().execute_fields(parent_type, source_value, path, grouped_field_set, position_context)
        results: dict[str, Any] = {}
        waiting: list[str] = []
        left = iter(grouped_field_set.items())

        def go_on() -> bool:
            """Execute fields until the slice is used up. Returns whether some may be left."""
            try:
                for name, details in left:
                    result = self.execute_field(
                        parent_type, source_value, details, Path(path, name, parent_type.name), position_context
                    )
                    if result is not Undefined:
                        results[name] = result
                        if self.is_awaitable(result):
                            waiting.append(name)
                    if scheduler.late:
                        return True
            except Exception:
                self.settle_in_background([results[name] for name in waiting])
                raise
            return False

        async def finish(some_left: bool) -> dict[str, Any]:
            while some_left:
                await scheduler.turn()
                some_left = go_on()
            found = await gather_with_cancel(*(results[name] for name in waiting))
            results.update(zip(waiting, found, strict=True))
            return results

        some_left = go_on()
        return finish(some_left) if some_left or waiting else results

    def complete_iterable_value(
        self,
        item_type: GraphQLOutputType,
        field_details_list: FieldDetailsList,
        info: GraphQLResolveInfo[Any],
        path: Path,
        items: Iterable[Any],
        position_context: Any,
    ) -> Any:
        """The items of a list, none of which is awaitable."""
        scheduler = self._scheduler
        if scheduler is None:
            return super().complete_iterable_value(item_type, field_details_list, info, path, items, position_context)
        completed: list[Any] = []
        waiting: list[int] = []
        left: Iterator[tuple[int, Any]] = enumerate(items)

        def go_on() -> bool:
            try:
                for index, item in left:
                    at = path.add_key(index, None)
                    if self.complete_list_item_value(
                        item, completed, item_type, field_details_list, info, at, position_context
                    ):
                        waiting.append(index)
                    if scheduler.late:
                        return True
            except Exception:
                self.settle_in_background([completed[index] for index in waiting])
                raise
            return False

        async def finish(some_left: bool) -> list[Any]:
            while some_left:
                await scheduler.turn()
                some_left = go_on()
            for index, item in zip(
                waiting, await gather_with_cancel(*(completed[index] for index in waiting)), strict=True
            ):
                completed[index] = item
            return completed

        some_left = go_on()
        return finish(some_left) if some_left or waiting else completed

    async def complete_awaitable_value(
        self,
        return_type: GraphQLOutputType,
        field_details_list: FieldDetailsList,
        info: GraphQLResolveInfo[Any],
        path: Path,
        result: Awaitable[Any],
        position_context: Any,
    ) -> Any:
        """The part of the response for what a resolver returns later."""
        if self._scheduler is not None:
            result = _in_turn(self._scheduler, result)
        return await super().complete_awaitable_value(
            return_type, field_details_list, info, path, result, position_context
        )


async def _in_turn(scheduler: RequestScheduler, result: Awaitable[Any]) -> Any:
    """The result of a resolver, returned while some of the slice is left, since many resolvers may finish at the same time."""
    value = await result
    if scheduler.late:
        await scheduler.turn()
    return value
