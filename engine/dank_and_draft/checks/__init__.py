"""The checks of Dank & Draft that only its author knows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from taphouse.engine.checks import Canaries, Checks, Ending, canary
from taphouse.engine.dank_and_draft.cards import ACTION, BEER, GAP, PLAYED, Deck
from taphouse.engine.dank_and_draft.moves import DankAndDraftOptions, Offers, RecycleTiming
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay
from taphouse.engine.dank_and_draft.worlds import shown_until
from taphouse.engine.worlds import Playout


def conserved(state: DankAndDraftState) -> Any:
    """The beer sides and the action sides of all cards, wherever they lie."""
    cards = [*state.pile, *(card for card in state.taps if card != GAP), *state.discards]
    cards += [card for hand in state.hands for card in hand]
    cards += [card for room in state.taprooms for stack in room for card in stack]
    cards += [frame.card for frame in state.pending if isinstance(frame, InPlay)]
    return Counter(card >> 4 for card in cards), Counter(card & ACTION for card in cards)


def imagined(game: Any, seat: int, begins: int, k: int, world: Any) -> None:
    """Beers that others drafted are in their hands, the others there were never seen; all actions seen are where they were."""
    if game.options.pairing.name == "PRINTED":
        assert {*_cards(world)} == {*_cards(game.states[k])}
        back = {card & BEER: card & ACTION for card in _cards(game.states[k])}
    else:
        back = {card & BEER: card & ACTION for card in _cards(world)}
    really = {card & BEER: card & ACTION for card in _cards(game.states[k])}
    first = game.states[begins]
    strangers: dict[int, tuple[list[int], list[int]]] = {}
    for owner in range(1, game.seats + 1):
        if owner == seat:
            continue
        held, imagined = _held(game.states[k], owner), _held(world, owner)
        stayed = [beer for beer in held if all(beer in _held(state, owner) for state in game.states[begins : k + 1])]
        came = [beer for beer in held if beer not in stayed]
        assert {*came} <= {*imagined}, "a beer that was drafted is not in the hand"
        strangers[owner] = (stayed, [beer for beer in imagined if beer not in came])
        if not begins:
            assert not {*strangers[owner][1]} & shown_until(game, k, seat)[0], (
                "a beer that was seen came into a hand unseen"
            )
    for state in game.states[begins : k + 1]:
        for card in state.discards:
            assert not card & PLAYED or back[card & BEER] == card & ACTION, "an action that was played is another one"
        for owner, (stayed, imagined) in strangers.items():
            there = [*[beer for beer in _held(state, owner) if beer not in stayed], *imagined]
            shown = [really[beer] for beer in _held(state, owner)]
            assert Counter(back[beer] for beer in there) == Counter(shown), "the others saw other actions in the hand"
    assert first.options == world.options


def _held(state: Any, owner: int) -> list[int]:
    """The beers of a hand, and of a card in play that came from it."""
    in_play = [frame.card for frame in state.pending if isinstance(frame, InPlay) and frame.source == owner]
    return [card & BEER for card in (*state.hands[owner - 1], *in_play)]


def _cards(state: Any) -> Iterator[int]:
    rows = (state.pile, state.taps, state.discards, *state.hands, *[stack for room in state.taprooms for stack in room])
    yield from (card & ~PLAYED for row in rows for card in row if card != GAP)
    yield from (frame.card for frame in state.pending if isinstance(frame, InPlay))


def with_canaries(text: str) -> str:
    """Every card is of a brewery of its own."""
    rest, found = re.split(r"(?m)^\[\[breweries\]\]$", text)[0], re.findall(r"\{ beer = [^}]*\}", text)
    tail = 'provenance = "reconstructed"\nnote = "a canary"\n'
    rows = (f'[[breweries]]\nname = "{canary(i)}"\ncards = [{card}]\n{tail}' for i, card in enumerate(found))
    return rest + "\n".join(rows)


def beers_shown(game: Playout, edition: Any, k: int, seat: int | None) -> tuple[set[str], set[str]]:
    """The names of the beers that a viewer was shown up to version k, and of those they were not (DD-03, DD-04)."""
    deck, (shown, _) = Deck(edition), shown_until(game, k, seat)
    first: Any = game.states[0]
    cards = {*first.pile, *first.taps, *(card for hand in first.hands for card in hand)}
    names = {deck.beer(card).brewery: card & ~15 in shown for card in cards if deck.beer(card).brewery}
    return {name for name, told in names.items() if told}, {name for name, told in names.items() if not told}


CHECKS = Checks(
    conserved=conserved,
    imagined=imagined,
    endings={
        "five-types": Ending(seats=2),
        "taps": Ending(seats=3),
        "turn-cap": Ending(
            seats=4, options=DankAndDraftOptions(turn_cap=9, recycle=RecycleTiming.AT_ONCE, offers=Offers.ONE_A_TURN)
        ),
    },
    # Of a long game nearly all beers were shown to everybody.
    canaries=Canaries(
        edition=with_canaries, names=78, shown=beers_shown, hidden=6, options=DankAndDraftOptions(turn_cap=12)
    ),
    pairs=220,
)
