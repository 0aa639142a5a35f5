"""Every guide is true to the rules and the edition, and says the same in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from taphouse.engine import GAMES as OURS
from taphouse.engine.messages import MessagesError
from taphouse.engine.messages.guides import GuideFile, Statement, guide, languages, load
from taphouse.service.games.catalogue import catalogues
from tests.conformance.invariants import rule_ids
from tests.conformance.tables import GAMES, editions
from tests.guides import digests, named, to_read_again

WRITTEN = [(kind, language) for kind, game in GAMES.items() for language in languages(game.about.package)]
every_guide = pytest.mark.parametrize(("kind", "language"), WRITTEN)
every_english_guide = pytest.mark.parametrize("kind", GAMES)
NAMED = re.compile(r"\{[^}']+\}")
"""The figures and titles of the edition that a text names."""
LONGEST_LESSON = 420
"""The most characters of a comment, which must leave room for the board on a phone."""


def written(kind: str, language: str = "en") -> GuideFile:
    return load(GAMES[kind].about.package, language)


def test_our_games_have_a_guide_in_every_language() -> None:
    assert {kind: languages(game.about.package) for kind, game in OURS.items()} == {kind: ["de", "en"] for kind in OURS}


@every_guide
def test_no_rule_changed_since_the_guide_was_read(kind: str, language: str) -> None:
    changed = to_read_again(GAMES[kind], language)
    told = [f"Read {', '.join(places)} again: {rule} has changed." for rule, places in changed.items()]
    assert not told, f"{kind}, guide/{language}.toml: {' '.join(told)} Then run: python -m tests.guides"
    guide = written(kind, language)
    assert guide.rules.keys() == named(guide), "run: python -m tests.guides"


@every_guide
def test_each_rule_that_is_named_exists(kind: str, language: str) -> None:
    guide = written(kind, language)
    assert named(guide) == digests(GAMES[kind], guide).keys()


@every_english_guide
def test_each_rule_is_explained_or_there_is_a_reason(kind: str) -> None:
    guide = written(kind)
    assert named(guide) | guide.unneeded.keys() == set(rule_ids(kind))
    assert not named(guide) & guide.unneeded.keys()


@every_english_guide
def test_each_decision_belongs_to_one_step(kind: str) -> None:
    tasks = [task for step in written(kind).turn for task in step.tasks]
    assert sorted(tasks) == sorted(GAMES[kind].about.prompts)


@every_english_guide
def test_each_decision_has_one_lesson_after_those_for_the_beginning(kind: str) -> None:
    lessons = written(kind).lessons
    assert sorted(task for lesson in lessons for task in lesson.tasks) == sorted(GAMES[kind].about.prompts)
    first, *others = (bool(lesson.tasks) for lesson in lessons)
    assert not first
    assert all(others)


@every_guide
def test_a_lesson_is_short(kind: str, language: str) -> None:
    assert max(len(lesson.text) for lesson in written(kind, language).lessons) <= LONGEST_LESSON


@pytest.mark.parametrize(("kind", "language"), [one for one in WRITTEN if one[1] != "en"])
def test_every_language_says_the_same(kind: str, language: str) -> None:
    def parts(guide: GuideFile) -> list[Any]:
        same = ("rules", "tasks", "section")
        return [
            (place, [getattr(one, name, None) for name in same], set(NAMED.findall(repr(one))))
            for place, one in guide.statements()
        ]

    assert parts(written(kind, language)) == parts(written(kind))


@every_guide
def test_it_can_be_spoken_with_every_edition(kind: str, language: str) -> None:
    (game,) = catalogues({kind: GAMES[kind]}, {kind: editions(kind)}, [language])[language].games
    assert all(step.example for step in game.editions[0].guide.turn)
    for edition in game.editions:
        sections = {entry.section for entry in edition.entries}
        for components in edition.guide.components:
            assert components.section in sections
            assert components.entries or components.section == "tracks"
        assert "{" not in repr(edition.guide)


@every_guide
def test_what_is_not_left_out_names_only_what_each_edition_has(kind: str, language: str) -> None:
    for place, statement in written(kind, language).statements():
        sections = {named[1:].partition("/")[0] for named in NAMED.findall(statement.text) if "/" in named}
        assert sections <= {"figures", "tokens", "types"}, place


@pytest.mark.parametrize("kind", OURS)
def test_it_is_long_enough(kind: str) -> None:
    guide = written(kind)
    assert (len(guide.goal), len(guide.tips)) == (3, 5)
    assert len(guide.questions) >= 6


@every_guide
def test_it_does_not_repeat_the_edition(kind: str, language: str) -> None:
    edition = next(iter(editions(kind).values()))
    for components in written(kind, language).components:
        there = {entry.name: entry.figures for entry in edition.listed() if entry.section == components.section}
        assert components.texts.keys() <= there.keys()
        assert not [name for name in components.texts if "text" in there[name]], "the edition has a text of its own"


def test_a_language_without_a_guide_gets_the_english_one() -> None:
    assert written("cask-race", "fr") == written("cask-race")


def test_a_guide_that_names_what_the_edition_lacks_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["cask-race"]
    edition = next(iter(editions("cask-race").values()))
    odd = written("cask-race").model_copy(update={"tips": (Statement(text="Keep {figures/kegs}.", rules=("TF-04",)),)})
    monkeypatch.setattr("taphouse.engine.messages.guides.load", lambda *_: odd)
    with pytest.raises(MessagesError, match=r"figures/kegs.*the edition evening lacks"):
        guide(game.about.package, "en", edition, game.catalogues.get("en"))
