"""The terms of quick play: what a player accepts, and a table that waits for players."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.clocks import Timing
from taphouse.schema.values.games import Status
from taphouse.service.games.encoding.agreements import NONE, Level, Quick
from taphouse.service.games.encoding.seats import Sitting
from taphouse.service.games.kernel.loaded_game import LoadedGame, shown_seats

MayMeet = Callable[[str, str], Awaitable[bool]]
"""True if two accounts may sit at one table."""
RatingOf = Callable[[str, str], Awaitable[int]]
"""Returns the rating of an account in a kind of game, by its slug; that of a new player if it has none."""


class Company:
    """The accounts that a player may meet, and those that they may not.

    Args:
        player: The player's account, if any.
        may_meet: Decides for two accounts.
    """

    def __init__(self, player: str | None, may_meet: MayMeet) -> None:
        self._player, self._may_meet = player, may_meet
        self._known = dict[str, bool]()

    def unknown(self, others: Iterable[str | None]) -> list[str]:
        """Those of these accounts that `ask` must be called for."""
        if self._player is None:
            return []
        return [one for one in others if one not in (None, self._player) and one not in self._known]

    async def ask(self, others: Iterable[str | None]) -> bool:
        """Find out about these accounts; False if nothing was unknown."""
        unknown = self.unknown(others)
        for one in unknown:
            self._known[one] = await self._may_meet(self._player or "", one)
        return bool(unknown)

    def apart(self, others: Iterable[str | None]) -> bool:
        """True if the player may not meet one of these accounts."""
        return any(not self._known.get(one or "", True) for one in others)


class Asked(Struct, frozen=True):
    """The terms that a player accepts, besides those that all tables of a queue have in common."""

    queue: str
    """The name of the queue."""
    least: int
    most: int
    """The least and the most seats."""
    timing: Timing | None
    """The time control; with `any_clock`, the preferred one."""
    any_clock: bool
    player: str | None
    """The player's account, if any."""
    bot: str | None
    """The `BotKind` that may take the open seats after a while; None for no bots."""
    bots_at: int
    """The time at which it may, in milliseconds since the epoch."""
    level: Level | None
    """The player's level, for a rated game; None for another."""
    company: Company
    """The accounts that the player may meet."""


class Place(Struct, frozen=True, array_like=True):
    """A table in a queue."""

    game: str
    since: int
    """The time at which it was opened, in milliseconds since the epoch."""
    least: int
    """The seats that its players need: the most that one of them asks for at least."""
    most: int
    timing: Timing | None
    any_clock: bool
    players: tuple[str | None, ...]
    """The accounts of the players who sit there; None for one without an account."""
    levels: tuple[Level, ...] = ()
    """Their levels, in a rated game."""


def place_of(loaded: LoadedGame) -> Place | None:
    """The place of a game in its queue; None if it has none."""
    quick = loaded.agreements.quick
    if quick is None or loaded.status is not Status.WAITING:
        return None
    players = tuple([one.player for one in loaded.seats if one.taken])
    levels = tuple([level for one, level in zip(loaded.seats, quick.levels, strict=False) if one.taken and level])
    since, seats = loaded.record.created, len(loaded.seats)
    return Place(loaded.id, since, seats, quick.most, quick.timing, quick.any_clock, players, levels)


def fits(place: Place, asked: Asked) -> bool:
    """True if a player may join a table: it agrees with what they accept, and they may meet those who sit there."""
    return agrees(place, asked) and not sits(place, asked) and not asked.company.apart(place.players)


def sits(place: Place, asked: Asked) -> bool:
    """True if the account of a player has a seat at a table."""
    return asked.player is not None and asked.player in place.players


def agrees(place: Place, asked: Asked) -> bool:
    """True if a table can meet the terms of a player besides those of its own players."""
    clocks = place.any_clock or asked.any_clock or place.timing == asked.timing
    level = asked.level
    if level is not None and not all(level.meets(one) for one in place.levels):
        return False
    return clocks and max(place.least, asked.least) <= min(place.most, asked.most)


def narrowed(place: Place, asked: Asked) -> Place:
    """A table once a player has joined it whom it fits."""
    preferred = place.timing or asked.timing if asked.any_clock else asked.timing
    return Place(
        place.game,
        place.since,
        max(place.least, asked.least),
        min(place.most, asked.most),
        preferred if place.any_clock else place.timing,
        place.any_clock and asked.any_clock,
        (*place.players, asked.player),
        place.levels if asked.level is None else (*place.levels, asked.level),
    )


def opened(asked: Asked) -> Quick:
    """The terms of a table that a player opens."""
    levels = () if asked.level is None else (asked.level,)
    return Quick(asked.queue, asked.most, asked.timing, asked.any_clock, asked.bot, asked.bots_at, levels)


async def table_by_id(
    loaded: LoadedGame, seat: int, player: str | None, may_meet: MayMeet, rating_of: RatingOf | None
) -> LoadedGame | None:
    """A table of quick play once a player takes a seat who knows its id, and accepts its terms; None if they may not join it."""
    quick, level, company = loaded.agreements.quick, None, Company(player, may_meet)
    if quick is None:
        return None
    if loaded.terms.rated and player is not None and rating_of is not None:
        level = Level(await rating_of(player, loaded.record.kind), None)
    await company.ask([one.player for one in loaded.seats])
    seats = len(loaded.seats)
    asked = Asked(quick.queue, seats, quick.most, None, True, player, quick.bot, quick.bots_at, level, company)
    return table_for(loaded, asked, seat)


def table_for(loaded: LoadedGame, asked: Asked, seat: int | None = None) -> LoadedGame | None:
    """A game that waits, with the seats and the time control that it has once a player joins; None if they may not join it.

    The player takes `seat`, or the first one that is open.
    """
    quick, place = loaded.agreements.quick, place_of(loaded)
    if quick is None or place is None or not fits(place, asked):
        return None
    newer = narrowed(place, asked)
    seats = (*loaded.seats, *[Sitting(None, False)] * (newer.least - len(loaded.seats)))
    table = replace(loaded, seats=seats, shown_seats=shown_seats(seats))
    if not any(one.open for one in seats):
        return None
    if len([one for one in seats if not one.taken]) == 1:
        return settled(table, newer.timing)
    taken = next(number for number, one in enumerate(seats, 1) if one.open) if seat is None else seat
    bot = quick.bot if asked.bot is not None else None
    terms = replace(
        quick,
        most=newer.most,
        timing=newer.timing,
        any_clock=newer.any_clock,
        bot=bot,
        bots_at=max(quick.bots_at, asked.bots_at),
        levels=_with_level(quick.levels, taken - 1, asked.level),
    )
    if newer.any_clock:
        return replace(table, agreements=replace(loaded.agreements, quick=terms))
    return _timed(replace(table, agreements=replace(loaded.agreements, quick=terms)), newer.timing)


def _with_level(levels: tuple[Level | None, ...], at: int, level: Level | None) -> tuple[Level | None, ...]:
    """The levels by seat once a player has taken the seat with this index."""
    if level is None:
        return levels
    return (*levels[:at], *[None] * (at - len(levels)), level, *levels[at + 1 :])


def settled(loaded: LoadedGame, timing: Timing | None) -> LoadedGame:
    """A game that nobody else joins by quick play, with its time control."""
    agreements = replace(loaded.agreements, quick=None)
    return _timed(replace(loaded, agreements=NONE if agreements == NONE else agreements), timing)


def _timed(loaded: LoadedGame, timing: Timing | None) -> LoadedGame:
    if loaded.terms.timing == timing:
        return loaded
    agreements = replace(loaded.agreements, timing=timing)
    return replace(loaded, terms=replace(loaded.terms, timing=timing), agreements=agreements)
