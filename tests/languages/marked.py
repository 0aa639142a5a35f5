"""A language in which every letter is marked, made of the English catalogues, guides and editions.

Whatever is shown in it with a plain letter was not translated. `with marked(games):` lets a service that is created within
speak it, to clients that ask for `qps` (the language tag for such tests).
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from taphouse.engine.editions import Edition, Translation, packaged
from taphouse.engine.game import Game
from taphouse.engine.messages import ENGLISH, Catalogues, guides
from taphouse.engine.messages.guides import GuideFile
from taphouse.engine.messages.reasons import SHARED
from taphouse.engine.resigning import OTHERS_RESIGNED
from taphouse.engine.vocabulary import kebab, words_in
from taphouse.schema.concepts.talk import phrases_in
from taphouse.schema.descriptions import described, documented
from taphouse.schema.registry import TEXTS
from taphouse.schema.texts import OWN
from taphouse.service.http import negotiation
from taphouse.service.talk import rooms, talking

LANGUAGE = "qps"
_PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_MARKED = {ord(letter): ord(letter) - ord("A") + ord("\N{FULLWIDTH LATIN CAPITAL LETTER A}") for letter in _PLAIN}
_FIELD = re.compile(r"(\{[^{}]*\})")
_NUMBERED = re.compile(r"\.\d+$")
_FOR_PROGRAMS = {"section", "tasks", "rules"}
"""The fields of the parts of a guide that are no texts."""
_load = guides.load


def mark(text: str) -> str:
    """The text with full-width letters. The fields of a template stay as they are."""
    return "".join(part if part[:1] == "{" else part.translate(_MARKED) for part in _FIELD.split(text))


def is_plain(text: str) -> bool:
    """True if a letter of the text is not marked."""
    return re.search("[A-Za-z]", text) is not None


def catalogue(english: bytes, game: Game | None = None) -> bytes:
    """The catalogue in the language, as its file would have it.

    Args:
        english: the English catalogue.
        game: the game; None for the events of every kind of game.
    """
    content = tomllib.loads(english.decode())
    if game is not None:
        about, options = game.about, words_in(game.about.options)
        content["about"] = about.text
        content["descriptions"] = {verb: documented(move) for verb, move in game.verbs.items()}
        content["options"] = {kebab(name): described(about.options, name) for name in options}
        content["choices"] = {
            kebab(name): {str(word): word.description for word in words} for name, words in options.items() if words
        }
        content["reasons"] = {reason.name: reason.text for reason in about.reasons}
        spoken = game.catalogues.spoken
        content["table"] = {name: game.catalogues.get(ENGLISH).field(name) for name in spoken.fields}
        content["words"] = {name: list(game.catalogues.get(ENGLISH).word(name)) for name in spoken.words} | content[
            "words"
        ]
    return "".join(f"{_toml(key)} = {_toml(value)}\n" for key, value in _each(content).items()).encode()


def translation(edition: Edition) -> Translation:
    """The titles and texts of an edition in the language."""
    said: dict[str, dict[str, str]] = {"title": {}, "text": {}}
    for entry in edition.listed():
        for key in said.keys() & entry.figures.keys():
            said[key][_NUMBERED.sub("", entry.name)] = mark(entry.figures[key])
    return Translation(title=mark(edition.title), text=mark(edition.text), titles=said["title"], texts=said["text"])


def guide(package: str, language: str) -> GuideFile:
    """`guides.load`, which also has a guide in the language: the English one."""
    if language != LANGUAGE:
        return _load(package, language)
    english = _load(package, ENGLISH).model_dump()
    return GuideFile.model_validate({part: _each(said) for part, said in english.items() if part != "unneeded"})


def phrases(language: str) -> Mapping[str, str]:
    """The phrases of talk, in the language too."""
    found = phrases_in(language)
    return {name: mark(text) for name, text in found.items()} if language == LANGUAGE else found


@contextmanager
def marked(games: Iterable[Game], editions: Iterable[Edition] = ()) -> Iterator[None]:
    """Add the language to those that clients can choose, to the games and to their editions: the packaged ones, and these."""
    negotiation._cached_language.cache_clear()
    with ExitStack() as stack:
        stack.callback(negotiation._cached_language.cache_clear)
        stack.enter_context(patch.object(guides, "load", guide))
        for module in (rooms, talking):
            stack.enter_context(patch.object(module, "phrases_in", phrases))
        for texts in (*TEXTS, SHARED):
            _add(stack, texts)
        for game in games:
            _add(stack, game.catalogues, game)
            for edition in (*packaged(game.edition, game.about.package), *editions):
                stack.enter_context(patch.dict(edition.translations, {LANGUAGE: translation(edition)}))
        yield


def _add(stack: ExitStack, catalogues: Catalogues, game: Game | None = None) -> None:
    source = catalogue(catalogues.source(ENGLISH), game)
    if catalogues is OWN:
        source += f"reasons = {_toml(_each({OTHERS_RESIGNED.name: OTHERS_RESIGNED.text}))}\n".encode()
    made = catalogues.made(LANGUAGE, source)
    assert not made.missing
    stack.enter_context(patch.dict(vars(catalogues), {"languages": (*catalogues.languages, LANGUAGE)}))
    stack.enter_context(patch.dict(catalogues._loaded, {LANGUAGE: made}))


def _each(value: Any) -> Any:
    if isinstance(value, str):
        return mark(value)
    if isinstance(value, dict):
        return {key: one if key in _FOR_PROGRAMS else _each(one) for key, one in value.items()}
    return [_each(one) for one in value]


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(key)} = {_toml(one)}" for key, one in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)
