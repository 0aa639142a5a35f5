"""German is complete, what it says reads well, and editions have their titles and texts beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.engine import GAMES as OURS
from taphouse.engine.brew_crafters.moves import Brew as BrewBeer
from taphouse.engine.brew_crafters.moves import Market, Vessel
from taphouse.engine.contract import Event, Move, Refusal
from taphouse.engine.dank_and_draft.cards import Action, BeerType
from taphouse.engine.dank_and_draft.moves import Spoil, TakeAction
from taphouse.engine.editions import EditionError, load
from taphouse.engine.messages.reasons import GameIsOver
from taphouse.engine.pint_craft.cards import IngredientAmounts as Ingredients
from taphouse.engine.pint_craft.moves import CardsDrawn, CardTaken, Choose, IngredientsTaken
from taphouse.schema.texts import OWN
from taphouse.schema.values.lifecycle import SeatTaken
from taphouse.schema.words import wording
from taphouse.service.cli.messages import lacking, others
from taphouse.service.games.catalogue import lacking_in_service, whole
from taphouse.service.games.kernel.editions import Editions
from tests.conformance.tables import GAMES, editions
from tests.tiny.moves import GiftAnswered

Dank, Pint, Crafters, Cask = "dank-and-draft", "pint-craft", "brew-crafters", "cask-race"
SAID: dict[tuple[str, Event | Move], str] = {
    (Dank, TakeAction(2, Action.STOCK_UP)): "„Aufstocken“ aus der Hand von Ben nehmen",
    (Dank, Spoil(3, BeerType.STOUT, 2)): "2 Stouts im Schankraum von Platz 3 verderben",
    (Pint, Choose(Ingredients(1, 2, 0, 2))): "1 Basismalz, 2 Spezialmalz und 2 Zusätze wählen",
    (Pint, CardTaken(1, 2, None)): "Ann nimmt eine Karte aus der Hand von Ben.",
    (Pint, CardsDrawn(1, 1, ("beer-festival",))): "Ann zieht 1 Karte: Bierfest!",
    (Pint, IngredientsTaken(2, Ingredients(hops=2), "seasonal-bonus")): "Ben nimmt 2 Hopfen (Jahreszeitenbonus).",
    (Crafters, Market("maltster")): "Feld „Mälzerei“ besetzen",  # codespell:ignore
    (Crafters, Market("private-investor", "money")): (
        "Feld „Geldgeber“ besetzen für das Geld und das Recht anzufangen"  # codespell:ignore
    ),
    (Crafters, BrewBeer("ale", Vessel.BREWPUB)): "„Ale“ im Brauhaus brauen",
    (Cask, GiftAnswered(1, 2, False, None)): "Ann lehnt das Geschenk von Ben ab.",
    (Cask, SeatTaken(2, None)): "Jemand nimmt Platz 2 ein.",
}


@pytest.mark.parametrize(("what", "text"), SAID.items(), ids=lambda value: str(value)[:40])
def test_german_reads(what: tuple[str, Event | Move], text: str) -> None:
    kind, spoken = what
    words = wording(GAMES[kind], next(iter(editions(kind).values())), "de")
    names = words.names(("Ann", "Ben", None))
    assert (words.sentence if isinstance(spoken, Event) else words.label)(spoken, names) == text


def test_every_language_is_complete() -> None:
    assert (OWN.languages, others()) == (("en", "de"), ("de",))
    assert (whole(OURS), whole(GAMES)) == (("en", "de"), ("en", "de")), "a game without German takes it from no other"
    assert whole({Cask: GAMES[Cask]}) == ("en",), "the tiny game has no German guide"
    assert [one for language in others() for one in lacking(OURS, None, language)] == []
    done = CliRunner().invoke(main, ["messages"])
    assert (done.exit_code, done.output) == (0, "de: nothing missing\n")


def test_a_language_lacks_the_file_of_each_concept_that_has_none() -> None:
    assert [*lacking_in_service("fr")] == [
        f"the service: taphouse/{file}"
        for file in (
            "schema/messages/fr.toml",
            "schema/concepts/agreements.fr.toml",
            "schema/concepts/handover.fr.toml",
            "schema/concepts/sitting.fr.toml",
            "schema/concepts/advice.fr.toml",
            "schema/concepts/persons.fr.toml",
            "schema/concepts/challenges.fr.toml",
            "schema/concepts/talk.fr.toml",
            "schema/concepts/presence.fr.toml",
            "schema/concepts/mail.fr.toml",
            "schema/concepts/reports.fr.toml",
            "schema/concepts/standing_orders.fr.toml",
            "engine/messages/fr.toml",
        )
    ]


def test_what_is_missing_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edition = next(iter(editions(Pint).values()))
    mine = edition.source.replace(b'name = "reconstructed"', b'name = "mine"', 1)
    (tmp_path / "mine.toml").write_bytes(mine)
    (tmp_path / "mine.de.toml").write_text('title = "Meine Karten"\n[titles]\nmerch = "Becher"\n')
    monkeypatch.setenv("TAPHOUSE_EDITIONS_DIR", str(tmp_path))
    done = CliRunner().invoke(main, ["messages"])
    assert done.exit_code == 1
    listed = done.output.splitlines()
    assert "  pint-craft, edition mine: text" in listed
    assert "  pint-craft, edition mine: titles.venue" in listed
    assert not any("titles.merch" in line or line == "mine: title" for line in listed)
    offered = Editions(OURS, tmp_path).offered[Pint]["mine"]
    titles = OURS[Pint].in_language(offered, "de").titles()
    assert (titles["merch"], titles["venue"]) == ("Becher", "Venue")
    rules: Any = OURS[Pint].rules(offered, language="de")
    assert [rules.deck.card(rules.deck.code[name]).title for name in ("merch", "venue")] == ["Becher", "Venue"]
    over = Refusal("PC-04", GameIsOver())
    assert rules.explained(over) == "The game is over. (PC-04)", "developers read English"
    assert offered.digest == load(OURS[Pint].edition, mine, "mine.toml").digest, "a translation changes no game"


def test_a_game_without_a_language_is_spoken_in_english() -> None:
    words = GAMES[Cask].catalogues
    assert words.get("fr") is words.get("en")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("title = ", "the file: not TOML"),
        ("headline = 'x'", "headline: there is no such key"),
        ("[titles]\nmerhc = 'x'", "titles.merhc: the edition has no entry of this name with a title"),
        ("[texts]\nsaison = 'x'", "texts.saison: the edition has no entry of this name with a text"),
    ],
)
def test_a_wrong_translation_is_refused(tmp_path: Path, source: str, reason: str) -> None:
    edition = next(iter(editions(Pint).values()))
    (tmp_path / "mine.toml").write_bytes(edition.source.replace(b'name = "reconstructed"', b'name = "mine"', 1))
    (tmp_path / "mine.de.toml").write_text(source)
    with pytest.raises(EditionError, match=f"mine.de.toml: {reason}"):
        Editions(OURS, tmp_path)
