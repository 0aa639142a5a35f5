"""The rooms of a game: who speaks and reads where, what a listener hides, and the place of a line."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence

from msgspec import Struct

from taphouse.schema.concepts.talk import RoomClosed, TalkLine, TalkMode, TalkRoom, phrases_in
from taphouse.schema.failures import Refused
from taphouse.schema.inputs import TALK_CURSOR
from taphouse.schema.ports import AccountHolder
from taphouse.schema.values.games import HostPowers
from taphouse.schema.values.seats import Viewer
from taphouse.schema.values.versions import mark_of, marked, moment
from taphouse.service.access.tokens import HOST, Identity
from taphouse.service.games.encoding.seats import seat_of
from taphouse.service.games.kernel.checks import refuse
from taphouse.service.games.kernel.loaded_game import ENDED, LoadedGame
from taphouse.service.store.rooms import StoredLine
from taphouse.service.talk.stored import unpack

FindBlocked = Callable[[str], Awaitable[Callable[[str], bool]]]
"""Finds whom an account has blocked: a function that is true for their accounts."""
_CURSOR = re.compile(TALK_CURSOR)
_MODES = (TalkMode.OFF, TalkMode.PHRASES, TalkMode.FREE)


def usual_mode(loaded: LoadedGame) -> TalkMode:
    """The mode of a game in which none is set: between strangers, phrases only."""
    return TalkMode.FREE if loaded.terms.powers is HostPowers.FULL else TalkMode.PHRASES


def mode_in(settings: Mapping[str, str], loaded: LoadedGame, widest: TalkMode) -> TalkMode:
    """The mode of a game, which is at most the widest that the operator allows."""
    named = settings.get("mode", "")
    mode = TalkMode[named] if named in TalkMode.__members__ else usual_mode(loaded)
    return narrower(mode, widest_in(settings, widest))


def widest_in(settings: Mapping[str, str], widest: TalkMode) -> TalkMode:
    """The widest mode that the operator allows in a game: OFF once its talk is ended."""
    return TalkMode.OFF if settings.get("ended") else widest


def narrower(one: TalkMode, other: TalkMode) -> TalkMode:
    """The mode of two that allows less."""
    return min(one, other, key=_MODES.index)


def own_room(viewer: Viewer) -> TalkRoom:
    """The room in which a viewer speaks."""
    return TalkRoom.SPECTATORS if viewer.seat is None else TalkRoom.PLAYERS


def readable(loaded: LoadedGame, viewer: Viewer, wanted: TalkRoom | None) -> TalkRoom:
    """The room that a viewer wants to read.

    Raises:
        Refused: They may not read it until the game is over.
    """
    own = own_room(viewer)
    if wanted not in (None, own) and loaded.status not in ENDED:
        raise Refused(RoomClosed())
    return wanted or own


def name_of(room: TalkRoom) -> str:
    """The name of a room in the store."""
    return str(room.value).lower()


class Listener(Struct, frozen=True):
    """Somebody who reads a room, and what they hide in it."""

    account: str | None
    muted: frozenset[int]

    @classmethod
    def of(cls, loaded: LoadedGame, viewer: Viewer, identity: Identity, settings: Mapping[str, str]) -> Listener:
        """The listener for an identity."""
        account = identity.id if isinstance(identity, AccountHolder) else None
        if viewer.seat is None:
            return cls(account, frozenset())
        muted = {seat for seat in range(1, len(loaded.seats) + 1) if settings.get(mute_of(loaded, viewer.seat, seat))}
        return cls(account or loaded.seats[viewer.seat - 1].player, frozenset(muted))

    async def hears(self, lines: Sequence[StoredLine], find_blocked: FindBlocked) -> list[bool]:
        """Return for each line whether they see it."""
        heard = [seat_of(line.author) not in self.muted for line in lines]
        others = {line.account for line in lines} - {None, self.account}
        if self.account is None or not others:
            return heard
        blocked = await find_blocked(self.account)
        hidden = {other for other in others if other is not None and blocked(other)}
        return [one and line.account not in hidden for one, line in zip(heard, lines, strict=True)]


def mute_of(loaded: LoadedGame, by: int, seat: int) -> str:
    """The name of the setting that is not empty while the player of a seat has muted another seat."""
    return f"mute:{by}.{loaded.seats[by - 1].generation}:{seat}"


def cursor_of(line: StoredLine) -> str:
    """The cursor of a line."""
    return "t" + marked(line.number, line.epoch or None)


def check_cursor(after: str | None, argument: str = "after") -> None:
    """Refuse a malformed cursor of a line, in this argument."""
    if after is not None and not _CURSOR.fullmatch(after):
        refuse(argument, "This is no cursor of a line. Send the `cursor` of a line or a page, or none.")


def place_of(cursor: str) -> tuple[int, str]:
    """The number and the epoch of the line of a cursor."""
    number, epoch = mark_of(cursor[1:])
    return number, epoch or ""


def since(lines: Sequence[StoredLine], place: tuple[int, str]) -> tuple[Sequence[StoredLine], bool]:
    """The lines of a room after a place, and whether lines between are lost; then these are all that are kept.

    A place beyond the last line was lost with a server of the store. Nothing is new until other lines have taken its number.
    """
    number, epoch = place
    at = number - (lines[0].number if lines else number)
    if at >= len(lines):
        return (), False
    if at < -1 or (at >= 0 and lines[at].epoch != epoch):
        return lines, True
    return lines[at + 1 :], False


def shown(room: TalkRoom, line: StoredLine, language: str, *, gap: bool = False) -> TalkLine:
    """A line as it is shown in a language."""
    body, seat = unpack(line.body), seat_of(line.author)
    text = body.text if body.phrase is None else phrases_in(language).get(body.phrase, body.phrase)
    return TalkLine(
        room,
        line.number,
        cursor_of(line),
        moment(line.at),
        seat,
        line.author == HOST,
        body.handle,
        body.phrase,
        text,
        gap,
    )
