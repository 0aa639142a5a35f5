"""The operations of REST on moves."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.inputs import ITERATIONS_TEXT, GameId
from taphouse.schema.paging import number_of
from taphouse.schema.prices import MOST_ITERATIONS
from taphouse.schema.request_problems import detailed
from taphouse.schema.rest.bodies import Moves, OneMove
from taphouse.schema.rest.operation import After, At, Call, First, changed
from taphouse.schema.rest.responses import Judgement, LegalMovePage, SampledWorld, Suggestion
from taphouse.schema.results import Analysis, GameChanged
from taphouse.schema.values import BotKind, Preview
from taphouse.schema.values.worlds import MOST_SEED, SEED_TEXT

WorldSeed = Annotated[Annotated[str, Meta(max_length=MOST_SEED)] | None, Meta(description=SEED_TEXT)]


async def play(call: Call, id: GameId, body: Moves) -> GameChanged:
    """Make moves of your seat. Either all moves are made or none."""
    return changed(call, await call.tables.play(call.caller, id, body.moves, call.expected, call.key))


async def legal_moves(
    call: Call,
    id: GameId,
    first: First = 100,
    after: After = None,
    at: At = None,
) -> LegalMovePage:
    """The legal moves of your seat, ready to send. Empty while another seat decides.

    Pass the version of the first page as `at`, so that all pages show the same version.
    """
    number_of(after)  # before what may find that nothing has changed
    page = await (await call.see(id, at)).legal_moves(first, after, call.caller.work)
    return LegalMovePage(next=page.next, moves=page.nodes)


async def preview(call: Call, id: GameId, body: Moves, at: At = None) -> Preview:
    """The result of moves of your seat, as far as you can know it. Changes nothing."""
    return (await call.tables.see(call.caller, id, at)).preview(body.moves)


async def why_not(call: Call, id: GameId, body: OneMove, at: At = None) -> Judgement:
    """Whether your seat can make a move now, and why not. Changes nothing."""
    problem = (await call.tables.see(call.caller, id, at)).why_not(body.move)
    return Judgement(problem is None, None if problem is None else detailed(problem))


async def analysis(
    call: Call,
    id: GameId,
    iterations: Annotated[int, Meta(ge=1, le=MOST_ITERATIONS, description=ITERATIONS_TEXT)] = 20,
    at: At = None,
) -> Analysis:
    """What the bot SEARCH thinks of the moves of your seat now: how often it tried each move, and what it expects of it."""
    return await call.tables.analysis(await call.tables.see(call.caller, id, at), iterations)


async def sample_world(call: Call, id: GameId, seed: WorldSeed = None, at: At = None) -> SampledWorld:
    """A world in which your seat may be: a whole position that agrees with all that it knows and saw."""
    sight = await call.tables.see(call.caller, id, at)
    return SampledWorld(await call.tables.sample_world(call.caller, sight, seed))


async def suggestion(
    call: Call, id: GameId, bot: Annotated[BotKind, Meta(description="The bot.")], at: At = None
) -> Suggestion:
    """The move that a bot would make at your seat now, using only what your seat knows."""
    return Suggestion(await call.tables.suggestion(await call.tables.see(call.caller, id, at), bot))
