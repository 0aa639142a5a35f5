"""The rules of Pint Craft (rules.md, PC-01 to PC-28): a file for each decision, and `rounds` for what comes between turns."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from taphouse.engine.chance import Chance, settled
from taphouse.engine.contract import EndReason, Event, Outcome, Refusal, ScoreCategory, Seen, standings
from taphouse.engine.decisions import StackedRules, prompts
from taphouse.engine.first_seat import starting_seat, why_not_first_seat
from taphouse.engine.messages.reasons import GameIsOver
from taphouse.engine.pint_craft.cards import SCORE, SEASONS, PintCraftEdition
from taphouse.engine.pint_craft.deck import Deck
from taphouse.engine.pint_craft.effects import act
from taphouse.engine.pint_craft.moves import PintCraftOptions, PotLimit
from taphouse.engine.pint_craft.rules.brew import AsksToBrew
from taphouse.engine.pint_craft.rules.bury import AsksToBury
from taphouse.engine.pint_craft.rules.choose import AsksToChoose
from taphouse.engine.pint_craft.rules.give import AsksToGive
from taphouse.engine.pint_craft.rules.name import AsksForName
from taphouse.engine.pint_craft.rules.play import AsksToPlay
from taphouse.engine.pint_craft.rules.return_recipe import AsksToReturn
from taphouse.engine.pint_craft.rules.rounds import RULE_OF_END, TO_PLAY, begin, catch_up, threshold
from taphouse.engine.pint_craft.rules.swap import AsksToSwap
from taphouse.engine.pint_craft.rules.take_back import AsksToTakeBack
from taphouse.engine.pint_craft.rules.target import AsksForTarget
from taphouse.engine.pint_craft.rules.vote import AsksForVote
from taphouse.engine.pint_craft.sampling import Memory, remembered, reshuffled, sample
from taphouse.engine.pint_craft.state import PLENTY, ROUNDS, Acting, Beginning, Board, Catching, PintCraftState
from taphouse.engine.pint_craft.view import PintCraftTable, hide, known, table
from taphouse.engine.upgrades import Fixes

_CHOICES = (
    AsksToGive,
    AsksForTarget,
    AsksForName,
    AsksToBury,
    AsksToTakeBack,
    AsksToReturn,
    AsksToSwap,
)
PROMPTS = prompts((AsksToPlay, AsksToBrew, AsksToChoose, *_CHOICES, AsksForVote))


class PintCraftRules(StackedRules):
    """The rules under one edition, in one version."""

    def __init__(self, edition: PintCraftEdition, _fixes: Fixes) -> None:
        self.deck = Deck(edition)
        self._categories = edition.titled("score", SCORE)
        self.choose = AsksToChoose(self.deck)
        asks = [
            AsksToPlay(self.deck),
            AsksToBrew(self.deck),
            self.choose,
            *[choice(self.deck) for choice in _CHOICES],
            AsksForVote(),
        ]
        super().__init__(asks, {Acting: act, Beginning: begin, Catching: catch_up}, "PC-05")

    def why_not_new(self, options: PintCraftOptions, seats: int) -> Refusal | None:
        """PC-04."""
        return why_not_first_seat(options.first_seat, seats, "PC-04")

    def new(self, options: PintCraftOptions, seats: int, chance: Chance) -> PintCraftState:
        """PC-01 to PC-04: shuffle and deal the Brewery cards and the Recipes; the last Recipe dealt to a stack is its top."""
        deck, dealt, season = self.deck, self.deck.starting_hand, options.season
        cards = tuple([deck.printed[i] for i in settled(chance.order(0, len(deck.printed)))])
        recipes = tuple([i + 1 for i in settled(chance.order(1, len(deck.beers) - 1))])
        first = starting_seat(options.first_seat, seats, 2, chance)
        return PintCraftState(
            options=options,
            draws=4,
            round=1,
            season=settled(chance.pick(3, len(SEASONS), 1))[0] if season is None else SEASONS.index(season),
            first=first,
            seat=first,
            stage=ROUNDS,
            leader=0,
            to_play=(),
            left=tuple(range(1, seats + 1)),
            played=0,
            in_play=0,
            pending=(TO_PLAY,),
            pile=cards[: dealt * seats - 1 : -1],
            discards=(),
            pot=deck.pot if options.pot is PotLimit.LIMITED else (PLENTY,) * 4,
            stacks=tuple([recipes[i :: seats + 1] for i in range(seats + 1)]),
            hands=tuple([tuple(sorted(cards[i * dealt : (i + 1) * dealt])) for i in range(seats)]),
            ingredients=((0, 0, 0, 0),) * seats,
            fronts=((),) * seats,
            taps=((),) * seats,
            ended="",
        )

    def board(self, state: PintCraftState, chance: Chance) -> Board:
        """The position, to carry out a move on."""
        return Board(state, self.deck, chance, [])

    def board_without_events(self, state: PintCraftState, chance: Chance) -> Board:
        """The same, on which nothing is noted."""
        return Board(state, self.deck, chance, None)

    def why_over(self, state: PintCraftState) -> Refusal:
        """The rule that ended the game."""
        return Refusal(RULE_OF_END[state.ended], GameIsOver())

    def turn(self, state: PintCraftState) -> int | None:
        """PC-05. Others choose, give and return during a turn."""
        return state.seat or None

    def known(self, state: PintCraftState, seat: int | None) -> PintCraftState:
        """Hands, the draw pile and the Recipes below the tops are hidden (PC-03)."""
        return known(state, seat)

    def reshuffled(self, state: PintCraftState, chance: Chance, without: Collection[int] = ()) -> PintCraftState:
        """The draw pile, and the Recipes below the tops of all stacks: nobody sees which of them lies where (PC-03)."""
        return reshuffled(state, chance, without)

    def remembered(self, seen: Sequence[Seen], seat: int) -> Memory | None:
        """The cards in other hands and in the draw pile, and Recipes that were on offer before."""
        return remembered(seen, seat, self.deck) if seen else None

    def remembered_on(self, memory: Memory, seen: Sequence[Seen], seat: int) -> Memory:
        """The same, from a memory."""
        return remembered(seen, seat, self.deck, memory) if seen else memory

    def sample(self, known: PintCraftState, seat: int, chance: Chance, memory: Memory | None = None) -> PintCraftState:
        """The other hands, the draw pile, and the Recipes below the tops of all stacks (PC-03)."""
        return sample(known, seat, memory, self.deck, chance)

    def view(self, state: PintCraftState) -> PintCraftTable:
        """The table as the state holds it."""
        return table(state, self.deck, threshold(self.deck, state))

    def redact(self, event: Event, seat: int | None) -> Event | None:
        """Hide the faces of cards that come into a hand, except from the players concerned."""
        return hide(event, seat)

    def score(self, state: PintCraftState, seat: int) -> tuple[ScoreCategory, ...]:
        """PC-09, PC-15."""
        pints = self.deck.pints((), state.taps[seat - 1]), self.deck.pints(state.fronts[seat - 1], ())
        return tuple([ScoreCategory(id_, name, n) for (id_, name), n in zip(self._categories, pints, strict=True)])

    def outcome(self, state: PintCraftState) -> Outcome | None:
        """PC-24 to PC-28: the most Pints win; eliminated players come last; equals share the place."""
        if not state.ended:
            return None
        scores = {seat: self.score(state, seat) for seat in range(1, len(state.hands) + 1)}
        ranked = standings(scores, lambda seat, points: (seat not in state.left, -points))
        return Outcome(EndReason(state.ended), RULE_OF_END[state.ended], ranked)
