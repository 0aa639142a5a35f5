"""The terms of quick play: what a player accepts, and a table that waits for players."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.clocks import Timing
from taphouse.schema.values.games import Status
from taphouse.service.games.encoding.agreements import NONE, Level, Wanted
from taphouse.service.games.encoding.seats import Sitting
from taphouse.service.games.kernel.loaded_game import LoadedGame

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
    """A player who asks for a table."""

    queue: str
    """The name of the queue: of tables that have the rest of the terms in common."""
    wanted: Wanted
    player: str | None
    """The player's account, if any."""
    company: Company
    """The accounts that the player may meet."""


class Place(Struct, frozen=True, array_like=True):
    """A table in a queue."""

    game: str
    since: int
    """The time at which it was opened, in milliseconds since the epoch."""
    terms: Wanted
    """The terms that its players accept together. It needs `least` seats."""
    players: tuple[str | None, ...]
    """The accounts of the players who sit there; None for one without an account."""
    levels: tuple[Level, ...] = ()
    """Their levels, in a rated game."""


def place_of(loaded: LoadedGame) -> Place | None:
    """The place of a game in its queue; None if it has none."""
    quick = loaded.agreements.quick
    if quick is None or loaded.status is not Status.WAITING or not (wanted := quick.of(loaded.seats)):
        return None
    taken = [seat for seat, one in enumerate(loaded.seats, 1) if one.taken]
    terms = together(wanted)
    terms = replace(terms, least=max(terms.least, *taken))  # seats keep their numbers
    players = tuple([loaded.seats[seat - 1].player for seat in taken])
    levels = tuple([one.level for one in wanted if one.level is not None])
    return Place(loaded.id, loaded.record.created, terms, players, levels)


def together(wanted: Sequence[Wanted]) -> Wanted:
    """The terms that several players accept, at least one, who agree; the first ones prefer."""
    clock = next((one for one in wanted if not one.any_clock), None)
    timing = next((one.timing for one in wanted if one.timing is not None), None) if clock is None else clock.timing
    return Wanted(
        max([one.least for one in wanted]),
        min([one.most for one in wanted]),
        timing,
        clock is None,
        wanted[0].bot if all(one.bot is not None for one in wanted) else None,
        max([one.bots_at for one in wanted]),
    )


def fits(place: Place, asked: Asked) -> bool:
    """True if a player may join a table: it agrees with what they accept, and they may meet those who sit there."""
    return agrees(place, asked) and not sits(place, asked) and not asked.company.apart(place.players)


def sits(place: Place, asked: Asked) -> bool:
    """True if the account of a player has a seat at a table."""
    return asked.player is not None and asked.player in place.players


def agrees(place: Place, asked: Asked) -> bool:
    """True if a table can meet the terms of a player besides those of its own players."""
    terms, wanted = place.terms, asked.wanted
    if wanted.level is not None and not all(wanted.level.meets(one) for one in place.levels):
        return False
    clocks = terms.any_clock or wanted.any_clock or terms.timing == wanted.timing
    return clocks and max(terms.least, wanted.least) <= min(terms.most, wanted.most)


def narrowed(place: Place, asked: Asked) -> Place:
    """A table once a player has joined it whom it fits."""
    level = asked.wanted.level
    return Place(
        place.game,
        place.since,
        together((place.terms, asked.wanted)),
        (*place.players, asked.player),
        place.levels if level is None else (*place.levels, level),
    )


async def table_by_id(
    loaded: LoadedGame, seat: int, player: str | None, may_meet: MayMeet, rating_of: RatingOf | None
) -> LoadedGame | None:
    """A table of quick play once a player takes a seat who knows its id, and accepts its terms; None if they may not join it."""
    quick, place, level, company = loaded.agreements.quick, place_of(loaded), None, Company(player, may_meet)
    if quick is None or place is None:
        return None
    if loaded.terms.rated and player is not None and rating_of is not None:
        level = Level(await rating_of(player, loaded.record.kind), None)
    await company.ask(place.players)
    wanted = replace(place.terms, least=max(place.terms.least, seat), level=level)
    return table_for(loaded, Asked(quick.queue, wanted, player, company), seat)


def table_for(loaded: LoadedGame, asked: Asked, seat: int | None = None) -> LoadedGame | None:
    """A game that waits, with the seats and the time control that it has once a player joins; None if they may not join it.

    The player takes `seat`, or the first one that is open.
    """
    quick, place = loaded.agreements.quick, place_of(loaded)
    if quick is None or place is None or not fits(place, asked):
        return None
    terms = narrowed(place, asked).terms
    table = resized(loaded, terms.least)
    free = [number for number, one in enumerate(table.seats, 1) if one.open]
    if not free:
        return None
    if len([one for one in table.seats if not one.taken]) == 1:
        return settled(table, terms.timing)
    taken = free[0] if seat is None else seat
    before = (*quick.wanted, *[None] * (taken - len(quick.wanted)))
    wanted = (*before[: taken - 1], asked.wanted, *before[taken:])
    table = replace(table, agreements=replace(loaded.agreements, quick=replace(quick, wanted=wanted)))
    return _timed(table, None if terms.any_clock else terms.timing)


def resized(loaded: LoadedGame, number: int) -> LoadedGame:
    """A game with this many seats. The others are empty, and no earlier token of a seat that is added is valid."""
    empty = Sitting(None, False, generation=loaded.version + 1)  # each change of a seat is a version
    seats = (*loaded.seats[:number], *[empty] * (number - len(loaded.seats)))
    return replace(loaded, seats=seats)


def settled(loaded: LoadedGame, timing: Timing | None) -> LoadedGame:
    """A game that nobody else joins by quick play, with its time control."""
    agreements = replace(loaded.agreements, quick=None, timing=timing)
    return _timed(replace(loaded, agreements=NONE if agreements == NONE else agreements), timing)


def _timed(loaded: LoadedGame, timing: Timing | None) -> LoadedGame:
    return replace(loaded, terms=replace(loaded.terms, timing=timing))
