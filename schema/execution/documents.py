"""A cache of the documents that clients send, parsed and validated, with their compiled selections. It is fair to all clients."""

from __future__ import annotations

import hashlib
import math
import re
from collections import OrderedDict
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

import msgspec
from graphql import (
    ASTValidationRule,
    DocumentNode,
    GraphQLError,
    GraphQLFormattedError,
    GraphQLOutputType,
    GraphQLSchema,
    OperationDefinitionNode,
    OverlappingFieldsCanBeMergedRule,
    validate,
)
from msgspec import Struct

from taphouse.schema.execution.cost import Costs, Prices
from taphouse.schema.execution.fields.compiled_selections import (
    MOST_FIELDS,
    Budget,
    CompiledSelection,
    SelectionContext,
)
from taphouse.schema.execution.fields.plain_fields import TypesOfValues
from taphouse.schema.execution.limits import RequestLimits, beyond
from taphouse.schema.execution.operations import PreparedOperation
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.execution.validation.document_structure import Structure, parsed
from taphouse.schema.execution.validation.field_merging import Merging
from taphouse.schema.libraries.graphql_core import (
    MAX_FRAGMENT_WORK,
    FieldDetailsList,
    FragmentDetails,
    ValidationAbortedError,
    VariableValues,
)
from taphouse.schema.prices import READ, READ_CHARACTER, READ_TOKEN

_MOST_ERRORS = 10
_MOST_SELECTIONS = 64
_EDGE = re.compile(r"\W")
_COUNTED = 4096  # characters whose tokens are counted at once
_TOKEN = re.compile(r"\w+|[^\w\s]")
_INTROSPECTION = re.compile(r"__(schema|type)\b")

_Key = tuple[GraphQLOutputType, tuple[int, ...], tuple[tuple[str, bool], ...]]


class Wrong(Struct, frozen=True):
    """The errors of a text that is not a valid document or exceeds a limit.

    They are formatted: an exception would keep the parsed document, and the frames that it passed.
    """

    errors: Sequence[GraphQLFormattedError]


class Document:
    """A valid document, with its structure, costs and compiled selections."""

    def __init__(self, schema: GraphQLSchema, node: DocumentNode, structure: Structure, prices: Prices) -> None:
        self.structure = structure
        self.fragment_definitions = structure.fragments
        self.fragments = {name: FragmentDetails(fragment) for name, fragment in structure.fragments.items()}
        self._schema = schema
        self._uses = 0
        self._budget = Budget()
        self._costs = Costs(prices, structure.fragments)
        self._flags = sorted(structure.flags)
        self.introspects = bool(node.loc and _INTROSPECTION.search(node.loc.source.body))
        """True if it may use introspection. A comment or string can cause a false positive."""
        self._selections: dict[_Key, CompiledSelection] = {}
        self._operations: dict[str | None, PreparedOperation] = {}

    def used(self) -> None:
        """Count a use of the document, and renew its budget for compiling."""
        self._uses += 1
        self._budget.left = MOST_FIELDS

    def operation(self, name: str | None) -> PreparedOperation:
        """The operation of this name, or the only one.

        Raises:
            GraphQLError: there is no such operation, or there are several and no name.
        """
        if name in self._operations:
            return self._operations[name]
        nodes = self.structure.operations
        if name is not None:
            nodes = [node for node in nodes if node.name and node.name.value == name]
        if len(nodes) == 1:
            plain = not (self.introspects or self.structure.has_directives)
            cost = self._costs.of(nodes[0])
            made = PreparedOperation(self._schema, nodes[0], self.fragments, cost, plain=plain)
            self._operations[name] = made
            return made
        if nodes:
            raise GraphQLError("The document has several operations. Send `operationName`.")
        raise GraphQLError("The document has no operation" + (f" named {name!r}." if name is not None else "."))

    def selection(
        self, types: TypesOfValues, type_: GraphQLOutputType, fields: FieldDetailsList, context: SelectionContext
    ) -> CompiledSelection | None:
        """The compiled selection of these fields. None if the interpreter must be used.

        Selections are cached by their nodes, which live as long as this document, and by the variables of @include and
        @skip. Their number is bounded: a client that varies many of these variables falls back to the interpreter. Now and then
        the oldest ones make room, since other clients use the same document.
        """
        variables = context.variables
        nodes = tuple([id(field.node) for field in fields])
        # A variable of the same name in another operation can have any type.
        flags = {name: given for name in self._flags if isinstance(given := variables.coerced.get(name), bool)}
        key = type_, nodes, tuple(flags.items())
        try:
            return self._selections[key]
        except KeyError:
            if self._uses < 2:
                return None
        if len(self._selections) >= _MOST_SELECTIONS:
            if self._uses % _MOST_SELECTIONS:
                return None
            del self._selections[next(iter(self._selections))]
        sources = {name: variables.sources[name] for name in flags}
        decided = SelectionContext(context.fragments, context.operation, VariableValues(sources, flags))
        made = CompiledSelection(types, decided, self._budget, type_, list(fields))
        self._selections[key] = made
        return made


PART = 4
"""The number of parts of a cache. Values of a client that alone uses more than one part of a full cache are evicted first."""

V = TypeVar("V")


class _Kept(Struct, Generic[V]):
    value: V
    size: int
    client: str
    """The only client that has used it; empty once several have."""


class _Share(Struct):
    """The keys that only one client has used, the least recently used first, and the size of their values."""

    keys: OrderedDict[str, None]
    size: int = 0


class FairCache(Generic[V]):
    """A cache with text keys, bounded by the number and the total size of its values. The least recently used are evicted first.

    When it is full, the client with the largest share loses values first, if its share is larger than one part. Values that
    several clients use belong to nobody's share.

    Args:
        most: the most values.
        most_size: the largest total size. A value larger than one part is not kept for a client.
    """

    def __init__(self, most: int, most_size: int) -> None:
        self._most, self._most_size, self._size = most, most_size, 0
        self._kept: OrderedDict[str, _Kept[V]] = OrderedDict()
        self._shares: dict[str, _Share] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str, client: str = "") -> V | None:
        """The value of a key, which the client uses. None if it is not kept."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        self._kept.move_to_end(key)
        if kept.client:
            if kept.client == client:
                self._shares[client].keys.move_to_end(key)
            else:
                self._leave_share(key, kept)
                kept.client = ""
        return kept.value

    def put(self, key: str, value: V, size: int, client: str = "") -> None:
        """Keep a value for a new key, which the client uses; without a client, it belongs to no share."""
        if key in self._kept or size > self._most_size // (PART if client else 1):
            return
        self._kept[key] = _Kept(value, size, client)
        self._size += size
        if client:
            share = self._shares.setdefault(client, _Share(OrderedDict()))
            share.keys[key], share.size = None, share.size + size
        while len(self._kept) > self._most or self._size > self._most_size:
            self._evict()

    def _evict(self) -> None:
        largest = max(self._shares.values(), key=self._part, default=None)
        used = self._kept if largest is None or self._part(largest) <= 1 / PART else largest.keys
        key = next(iter(used))
        kept = self._kept.pop(key)
        self._size -= kept.size
        if kept.client:
            self._leave_share(key, kept)

    def _part(self, share: _Share) -> float:
        return max(len(share.keys) / self._most, share.size / self._most_size)

    def _leave_share(self, key: str, kept: _Kept[V]) -> None:
        share = self._shares[kept.client]
        del share.keys[key]
        share.size -= kept.size
        if not share.keys:
            del self._shares[kept.client]


class DocumentCache:
    """A cache of documents by text, bounded by their number and by the total length of their texts."""

    most_kept: ClassVar[int] = 400_000
    """Characters of all cached texts; a parsed document is about a hundred times as large."""

    def __init__(
        self, schema: GraphQLSchema, rules: Sequence[type[ASTValidationRule]], size: int, limits: RequestLimits
    ) -> None:
        self._schema = schema
        self._prices = Prices(schema)
        self._rules = [rule for rule in rules if rule is not OverlappingFieldsCanBeMergedRule]
        self._limits = limits
        self._kept = FairCache[Document | Wrong](size, self.most_kept)

    def __len__(self) -> int:
        return len(self._kept)

    def price(self, text: str) -> int:
        """The cost of parsing a text, in the points of `schema.prices`. 0 if it is refused for its length."""
        if len(text) > self._limits.characters:
            return 0
        # An upper bound: words in comments and strings count too. Counting stops near the limit, as it is not paid for yet.
        tokens, start = 0, 0
        while start < len(text) and tokens < self._limits.tokens:
            edge = _EDGE.search(text, start + _COUNTED)
            end = edge.start() if edge else len(text)
            tokens, start = tokens + len(_TOKEN.findall(text, start, end)), end
        tokens = min(tokens, self._limits.tokens)
        return math.ceil(READ + READ_TOKEN * tokens + READ_CHARACTER * len(text))

    def kept(self, text: str, client: str = "") -> Document | Wrong | None:
        """The document of a text, or its errors, if it is cached. The client is the network address that asks."""
        document = self._kept.get(text, client)
        if isinstance(document, Document):
            document.used()
        return document

    def get(self, text: str, client: str = "") -> Document | Wrong:
        """The document of a text, or its errors. It is read if it is not cached."""
        return self.kept(text, client) or self._keep(text, self._read(text), client)

    async def read_apart(self, text: str, scheduler: RequestScheduler) -> Document | Wrong:
        """The same, for a long text: it is read in another thread."""
        client = scheduler.owner
        return self.kept(text, client) or self._keep(text, await scheduler.apart(self._read, text), client)

    def _keep(self, text: str, document: Document | Wrong, client: str) -> Document | Wrong:
        """Cache a document. Returns the one that is cached: it may have been read twice at the same time."""
        self._kept.put(text, document, len(text), client)
        return self.kept(text, client) or document

    def _read(self, text: str) -> Document | Wrong:
        try:
            node = parsed(text, self._limits)
            structure = Structure(node, self._limits)
            errors = validate(self._schema, node, self._rules, max_errors=_MOST_ERRORS, hide_suggestions=True)
            if not errors:
                merging = Merging(self._schema, structure.fragments, self._limits.merged)
                for operation in structure.operations:
                    merging.check(operation)
        except GraphQLError as error:
            return Wrong([error.formatted])
        if errors and isinstance(errors[-1], ValidationAbortedError) and len(errors) <= _MOST_ERRORS:
            message = "The operations spread fragments at least {figure} times. The limit is {limit}. Send fewer in a document."
            errors = [beyond("TOO_MANY_FRAGMENTS", MAX_FRAGMENT_WORK, MAX_FRAGMENT_WORK + 1, message)]
        if errors:
            wrong = Wrong([error.formatted for error in errors])
            for part in (*structure.operations, *structure.fragments.values()):
                vars(part.selection_set).clear()  # the visitors, which are garbage, keep the tree
            return wrong
        return Document(self._schema, node, structure, self._prices)


def event_digest(
    query: str, document: Document, operation: OperationDefinitionNode, variables: VariableValues
) -> bytes:
    """A digest of everything in a subscription that the response to an event depends on."""
    given = variables.coerced
    values = {name: given[name] for name in document.structure.answering(operation) if name in given}
    name = operation.name.value if operation.name else None
    encoded = msgspec.json.encode([query, name, values], enc_hook=repr, order="sorted")
    return hashlib.blake2b(encoded, digest_size=16).digest()
