"""Texts for people, taken together: titles, nouns and money are written in one way, and prompts name what is possible."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import NamedTuple

import msgspec
import pytest

from taphouse.engine import GAMES
from taphouse.engine.editions import Edition
from taphouse.engine.messages import Details
from taphouse.engine.messages.wording import Wording
from tests.conformance.tables import GameTerms, default_table, editions, playout

LANGUAGES = ("en", "de")
Dank, Pint, Crafters = "dank-and-draft", "pint-craft", "brew-crafters"
TABLES = [default_table(Dank, 3), default_table(Pint, 3), default_table(Crafters, 2), default_table(Crafters, 4)]
MARK = re.compile(r"<([^>]*)>")

in_every_language = pytest.mark.parametrize("language", LANGUAGES)
at_these_tables = pytest.mark.parametrize("table", TABLES, ids=str)


def edition_of(table: GameTerms) -> Edition:
    return editions(table.kind)[table.edition]


class Asked(NamedTuple):
    """A decision of a random game."""

    task: str
    details: Details
    verbs: tuple[str, ...]


@cache
def asked(table: GameTerms) -> frozenset[Asked]:
    """The decisions of a random game."""
    owed = map(table.rules.decision, playout(table, "reading").states)
    return frozenset(Asked(one.task, one.details, one.verbs) for one in owed if one)


@cache
def structs(table: GameTerms) -> tuple[tuple[msgspec.Struct, ...], tuple[msgspec.Struct, ...]]:
    """The legal moves as they are labelled, and the events, of a random game."""
    rules, game = table.rules, playout(table, "reading")
    moves = {rules.labelled(state, move) for state in game.states for move in rules.moves(state)}
    return (*moves,), (*set(chain(*game.events)),)


def spoken(table: GameTerms, wording: Wording) -> Iterator[str]:
    """Every label, sentence and prompt of a random game."""
    names = wording.names(("Ann", "Ben", "Cleo", "Dora")[: table.seats])
    moves, events = structs(table)
    yield from (wording.label(move, names) for move in moves)
    yield from (wording.sentence(event, names) for event in events)
    yield from (wording.prompt(one.task, one.details, names) for one in asked(table))


def marked(table: GameTerms, language: str) -> Wording:
    """The wording with the name of each entry in marks as its title, except those that are amounts in themselves."""
    edition, game = edition_of(table), table.game
    amounts = {entry.name for entry in edition.listed() if entry.section == "portions"}
    names = [name for name in edition.titles() if "." not in name and name not in amounts]
    titles = game.in_language(edition, language).titles() | {name: f"<{name}>" for name in names}
    return Wording(language, game.catalogues.get(language), titles)


LISTED = re.compile(r": <[^>]*>(( \(\d+\))?(, | und )<[^>]*>)*( \(\d+\))?\.?$")
NO_OBJECT = re.compile(rf"{LISTED.pattern}|\([^()]*\)|^<[^>]*>: ")
"""Titles in a list after a colon, in parentheses, and at the head of a prompt."""


@pytest.mark.parametrize("table", TABLES[1:], ids=str)
def test_german_quotes_a_title_that_is_an_object(table: GameTerms) -> None:
    read = 0
    for text in spoken(table, marked(table, "de")):
        left = NO_OBJECT.sub("", text)
        assert len(MARK.findall(left)) == len(re.findall("„<[^>]*>“", left)), text
        read += len(MARK.findall(left))
    assert read > 20


WITH_ARTICLE = {"spaces", "workers", "partnerships", "tiles"}


@pytest.mark.parametrize("table", TABLES[2:], ids=str)
def test_english_says_the_before_components_of_one_kind_and_not_before_others(table: GameTerms) -> None:
    sections = {entry.name: entry.section for entry in edition_of(table).listed() if "title" in entry.figures}
    read = set()
    for text in spoken(table, marked(table, "en")):
        for found in MARK.finditer(left := NO_OBJECT.sub("", text)):
            section = sections[found[1]]
            assert left[: found.start()].endswith(" the ") is (section in WITH_ARTICLE), text
            read.add(section)
    assert read >= {*WITH_ARTICLE, "tracks"}


def counted(kind: str, language: str) -> list[str]:
    """The plurals of a catalogue that differ from the form for 1."""
    source = files(GAMES[kind].about.package).joinpath(f"messages/{language}.toml").read_bytes()
    words = tomllib.loads(source.decode())["words"].values()
    return [forms[1] for forms in words if isinstance(forms, list) and forms[0] != forms[1]]


def texts_of_edition(table: GameTerms, language: str) -> Iterator[str]:
    for entry in table.game.in_language(edition_of(table), language).listed():
        yield from (entry.figures[key] for key in ("title", "text") if key in entry.figures)


MONEY = {"en": re.compile(r"\d ?\$|\$(?!\d)"), "de": re.compile(r"\$ ?\d|\d\$")}
"""The ways in which a language does not write money: it is $3 in English, and 3 $ in German."""


@in_every_language
@at_these_tables
def test_one_of_a_thing_is_singular_and_money_is_written_in_one_way(table: GameTerms, language: str) -> None:
    plurals = re.compile(rf"\b1 ({'|'.join(map(re.escape, counted(table.kind, language)))})\b")
    wording = table.game.wording(edition_of(table), language)
    for text in chain(spoken(table, wording), texts_of_edition(table, language)):
        assert not plurals.search(text), text
        assert not MONEY[language].search(text), text


NAMED = {
    Dank: {
        "draft": ("draft", "nimm"),
        "take-action": ("take an action", "nimm eine aktion"),  # codespell:ignore
        "offer": ("offer a stack", "biete"), "end-turn": ("end the turn", "beende den zug"),
        "spoil": ("to spoil", "verderben"), "decline": ("decline", "verzichte"), "snatch": ("snatch", "stibitz"),
        "stock-up": ("from the taps", "von den zapfhähnen"), "discard": ("discard", "wirf"),
    },
    Pint: {
        "play": ("play or", "spiele "), "trade-in": ("trade in", "tausche"), "stop-playing": ("stop playing", "keine mehr"),
        "brew": ("brew a recipe", "braue ein rezept"), "end-turn": ("end the turn", "beende den zug"),
        "choose": ("choose", "wähle"), "give": ("give", "gib"), "target": ("another player", "wen"),
        "name": ("name", "nenne"), "bury": ("the stack", "den stapel"), "take-back": ("you take", "du vom ablagestapel nimmst"),
        "return": ("you lose", "du verlierst"), "swap": ("exchange", "getauscht"), "vote": ("vote", "stimme"),
    },
    Crafters: {
        "market": ("market action", "marktaktion"), "hire": ("hire", "stelle"), "form": ("form", "gehe"),
        "choose": ("choose", "wähle"), "trade": ("trade ", "hand(eln|le )"),
        "end-trading": ("end trading", "beende den handel"),  # codespell:ignore
        "discard": ("discard", "wirf"), "plant": ("plant an", "pflanze eine"), "no-planting": ("nothing", "nichts"),
        "annual": ("annual", "jährliche"), "process": ("process beer", "verarbeite bier"),
        "collaborate": ("collaborate\\b", "beteilige dich"), "research": ("research", "forsche"),
        "install": ("install", "baue etwas ein"), "brew": ("brew a batch", "braue einen sud"),
        "leave-empty": ("brew no more", "braue nichts mehr"),
        "end-action": ("end the action", "beende die aktion"),  # codespell:ignore
        "second-step": ("pay", "zahle"), "no-second-step": ("take no", "verzichte"),
    },
}  # fmt: skip
"""The words by which a prompt names a kind of move, in each language."""


@at_these_tables
def test_a_prompt_names_the_moves_that_are_possible_and_no_others(table: GameTerms) -> None:
    said = asked(table)
    answers: dict[str, set[str]] = {}
    for one in said:
        answers.setdefault(one.task, set()).update(one.verbs)
    for column, language in enumerate(LANGUAGES):
        wording = table.game.wording(edition_of(table), language)
        for task, details, verbs in said:
            prompt = wording.prompt(task, details, wording.names(["Ann"] * table.seats)).lower()
            for verb in answers[task]:
                named = re.search(NAMED[table.kind][verb][column], prompt) is not None
                assert named is (verb in verbs), (prompt, verb)
