"""Operations that change nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from patchdiff.apply import apply
from patchdiff.pointer import Pointer

from taphouse.client.actions import Item, Items, Steps, operation, stream
from taphouse.client.contract import ClientOperation
from taphouse.client.documents import Documents, KnownGame
from taphouse.client.errors import Refused
from taphouse.client.exchange import ResumedStream, Service, raw, request
from taphouse.client.values import GAMES_LISTED, Access, Ahead, Entry, LegalMove, MoveLike, Summary, Table, World
from taphouse.engine.contract import Move
from taphouse.engine.vocabulary import constant
from taphouse.schema.catalogue import Catalogue
from taphouse.schema.concepts.presence import TablePresence
from taphouse.schema.concepts.sitting import Attendance
from taphouse.schema.concepts.standing_orders import StandingOrders
from taphouse.schema.concepts.talk import Phrase, TalkLine, TalkPage, TalkRoom
from taphouse.schema.move_inputs import move_input
from taphouse.schema.operations.declaration import GAME
from taphouse.schema.problems.base import Problem
from taphouse.schema.problems.games import FellBehind
from taphouse.schema.registry import operation as operation_of
from taphouse.schema.results import ConsideredMove
from taphouse.schema.values import games as contract
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.clocks import Pace

Place = Access | str
"""Your place at a game. The id of a game is the place of a spectator."""
MOST_KINDS = 10_000
"""The games whose kinds a client remembers."""
_KIND = "query Kind($id: ID!) { game(id: $id) { ... on Game { kind } } }"


class ReadingMethods:
    """The methods of both clients that change nothing."""

    _service: Service
    _documents: Documents
    _token: str | None
    _kinds: dict[str, str]
    """The kinds of games by their ids."""
    _program: bool
    """True if a program plays the seats that this client takes."""

    def _kind(self, place: Access) -> Steps[str]:
        """The kind of a game, which documents are written for. It never changes, so it is asked for once.

        Returns:
            The kind, such as `DANK_AND_DRAFT`; empty if the game is not shown: the answer to the next request says why.
        """
        known = self._kinds.get(place.game_id)
        if known is not None:
            return known
        data = yield from raw(self._service, _KIND, {"id": place.game_id}, place.token or self._token)
        shown = data.get("game")
        if not isinstance(shown, dict) or "kind" not in shown:
            return ""
        self._found(KnownGame(place.game_id, shown["kind"]))
        return str(shown["kind"])

    def _found(self, game: KnownGame) -> str:
        """The id of a game whose kind is known from now on."""
        self._kinds[game.game_id] = game.kind
        if len(self._kinds) > MOST_KINDS:
            del self._kinds[next(iter(self._kinds))]
        return game.game_id

    def _request(self, asked: ClientOperation, token: str | None = None, **variables: Any) -> Steps[Any]:
        return request(self._service, asked, variables, token or self._token)

    @operation
    def execute(
        self, document: str, variables: Mapping[str, Any] | None = None, token: str | None = None
    ) -> Steps[dict[str, Any]]:
        """Send any query, or any mutation that has an idempotency key, and return its data unparsed.

        Use it for what has no method here. Problems are then part of the data: check `__typename` or `code`.

        Raises:
            RequestFailed: The document is not valid, or exceeds a limit.
            Unavailable: The service did not answer.
            Incompatible: The server is not Taphouse.
        """
        return raw(self._service, document, variables or {}, token or self._token)

    @operation
    def catalogue(self) -> Steps[Catalogue]:
        """The catalogue of the kinds of games, with their options, moves, rules and editions."""
        return self._request(self._documents.query("catalogue"))

    @stream
    def open_games(
        self,
        *kinds: str,
        people_only: bool = False,
        pace: Pace | None = None,
        free_seats: int = 0,
        rated: bool | None = None,
        friends: bool = False,
        language: str | None = None,
    ) -> Items[Summary]:
        """The games of others that wait for players or for their host, newest first.

        Args:
            kinds: The kinds of games to list, such as `pint-craft`. Without any, all.
            people_only: True for the games for people only.
            pace: The pace of the games to list; None for all.
            free_seats: The least number of open seats.
            rated: True for rated games only, False for others only, None for both.
            friends: True for games only in which a friend of your account sits.
            language: The language of the games to list, such as `de`; None for all.
        """
        wanted = _filter(people_only, pace, free_seats, rated, language, friends=friends)
        return self._listed(self._documents.query("openGames"), kinds=constants(kinds), **wanted)

    @stream
    def finished_games(self, *kinds: str) -> Items[Summary]:
        """The listed games that were played to their end, the latest first; of these kinds only, if any are given."""
        return self._listed(self._documents.query("finishedGames"), kinds=constants(kinds))

    @stream
    def follow_open_games(
        self,
        *kinds: str,
        people_only: bool = False,
        pace: Pace | None = None,
        free_seats: int = 0,
        rated: bool | None = None,
        friends: bool = False,
        language: str | None = None,
    ) -> Items[tuple[Summary, ...]]:
        """The newest open games: now, and again after each change. Each tuple replaces the one before.

        A lost connection is reopened. The stream goes on until you leave it.

        Args:
            kinds: The kinds of games to list, such as `pint-craft`. Without any, all.
            people_only: True for the games for people only.
            pace: The pace of the games to list; None for all.
            free_seats: The least number of open seats.
            rated: True for rated games only, False for others only, None for both.
            friends: True for games only in which a friend of your account sits.
            language: The language of the games to list, such as `de`; None for all.

        Raises:
            Refused: The client's token is not valid any more.
            RequestFailed: There is no such kind.
            Unavailable: The connection was lost for too long.
        """
        wanted = _filter(people_only, pace, free_seats, rated, language, friends=friends)
        variables = {"kinds": constants(kinds), "first": GAMES_LISTED, **wanted}
        asked = self._documents.subscription("openGames")
        line = ResumedStream(self._service, asked, lambda: variables, self._token)
        while (page := (yield from line.next())) is not None:
            yield Item(tuple([edge.node for edge in page.edges]))

    @stream
    def follow_game(self, place: Place, *fields: str) -> Items[dict[str, Any]]:
        """The game as JSON, as REST shows it to you: now, and again after each change, until it has ended.

        The service sends only what changes. A lost connection is reopened.

        Args:
            place: Your place at the game, or its id to follow as a spectator.
            fields: The members that you want, such as `version` and `table`; none for all.

        Raises:
            Refused: There is no such game or member, or the token is not valid.
            Unavailable: The connection was lost for too long.
        """
        seat = access(place)
        variables = {"gameId": seat.game_id, "fields": fields or None}
        asked = self._documents.subscription("gamePatches")
        line = ResumedStream(self._service, asked, lambda: variables, seat.token or self._token, begins_now=True)
        game: Any = None
        while (sent := (yield from line.next())) is not None:
            game = sent.game if sent.patch is None else patched(game, sent.patch)
            yield Item(game)

    def _listed(self, asked: ClientOperation, **variables: Any) -> Items[Any]:
        after, more = None, True
        while more:
            page = yield from self._request(asked, first=GAMES_LISTED, after=after, **variables)
            for edge in page.edges:
                yield Item(edge.node)
            after, more = page.page_info.end_cursor, page.page_info.has_next_page

    @operation
    def attendance(self, place: Place) -> Steps[Attendance]:
        """The players who are away from a game that waits for its start, and whether the host is."""
        seat = access(place)
        return self._request(self._documents.query("attendance"), seat.token, gameId=seat.game_id)

    @operation
    def phrases(self) -> Steps[tuple[Phrase, ...]]:
        """The phrases that players can say, in the client's language."""
        return (yield from self._request(self._documents.query("phrases"))).phrases  # type: ignore[no-any-return]

    @operation
    def talk(
        self, place: Place, *, room: TalkRoom | None = None, after: str | None = None, wait: int = 0, first: int = 50
    ) -> Steps[TalkPage]:
        """The newest lines of a room of a game, or those after a cursor.

        Args:
            place: Your place at the game, or its id to read as a spectator.
            room: The room; None for the one in which you speak. When the game is over, any.
            after: The cursor of a line or a page.
            wait: The most seconds to wait for a line after the cursor.
            first: The most lines.

        Raises:
            Refused: The room is closed to you until the game is over.
        """
        seat = access(place)
        asked = self._documents.query("talk")
        chosen = None if room is None else room.name
        return self._request(asked, seat.token, gameId=seat.game_id, room=chosen, after=after, wait=wait, first=first)

    @stream
    def follow_talk(self, place: Place, *, room: TalkRoom | None = None, after: str | None = None) -> Items[TalkLine]:
        """The newest lines of a room, or those after a cursor, and then each that is said, also after the game.

        A lost connection is reopened, and no line comes twice.

        Raises:
            Refused: The room is closed to you until the game is over, or your token is not valid any more.
            Unavailable: The connection was lost for too long.
        """
        seat, seen = access(place), after
        chosen = None if room is None else room.name
        asked = self._documents.subscription("talk")
        line = ResumedStream(
            self._service,
            asked,
            lambda: {"gameId": seat.game_id, "room": chosen, "after": seen},
            seat.token or self._token,
        )
        while (said := (yield from line.next())) is not None:
            seen = said.cursor
            yield Item(said)

    @operation
    def standing_orders(self, place: Access) -> Steps[StandingOrders]:
        """The standing orders of your seat, and how the last ones ended."""
        return self._request(self._documents.query("standingOrders"), place.token, gameId=place.game_id)

    @operation
    def presence(self, place: Access) -> Steps[TablePresence]:
        """The presence of the players of your game."""
        return self._request(self._documents.query("presence"), place.token, gameId=place.game_id)

    @stream
    def follow_presence(self, place: Access) -> Items[TablePresence]:
        """The presence of the players of your game: now, and again after each change. You are there meanwhile.

        A lost connection is reopened.

        Raises:
            Refused: Your token is not valid any more.
            Unavailable: The connection was lost for too long.
        """
        asked, variables = self._documents.subscription("presence"), {"gameId": place.game_id}
        line = ResumedStream(self._service, asked, lambda: variables, place.token or self._token)
        while (seen := (yield from line.next())) is not None:
            yield Item(seen)

    @operation
    def look(self, place: Place, version: int | None = None) -> Steps[Table]:
        """The table as you see it, with all legal moves of your seat.

        Args:
            place: Your place at the game, or its id to look as a spectator.
            version: An earlier version; None for the newest.

        Raises:
            Refused: There is no such game or version, or the token is not valid.
        """
        return self._look(access(place), version)

    def _look(self, place: Access, version: int | None = None) -> Steps[Table]:
        asked = self._documents.query("game", (yield from self._kind(place)))
        table = yield from self._request(asked, place.token, id=place.game_id, at=version)
        return (yield from self._whole(table, place))

    def _whole(self, table: Table, place: Access) -> Steps[Table]:
        """A table with the legal moves that did not fit on its first page."""
        page, edges = table.legal_moves.page_info, table.legal_moves.edges
        while page.has_next_page:
            asked = self._documents.more_moves(table.kind)
            more = yield from self._request(asked, place.token, id=place.game_id, after=page.end_cursor)
            if more.version != table.version:  # another client has moved
                return (yield from self._look(place))
            page, edges = more.legal_moves.page_info, (*edges, *more.legal_moves.edges)
        if edges is table.legal_moves.edges:
            return table
        whole = msgspec.structs.replace(table.legal_moves, edges=edges, page_info=page)
        return msgspec.structs.replace(table, legal_moves=whole)

    def _field(self, place: Place, field: str, **variables: Any) -> Steps[Any]:
        """A field of a game, with its arguments."""
        seat = access(place)
        asked = self._documents.field(field, (yield from self._kind(seat)))
        found = yield from self._request(asked, seat.token, id=seat.game_id, **variables)
        return getattr(found, operation_of(GAME, field).function.__name__)

    def _granted(self, place: Place, field: str, **variables: Any) -> Steps[Any]:
        """A field of a game that may be refused."""
        found = yield from self._field(place, field, **variables)
        if isinstance(found, Problem):
            raise Refused(found, found.code)
        return found

    @operation
    def why_not(self, place: Place, move: MoveLike) -> Steps[Problem | None]:
        """The problem that would refuse a move of your seat now, with the ids of the rules; None if the move is legal."""
        return (yield from self._field(place, "whyNot", move=self._sent(move)))  # type: ignore[no-any-return]

    @operation
    def preview(self, place: Place, moves: Sequence[MoveLike], *, all_seats: bool = False) -> Steps[Ahead]:
        """The table after some moves of your seat, or of all seats in turn, as you can know it.

        Raises:
            Refused: The moves cannot be made, or a move before the last one would reveal something new.
        """
        return self._granted(place, "preview", moves=[self._sent(move) for move in moves], allSeats=all_seats)

    @operation
    def suggestion(self, place: Place, bot: BotKind | str = BotKind.GREEDY) -> Steps[LegalMove | None]:
        """The move that one of the service's bots would make at your seat; None while another seat decides.

        Raises:
            Refused: The game was created without advice.
        """
        return self._granted(place, "suggestion", bot=BotKind[constant(str(bot))].name)

    @operation
    def analysis(self, place: Place, bot: BotKind | str = BotKind.SEARCH) -> Steps[tuple[ConsideredMove, ...]]:
        """The moves of your seat that a bot considers, its suggestion first, with reasons; none while another seat decides.

        Raises:
            Refused: The game was created without advice.
        """
        return (yield from self._granted(place, "analysis", bot=BotKind[constant(str(bot))].name)).moves  # type: ignore[no-any-return]

    @operation
    def sample_world(self, place: Place, seed: str | None = None) -> Steps[World | None]:
        """A position that agrees with all that your seat knows, drawn by chance; None unless it has a running game.

        Args:
            place: Your seat.
            seed: A text that gives the same world again at the same version. None for another world each time.

        Raises:
            Refused: The game was created without advice, and your seat is not marked as a program's.
        """
        return self._granted(place, "sampleWorld", seed=seed)

    @operation
    def record(self, place: Place, with_edition: bool = False) -> Steps[str]:
        """The record of a game, as text. `taphouse record verify` checks it, and says what it proves.

        Args:
            place: The game.
            with_edition: True to add the file of the edition, for readers who do not have it.
        """
        return self._record(place, with_edition=with_edition)

    def _record(self, place: Place, *, with_edition: bool) -> Steps[str]:
        seat = access(place)
        asked = self._request(self._documents.query("record"), seat.token, id=seat.game_id, withEdition=with_edition)
        return (yield from asked).text  # type: ignore[no-any-return]

    @operation
    def holder(self, token: str) -> Steps[Access]:
        """The place that a seat's token belongs to.

        Raises:
            Refused: The token is not valid, or does not belong to a seat.
        """
        line = ResumedStream(self._service, self._documents.subscription("decisions"), dict, token)
        game = (yield from line.next()).game
        yield from line.close()
        return Access(self._found(game), token, game.viewer.seat)

    @stream
    def events(self, place: Place, after: int = 0, epoch: str | None = None) -> Items[Entry]:
        """The log after a version, entry by entry, and then each new entry as it arrives, until the game has ended.

        A lost connection is reopened: each entry comes once, without gaps. If the service has lost versions that you know, the
        code of the refusal is `VERSION_NOT_FOUND`: read the game again.

        Args:
            place: Your place at the game, or its id.
            after: The version after which to start; 0 for the whole log.
            epoch: The epoch of that version, to detect whether it was replaced meanwhile.

        Raises:
            Refused: There is no such game, the token is not valid any more, or versions were lost.
            Unavailable: The connection was lost for too long.
        """
        seat, seen = access(place), after
        asked = self._documents.subscription("events", (yield from self._kind(seat)))
        token = seat.token or self._token
        line = ResumedStream(
            self._service, asked, lambda: {"gameId": seat.game_id, "after": seen, "epoch": epoch}, token
        )
        while True:
            try:
                entry: Entry | None = yield from line.next()
            except Refused as refused:
                if not isinstance(refused.problem, FellBehind):
                    raise
                yield from line.close()
                continue
            if entry is None:
                return
            seen, epoch = entry.version, entry.epoch
            yield Item(entry)

    @stream
    def tables(self, place: Place) -> Items[Table]:
        """The table as you see it: now, and again after each change, until the game has ended. Versions may be skipped."""
        seat = access(place)
        line = yield from self._tables(seat)
        while (table := (yield from line.next())) is not None:
            yield Item((yield from self._whole(table, seat)))

    def _tables(self, place: Access) -> Steps[ResumedStream]:
        asked = self._documents.subscription("gameUpdated", (yield from self._kind(place)))
        token = place.token or self._token
        return ResumedStream(self._service, asked, lambda: {"gameId": place.game_id}, token, begins_now=True)

    @operation
    def wait(self, place: Place) -> Steps[Table]:
        """Wait until your seat must decide or the game has ended, and return the table."""
        return self._wait(access(place), None)

    def _wait(self, place: Access, seats: frozenset[int] | None) -> Steps[Table]:
        """Wait until one of these seats must decide, or else that of the place."""
        line = yield from self._tables(place)
        while (table := (yield from line.next())) is not None:
            deciding = table.your_turn if seats is None else not seats.isdisjoint(table.deciders)
            if (deciding and not table.paused) or table.ended:
                yield from line.close()
                return (yield from self._whole(table, place))
        return (yield from self._look(place))

    def _sent(self, move: MoveLike) -> Any:
        """A move as a `MoveInput`."""
        if isinstance(move, contract.LegalMove):
            return move.input
        if isinstance(move, str):
            return {"notation": move}
        if isinstance(move, Move):
            for game in self._documents.games.values():
                if isinstance(move, game.about.moves):
                    return move_input(move, game)
        if isinstance(move, Mapping):
            return move
        raise TypeError(f"{move!r} is no move: give a legal move, a move of the engine, notation, or a `MoveInput`")


def patched(document: Any, patch: Sequence[Mapping[str, Any]]) -> Any:
    """A copy of a JSON document to which a JSON Patch (RFC 6902) of the service was applied."""
    operations: list[Any] = [{**one, "path": Pointer.from_str(one["path"])} for one in patch]
    return apply(document, operations)


def access(place: Place) -> Access:
    """The place of a player, a host or a spectator."""
    return place if isinstance(place, Access) else Access(place)


def _filter(
    people_only: bool, pace: Pace | None, free_seats: int, rated: bool | None, language: str | None, *, friends: bool
) -> dict[str, Any]:
    """The variables by which open games are chosen."""
    speed = None if pace is None else pace.name
    return {
        "peopleOnly": people_only,
        "pace": speed,
        "freeSeats": free_seats,
        "rated": rated,
        "friends": friends,
        "language": language,
    }


def constants(kinds: Sequence[str]) -> list[str] | None:
    """Kinds of games as the API names them. None for all, if there are none."""
    return [constant(kind) for kind in kinds] or None
