"""Labels and sentences, one by one; and a way to peek is found."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.cards import Ingredient as Grown
from taphouse.engine.brew_crafters.events import (
    BonusPointsTaken,
    CollaborationShare,
    CollaborationSold,
    CostsPaid,
    MarketActionLost,
    MoneyTaken,
    PhaseBegan,
    SeasonBegan,
    SpaceStock,
    SpaceTaken,
)
from taphouse.engine.brew_crafters.moves import Brew, Collaborate, Market, Phase, Vessel
from taphouse.engine.brew_crafters.moves import Choose as ChooseGrown
from taphouse.engine.contract import Event, Move
from taphouse.engine.dank_and_draft.cards import Action, BeerType, Card, Line
from taphouse.engine.dank_and_draft.moves import (
    ActionCardDiscarded,
    BeersDiscarded,
    BeersDrafted,
    BeersOffered,
    DrawPileRecycled,
    StockUp,
    StockUpLabel,
    TakeAction,
    TapCard,
    TapsRefilled,
)
from taphouse.engine.editions import load
from taphouse.engine.messages import Label
from taphouse.engine.pint_craft.cards import IngredientAmounts as Ingredients
from taphouse.engine.pint_craft.moves import (
    CardsDrawn,
    CardTaken,
    ChallengeRoundBegan,
    Choose,
    ChooseLabel,
    HandDiscarded,
    IngredientsTaken,
    PlayCard,
    SwapLabel,
    SwapRecipes,
    Target,
    TargetLabel,
    VoteCast,
)
from taphouse.engine.vocabulary import Season
from taphouse.lab.game_tests.pairs import pairs
from tests.conformance.tables import GAMES, editions
from tests.conformance.test_secrecy import ForgetsToRedact, ForgetsToRedactDraws
from tests.tiny.moves import GiftGiven, GrainKept


@pytest.mark.parametrize(("kind", "leaky"), [("dank-and-draft", ForgetsToRedact), ("pint-craft", ForgetsToRedactDraws)])
def test_a_sentence_of_an_event_that_is_not_redacted_tells_more(kind: str, leaky: type) -> None:
    """Else `test_a_viewer_reads_the_same_in_two_worlds` could not fail."""
    rules = leaky(next(iter(editions(kind).values())), frozenset())
    wording = GAMES[kind].wording(next(iter(editions(kind).values())))
    for game, viewer, k, world in pairs(kind, range(1)):
        names = ("Ann",) * game.table.seats
        for number in range(k):
            both = (game.events[number], world.steps[number + 1].events)
            here, there = ([wording.sentence(rules.redact(e, viewer), names) for e in events] for events in both)
            if here != there:
                return
    pytest.fail("no sentence differs")


def test_titles_come_from_the_edition() -> None:
    game = GAMES["pint-craft"]
    edition = next(iter(editions("pint-craft").values()))
    mine = load(game.edition, edition.source.replace(b'"Merch"', b'"Mugs & Shirts"'), "mine.toml")
    assert game.wording(mine).label(PlayCard("merch")) == "Play Mugs & Shirts"
    assert game.wording(edition).label(PlayCard("merch")) == "Play Merch"


Dank, Pint, Crafters, Cask = "dank-and-draft", "pint-craft", "brew-crafters", "cask-race"
IPA, STOUT = Card("Hop Stop", BeerType.IPA), Card(None, BeerType.STOUT)
SHARES = (CollaborationShare(3, ("malt",)), CollaborationShare(2, ("hops", "yeast", "advanced")))
RESTOCKED = (SpaceStock("maltster", Grown.MALT, 3, 6), SpaceStock("private-investor", None, 1, 2))
SPOKEN: dict[tuple[str, Event], str] = {
    (Dank, BeersDrafted(1, Line.ROW_1, (IPA, STOUT, STOUT), None)): "Ann drafts row 1: Hop Stop IPA and 2 Stouts.",
    (Dank, BeersDrafted(1, Line.ROW_1, (IPA, Card(), STOUT), None)): "Ann drafts row 1.",
    (Dank, BeersDrafted(2, Line.COLUMN_3, (IPA, IPA, IPA), (Action.SNATCH, Action.STOCK_UP, Action.STOCK_UP))): (
        "Ben drafts column 3: 3 Hop Stop IPAs. On the back: Snatch and 2 Stock Ups."
    ),
    (Dank, BeersOffered(1, BeerType.STOUT, (STOUT, STOUT), None)): "Ann offers 2 Stouts.",
    (Dank, BeersOffered(3, BeerType.IPA, (IPA,), (Action.SPOIL,))): (
        "Seat 3 offers 1 IPA: Hop Stop. On the back: Spoil."
    ),
    (Dank, BeersDiscarded(1, (IPA, STOUT), None)): "Ann discards 2 cards: Hop Stop IPA and Stout.",
    (Dank, TapsRefilled((TapCard(1, IPA), TapCard(4, Card())))): (
        "The taps are refilled: Hop Stop IPA (tap 1) and a card (tap 4)."
    ),
    (Pint, CardsDrawn(1, 3, None)): "Ann draws 3 cards.",
    (Pint, CardsDrawn(1, 1, ("beer-festival",))): "Ann draws 1 card: Beer Festival!",
    (Pint, CardTaken(1, 2, None)): "Ann takes a card from Ben's hand.",
    (Pint, CardTaken(1, 2, "merch")): "Ann takes Merch from Ben's hand.",
    (Pint, IngredientsTaken(2, Ingredients(hops=2, adjuncts=1), "seasonal-bonus")): (
        "Ben takes 2 Hops and 1 Adjunct (seasonal bonus)."
    ),
    (Pint, VoteCast(1, False)): "Ann votes to share the victory.",
    (Dank, ActionCardDiscarded(1, Card("Hop Stop", BeerType.IPA, Action.SPOIL), True)): (
        "The action touches no beer. Ann discards the Spoil card: Hop Stop IPA."
    ),
    (Dank, DrawPileRecycled(2, 40)): "Ben recycles and gets an extra turn. The draw pile now has 40 cards.",
    (Pint, HandDiscarded(1, ("merch", "mug-club", "mug-club"))): (
        "Ann discards the rest of the hand: Merch and Mug Club (2)."
    ),
    (Pint, ChallengeRoundBegan(2, 24)): (
        "Ben has 24 Pints, and the Challenge Round begins. Every other player has one more turn."
    ),
    (Crafters, SpaceTaken(1, "coffee-importer", "money")): "Ann goes to the Coffee importer for $3.",
    (Crafters, SpaceTaken(1, "maltster", None)): "Ann goes to the Maltster.",
    (Crafters, MarketActionLost(2)): "Ben loses a market action: there is no unoccupied space that they can use.",
    (Crafters, CostsPaid(1, 9, 0, 0)): "Ann pays $9 in operating costs.",
    (Crafters, CostsPaid(1, 9, 2, 4)): "Ann pays $9 in operating costs and borrows $4 for them (2 loans).",
    (Crafters, PhaseBegan(Phase.COSTS, 2)): "The operating costs are due.",
    (Crafters, PhaseBegan(Phase.MARKET, 2)): "The Market phase begins. Ben goes first.",
    (Crafters, BonusPointsTaken(1, 2, "malt", True)): "Ann takes 2 bonus points for 3 malt in the collaboration.",
    (Crafters, BonusPointsTaken(1, 1, "festival-host", False)): "Ann takes 1 bonus point (Festival Host).",
    (Crafters, MoneyTaken(2, 1, "hops", True)): "Ben takes $1 for 2 hops in the collaboration.",
    (Crafters, CollaborationSold((3, 2, 2, 2), SHARES)): (
        "The collaboration is sold. Its portions came from Seat 3 (3 malt) and Ben (2 hops, 1 yeast and 1 advanced ingredient)."
    ),
    (Crafters, SeasonBegan(1, Season.FALL, RESTOCKED)): (
        "Fall of year 1 begins. The market is restocked: 3 malt at the Maltster (now 6) and $1 at the Private investor (now 2)."
    ),
    (Cask, GiftGiven(1, 2, None)): "Ann gives Ben a card.",
    (Cask, GrainKept(1, 2, 1, None)): "Ann keeps 2 cards and puts 1 card under the draw pile.",
}
LABELS: dict[tuple[str, Move | Label], str] = {
    (Dank, TakeAction(2, Action.STOCK_UP)): "Take Stock Up from Ben's hand",
    (Dank, TakeAction(3, Action.SPOIL)): "Take Spoil from Seat 3's hand",
    (Dank, StockUp((4, 1))): "Stock up from 2 taps: 1 and 4",
    (Dank, StockUpLabel(StockUp((1, 4)), BeerType.IPA, (TapCard(1, IPA), TapCard(4, IPA)))): (
        "Stock up with 2 IPAs: Hop Stop IPA (tap 1) and Hop Stop IPA (tap 4)"
    ),
    (Pint, Target(2)): "Choose Ben",
    (Pint, TargetLabel(Target(2), "venue")): "Choose Ben for Venue",
    (Pint, SwapLabel(SwapRecipes("kolsh", "old-ale"), 2)): "Swap Kolsh for Ben's Old Ale",
    (Pint, SwapRecipes("kolsh", "old-ale")): "Swap Kolsh for Old Ale",
    (Pint, ChooseLabel(Choose(Ingredients()), "merch")): "Choose nothing (Merch)",
    (Pint, Choose(Ingredients())): "Choose nothing",
    (Pint, Choose(Ingredients(1, 2, 3, 1))): "Choose 1 Base Malt, 2 Specialty Malt, 3 Hops and 1 Adjunct",
    (Crafters, Brew("imperial-stout", added_hops=2)): "Brew Imperial Stout with 2 hops added",
    (Crafters, Brew("ale", Vessel.BREWPUB)): "Brew Ale in the Brewpub",
    (Crafters, Market("private-investor", "money")): (
        "Go to the Private investor for the money and the role of starting player"
    ),
    (Crafters, Collaborate("advanced", Grown.FRUIT)): "Give 1 advanced ingredient (fruit) to the collaboration",
    (Crafters, ChooseGrown(Grown.SPICES)): "Choose 1 spice",
}


@pytest.mark.parametrize(("what", "text"), {**SPOKEN, **LABELS}.items(), ids=lambda value: str(value)[:40])
def test_it_reads(what: tuple[str, Event | Move | Label], text: str) -> None:
    kind, spoken = what
    wording = GAMES[kind].wording(next(iter(editions(kind).values())))
    names = wording.names(("Ann", "Ben", None))
    assert (wording.sentence if isinstance(spoken, Event) else wording.label)(spoken, names) == text
