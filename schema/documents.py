"""Documents that clients send: parsed, validated, and kept by their text with what was compiled for them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from graphql import (
    ASTValidationRule,
    DocumentNode,
    GraphQLError,
    GraphQLIncludeDirective,
    GraphQLOutputType,
    GraphQLSchema,
    GraphQLSkipDirective,
    OperationDefinitionNode,
    VariableNode,
    Visitor,
    parse,
    validate,
    visit,
)
from graphql.execution.collect_fields import FieldDetailsList
from graphql.execution.values import VariableValues
from graphql.language import DirectiveNode

from schema.compile import Asked, Interpret, Selection
from schema.plain import PlainTypes

_MOST_ERRORS = 10
_LONGEST_KEPT = 49_152
_MOST_KEPT = 2_000_000  # characters of text in all; what is kept of one is about a hundred times as large
_MOST_SELECTIONS = 64

_Key = tuple[GraphQLOutputType, tuple[int, ...], tuple[object, ...]]


class Document:
    """A parsed document or the errors in it, and the selections that were compiled for it."""

    def __init__(self, node: DocumentNode | None, errors: Sequence[GraphQLError] = ()) -> None:
        self.node = node
        self.errors = errors
        self.uses = 0
        self._flags = _flags(node) if node else ()
        self._selections: dict[_Key, Selection | None] = {}

    def operation(self, name: str | None) -> OperationDefinitionNode:
        """The operation of this name, or the only one.

        Raises:
            GraphQLError: there is no such operation, or no telling which is meant.
        """
        nodes = self.node.definitions if self.node else ()
        operations = [node for node in nodes if isinstance(node, OperationDefinitionNode)]
        if name is not None:
            operations = [node for node in operations if node.name and node.name.value == name]
        if len(operations) == 1:
            return operations[0]
        if operations:
            raise GraphQLError("The document has several operations: say which by its name.")
        raise GraphQLError("The document has no operation" + (f" named {name!r}." if name is not None else "."))

    def selection(
        self, plain: PlainTypes, type_: GraphQLOutputType, fields: FieldDetailsList, asked: Asked
    ) -> Selection | None:
        """The compiled selection of these fields; None where the interpreter is to be used.

        A selection is decided by its nodes, which live as long as this document, and by the variables of @include and
        @skip in it. A client that goes through all values of many of these is interpreted after a while.
        """
        variables = asked.variables
        nodes = tuple([id(field.node) for field in fields])
        key = type_, nodes, tuple([variables.coerced.get(name) for name in self._flags])
        try:
            return self._selections[key]
        except KeyError:
            # Compiling takes as long as interpreting once or twice.
            if self.uses < 2 or len(self._selections) >= _MOST_SELECTIONS:
                return None
        flags = VariableValues(
            {name: source for name, source in variables.sources.items() if name in self._flags},
            {name: value for name, value in variables.coerced.items() if name in self._flags},
        )
        made: Selection | None
        try:
            made = Selection(plain, Asked(asked.fragments, asked.operation, flags), type_, list(fields))
        except Interpret:
            made = None
        self._selections[key] = made
        return made


class Documents:
    """The documents used last, by their text.

    Bounded in their number and in the length of their texts; a text that is too long to be kept is parsed each time.
    """

    def __init__(
        self, schema: GraphQLSchema, rules: Sequence[type[ASTValidationRule]], size: int, max_tokens: int
    ) -> None:
        self._schema = schema
        self._rules = tuple(rules)
        self._size = size
        self._max_tokens = max_tokens
        self._kept: OrderedDict[str, Document] = OrderedDict()
        self._characters = 0

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, text: str) -> Document:
        """The document of a text, with the errors of parsing or validating it."""
        document = self._kept.get(text)
        if document is not None:
            self._kept.move_to_end(text)
            document.uses += 1
            return document
        if len(text) > _LONGEST_KEPT:
            return self._read(text)
        document = self._kept[text] = self._read(text)
        document.uses += 1
        self._characters += len(text)
        while len(self._kept) > self._size or self._characters > _MOST_KEPT:
            self._characters -= len(self._kept.popitem(last=False)[0])
        return document

    def _read(self, text: str) -> Document:
        try:
            node = parse(text, max_tokens=self._max_tokens)
            errors = validate(self._schema, node, self._rules, max_errors=_MOST_ERRORS, hide_suggestions=True)
        except GraphQLError as error:
            return Document(None, [error])
        except RecursionError:
            return Document(None, [GraphQLError("The document is nested too deeply.")])
        return Document(None, errors) if errors else Document(node)


class _Flags(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def enter_directive(self, node: DirectiveNode, *_: object) -> None:
        if node.name.value in {GraphQLIncludeDirective.name, GraphQLSkipDirective.name}:
            self.names |= {a.value.name.value for a in node.arguments or () if isinstance(a.value, VariableNode)}


def _flags(node: DocumentNode) -> tuple[str, ...]:
    """The variables that decide what is included, in any operation or fragment."""
    flags = _Flags()
    visit(node, flags)
    return tuple(sorted(flags.names))
