"""Guides against the rules that they are written from."""

from __future__ import annotations

from textwrap import shorten

from taphouse.engine.game import Game
from taphouse.engine.messages.guides import GuideFile, digest, load
from taphouse.service.games.catalogue import rules_of


def named(guide: GuideFile) -> set[str]:
    """The ids of all rules that a guide names."""
    return {rule for _, statement in guide.statements() for rule in statement.rules}


def digests(game: Game) -> dict[str, str]:
    """The digests of the rules of a game, as their texts are now."""
    return {rule.id: digest(rule.text) for rule in rules_of(game)}


def to_read_again(game: Game, language: str) -> list[str]:
    """The statements of a guide that rest on a rule that has changed since they were last read, and what to write then."""
    now = digests(game)
    return [
        f'{place} ("{shorten(statement.text, 60)}") rests on {rule}: read both, and write {rule} = "{now[rule]}" there.'
        for place, statement in load(game.about.package, language).statements()
        for rule, read in statement.rules.items()
        if read and now.get(rule, read) != read
    ]


def new(game: Game, language: str) -> list[str]:
    """The places of the statements of a guide that lack a digest, because they are new."""
    return [place for place, one in load(game.about.package, language).statements() if "" in one.rules.values()]


def filled(guide: str, game: Game) -> str:
    """The text of a guide's file with the digests of its `new` statements; it changes no other digest."""
    for rule, now in digests(game).items():
        guide = guide.replace(f'{rule} = ""', f'{rule} = "{now}"')
    return guide
