"""The moves, options and events of Dank & Draft."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from taphouse.engine.contract import Event, Move, Options, Seat
from taphouse.engine.dank_and_draft.cards import Action, BeerType, Card, Line
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.messages import Label
from taphouse.engine.vocabulary import Amounts, Public, Word

TapPosition = Annotated[int, Meta(ge=1, le=9, description="A tap, counted row by row from the left: 1 to 9.")]
Beers = Annotated[tuple[Card, ...], Meta(description="The beers, as they come to lie.")]
HandActions = Annotated[
    tuple[Action, ...] | None,
    Meta(
        description="Their actions, sorted, as the other players see them in the hand; "
        "null for a viewer who does not see them."
    ),
]


class Pairing(Word):
    """The pairing of beers with the actions on their backs."""

    SHUFFLED = "SHUFFLED", "Shuffled anew for each game, so that knowing the deck tells nobody the other face (DD-01a)."
    PRINTED = "PRINTED", "As the edition pairs them."


class RecycleTiming(Word):
    """The time at which the extra turn of a Recycle comes."""

    END_OF_TURN = "END_OF_TURN", "After this turn is finished (DD-11)."
    AT_ONCE = "AT_ONCE", "The turn goes straight to Discard and refill, without an Offer; then the extra turn."


class Offers(Word):
    """The number of new stacks that a player may offer in a turn."""

    ANY = "ANY", "Any number (DD-16)."
    ONE_A_TURN = "ONE_A_TURN", "At most one."


class EmptiedType(Word):
    """The rule on offering a type again after its stack was emptied."""

    CLOSED = "CLOSED", "It stays closed for that player (DD-16)."
    OPENS = "OPENS", "It may be offered again."


class DankAndDraftOptions(Options, frozen=True, kw_only=True):
    """The readings of the rules that a game of Dank & Draft can be created with."""

    first_seat: Annotated[FirstSeat, Meta(description="Who takes the first turn (DD-02).")] = FirstSeat.SEED
    pairing: Annotated[Pairing, Meta(description="Which action is on which beer's back (DD-01a).")] = Pairing.SHUFFLED
    recycle: Annotated[RecycleTiming, Meta(description="The time of a Recycle's extra turn (DD-11).")] = (
        RecycleTiming.END_OF_TURN
    )
    offers: Annotated[Offers, Meta(description="New stacks in a turn (DD-16).")] = Offers.ANY
    emptied_type: Annotated[EmptiedType, Meta(description="Offering a type again whose stack was emptied (DD-16).")] = (
        EmptiedType.CLOSED
    )
    turn_cap: Annotated[
        int, Meta(ge=1, le=1000, description="The turn after which the game ends in any case (DD-24).")
    ] = 100


class TapCard(Public, frozen=True):
    """A card at a tap."""

    position: TapPosition
    card: Annotated[Card, Meta(description="The card.")]


class Draft(Move, frozen=True):
    """Take the three cards of one complete row or column of the taps into your hand. DD-07."""

    line: Annotated[Line, Meta(description="The row or column; all three of its taps must hold a card.")]


class TakeAction(Move, frozen=True):
    """Take a card from an opponent's hand, chosen by its action side, and perform that action. DD-08, DD-09."""

    from_seat: Annotated[Seat, Meta(description="The opponent whose card is taken.")]
    action: Annotated[Action, Meta(description="The action; which of several such cards is taken is drawn by chance.")]


class Spoil(Move, frozen=True):
    """Destroy up to three beers of one type in one other player's taproom, those placed last. DD-10, DD-09."""

    seat: Annotated[Seat, Meta(description="The player whose beers are spoiled.")]
    type: Annotated[BeerType, Meta(description="The type of the stack.")]
    count: Annotated[int, Meta(ge=1, le=500, description="The number of beers, 1 to 3.")]


class Snatch(Move, frozen=True):
    """Take one beer of a type from every other player who has any, and add them to your own taproom. DD-13, DD-15."""

    type: Annotated[BeerType, Meta(description="The type; at least one other player has it.")]


class StockUp(Move, frozen=True):
    """Take up to three beers of one type from the taps and add them to your own taproom. DD-14, DD-15."""

    taps: Annotated[
        tuple[TapPosition, ...], Meta(max_length=9, description="The taps, 1 to 3 of them, all of one type.")
    ]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "taps", tuple(sorted(self.taps)))


class Decline(Move, frozen=True):
    """Use the Spoil or Stock Up on no beer. DD-10, DD-14."""


class Offer(Move, frozen=True):
    """Put cards of one type from your hand into your taproom as a new stack. DD-16."""

    type: Annotated[BeerType, Meta(description="A type that is not closed to you.")]
    count: Annotated[
        int, Meta(ge=1, le=500, description="The number of your cards of this type; chance decides which.")
    ]


class EndTurn(Move, frozen=True):
    """End your turn. If you hold more cards than the hand limit, you discard next; else the taps are refilled. DD-17, DD-18."""


class BeerAmounts(Amounts, frozen=True):
    """The number of beers of each type."""

    ipa: Annotated[int, Meta(ge=0, le=500, description="India pale ales.")] = 0
    pilsner: Annotated[int, Meta(ge=0, le=500, description="Pilsners.")] = 0
    amber: Annotated[int, Meta(ge=0, le=500, description="Ambers.")] = 0
    sour: Annotated[int, Meta(ge=0, le=500, description="Sours.")] = 0
    stout: Annotated[int, Meta(ge=0, le=500, description="Stouts.")] = 0


class Discard(Move, frozen=True):
    """Discard cards, down to the hand limit. You choose how many of each type. This ends your turn. DD-17."""

    beers: Annotated[BeerAmounts, Meta(description="The number of cards of each type; chance decides which.")]


class StockUpLabel(Label, frozen=True):
    """A Stock Up with the beers at the taps."""

    move: StockUp
    type: BeerType | None = None
    beers: tuple[TapCard, ...] = ()


MOVES = (Draft, TakeAction, Spoil, Snatch, StockUp, Decline, Offer, Discard, EndTurn)
LABELS = (StockUpLabel,)


class BeersDrafted(Event, frozen=True):
    """A player drafted the cards of a line into the hand."""

    seat: Seat
    line: Annotated[Line, Meta(description="The line that was drafted; its taps are empty now.")]
    beers: Beers
    actions: HandActions


class ActionTaken(Event, frozen=True):
    """A player took a card from an opponent's hand, to perform its action."""

    seat: Seat
    from_seat: Annotated[Seat, Meta(description="Whose hand the card came from.")]
    action: Annotated[Action, Meta(description="The action.")]


class ActionCardDiscarded(Event, frozen=True):
    """An action was performed. Its card went to the discard pile; the card of a Recycle started a new one."""

    seat: Annotated[Seat, Meta(description="The player who performed it.")]
    action_card: Annotated[Card, Meta(description="The card, both sides.")]
    without_effect: Annotated[
        bool,
        Meta(description="Whether the action touched no beer: it was declined, or there was none that it could touch."),
    ]


class BeersSpoiled(Event, frozen=True):
    """Beers of a taproom were destroyed. They went to the discard pile, last placed first."""

    seat: Annotated[Seat, Meta(description="The player who spoiled them.")]
    from_seat: Annotated[Seat, Meta(description="Whose they were.")]
    type: Annotated[BeerType, Meta(description="The stack.")]
    beers: Beers


class Snatched(Public, frozen=True):
    """A beer that changed taprooms."""

    from_seat: Annotated[Seat, Meta(description="Whose it was.")]
    card: Annotated[Card, Meta(description="The beer.")]


class BeersSnatched(Event, frozen=True):
    """A player took a beer of one type from every other player who had any."""

    seat: Seat
    type: Annotated[BeerType, Meta(description="The type.")]
    beers: Annotated[tuple[Snatched, ...], Meta(description="The beers, clockwise from the player's left.")]


class BeersStockedUp(Event, frozen=True):
    """A player took beers of one type from the taps and added them to the taproom."""

    seat: Seat
    type: Annotated[BeerType, Meta(description="The type.")]
    beers: Annotated[tuple[TapCard, ...], Meta(description="The beers and where they were, row by row from the left.")]


class DrawPileRecycled(Event, frozen=True):
    """The discard pile was shuffled into the draw pile; the player takes an extra turn."""

    seat: Seat
    card_count: Annotated[int, Meta(description="The cards in the new draw pile.")]


class BeersOffered(Event, frozen=True):
    """A player put cards from the hand into the taproom as a new stack."""

    seat: Seat
    type: Annotated[BeerType, Meta(description="The stack.")]
    beers: Beers
    actions: HandActions


class BeersDiscarded(Event, frozen=True):
    """A player discarded down to the hand limit."""

    seat: Seat
    beers: Beers
    actions: HandActions


class TapsRefilled(Event, frozen=True):
    """Gaps of the taps were filled from the draw pile."""

    taps: Annotated[tuple[TapCard, ...], Meta(description="The new cards, row by row from the left.")]


class TurnBegan(Event, frozen=True):
    """A turn began."""

    seat: Seat
    turn: Annotated[int, Meta(description="The number of the turn, from 1.")]
    extra: Annotated[bool, Meta(description="True if it is the extra turn of a Recycle.")]


EVENTS = (
    BeersDrafted,
    ActionTaken,
    ActionCardDiscarded,
    BeersSpoiled,
    BeersSnatched,
    BeersStockedUp,
    DrawPileRecycled,
    BeersOffered,
    BeersDiscarded,
    TapsRefilled,
    TurnBegan,
)
