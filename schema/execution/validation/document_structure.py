"""The structure of a document, parsed and counted in one pass before validation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLIncludeDirective,
    GraphQLSkipDirective,
    ListValueNode,
    ObjectValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    Source,
    VariableNode,
)
from graphql.language import DirectiveNode, Token, ValueNode

from taphouse.schema.execution.limits import RequestLimits, beyond
from taphouse.schema.libraries.graphql_core import MAX_NESTING_DEPTH, Parser

_FLAGS = {GraphQLIncludeDirective.name, GraphQLSkipDirective.name}
_DEEP = (
    "The document nests at least {figure} selections, fragments and values. The limit is {limit}. Select less depth."
)


def parsed(text: str, limits: RequestLimits) -> DocumentNode:
    """Parse a document.

    Raises:
        GraphQLError: the text is not a GraphQL document, or exceeds a limit.
    """
    if len(text) > limits.characters:
        message = "The document has {figure} characters. The limit is {limit}. Send values as variables."
        raise beyond("DOCUMENT_TOO_LONG", limits.characters, len(text), message)
    parser = _Parser(text, limits.tokens)
    try:
        return parser.parse_document()
    except RecursionError:
        raise beyond("DOCUMENT_TOO_DEEP", limits.depth, max(limits.depth, MAX_NESTING_DEPTH) + 1, _DEEP) from None
    finally:
        parser.unlink()


class _Parser(Parser):
    def __init__(self, text: str, most: int) -> None:
        super().__init__(Source(text))
        self._most, self._left = most, most + 1  # plus the end-of-file token

    def advance_lexer(self) -> None:
        super().advance_lexer()
        self._left -= 1
        if self._left < 0:
            message = "The document has at least {figure} tokens. The limit is {limit}. Select less in one request."
            raise beyond("TOO_MANY_TOKENS", self._most, self._most + 1, message)

    def unlink(self) -> None:
        """Separate the tokens: they refer to each other, so that thousands would wait for the garbage collector."""
        token: Token | None = self._lexer.token
        while token is not None:
            token.prev, token.next, token = None, None, token.prev


class Structure:
    """The operations, fragments and other counts of a document, which may be invalid.

    Raises:
        GraphQLError: the document exceeds a limit.
    """

    def __init__(self, document: DocumentNode, limits: RequestLimits) -> None:
        definitions = document.definitions
        self.operations = [node for node in definitions if isinstance(node, OperationDefinitionNode)]
        self.fragments = {node.name.value: node for node in definitions if isinstance(node, FragmentDefinitionNode)}
        self.flags: set[str] = set()
        """The variables of @include and @skip in the document."""
        self._aliases = self._directives = 0
        fragments = len(definitions) - len(self.operations)
        _check("TOO_MANY_OPERATIONS", "operations", limits.operations, len(self.operations), "Send fewer in a document")
        _check("TOO_MANY_FRAGMENTS", "fragments", limits.fragments, fragments, "Send only those that are used")
        self._operations = {id(node): self._part(node) for node in self.operations}
        self._parts = {name: self._part(node) for name, node in self.fragments.items()}
        depth = _Depths(self._parts, limits.depth).deepest((*self._operations.values(), *self._parts.values()))
        if depth > limits.depth:
            raise beyond("DOCUMENT_TOO_DEEP", limits.depth, depth, _DEEP)
        _check("TOO_MANY_ALIASES", "aliases", limits.aliases, self._aliases, "Use several requests")
        _check("TOO_MANY_DIRECTIVES", "directives", limits.directives, self._directives, "Use several requests")

    @property
    def has_directives(self) -> bool:
        """True if anything in the document has a directive."""
        return self._directives > 0

    def answering(self, operation: OperationDefinitionNode) -> list[str]:
        """The variables that the response to a subscription event can depend on.

        These are all but the variables that only choose the events: arguments of the root field.
        """
        used = self._operations[id(operation)].variables.union(*(part.variables for part in self._parts.values()))
        return sorted(used)

    def _part(self, node: OperationDefinitionNode | FragmentDefinitionNode) -> _Part:
        part = _Part()
        self._directed(part, node.directives)
        for variable in node.variable_definitions or ():
            self._directed(part, variable.directives)
            self._value(part.variables, part, variable.default_value, 0)
        self._selected(part, node.selection_set, 1, isinstance(node, OperationDefinitionNode))
        return part

    def _selected(self, part: _Part, selections: SelectionSetNode, level: int, root: bool) -> None:
        part.depth = max(part.depth, level)
        for node in selections.selections:
            self._directed(part, node.directives)
            if isinstance(node, FragmentSpreadNode):
                part.spreads.append((node.name.value, level))
                continue
            inner = root
            if isinstance(node, FieldNode):
                self._aliases += node.alias is not None
                for argument in node.arguments or ():
                    self._value(set() if root else part.variables, part, argument.value, level)
                inner = False
            below: SelectionSetNode | None = getattr(node, "selection_set", None)
            if below is not None:
                self._selected(part, below, level + 1, inner)

    def _directed(self, part: _Part, directives: Iterable[DirectiveNode] | None) -> None:
        for directive in directives or ():
            self._directives += 1
            for argument in directive.arguments or ():
                self._value(part.variables, part, argument.value, 0)
                if directive.name.value in _FLAGS and isinstance(argument.value, VariableNode):
                    self.flags.add(argument.value.name.value)

    def _value(self, variables: set[str], part: _Part, value: ValueNode | None, level: int) -> None:
        if isinstance(value, VariableNode):
            variables.add(value.name.value)
        elif isinstance(value, ListValueNode | ObjectValueNode):
            part.depth = max(part.depth, level + 1)
            for item in value.values if isinstance(value, ListValueNode) else [field.value for field in value.fields]:
                self._value(variables, part, item, level + 1)


class _Part:
    """The counts of one operation or fragment, without those of the fragments it spreads."""

    def __init__(self) -> None:
        self.depth = 0
        self.spreads: list[tuple[str, int]] = []
        """The names of spread fragments, with the depth of the spread."""
        self.variables: set[str] = set()
        """The variables used, except in arguments of root fields."""


class _Depths:
    """The depths of operations and fragments, including the fragments they spread. Visits each fragment once."""

    def __init__(self, fragments: Mapping[str, _Part], most: int) -> None:
        self._fragments, self._most = fragments, most
        self._known: dict[str, int] = {}
        self._within: set[str] = set()

    def deepest(self, parts: Iterable[_Part]) -> int:
        """The greatest depth, or the depth beyond the limit at which counting stopped."""
        return max((self._of(part) for part in parts), default=0)

    def _of(self, part: _Part) -> int:
        return max([part.depth, *(level + self._spread(name) for name, level in part.spreads)])

    def _spread(self, name: str) -> int:
        if name in self._known:
            return self._known[name]
        if name not in self._fragments or name in self._within:
            return 0  # validation reports unknown fragments and cycles
        if len(self._within) > self._most:
            return 1
        self._within.add(name)
        self._known[name] = depth = self._of(self._fragments[name])
        self._within.remove(name)
        return depth


def _check(code: str, things: str, limit: int, figure: int, advice: str) -> None:
    if figure > limit:
        raise beyond(code, limit, figure, f"The document has {{figure}} {things}. The limit is {{limit}}. {advice}.")
