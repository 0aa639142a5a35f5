"""The operations on moves. The mutations that make a single move are derived from the games."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.failures import Refused
from taphouse.schema.game_view import GameView
from taphouse.schema.inputs import MOST_LISTED, MOST_MOVES
from taphouse.schema.operations.answers import Judgement, LegalMovePage, LegalMoves
from taphouse.schema.operations.arguments import After, Expected, First, GameOf, Key, MoveInput
from taphouse.schema.operations.declaration import GAME, MUTATION, declare, get, post
from taphouse.schema.ports import Context
from taphouse.schema.prices import LISTED, LOOK, PAGE, SHOWN, TRIED, TRIED_AT_MOST, Price
from taphouse.schema.problems.base import Problem
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.sets import JUDGING, MOVING, UNLIMITED
from taphouse.schema.results import GameChanged
from taphouse.schema.values.games import Preview

_MOVES = ("Moves", "Moves to make in order. Either all are made or none.")

Moves = Annotated[
    tuple[MoveInput, ...],
    Meta(
        description=f"The moves in order, 1 to {MOST_MOVES}.",
        extra_json_schema={"minItems": 1, "maxItems": MOST_MOVES},
    ),
]


@declare(
    MUTATION,
    MOVING,
    post("/games/{id}/moves", "moves", refuses=(*JUDGING, *UNLIMITED), body=_MOVES),
    union="ChangeResult",
    price=Price(once=LOOK, judged="moves"),
)
def play(game: GameOf, moves: Moves, expected: Expected = None, key: Key = None) -> GameChanged:
    """Make moves of your seat. Either all moves are made or none."""


@declare(
    GAME,
    (),
    get(
        "/games/{id}/moves/legal",
        "moves",
        more="Pass the version of the first page as `at`, so that all pages show the same version.",
        price=Price(once=LOOK, each=2 * LISTED, listed="first", most=MOST_LISTED, skipped="after"),
        answer=LegalMovePage,
    ),
    price=Price(once=PAGE, each=LISTED, listed="first", most=MOST_LISTED, skipped="after"),
    use="see",
)
async def legal_moves(context: Context, game_view: GameView, first: First = 100, after: After = None) -> LegalMoves:
    """The legal moves of your seat, ready to send. Empty while another seat decides."""
    return await game_view.legal_moves(first, after, context.caller.scheduler)


@declare(
    GAME,
    (),
    post("/games/{id}/moves/why-not", "moves", etag=False, body=("OneMove", "A move."), answer=Judgement),
    use="see",
)
async def why_not(game_view: GameView, move: Annotated[MoveInput, Meta(description="The move.")]) -> Problem | None:
    """The problem that would refuse a move of your seat now. Null if the move is legal. Changes nothing."""
    return game_view.why_not(move)


@declare(
    GAME,
    JUDGING,
    post(
        "/games/{id}/moves/preview",
        "moves",
        etag=False,
        body=("Previewed", "Moves to preview."),
        price=Price(once=LOOK + SHOWN, judged="moves", tried="all_seats"),
    ),
    outcome="The result of the moves, or why they cannot be made.",
    price=Price(once=LOOK, judged="moves", tried="allSeats"),
    use="see",
)
async def preview(
    context: Context,
    game_view: GameView,
    moves: Annotated[
        tuple[MoveInput, ...],
        Meta(
            description=f"The moves in order, 1 to {MOST_MOVES}, or none with `allSeats`.",
            extra_json_schema={"maxItems": MOST_MOVES},
        ),
    ],
    all_seats: Annotated[
        bool,
        Meta(
            description="True for moves of all seats in turn, as for a standing order; `?` is what you do not see of a move. "
            "What others hold is then imagined, and what would be drawn is null."
        ),
    ] = False,
) -> Preview:
    """The result of moves of your seat, as you can know it. Changes nothing."""
    if not all_seats:
        return game_view.preview(moves)
    found: Preview | None = await context.caller.work(game_view.line(moves), TRIED, TRIED_AT_MOST)
    if found is None:
        message = "These moves take too long to try in this game. Send fewer."
        raise Refused(InputRefused(message=message, argument="moves"))
    return found
