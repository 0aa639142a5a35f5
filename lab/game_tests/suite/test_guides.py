"""Every guide is true to the rules and the edition, and says the same in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from taphouse.engine.messages.guides import GuideFile, languages, load
from taphouse.lab.game_tests.guides import digests, named, new, to_read_again
from taphouse.lab.game_tests.invariants import rule_ids
from taphouse.lab.game_tests.tables import GAMES, editions
from taphouse.service.games.catalogue import catalogues

WRITTEN = [(kind, language) for kind, game in GAMES.items() for language in languages(game.about.package)]
every_guide = pytest.mark.parametrize(("kind", "language"), WRITTEN)
NAMED = re.compile(r"\{[^}']+\}")
"""The figures and titles of the edition that a text names."""
LONGEST_LESSON = 420
"""The most characters of a comment, which must leave room for the board on a phone."""


def written(kind: str, language: str = "en") -> GuideFile:
    return load(GAMES[kind].about.package, language)


@every_guide
def test_no_rule_changed_since_a_statement_was_read(kind: str, language: str) -> None:
    """A guide is written from the rules, and nobody else notices that it has become false."""
    again = "\n".join(to_read_again(GAMES[kind], language))
    assert not again, (
        f"{kind}, guide/{language}.toml: rules have changed. Read each statement again, and mend it if it is false.\n{again}"
    )
    fresh = ", ".join(new(GAMES[kind], language))
    assert not fresh, (
        f"{kind}, guide/{language}.toml: new statements lack the digests of their rules: {fresh}. `taphouse test-game {kind} "
        "--write` fills them in."
    )


@every_guide
def test_each_rule_that_is_named_exists(kind: str, language: str) -> None:
    """Players look up the rules of a statement."""
    lacking = named(written(kind, language)) - digests(GAMES[kind]).keys()
    assert not lacking, f"guide/{language}.toml names rules that rules.md lacks: {', '.join(sorted(lacking))}"


@pytest.mark.parametrize("kind", GAMES)
def test_each_rule_is_explained_or_there_is_a_reason(kind: str) -> None:
    """Readers of the guide can play."""
    guide = written(kind)
    left = set(rule_ids(kind)) - named(guide) - guide.unneeded.keys()
    assert not left, f"guide/en.toml explains no {', '.join(sorted(left))}: do, or say under [unneeded] why not"
    twice = named(guide) & guide.unneeded.keys() | guide.unneeded.keys() - set(rule_ids(kind))
    assert not twice, (
        f"[unneeded] of guide/en.toml names {', '.join(sorted(twice))}, which it explains, or which is no rule"
    )


@pytest.mark.parametrize("kind", GAMES)
def test_each_decision_belongs_to_one_step(kind: str) -> None:
    """The page shows the step of the turn to the player whom the game asks."""
    tasks = sorted(task for step in written(kind).turn for task in step.tasks)
    prompts = sorted(GAMES[kind].about.prompts)
    assert tasks == prompts, f"the steps of a turn in guide/en.toml have the tasks {tasks}, not {prompts}"


@pytest.mark.parametrize("kind", GAMES)
def test_each_decision_has_one_lesson_after_those_for_the_beginning(kind: str) -> None:
    """The first game of a new player explains each decision when it first comes."""
    lessons, prompts = written(kind).lessons, sorted(GAMES[kind].about.prompts)
    tasks = sorted(task for lesson in lessons for task in lesson.tasks)
    assert tasks == prompts, f"the lessons in guide/en.toml have the tasks {tasks}, not {prompts}"
    first, *others = (bool(lesson.tasks) for lesson in lessons)
    assert not first, "the first lesson in guide/en.toml is for the beginning, and has no tasks"
    assert all(others), "only the first lesson in guide/en.toml has no tasks"


@every_guide
def test_a_lesson_is_short(kind: str, language: str) -> None:
    """It must leave room for the board on a phone."""
    longest = max((lesson.text for lesson in written(kind, language).lessons), key=len)
    assert len(longest) <= LONGEST_LESSON, (
        f"a lesson in guide/{language}.toml is longer than {LONGEST_LESSON}: {longest}"
    )


@pytest.mark.parametrize(("kind", "language"), [one for one in WRITTEN if one[1] != "en"])
def test_every_language_says_the_same(kind: str, language: str) -> None:
    """A translation follows its original part by part."""

    def parts(guide: GuideFile) -> list[Any]:
        same = ("tasks", "section")
        return [
            (place, [*one.rules], [getattr(one, name, None) for name in same], set(NAMED.findall(repr(one))))
            for place, one in guide.statements()
        ]

    here, there = parts(written(kind, language)), parts(written(kind))
    other = next((one[0] for one, two in zip(here, there, strict=False) if one != two), "its length")
    assert here == there, f"guide/{language}.toml differs from the English one in {other}"


@every_guide
def test_it_can_be_spoken_with_every_edition(kind: str, language: str) -> None:
    """A guide takes figures and titles from the edition that is played."""
    (game,) = catalogues({kind: GAMES[kind]}, {kind: editions(kind)}, [language])[language].games
    for step in game.editions[0].guide.turn:
        assert step.example, f"the example of '{step.title}' names what the default edition lacks"
    for edition in game.editions:
        sections = {entry.section for entry in edition.entries}
        for components in edition.guide.components:
            assert components.section in sections, f"{edition.name} has no section {components.section}"
            assert components.entries or components.section == "tracks", (
                f"the components of guide/{language}.toml say nothing of any entry of {components.section}: give them lines"
            )
        assert "{" not in repr(edition.guide), f"a text with {edition.name} has a brace"


@every_guide
def test_what_is_not_left_out_names_only_what_each_edition_has(kind: str, language: str) -> None:
    """A text that names a missing entry cannot be spoken."""
    each = [{entry.section for entry in edition.listed()} for edition in editions(kind).values()]
    common = each[0].intersection(*each)
    for place, statement in written(kind, language).statements():
        sections = {named[1:].partition("/")[0] for named in NAMED.findall(statement.text) if "/" in named}
        lacking = sections - common
        assert not lacking, f"{place} of guide/{language}.toml names {', '.join(lacking)}, which an edition lacks"


@every_guide
def test_it_does_not_repeat_the_edition(kind: str, language: str) -> None:
    """A text that stands in two places becomes false in one of them."""
    edition = next(iter(editions(kind).values()))
    for components in written(kind, language).components:
        there = {entry.name: entry.figures for entry in edition.listed() if entry.section == components.section}
        unknown = components.texts.keys() - there.keys()
        assert not unknown, f"guide/{language}.toml has texts of what the edition lacks: {', '.join(unknown)}"
        twice = [name for name in components.texts if "text" in there[name]]
        assert not twice, f"the edition has texts of its own for {', '.join(twice)}"
