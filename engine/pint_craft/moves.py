"""The moves, options and events of Pint Craft."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Event, Move, Options, Seat, Slug
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.pint_craft.cards import IngredientAmounts
from taphouse.engine.vocabulary import Season, Word

Ingredients = Annotated[IngredientAmounts, Meta(description="The ingredients.")]
Source = Annotated[
    str,
    Meta(
        description="The name of the card that does this; `seasonal-bonus` or `improvements` for the bonuses of a Season."
    ),
]
CardName = Annotated[Slug, Meta(description="The name of the Brewery card.")]
RecipeName = Annotated[Slug, Meta(description="The name of the Recipe.")]
Uncovered = Annotated[
    str | None,
    Meta(description="The Recipe that is on offer there now; null where the stack is empty, and in a preview."),
]
Stack = Annotated[int, Meta(ge=1, le=7, description="A stack of Recipes, counted from 1.")]


class EmptyHand(Word):
    """The consequence of running out of Brewery cards in a turn."""

    MAY_BREW = "MAY_BREW", "The player may still brew, then draws 4 cards (PC-07)."
    ENDS_TURN = "ENDS_TURN", "The turn ends before brewing, as the rule book has it."


class PotLimit(Word):
    """The supply of ingredients: limited or not."""

    LIMITED = "LIMITED", "There are as many as the edition has tokens (PC-13)."
    UNLIMITED = "UNLIMITED", "There are always more."


class PintCraftOptions(Options, frozen=True, kw_only=True):
    """The readings of the rules that a game of Pint Craft can be created with."""

    season: Annotated[Season | None, Meta(description="The first Season; null: the seed chooses (PC-04).")] = None
    first_seat: Annotated[FirstSeat, Meta(description="Who takes the first turn (PC-04).")] = FirstSeat.SEED
    empty_hand: Annotated[EmptyHand, Meta(description="A turn in which the hand runs out (PC-07).")] = (
        EmptyHand.MAY_BREW
    )
    pot: Annotated[PotLimit, Meta(description="Decides if ingredients can run out (PC-13).")] = PotLimit.LIMITED
    threshold: Annotated[
        Annotated[int, Meta(ge=1, le=200)] | None,
        Meta(description="The Victory Pint Threshold, 1 to 200; null: by the number of players (PC-22)."),
    ] = None
    round_cap: Annotated[
        int, Meta(ge=1, le=200, description="The round after which the game ends in any case (PC-28).")
    ] = 100


class PlayCard(Move, frozen=True, tag="play"):
    """Play a Brewery card from your hand for its effect. PC-06, PC-10, PC-15."""

    card: CardName


class TradeIn(Move, frozen=True):
    """Play a card that is marked OR for a choice of ingredients, usually 2, instead of its effect; it is discarded. PC-14."""

    card: CardName


class StopPlaying(Move, frozen=True):
    """Play no more cards in this turn. Brewing comes next; if you cannot pay for any Recipe, your turn ends. PC-05, PC-06."""


class Brew(Move, frozen=True):
    """Return a Recipe's ingredients to the pot and put it on tap; its Pints count at once. PC-03, PC-09."""

    recipe: Annotated[Slug, Meta(description="The name of a Recipe on offer.")]


class EndTurn(Move, frozen=True):
    """End your turn; you draw. PC-05, PC-06, PC-07."""


class Choose(Move, frozen=True):
    """Take ingredients of your choice from the pot. PC-11, PC-12, PC-13."""

    ingredients: Annotated[
        IngredientAmounts,
        Meta(
            description="As many as you may choose; an Adjunct counts as several of them. You may take fewer only where the "
            "pot has too few Basic Ingredients."
        ),
    ]


class Give(Move, frozen=True):
    """Give up ingredients of your choice, as another player's card demands. PC-16."""

    ingredients: Annotated[IngredientAmounts, Meta(description="Exactly as many of your ingredients as are demanded.")]


class Target(Move, frozen=True):
    """Choose the other player that your card affects. PC-16."""

    seat: Annotated[Seat, Meta(description="Another seat that is still in the game.")]


class NameRecipe(Move, frozen=True, tag="name"):
    """Name the Recipe on offer that your Expansion pays from. PC-15."""

    recipe: Annotated[Slug, Meta(description="The name of a Recipe on offer.")]


class Bury(Move, frozen=True):
    """Put the top Recipe of a stack under that stack. PC-03."""

    stack: Annotated[int, Meta(ge=1, le=7, description="A stack that is not empty, counted from 1.")]


class TakeBack(Move, frozen=True):
    """Take a Brewery card from the discard stack into your hand. PC-10."""

    card: Annotated[
        Slug, Meta(description="The name of a card in the discard stack, of another title than the one played.")
    ]


class ReturnRecipe(Move, frozen=True, tag="return"):
    """Choose which of your Recipes on tap with the fewest Pints goes back to the stacks. PC-16."""

    recipe: Annotated[Slug, Meta(description="The name of one of your Recipes on tap that has the fewest Pints.")]


class SwapRecipes(Move, frozen=True, tag="swap"):
    """Exchange one of your Recipes on tap with another player's. PC-16."""

    own: Annotated[Slug, Meta(description="The name of one of your Recipes on tap.")]
    other: Annotated[
        Slug,
        Meta(description="Another player's Recipe on tap, by its name; the card says how far its Pints may differ."),
    ]


class Vote(Move, frozen=True):
    """Vote for another Face Off, which needs all tied leaders, or for sharing the victory. PC-26."""

    another: Annotated[bool, Meta(description="True for another Face Off, false for sharing the victory.")]


MOVES = (
    PlayCard,
    TradeIn,
    StopPlaying,
    Brew,
    EndTurn,
    Choose,
    Give,
    Target,
    NameRecipe,
    Bury,
    TakeBack,
    ReturnRecipe,
    SwapRecipes,
    Vote,
)


class CardPlayed(Event, frozen=True):
    """A player played a Brewery card for its effect. An orange card lies in front of the player from now on."""

    seat: Seat
    card: CardName


class CardTradedIn(Event, frozen=True):
    """A player discarded a Brewery card for a choice of ingredients."""

    seat: Seat
    card: CardName


class CardDiscarded(Event, frozen=True):
    """A green card acted and went to the discard stack."""

    seat: Seat
    card: CardName


class IngredientsTaken(Event, frozen=True):
    """A player took ingredients from the pot."""

    seat: Seat
    ingredients: Ingredients
    source: Source


class IngredientsLost(Event, frozen=True):
    """A player lost ingredients to the pot."""

    seat: Seat
    ingredients: Ingredients
    source: Source


class IngredientsGiven(Event, frozen=True):
    """A player gave ingredients to another."""

    seat: Seat
    to_seat: Annotated[Seat, Meta(description="The player who got them.")]
    ingredients: Ingredients
    source: Source


class CardsDrawn(Event, frozen=True):
    """A player drew Brewery cards."""

    seat: Seat
    count: Annotated[int, Meta(description="The number of cards.")]
    drawn: Annotated[
        tuple[str, ...] | None,
        Meta(description="Their names, sorted as in the hand; null for other viewers, and in a preview."),
    ]


class DrawPileMade(Event, frozen=True):
    """The discard stack was shuffled into a new draw pile."""

    count: Annotated[int, Meta(description="The cards in it.")]


class CardTaken(Event, frozen=True):
    """A player took a card at random from another player's hand."""

    seat: Seat
    from_seat: Annotated[Seat, Meta(description="Whose hand it came from.")]
    taken: Annotated[
        str | None, Meta(description="The card's name; null for all but these two players, and in a preview.")
    ]


class CardTakenBack(Event, frozen=True):
    """A player took a card from the discard stack into the hand."""

    seat: Seat
    card: CardName


class HandDiscarded(Event, frozen=True):
    """A player discarded the rest of the hand."""

    seat: Seat
    cards: Annotated[
        tuple[str, ...] | None,
        Meta(description="The names of the cards; null in a preview in which some of them are not known."),
    ]


class RecipeBrewed(Event, frozen=True):
    """A player put a Recipe on tap; its ingredients went back to the pot."""

    seat: Seat
    recipe: RecipeName
    stack: Stack
    uncovered: Uncovered


class RecipeBuried(Event, frozen=True):
    """A player put the top Recipe of a stack under it."""

    seat: Seat
    recipe: RecipeName
    stack: Stack
    uncovered: Uncovered


class RecipeReturned(Event, frozen=True):
    """A player's Recipe on tap went back on top of a stack."""

    seat: Seat
    recipe: RecipeName
    stack: Stack


class RecipesSwapped(Event, frozen=True):
    """Two players exchanged Recipes on tap."""

    seat: Seat
    recipe: Annotated[Slug, Meta(description="The name of the Recipe that the player gave.")]
    with_seat: Annotated[Seat, Meta(description="The other player.")]
    other: Annotated[Slug, Meta(description="The name of the Recipe that the player got.")]


class SeasonBegan(Event, frozen=True):
    """A new round began, and with it a new Season; bonuses are paid."""

    round: Annotated[int, Meta(description="The number of the round, from 1.")]
    season: Annotated[Season, Meta(description="The Season.")]


class TurnBegan(Event, frozen=True):
    """A turn began."""

    seat: Seat


class ChallengeRoundBegan(Event, frozen=True):
    """A player has reached the Victory Pint Threshold; every other player has one more turn."""

    seat: Seat
    pints: Annotated[int, Meta(description="The player's Pints.")]


class ChallengeRoundFailed(Event, frozen=True):
    """After the Challenge Round nobody is at the threshold any more; play goes on."""

    seat: Annotated[
        Seat, Meta(description="The player who had started the Challenge Round, and who takes the next turn.")
    ]


class FaceOffBegan(Event, frozen=True):
    """A Face Off began; all players who are not in it are eliminated."""

    contenders: Annotated[tuple[Seat, ...], Meta(description="The seats that are in it, in turn order.")]


class VoteCast(Event, frozen=True):
    """A tied leader voted."""

    seat: Seat
    another: Annotated[bool, Meta(description="True if it is for another Face Off.")]


EVENTS = (
    CardPlayed,
    CardTradedIn,
    CardDiscarded,
    IngredientsTaken,
    IngredientsLost,
    IngredientsGiven,
    CardsDrawn,
    DrawPileMade,
    CardTaken,
    CardTakenBack,
    HandDiscarded,
    RecipeBrewed,
    RecipeBuried,
    RecipeReturned,
    RecipesSwapped,
    SeasonBegan,
    TurnBegan,
    ChallengeRoundBegan,
    ChallengeRoundFailed,
    FaceOffBegan,
    VoteCast,
)
