"""The audit of secrecy asks everything, and compares enough; `taphouse.lab.game_tests` runs it on each game."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.routing import Route

from taphouse.engine.game import Game
from taphouse.engine.pint_craft import rules as pint_craft
from taphouse.lab.game_tests.canaries import hunt
from taphouse.lab.game_tests.tables import checks
from taphouse.lab.secrecy.audited_requests import check_covered
from taphouse.lab.secrecy.check import check
from taphouse.lab.secrecy.deals import Undealt
from taphouse.lab.secrecy.documents import QuestionDocuments
from taphouse.lab.secrecy.in_process_service import house
from taphouse.lab.secrecy.question import NotCovered
from taphouse.schema.game_view import GameView
from taphouse.schema.graphql.build import Api
from tests.conformance.tables import GAMES
from tests.game_tests.test_what_is_said import DealsTheSame
from tests.tiny import rules as cask_race

ALL = 500


def test_there_are_enough_pairs_of_worlds() -> None:
    assert sum(checks(kind).pairs for kind in GAMES) >= ALL


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


LEAKS = {
    "pint-craft": (pint_craft, "known", lambda state, seat: state),
    "cask-race": (cask_race, "known", lambda state, seat: state),
    "brew-crafters": (GameView, "seed", property(lambda game_view: game_view.terms.seed.hex())),
}


@pytest.mark.parametrize("kind", LEAKS)
async def test_a_canary_that_gets_out_is_heard(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(*LEAKS[kind])
    with pytest.raises(AssertionError, match=r"at version|while the game waits"):
        await hunt(GAMES[kind], GAMES, tmp_path)


async def test_worlds_that_no_game_begins_with_prove_nothing():
    honest = GAMES["cask-race"]
    planted = Game(honest.about, honest.edition, DealsTheSame, other_world=honest.other_world)
    with pytest.raises(Undealt, match=r"Two worlds differ in (pile|hands)[\[,].*so everybody knows it"):
        await check(planted, {"cask-race": planted}, 3)
