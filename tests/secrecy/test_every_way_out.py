"""No viewer can tell two worlds apart by any answer if the worlds differ only in what the viewer must not know."""

from __future__ import annotations

import pytest
from starlette.routing import Route

from taphouse.lab.secrecy import rest_questions
from taphouse.lab.secrecy.check import check
from taphouse.lab.secrecy.documents import QuestionDocuments
from taphouse.lab.secrecy.in_process_service import house
from taphouse.lab.secrecy.question import NotCovered
from taphouse.lab.secrecy.report import summary
from taphouse.lab.secrecy.ways_out import EXEMPT, check_covered
from taphouse.schema.graphql.build import Api
from tests.conformance.tables import GAMES
from tests.effort import WHOLE, many, some_or_all
from tests.per_game import check_told

CASES = [
    ("dank-and-draft", "one", 130),
    ("pint-craft", "one", 120),
    ("cask-race", "one", 110),
    ("brew-crafters", "one", 150),
]
"""The kind of game, the seed, and how many pairs of worlds: as many as it takes to ask everything."""
ALL = 500


def test_every_game_is_looked_at_and_there_are_enough_pairs():
    what, where = "a number of pairs of worlds", "CASES in tests/secrecy/test_every_way_out.py"
    check_told((kind for kind, _, _ in CASES), GAMES, what, where)
    assert sum(pairs for _, _, pairs in CASES) >= ALL


@some_or_all
@pytest.mark.parametrize(("kind", "seed", "pairs"), CASES)
async def test_nobody_can_tell_two_worlds_apart_by_anything_they_get(kind: str, seed: str, pairs: int, share: float):
    report = await check(GAMES[kind], GAMES, many(pairs, share), seed)
    assert report.leak is None, summary(report)
    assert report.pairs == many(pairs, share)
    assert share < WHOLE or not missing(kind, report.ways)


def missing(kind: str, ways: frozenset[str]) -> set[str]:
    """The root fields and REST operations that were not asked for, though nothing says why."""
    about = GAMES[kind].about
    schema = Api.of(*GAMES.values(), federated=True).core
    documents = QuestionDocuments(schema, about.name, [g.about.name for g in GAMES.values()])
    fields = {f"{operation} {field}" for operation in ("query", "mutation") for field in documents.root(operation)}
    operations = {rest_questions.named(operation) for operation in rest_questions.OPERATIONS}
    asked = {" ".join(way.replace(",", "").split()[:2]) for way in ways}
    return (fields | operations) - asked - EXEMPT.keys() - rest_questions.EXEMPT.keys()


async def test_a_route_that_nobody_asks_is_an_error():
    async with house(GAMES) as one:
        routes = one.app.routes
        check_covered(routes)
        with pytest.raises(NotCovered, match=r"/v1/games/\{id\}/secrets"):
            check_covered([*routes, Route("/v1/games/{id}/secrets", print)])


def test_a_field_with_an_argument_that_nobody_gives_is_an_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("taphouse.lab.secrecy.documents.ARGUMENTS", frozenset({("first", "Int!"), ("after", "String")}))
    with pytest.raises(NotCovered, match="has the argument"):
        QuestionDocuments(Api.of(*GAMES.values()).core, "CaskRace", ())
