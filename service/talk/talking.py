"""The use cases of talk, which `schema.concepts.talk` declares."""

from __future__ import annotations

import hashlib
import math
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable

from taphouse.engine.messages import ENGLISH
from taphouse.schema.concepts.talk import (
    MOST_BYTES,
    MOST_TEXT,
    LineSaid,
    LineTooLong,
    Phrase,
    Phrases,
    PhrasesOnly,
    PhraseUnknown,
    SaidTooOften,
    SeatsMuted,
    TalkMode,
    TalkOff,
    TalkPage,
    TalkRoom,
    TalkSet,
    phrases_in,
)
from taphouse.schema.failures import Refused
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.problems.callers import NoAccount, NotHost
from taphouse.schema.problems.seats import AlreadyStarted
from taphouse.schema.values.games import HostPowers, Status
from taphouse.schema.values.seats import Viewer
from taphouse.service.access.shown_names import characters, is_visible
from taphouse.service.access.tokens import HOST, Identity
from taphouse.service.games.beginning.seats import Introduce
from taphouse.service.games.kernel.checks import check_not_lost, check_seated, refuse, refuse_read_only
from taphouse.service.games.kernel.committing import checked_key
from taphouse.service.games.kernel.game_lists import entry, spoken_in
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader, key_reused, not_found
from taphouse.service.store.rooms import MOST_LINES, KeyUsed, LineRefused, Saying
from taphouse.service.talk.following import TalkStreams
from taphouse.service.talk.rooms import (
    FindBlocked,
    Listener,
    check_cursor,
    cursor_of,
    mode_in,
    mute_of,
    name_of,
    narrower,
    own_room,
    place_of,
    readable,
    shown,
    since,
    usual_mode,
    widest_in,
)
from taphouse.service.talk.stored import Body, pack

MayTalk = Callable[[str], Awaitable[None]]
"""Refuses an account that may say nothing."""


class Talking:
    """The talk at tables.

    Args:
        reader: Loads games, and identifies callers.
        streams: Waits for new lines.
        introduce: Finds the profile of an account.
        find_blocked: Finds whom an account has blocked.
        widest: The widest mode that the operator allows.
        longest: The most milliseconds for which a game may be kept.
        may_talk: Refuses accounts that operators have muted or banned.
        counts: Counts lines by room; None without metrics.
    """

    def __init__(
        self,
        reader: Reader,
        streams: TalkStreams,
        introduce: Introduce,
        find_blocked: FindBlocked,
        widest: TalkMode,
        longest: int,
        may_talk: MayTalk,
        counts: Counter[str] | None = None,
    ) -> None:
        self._reader, self._store, self._streams = reader, reader.store, streams
        self._introduce, self._find_blocked = introduce, find_blocked
        self._widest, self._longest, self._may_talk, self._counts = widest, longest, may_talk, counts

    async def phrases(self, caller: Caller) -> Phrases:
        """The phrases in the caller's language."""
        await caller.admit()
        return Phrases(tuple([Phrase(*one) for one in phrases_in(caller.language).items()]))

    async def say(self, caller: Caller, game: str, text: str | None, phrase: str | None, key: str | None) -> LineSaid:
        """Say a line in the room of the caller."""
        identity, loaded, viewer = await self._writer(caller, game)
        who, account = _author(loaded, viewer, identity)
        if account is not None:
            await self._may_talk(account)
        body = self._body(text, phrase)
        if viewer.seat is None and not viewer.host:
            body = await self._as_spectator(loaded, str(account), body)
        used = (
            secrets.token_hex(8)
            if key is None
            else hashlib.blake2b(checked_key(key).encode(), digest_size=8).hexdigest()
        )
        room, mode = own_room(viewer), narrower(usual_mode(loaded), self._widest)
        wanted = Saying(game, name_of(room), who, account, used, pack(body), phrase is None, mode.value)
        said = await self._store.say(wanted)
        match said:
            case None:
                not_found()
            case KeyUsed():
                key_reused()
            case LineRefused(mode=None, wait=wait):
                raise Refused(SaidTooOften(retry_after=math.ceil(wait / 1000)))
            case LineRefused(mode=forbids):
                raise Refused(TalkOff() if forbids == TalkMode.OFF.value else PhrasesOnly())
        if self._counts is not None:
            self._counts[name_of(room)] += 1
        return LineSaid(shown(room, said.line, caller.language))

    async def talk(
        self, caller: Caller, game: str, room: TalkRoom | None, after: str | None, wait: int, first: int
    ) -> TalkPage:
        """A page of a room. Waits up to `wait` seconds for a line after the cursor if there is none."""
        check_cursor(after)
        identity = await self._reader.identify(caller, game)
        loaded = await self._reader.now(game, caller)
        viewer = self._reader.viewer(loaded, identity)
        room = readable(loaded, viewer, room)
        page = await self._page(loaded, viewer, identity, room, after, first, caller.language)
        if after is not None and wait and page.cursor == after:
            await self._streams.wait(game, room, place_of(after), wait, caller)
            loaded = await self._reader.now(game)
            viewer = self._reader.viewer(loaded, identity)
            page = await self._page(
                loaded, viewer, identity, readable(loaded, viewer, room), after, first, caller.language
            )
        return page

    async def set_talk(self, caller: Caller, game: str, mode: TalkMode) -> TalkSet:
        """Set the mode of a game's talk, as its host."""
        _, loaded, viewer = await self._writer(caller, game)
        if not viewer.host:
            raise Refused(NotHost())
        heard = await self._store.heard(game, (), 1)
        widest = widest_in(heard.settings, self._widest)
        if mode is not narrower(mode, widest):
            raise Refused(TalkOff() if widest is TalkMode.OFF else PhrasesOnly())
        if mode is TalkMode.FREE and loaded.terms.powers is HostPowers.AGREED and loaded.status is not Status.WAITING:
            raise Refused(AlreadyStarted())
        await self._store.set_talk(game, "mode", mode.value, loaded.expires)
        return TalkSet(mode)

    async def mute_seat(self, caller: Caller, game: str, seat: int, muted: bool) -> SeatsMuted:
        """Hide what a seat says from the caller's seat, or show it again."""
        identity, loaded, viewer = await self._writer(caller, game)
        own = check_seated(viewer)
        if not 1 <= seat <= len(loaded.seats) or (muted and seat == own):
            refuse("seat", "Give the seat of another player.")
        await self._store.set_talk(game, mute_of(loaded, own, seat), "yes" if muted else "", loaded.expires)
        heard = await self._store.heard(game, (), 1)
        return SeatsMuted(tuple(sorted(Listener.of(loaded, viewer, identity, heard.settings).muted)))

    async def _writer(self, caller: Caller, game: str) -> tuple[Identity, LoadedGame, Viewer]:
        """Somebody who wants to say or change something, and the game."""
        identity = await self._reader.identify(caller, game)
        loaded = await self._reader.now(game, caller)
        viewer = self._reader.viewer(loaded, identity)
        check_not_lost(viewer, identity)
        if viewer.read_only:
            refuse_read_only()
        return identity, loaded, viewer

    def _body(self, text: str | None, phrase: str | None) -> Body:
        """The text of a line, checked."""
        if (text is None) == (phrase is None):
            refuse("text", "Give either `text` or `phrase`.")
        if self._widest is TalkMode.OFF:
            raise Refused(TalkOff())
        if text is None:
            if phrase not in phrases_in(ENGLISH):
                known = ", ".join(phrases_in(ENGLISH))
                raise Refused(PhraseUnknown(message=f"There is no such phrase. The phrases are {known}."))
            return Body(phrase=phrase)
        if self._widest is not TalkMode.FREE:
            raise Refused(PhrasesOnly())
        text = text.strip()
        if not text.isascii() and len(text.encode(errors="replace")) > MOST_BYTES:
            raise Refused(LineTooLong(limit=MOST_TEXT))
        if characters(text) > MOST_TEXT:
            raise Refused(LineTooLong(limit=MOST_TEXT))
        if not is_visible(text):
            refuse("text", "A line must be visible, without control characters and line breaks.")
        return Body(text)

    async def _as_spectator(self, loaded: LoadedGame, account: str, body: Body) -> Body:
        """The text of a line with the handle of its author.

        No list of the account has the game, in which it has no seat. So the game is noted, for when the account is deleted.
        """
        await self._store.enlist(spoken_in(account), entry(loaded), "", self._longest)
        person = await self._introduce(account)
        return Body(body.text, body.phrase, None if person is None else person.handle)

    async def _page(
        self,
        loaded: LoadedGame,
        viewer: Viewer,
        identity: Identity,
        room: TalkRoom,
        after: str | None,
        first: int,
        language: str,
    ) -> TalkPage:
        name = name_of(room)
        heard = await self._store.heard(loaded.id, (name,), first if after is None else MOST_LINES)
        kept = heard.rooms[name]
        lines, gap = (kept, False) if after is None else since(kept, place_of(after))
        page = lines[:first]
        listener = Listener.of(loaded, viewer, identity, heard.settings)
        heeded = await listener.hears(page, self._find_blocked)
        seen = [line for line, one in zip(page, heeded, strict=True) if one]
        return TalkPage(
            mode_in(heard.settings, loaded, self._widest),
            room,
            tuple([shown(room, line, language, gap=gap and line is seen[0]) for line in seen]),
            cursor_of(page[-1]) if page else after,
            len(lines) > first,
            tuple(sorted(listener.muted)),
        )


def _author(loaded: LoadedGame, viewer: Viewer, identity: Identity) -> tuple[str, str | None]:
    """The author of a line, and their account."""
    if viewer.seat is not None:
        return f"seat:{viewer.seat}", loaded.seats[viewer.seat - 1].player
    if viewer.host:
        return HOST, loaded.host.player
    if not isinstance(identity, AccountHolder):
        raise Refused(NoAccount())
    return f"player:{identity.id}", identity.id
