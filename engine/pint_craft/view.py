"""The view of a table of Pint Craft. Hidden are hands, the draw pile and the Recipes below those on offer."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.contract import SPECTATOR, WHOLE, Event, Seat, View, viewer_of
from taphouse.engine.pint_craft.cards import SEASONS, UNKNOWN, BreweryCard, IngredientAmounts, Recipe
from taphouse.engine.pint_craft.deck import Deck, amounts
from taphouse.engine.pint_craft.moves import CardsDrawn, CardTaken, PotLimit, Stack
from taphouse.engine.pint_craft.state import CHALLENGE_ROUND, FACE_OFF, Cards, PintCraftState, ToBrew, ToPlay, ToVote
from taphouse.engine.vocabulary import Public, Season, Word


class Stage(Word):
    """The phase of the game."""

    ROUNDS = "ROUNDS", "The players take turns, round by round."
    CHALLENGE_ROUND = "CHALLENGE_ROUND", "Every player but its starter has one more turn (PC-23)."
    FACE_OFF = "FACE_OFF", "The players at the threshold play one card each (PC-25)."
    OVER = "OVER", "The game is over."


class TurnStep(Word):
    """The step of the turn."""

    PLAY = "PLAY", "The player plays Brewery cards."
    BREW = "BREW", "The player puts Recipes on tap."
    CHOICE = "CHOICE", "A player makes a choice that a card or a bonus gives them."
    VOTE = "VOTE", "The tied leaders vote (PC-26)."
    OVER = "OVER", "The game is over."


class RecipeStack(Public, frozen=True):
    """A stack of Recipes."""

    number: Stack
    size: Annotated[int, Meta(description="The number of Recipes in it.")]
    top: Annotated[
        Recipe | None,
        Meta(description="The Recipe on offer; null where the stack is empty or the Recipe not known yet."),
    ]
    recipes: Annotated[
        tuple[Recipe, ...] | None, Meta(description="All of them, the top first; null while they are hidden.")
    ]


class CardPile(Public, frozen=True):
    """Brewery cards that some viewers cannot see: a hand or the draw pile."""

    size: Annotated[int, Meta(description="The number of cards.")]
    cards: Annotated[
        tuple[BreweryCard, ...] | None,
        Meta(
            description="The cards: a hand in the edition's order, the draw pile from the top; null while hidden.",
            extra={"size": 12},
        ),
    ]


class Player(Public, frozen=True):
    """The possessions of a player."""

    seat: Seat
    eliminated: Annotated[bool, Meta(description="True if a Face Off has eliminated the player (PC-24).")]
    pints: Annotated[int, Meta(description="The player's Pints.")]
    hand: Annotated[CardPile, Meta(description="The player's hand; nobody else sees it.")]
    ingredients: Annotated[IngredientAmounts, Meta(description="The player's ingredients.")]
    adjunct_price: Annotated[
        int, Meta(description="The number of ingredients that an Adjunct counts for when the player chooses (PC-11).")
    ]
    improvements: Annotated[
        int, Meta(description="The number of the player's Improvements, duplicates counted (PC-20).")
    ]
    in_front: Annotated[
        tuple[BreweryCard, ...],
        Meta(description="The orange cards in front of the player, in the order in which they were played."),
    ]
    on_tap: Annotated[
        tuple[Recipe, ...], Meta(description="The player's Recipes on tap, in the order in which they came.")
    ]


class PintCraftTable(View, frozen=True):
    """The table of Pint Craft as the viewer sees it."""

    round: Annotated[int, Meta(description="The number of the round, from 1; Face Offs count.")]
    season: Annotated[Season, Meta(description="The Season.")]
    stage: Annotated[Stage, Meta(description="The stage of the game.")]
    first_seat: Annotated[Seat, Meta(description="The first player; a round begins with their turn.")]
    seat: Annotated[Seat | None, Meta(description="The seat whose turn it is; null when the game is over.")]
    step: Annotated[TurnStep, Meta(description="The step of the turn.")]
    cards_played: Annotated[int, Meta(description="The number of cards played in this turn; 0 when the game is over.")]
    threshold: Annotated[int, Meta(description="The Victory Pint Threshold (PC-22).")]
    leader: Annotated[
        Seat | None,
        Meta(description="The seat that started the Challenge Round, also in the Face Offs that follow it; else null."),
    ]
    to_play: Annotated[
        tuple[Seat, ...],
        Meta(
            description="In a Challenge Round or Face Off, the seats that still have a turn in it, in turn order; else empty."
        ),
    ]
    pot: Annotated[
        IngredientAmounts | None, Meta(description="The ingredients in the pot; null where it is unlimited.")
    ]
    stacks: Annotated[tuple[RecipeStack, ...], Meta(description="The stacks of Recipes.")]
    draw_pile: Annotated[CardPile, Meta(description="The draw pile.")]
    discard_stack: Annotated[
        tuple[BreweryCard | None, ...],
        Meta(
            description="The discard stack, its top at the end; null for a card that is not known in a preview.",
            extra={"size": 30},
        ),
    ]
    in_play: Annotated[BreweryCard | None, Meta(description="The green card that is acting.")]
    players: Annotated[tuple[Player, ...], Meta(description="The players, in seat order.")]


def known(state: PintCraftState, seat: int | None) -> PintCraftState:
    """The knowledge of a seat (None: a spectator); all of it when the game is over."""
    if state.ended:
        return state
    return replace(
        state,
        pile=_blank(state.pile),
        stacks=_tops(state.stacks),
        hands=tuple([hand if owner == seat else _blank(hand) for owner, hand in enumerate(state.hands, 1)]),
        viewer=seat or SPECTATOR if state.viewer == WHOLE else viewer_of(state, seat),
    )


@lru_cache(maxsize=512)
def _tops(stacks: tuple[Cards, ...]) -> tuple[Cards, ...]:
    """The stacks as all see them."""
    return tuple([(*_blank(stack[:-1]), stack[-1]) if stack else () for stack in stacks])


def _blank(cards: Cards) -> Cards:
    return (UNKNOWN,) * len(cards)


def hide(event: Event, seat: int | None) -> Event:
    """The event without the faces of cards that came into a hand, for a viewer who does not see them."""
    match event:
        case CardsDrawn(player) if seat != player:
            return replace(event, drawn=None)
        case CardTaken(player, other) if seat not in (player, other):
            return replace(event, taken=None)
    return event


def table(state: PintCraftState, deck: Deck, threshold: int) -> PintCraftTable:
    """The table as the state holds it."""
    return PintCraftTable(
        round=state.round,
        season=SEASONS[state.season],
        stage=_stage(state),
        first_seat=state.first,
        seat=state.seat or None,
        step=_step(state),
        cards_played=state.played,
        threshold=threshold,
        leader=state.leader or None,
        to_play=state.to_play,
        pot=amounts(state.pot) if state.options.pot is PotLimit.LIMITED else None,
        stacks=tuple(
            [
                RecipeStack(i, len(stack), deck.recipe(stack[-1]) if stack else None, _recipes(stack, deck))
                for i, stack in enumerate(state.stacks, 1)
            ]
        ),
        draw_pile=_pile(state.pile[::-1], deck),
        discard_stack=tuple(map(deck.card, state.discards)),
        in_play=deck.card(state.in_play) if state.in_play else None,
        players=tuple([_player(state, deck, seat) for seat in range(1, len(state.hands) + 1)]),
    )


def _player(state: PintCraftState, deck: Deck, seat: int) -> Player:
    front, taps = state.fronts[seat - 1], state.taps[seat - 1]
    return Player(
        seat=seat,
        eliminated=seat not in state.left,
        pints=deck.pints(front, taps),
        hand=_pile(state.hands[seat - 1], deck),
        ingredients=amounts(state.ingredients[seat - 1]),
        adjunct_price=deck.adjunct_price(front),
        improvements=deck.improvements(front),
        in_front=tuple(map(deck.card, front)),
        on_tap=tuple(map(deck.recipe, taps)),
    )


def _pile(cards: Cards, deck: Deck) -> CardPile:
    return CardPile(len(cards), None if UNKNOWN in cards else tuple(map(deck.card, cards)))


def _recipes(stack: Cards, deck: Deck) -> tuple[Recipe, ...] | None:
    return None if UNKNOWN in stack else tuple(map(deck.recipe, reversed(stack)))


def _stage(state: PintCraftState) -> Stage:
    if state.ended:
        return Stage.OVER
    return {CHALLENGE_ROUND: Stage.CHALLENGE_ROUND, FACE_OFF: Stage.FACE_OFF}.get(state.stage, Stage.ROUNDS)


def _step(state: PintCraftState) -> TurnStep:
    if state.ended:
        return TurnStep.OVER
    steps = {ToPlay: TurnStep.PLAY, ToBrew: TurnStep.BREW, ToVote: TurnStep.VOTE}
    return steps.get(type(state.pending[-1]), TurnStep.CHOICE)
