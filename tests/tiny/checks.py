"""The checks of Cask Race that only its author knows."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from taphouse.engine.checks import Canaries, Checks, Ending
from taphouse.engine.worlds import Playout
from tests.tiny.cards import CODE, Grain
from tests.tiny.moves import CaskRaceOptions, GiftChoice, Keep, Look
from tests.tiny.state import CaskRaceState, ToAnswer, ToKeep


def conserved(state: CaskRaceState) -> Any:
    """The grain cards."""
    cards = [*state.pile, *state.discards, *(card for hand in state.hands for card in hand)]
    for frame in state.pending:
        if isinstance(frame, ToKeep):
            cards += frame.cards
        if isinstance(frame, ToAnswer) and frame.card:
            cards.append(frame.card)
    return Counter(cards)


def imagined(game: Playout, seat: int, begins: int, k: int, world: Any) -> None:
    """Cards that the seat put under the draw pile are there, until they are looked at."""
    under: list[int | None] = []  # the lowest cards, as far as the seat knows them
    for i in range(begins, k):
        before, after, move = game.states[i], game.states[i + 1], game.moves[i]
        if isinstance(move, Look):
            under = under[: len(after.pile)]
        if isinstance(move, Keep):
            new = len(after.pile) - len(before.pile)
            under = [*(after.pile[:new] if before.seat == seat else [None] * new), *under]
    for card, imagined in zip(under, world.pile, strict=False):
        assert card in (None, imagined), "a card that went under the draw pile is another one"


def with_canaries(text: str) -> str:
    """One card is of rye, and no recipe asks for it."""
    return re.sub(r'(grain = "rye"\ncount = )\d+', r"\g<1>1", text).replace('main = "rye"', 'main = "wheat"')


def rye_shown(game: Playout, _edition: Any, k: int, seat: int | None) -> tuple[set[str], set[str]]:
    """The card of rye, as shown to a viewer up to version k or hidden from them (TF-02, TF-04, TF-06)."""
    cards = set[int]()
    for state in game.states[: k + 1]:
        here: Any = state
        cards |= {*here.discards, *(here.hands[seat - 1] if seat else ())}
        for owed in here.pending:
            if isinstance(owed, ToKeep) and seat == here.seat:
                cards |= {*owed.cards}
            if isinstance(owed, ToAnswer) and seat in (here.seat, owed.giver):
                cards.add(owed.card)
    rye = {"rye"}
    return (rye, set()) if CODE[Grain.RYE] in cards else (set(), rye)


CHECKS = Checks(
    conserved=conserved,
    imagined=imagined,
    endings={
        "race": Ending(seats=2, rules=1),
        "dry": Ending(seats=3, edition="nightcap", rules=1),
        "closing-time": Ending(seats=3, options=CaskRaceOptions(turn_cap=9, gift=GiftChoice.CHANCE)),
    },
    # Amounts of all grains are told, of rye as well; but not that there is some.
    canaries=Canaries(edition=with_canaries, names=1, shown=rye_shown, hidden=0, pattern=r'\brye\b(?!":0\b)'),
    pairs=240,
)
