"""The promises that a game in one file does not give yet, and how to add each."""

from __future__ import annotations

from collections.abc import Iterator

from taphouse.engine.checks import found
from taphouse.engine.game import Game
from taphouse.engine.resources import files_of, in_one_file
from taphouse.lab.game_tests.figures import figures, file_of
from taphouse.lab.secrecy.random_inputs import editions


def lacking(game: Game) -> Iterator[str]:
    """A sentence on each promise that is not tested, because a game in one file lacks what it is about."""
    package = game.about.package
    if not in_one_file(package):
        return
    if not found(game).counts.exists():
        yield (
            "No playthroughs: a change of the rules by mistake is not noticed, and stored games may go on otherwise. "
            "`test-game --write` adds them."
        )
    if not figures(file_of(next(iter(editions(game).values())))):
        yield "No figures in its edition: nobody can play with figures of their own. Give `small_game` an `edition`."
    if not files_of(package).joinpath("guide/en.toml").read_text(encoding="utf-8").startswith("#"):
        yield "No guide: `How to play` has the rules and prompts, and lessons repeat them. Add guide/en.toml."
    if len(game.catalogues.languages) == 1:
        yield "English alone: nothing is translated. Add messages/de.toml."
    if not game.rules(next(iter(editions(game).values()))).hides:
        yield (
            "Nothing is hidden, so nothing can leak: rules with secrets derive from `DealtRules` or `Rules`, and need "
            "`other_world`."
        )
