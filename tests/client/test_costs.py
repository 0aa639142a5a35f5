"""The costs of our clients' requests, which are paid for by what they ask for, not by what comes back."""

from __future__ import annotations

from pathlib import Path

import pytest
from graphql import parse, print_ast, separate_operations, specified_rules, value_from_ast_untyped

from taphouse.client.documents import standard
from taphouse.client.values import GAMES_LISTED
from taphouse.engine import GAMES
from taphouse.engine.vocabulary import constant
from taphouse.schema.execution.documents import Document, DocumentCache
from taphouse.schema.execution.limits import LIMITS
from taphouse.schema.graphql.build import Api
from taphouse.service.runtime.settings import Settings

MOST = Settings.model_fields["rate_token"].default // 2
"""Half of the points that a token may spend in a second, so that a client can send two requests a second for ever."""
OPERATIONS = Path(__file__).parents[2] / "clients" / "typescript" / "operations"


@pytest.fixture(scope="module")
def documents() -> DocumentCache:
    return DocumentCache(Api.of(*GAMES.values()).core, specified_rules, 100, LIMITS)


def cost(documents: DocumentCache, text: str, **variables: object) -> int:
    document = documents.get(text)
    assert isinstance(document, Document), document
    operation = document.operation(None)
    given = {
        one.variable.name.value: value_from_ast_untyped(one.default_value)
        for one in operation.node.variable_definitions or ()
        if one.default_value
    }
    return operation.cost(given | variables)


def test_no_request_of_the_python_client_costs_more_than_half_of_what_a_token_may_spend_in_a_second(
    documents: DocumentCache,
) -> None:
    written, page = standard(), {"first": GAMES_LISTED}
    for kind in map(constant, GAMES):
        events = written.subscription("events", kind)
        for asked in (written.mutation("play", kind), written.query("game", kind), written.more_moves(kind), events):
            assert cost(documents, asked.document, moves=[{}], after="100") <= MOST
    for listed in (written.query("openGames"), written.query("finishedGames"), written.my_games):
        assert cost(documents, listed.document, **page) <= MOST


def test_no_request_of_the_typescript_client_does_but_a_search(documents: DocumentCache) -> None:
    text = "\n".join(file.read_text() for file in sorted(OPERATIONS.glob("*.graphql")))
    costs = {
        name: cost(documents, print_ast(one), moves=[{}], after="100")
        for name, one in separate_operations(parse(text, no_location=True)).items()
    }
    assert len(costs) > 30
    # A search is paid for by its iterations, and no client asks for one without its player.
    assert {name: points for name, points in costs.items() if points > MOST and name != "Analysis"} == {}
