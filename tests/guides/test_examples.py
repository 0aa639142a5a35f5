"""The examples of the guides, played on the engine: each step of a turn has one, and each goes as the guide says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from taphouse.engine import GAMES
from taphouse.engine.messages.guides import load
from tests.brew_crafters import build as brew
from tests.dank_and_draft import build as dank
from tests.edition_under_test import packaged_figures
from tests.pint_craft import build as pint

Example = Callable[[], None]
TRIED: dict[tuple[str, str], Example] = {}
"""The examples by game and title of the step."""


def example(kind: str, title: str) -> Callable[[Example], Example]:
    """Mark a function that plays the example of a step."""

    def marked(played: Example) -> Example:
        TRIED[kind, title] = played
        return played

    return marked


@example("dank-and-draft", "Draft three beers")
def _() -> None:
    taps = "amber amber#2 stout pilsner#3 pilsner#4 ipa sour sour#2 ipa#2"
    state = dank.after(dank.position("draft", hands={1: "pilsner pilsner#2"}, taps=taps), "draft row-2")
    assert {*dank.faces(state.hands[0]).split()} == {"ipa", "pilsner", "pilsner#2", "pilsner#3", "pilsner#4"}


@example("dank-and-draft", "Use an action, if you like")
def _() -> None:
    state = dank.position("act", seats=3, hands={2: "ipa/spoil"}, rooms={3: "amber amber#2 amber#3"})
    state = dank.after(state, "take-action 2 spoil", "spoil 3 amber 2")
    assert dank.stack(state, 3, "amber") == "amber"
    assert len(state.discards) == 3


@example("dank-and-draft", "Offer beers, if you like")
def _() -> None:
    three = "pilsner pilsner#2 pilsner#3"
    state = dank.after(dank.position("act", hands={1: three}), "offer pilsner 3")
    assert dank.stack(state, 1, "pilsner") == three
    later = dank.position("act", hands={1: "pilsner#4"}, rooms={1: three})
    assert dank.refusal(later, "offer pilsner 1").rule == "DD-16"


@example("dank-and-draft", "End the turn")
def _() -> None:
    state = dank.after(dank.position("act", hands={1: dank.ipas(dank.LIMIT + 2)}), "end-turn")
    assert dank.legal(state) == ["discard ipa:2"]


@example("pint-craft", "A new Season begins")
def _() -> None:
    state = pint.position(
        seat=2,
        season="winter",
        fronts={1: "taproom bottling-line"},
        taps={1: "american-amber american-ipa dry-stout"},
    )
    state = pint.after(state, "stop-playing", "choose hops:1")
    assert pint.asked(state) == (1, "choose")
    assert "choose hops:6" in pint.legal(state)
    assert "choose hops:5" not in pint.legal(state)


@example("pint-craft", "Play Brewery cards")
def _() -> None:
    state = pint.after(pint.position(hands={1: "restock-grains venue"}), "play restock-grains")
    assert (pint.has(state, 1), pint.discarded(state)) == ("base-malt:3,specialty-malt:1", "restock-grains")


@example("pint-craft", "Put Recipes on tap")
def _() -> None:
    plenty = {1: "base-malt:24,specialty-malt:10,hops:12"}
    state = pint.after(pint.brewing(offer="dry-stout", ingredients=plenty), "brew dry-stout")
    assert (pint.on_tap(state, 1), pint.pints(state, 1)) == ("dry-stout", 3)
    assert f"brew {pint.on_offer(state).split()[0]}" in pint.legal(state)


@example("pint-craft", "Draw cards")
def _() -> None:
    state = pint.after(pint.position(hands={1: "venue venue", 2: "venue"}), "stop-playing")
    assert len(pint.hand(state, 1).split()) == 5


@example("pint-craft", "Challenge Round and Face Off")
def _() -> None:
    three = "oatmeal-stout belgian-trippel dopperbock"
    state = pint.brewing(
        seats=4,
        seat=3,
        stage="challenge",
        leader=4,
        to_play=(3,),
        taps={4: three, 3: "english-barley-wine saison scotch-ale", 1: "american-ipa"},
    )
    assert (pint.pints(state, 4), pint.pints(state, 3)) == (14, 14)
    state = pint.after(state, "end-turn")
    assert (state.left, state.stage) == ((3, 4), pint.STAGES["face-off"])


@example("brew-crafters", "A season begins")
def _() -> None:
    state = brew.into("summer", lying={"maltster": 3}).state
    assert state.lying[0] == 6
    assert brew.stock("malt:6") == brew.after(state, "market maltster").brewers[0].stock


@example("brew-crafters", "Go to the market")
def _() -> None:
    state = brew.after(brew.at_market(1, 2), "market job-board", "hire intern")
    assert state.brewers[0].workers == (brew.WORKER["intern"],)
    assert "market job-board" not in brew.legal(state)


@example("brew-crafters", "Work in your brewery")
def _() -> None:
    before = brew.at_work(1)
    brewer = brew.after(before, "install mash-tun").brewers[0]
    assert (brewer.tiles, brewer.money) == ((brew.TILE["mash-tun"],), before.brewers[0].money)


@example("brew-crafters", "Process Beer")
def _() -> None:
    mine = {"tanks": "ale", "bottled": "porter", "ingredients": "malt:3,hops:2,yeast:1", "money": 0}
    brewer = brew.after(brew.at_work(1, 2, players={1: mine}), "process", "brew ale").brewers[0]
    assert (brewer.money, sum(brewer.stock), len(brewer.tanks), len(brewer.bottled)) == (2, 0, 1, 1)


@example("brew-crafters", "Lab Research")
def _() -> None:
    state = brew.after(brew.at_work(1, 2, players={1: {"steps": {"business": 1}}}), "research business")
    assert 2 in state.brewers[0].steps
    winter = brew.into("winter", players={1: {"steps": {"business": 2}, "money": 0}}).state
    assert winter.brewers[0].money == 3


@example("brew-crafters", "Make room in the store")
def _() -> None:
    nearly = {"ingredients": "malt:8,hops:3,yeast:1", "brewed": {"stout": 1}}
    market = brew.at_market(1, 2, players={1: nearly}, lying={"yeast-bank": 1})
    discards = brew.legal(brew.after(market, "market yeast-bank"))
    assert sorted(discards) == ["discard hops:1", "discard malt:1", "discard yeast:1"]
    roomy = nearly | {"tiles": "storehouse"}
    market = brew.at_market(1, 2, players={1: roomy}, lying={"yeast-bank": 1})
    stocked = brew.after(market, "market yeast-bank").brewers[0].stock
    assert stocked == brew.stock("malt:8,hops:3,yeast:2")
    tank = brew.at_tank(players={1: roomy | {"ingredients": "malt:8,hops:3,yeast:2"}})
    assert "brew imperial-stout" in brew.legal(tank)


@example("brew-crafters", "Pay in Winter")
def _() -> None:
    brewer = brew.into("spring", players={1: {"money": 4}}).state.brewers[0]
    assert (brewer.loans, brewer.money) == (1, 1)


def test_each_example_is_tried() -> None:
    steps = {(kind, step.title) for kind, game in GAMES.own().items() for step in load(game.about.package, "en").turn}
    assert steps == TRIED.keys()


@packaged_figures
@pytest.mark.parametrize(("kind", "title"), TRIED)
def test_it_goes_as_the_guide_says(kind: str, title: str) -> None:
    TRIED[kind, title]()
