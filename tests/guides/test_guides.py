"""The guides of this package, and guides that are wrong; `taphouse.lab.game_tests` has the tests of each guide."""

from __future__ import annotations

import re

import pytest

from taphouse.engine import GAMES as INSTALLED
from taphouse.engine.editions import packaged
from taphouse.engine.messages import MessagesError
from taphouse.engine.messages.guides import Statement, guide, languages, load
from tests.conformance.tables import GAMES, editions

OURS = INSTALLED.own()

NAMED = re.compile(r"\{[^}']+\}")
"""The figures and titles of the edition that a text names."""


def test_our_games_have_a_guide_in_every_language() -> None:
    assert {kind: languages(game.about.package) for kind, game in OURS.items()} == {kind: ["de", "en"] for kind in OURS}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", OURS)
def test_what_is_not_left_out_names_only_what_each_edition_has(kind: str, language: str) -> None:
    """Owners' editions too, which must have figures, tokens and types."""
    for place, statement in load(OURS[kind].about.package, language).statements():
        sections = {named[1:].partition("/")[0] for named in NAMED.findall(statement.text) if "/" in named}
        assert sections <= {"figures", "tokens", "types"}, place


@pytest.mark.parametrize("kind", OURS)
def test_it_is_long_enough(kind: str) -> None:
    written = load(OURS[kind].about.package, "en")
    assert (len(written.goal), len(written.tips)) == (3, 5)
    assert len(written.questions) >= 6


@pytest.mark.parametrize(
    ("language", "malt", "money"),
    [
        ("en", "Restocked each season by 3 malt.", "Restocked each season by $1."),
        ("de", "Nachschub in jeder Jahreszeit: 3 Malz.", "Nachschub in jeder Jahreszeit: 1 $."),
    ],
)
def test_what_a_space_restocks_has_a_unit(language: str, malt: str, money: str) -> None:
    game = OURS["brew-crafters"]
    edition = game.in_language(packaged(game.edition, game.about.package)[0], language)
    spoken = guide(game.about.package, language, edition, game.catalogues.get(language))
    (market,) = [components for components in spoken.components if components.section == "spaces"]
    said = {entry.id: entry.text for entry in market.entries}
    assert malt in said["spaces/maltster"]
    assert money in said["spaces/private-investor"]


def test_a_language_without_a_guide_gets_the_english_one() -> None:
    package = GAMES["cask-race"].about.package
    assert load(package, "fr") == load(package, "en")


def test_a_guide_that_names_what_the_edition_lacks_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["cask-race"]
    edition = next(iter(editions("cask-race").values()))
    odd = load(game.about.package, "en").model_copy(
        update={"tips": (Statement(text="Keep {figures/kegs}.", rules={"TF-04": ""}),)}
    )
    monkeypatch.setattr("taphouse.engine.messages.guides.load", lambda *_: odd)
    with pytest.raises(MessagesError, match=r"figures/kegs.*the edition evening lacks"):
        guide(game.about.package, "en", edition, game.catalogues.get("en"))
