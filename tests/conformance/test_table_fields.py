"""The catalogue's fields and words of a table are named in each language."""

from __future__ import annotations

import pytest

from taphouse.engine.messages import Messages, MessagesError
from taphouse.schema.catalogue import GameInfo
from taphouse.service.games.catalogue import catalogues
from tests.conformance.tables import GAMES, editions
from tests.conformance.test_messages import EN, SPOKEN


def info(kind: str, language: str) -> GameInfo:
    """The kind of game in the catalogue."""
    (game,) = catalogues({kind: GAMES[kind]}, {kind: editions(kind)}, [language])[language].games
    return game


def test_fields_and_words_are_named_in_the_language() -> None:
    english, german = info("cask-race", "en"), info("cask-race", "de")
    told = [{field.path: field.title for field in game.table} for game in (english, german)]
    assert [one["players.handGrains"] for one in told] == ["Hand", "Hand"]
    assert [one["drawPileSize"] for one in told] == ["Draw pile", "Nachziehstapel"]
    assert [one["discardedGrains.barley"] for one in told] == ["Barley", "Gerste"]
    assert [{word.value: word.one for word in game.words}["rye"] for game in (english, german)] == ["rye", "Roggen"]


def test_what_has_no_title_is_called_by_its_name() -> None:
    plain = Messages("en.toml", EN.partition("[table]")[0].encode(), SPOKEN)
    assert (plain.field("draw-pile-size"), plain.word("rye"), plain.word("late-rye")) == (
        "Draw pile size",
        ("rye", "rye"),
        ("late rye", "late rye"),
    )
    french = Messages("fr.toml", b'[table]\ngift = "cadeau"', SPOKEN, plain)
    assert (french.field("gift"), french.field("hand-size")) == ("Cadeau", "Hand size")
    assert {"table.hand-size", "words.rye"} < {*french.missing}
    assert "table.gift" not in french.missing


def test_a_title_of_no_field_is_refused() -> None:
    with pytest.raises(MessagesError, match=r"table\.hand-sizes: unknown: nothing uses it"):
        Messages("en.toml", EN.replace("hand-size =", "hand-sizes =").encode(), SPOKEN)
