"""Advice to a seat, and the marks of seats that programs play."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.schema.game_view import GameView
from taphouse.schema.operations.answers import SampledWorld, Suggestion
from taphouse.schema.operations.arguments import Expected, GameOf, Key
from taphouse.schema.operations.declaration import GAME, MUTATION, declare, get, post
from taphouse.schema.ports import Context
from taphouse.schema.prices import ANALYSE, IMAGINE, LOOK, THINK, Price
from taphouse.schema.problems.callers import NotSeated
from taphouse.schema.problems.games import AdviceRefused
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.seats import PeopleOnly, SeatUnchanged
from taphouse.schema.problems.sets import CHANGING, WRITING
from taphouse.schema.results import Analysis, BotLine, GameChanged
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import MOST_SEED, SEED_TEXT, LegalMove, World
from taphouse.schema.values.lifecycle import LifecycleEvent


class ProgramDeclared(LifecycleEvent, frozen=True):
    """A program declared that it plays a seat. The seat is marked from now on."""

    seat: Seat


@declare(
    GAME,
    (AdviceRefused,),
    get(
        "/games/{id}/suggestion", "moves", etag=False, answer=Suggestion, price=Price(once=LOOK + THINK, searched="bot")
    ),
    outcome="The move that a bot would make, or why there is no advice.",
    price=Price(once=THINK, searched="bot"),
)
async def suggestion(
    context: Context, game_view: GameView, bot: Annotated[BotKind, Meta(description="The bot.")]
) -> LegalMove | None:
    """The move that a bot would make at your seat now, using only what your seat knows. Null while another seat decides."""
    found: LegalMove | None = await context.use_cases["suggestion"](context.caller, game_view, bot)
    return found


@declare(GAME, (), get("/games/{id}/bot-line", "moves", etag=False))
async def bot_line(
    context: Context,
    game_view: GameView,
    bot: Annotated[BotKind, Meta(description="The bot. SEARCH_EXPERT has a line of its own; the others share one.")],
) -> BotLine:
    """The places of this game and of your address in the line for a bot, while you wait.

    Each process of the service has its own lines: ask over the connection on which you wait, such as a WebSocket.
    """
    found: BotLine = context.use_cases["bot_line"](context.caller, game_view, bot)
    return found


@declare(
    GAME,
    (AdviceRefused,),
    get("/games/{id}/analysis", "moves", etag=False, price=Price(once=LOOK + THINK + ANALYSE, searched="bot")),
    outcome="The analysis, or why there is no advice.",
    price=Price(once=THINK + ANALYSE, searched="bot"),
)
async def analysis(
    context: Context, game_view: GameView, bot: Annotated[BotKind, Meta(description="The bot.")]
) -> Analysis:
    """A bot's analysis of the moves of your seat now: how often it tried each, what it expects of it, and reasons in words.

    Its first move is the `suggestion` of the same bot: both have the answer of one search.
    """
    found: Analysis = await context.use_cases["analysis"](context.caller, game_view, bot)
    return found


@declare(
    GAME,
    (AdviceRefused, InputRefused),
    get("/games/{id}/world", "moves", etag=False, answer=SampledWorld, price=Price(once=LOOK + IMAGINE)),
    outcome="The world, or why there is none.",
    price=Price(once=IMAGINE),
)
async def sample_world(
    context: Context,
    game_view: GameView,
    seed: Annotated[Annotated[str, Meta(max_length=MOST_SEED)] | None, Meta(description=SEED_TEXT)] = None,
) -> World | None:
    """A world in which your seat may be: a whole position that agrees with all that it knows and saw, drawn by chance.

    Null unless you have a seat in a running game.
    """
    found: World | None = await context.use_cases["sample_world"](context.caller, game_view, seed)
    return found


@declare(
    MUTATION,
    (*WRITING, NotSeated, *CHANGING, SeatUnchanged, PeopleOnly),
    post("/games/{id}/program", "seats"),
)
def declare_program(game: GameOf, expected: Expected = None, key: Key = None) -> GameChanged:
    """Declare that a program plays your seat, if it was not said when the seat was taken. It cannot be taken back.

    Everybody sees the mark. In a game without advice, it lets the seat sample worlds.
    """
