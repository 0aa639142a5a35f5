"""Guides against the rules that they are written from. `taphouse test-game NAME --write` renews the digests of the rules."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from taphouse.engine.game import Game
from taphouse.engine.messages.guides import GuideFile, digest, load
from taphouse.service.games.catalogue import rules_of

TABLE = "\n[rules]\n"
"""The heading of the last table of each file, which is not written by hand."""


def named(guide: GuideFile) -> set[str]:
    """The ids of all rules that a guide names."""
    return {rule for _, statement in guide.statements() for rule in statement.rules}


def digests(game: Game, guide: GuideFile) -> dict[str, str]:
    """The digests of the rules that a guide names, as their texts are now."""
    return {rule.id: digest(rule.text) for rule in rules_of(game) if rule.id in named(guide)}


def to_read_again(game: Game, language: str) -> dict[str, list[str]]:
    """The rules that changed since the guide was last read, each with the places of the statements that name it."""
    guide = load(game.about.package, language)
    return {
        rule: [place for place, statement in guide.statements() if rule in statement.rules]
        for rule, now in digests(game, guide).items()
        if guide.rules.get(rule) != now
    }


def renew(game: Game, language: str) -> None:
    """Write the digests of the rules as they are now into a guide."""
    path, guide = Path(str(files(game.about.package))) / f"guide/{language}.toml", load(game.about.package, language)
    rows = "".join(f'{rule} = "{now}"\n' for rule, now in digests(game, guide).items())
    path.write_text(path.read_text().partition(TABLE)[0] + TABLE + rows)
