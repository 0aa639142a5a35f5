"""A game for one player alone: nothing may take another seat for granted."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

from taphouse.engine.deals import other_world
from taphouse.engine.game import Game
from taphouse.env.aec import TaphouseAEC
from taphouse.lab.game_tests.canaries import hunt
from taphouse.lab.new_game.template.card_hoard.about import GAME as CARD_HOARD
from taphouse.lab.new_game.template.card_hoard.cards import CardHoardEdition
from taphouse.lab.new_game.template.card_hoard.rules import CardHoardRules
from taphouse.lab.secrecy.check import check
from taphouse.lab.secrecy.report import summary
from tests.tiny.installed import install

ABOUT = msgspec.structs.replace(CARD_HOARD.about, seats=range(1, 2))
ALONE = Game(ABOUT, CardHoardEdition, CardHoardRules, other_world=other_world)
PAIRS = 40
"""Enough to ask whether the only player can fork the game, which they may."""


def test_its_secrets_can_be_checked() -> None:
    report = asyncio.run(check(ALONE, {ABOUT.kind: ALONE}, PAIRS, "one"))
    assert (report.leak, report.pairs) == (None, PAIRS), summary(report)


def test_its_seed_and_token_can_be_hunted(tmp_path: Path) -> None:
    asyncio.run(hunt(ALONE, {ABOUT.kind: ALONE}, tmp_path))


def test_it_is_an_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    env, rng = TaphouseAEC(install(monkeypatch, ALONE), seats=1), random.Random(1)
    env.reset(seed=1)
    while not env.terminations[env.agent_selection]:
        env.step(rng.choice(env.last()[0]["action_mask"].nonzero()[0]))
    assert env.rewards == {env.possible_agents[0]: 1.0}


def test_its_utilities_do_not_sum_to_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    pytest.importorskip("taphouse.env.openspiel")
    loaded = pyspiel.load_game(f"python_taphouse(kind={install(monkeypatch, ALONE)},players=1)")
    assert (loaded.get_type().utility, loaded.utility_sum()) == (pyspiel.GameType.Utility.GENERAL_SUM, None)
