"""The rules of Pint Craft (rules.md, PC-01 to PC-28): one method per rule, under its own name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from taphouse.engine.chance import Chance, settled
from taphouse.engine.game import (
    WHOLE,
    Category,
    Decision,
    Event,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    Rules,
    Step,
    standings,
    starting_seat,
    verb_of,
)
from taphouse.engine.pint_craft.cards import (
    BASICS,
    IMPROVEMENTS,
    SEASONAL_BONUS,
    SEASONS,
    UNKNOWN,
    PintCraftEdition,
    Pot,
    Season,
)
from taphouse.engine.pint_craft.deck import SPOKEN, Act, Deck, counts, spoken
from taphouse.engine.pint_craft.effects import (
    EFFECTS,
    HITS,
    MOST_KEPT,
    bury,
    cheapest,
    choices,
    gifts,
    kept_choices,
    limits,
    return_recipe,
    swap_recipes,
    swaps,
    take_back,
    titles_in,
)
from taphouse.engine.pint_craft.moves import (
    Brew,
    Bury,
    CardDiscarded,
    CardPlayed,
    CardTradedIn,
    ChallengeRoundBegan,
    ChallengeRoundFailed,
    Choose,
    EmptyHand,
    EndTurn,
    FaceOffBegan,
    Give,
    NameRecipe,
    PintCraftOptions,
    PlayCard,
    PotLimit,
    RecipeBrewed,
    ReturnRecipe,
    SeasonBegan,
    StopPlaying,
    SwapRecipes,
    TakeBack,
    Target,
    TradeIn,
    TurnBegan,
    Vote,
    VoteCast,
)
from taphouse.engine.pint_craft.state import (
    ALL,
    BASIC,
    CHALLENGE_ROUND,
    FACE_OFF,
    PLENTY,
    ROUNDS,
    Acting,
    Beginning,
    Board,
    Catching,
    OfCard,
    Pending,
    PintCraftState,
    ToBrew,
    ToBury,
    ToChoose,
    ToGive,
    ToName,
    ToPlay,
    ToReturn,
    ToSwap,
    ToTakeBack,
    ToTarget,
    ToVote,
    can_pay,
    offered,
    unknown_on_offer,
)
from taphouse.engine.pint_craft.view import PintCraftTable, hide, known, table

THRESHOLD, FACED_OFF, SHARED, ALL_ON_TAP, ROUND_CAP = "threshold", "face-off", "vote", "all-on-tap", "round-cap"
RULE_OF_END = {THRESHOLD: "PC-24", FACED_OFF: "PC-26", SHARED: "PC-26", ALL_ON_TAP: "PC-27", ROUND_CAP: "PC-28"}

_STOP, _END, _TO_PLAY, _TO_BREW = StopPlaying(), EndTurn(), ToPlay(), ToBrew()
_TARGETS = tuple(map(Target, range(1, 7)))
_BURIES = tuple(map(Bury, range(1, 8)))
_VOTES = (Vote(False), Vote(True))
_BASE_MALT, _HOPS = 1, 4
_PAID_IN = (_BASE_MALT, ALL, _HOPS, ALL)  # by Season (PC-19)
_CALLED = {ALL: "ingredients", BASIC: "Basic Ingredients", _BASE_MALT: "Base Malt", _HOPS: "Hops"}
_FREE = (Season.SPRING, Season.FALL)

_OF_A_SEAT = (ToChoose, ToGive, ToReturn, ToVote)
"""Decisions that name their seat; the others are those of the player whose turn it is."""
_BONUSES = {SEASONAL_BONUS: "Seasonal bonus", IMPROVEMENTS: "Improvement bonus"}
_BONUS_RULES = {SEASONAL_BONUS: "PC-19", IMPROVEMENTS: "PC-20"}

# What answers a decision; then its task, the rules that ask for it, and what is to be chosen for a card.
_ANSWERS: dict[type[Pending], tuple[type[Move], ...]] = {
    ToPlay: (StopPlaying, PlayCard, TradeIn),
    ToBrew: (EndTurn, Brew),
    ToChoose: (Choose,),
    ToGive: (Give,),
    ToTarget: (Target,),
    ToName: (NameRecipe,),
    ToBury: (Bury,),
    ToTakeBack: (TakeBack,),
    ToReturn: (ReturnRecipe,),
    ToSwap: (SwapRecipes,),
    ToVote: (Vote,),
}
_ASKED_BY = {move: frame for frame, moves in _ANSWERS.items() for move in moves}
_VERBS = {frame: tuple(map(verb_of, moves)) for frame, moves in _ANSWERS.items()}
_TASKS: dict[type[Pending], tuple[str, tuple[str, ...]]] = {
    ToPlay: ("play", ("PC-05", "PC-06", "PC-14")),
    ToBrew: ("brew", ("PC-05", "PC-09")),
    ToChoose: ("choose", ("PC-11", "PC-13")),
    ToGive: ("give", ("PC-16",)),
    ToTarget: ("target", ("PC-16",)),
    ToName: ("name", ("PC-15",)),
    ToBury: ("bury", ("PC-03",)),
    ToTakeBack: ("take-back", ("PC-10",)),
    ToReturn: ("return", ("PC-16",)),
    ToSwap: ("swap", ("PC-16",)),
    ToVote: ("vote", ("PC-26",)),
}
_PROMPTS: dict[type[Pending], str] = {
    ToTarget: "choose another player",
    ToName: "name the Recipe on offer that it pays from",
    ToBury: "choose the stack whose top Recipe goes under it",
    ToTakeBack: "choose the card that you take from the discard stack",
    ToSwap: "choose one of your Recipes on tap and another player's to exchange",
}


class PintCraftRules(Rules):
    """The rules under one edition."""

    def __init__(self, edition: PintCraftEdition) -> None:
        figures = edition.figures
        deck = self.deck = Deck(edition)
        self._starting_hand = figures.starting_hand.value
        self._most_played = figures.most_played.value
        self._drawn_when_out = figures.drawn_when_out.value
        self._traded_for = figures.traded_for.value
        self._thresholds = {seats: getattr(figures, f"threshold_{seats}").value for seats in range(2, 7)}
        self._plays = tuple(PlayCard(title.name) for title in deck.titles)
        self._trades = tuple(TradeIn(title.name) for title in deck.titles)
        self._brews = tuple(Brew(beer.name) for beer in deck.beers)
        self._names = tuple(NameRecipe(beer.name) for beer in deck.beers)
        self._moves: dict[type[Pending], Callable[[Any, Any], Iterable[Move]]] = {
            ToPlay: self._playing,
            ToBrew: self._brewing,
            ToChoose: self._choosing,
            ToGive: self._giving,
            ToTarget: self._targeting,
            ToName: self._naming,
            ToBury: self._burying,
            ToTakeBack: self._taking_back,
            ToReturn: self._returning,
            ToSwap: self._swapping,
            ToVote: self._voting,
        }
        self._refuse: dict[type[Move], Callable[[PintCraftState, Any, Any], Refusal | None]] = {
            PlayCard: self._why_no_play,
            TradeIn: self._why_no_trade_in,
            StopPlaying: self._why_no_stop,
            Brew: self._why_no_brew,
            EndTurn: self._why_no_end,
            Choose: self._why_no_choice,
            Give: self._why_no_gift,
            Target: self._why_no_target,
            NameRecipe: self._why_no_name,
            Bury: self._why_no_bury,
            TakeBack: self._why_no_take_back,
            ReturnRecipe: self._why_no_return,
            SwapRecipes: self._why_no_swap,
            Vote: self._why_no_vote,
        }
        self._do: dict[type[Move], Callable[[Board, Any, Any], None]] = {
            PlayCard: self._play,
            TradeIn: self._trade_in,
            StopPlaying: self._stop,
            Brew: self._brew,
            EndTurn: self._end,
            Choose: self._choose,
            Give: self._give,
            Target: self._target,
            NameRecipe: self._name,
            Bury: self._bury,
            TakeBack: self._take_back,
            ReturnRecipe: self._return,
            SwapRecipes: self._swap,
            Vote: self._vote,
        }
        self._carry_on: dict[type[Pending], Callable[[Board, Any], bool]] = {
            Acting: self._act,
            Beginning: self._begin,
            Catching: self._catch_up,
            ToPlay: self._may_play,
            ToBrew: self._may_brew,
            ToChoose: self._forced,
            ToGive: self._forced,
            ToTarget: self._forced,
            ToName: self._forced,
            ToBury: self._forced,
            ToTakeBack: self._forced,
            ToReturn: self._forced,
            ToSwap: self._forced,
        }

    # --- setup ---------------------------------------------------------------------------------------------------------

    def new(self, options: PintCraftOptions, seats: int, chance: Chance) -> PintCraftState:
        """PC-01 to PC-04: shuffle and deal the Brewery cards and the Recipes; the last Recipe dealt to a stack is its top."""
        deck, dealt, season = self.deck, self._starting_hand, options.season
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
            pending=(_TO_PLAY,),
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

    # --- what may be done ----------------------------------------------------------------------------------------------

    def decision(self, state: PintCraftState) -> Decision | None:
        """What must be decided: by the player whose turn it is, or by the one that a bonus or a card asks."""
        if not state.pending:
            return None
        top = state.pending[-1]
        task, rules = _TASKS[type(top)]
        verbs = self._verbs(state, top)
        return Decision(_decider(state), task, self._prompt(state, top), (*rules, *self._more_rules(state, top)), verbs)

    def _verbs(self, state: PintCraftState, top: Pending) -> tuple[str, ...]:
        """The moves that are possible as far as everybody can tell: in a Face Off a player does not stop (PC-25)."""
        verbs = _VERBS[type(top)]
        match top:
            case ToPlay() if state.stage == FACE_OFF:
                return verbs[1:]
            case ToBrew() if not self._may_pay(state):
                return verbs[:1]
        return verbs

    def _prompt(self, state: PintCraftState, top: Pending) -> str:
        match top:
            case ToPlay() if state.stage == FACE_OFF:
                return "Play or trade in exactly one Brewery card in this Face Off."
            case ToPlay():
                so_far = f"{state.played} of {self._most_played} so far"
                return f"Play or trade in a Brewery card ({so_far}), or stop playing."
            case ToBrew():
                return "Put Recipes on tap, or end the turn."
            case ToChoose():
                return f"{self._spoken(top.source)}: {self._due(state, top)}."
            case ToGive(seat, amount, to):
                number = min(amount, sum(state.ingredients[seat - 1]))
                receiver = f"to seat {to}" if to else "back to the pot"
                return f"{self._spoken(top.source)}: give {number} of your ingredients {receiver}."
            case ToReturn():
                return f"{self._spoken(top.source)}: choose which of your Recipes with the fewest Pints you lose."
            case ToVote():
                return "You are tied for the most Pints. Vote for another Face Off, or for sharing the victory."
            case OfCard(card):
                return f"{self.deck.titles[card].title}: {_PROMPTS[type(top)]}."
        raise TypeError(f"{top} is no decision")

    def _due(self, state: PintCraftState, top: ToChoose) -> str:
        """PC-11: how many are chosen, what an Adjunct counts, and how many Basic Ingredients there are where they are too few."""
        price, most = self._price(state, top.seat), limits(top.amount, top.allowed, state.pot)
        due, basics = f"choose {top.amount} {_CALLED[top.allowed]}", sum(most[:BASICS])
        if most[BASICS] and price <= top.amount:
            due += f"; an Adjunct counts as {price} of them"
        if basics >= top.amount:
            return due
        there = _CALLED[top.allowed & BASIC]
        return (
            f"{due}; the pot has only {basics} {there.replace('Ingredients', 'Ingredient') if basics == 1 else there}"
        )

    def _more_rules(self, state: PintCraftState, top: Pending) -> tuple[str, ...]:
        if isinstance(top, ToPlay):
            return ("PC-25",) if state.stage == FACE_OFF else ()
        if not isinstance(top, ToChoose):
            return ()
        rule = _BONUS_RULES.get(top.source)
        return (rule,) if rule else ()

    def _spoken(self, source: str) -> str:
        """What a source is called in a sentence."""
        return _BONUSES.get(source) or self.deck.spoken[source]

    def moves(self, state: PintCraftState) -> Iterator[Move]:
        """Every legal move; stopping and ending the turn come first. None for a viewer who does not decide."""
        if not state.pending or _is_known_to_another(state):
            return iter(())
        top = state.pending[-1]
        return iter(self._moves[type(top)](state, top))

    def _playing(self, state: PintCraftState, _top: ToPlay) -> list[Move]:
        """PC-06, PC-14, PC-15; in a Face Off a card must be played (PC-25). Trade-ins come first: they touch nobody else."""
        titles, front = self.deck.titles, state.fronts[state.seat - 1]
        cards = dict.fromkeys(state.hands[state.seat - 1])
        cards.pop(UNKNOWN, None)
        trades: list[Move] = [self._trades[card] for card in cards if titles[card].tradable]
        needed = {card: titles[card].expands for card in cards}
        plays = [self._plays[card] for card in cards if not needed[card] or needed[card] in front]
        return [*([] if state.stage == FACE_OFF else [_STOP]), *trades, *plays]

    def _brewing(self, state: PintCraftState, _top: ToBrew) -> list[Move]:
        """PC-03, PC-09."""
        has, beers = state.ingredients[state.seat - 1], self.deck.beers
        return [_END, *[self._brews[recipe] for recipe in offered(state.stacks) if can_pay(has, beers[recipe].cost)]]

    def _may_pay(self, state: PintCraftState | Board, uncovered: bool = False) -> bool:
        """PC-05: whether the player may be able to pay for a Recipe on offer.

        A Recipe that is not known, or was just uncovered, may be any that is not on tap.
        """
        has, beers = state.ingredients[state.seat - 1], self.deck.beers
        recipes = [stack[-1] for stack in state.stacks if stack]
        if uncovered or UNKNOWN in recipes:
            on_tap = {*chain.from_iterable(state.taps)}
            recipes = [recipe for recipe in range(1, len(beers)) if recipe not in on_tap]
        return any(can_pay(has, beers[recipe].cost) for recipe in recipes)

    def _choosing(self, state: PintCraftState | Board, top: ToChoose) -> Iterable[Choose]:
        """PC-11, PC-13."""
        most = limits(top.amount, top.allowed, state.pot)
        chosen = kept_choices if top.amount <= MOST_KEPT else choices
        return chosen(top.amount, self._price(state, top.seat), most)

    def _giving(self, state: PintCraftState | Board, top: ToGive) -> Iterator[Give]:
        """PC-16."""
        return gifts(top.amount, state.ingredients[top.seat - 1])

    def _targeting(self, state: PintCraftState, _top: ToTarget) -> list[Target]:
        """PC-16: any other player who is not eliminated (PC-24)."""
        return [_TARGETS[seat - 1] for seat in state.left if seat != state.seat]

    def _naming(self, state: PintCraftState | Board, _top: ToName) -> list[NameRecipe]:
        """PC-15."""
        return [self._names[recipe] for recipe in offered(state.stacks)]

    def _burying(self, state: PintCraftState | Board, _top: ToBury) -> list[Bury]:
        """PC-03."""
        return [_BURIES[i] for i, stack in enumerate(state.stacks) if stack]

    def _taking_back(self, state: PintCraftState | Board, top: ToTakeBack) -> list[TakeBack]:
        """PC-10: any title but that of the card itself."""
        return [TakeBack(self.deck.titles[card].name) for card in titles_in(state.discards, top.card)]

    def _returning(self, state: PintCraftState | Board, top: ToReturn) -> list[ReturnRecipe]:
        """PC-16."""
        beers = self.deck.beers
        return [ReturnRecipe(beers[recipe].name) for recipe in cheapest(beers, state.taps[top.seat - 1])]

    def _swapping(self, state: PintCraftState | Board, top: ToSwap) -> Iterator[SwapRecipes]:
        """PC-16: with any other player who is not eliminated (PC-24)."""
        beers = self.deck.beers
        theirs = [state.taps[seat - 1] for seat in state.left if seat != state.seat]
        for own, other in swaps(beers, state.taps[state.seat - 1], theirs, self._of(top).amount):
            yield SwapRecipes(beers[own].name, beers[other].name)

    def _voting(self, _state: PintCraftState, _top: ToVote) -> tuple[Vote, ...]:
        """PC-26."""
        return _VOTES

    def _price(self, state: PintCraftState | Board, seat: int) -> int:
        """What an Adjunct counts for this player (PC-11)."""
        return self.deck.adjunct_price(state.fronts[seat - 1])

    def _of(self, frame: OfCard) -> Act:
        """The effect that asks for this choice."""
        return self.deck.titles[frame.card].acts[frame.at]

    def threshold(self, state: PintCraftState | Board) -> int:
        """The Victory Pint Threshold (PC-22)."""
        return state.options.threshold or self._thresholds[len(state.hands)]

    def drawn(self, state: PintCraftState | Board) -> int:
        """The number of cards that the player would draw if the turn ended now (PC-06, PC-07)."""
        return self._most_played - state.played if state.hands[state.seat - 1] else self._drawn_when_out

    # --- why a move is refused -----------------------------------------------------------------------------------------

    def why_not(self, state: PintCraftState, move: Move) -> Refusal | None:
        """The rule and the sentence by which a move is refused."""
        if not state.pending:
            return Refusal(RULE_OF_END[state.ended], "The game is over.")
        if _is_known_to_another(state):
            return Refusal("PC-05", f"Only seat {_decider(state)} decides now.")
        top, asked_by = state.pending[-1], _ASKED_BY[type(move)]
        if type(top) is asked_by:
            return self._refuse[type(move)](state, top, move)
        if type(top) is ToPlay and asked_by is ToBrew:
            return self._why_not_yet(state)
        if type(top) is ToBrew and asked_by is ToPlay:
            return self._why_no_more(state, move)
        return Refusal(_TASKS[type(top)][1][0], f"Something else must be decided now. {self._prompt(state, top)}")

    def _why_not_yet(self, state: PintCraftState) -> Refusal:
        """PC-05: brewing and the end of the turn are steps that are not reached yet."""
        first = "play a card" if state.stage == FACE_OFF else "stop playing"
        return Refusal("PC-05", f"Brewing and drawing come after playing cards; {first} first.")

    def _why_no_more(self, state: PintCraftState, move: Move) -> Refusal:
        """What has closed the step of playing cards in this turn."""
        if isinstance(move, StopPlaying):
            return Refusal("PC-05", "You have already finished playing cards in this turn.")
        if state.stage == FACE_OFF:
            return Refusal("PC-25", "You play only one Brewery card in a Face Off, and none if your hand is empty.")
        if state.played >= self._most_played:
            return Refusal("PC-06", f"You have played {state.played} Brewery cards in this turn, which is the limit.")
        if not state.hands[state.seat - 1]:
            return Refusal("PC-07", "You have run out of Brewery cards.")
        return Refusal("PC-05", "You have stopped playing cards in this turn, and cannot go back to an earlier step.")

    def _why_no_play(self, state: PintCraftState, _top: ToPlay, move: PlayCard) -> Refusal | None:
        refusal = self._not_in_hand(state, move.card)
        if refusal is not None:
            return refusal
        title = self.deck.titles[self.deck.code[move.card]]
        if title.expands and title.expands not in state.fronts[state.seat - 1]:
            needed = self.deck.titles[title.expands].title
            return Refusal(
                "PC-15", f"{title.title} needs {needed} in front of you; without it you can only trade it in."
            )
        return None

    def _why_no_trade_in(self, state: PintCraftState, _top: ToPlay, move: TradeIn) -> Refusal | None:
        refusal = self._not_in_hand(state, move.card)
        if refusal is not None:
            return refusal
        title = self.deck.titles[self.deck.code[move.card]]
        return None if title.tradable else Refusal("PC-14", f"{title.title} is not marked OR; it can only be played.")

    def _not_in_hand(self, state: PintCraftState, card: str) -> Refusal | None:
        code = self.deck.code.get(card, -1)
        if code < 0:
            return Refusal("PC-06", f"There is no Brewery card {card}.")
        if code not in state.hands[state.seat - 1]:
            return Refusal("PC-06", f"{self.deck.titles[code].title} is not in your hand.")
        return None

    def _why_no_stop(self, state: PintCraftState, _top: ToPlay, _move: StopPlaying) -> Refusal | None:
        if state.stage == FACE_OFF:
            return Refusal("PC-25", "In a Face Off you must play exactly one Brewery card.")
        return None

    def _why_no_brew(self, state: PintCraftState, _top: ToBrew, move: Brew) -> Refusal | None:
        refusal = self._not_offered(state, move.recipe)
        if refusal is not None:
            return refusal
        beer = self.deck.beers[self.deck.recipe_code[move.recipe]]
        has = state.ingredients[state.seat - 1]
        if not can_pay(has, beer.cost):
            short = [max(0, cost - held) for cost, held in zip(beer.cost, has, strict=True)]
            return Refusal("PC-09", f"{beer.title} takes {spoken(beer.cost)}; you are short of {spoken(short)}.")
        return None

    def _not_offered(self, state: PintCraftState, recipe: str) -> Refusal | None:
        code, on_offer = self.deck.recipe_code.get(recipe), offered(state.stacks)
        if code is None:
            return Refusal("PC-03", f"There is no Recipe {recipe}.")
        if code not in on_offer:
            names = ", ".join(self.deck.beers[one].title for one in on_offer)
            return Refusal("PC-03", f"{self.deck.beers[code].title} is not on offer; on offer are {names}.")
        return None

    def _why_no_end(self, _state: PintCraftState, _top: ToBrew, _move: EndTurn) -> Refusal | None:
        return None

    def _why_no_choice(self, state: PintCraftState, top: ToChoose, move: Choose) -> Refusal | None:
        chosen, price = counts(move.ingredients), self._price(state, top.seat)
        for i, count in enumerate(chosen):
            if count and not top.allowed >> i & 1:
                season = SEASONS[state.season].name.capitalize()
                bonus = self._spoken(top.source)
                return Refusal(_BONUS_RULES[top.source], f"{bonus}: you cannot choose {SPOKEN[i]} in {season}.")
        if over := _more_than(chosen, state.pot):
            return Refusal("PC-13", f"The pot has {over}.")
        rest, basics = top.amount - price * chosen[BASICS], sum(chosen[:BASICS])
        due = min(rest, sum(limits(top.amount, top.allowed, state.pot)[:BASICS]))
        if basics == due:
            return None
        return Refusal(
            "PC-11", f"{_so_many(chosen)} too {'many' if basics > rest else 'few'}: {self._due(state, top)}."
        )

    def _why_no_gift(self, state: PintCraftState, top: ToGive, move: Give) -> Refusal | None:
        given, has = counts(move.ingredients), state.ingredients[top.seat - 1]
        if over := _more_than(given, has):
            return Refusal("PC-16", f"You have {over}.")
        due = min(top.amount, sum(has))
        if sum(given) == due:
            return None
        much = f"too {'many' if sum(given) > due else 'few'}"
        return Refusal("PC-16", f"{_so_many(given)} {much}: give exactly {due}.")

    def _why_no_target(self, state: PintCraftState, _top: ToTarget, move: Target) -> Refusal | None:
        if move.seat == state.seat:
            return Refusal("PC-16", "Choose another player, not yourself.")
        if not 1 <= move.seat <= len(state.hands):
            return Refusal("PC-16", f"There is no seat {move.seat}; the seats are 1 to {len(state.hands)}.")
        if move.seat not in state.left:
            return Refusal("PC-24", f"Seat {move.seat} is eliminated and cannot be chosen.")
        return None

    def _why_no_name(self, state: PintCraftState, _top: ToName, move: NameRecipe) -> Refusal | None:
        return self._not_offered(state, move.recipe)

    def _why_no_bury(self, state: PintCraftState, _top: ToBury, move: Bury) -> Refusal | None:
        if not 1 <= move.stack <= len(state.stacks):
            return Refusal("PC-02", f"There is no stack {move.stack}; the stacks are 1 to {len(state.stacks)}.")
        if not state.stacks[move.stack - 1]:
            return Refusal("PC-03", f"Stack {move.stack} is empty.")
        return None

    def _why_no_take_back(self, state: PintCraftState, top: ToTakeBack, move: TakeBack) -> Refusal | None:
        code = self.deck.code.get(move.card)
        if code is None:
            return Refusal("PC-10", f"There is no Brewery card {move.card}.")
        title = self.deck.titles[code].title
        if code == top.card:
            return Refusal("PC-10", f"{title} cannot take back another {title}.")
        return None if code in state.discards else Refusal("PC-10", f"{title} is not in the discard stack.")

    def _why_no_return(self, state: PintCraftState, top: ToReturn, move: ReturnRecipe) -> Refusal | None:
        beers, code = self.deck.beers, self.deck.recipe_code.get(move.recipe)
        fewest = cheapest(beers, state.taps[top.seat - 1])
        if code in fewest:
            return None
        return Refusal("PC-16", f"Choose among {', '.join(beers[one].title for one in fewest)}.")

    def _why_no_swap(self, state: PintCraftState, top: ToSwap, move: SwapRecipes) -> Refusal | None:
        beers, codes = self.deck.beers, self.deck.recipe_code
        own, other = codes.get(move.own), codes.get(move.other)
        if own is None or own not in state.taps[state.seat - 1]:
            return Refusal("PC-16", f"{self._called(move.own)} is not one of your Recipes on tap.")
        if other is None or not any(other in state.taps[seat - 1] for seat in state.left if seat != state.seat):
            return Refusal(
                "PC-16", f"{self._called(move.other)} is not on tap of another player who is still in the game."
            )
        if abs(beers[own].pints - beers[other].pints) > self._of(top).amount:
            apart = f"{beers[own].title} has {beers[own].pints} Pints, {beers[other].title} {beers[other].pints}"
            return Refusal("PC-16", f"{apart}; they may differ by at most {self._of(top).amount}.")
        return None

    def _called(self, recipe: str) -> str:
        """A Recipe's title, or its name where there is none of that name."""
        return self.deck.spoken.get(recipe, recipe)

    def _why_no_vote(self, _state: PintCraftState, _top: ToVote, _move: Vote) -> Refusal | None:
        return None

    # --- what a move does ----------------------------------------------------------------------------------------------

    def apply(self, state: PintCraftState, move: Move, chance: Chance) -> Step:
        """The position after the move and what happened, up to the next decision."""
        refusal = self.why_not(state, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        board = Board(state, self.deck, chance)
        self._do[type(move)](board, move, board.pending[-1])
        while board.pending:
            top = board.pending[-1]
            carry_on = self._carry_on.get(type(top))
            if carry_on is None or not carry_on(board, top):
                break
        return Step(board.state(), tuple(board.events))

    def _play(self, board: Board, move: PlayCard, _top: ToPlay) -> None:
        """PC-10: an orange card lies in front of the player before it pays, a green one is discarded after it has acted."""
        card = self.deck.code[move.card]
        board.leave(board.seat, card)
        board.played += 1
        board.events.append(CardPlayed(board.seat, move.card))
        if self.deck.titles[card].stays:
            board.fronts[board.seat - 1] += (card,)
        else:
            board.in_play = card
        board.pending.append(Acting(card, 0))

    def _trade_in(self, board: Board, move: TradeIn, _top: ToPlay) -> None:
        """PC-14."""
        card = self.deck.code[move.card]
        board.leave(board.seat, card)
        board.discards += (card,)
        board.played += 1
        board.events.append(CardTradedIn(board.seat, move.card))
        board.pending.append(ToChoose(board.seat, self._traded_for, ALL, move.card))

    def _stop(self, board: Board, _move: StopPlaying, _top: ToPlay) -> None:
        """PC-05."""
        board.pending[-1] = _TO_BREW

    def _brew(self, board: Board, move: Brew, _top: ToBrew) -> None:
        """PC-09; with the last Recipe the game ends at once (PC-27)."""
        recipe = self.deck.recipe_code[move.recipe]
        number = next(i for i, stack in enumerate(board.stacks, 1) if stack and stack[-1] == recipe)
        board.stacks[number - 1] = board.stacks[number - 1][:-1]
        board.uncovered |= bool(board.stacks[number - 1])
        board.pay(board.seat, self.deck.beers[recipe].cost)
        board.taps[board.seat - 1] += (recipe,)
        board.events.append(RecipeBrewed(board.seat, move.recipe, number, board.top(number)))
        if not any(board.stacks):
            self._over(board, ALL_ON_TAP)

    def _choose(self, board: Board, move: Choose, top: ToChoose) -> None:
        """PC-11."""
        board.pending.pop()
        board.take(top.seat, counts(move.ingredients), top.source)

    def _give(self, board: Board, move: Give, top: ToGive) -> None:
        """PC-16."""
        board.pending.pop()
        given = counts(move.ingredients)
        if top.to:
            board.give(top.seat, top.to, given, top.source)
        else:
            board.lose(top.seat, given, top.source)

    def _target(self, board: Board, move: Target, top: ToTarget) -> None:
        """PC-16."""
        board.pending.pop()
        act = self._of(top)
        HITS[act.effect](board, act, top, move.seat)

    def _name(self, board: Board, move: NameRecipe, top: ToName) -> None:
        """PC-15: as much of one ingredient as the Recipe costs."""
        board.pending.pop()
        i, paid = self._of(top).ingredient, [0, 0, 0, 0]
        paid[i] = self.deck.beers[self.deck.recipe_code[move.recipe]].cost[i]
        board.take(board.seat, (paid[0], paid[1], paid[2], paid[3]), self.deck.titles[top.card].name)

    def _bury(self, board: Board, move: Bury, _top: ToBury) -> None:
        """PC-03."""
        board.pending.pop()
        bury(board, move.stack)

    def _take_back(self, board: Board, move: TakeBack, _top: ToTakeBack) -> None:
        """PC-10."""
        board.pending.pop()
        take_back(board, self.deck.code[move.card])

    def _return(self, board: Board, move: ReturnRecipe, top: ToReturn) -> None:
        """PC-16."""
        board.pending.pop()
        return_recipe(board, top.seat, self.deck.recipe_code[move.recipe], top.source)

    def _swap(self, board: Board, move: SwapRecipes, _top: ToSwap) -> None:
        """PC-16."""
        board.pending.pop()
        codes = self.deck.recipe_code
        swap_recipes(board, codes[move.own], codes[move.other])

    def _vote(self, board: Board, move: Vote, top: ToVote) -> None:
        """PC-26: another Face Off needs the vote of every tied leader."""
        board.pending.pop()
        board.events.append(VoteCast(top.seat, move.another))
        if not move.another:
            self._over(board, SHARED)
        elif not board.pending:
            self._face_off(board, self._leaders(board))

    # --- what follows without a decision ---------------------------------------------------------------------------------

    def _act(self, board: Board, top: Acting) -> bool:
        """The next effect of a card; after the last a green one is discarded (PC-10)."""
        acts = self.deck.titles[top.card].acts
        if top.at < len(acts):
            board.pending[-1] = Acting(top.card, top.at + 1)
            EFFECTS[acts[top.at].effect](board, acts[top.at], top)
            return True
        board.pending.pop()
        if board.in_play:
            board.discards += (board.in_play,)
            board.in_play = 0
            board.events.append(CardDiscarded(board.seat, self.deck.titles[top.card].name))
        return True

    def _begin(self, board: Board, _top: Beginning) -> bool:
        board.pending[-1] = _TO_PLAY
        board.events.append(TurnBegan(board.seat))
        return True

    def _may_play(self, board: Board, _top: ToPlay) -> bool:
        """PC-06, PC-07, PC-25: whether the step of playing cards is over."""
        if not board.hands[board.seat - 1]:
            if board.options.empty_hand is EmptyHand.ENDS_TURN and board.stage != FACE_OFF:
                self._end(board, _END, _TO_BREW)
                return True
        elif board.played < (1 if board.stage == FACE_OFF else self._most_played):
            return False
        board.pending[-1] = _TO_BREW
        return True

    def _may_brew(self, board: Board, _top: ToBrew) -> bool:
        """PC-05: a turn ends by itself when its player cannot pay for any Recipe on offer.

        A Recipe that this move has uncovered counts as unknown, so that the turn ends in a preview of the move as well.
        """
        if self._may_pay(board, board.uncovered):
            return False
        self._end(board, _END, _TO_BREW)
        return True

    def _forced(self, board: Board, top: Pending) -> bool:
        """Whether public information leaves one answer, which is made here, or none, so that there is nothing to decide."""
        answers = list(islice(self._moves[type(top)](board, top), 2))
        if len(answers) > 1 or self._more_answers(board, top):
            return False
        if answers:
            self._do[type(answers[0])](board, answers[0], top)
        else:
            board.pending.pop()
        return True

    def _more_answers(self, board: Board, top: Pending) -> bool:
        """Whether there are answers that a preview does not know."""
        match top:
            case ToName():
                return unknown_on_offer(board.stacks)
            case ToTakeBack():
                return UNKNOWN in board.discards
        return False

    def _catch_up(self, board: Board, _top: Catching) -> bool:
        """PC-21: all who tie for the fewest Pints draw a card."""
        board.pending.pop()
        least = min([board.pints(seat) for seat in board.left])
        for seat in board.in_turn_order(board.first - 1):
            if board.pints(seat) == least:
                board.draw(seat, 1)
        return True

    # --- rounds, and the end -----------------------------------------------------------------------------------------------

    def _end(self, board: Board, _move: EndTurn, _top: ToBrew) -> None:
        """PC-06, PC-07: draw; then the turn is over."""
        board.pending.clear()
        board.draw(board.seat, self.drawn(board))
        if board.stage == ROUNDS:
            self._look_at_threshold(board)
        else:
            board.to_play = board.to_play[1:]
        if board.stage == ROUNDS:
            self._begin_turn(board, board.in_turn_order(board.seat)[0])
        elif board.to_play:
            self._begin_turn(board, board.to_play[0])
        elif board.stage == CHALLENGE_ROUND:
            self._end_challenge_round(board)
        else:
            self._end_face_off(board)

    def _look_at_threshold(self, board: Board) -> None:
        """PC-22, PC-23: the first player at the threshold, in turn order, starts the Challenge Round."""
        threshold = self.threshold(board)
        for seat in board.in_turn_order(board.seat - 1):
            if board.pints(seat) >= threshold:
                board.stage, board.leader = CHALLENGE_ROUND, seat
                board.to_play = tuple([other for other in board.in_turn_order(board.seat) if other != seat])
                board.events.append(ChallengeRoundBegan(seat, board.pints(seat)))
                return

    def _begin_turn(self, board: Board, seat: int) -> None:
        """PC-18: with the first player's turn a new round begins."""
        board.seat, board.played = seat, 0
        board.pending = [Beginning()]
        if seat == board.first and board.stage != FACE_OFF and not self._ended_by_cap(board):
            self._new_round(board)

    def _ended_by_cap(self, board: Board) -> bool:
        """PC-28: whether no other round may begin; the game ends then."""
        last = board.round >= board.options.round_cap
        if last:
            self._over(board, ROUND_CAP)
        return last

    def _new_round(self, board: Board) -> None:
        """PC-18: the Season advances, and the bonuses are paid."""
        board.round += 1
        board.season = (board.season + 1) % len(SEASONS)
        season = SEASONS[board.season]
        board.events.append(SeasonBegan(board.round, season))
        owed = list(chain.from_iterable([self._bonuses(board, seat) for seat in board.in_turn_order(board.first - 1)]))
        board.pending += [*([Catching()] if season in _FREE else []), *reversed(owed)]

    def _bonuses(self, board: Board, seat: int) -> Iterator[ToChoose]:
        """PC-19, the bonuses of all Recipes together; then PC-20."""
        beers = [self.deck.beers[recipe] for recipe in board.taps[seat - 1]]
        seasonal = sum([beer.bonus for beer in beers if beer.season == board.season])
        if seasonal:
            yield ToChoose(seat, seasonal, _PAID_IN[board.season], SEASONAL_BONUS)
        improved = self.deck.improvements(board.fronts[seat - 1]) * len(beers)
        if improved:
            yield ToChoose(seat, improved, ALL if SEASONS[board.season] in _FREE else BASIC, IMPROVEMENTS)

    def _end_challenge_round(self, board: Board) -> None:
        """PC-24."""
        threshold = self.threshold(board)
        standing = [seat for seat in board.left if board.pints(seat) >= threshold]
        if len(standing) == 1:
            self._over(board, THRESHOLD)
        elif standing:
            self._face_off(board, standing)
        else:
            seat, board.stage, board.leader = board.leader, ROUNDS, 0
            board.events.append(ChallengeRoundFailed(seat))
            self._begin_turn(board, seat)

    def _face_off(self, board: Board, seats: list[int]) -> None:
        """PC-24, PC-25: all others are eliminated; the starter of the Challenge Round begins, or the next one left."""
        if self._ended_by_cap(board):
            return
        board.stage, board.left = FACE_OFF, tuple(seats)
        board.to_play = tuple(board.in_turn_order(board.leader - 1))
        board.events.append(FaceOffBegan(board.to_play))
        self._begin_turn(board, board.to_play[0])
        self._new_round(board)

    def _end_face_off(self, board: Board) -> None:
        """PC-26; nobody votes on a Face Off that cannot begin (PC-28)."""
        leaders = self._leaders(board)
        if len(leaders) == 1:
            self._over(board, FACED_OFF)
        elif not self._ended_by_cap(board):
            board.pending = [ToVote(seat) for seat in board.in_turn_order(board.leader - 1)[::-1] if seat in leaders]

    def _leaders(self, board: Board) -> list[int]:
        """The seats with the most Pints among those that are left."""
        most = max([board.pints(seat) for seat in board.left])
        return [seat for seat in board.left if board.pints(seat) == most]

    def _over(self, board: Board, reason: str) -> None:
        """The game is over, and with it the turn and the stage."""
        board.pending, board.ended = [], reason
        board.stage, board.seat, board.leader, board.played, board.to_play = ROUNDS, 0, 0, 0, ()

    # --- what is seen, and how it ends ---------------------------------------------------------------------------------

    def known(self, state: PintCraftState, seat: int | None) -> PintCraftState:
        """Hands, the draw pile and the Recipes below the tops are hidden (PC-03)."""
        return known(state, seat)

    def view(self, state: PintCraftState) -> PintCraftTable:
        """The table as the state holds it."""
        return table(state, self.deck, self.threshold(state))

    def redact(self, event: Event, seat: int | None) -> Event | None:
        """Only the players concerned see the faces of cards that come into a hand."""
        return hide(event, seat)

    def score(self, state: PintCraftState, seat: int) -> tuple[Category, ...]:
        """PC-09, PC-15."""
        deck = self.deck
        return (
            Category("Recipes on tap", deck.pints((), state.taps[seat - 1])),
            Category("Expansions", deck.pints(state.fronts[seat - 1], ())),
        )

    def outcome(self, state: PintCraftState) -> Outcome | None:
        """PC-24 to PC-28: the most Pints win; eliminated players come last; equals share the place."""
        if not state.ended:
            return None
        scores = {seat: self.score(state, seat) for seat in range(1, len(state.hands) + 1)}
        ranked = standings(scores, lambda seat, points: (seat not in state.left, -points))
        return Outcome(state.ended, RULE_OF_END[state.ended], ranked)


def _decider(state: PintCraftState) -> int:
    top = state.pending[-1]
    return top.seat if isinstance(top, _OF_A_SEAT) else state.seat


def _is_known_to_another(state: PintCraftState) -> bool:
    """Whether this is what somebody knows who does not decide."""
    return state.viewer != WHOLE and state.viewer != _decider(state)


def _more_than(wanted: Pot, there: Pot) -> str:
    """The first ingredient of which more is wanted than there is, as a sentence has it: `1 Hops, not 2`; or nothing."""
    for i, count in enumerate(wanted):
        if not 0 <= count <= there[i]:
            only = [there[i] if j == i else 0 for j in range(len(there))]
            return f"{spoken(only)}, not {count}" if there[i] else f"no {SPOKEN[i]}"
    return ""


def _so_many(pot: Pot) -> str:
    """Ingredients as the subject of a sentence."""
    text = spoken(pot)
    return f"{text[:1].upper()}{text[1:]} {'are' if sum(pot) > 1 else 'is'}"
