"""Builds the API's catalogue from the games, their rules documents and their editions, and finds what a language lacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
import msgspec.inspect

from taphouse.engine.contract import EndReason, Options
from taphouse.engine.editions import Edition, packaged
from taphouse.engine.game import About, Game
from taphouse.engine.messages import ENGLISH, Messages, guides
from taphouse.engine.messages.reasons import SHARED
from taphouse.engine.messages.table_fields import Field, fields_of, named_by
from taphouse.engine.notation import usage
from taphouse.engine.resigning import OTHERS_RESIGNED
from taphouse.engine.resources import files_of
from taphouse.engine.vocabulary import Word, capital, constant, hints, kebab, words_in
from taphouse.schema.catalogue import (
    Catalogue,
    ChoiceInfo,
    EditionInfo,
    EndReasonInfo,
    FixInfo,
    GameInfo,
    MoveInfo,
    OptionInfo,
    RuleInfo,
    RulesVersionInfo,
    TableField,
    WordInfo,
)
from taphouse.schema.descriptions import described, documented
from taphouse.schema.registry import TEXTS
from taphouse.schema.texts import OWN
from taphouse.schema.values.games import GameKind

_ROW = re.compile(r"^\| ([A-Z]{2}-\d+[a-z]?) \| (.*?) \| (.*?) \|$", re.MULTILINE)


def catalogues(
    games: Mapping[str, Game], offered: Mapping[str, Mapping[str, Edition]], languages: Iterable[str]
) -> dict[str, Catalogue]:
    """The catalogue in each language: every kind of game with its editions, and the provenance of every figure."""
    offers = whole(games)
    return {
        language: Catalogue(tuple(_kind(game, offered[kind], language) for kind, game in games.items()), offers)
        for language in languages
    }


def rules_of(game: Game) -> tuple[RuleInfo, ...]:
    """The rules of a game, from the tables of its `rules.md`: id, text and source of each rule."""
    document = files_of(game.about.package).joinpath("rules.md").read_text(encoding="utf-8")
    return tuple(RuleInfo(id_, text, source.replace("*", "")) for id_, text, source in _ROW.findall(document))


def _kind(game: Game, editions: Mapping[str, Edition], language: str) -> GameInfo:
    about, words = game.about, game.catalogues.get(language)
    fields, named = tuple(fields_of(about.view)), named_by(about.view, about.moves)
    return GameInfo(
        kind=GameKind(constant(about.kind)),
        title=about.title,
        designer=about.designer,
        publisher=about.publisher,
        text=words.about(about.text),
        min_seats=about.seats[0],
        max_seats=about.seats[-1],
        minutes=about.minutes,
        options=_options(about.options, words),
        moves=tuple(
            MoveInfo(verb, usage(move), words.description(verb, documented(move))) for verb, move in game.verbs.items()
        ),
        reasons=_reasons(about, words, language),
        words=tuple(WordInfo(word, *words.word(word)) for word in words.words()),
        rules=rules_of(game),
        rules_versions=tuple(_version(game, version) for version in range(1, game.newest + 1)),
        table=tuple(_field(field, words, named) for field in fields),
        editions=tuple(_edition(game, edition, language) for edition in editions.values()),
    )


def _reasons(about: About, words: Messages, language: str) -> tuple[EndReasonInfo, ...]:
    """The ways in which a game can end: by its own rules, and by those of the service where several play."""
    spoken = [(reason, words) for reason in about.reasons]
    if about.seats[-1] > 1:
        spoken.append((OTHERS_RESIGNED, OWN.get(language)))
    return tuple(
        [
            EndReasonInfo(EndReason(constant(r.name)), r.rule, said.reason(r.name, r.text), r.victory)
            for r, said in spoken
        ]
    )


def _field(field: Field, words: Messages, named: Mapping[tuple[str, ...], tuple[str, ...]]) -> TableField:
    name = kebab(field.name)
    return TableField(
        ".".join(field.path),
        capital(words.word(name)[0]) if field.counted else words.field(name),
        described(field.owner, field.name),
        field.holds,
        field.many,
        named.get(field.path, ()),
    )


def _version(game: Game, version: int) -> RulesVersionInfo:
    fixes = (fix for fix in game.fixes if fix.version == version)
    return RulesVersionInfo(version, tuple(FixInfo(fix.name, fix.rules, fix.text) for fix in fixes))


def _edition(game: Game, offered: Edition, language: str) -> EditionInfo:
    edition = game.in_language(offered, language)
    entries = tuple(edition.listed())
    how_to_play = game.guide(offered, language)
    return EditionInfo(edition.name, edition.title, edition.text, edition.digest, entries, how_to_play)


def _options(options: type[Options], words: Messages) -> tuple[OptionInfo, ...]:
    choices, types = words_in(options), hints(options)
    return tuple(
        _option(options, field, choices[field.name], types[field.name], words)
        for field in msgspec.structs.fields(options)
    )


def _option(
    options: type[Options], field: msgspec.structs.FieldInfo, choices: Iterable[Word], hint: Any, words: Messages
) -> OptionInfo:
    key, members = kebab(field.name), _members(msgspec.inspect.type_info(hint))
    number = next((one for one in members if isinstance(one, msgspec.inspect.IntType)), None)
    row = next((one for one in members if isinstance(one, msgspec.inspect.VarTupleType)), None)
    return OptionInfo(
        name=field.encode_name,
        text=words.option(key, described(options, field.name)),
        default=field.default.name if isinstance(field.default, Word) else kebab(str(field.default)),
        choices=tuple(word.name for word in choices),
        choice_texts=tuple(ChoiceInfo(w.name, words.choice(key, str(w), w.description)) for w in choices),
        minimum=None if number is None else number.ge,
        maximum=None if number is None else number.le,
        max_items=None if row is None else row.max_length,
        nullable=any(isinstance(one, msgspec.inspect.NoneType) for one in members),
        flag=any(isinstance(one, msgspec.inspect.BoolType) for one in members),
    )


def _members(type_: Any) -> list[Any]:
    """The types that a value may have, without annotations."""
    if isinstance(type_, msgspec.inspect.Metadata):
        return _members(type_.type)
    return (
        [one for part in type_.types for one in _members(part)]
        if isinstance(type_, msgspec.inspect.UnionType)
        else [type_]
    )


def lacking_in_game(game: Game, editions: Iterable[Edition], language: str) -> Iterator[str]:
    """The texts of a game that are still English in a language, such as `pint-craft: reasons.vote`.

    Args:
        game: the game.
        editions: its editions.
        language: the language.

    Raises:
        MessagesError: a catalogue is invalid.
    """
    kind = game.about.kind
    yield from (f"{kind}: {key}" for key in game.catalogues.lacking(language))
    if language not in guides.languages(game.about.package):
        yield f"{kind}: guide/{language}.toml"
    for edition in editions:
        yield from (f"{kind}, edition {edition.name}: {key}" for key in edition.untranslated(language))


def whole(games: Mapping[str, Game]) -> tuple[str, ...]:
    """The languages in which nothing of the service is left in English, nor of at least one game; English first.

    Editions of an operator's own do not count. A game that was written in English alone takes no language from the others.
    """
    return tuple(language for language in OWN.languages if language == ENGLISH or _is_whole(games, language))


def lacking_in_service(language: str) -> Iterator[str]:
    """The texts of every game that are still English in a language, such as `the service: refusals.paused`."""
    for catalogues in (*TEXTS, SHARED):
        yield from (f"the service: {key}" for key in catalogues.lacking(language))


def _is_whole(games: Mapping[str, Game], language: str) -> bool:
    def none(texts: Iterable[str]) -> bool:
        return not any(True for _ in texts)

    of_games = (lacking_in_game(game, packaged(game.edition, game.about.package), language) for game in games.values())
    return none(lacking_in_service(language)) and any(map(none, of_games))
