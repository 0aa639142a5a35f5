"""The use cases by which operators find and see games and accounts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from taphouse.engine.vocabulary import constant
from taphouse.schema.concepts.operators import (
    ExportedGame,
    ExportedHistory,
    ExportedLine,
    ExportedMark,
    ManagedAccount,
    ManagedGame,
    OperatorAccount,
    OperatorExport,
    OperatorGame,
    OperatorScope,
    OperatorSeat,
    OperatorSits,
    Sanction,
)
from taphouse.schema.failures import Refused, Unreadable
from taphouse.schema.paging import Connection, Edge, PageInfo, bad_cursor
from taphouse.schema.ports import Caller
from taphouse.schema.problems.games import VersionNotFound
from taphouse.schema.problems.seats import PlayerNotFound
from taphouse.schema.values.games import GameKind, Status
from taphouse.schema.values.seats import SPECTATOR, Role, Viewer
from taphouse.schema.values.versions import moment
from taphouse.service.access.operators import Operator
from taphouse.service.games.kernel.checks import refuse
from taphouse.service.games.kernel.game_lists import ALL_GAMES, listed_game, of_player, spoken_in
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.lobby import cursor_of, entry_of
from taphouse.service.operating.admitting import Operators
from taphouse.service.persons import stored as persons
from taphouse.service.persons.finding import found_by
from taphouse.service.persons.rating_games import RatingGames
from taphouse.service.persons.ratings import Ratings
from taphouse.service.persons.sanctions import BANNED, MUTED, Sanctions
from taphouse.service.persons.stored import HANDLES, MARK, SELF, Mark, Person, person_name
from taphouse.service.store.layout import ROOMS
from taphouse.service.store.protocol import StoredGame
from taphouse.service.store.rooms import MOST_LINES
from taphouse.service.talk.stored import unpack as line_of
from taphouse.service.webhooks.stored import Hook, hooks_name, owner_of, unpack_all

MOST_LOOKED_AT, AT_ONCE = 2000, 200
"""The most entries of a list that are looked at for a page, and those at once. The next page goes on."""
ACCOUNT = re.compile("[0-9a-f]{32}")
"""The id of an account."""
_BEGINNING = re.compile("[a-z2-7]{0,24}")
_LAST = "\U0010ffff"
"""A character that sorts behind all others."""


class Finding:
    """Finds and shows games and accounts for operators.

    Args:
        operators: Admits operators.
        reader: Loads games.
        sanctions: Knows who is muted and banned.
        ratings: The ratings of accounts.
        rating: Knows which games were taken back.
    """

    def __init__(
        self, operators: Operators, reader: Reader, sanctions: Sanctions, ratings: Ratings, rating: RatingGames
    ) -> None:
        self._operators, self._reader, self._store = operators, reader, reader.store
        self._sanctions, self._ratings, self._rating = sanctions, ratings, rating

    # --- games ---

    async def operator_games(
        self,
        caller: Caller,
        account: str | None,
        begins: str | None,
        status: Status | None,
        kinds: Sequence[GameKind] | None,
        first: int,
        after: str | None,
    ) -> Connection:
        """Games of all players, or of one account."""
        subject = account or begins or ""
        await self._operators.admit(caller, OperatorScope.GAMES, "operatorGames", subject)
        if not _BEGINNING.fullmatch(begins or ""):
            refuse("begins", "The ids of games have letters a-z and digits 2-7.")
        served, below = self._reader.kinds(kinds), None if after is None else entry_of(after)
        name = ALL_GAMES if account is None else of_player((await self.account(account))[0])
        edges, end, more, left = list[Edge](), after, True, MOST_LOOKED_AT
        while more and len(edges) < first and left > 0:
            entries = await self._store.listed([name], below, AT_ONCE)
            more, left = len(entries) == AT_ONCE, left - len(entries)
            wanted = [one for one in entries if listed_game(one)[1].startswith(begins or "") and listed_game(one)[1]]
            found = await self._records(wanted, status)
            for entry in entries:
                if len(edges) == first:
                    more = True
                    break
                below, end = entry, cursor_of(entry) if listed_game(entry)[1] else end
                record = found.get(entry)
                if record is not None and record.kind in served:
                    loaded = await self._reader.readable(listed_game(entry)[1], record)
                    if loaded is not None and status in (None, loaded.status):
                        edges.append(Edge(cursor_of(entry), managed(await self._reader.seen(loaded, SPECTATOR))))
        return Connection(tuple(edges), PageInfo(more, end, after is not None, edges[0].cursor if edges else None))

    async def _records(self, entries: Sequence[str], status: Status | None) -> Mapping[str, StoredGame]:
        """The games of some entries that can be read, and have a status, by entry."""
        if status is not None:
            briefs = await self._store.briefs([listed_game(one)[1] for one in entries])
            entries = [
                one
                for one, brief in zip(entries, briefs, strict=True)
                if brief is not None and not isinstance(brief, Exception) and brief.status == status.value
            ]
        records = await self._store.records([listed_game(one)[1] for one in entries])
        return {one: record for one, record in zip(entries, records, strict=True) if isinstance(record, StoredGame)}

    async def operator_game(self, caller: Caller, game: str) -> tuple[ManagedGame, bool]:
        """The accounts that have a part in a game, and whether it was taken back."""
        await self._operators.admit(caller, OperatorScope.GAMES, "operatorGame", game)
        seen = await self._reader.seen(await self._reader.now(game), SPECTATOR)
        return managed(seen), await self._rating.is_annulled(game)

    async def operator_seat(
        self, caller: Caller, game: str, seat: int, at: int | None, note: str | None
    ) -> OperatorGame:
        """A game as one of its seats sees it."""
        operator = await self._operators.admit(caller, OperatorScope.SEATS, "operatorSeat", f"{game}:{seat}", note)
        loaded = await self._reader.now(game)
        check_apart(operator, loaded)
        if not 1 <= seat <= len(loaded.seats):
            refuse("seat", f"The game has the seats 1 to {len(loaded.seats)}.")
        viewer, version = Viewer(Role.SEAT, seat, read_only=True), loaded.version
        then = loaded
        if at is not None and at != version:
            if not 1 <= at < version:
                raise Refused(VersionNotFound(version=version))
            then = await self._reader.as_of(loaded, at)
        over = loaded.status is Status.OVER
        seen = self._reader.game_view(then, viewer, caller.language, version, over, pinned=at == version)
        return OperatorGame(seen, managed(loaded), await self._rating.is_annulled(game))

    # --- accounts ---

    async def operator_accounts(self, caller: Caller, begins: str, first: int, after: str | None) -> Connection:
        """The accounts whose handles begin with something."""
        await self._operators.admit(caller, OperatorScope.PEOPLE, "operatorAccounts", begins)
        beginning = begins.casefold()
        below = beginning + _LAST if after is None else await self._handle_entry(after)
        listed = await self._store.listed([HANDLES], below, first + 1)
        found = [one for one in listed if one.startswith(beginning)]
        edges = list[Edge]()
        for entry in found[:first]:
            account = entry.rpartition(":")[2]
            shown = await self.shown(account)
            if shown.handle is not None and persons.handle_entry(shown.handle, account) == entry:
                edges.append(Edge(account, shown))
        end = found[:first][-1].rpartition(":")[2] if found else after
        start = edges[0].cursor if edges else None
        return Connection(tuple(edges), PageInfo(len(found) > first, end, after is not None, start))

    async def _handle_entry(self, cursor: str) -> str:
        """The entry of the account that is a cursor, in the list of handles."""
        person = _person((await self.account(cursor))[1]) if ACCOUNT.fullmatch(cursor) else None
        if person is None or person.public is None:
            raise Refused(bad_cursor())
        return persons.handle_entry(person.public, cursor)

    async def operator_account(self, caller: Caller, account: str) -> OperatorAccount:
        """An account."""
        await self._operators.admit(caller, OperatorScope.PEOPLE, "operatorAccount", account)
        return OperatorAccount(await self.shown((await self.account(account))[0]))

    async def account(self, named: str) -> tuple[str, Mapping[str, bytes]]:
        """The id of an account with an id or a handle, and the items of the person.

        Raises:
            Refused: No account has such a handle.
        """
        if ACCOUNT.fullmatch(named):
            return named, (await self._store.items([person_name(named)]))[0]
        if ":" in named:
            raise Refused(PlayerNotFound())
        account, _, items = await found_by(self._store, named)
        return account, items

    async def shown(self, account: str) -> ManagedAccount:
        """An account for the API."""
        (items,) = await self._store.items([person_name(account)])
        person, sanctions = _person(items), await self._sanctions.of(account)
        muted, banned = (_sanction(sanctions.get(name)) for name in (MUTED, BANNED))
        created = moment(person.created) if person is not None and person.id is not None else None
        handle, name = (None, None) if person is None else (person.public, person.name)
        return ManagedAccount(account, handle, name, created, self._ratings.shown(items), muted, banned)

    async def operator_export(self, caller: Caller, account: str, first: int, after: str | None) -> OperatorExport:
        """All that is stored of an account."""
        await self._operators.admit(caller, OperatorScope.DATA, "operatorExport", account)
        id_, items = await self.account(account)
        person, below = _person(items), None if after is None else entry_of(after)
        (hooks,) = await self._store.items([hooks_name(owner_of(id_))])
        marks = [] if person is None else _marks(person, items)
        listed = await self._store.listed([of_player(id_), spoken_in(id_)], below, first + 1)
        entries = [one for one in dict.fromkeys(listed[:first]) if listed_game(one)[1]]
        return OperatorExport(
            await self.shown(id_),
            None if person is None else person.avatar,
            moment(person.seen) if person is not None and person.seen else None,
            person is not None and person.hidden,
            tuple(marks),
            tuple([one.url for one in unpack_all(Hook, hooks).readable.values() if one.url]),
            await self._histories(id_, items) if after is None else (),
            tuple([ExportedGame(game, await self._lines(game, id_)) for _, game in map(listed_game, entries)]),
            cursor_of(entries[-1]) if entries and len(listed) > first else None,
        )

    async def _histories(self, account: str, items: Mapping[str, bytes]) -> tuple[ExportedHistory, ...]:
        found = await self._ratings.histories(account, items)
        return tuple([ExportedHistory(GameKind(constant(kind)), tuple(points)) for kind, points in found])

    async def _lines(self, game: str, account: str) -> tuple[ExportedLine, ...]:
        """The lines that an account said in a game."""
        heard, lines = await self._store.heard(game, ROOMS, MOST_LINES), list[ExportedLine]()
        for line in [one for said in heard.rooms.values() for one in said if one.account == account]:
            try:
                body = line_of(line.body)
            except Unreadable:
                continue
            lines.append(ExportedLine(moment(line.at), body.phrase, body.text))
        return tuple(lines)


def managed(loaded: LoadedGame) -> ManagedGame:
    """A game with the accounts that have a part in it."""
    seats = tuple(
        [
            OperatorSeat(
                number,
                one.player,
                one.profile[1] if one.profile and one.player else None,
                tuple([end.player for end in reversed(one.ends) if end.player is not None]),
            )
            for number, one in enumerate(loaded.seats, 1)
        ]
    )
    record, kind = loaded.record, GameKind(constant(loaded.record.kind))
    times = moment(record.created), moment(record.updated)
    return ManagedGame(loaded.id, kind, loaded.status, loaded.terms.rated, *times, loaded.host.player, seats)


def is_apart(operator: Operator, loaded: LoadedGame) -> bool:
    """True unless the account of an operator has or had a part in a game."""
    game = managed(loaded)
    there = {game.host, *(one.account for one in game.seats), *(other for one in game.seats for other in one.former)}
    return operator.account is None or operator.account not in there


def check_apart(operator: Operator, loaded: LoadedGame) -> None:
    """Refuse an operator whose account has or had a part in a game."""
    if not is_apart(operator, loaded):
        raise Refused(OperatorSits(message="Your account has a part in this game. Another operator must do this."))


def _person(items: Mapping[str, bytes]) -> Person | None:
    return persons.unpack(Person, items[SELF]) if SELF in items else None


def _marks(person: Person, items: Mapping[str, bytes]) -> list[ExportedMark]:
    marks = {name.removeprefix(MARK): persons.unpack(Mark, one) for name, one in items.items() if name.startswith(MARK)}
    found = [(person.account_of(id_), mark) for id_, mark in sorted(marks.items())]
    return [ExportedMark(account, mark.mark, moment(mark.since)) for account, mark in found if account is not None]


def _sanction(stored: persons.Sanction | None) -> Sanction | None:
    if stored is None:
        return None
    until = None if stored.until is None else moment(stored.until)
    return Sanction(moment(stored.since), until, stored.operator, stored.note)
