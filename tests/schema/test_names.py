"""Two types that claim one name of the API are refused when the schema is built, and both are named."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta

from taphouse.engine.contract import View
from taphouse.engine.game import Game
from taphouse.engine.registry import BadGame
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.descriptions import type_name
from taphouse.schema.graphql.build import Api
from taphouse.service.app import create_app
from taphouse.service.runtime.settings import Settings
from tests.tiny.about import ABOUT, GAME
from tests.tiny.cards import CaskRaceEdition
from tests.tiny.rules import CaskRaceRules


def called(name: str) -> Game:
    """Cask Race with a table that has a field of a struct with this name."""
    count = Annotated[int, Meta(description="A number.")]
    inner: Any = msgspec.defstruct(name, [("count", count)], bases=(View,), module="tests.tiny.view", frozen=True)
    field = Annotated[inner, Meta(description="A part of the table.")]
    view: Any = msgspec.defstruct(
        "Table", [("part", field)], bases=(ABOUT.view,), kw_only=True, module="tests.tiny.view", frozen=True
    )
    inner.__doc__ = view.__doc__ = "A part of the table."
    return Game(msgspec.structs.replace(ABOUT, view=view), CaskRaceEdition, CaskRaceRules)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Brew", "tests.tiny.moves.Brew"),
        ("CaskBrewed", "tests.tiny.moves.CaskBrewed"),
        ("Options", "tests.tiny.moves.CaskRaceOptions"),
        ("World", "CaskRaceWorld"),
        ("Preview", "CaskRacePreview"),
        ("Game", "the game cask-race"),
        ("Move", "the union CaskRaceMove"),
        ("MoveInput", "the input CaskRaceMoveInput"),
    ],
)
def test_two_types_of_one_name_are_refused_and_both_are_named(name: str, other: str) -> None:
    with pytest.raises(TypeError) as refused:
        Api.of(called(name))
    assert f"would both be called CaskRace{name} in the API; rename one" in str(refused.value)
    assert f"tests.tiny.view.{name}" in str(refused.value)
    assert other in str(refused.value)


def test_the_service_does_not_start_with_such_a_game() -> None:
    settings = Settings(signing_key="k" * 40)  # type: ignore[arg-type]
    with pytest.raises(
        BadGame, match=r"The game cask-race of the package tests\.tiny cannot be served: .*tests\.tiny\.view\.Brew"
    ):
        create_app(settings, {GAME.about.kind: called("Brew")}, MemoryStore())


def test_a_package_within_another_has_its_own_names() -> None:
    packages = {"tests": "Tests", "tests.tiny": "CaskRace", "tests.tin": "Tin"}
    assert [type_name(one, packages) for one in (ABOUT.moves[0], ABOUT.view, Game)] == [
        "CaskRacePass",
        "CaskRaceTable",
        "Game",
    ]


def test_types_of_other_names_are_taken() -> None:
    assert "CaskRaceCrate" in Api.of(called("Crate")).core.type_map
