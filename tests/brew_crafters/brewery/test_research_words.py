"""Research in words: what each step gives, in the table, in labels and in sentences."""

from __future__ import annotations

import re

import pytest

from taphouse.engine.brew_crafters.about import GAME
from taphouse.engine.brew_crafters.cards import STEPS
from taphouse.engine.brew_crafters.events import StepTaken
from taphouse.engine.brew_crafters.moves import Annual, Research, SecondStep
from taphouse.engine.brew_crafters.state import Closing, ToStep
from taphouse.engine.editions import load, packaged
from tests.brew_crafters.build import RULES, at_work, position
from tests.edition_under_test import packaged_figures

PACKAGED = packaged(GAME.edition, GAME.about.package)[0]
ENGLISH, GERMAN = (GAME.wording(PACKAGED, language) for language in ("en", "de"))
STEP_WORDS = [
    (track.name, kind, step) for track in PACKAGED.tracks for kind, step in zip(STEPS, track.steps, strict=True)
]


@pytest.mark.parametrize(("track", "kind", "step"), STEP_WORDS, ids=str)
def test_title_and_text_of_a_step_have_its_figures_in_every_language(track, kind, step):
    per = [step.per] if (step.per or 1) > 1 else []
    figures = [step.amount, *per, step.most, *(step.ingredients.stock if step.ingredients else ())]
    wanted = sorted(str(figure) for figure in figures if figure)
    german = PACKAGED.translation("de")
    name = f"{track}.{kind}"
    for words in (step.title, step.text, german.titles[name], german.texts[name]):
        assert sorted(re.findall(r"\d+", words)) == wanted


LABELS = [
    (Research("agronomy"), 0, "Research Agronomy: 3 malt", "„Ackerbau“ erforschen: 3 Malz"),
    (
        Research("agronomy"),
        1,
        "Research Agronomy: 2 malt and 1 hops each Winter",
        "„Ackerbau“ erforschen: 2 Malz und 1 Hopfen in jedem Winter",
    ),
    (
        SecondStep("business"),
        3,
        "Take a second step on Business: 1 point at the end for every $2, 6 at most",
        "Zweiten Schritt im Zweig „Geschäft“ gehen: 1 Punkt am Ende für je 2 $, höchstens 6",  # codespell:ignore
    ),
]


@packaged_figures
@pytest.mark.parametrize(("move", "done", "english", "german"), LABELS)
def test_the_label_of_research_tells_what_the_next_step_gives(move, done, english, german):
    players = {1: {"steps": {move.track: done}, "workers": "lab-technician"}}
    state = (
        at_work(1, 2, players=players)
        if isinstance(move, Research)
        else position(Closing(), ToStep(1), players=players)
    )
    assert RULES.why_not(state, move) is None
    said = RULES.labelled(state, move)
    assert (ENGLISH.label(said), GERMAN.label(said)) == (english, german)


@packaged_figures
def test_other_words_of_research_name_the_step():
    assert ENGLISH.label(Annual("fermentation")) == "Take the annual benefit of Fermentation: 2 yeast each Winter"
    names = ENGLISH.names(["Anna"])
    assert ENGLISH.sentence(StepTaken(1, "agronomy", STEPS[0]), names) == (
        "Anna takes the experimental step on Agronomy: 3 malt."
    )


def test_an_edition_from_before_steps_had_words_is_read_and_spoken_without():
    source = re.sub(rb'= \{ title = "[^"]*", text = "[^"]*", effect', b"= { effect", PACKAGED.source)
    assert source.count(b"title = ") == PACKAGED.source.count(b"title = ") - len(STEP_WORDS)
    old = load(GAME.edition, source, "old.toml")
    rules, wording = GAME.rules(old), GAME.wording(old)
    state = at_work(1, 2)
    assert wording.label(rules.labelled(state, Research("agronomy"))) == "Research Agronomy"
    assert wording.label(Annual("agronomy")) == "Take the annual benefit of Agronomy"
    sentence = wording.sentence(StepTaken(1, "agronomy", STEPS[3]), wording.names(["Anna"]))
    assert sentence == "Anna takes the game-end step on Agronomy."
    steps = [step for track in rules.view(state).tracks for step in track.steps]
    assert {(step.title, step.text) for step in steps} == {(None, None)}
