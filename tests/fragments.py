"""Validation of documents that looks into each fragment once.

The documents of tests select everything: thousands of fields in fragments, which most documents share, and a few in front of
them. Validating the fragments again for each document took a quarter of the time of a client.
"""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    NameNode,
    SelectionSetNode,
    validate,
)

_ROOTS = ("Query", "Mutation", "Subscription")
"""Types of which rules look at what is selected."""
_TYPENAME = SelectionSetNode(selections=(FieldNode(name=NameNode(value="__typename")),))


class KnownFragments:
    """`graphql.validate`, except that fragments which were valid before are not looked into again.

    A fragment without variables is valid wherever the fragments that it spreads are on the same types. A document in which one
    is missing, unused, doubled or part of a cycle is validated whole.
    """

    def __init__(self) -> None:
        self._valid: set[Any] = set()

    def validate(self, schema: Any, node: DocumentNode, rules: Any, **more: Any) -> Any:
        """See `graphql.validate`."""
        fragments = {one.name.value: one for one in node.definitions if isinstance(one, FragmentDefinitionNode)}
        operations = [one for one in node.definitions if not isinstance(one, FragmentDefinitionNode)]
        spreads = {name: {*_spread(one)} for name, one in fragments.items()}
        needed = {name for one in operations for name in _spread(one)}
        try:
            TopologicalSorter(spreads).prepare()
            simple = len(fragments) + len(operations) == len(node.definitions)
            if not simple or _reached(needed, spreads) != fragments.keys():
                return validate(schema, node, rules, **more)
        except (CycleError, KeyError):  # or one is missing
            return validate(schema, node, rules, **more)
        types = {name: one.type_condition.name.value for name, one in fragments.items()}
        keys = {
            name: (schema, *rules, _text(one), *sorted((other, types[other]) for other in spreads[name]))
            for name, one in fragments.items()
        }
        new = {name for name, key in keys.items() if key not in self._valid}
        needed.update(new, *(spreads[name] for name in new))
        left = [
            _emptied(one) if isinstance(one, FragmentDefinitionNode) and one.name.value not in new else one
            for one in node.definitions
            if not isinstance(one, FragmentDefinitionNode) or one.name.value in needed
        ]
        errors = validate(schema, DocumentNode(definitions=tuple(left)), rules, **more)
        if errors:  # of which some may be about what was left out
            errors = validate(schema, node, rules, **more)
        if not errors:
            self._valid.update(
                keys[name] for name in new if types[name] not in _ROOTS and "$" not in _text(fragments[name])
            )
        return errors


def _spread(node: Any) -> Iterator[str]:
    """The names of the fragments that a definition spreads."""
    for one in node.selection_set.selections if node.selection_set else ():
        if isinstance(one, FragmentSpreadNode):
            yield one.name.value
        else:
            yield from _spread(one)


def _reached(names: set[str], spreads: dict[str, set[str]]) -> set[str]:
    """These fragments, and those that they spread in turn."""
    found, left = set[str](), [*names]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += spreads[name]
    return found


def _text(fragment: FragmentDefinitionNode) -> str:
    assert fragment.loc is not None
    return fragment.loc.source.body[fragment.loc.start : fragment.loc.end]


def _emptied(fragment: FragmentDefinitionNode) -> FragmentDefinitionNode:
    return FragmentDefinitionNode(name=fragment.name, type_condition=fragment.type_condition, selection_set=_TYPENAME)
