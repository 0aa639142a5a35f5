"""The catalogue's fields and words of a table, from which a client shows any kind of game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from taphouse.engine.messages import Messages, MessagesError
from taphouse.engine.messages.table_fields import Holds
from taphouse.engine.vocabulary import kebab
from taphouse.schema.catalogue import GameInfo
from taphouse.service.games.catalogue import catalogues
from tests.conformance.tables import GAMES, default_table, editions, playout
from tests.conformance.test_messages import EN, SPOKEN

OF_JSON = {
    Holds.SEAT: int,
    Holds.NUMBER: int,
    Holds.FLAG: bool,
    Holds.WORD: str,
    Holds.NAME: str,
    Holds.TEXT: str,
    Holds.AMOUNTS: dict,
    Holds.GROUP: dict,
}


def info(kind: str, language: str) -> GameInfo:
    """The kind of game in the catalogue."""
    (game,) = catalogues({kind: GAMES[kind]}, {kind: editions(kind)}, [language])[language].games
    return game


def values(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a table as JSON that is not null, with its path."""
    for name, value in table.items():
        here = f"{path}.{name}".removeprefix(".")
        if value is not None:
            yield here, value
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                yield from values(one, here)


@pytest.mark.parametrize("kind", GAMES)
def test_the_fields_are_those_of_every_table(kind: str) -> None:
    game, table = info(kind, "en"), default_table(kind)
    fields, words = {field.path: field for field in game.table}, {word.value for word in game.words}
    *states, end = playout(table, "fields").states
    for state in (*states[::7], end):
        for seat in (1, None):
            view = table.rules.view(table.rules.known(state, seat))
            for path, value in values(msgspec.json.decode(msgspec.json.encode(view))):
                field = fields[path]
                assert isinstance(value, list) is field.many, path
                for one in value if field.many else [value]:
                    assert type(one) is OF_JSON[field.holds], path
                    assert field.holds is not Holds.WORD or kebab(one) in words


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
