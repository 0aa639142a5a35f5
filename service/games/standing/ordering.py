"""The use cases of standing orders, and the service that makes their moves.

The orders of a game are a field of its hash, which every load reads. While there are some, a reminder is set before each commit,
and the orders are looked at after it. Which of their moves are made is read from the log, so each is made once: by the commit of
its version.
"""

from __future__ import annotations

from taphouse.engine.clocks import SECOND
from taphouse.engine.messages import ENGLISH
from taphouse.engine.notation import NotationError, parse, write
from taphouse.schema.concepts.standing_orders import (
    LEAST_TIME,
    MOST_AFTER,
    MOST_ORDERS,
    MOST_PLAYED,
    ClockTooFast,
    OrdersEnd,
    OrdersEnded,
    StandingOrder,
    StandingOrders,
    StandingOrdersOff,
    TooManyOrders,
    YourDecision,
)
from taphouse.schema.failures import Busy, Refused
from taphouse.schema.move_inputs import NOTATION
from taphouse.schema.ports import Caller
from taphouse.schema.problems.base import ProblemCode
from taphouse.schema.problems.clocks import Paused
from taphouse.schema.problems.moves import MoveNotUnderstood
from taphouse.schema.problems.seats import AlreadyResigned
from taphouse.schema.values.games import MoveInputObject
from taphouse.schema.values.seats import Role, Viewer
from taphouse.schema.values.versions import epoch_at
from taphouse.service.access.tokens import SERVICE
from taphouse.service.games.encoding.seats import seat_of
from taphouse.service.games.kernel.checks import check_not_lost, check_seated, refuse, refuse_read_only
from taphouse.service.games.kernel.committing import MOST_TRIES, Committer
from taphouse.service.games.kernel.loaded_game import ENDED, LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.reminded_games import RemindedGames
from taphouse.service.games.playing import moved_by_service
from taphouse.service.games.standing.matching import Made, broken, due
from taphouse.service.games.standing.stored import (
    Ended,
    Order,
    SeatOrders,
    ended_in,
    ends_item,
    ends_name,
    orders_in,
    pack,
)
from taphouse.service.store.protocol import ORDERS, Due, Key

WORKERS = 8
"""The most games in which this instance makes moves of orders at once."""
ENDS_KEPT = 30 * 86_400_000
"""Milliseconds for which the ends of a game's orders are kept."""


class Ordered(RemindedGames):
    """Makes the moves of standing orders in this instance, and those that others left."""

    committer: Committer
    """Commits the moves. It needs this object itself, to remind of orders, so it is set afterwards."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader, ORDERS, WORKERS)

    async def do(self, due: Due) -> None:
        """Make the next move of an order in a game, if one is due, and remove orders that have ended.

        Raises:
            Unavailable: The store does not answer. What was done is not done again.
            Busy: Others changed the game every time.
            Unreadable: The game, or its orders, cannot be read here.
        """
        for _ in range(MOST_TRIES):
            record = (await self._reader.load(due.member)).record
            if record is None or not record.orders:
                break
            loaded = await self._reader.open(due.member, record)
            if loaded.status in ENDED or await self._looked(loaded):
                break
        else:
            raise Busy
        await self._store.settle(due)

    async def _looked(self, loaded: LoadedGame) -> bool:
        """Look at the orders of a game. False if it must be loaded again."""
        all_ = orders_in(loaded.record.orders)
        for left in all_:
            found: str | OrdersEnd | None = broken(loaded, left)
            if found is None:
                found = due(loaded, left, await self._made(loaded, left))
            match found:
                case OrdersEnd():
                    ended = Ended(found.value, loaded.version)
                case str():
                    refused = await self._move(loaded, left.seat, found)
                    if not isinstance(refused, Ended):
                        return refused
                    ended = refused
                case None:
                    continue
            await self._note(loaded.id, left, ended)
            await self._store.put_orders(
                loaded.id, pack(tuple([one for one in all_ if one is not left])), loaded.record.orders
            )
            return False
        return True

    async def _made(self, loaded: LoadedGame, left: SeatOrders) -> Made:
        """The moves since the orders of a seat were left."""
        count = loaded.version - left.since
        entries = await self._store.entries(loaded.id, left.since, count)
        if len(entries) < count:
            await self._reader.explain_gap(loaded.id, loaded.version, loaded.record.epochs)
        moves = [(seat_of(entry.who), loaded.codec.body(entry.body)[0]) for entry in entries]
        return [(seat, move) for seat, move in moves if move is not None]

    async def _move(self, loaded: LoadedGame, seat: int, move: str) -> bool | Ended:
        """Make a move, judged as if its player sent it now. True if it is made, and false if the game must be loaded again."""
        if loaded.clock is not None and not await self.committer.time_left(loaded):
            return False
        game_view = self._reader.game_view(loaded, Viewer(Role.SEAT, seat), ENGLISH)
        try:
            (judged,) = game_view.judge([MoveInputObject({NOTATION: move})], preview=False)
        except Refused as refused:
            return Ended(OrdersEnd.REFUSED.value, loaded.version, move, refused.problem.code)
        steps = await moved_by_service(loaded, seat, judged.move, judged.state, judged.events)
        written = await self.committer.write(loaded, steps, Key(SERVICE, f"order-{loaded.version}", "order"))
        return isinstance(written, LoadedGame)

    async def _note(self, game: str, left: SeatOrders, ended: Ended) -> None:
        """Store how the orders of a seat ended, for its player."""
        name, item = ends_name(game), ends_item(left.seat, left.generation)
        for _ in range(MOST_TRIES):
            (known,) = await self._store.items([name])
            if await self._store.put_item(name, item, pack(ended), known.get(item), ENDS_KEPT):
                return
        raise Busy


class Ordering:
    """The use cases of standing orders.

    Args:
        reader: Loads games, and identifies callers.
        committer: Refuses what expects another version.
        ordered: Makes the moves; None if there are no standing orders.
    """

    def __init__(self, reader: Reader, committer: Committer, ordered: Ordered | None) -> None:
        self._reader, self._store, self._committer, self._ordered = reader, reader.store, committer, ordered
        if ordered is not None:
            ordered.committer = committer

    async def leave_orders(
        self, caller: Caller, game: str, orders: tuple[StandingOrder, ...], expected: int | None
    ) -> StandingOrders:
        """Leave the orders of a seat, in place of those before."""
        if self._ordered is None:
            raise Refused(StandingOrdersOff())
        identity = await self._reader.identify(caller, game)
        for attempt in range(MOST_TRIES):
            loaded = await self._reader.now(game, None if attempt else caller)
            viewer = self._reader.viewer(loaded, identity)
            check_not_lost(viewer, identity)
            if viewer.read_only:
                refuse_read_only()
            seat = check_seated(viewer)
            if expected is not None and expected != loaded.version:
                await self._committer.refuse_conflict(loaded, viewer, caller.language, expected)
            self._reader.game_view(loaded, viewer, caller.language).check_running()
            new = _left(loaded, seat, orders)
            others = [one for one in orders_in(loaded.record.orders) if one.seat != seat]
            stored = pack((*others, new) if orders else tuple(others))
            await self._store.drop_items(ends_name(game), [ends_item(seat, new.generation)])
            due = await self._ordered.remind(game)
            if await self._store.put_orders(game, stored, loaded.record.orders):
                self._ordered.expect(due)  # the others may have moved meanwhile
                return StandingOrders(
                    orders=_shown(new) if orders else (), since=new.since if orders else None, ended=None
                )
        raise Busy

    async def standing_orders(self, caller: Caller, game: str) -> StandingOrders:
        """The orders of the caller's seat, and how the last ones ended."""
        identity = await self._reader.identify(caller, game)
        loaded = await self._reader.now(game, caller)
        seat = check_seated(self._reader.viewer(loaded, identity))
        generation = loaded.seats[seat - 1].generation
        (ends,) = await self._store.items([ends_name(game)])
        found = ends.get(ends_item(seat, generation))
        ended = None if found is None else ended_in(found)
        left = [one for one in orders_in(loaded.record.orders) if (one.seat, one.generation) == (seat, generation)]
        if loaded.status in ENDED or not left:
            shown = (
                None
                if ended is None
                else OrdersEnded(
                    OrdersEnd[ended.reason],
                    ended.version,
                    ended.move,
                    None if ended.code is None else ProblemCode(ended.code),
                )
            )
            return StandingOrders(orders=(), since=None, ended=shown)
        return StandingOrders(orders=_shown(left[0]), since=left[0].since, ended=None)


def _left(loaded: LoadedGame, seat: int, orders: tuple[StandingOrder, ...]) -> SeatOrders:
    """The orders of a seat from now on, checked."""
    sitting, timing = loaded.seats[seat - 1], loaded.terms.timing
    if sitting.resigned:
        raise Refused(AlreadyResigned())
    if timing is not None and timing.begin < LEAST_TIME * SECOND:
        raise Refused(ClockTooFast())
    if loaded.clock is not None and loaded.clock.paused:
        raise Refused(Paused())
    if orders and seat in loaded.rules.deciders(loaded.state):
        raise Refused(YourDecision())
    if len(orders) > MOST_ORDERS:
        raise Refused(TooManyOrders(limit=MOST_ORDERS))
    read = []
    for order in orders:
        for moves, most in ((order.after, MOST_AFTER), (order.play, MOST_PLAYED)):
            if not moves:
                refuse("orders", "An order needs at least one move in `after`, and one in `play`.")
            if len(moves) > most:
                raise Refused(TooManyOrders(limit=most))
        after = tuple([_read(loaded, move, seen=True) for move in order.after])
        read.append(Order(after, tuple([_read(loaded, move, seen=False) for move in order.play])))
    epoch = epoch_at(loaded.record.epochs, loaded.version)
    return SeatOrders(seat, sitting.generation, loaded.version, epoch, loaded.agreements.undos, tuple(read))


def _read(loaded: LoadedGame, move: str, *, seen: bool) -> str:
    """A move in notation, as it is always written."""
    try:
        return write(parse(move, loaded.game.verbs, seen=seen))
    except NotationError as error:
        raise Refused(MoveNotUnderstood(message=str(error), index=1)) from None


def _shown(left: SeatOrders) -> tuple[StandingOrder, ...]:
    return tuple([StandingOrder(one.after, one.play) for one in left.orders])
