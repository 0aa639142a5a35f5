"""Builds the API's catalogue from the games, their rules documents and their editions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, get_type_hints

import msgspec

from taphouse.engine.editions import Edition
from taphouse.engine.game import EndReason, Game
from taphouse.engine.notation import usage
from taphouse.engine.vocabulary import Word, constant, kebab
from taphouse.schema.catalogue import (
    Catalogue,
    EditionInfo,
    EndReasonInfo,
    FixInfo,
    GameInfo,
    MoveInfo,
    OptionInfo,
    RuleInfo,
    RulesVersionInfo,
)
from taphouse.schema.graphql.derive import described, documented
from taphouse.schema.values import GameKind

_ROW = re.compile(r"^\| ([A-Z]{2}-\d+[a-z]?) \| (.*?) \| (.*?) \|$", re.MULTILINE)


def catalogue(games: Mapping[str, Game], offered: Mapping[str, Mapping[str, Edition]]) -> Catalogue:
    """The catalogue: every kind of game with its editions, and the provenance of every figure."""
    return Catalogue(tuple(_kind(game, offered[kind]) for kind, game in games.items()))


def rules_of(game: Game) -> tuple[RuleInfo, ...]:
    """The rules of a game, from the tables of its `rules.md`: id, text and source of each rule."""
    document = files(game.about.package).joinpath("rules.md").read_text(encoding="utf-8")
    return tuple(RuleInfo(id_, text, source.replace("*", "")) for id_, text, source in _ROW.findall(document))


def _kind(game: Game, editions: Mapping[str, Edition]) -> GameInfo:
    about = game.about
    return GameInfo(
        kind=GameKind(constant(about.kind)),
        title=about.title,
        designer=about.designer,
        publisher=about.publisher,
        text=about.text,
        min_seats=about.seats[0],
        max_seats=about.seats[-1],
        minutes=about.minutes,
        options=tuple(_option(about.options, field) for field in msgspec.structs.fields(about.options)),
        moves=tuple(MoveInfo(verb, usage(move), documented(move)) for verb, move in game.verbs.items()),
        reasons=tuple(EndReasonInfo(EndReason(constant(r.name)), r.rule, r.text) for r in about.reasons),
        rules=rules_of(game),
        rules_versions=tuple(_version(game, version) for version in range(1, game.newest + 1)),
        editions=tuple(EditionInfo(e.name, e.title, e.text, e.digest, tuple(e.listed())) for e in editions.values()),
    )


def _version(game: Game, version: int) -> RulesVersionInfo:
    fixes = (fix for fix in game.fixes if fix.version == version)
    return RulesVersionInfo(version, tuple(FixInfo(fix.name, fix.rules, fix.text) for fix in fixes))


def _option(options: type, field: msgspec.structs.FieldInfo) -> OptionInfo:
    hint: Any = get_type_hints(options)[field.name]
    words = tuple(word.name for word in hint) if isinstance(hint, type) and issubclass(hint, Word) else ()
    default = field.default.name if isinstance(field.default, Word) else kebab(str(field.default))
    return OptionInfo(field.encode_name, described(options, field.name), default, words)
