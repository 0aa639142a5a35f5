"""A check that refusals are put into words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from taphouse.engine.contract import Refusal
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.messages import ENGLISH


def check_told(game: Game, edition: Edition, refusals: Iterable[Refusal]) -> None:
    """Check that these refusals have every reason of a game, and are told in each of its languages."""
    every, names = {*refusals}, ("Ann", "Ben", "Cem", "Dora", "Emil", "Fay")
    assert {*game.about.refusals} <= {type(refusal.why) for refusal in every}
    english = game.wording(edition)
    for language in game.catalogues.languages:
        wording = game.wording(edition, language)
        for refusal in every:
            text = wording.refusal(refusal, names)
            assert re.fullmatch(r"\S.*[.!?]", text), refusal
            assert not re.search(r"[{}\[\]|]|None|True|False|  |\.\.|Seat \d$", text), text
            assert language == ENGLISH or text != english.refusal(refusal, names), text
