"""The operations of @taphouse/client: all that the contract has, but those that another one does better."""

from __future__ import annotations

from pathlib import Path

from graphql import FieldNode, FragmentDefinitionNode, OperationDefinitionNode, build_schema, parse

from taphouse.engine import GAMES
from taphouse.engine.vocabulary import lower_first, pascal

ROOT = Path(__file__).parents[2]
RELAY = {"node", "viewer"}
"""Relay writes its own documents."""


def test_every_operation_has_a_document() -> None:
    schema = build_schema((ROOT / "schema" / "taphouse.graphql").read_text())
    asked = set()
    for file in (ROOT / "clients" / "typescript" / "operations").glob("*.graphql"):
        for one in parse(file.read_text()).definitions:
            assert isinstance(one, OperationDefinitionNode | FragmentDefinitionNode)
            if isinstance(one, OperationDefinitionNode):
                asked |= {field.name.value for field in one.selection_set.selections if isinstance(field, FieldNode)}
    roots = [root for root in (schema.query_type, schema.mutation_type, schema.subscription_type) if root is not None]
    moves = {
        lower_first(pascal(kind)) + move.__name__ for kind in GAMES.own() for move in GAMES[kind].about.moves
    }  # by `play`
    assert {field for root in roots for field in root.fields} - asked == RELAY | moves
